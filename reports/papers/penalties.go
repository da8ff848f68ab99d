package papers

import (
	"doko/tournament/desk"
	"doko/web/i18n"
)

// PenaltyNotes say where the penalties of a ranking are inside the points, so that nobody takes them off once more; none without penalties.
func PenaltyNotes(p *i18n.Printer, lines []desk.StandingLine) []string {
	inside, outside := false, false
	for _, l := range lines {
		rest := l.Total // what belongs to no round
		for _, points := range l.Rounds {
			if points != nil {
				rest -= *points
			}
		}
		inside = inside || l.Penalty != 0 && l.Penalty != rest
		outside = outside || l.Penalty != 0 && rest != 0
	}
	var notes []string
	if inside {
		notes = append(notes, p.T("report.penalty_inside"))
	}
	if outside {
		notes = append(notes, p.T("report.penalty_outside"))
	}
	return notes
}
