package doppelkopf

import (
	"doko/scoring/fields"
	"doko/scoring/tally"
)

// field is one field of a hand, as a bit, so that the decoder can tell the checker which ones it could not read.
type field uint16

const (
	fContract field = 1 << iota
	fSoloKind
	fSeats
	fRe
	fSittingOut
	fClarified
	fAugen
	fNoTrick
	fReCall
	fKontraCall
	fSpecials
	fBock
)

// checker finds every fault of a hand. It allocates nothing for a hand without faults, which is why it holds copies: what
// it pointed to would have to live on the heap.
type checker struct {
	rules      Rules
	seats      int
	hand       Hand
	needDealer bool  // at a table of five somebody has to sit out; a stored hand may leave that to the rotation
	unread     field // what could not be read: already reported, not checked again
	counts     counts
	problems   tally.Problems
}

func (c *checker) read(f field) bool { return c.unread&f == 0 }

func (c *checker) fault(code, at string, args map[string]any) {
	c.problems = append(c.problems, tally.Problem{Code: code, Field: "hand." + at, Args: args})
}

// all runs the checks in the order of the fields.
func (c *checker) all() {
	c.counts = c.hand.counted()
	c.contract()
	c.table()
	c.parties()
	c.clarification()
	c.augen()
	c.callsOf(Re)
	c.callsOf(Kontra)
	c.specials()
	c.bock()
}

func (c *checker) contract() {
	h := &c.hand
	if !c.read(fContract) {
		return
	}
	if !h.Contract.Known() {
		c.fault("unknown_contract", "contract", map[string]any{"Value": fields.Quote(string(h.Contract)), "Allowed": joinWords(contractWords())})
		c.unread |= fContract
		return
	}
	if h.Contract == Armut && !c.rules.Armut {
		c.fault("contract_not_enabled", "contract", map[string]any{"Value": string(Armut)})
	}
	if !c.read(fSoloKind) || h.SoloKind == "" {
		return
	}
	if !h.SoloKind.Known() {
		c.fault("bad_solo_kind", "solo_kind", map[string]any{"Value": fields.Quote(string(h.SoloKind)), "Allowed": soloKindWords()})
		return
	}
	if !h.Contract.Chosen() {
		c.fault("bad_solo_kind", "solo_kind", map[string]any{"Value": fields.Quote(string(h.SoloKind)), "Allowed": "null"})
	}
}

// table checks the number of seats and who sits out.
func (c *checker) table() {
	if !c.read(fSeats) {
		return
	}
	if c.seats != 4 && c.seats != 5 {
		c.fault("player_count", "players", map[string]any{"Count": c.seats, "Allowed": "4, 5"})
		c.unread |= fSeats
		return
	}
	if !c.read(fSittingOut) {
		return
	}
	out := c.hand.SittingOut
	if c.seats == 4 && out != 0 {
		c.fault("sitting_out", "sitting_out", map[string]any{"Seats": 4})
		c.unread |= fSittingOut
		return
	}
	if c.seats == 5 && (out < 0 || out > 5 || (out == 0 && c.needDealer)) {
		c.fault("sitting_out", "sitting_out", map[string]any{"Seats": 5})
		c.unread |= fSittingOut
	}
}

// parties checks who plays Re: how many there have to be is said by the contract.
func (c *checker) parties() {
	if !c.read(fRe) {
		return
	}
	for i, pos := range c.hand.Re {
		if c.read(fSeats) && (pos < 1 || pos > c.seats || (pos == c.hand.SittingOut && c.read(fSittingOut))) {
			c.fault("unknown_player", fields.At("re", i), map[string]any{"Value": pos})
		}
		for _, other := range c.hand.Re[:i] {
			if other == pos {
				c.fault("duplicate_player", fields.At("re", i), map[string]any{"Value": pos})
			}
		}
	}
	if !c.read(fContract) {
		return
	}
	want := 1
	switch c.hand.Contract {
	case Normal, Armut:
		want = 2
	case Hochzeit:
		if !c.read(fClarified) || c.hand.ClarifiedIn < 0 || c.hand.ClarifiedIn > 3 {
			return
		}
		if c.hand.ClarifiedIn > 0 {
			want = 2
		}
	}
	if len(c.hand.Re) != want {
		c.fault("party_size", "re", map[string]any{"Count": len(c.hand.Re), "Want": want})
	}
}

// clarification: only and always a Hochzeit has a trick that found the partner (TSR 4.4).
func (c *checker) clarification() {
	if !c.read(fClarified) {
		return
	}
	in := c.hand.ClarifiedIn
	if in < 0 || in > 3 {
		c.fault("bad_clarification", "clarified_in", map[string]any{"Value": in, "Allowed": "1, 2, 3, null"})
		return
	}
	if in > 0 && c.read(fContract) && c.hand.Contract != Hochzeit {
		c.fault("bad_clarification", "clarified_in", map[string]any{"Value": in, "Allowed": "null"})
	}
}

// callsOf: with implied calls a higher denial carries the lower ones and the announcement, else each must have been said.
func (c *checker) callsOf(p Party) {
	call, f := &c.hand.ReCall, fReCall
	if p == Kontra {
		call, f = &c.hand.KontraCall, fKontraCall
	}
	if c.rules.ImpliedCalls || !c.read(f) {
		return
	}
	top := call.Highest()
	if top > NoDenial && !call.Announced {
		c.fault("call_skipped", "calls."+string(p), map[string]any{"Call": string(p), "Party": p.Name()})
	}
	for d := K90; d < top; d++ {
		if !call.Denials[d] {
			c.fault("call_skipped", "calls."+string(p), map[string]any{"Call": denialWord(d), "Party": p.Name()})
		}
	}
}

func (c *checker) bock() {
	marks := c.hand.Bock
	if !c.read(fBock) || marks == 0 {
		return
	}
	if marks < 0 {
		c.fault("bad_bock", "bock", map[string]any{"Value": marks})
		return
	}
	if !c.rules.Bock {
		c.fault("bock_not_enabled", "bock", map[string]any{"Value": marks})
		return
	}
	if _, ok := c.rules.bockFactor(marks); !ok {
		c.fault("bad_bock", "bock", map[string]any{"Value": marks})
	}
}

// Check finds every fault of a hand that was read elsewhere, in the order of its fields; who sits out at a table of five may be left
// to the rotation. Fields are those of ParseHand ("hand.re_augen").
func Check(r Rules, seats int, h Hand) tally.Problems {
	c := checker{rules: r, seats: seats, hand: h}
	c.all()
	return c.problems
}
