package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"doko/reports/papers"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/standings"
)

// standingsPage is the ranking, live or a published copy.
type standingsPage struct {
	eventPage
	S       desk.Standings
	None    string // why there is no ranking to see, "" = there is one
	After   int    // asked for, 0 = the newest
	Choices []NavItem
	Copies  []copyLine
	Copy    *copyLine // the page is this published copy
	Old     []oldCopy // published rankings that are wrong now
	Held    heldPaper // the paper whose code led here
}

// copyLine is a published ranking in the list.
type copyLine struct {
	tournament.Published
	Address  string
	Outdated bool // a newer one after the same round is published
	Wrong    bool // it is the newest, but the ranking says something else now
	Paper    string
}

// standings answers GET /t/:t/standings.
func (s *Server) standings(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	after := 0
	if v := c.QueryParam("after"); v != "" {
		if after, err = strconv.Atoi(v); err != nil || after < 0 || after > tournament.MaxRounds {
			return tournament.Wrong(tournament.ErrNotFound, "unknown_round", nil)
		}
	}
	if !actor(c).May(tournament.Director, t.Organisation, t.ID) || c.QueryParam("part") != "" {
		if done, err := s.fresh(c, t.Changes); done || err != nil {
			return err
		}
	}
	return s.renderStandings(c, t, after, newForm())
}

func (s *Server) renderStandings(c echo.Context, t tournament.Tournament, after int, form *Form) error {
	page := standingsPage{eventPage: s.newEventPage(c, t, visitOf(c).printer.T("report.standings")), After: after}
	page.Form = form
	var err error
	if page.S, page.None, err = s.ranking(c, actor(c), t, after); err != nil {
		return err
	}
	if err := s.fillCopies(c, &page); err != nil {
		return err
	}
	rounds, err := s.desk.Rounds(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return err
	}
	page.Choices, page.Held = page.choices(rounds), page.held(c.QueryParam("paper"))
	return s.render(c, form.status(), "standings/page", page)
}

// ranking loads what an actor may see of the ranking; where that is nothing yet, it says so in words instead.
func (s *Server) ranking(c echo.Context, by tournament.Actor, t tournament.Tournament, after int) (desk.Standings, string, error) {
	st, err := s.desk.Standings(c.Request().Context(), by, t.ID, after)
	var p *tournament.Problem
	if errors.As(err, &p) {
		switch p.Code {
		case "standings_hidden", "unknown_published":
			return st, visitOf(c).printer.T("ranking.hidden"), nil
		}
	}
	if err == nil && untouchedRanking(st) {
		return desk.Standings{}, visitOf(c).printer.T("ranking.nothing_yet"), nil
	}
	return st, "", err
}

// untouchedRanking reports whether nobody has any points yet.
func untouchedRanking(s desk.Standings) bool {
	for _, l := range s.Lines {
		if l.Total != 0 || l.Penalty != 0 {
			return false
		}
	}
	return s.AfterRound == 0 || s.AfterRound == 1 && s.Provisional
}

// fillCopies lists the published copies, for those who may see the ranking.
func (s *Server) fillCopies(c echo.Context, page *standingsPage) error {
	copies, err := s.desk.PublishedCopies(c.Request().Context(), actor(c), page.Tournament.ID)
	if errors.Is(err, tournament.ErrNotFound) {
		return nil
	}
	if err == nil && (page.Helps() || c.QueryParam("paper") != "" || c.Param("copy") != "") { // hundreds of phones need not ask
		page.Old, err = s.oldCopies(c, page.Base, page.Tournament)
	}
	newest := map[int]bool{}
	for _, p := range copies { // newest first
		page.Copies = append(page.Copies, copyLine{
			Published: p, Address: fmt.Sprintf("%s/standings/copies/%d", page.Home(), p.ID), Outdated: newest[p.AfterRound],
			Wrong: page.wrong(p.ID), Paper: fmt.Sprintf("%s/papers/standings.pdf?round=%d", page.Home(), p.AfterRound),
		})
		newest[p.AfterRound] = true
	}
	return err
}

// choices are the links to the ranking after each round.
func (p standingsPage) choices(rounds []tournament.Round) []NavItem {
	if len(rounds) < 2 {
		return nil
	}
	list := []NavItem{{Text: p.T("ranking.now"), Address: p.Home() + "/standings", Here: p.After == 0}}
	for _, r := range rounds[:len(rounds)-1] {
		list = append(list, NavItem{
			Text: p.T("ranking.after", "Round", r.Number), Address: fmt.Sprintf("%s/standings?after=%d", p.Home(), r.Number), Here: p.After == r.Number,
		})
	}
	return list
}

