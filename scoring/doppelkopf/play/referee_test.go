package play

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring/doppelkopf"
	"doko/scoring/fields"
	"doko/scoring/tally"
)

// The hand 82.403.616: normal, seats 1 and 2 are Re. Each case says something else in it.
func TestCalls(t *testing.T) {
	say := func(list ...Call) []Call { return list }
	noSkipping, without := doppelkopf.DDV(), doppelkopf.DDV()
	noSkipping.ImpliedCalls = false
	without.Deck = 40
	tests := []struct {
		name       string
		rules      doppelkopf.Rules
		calls      []Call
		faults     []string
		re, kontra string
	}{
		{"nothing", doppelkopf.DDV(), nil, nil, "", ""},
		{"each step at the last moment", doppelkopf.DDV(), say(Call{1, "re", 2}, Call{2, "k90", 3}, Call{1, "k60", 4}, Call{2, "k30", 5}, Call{1, "schwarz", 6}),
			nil, "re k90 k60 k30 schwarz", ""},
		{"each step one card too late", doppelkopf.DDV(), say(Call{1, "re", 1}, Call{2, "k90", 4}), []string{"call_late/4/2"}, "re", ""},
		{"Re with ten cards", doppelkopf.DDV(), say(Call{1, "re", 3}), []string{"call_late/3/1"}, "", ""},
		{"two steps in one, both in time", doppelkopf.DDV(), say(Call{1, "re", 1}, Call{1, "k60", 3}), nil, "re k60", ""},
		{"two steps in one, the skipped one is late", doppelkopf.DDV(), say(Call{1, "re", 1}, Call{1, "k60", 4}), []string{"call_late/4/1"}, "re", ""},
		{"a denial that skips Re in time", doppelkopf.DDV(), say(Call{1, "k90", 2}), nil, "k90", ""},
		{"a denial that skips Re too late", doppelkopf.DDV(), say(Call{1, "k90", 3}), []string{"call_late/3/1"}, "", ""},
		{"skipping is not allowed", noSkipping, say(Call{1, "k90", 1}, Call{4, "kontra", 1}, Call{3, "k60", 1}), []string{"call_skipped/1/1", "call_skipped/1/3"}, "", "kontra"},
		{"the partner says it again, and less", doppelkopf.DDV(), say(Call{1, "re", 1}, Call{1, "k60", 1}, Call{2, "re", 9}, Call{2, "k90", 9}), nil, "re k60", ""},
		{"the wrong side", doppelkopf.DDV(), say(Call{1, "kontra", 1}, Call{3, "re", 1}), []string{"wrong_party/1/1", "wrong_party/1/3"}, "", ""},
		{"an answer with one card less", doppelkopf.DDV(), say(Call{1, "re", 2}, Call{3, "kontra", 3}), nil, "re", "kontra"},
		{"an answer to keine 90 with nine", doppelkopf.DDV(), say(Call{1, "re", 1}, Call{1, "k90", 3}, Call{3, "kontra", 4}), nil, "re k90", "kontra"},
		{"an answer with two cards less", doppelkopf.DDV(), say(Call{1, "re", 2}, Call{3, "kontra", 4}), []string{"call_late/4/3"}, "re", ""},
		{"nobody asked", doppelkopf.DDV(), say(Call{3, "kontra", 3}), []string{"call_late/3/3"}, "", ""},
		{"a denial after an answer that was only an answer", doppelkopf.DDV(), say(Call{1, "re", 2}, Call{3, "kontra", 3}, Call{3, "k90", 3}),
			[]string{"call_late/3/3"}, "re", "kontra"},
		{"a denial after an answer in time", doppelkopf.DDV(), say(Call{1, "re", 1}, Call{3, "kontra", 2}, Call{4, "k90", 3}), nil, "re", "kontra k90"},
		{"written down in another order", doppelkopf.DDV(), say(Call{2, "k90", 3}, Call{1, "re", 1}), nil, "re k90", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := realDeal(t, "82.403.616")
			d.Calls = tt.calls
			rep := Replay(tt.rules, d)
			if diff := cmp.Diff(tt.faults, faults(rep)); diff != "" {
				t.Error(diff)
			}
			re := strings.Join(rep.Hand.ReCall.Words(doppelkopf.Re), " ")
			kontra := strings.Join(rep.Hand.KontraCall.Words(doppelkopf.Kontra), " ")
			if re != tt.re || kontra != tt.kontra {
				t.Errorf("Re said %q, Kontra %q", re, kontra)
			}
		})
	}
}

