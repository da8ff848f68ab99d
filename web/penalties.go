package web

import (
	"context"
	"strconv"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/sheet"
)

// penaltiesPage lists the penalties of a tournament, with the form of a new one for referees.
type penaltiesPage struct {
	eventPage
	List    []tournament.Penalty
	Entries []tournament.Entry
	Drawn   []tournament.Round
	Fault   tournament.PenaltyID // whose taking back was refused, 0 = the form of a new one
	// Restorable are the cancelled penalties whose hand still stands as they left it.
	Restorable map[tournament.PenaltyID]bool
}

// penaltyLine is a penalty as a reader sees it.
type penaltyLine struct {
	tournament.Penalty
	Name, Where, Effect string
	Row, Proposed, Fate string // of TSR 9, what it proposed if that was not taken, what became of the hand
	Back                bool   // the hand can be put back
}

// penalties answers GET /t/:t/penalties.
func (s *Server) penalties(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	form := newForm()
	for _, field := range []string{"entry", "round", "reason"} { // where a link says what it is about
		form.Set(field, c.QueryParam(field))
	}
	return s.renderPenalties(c, t, form, 0)
}

func (s *Server) renderPenalties(c echo.Context, t tournament.Tournament, form *Form, fault tournament.PenaltyID) error {
	ctx, by := c.Request().Context(), actor(c)
	page := penaltiesPage{eventPage: s.newEventPage(c, t, visitOf(c).printer.T("nav.penalties")), Fault: fault}
	page.Form = form
	entries, err := s.desk.Entries(ctx, by, t.ID)
	if err != nil {
		return err
	}
	page.Entries = entries.Entries
	if page.List, err = s.desk.Penalties(ctx, by, t.ID); err != nil {
		return err
	}
	if page.Restorable, err = s.desk.Restorable(ctx, by, t.ID); err != nil {
		return err
	}
	if page.Drawn, err = s.desk.Rounds(ctx, by, t.ID); err != nil {
		return err
	}
	if len(page.Drawn) > 0 { // the round that is played now is the likeliest
		form.fillDefault("round", strconv.Itoa(page.Drawn[len(page.Drawn)-1].Number))
	}
	return s.render(c, form.status(), "penalties/page", page)
}

// Lines are the penalties, newest first.
func (p penaltiesPage) Lines() []penaltyLine {
	names := map[tournament.EntryID]string{}
	for _, e := range p.Entries {
		names[e.ID] = e.Name
	}
	lines := make([]penaltyLine, 0, len(p.List))
	for i := len(p.List) - 1; i >= 0; i-- {
		from := p.List[i]
		line := penaltyLine{Penalty: from, Name: names[from.Entry], Effect: p.T("penalty.points", "Points", p.Points(from.Points))}
		switch {
		case from.Hand > 0:
			line.Where = p.T("penalty.in_hand", "Round", from.Round, "Hand", from.Hand)
		case from.Round > 0:
			line.Where = p.T("table.round", "Round", from.Round)
		default:
			line.Where = p.T("penalty.whole")
		}
		if from.Others != 0 {
			line.Effect += " · " + p.T("penalty.others_get", "Points", p.Points(from.Others))
		}
		for _, credit := range from.Credits {
			line.Effect += " · " + names[credit.Entry] + " " + p.Points(credit.Points)
		}
		p.judge(&line)
		lines = append(lines, line)
	}
	return lines
}

// judge says what the rules had to do with a penalty, and what it did to its hand.
func (p penaltiesPage) judge(line *penaltyLine) {
	line.Back = p.Restorable[line.ID]
	if line.Back {
		line.Fate = p.T("penalty.still_stopped", "Hand", line.Hand)
	} else if line.Redealt && !line.Void {
		line.Fate = p.T("penalty.redealt", "Hand", line.Hand)
	}
	if line.Offence == "" {
		return
	}
	line.Row = p.rowText(line.Offence)
	rules := p.Tournament.Rules.Doppelkopf
	if rules == nil {
		return
	}
	if own, known := sheet.ProposedPoints(*rules, line.Offence); known && own != line.Points {
		line.Proposed = p.T("penalty.proposed", "Points", p.Base.Points(own))
	}
}

