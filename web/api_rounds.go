package web

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// roundAt reads a tournament and a round number in the address.
func roundAt(c echo.Context) (tournament.TournamentID, int, error) {
	id, err := tournamentID(c)
	if err != nil {
		return 0, 0, err
	}
	n, err := pathNumber(c, "round")
	if err != nil || n > tournament.MaxRounds {
		return 0, 0, tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
	}
	return id, int(n), nil
}

// apiRounds answers GET /api/v1/tournaments/:id/rounds.
func (s *Server) apiRounds(c echo.Context) error {
	id, err := tournamentID(c)
	if err != nil {
		return err
	}
	rounds, err := s.desk.Rounds(c.Request().Context(), actor(c), id)
	if err != nil {
		return err
	}
	out := struct {
		Rounds []roundJSON `json:"rounds"`
	}{[]roundJSON{}}
	for _, r := range rounds {
		out.Rounds = append(out.Rounds, roundOf(r))
	}
	return answerJSON(c, http.StatusOK, out)
}

// apiSeating answers GET /api/v1/tournaments/:id/rounds/:round/seating.
func (s *Server) apiSeating(c echo.Context) error {
	id, round, err := roundAt(c)
	if err != nil {
		return err
	}
	seating, err := s.desk.Seating(c.Request().Context(), actor(c), id, round)
	if err != nil {
		return err
	}
	return answerJSON(c, http.StatusOK, seatingOf(seating))
}

// apiDraw answers POST /api/v1/tournaments/:id/rounds/:round/draw with the seating.
func (s *Server) apiDraw(c echo.Context) error {
	id, round, err := roundAt(c)
	if err != nil {
		return err
	}
	var in struct {
		Op     string `json:"op"`
		Seed   string `json:"seed"`
		Reason string `json:"reason"`
	}
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	seating, err := s.desk.DrawRound(c.Request().Context(), actor(c), desk.DrawRound{
		Op: in.Op, Tournament: id, Round: round, Seed: in.Seed, Reason: in.Reason,
	})
	if err != nil {
		return err
	}
	return answerJSON(c, http.StatusCreated, seatingOf(seating))
}

// apiReset answers POST /api/v1/tournaments/:id/rounds/:round/reset.
func (s *Server) apiReset(c echo.Context) error {
	step, err := readRoundStep(c)
	if err != nil {
		return err
	}
	if err := s.desk.ResetDraw(c.Request().Context(), actor(c), step); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

func readRoundStep(c echo.Context) (desk.RoundStep, error) {
	id, round, err := roundAt(c)
	if err != nil {
		return desk.RoundStep{}, err
	}
	in, err := readStep(c)
	return desk.RoundStep{Op: in.Op, Tournament: id, Round: round, Version: in.Version, Reason: in.Reason}, err
}

// apiRoundStep makes a handler for a command about a round: release, start, close, reopen.
func (s *Server) apiRoundStep(take func(context.Context, tournament.Actor, desk.RoundStep) (tournament.Round, error)) echo.HandlerFunc {
	return func(c echo.Context) error {
		step, err := readRoundStep(c)
		if err != nil {
			return err
		}
		r, err := take(c.Request().Context(), actor(c), step)
		if err != nil {
			return err
		}
		return answerJSON(c, http.StatusOK, roundOf(r))
	}
}
