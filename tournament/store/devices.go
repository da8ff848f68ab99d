package store

import (
	"fmt"

	"gorm.io/gorm/clause"

	"doko/tournament"
)

type deviceRow struct {
	TableID tournament.TableID `gorm:"primaryKey;autoIncrement:false"`
	Device  string             `gorm:"primaryKey"`
	Actor   tournament.ActorRef
	SeenAt  int64
	LeftAt  *int64
}

func (deviceRow) TableName() string { return "table_devices" }

func (r deviceRow) device() tournament.TableDevice {
	return tournament.TableDevice{Table: r.TableID, Device: r.Device, Actor: r.Actor, SeenAt: fromMicros(&r.SeenAt), LeftAt: fromMicros(r.LeftAt)}
}

// PutDevice keeps when a browser was last seen at a table, instead of what was kept of it before.
func (tx *Tx) PutDevice(d tournament.TableDevice) error {
	row := deviceRow{TableID: d.Table, Device: d.Device, Actor: d.Actor, SeenAt: d.SeenAt.UnixMicro(), LeftAt: micros(d.LeftAt)}
	return problem(tx.db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error, "store device", "")
}

// Devices lists the browsers seen at the tables of a round, the last seen first.
func (tx *Tx) Devices(id tournament.RoundID) (map[tournament.TableID][]tournament.TableDevice, error) {
	rows, err := list[deviceRow](tx, "table_id, seen_at DESC, device", "table_id IN (SELECT id FROM play_tables WHERE round_id = ?)", id)
	devices := map[tournament.TableID][]tournament.TableDevice{}
	for _, r := range rows {
		devices[r.TableID] = append(devices[r.TableID], r.device())
	}
	return devices, err
}

// DevicesAt lists the browsers seen at a table, the last seen first.
func (tx *Tx) DevicesAt(id tournament.TableID) ([]tournament.TableDevice, error) {
	rows, err := list[deviceRow](tx, "seen_at DESC, device", "table_id = ?", id)
	return plain(rows, deviceRow.device), err
}

// SetPen gives the pen of a table to a device. The table's version stays: nothing of its sheet changes. ErrNotFound (unknown_table).
func (tx *Tx) SetPen(id tournament.TableID, device string) error {
	return changed(tx, "play_tables", "table", "", int64(id), map[string]any{"pen": device, "pen_at": tx.Now.UnixMicro()})
}

type vacancyRow struct {
	TableID  tournament.TableID `gorm:"primaryKey;autoIncrement:false"`
	Position int                `gorm:"primaryKey;autoIncrement:false"`
	FromHand int
	Reason   string
	Actor    tournament.ActorRef
	MadeAt   int64
}

func (vacancyRow) TableName() string { return "vacancies" }

func (r vacancyRow) vacancy() tournament.Vacancy {
	return tournament.Vacancy{
		Table: r.TableID, Position: r.Position, FromHand: r.FromHand, Reason: r.Reason, By: r.Actor, At: fromMicros(&r.MadeAt),
	}
}

// CreateVacancy stores that nobody sits at a position from a hand on; At and By are set if they are empty. ErrDuplicate
// (duplicate_vacancy): the position is vacant already.
func (tx *Tx) CreateVacancy(v *tournament.Vacancy) error {
	if v.At.IsZero() {
		v.At = tx.Now
	}
	v.By = or(v.By, tx.op.Actor)
	row := vacancyRow{TableID: v.Table, Position: v.Position, FromHand: v.FromHand, Reason: v.Reason, Actor: v.By, MadeAt: v.At.UnixMicro()}
	return insert(tx, "vacancy", "duplicate_vacancy", &row)
}

// DeleteVacancy seats somebody at the position again; ErrNotFound (unknown_vacancy).
func (tx *Tx) DeleteVacancy(id tournament.TableID, position int) error {
	res := tx.db.Where("table_id = ? AND position = ?", id, position).Delete(&vacancyRow{})
	if res.Error != nil {
		return fmt.Errorf("delete vacancy: %w", res.Error)
	}
	if res.RowsAffected == 0 {
		return unknown("vacancy")
	}
	return nil
}

// VacanciesOf lists the vacant positions of a table.
func (tx *Tx) VacanciesOf(id tournament.TableID) ([]tournament.Vacancy, error) {
	rows, err := list[vacancyRow](tx, "position", "table_id = ?", id)
	return plain(rows, vacancyRow.vacancy), err
}

// Vacancies lists the vacant positions of a round's tables.
func (tx *Tx) Vacancies(id tournament.RoundID) (map[tournament.TableID][]tournament.Vacancy, error) {
	rows, err := list[vacancyRow](tx, "table_id, position", "table_id IN (SELECT id FROM play_tables WHERE round_id = ?)", id)
	vacancies := map[tournament.TableID][]tournament.Vacancy{}
	for _, r := range rows {
		vacancies[r.TableID] = append(vacancies[r.TableID], r.vacancy())
	}
	return vacancies, err
}
