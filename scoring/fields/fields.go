// Package fields reads JSON into a tree that keeps the order of its members, so that every fault of an input can be named.
package fields

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"doko/scoring/tally"
)

// Kind says what sort of JSON value a node is.
type Kind uint8

// The kinds of JSON values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// Node is one JSON value.
type Node struct {
	Kind    Kind
	Text    string   // String: its text; Number, Bool, Null: as written
	Keys    []string // Object: the names of its members in input order, doubles included
	Items   []Node   // Array: its elements; Object: the values of Keys
	Doubles []string // Object: the names that came again
}

// ErrSyntax is what Parse returns for bytes that are not one JSON value.
var ErrSyntax = errors.New("not a JSON value")

// Parse reads exactly one JSON value. Names are kept as written: "RE" is not "re". The error is ErrSyntax.
func Parse(raw []byte) (Node, error) {
	return new(Parser).Parse(raw)
}

// Get returns the member of an object; of several with one name the first.
func (n Node) Get(key string) (Node, bool) {
	for i, k := range n.Keys {
		if k == key {
			return n.Items[i], true
		}
	}
	return Node{}, false
}

// Int returns a number that is written as an integer and fits; 1.0 and 1e3 are no integers.
func (n Node) Int() (int, bool) {
	if n.Kind != Number {
		return 0, false
	}
	i, err := strconv.Atoi(n.Text)
	if err != nil {
		return 0, false
	}
	return i, true
}

// Word returns the text of a string.
func (n Node) Word() (string, bool) {
	return n.Text, n.Kind == String
}

// Flag returns a boolean; the second result is false if the node is none.
func (n Node) Flag() (bool, bool) {
	return n.Text == "true", n.Kind == Bool
}

// Shown is the value as a person may read it in a message: at most forty characters, lists and objects only hinted at.
func (n Node) Shown() string {
	switch n.Kind {
	case Array:
		return "[…]"
	case Object:
		return "{…}"
	case String:
		return Quote(n.Text)
	default:
		return Shorten(n.Text)
	}
}

// Quote puts a word in quotation marks for a message, shortened to forty characters.
func Quote(word string) string {
	return `"` + Shorten(word) + `"`
}

// Shorten keeps forty characters of a word that somebody sent, for a message.
func Shorten(s string) string {
	const limit = 40
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return string([]rune(s)[:limit-1]) + "…"
}

// Unknown reports every member that is not allowed (unknown_field) or named twice (duplicate_field). Fields get path in front.
func (n Node) Unknown(path string, allowed []string) tally.Problems {
	var ps tally.Problems
	for _, k := range n.Keys {
		if !slices.Contains(allowed, k) {
			ps = append(ps, tally.Problem{
				Code: "unknown_field", Field: Join(path, k),
				Args: map[string]any{"Field": Shorten(k), "Allowed": strings.Join(allowed, ", ")},
			})
		}
	}
	return append(ps, n.Twice(path)...)
}

// Twice reports every member that is named again (duplicate_field). Fields get path in front.
func (n Node) Twice(path string) tally.Problems {
	var ps tally.Problems
	for _, k := range n.Doubles {
		ps = append(ps, tally.Problem{Code: "duplicate_field", Field: Join(path, k), Args: map[string]any{"Field": Shorten(k)}})
	}
	return ps
}

// Missing is the problem of a member that must be there.
func Missing(path, key string) tally.Problem {
	return tally.Problem{Code: "missing_field", Field: Join(path, key), Args: map[string]any{"Field": key}}
}

// Join appends one step to a dotted path.
func Join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// At appends the number of a list element, counted from 0, to a dotted path.
func At(path string, i int) string {
	return path + "." + strconv.Itoa(i)
}
