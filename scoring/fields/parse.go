package fields

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// Parser reads one value after another and uses its memory again. Its zero value is ready.
type Parser struct {
	p     parser
	nodes []Node // what finished lists are cut from, all of it
	keys  []string
}

// Parse is the function Parse, except that the node is good only until the next call. Its texts stay good.
func (r *Parser) Parse(raw []byte) (Node, error) {
	if !json.Valid(raw) {
		return Node{}, ErrSyntax
	}
	p := &r.p
	p.src, p.pos = string(raw), 0
	p.open, p.openKeys = p.open[:0], p.openKeys[:0]
	if want := min(chunk, p.mostNodes()); len(r.nodes) < want {
		r.nodes = make([]Node, want)
	}
	if want := min(chunk, strings.Count(p.src, ":")); len(r.keys) < want {
		r.keys = make([]string, want)
	}
	p.spare, p.spareKeys = r.nodes, r.keys
	return p.value(), nil
}

// parser walks over a text that json.Valid has accepted, so it meets no syntax errors. Texts of nodes are parts of src, and
// lists are cut from larger ones, so that reading a hand takes a handful of allocations.
type parser struct {
	src       string
	pos       int
	open      []Node   // the elements of the lists and objects that are not finished, the innermost last
	openKeys  []string // the names that belong to them
	spare     []Node   // what is left to cut finished lists from
	spareKeys []string
}

// chunk is how many nodes are allocated at once before it is clear that they are needed.
const chunk = 64

// mostNodes is never less than the number of values in the text.
func (p *parser) mostNodes() int {
	return 1 + strings.Count(p.src, ",") + strings.Count(p.src, "[") + strings.Count(p.src, "{")
}

func (p *parser) value() Node {
	p.space()
	switch c := p.src[p.pos]; c {
	case '{':
		return p.object()
	case '[':
		return p.array()
	case '"':
		return Node{Kind: String, Text: p.text()}
	case 't', 'f':
		return Node{Kind: Bool, Text: p.bare()}
	case 'n':
		return Node{Kind: Null, Text: p.bare()}
	default:
		return Node{Kind: Number, Text: p.bare()}
	}
}

func (p *parser) object() Node {
	n := Node{Kind: Object}
	var seen names
	first, firstKey := len(p.open), len(p.openKeys)
	p.pos++
	for p.more('}') {
		key := p.text()
		if !seen.add(p.openKeys[firstKey:], key) {
			n.Doubles = append(n.Doubles, key)
		}
		p.openKeys = append(p.openKeys, key)
		p.space()
		p.pos++ // the colon
		p.open = append(p.open, p.value())
	}
	n.Keys, p.spareKeys = finish(p.openKeys[firstKey:], p.spareKeys)
	p.openKeys = p.openKeys[:firstKey]
	n.Items = p.items(first)
	return n
}

func (p *parser) array() Node {
	first := len(p.open)
	p.pos++
	for p.more(']') {
		p.open = append(p.open, p.value())
	}
	return Node{Kind: Array, Items: p.items(first)}
}

// items takes the elements from first on away from those that are open.
func (p *parser) items(first int) []Node {
	var list []Node
	list, p.spare = finish(p.open[first:], p.spare)
	p.open = p.open[:first]
	return list
}

// finish copies a list to the front of what is spare, or of something new, and returns the copy and the rest.
func finish[T any](list, spare []T) ([]T, []T) {
	n := len(list)
	if n == 0 {
		return nil, spare
	}
	if len(spare) < n {
		spare = make([]T, max(n, chunk))
	}
	copy(spare, list)
	return spare[:n:n], spare[n:]
}

// more moves to the next element and reports false when it has passed the closing mark instead.
func (p *parser) more(end byte) bool {
	p.space()
	if p.src[p.pos] == ',' {
		p.pos++
		p.space()
	}
	if p.src[p.pos] == end {
		p.pos++
		return false
	}
	return true
}

// text reads a string. Escapes and broken UTF-8 are left to encoding/json, since they are rare.
func (p *parser) text() string {
	start := p.pos
	escaped, ascii := false, true
	for p.pos++; p.src[p.pos] != '"'; p.pos++ {
		switch c := p.src[p.pos]; {
		case c == '\\':
			escaped = true
			p.pos++
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	p.pos++
	plain := p.src[start+1 : p.pos-1]
	if !escaped && (ascii || utf8.ValidString(plain)) {
		return plain
	}
	var s string
	_ = json.Unmarshal([]byte(p.src[start:p.pos]), &s) // json.Valid has seen it: no error is possible
	return s
}

// bare reads a number, true, false or null.
func (p *parser) bare() string {
	start := p.pos
	for p.pos < len(p.src) && !ends(p.src[p.pos]) {
		p.pos++
	}
	return p.src[start:p.pos]
}

// ends reports whether a character cannot belong to a bare word.
func ends(c byte) bool {
	switch c {
	case ' ', '\t', '\r', '\n', ',', ']', '}':
		return true
	default:
		return false
	}
}

func (p *parser) space() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\t', '\r', '\n':
			p.pos++
		default:
			return
		}
	}
}

// names remembers which names an object has had: a few by looking through them, many by a map, so that no input is slow.
type names map[string]bool

// add reports whether key is new beside the keys before it.
func (s *names) add(before []string, key string) bool {
	const few = 24
	if len(before) < few {
		return !slices.Contains(before, key)
	}
	if *s == nil {
		*s = names{}
		for _, k := range before {
			(*s)[k] = true
		}
	}
	known := (*s)[key]
	(*s)[key] = true
	return !known
}
