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
	People []*seatCount
	Rounds int
	met    map[[2]int]int // by start number, the smaller first
}

// seatCount is where a player sat so far.
type seatCount struct {
	Name    string
	StartNo int
	Seats   [5]int // by position - 1
	Fives   int
	Keeper  int
	Met     int // different players
	Again   int // meetings beyond the first
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
	ctx := c.Request().Context()
	rounds, err := s.desk.Rounds(ctx, actor(c), t.ID)
	if err != nil {
		return err
	}
	page := meetingsPage{eventPage: s.newEventPage(c, t, visitOf(c).printer.T("meetings.title")), Rounds: len(rounds), met: map[[2]int]int{}}
	people := map[int]*seatCount{}
	for _, r := range rounds {
		seating, err := s.desk.Seating(ctx, actor(c), t.ID, r.Number)
		if err != nil {
			return err
		}
		for _, table := range seating.Tables {
			page.count(people, table)
		}
	}
	for _, p := range people {
		page.People = append(page.People, p)
	}
	slices.SortFunc(page.People, func(a, b *seatCount) int { return a.StartNo - b.StartNo })
	tournament.SortByName(page.People, func(p *seatCount) string { return p.Name })
	for pair, times := range page.met {
		for _, no := range pair {
			people[no].Met++
			people[no].Again += times - 1
		}
	}
	return s.render(c, http.StatusOK, "rounds/meetings", page)
}

// count adds one table: those who sat there from its first hand on.
func (p meetingsPage) count(people map[int]*seatCount, table desk.SeatedTable) {
	var there []int
	for _, v := range table.Seats {
		if v.FromHand > 1 {
			continue
		}
		who := people[v.StartNo]
		if who == nil {
			who = &seatCount{Name: v.Name, StartNo: v.StartNo}
			people[v.StartNo] = who
		}
		who.Seats[v.Position-1]++
		if table.Table.Size == 5 {
			who.Fives++
		}
		if v.Position == table.Table.ListKeeper() {
			who.Keeper++
		}
		for _, other := range there {
			p.met[[2]int{min(other, v.StartNo), max(other, v.StartNo)}]++
		}
		there = append(there, v.StartNo)
	}
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
