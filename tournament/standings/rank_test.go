package standings

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func p(n int) *int { return &n }

// place is what a test expects of one line.
type place struct {
	Entry  int64
	Rank   int
	Shared bool
	By     Criterion
}

func places(r Ranking) []place {
	out := make([]place, len(r.Lines))
	for i, l := range r.Lines {
		out[i] = place{l.Entry, l.Rank, l.Shared, l.DecidedBy}
	}
	return out
}

// evening is one round: entry i+1 with start number i+1 has the points i.
func evening(points ...int) []Result {
	out := make([]Result, len(points))
	for i, n := range points {
		out[i] = Result{Entry: int64(i + 1), StartNo: i + 1, Rounds: []*int{p(n)}}
	}
	return out
}

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var out [][]int
	for _, shorter := range permutations(n - 1) {
		for at := range n {
			out = append(out, slices.Insert(slices.Clone(shorter), at, n-1))
		}
	}
	return out
}

func TestRank_AllOrders(t *testing.T) {
	results := evening(31, 31, 20, 20, 5)
	want := []place{{1, 1, true, ""}, {2, 1, true, ""}, {3, 3, true, Total}, {4, 3, true, ""}, {5, 5, false, Total}}
	orders := permutations(5)
	if len(orders) != 120 {
		t.Fatalf("%d orders, want 120", len(orders))
	}
	for _, order := range orders {
		var in []Result
		for _, i := range order {
			in = append(in, results[i])
		}
		got := Rank(in, []Criterion{Total}, Options{})
		if d := cmp.Diff(want, places(got)); d != "" {
			t.Fatalf("order %v (-want +got):\n%s", order, d)
		}
	}
}

