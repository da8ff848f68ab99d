package reports

import (
	"io"
	"slices"
	"strconv"
)

// Standings is the ranking after a round. Points are tournament points: penalties and credits are inside Rounds and Total.
type Standings struct {
	Head
	Title      string // "" = "Rangliste nach Runde n" or, for AfterRound 0, "Rangliste"
	AfterRound int    // last round counted; 0 = none
	Lines      []StandingsLine
	Warnings   []string  // ready sentences, printed under the table
	Prizes     []string  // how prizes are shared, ready sentences, printed under the table
	Penalties  []string  // where penalties are inside the points, ready sentences, printed right under the table
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
	Prize     string // what the line wins, as text; "" = nothing. Without any the column is left out
	DecidedBy string // what separated this line from the one above, as text; "" where nothing need be said
}

// SumCheck is the proof of the sums: all sheets, all penalties, all credits for other players' mistakes.
type SumCheck struct {
	Sheets, Penalties, Credits int
}

// WritePDF writes the ranking as a PDF on A4: upright where the rounds fit, else across; the first of very many rounds are
// added up in one column.
func (s Standings) WritePDF(w io.Writer, t func(key string, args ...any) string) error {
	return write(w, t, s.Head, s.title, func(d *document) error {
		if len(s.Lines) == 0 {
			d.blank()
			return d.footing()
		}
		d.reserve()
		cols, rows, below := s.layout(d)
		d.add()
		d.heading()
		d.table(cols, rows)
		s.notes(d, below)
		return d.footing()
	})
}

// WriteCSV writes the ranking as CSV that a German spreadsheet opens.
func (s Standings) WriteCSV(w io.Writer, t func(key string, args ...any) string) error {
	heads, rows := turned(s.columns(t, strconv.Itoa, ""))
	return writeCSV(w, heads, rows)
}

