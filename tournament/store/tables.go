package store

import (
	"fmt"

	"gorm.io/gorm/clause"

	"doko/tournament"
)

type tableRow struct {
	ID          tournament.TableID
	RoundID     tournament.RoundID
	Number      int
	Size        int
	Phase       tournament.TablePhase
	SubmittedBy tournament.ActorRef
	ConfirmedBy tournament.ActorRef
	ConfirmNote string
	LastHandAt  *int64
	Extra       int `gorm:"column:extra_minutes"`
	Pen         string
	PenAt       *int64
	Version     int
}

func (tableRow) TableName() string { return "play_tables" }

func (r tableRow) table() tournament.Table {
	return tournament.Table{
		ID: r.ID, Round: r.RoundID, Number: r.Number, Size: r.Size, Phase: r.Phase, SubmittedBy: r.SubmittedBy,
		ConfirmedBy: r.ConfirmedBy, ConfirmNote: r.ConfirmNote, LastHandAt: fromMicros(r.LastHandAt),
		Extra: r.Extra, Pen: r.Pen, PenAt: fromMicros(r.PenAt), Version: r.Version,
	}
}

// CreateTable stores a new table and sets ID and Version 1. ErrDuplicate (duplicate_table): the number is taken in this
// round.
func (tx *Tx) CreateTable(t *tournament.Table) error {
	row := tableRow{
		RoundID: t.Round, Number: t.Number, Size: t.Size, Phase: t.Phase, SubmittedBy: t.SubmittedBy,
		ConfirmedBy: t.ConfirmedBy, ConfirmNote: t.ConfirmNote, LastHandAt: micros(t.LastHandAt),
		Extra: t.Extra, Pen: t.Pen, PenAt: micros(t.PenAt), Version: 1,
	}
	if err := insert(tx, "table", "duplicate_table", &row); err != nil {
		return err
	}
	t.ID, t.Version = row.ID, 1
	return nil
}

// Table loads one table; ErrNotFound (unknown_table).
func (tx *Tx) Table(id tournament.TableID) (tournament.Table, error) {
	row, err := take[tableRow](tx, "table", "id = ?", id)
	return row.table(), err
}

// TournamentOfTable tells which tournament a table belongs to, so that it can be locked before the table; ErrNotFound
// (unknown_table).
func (tx *Tx) TournamentOfTable(id tournament.TableID) (tournament.TournamentID, error) {
	row, err := take[roundRow](tx, "table", "id = (SELECT round_id FROM play_tables WHERE id = ?)", id)
	return row.TournamentID, err
}

// LockTable loads a table and its round and keeps others from changing the table or its sheet until the transaction ends.
// Take ShareTournament first. ErrNotFound (unknown_table).
func (tx *Tx) LockTable(id tournament.TableID) (tournament.Table, tournament.Round, error) {
	// NO KEY UPDATE lets the foreign keys of other rows go on pointing at the table without waiting.
	row, err := takeFrom[tableRow](tx.db.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}), "table", "id = ?", id)
	if err != nil {
		return tournament.Table{}, tournament.Round{}, err
	}
	round, err := tx.RoundByID(row.RoundID)
	return row.table(), round, err
}

// Tables lists a round's tables by number.
func (tx *Tx) Tables(id tournament.RoundID) ([]tournament.Table, error) {
	rows, err := list[tableRow](tx, "number", "round_id = ?", id)
	return plain(rows, tableRow.table), err
}

// TablesOf lists the tables of all rounds of a tournament by round, in each by number.
func (tx *Tx) TablesOf(id tournament.TournamentID) (map[tournament.RoundID][]tournament.Table, error) {
	rows, err := list[tableRow](tx, "round_id, number", roundsOfTournament, id)
	tables := map[tournament.RoundID][]tournament.Table{}
	for _, r := range rows {
		tables[r.RoundID] = append(tables[r.RoundID], r.table())
	}
	return tables, err
}

