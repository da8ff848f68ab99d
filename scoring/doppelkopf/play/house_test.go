package play

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"doko/scoring/doppelkopf"
)

// The second Dulle of a trick wins where the rules say so, and the first is then caught.
func TestSecondDulle(t *testing.T) {
	both := func(n int) func(Deal, Report) bool {
		return func(_ Deal, rep Report) bool {
			last := rep.Tricks[n]
			if has(last.Cards[:], dulle) != 2 {
				return false
			}
			first, second := slices.Index(last.Cards[:], dulle)+1, 4-slices.Index(reversed(last.Cards), dulle)
			return slices.Contains(rep.Re, first) != slices.Contains(rep.Re, second)
		}
	}
	tests := []struct {
		how    string
		trick  int // counted from 0
		second bool
	}{{"off", 5, false}, {"always", 5, true}, {"always", 11, true}, {"not_last_trick", 5, true}, {"not_last_trick", 11, false}}
	for _, tt := range tests {
		r := doppelkopf.DDV()
		r.Play.SecondDulle, r.DulleCaughtPoints = tt.how, 1
		_, rep := search(t, r, func(*Deal) bool { return true }, both(tt.trick))
		tr := rep.Tricks[tt.trick]
		caught := slices.ContainsFunc(rep.Hand.Specials, func(s doppelkopf.Special) bool { return s.Kind == doppelkopf.DulleCaught })
		order := func(seat int) int { return (seat - tr.Leader + 4) % 4 }
		var seats []int
		for seat := 1; seat <= 4; seat++ {
			if tr.Cards[seat-1] == dulle {
				seats = append(seats, seat)
			}
		}
		slices.SortFunc(seats, func(a, b int) int { return order(a) - order(b) })
		want := seats[0]
		if tt.second {
			want = seats[1]
		}
		if tr.Winner != want {
			t.Errorf("%s, trick %d: won by %d, want %d", tt.how, tt.trick+1, tr.Winner, want)
		}
		if _, err := doppelkopf.Score(r, 4, rep.Hand); err != nil || !caught {
			t.Errorf("%s: specials %v, %v", tt.how, rep.Hand.Specials, err)
		}
	}
}

func reversed(cards [4]Card) []Card {
	list := slices.Clone(cards[:])
	slices.Reverse(list)
	return list
}

// twoFoxes accepts deals in which seat 2 has both foxes and both diamond nines.
func twoFoxes(d *Deal) bool {
	return has(d.Cards[1], fox) == 2 && has(d.Cards[1], nineDiam) == 2
}

// Schweinchen beat the Dulle from the moment they are shown; which of the two foxes is one depends on the rules.
func TestSchweinchen(t *testing.T) {
	at := func(d Deal, c Card, nth int) int { // the trick of the nth card of that kind of seat 2
		for n, own := range d.Cards[1] {
			if own == c {
				if nth--; nth == 0 {
					return n + 1
				}
			}
		}
		return 0
	}
	for _, how := range []string{"both", "first", "second"} {
		r := doppelkopf.DDV()
		r.Play.Schweinchen, r.Play.Superschweinchen = how, true
		d, plain := search(t, r, twoFoxes, func(d Deal, rep Report) bool {
			first := rep.Tricks[at(d, fox, 1)-1]
			return rep.Faults == nil && rep.Hand.Contract == doppelkopf.Normal && (how != "second" || first.Winner == 2)
		})
		show := at(d, fox, 1)
		if how == "second" {
			show = at(d, fox, 1) + 1
		}
		d.Declared = []Declaration{{2, "schweinchen", show}}
		g := game{rules: r, deal: d, size: 12}
		g.tricks()
		for nth := 1; nth <= 2; nth++ {
			n := at(d, fox, nth)
			pig := how == "both" || (how == "first") == (nth == 1)
			if g.isPig(n, 2) != pig {
				t.Errorf("%s: fox %d is a Schweinchen: %v", how, nth, !pig)
			}
			if pig && !(g.power(n, 2, fox) > trump(doppelkopf.Normal, dulle)) {
				t.Errorf("%s: the Dulle is stronger", how)
			}
		}
		if slices.ContainsFunc(g.faults, func(f Fault) bool { return f.Code == "declared_without_cards" }) {
			t.Errorf("%s: %v (before: %v)", how, g.faults, plain.Faults)
		}
		d.Declared = []Declaration{{2, "schweinchen", show}, {2, "superschweinchen", min(show, at(d, nineDiam, 1))}}
		g = game{rules: r, deal: d, size: 12}
		g.tricks()
		if g.superpigs[2] > 0 && !(g.power(12, 2, nineDiam) > g.power(at(d, fox, 1), 2, fox)) {
			t.Errorf("%s: the Superschweinchen is not the highest", how)
		}
	}
}

