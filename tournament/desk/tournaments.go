package desk

import (
	"context"
	"time"

	"doko/tournament"
)

// Settings are what a director decides about a tournament.
type Settings struct {
	Name      string // 1 to 120 characters
	Venue     string
	StartsAt  time.Time // zero = open; between 1990 and 2100
	TimeZone  string
	Rules     []byte // RULES JSON: a preset name or an object; empty = "ddv"
	Format    tournament.Format
	Fee       tournament.Cents
	Currency  string // ISO 4217, "EUR"
	Public    bool
	Standings tournament.Release
}

// CreateTournament starts a tournament of an organisation; Organisation 0 = the actor's only one.
type CreateTournament struct {
	Op           string
	Organisation tournament.OrganisationID
	Settings     Settings
}

// EditTournament changes the settings. Rules and hands can't change once a round is drawn (ErrPhase).
type EditTournament struct {
	Op         string
	Tournament tournament.TournamentID
	Version    int
	Settings   Settings
}

// TournamentPhase finishes or reopens a tournament.
type TournamentPhase struct {
	Op         string
	Tournament tournament.TournamentID
	Version    int
	To         tournament.Phase
	Reason     string // needed to reopen
}

// CreateTournament stores a new tournament. Directors only.
func (d *Desk) CreateTournament(ctx context.Context, by tournament.Actor, in CreateTournament) (tournament.Tournament, error) {
	panic("desk: being written")
}

// EditTournament changes settings. Directors only; ErrConflict when the version is old.
func (d *Desk) EditTournament(ctx context.Context, by tournament.Actor, in EditTournament) (tournament.Tournament, error) {
	panic("desk: being written")
}

// MovePhase finishes or reopens. Problem sheets_missing lists what is open when finishing.
func (d *Desk) MovePhase(ctx context.Context, by tournament.Actor, in TournamentPhase) (tournament.Tournament, error) {
	panic("desk: being written")
}

// TournamentLine is a tournament in a list.
type TournamentLine struct {
	Tournament tournament.Tournament
	Entries    int
	Round      int // the last round drawn, 0 = none
	MayEdit    bool
}

// Tournaments lists what the actor may see, newest first.
func (d *Desk) Tournaments(ctx context.Context, by tournament.Actor) ([]TournamentLine, error) {
	panic("desk: being written")
}

// Tournament loads one tournament. A visitor gets ErrNotFound unless it is public.
func (d *Desk) Tournament(ctx context.Context, by tournament.Actor, id tournament.TournamentID) (tournament.Tournament, error) {
	panic("desk: being written")
}

// TournamentByPublicID finds a tournament by the word in its public address.
func (d *Desk) TournamentByPublicID(ctx context.Context, by tournament.Actor, publicID string) (tournament.Tournament, error) {
	panic("desk: being written")
}

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
