package desk_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// same fails the test unless recomputing finds what is stored, twice, and a file comes out of an import as it went in.
func same(c *club, tour tournament.Tournament) {
	c.t.Helper()
	for range 2 {
		report, err := c.Verify(c.ctx, tournament.System())
		c.must(err)
		if len(report.Differences) != 0 {
			c.t.Errorf("verify %+v", report.Differences)
		}
	}
	var first, again bytes.Buffer
	c.must(c.Export(c.ctx, c.director, tour.ID, &first))
	storetest.Each(c.t.(*testing.T), func(t *testing.T, s *store.Store) {
		other := newClub(t, s)
		copied, err := other.Import(other.ctx, other.director, desk.ImportFile{Op: "import", Content: first.Bytes()})
		other.must(err)
		again.Reset()
		other.must(other.Export(other.ctx, other.director, copied.ID, &again))
		if !bytes.Equal(first.Bytes(), again.Bytes()) {
			t.Errorf("the file changes by an import:\n%s\n%s", &first, &again)
		}
		was, err := c.Standings(c.ctx, c.director, tour.ID, 0)
		other.must(err)
		now, err := other.Standings(other.ctx, other.director, copied.ID, 0)
		other.must(err)
		for _, l := range was.Lines {
			i := slices.IndexFunc(now.Lines, func(o desk.StandingLine) bool { return o.StartNo == l.StartNo })
			if i < 0 || now.Lines[i].Total != l.Total || *now.Lines[i].HandsWon != *l.HandsWon || *now.Lines[i].SolosWon != *l.SolosWon {
				t.Errorf("player %d: %+v, before %+v", l.StartNo, now.Lines[i], l)
			}
		}
	})
}

// next enters the next hand of a table: an ordinary one for the first two who play, or the forced solo.
func next(c *club, table tournament.TableID, winners bool) {
	c.t.Helper()
	v, err := c.Table(c.ctx, c.helper, table)
	c.must(err)
	if v.Next == nil {
		c.t.Fatal("no hand is left")
	}
	var two []int
	for p := 1; len(two) < 2; p++ {
		if p != v.Next.SitsOut {
			two = append(two, p)
		}
	}
	row := []byte(fmt.Sprintf(`{"contract":"normal","re":%s,"re_augen":131}`, list(two)))
	switch {
	case v.Next.Forced != 0:
		row = solo(v.Next.Forced, "")
	case winners:
		row = []byte(fmt.Sprintf(`{"winners":%s,"value":2}`, list(two)))
	}
	_, _, err = c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: table, Row: row})
	c.must(err)
}

