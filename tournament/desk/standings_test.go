package desk_test

import (
	"slices"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func codes(ws []desk.Warning) []string {
	var list []string
	for _, w := range ws {
		list = append(list, w.Code)
	}
	return list
}

func lineOf(t testing.TB, s desk.Standings, id tournament.EntryID) desk.StandingLine {
	t.Helper()
	i := slices.IndexFunc(s.Lines, func(l desk.StandingLine) bool { return l.Entry == id })
	if i < 0 {
		t.Fatalf("entry %d is not ranked", id)
	}
	return s.Lines[i]
}

// A ranking says what is missing until the round is closed, and changes back then when an old hand is corrected.
func TestStandings_Provisional(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, first := c.evening(8, 2)
		now := func(after int) desk.Standings {
			t.Helper()
			st, err := c.Standings(c.ctx, c.helper, tour.ID, after)
			c.must(err)
			return st
		}
		if st := now(0); !st.Provisional || !slices.Equal(codes(st.Warnings), []string{"sheet_missing", "sheet_missing"}) {
			t.Errorf("drawn: %v", st.Warnings)
		}
		c.fill(c.helper, first.Tables[0].Table)
		if st := now(0); !st.Provisional || !slices.Equal(codes(st.Warnings), []string{"sheet_unconfirmed", "sheet_missing"}) {
			t.Errorf("one sheet there: %v", st.Warnings)
		}
		c.fill(c.helper, first.Tables[1].Table)
		for _, table := range first.Tables {
			c.confirm(c.helper, table.Table.ID)
		}
		if st := now(0); !st.Provisional || len(st.Warnings) != 0 {
			t.Errorf("all confirmed, round open: %v %v", st.Provisional, st.Warnings)
		}
		_, err := c.CloseRound(c.ctx, c.director, c.step(tour.ID, 1))
		c.must(err)
		if st := now(0); st.Provisional || st.AfterRound != 1 {
			t.Errorf("closed: %v", st.Warnings)
		}
		c.play(c.draw(tour.ID, 2))
		if st := now(1); st.AfterRound != 1 || len(st.Lines[0].Rounds) != 1 {
			t.Errorf("after round 1: %+v", st.Lines[0])
		}
		_, err = c.Standings(c.ctx, c.helper, tour.ID, 3)
		c.refused(err, tournament.ErrNotFound, "unknown_round")
		seat := first.Tables[0].Seats[0]
		one, two := lineOf(t, now(1), seat.Entry).Total, lineOf(t, now(2), seat.Entry).Total
		table := first.Tables[0].Table
		v, err := c.Table(c.ctx, c.director, table.ID)
		c.must(err)
		_, err = c.UnlockSheet(c.ctx, c.director, desk.TableStep{Table: table.ID, Version: v.Table.Version, Reason: "Vorzeichen"})
		c.must(err)
		_, _, err = c.EnterHand(c.ctx, c.director, desk.HandEntry{
			Op: c.op(), Table: table.ID, Number: 2, Base: 1, Reason: "Vorzeichen", Row: points(-3, 1, -1, 3),
		})
		c.must(err)
		c.confirm(c.director, table.ID)
		if a, b := lineOf(t, now(1), seat.Entry).Total, lineOf(t, now(2), seat.Entry).Total; a != one-6 || b != two-6 {
			t.Errorf("after the correction %d and %d, before %d and %d", a, b, one, two)
		}
	})
}

// Credits of a penalty go to who played the hand: at a table of five not to who sat out.
func TestPenalty_OthersAtFive(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(5, 1)
		at := seating.Tables[0]
		c.fill(c.helper, at.Table)
		before, err := c.Standings(c.ctx, c.helper, tour.ID, 0)
		c.must(err)
		offender := at.Seats[0]
		p, err := c.AddPenalty(c.ctx, c.referee, desk.PenaltyEntry{
			Op: "p", Entry: offender.Entry, Round: 1, Hand: 2, Points: -6, Others: 2, Reason: "Bedienfehler",
		})
		c.must(err)
		after, err := c.Standings(c.ctx, c.helper, tour.ID, 0)
		c.must(err)
		for i, want := range []int{-6, 0, 2, 2, 2} { // the second deals hand 2 and sits out
			was, is := lineOf(t, before, at.Seats[i].Entry), lineOf(t, after, at.Seats[i].Entry)
			if is.Total-was.Total != want || *is.Rounds[0]-*was.Rounds[0] != want {
				t.Errorf("seat %d: %d after %d, want %+d", i+1, is.Total, was.Total, want)
			}
		}
		if l := lineOf(t, after, offender.Entry); l.Penalty != -6 || after.Penalties != 0 {
			t.Errorf("penalty %d, in all %d", l.Penalty, after.Penalties)
		}
		v, err := c.Table(c.ctx, c.helper, at.Table.ID)
		c.must(err)
		if len(v.Penalties) != 1 {
			t.Errorf("the sheet shows %+v", v.Penalties)
		}
		cancel := desk.PenaltyCancel{Op: "c", Penalty: p.ID}
		c.refused(c.CancelPenalty(c.ctx, c.referee, cancel), tournament.ErrInvalid, "reason_missing")
		cancel.Reason = "doch nicht"
		c.must(c.CancelPenalty(c.ctx, c.referee, cancel))
		again, err := c.Standings(c.ctx, c.helper, tour.ID, 0)
		c.must(err)
		if again.Lines[0].Total != before.Lines[0].Total || again.Penalties != 0 {
			t.Errorf("after it was cancelled: %+v", again.Lines[0])
		}
	})
}

