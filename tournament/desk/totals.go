package desk

import (
	"context"

	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// EnterTotals stores the totals of a sheet of which no hand is entered. A sum other than zero is stored as typed: it stands in
// the way of confirming only.
func (d *Desk) EnterTotals(ctx context.Context, by tournament.Actor, in TotalsEntry) (TableView, error) {
	in.Reason = tournament.CleanName(in.Reason)
	act := "totals.enter"
	if in.Void {
		act = "totals.void"
	} else if in.Base > 0 {
		act = "totals.correct"
	}
	_, err := d.run(ctx, command{by: by, op: in.Op, action: act, input: in}, func(tx *store.Tx) (outcome, error) {
		sh, err := lockPaper(tx, by, in.Table)
		if err != nil {
			return outcome{}, err
		}
		return enterTotals(tx, by, sh, in)
	})
	if err != nil {
		return TableView{}, err
	}
	return d.Table(ctx, by, in.Table)
}

func enterTotals(tx *store.Tx, by tournament.Actor, sh paper, in TotalsEntry) (outcome, error) {
	var ps tournament.Problems
	if !in.Void {
		ps = sheet.CheckTotals(sh.input(), in.Totals, in.Solos)
	}
	if (in.Base > 0 || in.Void) && in.Reason == "" {
		ps = append(ps, tournament.Invalid("reason_missing", "reason", nil))
	}
	if err := ps.OrNil(); err != nil {
		return outcome{}, err
	}
	if err := holdPen(tx, by, &sh.placement); err != nil {
		return outcome{}, err
	}
	var last *tournament.TotalsRevision
	if n := len(sh.totals); n > 0 {
		last = &sh.totals[n-1]
	}
	if err := basedTotals(last, in); err != nil {
		return outcome{}, err
	}
	if sh.table.Phase == tournament.TableConfirmed {
		return outcome{}, tournament.Wrong(tournament.ErrConflict, "sheet_confirmed", map[string]any{"Table": sh.table.Number})
	}
	if err := writable(by, sh.placement); err != nil {
		return outcome{}, err
	}
	if len(sheet.Current(sh.hands)) > 0 {
		return outcome{}, tournament.Wrong(tournament.ErrPhase, "sheet_has_hands", map[string]any{"Table": sh.table.Number})
	}
	rev := tournament.TotalsRevision{
		Table: sh.table.ID, Revision: 1, Void: in.Void, Totals: in.Totals, Solos: in.Solos, Op: in.Op, By: by.Ref(), At: tx.Now,
		Reason: in.Reason,
	}
	if last != nil {
		rev.Revision = last.Revision + 1
	}
	if in.Void {
		rev.Totals, rev.Solos = last.Totals, last.Solos
	}
	if err := tx.AppendTotals(&rev); err != nil {
		return outcome{}, err
	}
	sh.totals = append(sh.totals, rev)
	if err := rewrite(tx, &sh); err != nil {
		return outcome{}, err
	}
	return sheetOutcome(sh, totalsFields(last), totalsFields(&rev), in.Reason, 0), nil
}

// basedTotals returns nil when the revision seen is the newest.
func basedTotals(last *tournament.TotalsRevision, in TotalsEntry) error {
	empty := last == nil || last.Void
	if last != nil && in.Base == last.Revision && (!in.Void || !last.Void) || in.Base == 0 && empty && !in.Void {
		return nil
	}
	c := &Conflict{Problem: tournament.Wrong(tournament.ErrConflict, "conflict", nil)}
	if !empty {
		c.Totals = last
	}
	return c
}

func totalsFields(t *tournament.TotalsRevision) fields {
	if t == nil {
		return nil
	}
	return fields{"revision": t.Revision, "void": t.Void, "totals": t.Totals, "solos": t.Solos}
}
