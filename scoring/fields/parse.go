package fields

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"
)

// parser walks over bytes that json.Valid has accepted, so it meets no syntax errors.
type parser struct {
	src []byte
	pos int
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
	p.pos++
	for p.more('}') {
		key := p.text()
		if !seen.add(n.Keys, key) {
			n.Doubles = append(n.Doubles, key)
		}
		n.Keys = append(n.Keys, key)
		p.space()
		p.pos++ // the colon
		n.Items = append(n.Items, p.value())
	}
	return n
}

func (p *parser) array() Node {
	n := Node{Kind: Array}
	p.pos++
	for p.more(']') {
		n.Items = append(n.Items, p.value())
	}
	return n
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
	escaped := false
	for p.pos++; p.src[p.pos] != '"'; p.pos++ {
		if p.src[p.pos] == '\\' {
			escaped = true
			p.pos++
		}
	}
	p.pos++
	if plain := p.src[start+1 : p.pos-1]; !escaped && utf8.Valid(plain) {
		return string(plain)
	}
	var s string
	_ = json.Unmarshal(p.src[start:p.pos], &s) // json.Valid has seen it: no error is possible
	return s
}

// bare reads a number, true, false or null.
func (p *parser) bare() string {
	start := p.pos
	for p.pos < len(p.src) && !strings.ContainsRune(" \t\r\n,]}", rune(p.src[p.pos])) {
		p.pos++
	}
	return string(p.src[start:p.pos])
}

func (p *parser) space() {
	for p.pos < len(p.src) && strings.ContainsRune(" \t\r\n", rune(p.src[p.pos])) {
		p.pos++
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
