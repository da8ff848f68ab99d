package desk

import (
	"cmp"
	"context"
	"slices"

	"doko/scoring"
	"doko/tournament"
	"doko/tournament/draw"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// SwapSeats exchanges two players. Without Accept a change that makes something worse is refused with the faults (*Worse, problem
// seats_worse). Where something is entered, two of the same table can still change places, with a reason: points, solos and who sat
// out move with the persons. Who took over a place or had it before goes along. Problems: swap_two, seat_left, seat_replaced,
// table_has_hands, sheet_confirmed, reason_missing, round_closed, stale.
func (d *Desk) SwapSeats(ctx context.Context, by tournament.Actor, in SwapSeats) (Seating, error) {
	in.Reason = tournament.CleanName(in.Reason)
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "round.swap", input: in}, func(tx *store.Tx) (outcome, error) {
		t, r, err := lockRound(tx, by, in.Tournament, in.Round, in.Version)
		if err != nil {
			return outcome{}, err
		}
		if r.Phase == tournament.RoundClosed {
			return outcome{}, wrongPhase("round_closed", r)
		}
		if err := swap(tx, by, t, r, in); err != nil {
			return outcome{}, err
		}
		return outcome{
			tournament: t.ID, subject: "round", id: int64(r.ID), after: fields{"swapped": []tournament.EntryID{in.A, in.B}},
			reason: in.Reason, topics: []string{roundTopic(r.Number), "standings"},
		}, tx.UpdateRound(&r)
	})
	if err != nil {
		return Seating{}, err
	}
	return d.Seating(ctx, by, in.Tournament, in.Round)
}

func swap(tx *store.Tx, by tournament.Actor, t tournament.Tournament, r tournament.Round, in SwapSeats) error {
	before, err := seating(tx, t, r)
	if err != nil {
		return err
	}
	a, okA := find(before, in.A)
	b, okB := find(before, in.B)
	if !okA || !okB || in.A == in.B {
		return tournament.Invalid("swap_two", "b", nil)
	}
	after := before
	after.Tables = slices.Clone(before.Tables)
	pa, pb := before.at(a).Position, before.at(b).Position
	if err := swappable(tx, before, a, b); err != nil {
		return err
	}
	if a.table == b.table {
		after.Tables[a.table].Seats = traded(before.Tables[a.table].Seats, exchanged{pa, pb})
	} else {
		for _, i := range []int{a.table, b.table} {
			after.Tables[i].Seats = slices.Clone(after.Tables[i].Seats)
		}
		va, vb := &after.Tables[a.table].Seats[a.seat], &after.Tables[b.table].Seats[b.seat]
		*va, *vb = *vb, *va
		va.Position, vb.Position = pa, pb
	}
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
		used, err := entered(tx, table.Table.ID)
		if err != nil {
			return err
		}
		if used {
			if a.table != b.table {
				return tournament.Wrong(tournament.ErrPhase, "table_has_hands", map[string]any{"Table": table.Table.Number})
			}
			if err := trade(tx, by, placement{table.Table, r, t}, pa, pb, in.Reason); err != nil {
				return err
			}
		}
		if err := tx.UpdateTable(&table.Table); err != nil { // who looks at the table sees that it changed
			return err
		}
	}
	if err := tx.ReplaceSeats(r.ID, seats); err != nil || a.table != b.table {
		return err
	}
	return recount(tx, placement{before.Tables[a.table].Table, r, t})
}

func (s Seating) at(a seatAt) SeatView { return s.Tables[a.table].Seats[a.seat] }

// swappable returns nil when two seats can change places: nobody has left one of them, and with another table nobody took one over.
func swappable(tx *store.Tx, s Seating, a, b seatAt) error {
	if a.table == b.table && s.at(a).Position == s.at(b).Position { // one has taken over from the other
		return tournament.Invalid("swap_two", "b", nil)
	}
	vacant, err := tx.Vacancies(s.Round.ID)
	if err != nil {
		return err
	}
	for _, seat := range []seatAt{a, b} {
		table, position := s.Tables[seat.table], s.at(seat).Position
		args := map[string]any{"Table": table.Table.Number}
		if slices.ContainsFunc(vacant[table.Table.ID], func(v tournament.Vacancy) bool { return v.Position == position }) {
			return tournament.Wrong(tournament.ErrPhase, "seat_left", args)
		}
		replaced := func(v SeatView) bool { return v.Position == position && v.FromHand > 1 }
		if a.table != b.table && slices.ContainsFunc(table.Seats, replaced) {
			return tournament.Wrong(tournament.ErrPhase, "seat_replaced", args)
		}
	}
	return nil
}

