package desk

import (
	"slices"

	"doko/scoring/doppelkopf"
	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// PenaltyShares are what a penalty gives each position of the table, in list points: to the offender and to those who are credited.
func (v TableView) PenaltyShares(p tournament.Penalty) []int {
	points := make([]int, v.Table.Size)
	out := v.withoutCards(p.Hand)
	add := func(entry tournament.EntryID, n int) {
		for _, s := range v.Seats {
			if s.Entry == entry { // once, however often he came back to the table
				points[s.Position-1] += n
				return
			}
		}
	}
	add(p.Entry, p.Points)
	for _, c := range p.Credits {
		add(c.Entry, c.Points)
	}
	if len(p.Credits) > 0 || p.Others == 0 {
		return points
	}
	for position := 1; position <= v.Table.Size; position++ {
		if at := v.seatedAt(position, p.Hand); at != 0 && at != p.Entry && position != out {
			points[position-1] += p.Others
		}
	}
	return points
}

// withoutCards is who sits out in a hand, 0 at a table of four and of no hand.
func (v TableView) withoutCards(hand int) int {
	if v.Table.Size != 5 || hand == 0 {
		return 0
	}
	turns := make([]doppelkopf.Turn, 0, len(v.Rows)+1)
	for _, row := range v.Rows {
		turns = append(turns, row.Turn)
	}
	return withoutCards(turns, v.Next, v.Session, hand)
}

// seatedAt is who sits at a position in a hand: a substitute from his first hand on.
func (v TableView) seatedAt(position, hand int) tournament.EntryID {
	var id tournament.EntryID
	for _, s := range v.Seats { // a substitute stands after whom he follows
		if s.Position == position && s.FromHand <= max(hand, 1) {
			id = s.Entry
		}
	}
	return id
}

// PenaltyTotals are all penalties of the table that were not cancelled, by position, in list points.
func (v TableView) PenaltyTotals() []int {
	sums := make([]int, v.Table.Size)
	for _, p := range v.Penalties {
		if p.Void {
			continue
		}
		for i, n := range v.PenaltyShares(p) {
			sums[i] += n
		}
	}
	return sums
}

// highestElsewhere is the highest total of the tournament's other sheets, to measure an unusual one by; 0 where there is none, or
// nothing unusual, and for a list keeper who may not see the ranking yet.
func highestElsewhere(tx *store.Tx, by tournament.Actor, v TableView) (int, error) {
	t := v.Tournament
	if t.Standings != tournament.ReleaseLive && !by.May(tournament.Helper, t.Organisation, t.ID) {
		return 0, nil
	}
	if !slices.ContainsFunc(v.Faults, func(f sheet.Fault) bool { return f.Code == sheet.UnusualTotal }) {
		return 0, nil
	}
	all, err := tx.SheetPointsOf(v.Tournament.ID)
	if err != nil {
		return 0, err
	}
	highest := 0
	for _, p := range all {
		if p.Table != v.Table.ID {
			highest = max(highest, p.Points)
		}
	}
	return highest, nil
}