// People are the players as choices.
func (p penaltiesPage) People() []Option {
	list := []Option{{Text: p.T("form.choose")}}
	for _, e := range p.Entries {
		list = append(list, Option{Value: strconv.FormatInt(int64(e.ID), 10), Text: e.Name + " · " + strconv.Itoa(e.StartNo)})
	}
	return list
}

// Rounds are the drawn rounds as choices; 0 is the whole evening.
func (p penaltiesPage) Rounds() []Option {
	var list []Option
	for _, r := range p.Drawn {
		list = append(list, Option{Value: strconv.Itoa(r.Number), Text: p.T("table.round", "Round", r.Number)})
	}
	return append(list, Option{Value: "0", Text: p.T("penalty.whole")})
}

// addPenalty answers POST /t/:t/penalties. Points are typed as on the sheet, with or without the minus.
func (s *Server) addPenalty(c echo.Context) error {
	t, form, err := s.tournamentForm(c)
	if err != nil {
		return err
	}
	const most = 1000
	in := desk.PenaltyEntry{
		Op: form.op(), Entry: tournament.EntryID(form.chosen("entry")), Round: form.number("round", 0, tournament.MaxRounds),
		Hand: form.number("hand", 0, most), Again: form.on("again"), Points: -abs(form.number("points", -most, most)), Others: form.number("others", 0, most),
		Reason: form.required("reason", tournament.MaxText),
	}
	if form.err() == nil {
		if err = s.ofTournament(c, t, in.Entry); err != nil {
			return err
		}
		again := func() error { return s.renderPenalties(c, t, form, 0) }
		answered, err := s.givePenalty(c, t, form, again, func(ctx context.Context) (tournament.Penalty, error) {
			return s.desk.AddPenalty(ctx, actor(c), in)
		})
		if answered || err != nil {
			return err
		}
	}
	return s.renderPenalties(c, t, form, 0)
}

// givePenalty gives a penalty, or shows first what it changes: true = the answer is written. Otherwise the form has its problems.
func (s *Server) givePenalty(c echo.Context, t tournament.Tournament, form *Form, again func() error,
	give func(context.Context) (tournament.Penalty, error),
) (bool, error) {
	var done tournament.Penalty
	shown, err := s.first(c, form, s.penaltyAsked(c, t, visitOf(c).printer.T("correction.penalty"), again), func(ctx context.Context) error {
		var err error
		done, err = give(ctx)
		return err
	})
	switch {
	case shown:
		return true, err
	case err == nil:
		return true, s.done(c, tournamentAddress(t)+"/penalties", "flash.penalty_added", "Points", visitOf(c).printer.Points(done.Points))
	}
	return false, form.refuse(err)
}

// ofTournament refuses an entry of another tournament than the address says.
func (s *Server) ofTournament(c echo.Context, t tournament.Tournament, id tournament.EntryID) error {
	_, of, err := s.desk.Entry(c.Request().Context(), actor(c), id)
	if err == nil && of.ID != t.ID {
		err = tournament.Wrong(tournament.ErrNotFound, "unknown_entry", nil)
	}
	return err
}

func abs(n int) int { return max(n, -n) }

// cancelPenalty answers POST /t/:t/penalties/:penalty/cancel.
func (s *Server) cancelPenalty(c echo.Context) error {
	return s.undoPenalty(c, "correction.penalty_back", "flash.penalty_cancelled", s.desk.CancelPenalty)
}

// undoPenalty reads the reason for a step that takes back something of a penalty, and takes it; title and flash are keys of texts.
func (s *Server) undoPenalty(c echo.Context, title, flash string, step penaltyStep) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	id, err := pathNumber(c, "penalty")
	if err != nil {
		return err
	}
	form, err := readForm(c)
	if err != nil {
		return err
	}
	in := desk.PenaltyCancel{Op: form.op(), Penalty: tournament.PenaltyID(id), Reason: form.text("reason", tournament.MaxText)}
	if form.err() == nil {
		shown, err := s.first(c, form, s.penaltyAsked(c, t, visitOf(c).printer.T(title), nil), func(ctx context.Context) error {
			return step(ctx, actor(c), in)
		})
		switch {
		case shown:
			return err
		case err == nil:
			return s.done(c, tournamentAddress(t)+"/penalties", flash)
		}
		if err := form.refuse(err); err != nil {
			return err
		}
	}
	return s.renderPenalties(c, t, form, in.Penalty)
}
