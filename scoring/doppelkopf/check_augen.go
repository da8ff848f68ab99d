package doppelkopf

import (
	"strconv"

	"doko/scoring/fields"
	"doko/scoring/tally"
)

// augen checks Re's figure, or that at least one figure of a range is possible.
func (c *checker) augen() {
	if c.read(fNoTrick) && c.hand.NoTrick != "" && c.hand.NoTrick != Re && c.hand.NoTrick != Kontra {
		c.fault("bad_no_trick", "no_trick", map[string]any{"Value": fields.Quote(string(c.hand.NoTrick)), "Allowed": "null, re, kontra"})
		c.unread |= fNoTrick
	}
	if !c.read(fAugen) {
		return
	}
	a := c.hand.ReAugen
	if a.From < 0 || a.To > 240 || a.From > a.To {
		c.fault("augen_range", c.augenField(), map[string]any{"Value": a.shown()})
		return
	}
	for augen := a.From; augen <= a.To; augen++ {
		if figure(&c.rules, &c.hand, &c.counts, c.unread, augen).n == 0 {
			return
		}
	}
	fs := figure(&c.rules, &c.hand, &c.counts, c.unread, a.From)
	for _, f := range fs.list[:fs.n] {
		c.problems = append(c.problems, c.problem(f))
	}
}

func (c *checker) augenField() string {
	if c.hand.ReAugen.Between || !c.hand.ReAugen.Exact() {
		return "re_augen_between"
	}
	return "re_augen"
}

// shown is the figure or the range as written in a message.
func (a Augen) shown() string {
	if a.Exact() && !a.Between {
		return strconv.Itoa(a.From)
	}
	return strconv.Itoa(a.From) + "–" + strconv.Itoa(a.To)
}

// augenFault is one reason why a figure cannot be.
type augenFault struct {
	code  string
	party Party
	augen int
	need  int
}

type augenFaults struct {
	list [6]augenFault
	n    int
}

func (fs *augenFaults) add(f augenFault) {
	fs.list[fs.n] = f
	fs.n++
}

// figure finds what speaks against one figure of Re's Augen. What depends on fields that could not be read is left out.
func figure(r *Rules, h *Hand, n *counts, unread field, augen int) augenFaults {
	var fs augenFaults
	if !reachable(r.Deck, augen) {
		fs.add(augenFault{code: "augen_unreachable", augen: augen})
		return fs
	}
	knowsTricks := unread&fNoTrick == 0
	for _, p := range [...]Party{Re, Kontra} {
		own := augen
		if p == Kontra {
			own = 240 - augen
		}
		none := knowsTricks && h.NoTrick == p
		switch {
		case none && own > 0:
			fs.add(augenFault{code: "schwarz_with_augen", party: p, augen: own})
		case knowsTricks && !none && own == 0 && r.Deck == 40:
			fs.add(augenFault{code: "zero_augen_without_schwarz", party: p})
		}
		if need := n.needed(p); unread&fSpecials == 0 && !none && own < need {
			fs.add(augenFault{code: "augen_vs_specials", party: p, augen: own, need: need})
		}
	}
	return fs
}

// needed: a Doppelkopf brings its side 40 Augen, a fox 11. Counts that cannot be are a fault of their own and left out here.
func (n *counts) needed(p Party) int {
	need := 0
	if n.both(kDoppelkopf) <= maxDoppelkopfs {
		need = 40 * n.at(kDoppelkopf, p)
	}
	if n.both(kFuchs)+n.both(kFuchsLast) <= maxFoxes {
		need = max(need, 11*(n.at(kFuchs, p)+n.at(kFuchsLast, p)))
	}
	return need
}

// reachable: with nines no set of tricks has 1 or 239 Augen; without them the cheapest trick, four jacks, has 8.
func reachable(deck, augen int) bool {
	least := 2
	if deck == 40 {
		least = 8
	}
	low := min(augen, 240-augen)
	return low == 0 || low >= least
}

func (c *checker) problem(f augenFault) tally.Problem {
	field := "hand." + c.augenField()
	switch f.code {
	case "schwarz_with_augen":
		return tally.Problem{Code: f.code, Field: "hand.no_trick", Args: map[string]any{"Party": f.party.Name(), "Augen": f.augen}}
	case "zero_augen_without_schwarz":
		return tally.Problem{Code: f.code, Field: "hand.no_trick", Args: map[string]any{"Party": f.party.Name()}}
	case "augen_vs_specials":
		return tally.Problem{
			Code: f.code, Field: field,
			Args: map[string]any{"Party": f.party.Name(), "Augen": f.augen, "Need": f.need},
		}
	default:
		return tally.Problem{Code: f.code, Field: field, Args: map[string]any{"Value": c.hand.ReAugen.shown()}}
	}
}
