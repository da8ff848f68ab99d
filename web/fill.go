package web

import (
	"errors"
	"fmt"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// fillPage shows the two ways to seat a late comer or to close a gap: change few seats, or draw anew.
type fillPage struct {
	eventPage
	C     desk.SeatChoices
	Round int
	None  string // why nothing is to be done
}

// fillForm answers GET /t/:t/rounds/:round/fill.
func (s *Server) fillForm(c echo.Context) error {
	t, err := s.directed(c)
	if err != nil {
		return err
	}
	return s.renderFill(c, t, newForm())
}

func (s *Server) renderFill(c echo.Context, t tournament.Tournament, form *Form) error {
	round, err := roundOfPath(c)
	if err != nil {
		return err
	}
	page := fillPage{eventPage: s.newEventPage(c, t, visitOf(c).printer.T("fill.title", "Round", round)), Round: round}
	page.Form = form
	page.C, err = s.desk.SeatChoices(c.Request().Context(), actor(c), desk.FillSeats{Tournament: t.ID, Round: round}, "")
	if err != nil {
		return err
	}
	var p *tournament.Problem
	if errors.As(page.C.Fill.Problem, &p) && p.Code == "seats_complete" {
		page.None, _ = problemText(page.Printer, p)
	}
	return s.render(c, form.status(), "rounds/fill", page)
}

// Address is the page of the round.
func (p fillPage) Address() string { return roundAddress(p.Tournament, p.Round) }

// fillChoice is one of the two ways in words.
type fillChoice struct {
	Impossible []string // why it cannot be done
	Effect     []string // what it changes
	Seed       string
}

// Fill is the way that changes few seats.
func (p fillPage) Fill() fillChoice { return p.choice(p.C.Fill) }

// Anew is the new draw.
func (p fillPage) Anew() fillChoice { return p.choice(p.C.Anew) }

func (p fillPage) choice(from desk.SeatChoice) fillChoice {
	choice := fillChoice{Seed: from.Seed}
	if from.Problem != nil {
		for _, problem := range problemsIn(from.Problem) {
			text, _ := problemText(p.Printer, problem)
			choice.Impossible = append(choice.Impossible, text)
		}
		if choice.Impossible == nil {
			choice.Impossible = []string{p.T("fill.impossible")}
		}
		return choice
	}
	moved := p.T("fill.moved", "Count", len(from.Moved))
	if len(from.Moved) == 0 {
		moved = p.T("fill.nobody_moves")
	}
	choice.Effect = append(choice.Effect, moved, p.T("fill.tables", "Count", len(from.Tables), "Tables", numberList(from.Tables)))
	for _, m := range from.New {
		choice.Effect = append(choice.Effect, p.T("fill.seat", "Name", m.Name, "Table", m.Table, "Seat", m.Seat))
	}
	const few = 8
	for i, m := range from.Moved {
		if i == few {
			choice.Effect = append(choice.Effect, p.T("fill.more", "Count", len(from.Moved)-few))
			break
		}
		choice.Effect = append(choice.Effect, p.T("fill.move", "Name", m.Name, "From", m.FromTable, "Table", m.Table, "Seat", m.Seat))
	}
	if worse := from.Cost.Repeats - p.C.Before.Repeats; worse > 0 {
		choice.Effect = append(choice.Effect, p.T("fill.repeats", "Count", worse))
	}
	return choice
}

// Came names who is there without a seat, Gone who has left a gap.
func (p fillPage) Came() string {
	var names []string
	for _, e := range p.C.Came {
		names = append(names, fmt.Sprintf("%s (%d)", e.Name, e.StartNo))
	}
	return strings.Join(names, ", ")
}

// Gone names who has a seat and does not play any more.
func (p fillPage) Gone() string {
	var names []string
	for _, m := range p.C.Gone {
		names = append(names, m.Name+" · "+p.T("table.number", "Number", m.FromTable))
	}
	return strings.Join(names, ", ")
}

// fillPost answers POST /t/:t/rounds/:round/fill.
func (s *Server) fillPost(c echo.Context) error {
	t, round, form, err := s.roundForm(c)
	if err != nil {
		return err
	}
	in := desk.FillSeats{
		Op: form.op(), Tournament: t.ID, Round: round, Version: form.number("version", 0, maxVersion), Reason: form.text("reason", tournament.MaxText),
	}
	if form.err() == nil {
		seating, err := s.desk.FillSeats(c.Request().Context(), actor(c), in)
		if err == nil {
			changed := ""
			if seating.Proof != nil {
				changed = numberList(seating.Proof.Changed)
			}
			return s.done(c, roundAddress(t, round), "flash.filled", "Tables", changed)
		}
		if err := form.refuse(err); err != nil {
			return err
		}
	}
	return s.renderFill(c, t, form)
}
