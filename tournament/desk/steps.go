package desk

import (
	"context"
	"maps"
	"slices"

	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// tableCommand changes where a table's sheet stands: it locks, checks right, phase and version, lets change work and writes.
func (d *Desk) tableCommand(ctx context.Context, c command, in TableStep, change func(*store.Tx, *paper) error) (TableView, error) {
	in.Reason = tournament.CleanName(in.Reason)
	lock := lockPlace
	if c.whole {
		lock = lockWhole
	}
	_, err := d.run(ctx, c, func(tx *store.Tx) (outcome, error) {
		p, err := lock(tx, in.Table)
		if err != nil {
			return outcome{}, err
		}
		if err := atTable(c.by, p); err != nil {
			return outcome{}, err
		}
		sh, err := loadPaper(tx, p)
		if err != nil {
			return outcome{}, err
		}
		old := p.table
		if err := writable(c.by, p); err != nil {
			return outcome{}, err
		}
		if err := change(tx, &sh); err != nil {
			return outcome{}, err
		}
		if err := current(in.Version, old.Version); err != nil {
			return outcome{}, err
		}
		if err := tx.UpdateTable(&sh.table); err != nil {
			return outcome{}, err
		}
		after := tableFields(sh.table)
		maps.Copy(after, sh.moved)
		return sheetOutcome(sh, tableFields(old), after, in.Reason, 0), nil
	})
	if err != nil {
		return TableView{}, err
	}
	return d.Table(ctx, c.by, in.Table)
}

func tableFields(t tournament.Table) fields {
	return fields{"phase": t.Phase, "submitted_by": t.SubmittedBy, "confirmed_by": t.ConfirmedBy, "confirm_note": t.ConfirmNote}
}

// helps reports whether the actor works at the desk of the tournament: a helper or more.
func helps(by tournament.Actor, p placement) bool {
	return by.May(tournament.Helper, p.tournament.Organisation, p.tournament.ID)
}

// SubmitSheet says the list is complete. List keeper and more. A list keeper can't submit what does not add up.
func (d *Desk) SubmitSheet(ctx context.Context, by tournament.Actor, in TableStep) (TableView, error) {
	return d.tableCommand(ctx, command{by: by, op: in.Op, action: "sheet.submit", input: in}, in, func(tx *store.Tx, sh *paper) error {
		if sh.table.Phase != tournament.TableOpen {
			return tablePhase("sheet_submitted", sh.table)
		}
		if err := holdPen(tx, by, &sh.placement); err != nil {
			return err
		}
		if !helps(by, sh.placement) {
			ps, err := faultProblems(tx, *sh, tournament.ErrPhase)
			if err != nil {
				return err
			}
			if err := ps.OrNil(); err != nil {
				return err
			}
		}
		sh.table.Phase, sh.table.SubmittedBy = tournament.TableSubmitted, by.Ref()
		return nil
	})
}

func tablePhase(code string, t tournament.Table) error {
	return tournament.Wrong(tournament.ErrPhase, code, map[string]any{"Table": t.Number})
}

// ConfirmSheet locks the sheet: by a director or helper, or with confirm two by the table's second key. Faults need a director's
// reason; unusual_unseen where who confirms was asked about an unusual total and has not said that it is right.
func (d *Desk) ConfirmSheet(ctx context.Context, by tournament.Actor, in TableStep) (TableView, error) {
	return d.tableCommand(ctx, command{by: by, op: in.Op, action: "sheet.confirm", input: in}, in, func(tx *store.Tx, sh *paper) error {
		if err := mayConfirm(by, *sh); err != nil {
			return err
		}
		if sh.table.Phase == tournament.TableConfirmed {
			return tournament.Wrong(tournament.ErrConflict, "sheet_confirmed", map[string]any{"Table": sh.table.Number})
		}
		two := sh.tournament.Format.Confirm == tournament.ConfirmTwo
		if two && sh.table.Phase != tournament.TableSubmitted {
			return tablePhase("sheet_not_submitted", sh.table)
		}
		if two && sh.table.SubmittedBy == by.Ref() {
			return tablePhase("confirm_other", sh.table)
		}
		if err := lookedAt(*sh, in.Unusual); err != nil {
			return err
		}
		if err := accepted(tx, by, *sh, in.Reason); err != nil {
			return err
		}
		if sh.table.Phase == tournament.TableOpen {
			sh.table.SubmittedBy = by.Ref()
		}
		sh.table.Phase, sh.table.ConfirmedBy, sh.table.ConfirmNote = tournament.TableConfirmed, by.Ref(), tournament.CleanName(in.Reason)
		return nil
	})
}

// lookedAt returns nil when each unusual total is among the positions that were looked at, or nobody was asked.
func lookedAt(sh paper, positions []int) error {
	if positions == nil {
		return nil
	}
	for _, f := range sheet.Fold(sh.input()).Faults {
		if f.Code == sheet.UnusualTotal && !slices.Contains(positions, f.Position) {
			return tournament.Invalid("unusual_unseen", "unusual", nil)
		}
	}
	return nil
}

// mayConfirm lets helpers and more confirm, and the second key where two confirm.
func mayConfirm(by tournament.Actor, sh paper) error {
	if helps(by, sh.placement) {
		return nil
	}
	if by.Table == sh.table.ID && by.Second && sh.tournament.Format.Confirm == tournament.ConfirmTwo {
		return nil
	}
	return forbidden(tournament.Helper)
}

// accepted returns nil when the sheet has no hard fault, or a director gives a reason.
func accepted(tx *store.Tx, by tournament.Actor, sh paper, reason string) error {
	director := by.May(tournament.Director, sh.tournament.Organisation, sh.tournament.ID)
	if director && tournament.CleanName(reason) != "" {
		return nil
	}
	kind := tournament.ErrPhase
	if director { // the reason is what is missing
		kind = tournament.ErrInvalid
	}
	ps, err := faultProblems(tx, sh, kind)
	if err != nil {
		return err
	}
	if director {
		for _, p := range ps {
			p.Field, p.Hint = "reason", "director_reason"
		}
	}
	return ps.OrNil()
}

// faultProblems are the hard faults of a sheet as problems of a kind, players by name.
func faultProblems(tx *store.Tx, sh paper, kind error) (tournament.Problems, error) {
	names, err := namesOf(tx, sh.tournament.ID)
	if err != nil {
		return nil, err
	}
	var ps tournament.Problems
	for _, f := range sheet.Fold(sh.input()).Faults {
		if f.Soft() {
			continue
		}
		args := map[string]any{
			"Table": sh.table.Number, "Sum": f.Sum, "Hand": f.Hand, "Count": f.Missing, "Name": names[f.Who(sh.seats)].Name,
		}
		switch f.Code {
		case sheet.SumNotZero:
			ps = append(ps, tournament.Wrong(kind, "sum_not_zero", args))
		case sheet.HandsMissing:
			ps = append(ps, tournament.Wrong(kind, "hands_missing", args))
		case sheet.SoloMissing:
			ps = append(ps, tournament.Wrong(kind, "solo_missing", args))
		default:
			ps = append(ps, tournament.Wrong(kind, "sheet_solo_order", args))
		}
	}
	return ps, nil
}

// UnlockSheet opens a submitted or confirmed sheet again, with a reason. Helpers and more; a closed round: directors.
func (d *Desk) UnlockSheet(ctx context.Context, by tournament.Actor, in TableStep) (TableView, error) {
	return d.tableCommand(ctx, command{by: by, op: in.Op, action: "sheet.unlock", input: in}, in, func(_ *store.Tx, sh *paper) error {
		if !helps(by, sh.placement) {
			return forbidden(tournament.Helper)
		}
		if err := reasoned(tournament.CleanName(in.Reason)); err != nil {
			return err
		}
		if sh.table.Phase == tournament.TableOpen {
			return tablePhase("sheet_open", sh.table)
		}
		sh.table.Phase, sh.table.SubmittedBy, sh.table.ConfirmedBy, sh.table.ConfirmNote = tournament.TableOpen, "", "", ""
		return nil
	})
}
