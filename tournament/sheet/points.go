package sheet

import (
	"doko/scoring/doppelkopf"
	"doko/tournament"
)

// share is what a sheet gives one entry while it is added up.
type share struct {
	tournament.SheetPoints
	won, solosWon int
	unknown       bool // a copied rest does not tell who won what
}

// points gives each entry what was played while it sat there: results are kept per person and hand (ARCHITECTURE 22).
func (f *folder) points() []tournament.SheetPoints {
	shares := f.shares()
	for _, h := range f.in.Rows {
		switch h.Row.Kind {
		case tournament.RowRedealt:
		case tournament.RowThrough:
			f.addRest(shares, h)
		default:
			f.addHand(shares, h)
		}
	}
	for _, s := range shares {
		if !s.unknown {
			s.HandsWon, s.SolosWon = &s.won, &s.solosWon
		}
	}
	return each(shares)
}

// shares has an element for each seat row; who comes back to his seat has the same one again.
func (f *folder) shares() []*share {
	out := make([]*share, len(f.in.Seats))
	of := map[tournament.EntryID]*share{}
	for i, s := range f.in.Seats {
		if of[s.Entry] == nil {
			of[s.Entry] = &share{SheetPoints: tournament.SheetPoints{Table: s.Table, Entry: s.Entry, Position: s.Position}}
		}
		out[i] = of[s.Entry]
	}
	return out
}

// each takes every share once, in the order of the seats.
func each(shares []*share) []tournament.SheetPoints {
	out := make([]tournament.SheetPoints, 0, len(shares))
	seen := make(map[*share]bool, len(shares))
	for _, s := range shares {
		if !seen[s] {
			seen[s] = true
			out = append(out, s.SheetPoints)
		}
	}
	return out
}

// holder is the share of who sits at a position in a hand: the seat with the highest first hand that is not later.
func (f *folder) holder(shares []*share, position, hand int) *share {
	var found *share
	from := 0
	for i, s := range f.in.Seats {
		if s.Position == position && s.FromHand <= max(hand, 1) && (found == nil || s.FromHand > from) {
			found, from = shares[i], s.FromHand
		}
	}
	return found
}

func (f *folder) addHand(shares []*share, h tournament.HandRevision) {
	sitsOut := f.pointless(h)
	for i, p := range h.Points {
		s := f.holder(shares, i+1, h.Number)
		if s == nil {
			continue
		}
		s.Points += p
		if i+1 == sitsOut {
			continue
		}
		s.HandsPlayed++
		if p > 0 {
			s.won++
		}
		if h.Number <= len(f.played) && f.played[h.Number-1].Soloist == i+1 {
			s.SolosPlayed++
			if soloWon(h, p) {
				s.solosWon++
			}
		}
	}
}

// soloWon asks the winner where the row tells, since a list may write nothing for winners.
func soloWon(h tournament.HandRevision, points int) bool {
	if h.Row.Kind == tournament.RowPoints {
		return points > 0
	}
	return h.Winner == string(doppelkopf.Re)
}

// addRest gives a copied rest to whoever sat there when it began.
func (f *folder) addRest(shares []*share, h tournament.HandRevision) {
	for i, p := range h.Points {
		s := f.holder(shares, i+1, h.Number)
		if s == nil {
			continue
		}
		s.Points += p
		s.HandsPlayed += f.active(i+1, h.Number, h.Row.Through)
		s.unknown = true
		if i < len(h.Row.Solos) {
			s.SolosPlayed += h.Row.Solos[i]
		}
	}
}

// active is how many of some hands a position plays: at a table of five each sits out one in five, until one of them leaves.
func (f *folder) active(position, from, to int) int {
	hands := to - from + 1
	if f.in.Size != 5 {
		return hands
	}
	before := hands // hands with all five
	for _, gone := range f.in.GoneFrom {
		if gone > 0 {
			before = min(before, max(gone-from, 0))
		}
	}
	if f.in.GoneFrom[position] > 0 {
		return before * 4 / 5
	}
	return before*4/5 + hands - before
}

// totalsPoints gives a sheet of totals to those who began; it does not tell what a substitute played.
func (f *folder) totalsPoints() []tournament.SheetPoints {
	t := f.in.Totals
	shares := f.shares()
	for i, p := range t.Totals {
		s := f.holder(shares, i+1, 1)
		if s == nil {
			continue
		}
		s.Points = p
		s.HandsPlayed = f.active(i+1, 1, f.last)
		if i < len(t.Solos) {
			s.SolosPlayed = t.Solos[i]
		}
	}
	return each(shares)
}
