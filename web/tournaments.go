package web

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/web/live"
)

// tournamentAddress is where a tournament's pages are.
func tournamentAddress(t tournament.Tournament) string { return "/t/" + t.PublicID }

// tournament loads the tournament of the address /t/:t/… as far as the actor may know it.
func (s *Server) tournament(c echo.Context) (tournament.Tournament, error) {
	return s.desk.TournamentByPublicID(c.Request().Context(), actor(c), c.Param("t"))
}

// tournamentForm is the address's tournament and the form that was posted.
func (s *Server) tournamentForm(c echo.Context) (tournament.Tournament, *Form, error) {
	t, err := s.tournament(c)
	if err != nil {
		return t, nil, err
	}
	form, err := readForm(c)
	return t, form, err
}

// directedForm is tournamentForm for its directors only.
func (s *Server) directedForm(c echo.Context) (tournament.Tournament, *Form, error) {
	t, err := s.directed(c)
	if err != nil {
		return t, nil, err
	}
	form, err := readForm(c)
	return t, form, err
}

// tournamentBase is the Base of a page about a tournament: its time zone, its menu, its live hints.
func (s *Server) tournamentBase(c echo.Context, t tournament.Tournament, title string) Base {
	b := s.base(c, title).in(t.Location())
	b.Nav = b.tournamentNav(t)
	b.Live, b.Events = tournamentAddress(t)+"/events", t.Changes
	return b
}

// tournamentNav is the menu of a tournament: what the actor may open.
func (b Base) tournamentNav(t tournament.Tournament) []NavItem {
	role := b.Actor.RoleIn(t.Organisation, t.ID)
	home := tournamentAddress(t)
	var nav []NavItem
	add := func(need tournament.Role, key, address string) {
		if role.Includes(need) {
			here := b.Here.Path == address || address != home && strings.HasPrefix(b.Here.Path, address+"/")
			nav = append(nav, NavItem{Text: b.T(key), Address: address, Here: here})
		}
	}
	add(tournament.Visitor, "nav.tournament", home)
	add(tournament.Helper, "nav.entries", home+"/entries")
	add(tournament.Visitor, "nav.seating", home+"/rounds")
	add(tournament.Helper, "nav.radar", home+"/radar")
	add(tournament.Visitor, "nav.standings", home+"/standings")
	add(tournament.Visitor, "nav.rules", home+"/rules")
	add(tournament.Helper, "nav.penalties", home+"/penalties")
	add(tournament.Referee, "nav.journal", home+"/journal")
	add(tournament.Director, "nav.settings", home+"/settings")
	if len(nav) == 1 { // a menu of one is none
		return nil
	}
	return nav
}

// tournamentEvents answers GET /t/:t/events: hints that something of the tournament changed.
func (s *Server) tournamentEvents(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	by, id := actor(c), t.ID
	current := func(ctx context.Context) (int64, error) {
		now, err := s.desk.Tournament(ctx, by, id)
		return now.Changes, err
	}
	return s.hub.Serve(c.Response(), c.Request(), live.Feed{Tournament: int64(t.ID), Current: current, Event: "hint"})
}

// tournamentsPage is the list of what the actor may see.
type tournamentsPage struct {
	Base
	Lines     []tournamentLine
	MayCreate bool
	Copied    string // when the database was last copied, for directors; "" = not said
}

// tournamentLine is one tournament of the list. Its dates are in its own time zone.
type tournamentLine struct {
	desk.TournamentLine
	Address, Day, Time string
	Helps              bool // the actor is one of its helpers or more
}

// directs reports whether the actor directs an organisation, not only single tournaments.
func directs(by tournament.Actor) bool {
	for _, m := range by.Memberships {
		if m.Role == tournament.Director && m.Tournament == 0 {
			return true
		}
	}
	return false
}

