package desk_test

import (
	"errors"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func TestSwapSeats(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour := c.create(short(1))
		entries := c.register(tour.ID, 8)
		before := c.draw(tour.ID, 1)
		a, b := before.Tables[0].Seats[1], before.Tables[1].Seats[1]
		mate := before.Tables[1].Seats[0]
		for _, e := range entries { // the swap would put two of one club together
			if e.ID != a.Entry && e.ID != mate.Entry {
				continue
			}
			_, err := c.EditEntry(c.ctx, c.helper, desk.EntryEdit{
				Op: c.op(), Entry: e.ID, Version: e.Version, Name: e.Name, Club: "Herz 10", StartNo: e.StartNo, FromRound: 1,
			})
			c.must(err)
		}
		in := desk.SwapSeats{Op: c.op(), Tournament: tour.ID, Round: 1, Version: before.Round.Version, A: a.Entry, B: b.Entry}
		_, err := c.SwapSeats(c.ctx, c.director, in)
		c.refused(err, tournament.ErrInvalid, "seats_worse")
		var worse *desk.Worse
		if !errors.As(err, &worse) || len(worse.Faults) != 1 || worse.Faults[0].Code != "club" {
			t.Fatalf("faults %+v", worse)
		}
		in.Accept = true
		after, err := c.SwapSeats(c.ctx, c.director, in)
		c.must(err)
		if after.Tables[0].Seats[1].Entry != b.Entry || after.Tables[1].Seats[1].Entry != a.Entry || len(after.Faults) != 1 {
			t.Errorf("seated %s, faults %+v", seats(after), after.Faults)
		}
		in.Op = c.op()
		_, err = c.SwapSeats(c.ctx, c.director, in)
		c.refused(err, tournament.ErrConflict, "stale")
		in.Op, in.Version, in.B = c.op(), after.Round.Version, in.A
		_, err = c.SwapSeats(c.ctx, c.director, in)
		c.refused(err, tournament.ErrInvalid, "swap_two")
		c.fill(c.helper, after.Tables[0].Table)
		step := c.step(tour.ID, 1)
		in.Op, in.Version, in.B = c.op(), step.Version, b.Entry
		_, err = c.SwapSeats(c.ctx, c.director, in)
		c.refused(err, tournament.ErrPhase, "table_has_hands")
	})
}

// Players notice after some hands that they sit in the wrong seats: points and solos move with the persons, and back.
func TestSwapSeats_WithHands(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(4, 1)
		table, a, b := seating.Tables[0].Table, seating.Tables[0].Seats[1], seating.Tables[0].Seats[3]
		for _, row := range [][]byte{[]byte(normal), points(5, 3, -1, -7), []byte(`{"contract":"solo_damen","re":[2],"re_augen":150}`)} {
			_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: table.ID, Row: row})
			c.must(err)
		}
		before, err := c.Standings(c.ctx, c.helper, tour.ID, 0)
		c.must(err)
		swap := func(reason string) error {
			_, err := c.SwapSeats(c.ctx, c.director, desk.SwapSeats{
				Op: c.op(), Tournament: tour.ID, Round: 1, Version: c.step(tour.ID, 1).Version, A: a.Entry, B: b.Entry, Reason: reason,
			})
			return err
		}
		c.refused(swap(""), tournament.ErrInvalid, "reason_missing")
		for range 2 {
			c.must(swap("Plätze verwechselt"))
			c.unmoved(tour.ID, before)
		}
		v, err := c.Table(c.ctx, c.helper, table.ID)
		c.must(err)
		if v.Seats[1].Entry != a.Entry || len(v.Rows) != 3 || len(v.Rows[2].Older) != 2 || v.Rows[2].Current.Row.Record.Doppelkopf.Re[0] != 2 {
			t.Errorf("swapped there and back: %+v", v.Rows)
		}
	})
}

// Somebody falls ill during the round: who takes the seat gets what comes, who left keeps what was; it can be taken back.
func TestSubstitute(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(4, 2)
		table, ill := seating.Tables[0].Table, seating.Tables[0].Seats[1]
		guest, err := c.Register(c.ctx, c.helper, desk.Register{Tournament: tour.ID, Name: "Ersatz"})
		c.must(err)
		for range 3 {
			_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: table.ID, Row: points(-3, 3, 3, -3)})
			c.must(err)
		}
		substitute := func(by tournament.Actor, change func(*desk.Substitution)) (desk.TableView, error) {
			v, err := c.Table(c.ctx, c.helper, table.ID)
			c.must(err)
			in := desk.Substitution{
				Op: c.op(), Table: table.ID, Version: v.Table.Version, Position: 2, Entry: guest.ID, FromHand: 3, Reason: "krank",
			}
			change(&in)
			return c.Substitute(c.ctx, by, in)
		}
		_, err = substitute(c.director, func(*desk.Substitution) {})
		c.refused(err, tournament.ErrInvalid, "entry_absent")
		_, err = c.SetStatus(c.ctx, c.helper, desk.EntryStatus{Entry: guest.ID, Version: guest.Version, Status: tournament.Present})
		c.must(err)
		_, err = substitute(key(c, table.ID), func(*desk.Substitution) {})
		c.refused(err, tournament.ErrForbidden, "forbidden")
		_, err = substitute(c.director, func(s *desk.Substitution) { s.Entry = seating.Tables[0].Seats[0].Entry })
		c.refused(err, tournament.ErrDuplicate, "duplicate_seat")
		_, err = substitute(c.director, func(s *desk.Substitution) { s.FromHand, s.Reason, s.Position = 9, "", 7 })
		c.refused(err, tournament.ErrInvalid, "number_range")
		_, err = substitute(c.director, func(s *desk.Substitution) { s.Entry = 0 })
		c.refused(err, tournament.ErrInvalid, "no_substitute")
		v, err := substitute(c.director, func(*desk.Substitution) {})
		c.must(err)
		if len(v.Seats) != 5 || v.Seats[2].Entry != guest.ID || v.Seats[2].FromHand != 3 {
			t.Errorf("seats %+v", v.Seats)
		}
		points := func(id tournament.EntryID) int {
			t.Helper()
			st, err := c.Standings(c.ctx, c.helper, tour.ID, 0)
			c.must(err)
			return lineOf(t, st, id).Total
		}
		if points(ill.Entry) != 6 || points(guest.ID) != 3 {
			t.Errorf("who left has %d, who came %d", points(ill.Entry), points(guest.ID))
		}
		report, err := c.Verify(c.ctx, tournament.System())
		c.must(err)
		if len(report.Differences) != 0 {
			t.Errorf("verify %+v", report.Differences)
		}
		_, err = substitute(c.director, func(s *desk.Substitution) { s.Entry = 0 })
		c.must(err)
		if points(ill.Entry) != 9 {
			t.Errorf("taken back: %d", points(ill.Entry))
		}
	})
}

// unmoved fails unless everybody has what he had in the ranking, and every stored result is what its sheet gives.
func (c *club) unmoved(id tournament.TournamentID, before desk.Standings) {
	c.t.Helper()
	after, err := c.Standings(c.ctx, c.helper, id, 0)
	c.must(err)
	for _, l := range before.Lines {
		now := lineOf(c.t, after, l.Entry)
		if now.Total != l.Total || *now.HandsWon != *l.HandsWon || *now.SolosWon != *l.SolosWon {
			c.t.Errorf("%s: %+v, before %+v", l.Name, now, l)
		}
	}
	report, err := c.Verify(c.ctx, tournament.System())
	c.must(err)
	if len(report.Differences) != 0 {
		c.t.Errorf("verify %+v", report.Differences)
	}
}
