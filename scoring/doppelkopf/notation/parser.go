package notation

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
)

// parser reads one line from left to right and goes on after a fault.
type parser struct {
	rules    doppelkopf.Rules
	seats    int
	text     []rune
	at       int // the next character
	out      Line
	sign     result // of the result, empty if there is none
	figures  bool
	trick    bool           // the figure says that the side behind has a trick
	valued   bool           // of winners the value is known
	columns  map[string]int // field of a hand → where it stands
	unread   []string       // fields that could not be read: already reported, not checked again
	open     open
	problems tally.Problems
}

// open is what the end of the text leaves open.
type open int

const (
	openNothing open = iota
	openStart        // nothing is typed
	openSeat         // one position: another or a contract
	openPair         // two positions: perhaps a contract
	openSign
	openCall
	openSpecial
	openTrick  // which trick clarified the Hochzeit
	openDigit  // how often, who sits out, who played alone
	openNumber // more figures, of any kind
	openNote   // why
)

// peek is the next character in small letters, 0 at the end.
func (p *parser) peek() rune {
	if p.at == len(p.text) {
		return 0
	}
	c := p.text[p.at]
	switch {
	case c >= 'A' && c <= 'Z':
		return c - 'A' + 'a'
	case c == '−', c == '–':
		return '-'
	case c == '=': // the same key where + needs another one held down
		return '+'
	}
	return c
}

// take goes on if the next character is c.
func (p *parser) take(c rune) bool {
	if p.peek() != c {
		return false
	}
	p.at++
	return true
}

// leave notes that the text ends here and could go on.
func (p *parser) leave(o open) {
	p.open = openNothing
	if p.at == len(p.text) {
		p.open = o
	}
}

func (p *parser) blanks() {
	for p.at < len(p.text) && (unicode.IsSpace(p.text[p.at]) || p.text[p.at] == ',') {
		p.at++
		p.open = openNothing
	}
}

// digits takes the digits that stand here, at most as many.
func (p *parser) digits(most int) string {
	start := p.at
	for p.at < len(p.text) && p.at < start+most && isDigit(p.text[p.at]) {
		p.at++
	}
	return string(p.text[start:p.at])
}

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

// number is what digits say; too many of them say more than is allowed anywhere.
func number(digits string) int {
	if digits = strings.TrimLeft(digits, "0"); len(digits) > 5 {
		digits = "99999"
	}
	n, _ := strconv.Atoi(digits) // digits alone, or nothing: 0
	return n
}

func (p *parser) fault(code string, from int, args map[string]any) {
	args["Column"] = from + 1
	p.problems = append(p.problems, tally.Problem{Code: code, Field: "line", Args: args})
}

// strange reports the characters from a place up to here.
func (p *parser) strange(from int, allowed string) {
	p.fault("notation_sign", from, map[string]any{"Value": string(p.text[from:p.at]), "Allowed": allowed})
}

func (p *parser) missing(allowed string) {
	p.fault("notation_missing", p.at, map[string]any{"Allowed": allowed})
}

func (p *parser) twice(from int) {
	p.fault("notation_twice", from, map[string]any{"Value": string(p.text[from:p.at])})
}

// skip takes all characters of the kind that cannot be read, so that a mistyped word is one fault.
func (p *parser) skip(allowed string) {
	from := p.at
	for p.at++; p.at < len(p.text) && unicode.IsLetter(p.text[p.at-1]) && unicode.IsLetter(p.text[p.at]); {
		p.at++
	}
	p.strange(from, allowed)
}

func (p *parser) positions() string { return "1 … " + strconv.Itoa(p.seats) }

// line reads the whole line.
func (p *parser) line() {
	p.blanks()
	if p.peek() != 'n' {
		defer p.note()()
	}
	switch c := p.peek(); {
	case c == 0:
		p.open = openStart
		p.fault("notation_empty", p.at, map[string]any{"Allowed": p.positions() + " p w n"})
	case c == 'p':
		p.points()
	case c == 'w':
		p.winners()
	case c == 'n':
		p.redealt()
	default:
		p.hand()
	}
}

