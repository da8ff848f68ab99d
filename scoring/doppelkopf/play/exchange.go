package play

import (
	"slices"

	"doko/scoring/doppelkopf"
)

// exchange checks the Armut: few enough trumps, all of them given, as many cards back (RULES f).
func (g *game) exchange() {
	for seat := 1; seat <= 4; seat++ {
		g.dealt[seat] = g.holds(seat)
	}
	x := g.deal.Exchange
	if g.deal.Contract != doppelkopf.Armut {
		if x != nil {
			g.fault("exchange", 0, x.Giver, nil)
		}
		return
	}
	if x.Giver != g.deal.Declarer || x.Giver == x.Taker || !g.swap() {
		g.fault("exchange", 0, x.Giver, nil)
		return
	}
	giver := g.dealt[x.Giver]
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
		g.misfit(x.Giver)
	}
}

// swap finds the hands from before the exchange. What comes back may be any cards, those just given among them: so the giver
// parts with his before the others come, the taker has all of them in hand when he chooses. False if that can't have been.
func (g *game) swap() bool {
	x := g.deal.Exchange
	giver, hadReturned := without(g.holds(x.Giver), x.Returned)
	taker, hadGiven := without(append(slices.Clone(g.holds(x.Taker)), x.Returned...), x.Given)
	if !hadReturned || !hadGiven {
		return false
	}
	g.dealt[x.Giver], g.dealt[x.Taker] = append(giver, x.Given...), taker
	return true
}

// without is a hand less some cards; false if one of them is not in it.
func without(hand, less []Card) ([]Card, bool) {
	rest := slices.Clone(hand)
	for _, c := range less {
		i := slices.Index(rest, c)
		if i < 0 {
			return nil, false
		}
		rest = slices.Delete(rest, i, i+1)
	}
	return rest, true
}

// declared checks what was shown before trick n and makes Schweinchen of the foxes. Of what was shown before one trick the
// Schweinchen come first, wherever they stand in the list: Superschweinchen need them.
func (g *game) declared(n int) {
	for _, super := range []bool{false, true} {
		for _, d := range g.deal.Declared {
			if d.Trick == n && (d.What == superschweinchen) == super && !g.declare(d) {
				g.fault("declared_without_cards", d.Trick, d.Seat, map[string]any{"What": d.What})
			}
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
	case superschweinchen:
		if !rules.Superschweinchen || !g.anyPig(d.Trick) || has(hand, nineDiam) != 2 || has(played, nineDiam) > 0 {
			return false
		}
		g.superpigs[d.Seat] = d.Trick
		return true
	case "five_nines":
		return rules.RedealFive != "off" && d.Trick == 1 && g.dealtOf(d.Seat, Nine) >= 5
	default:
		return rules.RedealFive == "nines_kings" && d.Trick == 1 && g.dealtOf(d.Seat, King) >= 5
	}
}

// dealtOf is how many cards of a rank the seat was dealt. Whoever wants the cards dealt again has to say so before he plays,
// and counts before an exchange.
func (g *game) dealtOf(seat int, r Rank) int {
	return count(g.dealt[seat], func(c Card) bool { return c.Rank() == r })
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
