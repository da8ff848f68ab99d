package web

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/web/live"
)

func tournamentID(c echo.Context) (tournament.TournamentID, error) {
	id, err := pathNumber(c, "id")
	return tournament.TournamentID(id), err
}

// apiTournaments answers GET /api/v1/tournaments.
func (s *Server) apiTournaments(c echo.Context) error {
	lines, err := s.desk.Tournaments(c.Request().Context(), actor(c))
	if err != nil {
		return err
	}
	out := struct {
		Tournaments []tournamentJSON `json:"tournaments"`
	}{[]tournamentJSON{}}
	for _, l := range lines {
		t, err := tournamentOf(l.Tournament)
		if err != nil {
			return err
		}
		out.Tournaments = append(out.Tournaments, t)
	}
	return answerJSON(c, http.StatusOK, out)
}

// apiTournament answers GET /api/v1/tournaments/:id.
func (s *Server) apiTournament(c echo.Context) error {
	id, err := tournamentID(c)
	if err != nil {
		return err
	}
	t, err := s.desk.Tournament(c.Request().Context(), actor(c), id)
	if err != nil {
		return err
	}
	return answerTournament(c, http.StatusOK, t)
}

func answerTournament(c echo.Context, status int, t tournament.Tournament) error {
	out, err := tournamentOf(t)
	if err != nil {
		return err
	}
	return answerJSON(c, status, out)
}

// newTournament is a request with the defaults of CONTRACTS 5.
type newTournament struct {
	Op string `json:"op"`
	settingsJSON
}

// apiCreateTournament answers POST /api/v1/tournaments.
func (s *Server) apiCreateTournament(c echo.Context) error {
	f := tournament.DefaultFormat()
	in := newTournament{settingsJSON: settingsJSON{
		TimeZone: "Europe/Berlin", Rounds: f.Rounds, HandsPerRound: f.HandsPerRound, CompulsorySolos: f.CompulsorySolos, Fives: f.Fives,
		AfterSolo: f.AfterSolo, Voluntary: f.Voluntary, RuleBreaks: f.RuleBreaks,
		Seating: f.Seating, Confirm: f.Confirm, Currency: "EUR", Standings: tournament.ReleaseHidden,
	}}
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	settings, err := in.settings()
	if err != nil {
		return err
	}
	t, err := s.desk.CreateTournament(c.Request().Context(), actor(c), desk.CreateTournament{Op: in.Op, Settings: settings})
	if err != nil {
		return err
	}
	return answerTournament(c, http.StatusCreated, t)
}

func (in settingsJSON) settings() (desk.Settings, error) {
	d := tournament.DefaultFormat()
	out := desk.Settings{
		Name: in.Name, Venue: in.Venue, TimeZone: in.TimeZone, Rules: in.Rules, Fee: in.Fee, Currency: in.Currency, Public: in.Public,
		Standings: in.Standings,
		Format: tournament.Format{
			Rounds: in.Rounds, HandsPerRound: in.HandsPerRound, HandsAtFive: in.HandsAtFive, CompulsorySolos: in.CompulsorySolos,
			Fives: in.Fives, Seating: in.Seating, Confirm: in.Confirm, Ranking: in.Ranking,
			RoundMinutes: d.RoundMinutes, AfterSolo: in.AfterSolo, Voluntary: in.Voluntary, RuleBreaks: in.RuleBreaks,
		},
	}
	if in.HandsAtFive == 0 {
		out.Format.HandsAtFive = tournament.FiveHands(in.HandsPerRound)
	}
	if in.Ranking == nil {
		out.Format.Ranking = tournament.DefaultRanking()
	}
	if in.StartsAt != nil {
		at, err := time.Parse(time.RFC3339, *in.StartsAt)
		if err != nil {
			return out, tournament.Invalid("field_time", "starts_at", nil)
		}
		out.StartsAt = at
	}
	return out, nil
}

// apiPhase answers POST /api/v1/tournaments/:id/phase: finish or reopen.
func (s *Server) apiPhase(c echo.Context) error {
	id, err := tournamentID(c)
	if err != nil {
		return err
	}
	var in struct {
		stepRequest
		To tournament.Phase `json:"to"`
	}
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	t, err := s.desk.MovePhase(c.Request().Context(), actor(c), desk.TournamentPhase{
		Op: in.Op, Tournament: id, Version: in.Version, To: in.To, Reason: in.Reason,
	})
	if err != nil {
		return err
	}
	return answerTournament(c, http.StatusOK, t)
}

// apiStandings answers GET /api/v1/tournaments/:id/standings, with ?after_round= as of that round.
func (s *Server) apiStandings(c echo.Context) error {
	id, err := tournamentID(c)
	if err != nil {
		return err
	}
	after := 0
	if v := c.QueryParam("after_round"); v != "" {
		if after, err = strconv.Atoi(v); err != nil || after < 0 {
			return tournament.Invalid("field_number", "after_round", nil)
		}
	}
	ranking, err := s.desk.Standings(c.Request().Context(), actor(c), id, after)
	if err != nil {
		return err
	}
	if done, err := s.fresh(c, ranking.Changes); done || err != nil {
		return err
	}
	raw, err := ranking.JSON()
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/json; charset=utf-8", raw)
}

// apiPublish answers POST /api/v1/tournaments/:id/publish.
func (s *Server) apiPublish(c echo.Context) error {
	id, err := tournamentID(c)
	if err != nil {
		return err
	}
	var in struct {
		Op         string `json:"op"`
		AfterRound int    `json:"after_round"`
	}
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	p, err := s.desk.Publish(c.Request().Context(), actor(c), desk.PublishStandings{Op: in.Op, Tournament: id, AfterRound: in.AfterRound})
	if err != nil {
		return err
	}
	return answerJSON(c, http.StatusCreated, publishedOf(p))
}

// apiEvents answers GET /api/v1/tournaments/:id/events: hints only.
func (s *Server) apiEvents(c echo.Context) error {
	id, err := tournamentID(c)
	if err != nil {
		return err
	}
	current := func(ctx context.Context) (int64, error) {
		t, err := s.desk.Tournament(ctx, actor(c), id)
		return t.Changes, err
	}
	if _, err := current(c.Request().Context()); err != nil {
		return err
	}
	return s.hub.Serve(c.Response(), c.Request(), live.Feed{Tournament: int64(id), Current: current})
}
