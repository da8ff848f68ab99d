package notation

import (
	"slices"
	"strconv"

	"doko/scoring/doppelkopf"
)

// Next is what may be typed behind the beginning of a line, the likeliest first. Where a position may stand, Keys is its digit and
// Means is "seat". A line that is whole has the key Enter: Keys "", Means "enter".
func Next(r doppelkopf.Rules, seats int, begun string) []Key {
	p := parse(r, seats, begun)
	n := next{parser: p}
	switch {
	case p.open == openNote:
		n.add("", "reason")
		return n.whole()
	case p.open == openStart:
		n.positions()
		n.add("w", "winners")
		n.add("p", "points")
		n.add("n", "redealt")
		return n.keys
	case p.out.Kind == KindHand:
		n.hand()
	case p.out.Kind == KindRedealt:
		n.add("", "reason")
	default:
		n.short()
	}
	if p.out.Kind != KindRedealt && len(p.problems) == 0 {
		n.add("!", "note")
	}
	return n.whole()
}

// whole adds Enter if the line is whole.
func (n *next) whole() []Key {
	if len(n.problems) == 0 {
		n.add("", "enter")
	}
	return n.keys
}

// next collects keys.
type next struct {
	*parser
	keys []Key
}

func (n *next) add(keys, means string) { n.keys = append(n.keys, Key{keys, means}) }

func (n *next) letters(list []letter) {
	for _, l := range list {
		n.add(string(l.key), l.word)
	}
}

// positions offers every position but those that are taken.
func (n *next) positions(taken ...int) {
	for pos := 1; pos <= n.seats; pos++ {
		if !slices.Contains(taken, pos) {
			n.add(strconv.Itoa(pos), "seat")
		}
	}
}

// hand offers what finishes the group that is open, then the groups that are free.
func (n *next) hand() {
	switch n.open {
	case openNothing:
		if n.isUnread("hand.contract") { // a position alone, and a blank: nothing that follows would make sense
			return
		}
	case openSeat:
		n.positions(n.out.Hand.Re...)
		n.letters(contractLetters())
		n.add("hz", "hochzeit_alone")
		return
	case openPair:
		n.result()
		n.add("hz", "hochzeit")
		if n.rules.Armut {
			n.add("a", "armut")
		}
		return
	case openTrick:
		n.add("1", "trick1")
		n.add("2", "trick2")
		n.add("3", "trick3")
		return
	case openSpecial:
		n.add("r", "side_re")
		n.add("k", "side_kontra")
		return
	case openDigit:
		n.add("", "digit")
		return
	case openSign:
		for _, r := range results() {
			if len(r.keys) == 2 && r.keys[:1] == n.sign.keys {
				n.add(r.keys[1:], r.means)
			}
		}
	case openCall:
		for _, means := range [...]string{"k90", "k60", "k30", "schwarz"} {
			n.add(map[string]string{"k90": "9", "k60": "6", "k30": "3", "schwarz": "0"}[means], means)
		}
	}
	n.result()
	n.groups()
}

// result offers the results while there is none.
func (n *next) result() {
	if n.sign.keys != "" || n.figures {
		return
	}
	for _, r := range results() {
		n.add(r.keys, r.means)
	}
	n.add("", "augen")
}

// groups offers calls and special points as far as the rules have them.
func (n *next) groups() {
	if n.out.Hand.Contract.Chosen() && n.out.Hand.SoloKind == "" {
		n.letters(kindLetters())
	}
	if _, said := n.columns["hand.calls.re"]; !said {
		n.add("r", "re")
	}
	if _, said := n.columns["hand.calls.kontra"]; !said {
		n.add("k", "kontra")
	}
	for _, l := range specialLetters() {
		if n.counts(l.word) {
			n.add(string(l.key), l.word)
		}
	}
	if n.rules.Bock && !n.out.Bock {
		n.add("b", "bock")
	}
}

// counts reports whether the rules know a special point by itself.
func (n *next) counts(kind string) bool {
	switch kind {
	case doppelkopf.FuchsLast:
		return n.rules.FuchsLastTrickPoints != n.rules.FuchsPoints
	case doppelkopf.KarlchenCaught:
		return n.rules.KarlchenCaught != doppelkopf.CaughtOff
	case doppelkopf.DulleCaught:
		return n.rules.DulleCaughtPoints > 0
	}
	return true
}

// short offers what goes on in the lines of points and of winners.
func (n *next) short() {
	wanted := n.out.Kind == KindWinners && !n.valued || n.out.Kind == KindPoints && len(n.out.Points) < n.seats
	switch {
	case n.open != openDigit:
	case !wanted:
		n.positions()
	case len(n.out.Winners) < 3:
		n.positions(n.out.Winners...)
	}
	switch {
	case wanted && n.out.Kind == KindPoints:
		n.add("", "number")
	case wanted && len(n.out.Winners) > 0:
		n.add("", "value")
	case wanted, n.open == openDigit:
	case n.out.Solo == 0:
		n.add("s", "soloist")
	case n.out.SoloKind == "":
		n.letters(kindLetters())
	}
}
