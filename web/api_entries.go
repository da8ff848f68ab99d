package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// apiEntries answers GET /api/v1/tournaments/:id/entries.
func (s *Server) apiEntries(c echo.Context) error {
	id, err := tournamentID(c)
	if err != nil {
		return err
	}
	list, err := s.desk.Entries(c.Request().Context(), actor(c), id)
	if err != nil {
		return err
	}
	out := struct {
		Entries []entryJSON `json:"entries"`
	}{[]entryJSON{}}
	for _, e := range list.Entries {
		out.Entries = append(out.Entries, entryOf(e))
	}
	return answerJSON(c, http.StatusOK, out)
}

// apiRegister answers POST /api/v1/tournaments/:id/entries.
func (s *Server) apiRegister(c echo.Context) error {
	id, err := tournamentID(c)
	if err != nil {
		return err
	}
	var in struct {
		Op       string              `json:"op"`
		Player   tournament.PlayerID `json:"player"`
		Name     string              `json:"name"`
		Club     string              `json:"club"`
		MemberNo string              `json:"member_no"`
		Team     string              `json:"team"`
		Table    int                 `json:"table"`
		Apart    []int               `json:"apart"`
		SameName bool                `json:"same_name"`
		Present  bool                `json:"present"`
		Paid     bool                `json:"paid"`
	}
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	e, err := s.desk.Register(c.Request().Context(), actor(c), desk.Register{
		Op: in.Op, Tournament: id, Player: in.Player, Name: in.Name, Club: in.Club, MemberNo: in.MemberNo, Team: in.Team,
		FixedTable: in.Table, Apart: in.Apart, SameName: in.SameName, Present: in.Present, Paid: in.Paid,
	})
	if err != nil {
		return err
	}
	return answerJSON(c, http.StatusCreated, entryOf(e))
}

// apiStatus answers POST /api/v1/entries/:id/status: check in, take back, withdraw.
func (s *Server) apiStatus(c echo.Context) error {
	id, err := pathNumber(c, "id")
	if err != nil {
		return err
	}
	var in struct {
		stepRequest
		Status tournament.Status `json:"status"`
	}
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	e, err := s.desk.SetStatus(c.Request().Context(), actor(c), desk.EntryStatus{
		Op: in.Op, Entry: tournament.EntryID(id), Version: in.Version, Status: in.Status, Reason: in.Reason,
	})
	if err != nil {
		return err
	}
	return answerJSON(c, http.StatusOK, entryOf(e))
}

// apiFee answers POST /api/v1/entries/:id/fee: what was paid in all.
func (s *Server) apiFee(c echo.Context) error {
	id, err := pathNumber(c, "id")
	if err != nil {
		return err
	}
	var in struct {
		Op      string           `json:"op"`
		Version int              `json:"version"`
		Paid    tournament.Cents `json:"paid_cents"`
	}
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	e, err := s.desk.TakeFee(c.Request().Context(), actor(c), desk.FeePayment{
		Op: in.Op, Entry: tournament.EntryID(id), Version: in.Version, Paid: in.Paid,
	})
	if err != nil {
		return err
	}
	return answerJSON(c, http.StatusOK, entryOf(e))
}

// apiPenalties answers GET /api/v1/tournaments/:id/penalties.
func (s *Server) apiPenalties(c echo.Context) error {
	id, err := tournamentID(c)
	if err != nil {
		return err
	}
	list, err := s.desk.Penalties(c.Request().Context(), actor(c), id)
	if err != nil {
		return err
	}
	out := struct {
		Penalties []penaltyJSON `json:"penalties"`
	}{[]penaltyJSON{}}
	for _, p := range list {
		out.Penalties = append(out.Penalties, penaltyOf(p))
	}
	return answerJSON(c, http.StatusOK, out)
}

// apiPenalty answers POST /api/v1/entries/:id/penalties.
func (s *Server) apiPenalty(c echo.Context) error {
	id, err := pathNumber(c, "id")
	if err != nil {
		return err
	}
	var in struct {
		Op     string `json:"op"`
		Round  int    `json:"round"`
		Hand   int    `json:"hand"`
		Points int    `json:"points"`
		Others int    `json:"others"`
		Again  bool   `json:"again"`
		Reason string `json:"reason"`
	}
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	p, err := s.desk.AddPenalty(c.Request().Context(), actor(c), desk.PenaltyEntry{
		Op: in.Op, Entry: tournament.EntryID(id), Round: in.Round, Hand: in.Hand, Points: in.Points, Others: in.Others, Again: in.Again, Reason: in.Reason,
	})
	if err != nil {
		return err
	}
	return answerJSON(c, http.StatusCreated, penaltyOf(p))
}
