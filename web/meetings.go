package web

import (
	"fmt"
	"html"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// meetingsPage shows who has met whom, and how fairly seats and tables of five were shared.
type meetingsPage struct {
	eventPage
	People []desk.Meeter
	Rounds int
	met    map[[2]int]int // by start number, the smaller first
}

// mostInMatrix is how many players the picture has room for.
const mostInMatrix = 100

// meetings answers GET /t/:t/meetings, for helpers and more.
func (s *Server) meetings(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	if !actor(c).May(tournament.Helper, t.Organisation, t.ID) {
		return tournament.Wrong(tournament.ErrForbidden, "forbidden", nil)
	}
	m, err := s.desk.Meetings(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return err
	}
	page := meetingsPage{
		eventPage: s.newEventPage(c, t, visitOf(c).printer.T("meetings.title")), Rounds: len(m.Rounds), People: m.Players, met: map[[2]int]int{},
	}
	for pair, times := range m.Met {
		page.met[[2]int{m.Players[pair[0]].StartNo, m.Players[pair[1]].StartNo}] = times
	}
	tournament.SortByName(page.People, func(p desk.Meeter) string { return p.Name })
	return s.render(c, http.StatusOK, "rounds/meetings", page)
}

// Repeats are the pairs who met more than once, most meetings first.
func (p meetingsPage) Repeats() []string {
	names := map[int]string{}
	for _, q := range p.People {
		names[q.StartNo] = q.Name
	}
	type pair struct {
		text  string
		times int
	}
	var pairs []pair
	for at, times := range p.met {
		if times > 1 {
			pairs = append(pairs, pair{p.T("meetings.pair", "A", names[at[0]], "B", names[at[1]], "Count", times), times})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		if a.times != b.times {
			return b.times - a.times
		}
		return strings.Compare(a.text, b.text)
	})
	list := make([]string, len(pairs))
	for i, q := range pairs {
		list[i] = q.text
	}
	return list
}

// Matrix draws who has met whom: a square for each pair, darker for more meetings, with the number in it. "" for very many players.
func (p meetingsPage) Matrix() template.HTML {
	const cell, edge = 14, 26
	n := len(p.People)
	if n == 0 || n > mostInMatrix {
		return ""
	}
	var b strings.Builder
	size := edge + n*cell
	fmt.Fprintf(&b, `<svg class="matrix" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="%s">`, size, size, size, size, html.EscapeString(p.T("meetings.title")))
	for i, row := range p.People {
		y := edge + i*cell
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end">%d</text>`, edge-4, y+cell-4, row.StartNo)
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%d</text>`, y+cell/2, edge-6, row.StartNo)
		for k, col := range p.People {
			x, class, times := edge+k*cell, "m0", p.met[[2]int{min(row.StartNo, col.StartNo), max(row.StartNo, col.StartNo)}]
			switch {
			case i == k:
				class = "me"
			case times > 0:
				class = fmt.Sprintf("m%d", min(times, 3))
			}
			fmt.Fprintf(&b, `<rect class="%s" x="%d" y="%d" width="%d" height="%d"/>`, class, x, y, cell-1, cell-1)
			if times > 1 {
				fmt.Fprintf(&b, `<text class="times" x="%d" y="%d" text-anchor="middle">%d</text>`, x+cell/2, y+cell-4, times)
			}
		}
	}
	b.WriteString(`</svg>`)
	return template.HTML(b.String())
}
