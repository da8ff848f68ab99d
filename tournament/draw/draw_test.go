package draw

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "rewrite the golden plan")

// people are n players with ids 1 to n.
func people(n int) []Player {
	ps := make([]Player, n)
	for i := range ps {
		ps[i].ID = int64(i + 1)
	}
	return ps
}

// mustDraw draws and fails the test if that is refused.
func mustDraw(t testing.TB, ps []Player, history []Round, o Options) Plan {
	t.Helper()
	p, err := Draw(ps, history, o)
	if err != nil {
		t.Fatalf("%d players, %d rounds: %v", len(ps), o.Rounds, err)
	}
	return p
}

func TestSplits(t *testing.T) {
	for n, want := range map[int][3]int{4: {1, 0, 1}, 5: {0, 1, 1}, 8: {2, 0, 1}, 9: {1, 1, 1}, 10: {0, 2, 1}, 15: {0, 3, 1}, 17: {3, 1, 1}, 44: {11, 0, 1}, 47: {8, 3, 1}} {
		if fours, fives, ok := Splits(n); [3]int{fours, fives, 1} != want || !ok {
			t.Errorf("%d players: %d fours, %d fives, %v", n, fours, fives, ok)
		}
	}
	for _, n := range []int{-4, 0, 1, 2, 3, 6, 7, 11} {
		if _, _, ok := Splits(n); ok {
			t.Errorf("%d players must not fit", n)
		}
	}
}

// drawn is a random field with wishes that can be met.
func drawn(t *rapid.T) ([]Player, []Round, Options) {
	n := rapid.SampledFrom([]int{4, 5, 8, 9, 10, 12, 13, 15, 16, 17, 20, 21, 23, 24, 30, 33, 40, 51, 64, 410}).Draw(t, "players")
	ps := people(n)
	clubs := rapid.IntRange(0, 5).Draw(t, "clubs")
	for i := range ps {
		if clubs > 0 {
			ps[i].Club = rapid.SampledFrom([]string{"", "DC Hamm", "Karlchen", "Fuchs"}[:min(4, clubs)]).Draw(t, "club")
		}
		ps[i].Rank = rapid.IntRange(0, n).Draw(t, "rank")
	}
	if n >= 16 {
		for range rapid.IntRange(0, 3).Draw(t, "couples") {
			a, b := rapid.IntRange(0, n-1).Draw(t, "a"), rapid.IntRange(0, n-1).Draw(t, "b")
			if a != b {
				ps[a].Apart = append(ps[a].Apart, ps[b].ID)
			}
		}
		for k := range rapid.IntRange(0, 2).Draw(t, "fixed") {
			ps[k*3].Table = k + 1 // different tables, so that no couple is fixed to one
		}
	}
	o := Options{
		Rounds: rapid.IntRange(1, 6).Draw(t, "rounds"), Seed: rapid.StringN(0, 8, -1).Draw(t, "seed"), Effort: EffortQuick,
		Mode:   rapid.SampledFrom([]Mode{"", ModePlan, ModeEachRound, ModeByRank, ModeRandom, ModeMovement, ModeFixed}).Draw(t, "mode"),
		Clubs:  rapid.SampledFrom([]Clubs{ClubsSoft, ClubsHard}).Draw(t, "hard"),
		Prefer: rapid.SampledFrom([]Prefer{PreferFives, PreferRepeats}).Draw(t, "prefer"),
	}
	var history []Round
	if played := rapid.IntRange(0, 2).Draw(t, "played"); played > 0 { // with somebody who left
		before := people(n)
		if n%4 == 0 {
			before = append(before, Player{ID: 9999})
		}
		past, err := Draw(before, nil, Options{Rounds: played, Seed: "past", Effort: EffortQuick})
		if err != nil {
			t.Fatal(err)
		}
		history = past.Rounds
	}
	return ps, history, o
}

