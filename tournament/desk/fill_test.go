package desk_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// leave withdraws somebody.
func (c *club) leave(id tournament.EntryID) {
	c.t.Helper()
	e, _, err := c.Entry(c.ctx, c.helper, id)
	c.must(err)
	_, err = c.SetStatus(c.ctx, c.helper, desk.EntryStatus{Op: c.op(), Entry: e.ID, Version: e.Version, Status: tournament.Withdrawn})
	c.must(err)
}

// moved counts how many of the first seating's players sit elsewhere in the second, and checks that everybody has one seat.
func (c *club) moved(before, after desk.Seating, people int) int {
	c.t.Helper()
	at := map[tournament.EntryID][2]int{}
	for _, t := range before.Tables {
		for _, v := range t.Seats {
			at[v.Entry] = [2]int{t.Table.Number, v.Position}
		}
	}
	seen, moved := map[tournament.EntryID]bool{}, 0
	for _, t := range after.Tables {
		if len(t.Seats) != t.Table.Size {
			c.t.Errorf("table %d of %d has %d seats", t.Table.Number, t.Table.Size, len(t.Seats))
		}
		for _, v := range t.Seats {
			seen[v.Entry] = true
			if was, ok := at[v.Entry]; ok && was != [2]int{t.Table.Number, v.Position} {
				moved++
			}
		}
	}
	if len(seen) != people {
		c.t.Errorf("%d people have a seat, want %d", len(seen), people)
	}
	return moved
}

// The 45th player at 18:59: one seat more, nobody moves, one table's list is new.
func TestFillSeats_Late(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, first := c.evening(44, 3)
		in := desk.FillSeats{Op: c.op(), Tournament: tour.ID, Round: 1, Version: first.Round.Version}
		_, err := c.FillSeats(c.ctx, c.director, desk.FillSeats{Tournament: tour.ID, Round: 1, Version: first.Round.Version, Reason: "x"})
		c.refused(err, tournament.ErrPhase, "seats_complete")
		late := c.latecomer(tour.ID, "Spät Kommer")
		choices, err := c.SeatChoices(c.ctx, c.director, in, "neu")
		c.must(err)
		fill, anew := choices.Fill, choices.Anew
		if len(choices.Came) != 1 || fill.Problem != nil || len(fill.Moved) != 0 || len(fill.New) != 1 || len(fill.Tables) != 1 || fill.Fives != 1 {
			t.Fatalf("fill: %+v, came %v", fill, choices.Came)
		}
		if anew.Problem != nil || anew.Seed != "neu" || len(anew.Moved) < 30 || anew.Fives != 1 || anew.Fours != 10 {
			t.Errorf("anew: %+v", anew)
		}
		_, err = c.FillSeats(c.ctx, c.helper, in)
		c.refused(err, tournament.ErrForbidden, "forbidden")
		_, err = c.FillSeats(c.ctx, c.director, in)
		c.refused(err, tournament.ErrInvalid, "reason_missing")
		in.Reason = "Kam um 18:59"
		after, err := c.FillSeats(c.ctx, c.director, in)
		c.must(err)
		if c.moved(first, after, 45) != 0 || after.Round.ID != first.Round.ID || after.Round.Version == first.Round.Version {
			t.Errorf("moved %d, round %+v", c.moved(first, after, 45), after.Round)
		}
		for i, table := range after.Tables {
			if changed := table.Table.Number == fill.Tables[0]; changed != (table.Table.Version != first.Tables[i].Table.Version) || table.Table.ID != first.Tables[i].Table.ID {
				t.Errorf("table %d: version %d", table.Table.Number, table.Table.Version)
			}
		}
		if !slices.Equal(after.Proof.Changed, fill.Tables) {
			t.Errorf("changed since the draw: %v, want %v", after.Proof.Changed, fill.Tables)
		}
		again, err := c.FillSeats(c.ctx, c.director, in)
		c.must(err)
		if seats(again) != seats(after) {
			t.Error("the same form sent again changed something")
		}
		second := c.draw(tour.ID, 2) // the plan was for 44
		c.moved(first, second, 45)
		log, err := c.Journal(c.ctx, c.referee, tour.ID, 100)
		c.must(err)
		if !slices.ContainsFunc(log, func(l desk.JournalLine) bool { return l.Entry.Action == "round.fill" && l.Entry.Reason == in.Reason }) {
			t.Error("the journal does not know")
		}
		if late.FromRound != 1 {
			t.Errorf("plays from round %d", late.FromRound)
		}
	})
}

