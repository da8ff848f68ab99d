package reports

import (
	"io"
	"strings"
)

// RuleSheet is the rules of a tournament on one page, to lie on every table. All texts are ready to print.
type RuleSheet struct {
	Head
	Preset   string // which rules these are
	Values   RuleTable
	Calls    RuleTable
	Sections []RuleSection
}

// RuleTable is a small table with what it shows; the first column names the row.
type RuleTable struct {
	Title, Help string
	Heads       []string
	Rows        [][]string
}

// RuleSection is what belongs together: a title and sentences.
type RuleSection struct {
	Title string
	Text  string
}

// WritePDF writes the sheet. The rules of every preset take one page.
func (s RuleSheet) WritePDF(w io.Writer, t func(key string, args ...any) string) error {
	return write(w, t, s.Head, func(t Text) string { return t("rulesheet.title") }, func(d *document) error {
		d.reserve()
		d.add()
		d.heading()
		d.cell(marginX-1.2, d.y, d.w-2*marginX+2.4, 6, s.Preset, heavy(12), left)
		d.y += 7
		if d.y+d.rulesHeight(s) > d.bottom() { // the rules go before the code
			d.head.Link = ""
			d.reserve()
		}
		top, room := d.y, d.w-2*marginX-tablesApart
		d.ruleTable(s.Values, marginX, room*valuesShare)
		below := d.y
		d.y = top
		d.ruleTable(s.Calls, marginX+room*valuesShare+tablesApart, room*(1-valuesShare))
		d.y = max(d.y, below) + 2
		for _, section := range s.Sections {
			d.ruleSection(section)
		}
		return d.footing()
	})
}

const (
	tablesApart = 8.0  // mm between the two tables
	valuesShare = 0.59 // of the width for the table of values, which has more columns
	sectionGap  = 1.6  // mm between two sections
)

// rulesHeight is what tables and sentences take in mm.
func (d *document) rulesHeight(s RuleSheet) float64 {
	room := d.w - 2*marginX - tablesApart
	high := max(d.ruleTableHeight(s.Values, room*valuesShare), d.ruleTableHeight(s.Calls, room*(1-valuesShare))) + 2
	for _, section := range s.Sections {
		high += d.sectionHeight(section)
	}
	return high
}

func (d *document) ruleTableHeight(t RuleTable, w float64) float64 {
	help := float64(len(d.lines(w, t.Help, plain(11)))) * leading(plain(11))
	return headHeight + rowHeight*float64(1+len(t.Rows)) + 1 + help
}

// ruleTable draws a table of w mm at x, each column as wide as it needs, the first taking the rest.
func (d *document) ruleTable(t RuleTable, x, w float64) {
	d.cell(x-gap, d.y, w+gap, headHeight, t.Title, d.smaller(t.Title, heavy(12), w, 11), left)
	d.y += headHeight
	widths := make([]float64, len(t.Heads))
	first := w
	for c := len(t.Heads) - 1; c > 0; c-- {
		var texts []string
		for _, row := range t.Rows {
			texts = append(texts, row[c])
		}
		widths[c] = d.widest(t.Heads[c], texts, plain(11))
		first -= widths[c]
	}
	if len(widths) > 0 {
		widths[0] = first
	}
	d.ruleRow(x, widths, t.Heads, heavy(11))
	d.line(x, d.y, x+w, d.y, 0.3)
	for i, row := range t.Rows {
		if i%2 == 1 {
			d.tint(x, d.y, w, rowHeight)
		}
		d.ruleRow(x, widths, row, plain(11))
	}
	d.line(x, d.y, x+w, d.y, 0.3)
	d.y = d.paragraph(x, d.y+1, w, t.Help, plain(11))
}

// ruleRow draws a row: names left, figures right.
func (d *document) ruleRow(x float64, widths []float64, row []string, f font) {
	for c, text := range row {
		a := right
		if c == 0 {
			a = left
		}
		d.cell(x, d.y, widths[c], rowHeight, text, f, a)
		x += widths[c]
	}
	d.y += rowHeight
}

// ruleSection draws the title at the head of its sentences, on a new page if there is no room.
func (d *document) ruleSection(s RuleSection) {
	if d.y+d.sectionHeight(s) > d.bottom()+0.1 {
		d.add()
		d.running()
	}
	lines, indent := d.runIn(s)
	d.put(marginX, d.y+leading(plain(11))*0.75, s.Title, heavy(11), left)
	for i, line := range lines {
		x := marginX
		if i == 0 {
			x += indent
		}
		d.y += leading(plain(11))
		d.put(x, d.y-leading(plain(11))*0.25, line, plain(11), left)
	}
	d.y += sectionGap
}

func (d *document) sectionHeight(s RuleSection) float64 {
	lines, _ := d.runIn(s)
	return float64(len(lines))*leading(plain(11)) + sectionGap
}

// runIn breaks the sentences into lines of which the first begins behind the title, and gives how far that is.
func (d *document) runIn(s RuleSection) ([]string, float64) {
	w := d.w - 2*marginX
	indent := d.width(s.Title, heavy(11)) + 2.5
	var lines []string
	line, room := "", w-indent
	for _, word := range strings.Fields(s.Text) {
		if line != "" && d.width(line+" "+word, plain(11)) > room {
			lines, line, room = append(lines, line), "", w
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line), indent
}
