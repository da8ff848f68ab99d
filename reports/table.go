package reports

import "slices"

// column is one column of a table: its head, its width in mm and where its content stands.
type column struct {
	head  string
	width float64
	align align
	heavy bool
	wrap  bool // long texts take up to three lines instead of being shortened
}

// cells is one column of data with the content of all its rows, before its width is known.
type cells struct {
	kind string
	head string
	text []string
}

// only reports whether every cell has the same given content.
func (c cells) only(text string) bool {
	for _, s := range c.text {
		if s != text {
			return false
		}
	}
	return true
}

// turned makes heads and rows of columns.
func turned(columns []cells) ([]string, [][]string) {
	var heads []string
	var rows [][]string
	for i, c := range columns {
		heads = append(heads, c.head)
		for j, s := range c.text {
			if i == 0 {
				rows = append(rows, nil)
			}
			rows[j] = append(rows[j], s)
		}
	}
	return heads, rows
}

const (
	rowHeight  = 6.4 // mm, for 11 pt
	headHeight = 7.0
	gutter     = 3.2 // mm a figure column has beyond its widest content
)

// table draws rows under a head that is repeated on every page. Every second row is shaded.
func (d *document) table(cols []column, rows [][]string) {
	d.tableHead(cols)
	for i, row := range rows {
		lines := d.broken(cols, row)
		height := rowHeight
		for _, cell := range lines {
			height = max(height, rowHeight+float64(len(cell)-1)*leading(plain(11)))
		}
		if d.y+height > d.bottom() {
			d.add()
			d.running()
			d.tableHead(cols)
		}
		if i%2 == 1 {
			d.tint(marginX, d.y, widthOf(cols), height)
		}
		x := marginX
		for c, col := range cols {
			f := plain(11)
			if col.heavy {
				f = heavy(11)
			}
			for n, line := range lines[c] {
				d.cell(x, d.y+float64(n)*leading(f), col.width, rowHeight, line, f, col.align)
			}
			x += col.width
		}
		d.y += height
	}
	d.line(marginX, d.y, marginX+widthOf(cols), d.y, 0.3)
}

// broken are the lines of each cell of a row: one, or up to three where the column allows it.
func (d *document) broken(cols []column, row []string) [][]string {
	out := make([][]string, len(cols))
	for c, col := range cols {
		out[c] = row[c : c+1]
		if col.wrap && row[c] != "" {
			out[c], _ = d.fill(col.width-2*gap, row[c], plain(11), 11, 3)
		}
	}
	return out
}

func (d *document) tableHead(cols []column) {
	x := marginX
	for _, col := range cols {
		d.cell(x, d.y, col.width, headHeight, col.head, heavy(11), col.align)
		x += col.width
	}
	d.y += headHeight
	d.line(marginX, d.y, x, d.y, 0.3)
}

func widthOf(cols []column) float64 {
	w := 0.0
	for _, c := range cols {
		w += c.width
	}
	return w
}

// widest is the width in mm that a column needs to show its head and all its cells whole.
func (d *document) widest(head string, cells []string, f font) float64 {
	w := d.width(head, heavy(f.size))
	for _, s := range cells {
		w = max(w, d.width(s, f))
	}
	return w + gutter
}

// usual is the width in mm in which nine of ten texts fit.
func (d *document) usual(text []string) float64 {
	widths := make([]float64, len(text))
	for i, s := range text {
		widths[i] = d.width(s, plain(11))
	}
	slices.Sort(widths)
	return widths[len(widths)*9/10]
}
