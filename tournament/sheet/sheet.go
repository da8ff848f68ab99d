// Package sheet works out what one table's sheet adds up to: rows, running totals, who deals next, solos owed, faults.
package sheet

import (
	"doko/scoring"
	"doko/scoring/doppelkopf"
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
	TimeUp   bool   // hands_missing: time was up
	Noted    bool   // solo_order: the hand was kept with a note
}

// Soft reports whether a director need not give a reason for it: it is only unusual, time was up, or the reason is with the hand.
func (f Fault) Soft() bool { return f.Code == UnusualTotal || f.TimeUp || f.Noted }

// Input is all a table's sheet is worked out from.
type Input struct {
	Rules  scoring.Rules
	Format tournament.Format
	Size   int                        // seats: 4 or 5
	Seats  []tournament.Seat          // with substitutes
	Rows   []tournament.HandRevision  // the current rows in order of play, see Current; their Points count as stored
	Totals *tournament.TotalsRevision // not nil and not void: counts instead of rows
	TimeUp bool                       // no hand is begun any more but compulsory solos still owed
	// GoneFrom has by position the first hand missed by who left without a substitute, see doppelkopf.SessionRules.
	GoneFrom [6]int
}

// Row is a row in its place on the sheet.
type Row struct {
	Revision tournament.HandRevision
	Running  []int               // totals by position after it
	Turn     doppelkopf.Turn     // how the hand began; zero for redealt and through rows
	Soloist  int                 // position of the player of a solo that has a kind, 0 = none
	Kind     doppelkopf.SoloKind // resolved kind of that solo, "" = none
	Breaks   []string            // codes of the rules of the session it goes against, see Entered
}

// Sheet is a sheet worked out.
type Sheet struct {
	Rows      []Row
	Running   []int            // totals by position
	Hands     int              // hands planned, fewer at a table of five that somebody has left
	Stopped   bool             // fewer than four are left: no further hand is played
	Lapsed    []int            // positions whose compulsory solo is no longer owed, since somebody has left
	Done      int              // hands entered or covered
	Next      *doppelkopf.Turn // the first hand that is missing; nil when the sheet is full, the table has stopped or only totals are kept
	Bock      int              // Bock marks of the next hand, as far as the hands before tell
	SolosOpen []int            // positions that still owe a compulsory solo
	Points    []tournament.SheetPoints
	Faults    []Fault
	Session   doppelkopf.SessionRules // the rules of the round at this table
}
