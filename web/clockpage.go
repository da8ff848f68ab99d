package web

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// clockPage is where a director starts, corrects and extends the clock of a round.
type clockPage struct {
	eventPage
	S     desk.Seating
	Clock *clockView
}

// Who may get extra time, besides a table by its number.
const (
	extraAll   = "all"
	extraFives = "fives"
)

// clockForm answers GET /t/:t/rounds/:round/clock. ?table=7 means that table.
func (s *Server) clockForm(c echo.Context) error {
	t, err := s.directed(c)
	if err != nil {
		return err
	}
	form := newForm()
	if table := c.QueryParam("table"); table != "" {
		form.Set("table", table)
	}
	return s.renderClock(c, t, form)
}

func (s *Server) renderClock(c echo.Context, t tournament.Tournament, form *Form) error {
	round, err := roundOfPath(c)
	if err != nil {
		return err
	}
	seating, err := s.desk.Seating(c.Request().Context(), actor(c), t.ID, round)
	if err != nil {
		return err
	}
	page := clockPage{eventPage: s.newEventPage(c, t, visitOf(c).printer.T("clock.title", "Round", round)), S: seating}
	page.Form, page.Live = form, ""
	page.Clock = page.clock(seating.Round, tournament.Table{})
	limit := t.Format.RoundMinutes
	if limit == 0 {
		limit = 100 // TSR: for 24 hands
	}
	form.fillDefault("minutes", strconv.Itoa(limit))
	form.fillDefault("ago", "0")
	form.fillDefault("extra", "10")
	form.fillDefault("limit", strconv.Itoa(seating.Round.Minutes))
	form.fillDefault("since", strconv.Itoa(int(page.At.Sub(seating.Round.ClockAt).Minutes())))
	return s.render(c, form.status(), "rounds/clock", page)
}

// Address is the page's address.
func (p clockPage) Address() string { return p.ClockAddress(p.S.Round.Number) }

// Settable reports whether the clock can be set at all.
func (p clockPage) Settable() bool { return !p.Over() && p.S.Round.Phase != tournament.RoundClosed }

// Whom are the choices of who gets extra time.
func (p clockPage) Whom() []Option {
	list := []Option{{Value: extraAll, Text: p.T("clock.all")}}
	var tables []Option
	fives := false
	for _, t := range p.S.Tables {
		text := p.T("table.number", "Number", t.Table.Number)
		if t.Table.Extra != 0 {
			text += " · " + p.T("clock.has", "Minutes", p.Points(t.Table.Extra))
		}
		tables = append(tables, Option{Value: strconv.Itoa(t.Table.Number), Text: text})
		fives = fives || t.Table.Size == 5
	}
	if fives {
		list = append(list, Option{Value: extraFives, Text: p.T("clock.fives")})
	}
	return append(list, tables...)
}

// Extras are the tables that have a time of their own, as sentences.
func (p clockPage) Extras() []string {
	var list []string
	for _, t := range p.S.Tables {
		if t.Table.Extra == 0 || p.Clock == nil {
			continue
		}
		v := p.clock(p.S.Round, t.Table)
		list = append(list, p.T("table.number", "Number", t.Table.Number)+": "+p.T("clock.has", "Minutes", p.Points(t.Table.Extra))+", "+v.Until)
	}
	return list
}

// clockStep reads a form about the clock, lets take carry it out and answers; fields renames the desk's fields to those of the form.
func (s *Server) clockStep(c echo.Context, flash string, fields map[string]string, take func(*Form, desk.RoundStep) error) error {
	t, round, form, err := s.roundForm(c)
	if err != nil {
		return err
	}
	step := desk.RoundStep{Op: form.op(), Tournament: t.ID, Round: round, Version: form.number("version", 0, maxVersion)}
	if err := take(form, step); err != nil {
		if err := form.refuse(err); err != nil {
			return err
		}
		for _, p := range form.problems {
			if name, ok := fields[p.Field]; ok {
				p.Field = name
			}
		}
	}
	if form.err() != nil {
		return s.renderClock(c, t, form)
	}
	address := roundAddress(t, round) + "/clock"
	switch form.Value("back") {
	case "overview":
		address = tournamentAddress(t)
	case "seating":
		address = roundAddress(t, round)
	}
	return s.done(c, address, flash, "Round", round)
}

