package web

import (
	"fmt"
	"html/template"
	"strings"

	"doko/tournament/desk"
)

// rankRow is one place of the ranking as a reader sees it. Each opens into why.
type rankRow struct {
	desk.StandingLine
	Place   string // "3.", for a shared one "3. =" is said in Tie
	Points  []string
	Sum     string
	Tie     string // what separates it from the line above when both have the same points
	Why     []string
	Spark   template.HTML // the points over the rounds as a line
	Mine    bool
	Moved   string // ▲ or ▼ since the round before, "" = none or unknown
	MovedBy string // the same in words
	Prize   string // what the place wins, for those who work at the desk; "" = nothing
}

// rankRows are the lines of a ranking. mine is the start number of who is reading, 0 = unknown.
func (b Base) rankRows(s desk.Standings, mine int) []rankRow {
	rows := make([]rankRow, len(s.Lines))
	for i, l := range s.Lines {
		row := rankRow{StandingLine: l, Place: fmt.Sprintf("%d.", l.Rank), Sum: b.Points(l.Total), Mine: mine != 0 && l.StartNo == mine}
		for _, points := range l.Rounds {
			text := "–"
			if points != nil {
				text = b.Points(*points)
			}
			row.Points = append(row.Points, text)
		}
		row.Tie = b.tie(s.Lines, i)
		row.Why = b.why(s.Lines, i)
		row.Spark = drawSpark(l.Rounds)
		rows[i] = row
	}
	return rows
}

// tie says what decided between lines with the same total, or that nothing did.
func (b Base) tie(lines []desk.StandingLine, i int) string {
	l := lines[i]
	switch {
	case l.Shared:
		return b.T("criterion.shared")
	case l.DecidedBy != "" && l.DecidedBy != "total":
		return b.T("ranking.tie", "Criterion", b.T("criterion."+string(l.DecidedBy)))
	}
	return ""
}

// why explains a place: points by round, penalties, what decided a tie, how far the next place is.
func (b Base) why(lines []desk.StandingLine, i int) []string {
	l := lines[i]
	var why []string
	for n, points := range l.Rounds {
		text := b.T("ranking.not_seated")
		if points != nil {
			text = b.Points(*points)
		}
		why = append(why, b.T("ranking.round", "Round", n+1, "Points", text))
	}
	if l.Penalty != 0 {
		why = append(why, b.T("ranking.penalty", "Points", b.Points(l.Penalty)))
	}
	if l.HandsWon != nil {
		why = append(why, b.T("ranking.hands_won", "Count", *l.HandsWon))
	}
	if l.SolosPlayed != nil && l.SolosWon != nil && *l.SolosPlayed > 0 {
		why = append(why, b.T("ranking.solos", "Count", *l.SolosPlayed, "Won", *l.SolosWon))
	}
	if l.Withdrawn {
		why = append(why, b.T("ranking.withdrawn"))
	}
	return append(why, b.distance(lines, i)...)
}

// distance says how far the places before and after are, and what decided where the points are the same.
func (b Base) distance(lines []desk.StandingLine, i int) []string {
	l := lines[i]
	if l.Shared {
		return []string{b.T("ranking.shared", "Rank", l.Rank)}
	}
	if i == 0 {
		if len(lines) == 1 || lines[1].Total == l.Total {
			return nil
		}
		return []string{b.T("ranking.ahead", "Count", l.Total-lines[1].Total, "Name", lines[1].Name)}
	}
	above := lines[i-1]
	if above.Total > l.Total {
		return []string{b.T("ranking.behind", "Count", above.Total-l.Total, "Name", above.Name)}
	}
	if l.DecidedBy != "" {
		return []string{b.T("ranking.level", "Name", above.Name, "Criterion", b.T("criterion."+string(l.DecidedBy)))}
	}
	return nil
}

// drawSpark draws the points after each round as a small line around zero, "" where there is nothing to compare.
func drawSpark(rounds []*int) template.HTML {
	sums, sum := []int{0}, 0
	for _, points := range rounds {
		if points != nil {
			sum += *points
		}
		sums = append(sums, sum)
	}
	if len(sums) < 3 {
		return ""
	}
	least, most := 0, 0
	for _, n := range sums {
		least, most = min(least, n), max(most, n)
	}
	const width, height = 120, 32
	y := func(n int) int { return 2 + (most-n)*(height-4)/max(1, most-least) }
	var line strings.Builder
	for i, n := range sums {
		fmt.Fprintf(&line, "%d,%d ", i*(width-4)/(len(sums)-1)+2, y(n))
	}
	return template.HTML(fmt.Sprintf(
		`<svg class="spark" viewBox="0 0 %d %d" aria-hidden="true"><line x1="0" x2="%d" y1="%d" y2="%d"/><polyline points="%s"/></svg>`,
		width, height, width, y(0), y(0), strings.TrimSpace(line.String())))
}

// warnings are what is odd about the ranking's data, as sentences.
func (b Base) warnings(list []desk.Warning) []string {
	var lines []string
	for _, w := range list {
		args := map[string]any{"Round": w.Round, "Table": w.Table, "StartNo": w.StartNo, "Sum": "", "Criterion": ""}
		if w.Criterion != "" {
			args["Criterion"] = b.T("criterion." + string(w.Criterion))
		}
		if w.Sum != nil {
			args["Sum"] = b.Points(*w.Sum)
		}
		lines = append(lines, b.T("warning."+w.Code, args))
	}
	return lines
}
