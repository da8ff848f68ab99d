package draw

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// tablesOf reads "1 2 3 4/5 6 7 8" as tables 1 and 2.
func tablesOf(text string) Round {
	r := Round{Number: 1}
	for i, part := range strings.Split(text, "/") {
		t := Table{Number: i + 1}
		for _, word := range strings.Fields(part) {
			var id int64
			fmt.Sscan(word, &id)
			t.Seats = append(t.Seats, id)
		}
		r.Tables = append(r.Tables, t)
	}
	return r
}

func textOf(r Round) string {
	var parts []string
	for _, t := range r.Tables {
		words := make([]string, len(t.Seats))
		for i, id := range t.Seats {
			words[i] = fmt.Sprint(id)
		}
		parts = append(parts, fmt.Sprintf("%d: %s", t.Number, strings.Join(words, " ")))
	}
	return strings.Join(parts, " / ")
}

func crowdOf(n int, change ...func(ps []Player)) []Player {
	ps := make([]Player, n)
	for i := range ps {
		ps[i].ID = int64(i + 1)
	}
	for _, f := range change {
		f(ps)
	}
	return ps
}

func without(ps []Player, ids ...int64) []Player {
	return slices.DeleteFunc(ps, func(p Player) bool { return slices.Contains(ids, p.ID) })
}

func TestFill(t *testing.T) {
	history := []Round{tablesOf("1 2 9 10/3 4 5 6/7 8 11 12")}
	for _, tc := range []struct {
		name    string
		ps      []Player
		history []Round
		round   string
		fixed   []int
		fives   Fives
		want    string // a code where there are no tables
	}{
		{"a late comer makes a five", crowdOf(9), nil, "1 2 3 4/5 6 7 8", nil, "", "1: 1 2 3 4 9 / 2: 5 6 7 8"},
		{"not where he has met somebody", crowdOf(9), history, "1 2 3 4/5 6 7 8", nil, "", "1: 1 2 3 4 / 2: 5 6 7 8 9"},
		{"not where hands are entered", crowdOf(9), nil, "1 2 3 4/5 6 7 8", []int{1}, "", "1: 1 2 3 4 / 2: 5 6 7 8 9"},
		{"fives forbidden", crowdOf(9), nil, "1 2 3 4/5 6 7 8", nil, FivesForbid, "draw_fives_forbidden"},
		{"a late comer takes the gap", without(crowdOf(9), 6), nil, "1 2 3 4/5 6 7 8", nil, "", "1: 1 2 3 4 / 2: 5 9 7 8"},
		{"a gap is closed from the five", without(crowdOf(9), 2), nil, "1 2 3 4/5 6 7 8 9", nil, "", "1: 1 9 3 4 / 2: 5 6 7 8"},
		{"a five loses one", without(crowdOf(9), 6), nil, "1 2 3 4/5 6 7 8 9", nil, "", "1: 1 2 3 4 / 2: 5 9 7 8"},
		{"a five loses its last", without(crowdOf(9), 9), nil, "1 2 3 4/5 6 7 8 9", nil, "", "1: 1 2 3 4 / 2: 5 6 7 8"},
		{"fifteen of sixteen", without(crowdOf(16), 16), nil, "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 16", nil, "",
			"1: 1 2 3 4 13 / 2: 5 6 7 8 14 / 3: 9 10 11 12 15"},
		{"four late comers get a table", crowdOf(12), nil, "1 2 3 4/5 6 7 8", nil, "", "1: 1 2 3 4 / 2: 5 6 7 8 / 3: 9 10 11 12"},
		{"eleven cannot be seated", crowdOf(11), nil, "1 2 3 4/5 6 7 8", nil, "", "draw_players_split"},
		{"apart", crowdOf(9, func(ps []Player) { ps[8].Apart = []int64{2} }), nil, "1 2 3 4/5 6 7 8", nil, "", "1: 1 2 3 4 / 2: 5 6 7 8 9"},
		{"apart everywhere", crowdOf(9, func(ps []Player) { ps[8].Apart = []int64{2, 5} }), nil, "1 2 3 4/5 6 7 8", nil, "",
			"1: 1 5 3 4 9 / 2: 2 6 7 8"}, // 2 and 5 change places: two seats
		{"always at table 2", crowdOf(9, func(ps []Player) { ps[8].Table = 2 }), nil, "1 2 3 4/5 6 7 8", nil, "", "1: 1 2 3 4 / 2: 5 6 7 8 9"},
		{"always at a table that plays already", crowdOf(9, func(ps []Player) { ps[8].Table = 1 }), nil, "1 2 3 4/5 6 7 8", []int{1}, "", "draw_fill_fixed"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := Fill(tc.ps, tc.history, tablesOf(tc.round), tc.fixed, tc.fives)
			text := textOf(got)
			var bad Problems
			if errors.As(err, &bad) {
				text = bad[0].Code
			}
			if tc.name == "apart everywhere" { // which of the others makes room is open
				for _, f := range Check(tc.ps, nil, got) {
					t.Errorf("fault %+v", f)
				}
				return
			}
			if text != tc.want {
				t.Errorf("got  %s\nwant %s", text, tc.want)
			}
		})
	}
}

// Whoever comes and goes, everybody sits once at a legal table, and nobody moves without need.
func TestFill_Properties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(8, 60).Filter(func(n int) bool { _, _, ok := Splits(n); return ok }).Draw(t, "n")
		plan, err := Draw(crowdOf(n), nil, Options{Rounds: 2, Effort: EffortQuick, Seed: "x"})
		if err != nil {
			t.Fatal(err)
		}
		gone := rapid.SliceOfNDistinct(rapid.Int64Range(1, int64(n)), 0, 4, rapid.ID[int64]).Draw(t, "gone")
		late := rapid.IntRange(0, 5).Draw(t, "late")
		ps := without(crowdOf(n+late), gone...)
		before := plan.Rounds[1]
		after, err := Fill(ps, plan.Rounds[:1], before, nil, "")
		if _, _, ok := Splits(len(ps)); !ok {
			if err == nil {
				t.Fatalf("%d players were seated", len(ps))
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range Check(ps, nil, after) {
			t.Fatalf("fault %+v", f)
		}
		if len(gone) == 0 && late == 0 && textOf(after) != textOf(before) {
			t.Fatal("nothing happened, and somebody moved")
		}
	})
}

// Half of a hall leaves at once: the answer is there at once too.
func TestFill_Big(t *testing.T) {
	plan, err := Draw(crowdOf(1000), nil, Options{Rounds: 3, Effort: EffortQuick, Seed: "x"})
	if err != nil {
		t.Fatal(err)
	}
	ps := slices.DeleteFunc(crowdOf(1003), func(p Player) bool { return p.ID%2 == 0 })
	after, err := Fill(ps, plan.Rounds[:2], plan.Rounds[2], nil, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Check(ps, nil, after) {
		t.Errorf("fault %+v", f)
	}
}