// Without nines all limits drop by two.
func TestCallsWithoutNines(t *testing.T) {
	r := doppelkopf.DDV()
	r.Deck = 40
	d, rep := search(t, r, func(*Deal) bool { return true }, func(_ Deal, rep Report) bool { return rep.Hand.Contract == doppelkopf.Normal })
	seat := rep.Re[0]
	d.Calls = []Call{{seat, "re", 2}, {seat, "k90", 3}, {seat, "k60", 4}, {seat, "k30", 5}, {seat, "schwarz", 6}}
	if got := faults(Replay(r, d)); got != nil {
		t.Errorf("in time: %v", got)
	}
	d.Calls = []Call{{seat, "re", 3}}
	if got := faults(Replay(r, d)); len(got) != 1 {
		t.Errorf("too late: %v", got)
	}
}

// The later a Hochzeit finds its partner, the fewer cards a call needs; before that nobody may say anything (TSR 4.4).
func TestHochzeit(t *testing.T) {
	for clarified := range 4 {
		d, rep := search(t, doppelkopf.DDV(), marry, func(_ Deal, rep Report) bool { return rep.Hand.ClarifiedIn == clarified })
		after := clarified
		if clarified == 0 {
			after = 3
		}
		if want := 2; clarified > 0 && len(rep.Re) != want || clarified == 0 && !slices.Equal(rep.Re, []int{d.Declarer}) {
			t.Errorf("clarified in %d: Re %v", clarified, rep.Re)
		}
		if _, err := doppelkopf.Score(doppelkopf.DDV(), 4, rep.Hand); err != nil {
			t.Error(err)
		}
		d.Calls = []Call{{d.Declarer, "re", after + 1}, {d.Declarer, "k90", after + 2}, {d.Declarer, "k60", after + 3}}
		if got := faults(Replay(doppelkopf.DDV(), d)); got != nil {
			t.Errorf("clarified in %d, in time: %v", clarified, got)
		}
		d.Calls = []Call{{d.Declarer, "re", after}, {d.Declarer, "re", after + 2}}
		if got := faults(Replay(doppelkopf.DDV(), d)); len(got) != 2 || !strings.HasPrefix(got[0], "call_before_clarification") || !strings.HasPrefix(got[1], "call_late") {
			t.Errorf("clarified in %d, too early and too late: %v", clarified, got)
		}
	}
}

// Which trick finds the partner is a matter of the rules.
func TestHochzeitClarifiedBy(t *testing.T) {
	led := func(rep Report, n int) bool {
		return trump(doppelkopf.Hochzeit, rep.Tricks[n].Cards[rep.Tricks[n].Leader-1]) > 0
	}
	d, rep := search(t, doppelkopf.DDV(), marry, func(d Deal, rep Report) bool {
		return rep.Tricks[0].Winner != d.Declarer && rep.Tricks[1].Winner != d.Declarer && led(rep, 0) != led(rep, 1)
	})
	plain, trumps := 1, 2
	if led(rep, 0) {
		plain, trumps = 2, 1
	}
	for by, want := range map[string]int{"foreign": 1, "plain": plain, "trump": trumps} {
		r := doppelkopf.DDV()
		r.Play.HochzeitClarifiedBy = by
		if got := Replay(r, d).Hand.ClarifiedIn; got != want {
			t.Errorf("%s: clarified in %d, want %d", by, got, want)
		}
	}
}

func TestContracts(t *testing.T) {
	twoOld, _ := search(t, doppelkopf.DDV(), marry, func(Deal, Report) bool { return true })
	silent := twoOld
	silent.Contract, silent.Declarer = doppelkopf.Normal, 0
	rep := Replay(doppelkopf.DDV(), silent)
	if rep.Hand.Contract != doppelkopf.StilleHochzeit || !slices.Equal(rep.Re, []int{twoOld.Declarer}) || len(rep.Kontra) != 3 || rep.Faults != nil {
		t.Errorf("both queens in one hand of a normal game: %+v, Re %v, %v", rep.Hand, rep.Re, rep.Faults)
	}
	one := realDeal(t, "82.403.616")
	for _, c := range []doppelkopf.Contract{doppelkopf.Hochzeit, doppelkopf.StilleHochzeit} {
		one.Contract, one.Declarer = c, 1
		if got := faults(Replay(doppelkopf.DDV(), one)); !slices.Contains(got, "contract/0/1") {
			t.Errorf("%s with one queen: %v", c, got)
		}
	}
	one.Contract = doppelkopf.Normal
	if got := faults(Replay(doppelkopf.DDV(), one)); !slices.Contains(got, "contract/0/1") {
		t.Errorf("a normal game that somebody declared: %v", got)
	}
	r := doppelkopf.DDV()
	r.Play.Contracts = 1 // nothing but normal hands
	if got := faults(Replay(r, realDeal(t, "82.195.829"))); !slices.Contains(got, "contract/0/3") {
		t.Errorf("a solo where there are none: %v", got)
	}
}