const roundsOfTournament = "round_id IN (SELECT id FROM rounds WHERE tournament_id = ?)"

// UpdateTable changes a table whose Version is the stored one and raises Version. Round and number stay; the size may change only
// while nothing is entered, which the caller sees to. ErrNotFound (unknown_table), ErrConflict (stale).
func (tx *Tx) UpdateTable(t *tournament.Table) error {
	err := guarded(tx, "play_tables", "table", "", int64(t.ID), t.Version, map[string]any{
		"size": t.Size, "phase": t.Phase, "submitted_by": t.SubmittedBy, "confirmed_by": t.ConfirmedBy, "confirm_note": t.ConfirmNote,
		"last_hand_at": micros(t.LastHandAt), "extra_minutes": t.Extra, "pen": t.Pen, "pen_at": micros(t.PenAt),
	})
	if err != nil {
		return err
	}
	t.Version++
	return nil
}

// DeleteTable takes a table without seats away with its keys. One at which anything was entered stays: ErrConflict
// (still_linked), from the database's foreign keys. ErrNotFound (unknown_table).
func (tx *Tx) DeleteTable(id tournament.TableID) error {
	for _, row := range []any{&tableKeyRow{}, &sheetPointsRow{}, &deviceRow{}, &vacancyRow{}} {
		if err := tx.db.Where("table_id = ?", id).Delete(row).Error; err != nil {
			return problem(err, "delete table", "")
		}
	}
	res := tx.db.Where("id = ?", id).Delete(&tableRow{})
	if res.Error != nil {
		return problem(res.Error, "delete table", "")
	}
	if res.RowsAffected == 0 {
		return unknown("table")
	}
	return nil
}

// seatRow carries the round too: the database sees to it that an entry starts at one table of a round only.
type seatRow struct {
	TableID  tournament.TableID `gorm:"primaryKey;autoIncrement:false"`
	Position int                `gorm:"primaryKey;autoIncrement:false"`
	FromHand int                `gorm:"primaryKey;autoIncrement:false"`
	RoundID  tournament.RoundID
	EntryID  tournament.EntryID
}

func (seatRow) TableName() string { return "seats" }

func (r seatRow) seat() tournament.Seat {
	return tournament.Seat{Table: r.TableID, Position: r.Position, Entry: r.EntryID, FromHand: r.FromHand}
}

// CreateSeats seats players at tables of one round. ErrDuplicate (duplicate_seat): the seat is taken, or the player starts
// at two tables.
func (tx *Tx) CreateSeats(seats []tournament.Seat) error {
	if len(seats) == 0 {
		return nil
	}
	rounds, err := tx.roundsOf(seats)
	if err != nil {
		return err
	}
	rows := make([]seatRow, len(seats))
	for i, s := range seats {
		rows[i] = seatRow{
			TableID: s.Table, Position: s.Position, FromHand: s.FromHand, RoundID: rounds[s.Table], EntryID: s.Entry,
		}
	}
	return problem(tx.db.CreateInBatches(rows, 500).Error, "store seats", "duplicate_seat")
}

func (tx *Tx) roundsOf(seats []tournament.Seat) (map[tournament.TableID]tournament.RoundID, error) {
	rounds := map[tournament.TableID]tournament.RoundID{}
	var ids []tournament.TableID
	for _, s := range seats {
		if _, seen := rounds[s.Table]; !seen {
			rounds[s.Table] = 0
			ids = append(ids, s.Table)
		}
	}
	tables, err := list[tableRow](tx, "id", "id IN ?", ids)
	if err != nil {
		return nil, err
	}
	if len(tables) < len(ids) {
		return nil, unknown("table")
	}
	for _, t := range tables {
		rounds[t.ID] = t.RoundID
	}
	return rounds, nil
}

// Seats lists who sits at the tables of a round, by position and first hand.
func (tx *Tx) Seats(id tournament.RoundID) (map[tournament.TableID][]tournament.Seat, error) {
	return tx.seats("round_id = ?", id)
}

