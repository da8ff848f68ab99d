package play

import (
	"doko/scoring/doppelkopf"
)

// exchange checks the Armut: few enough trumps, all of them given, as many cards back (RULES f).
func (g *game) exchange() {
	x := g.deal.Exchange
	if g.deal.Contract != doppelkopf.Armut {
		if x != nil {
			g.fault("exchange", 0, x.Giver, nil)
		}
		return
	}
	giver, fine := swap(g.holds(x.Giver), x.Returned, x.Given)
	_, takerFine := swap(g.holds(x.Taker), x.Given, x.Returned)
	if !fine || !takerFine || x.Giver != g.deal.Declarer || x.Giver == x.Taker {
		g.fault("exchange", 0, x.Giver, nil)
		return
	}
	isTrump := func(c Card) bool { return trump(doppelkopf.Armut, c) > 0 }
	trumps, given := count(giver, isTrump), count(x.Given, isTrump)
	want := 3
	if g.rules.Play.ArmutExchange == "trumps" {
		want = trumps
	}
	if given != trumps || len(x.Given) != want || len(x.Returned) != want {
		g.fault("exchange", 0, x.Giver, nil)
	}
	if trumps > g.rules.Play.ArmutTrumps {
		g.fault("contract", 0, x.Giver, map[string]any{"Contract": string(doppelkopf.Armut)})
	}
}

// swap is a hand before an exchange: without what came, with what went. False if what came is not in it.
func swap(hand, came, went []Card) ([]Card, bool) {
	before := append([]Card(nil), hand...)
	for _, c := range came {
		i := 0
		for i < len(before) && before[i] != c {
			i++
		}
		if i == len(before) {
			return nil, false
		}
		before = append(before[:i], before[i+1:]...)
	}
	return append(before, went...), true
}

// declared checks what was shown before trick n and makes Schweinchen of the foxes.
func (g *game) declared(n int) {
	for _, d := range g.deal.Declared {
		if d.Trick == n && !g.declare(d) {
			g.fault("declared_without_cards", d.Trick, d.Seat, map[string]any{"What": d.What})
		}
	}
}

func (g *game) declare(d Declaration) bool {
	hand, played := g.holds(d.Seat), g.holds(d.Seat)[:d.Trick-1]
	rules := g.rules.Play
	switch d.What {
	case "schweinchen":
		fine := has(played, fox) == 0
		if rules.Schweinchen == "second" {
			fine = g.foxWon(d.Seat, played)
		}
		if rules.Schweinchen == "off" || !g.diamonds() || has(hand, fox) != 2 || !fine {
			return false
		}
		g.pigs[d.Seat] = d.Trick
		return true
	case "superschweinchen":
		if !rules.Superschweinchen || !g.anyPig(d.Trick) || has(hand, nineDiam) != 2 || has(played, nineDiam) > 0 {
			return false
		}
		g.superpigs[d.Seat] = d.Trick
		return true
	case "five_nines":
		return rules.RedealFive != "off" && count(hand, func(c Card) bool { return c.Rank() == Nine }) >= 5
	default:
		return rules.RedealFive == "nines_kings" && count(hand, func(c Card) bool { return c.Rank() == King }) >= 5
	}
}

// foxWon reports whether the first of the seat's foxes, and only that, has been played and won its trick.
func (g *game) foxWon(seat int, played []Card) bool {
	for n, c := range played {
		if c == fox && g.played[n].Winner != seat {
			return false
		}
	}
	return has(played, fox) == 1
}

// anyPig reports whether somebody has declared Schweinchen by trick n.
func (g *game) anyPig(n int) bool {
	for _, from := range g.pigs {
		if from > 0 && from <= n {
			return true
		}
	}
	return false
}
