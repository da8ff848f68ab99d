package desk_test

import (
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// KNOWN_PAINS 5: the first dealer plays his compulsory solo and deals again; he leaves, and the order of dealing stays; the list ends with
// a solo missing, which only warns, and what it costs is the director's to say.
func TestSession_DealerLeaves(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		settings := short(1)
		settings.Format.HandsPerRound, settings.Format.CompulsorySolos = 8, 1
		tour := c.create(settings)
		c.register(tour.ID, 4)
		at := c.draw(tour.ID, 1).Tables[0]
		turn := func(number, dealer int) desk.TableView {
			t.Helper()
			v, err := c.Table(c.ctx, c.director, at.Table.ID)
			c.must(err)
			if v.Next == nil || v.Next.Number != number || v.Next.Dealer != dealer {
				t.Fatalf("next %+v, want hand %d dealt by %d", v.Next, number, dealer)
			}
			return v
		}
		enter := func(row []byte, reason string) {
			t.Helper()
			_, _, err := c.EnterHand(c.ctx, c.director, desk.HandEntry{Op: c.op(), Table: at.Table.ID, Row: row, Reason: reason})
			c.must(err)
		}
		turn(1, 1)
		enter(solo(1, ""), "")
		v := turn(2, 1) // he deals again, and it is hand 2
		guest := c.latecomer(tour.ID, "Ersatz")
		v, err := c.Substitute(c.ctx, c.director, desk.Substitution{
			Op: c.op(), Table: at.Table.ID, Version: v.Table.Version, Position: 1, Entry: guest.ID, FromHand: 2, Reason: "muss weg",
		})
		c.must(err)
		turn(2, 1)
		if len(v.SolosOpen) != 3 { // the seat's solo is played: the substitute owes none
			t.Errorf("open %v", v.SolosOpen)
		}
		enter([]byte(normal), "")
		turn(3, 2)
		enter(solo(2, ""), "")
		turn(4, 2)
		enter(solo(4, ""), "")
		turn(5, 2)
		for range 3 {
			enter([]byte(normal), "")
		}
		v = turn(8, 1)
		if v.Next.Forced != 3 {
			t.Errorf("forced %d", v.Next.Forced)
		}
		enter([]byte(normal), "der Letzte musste zum Zug")
		v, err = c.Table(c.ctx, c.director, at.Table.ID)
		c.must(err)
		if v.Next != nil || len(v.Faults) != 1 || v.Faults[0].Code != "solo_missing" || v.Faults[0].Position != 3 {
			t.Fatalf("faults %+v", v.Faults)
		}
		_, err = c.AddPenalty(c.ctx, c.referee, desk.PenaltyEntry{
			Op: c.op(), Entry: at.Seats[2].Entry, Round: 1, Points: -6, Reason: "Pflichtsolo nicht gespielt",
		})
		c.must(err)
		before := lineOf(t, ranked(c, tour), at.Seats[2].Entry)
		v, err = c.Table(c.ctx, c.director, at.Table.ID)
		c.must(err)
		v, err = c.ConfirmSheet(c.ctx, c.director, desk.TableStep{Op: c.op(), Table: at.Table.ID, Version: v.Table.Version, Reason: "Pflichtsolo fehlt"})
		c.must(err)
		st := ranked(c, tour)
		if l := lineOf(t, st, at.Seats[2].Entry); l.Penalty != -6 || l.Total != before.Total || len(st.Warnings) != 1 || st.Warnings[0].Code != "solo_missing" {
			t.Errorf("%+v, warnings %+v", l, st.Warnings)
		}
		if v.Table.ConfirmNote != "Pflichtsolo fehlt" || len(v.Penalties) != 1 {
			t.Errorf("note %q, penalties %+v", v.Table.ConfirmNote, v.Penalties)
		}
		same(c, tour)
	})
}

func ranked(c *club, tour tournament.Tournament) desk.Standings {
	c.t.Helper()
	st, err := c.Standings(c.ctx, c.director, tour.ID, 0)
	c.must(err)
	return st
}
