package reports

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

const ellipsis = "…"

type align int

const (
	left align = iota
	right
	center
)

// printable brings a text into the form the fonts and gofpdf can take: composed, without what no font has, and Arabic letters in the form
// they have beside their neighbours.
func (d *document) printable(s string) string { return shaped(d.drawable(composed(s))) }

// composed is a text in NFC, on one line, without invisible marks but those that set a name apart.
func composed(s string) string {
	s = norm.NFC.String(strings.ToValidUTF8(s, " "))
	var b strings.Builder
	for _, r := range s {
		switch {
		case apart(r):
			b.WriteRune(r)
		case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Cf, r):
			// Joiners, direction marks and variation selectors have no picture of their own.
		case unicode.IsSpace(r) || unicode.IsControl(r):
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(b.String())
}

const unreadable = "?" // of a text of which nothing can be drawn

// drawable leaves out of a composed text what no font has, such as emoji, and the space that was beside it: a box in a name helps nobody.
// Letters that are others in another dress, such as 𝔸 or Ａ, become those. A text of nothing else is a question mark. The fonts have Latin with
// Vietnamese, Greek, Cyrillic, Armenian, Georgian, Hebrew, Arabic, Chinese, Japanese and Korean, and the signs of cards.
func (d *document) drawable(s string) string {
	if !strings.ContainsFunc(s, d.missing) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if !d.missing(r) {
			b.WriteRune(r)
			continue
		}
		for _, plain := range norm.NFKC.String(string(r)) {
			if !d.missing(plain) && plain != ' ' {
				b.WriteRune(plain)
			}
		}
	}
	left := strings.Join(strings.Fields(b.String()), " ")
	if strings.Trim(left, string(firstApart)+string(lastApart)+" ") == "" {
		return unreadable
	}
	return left
}

// missing reports whether no font has the rune, or gofpdf cannot write it: it panics above U+FFFF.
func (d *document) missing(r rune) bool {
	return !apart(r) && (r > 0xFFFF || r == '\uFFFD' || d.family(regular, r) == "")
}

// visual puts a printable text into the order in which it is drawn from left to right.
func visual(s string) string {
	if !strings.ContainsFunc(s, rightToLeft) {
		return s
	}
	if at := strings.IndexFunc(s, apart); at >= 0 { // the line is read from the left: what stands between marks keeps to itself
		end := at + utf8.RuneLen(firstApart)
		return visual(s[:at]) + s[at:end] + visual(s[end:])
	}
	var p bidi.Paragraph
	if _, err := p.SetString(s); err != nil {
		return s
	}
	order, err := p.Order()
	if err != nil || order.NumRuns() == 0 {
		return s
	}
	runs := make([]string, order.NumRuns())
	for i := range runs {
		run := order.Run(i)
		runs[i] = run.String()
		if run.Direction() == bidi.RightToLeft {
			runs[i] = reversed(runs[i])
		}
	}
	if first := strings.IndexFunc(s, directed); first >= 0 && rightToLeft([]rune(s[first:])[0]) {
		for i, j := 0, len(runs)-1; i < j; i, j = i+1, j-1 {
			runs[i], runs[j] = runs[j], runs[i]
		}
	}
	return strings.Join(runs, "")
}

const firstApart, lastApart = '\u2068', '\u2069' // set a name apart from the text around it; of the same length

func apart(r rune) bool { return r == firstApart || r == lastApart }

func rightToLeft(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.R || p.Class() == bidi.AL
}

func directed(r rune) bool {
	p, _ := bidi.LookupRune(r)
	return p.Class() == bidi.L || p.Class() == bidi.R || p.Class() == bidi.AL
}

// reversed turns a right-to-left text around; marks stay behind the letter they belong to, brackets are mirrored.
func reversed(s string) string {
	in := []rune(s)
	out := make([]rune, 0, len(in))
	for end := len(in); end > 0; {
		start := end - 1
		for start > 0 && unicode.Is(unicode.Mn, in[start]) {
			start--
		}
		letter := []rune(bidi.ReverseString(string(in[start])))
		out = append(append(out, letter...), in[start+1:end]...)
		end = start
	}
	return string(out)
}

// run is a piece of text that one font can show.
type run struct {
	family string
	text   string
}

// runs splits a text by font: DejaVu where it has the glyph, else WenQuanYi. What none has is left out.
func (d *document) runs(s string, f font) []run {
	family := regular
	if f.bold {
		family = bold
	}
	var out []run
	begin, current := 0, ""
	flush := func(end int) {
		if end > begin {
			out = append(out, run{current, s[begin:end]})
		}
		begin = end
	}
	for at, r := range s {
		if apart(r) {
			flush(at)
			begin = at + utf8.RuneLen(r)
			continue
		}
		use := d.family(family, r)
		if use == "" { // a shaped letter, no whole text
			flush(at)
			begin, current = at+utf8.RuneLen(r), ""
			continue
		}
		if use != current {
			flush(at)
			current = use
		}
	}
	flush(len(s))
	return out
}

// family is the font for a rune where the given one is wanted, "" if none has it.
func (d *document) family(wanted string, r rune) string {
	switch {
	case r < 0x7F || d.cover[wanted].has(r):
		return wanted
	case d.cover[regular].has(r):
		return regular
	case d.hasHanGlyph(r):
		return han
	}
	return ""
}