// note takes a note and the sign before it off the end, and gives what puts it into the line that was read without it.
func (p *parser) note() func() {
	at := slices.Index(p.text, '!')
	if at < 0 {
		return func() {}
	}
	note := strings.TrimSpace(string(p.text[at+1:]))
	whole := p.text
	p.text = p.text[:at]
	return func() {
		p.text, p.at, p.open = whole, len(whole), openNote
		p.out.Note = note
		if note == "" {
			p.missing("…")
		}
	}
}

// hand reads a line that tells the hand itself.
func (p *parser) hand() {
	p.out.Kind, p.out.Hand.Contract = KindHand, doppelkopf.Normal
	p.players()
	for p.blanks(); p.at < len(p.text); p.blanks() {
		p.item()
	}
	p.augen()
	p.check()
}

// players reads who is Re and what was played: both stand at the beginning, without a blank between them.
func (p *parser) players() {
	h, from := &p.out.Hand, p.at
	for i, d := range p.digits(2) {
		h.Re = append(h.Re, int(d-'0'))
		p.columns["hand.re."+strconv.Itoa(i)] = from + i
	}
	p.columns["hand.re"], p.columns["hand.contract"] = from, p.at
	p.columns["hand.clarified_in"], p.columns["hand.solo_kind"] = p.at, p.at
	switch len(h.Re) {
	case 0:
		p.missing(p.positions())
		p.cannot("hand.re", "hand.contract")
	case 1:
		p.leave(openSeat)
		p.alone()
	default:
		p.leave(openPair)
		p.together()
	}
}

// cannot notes fields as unread.
func (p *parser) cannot(fields ...string) { p.unread = append(p.unread, fields...) }

// hochzeit takes the two letters of a Hochzeit.
func (p *parser) hochzeit() bool {
	if p.peek() != 'h' || p.at+1 == len(p.text) || p.text[p.at+1]|0x20 != 'z' {
		return false
	}
	p.at += 2
	p.out.Hand.Contract = doppelkopf.Hochzeit
	return true
}

// alone reads what one player plays against three.
func (p *parser) alone() {
	if p.hochzeit() {
		p.leave(openNothing)
		return
	}
	for _, l := range contractLetters() {
		if p.take(l.key) {
			p.out.Hand.Contract = doppelkopf.Contract(l.word)
			p.leave(openNothing)
			return
		}
	}
	p.missing(p.positions() + " " + allowedAlone)
	p.cannot("hand.re", "hand.contract", "hand.solo_kind")
}

// together reads what two players play together, if it is not a normal hand.
func (p *parser) together() {
	if p.take('a') {
		p.out.Hand.Contract = doppelkopf.Armut
		p.leave(openNothing)
		return
	}
	if !p.hochzeit() {
		return
	}
	p.leave(openTrick)
	p.columns["hand.clarified_in"] = p.at
	trick := p.digits(1)
	if trick == "" {
		p.missing("1 2 3")
		p.cannot("hand.re", "hand.clarified_in")
		return
	}
	p.leave(openNothing)
	p.out.Hand.ClarifiedIn = number(trick)
}

// allowed are the keys that may begin a group here.
func (p *parser) allowed() string {
	n := next{parser: p}
	n.groups()
	var keys []string
	if p.sign.keys == "" && !p.figures {
		keys = append(keys, allowedResult)
	}
	for _, k := range n.keys {
		keys = append(keys, k.Keys)
	}
	if p.seats == 5 && p.out.Hand.SittingOut == 0 {
		keys = append(keys, "x")
	}
	return strings.Join(append(keys, "!"), " ")
}

// item reads one group after the players.
func (p *parser) item() {
	switch c := p.peek(); {
	case c == '+', c == '-':
		p.signed()
	case isDigit(c):
		p.figure()
	case c == 'r':
		p.call(c, &p.out.Hand.ReCall, "hand.calls.re")
	case c == 'k':
		p.call(c, &p.out.Hand.KontraCall, "hand.calls.kontra")
	case c == 'b':
		p.bock()
	case c == 'x':
		p.sitsOut()
	case p.special(), p.soloKind(&p.out.Hand.SoloKind):
	default:
		p.skip(p.allowed())
	}
}
