package store

import (
	"fmt"

	"doko/tournament"
)

type roundRow struct {
	ID           tournament.RoundID
	TournamentID tournament.TournamentID
	Number       int
	Phase        tournament.RoundPhase
	Seed         string
	DrawID       *tournament.DrawID
	Released     bool
	StartsAt     *int64
	ClosedAt     *int64
	ClockAt      *int64
	Minutes      int
	Version      int
}

func (roundRow) TableName() string { return "rounds" }

func (r roundRow) round() tournament.Round {
	return tournament.Round{
		ID: r.ID, Tournament: r.TournamentID, Number: r.Number, Phase: r.Phase, Seed: r.Seed, Draw: drawOf(r.DrawID), Released: r.Released,
		StartsAt: fromMicros(r.StartsAt), ClosedAt: fromMicros(r.ClosedAt),
		ClockAt: fromMicros(r.ClockAt), Minutes: r.Minutes, Version: r.Version,
	}
}

// CreateRound stores a new round and sets ID and Version 1. ErrDuplicate (duplicate_round): the number is taken.
func (tx *Tx) CreateRound(r *tournament.Round) error {
	row := roundRow{
		TournamentID: r.Tournament, Number: r.Number, Phase: r.Phase, Seed: r.Seed, DrawID: drawRef(r.Draw), Released: r.Released,
		StartsAt: micros(r.StartsAt), ClosedAt: micros(r.ClosedAt),
		ClockAt: micros(r.ClockAt), Minutes: r.Minutes, Version: 1,
	}
	if err := insert(tx, "round", "duplicate_round", &row); err != nil {
		return err
	}
	r.ID, r.Version = row.ID, 1
	return nil
}

// Rounds lists a tournament's rounds by number.
func (tx *Tx) Rounds(id tournament.TournamentID) ([]tournament.Round, error) {
	rows, err := list[roundRow](tx, "number", "tournament_id = ?", id)
	return plain(rows, roundRow.round), err
}

// Round loads a round by its number; ErrNotFound (unknown_round).
func (tx *Tx) Round(id tournament.TournamentID, number int) (tournament.Round, error) {
	row, err := take[roundRow](tx, "round", "tournament_id = ? AND number = ?", id, number)
	return row.round(), err
}

// RoundByID loads a round; ErrNotFound (unknown_round).
func (tx *Tx) RoundByID(id tournament.RoundID) (tournament.Round, error) {
	row, err := take[roundRow](tx, "round", "id = ?", id)
	return row.round(), err
}

// UpdateRound changes a round whose Version is the stored one and raises Version. ErrNotFound (unknown_round), ErrConflict
// (stale).
func (tx *Tx) UpdateRound(r *tournament.Round) error {
	err := guarded(tx, "rounds", "round", "", int64(r.ID), r.Version, map[string]any{
		"phase": r.Phase, "seed": r.Seed, "draw_id": drawRef(r.Draw), "released": r.Released, "starts_at": micros(r.StartsAt), "closed_at": micros(r.ClosedAt),
		"clock_at": micros(r.ClockAt), "minutes": r.Minutes,
	})
	if err != nil {
		return err
	}
	r.Version++
	return nil
}

// DeleteRound takes a round away with its tables, seats and keys. A round in which anything was entered stays: ErrConflict
// (still_linked), from the database's foreign keys. ErrNotFound (unknown_round).
func (tx *Tx) DeleteRound(id tournament.RoundID) error {
	const tables = "table_id IN (SELECT id FROM play_tables WHERE round_id = ?)"
	steps := []struct {
		row       any
		condition string
	}{
		{&seatRow{}, "round_id = ?"},
		{&tableKeyRow{}, tables},
		{&sheetPointsRow{}, tables},
		{&deviceRow{}, tables},
		{&vacancyRow{}, tables},
		{&tableRow{}, "round_id = ?"},
	}
	for _, step := range steps {
		if err := tx.db.Where(step.condition, id).Delete(step.row).Error; err != nil {
			return problem(err, "delete round", "")
		}
	}
	res := tx.db.Where("id = ?", id).Delete(&roundRow{})
	if res.Error != nil {
		return fmt.Errorf("delete round: %w", res.Error)
	}
	if res.RowsAffected == 0 {
		return unknown("round")
	}
	return nil
}
