// Package tally holds points, the lines that explain them and the problems a score can have.
package tally

import (
	"fmt"
	"strings"
)

// Line is one item of a score: which side gets how many points for what. Points are list points (Spielpunkte), above 0 for
// items of a Doppelkopf hand; Kind is the item kind of the vectors ("won", "under_90", "fuchs").
type Line struct {
	Party  string `json:"party"`
	Kind   string `json:"kind"`
	Points int    `json:"points"`
}

// Result is what one recorded hand is worth.
type Result struct {
	Points []int  // list points by position at the table (index 0 is position 1); who sits out has 0
	Winner string // party code ("re", "kontra"), a position for other games; "" means nobody won
	Value  int    // signed, seen from Re, after Bock and doubling, before the solo factor
	Factor int    // what the soloist's points are multiplied with; 1 in a normal game
	Lines  []Line // why: before Bock and doubling
	Notes  []Line // entered but not counted, such as special points in a solo
}

// Problem is one thing that is wrong with an input. Code is snake_case and the same in Go, JSON and the texts; Field is a
// dotted path such as "hand.re_augen"; Args fill the placeholders of the text.
type Problem struct {
	Code  string
	Field string
	Args  map[string]any
}

// Error is English, for logs.
func (p Problem) Error() string {
	if p.Field == "" {
		return p.Code
	}
	return fmt.Sprintf("%s: %s", p.Field, p.Code)
}

// Problems are all things wrong with one input, in the order of the input.
type Problems []Problem

// Error is English, for logs.
func (ps Problems) Error() string {
	var b strings.Builder
	for i, p := range ps {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(p.Error())
	}
	return b.String()
}

// OrNil returns nil for an empty list, so that a list can be returned as an error.
func (ps Problems) OrNil() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}