func TestDeck(t *testing.T) {
	d := realDeal(t, "82.403.616")
	d.Cards[0] = append(slices.Clone(d.Cards[0][:11]), fox) // a third fox, one Dulle gone
	rep := Replay(doppelkopf.DDV(), d)
	if diff := cmp.Diff([]string{"deck/0/0", "deck/0/0"}, faults(rep)); diff != "" || rep.Tricks != nil {
		t.Errorf("%s", diff)
	}
	if got := string(rep.AppendJSON(nil, nil, code)); got != `"problems":[{"code":"deck","message":"text of deck"},{"code":"deck","message":"text of deck"}]` {
		t.Errorf("a deck fault gives more than problems: %s", got)
	}
	d = realDeal(t, "82.403.616")
	d.Cards[0], d.Cards[1] = d.Cards[0][:11], append(slices.Clone(d.Cards[1]), d.Cards[0][11])
	if diff := cmp.Diff([]string{"deck/0/1", "deck/0/2"}, faults(Replay(doppelkopf.DDV(), d))); diff != "" {
		t.Error(diff)
	}
	r := doppelkopf.DDV()
	r.Deck = 40
	if got := faults(Replay(r, realDeal(t, "82.403.616"))); len(got) != 8 {
		t.Errorf("48 cards where there are no nines: %v", got)
	}
}

// Each card that breaks suit is one fault of its trick: seat 2 keeps a heart back in trick 1 of a made-up order.
func TestRevoke(t *testing.T) {
	d := realDeal(t, "82.403.616")
	// Trick 1: SA SK ST D9. Seat 2 puts a later trump in the place of its spade king, which falls where the trump was.
	cards := slices.Clone(d.Cards[1])
	cards[0], cards[3] = cards[3], cards[0] // CQ to the spade ace, SK to the trump trick 4
	d.Cards[1] = cards
	rep := Replay(doppelkopf.DDV(), d)
	if got := faults(rep); !slices.Contains(got, "revoke/1/2") {
		t.Errorf("faults %v", got)
	}
	if _, err := doppelkopf.Score(doppelkopf.DDV(), 4, rep.Hand); err != nil {
		t.Errorf("a revoke does not keep the hand from being scored: %v", err)
	}
	out := string(rep.AppendJSON(nil, []byte("{}"), code))
	if !strings.Contains(out, `{"code":"revoke","trick":1,"seat":2,"message":"text of revoke"}`) {
		t.Errorf("%s", out)
	}
}

// Who takes 30 in the first trick has to say something, where the rules ask for it.
func TestPflichtansage(t *testing.T) {
	rules := func(how string) doppelkopf.Rules {
		r := doppelkopf.DDV()
		r.Play.Pflichtansage = how
		return r
	}
	d := realDeal(t, "82.187.246") // trick 1: 32 Augen for seat 1, Kontra with seat 4
	marriage, _ := search(t, doppelkopf.DDV(), marry, func(d Deal, rep Report) bool { return rep.Tricks[0].Augen >= 30 && rep.Hand.ClarifiedIn != 1 })
	tests := []struct {
		name, how string
		deal      Deal
		calls     []Call
		missing   bool
	}{
		{"no such rule", "off", d, nil, false},
		{"nothing said", "once", d, nil, true},
		{"said before the next card", "once", d, []Call{{1, "kontra", 2}}, false},
		{"the partner had said it", "once", d, []Call{{4, "kontra", 1}}, false},
		{"the other side said something", "once", d, []Call{{2, "re", 1}}, true},
		{"said, but one more is asked for", "step", d, []Call{{1, "kontra", 1}, {4, "k90", 3}}, true},
		{"said, and one more", "step", d, []Call{{1, "kontra", 1}, {1, "k90", 2}}, false},
		{"not said before: once is enough", "step", d, []Call{{1, "kontra", 2}}, false},
		{"no step is left", "step", d, []Call{{1, "schwarz", 1}}, false},
		{"before a Hochzeit is clarified", "once", marriage, nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.deal.Calls = tt.calls
			got := slices.Contains(faults(Replay(rules(tt.how), tt.deal)), "call_forced_missing/1/1")
			if got != tt.missing {
				t.Errorf("missing: %v", got)
			}
		})
	}
	small := realDeal(t, "82.403.616") // 25 Augen
	if got := faults(Replay(rules("once"), small)); slices.ContainsFunc(got, func(f string) bool { return strings.HasPrefix(f, "call_forced") }) {
		t.Errorf("25 Augen force nobody: %v", got)
	}
}

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

