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
	h, entered := f.byHand[number]
	if out := recordedOut(h); entered && out != 0 {
		return out
	}
	out := f.turn(number).SitsOut
	if number <= len(f.turns) {
		out = f.turns[number-1].SitsOut
	}
	if zero := unpaid(h); len(zero) > 0 && slices.Contains(h.Row.Winners, out) {
		return zero[0] // a list of winners' points alone does not say which
	}
	return out
}

// recordedOut is who sat out in a hand at a table of five by the row itself, 0 where it does not tell. The rotation may have moved since the
// row was written: a hand before it was entered again as a compulsory solo, or is none any more.
func recordedOut(h tournament.HandRevision) int {
	if h.Row.Record != nil && h.Row.Record.Doppelkopf != nil {
		return h.Row.Record.Doppelkopf.SittingOut
	}
	if zero := unpaid(h); len(zero) == 1 {
		return zero[0]
	}
	return 0
}

// unpaid are the positions that neither won nor have points in a row of winners.
func unpaid(h tournament.HandRevision) []int {
	var zero []int
	for i, p := range h.Points {
		if h.Row.Kind == tournament.RowWinners && p == 0 && !slices.Contains(h.Row.Winners, i+1) {
			zero = append(zero, i+1)
		}
	}
	return zero
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
