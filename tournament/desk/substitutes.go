package desk

import (
	"context"
	"slices"

	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// Substitution lets a player take over a seat from a hand on: with it the open compulsory solo and the order of dealing. What was
// played before stays with who played it. Entry 0 takes the last substitution of the position back.
type Substitution struct {
	Op       string
	Table    tournament.TableID
	Version  int
	Position int
	Entry    tournament.EntryID
	FromHand int // the first hand of the substitute, from 1
	Reason   string
}

// Substitute changes who sits at a position. Directors. Problems: number_range, entry_absent, duplicate_seat, reason_missing,
// no_substitute, left_played_on.
func (d *Desk) Substitute(ctx context.Context, by tournament.Actor, in Substitution) (TableView, error) {
	c := command{by: by, op: in.Op, action: "seat.substitute", input: in, whole: true}
	return d.tableCommand(ctx, c, TableStep{Op: in.Op, Table: in.Table, Version: in.Version, Reason: in.Reason},
		func(tx *store.Tx, sh *paper) error {
			if err := need(by, sh.tournament, tournament.Director); err != nil {
				return err
			}
			if sh.table.Phase == tournament.TableConfirmed {
				return tournament.Wrong(tournament.ErrConflict, "sheet_confirmed", map[string]any{"Table": sh.table.Number})
			}
			if err := checkSubstitution(*sh, in); err != nil {
				return err
			}
			all, err := tx.Seats(sh.round.ID)
			if err != nil {
				return err
			}
			if in.Entry == 0 {
				sh.seats, err = withoutLast(sh.seats, in.Position)
			} else {
				sh.seats, err = withSubstitute(tx, sh, all, in)
			}
			if err != nil {
				return err
			}
			all[sh.table.ID] = sh.seats
			sh.moved = fields{"position": in.Position, "entry": in.Entry, "from_hand": in.FromHand}
			if err := tx.ReplaceSeats(sh.round.ID, flat(all)); err != nil {
				return err
			}
			return tx.PutSheetPoints(sh.table.ID, sheet.Fold(sh.input()).Points)
		})
}

func checkSubstitution(sh paper, in Substitution) error {
	var ps tournament.Problems
	if in.Position < 1 || in.Position > sh.table.Size {
		ps = append(ps, tournament.Invalid("number_range", "position", map[string]any{"Min": 1, "Max": sh.table.Size}))
	}
	if hands := sh.tournament.Format.Hands(sh.table.Size); in.Entry != 0 && (in.FromHand < 1 || in.FromHand > hands) {
		ps = append(ps, tournament.Invalid("number_range", "from_hand", map[string]any{"Min": 1, "Max": hands}))
	}
	if tournament.CleanName(in.Reason) == "" {
		ps = append(ps, tournament.Invalid("reason_missing", "reason", nil))
	}
	return ps.OrNil()
}

// withSubstitute puts a present player without a seat in the round at a position; from the first hand on he replaces who was drawn.
func withSubstitute(tx *store.Tx, sh *paper, all map[tournament.TableID][]tournament.Seat, in Substitution) ([]tournament.Seat, error) {
	if _, err := free(tx, *sh, all, in.Entry); err != nil {
		return nil, err
	}
	if left := slices.IndexFunc(sh.vacant, func(v tournament.Vacancy) bool { return v.Position == in.Position }); left >= 0 {
		if from := sh.vacant[left].FromHand; in.FromHand > from {
			return nil, tournament.Problems{tournament.Invalid("number_range", "from_hand", map[string]any{"Min": 1, "Max": from})}
		}
		if err := back(tx, sh, in.Position); err != nil {
			return nil, err
		}
	}
	seats := slices.DeleteFunc(slices.Clone(sh.seats), func(s tournament.Seat) bool { // nobody sits there for no hand at all
		return s.Position == in.Position && s.FromHand >= in.FromHand
	})
	return append(seats, tournament.Seat{Table: sh.table.ID, Position: in.Position, Entry: in.Entry, FromHand: in.FromHand}), nil
}

// withoutLast takes the last substitute of a position away.
func withoutLast(seats []tournament.Seat, position int) ([]tournament.Seat, error) {
	last := -1
	for i, s := range seats {
		if s.Position == position && s.FromHand > 1 && (last < 0 || s.FromHand > seats[last].FromHand) {
			last = i
		}
	}
	if last < 0 {
		return nil, tournament.Invalid("no_substitute", "position", nil)
	}
	return slices.Delete(slices.Clone(seats), last, last+1), nil
}

// flat lists the seats of a round.
func flat(all map[tournament.TableID][]tournament.Seat) []tournament.Seat {
	var list []tournament.Seat
	for _, seats := range all {
		list = append(list, seats...)
	}
	return list
}
