package desk

import (
	"context"
	"slices"

	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// Table loads a table with its sheet: helpers and more, or by the table's key.
func (d *Desk) Table(ctx context.Context, by tournament.Actor, id tournament.TableID) (TableView, error) {
	var v TableView
	err := d.view(ctx, func(tx *store.Tx) error {
		sh, err := readPaper(tx, by, id)
		if err != nil {
			return err
		}
		names, err := namesOf(tx, sh.tournament.ID)
		if err != nil {
			return err
		}
		penalties, err := tx.Penalties(sh.tournament.ID)
		if err != nil {
			return err
		}
		v = tableView(by, sh, names, penalties)
		if v.Highest, err = highestElsewhere(tx, by, v); err != nil {
			return err
		}
		if v.Time = sh.time(); v.Time.Over {
			v.Next = sheet.AfterTime(sh.input())
		}
		devices, err := tx.DevicesAt(id)
		if err != nil {
			return err
		}
		v.Presence = presenceOf(sh.table, devices, tx.Now)
		v.Accounts, err = writers(tx, sh)
		return err
	})
	return v, err
}

// writers names the accounts that wrote on a sheet.
func writers(tx *store.Tx, sh paper) (map[tournament.ActorRef]string, error) {
	j := joiner{tx: tx, accounts: map[int64]string{}}
	list := map[tournament.ActorRef]string{}
	add := func(ref tournament.ActorRef) error {
		kind, id := split(ref)
		if kind != "account" || list[ref] != "" {
			return nil
		}
		name, err := j.account(id)
		list[ref] = name
		return err
	}
	for _, h := range sh.hands {
		if err := add(h.By); err != nil {
			return nil, err
		}
	}
	for _, t := range sh.totals {
		if err := add(t.By); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func tableView(by tournament.Actor, sh paper, names map[tournament.EntryID]tournament.Entry, penalties []tournament.Penalty) TableView {
	worked := sheet.Fold(sh.input())
	v := TableView{
		Tournament: sh.tournament, Round: sh.round, Table: sh.table, Seats: seatViews(sh.seats, names), Hands: worked.Hands, Session: worked.Session,
		Vacant: sh.vacant, Stopped: worked.Stopped, Lapsed: worked.Lapsed,
		Next: worked.Next, Ahead: sheet.Ahead(sh.input()), Bock: worked.Bock, SolosOpen: worked.SolosOpen, Running: worked.Running, Totals: newest(sh.totals), OldTotals: sh.totals,
		Faults: worked.Faults, Rows: rowViews(sh.hands, worked.Rows),
	}
	if v.Totals != nil {
		v.OldTotals = sh.totals[:len(sh.totals)-1]
	}
	for _, p := range penalties {
		seated := slices.ContainsFunc(sh.seats, func(s tournament.Seat) bool { return s.Entry == p.Entry })
		if p.Round == sh.round.Number && seated {
			v.Penalties = append(v.Penalties, p)
		}
	}
	open := sh.table.Phase != tournament.TableConfirmed && writable(by, sh.placement) == nil
	v.MayEnter = open
	v.MayConfirm = open && mayConfirm(by, sh) == nil
	if sh.tournament.Format.Confirm == tournament.ConfirmTwo {
		v.MayConfirm = v.MayConfirm && sh.table.Phase == tournament.TableSubmitted && sh.table.SubmittedBy != by.Ref()
	}
	return v
}

// rowViews puts the earlier revisions beside each row of the sheet. Hands that were taken back and not entered again are rows
// of their own without a current revision, so that nothing that was written disappears.
func rowViews(all []tournament.HandRevision, rows []sheet.Row) []RowView {
	views := make([]RowView, 0, len(rows))
	shown := map[tournament.RevisionID]bool{}
	last := map[int]int{} // number → index of its last view
	for _, r := range rows {
		shown[r.Revision.ID] = true
		last[r.Revision.Number] = len(views)
		views = append(views, RowView{
			Number: r.Revision.Number, Current: r.Revision, Running: r.Running, Turn: r.Turn, Kind: r.Kind, Breaks: r.Breaks,
		})
	}
	for i := len(all) - 1; i >= 0; i-- { // by number and revision: newest first
		h := all[i]
		if shown[h.ID] {
			continue
		}
		at, ok := last[h.Number]
		if !ok {
			at = len(views)
			last[h.Number] = at
			views = append(views, RowView{Number: h.Number})
		}
		views[at].Older = append(views[at].Older, h)
	}
	slices.SortStableFunc(views, func(a, b RowView) int { return a.Number - b.Number })
	return views
}

// Sheets loads the sheets of a round for printing, in order of table: all, or one table number (0 = all). Helpers and more.
func (d *Desk) Sheets(ctx context.Context, by tournament.Actor, id tournament.TournamentID, round, table int) ([]TableView, error) {
	var views []TableView
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := loadFor(tx, by, id, tournament.Helper)
		if err != nil {
			return err
		}
		papers, names, err := papers(tx, t, round)
		if err != nil {
			return err
		}
		penalties, err := tx.Penalties(id)
		if err != nil {
			return err
		}
		for _, sh := range papers {
			if table == 0 || sh.table.Number == table {
				views = append(views, tableView(by, sh, names, penalties))
			}
		}
		if table != 0 && len(views) == 0 {
			return tournament.Wrong(tournament.ErrNotFound, "unknown_table", nil)
		}
		return nil
	})
	return views, err
}

// papers loads all tables of a drawn round with few looks into the database.
func papers(tx *store.Tx, t tournament.Tournament, number int) ([]paper, map[tournament.EntryID]tournament.Entry, error) {
	r, err := drawnRound(tx, t.ID, number)
	if err != nil {
		return nil, nil, err
	}
	tables, err := tx.Tables(r.ID)
	if err != nil {
		return nil, nil, err
	}
	seats, err := tx.Seats(r.ID)
	if err != nil {
		return nil, nil, err
	}
	hands, err := tx.HandsOfRound(r.ID)
	if err != nil {
		return nil, nil, err
	}
	totals, err := tx.TotalsOfRound(r.ID)
	if err != nil {
		return nil, nil, err
	}
	vacant, err := tx.Vacancies(r.ID)
	if err != nil {
		return nil, nil, err
	}
	names, err := namesOf(tx, t.ID)
	if err != nil {
		return nil, nil, err
	}
	list := make([]paper, len(tables))
	for i, table := range tables {
		list[i] = paper{
			placement: placement{table, r, t}, seats: seats[table.ID], vacant: vacant[table.ID], hands: hands[table.ID],
			totals: totals[table.ID],
		}
	}
	return list, names, nil
}
