package words

import "doko/scoring/doppelkopf"

// Short is what a player writes beside a hand on the list: what was played if it was no normal game, else what was said and the
// special points, such as "Re 90 F D".
func Short(h doppelkopf.Hand) Phrase {
	if h.Contract != doppelkopf.Normal {
		return French.Contract(h.Contract)
	}
	var parts []Phrase
	for _, side := range []struct {
		name string
		call doppelkopf.Call
	}{{"re", h.ReCall}, {"kontra", h.KontraCall}} {
		if side.call.Said() {
			parts = append(parts, say("short."+side.name))
		}
		if d := side.call.Highest(); d > doppelkopf.NoDenial {
			parts = append(parts, say([...]string{"", "short.k90", "short.k60", "short.k30", "short.schwarz"}[d]))
		}
	}
	for _, sp := range h.Specials {
		for range sp.Count {
			parts = append(parts, say("short."+sp.Kind))
		}
	}
	if len(parts) == 0 {
		return Phrase{}
	}
	short := parts[0]
	for _, p := range parts[1:] {
		short = say("short.list", "First", short, "Next", p)
	}
	return short
}
