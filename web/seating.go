package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// seatingPage shows who sits where in a round, by name and by table; for directors also what can be done with the round.
type seatingPage struct {
	eventPage
	S      desk.Seating
	Rounds []NavItem
	Query  string
	Worse  []string // what a swap would make worse
	Cost   string   // and by how much, in figures
}

// foundSeat is one player's seat.
type foundSeat struct {
	desk.SeatView
	Table  int
	Keeper bool
}

// rounds answers GET /t/:t/rounds: the seating of the newest round, or that there is none yet.
func (s *Server) rounds(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	rounds, err := s.desk.Rounds(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return err
	}
	if len(rounds) > 0 {
		return c.Redirect(http.StatusSeeOther, roundAddress(t, rounds[len(rounds)-1].Number))
	}
	return s.render(c, http.StatusOK, "seating/none", s.newEventPage(c, t, visitOf(c).printer.T("nav.seating")))
}

// seating answers GET /t/:t/rounds/:round.
func (s *Server) seating(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	if !actor(c).May(tournament.Director, t.Organisation, t.ID) || c.QueryParam("part") != "" {
		if done, err := s.fresh(c, t.Changes, s.minuteOf(t)); done || err != nil {
			return err
		}
	}
	return s.renderSeating(c, t, newForm(), nil)
}

// renderSeating shows a round's seating; form has the problems of what was just refused.
func (s *Server) renderSeating(c echo.Context, t tournament.Tournament, form *Form, worse *desk.Worse) error {
	ctx, p := c.Request().Context(), visitOf(c).printer
	round, err := roundOfPath(c)
	if err != nil {
		return err
	}
	seating, err := s.desk.Seating(ctx, actor(c), t.ID, round)
	if err != nil {
		return err
	}
	rounds, err := s.desk.Rounds(ctx, actor(c), t.ID)
	if err != nil {
		return err
	}
	page := seatingPage{
		eventPage: s.newEventPage(c, t, p.T("seating.title", "Round", round)), S: seating, Query: strings.TrimSpace(c.QueryParam("q")),
	}
	page.Form = form
	for _, r := range rounds {
		page.Rounds = append(page.Rounds, NavItem{Text: p.T("table.round", "Round", r.Number), Address: roundAddress(t, r.Number), Here: r.Number == round})
	}
	if worse != nil {
		page.Cost = p.T("seating.worse_cost", "Before", worse.Before.Repeats, "After", worse.After.Repeats, "ClubsBefore", worse.Before.ClubMeetings, "ClubsAfter", worse.After.ClubMeetings)
		for _, f := range worse.Faults {
			page.Worse = append(page.Worse, page.seatFault(f.Code, f.Table, f.Players, f.Count))
		}
	}
	return s.render(c, form.status(), "seating/page", page)
}

// Address is the page's address without a question mark.
func (p seatingPage) Address() string { return roundAddress(p.Tournament, p.S.Round.Number) }

// State says in words whether guests see the seating, and where the round stands.
func (p seatingPage) State() string {
	switch {
	case p.S.Round.Phase == tournament.RoundClosed:
		return p.T("round.closed")
	case p.S.Round.Phase == tournament.RoundPlaying:
		return p.T("round.playing")
	case p.S.Round.Released:
		return p.T("round.released")
	}
	return p.T("round.drawn")
}

// People is the number of players seated.
func (p seatingPage) People() int { return len(p.ByName()) }

// ByName are all seats in order of name; those who took over stand there too.
func (p seatingPage) ByName() []foundSeat { return byName(p.S) }

func byName(s desk.Seating) []foundSeat {
	var list []foundSeat
	for _, t := range s.Tables {
		for _, seat := range t.Seats {
			list = append(list, foundSeat{seat, t.Table.Number, seat.Position == t.Table.ListKeeper()})
		}
	}
	tournament.SortByName(list, func(f foundSeat) string { return f.Name })
	return list
}

// Found are the seats of those whose name or start number fits the search.
func (p seatingPage) Found() []foundSeat {
	var list []foundSeat
	for _, f := range p.ByName() {
		if nameFits(f.Name, f.StartNo, p.Query) {
			list = append(list, f)
		}
	}
	return list
}

// nameFits reports whether every word of the query begins a word of the name, umlauts in any spelling, or is the start number.
func nameFits(name string, startNo int, query string) bool {
	words := append(strings.Fields(tournament.FoldLoose(name)), strconv.Itoa(startNo))
	for _, q := range strings.Fields(tournament.FoldLoose(query)) {
		if !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, q) }) {
			return false
		}
	}
	return true
}

// Certificate says how good the seating is: which wishes are not met, or that all are.
func (p seatingPage) Certificate() []string {
	lines := p.proofNotes(p.S.Proof)
	if p.S.Proof != nil && len(p.S.Proof.Changed) > 0 {
		lines = append(lines, p.T("seats.changed", "Tables", numberList(p.S.Proof.Changed)))
	}
	for _, f := range p.S.Faults {
		lines = append(lines, p.seatFault(f.Code, f.Table, f.Players, f.Count))
	}
	return lines
}