// hasHanGlyph looks into the big font, which is loaded for the first paper and rune that need it.
func (d *document) hasHanGlyph(r rune) bool {
	if d.cover[han] == nil {
		d.cover[han] = covered(hanFont)
	}
	if !d.cover[han].has(r) {
		return false
	}
	if !d.hasHan {
		d.hasHan = true
		d.pdf.AddUTF8FontFromBytes(han, "", []byte(hanFont))
	}
	return true
}

// width measures a text in mm, in the fonts it will be drawn with.
func (d *document) width(s string, f font) float64 { return d.measure(d.printable(s), f) }

// measure is width for a text that is printable already.
func (d *document) measure(s string, f font) float64 {
	w := 0.0
	for _, r := range d.runs(s, f) {
		d.pdf.SetFont(r.family, "", f.size)
		w += d.pdf.GetStringWidth(r.text)
	}
	return w
}

// fit shortens a text to max mm, with an ellipsis where something was left out. It never cuts between a letter and its mark.
func (d *document) fit(s string, f font, max float64) string {
	s = d.printable(s)
	if d.measure(s, f) <= max {
		return s
	}
	letters := []rune(s)
	low, high := 0, len(letters) // most letters that fit together with the ellipsis
	for low < high {
		mid := (low + high + 1) / 2
		if d.measure(string(letters[:mid])+ellipsis, f) <= max {
			low = mid
		} else {
			high = mid - 1
		}
	}
	for low > 0 && low < len(letters) && unicode.Is(unicode.Mn, letters[low]) {
		low--
	}
	return strings.TrimRight(string(letters[:low]), " ,.-–") + ellipsis
}

// put draws one line of text with its baseline at y; x is its left end, middle or right end.
func (d *document) put(x, y float64, s string, f font, a align) {
	s = visual(d.printable(s))
	pieces := d.runs(s, f)
	switch a {
	case right:
		x -= d.measure(s, f)
	case center:
		x -= d.measure(s, f) / 2
	}
	for _, r := range pieces {
		d.pdf.SetFont(r.family, "", f.size)
		d.pdf.Text(x, y, r.text)
		x += d.pdf.GetStringWidth(r.text)
	}
}

const gap = 1.2 // mm between the content of a cell and its sides

// smaller is the font, at least least points high, in which a text is shown whole in w mm if that is possible.
func (d *document) smaller(s string, f font, w, least float64) font {
	for f.size > least && d.width(s, f) > w-2*gap {
		f.size--
	}
	return f
}

// cell draws a text inside a box of w by h mm, shortened to it, on a line that looks centred in height.
func (d *document) cell(x, y, w, h float64, s string, f font, a align) {
	s = d.fit(s, f, w-2*gap+0.01)
	base := y + h/2 + f.size*0.125 // a third of the letter height in mm: 0.3528 mm a point, capitals 0.73 of it
	switch a {
	case right:
		d.put(x+w-gap, base, s, f, right)
	case center:
		d.put(x+w/2, base, s, f, center)
	default:
		d.put(x+gap, base, s, f, left)
	}
}

// leading is the distance of two lines of text in mm.
func leading(f font) float64 { return f.size * 0.46 }

// lines breaks a text at spaces into lines of at most w mm.
func (d *document) lines(w float64, s string, f font) []string {
	return d.wrapped(w, f, strings.Fields(d.printable(s)))
}

// wrapped puts words on lines of at most w mm, the rest of a broken one right behind its beginning.
func (d *document) wrapped(w float64, f font, words []string) []string {
	var out []string
	line := ""
	for _, word := range words {
		space := " "
		if strings.HasPrefix(word, rest) {
			word, space = word[len(rest):], ""
		}
		if line != "" && d.width(line+space+word, f) > w {
			out = append(out, line)
			line = ""
		}
		line = strings.TrimSpace(line + space + word)
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}

const rest = "\x00" // marks what goes on with the word before; no text has it

// parts are the words of a text, those that are wider than w mm in pieces that end with a hyphen.
func (d *document) parts(w float64, s string, f font) []string {
	var out []string
	for _, word := range strings.Fields(d.printable(s)) {
		if d.width(word, f) <= w {
			out = append(out, word)
			continue
		}
		for i, part := range strings.SplitAfter(word, "-") {
			if i > 0 {
				part = rest + part
			}
			out = append(out, part)
		}
	}
	return out
}

// fill breaks a text into at most most lines of w mm, in the biggest font down to least points that shows it whole. If none
// does, words are broken after their hyphens, and if that is not enough the last line is shortened.
func (d *document) fill(w float64, s string, f font, least float64, most int) ([]string, font) {
	for ; ; f.size-- {
		lines := d.lines(w, s, f)
		if d.whole(w, lines, f, most) {
			return lines, f
		}
		if f.size-1 < least {
			if broken := d.wrapped(w, f, d.parts(w, s, f)); d.whole(w, broken, f, most) {
				return broken, f
			}
			if len(lines) > most {
				lines = append(lines[:most-1:most-1], strings.Join(lines[most-1:], " "))
			}
			return lines, f
		}
	}
}

// whole reports whether at most most lines of w mm show a text without cutting any.
func (d *document) whole(w float64, lines []string, f font, most int) bool {
	return len(lines) <= most && !slices.ContainsFunc(lines, func(line string) bool { return d.width(line, f) > w })
}

// paragraph draws a text in lines of at most w mm from the position y and returns the position below it.
func (d *document) paragraph(x, y, w float64, s string, f font) float64 {
	for _, line := range d.lines(w, s, f) {
		y += leading(f)
		d.put(x, y-leading(f)*0.25, d.fit(line, f, w), f, left)
	}
	return y
}
