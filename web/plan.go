package web

import (
	"errors"
	"strconv"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// mostPlan is how many characters a typed plan may have: 1,000 players in 20 rounds.
const mostPlan = 200_000

// planPage is the form of a plan typed or pasted.
type planPage struct {
	eventPage
	Entries desk.EntryList
	Round   int
	Drawn   bool // already: another plan needs a reason
	Worse   []string
}

// planForm answers GET /t/:t/rounds/:round/plan.
func (s *Server) planForm(c echo.Context) error {
	t, err := s.directed(c)
	if err != nil {
		return err
	}
	return s.renderPlan(c, t, newForm(), nil)
}

func (s *Server) renderPlan(c echo.Context, t tournament.Tournament, form *Form, worse *desk.Worse) error {
	round, err := roundOfPath(c)
	if err != nil {
		return err
	}
	if round > t.Format.Rounds {
		return tournament.Wrong(tournament.ErrNotFound, "unknown_round", nil)
	}
	page := planPage{eventPage: s.newEventPage(c, t, visitOf(c).printer.T("plan.title", "Round", round)), Round: round}
	page.Form = form
	if page.Entries, err = s.desk.Entries(c.Request().Context(), actor(c), t.ID); err != nil {
		return err
	}
	rounds, err := s.desk.Rounds(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return err
	}
	for _, r := range rounds {
		page.Drawn = page.Drawn || r.Number == round
	}
	if worse != nil {
		named := seatingPage{eventPage: page.eventPage}
		for _, f := range worse.Faults {
			page.Worse = append(page.Worse, named.seatFault(f.Code, f.Table, f.Players, f.Count))
		}
	}
	return s.render(c, form.status(), "rounds/plan", page)
}

// planPost answers POST /t/:t/rounds/:round/plan. Wishes that are not met are shown first and have to be accepted.
func (s *Server) planPost(c echo.Context) error {
	t, round, form, err := s.roundForm(c)
	if err != nil {
		return err
	}
	in := desk.SetSeating{
		Op: form.op(), Tournament: t.ID, Round: round, Text: form.lines("text", mostPlan), Accept: form.on("accept"),
		Reason: form.text("reason", tournament.MaxText),
	}
	if form.err() != nil {
		return s.renderPlan(c, t, form, nil)
	}
	_, err = s.desk.SetSeating(c.Request().Context(), actor(c), in)
	if err == nil {
		return s.done(c, roundAddress(t, round), "flash.planned", "Round", round)
	}
	var worse *desk.Worse
	if errors.As(err, &worse) {
		form.problems = append(form.problems, worse.Problem)
		return s.renderPlan(c, t, form, worse)
	}
	if err := form.refuse(err); err != nil {
		return err
	}
	return s.renderPlan(c, t, form, nil)
}

// Address is the round's page.
func (p planPage) Address() string { return roundAddress(p.Tournament, p.Round) }

// Numbers are the players who are there, by start number.
func (p planPage) Numbers() []Option { return presentNumbers(p.Entries.Entries, p.Round) }

// presentNumbers are those who play a round, by start number.
func presentNumbers(entries []tournament.Entry, round int) []Option {
	var list []Option
	for _, e := range entries {
		if e.Plays(round) {
			list = append(list, Option{Value: strconv.Itoa(e.StartNo), Text: e.Name})
		}
	}
	return list
}

// lines is a text of many lines.
func (f *Form) lines(name string, most int) string {
	v := f.Value(name)
	if len(v) > most {
		f.fault("field_long", name, map[string]any{"Max": most})
		return ""
	}
	if !utf8.ValidString(v) {
		f.fault("field_text", name, nil)
		return ""
	}
	return v
}
