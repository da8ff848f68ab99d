package words

import (
	"strconv"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
)

// Explanation says why a hand is worth what it is worth.
type Explanation struct {
	Reason  Phrase   // why this side has won, or nobody (RULES c)
	Items   []Phrase // each item with its points as the winner sees them, as Re does if nobody has won
	Factors []Phrase // what the sum of the items is multiplied with
	Notes   []Phrase // noted, but not counted in this hand
}

// Explain explains the result that Score gave for this hand under these rules.
func Explain(r doppelkopf.Rules, h doppelkopf.Hand, res tally.Result) Explanation {
	e := Explanation{Reason: reason(r, h, doppelkopf.Party(res.Winner)), Factors: factors(r, h, res)}
	for _, l := range res.Lines {
		e.Items = append(e.Items, item(h, l, doppelkopf.Party(res.Winner)))
	}
	for _, l := range res.Notes {
		e.Notes = append(e.Notes, say("explain.note", "What", say("item."+l.Kind)))
	}
	return e
}

// party is the name of a side.
func party(p doppelkopf.Party) Phrase { return say("party." + string(p)) }

// item is one line of a result as a sentence.
func item(h doppelkopf.Hand, l tally.Line, winner doppelkopf.Party) Phrase {
	own := doppelkopf.Party(l.Party)
	points := Points(l.Points)
	if winner == "" {
		winner = doppelkopf.Re
	}
	if own != winner {
		points = -points
	}
	args := []any{"Party", party(own), "Loser", party(own.Other()), "Points", points}
	key := "explain." + l.Kind
	if n := howOften(h, l); n > 1 {
		key += "_many"
		args = append(args, "Times", n)
	}
	return Phrase{Key: key, Args: args}
}

// howOften is how often a special point happened, 1 for every other item.
func howOften(h doppelkopf.Hand, l tally.Line) int {
	n := 0
	for _, sp := range h.Specials {
		if sp.Kind == l.Kind && string(sp.Party) == l.Party {
			n += sp.Count
		}
	}
	return max(n, 1)
}

// factors are doubling announcements, Bock and the solo.
func factors(r doppelkopf.Rules, h doppelkopf.Hand, res tally.Result) []Phrase {
	var list []Phrase
	if r.AnsageMode == doppelkopf.Double && res.Winner != "" {
		if h.ReCall.Said() {
			list = append(list, say("explain.doubled", "Party", party(doppelkopf.Re)))
		}
		if h.KontraCall.Said() {
			list = append(list, say("explain.doubled", "Party", party(doppelkopf.Kontra)))
		}
	}
	for range h.Bock {
		list = append(list, say("explain.bock", "Factor", r.BockMultiplier))
	}
	if h.Solo() {
		list = append(list, say("explain.solo", "Factor", r.SoloMultiplier))
	}
	return list
}

// reason follows the table of winners (RULES c): what decided, and how near it was.
func reason(r doppelkopf.Rules, h doppelkopf.Hand, winner doppelkopf.Party) Phrase {
	re, kontra := h.ReCall.Highest(), h.KontraCall.Highest()
	switch {
	case re == doppelkopf.NoDenial && kontra == doppelkopf.NoDenial:
		return moreThanHalf(r, h, winner)
	case kontra == doppelkopf.NoDenial:
		return denied(h, doppelkopf.Re)
	case re == doppelkopf.NoDenial:
		return denied(h, doppelkopf.Kontra)
	case winner == "":
		return say("why.both_failed", "First", denied(h, doppelkopf.Re), "Second", denied(h, doppelkopf.Kontra))
	default:
		return say("why.both", "First", denied(h, winner), "Second", denied(h, winner.Other()))
	}
}

// moreThanHalf is about a hand without denials.
func moreThanHalf(r doppelkopf.Rules, h doppelkopf.Hand, winner doppelkopf.Party) Phrase {
	onlyKontra := h.KontraCall.Said() && !h.ReCall.Said()
	draw := r.Tie120 == doppelkopf.TieDraw
	had := say("why.had", "Had", augen(h, doppelkopf.Re))
	switch {
	case draw && h.ReAugen.Exact() && h.ReAugen.From == 120:
		if winner == "" {
			return say("why.draw")
		}
		return say("why.draw_announced", "Party", party(winner.Other()))
	case onlyKontra && (draw || r.KontraOnlyNeeds121):
		return say("why.only_kontra", "Had", had)
	default:
		return say("why.needed", "Party", party(doppelkopf.Re), "Need", 121, "Had", had)
	}
}

// denied says what a side needed after its denial and whether it got there.
func denied(h doppelkopf.Hand, p doppelkopf.Party) Phrase {
	d := h.ReCall.Highest()
	if p == doppelkopf.Kontra {
		d = h.KontraCall.Highest()
	}
	if d == doppelkopf.Schwarz {
		if h.NoTrick == p.Other() {
			return say("why.all_tricks", "Party", party(p))
		}
		return say("why.not_all_tricks", "Party", party(p))
	}
	had := say("why.had", "Had", augen(h, p))
	return say("why.denied", "Party", party(p), "Need", 121+30*int(d), "Denial", denial(d), "Had", had)
}

// denial is the name of a step.
func denial(d doppelkopf.Denial) Phrase {
	return say([...]string{"", "denial.k90", "denial.k60", "denial.k30", "denial.schwarz"}[d])
}

// augen is what is known of a side's Augen: "148" or "121–150".
func augen(h doppelkopf.Hand, p doppelkopf.Party) string {
	from, to := h.ReAugen.From, h.ReAugen.To
	if p == doppelkopf.Kontra {
		from, to = 240-to, 240-from
	}
	if from == to {
		return strconv.Itoa(from)
	}
	return strconv.Itoa(from) + "–" + strconv.Itoa(to)
}
