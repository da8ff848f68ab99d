package desk

import (
	"context"

	"doko/tournament"
	"doko/tournament/standings"
	"doko/tournament/store"
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

// Warning is something odd about a ranking's data (CONTRACTS 6). Numbers that do not belong to its code are 0, Sum nil.
type Warning struct {
	Code    string
	Round   int
	Table   int
	StartNo int
	Hand    int
	Sum     *int

	Criterion standings.Criterion // criterion_unknown
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
	Revision    int // of the published copy this is, or that says the same; 0 = none
	Changes     int64

	known bool // the hall knows of a round counted
}

// PublishStandings keeps the ranking after a round as what was shown and printed, under the next revision number. Directors.
type PublishStandings struct {
	Op         string
	Tournament tournament.TournamentID
	AfterRound int // 0 = the last drawn
}

// kindStandings names the published copies of rankings.
const kindStandings = "standings"

// Standings ranks the tournament after a round (0 = the last). Visitors get what is released: the live ranking, or the last
// published one. The live one names nobody to them before the first seating is released or played.
func (d *Desk) Standings(ctx context.Context, by tournament.Actor, id tournament.TournamentID, afterRound int) (Standings, error) {
	var t tournament.Tournament
	err := d.view(ctx, func(tx *store.Tx) error {
		var err error
		t, err = seen(tx, by, id)
		return err
	})
	if err != nil {
		return Standings{}, err
	}
	helper := by.May(tournament.Helper, t.Organisation, t.ID)
	if helper || t.Standings == tournament.ReleaseLive {
		s, err := d.live(ctx, id, t.Changes, afterRound)
		if !helper && !s.known {
			s.Lines, s.Warnings = nil, nil
		}
		return s, err
	}
	if t.Standings == tournament.ReleaseHidden {
		return Standings{}, tournament.Wrong(tournament.ErrNotFound, "standings_hidden", nil)
	}
	return d.released(ctx, t, afterRound)
}

// underWay reports whether the hall knows of a round: its seating is released, or it is played without that.
func underWay(r tournament.Round) bool {
	return r.Released || r.Phase == tournament.RoundPlaying || r.Phase == tournament.RoundClosed
}

// released is the last published ranking, for visitors.
func (d *Desk) released(ctx context.Context, t tournament.Tournament, afterRound int) (Standings, error) {
	var s Standings
	err := d.view(ctx, func(tx *store.Tx) error {
		p, err := tx.PublishedLatest(t.ID, kindStandings, afterRound)
		if err != nil {
			return err
		}
		s, err = reprinted(tx, t, p)
		return err
	})
	return s, err
}

// Reprint is a published copy as a ranking again, exactly as it was, for those who may see it.
func (d *Desk) Reprint(ctx context.Context, by tournament.Actor, id tournament.PublishedID) (Standings, error) {
	var s Standings
	err := d.view(ctx, func(tx *store.Tx) error {
		p, err := tx.PublishedByID(id)
		if err != nil {
			return err
		}
		t, err := readable(tx, by, p.Tournament)
		if err != nil {
			return err
		}
		s, err = reprinted(tx, t, p)
		return err
	})
	return s, err
}

func reprinted(tx *store.Tx, t tournament.Tournament, p tournament.Published) (Standings, error) {
	entries, err := tx.Entries(t.ID)
	if err != nil {
		return Standings{}, err
	}
	return reprint(t, p, entries)
}

// readable loads a tournament whose published rankings the actor may see.
func readable(tx *store.Tx, by tournament.Actor, id tournament.TournamentID) (tournament.Tournament, error) {
	t, err := seen(tx, by, id)
	if err != nil {
		return t, err
	}
	if t.Standings == tournament.ReleaseHidden && !by.May(tournament.Helper, t.Organisation, t.ID) {
		return t, tournament.Wrong(tournament.ErrNotFound, "standings_hidden", nil)
	}
	return t, nil
}

// PublishedCopies lists what was published, newest first, for those who may see the ranking.
func (d *Desk) PublishedCopies(ctx context.Context, by tournament.Actor, id tournament.TournamentID) ([]tournament.Published, error) {
	var copies []tournament.Published
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := readable(tx, by, id)
		if err != nil {
			return err
		}
		all, err := tx.PublishedAll(t.ID)
		if err != nil {
			return err
		}
		for i := len(all) - 1; i >= 0; i-- {
			if all[i].Kind == kindStandings {
				copies = append(copies, all[i])
			}
		}
		return nil
	})
	return copies, err
}

// Publish stores the published copy. The same ranking published again is the same copy.
func (d *Desk) Publish(ctx context.Context, by tournament.Actor, in PublishStandings) (tournament.Published, error) {
	done, err := d.run(ctx, command{by: by, op: in.Op, action: "standings.publish", input: in}, func(tx *store.Tx) (outcome, error) {
		t, err := tx.LockTournament(in.Tournament)
		if err != nil {
			return outcome{}, err
		}
		if err := need(by, t, tournament.Director); err != nil { // a finished tournament is published too
			return outcome{}, err
		}
		s, err := compute(tx, t, in.AfterRound, nil)
		if err != nil {
			return outcome{}, err
		}
		content, err := s.JSON()
		if err != nil {
			return outcome{}, err
		}
		return keep(tx, tournament.Published{
			Tournament: t.ID, AfterRound: s.AfterRound, Kind: kindStandings, Content: content, At: tx.Now, By: by.Ref(),
		})
	})
	if err != nil {
		return tournament.Published{}, err
	}
	var p tournament.Published
	err = d.view(ctx, func(tx *store.Tx) error {
		p, err = tx.PublishedByID(tournament.PublishedID(done.Subject))
		return err
	})
	return p, err
}

func keep(tx *store.Tx, p tournament.Published) (outcome, error) {
	last, err := tx.PublishedLatest(p.Tournament, p.Kind, p.AfterRound)
	if err == nil && last.AfterRound == p.AfterRound && string(last.Content) == string(p.Content) {
		return outcome{id: int64(last.ID), silent: true}, nil
	}
	if err != nil && !notFound(err) {
		return outcome{}, err
	}
	return publish(tx, p)
}

// publish stores a copy under its next revision.
func publish(tx *store.Tx, p tournament.Published) (outcome, error) {
	if err := tx.Publish(&p); err != nil {
		return outcome{}, err
	}
	return outcome{
		tournament: p.Tournament, subject: "published", id: int64(p.ID),
		after: fields{"after_round": p.AfterRound, "revision": p.Revision}, topics: []string{"standings", "tournaments"},
	}, nil
}
