package desk

import (
	"context"

	"doko/tournament"
	"doko/tournament/store"
)

// written is a row that a penalty wrote on a sheet and that still stands there.
type written struct {
	sheet paper
	row   tournament.HandRevision
	older *tournament.HandRevision // what it replaced, nil = nothing was entered
}

// stands reports whether a row is what a penalty left on the sheet: dealt again, or a solo without points.
func stands(p tournament.Penalty, row tournament.HandRevision) bool {
	kind := tournament.RowPoints
	if p.Redealt {
		kind = tournament.RowRedealt
	}
	return !row.Void && row.Row.Kind == kind
}

// writtenBy finds the row that a penalty wrote: of its hand, at the moment the penalty was given, and not replaced since. nil if
// there is none.
func writtenBy(tx *store.Tx, p tournament.Penalty) (*written, error) {
	rows, err := tx.HandsOfPenalties(p.Tournament)
	if err != nil {
		return nil, err
	}
	row, found := rows[p.ID]
	if !found || !stands(p, row) {
		return nil, nil
	}
	of, err := place(tx, row.Table)
	if err != nil {
		return nil, err
	}
	sh, err := loadPaper(tx, of)
	if err != nil {
		return nil, err
	}
	w := written{sheet: sh, row: row}
	for i, h := range sh.hands {
		if h.Number == p.Hand && h.Revision == row.Revision-1 && !h.Void && h.Row.Kind != tournament.RowRedealt {
			w.older = &sh.hands[i]
		}
	}
	return &w, nil
}

// Restorable lists the cancelled penalties whose hand still stands on the sheet as they left it: dealt again, or a solo without
// points. Helpers and more.
func (d *Desk) Restorable(ctx context.Context, by tournament.Actor, id tournament.TournamentID) (map[tournament.PenaltyID]bool, error) {
	list := map[tournament.PenaltyID]bool{}
	err := d.view(ctx, func(tx *store.Tx) error {
		if _, err := loadFor(tx, by, id, tournament.Helper); err != nil {
			return err
		}
		penalties, err := tx.Penalties(id)
		if err != nil {
			return err
		}
		rows, err := tx.HandsOfPenalties(id)
		if err != nil {
			return err
		}
		for _, p := range penalties {
			if row, found := rows[p.ID]; found && p.Void && stands(p, row) {
				list[p.ID] = true
			}
		}
		return nil
	})
	return list, err
}

// RestoreHand puts a hand back as it was before a penalty, cancelled since, stopped it: what was entered counts again, or the hand
// is open as before. Referees and directors.
func (d *Desk) RestoreHand(ctx context.Context, by tournament.Actor, in PenaltyCancel) error {
	in.Reason = tournament.CleanName(in.Reason)
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "penalty.restore", input: in}, func(tx *store.Tx) (outcome, error) {
		p, err := tx.PenaltyByID(in.Penalty)
		if err != nil {
			return outcome{}, err
		}
		t, err := changeable(tx, by, p.Tournament, tournament.Referee)
		if err != nil {
			return outcome{}, err
		}
		if err := reasoned(in.Reason); err != nil {
			return outcome{}, err
		}
		if p, err = tx.PenaltyByID(in.Penalty); err != nil { // as it is now that the tournament is locked
			return outcome{}, err
		}
		w, err := writtenBy(tx, p)
		if err != nil {
			return outcome{}, err
		}
		if w == nil || !p.Void {
			return outcome{}, tournament.Wrong(tournament.ErrPhase, "penalty_hand", map[string]any{"Hand": p.Hand})
		}
		if err := putBack(tx, by, w, in.Reason); err != nil {
			return outcome{}, err
		}
		return outcome{
			tournament: t.ID, subject: "penalty", id: int64(p.ID), after: fields{"number": p.Hand}, reason: in.Reason,
			topics: []string{tableTopic(w.sheet.table.ID), roundTopic(w.sheet.round.Number), "standings"},
		}, nil
	})
	return err
}

// putBack takes a written row back and enters what it replaced once more.
func putBack(tx *store.Tx, by tournament.Actor, w *written, reason string) error {
	locked, err := lockPlace(tx, w.sheet.table.ID)
	if err != nil {
		return err
	}
	sh, err := loadPaper(tx, locked)
	if err != nil {
		return err
	}
	if err := stoppable(by, sh); err != nil {
		return err
	}
	void := w.row
	void.Void, void.Revision, void.Reason = true, w.row.Revision+1, reason
	if err := write(tx, by, &sh, void); err != nil || w.older == nil {
		return err
	}
	again := *w.older
	again.Revision, again.Reason = void.Revision+1, reason
	return write(tx, by, &sh, again)
}
