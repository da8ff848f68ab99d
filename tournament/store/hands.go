package store

import (
	"encoding/json"
	"errors"
	"fmt"

	"gorm.io/gorm/clause"

	"doko/scoring/tally"
	"doko/tournament"
)

// handRow is one revision of a hand. The points are columns, one a position; the record and the lines are JSON, only ever
// loaded.
type handRow struct {
	ID                 tournament.RevisionID
	TableID            tournament.TableID
	Number             int
	Revision           int
	Void               bool
	Record             string
	Winner             string
	Value              *int
	P1, P2, P3, P4, P5 *int
	Lines              *string
	Op                 *string
	Actor              tournament.ActorRef
	MadeAt             int64
	Reason             string
}

func (handRow) TableName() string { return "hand_revisions" }

func fromHand(h tournament.HandRevision) (handRow, error) {
	record, err := rowText(h.Row)
	if err != nil {
		return handRow{}, fmt.Errorf("row: %w", err)
	}
	r := handRow{
		TableID: h.Table, Number: h.Number, Revision: h.Revision, Void: h.Void, Record: record, Winner: h.Winner,
		Value: h.Value, Lines: encode(h.Lines), Op: null(h.Op), Actor: h.By, MadeAt: h.At.UnixMicro(), Reason: h.Reason,
	}
	return r, spread(h.Points, &r.P1, &r.P2, &r.P3, &r.P4, &r.P5)
}

// rowText is what was noted, as JSON; a void revision may have nothing to say.
func rowText(row tournament.Row) (string, error) {
	if row.Kind == "" {
		return "", nil
	}
	text, err := json.Marshal(row)
	return string(text), err
}

func rowFromText(text string) (tournament.Row, error) {
	if text == "" {
		return tournament.Row{}, nil
	}
	return tournament.ParseStoredRow([]byte(text))
}

func (r handRow) hand() (tournament.HandRevision, error) {
	row, err := rowFromText(r.Record)
	if err != nil {
		return tournament.HandRevision{}, fmt.Errorf("hand revision %d: %w", r.ID, err)
	}
	lines, err := decode[tally.Line](r.Lines)
	if err != nil {
		return tournament.HandRevision{}, fmt.Errorf("hand revision %d: lines: %w", r.ID, err)
	}
	return tournament.HandRevision{
		ID: r.ID, Table: r.TableID, Number: r.Number, Revision: r.Revision, Void: r.Void, Row: row, Winner: r.Winner,
		Value: r.Value, Points: gather(r.P1, r.P2, r.P3, r.P4, r.P5), Lines: lines, Op: given(r.Op), By: r.Actor,
		At: fromMicros(&r.MadeAt), Reason: r.Reason,
	}, nil
}

// spread puts points by position into columns; positions not given stay NULL.
func spread(points []int, columns ...**int) error {
	if len(points) > len(columns) {
		return fmt.Errorf("points of %d positions, at most %d", len(points), len(columns))
	}
	for i := range points {
		*columns[i] = &points[i]
	}
	return nil
}

// gather is the reverse of spread.
func gather(columns ...*int) []int {
	var points []int
	for _, c := range columns {
		if c == nil {
			break
		}
		points = append(points, *c)
	}
	return points
}

// AppendHand stores a revision of a hand and sets ID and, if it is zero, At. ErrConflict: conflict, this revision of the
// hand exists; op_reused, the op wrote another revision.
func (tx *Tx) AppendHand(h *tournament.HandRevision) error {
	if h.At.IsZero() {
		h.At = tx.Now
	}
	row, err := fromHand(*h)
	if err != nil {
		return fmt.Errorf("store hand: %w", err)
	}
	res := tx.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
	if res.Error != nil {
		return problem(res.Error, "store hand", "")
	}
	if res.RowsAffected == 1 {
		h.ID = row.ID
		return nil
	}
	if _, found, err := tx.HandByOp(h.Op); err != nil || !found {
		return conflict(err)
	}
	return tournament.Wrong(tournament.ErrConflict, "op_reused", nil)
}

// conflict is the problem of a revision that somebody else made first, unless something worse happened.
func conflict(err error) error {
	if err != nil {
		return err
	}
	return tournament.Wrong(tournament.ErrConflict, "conflict", nil)
}

// Hands lists all revisions of a table's hands, by number and revision.
func (tx *Tx) Hands(id tournament.TableID) ([]tournament.HandRevision, error) {
	rows, err := list[handRow](tx, "number, revision", "table_id = ?", id)
	if err != nil {
		return nil, err
	}
	return each(rows, handRow.hand)
}

// HandsOfRound lists all revisions of the hands of a round's tables, by number and revision.
func (tx *Tx) HandsOfRound(id tournament.RoundID) (map[tournament.TableID][]tournament.HandRevision, error) {
	rows, err := list[handRow](tx, "table_id, number, revision", "table_id IN (SELECT id FROM play_tables WHERE round_id = ?)", id)
	if err != nil {
		return nil, err
	}
	hands, err := each(rows, handRow.hand)
	byTable := map[tournament.TableID][]tournament.HandRevision{}
	for _, h := range hands {
		byTable[h.Table] = append(byTable[h.Table], h)
	}
	return byTable, err
}

// CurrentHands lists the newest revision of each hand of a table that is not void, by number.
func (tx *Tx) CurrentHands(id tournament.TableID) ([]tournament.HandRevision, error) {
	var rows []handRow
	if err := tx.db.Table("current_hands").Where("table_id = ?", id).Order("number").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list current hands: %w", err)
	}
	return each(rows, handRow.hand)
}

// HandByOp finds the revision an op wrote.
func (tx *Tx) HandByOp(op string) (tournament.HandRevision, bool, error) {
	row, err := take[handRow](tx, "hand", "op = ?", op)
	if errors.Is(err, tournament.ErrNotFound) {
		return tournament.HandRevision{}, false, nil
	}
	if err != nil {
		return tournament.HandRevision{}, false, err
	}
	h, err := row.hand()
	return h, err == nil, err
}

// HandRevisionByID loads one revision; ErrNotFound (unknown_hand).
func (tx *Tx) HandRevisionByID(id tournament.RevisionID) (tournament.HandRevision, error) {
	row, err := take[handRow](tx, "hand", "id = ?", id)
	if err != nil {
		return tournament.HandRevision{}, err
	}
	return row.hand()
}
