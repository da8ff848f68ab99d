package doppelkopf

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Row by row, as at the table: what the next hand will be is what it is in the replay later, whoever plays a solo.
func TestTurnsLive(t *testing.T) {
	for _, seats := range []int{4, 5} {
		r := DDVSession(seats, seats*6)
		solos := map[int]int{3: 2, 9: 1, 10: 4} // hand → position
		var played []Played
		for {
			turns, kinds, next, ok := Turns(r, played, false)
			if !ok {
				break
			}
			if next.Number != len(played)+1 || len(turns) != len(played) || len(kinds) != len(played) {
				t.Fatalf("%d hands played, next is %d", len(played), next.Number)
			}
			p := Played{Soloist: solos[next.Number]}
			if next.Forced > 0 {
				p.Soloist = next.Forced
			}
			played = append(played, p)
			turns, _, _, _ = Turns(r, played, false)
			last := turns[len(turns)-1]
			if p.Soloist > 0 && last.Lead == p.Soloist {
				last.Lead = next.Lead // the solo was not known before
			}
			if diff := cmp.Diff(next, last); diff != "" {
				t.Fatal(diff)
			}
		}
		if len(played) != seats*6 {
			t.Errorf("%d hands at a table of %d", len(played), seats)
		}
	}
}

// Each player deals and leads five normal hands, plays one compulsory solo, whatever is chosen when (TSR 4.2).
func TestTurnsFair(t *testing.T) {
	for first := 1; first <= 20; first++ {
		for second := first + 1; second <= 20; second++ {
			r := DDVSession(4, 24)
			var played []Played
			dealt, solos := map[int]int{}, map[int]int{}
			for {
				_, kinds, next, ok := Turns(r, played, false)
				if !ok {
					if want := []SoloKind{Compulsory, Forced}; !slices.Contains(want, kinds[first-1]) {
						t.Fatalf("kinds %v", kinds)
					}
					break
				}
				p := Played{Soloist: map[int]int{first: 3, second: 1}[next.Number]}
				if next.Forced > 0 {
					p = Played{Soloist: next.Forced}
				}
				if p.Soloist == 0 {
					dealt[next.Dealer]++
				}
				solos[p.Soloist]++
				played = append(played, p)
			}
			if diff := cmp.Diff(map[int]int{1: 5, 2: 5, 3: 5, 4: 5}, dealt); diff != "" {
				t.Fatalf("solos in hands %d and %d: %s", first, second, diff)
			}
			if diff := cmp.Diff(map[int]int{0: 20, 1: 1, 2: 1, 3: 1, 4: 1}, solos); diff != "" {
				t.Fatalf("solos in hands %d and %d: %s", first, second, diff)
			}
		}
	}
}

