package desk_test

import (
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// Two places of a table are swapped although somebody took one of them over: everybody keeps exactly what he played, and once more back.
func TestSwapSeats_Substitute(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		for _, players := range []int{4, 5} {
			tour, seating := c.evening(players, 1)
			at := seating.Tables[0]
			reserve, err := c.Register(c.ctx, c.helper, desk.Register{Op: c.op(), Tournament: tour.ID, Name: "Ersatz", Present: true})
			c.must(err)
			row := func(hand int) []byte { // everybody has other points in every hand
				n := 10 * hand
				if players == 4 {
					return points(n, 2*n, 3*n, -6*n)
				}
				all := []int{n, 2 * n, 3 * n, -4 * n, -2 * n}
				out := hand - 1
				all[(out+1)%5] += all[out]
				all[out] = 0
				return points(all...)
			}
			for hand := 1; hand <= 4; hand++ {
				if hand == 3 {
					v, err := c.Table(c.ctx, c.director, at.Table.ID)
					c.must(err)
					_, err = c.Substitute(c.ctx, c.director, desk.Substitution{
						Op: c.op(), Table: at.Table.ID, Version: v.Table.Version, Position: 2, Entry: reserve.ID, FromHand: 3, Reason: "krank",
					})
					c.must(err)
				}
				_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: at.Table.ID, Row: row(hand)})
				c.must(err)
			}
			totals := func() map[tournament.EntryID]int {
				t.Helper()
				st, err := c.Standings(c.ctx, c.helper, tour.ID, 0)
				c.must(err)
				all := map[tournament.EntryID]int{}
				for _, l := range st.Lines {
					all[l.Entry] = l.Total
				}
				return all
			}
			before := totals()
			swap := func(a, b tournament.EntryID) error {
				return only(c.SwapSeats(c.ctx, c.director, desk.SwapSeats{
					Op: c.op(), Tournament: tour.ID, Round: 1, Version: c.step(tour.ID, 1).Version, A: a, B: b, Accept: true, Reason: "falsch gesessen",
				}))
			}
			c.refused(swap(at.Seats[1].Entry, reserve.ID), tournament.ErrInvalid, "swap_two")
			for _, pair := range [][2]tournament.EntryID{
				{at.Seats[1].Entry, at.Seats[2].Entry}, {reserve.ID, at.Seats[0].Entry}, {at.Seats[3].Entry, at.Seats[1].Entry},
			} {
				c.must(swap(pair[0], pair[1]))
				for entry, total := range totals() {
					if total != before[entry] {
						t.Errorf("%d players: entry %d has %d, before %d", players, entry, total, before[entry])
					}
				}
			}
			same(c, tour)
		}
	})
}

// A place that somebody has left or taken over stays where it is, also at a table that has not begun: nobody else becomes the one who left.
func TestSwapSeats_LeftBeforeTheFirstHand(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(8, 1)
		one, two := seating.Tables[0], seating.Tables[1]
		version := func(at desk.SeatedTable) int {
			t.Helper()
			v, err := c.Table(c.ctx, c.director, at.Table.ID)
			c.must(err)
			return v.Table.Version
		}
		_, err := c.LeaveTable(c.ctx, c.director, desk.Departure{
			Op: c.op(), Table: one.Table.ID, Version: version(one), Position: 2, FromHand: 1, Reason: "Anruf",
		})
		c.must(err)
		reserve, err := c.Register(c.ctx, c.helper, desk.Register{Op: c.op(), Tournament: tour.ID, Name: "Ersatz", Present: true})
		c.must(err)
		_, err = c.Substitute(c.ctx, c.director, desk.Substitution{
			Op: c.op(), Table: two.Table.ID, Version: version(two), Position: 3, Entry: reserve.ID, FromHand: 3, Reason: "muss um neun gehen",
		})
		c.must(err)
		for _, tt := range []struct {
			name string
			a, b tournament.EntryID
			want string
		}{
			{"with another table", one.Seats[1].Entry, two.Seats[0].Entry, "seat_left"},
			{"within the table", one.Seats[0].Entry, one.Seats[1].Entry, "seat_left"},
			{"taken over from hand 3", one.Seats[0].Entry, two.Seats[2].Entry, "seat_replaced"},
			{"by the substitute", reserve.ID, one.Seats[0].Entry, "seat_replaced"},
			{"elsewhere at these tables", one.Seats[0].Entry, two.Seats[0].Entry, ""},
			{"within, with the substitute to come", two.Seats[2].Entry, two.Seats[3].Entry, ""},
		} {
			t.Run(tt.name, func(t *testing.T) {
				_, err := c.SwapSeats(c.ctx, c.director, desk.SwapSeats{
					Op: c.op(), Tournament: tour.ID, Round: 1, Version: c.step(tour.ID, 1).Version, A: tt.a, B: tt.b, Accept: true, Reason: "Wunsch",
				})
				if code(err) != tt.want {
					t.Errorf("%v, want %q", err, tt.want)
				}
			})
		}
	})
}
