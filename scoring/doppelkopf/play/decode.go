package play

import (
	"slices"
	"strconv"
	"strings"

	"doko/scoring/doppelkopf"
	"doko/scoring/fields"
	"doko/scoring/tally"
)

// Parse reads a deal (CONTRACTS 3). The error is tally.Problems for what cannot be read at all; what can be read but was
// against the rules is for Replay.
func Parse(r doppelkopf.Rules, n fields.Node) (Deal, error) {
	d := decoder{node: n, size: r.Deck / 4}
	d.problems = n.Unknown("", []string{
		"name", "rules", "contract", "solo_kind", "declarer", "leader", "cards", "announcements",
		"exchange", "declared", "expect", "tags", "note",
	})
	d.contract()
	d.cards()
	d.seats()
	d.announcements()
	d.exchange()
	d.declared()
	return d.out, d.problems.OrNil()
}

// decoder reads one deal and keeps on after a fault.
type decoder struct {
	node     fields.Node
	size     int
	out      Deal
	problems tally.Problems
}

func (d *decoder) fault(code, at string, n fields.Node, allowed string) {
	d.problems = append(d.problems, tally.Problem{Code: code, Field: at, Args: map[string]any{"Value": n.Shown(), "Allowed": allowed}})
}

func (d *decoder) require(n fields.Node, path, key string) (fields.Node, bool) {
	m, ok := n.Get(key)
	if !ok {
		d.problems = append(d.problems, fields.Missing(path, key))
	}
	return m, ok
}

func (d *decoder) contract() {
	if n, ok := d.require(d.node, "", "contract"); ok {
		word, _ := n.Word()
		if d.out.Contract = doppelkopf.Contract(word); !d.out.Contract.Known() {
			var all []string
			for _, c := range doppelkopf.AllContracts() {
				all = append(all, string(c))
			}
			d.fault("unknown_contract", "contract", n, strings.Join(all, ", "))
		}
	}
	n, _ := d.node.Get("solo_kind")
	if n.Kind == fields.Null {
		return
	}
	word, _ := n.Word()
	d.out.SoloKind = doppelkopf.SoloKind(word)
	switch {
	case !d.out.SoloKind.Known():
		d.fault("bad_solo_kind", "solo_kind", n, "null, pflicht, lust, vorgefuehrt")
	case !d.out.Contract.Chosen():
		d.fault("bad_solo_kind", "solo_kind", n, "null")
	}
}

func (d *decoder) cards() {
	n, ok := d.require(d.node, "", "cards")
	if !ok {
		return
	}
	if n.Kind != fields.Array || len(n.Items) != 4 {
		d.fault("wrong_type", "cards", n, `["CA HT …", "…", "…", "…"]`)
		return
	}
	for i, hand := range n.Items {
		path := fields.At("cards", i)
		text, isWord := hand.Word()
		if !isWord {
			d.fault("wrong_type", path, hand, `"CA HT …"`)
			continue
		}
		for n, word := range strings.Fields(text) {
			c, ok := ParseCard(word)
			if !ok {
				d.problems = append(d.problems, tally.Problem{
					Code: "unknown_card", Field: path,
					Args: map[string]any{"Value": fields.Quote(word), "Allowed": suitLetters + " × " + rankLetters, "Seat": i + 1, "Trick": n + 1},
				})
				continue
			}
			d.out.Cards[i] = append(d.out.Cards[i], c)
		}
	}
}

// seats: a game other than the normal one has somebody who declared it; of a silent solo the cards tell who.
func (d *decoder) seats() {
	if n, ok := d.require(d.node, "", "leader"); ok {
		d.out.Leader = d.seat("leader", n)
	}
	n, _ := d.node.Get("declarer")
	if n.Kind != fields.Null {
		d.out.Declarer = d.seat("declarer", n)
		return
	}
	for i, cards := range d.out.Cards {
		if d.out.Contract == doppelkopf.StilleHochzeit && has(cards, old) == 2 {
			d.out.Declarer = i + 1
		}
	}
	if d.out.Contract.Known() && d.out.Contract != doppelkopf.Normal && d.out.Declarer == 0 {
		d.problems = append(d.problems, fields.Missing("", "declarer"))
	}
}