// WriteXLSX writes the ranking as a spreadsheet.
func (s Standings) WriteXLSX(w io.Writer, t func(key string, args ...any) string) error {
	heads, rows := turned(s.columns(t, strconv.Itoa, ""))
	return writeXLSX(w, t("report.standings"), heads, rows)
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

func (s Standings) rounds() int {
	n := 0
	for _, l := range s.Lines {
		n = max(n, len(l.Rounds))
	}
	return n
}

// columns are all columns with their content; figure writes points and none stands where there are none.
func (s Standings) columns(t Text, figure func(int) string, none string) []cells {
	column := func(kind, head string, text func(StandingsLine) string) cells {
		c := cells{kind: kind, head: head}
		for _, l := range s.Lines {
			c.text = append(c.text, text(l))
		}
		return c
	}
	out := []cells{
		column("rank", t("report.rank"), func(l StandingsLine) string { return strconv.Itoa(l.Rank) }),
		column("start_no", t("report.start_no"), func(l StandingsLine) string { return strconv.Itoa(l.StartNo) }),
		column("name", t("report.name"), func(l StandingsLine) string { return l.Name }),
		column("club", t("report.club"), func(l StandingsLine) string { return l.Club }),
	}
	for i := range s.rounds() {
		out = append(out, column("round", t("report.round_short", "Round", i+1), func(l StandingsLine) string {
			if i >= len(l.Rounds) || l.Rounds[i] == nil {
				return none
			}
			return figure(*l.Rounds[i])
		}))
	}
	out = append(out,
		column("penalty", t("report.penalty"), func(l StandingsLine) string { return figure(l.Penalty) }),
		column("total", t("report.total"), func(l StandingsLine) string { return figure(l.Total) }),
		column("prize", t("report.prize"), func(l StandingsLine) string { return l.Prize }),
		column("decided", t("report.decided_by"), func(l StandingsLine) string {
			if l.DecidedBy == "" && l.Shared {
				return t("report.shared")
			}
			return l.DecidedBy
		}))
	return slices.DeleteFunc(out, func(c cells) bool { return c.kind == "prize" && c.only("") })
}

// paper are the columns of the PDF: those that say nothing are left out, and the first early rounds are one sum.
func (s Standings) paper(t Text, early int) []cells {
	sum := cells{kind: "round", head: t("report.rounds_until", "Round", early)}
	for _, l := range s.Lines {
		points, seated := 0, false
		for _, p := range l.Rounds[:min(early, len(l.Rounds))] {
			if p != nil {
				points, seated = points+*p, true
			}
		}
		if seated {
			sum.text = append(sum.text, signed(points))
		} else {
			sum.text = append(sum.text, nobody)
		}
	}
	var out []cells
	round := 0
	for _, c := range s.columns(t, signed, nobody) {
		if c.kind == "round" {
			round++
		}
		switch {
		case c.kind == "round" && round == early:
			out = append(out, sum)
		case c.kind == "round" && round < early:
		case (c.kind == "start_no" || c.kind == "penalty") && c.only("0"):
		case c.kind == "penalty":
			for i := range c.text {
				if c.text[i] == "0" {
					c.text[i] = ""
				}
			}
			out = append(out, c)
		case (c.kind == "club" || c.kind == "decided") && c.only(""):
		default:
			out = append(out, c)
		}
	}
	return out
}

const (
	leastNames = 74.0 // mm that names and clubs need together, else the page is turned
	mostReason = 46.0 // mm at most for what decided a rank
)

// layout makes room for names: it moves the reasons below the table, turns the page, adds up rounds. It returns the reasons
// it moved.
func (s Standings) layout(d *document) ([]column, [][]string, []string) {
	data := s.paper(d.t, 0)
	cols, free := s.measured(d, data, 210-2*marginX)
	var below []string
	if last := len(data) - 1; free < leastNames && data[last].kind == "decided" {
		if cols, free = s.measured(d, data[:last], 210-2*marginX); free >= leastNames {
			data, below = data[:last], s.reasons(d.t)
		}
	}
	if free < leastNames {
		d.orientation = "L"
		cols, free = s.measured(d, data, 297-2*marginX)
	}
	for early := 2; free < leastNames && early <= s.rounds(); early++ {
		data = s.paper(d.t, early)
		cols, free = s.measured(d, data, 297-2*marginX)
	}
	_, rows := turned(data)
	return cols, rows, below
}

// reasons say what decided ranks, for those where something need be said.
func (s Standings) reasons(t Text) []string {
	var out []string
	for _, l := range s.Lines {
		if l.DecidedBy != "" {
			out = append(out, t("report.reason", "Rank", l.Rank, "Name", l.Name, "Reason", l.DecidedBy))
		}
	}
	return out
}

// measured gives figure columns the width of their content and shares the rest, in mm, between names and clubs.
func (s Standings) measured(d *document, data []cells, across float64) ([]column, float64) {
	cols := make([]column, len(data))
	free := across
	name, club := -1, -1
	for i, c := range data {
		cols[i] = column{head: c.head, align: right, heavy: c.kind == "rank" || c.kind == "total"}
		if c.kind == "name" || c.kind == "club" || c.kind == "decided" {
			cols[i].align = left
		}
		switch c.kind {
		case "name":
			name = i
			continue
		case "club":
			club = i
			continue
		}
		cols[i].width = d.widest(c.head, c.text, heavy(11))
		if c.kind == "decided" || c.kind == "prize" {
			cols[i].width = min(cols[i].width, mostReason)
		}
		free -= cols[i].width
	}
	rest := max(free, 20)
	if club >= 0 {
		// Clubs give way to names, but keep a third; a few very long names do not count.
		need := d.usual(data[name].text) + gutter
		cols[club].width = min(max(rest-need, rest/3), d.widest(data[club].head, data[club].text, plain(11)))
		rest -= cols[club].width
	}
	cols[name].width = rest
	return cols, free
}

// notes are the lines under the table: the proof of the sums and the warnings.
func (s Standings) notes(d *document, reasons []string) {
	var texts []string
	if c := s.Sum; c != nil && c.Credits != 0 {
		texts = append(texts, d.t("report.sum_with_credits",
			"Sum", signed(c.Sheets), "Penalties", signed(c.Penalties), "Credits", signed(c.Credits)))
	} else if c != nil {
		texts = append(texts, d.t("report.sum", "Sum", signed(c.Sheets), "Penalties", signed(c.Penalties)))
	}
	for _, warning := range s.Warnings {
		texts = append(texts, "⚠ "+warning)
	}
	d.y += 2
	for _, text := range slices.Concat(s.Penalties, reasons, s.Prizes, texts) {
		d.paragraphs(text)
	}
}
