package exchange

import (
	"cmp"
	"slices"

	"doko/scoring/fields"
	"doko/tournament"
	"doko/tournament/sheet"
)

func (r *reader) readRounds(o object) {
	items := o.list("rounds")
	r.file.Rounds = make([]Round, 0, len(items))
	numbers := map[int]bool{}
	for i, n := range items {
		pointer := at("/rounds", i)
		o, ok := r.object(n, pointer, "number", "seed", "closed", "tables")
		if !ok {
			continue
		}
		round := Round{Number: o.ordinal(i, tournament.MaxRounds), Seed: o.text("seed", ""), Closed: o.flag("closed")}
		r.checked(tournament.CheckWords("seed", round.Seed, tournament.MaxName), pointer, nil)
		if numbers[round.Number] {
			r.fault("duplicate_round", pointer+"/number", map[string]any{"Round": round.Number})
		}
		numbers[round.Number] = true
		r.readTables(o, &round)
		r.file.Rounds = append(r.file.Rounds, round)
	}
	slices.SortStableFunc(r.file.Rounds, func(a, b Round) int { return cmp.Compare(a.Number, b.Number) })
	for i := len(r.file.Rounds) - 1; i >= 0; i-- { // of doubled rounds the first
		r.rounds[r.file.Rounds[i].Number] = &r.file.Rounds[i]
	}
}

func (r *reader) readTables(o object, round *Round) {
	numbers := map[int]bool{}
	seated := map[int]int{} // start number → table
	for i, n := range o.list("tables") {
		pointer := at(o.at+"/tables", i)
		o, ok := r.object(n, pointer, "number", "seats", "sheet")
		if !ok {
			continue
		}
		t := Table{Number: o.ordinal(i, tournament.MaxTable)}
		if numbers[t.Number] {
			r.fault("duplicate_table", pointer+"/number", map[string]any{"Table": t.Number})
		}
		numbers[t.Number] = true
		if r.seats(o, &t, seated) {
			r.sheet(o, &t, round, seated)
		}
		round.Tables = append(round.Tables, t)
	}
	slices.SortStableFunc(round.Tables, func(a, b Table) int { return cmp.Compare(a.Number, b.Number) })
}

// seats reads who sits at a table. False when its sheet can't be read for it.
func (r *reader) seats(o object, t *Table, seated map[int]int) bool {
	seats, ok := o.numbers("seats")
	least, most := r.file.Tournament.Rules.Seats()
	if ok && (len(seats) < least || len(seats) > most) {
		r.fault("seats_count", o.path("seats"), map[string]any{"Count": len(seats), "Min": least, "Max": most})
		ok = false
	}
	if !ok {
		return false
	}
	for i, no := range seats {
		r.seat(no, t.Number, at(o.path("seats"), i), seated)
	}
	t.Seats = seats
	return true
}

// seat notes that a player sits at a table; nobody can sit twice in one round.
func (r *reader) seat(no, table int, pointer string, seated map[int]int) {
	if !r.known(no, pointer) {
		return
	}
	if other, twice := seated[no]; twice {
		r.fault("seat_twice", pointer, map[string]any{"StartNo": no, "Table": other})
		return
	}
	seated[no] = table
}

func (r *reader) sheet(o object, t *Table, round *Round, seated map[int]int) {
	n, ok := o.get("sheet")
	if !ok {
		return
	}
	allowed := []string{"mode", "confirmed", "hands", "substitutes"}
	mode, _ := n.Get("mode")
	word, _ := mode.Word()
	if Mode(word) == Totals {
		allowed = []string{"mode", "confirmed", "totals", "solos"}
	}
	s, ok := r.object(n, o.path("sheet"), allowed...)
	if !ok {
		return
	}
	t.Mode, t.Confirmed = Mode(s.text("mode", "")), s.flag("confirmed")
	in := sheet.Input{Rules: r.file.Tournament.Rules, Format: r.file.Tournament.Format, Size: len(t.Seats)}
	good := true
	switch t.Mode {
	case Hands, Points:
		r.substitutes(s, t, seated)
		good = r.rows(s, t, in)
	case Totals:
		good = r.totals(s, t, in)
	default:
		r.fault("choice_unknown", s.path("mode"), map[string]any{"Value": word, "Allowed": "hands, points, totals"})
		return
	}
	if good && t.Confirmed {
		r.warn(in, t, round.Number, s.at)
	}
}

func (r *reader) substitutes(o object, t *Table, seated map[int]int) {
	for i, n := range o.list("substitutes") {
		pointer := at(o.path("substitutes"), i)
		o, ok := r.object(n, pointer, "position", "start_no", "from_hand")
		if !ok {
			continue
		}
		s := Substitute{
			Position: o.ranged("position", 0, 1, len(t.Seats)), StartNo: o.number("start_no", 0),
			FromHand: o.ranged("from_hand", 0, 2, tournament.MaxHands+tournament.MaxHands/4),
		}
		for _, key := range []string{"position", "start_no", "from_hand"} {
			if _, given := o.get(key); !given {
				r.fault("missing_field", pointer+"/"+key, map[string]any{"Field": key})
			}
		}
		for _, other := range t.Substitutes {
			if s.Position > 0 && other.Position == s.Position && other.FromHand == s.FromHand {
				r.fault("substitute_twice", pointer, map[string]any{"Position": s.Position, "Hand": s.FromHand})
			}
		}
		if s.Position > 0 && !t.returns(s) {
			r.seat(s.StartNo, t.Number, pointer+"/start_no", seated)
		}
		t.Substitutes = append(t.Substitutes, s)
	}
}

