package desk_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func (c *club) publish(id tournament.TournamentID, after int) tournament.Published {
	c.t.Helper()
	p, err := c.Publish(c.ctx, c.director, desk.PublishStandings{Op: c.op(), Tournament: id, AfterRound: after})
	c.must(err)
	return p
}

// outdated are round and revision of the published rankings that are wrong now.
func (c *club) outdated(by tournament.Actor, id tournament.TournamentID) []string {
	c.t.Helper()
	list, err := c.Outdated(c.ctx, by, id)
	c.must(err)
	var got []string
	for _, p := range list {
		got = append(got, fmt.Sprintf("%d.%d", p.AfterRound, p.Revision))
	}
	return got
}

// KNOWN_PAINS 12: after round 3 one hand of round 1 is changed: the rankings after rounds 1, 2 and 3 change, what is published of them is out of
// date, and what is published next has a new revision. No hands in a round is refused.
func TestOutdated_ThreeRoundsBack(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seatings := c.evenings(tournament.SeatingRandom, 3, 8)
		before := c.after(tour.ID, 3)
		alone := 0
		for n := 1; n <= 3; n++ {
			var p tournament.Published
			alone = storetest.Count(t, s, func() { p = c.publish(tour.ID, n) })
			if p.Revision != 1 {
				t.Fatalf("revision %d", p.Revision)
			}
		}
		if got := c.outdated(c.director, tour.ID); got != nil {
			t.Fatalf("published just now, but outdated: %v", got)
		}
		table := seatings[0].Tables[0]
		c.unlocked(table.Table.ID)
		c.must(c.correctHand(table.Table.ID, 2, 1, points(-3, 1, -1, 3))(c.ctx))
		c.confirm(c.director, table.Table.ID)
		for i, now := range c.after(tour.ID, 3) {
			for k, by := range map[int]int{0: -6, 3: 6} {
				id := table.Seats[k].Entry
				if was, is := lineOf(t, before[i], id), lineOf(t, now, id); is.Total != was.Total+by {
					t.Errorf("after round %d %s has %+d, had %+d", i+1, is.Name, is.Total, was.Total)
				}
			}
			if now.Revision != 0 {
				t.Errorf("after round %d: revision %d of what was never published", i+1, now.Revision)
			}
		}
		if got := c.outdated(c.helper, tour.ID); !slices.Equal(got, []string{"1.1", "2.1", "3.1"}) {
			t.Errorf("outdated %v", got)
		}
		renewed := c.renew(tour.ID, s, 3, alone)
		c.must(renewed(c.ctx)) // sent twice it counts once
		for n := 1; n <= 3; n++ {
			if now := c.after(tour.ID, n)[n-1]; now.Revision != 2 || now.Provisional {
				t.Errorf("after round %d: revision %d, provisional %v", n, now.Revision, now.Provisional)
			}
		}
		if got := c.outdated(c.director, tour.ID); got != nil {
			t.Errorf("published again, but outdated: %v", got)
		}
		none := short(3)
		none.Format.HandsPerRound = 0
		_, err := c.CreateTournament(c.ctx, c.director, desk.CreateTournament{Op: c.op(), Settings: none})
		c.refused(err, tournament.ErrInvalid, "hands_range")
	})
}

// A penalty stands while the draw of its round is taken back, in the ranking of the last round that is drawn: what is published is what is shown,
// and published anew it is right.
func TestOutdated_DrawTakenBack(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour := c.mode(tournament.SeatingRandom, 2, 8)
		c.play(c.draw(tour.ID, 1))
		c.publish(tour.ID, 1)
		alone := storetest.Count(t, s, func() { c.publish(tour.ID, 1) })
		offender := c.draw(tour.ID, 2).Tables[0].Seats[0].Entry
		_, err := c.AddPenalty(c.ctx, c.referee, desk.PenaltyEntry{Op: c.op(), Entry: offender, Round: 2, Points: -3, Reason: "zu spät"})
		c.must(err)
		if got := c.outdated(c.director, tour.ID); got != nil {
			t.Errorf("the ranking before the penalty's round is outdated: %v", got)
		}
		reset := c.step(tour.ID, 2)
		reset.Reason = "doch anders"
		c.must(c.ResetDraw(c.ctx, c.director, reset))
		last, err := c.Standings(c.ctx, c.director, tour.ID, 0)
		c.must(err)
		if shown, named := lineOf(t, last, offender).Total, lineOf(t, c.after(tour.ID, 1)[0], offender).Total; shown != named {
			t.Errorf("%+d in the ranking after the last round, %+d in that after round 1, which is the last", shown, named)
		}
		if got := c.outdated(c.director, tour.ID); !slices.Equal(got, []string{"1.1"}) {
			t.Errorf("outdated %v", got)
		}
		c.renew(tour.ID, s, 1, alone)
		if got := c.outdated(c.director, tour.ID); got != nil {
			t.Errorf("published again, but outdated: %v", got)
		}
	})
}

