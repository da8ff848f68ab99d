package desk

import (
	"context"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/sheet"
)

// HandEntry enters, corrects or voids one hand (CONTRACTS 7).
type HandEntry struct {
	Op     string
	Table  tournament.TableID
	Number int    // hand number from 1; 0 = the next
	Base   int    // revision seen, 0 = new
	Row    []byte // JSON of one row: {"hand":HAND} | {"points":…} | {"winners":…,"value":…} | HAND itself under "hand"
	Void   bool   // take the hand back
	Reason string // needed with Base > 0
}

// TotalsEntry enters or corrects the totals of a sheet.
type TotalsEntry struct {
	Op     string
	Table  tournament.TableID
	Base   int
	Totals []int // by position
	Solos  []int // compulsory solos played, by position; nil = not known
	Void   bool
	Reason string
}

// TableStep submits, confirms or unlocks a sheet. Version is the table's as seen.
type TableStep struct {
	Op      string
	Table   tournament.TableID
	Version int
	Reason  string // a director's, for a sheet that does not add up, and to unlock
}

// RowView is one row of a sheet as shown.
type RowView struct {
	Number  int
	Current tournament.HandRevision
	Older   []tournament.HandRevision // struck through, newest first
	Running []int                     // totals by position after this hand
	Turn    doppelkopf.Turn
	Kind    doppelkopf.SoloKind // resolved kind of a solo, "" for none
}

// TableView is a table with its sheet.
type TableView struct {
	Tournament tournament.Tournament
	Round      tournament.Round
	Table      tournament.Table
	Seats      []SeatView // by position; substitutes after the seat they took over
	Hands      int        // hands planned
	Rows       []RowView
	Next       *doppelkopf.Turn // nil after the last hand
	SolosOpen  []int            // positions that still owe a compulsory solo
	Running    []int            // totals by position
	Totals     *tournament.TotalsRevision
	OldTotals  []tournament.TotalsRevision
	Penalties  []tournament.Penalty
	Faults     []sheet.Fault // what stands in the way of confirming
	MayEnter   bool
	MayConfirm bool
}

// Conflict is the error when somebody was faster: the stored hand as it is now. errors.Is ErrConflict.
type Conflict struct {
	Problem *tournament.Problem
	Stored  tournament.HandRevision
}

func (c *Conflict) Error() string { return c.Problem.Error() }

// Unwrap gives the problem, and with it the kind.
func (c *Conflict) Unwrap() error { return c.Problem }

// EnterHand stores a revision of a hand; false when the Op had been stored before. Content is checked first, then the number, then the state.
func (d *Desk) EnterHand(ctx context.Context, by tournament.Actor, in HandEntry) (tournament.HandRevision, bool, error) {
	panic("desk: being written")
}

// Preview scores a hand without storing it. Number 0 = the next.
func (d *Desk) Preview(ctx context.Context, by tournament.Actor, table tournament.TableID, number int, row []byte) (tally.Result, error) {
	panic("desk: being written")
}

// EnterTotals stores the totals of a sheet.
func (d *Desk) EnterTotals(ctx context.Context, by tournament.Actor, in TotalsEntry) (TableView, error) {
	panic("desk: being written")
}

// SubmitSheet says the list is complete. List keeper and more.
func (d *Desk) SubmitSheet(ctx context.Context, by tournament.Actor, in TableStep) (TableView, error) {
	panic("desk: being written")
}

// ConfirmSheet locks the sheet: by a director or helper, or with confirm two by the table's second key. Faults need a director's reason.
func (d *Desk) ConfirmSheet(ctx context.Context, by tournament.Actor, in TableStep) (TableView, error) {
	panic("desk: being written")
}

// UnlockSheet opens a submitted or confirmed sheet again, with a reason. Helpers and more; a closed round: directors.
func (d *Desk) UnlockSheet(ctx context.Context, by tournament.Actor, in TableStep) (TableView, error) {
	panic("desk: being written")
}

// Table loads a table with its sheet: helpers and more, or by the table's key.
func (d *Desk) Table(ctx context.Context, by tournament.Actor, id tournament.TableID) (TableView, error) {
	panic("desk: being written")
}

// Sheets loads the sheets of a round for printing, in order of table: all, or one table number (0 = all). Helpers and more.
func (d *Desk) Sheets(ctx context.Context, by tournament.Actor, id tournament.TournamentID, round, table int) ([]TableView, error) {
	panic("desk: being written")
}

// SecondKeyOf gives the table's second key, which confirms what the first has submitted (confirm two). Directors.
func (d *Desk) SecondKeyOf(ctx context.Context, by tournament.Actor, id tournament.TableID) (tournament.TableKey, error) {
	panic("desk: being written")
}

// KeyOf gives the table's key, made at the first call. Directors (CONTRACTS 7).
func (d *Desk) KeyOf(ctx context.Context, by tournament.Actor, id tournament.TableID) (tournament.TableKey, error) {
	panic("desk: being written")
}

// RevokeKey makes a table's keys useless; the next KeyOf makes a new one. Directors.
func (d *Desk) RevokeKey(ctx context.Context, by tournament.Actor, id tournament.TableID) error {
	panic("desk: being written")
}

// PenaltyEntry records penalty points. Points 0 or negative; Others are credited to each other active player of the table.
type PenaltyEntry struct {
	Op     string
	Entry  tournament.EntryID
	Round  int
	Hand   int
	Points int
	Others int
	Reason string
}

// PenaltyCancel takes a penalty back, with a reason.
type PenaltyCancel struct {
	Op      string
	Penalty tournament.PenaltyID
	Reason  string
}

// AddPenalty stores a penalty. Referees and directors.
func (d *Desk) AddPenalty(ctx context.Context, by tournament.Actor, in PenaltyEntry) (tournament.Penalty, error) {
	panic("desk: being written")
}

// CancelPenalty takes a penalty back. Referees and directors.
func (d *Desk) CancelPenalty(ctx context.Context, by tournament.Actor, in PenaltyCancel) error {
	panic("desk: being written")
}

// Penalties lists a tournament's penalties, cancelled ones included.
func (d *Desk) Penalties(ctx context.Context, by tournament.Actor, id tournament.TournamentID) ([]tournament.Penalty, error) {
	panic("desk: being written")
}
