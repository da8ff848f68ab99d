package web

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/sheet"
)

// apiOffence answers POST /api/v1/tables/:id/offences.
func (s *Server) apiOffence(c echo.Context) error {
	id, err := tableID(c)
	if err != nil {
		return err
	}
	var in struct {
		Op       string        `json:"op"`
		Hand     int           `json:"hand"`
		Offender int           `json:"offender"`
		Offence  sheet.Offence `json:"offence"`
		Soloist  *int          `json:"soloist"`
		Harms    bool          `json:"harms_soloist"`
		Denials  int           `json:"denials"`
		Warn     int           `json:"unsporting_points"`
		Points   []int         `json:"points"`
		Leave    bool          `json:"leave_sheet"`
		Again    bool          `json:"again"`
		Reason   string        `json:"reason"`
	}
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	entry := desk.OffenceEntry{
		Op: in.Op, Table: id, Hand: in.Hand, Points: in.Points, Leave: in.Leave, Again: in.Again, Reason: in.Reason,
		Case: sheet.Case{Offender: in.Offender, Offence: in.Offence, Harms: in.Harms, Denials: in.Denials, Points: in.Warn},
	}
	if in.Soloist != nil {
		entry.Case.Soloist = *in.Soloist
	}
	p, err := s.desk.AddOffence(c.Request().Context(), actor(c), entry)
	if err != nil {
		return err
	}
	return answerJSON(c, http.StatusCreated, penaltyOf(p))
}

// apiRestorePenalty answers POST /api/v1/penalties/:id/restore.
func (s *Server) apiRestorePenalty(c echo.Context) error {
	return s.apiPenaltyStep(c, s.desk.RestoreHand)
}

// apiCancelPenalty answers POST /api/v1/penalties/:id/cancel.
func (s *Server) apiCancelPenalty(c echo.Context) error {
	return s.apiPenaltyStep(c, s.desk.CancelPenalty)
}

// penaltyStep is a desk command about a penalty that was given.
type penaltyStep func(ctx context.Context, by tournament.Actor, in desk.PenaltyCancel) error

// apiPenaltyStep reads the key and the reason of a step of a penalty and takes it.
func (s *Server) apiPenaltyStep(c echo.Context, step penaltyStep) error {
	id, err := pathNumber(c, "id")
	if err != nil {
		return err
	}
	var in struct {
		Op     string `json:"op"`
		Reason string `json:"reason"`
	}
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	err = step(c.Request().Context(), actor(c), desk.PenaltyCancel{Op: in.Op, Penalty: tournament.PenaltyID(id), Reason: in.Reason})
	if err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
