package draw

import (
	"fmt"
	"testing"
)

// Every starter is as good as it says, with everybody seated once a round and the fives as fair as can be.
func TestStarters(t *testing.T) {
	seen := map[[2]int]bool{}
	for _, s := range starters {
		t.Run(fmt.Sprintf("%d players %d rounds", s.players, s.rounds), func(t *testing.T) {
			if key := [2]int{s.players, s.rounds}; seen[key] {
				t.Error("twice")
			} else {
				seen[key] = true
			}
			q, err := newRequest(people(s.players), nil, Options{Rounds: s.rounds})
			if err != nil {
				t.Fatal(err)
			}
			f := newField(q, s.rounds)
			seat := s.seating(f, &lots{})
			for _, r := range f.write(seat, 0) {
				for _, fault := range Check(people(s.players), nil, r) {
					t.Fatalf("%+v", fault)
				}
			}
			base := f.counters()
			g := newState(f, newPrices(priceRepeat, priceMore, priceSoft), base, seat).judge(base)
			if b := f.prove(nil); g.repeats != s.repeats || g.five != 0 || s.repeats < b.repeats {
				t.Errorf("%+v, said to have %d repeats, bound %d", g, s.repeats, b.repeats)
			}
		})
	}
}

// A starter helps fields with fewer rounds and with more rounds, too.
func TestStored(t *testing.T) {
	for rounds, want := range map[int][2]int{9: {0, 9}, 6: {0, 7}, 30: {-1, 10}} {
		q, err := newRequest(people(28), nil, Options{Rounds: rounds})
		if err != nil {
			t.Fatal(err)
		}
		f := newField(q, rounds)
		s, ok := f.stored()
		if !ok || s.rounds != want[1] || want[0] >= 0 && s.repeats != want[0] {
			t.Errorf("%d rounds: %+v", rounds, s)
		}
		if seat := s.seating(f, &lots{}); len(seat) != 28*rounds {
			t.Errorf("%d rounds: %d seats", rounds, len(seat))
		}
	}
}

// Symmetry: turning the ring never changes who meets whom, and what the search counts is what the rounds have.
func TestOrbits(t *testing.T) {
	for _, c := range []struct{ n, ring, base int }{{24, 7, 1}, {33, 5, 2}, {35, 8, 1}, {40, 4, 3}, {21, 3, 2}} {
		rounds := c.ring * c.base
		q, err := newRequest(people(c.n), nil, Options{Rounds: rounds})
		if err != nil {
			t.Fatal(err)
		}
		f := newField(q, rounds)
		o := newOrbits(f, c.ring, c.base, &lots{})
		if got := o.anneal(50_000, newCooling(2*degree, 5*degree/8), &lots{7}); got != o.total() {
			t.Errorf("%+v: running total %d, total %d", c, got, o.total())
		}
		fresh := &orbits{f: f, ring: c.ring, rings: c.n / c.ring, base: c.base, seat: o.seat}
		fresh.index()
		fresh.count()
		if fresh.total() != o.total() {
			t.Errorf("%+v: counters are off: %d, %d", c, fresh.total(), o.total())
		}
	}
}
