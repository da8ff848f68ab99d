package web

import (
	"context"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// drawPage is the form of a draw: who is seated, from which words, and why again.
type drawPage struct {
	eventPage
	Entries desk.EntryList
	Split   desk.Split
	Round   int
	Drawn   bool             // already: to draw again needs a reason
	List    *tournament.Draw // announced, waits for its seed; nil = none
}

// roundForm loads what every form of a round needs: the tournament for its directors, the round's number, what was sent.
func (s *Server) roundForm(c echo.Context) (tournament.Tournament, int, *Form, error) {
	t, err := s.directed(c)
	if err != nil {
		return t, 0, nil, err
	}
	round, err := roundOfPath(c)
	if err != nil {
		return t, 0, nil, err
	}
	form, err := readForm(c)
	return t, round, form, err
}

// drawForm answers GET /t/:t/rounds/:round/draw.
func (s *Server) drawForm(c echo.Context) error {
	t, err := s.directed(c)
	if err != nil {
		return err
	}
	return s.renderDraw(c, t, newForm())
}

func (s *Server) renderDraw(c echo.Context, t tournament.Tournament, form *Form) error {
	ctx := c.Request().Context()
	round, err := roundOfPath(c)
	if err != nil {
		return err
	}
	if round > t.Format.Rounds {
		return tournament.Wrong(tournament.ErrNotFound, "unknown_round", nil)
	}
	page := drawPage{eventPage: s.newEventPage(c, t, visitOf(c).printer.T("draw.title", "Round", round)), Round: round}
	page.Form = form
	if page.Entries, err = s.desk.Entries(ctx, actor(c), t.ID); err != nil {
		return err
	}
	page.Split = page.Entries.Split(round)
	rounds, err := s.desk.Rounds(ctx, actor(c), t.ID)
	if err != nil {
		return err
	}
	for _, r := range rounds {
		page.Drawn = page.Drawn || r.Number == round
	}
	if page.List, err = s.announcedList(c, t, round); err != nil {
		return err
	}
	return s.render(c, form.status(), "rounds/draw", page)
}

// Address is the round's page.
func (p drawPage) Address() string { return roundAddress(p.Tournament, p.Round) }

// Hint says what can be done when the players cannot be split into tables.
func (p drawPage) Hint() string { return p.splitHint(p.Split) }

// Tables says how many tables there will be.
func (p drawPage) Tables() string { return p.tables(p.Split) }

// Plans reports whether the first draw seats all rounds at once.
func (p drawPage) Plans() bool {
	return p.Tournament.Format.Seating == tournament.SeatingPlan && p.Tournament.Format.Rounds > 1
}

// ByRank reports whether the ranking decides who sits where.
func (p drawPage) ByRank() bool { return p.byRank() }

// drawPost answers POST /t/:t/rounds/:round/draw.
func (s *Server) drawPost(c echo.Context) error {
	t, round, form, err := s.roundForm(c)
	if err != nil {
		return err
	}
	in := desk.DrawRound{
		Op: form.op(), Tournament: t.ID, Round: round, Seed: form.text("seed", tournament.MaxName), Reason: form.text("reason", tournament.MaxText),
		Choices: drawChoices(form),
	}
	if form.err() != nil {
		return s.renderDraw(c, t, form)
	}
	seating, err := s.desk.DrawRound(c.Request().Context(), actor(c), in)
	if err != nil {
		if err := form.refuse(err); err != nil {
			return err
		}
		aboutPlayers(form)
		return s.renderDraw(c, t, form)
	}
	people := len(byName(seating))
	return s.done(c, roundAddress(t, round), "flash.drawn", "Round", round, "People", people, "Count", len(seating.Tables))
}

// resetDraw answers POST /t/:t/rounds/:round/reset: the draw is taken back.
func (s *Server) resetDraw(c echo.Context) error {
	t, round, form, err := s.roundForm(c)
	if err != nil {
		return err
	}
	in := desk.RoundStep{
		Op: form.op(), Tournament: t.ID, Round: round, Version: form.number("version", 0, maxVersion), Reason: form.text("reason", tournament.MaxText),
	}
	if form.err() == nil {
		if err = s.desk.ResetDraw(c.Request().Context(), actor(c), in); err == nil {
			return s.done(c, tournamentAddress(t), "flash.draw_reset", "Round", round)
		}
		if err := form.refuse(err); err != nil {
			return err
		}
	}
	return s.renderSeating(c, t, form, nil)
}

// takeRoundStep makes the handler of POST /t/:t/rounds/:round/(release|start|close|reopen). A problem comes back on the round's page.
func (s *Server) takeRoundStep(flash string,
	take func(context.Context, tournament.Actor, desk.RoundStep) (tournament.Round, error),
) echo.HandlerFunc {
	return func(c echo.Context) error {
		t, round, form, err := s.roundForm(c)
		if err != nil {
			return err
		}
		in := desk.RoundStep{
			Op: form.op(), Tournament: t.ID, Round: round, Version: form.number("version", 0, maxVersion), Reason: form.text("reason", tournament.MaxText),
		}
		if form.err() == nil {
			if _, err = take(c.Request().Context(), actor(c), in); err == nil {
				address := roundAddress(t, round)
				if form.Value("back") == "overview" {
					address = tournamentAddress(t)
				}
				return s.done(c, address, flash, "Round", round)
			}
			if err := form.refuse(err); err != nil {
				return err
			}
		}
		return s.renderSeating(c, t, form, nil)
	}
}
