package doppelkopf

import (
	"slices"

	"doko/scoring/fields"
	"doko/scoring/tally"
)

// ParseHand reads a hand whose players are positions at a table of seats players (CONTRACTS 5) and checks it under the
// rules, except that at a table of five the one who sits out may be left to the rotation. The error is tally.Problems:
// every fault of the input at once, in its order.
func ParseHand(r Rules, seats int, n fields.Node) (Hand, error) {
	d := decoder{node: n, rules: r, seats: seats}
	return d.hand(false)
}

// ReadHand reads the shape of a stored hand without judging it by any rules. The error is tally.Problems.
func ReadHand(n fields.Node) (Hand, error) {
	d := decoder{node: n, seats: 5}
	d.fields()
	return d.out, d.problems.OrNil()
}

// ParseNamed reads a hand with its players by name (VECTORS) and checks it. It returns the names by position too.
func ParseNamed(r Rules, n fields.Node) (Hand, []string, error) {
	d := decoder{node: n, rules: r, named: true}
	h, err := d.hand(true)
	return h, d.names, err
}

// decoder reads one hand and keeps on after a fault.
type decoder struct {
	node     fields.Node
	rules    Rules
	seats    int
	named    bool
	names    []string // by position, if named
	out      Hand
	unread   field
	problems tally.Problems
}

func (d *decoder) hand(needDealer bool) (Hand, error) {
	d.fields()
	if d.node.Kind != fields.Object {
		return Hand{}, d.problems
	}
	c := checker{rules: d.rules, seats: d.seats, hand: d.out, needDealer: needDealer, unread: d.unread}
	c.all()
	if ps := append(d.problems, c.problems...); len(ps) > 0 {
		return Hand{}, ps
	}
	return d.out, nil
}

func (d *decoder) fault(code string, f field, at string, n fields.Node, allowed string) {
	d.unread |= f
	d.problems = append(d.problems, tally.Problem{
		Code: code, Field: "hand." + at,
		Args: map[string]any{"Value": n.Shown(), "Allowed": allowed},
	})
}

// fields reads all fields in the order of VECTORS.
func (d *decoder) fields() {
	if d.node.Kind != fields.Object {
		d.problems = append(d.problems, tally.Problem{
			Code: "wrong_type", Field: "hand",
			Args: map[string]any{"Value": d.node.Shown(), "Allowed": "{…}"},
		})
		return
	}
	allowed := []string{
		"contract", "solo_kind", "re", "sitting_out", "clarified_in", "re_augen", "re_augen_between",
		"no_trick", "calls", "specials", "bock",
	}
	if d.named {
		allowed = append([]string{"game", "players"}, allowed...)
	}
	d.problems = append(d.problems, d.node.Unknown("hand", allowed)...)
	d.contract()
	if d.named {
		d.players()
	}
	d.sittingOut()
	d.re()
	d.clarified()
	d.augen()
	d.noTrick()
	d.calls()
	d.specials()
	d.bock()
}

func (d *decoder) missing(f field, key string) {
	d.unread |= f
	d.problems = append(d.problems, fields.Missing("hand", key))
}

// contract reads the words; whether they are known is for the checker.
func (d *decoder) contract() {
	n, ok := d.node.Get("contract")
	word, isWord := n.Word()
	switch {
	case !ok:
		d.missing(fContract, "contract")
	case !isWord:
		d.fault("unknown_contract", fContract, "contract", n, joinWords(contractWords()))
	default:
		d.out.Contract = Contract(word)
	}
	n, _ = d.node.Get("solo_kind")
	if word, isWord = n.Word(); isWord && word != "" {
		d.out.SoloKind = SoloKind(word)
	} else if isWord || n.Kind != fields.Null {
		d.fault("bad_solo_kind", fSoloKind, "solo_kind", n, soloKindWords())
	}
}

func (d *decoder) players() {
	n, ok := d.node.Get("players")
	if !ok {
		d.missing(fSeats|fSittingOut|fRe, "players")
		return
	}
	names, ps := ParsePlayers(n, "hand.players", 4, 5)
	d.names, d.seats = names, len(names)
	if len(ps) > 0 {
		d.unread |= fSeats
		d.problems = append(d.problems, ps...)
	}
}