// homeNav is the menu outside of tournaments; visitors have none.
func (b Base) homeNav() []NavItem {
	if !directs(b.Actor) {
		return nil
	}
	path := b.Here.Path
	return []NavItem{
		{Text: b.T("nav.home"), Address: "/", Here: path == "/" || strings.HasPrefix(path, "/tournaments") || path == "/import"},
		{Text: b.T("nav.accounts"), Address: "/accounts", Here: strings.HasPrefix(path, "/accounts")},
	}
}

// tournaments answers GET /.
func (s *Server) tournaments(c echo.Context) error {
	by := actor(c)
	lines, err := s.desk.Tournaments(c.Request().Context(), by)
	if err != nil {
		return err
	}
	page := tournamentsPage{Base: s.base(c, visitOf(c).printer.T("nav.home")), MayCreate: directs(by)}
	page.Nav = page.homeNav()
	if page.MayCreate && s.snapshot != nil {
		if at := s.snapshot(); !at.IsZero() {
			page.Copied = page.DateTime(at)
		}
	}
	for _, l := range lines {
		t := l.Tournament
		p := page.Printer.In(t.Location())
		line := tournamentLine{
			TournamentLine: l, Address: tournamentAddress(t), Helps: by.May(tournament.Helper, t.Organisation, t.ID),
		}
		if !t.StartsAt.IsZero() {
			line.Day, line.Time = p.LongDate(t.StartsAt), p.Time(t.StartsAt)
		}
		page.Lines = append(page.Lines, line)
	}
	return s.render(c, http.StatusOK, "tournaments/list", page)
}

// tournamentPage is the form of a tournament: a new one, or its settings.
type tournamentPage struct {
	Base
	Tournament tournament.Tournament // zero = a new one
	Action     string
	Version    int
	Drawn      bool // rules and hands are fixed
	Conflict   []conflictLine
}

// conflictLine is a field that somebody else changed meanwhile.
type conflictLine struct {
	Label, Mine, Theirs string
}

// newTournament answers GET /tournaments/new.
func (s *Server) newTournament(c echo.Context) error {
	if !directs(actor(c)) {
		return tournament.Wrong(tournament.ErrForbidden, "forbidden", nil)
	}
	form := newForm()
	fillSettings(form, tournament.Tournament{
		Format: tournament.DefaultFormat(), TimeZone: "Europe/Berlin", Public: true, Standings: tournament.ReleaseLive,
	})
	return s.renderNewTournament(c, form)
}

func (s *Server) renderNewTournament(c echo.Context, form *Form) error {
	page := tournamentPage{Base: s.base(c, visitOf(c).printer.T("tournament.new")), Action: "/tournaments/new"}
	page.Form, page.Nav = form, page.homeNav()
	return s.render(c, form.status(), "tournaments/form", page)
}

// createTournament answers POST /tournaments/new.
func (s *Server) createTournament(c echo.Context) error {
	form, err := readForm(c)
	if err != nil {
		return err
	}
	in := desk.CreateTournament{Op: form.op(), Settings: readSettings(form, tournament.Tournament{})}
	if form.err() != nil {
		form.also(checkSettings(in.Settings))
		return s.renderNewTournament(c, form)
	}
	t, err := s.desk.CreateTournament(c.Request().Context(), actor(c), in)
	if err != nil {
		if err := form.refuse(err); err != nil {
			return err
		}
		return s.renderNewTournament(c, form)
	}
	return s.done(c, tournamentAddress(t)+"/entries", "flash.tournament_created", "Name", t.Name)
}

// settings answers GET /t/:t/settings.
func (s *Server) settings(c echo.Context) error {
	t, err := s.directed(c)
	if err != nil {
		return err
	}
	form := newForm()
	fillSettings(form, t)
	return s.renderSettings(c, t, form, nil)
}