// SeatsInAll lists who sits at the tables of all rounds of a tournament, by position and first hand.
func (tx *Tx) SeatsInAll(id tournament.TournamentID) (map[tournament.TableID][]tournament.Seat, error) {
	return tx.seats(roundsOfTournament, id)
}

func (tx *Tx) seats(condition string, args ...any) (map[tournament.TableID][]tournament.Seat, error) {
	rows, err := list[seatRow](tx, "table_id, position, from_hand", condition, args...)
	seats := map[tournament.TableID][]tournament.Seat{}
	for _, r := range rows {
		seats[r.TableID] = append(seats[r.TableID], r.seat())
	}
	return seats, err
}

// SeatsOf lists who sits at a table, by position and first hand.
func (tx *Tx) SeatsOf(id tournament.TableID) ([]tournament.Seat, error) {
	rows, err := list[seatRow](tx, "position, from_hand", "table_id = ?", id)
	return plain(rows, seatRow.seat), err
}

// ReplaceSeats seats the players of a round anew. Problems as CreateSeats.
func (tx *Tx) ReplaceSeats(id tournament.RoundID, seats []tournament.Seat) error {
	if err := tx.db.Where("round_id = ?", id).Delete(&seatRow{}).Error; err != nil {
		return fmt.Errorf("clear seats: %w", err)
	}
	return tx.CreateSeats(seats)
}

type tableKeyRow struct {
	ID        int64
	TableID   tournament.TableID
	Hash      string
	Key       string
	Second    bool
	MadeAt    int64
	ExpiresAt *int64
	RevokedAt *int64
}

func (tableKeyRow) TableName() string { return "table_keys" }

func (r tableKeyRow) key() tournament.TableKey {
	return tournament.TableKey{
		Table: r.TableID, Hash: r.Hash, Key: r.Key, Second: r.Second,
		ExpiresAt: fromMicros(r.ExpiresAt), RevokedAt: fromMicros(r.RevokedAt),
	}
}

// CreateTableKey stores a key that opens a table.
func (tx *Tx) CreateTableKey(k tournament.TableKey) error {
	row := tableKeyRow{
		TableID: k.Table, Hash: k.Hash, Key: k.Key, Second: k.Second, MadeAt: tx.Now.UnixMicro(),
		ExpiresAt: micros(k.ExpiresAt), RevokedAt: micros(k.RevokedAt),
	}
	return insert(tx, "table_key", "", &row)
}

// TableKeyByHash finds a key, expired and revoked ones too: the caller looks at the times. ErrNotFound
// (unknown_table_key).
func (tx *Tx) TableKeyByHash(hash string) (tournament.TableKey, error) {
	row, err := take[tableKeyRow](tx, "table_key", "hash = ?", hash)
	return row.key(), err
}

// TableKeyOf is the list keeper's valid key of a table; ErrNotFound (unknown_table_key).
func (tx *Tx) TableKeyOf(id tournament.TableID) (tournament.TableKey, error) {
	return tx.validKey("NOT second", id)
}

// SecondKeyOf is the valid key of the one who confirms; ErrNotFound (unknown_table_key).
func (tx *Tx) SecondKeyOf(id tournament.TableID) (tournament.TableKey, error) {
	return tx.validKey("second", id)
}

func (tx *Tx) validKey(which string, id tournament.TableID) (tournament.TableKey, error) {
	db := tx.db.Where(which).Order("id DESC")
	row, err := takeFrom[tableKeyRow](db, "table_key",
		"table_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)", id, tx.Now.UnixMicro())
	return row.key(), err
}

// RevokeTableKeys makes all keys of a table useless.
func (tx *Tx) RevokeTableKeys(id tournament.TableID) error {
	err := tx.db.Table("table_keys").Where("table_id = ? AND revoked_at IS NULL", id).
		Updates(map[string]any{"revoked_at": tx.Now.UnixMicro()}).Error
	if err != nil {
		return fmt.Errorf("revoke table keys: %w", err)
	}
	return nil
}
