package play

import (
	"slices"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
)

// BockTrigger is an event that begins Bock hands.
type BockTrigger struct {
	Event string // a word of bock_triggers
	Trick int    // of a heart round, counted from 1; 0 for what the whole hand tells
}

// BockTriggers lists the events of a replayed hand that begin Bock hands under the rules (RULES f): every heart round, which
// only the cards tell, then those of the list.
func (r Report) BockTriggers(rules doppelkopf.Rules, res tally.Result) []BockTrigger {
	var list []BockTrigger
	for n, t := range r.Tricks {
		if rules.TriggersBock(doppelkopf.HeartRound) && t.heartRound(r.Hand.Contract) {
			list = append(list, BockTrigger{doppelkopf.HeartRound, n + 1})
		}
	}
	for _, event := range doppelkopf.BockTriggers(rules, r.Hand, res) {
		list = append(list, BockTrigger{Event: event})
	}
	return list
}

// heartRound reports whether hearts were led and nobody trumped.
func (t Trick) heartRound(contract doppelkopf.Contract) bool {
	led := t.Cards[t.Leader-1]
	trumped := slices.ContainsFunc(t.Cards[:], func(c Card) bool { return trump(contract, c) > 0 })
	return led.Suit() == Hearts && !trumped
}
