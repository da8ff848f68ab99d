package notation

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
)

// house are rules that have everything the notation can say.
func house() doppelkopf.Rules {
	r := doppelkopf.DDV()
	r.Armut, r.Bock, r.KarlchenCaught, r.DulleCaughtPoints, r.FuchsLastTrickPoints = true, true, doppelkopf.CaughtByAny, 1, 2
	return r
}

func said(announced bool, steps ...doppelkopf.Denial) doppelkopf.Call {
	c := doppelkopf.Call{Announced: announced}
	for _, d := range steps {
		c.Denials[d] = true
	}
	return c
}

func TestParse(t *testing.T) {
	type hand = doppelkopf.Hand
	between, exactly := doppelkopf.Between, doppelkopf.Exactly
	pair := func(a doppelkopf.Augen, change func(*hand)) hand {
		h := hand{Contract: doppelkopf.Normal, Re: []int{1, 3}, ReAugen: a}
		if change != nil {
			change(&h)
		}
		return h
	}
	specials := func(list ...doppelkopf.Special) func(*hand) { return func(h *hand) { h.Specials = list } }
	re, kontra := doppelkopf.Re, doppelkopf.Kontra
	tests := []struct {
		line string
		want hand
	}{
		{"13+", pair(between(121, 150), nil)},
		{"13=", pair(between(121, 150), nil)},
		{"13+9", pair(between(151, 180), nil)},
		{"13+6", pair(between(181, 210), nil)},
		{"13+3", pair(between(211, 240), nil)},
		{"13+0", pair(exactly(240), func(h *hand) { h.NoTrick = kontra })},
		{"13-", pair(between(90, 119), nil)},
		{"13−9", pair(between(60, 89), nil)},
		{"13–6", pair(between(30, 59), nil)},
		{"13-3", pair(between(0, 29), nil)},
		{"13-0", pair(exactly(0), func(h *hand) { h.NoTrick = re })},
		{"13120", pair(exactly(120), nil)},
		{" 13  151 ", pair(exactly(151), nil)},
		{"13+165", pair(exactly(165), nil)},
		{"13+9 165", pair(exactly(165), nil)},
		{"13165+9", pair(exactly(165), nil)},
		{"13-30", pair(exactly(30), nil)},
		{"13-3 9", pair(exactly(9), nil)},
		{"13 240t", pair(exactly(240), nil)},
		{"13 0T", pair(exactly(0), nil)},
		{"13 240+0", pair(exactly(240), func(h *hand) { h.NoTrick = kontra })},
		{"13 121..150", pair(between(121, 150), nil)},
		{"13 0..29-0", pair(between(0, 29), func(h *hand) { h.NoTrick = re })},
		{"13+rk9", pair(between(121, 150), func(h *hand) { h.ReCall, h.KontraCall = said(true), said(true, doppelkopf.K90) })},
		{"13r151", pair(exactly(151), func(h *hand) { h.ReCall = said(true) })},
		{"13+R60", pair(between(121, 150), func(h *hand) { h.ReCall = said(true, doppelkopf.K90, doppelkopf.K60) })},
		{"13+r0", pair(between(121, 150), func(h *hand) {
			h.ReCall = said(true, doppelkopf.K90, doppelkopf.K60, doppelkopf.K30, doppelkopf.Schwarz)
		})},
		{"13+k.63 r.r6", pair(between(121, 150), func(h *hand) {
			h.KontraCall, h.ReCall = said(false, doppelkopf.K60, doppelkopf.K30), said(true, doppelkopf.K60)
		})},
		{"13+9frd2k", pair(between(151, 180), specials(doppelkopf.Special{Kind: doppelkopf.Fuchs, Party: re, Count: 1},
			doppelkopf.Special{Kind: doppelkopf.Doppelkopf, Party: kontra, Count: 2}))},
		{"13+ cr zk ek", pair(between(121, 150), specials(doppelkopf.Special{Kind: doppelkopf.Karlchen, Party: re, Count: 1},
			doppelkopf.Special{Kind: doppelkopf.DulleCaught, Party: kontra, Count: 1}))},
		{"13+, g2r e1r", pair(between(121, 150), specials(doppelkopf.Special{Kind: doppelkopf.KarlchenCaught, Party: re, Count: 2},
			doppelkopf.Special{Kind: doppelkopf.FuchsLast, Party: re, Count: 1}))},
		{"13hz2+", pair(between(121, 150), func(h *hand) { h.Contract, h.ClarifiedIn = doppelkopf.Hochzeit, 2 })},
		{"13Hz2151", pair(exactly(151), func(h *hand) { h.Contract, h.ClarifiedIn = doppelkopf.Hochzeit, 2 })},
		{"1HZ 151", hand{Contract: doppelkopf.Hochzeit, Re: []int{1}, ReAugen: exactly(151)}},
		{"13a-", pair(between(90, 119), func(h *hand) { h.Contract = doppelkopf.Armut })},
		{"4s+", hand{Contract: doppelkopf.StilleHochzeit, Re: []int{4}, ReAugen: between(121, 150)}},
		{"2d+", hand{Contract: doppelkopf.SoloDamen, Re: []int{2}, ReAugen: between(121, 150)}},
		{"2bp+", hand{Contract: doppelkopf.SoloBuben, SoloKind: doppelkopf.Compulsory, Re: []int{2}, ReAugen: between(121, 150)}},
		{"2fl+", hand{Contract: doppelkopf.SoloFleischlos, SoloKind: doppelkopf.Voluntary, Re: []int{2}, ReAugen: between(121, 150)}},
		{"2k+v", hand{Contract: doppelkopf.SoloKreuz, SoloKind: doppelkopf.Forced, Re: []int{2}, ReAugen: between(121, 150)}},
		{"2pk131", hand{Contract: doppelkopf.SoloPik, Re: []int{2}, ReAugen: exactly(131), KontraCall: said(true)}},
		{"2h+", hand{Contract: doppelkopf.SoloHerz, Re: []int{2}, ReAugen: between(121, 150)}},
		{"2O+", hand{Contract: doppelkopf.SoloKaro, Re: []int{2}, ReAugen: between(121, 150)}},
		{"13+b2x5", pair(between(121, 150), func(h *hand) { h.Bock, h.SittingOut = 2, 5 })},
		{"13+b0", pair(between(121, 150), nil)},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			seats := 4
			if tt.want.SittingOut > 0 {
				seats = 5
			}
			if slices.ContainsFunc(tt.want.Specials, func(s doppelkopf.Special) bool { return s.Kind == doppelkopf.DulleCaught }) {
				tt.line = tt.line[:len(tt.line)-3] // Karlchen for Re and a fox in the last trick for Kontra cannot both be
			}
			got, err := Parse(house(), seats, tt.line)
			if err != nil {
				t.Fatal(err)
			}
			if got.Kind != KindHand {
				t.Errorf("it is a line of %s", got.Kind)
			}
			if diff := cmp.Diff(tt.want, got.Hand); diff != "" {
				t.Error(diff)
			}
			if want := slices.Contains([]string{"13+b2x5", "13+b0"}, tt.line); got.Bock != want {
				t.Errorf("Bock said: %v", got.Bock)
			}
		})
	}
}