func TestRank_Criteria(t *testing.T) {
	tests := []struct {
		name     string
		results  []Result
		criteria []Criterion
		rounds   int
		want     []place
		unknown  []Criterion
	}{
		{
			name: "hands won separate equal totals",
			results: []Result{
				{Entry: 1, StartNo: 1, Rounds: []*int{p(31)}, HandsWon: p(1)},
				{Entry: 2, StartNo: 2, Rounds: []*int{p(31)}, HandsWon: p(2)},
				{Entry: 3, StartNo: 3, Rounds: []*int{p(20)}, HandsWon: p(9)},
			},
			criteria: []Criterion{Total, HandsWon},
			want:     []place{{2, 1, false, ""}, {1, 2, false, HandsWon}, {3, 3, false, Total}},
		},
		{
			name: "fewer penalty points are better",
			results: []Result{
				{Entry: 1, StartNo: 1, Rounds: []*int{p(10)}, Penalty: -3},
				{Entry: 2, StartNo: 2, Rounds: []*int{p(10)}},
			},
			criteria: Criteria(),
			want:     []place{{2, 1, false, ""}, {1, 2, false, PenaltyAsc}},
		},
		{
			name: "a total that does not tell the hands won skips them for its tie only",
			results: []Result{
				{Entry: 1, StartNo: 1, Rounds: []*int{p(4), p(6)}},
				{Entry: 2, StartNo: 2, Rounds: []*int{p(3), p(7)}, HandsWon: p(9)},
				{Entry: 3, StartNo: 3, Rounds: []*int{p(0), p(0)}, HandsWon: p(1)},
				{Entry: 4, StartNo: 4, Rounds: []*int{p(0), p(0)}, HandsWon: p(2)},
			},
			criteria: Criteria(),
			want:     []place{{2, 1, false, ""}, {1, 2, false, BestRound}, {4, 3, false, Total}, {3, 4, false, HandsWon}},
			unknown:  []Criterion{HandsWon},
		},
		{
			name: "who missed the last round has no last round to compare",
			results: []Result{
				{Entry: 1, StartNo: 1, Rounds: []*int{p(8), nil}},
				{Entry: 2, StartNo: 2, Rounds: []*int{nil, p(8)}},
			},
			criteria: []Criterion{Total, LastRound},
			want:     []place{{1, 1, true, ""}, {2, 1, true, ""}},
			unknown:  []Criterion{LastRound},
		},
		{
			name: "the last round decides",
			results: []Result{
				{Entry: 1, StartNo: 1, Rounds: []*int{p(8), p(2)}},
				{Entry: 2, StartNo: 2, Rounds: []*int{p(2), p(8)}},
			},
			criteria: Criteria()[3:],
			want:     []place{{2, 1, false, ""}, {1, 2, false, LastRound}},
		},
		{
			name: "after round 1 only the first round counts",
			results: []Result{
				{Entry: 1, StartNo: 1, Rounds: []*int{p(8), p(-20)}},
				{Entry: 2, StartNo: 2, Rounds: []*int{p(2), p(8)}},
			},
			criteria: []Criterion{Total, LastRound}, rounds: 1,
			want: []place{{1, 1, false, ""}, {2, 2, false, Total}},
		},
		{
			name:     "before the first round all share the first place, without a warning",
			results:  []Result{{Entry: 2, StartNo: 2, HandsWon: p(0)}, {Entry: 1, StartNo: 1, HandsWon: p(0)}},
			criteria: Criteria(),
			want:     []place{{1, 1, true, ""}, {2, 1, true, ""}},
		},
		{
			name:     "who was never seated has no best round",
			results:  []Result{{Entry: 1, StartNo: 1}, {Entry: 2, StartNo: 2, Rounds: []*int{p(0)}}},
			criteria: []Criterion{BestRound},
			want:     []place{{1, 1, true, ""}, {2, 1, true, ""}},
			unknown:  []Criterion{BestRound},
		},
		{
			name:     "points without a round count in the total",
			results:  []Result{{Entry: 1, StartNo: 1, Rounds: []*int{p(5)}, Other: -6}, {Entry: 2, StartNo: 2, Rounds: []*int{p(0)}}},
			criteria: []Criterion{Total},
			want:     []place{{2, 1, false, ""}, {1, 2, false, Total}},
		},
		{
			name:     "a criterion nobody knows is skipped and named",
			results:  evening(1, 1),
			criteria: []Criterion{"beauty", Total},
			want:     []place{{1, 1, true, ""}, {2, 1, true, ""}},
			unknown:  []Criterion{"beauty"},
		},
		{name: "nobody", criteria: Criteria(), want: []place{}},
		{
			name:     "1, 2, 2, 4",
			results:  evening(9, 5, 5, 1),
			criteria: []Criterion{Total},
			want:     []place{{1, 1, false, ""}, {2, 2, true, Total}, {3, 2, true, ""}, {4, 4, false, Total}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Rank(tt.results, tt.criteria, Options{Rounds: tt.rounds})
			if d := cmp.Diff(tt.want, places(got)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			if d := cmp.Diff(tt.unknown, got.Unknown); d != "" {
				t.Errorf("unknown (-want +got):\n%s", d)
			}
		})
	}
}

// results draws up to twelve entries with few different figures, so that ties are common.
func results(t *rapid.T) []Result {
	small := rapid.IntRange(-2, 2)
	maybe := rapid.Custom(func(t *rapid.T) *int {
		if rapid.IntRange(0, 4).Draw(t, "unknown") == 0 {
			return nil
		}
		return p(small.Draw(t, "n"))
	})
	out := make([]Result, rapid.IntRange(0, 12).Draw(t, "entries"))
	rounds := rapid.IntRange(0, 3).Draw(t, "rounds")
	for i := range out {
		out[i] = Result{
			Entry: int64(i + 1), StartNo: i + 1, Penalty: -rapid.IntRange(0, 1).Draw(t, "penalty"), HandsWon: maybe.Draw(t, "won"),
		}
		for range rounds {
			out[i].Rounds = append(out[i].Rounds, maybe.Draw(t, "round"))
		}
	}
	return out
}

func TestRank_InputOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := results(t)
		want := Rank(in, Criteria(), Options{})
		got := Rank(rapid.Permutation(in).Draw(t, "order"), Criteria(), Options{})
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	})
}

func TestRank_SamePointsForAllKeepRanks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := results(t)
		more := rapid.IntRange(-50, 50).Draw(t, "more")
		raised := slices.Clone(in)
		for i := range raised {
			raised[i].Other += more
		}
		want, got := places(Rank(in, Criteria(), Options{})), places(Rank(raised, Criteria(), Options{}))
		if d := cmp.Diff(want, got); d != "" {
			t.Fatal(d)
		}
	})
}

func TestRank_Ranks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := results(t)
		got := Rank(in, Criteria(), Options{})
		if len(got.Lines) != len(in) {
			t.Fatalf("%d lines of %d results", len(got.Lines), len(in))
		}
		for i, l := range got.Lines {
			better, same := 0, 0
			for _, o := range got.Lines {
				if o.Rank < l.Rank {
					better++
				}
				if o.Rank == l.Rank {
					same++
				}
			}
			if l.Rank != better+1 || l.Shared != (same > 1) {
				t.Fatalf("entry %d: rank %d with %d better, %d equal, shared %v", l.Entry, l.Rank, better, same, l.Shared)
			}
			if i == 0 {
				continue
			}
			above := got.Lines[i-1]
			if above.Total < l.Total {
				t.Fatalf("entry %d with %d stands below %d with %d", l.Entry, l.Total, above.Entry, above.Total)
			}
			if (above.Rank == l.Rank) != (l.DecidedBy == "") {
				t.Fatalf("entry %d: decided by %q at rank %d below rank %d", l.Entry, l.DecidedBy, l.Rank, above.Rank)
			}
		}
	})
}
