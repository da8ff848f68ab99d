package standings

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// KNOWN_PAINS 15: the money of a tie is that of the places it takes, to the cent; what can't be divided is the director's.
func TestAwards(t *testing.T) {
	money := []Prize{{Place: 1, Cents: 10000}, {Place: 2, Cents: 5000}, {Place: 3, Cents: 3000}}
	ham := []Prize{{Place: 1, Cents: 5000, Text: "Pokal"}, {Place: 2, Text: "Schinken"}, {Place: 3, Text: "Wurst"}, {Place: 4, Text: "Wurst"}}
	cents := func(shared int, list ...int) []Award {
		awards := make([]Award, len(list))
		for i, n := range list {
			awards[i] = Award{Cents: n, Shared: shared}
		}
		return awards
	}
	tests := []struct {
		name   string
		ranks  []int
		prizes []Prize
		want   []Award
	}{
		{"each place its own", []int{1, 2, 3, 4}, money, cents(1, 10000, 5000, 3000, 0)},
		{
			"two share place 1: 75/75, the third gets 30", []int{1, 1, 3}, money,
			append(cents(2, 7500, 7500), cents(1, 3000)...),
		},
		{
			"three share place 2: 80.00 to the cent", []int{1, 2, 2, 2, 5}, money,
			[]Award{{Cents: 10000, Shared: 1}, {Cents: 2667, Shared: 3, Odd: true}, {Cents: 2667, Shared: 3, Odd: true}, {Cents: 2666, Shared: 3}, {Shared: 1}},
		},
		{"two share place 3: half each", []int{1, 2, 3, 3}, money, append(cents(1, 10000, 5000), cents(2, 1500, 1500)...)},
		{"two share place 4: nothing", []int{1, 2, 3, 4, 4}, money, append(cents(1, 10000, 5000, 3000), cents(2, 0, 0)...)},
		{
			"things, nobody shares", []int{1, 2, 3}, ham,
			[]Award{{Cents: 5000, Goods: []string{"Pokal"}, Shared: 1}, {Goods: []string{"Schinken"}, Shared: 1}, {Goods: []string{"Wurst"}, Shared: 1}},
		},
		{
			"a ham for two", []int{1, 2, 2}, ham[:2],
			[]Award{
				{Cents: 5000, Goods: []string{"Pokal"}, Shared: 1},
				{Open: []string{"Schinken"}, Shared: 2}, {Open: []string{"Schinken"}, Shared: 2},
			},
		},
		{
			"cup and ham for two who share place 1 and its money", []int{1, 1}, ham,
			[]Award{{Cents: 2500, Open: []string{"Pokal", "Schinken"}, Shared: 2}, {Cents: 2500, Open: []string{"Pokal", "Schinken"}, Shared: 2}},
		},
		{
			"the same for each place is no question", []int{1, 2, 3, 3}, ham,
			[]Award{
				{Cents: 5000, Goods: []string{"Pokal"}, Shared: 1}, {Goods: []string{"Schinken"}, Shared: 1},
				{Goods: []string{"Wurst"}, Shared: 2}, {Goods: []string{"Wurst"}, Shared: 2},
			},
		},
		{"more prizes than players", []int{1}, money, cents(1, 10000)},
		{"no prizes", []int{1, 2}, nil, cents(1, 0, 0)},
		{"nobody", nil, money, []Award{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, Awards(tt.ranks, tt.prizes)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// However ranks are shared, exactly the money of the places taken is given out, and within a tie nobody has two cents more.
func TestAwards_NothingLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var ranks []int
		for len(ranks) < 12 {
			tie := rapid.IntRange(1, 5).Draw(t, "tie")
			ranks = append(ranks, slices.Repeat([]int{len(ranks) + 1}, tie)...)
		}
		var prizes []Prize
		want := 0
		for place := range rapid.IntRange(0, 20).Draw(t, "prizes") {
			p := Prize{Place: place + 1, Cents: rapid.IntRange(0, 10000).Draw(t, "cents")}
			prizes = append(prizes, p)
			if p.Place <= len(ranks) {
				want += p.Cents
			}
		}
		got := 0
		awards := Awards(ranks, prizes)
		for i, a := range awards {
			got += a.Cents
			if i > 0 && ranks[i] == ranks[i-1] && (awards[i-1].Cents-a.Cents < 0 || awards[i-1].Cents-a.Cents > 1) {
				t.Fatalf("a tie gets %d and %d", awards[i-1].Cents, a.Cents)
			}
		}
		if got != want {
			t.Fatalf("%d cents given of %d", got, want)
		}
	})
}
