package desk

import (
	"context"
	"time"

	"doko/tournament"
	"doko/tournament/draw"
	"doko/tournament/store"
)

// keyLife is how long a table's key opens it after the draw.
const keyLife = 7 * 24 * time.Hour

// seat writes a draw: the plan that holds, or new rounds instead of the old one and all planned after it.
func (d *Desk) seat(tx *store.Tx, f draft, made made, in DrawRound) (outcome, error) {
	r := f.old
	var err error
	if f.planned {
		r.Phase = tournament.RoundDrawn
		err = tx.UpdateRound(&r)
	} else {
		r, err = f.replace(tx, made, in)
	}
	if err != nil {
		return outcome{}, err
	}
	if err := d.cut(tx, f.tournament, r); err != nil {
		return outcome{}, err
	}
	if err := begin(tx, f.tournament); err != nil {
		return outcome{}, err
	}
	after := fields{
		"number": r.Number, "seed": r.Seed, "algorithm": draw.Algorithm, "players": len(f.players), "from_plan": f.planned,
		"input_sha256": f.hash(),
	}
	if !f.planned {
		after["cost"], after["draw"] = made.plan.Cost, r.Draw
	}
	return outcome{
		tournament: f.tournament.ID, subject: "round", id: int64(r.ID), after: after, reason: in.Reason,
		topics: []string{roundTopic(r.Number), "entries", "standings", "tournaments"},
	}, nil
}

// replace drops the round and what was planned after it and stores the rounds of the plan, the first as drawn.
func (f draft) replace(tx *store.Tx, made made, in DrawRound) (tournament.Round, error) {
	if err := dropRounds(tx, f.rounds, f.round); err != nil {
		return tournament.Round{}, err
	}
	record, err := f.record(tx, made, in)
	if err != nil {
		return tournament.Round{}, err
	}
	return f.storeRounds(tx, made.plan.Rounds, in.Seed, record.ID)
}

// storeRounds stores the rounds of a plan, the first as drawn.
func (f draft) storeRounds(tx *store.Tx, plan []draw.Round, seed string, from tournament.DrawID) (tournament.Round, error) {
	entries := f.ids()
	var first tournament.Round
	for i, planned := range plan {
		r := tournament.Round{
			Tournament: f.tournament.ID, Number: f.round + i, Phase: tournament.RoundPlanned, Seed: seed, Draw: from,
		}
		if i == 0 {
			r.Phase = tournament.RoundDrawn
		}
		if err := tx.CreateRound(&r); err != nil {
			return first, err
		}
		if err := storeTables(tx, r, planned, entries); err != nil {
			return first, err
		}
		if i == 0 {
			first = r
		}
	}
	return first, nil
}

// begin says that a tournament is under way.
func begin(tx *store.Tx, t tournament.Tournament) error {
	if t.Phase != tournament.Open {
		return nil
	}
	t.Phase = tournament.Running
	return tx.UpdateTournament(&t)
}

func storeTables(tx *store.Tx, r tournament.Round, planned draw.Round, entries map[int64]tournament.EntryID) error {
	var seats []tournament.Seat
	for _, from := range planned.Tables {
		table := tournament.Table{Round: r.ID, Number: from.Number, Size: len(from.Seats), Phase: tournament.TableOpen}
		if err := tx.CreateTable(&table); err != nil {
			return err
		}
		for i, no := range from.Seats {
			seats = append(seats, tournament.Seat{Table: table.ID, Position: i + 1, Entry: entries[no], FromHand: 1})
		}
	}
	return tx.CreateSeats(seats)
}

// cut makes the keys of a round's tables.
func (d *Desk) cut(tx *store.Tx, t tournament.Tournament, r tournament.Round) error {
	tables, err := tx.Tables(r.ID)
	if err != nil {
		return err
	}
	for _, table := range tables {
		if err := d.cutKeys(tx, t, table.ID, tx.Now.Add(keyLife)); err != nil {
			return err
		}
	}
	return nil
}

// cutKeys makes a table's key, and a second one where a second person confirms.
func (d *Desk) cutKeys(tx *store.Tx, t tournament.Tournament, id tournament.TableID, until time.Time) error {
	keys := []tournament.TableKey{{Table: id}}
	if t.Format.Confirm == tournament.ConfirmTwo {
		keys = append(keys, tournament.TableKey{Table: id, Second: true})
	}
	for _, k := range keys {
		k.Key = d.secret()
		k.Hash, k.ExpiresAt = digest(k.Key), until
		if err := tx.CreateTableKey(k); err != nil {
			return err
		}
	}
	return nil
}

// dropRounds takes away the rounds from a number on. The database refuses one in which anything was entered.
func dropRounds(tx *store.Tx, rounds []tournament.Round, from int) error {
	for _, r := range rounds {
		if r.Number < from {
			continue
		}
		if err := tx.DeleteRound(r.ID); err != nil {
			return err
		}
	}
	return nil
}

// ResetDraw takes a drawn round back as long as no hand is entered, and what was planned after it. Penalties stay. Directors
// only.
func (d *Desk) ResetDraw(ctx context.Context, by tournament.Actor, in RoundStep) error {
	in.Reason = tournament.CleanName(in.Reason)
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "round.reset", input: in}, func(tx *store.Tx) (outcome, error) {
		t, r, err := lockRound(tx, by, in.Tournament, in.Round, in.Version)
		if err != nil {
			return outcome{}, err
		}
		return reset(tx, t, r, in.Reason)
	})
	return err
}

func reset(tx *store.Tx, t tournament.Tournament, r tournament.Round, reason string) (outcome, error) {
	if err := unplayed(tx, r); err != nil {
		return outcome{}, err
	}
	rounds, err := tx.Rounds(t.ID)
	if err != nil {
		return outcome{}, err
	}
	for _, later := range rounds {
		if later.Number > r.Number && later.Phase != tournament.RoundPlanned {
			return outcome{}, tournament.Wrong(tournament.ErrPhase, "later_round_drawn", map[string]any{"Round": later.Number})
		}
	}
	if err := dropRounds(tx, rounds, r.Number); err != nil {
		return outcome{}, err
	}
	if r.Number == 1 && t.Phase == tournament.Running {
		t.Phase = tournament.Open
		if err := tx.UpdateTournament(&t); err != nil {
			return outcome{}, err
		}
	}
	return outcome{
		tournament: t.ID, subject: "round", id: int64(r.ID), before: roundFields(r), reason: reason,
		topics: []string{roundTopic(r.Number), "entries", "standings", "tournaments"},
	}, nil
}