// Foxes, Karlchen and Doppelkopf as the rules count them.
func TestSpecials(t *testing.T) {
	party := func(rep Report, seat int) bool { return slices.Contains(rep.Re, seat) }
	holder := func(tr Trick, c Card) int { return slices.Index(tr.Cards[:], c) + 1 }
	find := func(rep Report, kind string) int {
		n := 0
		for _, s := range rep.Hand.Specials {
			if s.Kind == kind {
				n += s.Count
			}
		}
		return n
	}
	all := func(*Deal) bool { return true }
	two := doppelkopf.DDV()
	two.FuchsLastTrickPoints = 2
	lastFox := func(_ Deal, rep Report) bool {
		last := rep.Tricks[11]
		seat := holder(last, fox)
		return rep.Hand.Contract == doppelkopf.Normal && has(last.Cards[:], fox) == 1 && party(rep, seat) != party(rep, last.Winner)
	}
	d, rep := search(t, two, all, lastFox)
	if find(rep, doppelkopf.FuchsLast) != 1 {
		t.Errorf("a fox in the last trick: %v", rep.Hand.Specials)
	}
	if rep := Replay(doppelkopf.DDV(), d); find(rep, doppelkopf.FuchsLast) != 0 || find(rep, doppelkopf.Fuchs) == 0 {
		t.Errorf("where it is worth the same: %v", rep.Hand.Specials)
	}
	d, rep = search(t, doppelkopf.DDV(), all, func(_ Deal, rep Report) bool {
		return rep.Hand.Contract == doppelkopf.Normal && rep.Tricks[11].Cards[rep.Tricks[11].Winner-1] == karlchen
	})
	if find(rep, doppelkopf.Karlchen) != 1 {
		t.Errorf("Karlchen: %v", rep.Hand.Specials)
	}
	d.Contract, d.Declarer = doppelkopf.SoloKaro, rep.Tricks[11].Winner
	if rep := Replay(doppelkopf.DDV(), d); len(rep.Hand.Specials) != 0 {
		t.Errorf("a solo lists %v", rep.Hand.Specials)
	}
	for _, by := range []doppelkopf.Caught{doppelkopf.CaughtOff, doppelkopf.CaughtByAny, doppelkopf.CaughtByDQueen} {
		r := doppelkopf.DDV()
		r.KarlchenCaught = by
		for _, queen := range []bool{true, false} {
			_, rep := search(t, r, all, func(_ Deal, rep Report) bool {
				last := rep.Tricks[11]
				seat := holder(last, karlchen)
				best := last.Cards[last.Winner-1]
				return rep.Hand.Contract == doppelkopf.Normal && has(last.Cards[:], karlchen) == 1 && party(rep, seat) != party(rep, last.Winner) &&
					best != karlchen && (best == card(Diamonds, Queen)) == queen
			})
			want := 0
			if by == doppelkopf.CaughtByAny || by == doppelkopf.CaughtByDQueen && queen {
				want = 1
			}
			if find(rep, doppelkopf.KarlchenCaught) != want {
				t.Errorf("%s, by the diamond queen %v: %v", by, queen, rep.Hand.Specials)
			}
		}
	}
	_, rep = search(t, doppelkopf.DDV(), all, func(_ Deal, rep Report) bool {
		return slices.ContainsFunc(rep.Tricks, func(tr Trick) bool { return tr.Augen >= 40 }) && rep.Hand.Contract == doppelkopf.Normal
	})
	if find(rep, doppelkopf.Doppelkopf) == 0 {
		t.Errorf("40 Augen: %v", rep.Hand.Specials)
	}
}

