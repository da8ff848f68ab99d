package play

import (
	"slices"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
)

// BockTriggers lists the events of a replayed hand that begin Bock hands under the rules (RULES f): those of the list, and
// the heart round, which only the cards tell.
func (r Report) BockTriggers(rules doppelkopf.Rules, res tally.Result) []string {
	list := doppelkopf.BockTriggers(rules, r.Hand, res)
	if rules.TriggersBock(doppelkopf.HeartRound) && slices.ContainsFunc(r.Tricks, func(t Trick) bool { return t.heartRound(r.Hand.Contract) }) {
		return append([]string{doppelkopf.HeartRound}, list...)
	}
	return list
}

// heartRound reports whether hearts were led and nobody trumped.
func (t Trick) heartRound(contract doppelkopf.Contract) bool {
	led := t.Cards[t.Leader-1]
	trumped := slices.ContainsFunc(t.Cards[:], func(c Card) bool { return trump(contract, c) > 0 })
	return led.Suit() == Hearts && !trumped
}
