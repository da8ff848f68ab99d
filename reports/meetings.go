package reports

import (
	"io"
	"math"
	"strconv"
)

// Meetings shows who has met whom as a matrix, and the seats of everybody.
type Meetings struct {
	Head
	Rounds  int // rounds counted
	Players []MeetingsPlayer
	Met     map[[2]int]int // indices into Players, the lower first → rounds at one table
}

// MeetingsPlayer is one player with his seats.
type MeetingsPlayer struct {
	StartNo int
	Name    string
	Seats   [5]int // visits to seats 1 to 5
	Fives   int    // visits to tables of five
	Others  int    // different people met
	Again   int    // meetings beyond the first with somebody
}

// mostInMatrix is how many players a matrix on A4 can show: beyond it a square is too small to be seen.
const mostInMatrix = 120

// WritePDF writes the matrix and the table of seats.
func (m Meetings) WritePDF(w io.Writer, t func(key string, args ...any) string) error {
	return write(w, t, m.Head, m.title, func(d *document) error {
		if len(m.Players) == 0 {
			d.blank()
			return d.footing()
		}
		d.reserve()
		d.add()
		d.heading()
		if len(m.Players) <= mostInMatrix {
			m.matrix(d)
			d.y += 4
		}
		cols, rows := m.seats(d)
		if d.y+headHeight+4*rowHeight > d.bottom() {
			d.add()
			d.running()
		}
		d.table(cols, rows)
		return d.footing()
	})
}

func (m Meetings) title(t Text) string { return t("report.meetings", "Round", m.Rounds) }

// matrix draws a square for each pair: grey for one meeting, black for more, with the number in it where it has room.
func (m Meetings) matrix(d *document) {
	const label = 9.0
	f := plain(11)
	n := float64(len(m.Players))
	side := min(7, (d.w-2*marginX-label)/n)
	every := int(math.Ceil(5 / side)) // which start numbers have room
	d.paragraphs(d.t("report.meetings_legend"))
	d.y += 2
	x0, y0 := marginX+label, d.y+6
	for i, p := range m.Players {
		at := float64(i) * side
		if i%every == 0 {
			no := strconv.Itoa(p.StartNo)
			d.cell(x0+at+side/2-6, d.y, 12, 5.5, no, f, center)
			d.cell(marginX-1.2, y0+at+side/2-2.75, label, 5.5, no, f, right)
		}
	}
	for i := range m.Players {
		for k := range m.Players {
			x, y := x0+float64(k)*side, y0+float64(i)*side
			times := m.Met[[2]int{min(i, k), max(i, k)}]
			switch {
			case i == k:
				d.line(x, y, x+side, y+side, 0.2)
			case times == 1:
				d.grey(x, y, side, side)
			case times > 1:
				d.block(x, y, side, side)
				if side >= 5.5 {
					d.inverted(func() { d.cell(x-2, y, side+4, side, strconv.Itoa(times), f, center) })
				}
			}
		}
	}
	for i := 0; i <= len(m.Players); i++ {
		at := float64(i) * side
		width := 0.1
		if i%5 == 0 || i == len(m.Players) {
			width = 0.25
		}
		d.line(x0+at, y0, x0+at, y0+n*side, width)
		d.line(x0, y0+at, x0+n*side, y0+at, width)
	}
	d.y = y0 + n*side
}

// seats are everybody's seats, fives and meetings as a table.
func (m Meetings) seats(d *document) ([]column, [][]string) {
	cols := []column{
		{head: d.t("report.start_no"), width: 13, align: right}, {head: d.t("report.name"), width: 67, align: left},
	}
	for seat := 1; seat <= 5; seat++ {
		cols = append(cols, column{head: d.t("report.seat_short", "Seat", seat), width: 11, align: right})
	}
	for _, head := range []string{"report.fives", "report.met", "report.met_again"} {
		cols = append(cols, column{head: d.t(head), width: 14, align: right})
	}
	cols[len(cols)-1].width = 19
	var rows [][]string
	for _, p := range m.Players {
		row := []string{strconv.Itoa(p.StartNo), p.Name}
		for _, times := range append(p.Seats[:], p.Fives, p.Others, p.Again) {
			row = append(row, strconv.Itoa(times))
		}
		rows = append(rows, row)
	}
	return cols, rows
}