// numberList writes "3, 7, 12".
func numberList(numbers []int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ", ")
}

// ChangedTables are the tables changed by hand since the draw, "3,7", for a new list of only these; "" = none.
func (p seatingPage) ChangedTables() string {
	if p.S.Proof == nil {
		return ""
	}
	return strings.ReplaceAll(numberList(p.S.Proof.Changed), " ", "")
}

// seatFault is one thing about a seating as a sentence with names.
func (p seatingPage) seatFault(code string, table int, players []int64, count int) string {
	names := make([]string, len(players))
	for i, no := range players {
		names[i] = p.nameOf(no)
	}
	key := "seats." + code
	if !p.Has(key) {
		key = "seats.other"
	}
	return p.T(key, "Table", table, "Names", strings.Join(names, " "+p.T("seats.and")+" "), "Count", count)
}

func (p seatingPage) nameOf(startNo int64) string {
	for _, t := range p.S.Tables {
		for _, seat := range t.Seats {
			if int64(seat.StartNo) == startNo {
				return seat.Name
			}
		}
	}
	return p.T("seats.number", "Number", startNo)
}

// Seats are the players as choices of a swap.
func (p seatingPage) Seats() []Option {
	list := []Option{{Text: p.T("form.choose")}}
	for _, f := range p.ByName() {
		list = append(list, Option{
			Value: strconv.FormatInt(int64(f.Entry), 10), Text: fmt.Sprintf("%s · %s", f.Name, p.T("table.number", "Number", f.Table)),
		})
	}
	return list
}

// Steps are what a director can do with the round now.
func (p seatingPage) Steps() []step {
	if !p.Directs() || p.Over() {
		return nil
	}
	do := func(name, text, explain string) step {
		return step{Text: text, Explain: explain, Address: p.Address() + "/" + name, Post: true, Main: true, Version: p.S.Round.Version, Back: "seating"}
	}
	r := p.S.Round
	var steps []step
	if !r.Released {
		steps = append(steps, do("release", p.T("step.release"), p.T("step.release_help", "Count", p.People())))
	}
	switch r.Phase {
	case tournament.RoundDrawn:
		steps = append(steps, p.clockSteps(r, "seating")...)
		if r.Released {
			steps = append(steps, do("start", p.T("step.start", "Round", r.Number), p.T("step.start_help")))
		}
	case tournament.RoundPlaying:
		steps = append(steps, p.clockSteps(r, "seating")...)
		steps = append(steps, do("close", p.T("step.close", "Round", r.Number), p.T("step.close_help", "Count", len(p.S.Tables))))
		steps[len(steps)-1].Main = false
	}
	return steps
}

// Changeable reports whether seats may still be changed by the reader.
func (p seatingPage) Changeable() bool {
	return p.Directs() && !p.Over() && p.S.Round.Phase != tournament.RoundClosed
}

// Undrawn reports whether the round may be drawn again or taken back.
func (p seatingPage) Undrawn() bool {
	return p.Changeable() && p.S.Round.Phase == tournament.RoundDrawn
}

// Reopens reports whether the reader may open the round again.
func (p seatingPage) Reopens() bool {
	return p.Directs() && !p.Over() && p.S.Round.Phase == tournament.RoundClosed
}

// swapSeats answers POST /t/:t/rounds/:round/swap. What gets worse is shown first and has to be accepted.
func (s *Server) swapSeats(c echo.Context) error {
	t, round, form, err := s.roundForm(c)
	if err != nil {
		return err
	}
	in := desk.SwapSeats{
		Op: form.op(), Tournament: t.ID, Round: round, Version: form.number("version", 0, maxVersion), Accept: form.on("accept"),
		Reason: form.text("swap_reason", tournament.MaxText),
		A:      tournament.EntryID(form.chosen("a")), B: tournament.EntryID(form.chosen("b")),
	}
	if form.err() != nil {
		return s.renderSeating(c, t, form, nil)
	}
	shown, err := s.first(c, form, s.swapAsked(c, t, round, form), func(ctx context.Context) error {
		_, err := s.desk.SwapSeats(ctx, actor(c), in)
		return err
	})
	switch {
	case shown:
		return err
	case err == nil:
		return s.done(c, roundAddress(t, round), "flash.seats_swapped")
	}
	var worse *desk.Worse
	if errors.As(err, &worse) {
		form.problems = append(form.problems, worse.Problem)
		return s.renderSeating(c, t, form, worse)
	}
	if err := form.refuse(err); err != nil {
		return err
	}
	for _, p := range form.problems {
		if p.Field == "reason" {
			p.Field = "swap_reason"
		}
	}
	return s.renderSeating(c, t, form, nil)
}

// chosen reads a choice of a person; nobody chosen is a problem of the field.
func (f *Form) chosen(name string) int64 {
	n, err := strconv.ParseInt(f.Value(name), 10, 64)
	if err != nil || n <= 0 {
		f.fault("field_choice", name, nil)
		return 0
	}
	return n
}
