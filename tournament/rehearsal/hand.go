package rehearsal

import (
	"math/rand/v2"
	"slices"

	"doko/scoring"
	"doko/scoring/doppelkopf"
	"doko/tournament"
)

// table is one table that plays.
type table struct {
	rnd   *rand.Rand
	rules scoring.Rules
	size  int
	hands int
	turn  doppelkopf.Turn
}

// row plays the next hand: what a list keeper would note. The result can always be scored.
func (t *table) row() tournament.Row {
	hand := t.contract()
	t.augen(&hand)
	t.calls(&hand)
	t.specials(&hand)
	for range 3 { // what does not go together is left out, the rarest first
		if _, err := scoring.Score(t.rules, t.size, scoring.Record{Doppelkopf: &hand}); err == nil {
			break
		}
		switch {
		case hand.Specials != nil:
			hand.Specials = nil
		case hand.ReCall != doppelkopf.Call{} || hand.KontraCall != doppelkopf.Call{}:
			hand.ReCall, hand.KontraCall = doppelkopf.Call{}, doppelkopf.Call{}
		default:
			hand.ReAugen, hand.NoTrick = doppelkopf.Exactly(121), ""
		}
	}
	return tournament.Row{Kind: tournament.RowHand, Record: &scoring.Record{Doppelkopf: &hand}}
}

// active are the positions that have cards.
func (t *table) active() []int {
	var out []int
	for p := 1; p <= t.size; p++ {
		if p != t.turn.SitsOut {
			out = append(out, p)
		}
	}
	return out
}

// chance is true in so many of a hundred cases.
func (t *table) chance(percent int) bool { return t.rnd.IntN(100) < percent }

// contract says what is played: forced solos first, then compulsory ones by choice, so that few are left for the end.
func (t *table) contract() doppelkopf.Hand {
	active := t.active()
	hand := doppelkopf.Hand{SittingOut: t.turn.SitsOut}
	owing := slices.DeleteFunc(slices.Clone(t.turn.SoloOpen), func(p int) bool { return p == t.turn.SitsOut })
	left := t.hands - t.turn.Number + 1
	two := t.rnd.Perm(len(active))
	switch {
	case t.turn.Forced != 0:
		return t.solo(hand, t.turn.Forced, doppelkopf.Forced)
	case len(owing) > 0 && t.chance(min(90, 130*len(owing)/left)):
		return t.solo(hand, owing[t.rnd.IntN(len(owing))], doppelkopf.Compulsory)
	case len(owing) < len(active) && t.chance(2):
		var free []int
		for _, p := range active {
			if !slices.Contains(owing, p) {
				free = append(free, p)
			}
		}
		return t.solo(hand, free[t.rnd.IntN(len(free))], doppelkopf.Voluntary)
	case t.chance(8):
		hand.Contract, hand.ClarifiedIn = doppelkopf.Hochzeit, 1+t.rnd.IntN(3)
	case t.chance(1):
		hand.Contract, hand.Re = doppelkopf.StilleHochzeit, []int{active[two[0]]}
		return hand
	default:
		hand.Contract = doppelkopf.Normal
	}
	hand.Re = []int{active[two[0]], active[two[1]]}
	slices.Sort(hand.Re)
	return hand
}

func (t *table) solo(hand doppelkopf.Hand, position int, kind doppelkopf.SoloKind) doppelkopf.Hand {
	kinds := []doppelkopf.Contract{
		doppelkopf.SoloDamen, doppelkopf.SoloDamen, doppelkopf.SoloBuben, doppelkopf.SoloBuben, doppelkopf.SoloFleischlos,
		doppelkopf.SoloKreuz, doppelkopf.SoloPik, doppelkopf.SoloHerz, doppelkopf.SoloKaro,
	}
	hand.Contract, hand.SoloKind, hand.Re = kinds[t.rnd.IntN(len(kinds))], kind, []int{position}
	return hand
}

// augen is how the card points fall: Re is a little stronger, a chosen solo more so, a forced one is not.
func (t *table) augen(hand *doppelkopf.Hand) {
	mean := 126.0
	switch hand.SoloKind {
	case doppelkopf.Forced:
		mean = 108
	case doppelkopf.Compulsory, doppelkopf.Voluntary:
		mean = 136
	}
	augen := int(mean + 30*t.rnd.NormFloat64())
	augen = min(max(augen, 0), 240)
	switch augen {
	case 1:
		augen = 2
	case 239:
		augen = 238
	case 0:
		hand.NoTrick = doppelkopf.Re
	case 240:
		hand.NoTrick = doppelkopf.Kontra
	}
	hand.ReAugen = doppelkopf.Exactly(augen)
}

// calls: who holds good cards says so, and now and then promises too much.
func (t *table) calls(hand *doppelkopf.Hand) {
	re := hand.ReAugen.From
	hand.ReCall = t.call(re)
	hand.KontraCall = t.call(240 - re)
}

func (t *table) call(augen int) doppelkopf.Call {
	felt := augen + int(15*t.rnd.NormFloat64()) // nobody knows the cards of the others
	var c doppelkopf.Call
	c.Announced = felt > 128 && t.chance(65)
	if !c.Announced {
		return c
	}
	for step, d := range []doppelkopf.Denial{doppelkopf.K90, doppelkopf.K60, doppelkopf.K30} {
		if felt < 158+30*step || !t.chance(60) {
			break
		}
		c.Denials[d] = true
	}
	return c
}

// specials happen in normal games; the stronger side gets more of them.
func (t *table) specials(hand *doppelkopf.Hand) {
	if hand.Solo() {
		return
	}
	party := func() doppelkopf.Party {
		if t.rnd.IntN(240) < hand.ReAugen.From {
			return doppelkopf.Re
		}
		return doppelkopf.Kontra
	}
	for _, s := range []struct {
		kind    string
		percent int
	}{{doppelkopf.Fuchs, 30}, {doppelkopf.Doppelkopf, 14}, {doppelkopf.Karlchen, 16}} {
		if t.chance(s.percent) {
			hand.Specials = append(hand.Specials, doppelkopf.Special{Kind: s.kind, Party: party(), Count: 1})
		}
	}
}
