package doppelkopf

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func leaves(seats, hands int, from map[int]int) SessionRules {
	r := DDVSession(seats, hands)
	for pos, hand := range from {
		r.GoneFrom[pos] = hand
	}
	return r
}

// Someone leaves without a substitute: the others go on where they can, and his own solo lapses.
func TestTurnsGone(t *testing.T) {
	normal := func(n int) []Played { return make([]Played, n) }
	tests := []struct {
		name   string
		rules  SessionRules
		played []Played
		timeUp bool
		want   Turn
		over   bool
	}{
		{
			"five: what was played before stays", leaves(5, 30, map[int]int{3: 9}), normal(2), false,
			Turn{Number: 3, Dealer: 3, SitsOut: 3, Lead: 4, SoloOpen: []int{1, 2, 3, 4, 5}}, false,
		},
		{ // hands 1 to 7 were dealt by 1 2 3 4 5 1 2: it is the deal of the one who has gone
			"five: the deal passes over him, he sits out, his solo lapses", leaves(5, 30, map[int]int{3: 8}), normal(7), false,
			Turn{Number: 8, Dealer: 4, SitsOut: 3, Lead: 5, SoloOpen: []int{1, 2, 4, 5}}, false,
		},
		{
			"five: the one left of the dealer has gone, the next leads", leaves(5, 30, map[int]int{4: 8}), normal(7), false,
			Turn{Number: 8, Dealer: 3, SitsOut: 4, Lead: 5, SoloOpen: []int{1, 2, 3, 5}}, false,
		},
		{
			"five: he has just played his solo and would deal again", leaves(5, 30, map[int]int{2: 3}),
			[]Played{{}, {Soloist: 2}}, false,
			Turn{Number: 3, Dealer: 3, SitsOut: 2, Lead: 4, SoloOpen: []int{1, 3, 4, 5}}, false,
		},
		{ // 10 hands dealt by 1 to 5 and 1 to 5, 11 to 22 by 2 to 5; 10 hands, then 16 for four instead of 20 for five: hands 23 to 26 are forced
			"five: forced from hand 23 of 26 on", leaves(5, 30, map[int]int{1: 11}), normal(22), false,
			Turn{Number: 23, Dealer: 2, SitsOut: 1, Lead: 3, Forced: 3, SoloOpen: []int{2, 3, 4, 5}}, false,
		},
		{
			"five: not forced at hand 22", leaves(5, 30, map[int]int{1: 11}), normal(21), false,
			Turn{Number: 22, Dealer: 5, SitsOut: 1, Lead: 2, SoloOpen: []int{2, 3, 4, 5}}, false,
		},
		{
			"five: the dealer himself is forced, as at a table of four", leaves(5, 30, map[int]int{1: 11}),
			append([]Played{{Soloist: 3}, {Soloist: 4}, {Soloist: 5}}, normal(22)...), false,
			Turn{Number: 26, Dealer: 2, SitsOut: 1, Lead: 2, Forced: 2, SoloOpen: []int{2}}, false,
		},
		{"five: over after 26 hands", leaves(5, 30, map[int]int{1: 11}), normal(26), false, Turn{}, true},
		{
			"five: he leaves in the forced solos at the end", leaves(5, 30, map[int]int{2: 26}), normal(25), false,
			Turn{Number: 26, Dealer: 1, SitsOut: 2, Lead: 3, Forced: 3, SoloOpen: []int{1, 3, 4, 5}}, false,
		},
		{
			"five: hand 25 was not yet forced when five were there", leaves(5, 30, map[int]int{2: 26}), normal(24), false,
			Turn{Number: 25, Dealer: 5, SitsOut: 5, Lead: 1, SoloOpen: []int{1, 2, 3, 4, 5}}, false,
		},
		{"five: a second one leaves, the table stops", leaves(5, 30, map[int]int{2: 9, 4: 13}), normal(12), false, Turn{}, true},
		{"five: and its solos are not played when time is up", leaves(5, 30, map[int]int{2: 9, 4: 13}), normal(12), true, Turn{}, true},
		{
			"five: the first dealer never came", leaves(5, 30, map[int]int{1: 1}), nil, false,
			Turn{Number: 1, Dealer: 2, SitsOut: 1, Lead: 3, SoloOpen: []int{2, 3, 4, 5}}, false,
		},
		{
			"four: the hands before him are played", leaves(4, 24, map[int]int{4: 9}), normal(7), false,
			Turn{Number: 8, Dealer: 4, Lead: 1, SoloOpen: []int{1, 2, 3, 4}}, false,
		},
		{"four: the table stops", leaves(4, 24, map[int]int{4: 9}), normal(8), false, Turn{}, true},
		{"four: nobody is forced at a table that has stopped", leaves(4, 24, map[int]int{4: 9}), normal(8), true, Turn{}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, next, ok := Turns(tt.rules, tt.played, tt.timeUp)
			if diff := cmp.Diff(tt.want, next); diff != "" || ok == tt.over {
				t.Errorf("goes on %v: %s", ok, diff)
			}
		})
	}
}

// How many hands a table plays that somebody has left.
func TestLength(t *testing.T) {
	tests := []struct {
		seats, hands int
		gone         map[int]int
		want         int
	}{
		{4, 24, nil, 24}, {5, 30, nil, 30},
		{4, 24, map[int]int{2: 9}, 8}, {4, 24, map[int]int{2: 9, 3: 5}, 4}, {4, 24, map[int]int{1: 1}, 0}, {4, 24, map[int]int{3: 24}, 23},
		{5, 30, map[int]int{2: 1}, 24}, {5, 30, map[int]int{2: 11}, 26}, {5, 30, map[int]int{2: 12}, 27}, // 19 left: 15.2
		{5, 30, map[int]int{2: 30}, 30}, {5, 30, map[int]int{2: 31}, 30}, {5, 30, map[int]int{2: 40}, 30},
		{5, 30, map[int]int{2: 11, 5: 15}, 14}, {5, 30, map[int]int{5: 15, 2: 11}, 14}, {5, 30, map[int]int{2: 11, 5: 28}, 26},
	}
	for _, tt := range tests {
		if got := leaves(tt.seats, tt.hands, tt.gone).Length(); got != tt.want {
			t.Errorf("%d hands at %d, gone %v: %d hands, want %d", tt.hands, tt.seats, tt.gone, got, tt.want)
		}
	}
}

// Whoever leaves when, each of the four who stay plays one compulsory solo and as many hands as he would have played anyway.
func TestTurnsGoneFair(t *testing.T) {
	for from := 1; from <= 30; from++ {
		for pos := 1; pos <= 5; pos++ {
			r := leaves(5, 30, map[int]int{pos: from})
			var played []Played
			hands, solos := map[int]int{}, map[int]int{}
			for {
				_, _, next, ok := Turns(r, played, false)
				if !ok {
					break
				}
				if next.Number >= from && next.SitsOut != pos {
					t.Fatalf("%d gone from hand %d: %d sits out hand %d", pos, from, next.SitsOut, next.Number)
				}
				for p := 1; p <= 5; p++ {
					if p != next.SitsOut {
						hands[p]++
					}
				}
				solos[next.Forced]++
				played = append(played, Played{Soloist: next.Forced})
			}
			for p := 1; p <= 5; p++ {
				if p != pos && (solos[p] != 1 || hands[p] < 22 || hands[p] > 26) {
					t.Errorf("%d gone from hand %d: %d has played %d hands, %d solos", pos, from, p, hands[p], solos[p])
				}
			}
		}
	}
}
