package store

import (
	"errors"
	"fmt"

	"gorm.io/gorm/clause"

	"doko/tournament"
)

type totalsRow struct {
	ID                 tournament.RevisionID
	TableID            tournament.TableID
	Revision           int
	Void               bool
	P1, P2, P3, P4, P5 *int
	Solos              *string
	Op                 *string
	Actor              tournament.ActorRef
	MadeAt             int64
	Reason             string
}

func (totalsRow) TableName() string { return "total_revisions" }

func (r totalsRow) totals() (tournament.TotalsRevision, error) {
	solos, err := decode[int](r.Solos)
	if err != nil {
		return tournament.TotalsRevision{}, fmt.Errorf("totals revision %d: %w", r.ID, err)
	}
	return tournament.TotalsRevision{
		ID: r.ID, Table: r.TableID, Revision: r.Revision, Void: r.Void, Totals: gather(r.P1, r.P2, r.P3, r.P4, r.P5),
		Solos: solos, Op: given(r.Op), By: r.Actor, At: fromMicros(&r.MadeAt), Reason: r.Reason,
	}, nil
}

// AppendTotals stores a revision of a sheet's totals and sets ID and, if it is zero, At. ErrConflict: conflict, this
// revision exists; op_reused, the op wrote another revision.
func (tx *Tx) AppendTotals(t *tournament.TotalsRevision) error {
	if t.At.IsZero() {
		t.At = tx.Now
	}
	row := totalsRow{
		TableID: t.Table, Revision: t.Revision, Void: t.Void, Solos: encode(t.Solos), Op: null(t.Op), Actor: t.By,
		MadeAt: t.At.UnixMicro(), Reason: t.Reason,
	}
	if err := spread(t.Totals, &row.P1, &row.P2, &row.P3, &row.P4, &row.P5); err != nil {
		return fmt.Errorf("store totals: %w", err)
	}
	res := tx.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
	if res.Error != nil {
		return problem(res.Error, "store totals", "")
	}
	if res.RowsAffected == 1 {
		t.ID = row.ID
		return nil
	}
	if _, found, err := tx.TotalsByOp(t.Op); err != nil || !found {
		return conflict(err)
	}
	return tournament.Wrong(tournament.ErrConflict, "op_reused", nil)
}

// Totals lists all revisions of a table's totals.
func (tx *Tx) Totals(id tournament.TableID) ([]tournament.TotalsRevision, error) {
	rows, err := list[totalsRow](tx, "revision", "table_id = ?", id)
	if err != nil {
		return nil, err
	}
	return each(rows, totalsRow.totals)
}

// TotalsOfRound lists all revisions of the totals of a round's tables.
func (tx *Tx) TotalsOfRound(id tournament.RoundID) (map[tournament.TableID][]tournament.TotalsRevision, error) {
	rows, err := list[totalsRow](tx, "table_id, revision", "table_id IN (SELECT id FROM play_tables WHERE round_id = ?)", id)
	if err != nil {
		return nil, err
	}
	totals, err := each(rows, totalsRow.totals)
	byTable := map[tournament.TableID][]tournament.TotalsRevision{}
	for _, t := range totals {
		byTable[t.Table] = append(byTable[t.Table], t)
	}
	return byTable, err
}

// TotalsByOp finds the revision an op wrote.
func (tx *Tx) TotalsByOp(op string) (tournament.TotalsRevision, bool, error) {
	row, err := take[totalsRow](tx, "totals", "op = ?", op)
	if errors.Is(err, tournament.ErrNotFound) {
		return tournament.TotalsRevision{}, false, nil
	}
	if err != nil {
		return tournament.TotalsRevision{}, false, err
	}
	t, err := row.totals()
	return t, err == nil, err
}

type sheetPointsRow struct {
	TableID     tournament.TableID `gorm:"primaryKey;autoIncrement:false"`
	EntryID     tournament.EntryID `gorm:"primaryKey;autoIncrement:false"`
	Position    int
	Points      int
	HandsPlayed int
	HandsWon    *int
	SolosPlayed int
	SolosWon    *int
}

func (sheetPointsRow) TableName() string { return "sheet_points" }

// SheetPointsRow says in which round and at which table a sheet's points were made.
type SheetPointsRow struct {
	tournament.SheetPoints
	Round       int // number from 1
	TableNumber int
}

// PutSheetPoints replaces what a table's sheet gives its players.
func (tx *Tx) PutSheetPoints(id tournament.TableID, points []tournament.SheetPoints) error {
	if err := tx.db.Where("table_id = ?", id).Delete(&sheetPointsRow{}).Error; err != nil {
		return fmt.Errorf("clear sheet points: %w", err)
	}
	if len(points) == 0 {
		return nil
	}
	rows := make([]sheetPointsRow, len(points))
	for i, p := range points {
		rows[i] = sheetPointsRow{
			TableID: id, EntryID: p.Entry, Position: p.Position, Points: p.Points, HandsPlayed: p.HandsPlayed,
			HandsWon: p.HandsWon, SolosPlayed: p.SolosPlayed, SolosWon: p.SolosWon,
		}
	}
	return problem(tx.db.Create(&rows).Error, "store sheet points", "")
}

// SheetPointsOf lists what all sheets of a tournament give, by round, table and position.
func (tx *Tx) SheetPointsOf(id tournament.TournamentID) ([]SheetPointsRow, error) {
	type joined struct {
		Row                      sheetPointsRow `gorm:"embedded"`
		RoundNumber, TableNumber int
	}
	var rows []joined
	err := tx.db.Table("sheet_points").
		Joins("JOIN play_tables ON play_tables.id = sheet_points.table_id").
		Joins("JOIN rounds ON rounds.id = play_tables.round_id").
		Select("sheet_points.*, rounds.number AS round_number, play_tables.number AS table_number").
		Where("rounds.tournament_id = ?", id).
		Order("rounds.number, play_tables.number, sheet_points.position, sheet_points.entry_id").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list sheet points: %w", err)
	}
	return plain(rows, func(j joined) SheetPointsRow {
		r := j.Row
		return SheetPointsRow{
			SheetPoints: tournament.SheetPoints{
				Table: r.TableID, Entry: r.EntryID, Position: r.Position, Points: r.Points, HandsPlayed: r.HandsPlayed,
				HandsWon: r.HandsWon, SolosPlayed: r.SolosPlayed, SolosWon: r.SolosWon,
			},
			Round: j.RoundNumber, TableNumber: j.TableNumber,
		}
	}), nil
}
