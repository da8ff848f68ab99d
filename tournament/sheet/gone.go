package sheet

import (
	"slices"

	"doko/scoring/doppelkopf"
	"doko/tournament"
)

// lengths are the hands planned and the last hand played. They differ where a table stops: at four when one leaves without a
// substitute, at five when a second does. What is missing then is missing.
func (f *folder) lengths() (int, int) {
	rules := f.session()
	last := rules.Length()
	first := 0
	for _, from := range rules.GoneFrom {
		if from > 0 && (first == 0 || from < first) {
			first = from
		}
	}
	for pos, from := range rules.GoneFrom {
		if rules.Seats == 4 || from > first {
			rules.GoneFrom[pos] = 0
		}
	}
	return rules.Length(), last
}

func (f *folder) stopped() bool { return f.last < f.hands }

// lapse splits who has not played his compulsory solo: those who still owe it, and those who do not any more, since they have left or
// the table has stopped.
func (f *folder) lapse(open []int) ([]int, []int) {
	var owed, lapsed []int
	for _, pos := range open {
		if f.stopped() || f.in.GoneFrom[pos] > 0 {
			lapsed = append(lapsed, pos)
			continue
		}
		owed = append(owed, pos)
	}
	return owed, lapsed
}

// sitsOut is who has no cards in a hand: as recorded, else by rotation; 0 at a table of four.
func (f *folder) sitsOut(number int) int {
	if f.in.Size != 5 {
		return 0
	}
	if h, ok := f.byHand[number]; ok && h.Row.Record != nil && h.Row.Record.Doppelkopf != nil {
		if out := h.Row.Record.Doppelkopf.SittingOut; out != 0 {
			return out
		}
	}
	if number <= len(f.turns) {
		return f.turns[number-1].SitsOut
	}
	return f.turn(number).SitsOut
}

// pointless is sitsOut for counting hands: a row of points does not say who sat out, but whoever has points has played. 0 = the
// points leave it open.
func (f *folder) pointless(h tournament.HandRevision) int {
	out := f.sitsOut(h.Number)
	if h.Row.Kind != tournament.RowPoints || out < 1 || out > len(h.Points) || h.Points[out-1] == 0 {
		return out
	}
	zero := slices.Index(h.Points, 0)
	if zero >= 0 && !slices.Contains(h.Points[zero+1:], 0) {
		return zero + 1
	}
	return 0
}

// asPlayed puts who really sat out into the turn of a hand that is entered; at five he has dealt, unless somebody has left.
func (f *folder) asPlayed(t *doppelkopf.Turn) {
	if f.in.Size != 5 {
		return
	}
	out := f.sitsOut(t.Number)
	if out == t.SitsOut {
		return
	}
	if t.SitsOut == t.Dealer && out != 0 {
		t.Dealer = out
	}
	t.SitsOut = out
}
