package draw

import "strings"

// starter is a seating found by a long search beforehand: base rounds that a ring of players turns through, see orbits. A ring
// of 1 means that all rounds are written out.
type starter struct {
	players, rounds int
	ring            int
	repeats         int    // in the first rounds, with the fives as fair as can be
	seats           string // base rounds one after the other, one letter of letters a player
}

// letters stand for players 0, 1, 2 …
const letters = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-"

// stored is the best starter for this field: one for exactly its rounds, else one with more rounds and the fewest repeats, else
// the longest one.
func (f *field) stored() (starter, bool) {
	var best starter
	found := false
	rank := func(s starter) [3]int {
		switch {
		case s.rounds == f.rounds:
			return [3]int{0, s.repeats, 0}
		case s.rounds > f.rounds:
			return [3]int{1, s.repeats, s.rounds}
		}
		return [3]int{2, -s.rounds, s.repeats}
	}
	for _, s := range starters {
		if s.players == f.n && (!found || lower(rank(s), rank(best))) {
			best, found = s, true
		}
	}
	return best, found
}

// shorter is the longest starter with fewer rounds than this field among those with the fewest repeats: rounds by lots are added
// to it, and the search fits them in.
func (f *field) shorter() (starter, bool) {
	var best starter
	found := false
	for _, s := range starters {
		if s.players != f.n || s.rounds >= f.rounds {
			continue
		}
		if !found || lower([3]int{s.repeats, -s.rounds}, [3]int{best.repeats, -best.rounds}) {
			best, found = s, true
		}
	}
	return best, found
}

func lower(a, b [3]int) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// seating writes out as many rounds as the field has; rounds the starter lacks are seated by lots.
func (s starter) seating(f *field, l *lots) []int32 {
	o := &orbits{f: f, ring: s.ring, rings: s.players / s.ring, base: len(s.seats) / s.players}
	for _, c := range []byte(s.seats) {
		o.seat = append(o.seat, int32(strings.IndexByte(letters, c)))
	}
	seat := o.develop(min(f.rounds, s.rounds))
	if missing := f.rounds - s.rounds; missing > 0 {
		seat = append(seat, randomSeats(f, l)[:missing*f.n]...)
	}
	return seat
}

// plain says that players do not differ, so that a starter is as good for them as it is by itself.
func (f *field) plain() bool { return !f.bound() && !f.pinned }