// position reads one player: a name in VECTORS, else a number. Numbers that no seat has are left to the checker.
func (d *decoder) position(n fields.Node) (int, bool) {
	if !d.named {
		return n.Int()
	}
	word, ok := n.Word()
	i := indexOf(d.names, word)
	return i + 1, ok && i >= 0
}

func (d *decoder) sittingOut() {
	n, _ := d.node.Get("sitting_out")
	if n.Kind == fields.Null || !d.read(fSittingOut) {
		return
	}
	pos, ok := d.position(n)
	if !ok || pos == 0 {
		d.fault("sitting_out", fSittingOut, "sitting_out", n, "")
		return
	}
	d.out.SittingOut = pos
}

// playing are the names of those who hold cards.
func (d *decoder) playing() []string {
	if d.out.SittingOut == 0 || len(d.names) == 0 {
		return d.names
	}
	return slices.Delete(slices.Clone(d.names), d.out.SittingOut-1, d.out.SittingOut)
}

func (d *decoder) read(f field) bool { return d.unread&f == 0 }

func (d *decoder) re() {
	n, ok := d.node.Get("re")
	switch {
	case !ok:
		d.missing(fRe, "re")
		return
	case !d.read(fRe):
		return
	case n.Kind != fields.Array:
		d.fault("party_size", fRe, "re", n, "[…]")
		return
	}
	for i, item := range n.Items {
		pos, ok := d.position(item)
		if !ok {
			d.fault("unknown_player", fRe, fields.At("re", i), item, joinWords(d.playing()))
			continue
		}
		d.out.Re = append(d.out.Re, pos)
	}
}

// clarified: null says that the player made the first three tricks himself, which is something else than not saying it.
func (d *decoder) clarified() {
	n, ok := d.node.Get("clarified_in")
	switch trick, isInt := n.Int(); {
	case !ok && d.out.Contract == Hochzeit:
		d.fault("bad_clarification", fClarified, "clarified_in", fields.Node{Text: "–"}, "1, 2, 3, null")
	case n.Kind == fields.Null:
	case !isInt || trick == 0:
		d.fault("bad_clarification", fClarified, "clarified_in", n, "1, 2, 3, null")
	default:
		d.out.ClarifiedIn = trick
	}
}

func (d *decoder) augen() {
	exact, hasExact := d.node.Get("re_augen")
	between, hasRange := d.node.Get("re_augen_between")
	switch {
	case hasExact && hasRange:
		d.fault("augen_twice", fAugen, "re_augen_between", between, "")
	case hasRange:
		d.between(between)
	case !hasExact:
		d.missing(fAugen, "re_augen")
	default:
		augen, ok := exact.Int()
		if !ok {
			d.fault("augen_range", fAugen, "re_augen", exact, "")
			return
		}
		d.out.ReAugen = Exactly(augen)
	}
}

func (d *decoder) between(n fields.Node) {
	if n.Kind != fields.Array || len(n.Items) != 2 {
		d.fault("augen_range", fAugen, "re_augen_between", n, "")
		return
	}
	from, ok1 := n.Items[0].Int()
	to, ok2 := n.Items[1].Int()
	if !ok1 || !ok2 {
		d.fault("augen_range", fAugen, "re_augen_between", n, "")
		return
	}
	d.out.ReAugen = Between(from, to)
}

func (d *decoder) noTrick() {
	n, _ := d.node.Get("no_trick")
	word, isWord := n.Word()
	switch {
	case n.Kind == fields.Null:
	case !isWord || word == "":
		d.fault("bad_no_trick", fNoTrick, "no_trick", n, "null, re, kontra")
	default:
		d.out.NoTrick = Party(word)
	}
}

func (d *decoder) bock() {
	n, _ := d.node.Get("bock")
	if n.Kind == fields.Null {
		return
	}
	marks, ok := n.Int()
	if !ok {
		d.fault("bad_bock", fBock, "bock", n, "0, 1, 2, …")
		return
	}
	d.out.Bock = marks
}
