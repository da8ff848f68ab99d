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
		s, err = seating(tx, t, r)
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
	for _, table := range tables {
		s.Tables = append(s.Tables, SeatedTable{Table: table, Seats: seatViews(seats[table.ID], names)})
	}
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

// SwapSeats exchanges two players. Without Accept a change that makes something worse is refused with the faults (*Worse,
// problem seats_worse). Where a hand is entered nobody moves.
func (d *Desk) SwapSeats(ctx context.Context, by tournament.Actor, in SwapSeats) (Seating, error) {
	_, err := d.run(ctx, command{by, in.Op, "round.swap", in}, func(tx *store.Tx) (outcome, error) {
		t, err := changeable(tx, by, in.Tournament, tournament.Director)
		if err != nil {
			return outcome{}, err
		}
		r, err := drawnRound(tx, t.ID, in.Round)
		if err != nil {
			return outcome{}, err
		}
		if err := current(in.Version, r.Version); err != nil {
			return outcome{}, err
		}
		if r.Phase == tournament.RoundClosed {
			return outcome{}, wrongPhase("round_closed", r)
		}
		if err := swap(tx, t, r, in); err != nil {
			return outcome{}, err
		}
		return outcome{
			tournament: t.ID, subject: "round", id: int64(r.ID), after: fields{"swapped": []tournament.EntryID{in.A, in.B}},
			topics: []string{roundTopic(r.Number)},
		}, tx.UpdateRound(&r)
	})
	if err != nil {
		return Seating{}, err
	}
	return d.Seating(ctx, by, in.Tournament, in.Round)
}

func swap(tx *store.Tx, t tournament.Tournament, r tournament.Round, in SwapSeats) error {
	before, err := seating(tx, t, r)
	if err != nil {
		return err
	}
	after := before
	after.Tables = slices.Clone(before.Tables)
	a, okA := find(before, in.A)
	b, okB := find(before, in.B)
	if !okA || !okB || in.A == in.B {
		return tournament.Invalid("swap_two", "b", nil)
	}
	for _, i := range []int{a.table, b.table} {
		after.Tables[i].Seats = slices.Clone(after.Tables[i].Seats)
	}
	va, vb := &after.Tables[a.table].Seats[a.seat], &after.Tables[b.table].Seats[b.seat]
	pa, pb := va.Position, vb.Position
	*va, *vb = *vb, *va
	va.Position, vb.Position = pa, pb
	if err := noWorse(tx, t, before, after, in); err != nil {
		return err
	}
	var seats []tournament.Seat
	for i, table := range after.Tables {
		for _, v := range table.Seats {
			seats = append(seats, tournament.Seat{Table: table.Table.ID, Position: v.Position, Entry: v.Entry, FromHand: v.FromHand})
		}
		if i != a.table && i != b.table {
			continue
		}
		if err := untouched(tx, table.Table); err != nil {
			return err
		}
		if err := tx.UpdateTable(&table.Table); err != nil { // who looks at the table sees that it changed
			return err
		}
	}
	return tx.ReplaceSeats(r.ID, seats)
}

type seatAt struct{ table, seat int }

func find(s Seating, id tournament.EntryID) (seatAt, bool) {
	for i, t := range s.Tables {
		for k, v := range t.Seats {
			if v.Entry == id {
				return seatAt{i, k}, true
			}
		}
	}
	return seatAt{}, false
}

// untouched refuses a table at which anything was entered.
func untouched(tx *store.Tx, t tournament.Table) error {
	used, err := entered(tx, t.ID)
	if err != nil || !used {
		return err
	}
	return tournament.Wrong(tournament.ErrPhase, "table_has_hands", map[string]any{"Table": t.Number})
}

// entered reports whether a table's sheet has any revision, void ones included.
func entered(tx *store.Tx, id tournament.TableID) (bool, error) {
	hands, err := tx.Hands(id)
	if err != nil || len(hands) > 0 {
		return len(hands) > 0, err
	}
	totals, err := tx.Totals(id)
	return len(totals) > 0, err
}

// Worse is the error of a change of seats that makes something worse: what would be wrong then. errors.Is ErrInvalid.
type Worse struct {
	Problem *tournament.Problem
	Faults  []draw.Fault
}

func (w *Worse) Error() string { return w.Problem.Error() }

// Unwrap gives the problem, and with it the kind.
func (w *Worse) Unwrap() error { return w.Problem }

// noWorse compares the faults of two seatings; what is new needs the director's consent.
func noWorse(tx *store.Tx, t tournament.Tournament, before, after Seating, in SwapSeats) error {
	f, err := gather(tx, t, before.Round.Number)
	if err != nil {
		return err
	}
	ps := f.everybody(before)
	old := draw.Check(ps, f.history, drawn(before))
	var worse []draw.Fault
	for _, fault := range draw.Check(ps, f.history, drawn(after)) {
		same := func(o draw.Fault) bool { return o.Code == fault.Code && slices.Equal(o.Players, fault.Players) }
		if !slices.ContainsFunc(old, same) {
			worse = append(worse, fault)
		}
	}
	if len(worse) == 0 || in.Accept {
		return nil
	}
	p := tournament.Invalid("seats_worse", "accept", map[string]any{"Count": len(worse)})
	return &Worse{Problem: p, Faults: worse}
}