// directed is the address's tournament, for its directors only.
func (s *Server) directed(c echo.Context) (tournament.Tournament, error) {
	t, err := s.tournament(c)
	if err == nil && !actor(c).May(tournament.Director, t.Organisation, t.ID) {
		err = tournament.Wrong(tournament.ErrForbidden, "forbidden", nil)
	}
	return t, err
}

func (s *Server) renderSettings(c echo.Context, t tournament.Tournament, form *Form, conflict []conflictLine) error {
	page := tournamentPage{
		Base: s.tournamentBase(c, t, visitOf(c).printer.T("nav.settings")), Tournament: t, Action: tournamentAddress(t) + "/settings",
		Version: t.Version, Drawn: t.Phase != tournament.Open, Conflict: conflict,
	}
	page.Form, page.Live = form, ""
	return s.render(c, form.status(), "tournaments/form", page)
}

// editTournament answers POST /t/:t/settings. When somebody else was faster, the form comes back with what both want.
func (s *Server) editTournament(c echo.Context) error {
	t, form, err := s.directedForm(c)
	if err != nil {
		return err
	}
	in := desk.EditTournament{Op: form.op(), Tournament: t.ID, Version: form.number("version", 0, maxVersion), Settings: readSettings(form, t)}
	if form.err() != nil {
		form.also(checkSettings(in.Settings))
		return s.renderSettings(c, t, form, nil)
	}
	_, err = s.desk.EditTournament(c.Request().Context(), actor(c), in)
	if err != nil {
		if err := form.refuse(err); err != nil {
			return err
		}
		return s.renderSettings(c, t, form, s.settingsConflict(c, t, form))
	}
	return s.done(c, tournamentAddress(t)+"/settings", "flash.saved")
}

// settingsConflict lists what a stale form and the stored settings say differently.
func (s *Server) settingsConflict(c echo.Context, t tournament.Tournament, form *Form) []conflictLine {
	if !form.has("stale") {
		return nil
	}
	stored := newForm()
	fillSettings(stored, t)
	b := Base{Printer: visitOf(c).printer}
	fields := func(f *Form) []Input {
		b.Form = f
		page := tournamentPage{Base: b, Tournament: t}
		return append(page.First(), page.Rest()...)
	}
	return differences(fields(form), fields(stored))
}

// differences are the fields with two values, as a reader sees them.
func differences(mine, theirs []Input) []conflictLine {
	var lines []conflictLine
	for i, in := range mine {
		if in.Value != theirs[i].Value {
			lines = append(lines, conflictLine{Label: in.Label, Mine: in.shown(), Theirs: theirs[i].shown()})
		}
	}
	return lines
}

// phasePost answers POST /t/:t/phase: finishes or reopens the tournament.
func (s *Server) phasePost(c echo.Context) error {
	t, form, err := s.directedForm(c)
	if err != nil {
		return err
	}
	in := desk.TournamentPhase{
		Op: form.op(), Tournament: t.ID, Version: form.number("version", 0, maxVersion), Reason: form.text("reason", tournament.MaxText),
		To: tournament.Phase(form.choice("to", string(tournament.Running), string(tournament.Finished))),
	}
	if form.err() == nil {
		if _, err = s.desk.MovePhase(c.Request().Context(), actor(c), in); err == nil {
			return s.done(c, tournamentAddress(t)+"/settings", phaseFlash[in.To])
		}
		if err := form.refuse(err); err != nil {
			return err
		}
	}
	page := newForm()
	fillSettings(page, t)
	page.Set("reason", form.Value("reason"))
	page.problems = form.problems
	return s.renderSettings(c, t, page, nil)
}

var phaseFlash = map[tournament.Phase]string{tournament.Finished: "flash.finished", tournament.Running: "flash.reopened"}

const maxVersion = 1 << 30

// zoneOf is the form's time zone, or the usual one where it is unknown: the desk says so.
func zoneOf(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		zone, err = time.LoadLocation("Europe/Berlin")
	}
	if err != nil {
		return time.UTC
	}
	return zone
}
