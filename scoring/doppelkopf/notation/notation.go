// Package notation reads and writes a hand as one short line.
//
// A line begins with the positions of the Re players, then come what was played, the result, calls and special points:
//
//	13+9          positions 1 and 3 are Re and keep Kontra under 90
//	13 165 r k9   the same with the exact figure; Re announced, Kontra said keine 90
//	2dp- fk       position 2 loses his compulsory queens' solo; a fox for Kontra
//	13hz2+        Hochzeit, clarified in the second trick
//	13+9 ! war so  the same with a note, for a hand that goes against the order of the session
//	w13 3         only who won and the value        p 3 -3 3 -3   only the points        n   dealt again
//
// Capitals and small letters are the same, blanks may stand between the groups.
package notation

import (
	"slices"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
)

// Kind is what a line tells.
type Kind string

// The kinds of lines: the whole hand, list points by position, winners and value, or that the hand was dealt again.
const (
	KindHand    Kind = "hand"
	KindPoints  Kind = "points"
	KindWinners Kind = "winners"
	KindRedealt Kind = "redealt"
)

// NoSolo says of a line of winners that the one against three played no solo of his own choice.
const NoSolo = -1

// MaxPoints is the most list points a line can hold for one position, above or below 0.
const MaxPoints = 9999

// Line is what one line tells. Positions are 1 to 5.
type Line struct {
	Kind     Kind
	Hand     doppelkopf.Hand     // KindHand
	Bock     bool                // KindHand: the line says how often Bock applies; else that follows from the sheet
	Points   []int               // KindPoints: list points by position
	Winners  []int               // KindWinners: positions, one to three
	Value    int                 // KindWinners: list points of one winner of a normal hand
	Solo     int                 // KindPoints: the soloist, 0 = none; KindWinners: the soloist, 0 = whoever is alone, NoSolo = nobody
	SoloKind doppelkopf.SoloKind // KindPoints, KindWinners: "" = follows from the session
	Reason   string              // KindRedealt: why
	Note     string              // why the hand is kept although it breaks a rule of the session
}

// Parse reads a line for a table of seats players and checks it under the rules; who sits out at five may be left to the
// rotation. The error is tally.Problems with every fault of the line in the order of their columns: the codes of a hand's checks,
// and notation_empty, notation_sign, notation_twice, notation_missing, notation_schwarz, notation_outside, points_range, bad_winners.
// Args hold Column (characters from 1) and for faults of the notation Value (what stands there) and Allowed (what may).
func Parse(r doppelkopf.Rules, seats int, line string) (Line, error) {
	p := parse(r, seats, line)
	if len(p.problems) > 0 {
		return Line{}, p.problems
	}
	return p.out, nil
}

// parse reads as much as can be read.
func parse(r doppelkopf.Rules, seats int, line string) *parser {
	p := &parser{rules: r, seats: seats, text: []rune(line), columns: map[string]int{}}
	p.line()
	slices.SortStableFunc(p.problems, func(a, b tally.Problem) int { return column(a) - column(b) })
	return p
}

func column(p tally.Problem) int {
	n, _ := p.Args["Column"].(int)
	return n
}
