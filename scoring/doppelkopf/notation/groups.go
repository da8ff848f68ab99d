package notation

import (
	"strconv"
	"strings"

	"doko/scoring/doppelkopf"
)

// signed reads who has more, with the digit of how far the other side stayed behind. A whole figure may follow the sign.
func (p *parser) signed() {
	from, sign := p.at, string(p.peek())
	p.at++
	p.leave(openSign)
	stage := ""
	if digits := p.run(); len(digits) == 1 && strings.Contains(denials, digits) {
		stage = digits
		p.at++
		p.leave(openNothing)
	}
	if p.sign.keys != "" {
		p.twice(from)
		return
	}
	if !p.figures {
		p.columns["hand.re_augen"] = from
	}
	for _, r := range results() {
		if r.keys == sign+stage {
			p.sign = r
		}
	}
}

// run is the digits that stand here, not taken.
func (p *parser) run() string {
	from := p.at
	digits := p.digits(len(p.text))
	p.at = from
	return digits
}

// figure reads Re's Augen, exact or from .. to; a t behind 0 or 240 says that the side without Augen has a trick.
func (p *parser) figure() {
	from := p.at
	low := number(p.digits(len(p.text)))
	augen := doppelkopf.Exactly(low)
	trick := false
	p.leave(openNumber)
	switch {
	case p.at+1 < len(p.text) && p.text[p.at] == '.' && p.text[p.at+1] == '.':
		p.at += 2
		high := p.digits(len(p.text))
		p.leave(openNumber)
		if high == "" {
			p.missing(strconv.Itoa(low) + " … 240")
			p.cannot("hand.re_augen", "hand.no_trick")
		}
		augen = doppelkopf.Between(low, number(high))
	case low == 0 || low == 240:
		trick = p.take('t')
	}
	if p.figures {
		p.twice(from)
		return
	}
	p.figures, p.trick, p.out.Hand.ReAugen = true, trick, augen
	p.columns["hand.re_augen"] = from
}

// augen puts sign and figure together once both are known.
func (p *parser) augen() {
	h := &p.out.Hand
	if at, ok := p.columns["hand.re_augen"]; ok {
		p.columns["hand.re_augen_between"], p.columns["hand.no_trick"] = at, at
	}
	switch a := h.ReAugen; {
	case p.sign.keys == "" && !p.figures:
		p.missing(allowedResult)
		p.cannot("hand.re_augen", "hand.no_trick")
	case p.sign.keys == "":
		if (a == doppelkopf.Exactly(0) || a == doppelkopf.Exactly(240)) && !p.trick {
			keys := map[int]string{0: "-0 0t", 240: "+0 240t"}[a.From]
			p.fault("notation_schwarz", p.columns["hand.re_augen"], map[string]any{"Value": a.From, "Allowed": keys})
			p.cannot("hand.re_augen", "hand.no_trick")
		}
	case !p.figures:
		h.ReAugen, h.NoTrick = p.sign.augen, p.sign.noTrick
	default:
		h.NoTrick = p.sign.noTrick
		p.agree(a)
	}
}

// agree checks that a figure lies where the sign says; a sign without a digit says only who has more.
func (p *parser) agree(a doppelkopf.Augen) {
	low, high := p.sign.augen.From, p.sign.augen.To
	switch p.sign.keys {
	case "+":
		high = 240
	case "-":
		low = 0
	}
	if a.To < low || a.From > high {
		p.fault("notation_outside", p.columns["hand.re_augen"], map[string]any{"Value": a.From})
		p.cannot("hand.re_augen", "hand.no_trick")
	}
}

// call reads what a side has said: its letter alone is the announcement, a digit the highest step with all before it. Behind a
// point stands exactly what was said, for lists that leave out what goes before.
func (p *parser) call(letter rune, call *doppelkopf.Call, field string) {
	from := p.at
	p.at++
	p.leave(openCall)
	var said doppelkopf.Call
	switch digits := p.run(); {
	case p.take('.'):
		said = p.exactly(letter)
	case len(digits) == 1 && strings.Contains(denials, digits), digits == "90", digits == "60", digits == "30":
		p.at += len(digits)
		p.leave(openNothing)
		said.Announced = true
		for d := doppelkopf.K90; d <= step(rune(digits[0])); d++ {
			said.Denials[d] = true
		}
	default:
		said.Announced = true
	}
	if _, ok := p.columns[field]; ok {
		p.twice(from)
		return
	}
	p.columns[field] = from
	*call = said
}