func TestDeclaredWithoutCards(t *testing.T) {
	with := func(change func(*doppelkopf.Play)) doppelkopf.Rules {
		r := doppelkopf.DDV()
		change(&r.Play)
		return r
	}
	pigs := with(func(p *doppelkopf.Play) { p.Schweinchen, p.Superschweinchen = "both", true })
	second := with(func(p *doppelkopf.Play) { p.Schweinchen = "second" })
	five := with(func(p *doppelkopf.Play) { p.RedealFive = "nines_kings" })
	d, _ := search(t, doppelkopf.DDV(), twoFoxes, func(d Deal, rep Report) bool {
		first := slices.Index(d.Cards[1], fox)
		return rep.Hand.Contract == doppelkopf.Normal && rep.Tricks[first].Winner != 2 && first < 6 && slices.Index(d.Cards[1], nineDiam) > 1
	})
	rich, _ := search(t, doppelkopf.DDV(), func(d *Deal) bool {
		return count(d.Cards[0], func(c Card) bool { return c.Rank() == Nine }) >= 5
	}, func(Deal, Report) bool { return true })
	kings, _ := search(t, doppelkopf.DDV(), func(d *Deal) bool {
		return count(d.Cards[0], func(c Card) bool { return c.Rank() == King }) >= 5
	}, func(Deal, Report) bool { return true })
	solo := d
	solo.Contract, solo.Declarer = doppelkopf.SoloPik, 1
	tests := []struct {
		name     string
		rules    doppelkopf.Rules
		deal     Deal
		declared []Declaration
		fault    bool
	}{
		{"Schweinchen of DDV", doppelkopf.DDV(), d, []Declaration{{2, "schweinchen", 1}}, true},
		{"both foxes in hand", pigs, d, []Declaration{{2, "schweinchen", 1}}, false},
		{"no foxes in hand", pigs, d, []Declaration{{1, "schweinchen", 1}}, true},
		{"one is gone", pigs, d, []Declaration{{2, "schweinchen", 12}}, true},
		{"no foxes in a spade solo", pigs, solo, []Declaration{{2, "schweinchen", 1}}, true},
		{"the first fox has not won", second, d, []Declaration{{2, "schweinchen", 12}}, true},
		{"the first fox has not been played", second, d, []Declaration{{2, "schweinchen", 1}}, true},
		{"Superschweinchen after Schweinchen", pigs, d, []Declaration{{2, "schweinchen", 1}, {2, "superschweinchen", 1}}, false},
		{"Superschweinchen, written down first", pigs, d, []Declaration{{2, "superschweinchen", 1}, {2, "schweinchen", 1}}, false},
		{"Superschweinchen before Schweinchen", pigs, d, []Declaration{{2, "superschweinchen", 1}, {2, "schweinchen", 2}}, true},
		{"Superschweinchen alone", pigs, d, []Declaration{{2, "superschweinchen", 1}}, true},
		{"five nines", five, rich, []Declaration{{1, "five_nines", 1}}, false},
		{"five nines of another", five, rich, []Declaration{{2, "five_nines", 1}}, true},
		{"five kings", five, kings, []Declaration{{1, "five_kings", 1}}, false},
		{"five kings of DDV", doppelkopf.DDV(), kings, []Declaration{{1, "five_kings", 1}}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.deal.Declared = tt.declared
			got := faults(Replay(tt.rules, tt.deal))
			if found := slices.ContainsFunc(got, func(f string) bool { return strings.HasPrefix(f, "declared_") }); found != tt.fault {
				t.Errorf("faults %v", got)
			}
		})
	}
}

