package reports

import (
	"io"
	"strings"
)

// List is a plain table for what has no form of its own: players, cash, journal. All texts are ready.
type List struct {
	Head
	Title   string
	Columns []ListColumn
	Rows    [][]string // one text a column; missing ones are empty
	Notes   []string   // ready sentences under the table
}

// ListColumn is one column of a List.
type ListColumn struct {
	Title   string
	Figures bool // figures stand on the right and are never shortened; in files they are numbers
}

// WritePDF writes the list on A4, upright if the texts have room, else across.
func (l List) WritePDF(w io.Writer, t func(key string, args ...any) string) error {
	return write(w, t, l.Head, l.title, func(d *document) error {
		if len(l.Rows) == 0 || len(l.Columns) == 0 {
			d.blank()
			return d.footing()
		}
		d.reserve()
		data := l.data(func(s string) string { return s })
		cols, whole := l.measured(d, data, 210-2*marginX)
		if !whole {
			d.orientation = "L"
			cols, _ = l.measured(d, data, 297-2*marginX)
		}
		_, rows := turned(data)
		d.add()
		d.heading()
		d.table(cols, rows)
		d.y += 2
		for _, note := range l.Notes {
			d.paragraphs(note)
		}
		return d.footing()
	})
}

func (l List) title(Text) string { return l.Title }

// data are the columns; figure changes the texts of figure columns.
func (l List) data(figure func(string) string) []cells {
	out := make([]cells, len(l.Columns))
	for i, c := range l.Columns {
		out[i].head = c.Title
		for _, row := range l.Rows {
			text := ""
			if i < len(row) {
				text = row[i]
			}
			if c.Figures {
				text = figure(text)
			}
			out[i].text = append(out[i].text, text)
		}
	}
	return out
}

// measured gives figures what they need and shares the rest among the texts: short ones get what they need, long ones break
// into lines. whole reports whether nearly all texts stay on one line.
func (l List) measured(d *document, data []cells, across float64) ([]column, bool) {
	cols := make([]column, len(data))
	free, open := across, 0
	for i, c := range data {
		cols[i] = column{head: c.head, align: right, width: d.widest(c.head, c.text, plain(11))}
		if l.Columns[i].Figures {
			free -= cols[i].width
			continue
		}
		cols[i] = column{head: c.head, wrap: true, width: max(d.usual(c.text)+gutter, d.width(c.head, heavy(11))+gutter)}
		open++
	}
	whole := true
	for open > 0 { // until every column still open wants more than an equal share
		share, closed := free/float64(open), 0
		for i := range cols {
			if cols[i].wrap && cols[i].width <= share {
				cols[i].wrap = false
				free, closed = free-cols[i].width, closed+1
			}
		}
		open -= closed
		if closed == 0 {
			whole = false
			for i := range cols {
				if cols[i].wrap {
					cols[i].width = max(share, 10)
				}
			}
			break
		}
	}
	l.stretch(cols, max(free, 0))
	return cols, whole
}

// stretch gives the last text column what is left over, and lets all text columns break lines.
func (l List) stretch(cols []column, free float64) {
	last := -1
	for i := range cols {
		cols[i].wrap = !l.Columns[i].Figures
		if cols[i].wrap {
			last = i
		}
	}
	if last >= 0 && widthOf(cols)+free <= 297-2*marginX {
		cols[last].width += free
	}
}

// plainFigure makes a figure that a spreadsheet reads: without plus sign, with the minus sign of keyboards.
func plainFigure(s string) string {
	return strings.TrimPrefix(strings.Replace(s, minus, "-", 1), "+")
}

// WriteCSV writes the list as CSV that a German spreadsheet opens.
func (l List) WriteCSV(w io.Writer, _ func(key string, args ...any) string) error {
	heads, rows := turned(l.data(plainFigure))
	return writeCSV(w, heads, rows)
}

// WriteXLSX writes the list as a spreadsheet.
func (l List) WriteXLSX(w io.Writer, _ func(key string, args ...any) string) error {
	heads, rows := turned(l.data(plainFigure))
	return writeXLSX(w, l.Title, heads, rows)
}
