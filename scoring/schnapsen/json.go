package schnapsen

import (
	"strconv"

	"doko/scoring/fields"
	"doko/scoring/tally"
)

// ParseDeal reads a deal whose players are the positions 1 and 2 (keys "1" and "2") and checks it. path is the field of the
// deal. The error is tally.Problems with every fault at once.
func ParseDeal(r Rules, n fields.Node, path string) (Deal, error) {
	return parse(r, n, path, nil, nil)
}

// ParseNamed reads a deal whose players are the two names (VECTORS) and checks it. more are fields the caller has read.
func ParseNamed(r Rules, n fields.Node, path string, names, more []string) (Deal, error) {
	return parse(r, n, path, names, more)
}

// ReadDeal reads the shape of a stored deal without judging it by any rules.
func ReadDeal(n fields.Node, path string) (Deal, error) {
	d := decoder{node: n, path: path, names: []string{"1", "2"}}
	d.fields(nil)
	return d.out, d.problems.OrNil()
}

func parse(r Rules, n fields.Node, path string, names, more []string) (Deal, error) {
	d := decoder{node: n, path: path, names: names, named: names != nil}
	if !d.named {
		d.names = []string{"1", "2"}
	}
	d.fields(more)
	c := checker{rules: r, deal: &d.out, path: path, unread: d.unread}
	if n.Kind == fields.Object {
		c.all()
	}
	if ps := append(d.problems, c.problems...); len(ps) > 0 {
		return Deal{}, ps
	}
	return d.out, nil
}

// decoder reads one deal and keeps on after a fault.
type decoder struct {
	node     fields.Node
	path     string
	names    []string
	named    bool
	out      Deal
	unread   field
	problems tally.Problems
}

func (d *decoder) fault(code string, f field, at string, n fields.Node) {
	d.unread |= f
	d.problems = append(d.problems, tally.Problem{Code: code, Field: fields.Join(d.path, at), Args: map[string]any{"Value": n.Shown()}})
}

func (d *decoder) fields(more []string) {
	if d.node.Kind != fields.Object {
		d.problems = append(d.problems, tally.Problem{
			Code: "wrong_type", Field: d.path,
			Args: map[string]any{"Value": d.node.Shown(), "Allowed": "{…}"},
		})
		return
	}
	allowed := append(append([]string{}, more...), "end", "by", "points", "tricks", "marriages", "closed_by", "at_close")
	d.problems = append(d.problems, d.node.Unknown(d.path, allowed)...)
	if n, ok := d.member(d.node, fEnd, "", "end"); ok {
		word, isWord := n.Word()
		d.out.End = End(word)
		if !isWord {
			d.fault("bad_end", fEnd, "end", n)
		}
	}
	if n, ok := d.member(d.node, fBy, "", "by"); ok {
		d.out.By = d.player(fBy, "by", n)
	}
	if n, ok := d.member(d.node, fPoints, "", "points"); ok {
		d.out.Points = d.pair("bad_points", fPoints, "points", n)
	}
	if n, ok := d.member(d.node, fTricks, "", "tricks"); ok {
		d.out.Tricks = d.pair("bad_tricks", fTricks, "tricks", n)
	}
	d.marriages()
	d.closing()
}

func (d *decoder) member(n fields.Node, f field, at, key string) (fields.Node, bool) {
	m, ok := n.Get(key)
	if !ok {
		d.unread |= f
		path := d.path
		if at != "" {
			path = fields.Join(path, at)
		}
		d.problems = append(d.problems, fields.Missing(path, key))
	}
	return m, ok
}

// player reads one player: a name in VECTORS, else the position as a number. 0 with a fault if there is no such player.
func (d *decoder) player(f field, at string, n fields.Node) int {
	word := n.Text
	if n.Kind == fields.String != d.named || (n.Kind != fields.String && n.Kind != fields.Number) {
		word = ""
	}
	for i, name := range d.names {
		if name == word {
			return i + 1
		}
	}
	d.fault("unknown_player", f, at, n)
	return 0
}

