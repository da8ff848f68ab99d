package desk

import (
	"context"

	"doko/tournament"
	"doko/tournament/store"
)

// WithdrawMissing withdraws everybody who is registered and has not come. Count is how many that are, as seen: who clicks by
// mistake, or while somebody is being checked in, withdraws nobody.
type WithdrawMissing struct {
	Op         string
	Tournament tournament.TournamentID
	Count      int
}

// BringBack takes withdrawals back, all of those named or none.
type BringBack struct {
	Op         string
	Tournament tournament.TournamentID
	Entries    []tournament.EntryID
}

// WithdrawMissing withdraws the missing and returns who they were, so that BringBack can undo it. Directors. Problem count_differs.
func (d *Desk) WithdrawMissing(ctx context.Context, by tournament.Actor, in WithdrawMissing) ([]tournament.EntryID, error) {
	var ids []tournament.EntryID
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "entries.withdraw", input: in}, func(tx *store.Tx) (outcome, error) {
		ids = nil // the closure may run again
		t, err := changeable(tx, by, in.Tournament, tournament.Director)
		if err != nil {
			return outcome{}, err
		}
		entries, err := tx.Entries(t.ID)
		if err != nil {
			return outcome{}, err
		}
		var missing []tournament.Entry
		for _, e := range entries {
			if e.Status == tournament.Registered {
				missing = append(missing, e)
				ids = append(ids, e.ID)
			}
		}
		if len(missing) != in.Count || in.Count == 0 {
			return outcome{}, tournament.Wrong(tournament.ErrConflict, "count_differs", map[string]any{"Count": len(missing)})
		}
		for _, e := range missing {
			e.Status = tournament.Withdrawn
			if err := tx.UpdateEntry(&e); err != nil {
				return outcome{}, err
			}
		}
		return outcome{
			tournament: t.ID, subject: "tournament", id: int64(t.ID), after: fields{"entries": ids}, topics: []string{"entries"},
		}, nil
	})
	return ids, err
}

// BringBack makes withdrawn entries registered again, or present if they have played. Directors. Problem entry_not_withdrawn.
func (d *Desk) BringBack(ctx context.Context, by tournament.Actor, in BringBack) error {
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "entries.bring_back", input: in}, func(tx *store.Tx) (outcome, error) {
		t, err := changeable(tx, by, in.Tournament, tournament.Director)
		if err != nil {
			return outcome{}, err
		}
		for _, id := range in.Entries {
			if err := bringBack(tx, t, id); err != nil {
				return outcome{}, err
			}
		}
		return outcome{
			tournament: t.ID, subject: "tournament", id: int64(t.ID), after: fields{"entries": in.Entries},
			topics: []string{"entries", "standings"},
		}, nil
	})
	return err
}

func bringBack(tx *store.Tx, t tournament.Tournament, id tournament.EntryID) error {
	e, err := tx.Entry(id)
	if err != nil {
		return err
	}
	if e.Tournament != t.ID {
		return tournament.Wrong(tournament.ErrNotFound, "unknown_entry", nil)
	}
	if e.Status != tournament.Withdrawn {
		return tournament.Wrong(tournament.ErrConflict, "entry_not_withdrawn", map[string]any{"Name": e.Name})
	}
	last, err := lastSeated(tx, e)
	if err != nil {
		return err
	}
	e.Status, e.ToRound = tournament.Registered, 0
	if last > 0 {
		e.Status = tournament.Present
	}
	return tx.UpdateEntry(&e)
}
