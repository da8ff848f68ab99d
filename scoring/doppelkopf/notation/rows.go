package notation

import (
	"slices"
	"strings"
)

// points reads the list points of every position, and who played alone.
func (p *parser) points() {
	p.out.Kind = KindPoints
	p.at++
	p.leave(openNumber)
	for p.blanks(); p.at < len(p.text); p.blanks() {
		from := p.at
		if n, ok := p.whole(); !ok {
			p.soloist(1)
		} else if len(p.out.Points) == p.seats {
			p.strange(from, "s p l v")
		} else {
			p.out.Points = append(p.out.Points, n)
		}
	}
	if len(p.out.Points) < p.seats {
		p.missing("+ - 0 … 9999")
	}
	if p.out.SoloKind != "" && p.out.Solo == 0 {
		p.fault("notation_sign", p.columns["hand.solo_kind"], map[string]any{"Value": string(p.text[p.columns["hand.solo_kind"]]), "Allowed": "s"})
	}
}

// winners reads who won, the value, and who played alone.
func (p *parser) winners() {
	p.out.Kind = KindWinners
	p.at++
	p.blanks()
	from := p.at
	digits := p.digits(len(p.text))
	p.leave(openDigit)
	for _, d := range digits {
		p.out.Winners = append(p.out.Winners, int(d-'0'))
	}
	sorted := slices.Clone(p.out.Winners)
	slices.Sort(sorted)
	switch {
	case digits == "":
		p.missing(p.positions())
	case len(sorted) > 3, sorted[0] < 1, sorted[len(sorted)-1] > p.seats, len(slices.Compact(sorted)) < len(digits):
		p.fault("bad_winners", from, map[string]any{"Seats": p.seats})
	}
	for p.blanks(); p.at < len(p.text); p.blanks() {
		from := p.at
		if n, ok := p.whole(); !ok {
			p.soloist(0)
		} else if p.valued {
			p.twice(from)
		} else {
			p.out.Value, p.valued = n, true
		}
	}
	if !p.valued {
		p.missing("+ - 0 … 9999")
	}
}

// whole reads a number with or without a sign; false if none begins here.
func (p *parser) whole() (int, bool) {
	from, sign := p.at, 1
	if p.take('-') {
		sign = -1
	} else {
		p.take('+')
	}
	digits := p.digits(len(p.text))
	p.leave(openNumber)
	if digits == "" {
		p.at = from
		return 0, false
	}
	n := sign * number(digits)
	if n < -MaxPoints || n > MaxPoints {
		p.fault("points_range", from, map[string]any{"Min": -MaxPoints, "Max": MaxPoints})
	}
	return n, true
}

// soloist reads an s with the position of who played alone, from least on (0 = nobody), or the kind of his solo.
func (p *parser) soloist(least int) {
	if p.soloKind(&p.out.SoloKind) {
		return
	}
	if p.peek() != 's' {
		p.skip("+ - 0 … 9999 s p l v")
		return
	}
	from := p.at
	n, ok := p.counted(1, p.positions())
	switch {
	case !ok:
	case n < least || n > p.seats:
		p.strange(from, p.positions())
	case p.out.Solo != 0:
		p.twice(from)
	case n == 0:
		p.out.Solo = NoSolo
	default:
		p.out.Solo = n
	}
}

// redealt reads why the hand was dealt again.
func (p *parser) redealt() {
	p.out.Kind = KindRedealt
	p.at++
	p.out.Reason = strings.TrimSpace(string(p.text[p.at:]))
	p.at = len(p.text)
}
