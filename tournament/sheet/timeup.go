package sheet

import (
	"slices"
	"time"

	"doko/scoring/doppelkopf"
	"doko/tournament"
)

// AfterTime is how the next hand begins when time is up and the hand begun then is played: with a compulsory solo that is still owed, or
// not at all (nil). Where a hand before is missing it is that one, as in Fold.
func AfterTime(in Input) *doppelkopf.Turn {
	if in.Totals != nil {
		return nil
	}
	f := newFolder(in)
	n := f.nextNumber()
	if n == 0 {
		return nil
	}
	if n <= len(f.played) || f.through != nil {
		turn := f.turn(n)
		return &turn
	}
	_, _, next, ok := doppelkopf.Turns(f.session(), f.played, true)
	if !ok {
		return nil
	}
	return &next
}

// BegunAfter reports whether the last hand of the sheet was first written down at that time or later: then it was the one begun
// before.
func BegunAfter(all []tournament.HandRevision, end time.Time) bool {
	last, first := 0, time.Time{}
	for _, h := range Current(all) {
		last = max(last, h.Number)
	}
	for _, h := range all {
		if h.Number == last && !h.Void && (first.IsZero() || h.At.Before(first)) {
			first = h.At
		}
	}
	return last > 0 && !first.Before(end)
}

// forcedByTime reports whether a row is a forced solo of somebody who owes one, after time is up: nobody waits for the last hands then.
func (f *folder) forcedByTime(number int, row tournament.Row) (doppelkopf.Turn, bool) {
	if !f.in.TimeUp || number <= len(f.played) {
		return doppelkopf.Turn{}, false
	}
	sitsOut := f.turn(number).SitsOut
	if _, kind := solo(row, f.in.Size, sitsOut); kind != doppelkopf.Forced {
		return doppelkopf.Turn{}, false
	}
	played := append(slices.Clone(f.played), make([]doppelkopf.Played, number-1-len(f.played))...)
	_, _, next, ok := doppelkopf.Turns(f.session(), played, true)
	return next, ok
}
