package desk

import (
	"context"
	"slices"

	"doko/tournament"
	"doko/tournament/store"
)

// Joining seats a late comer at a table of four that has not begun: it becomes a table of five.
type Joining struct {
	Op      string
	Table   tournament.TableID
	Version int
	Entry   tournament.EntryID
	Accept  bool // although something gets worse, see Worse
	Reason  string
}

// JoinTable seats a late comer as the fifth. Directors. Problems: reason_missing, entry_absent, duplicate_seat, table_full,
// table_has_hands, fives_forbidden, unknown_entry; *Worse as for SwapSeats.
func (d *Desk) JoinTable(ctx context.Context, by tournament.Actor, in Joining) (TableView, error) {
	c := command{by: by, op: in.Op, action: "seat.join", input: in, whole: true}
	return d.tableCommand(ctx, c, TableStep{Op: in.Op, Table: in.Table, Version: in.Version, Reason: in.Reason},
		func(tx *store.Tx, sh *paper) error {
			if err := need(by, sh.tournament, tournament.Director); err != nil {
				return err
			}
			if err := roomFor(tx, *sh, in); err != nil {
				return err
			}
			return join(tx, sh, in)
		})
}

// roomFor returns nil when the table can take a fifth.
func roomFor(tx *store.Tx, sh paper, in Joining) error {
	args := map[string]any{"Table": sh.table.Number}
	replaced := slices.ContainsFunc(sh.seats, func(s tournament.Seat) bool { return s.FromHand > 1 })
	switch {
	case tournament.CleanName(in.Reason) == "":
		return tournament.Problems{tournament.Invalid("reason_missing", "reason", nil)}
	case sh.table.Size != 4:
		return tournament.Wrong(tournament.ErrPhase, "table_full", args)
	case sh.begun() || sh.table.Phase != tournament.TableOpen || replaced || len(sh.vacant) > 0:
		return tournament.Wrong(tournament.ErrPhase, "table_has_hands", args)
	case sh.tournament.Format.Fives == tournament.FivesForbid:
		return tournament.Wrong(tournament.ErrPhase, "fives_forbidden", args)
	}
	return nil
}

func join(tx *store.Tx, sh *paper, in Joining) error {
	before, err := seating(tx, sh.tournament, sh.round)
	if err != nil {
		return err
	}
	all, err := tx.Seats(sh.round.ID)
	if err != nil {
		return err
	}
	e, err := free(tx, *sh, all, in.Entry)
	if err != nil {
		return err
	}
	if e.FromRound > sh.round.Number {
		e.FromRound = sh.round.Number
		if err := tx.UpdateEntry(&e); err != nil {
			return err
		}
	}
	after := before
	after.Tables = slices.Clone(before.Tables)
	for i, t := range after.Tables {
		if t.Table.ID != sh.table.ID {
			continue
		}
		seat := SeatView{Position: 5, Entry: e.ID, StartNo: e.StartNo, Name: e.Name, Club: e.Club, FromHand: 1}
		after.Tables[i].Table.Size = 5
		after.Tables[i].Seats = append(slices.Clone(t.Seats), seat)
	}
	swap := SwapSeats{Tournament: sh.tournament.ID, Round: sh.round.Number, Accept: in.Accept}
	if err := noWorse(tx, sh.tournament, before, after, swap); err != nil {
		return err
	}
	sh.seats = append(sh.seats, tournament.Seat{Table: sh.table.ID, Position: 5, Entry: e.ID, FromHand: 1})
	all[sh.table.ID] = sh.seats
	sh.table.Size = 5
	sh.moved = fields{"position": 5, "entry": e.ID, "size": 5}
	if err := tx.ReplaceSeats(sh.round.ID, flat(all)); err != nil {
		return err
	}
	return tx.UpdateRound(&sh.round)
}

// free is a present player of the tournament without a seat in the round.
func free(tx *store.Tx, sh paper, all map[tournament.TableID][]tournament.Seat, id tournament.EntryID) (tournament.Entry, error) {
	e, err := tx.LockEntry(id)
	if err != nil {
		return e, err
	}
	if e.Tournament != sh.tournament.ID {
		return e, tournament.Wrong(tournament.ErrNotFound, "unknown_entry", nil)
	}
	if e.Status != tournament.Present {
		return e, tournament.Invalid("entry_absent", "entry", map[string]any{"Name": e.Name})
	}
	for _, at := range all {
		if slices.ContainsFunc(at, func(s tournament.Seat) bool { return s.Entry == id }) {
			return e, &tournament.Problem{Kind: tournament.ErrDuplicate, Code: "duplicate_seat", Field: "entry"}
		}
	}
	return e, nil
}