// A player leaves a table of five in the middle: the others go on as four, each plays as many hands as planned, his solo lapses.
func TestLeaveTable_Five(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := solos(c, 5, tournament.RuleBreaksRefuse)
		at := seating.Tables[0]
		for i := range 4 {
			next(c, at.Table.ID, i%2 == 0)
		}
		leave := func(by tournament.Actor, change func(*desk.Departure)) (desk.TableView, error) {
			v, err := c.Table(c.ctx, c.director, at.Table.ID)
			c.must(err)
			in := desk.Departure{Op: c.op(), Table: at.Table.ID, Version: v.Table.Version, Position: 2, FromHand: 5, Reason: "muss nach Hause"}
			change(&in)
			return c.LeaveTable(c.ctx, by, in)
		}
		_, err := leave(c.helper, func(*desk.Departure) {})
		c.refused(err, tournament.ErrForbidden, "forbidden")
		_, err = leave(c.director, func(d *desk.Departure) { d.FromHand = 4 }) // it is played already
		c.refused(err, tournament.ErrInvalid, "number_range")
		_, err = leave(c.director, func(d *desk.Departure) { d.Reason = " " })
		c.refused(err, tournament.ErrInvalid, "reason_missing")
		_, err = leave(c.director, func(d *desk.Departure) { d.FromHand = 0 })
		c.refused(err, tournament.ErrNotFound, "unknown_vacancy")
		before, err := c.Standings(c.ctx, c.director, tour.ID, 0)
		c.must(err)
		v, err := leave(c.director, func(*desk.Departure) {})
		c.must(err)
		if v.Hands != 9 || v.Next.SitsOut != 2 || v.Next.Dealer != 5 || slices.Contains(v.SolosOpen, 2) {
			t.Errorf("%d hands, next %+v, open %v", v.Hands, v.Next, v.SolosOpen) // 4 played, 6 were left: 4.8
		}
		if left := v.Left(); len(left) != 1 || left[0].Name != at.Seats[1].Name || left[0].FromHand != 5 || !left[0].Solo {
			t.Errorf("left %+v", left)
		}
		_, err = leave(c.director, func(*desk.Departure) {})
		c.refused(err, tournament.ErrDuplicate, "duplicate_vacancy")
		after, err := c.Standings(c.ctx, c.director, tour.ID, 0)
		c.must(err)
		for _, l := range before.Lines {
			if now := lineOf(t, after, l.Entry); now.Total != l.Total {
				t.Errorf("%s: %d, before %d", l.Name, now.Total, l.Total)
			}
		}
		gone := lineOf(t, after, at.Seats[1].Entry).Total
		_, err = leave(c.director, func(d *desk.Departure) { d.FromHand = 0 }) // not gone after all
		c.must(err)
		_, err = leave(c.director, func(*desk.Departure) {})
		c.must(err)
		for i := range 5 {
			next(c, at.Table.ID, i == 0)
		}
		_, err = leave(c.director, func(d *desk.Departure) { d.FromHand = 0 })
		c.refused(err, tournament.ErrPhase, "left_played_on")
		_, err = leave(c.director, func(d *desk.Departure) { d.Position, d.FromHand = 3, 10 })
		c.refused(err, tournament.ErrPhase, "sheet_complete")
		v = c.confirm(c.helper, at.Table.ID) // nothing is missing
		st, err := c.Standings(c.ctx, c.director, tour.ID, 0)
		c.must(err)
		if total := lineOf(t, st, at.Seats[1].Entry).Total; total != gone || v.PointsOf(v.Seats[1]) != gone || len(st.Warnings) != 0 {
			t.Errorf("who left has %d, had %d, of the sheet %d; %+v", total, gone, v.PointsOf(v.Seats[1]), st.Warnings)
		}
		c.hints()
		same(c, tour)
	})
}

// A player leaves a table of four: it stops, and the list is confirmed with a reason. A substitute can still take the seat.
func TestLeaveTable_Four(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := solos(c, 4, tournament.RuleBreaksRefuse)
		at := seating.Tables[0]
		next(c, at.Table.ID, false)
		leave := func(from int) desk.TableView {
			t.Helper()
			v, err := c.Table(c.ctx, c.director, at.Table.ID)
			c.must(err)
			v, err = c.LeaveTable(c.ctx, c.director, desk.Departure{
				Op: c.op(), Table: at.Table.ID, Version: v.Table.Version, Position: 3, FromHand: from, Reason: "krank",
			})
			c.must(err)
			return v
		}
		v := leave(2)
		if v.Next != nil || !v.Stopped || len(v.SolosOpen) != 0 || len(v.Faults) != 1 || v.Faults[0].Code != "hands_missing" || v.Faults[0].Missing != 5 {
			t.Fatalf("next %+v, faults %+v", v.Next, v.Faults)
		}
		_, _, err := c.EnterHand(c.ctx, key(c, at.Table.ID), desk.HandEntry{Op: c.op(), Table: at.Table.ID, Number: 2, Row: []byte(normal)})
		c.refused(err, nil, "table_stopped")
		guest := c.latecomer(tour.ID, "Ersatz")
		substitute := func(from int) (desk.TableView, error) {
			v, err := c.Table(c.ctx, c.director, at.Table.ID)
			c.must(err)
			return c.Substitute(c.ctx, c.director, desk.Substitution{
				Op: c.op(), Table: at.Table.ID, Version: v.Table.Version, Position: 3, Entry: guest.ID, FromHand: from, Reason: "springt ein",
			})
		}
		_, err = substitute(3) // hand 2 would have nobody
		c.refused(err, tournament.ErrInvalid, "number_range")
		v, err = substitute(2)
		c.must(err)
		if v.Next == nil || v.Stopped || len(v.Vacant) != 0 || len(v.SolosOpen) != 4 {
			t.Errorf("with the substitute: next %+v, vacant %+v", v.Next, v.Vacant)
		}
		next(c, at.Table.ID, false)
		v = leave(3)
		_, err = c.ConfirmSheet(c.ctx, c.director, desk.TableStep{Op: c.op(), Table: at.Table.ID, Version: v.Table.Version})
		c.refused(err, tournament.ErrInvalid, "hands_missing")
		_, err = c.ConfirmSheet(c.ctx, c.director, desk.TableStep{Op: c.op(), Table: at.Table.ID, Version: v.Table.Version, Reason: "Tisch aufgelöst"})
		c.must(err)
		same(c, tour)
	})
}

