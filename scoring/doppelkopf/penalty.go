package doppelkopf

import (
	"strconv"

	"doko/scoring/fields"
)

// Severity says how bad an offence was (TSR 9).
type Severity string

// The severities.
const (
	Irrelevant Severity = "irrelevant" // no influence on the hand
	Minor      Severity = "minor"      // geringfügig
	Major      Severity = "major"      // schwerwiegend: may decide who wins
	Unsporting Severity = "unsporting" // set by the Schiedsgericht
)

// Penalty is one offence. Positions are 1 to 5, 0 means nobody.
type Penalty struct {
	Offender     int
	Severity     Severity
	SittingOut   int
	Soloist      int  // 0 in a normal game
	HarmsSoloist bool // a minor offence by an opponent of the soloist that can hurt him
	Denials      int  // denials the side opposed to the offender had made, 0 to 4
	Points       int  // only for unsporting conduct: 0 to 12
}

// ScorePenalty says what an offence costs and who gets it, by position at a table of seats players (RULES d).
func ScorePenalty(r Rules, seats int, p Penalty) []int {
	points := make([]int, seats)
	cost, toSoloist := 0, false
	against := p.Soloist != 0 && p.Soloist != p.Offender
	switch p.Severity {
	case Minor:
		cost, toSoloist = r.PenaltyMinor, against && p.HarmsSoloist
	case Major:
		cost, toSoloist = r.PenaltyMajor+r.PenaltyMajorPerAbsage*p.Denials, against
	case Unsporting:
		points[p.Offender-1] = -p.Points
		return points
	}
	if toSoloist {
		points[p.Soloist-1] = cost
	} else {
		for i := range points {
			if i+1 != p.SittingOut {
				points[i] = cost / 3
			}
		}
	}
	points[p.Offender-1] = -cost
	return points
}

// ParsePenalty reads an offence with its players by name (VECTORS) and returns the names by position. The error is
// tally.Problems.
func ParsePenalty(n fields.Node) (Penalty, []string, error) {
	d := decoder{node: n, named: true}
	d.problems = n.Unknown("hand", []string{
		"game", "players", "sitting_out", "offender", "severity", "soloist",
		"harms_soloist", "absagen", "points",
	})
	var p Penalty
	d.players()
	if !d.read(fSeats | fSittingOut) {
		return p, nil, d.problems
	}
	d.sittingOut()
	c := checker{rules: d.rules, seats: d.seats, hand: d.out, needDealer: true, unread: d.unread}
	c.table()
	d.problems = append(d.problems, c.problems...)
	p.SittingOut = d.out.SittingOut
	if offender, ok := n.Get("offender"); ok {
		p.Offender = d.active("offender", offender)
	} else {
		d.missing(0, "offender")
	}
	if soloist, _ := n.Get("soloist"); soloist.Kind != fields.Null {
		p.Soloist = d.active("soloist", soloist)
	}
	d.severity(&p)
	return p, d.names, d.problems.OrNil()
}

// active reads a player who holds cards.
func (d *decoder) active(key string, n fields.Node) int {
	pos, ok := d.position(n)
	if !ok || pos == d.out.SittingOut {
		d.fault("unknown_player", 0, key, n, joinWords(d.playing()))
		return 0
	}
	return pos
}

func (d *decoder) severity(p *Penalty) {
	severity, ok := d.node.Get("severity")
	if !ok {
		d.missing(0, "severity")
	}
	word, _ := severity.Word()
	p.Severity = Severity(word)
	if ok && !p.Severity.Known() {
		d.fault("bad_penalty", 0, "severity", severity, "irrelevant, minor, major, unsporting")
	}
	harms, _ := d.node.Get("harms_soloist")
	if p.HarmsSoloist, ok = harms.Flag(); !ok && harms.Kind != fields.Null {
		d.fault("bad_penalty", 0, "harms_soloist", harms, "true, false")
	}
	p.Denials = d.upTo("absagen", 4)
	p.Points = d.upTo("points", 12)
	if points, _ := d.node.Get("points"); points.Kind != fields.Null && p.Severity.Known() && p.Severity != Unsporting {
		d.fault("bad_penalty", 0, "points", points, "null")
	}
}

// Known reports whether s is one of the severities.
func (s Severity) Known() bool {
	return s == Irrelevant || s == Minor || s == Major || s == Unsporting
}

func (d *decoder) upTo(key string, limit int) int {
	n, _ := d.node.Get(key)
	if n.Kind == fields.Null {
		return 0
	}
	v, ok := n.Int()
	if !ok || v < 0 || v > limit {
		d.fault("bad_penalty", 0, key, n, "0 … "+strconv.Itoa(limit))
		return 0
	}
	return v
}