func TestParseFaults(t *testing.T) {
	type problem struct{ Code, Field string }
	cards := `"cards":["CA","CT","CK","CQ"]`
	tests := []struct {
		name, in string
		want     []problem
	}{
		{"nothing", `{}`, []problem{{"missing_field", "contract"}, {"missing_field", "cards"}, {"missing_field", "leader"}}},
		{"wrong types", `{"x":1,"contract":"skat","solo_kind":"x","declarer":5,"leader":"1","cards":["CA","XX CT",7,""],"announcements":7,"declared":[7],"exchange":[]}`, []problem{
			{"unknown_field", "x"}, {"unknown_contract", "contract"}, {"bad_solo_kind", "solo_kind"}, {"unknown_card", "cards.1"}, {"wrong_type", "cards.2"},
			{"unknown_player", "leader"}, {"unknown_player", "declarer"}, {"wrong_type", "announcements"}, {"wrong_type", "exchange"}, {"wrong_type", "declared.0"},
			{"missing_field", "declared.0.seat"}, {"missing_field", "declared.0.before_own_card_in_trick"}, {"missing_field", "declared.0.what"}}},
		{"three hands", `{"contract":"normal","leader":1,"cards":["CA","CT","CK"]}`, []problem{{"wrong_type", "cards"}}},
		{"a solo without a soloist", `{"contract":"solo_pik","solo_kind":"lust","leader":1,` + cards + `}`, []problem{{"missing_field", "declarer"}}},
		{"a silent solo nobody can have", `{"contract":"stille_hochzeit","leader":1,` + cards + `}`, []problem{{"missing_field", "declarer"}}},
		{"a silent solo the cards show", `{"contract":"stille_hochzeit","leader":1,"cards":["CA","CT","CK","CQ CQ"]}`, nil},
		{"the solo kind of a normal game", `{"contract":"normal","solo_kind":"lust","leader":1,` + cards + `}`, []problem{{"bad_solo_kind", "solo_kind"}}},
		{"an Armut without an exchange", `{"contract":"armut","declarer":1,"leader":1,` + cards + `}`, []problem{{"missing_field", "exchange"}}},
		{"an exchange of nothing", `{"contract":"armut","declarer":1,"leader":1,` + cards + `,"exchange":{"given":"CA","returned":["CX"],"y":1}}`, []problem{
			{"unknown_field", "exchange.y"}, {"wrong_type", "exchange.given"}, {"unknown_card", "exchange.returned.0"},
			{"missing_field", "exchange.giver"}, {"missing_field", "exchange.taker"}}},
		{"an exchange without cards", `{"contract":"armut","declarer":1,"leader":1,` + cards + `,"exchange":{"giver":1,"taker":2}}`,
			[]problem{{"missing_field", "exchange.given"}, {"missing_field", "exchange.returned"}}},
		{"calls and declarations", `{"contract":"normal","leader":1,` + cards + `,"announcements":[{"seat":5,"call":"k120","before_own_card_in_trick":13},{}],
			"declared":[{"seat":1,"what":"pig","before_own_card_in_trick":0}]}`, []problem{
			{"unknown_player", "announcements.0.seat"}, {"wrong_type", "announcements.0.before_own_card_in_trick"}, {"unknown_call", "announcements.0.call"},
			{"missing_field", "announcements.1.seat"}, {"missing_field", "announcements.1.before_own_card_in_trick"}, {"missing_field", "announcements.1.call"},
			{"wrong_type", "declared.0.before_own_card_in_trick"}, {"wrong_type", "declared.0.what"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n, err := fields.Parse([]byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			_, err = Parse(doppelkopf.DDV(), n)
			ps, _ := err.(tally.Problems)
			var got []problem
			for _, p := range ps {
				got = append(got, problem{p.Code, p.Field})
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzReplay: any input is refused or replayed to a hand that scores or says why not; nothing panics.
func FuzzReplay(f *testing.F) {
	for _, h := range realHands(f) {
		f.Add(h.input(f), false)
	}
	f.Add([]byte(`{"contract":"armut","declarer":1,"leader":1,"cards":["","","",""],"exchange":{"giver":1,"taker":2,"given":[],"returned":[]}}`), true)
	f.Fuzz(func(t *testing.T, raw []byte, kneipe bool) {
		n, err := fields.Parse(raw)
		if err != nil {
			return
		}
		r := doppelkopf.DDV()
		if kneipe {
			r, _ = doppelkopf.Preset("kneipe")
		}
		d, err := Parse(r, n)
		if err != nil {
			return
		}
		rep := Replay(r, d)
		out := append(rep.AppendJSON([]byte("{"), []byte("null"), code), '}')
		if _, err := fields.Parse(out); err != nil {
			t.Fatalf("%s gives %s", raw, out)
		}
	})
}
