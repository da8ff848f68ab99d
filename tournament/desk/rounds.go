package desk

import (
	"context"

	"doko/tournament"
	"doko/tournament/draw"
)

// DrawRound seats the players present. Drawing again needs a reason; it is refused once a hand of the round is entered.
type DrawRound struct {
	Op         string
	Tournament tournament.TournamentID
	Round      int
	Seed       string // "" = made by the program
	Reason     string // needed when the round is drawn already
}

// RoundStep releases the seating, starts, closes or reopens a round.
type RoundStep struct {
	Op         string
	Tournament tournament.TournamentID
	Round      int
	Version    int
	Reason     string // needed to reopen
}

// SwapSeats exchanges two players of a drawn round by hand. Accept = the director has seen what gets worse.
type SwapSeats struct {
	Op         string
	Tournament tournament.TournamentID
	Round      int
	Version    int
	A, B       tournament.EntryID
	Accept     bool
}

// SeatView is a player at a table.
type SeatView struct {
	Position int
	Entry    tournament.EntryID
	StartNo  int
	Name     string
	Club     string
	FromHand int
}

// SeatedTable is a table with its players.
type SeatedTable struct {
	Table tournament.Table
	Seats []SeatView
}

// Seating is who sits where in a round.
type Seating struct {
	Tournament tournament.Tournament
	Round      tournament.Round
	Tables     []SeatedTable
	Faults     []draw.Fault // club mates, repeats, apart pairs: for helpers and more only
}

// DrawRound draws and stores a round, whole or not at all. Directors only.
func (d *Desk) DrawRound(ctx context.Context, by tournament.Actor, in DrawRound) (Seating, error) {
	panic("desk: being written")
}

// ResetDraw takes a drawn round back as long as no hand is entered. Directors only.
func (d *Desk) ResetDraw(ctx context.Context, by tournament.Actor, in RoundStep) error {
	panic("desk: being written")
}

// ReleaseSeating shows the seating to visitors.
func (d *Desk) ReleaseSeating(ctx context.Context, by tournament.Actor, in RoundStep) (tournament.Round, error) {
	panic("desk: being written")
}

// StartRound says that play has begun; the first hand does the same by itself.
func (d *Desk) StartRound(ctx context.Context, by tournament.Actor, in RoundStep) (tournament.Round, error) {
	panic("desk: being written")
}

// CloseRound closes a round of which every sheet is confirmed. Problem sheets_missing names the tables and list keepers.
func (d *Desk) CloseRound(ctx context.Context, by tournament.Actor, in RoundStep) (tournament.Round, error) {
	panic("desk: being written")
}

// ReopenRound opens a closed round again, with a reason.
func (d *Desk) ReopenRound(ctx context.Context, by tournament.Actor, in RoundStep) (tournament.Round, error) {
	panic("desk: being written")
}

// SwapSeats exchanges two players. Without Accept a change that makes something worse is refused with the faults (problem seats_worse).
func (d *Desk) SwapSeats(ctx context.Context, by tournament.Actor, in SwapSeats) (Seating, error) {
	panic("desk: being written")
}

// Seating loads a round's seating; visitors only when released.
func (d *Desk) Seating(ctx context.Context, by tournament.Actor, id tournament.TournamentID, round int) (Seating, error) {
	panic("desk: being written")
}

// Rounds lists the rounds drawn (visitors: released).
func (d *Desk) Rounds(ctx context.Context, by tournament.Actor, id tournament.TournamentID) ([]tournament.Round, error) {
	panic("desk: being written")
}