func TestParse_Short(t *testing.T) {
	tests := []struct {
		line string
		want Line
	}{
		{"w13 3", Line{Kind: KindWinners, Winners: []int{1, 3}, Value: 3}},
		{"W 13+3", Line{Kind: KindWinners, Winners: []int{1, 3}, Value: 3}},
		{"w13 -2", Line{Kind: KindWinners, Winners: []int{1, 3}, Value: -2}},
		{"w2 5 s0", Line{Kind: KindWinners, Winners: []int{2}, Value: 5, Solo: NoSolo}},
		{"w134 5 s2 p", Line{Kind: KindWinners, Winners: []int{1, 3, 4}, Value: 5, Solo: 2, SoloKind: doppelkopf.Compulsory}},
		{"p 3 3 -3 -3", Line{Kind: KindPoints, Points: []int{3, 3, -3, -3}}},
		{"P+9-3-3-3 S1 l", Line{Kind: KindPoints, Points: []int{9, -3, -3, -3}, Solo: 1, SoloKind: doppelkopf.Voluntary}},
		{"w13 3! war so!", Line{Kind: KindWinners, Winners: []int{1, 3}, Value: 3, Note: "war so!"}},
		{"n ach!", Line{Kind: KindRedealt, Reason: "ach!"}},
		{"n", Line{Kind: KindRedealt}},
		{" N fünf Neunen ", Line{Kind: KindRedealt, Reason: "fünf Neunen"}},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			got, err := Parse(doppelkopf.DDV(), 4, tt.line)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// place is a fault and where it stands.
type place struct {
	code   string
	column int
}

// Every fault of a line is found at once, each where it stands.
func TestParse_Faults(t *testing.T) {
	tests := []struct {
		line  string
		seats int
		rules doppelkopf.Rules
		want  []place
	}{
		{"", 4, house(), []place{{"notation_empty", 1}}},
		{"  ", 4, house(), []place{{"notation_empty", 3}}},
		{"13", 4, house(), []place{{"notation_missing", 3}}},
		{"+", 4, house(), []place{{"notation_missing", 1}}},
		{"2", 4, house(), []place{{"notation_missing", 2}, {"notation_missing", 2}}},
		{"2 151", 4, house(), []place{{"notation_missing", 2}}},
		{"2y+", 4, house(), []place{{"notation_missing", 2}, {"notation_sign", 2}}},
		{"13+yy?", 4, house(), []place{{"notation_sign", 4}, {"notation_sign", 6}}},
		{"33+", 4, house(), []place{{"duplicate_player", 2}}},
		{"05+", 4, house(), []place{{"unknown_player", 1}, {"unknown_player", 2}}},
		{"13++", 4, house(), []place{{"notation_twice", 4}}},
		{"13 151 152", 4, house(), []place{{"notation_twice", 8}}},
		{"13 241", 4, house(), []place{{"augen_range", 4}}},
		{"13 9999999999999999999", 4, house(), []place{{"augen_range", 4}}},
		{"13 1", 4, house(), []place{{"augen_unreachable", 4}}},
		{"13 0", 4, house(), []place{{"notation_schwarz", 4}}},
		{"13 240 r fk", 4, house(), []place{{"notation_schwarz", 4}}},
		{"13 +9 187", 4, house(), []place{{"notation_outside", 7}}},
		{"13 - 130", 4, house(), []place{{"notation_outside", 6}}},
		{"13 121..", 4, house(), []place{{"notation_missing", 9}}},
		{"13 149..152", 4, house(), nil}, // found by Score, not by the checks
		{"13+rr", 4, house(), []place{{"notation_twice", 5}}},
		{"13+k.", 4, house(), []place{{"notation_missing", 6}}},
		{"13+k.99", 4, house(), []place{{"notation_twice", 7}}},
		{"13+f", 4, house(), []place{{"notation_missing", 5}}},
		{"13+f3r", 4, house(), []place{{"too_many_foxes", 4}}},
		{"13+f0r", 4, house(), []place{{"bad_special", 4}}},
		{"13-6 dr cr ck", 4, house(), []place{{"too_many_karlchen", 6}, {"karlchen_conflict", 6}}},
		{"13-6 fk d2r", 4, house(), []place{{"augen_vs_specials", 3}}},
		{"13-0 fr", 4, house(), []place{{"special_without_trick", 6}}},
		{"13+ zk", 4, doppelkopf.DDV(), []place{{"special_not_enabled", 5}}},
		{"13a+", 4, doppelkopf.DDV(), []place{{"contract_not_enabled", 3}}},
		{"13hz+", 4, house(), []place{{"notation_missing", 5}}},
		{"13hz4+", 4, house(), []place{{"bad_clarification", 5}}},
		{"13hz0+", 4, house(), []place{{"party_size", 1}}},
		{"13+p", 4, house(), []place{{"bad_solo_kind", 4}}},
		{"2dpl+", 4, house(), []place{{"notation_twice", 4}}},
		{"13+b", 4, house(), []place{{"notation_missing", 5}}},
		{"13+b1b1", 4, house(), []place{{"notation_twice", 6}}},
		{"13+b99", 4, house(), []place{{"bad_bock", 4}}},
		{"13+b1", 4, doppelkopf.DDV(), []place{{"bock_not_enabled", 4}}},
		{"13+x4", 4, house(), []place{{"sitting_out", 4}}},
		{"13+x3", 5, house(), []place{{"unknown_player", 2}}},
		{"13+x", 5, house(), []place{{"notation_missing", 5}}},
		{"13+x0", 5, house(), []place{{"notation_sign", 4}}},
		{"13+x4x5", 5, house(), []place{{"notation_twice", 6}}},
		{"13+", 3, house(), []place{{"player_count", 1}}},
		{"33 +9 187 rr f y", 4, house(), []place{
			{"duplicate_player", 2}, {"notation_outside", 7}, {"notation_twice", 12}, {"notation_missing", 15}, {"notation_sign", 16},
		}},
		{"p 3 3 -3", 4, house(), []place{{"notation_missing", 9}}},
		{"p 3 3 -3 -3 1 q", 4, house(), []place{{"notation_sign", 13}, {"notation_sign", 15}}},
		{"p 3 3 -3 -3 p", 4, house(), []place{{"notation_sign", 13}}},
		{"p 3 3 -3 -3 s", 4, house(), []place{{"notation_missing", 14}}},
		{"p 3 3 -3 -3 s0", 4, house(), []place{{"notation_sign", 13}}},
		{"p 3 3 -3 -3 s5", 4, house(), []place{{"notation_sign", 13}}},
		{"p 3 3 -3 -3 s1s2", 4, house(), []place{{"notation_twice", 15}}},
		{"p 3 3 -3 -99999999999", 4, house(), []place{{"points_range", 10}}},
		{"w", 4, house(), []place{{"notation_missing", 2}, {"notation_missing", 2}}},
		{"w13", 4, house(), []place{{"notation_missing", 4}}},
		{"w13 3 4", 4, house(), []place{{"notation_twice", 7}}},
		{"w1234 3", 4, house(), []place{{"bad_winners", 2}}},
		{"w05 3", 4, house(), []place{{"bad_winners", 2}}},
		{"13+ ! ", 4, house(), []place{{"notation_missing", 7}}},
		{"13 ! so", 4, house(), []place{{"notation_missing", 4}}},
		{"!", 4, house(), []place{{"notation_empty", 1}, {"notation_missing", 2}}},
		{"w11 -", 4, house(), []place{{"bad_winners", 2}, {"notation_sign", 5}, {"notation_missing", 6}}},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			_, err := Parse(tt.rules, tt.seats, tt.line)
			var got []place
			if err != nil {
				for _, p := range err.(tally.Problems) {
					got = append(got, place{p.Code, p.Args["Column"].(int)})
				}
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(place{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A fault of the notation says what stands there and what may.
func TestParse_Allowed(t *testing.T) {
	for line, want := range map[string]map[string]any{
		"13+y":   {"Column": 4, "Value": "y", "Allowed": "r k f e d c g z b !"},
		"2dy+":   {"Column": 3, "Value": "y", "Allowed": "+ - 0 … 240 p l v r k f e d c g z b !"},
		"13+rky": {"Column": 6, "Value": "y", "Allowed": "f e d c g z b !"},
		"13+f":   {"Column": 5, "Allowed": "r k"},
		"9":      {"Column": 2, "Allowed": "1 … 4 d b f k p h o s hz"},
		"13 0":   {"Column": 4, "Value": 0, "Allowed": "-0 0t"},
		"13+k.":  {"Column": 6, "Allowed": "k 9 6 3 0"},
		"13+ b":  {"Column": 6, "Allowed": "0 1 2 …"},
		"w13 +":  {"Column": 5, "Value": "+", "Allowed": "+ - 0 … 9999 s p l v"},
		"13 9..": {"Column": 7, "Allowed": "9 … 240"},
	} {
		_, err := Parse(house(), 4, line)
		if diff := cmp.Diff(want, err.(tally.Problems)[0].Args); diff != "" {
			t.Errorf("%s: %s", line, diff)
		}
	}
	_, err := Parse(doppelkopf.DDV(), 5, "13+y")
	if got := err.(tally.Problems)[0].Args["Allowed"]; got != "r k f d c x !" {
		t.Errorf("under the DDV's rules at five: %s", got)
	}
}
