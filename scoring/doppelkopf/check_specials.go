package doppelkopf

import "doko/scoring/fields"

// How often a special can happen in one hand, both sides together.
const (
	maxFoxes       = 2
	maxDoppelkopfs = 4
	maxKarlchen    = 1
	maxCaught      = 2
	maxDullen      = 1
)

// counts says how often each special happened, by its kind (see at) and by side (see index).
type counts [kDulleCaught - kFuchs + 1][2]int

// counted adds the specials up. What is no special by itself is left out: the checker names it.
func (h *Hand) counted() counts {
	var n counts
	for _, sp := range h.Specials {
		k, ok := specialKind(sp.Kind)
		if ok && sp.Count > 0 && (sp.Party == Re || sp.Party == Kontra) {
			n[k-kFuchs][index(sp.Party)] += min(sp.Count, 1000) // a count is never as large; the sum must not overflow
		}
	}
	return n
}

func (n *counts) at(k kind, p Party) int { return n[k-kFuchs][index(p)] }

// both is how often it happened on both sides together.
func (n *counts) both(k kind) int { return n[k-kFuchs][0] + n[k-kFuchs][1] }

// specials checks each special by itself, then what cannot happen together.
func (c *checker) specials() {
	if !c.read(fSpecials) || len(c.hand.Specials) == 0 {
		return
	}
	for i, sp := range c.hand.Specials {
		c.special(i, sp)
	}
	n := &c.counts
	c.atMost("too_many_foxes", n.both(kFuchs)+n.both(kFuchsLast), maxFoxes)
	c.atMost("too_many_doppelkopf", n.both(kDoppelkopf), maxDoppelkopfs)
	c.atMost("too_many_karlchen", n.both(kKarlchen), maxKarlchen)
	c.atMost("too_many_karlchen", n.both(kKarlchenCaught), maxCaught)
	c.atMost("too_many_dullen", n.both(kDulleCaught), maxDullen)
	bothKinds := n.both(kKarlchen) > 0 && n.both(kKarlchenCaught) > 0
	if bothKinds || (n.lastTrick(Re) > 0 && n.lastTrick(Kontra) > 0) {
		c.fault("karlchen_conflict", "specials", nil)
	}
}

// lastTrick counts the specials only the taker of the last trick can have.
func (n *counts) lastTrick(p Party) int {
	return n.at(kKarlchen, p) + n.at(kKarlchenCaught, p) + n.at(kFuchsLast, p)
}

func (c *checker) special(i int, sp Special) {
	if _, known := specialKind(sp.Kind); !known {
		c.fault("unknown_special", fields.At("specials", i)+".kind",
			map[string]any{"Value": fields.Quote(sp.Kind), "Allowed": joinWords(SpecialKinds())})
	}
	if (sp.Kind == KarlchenCaught && c.rules.KarlchenCaught == CaughtOff) ||
		(sp.Kind == DulleCaught && c.rules.DulleCaughtPoints == 0) {
		c.fault("special_not_enabled", fields.At("specials", i)+".kind", map[string]any{"Value": sp.Kind})
	}
	switch {
	case sp.Party != Re && sp.Party != Kontra:
		c.fault("bad_special", fields.At("specials", i)+".party",
			map[string]any{"Value": fields.Quote(string(sp.Party)), "Allowed": "re, kontra"})
	case c.read(fNoTrick) && c.hand.NoTrick == sp.Party:
		c.fault("special_without_trick", fields.At("specials", i)+".party",
			map[string]any{"Party": sp.Party.Name(), "Kind": sp.Kind})
	}
	if sp.Count < 1 {
		c.fault("bad_special", fields.At("specials", i)+".count", map[string]any{"Value": sp.Count, "Allowed": "1, 2, …"})
	}
}

func (c *checker) atMost(code string, count, limit int) {
	if count > limit {
		c.fault(code, "specials", map[string]any{"Count": count, "Max": limit})
	}
}
