package desk

import (
	"context"

	"doko/tournament"
	"doko/tournament/standings"
)

// StandingLine is one place of the ranking (CONTRACTS 6).
type StandingLine struct {
	Rank        int
	Shared      bool
	Entry       tournament.EntryID
	StartNo     int
	Name        string
	Club        string
	Rounds      []*int // points by round with that round's penalties and credits; nil = not seated
	Total       int
	Penalty     int // own penalty points, 0 or negative
	HandsWon    *int
	SolosPlayed *int
	SolosWon    *int
	DecidedBy   standings.Criterion // what separates this line from the one above; "" for the first and a shared rank
	Withdrawn   bool
}

// Warning is something odd about a ranking's data (CONTRACTS 6).
type Warning struct {
	Code    string
	Round   int
	Table   int
	StartNo int
	Sum     *int
}

// Standings is a ranking.
type Standings struct {
	Tournament  tournament.Tournament
	AfterRound  int
	Provisional bool
	Lines       []StandingLine
	Warnings    []Warning
	Sum         int // of all totals
	Penalties   int // of all penalty points and credits
	Revision    int // of the published copy, 0 = live
	Changes     int64
}

// Standings ranks the tournament after a round (0 = the last). Visitors get what is released: the live ranking, or the last published one.
func (d *Desk) Standings(ctx context.Context, by tournament.Actor, id tournament.TournamentID, afterRound int) (Standings, error) {
	panic("desk: being written")
}

// JSON writes the ranking exactly as CONTRACTS 6 says, with English messages.
func (s Standings) JSON() ([]byte, error) {
	panic("desk: being written")
}

// PublishedCopies lists what was published, newest first, for those who may see the ranking.
func (d *Desk) PublishedCopies(ctx context.Context, by tournament.Actor, id tournament.TournamentID) ([]tournament.Published, error) {
	panic("desk: being written")
}

// PublishStandings keeps the ranking after a round as what was shown and printed, under the next revision number. Directors.
type PublishStandings struct {
	Op         string
	Tournament tournament.TournamentID
	AfterRound int
}

// Publish stores the published copy.
func (d *Desk) Publish(ctx context.Context, by tournament.Actor, in PublishStandings) (tournament.Published, error) {
	panic("desk: being written")
}
