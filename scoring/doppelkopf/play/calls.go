package play

import (
	"cmp"
	"slices"

	"doko/scoring/doppelkopf"
)

// The steps a side can say, from the announcement to schwarz.
const (
	nothing  = -1
	announce = 0
	schwarz  = 4
)

// said is what one side has said so far, as far as it counts.
type said struct {
	top       int // the highest step, nothing if none
	replyOnly bool
}

// step is what a word says; false for a word that says nothing.
func step(word string) (int, bool) {
	switch word {
	case "re", "kontra":
		return announce, true
	case "k90":
		return 1, true
	case "k60":
		return 2, true
	case "k30":
		return 3, true
	case "schwarz":
		return schwarz, true
	default:
		return 0, false
	}
}

// needs is how many cards one must still hold to say a step (RULES b): eleven for Re and Kontra, one less for each step,
// two less without nines, and less again after a Hochzeit that found its partner late.
func (g *game) needs(step int) int {
	n := g.size - 1 - step
	if g.deal.Contract == doppelkopf.Hochzeit {
		n -= g.clarifying() - 1
	}
	return n
}

// clarifying is the trick after which calls are possible in a Hochzeit; an unresolved one counts as clarified in trick 3.
func (g *game) clarifying() int {
	if g.clarified == 0 {
		return 3
	}
	return g.clarified
}

func index(p doppelkopf.Party) int {
	if p == doppelkopf.Re {
		return 0
	}
	return 1
}

// calls decides about each call in the order of time.
func (g *game) calls() {
	g.side = [2]said{{top: nothing}, {top: nothing}}
	calls := slices.Clone(g.deal.Calls)
	slices.SortStableFunc(calls, func(a, b Call) int { return cmp.Compare(a.Trick, b.Trick) })
	for _, c := range calls {
		if code := g.call(c); code != "" {
			g.fault(code, c.Trick, c.Seat, map[string]any{"Call": c.Word, "Party": g.party[c.Seat].Name()})
		}
	}
}

// call counts one call or gives the code of what is wrong with it. Saying again what the side has said is neither.
func (g *game) call(c Call) string {
	party := g.party[c.Seat]
	own, other := &g.side[index(party)], g.side[index(party.Other())]
	want, _ := step(c.Word)
	left := g.size - (c.Trick - 1)
	switch {
	case want == announce && c.Word != string(party):
		return "wrong_party"
	case g.deal.Contract == doppelkopf.Hochzeit && c.Trick <= g.clarifying():
		return "call_before_clarification"
	case want <= own.top:
		return ""
	case want > own.top+1 && !g.rules.ImpliedCalls:
		return "call_skipped"
	case left >= g.needs(own.top+1): // the lowest step not yet said is the one that has to come first
		if own.replyOnly {
			return "call_late"
		}
	case want == announce && other.top > nothing && left >= g.needs(other.top)-1:
		own.replyOnly = true
	default:
		return "call_late"
	}
	own.top = want
	g.counted = append(g.counted, c)
	return ""
}

// forced checks the Pflichtansage: who takes 30 or more in the first trick has to announce before his next card; with step,
// a side that has announced already has to say one more (RULES f).
func (g *game) forced() {
	first := g.played[0]
	if g.rules.Play.Pflichtansage == "off" || first.Augen < 30 {
		return
	}
	if g.deal.Contract == doppelkopf.Hochzeit && g.clarified != 1 {
		return // not for tricks before the Hochzeit is clarified
	}
	before, after := nothing, nothing
	for _, c := range g.counted {
		level, _ := step(c.Word)
		if g.party[c.Seat] != g.party[first.Winner] || c.Trick > 2 {
			continue
		}
		after = max(after, level)
		if c.Trick == 1 {
			before = max(before, level)
		}
	}
	want := announce
	if g.rules.Play.Pflichtansage == "step" {
		want = min(before+1, schwarz)
	}
	if after < want {
		g.fault("call_forced_missing", 1, first.Winner, nil)
	}
}

// callOf is what a side has said, for the record.
func (g *game) callOf(p doppelkopf.Party) doppelkopf.Call {
	var c doppelkopf.Call
	for _, said := range g.counted {
		if g.party[said.Seat] != p {
			continue
		}
		level, _ := step(said.Word)
		if level == announce {
			c.Announced = true
		} else {
			c.Denials[level] = true
		}
	}
	return c
}