func TestDraw_Properties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ps, history, o := drawn(t)
		kept := clone(history)
		plan, err := Draw(ps, history, o)
		if err != nil {
			t.Fatalf("%v", err)
		}
		if !reflect.DeepEqual(history, kept) {
			t.Fatal("the history was changed")
		}
		want := o.Rounds
		if o.Mode == ModeByRank || o.Mode == ModeMovement {
			want = 1
		}
		if len(plan.Rounds) != want {
			t.Fatalf("%d rounds, want %d", len(plan.Rounds), want)
		}
		fours, fives, _ := Splits(len(ps))
		for i, r := range plan.Rounds {
			if r.Number != lastNumber(history)+i+1 {
				t.Fatalf("round %d has number %d", i, r.Number)
			}
			for _, f := range Check(ps, nil, r) {
				if f.Illegal || f.Code == "apart" || f.Code == "fixed" {
					t.Fatalf("round %d: %+v", r.Number, f)
				}
			}
			if len(r.Tables) != fours+fives {
				t.Fatalf("%d tables", len(r.Tables))
			}
			for k, table := range r.Tables {
				if table.Number != k+1 {
					t.Fatalf("table %d has number %d", k+1, table.Number)
				}
			}
		}
		if got := Measure(ps, history, plan.Rounds); !reflect.DeepEqual(got, plan.Cost) {
			t.Fatalf("cost %+v, measured %+v", plan.Cost, got)
		}
		if plan.Cost.Repeats < plan.Bound {
			t.Fatalf("%d repeats are below the bound %d", plan.Cost.Repeats, plan.Bound)
		}
		if plan.Cost.SeatImbalance > 0 {
			t.Fatalf("seats are uneven by %d", plan.Cost.SeatImbalance)
		}
		checkNotes(t, ps, plan)
	})
}

// checkNotes wants every club meeting and every unfair five named.
func checkNotes(t *rapid.T, ps []Player, plan Plan) {
	named := 0
	for _, n := range plan.Notes {
		if n.Code == "draw_club_meeting" {
			k := len(n.Args["IDs"].(IDs))
			named += k * (k - 1) / 2
		}
		if text := n.String(); text == "" || text[0] == '{' {
			t.Fatalf("note %s has no sentence: %q", n.Code, text)
		}
	}
	if named != plan.Cost.ClubMeetings {
		t.Fatalf("%d club meetings, %d named", plan.Cost.ClubMeetings, named)
	}
}

func clone(rounds []Round) []Round {
	out := slices.Clone(rounds)
	for i := range out {
		out[i].Tables = slices.Clone(out[i].Tables)
		for k := range out[i].Tables {
			out[i].Tables[k].Seats = slices.Clone(out[i].Tables[k].Seats)
		}
	}
	return out
}

// The order in which players are entered does not matter.
func TestDraw_OrderOfInput(t *testing.T) {
	ps, history, o := sample()
	want := mustDraw(t, ps, history, o)
	l := &lots{1}
	for range 3 {
		mixed := slices.Clone(ps)
		shuffle(l, mixed)
		if got := mustDraw(t, mixed, history, o); !reflect.DeepEqual(got, want) {
			t.Error("another order gives another plan")
		}
		if Hash(ps, history, o) != Hash(mixed, history, o) {
			t.Error("another order gives another hash")
		}
	}
}

// sample is a field in which nothing comes for free: fives, clubs, couples, a fixed table.
func sample() ([]Player, []Round, Options) {
	ps := people(35)
	for i := range ps {
		ps[i].Club = []string{"", "Hamm", "Lünen", "Unna"}[i%4]
	}
	ps[4].Apart, ps[7].Apart, ps[9].Table = []int64{6}, []int64{9, 10}, 2
	history := []Round{{Number: 1, Tables: []Table{{1, []int64{1, 2, 3, 4}}, {2, []int64{5, 7, 8, 50, 11}}}}}
	return ps, history, Options{Rounds: 4, Seed: "Herz Zehn", Effort: EffortQuick}
}

func TestDraw_SameOnAnyNumberOfProcessors(t *testing.T) {
	ps, history, o := sample()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	var first Plan
	for i, procs := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(procs)
		p := mustDraw(t, ps, history, o)
		if i == 0 {
			first = p
		}
		if !reflect.DeepEqual(p, first) {
			t.Fatalf("%d processors give another plan", procs)
		}
	}
}

