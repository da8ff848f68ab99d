package desk_test

import (
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// A hand that waited in a phone while the seats of its table changed is not written for others than those who played it.
func TestEnterHand_SeatsMoved(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(8, 1)
		drawn := func(at desk.SeatedTable) []tournament.EntryID {
			var seen []tournament.EntryID
			for _, seat := range at.Seats {
				seen = append(seen, seat.Entry)
			}
			return seen
		}
		enter := func(at desk.SeatedTable, op string, number int) error {
			_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{
				Op: op, Table: at.Table.ID, Number: number, Seats: drawn(at), Row: []byte(`{"hand":{"contract":"normal","re":[2,3],"re_augen":130}}`),
			})
			return err
		}
		version := func(at desk.SeatedTable) int {
			v, err := c.Table(c.ctx, c.director, at.Table.ID)
			c.must(err)
			return v.Table.Version
		}
		register := func(name string) tournament.EntryID {
			e, err := c.Register(c.ctx, c.helper, desk.Register{Op: c.op(), Tournament: tour.ID, Name: name, Present: true})
			c.must(err)
			return e.ID
		}
		one, two := seating.Tables[0], seating.Tables[1]

		_, err := c.JoinTable(c.ctx, c.director, desk.Joining{
			Op: c.op(), Table: one.Table.ID, Version: version(one), Entry: register("Spät"), Accept: true, Reason: "Stau",
		})
		c.must(err)
		c.refused(enter(one, c.op(), 1), tournament.ErrConflict, "seats_moved") // the first would sit out in a hand he has played
		c.rows(one.Table.ID)

		sent := c.op()
		c.must(enter(two, sent, 1))
		_, err = c.Substitute(c.ctx, c.director, desk.Substitution{
			Op: c.op(), Table: two.Table.ID, Version: version(two), Position: 1, Entry: register("Ersatz"), FromHand: 1, Reason: "verwechselt",
		})
		c.must(err)
		c.must(enter(two, c.op(), 2)) // positions are as they were
		c.must(only(c.SwapSeats(c.ctx, c.director, desk.SwapSeats{
			Op: c.op(), Tournament: tour.ID, Round: 1, Version: c.step(tour.ID, 1).Version, A: two.Seats[1].Entry, B: two.Seats[3].Entry, Accept: true,
			Reason: "falsch gesessen",
		})))
		c.refused(enter(two, c.op(), 3), tournament.ErrConflict, "seats_moved")
		c.must(enter(two, sent, 1)) // what was acknowledged is acknowledged again
	})
}