// Rows are the places.
func (p standingsPage) Rows() []rankRow {
	rows := p.rankRows(p.S, 0)
	for i, a := range p.awards() {
		if a.None() {
			continue
		}
		rows[i].Prize = p.award(a, p.Tournament.Currency)
		rows[i].Why = append(rows[i].Why, p.T("prize.line", "Prize", rows[i].Prize))
	}
	return rows
}

// awards are the prizes of the lines; nil where there are none, and for guests.
func (p standingsPage) awards() []standings.Award {
	if !p.Helps() {
		return nil
	}
	return p.S.Awards()
}

// Prized reports whether the reader is shown prizes.
func (p standingsPage) Prized() bool { return p.awards() != nil }

// PrizeNotes say how prizes are shared.
func (p standingsPage) PrizeNotes() []string { return papers.PrizeNotes(p.Printer, p.awards()) }

// PenaltyNotes say where penalties are inside the points.
func (p standingsPage) PenaltyNotes() []string { return papers.PenaltyNotes(p.Printer, p.S.Lines) }

// Punished reports whether anybody has penalty points.
func (p standingsPage) Punished() bool {
	return slices.ContainsFunc(p.S.Lines, func(l desk.StandingLine) bool { return l.Penalty != 0 })
}

// Check is the proof of the sums: "Summe 0, Strafpunkte −6", with the credits for what others did where there are any.
func (p standingsPage) Check() string {
	own := 0
	for _, l := range p.S.Lines {
		own += l.Penalty
	}
	key := "report.sum"
	if p.S.Penalties != own {
		key = "report.sum_with_credits"
	}
	return p.T(key, "Sum", p.Points(p.S.Sum-p.S.Penalties), "Penalties", p.Points(own), "Credits", p.Points(p.S.Penalties-own))
}

// Rounds are the numbers of the rounds that count.
func (p standingsPage) Rounds() []int {
	list := make([]int, p.S.AfterRound)
	for i := range list {
		list[i] = i + 1
	}
	return list
}

// Warnings are what is odd about the data. What makes the ranking provisional is said there.
func (p standingsPage) Warnings() []string { return p.warnings(p.S.Warnings) }

// Part is the address of the living part of the page.
func (p standingsPage) Part() string {
	if p.After > 0 {
		return fmt.Sprintf("?part=ranking&after=%d", p.After)
	}
	return "?part=ranking"
}

// Paper is the address of the ranking as a file.
func (p standingsPage) Paper(ending string) string {
	address := p.Home() + "/papers/standings." + ending
	if p.After > 0 {
		address += fmt.Sprintf("?round=%d", p.After)
	}
	return address
}

// Sees says what guests see of the ranking.
func (p standingsPage) Sees() string { return p.T("ranking.sees_" + string(p.Tournament.Standings)) }

// publish answers POST /t/:t/standings/publish.
func (s *Server) publish(c echo.Context) error {
	t, form, err := s.directedForm(c)
	if err != nil {
		return err
	}
	in := desk.PublishStandings{Op: form.op(), Tournament: t.ID, AfterRound: form.number("after", 0, tournament.MaxRounds)}
	if form.err() == nil {
		done, err := s.desk.Publish(c.Request().Context(), actor(c), in)
		if err == nil {
			return s.done(c, tournamentAddress(t)+"/standings", "flash.published", "Round", done.AfterRound, "Revision", done.Revision)
		}
		if err := form.refuse(err); err != nil {
			return err
		}
	}
	return s.renderStandings(c, t, 0, form)
}

// publishedCopy answers GET /t/:t/standings/copies/:copy: a ranking exactly as it was published.
func (s *Server) publishedCopy(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	id, err := pathNumber(c, "copy")
	if err != nil {
		return err
	}
	page := standingsPage{eventPage: s.newEventPage(c, t, "")}
	if err := s.fillCopies(c, &page); err != nil {
		return err
	}
	for i, l := range page.Copies {
		if int64(l.ID) == id {
			page.Copy = &page.Copies[i]
		}
	}
	if page.Copy == nil {
		return tournament.Wrong(tournament.ErrNotFound, "unknown_published", nil)
	}
	if page.S, err = s.desk.Reprint(c.Request().Context(), actor(c), page.Copy.ID); err != nil {
		return err
	}
	page.Title = page.T("report.standings_after", "Round", page.S.AfterRound)
	page.After, page.Live = page.S.AfterRound, ""
	return s.render(c, http.StatusOK, "standings/copy", page)
}
