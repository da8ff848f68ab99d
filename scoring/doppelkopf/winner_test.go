package doppelkopf

import (
	"fmt"
	"testing"
)

// calls are all that a side can have said, from nothing to schwarz.
func calls() []Call {
	list := []Call{{}, {Announced: true}}
	for d := K90; d <= Schwarz; d++ {
		c := Call{Announced: true}
		for step := K90; step <= d; step++ {
			c.Denials[step] = true
		}
		list = append(list, c)
	}
	return list
}

// ends are all ways a deal can end: every reachable figure, 0 and 240 with and without a trick.
func ends(deck int) []Hand {
	list := []Hand{{ReAugen: Exactly(0), NoTrick: Re}, {ReAugen: Exactly(240), NoTrick: Kontra}}
	for augen := 0; augen <= 240; augen++ {
		low := min(augen, 240-augen)
		if (deck == 48 && low != 1) || (deck == 40 && low >= 8) {
			list = append(list, Hand{ReAugen: Exactly(augen)})
		}
	}
	return list
}

// wins is the winner by the words of TSR 7.1.2 to 7.1.4, written out case by case.
func wins(h Hand) Party {
	re, kontra := h.ReAugen.From, 240-h.ReAugen.From
	reached := func(own int, none Party, d Denial) bool {
		switch d {
		case K90:
			return own >= 151
		case K60:
			return own >= 181
		case K30:
			return own >= 211
		default:
			return h.NoTrick == none
		}
	}
	rd, kd := h.ReCall.Highest(), h.KontraCall.Highest()
	switch {
	case rd == NoDenial && kd == NoDenial:
		need := 121
		if h.KontraCall.Announced && !h.ReCall.Announced {
			need = 120
		}
		if re >= need {
			return Re
		}
		return Kontra
	case kd == NoDenial:
		if reached(re, Kontra, rd) {
			return Re
		}
		return Kontra
	case rd == NoDenial:
		if reached(kontra, Re, kd) {
			return Kontra
		}
		return Re
	case reached(re, Kontra, rd):
		return Re
	case reached(kontra, Re, kd):
		return Kontra
	default:
		return ""
	}
}

// worth is the value by TSR 7.2.2 for a won hand without special points, seen from the winner.
func worth(h Hand, winner Party) int {
	v := 1
	if winner == Kontra && !h.Solo() {
		v++
	}
	loser := h.ReAugen.From
	if winner == Re {
		loser = 240 - loser
	}
	for _, limit := range []int{90, 60, 30} {
		if loser < limit {
			v++
		}
	}
	if h.NoTrick == winner.Other() {
		v++
	}
	own, other := h.ReCall, h.KontraCall
	if winner == Kontra {
		own, other = other, own
	}
	for _, c := range []Call{own, other} {
		if c.Announced {
			v += 2
		}
		v += int(c.Highest())
	}
	for i, limit := range []int{120, 90, 60, 30} {
		if int(other.Highest()) > i && 240-loser >= limit {
			v++
		}
	}
	return v
}

// Every announcement and denial of both sides, every figure, normal and solo: one winner or none, the value as the rules
// say it, the sum 0, one against three at three times the value.
func TestEveryHand(t *testing.T) {
	cases := 0
	for _, re := range [][]int{{1, 3}, {2}} {
		for _, rc := range calls() {
			for _, kc := range calls() {
				for _, h := range ends(48) {
					h.Contract, h.Re, h.ReCall, h.KontraCall = Normal, re, rc, kc
					if len(re) == 1 {
						h.Contract = SoloPik
					}
					cases++
					if err := checkOne(h); err != nil {
						t.Fatalf("Re %v, %v, no trick %q, Re %v, Kontra %v: %v", re, h.ReAugen, h.NoTrick, rc, kc, err)
					}
				}
			}
		}
	}
	if want := 2 * 36 * 241; cases != want {
		t.Errorf("%d cases, want %d", cases, want)
	}
}