func (d *decoder) seat(at string, n fields.Node) int {
	seat, ok := n.Int()
	if !ok || seat < 1 || seat > 4 {
		d.fault("unknown_player", at, n, "1, 2, 3, 4")
		return 0
	}
	return seat
}

func (d *decoder) trick(at string, n fields.Node) int {
	trick, ok := n.Int()
	if !ok || trick < 1 || trick > d.size {
		d.fault("wrong_type", at, n, "1 … "+strconv.Itoa(d.size))
		return 0
	}
	return trick
}

// objects gives the objects of an optional list, after a look at their members.
func (d *decoder) objects(key string, members ...string) []fields.Node {
	n, _ := d.node.Get(key)
	if n.Kind == fields.Null {
		return nil
	}
	if n.Kind != fields.Array {
		d.fault("wrong_type", key, n, "[…]")
		return nil
	}
	for i, item := range n.Items {
		if item.Kind != fields.Object {
			d.fault("wrong_type", fields.At(key, i), item, "{…}")
		}
		d.problems = append(d.problems, item.Unknown(fields.At(key, i), members)...)
	}
	return n.Items
}

func (d *decoder) announcements() {
	for i, item := range d.objects("announcements", "seat", "call", "before_own_card_in_trick") {
		path := fields.At("announcements", i)
		var c Call
		c.Seat, c.Trick = d.when(path, item)
		if n, ok := d.require(item, path, "call"); ok {
			word, _ := n.Word()
			if _, known := step(word); !known {
				d.fault("unknown_call", path+".call", n, "re, kontra, k90, k60, k30, schwarz")
			}
			c.Word = word
		}
		d.out.Calls = append(d.out.Calls, c)
	}
}

// when reads who did something and before which of his cards.
func (d *decoder) when(path string, item fields.Node) (int, int) {
	seat, trick := 0, 0
	if n, ok := d.require(item, path, "seat"); ok {
		seat = d.seat(path+".seat", n)
	}
	if n, ok := d.require(item, path, "before_own_card_in_trick"); ok {
		trick = d.trick(path+".before_own_card_in_trick", n)
	}
	return seat, trick
}

func (d *decoder) declared() {
	what := []string{"schweinchen", superschweinchen, "five_nines", "five_kings"}
	for i, item := range d.objects("declared", "seat", "what", "before_own_card_in_trick") {
		path := fields.At("declared", i)
		var x Declaration
		x.Seat, x.Trick = d.when(path, item)
		if n, ok := d.require(item, path, "what"); ok {
			word, isWord := n.Word()
			x.What = word
			if !isWord || !slices.Contains(what, word) {
				d.fault("wrong_type", path+".what", n, strings.Join(what, ", "))
			}
		}
		d.out.Declared = append(d.out.Declared, x)
	}
}

func (d *decoder) exchange() {
	n, _ := d.node.Get("exchange")
	switch n.Kind {
	case fields.Null:
		if d.out.Contract == doppelkopf.Armut {
			d.problems = append(d.problems, fields.Missing("", "exchange"))
		}
		return
	case fields.Object:
	default:
		d.fault("wrong_type", "exchange", n, `{"giver", "taker", "given", "returned"}`)
		return
	}
	d.problems = append(d.problems, n.Unknown("exchange", []string{"giver", "taker", "given", "returned"})...)
	x := &Exchange{Given: d.heap(n, "given"), Returned: d.heap(n, "returned")}
	if giver, ok := d.require(n, "exchange", "giver"); ok {
		x.Giver = d.seat("exchange.giver", giver)
	}
	if taker, ok := d.require(n, "exchange", "taker"); ok {
		x.Taker = d.seat("exchange.taker", taker)
	}
	d.out.Exchange = x
}

// heap reads a list of cards.
func (d *decoder) heap(n fields.Node, key string) []Card {
	list, ok := d.require(n, "exchange", key)
	if !ok {
		return nil
	}
	path := "exchange." + key
	if list.Kind != fields.Array {
		d.fault("wrong_type", path, list, `["CA", "HT", …]`)
		return nil
	}
	var cards []Card
	for i, item := range list.Items {
		word, _ := item.Word()
		c, ok := ParseCard(word)
		if !ok {
			d.fault("wrong_type", fields.At(path, i), item, suitLetters+" × "+rankLetters)
		}
		cards = append(cards, c)
	}
	return cards
}