// renew publishes anew what is wrong, so many rankings, at once: each has its line in the journal, and open pages are told once.
// alone is how many statements publishing one takes. It gives the same command once more.
func (c *club) renew(id tournament.TournamentID, s *store.Store, want, alone int) func(context.Context) error {
	c.t.Helper()
	told, before := 0, len(c.journal(id))
	usual := c.Notify
	defer func() { c.Notify = usual }()
	c.Notify = func(tournament.Change) { told++ }
	in := desk.RenewStandings{Op: c.op(), Tournament: id}
	command := func(ctx context.Context) error {
		n, err := c.Renew(ctx, c.director, in)
		if err == nil && n != want {
			c.t.Errorf("renewed %d, want %d", n, want)
		}
		return err
	}
	asked := storetest.Count(c.t, s, func() { c.must(command(c.ctx)) })
	if asked > 2*alone {
		c.t.Errorf("%d statements for %d rankings, %d for one", asked, want, alone)
	}
	if lines := len(c.journal(id)) - before; told != 1 || lines != want {
		c.t.Errorf("told %d times, %d lines in the journal for %d rankings", told, lines, want)
	}
	return command
}

// An interim ranking of a round still played gets old with every hand: nobody is told to print it again before it is final.
func TestOutdated_Provisional(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour, seating := c.evening(4, 2)
	c.publish(tour.ID, 1)
	c.fill(c.helper, seating.Tables[0].Table)
	if got := c.outdated(c.director, tour.ID); got != nil {
		t.Errorf("while it is played: %v", got)
	}
	c.confirm(c.helper, seating.Tables[0].Table.ID)
	_, err := c.CloseRound(c.ctx, c.director, c.step(tour.ID, 1))
	c.must(err)
	if got := c.outdated(c.director, tour.ID); !slices.Equal(got, []string{"1.1"}) {
		t.Errorf("when it is final: %v", got)
	}
	now, err := c.Tournament(c.ctx, c.director, tour.ID)
	c.must(err)
	settings, err := desk.SettingsOf(now)
	c.must(err)
	settings.Standings = tournament.ReleasePublished
	c.must(only(c.EditTournament(c.ctx, c.director, desk.EditTournament{Op: c.op(), Tournament: tour.ID, Version: now.Version, Settings: settings})))
	if got := c.outdated(c.visitor, tour.ID); got != nil {
		t.Errorf("who sees published rankings only is told %v", got)
	}
}

// What people at the desk and at the tables print is kept, once, and a correction names the newest of what it makes wrong.
func TestNotePrint(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seatings := c.evenings(tournament.SeatingRandom, 2, 8)
		table := seatings[0].Tables[0].Table
		note := func(by tournament.Actor, kind string, round, number int) {
			t.Helper()
			c.must(c.NotePrint(c.ctx, by, tournament.Print{Tournament: tour.ID, Kind: kind, Round: round, Table: number, Lang: "de"}))
		}
		note(c.helper, "standings", 0, 0) // after round 2
		note(c.helper, "standings", 2, 0) // the browser asks twice
		note(c.visitor, "standings", 0, 0)
		note(key(c, table.ID), "sheets", 1, table.Number)
		note(c.director, "sheets", 1, 0)
		note(c.director, "sheets", 2, 0)
		note(c.director, "seating", 1, 0)
		note(c.director, "blank-sheets", 1, 0)
		c.unlocked(table.ID)
		shown, _, err := c.Correct(c.ctx, c.director, desk.Correction{Tournament: tour.ID}, c.correctHand(table.ID, 1, 1, points(5, 1, -1, -5)))
		c.must(err)
		var got []string
		for _, p := range shown.Papers {
			got = append(got, fmt.Sprintf("%s %d/%d %s%d", p.Kind, p.Round, p.Table, p.Who, p.WhoTable))
			if p.At.IsZero() || p.Published || p.Revision != 0 {
				t.Errorf("%+v", p)
			}
		}
		slices.Sort(got)
		want := []string{"sheets 1/0 0", fmt.Sprintf("sheets 1/%d %d", table.Number, table.Number), "standings 2/0 0"} // accounts 11 and 13 are made up
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("papers %q, want %q", got, want)
		}
		lines := c.journal(tour.ID)
		if i := slices.IndexFunc(lines, func(l desk.JournalLine) bool { return l.Entry.Action == "paper.print" }); i >= 0 {
			t.Error("a print stands in the journal of changes")
		}
	})
}

// Seats that are exchanged after some hands make the seating and the cards of the round wrong.
func TestNotePrint_Seats(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour, seating := c.evening(8, 1)
	at := seating.Tables[0]
	c.fill(c.helper, at.Table)
	for _, kind := range []string{"seating", "table-cards", "rules", "standings"} {
		c.must(c.NotePrint(c.ctx, c.director, tournament.Print{Tournament: tour.ID, Kind: kind, Lang: "de"}))
	}
	in := desk.SwapSeats{
		Op: c.op(), Tournament: tour.ID, Round: 1, Version: c.step(tour.ID, 1).Version, A: at.Seats[0].Entry, B: at.Seats[1].Entry, Reason: "verwechselt",
	}
	shown, done, err := c.Correct(c.ctx, c.director, desk.Correction{Tournament: tour.ID, Show: desk.ShowAlways}, func(ctx context.Context) error {
		return only(c.SwapSeats(ctx, c.director, in))
	})
	c.must(err)
	var got []string
	for _, p := range shown.Papers {
		got = append(got, p.Kind)
	}
	slices.Sort(got)
	if done || !slices.Equal(got, []string{"seating", "table-cards"}) || !shown.Nothing() {
		t.Errorf("done %v, papers %v, %+v", done, got, shown)
	}
}