// pair reads one number for each player.
func (d *decoder) pair(code string, f field, at string, n fields.Node) [2]int {
	var pair [2]int
	if n.Kind != fields.Object {
		d.fault(code, f, at, n)
		return pair
	}
	d.strangers(f, at, n)
	for i, name := range d.names {
		item, ok := d.member(n, f, at, name)
		if !ok {
			continue
		}
		v, isInt := item.Int()
		if !isInt || v < 0 {
			d.fault(code, f, fields.Join(at, name), item)
		}
		pair[i] = v
	}
	return pair
}

// strangers reports keys that are no players.
func (d *decoder) strangers(f field, at string, n fields.Node) {
	for _, key := range n.Keys {
		if key != d.names[0] && key != d.names[1] {
			d.fault("unknown_player", f, fields.Join(at, key), fields.Node{Kind: fields.String, Text: key})
		}
	}
	if len(n.Doubles) > 0 {
		d.unread |= f
		d.problems = append(d.problems, n.Twice(fields.Join(d.path, at))...)
	}
}

func (d *decoder) marriages() {
	n, _ := d.node.Get("marriages")
	if n.Kind == fields.Null {
		return
	}
	if n.Kind != fields.Object {
		d.fault("bad_points", fMarriages, "marriages", n)
		return
	}
	d.strangers(fMarriages, "marriages", n)
	for i, name := range d.names {
		list, ok := n.Get(name)
		if !ok {
			continue
		}
		if list.Kind != fields.Array {
			d.fault("bad_points", fMarriages, fields.Join("marriages", name), list)
			continue
		}
		for _, item := range list.Items {
			v, isInt := item.Int()
			if !isInt {
				d.fault("bad_points", fMarriages, fields.Join("marriages", name), item)
				continue
			}
			d.out.Marriages[i] = append(d.out.Marriages[i], v)
		}
	}
}

// closing: closed_by and at_close come together or not at all.
func (d *decoder) closing() {
	by, _ := d.node.Get("closed_by")
	at, _ := d.node.Get("at_close")
	closed, known := by.Kind != fields.Null, at.Kind != fields.Null
	switch {
	case !closed && !known:
		return
	case closed != known || at.Kind != fields.Object:
		d.fault("bad_close", fClose, "at_close", at)
		return
	}
	d.out.ClosedBy = d.player(fClose, "closed_by", by)
	d.problems = append(d.problems, at.Unknown(fields.Join(d.path, "at_close"), []string{"points", "tricks"})...)
	if n, ok := d.member(at, fClose, "at_close", "points"); ok {
		d.out.AtClose.Points = d.pair("bad_points", fClose, "at_close.points", n)
	}
	if n, ok := d.member(at, fClose, "at_close", "tricks"); ok {
		d.out.AtClose.Tricks = d.pair("bad_tricks", fClose, "at_close.tricks", n)
	}
}

// MarshalJSON writes a deal with positions: every field, in fixed order.
func (d Deal) MarshalJSON() ([]byte, error) {
	b := []byte(`{"end":`)
	b = fields.AppendString(b, string(d.End))
	b = append(b, `,"by":`...)
	b = strconv.AppendInt(b, int64(d.By), 10)
	b = d.Standing.append(append(b, ','))
	b = append(b, `,"marriages":{"1":`...)
	b = appendInts(b, d.Marriages[0])
	b = append(b, `,"2":`...)
	b = appendInts(b, d.Marriages[1])
	if !d.closed() {
		return append(b, `},"closed_by":null,"at_close":null}`...), nil
	}
	b = append(b, `},"closed_by":`...)
	b = strconv.AppendInt(b, int64(d.ClosedBy), 10)
	b = append(b, `,"at_close":{`...)
	b = d.AtClose.append(b)
	return append(b, `}}`...), nil
}

func (s Standing) append(b []byte) []byte {
	for i, pair := range [...][2]int{s.Points, s.Tricks} {
		b = append(b, [...]string{`"points":{"1":`, `,"tricks":{"1":`}[i]...)
		b = strconv.AppendInt(b, int64(pair[0]), 10)
		b = append(b, `,"2":`...)
		b = strconv.AppendInt(b, int64(pair[1]), 10)
		b = append(b, '}')
	}
	return b
}

func appendInts(b []byte, list []int) []byte {
	b = append(b, '[')
	for i, n := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, ']')
}