// A stored plan must stay what this algorithm gives: where it changes, the name of the algorithm has to change too.
func TestDraw_Golden(t *testing.T) {
	ps, history, o := sample()
	got, err := json.MarshalIndent(struct {
		Algorithm, Hash string
		Plan            Plan
	}{Algorithm, Hash(ps, history, o), mustDraw(t, ps, history, o)}, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join("testdata", "plan.golden.json")
	if *update {
		if err := os.WriteFile(name, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(got)+"\n" {
		t.Errorf("the plan differs from %s; -update rewrites it, but old draws cannot be checked any more then", name)
	}
}

func TestDraw_SeedAndWishesDecide(t *testing.T) {
	ps, history, o := sample()
	a := mustDraw(t, ps, history, o)
	o.Seed = "Herz Neun"
	b := mustDraw(t, ps, history, o)
	if reflect.DeepEqual(a.Rounds, b.Rounds) {
		t.Error("another seed gives the same plan")
	}
	if Hash(ps, history, o) != Hash(ps, history, Options{Rounds: 4, Effort: EffortQuick}) {
		t.Error("the seed is in the hash of the input")
	}
	before := Hash(ps, history, o)
	ps[0].Club = "Soest"
	if Hash(ps, history, o) == before {
		t.Error("a club is not in the hash of the input")
	}
	if Hash(ps, nil, o) == Hash(ps, history, o) {
		t.Error("the history is not in the hash of the input")
	}
}

func TestDraw_KnownFields(t *testing.T) {
	tests := []struct {
		name                    string
		players, rounds         int
		repeats, bound, maximum int
	}{
		{"two tables: half of each table has met", 8, 2, 4, 4, 2},
		{"the affine plane of order four", 16, 5, 0, 0, 1},
		{"three tables", 12, 3, 6, 6, 3},
		{"everybody meets everybody in every round", 5, 3, 20, 20, 3},
		{"one table of four", 4, 2, 6, 6, 2},
		{"an evening of forty", 40, 4, 0, 0, 1},
		{"seventeen with fair fives", 17, 3, 12, 8, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := mustDraw(t, people(tt.players), nil, Options{Rounds: tt.rounds, Seed: "x"})
			if p.Cost.Repeats != tt.repeats || p.Bound != tt.bound || p.Cost.MaxMeetings != tt.maximum || p.Cost.FiveOver != 0 {
				t.Errorf("bound %d, cost %+v", p.Bound, p.Cost)
			}
			optimal := slices.ContainsFunc(p.Notes, func(n Note) bool { return n.Code == "draw_optimal" })
			if optimal != (tt.repeats == tt.bound) {
				t.Errorf("optimal is said: %v", optimal)
			}
		})
	}
}

// 17 players, 4 rounds: 20 seats at fives, so nobody twice before all were there once.
func TestDraw_FivesAreShared(t *testing.T) {
	p := mustDraw(t, people(17), nil, Options{Rounds: 4, Seed: "x", Effort: EffortQuick})
	times := map[int64]int{}
	for _, r := range p.Rounds {
		for _, table := range r.Tables {
			if len(table.Seats) == 5 {
				for _, id := range table.Seats {
					times[id]++
				}
			}
		}
	}
	for id, k := range times {
		if k > 2 {
			t.Errorf("player %d is at the five %d times", id, k)
		}
	}
	loose := mustDraw(t, people(17), nil, Options{Rounds: 3, Prefer: PreferRepeats, Seed: "x", Effort: EffortQuick})
	if loose.Cost.Repeats > 4 || loose.Cost.FiveOver == 0 || loose.Bound > loose.Cost.Repeats {
		t.Errorf("repeats first: bound %d, %+v", loose.Bound, loose.Cost)
	}
	if !slices.ContainsFunc(loose.Notes, func(n Note) bool { return n.Code == "draw_five_over" }) {
		t.Error("nobody says who is at the five too often")
	}
}

// 32 players, nine of one club at eight tables: one pair must meet, and it is named; a couple never meets.
func TestDraw_ClubsAndCouples(t *testing.T) {
	for _, hard := range []Clubs{ClubsSoft, ClubsHard} {
		ps := people(32)
		for i := range 9 {
			ps[i].Club = "DC Hamm"
		}
		ps[20].Apart = []int64{22}
		p := mustDraw(t, ps, nil, Options{Rounds: 1, Clubs: hard, Seed: "x"})
		if p.Cost.ClubMeetings != 1 || p.Cost.Repeats != 0 {
			t.Fatalf("%+v", p.Cost)
		}
		var codes []string
		for _, n := range p.Notes {
			codes = append(codes, n.Code)
		}
		if want := []string{"draw_optimal", "draw_clubs_one", "draw_club_meeting"}; !slices.Equal(codes, want) {
			t.Errorf("notes %v", codes)
		}
		for _, f := range Check(ps, nil, p.Rounds[0]) {
			if f.Code != "club" {
				t.Errorf("%+v", f)
			}
		}
	}
}

func TestDraw_FixedTables(t *testing.T) {
	ps := people(21)
	ps[0].Table, ps[1].Table, ps[2].Table, ps[3].Table = 5, 5, 2, 1
	p := mustDraw(t, ps, nil, Options{Rounds: 3, Seed: "x", Effort: EffortQuick})
	for _, r := range p.Rounds {
		for _, f := range Check(ps, nil, r) {
			if f.Code == "fixed" {
				t.Errorf("%+v", f)
			}
		}
	}
	if len(p.Rounds[0].Tables[3].Seats) != 5 {
		t.Error("the five should be table 4, where nobody is fixed")
	}
	if !slices.ContainsFunc(p.Notes, func(n Note) bool { return n.Code == "draw_fixed_together" && n.Args["Table"] == 5 }) {
		t.Error("nobody says that players 1 and 2 meet in every round")
	}
	for i := range 5 {
		ps[i].Table = 3
	}
	p = mustDraw(t, ps, nil, Options{Rounds: 2, Seed: "x", Effort: EffortQuick})
	if len(p.Rounds[1].Tables[2].Seats) != 5 {
		t.Error("five fixed players need a five")
	}
	if !slices.ContainsFunc(p.Notes, func(n Note) bool { return n.Code == "draw_fixed_five" }) {
		t.Error("nobody says who sits at the five in every round")
	}
}

func TestDraw_EachRoundIsWorseThanThePlan(t *testing.T) {
	plan := mustDraw(t, people(24), nil, Options{Rounds: 6, Seed: "x", Effort: EffortQuick})
	each := mustDraw(t, people(24), nil, Options{Rounds: 6, Seed: "x", Effort: EffortQuick, Mode: ModeEachRound})
	lots := mustDraw(t, people(24), nil, Options{Rounds: 6, Seed: "x", Effort: EffortQuick, Mode: ModeRandom})
	if plan.Cost.Repeats > each.Cost.Repeats || each.Cost.Repeats >= lots.Cost.Repeats {
		t.Errorf("repeats: plan %d, each round %d, lots %d", plan.Cost.Repeats, each.Cost.Repeats, lots.Cost.Repeats)
	}
}

func TestDraw_FixedPlanIgnoresTheSeed(t *testing.T) {
	o := Options{Rounds: 4, Seed: "a", Mode: ModeFixed, Effort: EffortQuick}
	a := mustDraw(t, people(24), nil, o)
	o.Seed = "b"
	if !reflect.DeepEqual(a, mustDraw(t, people(24), nil, o)) {
		t.Error("the seed changes the fixed plan")
	}
}

func TestDraw_BigFields(t *testing.T) {
	for _, n := range []int{1000, 1003} {
		ps := people(n)
		for i := range 60 {
			ps[i].Club = "DC Hamm"
		}
		ps[100].Apart = []int64{102, 103}
		p := mustDraw(t, ps, nil, Options{Rounds: 10, Seed: "x", Clubs: ClubsHard})
		c := p.Cost
		if c.Repeats+c.ClubMeetings+c.FiveOver+c.SeatImbalance > 0 {
			t.Errorf("%d players: %+v", n, c)
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, n := range []int{64, 1000, 10000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				mustDraw(b, people(n), nil, Options{Rounds: 10, Seed: "x"})
			}
		})
	}
}
