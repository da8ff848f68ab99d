package web

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// handRequest is a hand as a script or a phone sends it (CONTRACTS 7). The row's own fields are checked where rows are read.
type handRequest struct {
	Op     string `json:"op"`
	Number *int   `json:"number"`
	Base   int    `json:"base"`
	Void   bool   `json:"void"`
	Reason string `json:"reason"`
	rowRequest
}

// number is the hand's number as the desk takes it: 0 for the next where none was sent, out of range where 0 was.
func (r handRequest) number() int {
	switch {
	case r.Number == nil:
		return 0
	case *r.Number == 0:
		return -1
	}
	return *r.Number
}

// rowRequest are the fields of a row; which of them belong together is for the desk to say.
type rowRequest struct {
	Hand     json.RawMessage `json:"hand"`
	Points   json.RawMessage `json:"points"`
	Solo     json.RawMessage `json:"solo"`
	SoloKind json.RawMessage `json:"solo_kind"`
	Winners  json.RawMessage `json:"winners"`
	Value    json.RawMessage `json:"value"`
	Redealt  json.RawMessage `json:"redealt"`
	Through  json.RawMessage `json:"through"`
	Solos    json.RawMessage `json:"solos"`
}

// row puts the fields that were sent into one object; reason is that of a hand that was dealt again.
func (r rowRequest) row(reason string) ([]byte, error) {
	fields := map[string]json.RawMessage{
		"hand": r.Hand, "points": r.Points, "winners": r.Winners, "value": r.Value, "redealt": r.Redealt, "through": r.Through,
		"solos": r.Solos, "solo_kind": r.SoloKind,
	}
	for name, raw := range fields {
		if len(raw) == 0 || string(raw) == "null" {
			delete(fields, name)
		}
	}
	if len(fields) == 0 {
		return nil, tournament.Invalid("missing_field", "hand", map[string]any{"Field": "hand"})
	}
	if len(r.Solo) > 0 { // null says something: alone, but no solo
		fields["solo"] = r.Solo
	}
	if fields["redealt"] != nil && reason != "" {
		raw, err := json.Marshal(reason)
		if err != nil {
			return nil, err
		}
		fields["reason"] = raw
	}
	return json.Marshal(fields)
}

// value tells what of a preview is known: a row of points has no value.
func (r rowRequest) known(winner string) bool { return len(r.Hand) > 0 || winner != "" }

// checkOp asks for the random key that makes a command count once.
func checkOp(op string) error {
	if op == "" || len(op) > 64 {
		return tournament.Invalid("op_needed", "op", nil)
	}
	return nil
}

// readCommand reads what a script sends with a command, and asks for its key, which op points at in in.
func readCommand(c echo.Context, in any, op *string) error {
	if err := decodeJSON(c, in); err != nil {
		return err
	}
	visitOf(c).op = *op
	return checkOp(*op)
}

// answerTable answers a command about a table with the table as it is now.
func answerTable(c echo.Context, view desk.TableView, err error) error {
	if err != nil {
		return err
	}
	return answerJSON(c, http.StatusOK, tableOf(view))
}

// apiTable answers GET /api/v1/tables/:id.
func (s *Server) apiTable(c echo.Context) error {
	view, err := s.tableView(c)
	return answerTable(c, view, err)
}

// apiKey answers GET /api/v1/tables/:id/key.
func (s *Server) apiKey(c echo.Context) error { return s.answerKey(c, s.desk.KeyOf) }

// apiSecondKey answers GET /api/v1/tables/:id/second-key: the key that confirms where two confirm.
func (s *Server) apiSecondKey(c echo.Context) error { return s.answerKey(c, s.desk.SecondKeyOf) }

func (s *Server) answerKey(c echo.Context, ask func(context.Context, tournament.Actor, tournament.TableID) (tournament.TableKey, error)) error {
	id, err := tableID(c)
	if err != nil {
		return err
	}
	key, err := ask(c.Request().Context(), actor(c), id)
	if err != nil {
		return err
	}
	return answerJSON(c, http.StatusOK, keyJSON{key.Key, s.keyLink(c, key.Key), key.ExpiresAt.UTC().Format(time.RFC3339)})
}

