package reports

import (
	"io"
	"strconv"
)

// Standings is the ranking after a round. Points are tournament points, penalties included in round points and total.
type Standings struct {
	Head
	Title      string // "" = "Rangliste nach Runde n" or, for AfterRound 0, "Rangliste"
	AfterRound int    // last round counted; 0 = none
	Lines      []StandingsLine
	Warnings   []string  // ready sentences, printed under the table
	Sum        *SumCheck // nil where the points need not add up to zero
}

// StandingsLine is one player's line. Lines are printed in the given order.
type StandingsLine struct {
	Rank      int
	Shared    bool // the rank is shared with a neighbour
	StartNo   int
	Name      string
	Club      string
	Rounds    []*int // points by round, index 0 is round 1; nil = not seated
	Total     int
	Penalty   int    // own penalty points, negative or 0
	DecidedBy string // what separated this line from the one above, as text; "" where nothing need be said
}

// SumCheck is the proof of the sums: all sheets, all penalties, all credits for other players' mistakes.
type SumCheck struct {
	Sheets, Penalties, Credits int
}

// WritePDF writes the ranking as a PDF: A4, upright where the rounds fit, else across.
func (s Standings) WritePDF(w io.Writer, t func(key string, args ...any) string) error {
	return write(w, t, s.Head, s.title(t), func(d *document) error {
		d.reserve()
		d.orientation = "P"
		d.add()
		cols, rows := s.layout(d)
		d.heading()
		d.table(cols, rows)
		s.notes(d)
		return d.footing()
	})
}

func (s Standings) title(t Text) string {
	if s.Title != "" {
		return s.Title
	}
	if s.AfterRound == 0 {
		return t("report.standings")
	}
	return t("report.standings_after", "Round", s.AfterRound)
}

// layout chooses the columns: names get what the figures leave.
func (s Standings) layout(d *document) ([]column, [][]string) {
	names := s.columns(d.t)
	records := s.records(signed, nobody)
	rows := make([][]string, len(records))
	copy(rows, records)
	var cols []column
	figures := 0.0
	for i, n := range names {
		cells := make([]string, len(rows))
		for j, r := range rows {
			cells[j] = r[i]
		}
		c := column{head: n.head, align: right, heavy: n.kind == "rank" || n.kind == "total"}
		if n.kind != "name" && n.kind != "club" {
			c.width = d.widest(n.head, cells, heavy(11))
			figures += c.width
		} else {
			c.align = left
		}
		cols = append(cols, c)
	}
	free := d.w - 2*marginX - figures
	for i, n := range names {
		switch n.kind {
		case "name":
			cols[i].width = free * 0.58
		case "club":
			cols[i].width = free * 0.42
		}
	}
	return cols, rows
}

type standingsColumn struct {
	kind, head string
}

// columns are the columns of the paper and of the files.
func (s Standings) columns(t Text) []standingsColumn {
	cols := []standingsColumn{
		{"rank", t("report.rank")}, {"start_no", t("report.start_no")}, {"name", t("report.name")}, {"club", t("report.club")},
	}
	for i := range s.rounds() {
		cols = append(cols, standingsColumn{"round", t("report.round_short", "Round", i+1)})
	}
	return append(cols, standingsColumn{"penalty", t("report.penalty")}, standingsColumn{"total", t("report.total")},
		standingsColumn{"decided", t("report.decided_by")})
}

func (s Standings) rounds() int {
	n := 0
	for _, l := range s.Lines {
		n = max(n, len(l.Rounds))
	}
	return n
}

func (s Standings) records(figure func(int) string, none string) [][]string {
	rounds := s.rounds()
	rows := make([][]string, 0, len(s.Lines))
	for _, l := range s.Lines {
		row := []string{strconv.Itoa(l.Rank), strconv.Itoa(l.StartNo), l.Name, l.Club}
		for i := range rounds {
			if i < len(l.Rounds) && l.Rounds[i] != nil {
				row = append(row, figure(*l.Rounds[i]))
			} else {
				row = append(row, none)
			}
		}
		rows = append(rows, append(row, figure(l.Penalty), figure(l.Total), l.DecidedBy))
	}
	return rows
}

// notes are the lines under the table: the proof of the sums and the warnings.
func (s Standings) notes(d *document) {
	d.y += 2
	if s.Sum != nil {
		d.y = d.paragraph(marginX, d.y, d.w-2*marginX, s.sumText(d.t), plain(11))
	}
	for _, warning := range s.Warnings {
		d.y = d.paragraph(marginX, d.y, d.w-2*marginX, "⚠ "+warning, plain(11))
	}
}

func (s Standings) sumText(t Text) string {
	text := t("report.sum", "Sum", signed(s.Sum.Sheets), "Penalties", signed(s.Sum.Penalties))
	if s.Sum.Credits != 0 {
		text += ", " + t("report.credits", "Credits", signed(s.Sum.Credits))
	}
	return text
}

// WriteCSV writes the ranking as CSV that a German spreadsheet opens.
func (s Standings) WriteCSV(w io.Writer, t func(key string, args ...any) string) error {
	return writeCSV(w, s.heads(t), s.records(strconv.Itoa, ""))
}

// WriteXLSX writes the ranking as a spreadsheet.
func (s Standings) WriteXLSX(w io.Writer, t func(key string, args ...any) string) error {
	return writeXLSX(w, t("report.standings"), s.heads(t), s.records(strconv.Itoa, ""))
}

func (s Standings) heads(t Text) []string {
	var heads []string
	for _, c := range s.columns(t) {
		heads = append(heads, c.head)
	}
	return heads
}
