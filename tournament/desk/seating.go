package desk

import (
	"context"
	"slices"

	"doko/tournament"
	"doko/tournament/draw"
	"doko/tournament/store"
)

// Seating loads a round's seating; visitors only when released.
func (d *Desk) Seating(ctx context.Context, by tournament.Actor, id tournament.TournamentID, round int) (Seating, error) {
	var s Seating
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := seen(tx, by, id)
		if err != nil {
			return err
		}
		r, err := tx.Round(id, round)
		if err != nil {
			return err
		}
		if !mayKnow(by, t, r) {
			return unknownRound()
		}
		if s, err = seating(tx, t, r); err != nil {
			return err
		}
		s.Proof, err = certificate(tx, s)
		if err != nil || !by.May(tournament.Helper, t.Organisation, t.ID) {
			return err
		}
		f, err := gather(tx, t, round)
		if err != nil {
			return err
		}
		s.Faults = draw.Check(f.everybody(s), f.history, drawn(s))
		return nil
	})
	return s, err
}

// Seatings loads the seatings of all drawn rounds the actor may know, oldest first, without faults and proof.
func (d *Desk) Seatings(ctx context.Context, by tournament.Actor, id tournament.TournamentID) ([]Seating, error) {
	var found []Seating
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := seen(tx, by, id)
		if err != nil {
			return err
		}
		rounds, err := tx.Rounds(id)
		if err != nil {
			return err
		}
		tables, err := tx.TablesOf(id)
		if err != nil {
			return err
		}
		seats, err := tx.SeatsInAll(id)
		if err != nil {
			return err
		}
		names, err := namesOf(tx, id)
		if err != nil {
			return err
		}
		for _, r := range rounds {
			if mayKnow(by, t, r) {
				found = append(found, Seating{Tournament: t, Round: r, Tables: seatedTables(tables[r.ID], seats, names)})
			}
		}
		return nil
	})
	return found, err
}

func seatedTables(tables []tournament.Table, seats map[tournament.TableID][]tournament.Seat, names map[tournament.EntryID]tournament.Entry) []SeatedTable {
	seated := make([]SeatedTable, len(tables))
	for i, table := range tables {
		seated[i] = SeatedTable{Table: table, Seats: seatViews(seats[table.ID], names)}
	}
	return seated
}

func seating(tx *store.Tx, t tournament.Tournament, r tournament.Round) (Seating, error) {
	s := Seating{Tournament: t, Round: r}
	tables, err := tx.Tables(r.ID)
	if err != nil {
		return s, err
	}
	seats, err := tx.Seats(r.ID)
	if err != nil {
		return s, err
	}
	names, err := namesOf(tx, t.ID)
	if err != nil {
		return s, err
	}
	s.Tables = seatedTables(tables, seats, names)
	return s, nil
}

// seatViews joins seats with names, by position, a substitute after whom he follows.
func seatViews(seats []tournament.Seat, names map[tournament.EntryID]tournament.Entry) []SeatView {
	views := make([]SeatView, len(seats))
	for i, s := range seats {
		e := names[s.Entry]
		views[i] = SeatView{
			Position: s.Position, Entry: s.Entry, StartNo: e.StartNo, Name: e.Name, Club: e.Club, FromHand: s.FromHand,
		}
	}
	slices.SortStableFunc(views, func(a, b SeatView) int {
		if a.Position != b.Position {
			return a.Position - b.Position
		}
		return a.FromHand - b.FromHand
	})
	return views
}

// drawn is a seating in the terms of the draw: who started where.
func drawn(s Seating) draw.Round {
	r := draw.Round{Number: s.Round.Number}
	for _, t := range s.Tables {
		seats := make([]int64, 0, t.Table.Size)
		for _, v := range t.Seats {
			if v.FromHand <= 1 {
				seats = append(seats, int64(v.StartNo))
			}
		}
		r.Tables = append(r.Tables, draw.Table{Number: t.Table.Number, Seats: seats})
	}
	return r
}
