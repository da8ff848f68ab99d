package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// lotPage says how a round was drawn and lets anybody make the draw again.
type lotPage struct {
	eventPage
	L     desk.Lot
	Check *desk.LotCheck // made again just now; nil = not asked for
}

// lot answers GET /t/:t/rounds/:round/lot; with ?check=1 the draw is made again and compared.
func (s *Server) lot(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	round, err := roundOfPath(c)
	if err != nil {
		return err
	}
	page := lotPage{eventPage: s.newEventPage(c, t, visitOf(c).printer.T("lot.title", "Round", round))}
	if page.L, err = s.desk.Lot(c.Request().Context(), actor(c), t.ID, round); err != nil {
		return err
	}
	if page.L.Draw != nil && c.QueryParam("check") != "" {
		check, err := s.desk.CheckLot(c.Request().Context(), actor(c), t.ID, round)
		if err != nil {
			return err
		}
		page.Check = &check
	}
	return s.render(c, http.StatusOK, "rounds/lot", page)
}

// Address is the page of the round.
func (p lotPage) Address() string { return roundAddress(p.Tournament, p.L.Round) }

// Players are those in the list, by start number.
func (p lotPage) Players() []Option {
	var list []Option
	for no, name := range p.L.Names {
		list = append(list, Option{Value: fmt.Sprint(no), Text: name})
	}
	slices.SortFunc(list, func(a, b Option) int {
		if len(a.Value) != len(b.Value) {
			return len(a.Value) - len(b.Value)
		}
		return slices.Compare([]byte(a.Value), []byte(b.Value))
	})
	return list
}

// Notes are the sentences of the certificate.
func (p lotPage) Notes() []string { return p.proofNotes(p.L.Proof) }

// proofNotes are the sentences of a certificate.
func (b Base) proofNotes(proof *desk.Certificate) []string {
	if proof == nil {
		return nil
	}
	var lines []string
	for _, n := range proof.Notes {
		lines = append(lines, b.T("note."+n.Code, n.Args))
	}
	return lines
}

// lotFile answers GET /t/:t/rounds/:round/lot/:file: input.json and plan.json, for doko draw --verify.
func (s *Server) lotFile(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	round, err := roundOfPath(c)
	if err != nil {
		return err
	}
	l, err := s.desk.Lot(c.Request().Context(), actor(c), t.ID, round)
	if err != nil {
		return err
	}
	made := l.Draw
	if made == nil {
		made = l.List
	}
	var content json.RawMessage
	switch {
	case made == nil:
	case c.Param("file") == "input.json":
		content = made.Input
	case c.Param("file") == "plan.json":
		content = made.Plan
	}
	if content == nil {
		return tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
	}
	name := fmt.Sprintf("%s-%d-%s", t.PublicID, round, c.Param("file"))
	c.Response().Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	return c.Blob(http.StatusOK, "application/json; charset=utf-8", content)
}

// announce answers POST /t/:t/rounds/:round/announce: the entry list and its hash are shown to all before the seed is drawn.
func (s *Server) announce(c echo.Context) error {
	t, round, form, err := s.roundForm(c)
	if err != nil {
		return err
	}
	in := desk.AnnounceList{
		Op: form.op(), Tournament: t.ID, Round: round, Reason: form.text("reason", tournament.MaxText), Choices: drawChoices(form),
	}
	if form.err() == nil {
		if _, err = s.desk.AnnounceList(c.Request().Context(), actor(c), in); err == nil {
			return s.done(c, roundAddress(t, round)+"/draw", "flash.announced")
		}
		if err := form.refuse(err); err != nil {
			return err
		}
		aboutPlayers(form)
	}
	return s.renderDraw(c, t, form)
}

// drawChoices reads how a draw is made.
func drawChoices(form *Form) desk.Choices {
	var choices desk.Choices
	if form.on("clubs") {
		choices.Clubs = "hard"
	}
	if form.on("prefer") {
		choices.Prefer = "repeats"
	}
	if form.on("effort") {
		choices.Effort = "thorough"
	}
	return choices
}

// aboutPlayers moves the problems of a draw that have no field of the form to the line about the players and their wishes.
func aboutPlayers(form *Form) {
	for _, p := range form.problems {
		if p.Field != "seed" && p.Field != "reason" {
			p.Field = "players"
		}
	}
}

// announcedList is the list that waits for its seed, nil if there is none.
func (s *Server) announcedList(c echo.Context, t tournament.Tournament, round int) (*tournament.Draw, error) {
	l, err := s.desk.Lot(c.Request().Context(), actor(c), t.ID, round)
	if errors.Is(err, tournament.ErrNotFound) {
		return nil, nil //nolint:nilnil // no list is an answer
	}
	return l.List, err
}
