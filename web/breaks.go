package web

import (
	"slices"
	"strings"

	"doko/tournament"
	"doko/tournament/desk"
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
