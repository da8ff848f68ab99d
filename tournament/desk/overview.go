package desk

import (
	"context"

	"doko/tournament"
)

// TableTile is a table on the director's page.
type TableTile struct {
	Table     tournament.Table
	Names     []string // by position
	Keeper    string   // name of the list keeper
	Hands     int      // hands planned
	Done      int      // hands entered
	SolosOpen []string // names that still owe a compulsory solo
	Totals    bool     // kept as totals only
	Sum       int
	Faults    int // what stands in the way of confirming
}

// RoundState is a round on the director's page.
type RoundState struct {
	Round     tournament.Round
	Tables    []TableTile
	Confirmed int
}

// Overview is the director's page: what is next, and what is in the way.
type Overview struct {
	Entries EntryList
	Rounds  []RoundState
	Journal []JournalLine // the last few
	Next    string        // code of the next step: check_in, draw, release, start, play, close, draw_next, finish, done
	Round   int           // round the next step is about
}

// Overview loads the director's page. Helpers and more.
func (d *Desk) Overview(ctx context.Context, by tournament.Actor, id tournament.TournamentID) (Overview, error) {
	panic("desk: being written")
}

// JournalLine is a journal entry with its names joined.
type JournalLine struct {
	Entry   tournament.JournalEntry
	Actor   string // sign-in name, "Tisch 7", "" for the system
	Subject string // what it is about, in words of the data: a player's name, a table number
}

// Journal lists the newest entries of a tournament, at most limit. Directors and referees.
func (d *Desk) Journal(ctx context.Context, by tournament.Actor, id tournament.TournamentID, limit int) ([]JournalLine, error) {
	panic("desk: being written")
}
