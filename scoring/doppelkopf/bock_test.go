package doppelkopf

import (
	"slices"
	"strings"
	"testing"
)

func allTriggers() Rules {
	r := DDV()
	r.Bock, r.Play.BockTriggers = true, 1<<len(bockTriggers())-1
	return r
}

func TestBockTriggers(t *testing.T) {
	re, kontra := Call{Announced: true}, Call{Denials: [5]bool{K90: true}}
	tests := []struct {
		name string
		h    Hand
		want string
	}{
		{"won", Hand{Contract: Normal, Re: []int{1, 2}, ReAugen: Exactly(131)}, ""},
		{"a tie", Hand{Contract: Normal, Re: []int{1, 2}, ReAugen: Exactly(120)}, "tie_120"},
		{"won solo", Hand{Contract: SoloPik, Re: []int{1}, ReAugen: Exactly(131)}, ""},
		{"lost solo", Hand{Contract: SoloPik, Re: []int{1}, ReAugen: Exactly(100)}, "lost_solo"},
		{"lost silent solo with Re", Hand{Contract: StilleHochzeit, Re: []int{1}, ReAugen: Exactly(100), ReCall: re}, "lost_solo lost_call"},
		{"Re lost", Hand{Contract: Normal, Re: []int{1, 2}, ReAugen: Exactly(119), ReCall: re}, "lost_call"},
		{"Re lost to Kontra", Hand{Contract: Normal, Re: []int{1, 2}, ReAugen: Exactly(89), ReCall: re, KontraCall: kontra}, "lost_call"},
		{"keine 90 of Kontra lost", Hand{Contract: Normal, Re: []int{1, 2}, ReAugen: Exactly(90), KontraCall: kontra}, "lost_call"},
		{"won by all tricks", Hand{Contract: Normal, Re: []int{1, 2}, ReAugen: Exactly(240), NoTrick: Kontra}, "schwarz"},
		{"worth nothing", Hand{Contract: Normal, Re: []int{1, 2}, ReAugen: Exactly(131), Specials: []Special{{Fuchs, Kontra, 1}}}, "zero"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := allTriggers()
			res, err := Score(r, 4, tt.h)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(BockTriggers(r, tt.h, res), " "); got != tt.want {
				t.Errorf("triggers %q, want %q", got, tt.want)
			}
			r.Play.BockTriggers = 0
			if got := BockTriggers(r, tt.h, res); got != nil {
				t.Errorf("rules without triggers have %v", got)
			}
			r = allTriggers()
			r.Bock = false
			if got := BockTriggers(r, tt.h, res); got != nil {
				t.Errorf("rules without Bock have %v", got)
			}
		})
	}
	if !allTriggers().TriggersBock(HeartRound) || DDV().TriggersBock(HeartRound) {
		t.Error("heart rounds begin Bock hands where the rules say so")
	}
	if allTriggers().TriggersBock("rain") {
		t.Error("rain begins Bock hands")
	}
}

// One event makes one Bock hand for each player; what the next one does while they last is a switch.
func TestBockMarks(t *testing.T) {
	tests := []struct {
		stack    string
		seats    int
		triggers []int
		want     []int
	}{
		{BockAppend, 4, nil, []int{0}},
		{BockAppend, 4, []int{1}, []int{0, 1}},
		{BockAppend, 4, []int{1, 0, 0, 0}, []int{0, 1, 1, 1, 1}},
		{BockAppend, 4, []int{1, 0, 0, 0, 0}, []int{0, 1, 1, 1, 1, 0}},
		{BockAppend, 5, []int{1, 0, 0, 0, 0, 0}, []int{0, 1, 1, 1, 1, 1, 0}},
		{BockAppend, 4, []int{1, 1, 0, 0, 0, 0, 0, 0, 0}, []int{0, 1, 1, 1, 1, 1, 1, 1, 1, 0}},
		{BockAppend, 4, []int{2, 0, 0, 0, 0, 0, 0, 0, 0}, []int{0, 1, 1, 1, 1, 1, 1, 1, 1, 0}},
		{BockAppend, 4, []int{1, 0, 0, 0, 1, 0, 0, 0, 0}, []int{0, 1, 1, 1, 1, 1, 1, 1, 1, 0}},
		{BockMultiply, 4, []int{1, 0, 1, 0, 0, 0, 0}, []int{0, 1, 1, 2, 2, 1, 1, 0}},
		{BockMultiply, 4, []int{2, 0, 0, 0, 0}, []int{0, 2, 2, 2, 2, 0}},
		{BockIgnore, 4, []int{1, 1, 0, 2, 1, 0, 1}, []int{0, 1, 1, 1, 1, 0, 0, 1}},
		{BockIgnore, 4, []int{3, 0, 0, 0, 0}, []int{0, 1, 1, 1, 1, 0}},
	}
	for _, tt := range tests {
		r := allTriggers()
		r.Play.BockStack = tt.stack
		if got := BockMarks(r, tt.seats, tt.triggers); !slices.Equal(got, tt.want) {
			t.Errorf("%s at %d, %v: marks %v, want %v", tt.stack, tt.seats, tt.triggers, got, tt.want)
		}
	}
}
