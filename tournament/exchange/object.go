package exchange

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"doko/scoring/fields"
	"doko/scoring/tally"
	"doko/tournament"
)

// maxProblems is enough to mend a file by; a broken export can have one for each of its lines.
const maxProblems = 1000

// problems collects what is wrong with a file.
type problems struct {
	list tournament.Problems
	more int
}

func (ps *problems) fault(code, pointer string, args map[string]any) {
	if len(ps.list) >= maxProblems {
		ps.more++
		return
	}
	ps.list = append(ps.list, tournament.Invalid(code, pointer, args))
}

// scored takes over the problems of scoring. Their dotted fields become pointers below the row; "hand." is left out, since in a
// file a hand stands bare.
func (ps *problems) scored(err error, pointer string) {
	var list tally.Problems
	if !errors.As(err, &list) {
		ps.fault("bad_row", pointer, nil)
		return
	}
	for _, p := range list {
		field := p.Field
		if field == "hand" || field == "number" {
			field = ""
		}
		ps.fault(p.Code, pointer+dotted(strings.TrimPrefix(field, "hand.")), p.Args)
	}
}

// checked takes over the problems of a Check; names gives the file's names of fields that are called otherwise there.
func (ps *problems) checked(list tournament.Problems, pointer string, names map[string]string) {
	for _, p := range list {
		field := p.Field
		if n, ok := names[field]; ok {
			field = n
		}
		ps.fault(p.Code, pointer+"/"+field, p.Args)
	}
}

func (ps *problems) err() error {
	if ps.more > 0 {
		return append(ps.list, tournament.Invalid("problems_more", "", map[string]any{"Count": ps.more}))
	}
	return ps.list.OrNil()
}

// dotted makes a pointer of a dotted path.
func dotted(path string) string {
	if path == "" {
		return ""
	}
	return "/" + strings.ReplaceAll(escape(path), ".", "/")
}

// escape writes one step of a JSON pointer (RFC 6901).
func escape(step string) string {
	return strings.ReplaceAll(strings.ReplaceAll(step, "~", "~0"), "/", "~1")
}

// object is a JSON object of the file with its pointer. Its readers note what is wrong and go on with the default.
type object struct {
	*problems
	node fields.Node
	at   string
}

// object starts reading an object: unknown and doubled fields are noted at once.
func (ps *problems) object(n fields.Node, at string, allowed ...string) (object, bool) {
	o := object{ps, n, at}
	if n.Kind != fields.Object {
		ps.wrongType(n, at, "{…}")
		return o, false
	}
	for i, key := range n.Keys {
		switch {
		case !slices.Contains(allowed, key):
			ps.fault("unknown_field", o.path(key), map[string]any{"Field": fields.Shorten(key), "Allowed": strings.Join(allowed, ", ")})
		case slices.Contains(n.Keys[:i], key):
			ps.fault("duplicate_field", o.path(key), map[string]any{"Field": key})
		}
	}
	return o, true
}

func (ps *problems) wrongType(n fields.Node, at, allowed string) {
	ps.fault("wrong_type", at, map[string]any{"Value": n.Shown(), "Allowed": allowed})
}

func (o object) path(key string) string { return o.at + "/" + escape(key) }

// get returns a field; false when it is not there or null.
func (o object) get(key string) (fields.Node, bool) {
	n, ok := o.node.Get(key)
	return n, ok && n.Kind != fields.Null
}

func (o object) text(key, otherwise string) string {
	n, ok := o.get(key)
	if !ok {
		return otherwise
	}
	s, ok := n.Word()
	if !ok {
		o.wrongType(n, o.path(key), `"…"`)
		return otherwise
	}
	return s
}

func (o object) number(key string, otherwise int) int {
	n, ok := o.get(key)
	if !ok {
		return otherwise
	}
	i, ok := n.Int()
	if !ok {
		o.wrongType(n, o.path(key), "1, 2, 3 …")
		return otherwise
	}
	return i
}

// ranged is number with limits for what is given.
func (o object) ranged(key string, otherwise, least, most int) int {
	if _, given := o.get(key); !given {
		return otherwise
	}
	n := o.number(key, least)
	if n >= least && n <= most {
		return n
	}
	o.fault("number_range", o.path(key), map[string]any{"Min": least, "Max": most})
	return otherwise
}

// ordinal is the "number" of the element at an index: its place in the list if none is given, below 0 if it is wrong.
func (o object) ordinal(i, most int) int {
	if _, given := o.get("number"); !given {
		return i + 1
	}
	return o.ranged("number", -1-i, 1, most)
}

func (o object) flag(key string) bool {
	n, ok := o.get(key)
	if !ok {
		return false
	}
	yes, ok := n.Flag()
	if !ok {
		o.wrongType(n, o.path(key), "true, false")
	}
	return yes && ok
}

// list returns the elements of a list; nil when it is not there.
func (o object) list(key string) []fields.Node {
	n, ok := o.get(key)
	if ok && n.Kind != fields.Array {
		o.wrongType(n, o.path(key), "[…]")
		return nil
	}
	return n.Items
}

// numbers reads a list of integers; false when something is wrong with it.
func (o object) numbers(key string) ([]int, bool) {
	items := o.list(key)
	out := make([]int, len(items))
	good := true
	for i, item := range items {
		v, ok := item.Int()
		if !ok {
			o.wrongType(item, at(o.path(key), i), "1, 2, 3 …")
			good = false
		}
		out[i] = v
	}
	return out, good
}

func at(pointer string, i int) string { return pointer + "/" + strconv.Itoa(i) }
