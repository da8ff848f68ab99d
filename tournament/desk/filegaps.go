package desk

import (
	"doko/tournament"
	"doko/tournament/sheet"
)

// seatedIn is somebody in a round.
type seatedIn struct {
	round int
	entry tournament.EntryID
}

// gaps are the numbers before the last hand under which none is entered. A file counts the hands it holds, so what is told by a hand's number
// there moves up with them.
func gaps(hands []tournament.HandRevision) []int {
	entered := map[int]bool{}
	last := 0
	for _, h := range sheet.Current(hands) {
		if h.Row.Kind != tournament.RowRedealt {
			entered[h.Number] = true
			last = max(last, h.Number)
		}
	}
	var list []int
	for n := 1; n < last; n++ {
		if !entered[n] {
			list = append(list, n)
		}
	}
	return list
}

// closedUp is a hand's number without the gaps before it.
func closedUp(gaps []int, hand int) int {
	n := hand
	for _, gap := range gaps {
		if gap < hand {
			n--
		}
	}
	return n
}

// filed is a penalty as a file can hold it. Where the reader of a file would not credit whom the ranking credits, they are written out: the hand
// moves up, somebody has left, or no hand is known at a table of five. Without its round, whose draw was taken back, it stands for the whole
// tournament, and where the player has no seat in it any more, nobody is credited.
func filed(p tournament.Penalty, at *paper, drawn bool, credits []tournament.Credit) tournament.Penalty {
	if !drawn {
		p.Round, p.Hand = 0, 0
	}
	if !drawn || at == nil {
		p.Others = 0
	}
	if p.Others == 0 && at == nil {
		return p
	}
	hand := closedUp(gaps(at.hands), p.Hand)
	if hand != p.Hand || at.table.Size == 5 && (p.Hand == 0 || len(at.vacant) > 0) {
		p.Credits = credits
	}
	p.Hand = hand
	return p
}
