package desk_test

import (
	"testing"

	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// The newest printed address counts; the same one again is no news.
func TestCardsPrinted(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour := c.create(short(1))
		for _, base := range []string{"http://192.168.1.5:8080", "http://192.168.1.5:8080", "http://10.0.0.7:8080"} {
			if err := c.CardsPrinted(c.ctx, c.director, tour.ID, base); err != nil {
				t.Fatal(err)
			}
		}
		base, err := c.CardsBase(c.ctx, c.helper, tour.ID)
		if err != nil || base != "http://10.0.0.7:8080" {
			t.Errorf("the cards lead to %q, %v", base, err)
		}
		printed := 0
		lines, err := c.Journal(c.ctx, c.director, tour.ID, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lines {
			if l.Entry.Action == "cards.print" {
				printed++
			}
		}
		if printed != 2 {
			t.Errorf("the journal has %d addresses, want 2", printed)
		}
	})
}
