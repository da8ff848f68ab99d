package doppelkopf

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring/tally"
)

// What lies exactly on a limit. Each of these was once a change of the code that no test found.
func TestScoreLimits(t *testing.T) {
	tests := []struct {
		name  string
		rules func(*Rules)
		hand  func(*Hand)
		want  []problem
	}{
		{"found in trick 3, but one Re player", nil, func(h *Hand) { h.Contract, h.Re, h.ClarifiedIn = Hochzeit, []int{1}, 3 }, []problem{{"party_size", "hand.re"}}},
		{"found in trick 4, and one Re player", nil, func(h *Hand) { h.Contract, h.Re, h.ClarifiedIn = Hochzeit, []int{1}, 4 }, []problem{{"bad_clarification", "hand.clarified_in"}}},
		{"a range of which only the last figure is possible", nil, func(h *Hand) { h.ReAugen = Between(1, 2) }, nil},
		{"four Doppelköpfe in 159", nil, func(h *Hand) { h.ReAugen, h.Specials = Exactly(159), []Special{{Doppelkopf, Re, 4}} }, []problem{{"augen_vs_specials", "hand.re_augen"}}},
		{"four Doppelköpfe in 160", nil, func(h *Hand) { h.ReAugen, h.Specials = Exactly(160), []Special{{Doppelkopf, Re, 4}} }, nil},
		{"two foxes in 21", nil, func(h *Hand) { h.ReAugen, h.Specials = Exactly(21), []Special{{Fuchs, Re, 1}, {FuchsLast, Re, 1}} }, []problem{{"augen_vs_specials", "hand.re_augen"}}},
		{"two foxes in 22", nil, func(h *Hand) { h.ReAugen, h.Specials = Exactly(22), []Special{{Fuchs, Re, 1}, {FuchsLast, Re, 1}} }, nil},
		{"Bock as high as it goes", func(r *Rules) { r.Bock, r.BockMultiplier = true, 10 }, func(h *Hand) { h.Bock = 6 }, nil},
		{"Bock too high", func(r *Rules) { r.Bock, r.BockMultiplier = true, 10 }, func(h *Hand) { h.Bock = 7 }, []problem{{"bad_bock", "hand.bock"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, h := DDV(), base()
			if tt.rules != nil {
				tt.rules(&r)
			}
			tt.hand(&h)
			_, err := Score(r, 4, h)
			if diff := cmp.Diff(tt.want, problems(err)); diff != "" {
				t.Error(diff)
			}
		})
	}
	_, err := Score(DDV(), 4, Hand{Contract: Normal, Re: []int{1, 2}, ReAugen: Between(1, 1)})
	if got := err.(tally.Problems)[0].Args["Value"]; got != "1–1" {
		t.Errorf("a range is shown as %v", got)
	}
	if Re.Name() != "Re" || Kontra.Name() != "Kontra" {
		t.Error("the sides have lost their names")
	}
	if got := string(appendSpecials(nil, []Special{{Fuchs, Re, 1}, {Karlchen, Kontra, 1}})); got != `[{"kind":"fuchs","party":"re","count":1},{"kind":"karlchen","party":"kontra","count":1}]` {
		t.Errorf("two specials are written as %s", got)
	}
	r := DDV()
	r.Deck = 40
	if got := Ranges(r); got[1] != Between(8, 29) || got[9] != Between(211, 232) {
		t.Errorf("ranges without nines: %v", got)
	}
	all := Call{Announced: true, Denials: [5]bool{K90: true, K60: true, K30: true, Schwarz: true}}
	if got := strings.Join(all.Words(Kontra), " "); got != "kontra k90 k60 k30 schwarz" {
		t.Errorf("said: %s", got)
	}
}

func TestParseLimits(t *testing.T) {
	out, err := ParseHand(DDV(), 5, parse(t, `{"contract":"normal","re":[1,2],"re_augen":131}`))
	if err != nil || out.SittingOut != 0 {
		t.Errorf("who sits out may be left to the rotation: %v", err)
	}
	tests := []struct {
		in   string
		want []problem
	}{
		{`{"contract":"normal","re":[1,2],"re_augen_between":[1,"x"]}`, []problem{{"augen_range", "hand.re_augen_between"}}},
		{`{"contract":"normal","re":[1,2],"re_augen_between":["x",29]}`, []problem{{"augen_range", "hand.re_augen_between"}}},
		{
			`{"contract":"normal","re":[1,2],"re_augen":130,"specials":[{"kind":"karlchen","party":"re","count":2},{"kind":7,"party":"re","count":1}]}`,
			[]problem{{"unknown_special", "hand.specials.1.kind"}},
		},
	}
	for _, tt := range tests {
		_, err := ParseHand(DDV(), 4, parse(t, tt.in))
		if diff := cmp.Diff(tt.want, problems(err)); diff != "" {
			t.Errorf("%s: %s", tt.in, diff)
		}
	}
	if _, ps := ParsePlayers(parse(t, `["A"]`), "p", 2, 2); ps[0].Args["Allowed"] != "2" {
		t.Errorf("two players and no other number: %v", ps[0].Args)
	}
	if _, _, err := ParsePenalty(parse(t, `{"players":["A","B","C","D"],"offender":"A","severity":"major","absagen":0}`)); err != nil {
		t.Errorf("no denials: %v", err)
	}
	if r, err := ParseRules(parse(t, `{"won_points":1000}`), nil); err != nil || r.WonPoints != MaxNumber {
		t.Errorf("the greatest number: %v", err)
	}
}

// A list of minus points alone has nothing for the winners, not even where it is one point.
func TestCountingLimits(t *testing.T) {
	r, h := DDV(), base()
	for counting, want := range map[Counting][]int{MinusOnly: {0, 0, -1, -1}, PlusOnly: {1, 1, 0, 0}, PlusMinus: {1, 1, -1, -1}} {
		r.Counting = counting
		if res, err := Score(r, 4, h); err != nil || !slices.Equal(res.Points, want) {
			t.Errorf("%s: %v, want %v, %v", counting, res.Points, want, err)
		}
	}
}

// Nobody has won: who stayed below 90, 60, 30 pays for it, unless the rules say no.
func TestStagesWithoutWinner(t *testing.T) {
	h := Hand{
		Contract: Normal, Re: []int{1, 2}, ReAugen: Exactly(200),
		ReCall: Call{Denials: [5]bool{Schwarz: true}}, KontraCall: Call{Denials: [5]bool{K90: true}},
	}
	with := DDV()
	with.BeatPoints = false
	without := with
	without.NoWinnerStages = false
	for _, tt := range []struct {
		rules Rules
		value int
	}{{with, 2}, {without, 0}} {
		res, err := Score(tt.rules, 4, h)
		if err != nil || res.Winner != "" || res.Value != tt.value {
			t.Errorf("no_winner_stages %v: %q wins, value %d, %v; want nobody and %d", tt.rules.NoWinnerStages, res.Winner, res.Value, err, tt.value)
		}
	}
	h.ReCall = Call{}
	if res, _ := Score(without, 4, h); res.Winner != string(Re) || res.Value != 6 {
		t.Errorf("with a winner the stages count: %q, %d", res.Winner, res.Value) // won 1, Kontra 2, keine 90 1, under 90 and 60 2
	}
}

func TestTurnsLimits(t *testing.T) {
	rules := DDVSession(4, 24)
	rules.CompulsorySolos = 0
	turns, _, _, _ := Turns(rules, []Played{{Soloist: 2, Kind: Forced}}, false)
	if turns[0].Forced != 0 || turns[0].Lead != 2 {
		t.Errorf("a forced solo where none is owed: %+v", turns[0])
	}
	turns, _, _, _ = Turns(DDVSession(4, 24), []Played{{Soloist: 3, Kind: Compulsory}, {Soloist: 3, Kind: Voluntary}}, false)
	if turns[0].Lead != 3 || turns[1].Dealer != 1 || turns[1].Lead != 2 {
		t.Errorf("only the compulsory solo is led by its player: %+v", turns)
	}
	rules = DDVSession(4, 3)
	rules.CompulsoryLeads = false
	turns, kinds, next, _ := Turns(rules, []Played{{Soloist: 3}, {Soloist: 3}}, false)
	if !slices.Equal(kinds, []SoloKind{Forced, Voluntary}) {
		t.Errorf("one solo owed, two played: %v", kinds)
	}
	if turns[0].Lead != 2 || turns[1].Lead != 3 || next.Lead != 4 {
		t.Errorf("leads %d, %d, then %d where the soloist does not lead", turns[0].Lead, turns[1].Lead, next.Lead)
	}
}
