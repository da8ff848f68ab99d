package desk

import (
	"doko/scoring/doppelkopf"
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
	// Seats is who was drawn to each position as it was seen when the hand was typed, nil = not compared. A hand that waited in a phone is
	// one of these seats and no others.
	Seats []tournament.EntryID `json:",omitempty"`
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
	// Unusual are, to confirm, the positions whose unusual total was looked at and is right. nil = the question was not put: a
	// script confirms what it read in the version it names, and no more is asked of it than the contract of the API says.
	Unusual []int `json:",omitempty"`
}

// RowView is one row of a sheet as shown.
type RowView struct {
	Number  int
	Current tournament.HandRevision
	Older   []tournament.HandRevision // struck through, newest first
	Running []int                     // totals by position after this hand
	Turn    doppelkopf.Turn
	Kind    doppelkopf.SoloKind // resolved kind of a solo, "" for none
	Breaks  []string            // codes of the rules of the session it goes against; Current.Reason is the note
}

// TableView is a table with its sheet.
type TableView struct {
	Tournament tournament.Tournament
	Round      tournament.Round
	Table      tournament.Table
	Seats      []SeatView // by position; substitutes after the seat they took over
	Hands      int        // hands planned
	Vacant     []tournament.Vacancy
	Stopped    bool  // fewer than four are left: no further hand is played
	Lapsed     []int // positions that no longer owe the compulsory solo they did not play, since somebody has left
	Session    doppelkopf.SessionRules
	Rows       []RowView
	Next       *doppelkopf.Turn  // nil after the last hand
	Ahead      []doppelkopf.Turn // how each hand still missing begins, as far as the hands before it tell
	Bock       int               // Bock marks of the next hand, as far as the hands before tell
	SolosOpen  []int             // positions that still owe a compulsory solo
	Running    []int             // totals by position
	Totals     *tournament.TotalsRevision
	OldTotals  []tournament.TotalsRevision
	Penalties  []tournament.Penalty
	Faults     []sheet.Fault // what stands in the way of confirming
	Highest    int           // with an unusual total: the highest list points of the evening on any other sheet, 0 = none
	MayEnter   bool
	MayConfirm bool
	Time       TableTime                      // only from Table
	Presence   Presence                       // which devices are at the table, and which of them writes; only from Table
	Accounts   map[tournament.ActorRef]string // sign-in names of the accounts that wrote on the sheet; only from Table
}

// Conflict is the error when somebody was faster: the stored hand as it is now. errors.Is ErrConflict.
type Conflict struct {
	Problem *tournament.Problem
	Stored  tournament.HandRevision    // the newest revision; ID 0 = there is none, or it was taken back
	Totals  *tournament.TotalsRevision // of a sheet of totals, else nil
}

func (c *Conflict) Error() string { return c.Problem.Error() }

// Unwrap gives the problem, and with it the kind.
func (c *Conflict) Unwrap() error { return c.Problem }

// PenaltyEntry records penalty points. Points 0 or negative; Others are credited to each other active player of the table.
type PenaltyEntry struct {
	Op     string
	Entry  tournament.EntryID
	Round  int // 0 = not tied to a round
	Hand   int // 0 = not tied to a hand
	Points int
	Others int
	Again  bool // although one stands against this player for the same hand
	Reason string
}

// PenaltyCancel takes a penalty back, with a reason.
type PenaltyCancel struct {
	Op      string
	Penalty tournament.PenaltyID
	Reason  string
}
