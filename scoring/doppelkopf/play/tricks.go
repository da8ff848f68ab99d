package play

import (
	"doko/scoring/doppelkopf"
)

// next is the seat to the left.
func next(seat int) int { return seat%4 + 1 }

// tricks plays all tricks and notes every card that breaks suit.
func (g *game) tricks() {
	leader := g.deal.Leader
	for n := 1; n <= g.size; n++ {
		g.declared(n)
		t := g.trick(n, leader)
		led := g.at(leader, n)
		seat := leader
		for range 4 {
			if c := g.at(seat, n); !follows(g.deal.Contract, led, c) && g.couldFollow(seat, n, led) {
				g.fault("revoke", n, seat, map[string]any{"Card": c.String(), "Led": led.String()})
			}
			seat = next(seat)
		}
		g.played = append(g.played, t)
		leader = t.Winner
	}
}

// trick plays one trick.
func (g *game) trick(n, leader int) Trick {
	t := Trick{Leader: leader, Winner: leader}
	best := g.at(leader, n)
	seat := leader
	for range 4 {
		c := g.at(seat, n)
		t.Cards[seat-1] = c
		t.Augen += c.Augen()
		if seat != leader && g.beats(n, seat, c, t.Winner, best) {
			t.Winner, best = seat, c
		}
		seat = next(seat)
	}
	return t
}

// at is what a seat played to trick n.
func (g *game) at(seat, n int) Card { return g.deal.Cards[seat-1][n-1] }

// couldFollow reports whether the seat kept a card that serves.
func (g *game) couldFollow(seat, n int, led Card) bool {
	return count(g.holds(seat)[n:], func(c Card) bool { return follows(g.deal.Contract, led, c) }) > 0
}

// beats reports whether a later card of a trick beats the best so far. Of two equal cards the first wins, but for the
// second Dulle where the rules say so.
func (g *game) beats(n, seat int, c Card, bestSeat int, best Card) bool {
	own, other := g.power(n, seat, c), g.power(n, bestSeat, best)
	switch {
	case own == other && own > 0 && c == dulle:
		return g.rules.Play.SecondDulle == "always" || (g.rules.Play.SecondDulle == "not_last_trick" && n < g.size)
	case own > 0 || other > 0:
		return own > other
	default:
		return c.Suit() == best.Suit() && c.Rank() < best.Rank()
	}
}

// power is that of a trump, with the Schweinchen above all others.
func (g *game) power(n, seat int, c Card) int {
	switch {
	case c == nineDiam && g.superpigs[seat] > 0 && n >= g.superpigs[seat]:
		return 1000
	case c == fox && g.isPig(n, seat):
		return 500
	default:
		return trump(g.deal.Contract, c)
	}
}

// isPig reports whether the fox a seat plays to trick n is a Schweinchen.
func (g *game) isPig(n, seat int) bool {
	if g.pigs[seat] == 0 || n < g.pigs[seat] {
		return false
	}
	before := has(g.holds(seat)[:n-1], fox)
	switch g.rules.Play.Schweinchen {
	case "first":
		return before == 0
	case "second":
		return before == 1
	default:
		return true
	}
}

// foxes are foxes only where diamonds are trumps.
func (g *game) diamonds() bool {
	suit, mixed := trumpSuit(g.deal.Contract)
	return mixed && suit == Diamonds
}

// parties finds out who plays with whom.
func (g *game) parties() {
	for seat := 1; seat <= 4; seat++ {
		g.party[seat] = doppelkopf.Kontra
	}
	switch g.deal.Contract {
	case doppelkopf.Normal:
		for seat := 1; seat <= 4; seat++ {
			if has(g.holds(seat), old) > 0 {
				g.party[seat] = doppelkopf.Re
			}
		}
		return
	case doppelkopf.Hochzeit:
		g.clarify()
		g.party[g.partner] = doppelkopf.Re // place 0 is nobody's
	case doppelkopf.Armut:
		x := g.deal.Exchange
		g.party[x.Taker] = doppelkopf.Re
		if x.Taker == g.deal.Declarer { // a fault of the exchange; two play together all the same
			g.party[x.Giver] = doppelkopf.Re
		}
	}
	g.party[g.deal.Declarer] = doppelkopf.Re
}

// clarify: the partner is whoever else takes the first trick of the kind asked for, within the first three (TSR 4.4).
func (g *game) clarify() {
	for n, t := range g.played[:3] {
		led := trump(g.deal.Contract, t.Cards[t.Leader-1]) > 0
		by := g.rules.Play.HochzeitClarifiedBy
		if t.Winner == g.deal.Declarer || (by == "plain" && led) || (by == "trump" && !led) {
			continue
		}
		g.clarified, g.partner = n+1, t.Winner
		return
	}
}
