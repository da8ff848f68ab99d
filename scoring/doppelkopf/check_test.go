package doppelkopf

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// base is a hand without faults; each test breaks it in its own way.
func base() Hand { return Hand{Contract: Normal, Re: []int{1, 2}, ReAugen: Exactly(130)} }

func TestScoreFaults(t *testing.T) {
	special := func(kind string, p Party, n int) []Special { return []Special{{Kind: kind, Party: p, Count: n}} }
	tests := []struct {
		name  string
		seats int
		rules func(*Rules)
		hand  func(*Hand)
		want  []problem
	}{
		{"nothing said at all", 4, nil, func(h *Hand) { *h = Hand{} }, []problem{{"unknown_contract", "hand.contract"}}},
		{"unknown contract", 4, nil, func(h *Hand) { h.Contract = "ramsch" }, []problem{{"unknown_contract", "hand.contract"}}},
		{"Armut is off", 4, nil, func(h *Hand) { h.Contract = Armut }, []problem{{"contract_not_enabled", "hand.contract"}}},
		{"solo kind of a normal hand", 4, nil, func(h *Hand) { h.SoloKind = Voluntary }, []problem{{"bad_solo_kind", "hand.solo_kind"}}},
		{
			"solo kind of a silent solo", 4, nil, func(h *Hand) { h.Contract, h.Re, h.SoloKind = StilleHochzeit, []int{1}, Compulsory },
			[]problem{{"bad_solo_kind", "hand.solo_kind"}},
		},
		{"unknown solo kind", 4, nil, func(h *Hand) { h.Contract, h.Re, h.SoloKind = SoloHerz, []int{1}, "gern" }, []problem{{"bad_solo_kind", "hand.solo_kind"}}},
		{"three at the table", 3, nil, func(*Hand) {}, []problem{{"player_count", "hand.players"}}},
		{"four, one sits out", 4, nil, func(h *Hand) { h.SittingOut = 3 }, []problem{{"sitting_out", "hand.sitting_out"}}},
		{"five, nobody sits out", 5, nil, func(*Hand) {}, []problem{{"sitting_out", "hand.sitting_out"}}},
		{"five, the sixth sits out", 5, nil, func(h *Hand) { h.SittingOut = 6 }, []problem{{"sitting_out", "hand.sitting_out"}}},
		{"a soloist who sits out", 5, nil, func(h *Hand) { h.Contract, h.Re, h.SittingOut = SoloPik, []int{4}, 4 }, []problem{{"unknown_player", "hand.re.0"}}},
		{"position 5 at four", 4, nil, func(h *Hand) { h.Re = []int{5, 0} }, []problem{{"unknown_player", "hand.re.0"}, {"unknown_player", "hand.re.1"}}},
		{"one player twice", 4, nil, func(h *Hand) { h.Re = []int{3, 3} }, []problem{{"duplicate_player", "hand.re.1"}}},
		{"nobody is Re", 4, nil, func(h *Hand) { h.Re = nil }, []problem{{"party_size", "hand.re"}}},
		{"two soloists", 4, nil, func(h *Hand) { h.Contract = SoloDamen }, []problem{{"party_size", "hand.re"}}},
		{"unresolved Hochzeit of two", 4, nil, func(h *Hand) { h.Contract = Hochzeit }, []problem{{"party_size", "hand.re"}}},
		{"clarified Hochzeit of one", 4, nil, func(h *Hand) { h.Contract, h.Re, h.ClarifiedIn = Hochzeit, []int{1}, 1 }, []problem{{"party_size", "hand.re"}}},
		{"clarified in trick 4", 4, nil, func(h *Hand) { h.Contract, h.ClarifiedIn = Hochzeit, 4 }, []problem{{"bad_clarification", "hand.clarified_in"}}},
		{"clarified before the first trick", 4, nil, func(h *Hand) { h.Contract, h.ClarifiedIn = Hochzeit, -1 }, []problem{{"bad_clarification", "hand.clarified_in"}}},
		{"a normal hand is not clarified", 4, nil, func(h *Hand) { h.ClarifiedIn = 1 }, []problem{{"bad_clarification", "hand.clarified_in"}}},
		{"241 Augen", 4, nil, func(h *Hand) { h.ReAugen = Exactly(241) }, []problem{{"augen_range", "hand.re_augen"}}},
		{"-1 Augen", 4, nil, func(h *Hand) { h.ReAugen = Exactly(-1) }, []problem{{"augen_range", "hand.re_augen"}}},
		{"a range upside down", 4, nil, func(h *Hand) { h.ReAugen = Between(150, 121) }, []problem{{"augen_range", "hand.re_augen_between"}}},
		{"1 Auge", 4, nil, func(h *Hand) { h.ReAugen = Exactly(1) }, []problem{{"augen_unreachable", "hand.re_augen"}}},
		{"239 Augen", 4, nil, func(h *Hand) { h.ReAugen = Exactly(239) }, []problem{{"augen_unreachable", "hand.re_augen"}}},
		{"7 Augen without nines", 4, func(r *Rules) { r.Deck = 40 }, func(h *Hand) { h.ReAugen = Exactly(7) }, []problem{{"augen_unreachable", "hand.re_augen"}}},
		{"0 Augen without nines", 4, func(r *Rules) { r.Deck = 40 }, func(h *Hand) { h.ReAugen = Exactly(0) }, []problem{{"zero_augen_without_schwarz", "hand.no_trick"}}},
		{
			"240 Augen without nines", 4, func(r *Rules) { r.Deck = 40 }, func(h *Hand) { h.ReAugen = Exactly(240) },
			[]problem{{"zero_augen_without_schwarz", "hand.no_trick"}},
		},
		{"no trick but Augen", 4, nil, func(h *Hand) { h.NoTrick = Re }, []problem{{"schwarz_with_augen", "hand.no_trick"}}},
		{"a side called both", 4, nil, func(h *Hand) { h.NoTrick = "both" }, []problem{{"bad_no_trick", "hand.no_trick"}}},
		{"a range nobody can have", 4, nil, func(h *Hand) { h.ReAugen, h.NoTrick = Between(121, 150), Kontra }, []problem{{"schwarz_with_augen", "hand.no_trick"}}},
		{"a range of one unreachable figure", 4, nil, func(h *Hand) { h.ReAugen = Between(1, 1) }, []problem{{"augen_unreachable", "hand.re_augen_between"}}},
		{"a range over a limit", 4, nil, func(h *Hand) { h.ReAugen = Between(150, 151) }, []problem{{"augen_ambiguous", "hand.re_augen_between"}}},
		{"a range without the word", 4, nil, func(h *Hand) { h.ReAugen = Augen{From: 150, To: 151} }, []problem{{"augen_ambiguous", "hand.re_augen_between"}}},
		{
			"skipped", 4, func(r *Rules) { r.ImpliedCalls = false }, func(h *Hand) { h.KontraCall.Denials[K30] = true },
			[]problem{{"call_skipped", "hand.calls.kontra"}, {"call_skipped", "hand.calls.kontra"}, {"call_skipped", "hand.calls.kontra"}},
		},
		{"unknown special", 4, nil, func(h *Hand) { h.Specials = special("schwein", Re, 1) }, []problem{{"unknown_special", "hand.specials.0.kind"}}},
		{"special of nobody", 4, nil, func(h *Hand) { h.Specials = special(Fuchs, "", 1) }, []problem{{"bad_special", "hand.specials.0.party"}}},
		{"special that never happened", 4, nil, func(h *Hand) { h.Specials = special(Fuchs, Re, 0) }, []problem{{"bad_special", "hand.specials.0.count"}}},
		{"caught Karlchen is off", 4, nil, func(h *Hand) { h.Specials = special(KarlchenCaught, Re, 1) }, []problem{{"special_not_enabled", "hand.specials.0.kind"}}},
		{"caught Dulle is off", 4, nil, func(h *Hand) { h.Specials = special(DulleCaught, Re, 1) }, []problem{{"special_not_enabled", "hand.specials.0.kind"}}},
		{
			"special without a trick", 4, nil, func(h *Hand) { h.ReAugen, h.NoTrick, h.Specials = Exactly(240), Kontra, special(Fuchs, Kontra, 1) },
			[]problem{{"special_without_trick", "hand.specials.0.party"}},
		},
		{
			"three foxes", 4, nil, func(h *Hand) {
				h.ReAugen, h.Specials = Exactly(20), append(special(Fuchs, Re, 2), special(FuchsLast, Re, 1)...)
			},
			[]problem{{"too_many_foxes", "hand.specials"}},
		},
		{"five Doppelkopf", 4, nil, func(h *Hand) { h.Specials = special(Doppelkopf, Re, 5) }, []problem{{"too_many_doppelkopf", "hand.specials"}}},
		{"two Karlchen", 4, nil, func(h *Hand) { h.Specials = special(Karlchen, Kontra, 2) }, []problem{{"too_many_karlchen", "hand.specials"}}},
		{
			"three caught Karlchen", 4, func(r *Rules) { r.KarlchenCaught = CaughtByAny }, func(h *Hand) { h.Specials = special(KarlchenCaught, Re, 3) },
			[]problem{{"too_many_karlchen", "hand.specials"}},
		},
		{"two Dullen", 4, func(r *Rules) { r.DulleCaughtPoints = 1 }, func(h *Hand) { h.Specials = special(DulleCaught, Re, 2) }, []problem{{"too_many_dullen", "hand.specials"}}},
		{
			"Karlchen and caught on one side", 4, func(r *Rules) { r.KarlchenCaught = CaughtByDQueen },
			func(h *Hand) { h.Specials = append(special(Karlchen, Re, 1), special(KarlchenCaught, Re, 1)...) },
			[]problem{{"karlchen_conflict", "hand.specials"}},
		},
		{
			"last trick on both sides", 4, nil, func(h *Hand) { h.Specials = append(special(FuchsLast, Re, 1), special(FuchsLast, Kontra, 1)...) },
			[]problem{{"karlchen_conflict", "hand.specials"}},
		},
		{
			"79 Augen with two Doppelkopf", 4, nil, func(h *Hand) { h.ReAugen, h.Specials = Exactly(79), special(Doppelkopf, Re, 2) },
			[]problem{{"augen_vs_specials", "hand.re_augen"}},
		},
		{
			"21 Augen with two foxes", 4, nil, func(h *Hand) { h.ReAugen, h.Specials = Exactly(219), special(Fuchs, Kontra, 2) },
			[]problem{{"augen_vs_specials", "hand.re_augen"}},
		},
		{"Bock is off", 4, nil, func(h *Hand) { h.Bock = 1 }, []problem{{"bock_not_enabled", "hand.bock"}}},
		{"less than no Bock", 4, func(r *Rules) { r.Bock = true }, func(h *Hand) { h.Bock = -1 }, []problem{{"bad_bock", "hand.bock"}}},
		{"more Bock than anybody can count", 4, func(r *Rules) { r.Bock = true }, func(h *Hand) { h.Bock = 64 }, []problem{{"bad_bock", "hand.bock"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, h := DDV(), base()
			if tt.rules != nil {
				tt.rules(&r)
			}
			tt.hand(&h)
			_, err := Score(r, tt.seats, h)
			if diff := cmp.Diff(tt.want, problems(err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The edges that are still fine.
func TestScoreEdges(t *testing.T) {
	tests := []struct {
		name  string
		rules func(*Rules)
		hand  func(*Hand)
	}{
		{"0 Augen with a trick of four nines", nil, func(h *Hand) { h.ReAugen = Exactly(0) }},
		{"two foxes and 22 Augen", nil, func(h *Hand) { h.ReAugen, h.Specials = Exactly(22), []Special{{Fuchs, Re, 2}} }},
		{"both foxes in the last trick", nil, func(h *Hand) { h.Specials = []Special{{FuchsLast, Re, 2}} }},
		{"four Doppelkopf", nil, func(h *Hand) { h.ReAugen, h.Specials = Exactly(160), []Special{{Doppelkopf, Re, 4}} }},
		{"232 Augen without nines", func(r *Rules) { r.Deck = 40 }, func(h *Hand) { h.ReAugen = Exactly(232) }},
		{"a range with one impossible figure", nil, func(h *Hand) { h.ReAugen = Between(211, 239) }},
		{"Bock that multiplies with one", func(r *Rules) { r.Bock, r.BockMultiplier = true, 1 }, func(h *Hand) { h.Bock = 1 << 40 }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, h := DDV(), base()
			if tt.rules != nil {
				tt.rules(&r)
			}
			tt.hand(&h)
			if _, err := Score(r, 4, h); err != nil {
				t.Error(err)
			}
		})
	}
}

// A hand with many faults names them all, in the order of its fields.
func TestScoreAllFaults(t *testing.T) {
	h := Hand{
		Contract: Normal, SoloKind: Forced, Re: []int{1, 7, 1}, SittingOut: 2, ClarifiedIn: 2, ReAugen: Exactly(239), NoTrick: "x",
		Specials: []Special{{"schwein", "y", 0}, {Karlchen, Re, 2}}, Bock: 3,
	}
	_, err := Score(DDV(), 4, h)
	want := []problem{
		{"bad_solo_kind", "hand.solo_kind"},
		{"sitting_out", "hand.sitting_out"},
		{"unknown_player", "hand.re.1"},
		{"duplicate_player", "hand.re.2"},
		{"party_size", "hand.re"},
		{"bad_clarification", "hand.clarified_in"},
		{"bad_no_trick", "hand.no_trick"},
		{"augen_unreachable", "hand.re_augen"},
		{"unknown_special", "hand.specials.0.kind"},
		{"bad_special", "hand.specials.0.party"},
		{"bad_special", "hand.specials.0.count"},
		{"too_many_karlchen", "hand.specials"},
		{"bock_not_enabled", "hand.bock"},
	}
	if diff := cmp.Diff(want, problems(err)); diff != "" {
		t.Error(diff)
	}
}

// What does not count in a solo is noted, not lost (OPEN 10).
func TestNotes(t *testing.T) {
	h := Hand{Contract: SoloKaro, Re: []int{3}, ReAugen: Exactly(160), Specials: []Special{{Fuchs, Re, 2}, {Doppelkopf, Kontra, 1}, {KarlchenCaught, Re, 1}}}
	r, _ := Preset("seed003") // a Doppelkopf counts in a solo, the rest does not
	res, err := Score(r, 4, h)
	if err != nil || res.Value != 0 || len(res.Lines) != 2 || len(res.Notes) != 2 {
		t.Fatalf("%+v, %v", res, err)
	}
	if r.Counts(h, Fuchs) || !r.Counts(h, Doppelkopf) || !r.Counts(base(), Fuchs) {
		t.Error("a Doppelkopf alone counts in a solo, all in a normal hand")
	}
	if res.Notes[0].Kind != Fuchs || res.Notes[0].Points != 2 || res.Notes[1].Kind != KarlchenCaught {
		t.Errorf("notes %v", res.Notes)
	}
}

// A hand that was read elsewhere is checked like any other, but at a table of five the rotation may say who sits out.
func TestCheck(t *testing.T) {
	h := base()
	if ps := Check(DDV(), 5, h); len(ps) > 0 {
		t.Errorf("a hand without faults has %v", ps)
	}
	h.Re, h.ReAugen = []int{1, 1}, Exactly(241)
	var got []string
	for _, p := range Check(DDV(), 5, h) {
		got = append(got, p.Code+" "+p.Field)
	}
	if diff := cmp.Diff([]string{"duplicate_player hand.re.1", "augen_range hand.re_augen"}, got); diff != "" {
		t.Error(diff)
	}
}
