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

// count adds up how often a special happened for one side; with no side given, for both.
func (h *Hand) count(kind string, p Party) int {
	n := 0
	for _, sp := range h.Specials {
		if sp.Kind == kind && sp.Count > 0 && (p == "" || sp.Party == p) {
			n += min(sp.Count, 1000) // a count is never as large; the sum must not overflow
		}
	}
	return n
}

// specials checks each special by itself, then what cannot happen together.
func (c *checker) specials() {
	if !c.read(fSpecials) || len(c.hand.Specials) == 0 {
		return
	}
	for i, sp := range c.hand.Specials {
		c.special(i, sp)
	}
	h := &c.hand
	c.atMost("too_many_foxes", h.count(Fuchs, "")+h.count(FuchsLast, ""), maxFoxes)
	c.atMost("too_many_doppelkopf", h.count(Doppelkopf, ""), maxDoppelkopfs)
	c.atMost("too_many_karlchen", h.count(Karlchen, ""), maxKarlchen)
	c.atMost("too_many_karlchen", h.count(KarlchenCaught, ""), maxCaught)
	c.atMost("too_many_dullen", h.count(DulleCaught, ""), maxDullen)
	both := h.count(Karlchen, "") > 0 && h.count(KarlchenCaught, "") > 0
	if both || (h.lastTrick(Re) > 0 && h.lastTrick(Kontra) > 0) {
		c.fault("karlchen_conflict", "specials", nil)
	}
}

// lastTrick counts the specials only the taker of the last trick can have.
func (h *Hand) lastTrick(p Party) int {
	return h.count(Karlchen, p) + h.count(KarlchenCaught, p) + h.count(FuchsLast, p)
}

func (c *checker) special(i int, sp Special) {
	if !knownSpecial(sp.Kind) {
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
