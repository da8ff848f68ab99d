package web

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// wallPage is for the projector: few lines, big, pages that turn by themselves.
type wallPage struct {
	eventPage
	Show    string // seating or standings
	Fixed   bool   // chosen, not by what is going on
	Seating *desk.Seating
	S       desk.Standings
	Before  desk.Standings // the ranking a round earlier, for the arrows
	None    string
	Clock   *clockView // of the round being played, nil = none runs
}

const (
	wallNames = 24 // in three columns
	wallRanks = 8
)

// wall answers GET /t/:t/wall: the seating while people look for their seats or the ranking is kept back, else the ranking; ?show= keeps one of the two.
func (s *Server) wall(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	page := wallPage{eventPage: s.newEventPage(c, t, t.Name), Show: c.QueryParam("show")}
	if page.Seating, err = s.newestSeating(c, guest(c, t), t); err != nil {
		return err
	}
	page.dropUnreleased()
	rounds, err := s.desk.Rounds(c.Request().Context(), guest(c, t), t.ID)
	if err != nil {
		return err
	}
	page.Clock = page.running(slices.DeleteFunc(rounds, func(r tournament.Round) bool { return !r.Released }))
	page.Fixed = page.Show == "seating" || page.Show == "standings"
	if !page.Fixed {
		page.Show = "standings"
		if page.Seating != nil && page.Seating.Round.Phase == tournament.RoundDrawn {
			page.Show = "seating"
		}
	}
	if page.Show == "standings" && !t.Public && t.Standings != tournament.ReleaseLive {
		page.None = page.T("ranking.hidden")
	} else if page.Show == "standings" {
		if page.S, page.None, err = s.ranking(c, guest(c, t), t, 0); err != nil {
			return err
		}
		if page.S.AfterRound > 1 {
			if page.Before, _, err = s.ranking(c, guest(c, t), t, page.S.AfterRound-1); err != nil {
				return err
			}
		}
	}
	if page.None != "" && !page.Fixed && page.Seating != nil { // better the seats than nothing
		page.Show = "seating"
	}
	return s.render(c, http.StatusOK, "wall/page", page)
}

// dropUnreleased hides from the hall what only the desk may know, whoever is signed in at the projector.
func (p *wallPage) dropUnreleased() {
	if p.Seating != nil && !p.Seating.Round.Released {
		p.Seating = nil
	}
}

// Part is the address of the living part.
func (p wallPage) Part() string {
	if p.Fixed {
		return "?part=wall&show=" + p.Show
	}
	return "?part=wall"
}

// SeatPages are the seats by name, as many as fit on a page.
func (p wallPage) SeatPages() [][]foundSeat {
	if p.Seating == nil {
		return nil
	}
	return pagesOf(byName(*p.Seating), wallNames)
}

// RankPages are the places, as many as fit on a page.
func (p wallPage) RankPages() [][]rankRow {
	rows := p.rankRows(p.S, 0)
	before := map[int]int{}
	for _, l := range p.Before.Lines {
		before[l.StartNo] = l.Rank
	}
	for i := range rows {
		old, known := before[rows[i].StartNo]
		switch {
		case !known || old == rows[i].Rank:
		case old > rows[i].Rank:
			rows[i].Moved, rows[i].MovedBy = "▲", p.T("wall.up", "Count", old-rows[i].Rank)
		default:
			rows[i].Moved, rows[i].MovedBy = "▼", p.T("wall.down", "Count", rows[i].Rank-old)
		}
	}
	return pagesOf(rows, wallRanks)
}

// pagesOf cuts a list into pages of about the same length, none longer than most.
func pagesOf[T any](list []T, most int) [][]T {
	if len(list) == 0 {
		return nil
	}
	count := (len(list) + most - 1) / most
	var pages [][]T
	for i := range count {
		pages = append(pages, list[i*len(list)/count:(i+1)*len(list)/count])
	}
	return pages
}

// Title of what is shown.
func (p wallPage) Heading() string {
	if p.Show == "seating" && p.Seating != nil {
		return p.T("seating.title", "Round", p.Seating.Round.Number)
	}
	if p.S.AfterRound > 0 {
		return p.T("report.standings_after", "Round", p.S.AfterRound)
	}
	return p.T("report.standings")
}
