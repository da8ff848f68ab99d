package draw

import (
	"reflect"
	"slices"
	"testing"
)

// at says who sits at which table, by ascending id.
func at(r Round) [][]int64 {
	var all [][]int64
	for _, t := range r.Tables {
		ids := slices.Clone(t.Seats)
		slices.Sort(ids)
		all = append(all, ids)
	}
	return all
}

// ranked are n players of whom the last has rank 1.
func ranked(n int) []Player {
	ps := people(n)
	for i := range ps {
		ps[i].Rank = n - i
	}
	return ps
}

func TestDraw_ByRank(t *testing.T) {
	ps := ranked(13)
	ps[0].Rank = 0 // no rank: after all others, who are 13 … 2 by rank
	o := Options{Rounds: 3, Mode: ModeByRank, Seed: "x"}
	p := mustDraw(t, ps, nil, o)
	want := [][]int64{{10, 11, 12, 13}, {6, 7, 8, 9}, {1, 2, 3, 4, 5}}
	if len(p.Rounds) != 1 || !reflect.DeepEqual(at(p.Rounds[0]), want) {
		t.Errorf("%v", p.Rounds)
	}
	if p.Notes[0].Code != "draw_one_round" {
		t.Errorf("notes %v", p.Notes)
	}

	history := []Round{{1, []Table{{1, []int64{10, 11, 12, 13}}, {2, []int64{6, 7, 8, 9}}, {3, []int64{1, 2, 3, 4, 5}}}}}
	if again := mustDraw(t, ps, history, o); !reflect.DeepEqual(at(again.Rounds[0]), want) {
		t.Errorf("the order of rank is to be kept strictly: %v", again.Rounds)
	}
	o.Prefer = PreferRepeats
	if fresh := mustDraw(t, ps, history, o); fresh.Cost.Repeats > 6 {
		t.Errorf("%d repeats where few are possible", fresh.Cost.Repeats)
	}

	ps[12].Apart, ps[5].Table = []int64{12}, 1
	wishes := mustDraw(t, ps, nil, o)
	for _, f := range Check(ps, nil, wishes.Rounds[0]) {
		t.Errorf("%+v", f)
	}
}

// Equal ranks are decided by lots.
func TestDraw_ByRankTies(t *testing.T) {
	ps := people(8)
	o := Options{Rounds: 1, Mode: ModeByRank, Seed: "a"}
	a := mustDraw(t, ps, nil, o)
	o.Seed = "b"
	if reflect.DeepEqual(at(a.Rounds[0]), at(mustDraw(t, ps, nil, o).Rounds[0])) {
		t.Error("nobody has a rank, but the seed does not matter")
	}
}

func TestDraw_Movement(t *testing.T) {
	ps := ranked(12)
	history := []Round{{4, []Table{{1, []int64{12, 9, 6, 3}}, {2, []int64{2, 5, 8, 11}}, {3, []int64{4, 1, 7, 10}}}}}
	p := mustDraw(t, ps, history, Options{Rounds: 1, Mode: ModeMovement, Seed: "x"})
	// winners 12, 11, 10 stay; seconds 9, 8, 7 one on; thirds 6, 5, 4 two on; fourths 3, 2, 1 three on: back again
	want := [][]int64{{3, 5, 7, 12}, {2, 4, 9, 11}, {1, 6, 8, 10}}
	if p.Rounds[0].Number != 5 || !reflect.DeepEqual(at(p.Rounds[0]), want) {
		t.Errorf("%v", at(p.Rounds[0]))
	}

	// 10 and 3 left, 13, 14 and 15 came: a table of five, and the newcomers take what is left
	ps = slices.DeleteFunc(ranked(15), func(p Player) bool { return p.ID == 10 || p.ID == 3 })
	ps[0].Table = 1
	p = mustDraw(t, ps, history, Options{Rounds: 1, Mode: ModeMovement, Seed: "x"})
	for _, f := range Check(ps, nil, p.Rounds[0]) {
		t.Errorf("%+v", f)
	}
	tables := at(p.Rounds[0])
	if !slices.Contains(tables[0], 12) || !slices.Contains(tables[1], 11) || !slices.Contains(tables[2], 7) {
		t.Errorf("winners moved: %v", tables)
	}
}

func TestDraw_MovementBeforeTheFirstRound(t *testing.T) {
	p := mustDraw(t, people(12), nil, Options{Rounds: 2, Mode: ModeMovement, Seed: "x"})
	if len(p.Rounds) != 1 || p.Notes[1].Code != "draw_first_by_lots" {
		t.Errorf("%v", p.Notes)
	}
}
