package sheet

import (
	"doko/scoring/doppelkopf"
	"doko/tournament"
)

// faults lists what is odd, in the order of the codes.
func (f *folder) faults(s Sheet) []Fault {
	var out []Fault
	if counting(f.in.Rules) == doppelkopf.PlusMinus {
		out = append(out, f.sumFault(s)...)
	}
	if missing := s.Hands - s.Done; missing > 0 {
		out = append(out, Fault{Code: HandsMissing, Hand: f.nextNumber(), Missing: missing, TimeUp: f.in.TimeUp})
	}
	for _, p := range s.SolosOpen {
		out = append(out, Fault{Code: SoloMissing, Position: p})
	}
	out = append(out, f.orderFaults()...)
	return append(out, unusual(s)...)
}

// sumFault is the sum of the sheet, or of the first row that does not add up where two such rows hide each other.
func (f *folder) sumFault(s Sheet) []Fault {
	var bad []Fault
	if f.in.Totals == nil {
		for _, h := range f.in.Rows {
			if n := sum(h.Points); n != 0 {
				bad = append(bad, Fault{Code: SumNotZero, Hand: h.Number, Sum: n})
			}
		}
	}
	total := sum(s.Running)
	switch {
	case total != 0 && len(bad) == 1:
		return bad
	case total != 0:
		return []Fault{{Code: SumNotZero, Sum: total}}
	case len(bad) > 0:
		return bad[:1]
	}
	return nil
}

// orderFaults are voluntary solos before the own compulsory one (TSR 4.3).
func (f *folder) orderFaults() []Fault {
	if f.in.Totals != nil || f.in.Format.CompulsorySolos == 0 {
		return nil
	}
	var out []Fault
	done := map[int]bool{}
	for i, p := range f.played {
		switch {
		case p.Soloist == 0:
		case f.kinds[i] == doppelkopf.Compulsory || f.kinds[i] == doppelkopf.Forced:
			done[p.Soloist] = true
		case f.session().TooEarly(p.Kind, !done[p.Soloist]):
			out = append(out, Fault{Code: SoloOrder, Position: p.Soloist, Hand: i + 1, Noted: f.byHand[i+1].Reason != ""})
		}
	}
	return out
}

// unusual flags totals that are possible but hardly ever happen: more than six points a hand over the whole sheet, and more
// than sixty in any case. Of real sheets of 8 hands the highest total is 50, of 12 hands 43.
func unusual(s Sheet) []Fault {
	limit := max(60, 6*s.Done)
	var out []Fault
	for i, p := range s.Running {
		if p > limit || p < -limit {
			out = append(out, Fault{Code: UnusualTotal, Position: i + 1, Sum: p})
		}
	}
	return out
}

func sum(points []int) int {
	n := 0
	for _, p := range points {
		n += p
	}
	return n
}

// Who is the entry a fault is about: whoever sat at its position in its hand, the last one there if it has none; 0 = the table.
func (f Fault) Who(seats []tournament.Seat) tournament.EntryID {
	var found tournament.EntryID
	from := 0
	for _, s := range seats {
		if s.Position == f.Position && s.FromHand > from && (f.Hand == 0 || s.FromHand <= f.Hand) {
			found, from = s.Entry, s.FromHand
		}
	}
	return found
}