// traded are the seats of a table with two positions exchanged, whoever sat there one after the other.
func traded(seats []SeatView, x exchanged) []SeatView {
	moved := slices.Clone(seats)
	for i := range moved {
		moved[i].Position = x.position(moved[i].Position)
	}
	slices.SortStableFunc(moved, func(a, b SeatView) int {
		return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.FromHand, b.FromHand))
	})
	return moved
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
	Before  draw.Cost // of the round as it is
	After   draw.Cost // and as it would be
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
	return &Worse{
		Problem: p, Faults: worse, Before: draw.Measure(ps, f.history, []draw.Round{drawn(before)}),
		After: draw.Measure(ps, f.history, []draw.Round{drawn(after)}),
	}
}

// trade writes every row of a sheet again with two positions exchanged, so that what each has scored moves with him.
func trade(tx *store.Tx, by tournament.Actor, p placement, a, b int, reason string) error {
	if p.table.Phase == tournament.TableConfirmed {
		return tournament.Wrong(tournament.ErrConflict, "sheet_confirmed", map[string]any{"Table": p.table.Number})
	}
	if err := reasoned(reason); err != nil {
		return err
	}
	sh, err := loadPaper(tx, p)
	if err != nil {
		return err
	}
	x := exchanged{a, b}
	for _, h := range sheet.Current(sh.hands) {
		if h.Row.Kind == tournament.RowRedealt {
			continue
		}
		h.ID, h.Op, h.Revision, h.By, h.At, h.Reason = 0, "", latest(sh.hands, h.Number).Revision+1, by.Ref(), tx.Now, reason
		h.Row, h.Points = x.row(asPoints(sh.input(), h)), x.values(h.Points)
		if h.Row.Kind == tournament.RowPoints {
			h.Value, h.Winner, h.Lines = nil, "", nil
		}
		if err := tx.AppendHand(&h); err != nil {
			return err
		}
	}
	if last := newest(sh.totals); last != nil {
		t := *last
		t.ID, t.Op, t.Revision, t.By, t.At, t.Reason = 0, "", t.Revision+1, by.Ref(), tx.Now, reason
		t.Totals, t.Solos = x.values(t.Totals), x.values(t.Solos)
		return tx.AppendTotals(&t)
	}
	return nil
}

// asPoints turns a row of winners at a table of five into one of points: who sat out in it follows from the seats, which change.
func asPoints(in sheet.Input, h tournament.HandRevision) tournament.Row {
	if h.Row.Kind != tournament.RowWinners || in.Size != 5 {
		return h.Row
	}
	row := tournament.Row{Kind: tournament.RowPoints, Points: h.Points, SoloKind: h.Row.SoloKind}
	row.Solo, _ = sheet.Situation(h.Row, in.Size, sheet.SitsOut(in, h.Number), 0)
	return row
}

// recount works out again what a sheet gives to whom.
func recount(tx *store.Tx, p placement) error {
	sh, err := loadPaper(tx, p)
	if err != nil || len(sh.hands)+len(sh.totals) == 0 {
		return err
	}
	return tx.PutSheetPoints(p.table.ID, sheet.Fold(sh.input()).Points)
}

// exchanged are two positions that change places.
type exchanged struct{ a, b int }

func (x exchanged) position(p int) int {
	switch p {
	case x.a:
		return x.b
	case x.b:
		return x.a
	}
	return p
}

func (x exchanged) positions(ps []int) []int {
	moved := make([]int, len(ps))
	for i, p := range ps {
		moved[i] = x.position(p)
	}
	slices.Sort(moved)
	return moved
}

// values are by position.
func (x exchanged) values(vs []int) []int {
	moved := slices.Clone(vs)
	if len(moved) >= max(x.a, x.b) {
		moved[x.a-1], moved[x.b-1] = vs[x.b-1], vs[x.a-1]
	}
	return moved
}

func (x exchanged) row(r tournament.Row) tournament.Row {
	r.Points, r.Solos = x.values(r.Points), x.values(r.Solos)
	r.Winners, r.Solo = x.positions(r.Winners), x.position(r.Solo)
	if r.Record != nil && r.Record.Doppelkopf != nil {
		hand := *r.Record.Doppelkopf
		hand.Re, hand.SittingOut = x.positions(hand.Re), x.position(hand.SittingOut)
		r.Record = &scoring.Record{Doppelkopf: &hand}
	}
	return r
}