func checkOne(h Hand) error {
	res, err := Score(DDV(), 4, h)
	if err != nil {
		return err
	}
	want := wins(h)
	if Party(res.Winner) != want {
		return fmt.Errorf("winner %q, want %q", res.Winner, want)
	}
	switch {
	case want == Re && res.Value != worth(h, Re), want == Kontra && res.Value != -worth(h, Kontra):
		return fmt.Errorf("value %d, want %d", res.Value, worth(h, want))
	}
	for _, l := range res.Lines {
		if want != "" && Party(l.Party) != want {
			return fmt.Errorf("line %v does not go to the winner", l)
		}
		if l.Points <= 0 {
			return fmt.Errorf("line %v has no points", l)
		}
	}
	sum := 0
	for _, p := range res.Points {
		sum += p
	}
	if sum != 0 {
		return fmt.Errorf("points %v", res.Points)
	}
	if h.Solo() && (res.Points[1] != 3*res.Value || res.Points[0] != -res.Value || res.Factor != 3) {
		return fmt.Errorf("solo of value %d gives %v", res.Value, res.Points)
	}
	return nil
}

// Without a winner only stages and beaten steps count (TSR 7.1.4): three hands worked out by hand.
func TestNobodyWins(t *testing.T) {
	k := calls()
	tests := []struct {
		name         string
		augen        int
		re, kontra   Call
		value, lines int
	}{
		{"both keine 90, 120 to 120: each reaches 120", 120, k[2], k[2], 0, 2},
		{"both keine 90, Re 149: Re has 120 against keine 90", 149, k[2], k[2], 1, 1},
		{"both schwarz, Re 57", 57, k[5], k[5], -5, 7},
		{"Re keine 30, Kontra schwarz, Re 210", 210, k[4], k[5], 6, 6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res, err := Score(DDV(), 4, Hand{Contract: Normal, Re: []int{1, 2}, ReAugen: Exactly(tt.augen), ReCall: tt.re, KontraCall: tt.kontra})
			if err != nil || res.Winner != "" || res.Value != tt.value || len(res.Lines) != tt.lines {
				t.Errorf("%+v, %v; want value %d in %d lines", res, err, tt.value, tt.lines)
			}
		})
	}
}

// Within a range nothing changes whatever was said, and for each pair of neighbours there are calls that tell them apart.
func TestRanges(t *testing.T) {
	for _, name := range PresetNames() {
		r, _ := Preset(name)
		ranges := Ranges(r)
		if len(ranges) != 11 {
			t.Fatalf("%s: %d ranges", name, len(ranges))
		}
		differ := make([]bool, len(ranges))
		for _, rc := range calls() {
			for _, kc := range calls() {
				for i, rg := range ranges {
					h := Hand{Contract: Normal, Re: []int{1, 2}, ReAugen: rg, ReCall: rc, KontraCall: kc}
					if i == 0 {
						h.NoTrick = Re
					}
					if i == len(ranges)-1 {
						h.NoTrick = Kontra
					}
					if _, err := Score(r, 4, h); err != nil {
						t.Fatalf("%s: %v with %v and %v: %v", name, rg, rc, kc, err)
					}
					if i > 0 {
						differ[i] = differ[i] || changes(t, r, ranges[i-1], h)
					}
				}
			}
		}
		for i, d := range differ[1:] {
			if !d {
				t.Errorf("%s: %v and %v are always worth the same", name, ranges[i], ranges[i+1])
			}
		}
	}
}

// changes reports whether the hand is worth something else in the range before.
func changes(t *testing.T, r Rules, before Augen, h Hand) bool {
	t.Helper()
	now, err := Score(r, 4, h)
	if err != nil {
		t.Fatal(err)
	}
	h.ReAugen, h.NoTrick = before, ""
	if before.To == 0 {
		h.NoTrick = Re
	}
	then, err := Score(r, 4, h)
	if err != nil {
		t.Fatal(err)
	}
	return now.Value != then.Value || now.Winner != then.Winner
}

// Every figure that can be is in exactly one range, 0 and 240 once with and once without tricks for all.
func TestRangesCover(t *testing.T) {
	for _, deck := range []int{48, 40} {
		r := DDV()
		r.Deck = deck
		for _, h := range ends(deck) {
			found := 0
			for i, rg := range Ranges(r) {
				bare := i == 0 || i == 10
				if rg.From <= h.ReAugen.From && h.ReAugen.To <= rg.To && bare == (h.NoTrick != "") {
					found++
				}
			}
			if found != 1 {
				t.Errorf("deck of %d: %v (no trick %q) is in %d ranges", deck, h.ReAugen, h.NoTrick, found)
			}
		}
	}
}