func TestTurns(t *testing.T) {
	normal := func(n int) []Played { return make([]Played, n) }
	tests := []struct {
		name   string
		rules  SessionRules
		played []Played
		timeUp bool
		want   Turn // the next
		over   bool
	}{
		{"the first hand", DDVSession(4, 24), nil, false, Turn{Number: 1, Dealer: 1, Lead: 2, SoloOpen: []int{1, 2, 3, 4}}, false},
		{
			"the dealer plays his compulsory solo: he deals again, hand 2", DDVSession(4, 24),
			[]Played{{Soloist: 1}},
			false,
			Turn{Number: 2, Dealer: 1, Lead: 2, SoloOpen: []int{2, 3, 4}},
			false,
		},
		{
			"his second solo is a voluntary one: the deal moves on", DDVSession(4, 24),
			[]Played{{Soloist: 1}, {Soloist: 1}},
			false,
			Turn{Number: 3, Dealer: 2, Lead: 3, SoloOpen: []int{2, 3, 4}},
			false,
		},
		{
			"a solo marked lust never meets the compulsory one", DDVSession(4, 24),
			[]Played{{Soloist: 1, Kind: Voluntary}},
			false,
			Turn{Number: 2, Dealer: 2, Lead: 3, SoloOpen: []int{1, 2, 3, 4}},
			false,
		},
		{
			"a second solo marked pflicht owes nothing", DDVSession(4, 24),
			[]Played{{1, Compulsory}, {1, Compulsory}},
			false,
			Turn{Number: 3, Dealer: 2, Lead: 3, SoloOpen: []int{2, 3, 4}},
			false,
		},
		{
			"a club where the deal always moves on",
			SessionRules{Seats: 4, Hands: 8, CompulsorySolos: 1},
			[]Played{{Soloist: 1}},
			false,
			Turn{Number: 2, Dealer: 2, Lead: 3, SoloOpen: []int{2, 3, 4}},
			false,
		},
		{
			"a forced solo does not lead where the club says so",
			SessionRules{Seats: 4, Hands: 4, CompulsorySolos: 1},
			nil, false,
			Turn{Number: 1, Dealer: 1, Lead: 2, Forced: 2, SoloOpen: []int{1, 2, 3, 4}},
			false,
		},
		{"no compulsory solos: nobody is forced", SessionRules{Seats: 4, Hands: 12}, normal(11), false, Turn{Number: 12, Dealer: 4, Lead: 1}, false},
		{"no compulsory solos: over", SessionRules{Seats: 4, Hands: 12}, normal(12), false, Turn{}, true},
		{
			"the last hand of 24, the dealer himself is forced", DDVSession(4, 24), append(normal(20), Played{Soloist: 2}, Played{Soloist: 3}, Played{Soloist: 4}), false,
			Turn{Number: 24, Dealer: 4, Lead: 1, Forced: 1, SoloOpen: []int{1}},
			false,
		},
		{
			"four, only the dealer owes", DDVSession(4, 24), append([]Played{{Soloist: 2}, {Soloist: 3}, {Soloist: 4}}, normal(20)...), false,
			Turn{Number: 24, Dealer: 1, Lead: 1, Forced: 1, SoloOpen: []int{1}},
			false,
		},
		{
			"five, only the dealer owes: the deal passes on first", DDVSession(5, 30), append([]Played{{Soloist: 2}, {Soloist: 3}, {Soloist: 4}, {Soloist: 5}}, normal(25)...), false,
			Turn{Number: 30, Dealer: 2, SitsOut: 2, Lead: 1, Forced: 1, SoloOpen: []int{1}},
			false,
		},
		{
			"time is up, two owe", DDVSession(4, 24), append([]Played{{Soloist: 1}, {Soloist: 2}}, normal(8)...), true,
			Turn{Number: 11, Dealer: 1, Lead: 3, Forced: 3, SoloOpen: []int{3, 4}},
			false,
		},
		{
			"time is up, the first of two has played", DDVSession(4, 24), append(append([]Played{{Soloist: 1}, {Soloist: 2}}, normal(8)...), Played{3, Forced}), true,
			Turn{Number: 12, Dealer: 2, Lead: 4, Forced: 4, SoloOpen: []int{4}},
			false,
		},
		{"time is up, nobody owes", DDVSession(4, 24), []Played{{Soloist: 1}, {Soloist: 2}, {Soloist: 3}, {Soloist: 4}}, true, Turn{}, true},
		{"time is up and no solos are owed", SessionRules{Seats: 4, Hands: 12}, normal(3), true, Turn{}, true},
		{"a forced solo that was not played: the list ends anyway", DDVSession(4, 4), normal(4), false, Turn{}, true},
		{"a soloist no seat has is no solo", DDVSession(4, 24), []Played{{Soloist: 5}}, false, Turn{Number: 2, Dealer: 2, Lead: 3, SoloOpen: []int{1, 2, 3, 4}}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, next, ok := Turns(tt.rules, tt.played, tt.timeUp)
			if diff := cmp.Diff(tt.want, next); diff != "" || ok == tt.over {
				t.Errorf("over %v: %s", !ok, diff)
			}
		})
	}
}

// The kinds follow from the order of the solos; what is written on the list stays.
func TestTurnsKinds(t *testing.T) {
	played := []Played{{Soloist: 2}, {}, {Soloist: 2}, {Soloist: 3, Kind: Voluntary}, {Soloist: 3}, {Soloist: 4}, {Soloist: 1}}
	_, kinds, _, _ := Turns(DDVSession(4, 7), played, false)
	want := []SoloKind{Compulsory, "", Voluntary, Voluntary, Forced, Forced, Forced} // three hands left, three solos owed
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Error(diff)
	}
}

// A voluntary solo waits for one's own compulsory one, unless the round is played otherwise.
func TestTooEarly(t *testing.T) {
	free := DDVSession(4, 24)
	free.VoluntaryAfterCompulsory = false
	tests := []struct {
		rules SessionRules
		kind  SoloKind
		owes  bool
		want  bool
	}{
		{DDVSession(4, 24), Voluntary, true, true}, {DDVSession(4, 24), Voluntary, false, false}, {DDVSession(4, 24), Compulsory, true, false},
		{DDVSession(4, 24), "", true, false}, {free, Voluntary, true, false},
	}
	for _, tt := range tests {
		if got := tt.rules.TooEarly(tt.kind, tt.owes); got != tt.want {
			t.Errorf("%q, owes %v: %v", tt.kind, tt.owes, got)
		}
	}
}
