package play

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring/doppelkopf"
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
		{
			"each step at the last moment", doppelkopf.DDV(), say(Call{1, "re", 2}, Call{2, "k90", 3}, Call{1, "k60", 4}, Call{2, "k30", 5}, Call{1, "schwarz", 6}),
			nil, "re k90 k60 k30 schwarz", "",
		},
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
		{
			"a denial after an answer that was only an answer", doppelkopf.DDV(), say(Call{1, "re", 2}, Call{3, "kontra", 3}, Call{3, "k90", 3}),
			[]string{"call_late/3/3"},
			"re", "kontra",
		},
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
