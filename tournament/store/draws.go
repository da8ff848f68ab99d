package store

import (
	"encoding/json"

	"doko/tournament"
)

type drawRow struct {
	ID           tournament.DrawID
	TournamentID tournament.TournamentID
	Round        int
	Input        string
	InputHash    string
	AnnouncedAt  *int64
	Seed         string
	Plan         *string
	Notes        *string
	Reason       string
	Actor        tournament.ActorRef
	MadeAt       int64
}

func (drawRow) TableName() string { return "draws" }

func (r drawRow) draw() tournament.Draw {
	return tournament.Draw{
		ID: r.ID, Tournament: r.TournamentID, Round: r.Round, Input: json.RawMessage(r.Input), Hash: r.InputHash,
		AnnouncedAt: fromMicros(r.AnnouncedAt), Seed: r.Seed, Plan: rawJSON(r.Plan), Notes: rawJSON(r.Notes), Reason: r.Reason,
		By: r.Actor, At: fromMicros(&r.MadeAt),
	}
}

// CreateDraw keeps a draw, or an entry list announced, and sets ID and, if they are empty, At and By.
func (tx *Tx) CreateDraw(d *tournament.Draw) error {
	if d.At.IsZero() {
		d.At = tx.Now
	}
	d.By = or(d.By, tx.op.Actor)
	row := drawRow{
		TournamentID: d.Tournament, Round: d.Round, Input: string(d.Input), InputHash: d.Hash, AnnouncedAt: micros(d.AnnouncedAt),
		Seed: d.Seed, Plan: refOf(d.Plan), Notes: refOf(d.Notes), Reason: d.Reason, Actor: d.By, MadeAt: d.At.UnixMicro(),
	}
	if err := insert(tx, "draw", "", &row); err != nil {
		return err
	}
	d.ID = row.ID
	return nil
}

// DrawByID loads a draw; ErrNotFound (unknown_draw).
func (tx *Tx) DrawByID(id tournament.DrawID) (tournament.Draw, error) {
	row, err := take[drawRow](tx, "draw", "id = ?", id)
	return row.draw(), err
}

// Draws lists the draws of a tournament, the oldest first.
func (tx *Tx) Draws(id tournament.TournamentID) ([]tournament.Draw, error) {
	rows, err := list[drawRow](tx, "id", "tournament_id = ?", id)
	return plain(rows, drawRow.draw), err
}

func refOf(raw json.RawMessage) *string {
	if raw == nil {
		return nil
	}
	text := string(raw)
	return &text
}

func drawOf(id *tournament.DrawID) tournament.DrawID {
	if id == nil {
		return 0
	}
	return *id
}

func drawRef(id tournament.DrawID) *tournament.DrawID {
	if id == 0 {
		return nil
	}
	return &id
}
