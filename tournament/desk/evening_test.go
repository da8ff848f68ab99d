package desk_test

import (
	"errors"
	"slices"
	"testing"

	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func tallyCode(err error) string {
	var ps tally.Problems
	if errors.As(err, &ps) && len(ps) > 0 {
		return ps[0].Code
	}
	return ""
}

// The whole evening of nine players: a table of four and one of five, two rounds, a correction, a penalty, published.
func TestEvening(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour := c.create(short(2))
		c.register(tour.ID, 9)
		o, err := c.Overview(c.ctx, c.helper, tour.ID)
		c.must(err)
		if o.Next != "draw" || o.Entries.Present != 9 || o.Entries.Fours != 1 || o.Entries.Fives != 1 || !o.Entries.Splits {
			t.Fatalf("before the draw: %s, %d present, %d+%d", o.Next, o.Entries.Present, o.Entries.Fours, o.Entries.Fives)
		}
		first := c.draw(tour.ID, 1)
		if len(first.Tables) != 2 || len(first.Tables[0].Seats)+len(first.Tables[1].Seats) != 9 {
			t.Fatalf("seated %v", first.Tables)
		}
		if _, err := c.Seating(c.ctx, c.visitor, tour.ID, 1); code(err) != "unknown_round" {
			t.Fatalf("a visitor sees a seating that is not released: %v", err)
		}
		_, err = c.ReleaseSeating(c.ctx, c.director, c.step(tour.ID, 1))
		c.must(err)
		if _, err := c.Seating(c.ctx, c.visitor, tour.ID, 1); err != nil {
			t.Fatal(err)
		}
		if got := c.hints(); !slices.Contains(got, "round:1") || !slices.Contains(got, "entries") {
			t.Fatalf("told %v", got)
		}
		c.play(first)
		if got := c.hints(); !slices.Contains(got, "standings") {
			t.Fatalf("told %v", got)
		}
		after1, err := c.Standings(c.ctx, c.visitor, tour.ID, 0)
		c.must(err)
		if after1.Provisional || after1.AfterRound != 1 || after1.Sum != 0 || len(after1.Warnings) != 0 || len(after1.Lines) != 9 {
			t.Fatalf("after round 1: %+v", after1)
		}
		if l := after1.Lines[0]; l.Rank != 1 || l.Total != 15 || *l.HandsWon != 4 && *l.HandsWon != 5 { // 5 hands of +3 at the table of five
			t.Fatalf("first %+v", l)
		}
		c.play(c.draw(tour.ID, 2))
		o, err = c.Overview(c.ctx, c.referee, tour.ID)
		c.must(err)
		if o.Next != "finish" || len(o.Rounds) != 2 || len(o.Journal) == 0 {
			t.Fatalf("after the last round: %s", o.Next)
		}
		finish(t, c, tour.ID)
	})
}

func finish(t *testing.T, c *club, id tournament.TournamentID) {
	t.Helper()
	s, err := c.Standings(c.ctx, c.helper, id, 0)
	c.must(err)
	p, err := c.Publish(c.ctx, c.director, desk.PublishStandings{Op: c.op(), Tournament: id})
	c.must(err)
	if p.Revision != 1 || p.AfterRound != 2 {
		t.Fatalf("published %+v", p)
	}
	again, err := c.Publish(c.ctx, c.director, desk.PublishStandings{Op: c.op(), Tournament: id})
	c.must(err)
	if again.ID != p.ID {
		t.Fatal("the same ranking became a second revision")
	}
	_, err = c.AddPenalty(c.ctx, c.referee, desk.PenaltyEntry{
		Op: c.op(), Entry: s.Lines[0].Entry, Round: 2, Points: -100, Reason: "Karten gezeigt",
	})
	c.must(err)
	now, err := c.Standings(c.ctx, c.helper, id, 0)
	c.must(err)
	if last := now.Lines[8]; last.Entry != s.Lines[0].Entry || last.Penalty != -100 || last.Total != s.Lines[0].Total-100 || now.Sum != -100 {
		t.Fatalf("after the penalty %+v, sum %d", last, now.Sum)
	}
	next, err := c.Publish(c.ctx, c.director, desk.PublishStandings{Op: c.op(), Tournament: id})
	c.must(err)
	if next.Revision != 2 {
		t.Fatalf("revision %d", next.Revision)
	}
	old, err := c.Reprint(c.ctx, c.visitor, p.ID)
	c.must(err)
	if old.Lines[0].Entry != s.Lines[0].Entry || old.Revision != 1 {
		t.Fatalf("the first copy shows %+v", old.Lines[0])
	}
	report, err := c.Verify(c.ctx, tournament.System())
	c.must(err)
	if len(report.Differences) != 0 || report.Hands != 18 || report.Sheets != 4 || report.Published != 1 {
		t.Fatalf("verify: %+v", report)
	}
	tour, err := c.Tournament(c.ctx, c.director, id)
	c.must(err)
	tour, err = c.MovePhase(c.ctx, c.director, desk.TournamentPhase{Op: c.op(), Tournament: id, Version: tour.Version, To: tournament.Finished})
	c.must(err)
	_, err = c.Register(c.ctx, c.helper, desk.Register{Op: c.op(), Tournament: id, Name: "Zu Spät"})
	c.refused(err, tournament.ErrPhase, "tournament_finished")
	move := desk.TournamentPhase{Op: c.op(), Tournament: id, Version: tour.Version, To: tournament.Running}
	_, err = c.MovePhase(c.ctx, c.director, move)
	c.refused(err, tournament.ErrInvalid, "reason_missing")
	move.Reason = "Spiel 12 falsch"
	_, err = c.MovePhase(c.ctx, c.director, move)
	c.must(err)
}