// A late comer makes a table of four that has not begun one of five.
func TestJoinTable(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := solos(c, 8, tournament.RuleBreaksRefuse)
		first, second := seating.Tables[0], seating.Tables[1]
		late := c.latecomer(tour.ID, "Spätkommer")
		next(c, first.Table.ID, false)
		join := func(by tournament.Actor, table tournament.TableID, entry tournament.EntryID, reason string) (desk.TableView, error) {
			v, err := c.Table(c.ctx, c.director, table)
			c.must(err)
			return c.JoinTable(c.ctx, by, desk.Joining{Op: c.op(), Table: table, Version: v.Table.Version, Entry: entry, Reason: reason})
		}
		_, err := join(c.helper, second.Table.ID, late.ID, "Stau")
		c.refused(err, tournament.ErrForbidden, "forbidden")
		_, err = join(c.director, second.Table.ID, late.ID, "")
		c.refused(err, tournament.ErrInvalid, "reason_missing")
		_, err = join(c.director, first.Table.ID, late.ID, "Stau")
		c.refused(err, tournament.ErrPhase, "table_has_hands")
		_, err = join(c.director, second.Table.ID, first.Seats[0].Entry, "Stau")
		c.refused(err, tournament.ErrDuplicate, "duplicate_seat")
		v, err := join(c.director, second.Table.ID, late.ID, "Stau")
		c.must(err)
		if v.Table.Size != 5 || v.Hands != 10 || len(v.Seats) != 5 || v.Seats[4].Entry != late.ID || v.Next.SitsOut != 1 {
			t.Errorf("table %+v, seats %+v, next %+v", v.Table, v.Seats, v.Next)
		}
		e, _, err := c.Entry(c.ctx, c.director, late.ID)
		c.must(err)
		if e.FromRound != 1 {
			t.Errorf("plays from round %d", e.FromRound)
		}
		again := c.latecomer(tour.ID, "Noch einer")
		_, err = join(c.director, second.Table.ID, again.ID, "Stau")
		c.refused(err, tournament.ErrPhase, "table_full")
		for range 10 {
			next(c, second.Table.ID, false)
		}
		c.confirm(c.helper, second.Table.ID)
		same(c, tour)
	})
}

// Seats are noticed as swapped at a table of five: who sat out moves with the persons, in whatever way the row is kept.
func TestSwapSeats_AtFive(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := solos(c, 5, tournament.RuleBreaksRefuse)
		at := seating.Tables[0]
		a, b := at.Seats[1], at.Seats[3]
		for i := range 3 { // 1, 2 and 3 sit out
			next(c, at.Table.ID, i == 1)
		}
		_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: at.Table.ID, Row: solo(2, "")})
		c.must(err)
		before, err := c.Standings(c.ctx, c.director, tour.ID, 0)
		c.must(err)
		for range 2 {
			_, err = c.SwapSeats(c.ctx, c.director, desk.SwapSeats{
				Op: c.op(), Tournament: tour.ID, Round: 1, Version: c.step(tour.ID, 1).Version, A: a.Entry, B: b.Entry, Reason: "Plätze verwechselt",
			})
			c.must(err)
			c.unmoved(tour.ID, before)
		}
		v, err := c.Table(c.ctx, c.director, at.Table.ID)
		c.must(err)
		if v.Seats[1].Entry != a.Entry || v.Rows[2].Turn.SitsOut != 3 || v.Rows[3].Current.Row.Record.Doppelkopf.Re[0] != 2 {
			t.Errorf("swapped there and back: %+v", v.Rows)
		}
		same(c, tour)
	})
}
