// Package exchange reads and writes tournament files and player lists (JSON, CSV, XLSX).
package exchange

import "doko/tournament"

// Format is the name of the tournament file's form.
const Format = "doko-tournament/1"

// Limits of a file.
const (
	MaxBytes   = 32 << 20
	MaxEntries = 100_000
)

// File is a tournament file (CONTRACTS 5) as a tree of values without database ids; players are named by start number.
type File struct {
	Tournament tournament.Tournament // UID "" = the file has none; Phase follows from the rounds
	Entries    []tournament.Entry    // with Name, Club, MemberNo; UID "" = the file has none
	Rounds     []Round
	Penalties  []Penalty
	Warnings   []Warning // about sheets marked confirmed; Write ignores them
}

// Round is a round of a file.
type Round struct {
	Number int
	Seed   string
	Closed bool
	Tables []Table
}

// Table is a table with its sheet, if there is one.
type Table struct {
	Number      int
	Seats       []int // start numbers by position
	Substitutes []Substitute
	Mode        Mode
	Confirmed   bool
	Rows        []tournament.HandRevision  // Number, Row, Winner, Value, Points, Lines are set; in order of play
	Totals      *tournament.TotalsRevision // mode totals: Totals, Solos are set
}

// Mode is how a sheet is kept.
type Mode string

// The modes; NoSheet is a table that is open.
const (
	NoSheet Mode = ""
	Hands   Mode = "hands"
	Points  Mode = "points"
	Totals  Mode = "totals"
)

// Substitute takes over a position from a hand on.
type Substitute struct {
	Position, StartNo, FromHand int
}

// Penalty is a penalty of a file. Others or Credits, see tournament.Penalty.
type Penalty struct {
	StartNo, Round, Hand, Points, Others int
	Credits                              []Credit
	Reason                               string
}

// Credit are points given to one player by another's penalty.
type Credit struct {
	StartNo, Points int
}

// Warning is something odd in a sheet that is marked confirmed (CONTRACTS 5, 6).
type Warning struct {
	Code    string
	Pointer string // JSON pointer of the sheet
	Round   int
	Table   int
	StartNo int  // solo_missing, solo_order, unusual_total
	Hand    int  // solo_order
	Sum     *int // sum_not_zero, unusual_total
}
