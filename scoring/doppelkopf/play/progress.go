package play

import "doko/scoring/doppelkopf"

// Progress plays the tricks that are complete in a deal whose cards are still being noted and says whose card comes next, 0
// once all are played. What was declared is believed where the rules have it: the cards that prove it may not have been played
// yet.
func Progress(r doppelkopf.Rules, d Deal) ([]Trick, int) {
	g := game{rules: r, deal: d, size: r.Deck / 4}
	for _, said := range d.Declared {
		switch {
		case !g.diamonds():
		case said.What == "schweinchen" && r.Play.Schweinchen != "off":
			g.pigs[said.Seat] = said.Trick
		case said.What == superschweinchen && r.Play.Superschweinchen:
			g.superpigs[said.Seat] = said.Trick
		}
	}
	leader := d.Leader
	for n := 1; n <= g.size; n++ {
		seat := leader
		for range 4 {
			if len(d.Cards[seat-1]) < n {
				return g.played, seat
			}
			seat = next(seat)
		}
		g.played = append(g.played, g.trick(n, leader))
		leader = g.played[n-1].Winner
	}
	return g.played, 0
}
