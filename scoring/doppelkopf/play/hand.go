package play

import (
	"doko/scoring/doppelkopf"
)

// hand writes what was played as a list keeper would.
func (g *game) hand() doppelkopf.Hand {
	h := doppelkopf.Hand{
		Contract: g.deal.Contract, SoloKind: g.deal.SoloKind, ClarifiedIn: g.clarified,
		ReCall: g.callOf(doppelkopf.Re), KontraCall: g.callOf(doppelkopf.Kontra),
	}
	if !h.Contract.Chosen() {
		h.SoloKind = ""
	}
	augen, tricks := 0, 0
	for seat := 1; seat <= 4; seat++ {
		if g.party[seat] == doppelkopf.Re {
			h.Re = append(h.Re, seat)
		}
	}
	for _, t := range g.played {
		if g.party[t.Winner] == doppelkopf.Re {
			augen += t.Augen
			tricks++
		}
	}
	h.ReAugen = doppelkopf.Exactly(augen)
	switch tricks {
	case 0:
		h.NoTrick = doppelkopf.Re
	case g.size:
		h.NoTrick = doppelkopf.Kontra
	}
	h.Specials = g.specials(h)
	return h
}

// specials counts the special points, by the parties as they are at the end.
func (g *game) specials(h doppelkopf.Hand) []doppelkopf.Special {
	counts := map[string][2]int{}
	add := func(kind string, p doppelkopf.Party) {
		n := counts[kind]
		n[index(p)]++
		counts[kind] = n
	}
	for n, t := range g.played {
		winner := g.party[t.Winner]
		if t.Augen >= 40 {
			add(doppelkopf.Doppelkopf, winner)
		}
		for seat := 1; seat <= 4; seat++ {
			if g.party[seat] != winner {
				g.caught(n+1, seat, t, func(kind string) { add(kind, winner) })
			}
		}
		if n == g.size-1 && g.diamondsOrSuit() && t.Cards[t.Winner-1] == karlchen {
			add(doppelkopf.Karlchen, winner)
		}
	}
	var list []doppelkopf.Special
	for _, kind := range doppelkopf.SpecialKinds() {
		for _, p := range []doppelkopf.Party{doppelkopf.Re, doppelkopf.Kontra} {
			if n := counts[kind][index(p)]; n > 0 && g.rules.Counts(h, kind) {
				list = append(list, doppelkopf.Special{Kind: kind, Party: p, Count: n})
			}
		}
	}
	return list
}

// diamondsOrSuit reports whether queens and jacks are trumps as in a normal game.
func (g *game) diamondsOrSuit() bool {
	_, mixed := trumpSuit(g.deal.Contract)
	return mixed
}

// caught finds what the winner of a trick caught of one player of the other side.
func (g *game) caught(n, seat int, t Trick, add func(kind string)) {
	c, by := t.Cards[seat-1], t.Cards[t.Winner-1]
	last := n == g.size
	switch {
	case c == fox && g.diamonds() && !g.isPig(n, seat):
		if last && g.rules.FuchsLastTrickPoints != g.rules.FuchsPoints {
			add(doppelkopf.FuchsLast)
			return
		}
		add(doppelkopf.Fuchs)
	case c == karlchen && last && g.diamondsOrSuit() && by != karlchen && g.catchesKarlchen(by):
		add(doppelkopf.KarlchenCaught)
	case c == dulle && by == dulle && g.diamondsOrSuit() && g.rules.DulleCaughtPoints > 0:
		add(doppelkopf.DulleCaught)
	}
}

func (g *game) catchesKarlchen(by Card) bool {
	switch g.rules.KarlchenCaught {
	case doppelkopf.CaughtByAny:
		return true
	case doppelkopf.CaughtByDQueen:
		return by == card(Diamonds, Queen)
	default:
		return false
	}
}