// armut deals until somebody has at most three trumps and exchanges three cards with the next seat.
func armut(t *testing.T, r doppelkopf.Rules, trumps int) Deal {
	t.Helper()
	isTrump := func(c Card) bool { return trump(doppelkopf.Armut, c) > 0 }
	rng := rand.New(rand.NewPCG(5, 6))
	for range 100_000 {
		d := Deal{Contract: doppelkopf.Armut, Leader: 2, Cards: shuffle(rng, r.Deck), Declarer: 1}
		poor, rich := d.Cards[0], d.Cards[1]
		if count(poor, isTrump) != trumps {
			continue
		}
		slices.SortStableFunc(poor, func(a, b Card) int { return trump(doppelkopf.Armut, b) - trump(doppelkopf.Armut, a) })
		slices.SortStableFunc(rich, func(a, b Card) int { return trump(doppelkopf.Armut, a) - trump(doppelkopf.Armut, b) })
		n := 3
		if r.Play.ArmutExchange == "trumps" {
			n = trumps
		}
		d.Exchange = &Exchange{Giver: 1, Taker: 2, Given: slices.Clone(poor[:n]), Returned: slices.Clone(rich[:n])}
		d.Cards[0], d.Cards[1] = append(slices.Clone(poor[n:]), rich[:n]...), append(slices.Clone(rich[n:]), poor[:n]...)
		return playOut(rng, r, d)
	}
	t.Fatal("no poor hand")
	return Deal{}
}

func TestArmut(t *testing.T) {
	r, _ := doppelkopf.Preset("seed003")
	d := armut(t, r, 2)
	rep := Replay(r, d)
	if rep.Faults != nil || !slices.Equal(rep.Re, []int{1, 2}) {
		t.Errorf("Re %v, %v", rep.Re, faults(rep))
	}
	if _, err := doppelkopf.Score(r, 4, rep.Hand); err != nil {
		t.Error(err)
	}
	only := r
	only.Play.ArmutExchange = "trumps"
	if got := faults(Replay(only, armut(t, only, 2))); got != nil {
		t.Errorf("two trumps for two cards: %v", got)
	}
	strict := r
	strict.Play.ArmutTrumps = 2
	tests := []struct {
		name  string
		rules doppelkopf.Rules
		deal  func() Deal
		want  string
	}{
		{"two where three are asked for", r, func() Deal { return armut(t, only, 2) }, "exchange/0/1"},
		{"three trumps where two are the limit", strict, func() Deal { return armut(t, strict, 3) }, "contract/0/1"},
		{"four trumps", r, func() Deal { return armut(t, r, 4) }, "contract/0/1"},
		{"not all trumps given", r, func() Deal { return armut(t, r, 4) }, "exchange/0/1"},
		{"not allowed", doppelkopf.DDV(), func() Deal { return armut(t, r, 2) }, "contract/0/1"},
		{"cards that are not there", r, func() Deal {
			d := armut(t, r, 2)
			x := *d.Exchange
			x.Returned = x.Given
			d.Exchange = &x
			return d
		}, "exchange/0/1"},
		{"with oneself", r, func() Deal {
			d := armut(t, r, 2)
			x := *d.Exchange
			x.Taker = 1
			d.Exchange = &x
			return d
		}, "exchange/0/1"},
		{"an exchange in a normal game", r, func() Deal {
			d := realDeal(t, "82.403.616")
			d.Exchange = &Exchange{Giver: 1, Taker: 2}
			return d
		}, "exchange/0/1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := faults(Replay(tt.rules, tt.deal())); !slices.Contains(got, tt.want) {
				t.Errorf("faults %v, want %s", got, tt.want)
			}
		})
	}
}
