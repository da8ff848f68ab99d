package desk

import (
	"slices"

	"doko/tournament"
	"doko/tournament/draw"
	"doko/tournament/store"
)

// writeFill stores the changed tables of a filled round, their keys, and who takes part from when.
func (d *Desk) writeFill(tx *store.Tx, f filling, changed []int) error {
	old := map[int]SeatedTable{}
	for _, t := range f.before.Tables {
		old[t.Table.Number] = t
	}
	seats, gone, err := d.layTables(tx, f, old, changed)
	if err != nil {
		return err
	}
	if err := tx.ReplaceSeats(f.before.Round.ID, seats); err != nil {
		return err
	}
	for _, id := range gone {
		if err := tx.DeleteTable(id); err != nil {
			return err
		}
	}
	r := f.before.Round
	if err := tx.UpdateRound(&r); err != nil {
		return err
	}
	return f.writeEntries(tx)
}

// layTables gives every table its size and lists the seats of the round, and the tables that are no longer needed.
func (d *Desk) layTables(tx *store.Tx, f filling, old map[int]SeatedTable, changed []int) ([]tournament.Seat, []tournament.TableID, error) {
	ids := f.ids()
	var seats []tournament.Seat
	for _, t := range f.after.Tables {
		was, known := old[t.Number]
		delete(old, t.Number)
		if !slices.Contains(changed, t.Number) {
			for _, v := range was.Seats {
				seats = append(seats, tournament.Seat{Table: was.Table.ID, Position: v.Position, Entry: v.Entry, FromHand: v.FromHand})
			}
			continue
		}
		table, err := d.layTable(tx, f, t, was.Table, known)
		if err != nil {
			return nil, nil, err
		}
		for i, no := range t.Seats {
			seats = append(seats, tournament.Seat{Table: table.ID, Position: i + 1, Entry: ids[no], FromHand: 1})
		}
	}
	var gone []tournament.TableID
	for _, t := range old {
		gone = append(gone, t.Table.ID)
	}
	return seats, gone, nil
}

func (d *Desk) layTable(tx *store.Tx, f filling, t draw.Table, table tournament.Table, known bool) (tournament.Table, error) {
	table.Size = len(t.Seats)
	if known {
		return table, tx.UpdateTable(&table)
	}
	table.Round, table.Number, table.Phase = f.before.Round.ID, t.Number, tournament.TableOpen
	if err := tx.CreateTable(&table); err != nil {
		return table, err
	}
	return table, d.cutKeys(tx, f.before.Tournament, table.ID, tx.Now.Add(keyLife))
}

// writeEntries dates who came and who left.
func (f *filling) writeEntries(tx *store.Tx) error {
	for _, id := range f.add {
		e := f.entry(id)
		if e.FromRound <= f.round {
			continue
		}
		e.FromRound = f.round
		if err := tx.UpdateEntry(&e); err != nil {
			return err
		}
	}
	for _, id := range f.drop {
		e := f.entry(id)
		last, err := lastSeated(tx, e)
		if err != nil {
			return err
		}
		if e.Status != tournament.Withdrawn || e.ToRound == last {
			continue
		}
		e.ToRound = last
		if err := tx.UpdateEntry(&e); err != nil {
			return err
		}
	}
	return nil
}
