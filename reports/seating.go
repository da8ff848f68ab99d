package reports

import (
	"cmp"
	"io"
	"slices"
	"strconv"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// SeatingList says who sits where in a round: first by name, for the notice board, then by table.
type SeatingList struct {
	Head
	Round  int
	Seed   string   // of the draw, so that anybody can repeat it; "" = not printed
	Notes  []string // ready sentences about how good the draw is
	Tables []SeatingTable
}

// SeatingTable is one table, its seats in the order of positions.
type SeatingTable struct {
	Number int
	Seats  []SeatingSeat
}

// SeatingSeat is one player at a table.
type SeatingSeat struct {
	Position int // 1 to 5
	StartNo  int
	Name     string
	Sort     string // what the list is sorted by, not printed; "" = Name
	Club     string
	Keeper   bool // keeps the sheet
}

type seatingLine struct {
	SeatingSeat
	table int
}

// byName are all seats in German order of names: ö sorts as o.
func (s SeatingList) byName() []seatingLine {
	var lines []seatingLine
	for _, table := range s.Tables {
		for _, seat := range table.Seats {
			seat.Sort = cmp.Or(seat.Sort, seat.Name)
			lines = append(lines, seatingLine{seat, table.Number})
		}
	}
	order := collate.New(language.German)
	slices.SortStableFunc(lines, func(a, b seatingLine) int {
		return cmp.Or(order.CompareString(a.Sort, b.Sort), cmp.Compare(a.StartNo, b.StartNo))
	})
	return lines
}

// WritePDF writes the list by name and then by table, on a page of its own unless both fit on one.
func (s SeatingList) WritePDF(w io.Writer, t func(key string, args ...any) string) error {
	return write(w, t, s.Head, s.title, func(d *document) error {
		d.reserve()
		d.add()
		d.heading()
		s.names(d)
		d.y += 8
		if d.y+s.tablesHeight() > d.bottom() {
			d.add()
			d.running()
		}
		s.tables(d)
		return d.footing()
	})
}

func (s SeatingList) title(t Text) string { return t("report.seating", "Round", s.Round) }

const nameHeight = 8.2 // mm of a line in the list by name: read standing, over a shoulder

// names prints name → table in two columns filled downwards, a few names in one.
func (s SeatingList) names(d *document) {
	lines := s.byName()
	columns := 2
	if len(lines) <= 12 {
		columns = 1
	}
	for start := 0; start < len(lines); {
		rows := int((d.bottom() - d.y - headHeight) / nameHeight)
		part := lines[start:min(len(lines), start+rows*columns)]
		start += len(part)
		if start == len(lines) {
			rows = (len(part) + columns - 1) / columns // the last page in columns of equal height
		}
		s.namePage(d, part, rows, columns)
		if start < len(lines) {
			d.add()
			d.running()
		}
	}
	if s.Seed != "" {
		d.y += 1
		d.paragraphs(d.t("report.seed", "Seed", s.Seed))
	}
	for _, note := range s.Notes {
		d.paragraphs(note)
	}
}

func (s SeatingList) namePage(d *document, part []seatingLine, rows, columns int) {
	const between = 6.0
	width := min(130, (d.w-2*marginX-between*float64(columns-1))/float64(columns))
	const figure = 15.0
	top := d.y
	for c := 0; c*rows < len(part); c++ {
		x, y := marginX+float64(c)*(width+between), top
		d.cell(x, y, width-2*figure, headHeight, d.t("report.name"), heavy(11), left)
		d.cell(x+width-2*figure, y, figure, headHeight, d.t("report.table"), heavy(11), right)
		d.cell(x+width-figure, y, figure, headHeight, d.t("report.position"), heavy(11), right)
		y += headHeight
		d.line(x, y, x+width, y, 0.3)
		for i, l := range part[c*rows : min(len(part), (c+1)*rows)] {
			if i%2 == 1 {
				d.tint(x, y, width, nameHeight)
			}
			d.cell(x, y, width-2*figure, nameHeight, l.Name, d.smaller(l.Name, plain(13), width-2*figure, 11), left)
			d.cell(x+width-2*figure, y, figure, nameHeight, strconv.Itoa(l.table), heavy(18), right)
			d.cell(x+width-figure, y, figure, nameHeight, strconv.Itoa(l.Position), plain(12), right)
			y += nameHeight
		}
		d.y = max(d.y, y)
	}
}

const seatHeight = 6.2 // mm of a line in the list by table

// pairs are the tables two by two, as they stand side by side, with the height of each pair in mm.
func (s SeatingList) pairs() ([][]SeatingTable, []float64) {
	var pairs [][]SeatingTable
	var heights []float64
	for pair := range slices.Chunk(s.Tables, 2) {
		height := 0.0
		for _, table := range pair {
			height = max(height, float64(len(table.Seats))*seatHeight+3)
		}
		pairs, heights = append(pairs, pair), append(heights, height)
	}
	return pairs, heights
}

func (s SeatingList) tablesHeight() float64 {
	_, heights := s.pairs()
	sum := leading(plain(11)) // the line about who keeps the sheet
	for _, h := range heights {
		sum += h + 2
	}
	return sum
}

// tables prints a block a table, two side by side.
func (s SeatingList) tables(d *document) {
	const between, line = 8.0, seatHeight
	width := (d.w - 2*marginX - between) / 2
	pairs, heights := s.pairs()
	for i, pair := range pairs {
		height := heights[i]
		if d.y+height > d.bottom() {
			d.add()
			d.running()
		}
		for j, table := range pair {
			x := marginX + float64(j)*(width+between)
			d.box(x, d.y, width, height-1, 0.3)
			d.cell(x, d.y, 20, height-1, strconv.Itoa(table.Number), heavy(30), center)
			d.line(x+20, d.y, x+20, d.y+height-1, 0.3)
			for k, seat := range table.Seats {
				name := seat.Name
				if seat.Keeper {
					name += " ✎"
				}
				d.cell(x+21, d.y+1+float64(k)*line, 6, line, strconv.Itoa(seat.Position), heavy(11), left)
				d.cell(x+27, d.y+1+float64(k)*line, width-28, line, name, plain(11), left)
			}
		}
		d.y += height + 2
	}
	if s.keepers() {
		d.paragraphs(d.t("report.keeper_legend"))
	}
}

func (s SeatingList) keepers() bool {
	return slices.ContainsFunc(s.Tables, func(t SeatingTable) bool {
		return slices.ContainsFunc(t.Seats, func(seat SeatingSeat) bool { return seat.Keeper })
	})
}

func (s SeatingList) heads(t Text) []string {
	return []string{t("report.name"), t("report.club"), t("report.start_no"), t("report.table"), t("report.position")}
}

func (s SeatingList) records() [][]string {
	var rows [][]string
	for _, l := range s.byName() {
		rows = append(rows, []string{l.Name, l.Club, strconv.Itoa(l.StartNo), strconv.Itoa(l.table), strconv.Itoa(l.Position)})
	}
	return rows
}

// WriteCSV writes the list by name as CSV that a German spreadsheet opens.
func (s SeatingList) WriteCSV(w io.Writer, t func(key string, args ...any) string) error {
	return writeCSV(w, s.heads(t), s.records())
}

// WriteXLSX writes the list by name as a spreadsheet.
func (s SeatingList) WriteXLSX(w io.Writer, t func(key string, args ...any) string) error {
	return writeXLSX(w, s.title(t), s.heads(t), s.records())
}