// step is the denial of a digit.
func step(digit rune) doppelkopf.Denial {
	return doppelkopf.Denial(strings.IndexRune(denials, digit) + 1)
}

// exactly reads the list behind the point.
func (p *parser) exactly(letter rune) doppelkopf.Call {
	var said doppelkopf.Call
	for {
		from := p.at
		c := p.peek()
		slot := &said.Announced
		switch {
		case c == letter:
		case c != 0 && strings.ContainsRune(denials, c):
			slot = &said.Denials[step(c)]
		default:
			if !said.Said() {
				p.missing(string(letter) + " " + allowedDenials)
			}
			p.leave(openNothing)
			return said
		}
		p.at++
		if *slot {
			p.twice(from)
		}
		*slot = true
	}
}

// special reads a special point: its letter, how often, and for which side. False if no special begins here.
func (p *parser) special() bool {
	from, c := p.at, p.peek()
	for _, l := range specialLetters() {
		if l.key != c {
			continue
		}
		p.at++
		sp := doppelkopf.Special{Kind: l.word, Count: 1}
		if digits := p.digits(2); digits != "" {
			sp.Count = number(digits)
		}
		p.leave(openSpecial)
		switch {
		case p.take('r'):
			sp.Party = doppelkopf.Re
		case p.take('k'):
			sp.Party = doppelkopf.Kontra
		default:
			p.missing(allowedSide)
			return true
		}
		p.leave(openNothing)
		n := len(p.out.Hand.Specials)
		p.columns["hand.specials."+strconv.Itoa(n)] = from
		if n == 0 {
			p.columns["hand.specials"] = from
		}
		p.out.Hand.Specials = append(p.out.Hand.Specials, sp)
		return true
	}
	return false
}

// soloKind reads whether a solo was the compulsory one. False if no such letter stands here.
func (p *parser) soloKind(kind *doppelkopf.SoloKind) bool {
	for _, l := range kindLetters() {
		if l.key != p.peek() {
			continue
		}
		from := p.at
		p.at++
		p.open = openNothing
		if *kind != "" {
			p.twice(from)
			return true
		}
		*kind = doppelkopf.SoloKind(l.word)
		p.columns["hand.solo_kind"] = from
		return true
	}
	return false
}

// bock reads how often Bock applies.
func (p *parser) bock() {
	from := p.at
	if n, ok := p.counted(2, "0 1 2 …"); ok && p.out.Bock {
		p.twice(from)
	} else if ok {
		p.out.Bock, p.out.Hand.Bock = true, n
		p.columns["hand.bock"] = from
	}
}

// sitsOut reads who has no cards at a table of five.
func (p *parser) sitsOut() {
	from := p.at
	n, ok := p.counted(1, p.positions())
	switch {
	case !ok:
	case p.out.Hand.SittingOut != 0:
		p.twice(from)
	case n == 0:
		p.strange(from, p.positions())
	default:
		p.out.Hand.SittingOut = n
		p.columns["hand.sitting_out"] = from
	}
}

// counted takes a letter and the digits behind it, which may not be missing.
func (p *parser) counted(most int, allowed string) (int, bool) {
	p.at++
	p.leave(openDigit)
	digits := p.digits(most)
	if digits == "" {
		p.missing(allowed)
		return 0, false
	}
	p.leave(openNothing)
	return number(digits), true
}

// check finds what cannot be under the rules and says where it stands.
func (p *parser) check() {
	for _, wrong := range doppelkopf.Check(p.rules, p.seats, p.out.Hand) {
		if p.isUnread(wrong.Field) {
			continue
		}
		if wrong.Args == nil {
			wrong.Args = map[string]any{}
		}
		wrong.Args["Column"] = p.place(wrong.Field) + 1
		p.problems = append(p.problems, wrong)
	}
}

func (p *parser) isUnread(field string) bool {
	for _, u := range p.unread {
		if strings.HasPrefix(field, u) {
			return true
		}
	}
	return false
}

// place is where a field of the hand stands, or the part it belongs to.
func (p *parser) place(field string) int {
	for {
		if at, ok := p.columns[field]; ok {
			return at
		}
		dot := strings.LastIndexByte(field, '.')
		if dot < 0 {
			return 0
		}
		field = field[:dot]
	}
}
