package desk_test

import (
	"reflect"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// All seatings are those of each round, and are asked for in the same few statements however many rounds there are.
func TestSeatings(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		count := func(rounds int) int {
			tour, each := c.evenings(tournament.SeatingRandom, rounds, 9)
			var all []desk.Seating
			asked := storetest.Count(t, s, func() {
				var err error
				all, err = c.Seatings(c.ctx, c.helper, tour.ID)
				c.must(err)
			})
			if len(all) != rounds {
				t.Fatalf("%d seatings of %d rounds", len(all), rounds)
			}
			for i := range each {
				now, err := c.Seating(c.ctx, c.helper, tour.ID, i+1)
				c.must(err)
				if all[i].Round.Number != i+1 || !reflect.DeepEqual(all[i].Tables, now.Tables) {
					t.Errorf("round %d: %+v, by itself %+v", i+1, all[i].Tables, now.Tables)
				}
			}
			return asked
		}
		if few, many := count(1), count(3); few != many {
			t.Errorf("%d statements for one round, %d for three", few, many)
		}
	})
}

// Visitors are told of released rounds only.
func TestSeatings_Released(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour := c.create(short(1))
	c.register(tour.ID, 8)
	c.draw(tour.ID, 1)
	for _, tt := range []struct {
		name   string
		by     tournament.Actor
		rounds int
	}{{"a helper", c.helper, 1}, {"a visitor", c.visitor, 0}} {
		got, err := c.Seatings(c.ctx, tt.by, tour.ID)
		c.must(err)
		if len(got) != tt.rounds {
			t.Errorf("%s sees %d rounds", tt.name, len(got))
		}
	}
}