// returns reports whether a substitute has sat at this position before: a player may come back to his own seat.
func (t *Table) returns(s Substitute) bool {
	if t.Seats[s.Position-1] == s.StartNo {
		return true
	}
	return slices.ContainsFunc(t.Substitutes, func(o Substitute) bool { return o.Position == s.Position && o.StartNo == s.StartNo })
}

// rows reads and scores the rows of a sheet. False when they can't be worked out.
func (r *reader) rows(o object, t *Table, in sheet.Input) bool {
	items := o.list("hands")
	var rows []tournament.Row
	var pointers []string
	good := !r.badRules
	for i, n := range items {
		pointer := at(o.path("hands"), i)
		row, ok := r.row(n, pointer, t.Mode, in)
		if !ok {
			good = false
			continue
		}
		rows = append(rows, row)
		pointers = append(pointers, pointer)
	}
	if r.badRules {
		return false
	}
	laid, bad := sheet.Lay(in, rows)
	for _, b := range bad {
		r.scored(b.Problems, pointers[b.Index])
	}
	t.Rows = laid
	return good && len(bad) == 0
}

// row reads one row. In a file a hand stands bare, and there are no rows of winners.
func (r *reader) row(n fields.Node, pointer string, mode Mode, in sheet.Input) (tournament.Row, bool) {
	for _, key := range []string{"hand", "winners"} {
		if _, ok := n.Get(key); ok {
			r.fault("unknown_field", pointer+"/"+key, map[string]any{"Field": key, "Allowed": rowFields(mode)})
			return tournament.Row{}, false
		}
	}
	if mode == Points && n.Kind == fields.Object && !r.onlyPoints(n, pointer) {
		return tournament.Row{}, false
	}
	if r.badRules {
		return tournament.Row{}, false
	}
	row, err := tournament.ParseRowNode(in.Rules, in.Size, n)
	if err != nil {
		r.scored(err, pointer)
		return row, false
	}
	return row, true
}

// onlyPoints reports whether a row of mode points is one; ParseRowNode looks at it more closely.
func (r *reader) onlyPoints(n fields.Node, pointer string) bool {
	good := true
	for _, key := range []string{"redealt", "through"} {
		if _, ok := n.Get(key); ok {
			r.fault("unknown_field", pointer+"/"+key, map[string]any{"Field": key, "Allowed": rowFields(Points)})
			good = false
		}
	}
	if _, ok := n.Get("points"); !ok {
		r.fault("missing_field", pointer+"/points", map[string]any{"Field": "points"})
		good = false
	}
	return good
}

func rowFields(mode Mode) string {
	if mode == Points {
		return "points, solo, solo_kind"
	}
	return "contract, …; points, solo, solo_kind; redealt, reason; through, points, solos"
}

func (r *reader) totals(o object, t *Table, in sheet.Input) bool {
	totals, ok := o.numbers("totals")
	revision := tournament.TotalsRevision{Revision: 1, Totals: totals}
	if _, given := o.get("solos"); given {
		solos, good := o.numbers("solos")
		revision.Solos = solos
		ok = ok && good
	}
	if !ok {
		return false
	}
	if ps := sheet.CheckTotals(in, revision.Totals, revision.Solos); ps != nil {
		r.checked(ps, o.at, nil)
		return false
	}
	t.Totals = &revision
	return true
}

// warn notes what is odd about a sheet that was confirmed. Start numbers stand in for entries.
func (r *reader) warn(in sheet.Input, t *Table, round int, pointer string) {
	in.Rows, in.Totals = t.Rows, t.Totals
	for i, no := range t.Seats {
		in.Seats = append(in.Seats, tournament.Seat{Position: i + 1, Entry: tournament.EntryID(no), FromHand: 1})
	}
	for _, s := range t.Substitutes {
		in.Seats = append(in.Seats, tournament.Seat{Position: s.Position, Entry: tournament.EntryID(s.StartNo), FromHand: s.FromHand})
	}
	for _, f := range sheet.Fold(in).Faults {
		w := Warning{Code: f.Code, Pointer: pointer, Round: round, Table: t.Number, Hand: f.Hand}
		if f.Position != 0 {
			w.StartNo = int(f.Who(in.Seats))
		}
		if f.Code == sheet.SumNotZero || f.Code == sheet.UnusualTotal {
			sum := f.Sum
			w.Sum = &sum
		}
		r.file.Warnings = append(r.file.Warnings, w)
	}
}