// Somebody leaves after the draw: the gap is closed from the five; without a five a table is given up.
func TestFillSeats_Gone(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		for _, tc := range []struct{ people, moved, tables int }{{17, 2, 4}, {16, 3, 3}, {12, -1, 0}} {
			t.Run(fmt.Sprint(tc.people), func(t *testing.T) {
				tour, first := c.evening(tc.people, 2)
				four := slices.IndexFunc(first.Tables, func(t desk.SeatedTable) bool { return t.Table.Size == 4 })
				c.leave(first.Tables[four].Seats[1].Entry)
				in := desk.FillSeats{Op: c.op(), Tournament: tour.ID, Round: 1, Version: first.Round.Version, Reason: "Krank"}
				choices, err := c.SeatChoices(c.ctx, c.director, in, "")
				c.must(err)
				if len(choices.Gone) != 1 || choices.Gone[0].FromTable != first.Tables[four].Table.Number {
					t.Errorf("gone %+v", choices.Gone)
				}
				after, err := c.FillSeats(c.ctx, c.director, in)
				if tc.moved < 0 { // eleven cannot be seated
					c.refused(err, tournament.ErrInvalid, "draw_players_split")
					now, err := c.Seating(c.ctx, c.director, tour.ID, 1)
					c.must(err)
					if seats(now) != seats(first) {
						t.Error("a refused change changed something")
					}
					return
				}
				c.must(err)
				if moved := c.moved(first, after, tc.people-1); moved > tc.moved || len(choices.Fill.Moved) != moved || len(after.Tables) != tc.tables {
					t.Errorf("%d moved, want %d; %d tables, want %d", moved, tc.moved, len(after.Tables), tc.tables)
				}
				if choices.Fill.Seed != "" || choices.Anew.Seed == "" || len(choices.Anew.Moved) <= tc.moved {
					t.Errorf("anew %+v", choices.Anew)
				}
				c.play(after)
			})
		}
	})
}

// A late comer while round 1 is played sits down where nothing is entered yet; else he plays from round 2 (KNOWN_PAINS 27).
func TestFillSeats_Playing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, first := c.evening(8, 2)
		_, err := c.StartRound(c.ctx, c.director, c.step(tour.ID, 1))
		c.must(err)
		c.fill(c.helper, first.Tables[0].Table)
		late := c.latecomer(tour.ID, "Spät Kommer")
		if late.FromRound != 2 {
			t.Fatalf("plays from round %d", late.FromRound)
		}
		in := desk.FillSeats{Op: c.op(), Tournament: tour.ID, Round: 1, Version: c.step(tour.ID, 1).Version, Reason: "Stau"}
		choices, err := c.SeatChoices(c.ctx, c.director, in, "")
		c.must(err)
		var p *tournament.Problem
		if !errors.As(choices.Anew.Problem, &p) || p.Code != "round_has_hands" || !slices.Equal(choices.Fill.Tables, []int{2}) {
			t.Fatalf("choices %+v", choices)
		}
		after, err := c.FillSeats(c.ctx, c.director, in)
		c.must(err)
		if after.Tables[1].Table.Size != 5 || after.Tables[1].Seats[4].Entry != late.ID || after.Round.Phase != tournament.RoundPlaying {
			t.Errorf("table 2: %+v", after.Tables[1])
		}
		now, _, err := c.Entry(c.ctx, c.helper, late.ID)
		c.must(err)
		if now.FromRound != 1 {
			t.Errorf("plays from round %d", now.FromRound)
		}
		c.fill(c.helper, after.Tables[1].Table)
		c.latecomer(tour.ID, "Noch Später")
		in.Op, in.Version = c.op(), c.step(tour.ID, 1).Version
		_, err = c.FillSeats(c.ctx, c.director, in)
		c.refused(err, tournament.ErrInvalid, "draw_players_few") // one alone, every table plays
	})
}

// Twenty are drawn and four more come: nobody hangs, nothing is half written, they get a table (KNOWN_PAINS 19).
func TestFillSeats_Four(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, first := c.evening(20, 2)
		for i := range 4 {
			c.latecomer(tour.ID, fmt.Sprint("Später ", i))
		}
		in := desk.FillSeats{Op: c.op(), Tournament: tour.ID, Round: 1, Version: first.Round.Version, Reason: "Zweiter Bus"}
		after, err := c.FillSeats(c.ctx, c.director, in)
		c.must(err)
		if len(after.Tables) != 6 || c.moved(first, after, 24) != 0 {
			t.Errorf("%d tables", len(after.Tables))
		}
		if _, err := c.KeyOf(c.ctx, c.director, after.Tables[5].Table.ID); err != nil {
			t.Errorf("the new table has no key: %v", err)
		}
		for i := range 2 {
			c.leave(after.Tables[i].Seats[0].Entry)
		}
		in.Op, in.Version = c.op(), after.Round.Version
		in.Drop = []tournament.EntryID{after.Tables[3].Seats[0].Entry}
		_, err = c.FillSeats(c.ctx, c.director, in)
		c.refused(err, tournament.ErrConflict, "entry_plays")
	})
}

// Drawn anew after somebody came: with a reason; a refused one leaves the round as it was.
func TestSeatChoices_Anew(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, first := c.evening(8, 2)
		c.latecomer(tour.ID, "Spät Kommer")
		choices, err := c.SeatChoices(c.ctx, c.director, desk.FillSeats{Tournament: tour.ID, Round: 1}, "")
		c.must(err)
		in := desk.DrawRound{Op: c.op(), Tournament: tour.ID, Round: 1, Seed: choices.Anew.Seed}
		_, err = c.DrawRound(c.ctx, c.director, in)
		c.refused(err, tournament.ErrInvalid, "reason_missing")
		in.Reason = "Einer mehr"
		after, err := c.DrawRound(c.ctx, c.director, in)
		c.must(err)
		if moved := c.moved(first, after, 9); moved != len(choices.Anew.Moved) {
			t.Errorf("%d moved, %d shown before", moved, len(choices.Anew.Moved))
		}
		lot, err := c.Lot(c.ctx, c.director, tour.ID, 1)
		c.must(err)
		if len(lot.Earlier) != 1 || lot.Earlier[0].Seed != first.Round.Seed || lot.Draw.Reason != "Einer mehr" {
			t.Errorf("the first draw is forgotten: %+v", lot.Earlier)
		}
	})
}
