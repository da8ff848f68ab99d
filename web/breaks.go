package web

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/sheet"
)

// Noting reports whether the form asks for a note: the hand breaks the order of the session, and who enters it may keep it.
func (h handView) Noting() bool {
	if h.Correct {
		return false
	}
	return h.Value("note") != "" || slices.ContainsFunc(h.Form.problems, func(p *tournament.Problem) bool { return p.Hint == "break_note" })
}

// note says what of a row breaks the order of the session, and why it stands there all the same; both "" if nothing does.
func (p tablePage) note(r desk.RowView) (string, string) {
	var broken []string
	for _, code := range r.Breaks {
		broken = append(broken, p.T("break."+code))
	}
	why := r.Current.Reason
	if r.Current.Revision > 1 && len(broken) == 0 { // it stands with the version it replaced
		why = ""
	}
	return strings.Join(broken, " · "), why
}

// Unplayed are links to the penalties of those who have not played their compulsory solo, once all hands are played: whether that costs
// points is the director's decision.
func (p tablePage) Unplayed() []Option {
	if p.V.Next != nil || !p.Referees() {
		return nil
	}
	var list []Option
	for _, f := range p.V.Faults {
		if f.Code != sheet.SoloMissing {
			continue
		}
		var last desk.SeatView // who sits there at the end
		for _, seat := range p.V.Seats {
			if seat.Position == f.Position {
				last = seat
			}
		}
		query := url.Values{"entry": {fmt.Sprint(last.Entry)}, "round": {fmt.Sprint(p.V.Round.Number)}, "reason": {p.T("solo_policy.reason")}}
		list = append(list, Option{
			Text: p.T("solo_policy.penalty", "Name", tournament.Isolated(last.Name)), Value: tournamentAddress(p.V.Tournament) + "/penalties?" + query.Encode(),
		})
	}
	return list
}