func TestPenalty_Problems(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour, seating := c.evening(4, 2)
	seated := seating.Tables[0].Seats[0].Entry
	late, err := c.Register(c.ctx, c.helper, desk.Register{Tournament: tour.ID, Name: "Spät"})
	c.must(err)
	good := desk.PenaltyEntry{Entry: seated, Round: 1, Hand: 1, Points: -1, Reason: "Handy"}
	tests := []struct {
		name string
		edit func(*desk.PenaltyEntry)
		want string
	}{
		{"a gift", func(p *desk.PenaltyEntry) { p.Points = 1 }, "penalty_range"},
		{"too much", func(p *desk.PenaltyEntry) { p.Points = -100000 }, "penalty_range"},
		{"negative credits", func(p *desk.PenaltyEntry) { p.Others = -1 }, "penalty_range"},
		{"nothing", func(p *desk.PenaltyEntry) { p.Points = 0 }, "penalty_nothing"},
		{"no reason", func(p *desk.PenaltyEntry) { p.Reason = " " }, "reason_missing"},
		{"a hand of no round", func(p *desk.PenaltyEntry) { p.Round = 0 }, "penalty_round"},
		{"a round that is only planned", func(p *desk.PenaltyEntry) { p.Round = 2 }, "penalty_round"},
		{"a hand nobody plays", func(p *desk.PenaltyEntry) { p.Hand = 5 }, "number_range"},
		{"not seated", func(p *desk.PenaltyEntry) { p.Entry = late.ID }, "penalty_seat"},
		{"unknown", func(p *desk.PenaltyEntry) { p.Entry = 0 }, "unknown_entry"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := good
			tt.edit(&in)
			_, err := c.AddPenalty(c.ctx, c.referee, in)
			if got := code(err); got != tt.want {
				t.Errorf("%q (%v), want %q", got, err, tt.want)
			}
		})
	}
	list, err := c.Penalties(c.ctx, c.referee, tour.ID)
	c.must(err)
	if len(list) != 0 {
		t.Errorf("stored %+v", list)
	}
}

// Reading the standings asks the database the same few times however many hands and tables there are, and not at all for the
// hands of sheets it knows.
func TestStandings_Queries(t *testing.T) {
	s := storetest.OpenSQLite(t)
	c := newClub(t, s)
	count := func(players int) int {
		t.Helper()
		tour, seating := c.evening(players, 1)
		for _, table := range seating.Tables {
			c.fill(c.helper, table.Table)
		}
		return storetest.Count(t, s, func() {
			_, err := c.Standings(c.ctx, c.visitor, tour.ID, 0)
			c.must(err)
		})
	}
	few, many := count(8), count(40)
	if few != many {
		t.Errorf("%d statements for 8 players, %d for 40", few, many)
	}
	tour, _ := c.evening(8, 1)
	if _, err := c.Standings(c.ctx, c.visitor, tour.ID, 0); err != nil {
		t.Fatal(err)
	}
	again := storetest.Count(t, s, func() {
		_, err := c.Standings(c.ctx, c.visitor, tour.ID, 0)
		c.must(err)
	})
	if again > 2 {
		t.Errorf("%d statements for standings that are in memory", again)
	}
}

func TestUnknownIDs(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour, _ := c.evening(4, 1)
	for _, id := range []tournament.TableID{0, -1, 4711} {
		_, err := c.Table(c.ctx, c.director, id)
		c.refused(err, tournament.ErrNotFound, "unknown_table")
		_, _, err = c.EnterHand(c.ctx, c.director, desk.HandEntry{Table: id, Row: []byte(normal)})
		c.refused(err, tournament.ErrNotFound, "unknown_table")
		c.refused(c.RevokeKey(c.ctx, c.director, id), tournament.ErrNotFound, "unknown_table")
	}
	for _, id := range []tournament.EntryID{0, -1, 4711} {
		_, err := c.SetStatus(c.ctx, c.director, desk.EntryStatus{Entry: id, Status: tournament.Withdrawn})
		c.refused(err, tournament.ErrNotFound, "unknown_entry")
	}
	c.refused(c.ResetDraw(c.ctx, c.director, desk.RoundStep{Tournament: tour.ID, Round: 0}), tournament.ErrNotFound, "unknown_round")
	c.refused(c.ResetDraw(c.ctx, c.director, desk.RoundStep{Round: 1}), tournament.ErrNotFound, "unknown_tournament")
	list, err := c.Entries(c.ctx, c.director, tour.ID)
	c.must(err)
	if list.Present != 4 || list.Withdrawn != 0 {
		t.Errorf("entries %+v", list)
	}
}
