package web

import (
	"context"
	"strconv"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// freePlayers are the players present who have no seat in the table's round.
func (s *Server) freePlayers(c echo.Context, view desk.TableView) ([]Option, error) {
	list, err := s.desk.Entries(c.Request().Context(), actor(c), view.Tournament.ID)
	if err != nil {
		return nil, err
	}
	seating, err := s.desk.Seating(c.Request().Context(), actor(c), view.Tournament.ID, view.Round.Number)
	if err != nil {
		return nil, err
	}
	seated := map[tournament.EntryID]bool{}
	for _, table := range seating.Tables {
		for _, seat := range table.Seats {
			seated[seat.Entry] = true
		}
	}
	var free []Option
	for _, e := range list.Entries {
		if e.Status == tournament.Present && !seated[e.ID] {
			free = append(free, Option{Value: strconv.FormatInt(int64(e.ID), 10), Text: strconv.Itoa(e.StartNo) + " · " + tournament.Isolated(e.Name)})
		}
	}
	return free, nil
}

// substitutePost answers POST /tables/:id/substitutes; without an entry the last substitute of the position is taken back.
func (s *Server) substitutePost(c echo.Context) error {
	view, form, err := s.tableForm(c)
	if err != nil {
		return err
	}
	in := desk.Substitution{
		Op: form.op(), Table: view.Table.ID, Version: form.number("version", 0, 1<<30), Position: form.number("position", 1, view.Table.Size),
		Reason: form.required("reason", tournament.MaxText),
	}
	if !form.on("back") {
		in.FromHand = form.number("from_hand", 1, view.Hands)
		in.Entry = tournament.EntryID(form.number("entry", 1, 1<<40))
	}
	if form.err() == nil {
		shown, err := s.first(c, form, s.substituteAsked(c, view, form), func(ctx context.Context) error {
			_, err := s.desk.Substitute(ctx, actor(c), in)
			return err
		})
		switch {
		case shown:
			return err
		case err == nil:
			return s.done(c, tableAddress(view.Table.ID), "flash.substituted")
		}
		if err := form.refuse(err); err != nil {
			return err
		}
	}
	for _, field := range []string{"position", "entry", "from_hand", "reason"} { // the page of one without free players has no such field
		if form.on("back") {
			form.move(field, "")
		}
	}
	return s.renderPeople(c, view, form)
}

// apiSubstitute answers POST /api/v1/tables/:id/substitutes.
func (s *Server) apiSubstitute(c echo.Context) error {
	id, err := tableID(c)
	if err != nil {
		return err
	}
	var in struct {
		stepRequest
		Position int                 `json:"position"`
		Entry    *tournament.EntryID `json:"entry"`
		FromHand int                 `json:"from_hand"`
	}
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	step := desk.Substitution{Op: in.Op, Table: id, Version: in.Version, Position: in.Position, FromHand: in.FromHand, Reason: in.Reason}
	if in.Entry != nil {
		step.Entry = *in.Entry
	}
	view, err := s.desk.Substitute(c.Request().Context(), actor(c), step)
	return answerTable(c, view, err)
}

// apiLeave answers POST /api/v1/tables/:id/leave; without from_hand the departure is taken back.
func (s *Server) apiLeave(c echo.Context) error {
	id, err := tableID(c)
	if err != nil {
		return err
	}
	var in struct {
		stepRequest
		Position int `json:"position"`
		FromHand int `json:"from_hand"`
	}
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	view, err := s.desk.LeaveTable(c.Request().Context(), actor(c), desk.Departure{
		Op: in.Op, Table: id, Version: in.Version, Position: in.Position, FromHand: in.FromHand, Reason: in.Reason,
	})
	return answerTable(c, view, err)
}

// apiJoin answers POST /api/v1/tables/:id/join.
func (s *Server) apiJoin(c echo.Context) error {
	id, err := tableID(c)
	if err != nil {
		return err
	}
	var in struct {
		stepRequest
		Entry  tournament.EntryID `json:"entry"`
		Accept bool               `json:"accept"`
	}
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	view, err := s.desk.JoinTable(c.Request().Context(), actor(c), desk.Joining{
		Op: in.Op, Table: id, Version: in.Version, Entry: in.Entry, Accept: in.Accept, Reason: in.Reason,
	})
	return answerTable(c, view, err)
}
