package desk

import (
	"context"

	"doko/tournament"
)

// Register adds a player to a tournament. Player 0 makes a new person in the address book from Name, Club, MemberNo.
type Register struct {
	Op         string
	Tournament tournament.TournamentID
	Player     tournament.PlayerID
	Name       string // 1 to 80 characters
	Club       string
	MemberNo   string
	Team       string
	FixedTable int
	Apart      []int // start numbers
	SameName   bool  // a second person of the same name is meant
	Present    bool  // check in at once
	Paid       bool  // the fee was paid in full
}

// EntryEdit changes an entry and its person. Version is the entry's as seen.
type EntryEdit struct {
	Op         string
	Entry      tournament.EntryID
	Version    int
	Name       string
	Club       string
	MemberNo   string
	Team       string
	StartNo    int
	FixedTable int
	Apart      []int
	FromRound  int
	ToRound    int
	SameName   bool // another person of the same name is meant
}

// EntryStatus sets an entry's status: present (check in), registered (taken back), withdrawn (from the next round on).
type EntryStatus struct {
	Op      string
	Entry   tournament.EntryID
	Version int
	Status  tournament.Status
	Reason  string
}

// FeePayment sets what an entry has paid in all, in cents.
type FeePayment struct {
	Op      string
	Entry   tournament.EntryID
	Version int
	Paid    tournament.Cents
}

// EntryList is a tournament's entries in order of name, with the counters of the check-in.
type EntryList struct {
	Tournament tournament.Tournament
	Entries    []tournament.Entry
	Present    int
	Missing    int // registered, not yet present
	Withdrawn  int
	Paid       tournament.Cents
	Due        tournament.Cents // fees of all not withdrawn
	Fours      int              // tables of four for those present
	Fives      int
	Splits     bool // the present can be seated
}

// Register adds an entry. Problems: name_missing, name_too_long, duplicate_name (ErrDuplicate, unless SameName), unknown ids, ErrPhase when finished.
func (d *Desk) Register(ctx context.Context, by tournament.Actor, in Register) (tournament.Entry, error) {
	panic("desk: being written")
}

// EditEntry changes an entry. Problems as Register; ErrConflict when the version is old.
func (d *Desk) EditEntry(ctx context.Context, by tournament.Actor, in EntryEdit) (tournament.Entry, error) {
	panic("desk: being written")
}

// SetStatus checks in, takes back or withdraws. ErrConflict when the version is old.
func (d *Desk) SetStatus(ctx context.Context, by tournament.Actor, in EntryStatus) (tournament.Entry, error) {
	panic("desk: being written")
}

// TakeFee records what an entry has paid. Problem fee_range. ErrConflict when the version is old.
func (d *Desk) TakeFee(ctx context.Context, by tournament.Actor, in FeePayment) (tournament.Entry, error) {
	panic("desk: being written")
}

// People searches the organisation's address book for players who are not in the tournament yet: every word of the query
// begins a word of the name, umlauts in any spelling. An empty query finds all. Helpers and more.
func (d *Desk) People(ctx context.Context, by tournament.Actor, id tournament.TournamentID, query string) ([]tournament.Player, error) {
	panic("desk: being written")
}

// Entries lists a tournament's entries for helpers and more.
func (d *Desk) Entries(ctx context.Context, by tournament.Actor, id tournament.TournamentID) (EntryList, error) {
	panic("desk: being written")
}

// Entry loads one entry with its tournament for helpers and more.
func (d *Desk) Entry(ctx context.Context, by tournament.Actor, id tournament.EntryID) (tournament.Entry, tournament.Tournament, error) {
	panic("desk: being written")
}