// apiRevokeKey answers POST /api/v1/tables/:id/key/revoke.
func (s *Server) apiRevokeKey(c echo.Context) error {
	id, err := tableID(c)
	if err != nil {
		return err
	}
	if err := s.desk.RevokeKey(c.Request().Context(), actor(c), id); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}

// apiHand answers POST /api/v1/tables/:id/hands: 201 with what was stored, 200 for a repeat of the same op.
func (s *Server) apiHand(c echo.Context) error {
	id, err := tableID(c)
	if err != nil {
		return err
	}
	var in handRequest
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	entry := desk.HandEntry{Op: in.Op, Table: id, Number: in.number(), Base: in.Base, Void: in.Void, Reason: in.Reason}
	if !in.Void {
		if entry.Row, err = in.row(in.Reason); err != nil {
			return err
		}
	}
	stored, first, err := s.desk.EnterHand(c.Request().Context(), actor(c), entry)
	if err != nil {
		return err
	}
	if first {
		return answerJSON(c, http.StatusCreated, storedOf(stored))
	}
	return answerJSON(c, http.StatusOK, storedOf(stored))
}

// apiPreview answers POST /api/v1/tables/:id/preview.
func (s *Server) apiPreview(c echo.Context) error {
	id, err := tableID(c)
	if err != nil {
		return err
	}
	var in struct {
		Number int `json:"number"`
		rowRequest
	}
	if err := decodeJSON(c, &in); err != nil {
		return err
	}
	row, err := in.row("")
	if err != nil {
		return err
	}
	r, err := s.desk.Preview(c.Request().Context(), actor(c), id, in.Number, row)
	if err != nil {
		return err
	}
	out := previewJSON{Winner: optional(r.Winner), Points: listed(r.Points), Items: listed(r.Lines), Notes: listed(r.Notes)}
	if in.known(r.Winner) {
		out.Value = &r.Value
	}
	return answerJSON(c, http.StatusOK, out)
}

// apiTotals answers POST /api/v1/tables/:id/totals.
func (s *Server) apiTotals(c echo.Context) error {
	id, err := tableID(c)
	if err != nil {
		return err
	}
	var in struct {
		Op     string `json:"op"`
		Base   int    `json:"base"`
		Totals []int  `json:"totals"`
		Solos  []int  `json:"solos"`
		Void   bool   `json:"void"`
		Reason string `json:"reason"`
	}
	if err := readCommand(c, &in, &in.Op); err != nil {
		return err
	}
	view, err := s.desk.EnterTotals(c.Request().Context(), actor(c), desk.TotalsEntry{
		Op: in.Op, Table: id, Base: in.Base, Totals: in.Totals, Solos: in.Solos, Void: in.Void, Reason: in.Reason,
	})
	return answerTable(c, view, err)
}

// apiSubmit answers POST /api/v1/tables/:id/submit.
func (s *Server) apiSubmit(c echo.Context) error { return s.apiTableStep(c, s.desk.SubmitSheet) }

// apiConfirm answers POST /api/v1/tables/:id/confirm.
func (s *Server) apiConfirm(c echo.Context) error { return s.apiTableStep(c, s.desk.ConfirmSheet) }

// apiUnlock answers POST /api/v1/tables/:id/unlock.
func (s *Server) apiUnlock(c echo.Context) error { return s.apiTableStep(c, s.desk.UnlockSheet) }

// stepRequest is a command about something as it was seen.
type stepRequest struct {
	Op      string `json:"op"`
	Version int    `json:"version"`
	Reason  string `json:"reason"`
}

func readStep(c echo.Context) (stepRequest, error) {
	var in stepRequest
	return in, readCommand(c, &in, &in.Op)
}

func (s *Server) apiTableStep(c echo.Context, step tableCommand) error {
	id, err := tableID(c)
	if err != nil {
		return err
	}
	in, err := readStep(c)
	if err != nil {
		return err
	}
	view, err := step(c.Request().Context(), actor(c), desk.TableStep{Op: in.Op, Table: id, Version: in.Version, Reason: in.Reason})
	return answerTable(c, view, err)
}