// clockStart answers POST /t/:t/rounds/:round/clock/start.
func (s *Server) clockStart(c echo.Context) error {
	return s.clockStep(c, "flash.clock_started", nil, func(form *Form, step desk.RoundStep) error {
		in := desk.ClockStart{
			Op: step.Op, Tournament: step.Tournament, Round: step.Round, Version: step.Version,
			Minutes: form.number("minutes", 0, tournament.MaxMinutes), Ago: form.number("ago", 0, tournament.MaxMinutes),
		}
		if form.err() != nil {
			return nil
		}
		_, err := s.desk.StartClock(c.Request().Context(), actor(c), in)
		return err
	})
}

// clockExtra answers POST /t/:t/rounds/:round/clock/extra.
func (s *Server) clockExtra(c echo.Context) error {
	return s.clockStep(c, "flash.time_given", map[string]string{"minutes": "extra", "reason": "why"}, func(form *Form, step desk.RoundStep) error {
		in := desk.ExtraTime{
			Op: step.Op, Tournament: step.Tournament, Round: step.Round, Version: step.Version,
			Minutes: form.number("extra", -desk.MaxExtra, desk.MaxExtra), Reason: form.text("why", tournament.MaxText),
		}
		switch whom := form.Value("table"); whom {
		case extraAll:
		case extraFives:
			in.Size = 5
		default:
			in.Table = form.number("table", 1, tournament.MaxTable)
		}
		if form.err() != nil {
			return nil
		}
		_, err := s.desk.GiveTime(c.Request().Context(), actor(c), in)
		return err
	})
}

// clockChange answers POST /t/:t/rounds/:round/clock/change.
func (s *Server) clockChange(c echo.Context) error {
	fields := map[string]string{"minutes": "limit", "ago": "since", "reason": "change_reason"}
	return s.clockStep(c, "flash.clock_changed", fields, func(form *Form, step desk.RoundStep) error {
		in := desk.ClockChange{
			Op: step.Op, Tournament: step.Tournament, Round: step.Round, Version: step.Version, Reason: form.text("change_reason", tournament.MaxText),
			Minutes: form.number("limit", 0, tournament.MaxMinutes), Ago: form.number("since", 0, tournament.MaxMinutes),
		}
		if form.err() != nil {
			return nil
		}
		_, err := s.desk.ChangeClock(c.Request().Context(), actor(c), in)
		return err
	})
}

// clockStop answers POST /t/:t/rounds/:round/clock/stop.
func (s *Server) clockStop(c echo.Context) error {
	return s.clockStep(c, "flash.clock_stopped", map[string]string{"reason": "stop_reason"}, func(form *Form, step desk.RoundStep) error {
		step.Reason = form.text("stop_reason", tournament.MaxText)
		if form.err() != nil {
			return nil
		}
		_, err := s.desk.StopClock(c.Request().Context(), actor(c), step)
		return err
	})
}

// clockSteps are what a director can do about the clock of a round now: start it where the tournament has a limit.
func (p eventPage) clockSteps(r tournament.Round, back string) []step {
	minutes := p.Tournament.Format.RoundMinutes
	if minutes == 0 || !r.ClockAt.IsZero() || r.Phase == tournament.RoundClosed {
		return nil
	}
	s := step{
		Text: p.T("clock.start", "Minutes", minutes), Address: p.ClockAddress(r.Number) + "/start", Post: true, Main: true, Version: r.Version, Back: back,
		Explain: p.T("clock.start_help"),
	}
	if r.Phase == tournament.RoundDrawn {
		s.Text = p.T("clock.start_round", "Round", r.Number, "Minutes", minutes)
	}
	return []step{s}
}
