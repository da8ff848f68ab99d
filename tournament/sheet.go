package tournament

import (
	"time"

	"doko/scoring"
	"doko/scoring/tally"
)

// RowKind is the way one row of a sheet is kept (CONTRACTS 5).
type RowKind string

// The ways to keep a row.
const (
	RowHand    RowKind = "hand"    // the full hand, scored by the engine
	RowPoints  RowKind = "points"  // list points by position, copied from paper
	RowWinners RowKind = "winners" // who won and the value
	RowRedealt RowKind = "redealt" // dealt again: no number, no points
	RowThrough RowKind = "through" // the rest of the sheet up to a hand number, copied from paper
)

// NoSolo in a RowWinners says that the one against three played no solo of his own choice: a silent solo, a Hochzeit alone.
const NoSolo = -1

// Row is what was noted for one hand. Positions are 1 to 5.
type Row struct {
	Kind     RowKind
	Record   *scoring.Record // RowHand
	Points   []int           // RowPoints, RowThrough: list points by position
	Solo     int             // RowPoints: position of the soloist, 0 = none; RowWinners: 0 = the single winner or loser, NoSolo = nobody
	SoloKind string          // RowPoints, RowWinners: pflicht | lust | vorgefuehrt, "" = follows from the session
	Winners  []int           // RowWinners: positions
	Value    int             // RowWinners: list points of one winner of a normal hand; a single winner or loser counts three times
	Through  int             // RowThrough: last hand number covered
	Solos    []int           // RowThrough: compulsory solos played in these hands, by position; nil = unknown
	Reason   string          // RowRedealt
}

// HandRevision is one version of one row; the newest counts, earlier ones stay readable (append-only).
type HandRevision struct {
	ID       RevisionID
	Table    TableID
	Number   int // hand number from 1
	Revision int // from 1
	Void     bool
	Row      Row
	Winner   string // "re", "kontra", "" = nobody or unknown
	Value    *int   // signed, seen from Re; nil = unknown
	Points   []int  // list points by position
	Lines    []tally.Line
	Op       string // idempotency key of the command that wrote it
	By       ActorRef
	At       time.Time
	Reason   string
}

// TotalsRevision is one version of a sheet of which only the totals are kept.
type TotalsRevision struct {
	ID       RevisionID
	Table    TableID
	Revision int
	Void     bool
	Totals   []int // list points by position
	Solos    []int // compulsory solos played, by position; nil = unknown
	Op       string
	By       ActorRef
	At       time.Time
	Reason   string
}

// SheetPoints is what one sheet gives one entry: one row per (table, entry), since a substitute shares a seat.
// It is derived from the table's revisions in the transaction that wrote them. nil = the sheet does not tell.
type SheetPoints struct {
	Table       TableID
	Entry       EntryID
	Position    int
	Points      int
	HandsPlayed int
	HandsWon    *int
	SolosPlayed int
	SolosWon    *int
}

// Penalty are penalty points (TSR 9): Points for the offender (0 or negative), credits for others at the table.
type Penalty struct {
	ID         PenaltyID
	Tournament TournamentID
	Entry      EntryID
	Round      int // 0 = not tied to a round
	Hand       int // 0 = not tied to a hand
	Points     int
	Others     int      // list points credited to each other active player at the table
	Credits    []Credit // instead of Others where it is not the same for all
	Offence    string   // code of the row of TSR 9 it comes from; "" = none, given freely
	Redealt    bool     // the hand was stopped and dealt again: it does not count as played
	Reason     string
	Revision   int
	Void       bool
	By         ActorRef
	At         time.Time
}

// Credit are points given to one entry by another's penalty.
type Credit struct {
	Entry  EntryID
	Points int
}
