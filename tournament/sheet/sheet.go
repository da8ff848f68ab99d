// Package sheet works out what one table's sheet adds up to: rows, running totals, who deals next, solos owed, faults.
package sheet

import (
	"doko/scoring"
	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
	"doko/tournament"
)

// The codes of faults; the same words are the warnings of CONTRACTS 6.
const (
	SumNotZero   = "sum_not_zero"
	HandsMissing = "hands_missing"
	SoloMissing  = "solo_missing"
	SoloOrder    = "solo_order"
	UnusualTotal = "unusual_total" // soft: shown, never in the way
)

// Fault is something that stands in the way of confirming a sheet, or a warning about an imported one.
type Fault struct {
	Code     string // sum_not_zero, hands_missing, solo_missing, solo_order, unusual_total
	Position int    // solo_missing, solo_order, unusual_total: whose; 0 = the whole sheet
	Hand     int    // solo_order, and sum_not_zero if one row is to blame; hands_missing: the first missing one
	Sum      int    // sum_not_zero: the sum; unusual_total: the total
	Missing  int    // hands_missing: how many
}

// Soft reports whether a director need not give a reason for it.
func (f Fault) Soft() bool { return f.Code == UnusualTotal }

// Input is all a table's sheet is worked out from.
type Input struct {
	Rules  scoring.Rules
	Format tournament.Format
	Size   int                        // seats: 4 or 5
	Seats  []tournament.Seat          // with substitutes
	Rows   []tournament.HandRevision  // the current rows in order of play, see Current; their Points count as stored
	Totals *tournament.TotalsRevision // not nil and not void: counts instead of rows
}

// Row is a row in its place on the sheet.
type Row struct {
	Revision tournament.HandRevision
	Running  []int               // totals by position after it
	Turn     doppelkopf.Turn     // how the hand began; zero for redealt and through rows
	Soloist  int                 // position of the player of a solo that has a kind, 0 = none
	Kind     doppelkopf.SoloKind // resolved kind of that solo, "" = none
}

// Sheet is a sheet worked out.
type Sheet struct {
	Rows      []Row
	Running   []int            // totals by position
	Hands     int              // hands planned
	Done      int              // hands entered or covered
	Next      *doppelkopf.Turn // the first hand that is missing; nil when the sheet is full or only totals are kept
	SolosOpen []int            // positions that still owe a compulsory solo
	Points    []tournament.SheetPoints
	Faults    []Fault
}

// Current picks the rows that count from all revisions of a table: the newest of each number, if it is not void. A redealt row
// takes no number: it is stored under the number of the hand that was dealt again, stays when a later revision of another
// kind brings that hand, and goes only by a void revision right after it.
func Current(all []tournament.HandRevision) []tournament.HandRevision {
	panic("sheet: being written")
}

// Fold works a sheet out. It never fails: what is odd becomes a fault.
func Fold(in Input) Sheet { panic("sheet: being written") }

// Entered is a row that may be stored.
type Entered struct {
	Number int
	Row    tournament.Row // who sits out filled in
	Result tally.Result   // Points by position; Winner and Value as far as the row tells
	Value  *int           // as HandRevision.Value: nil = the row does not tell
	Turn   doppelkopf.Turn
	Kind   doppelkopf.SoloKind
}

// Enter reads, checks and scores a row for a hand number (0 = the next) of a sheet. Content is checked first, then the number,
// then the order of the session. The error is tally.Problems: the codes of scoring, number_range (field number), solo_order,
// solo_not_owed, solo_not_forced (field hand.solo_kind), sitting_out. Rows of in that have the same number are left out.
func Enter(in Input, number int, raw []byte) (Entered, error) { panic("sheet: being written") }

// Place is Enter for a row that has been read already: with Lenient what really happened is not refused, only what can't be
// scored. It is the way of an import.
func Place(in Input, number int, row tournament.Row, how Strictness) (Entered, error) {
	panic("sheet: being written")
}

// Strictness says whether the order of the session is insisted on.
type Strictness int

// The choices.
const (
	Strict  Strictness = iota // at the table
	Lenient                   // a sheet of the past
)

// Score works out one row. sitsOut is the position without cards at a table of five for rows that do not say, 0 at four.
// The error is tally.Problems.
func Score(rules scoring.Rules, seats, sitsOut int, row tournament.Row) (tally.Result, error) {
	panic("sheet: being written")
}

// CheckTotals looks at typed totals and solos for a table of so many seats: codes totals_count, solos_count, total_range,
// solos_range; fields totals, solos.
func CheckTotals(in Input, totals, solos []int) tournament.Problems { panic("sheet: being written") }
