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

// closeUp moves a penalty up with its hand. Who had cards in that hand then follows from the number no more, so it is written out.
func closeUp(p tournament.Penalty, at paper) tournament.Penalty {
	hand := closedUp(gaps(at.hands), p.Hand)
	if hand == p.Hand {
		return p
	}
	if p.Others != 0 && len(p.Credits) == 0 {
		p.Credits = shares(p, at.seats, sheet.SitsOut(at.input(), p.Hand))
	}
	p.Hand = hand
	return p
}
