package web

import (
	"errors"
	"maps"
	"slices"

	"doko/scoring/doppelkopf"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/sheet"
)

// The ways a hand can stand to the compulsory solo that is due, as the script names them.
const (
	soloFree  = "free"  // nobody has to play one now
	soloDue   = "due"   // who has to plays it
	soloOther = "other" // somebody else plays a solo
	soloNone  = "none"  // nobody plays a solo although one is due
)

// brokenBy are the codes of what goes against the order of the session, for a page without a network: by how the hand stands to the
// solo that is due, the kind as noted, and whether the soloist owes one. What breaks nothing is left out.
func brokenBy(r doppelkopf.SessionRules) map[string]string {
	codes := map[string]string{}
	for _, kind := range []doppelkopf.SoloKind{"", doppelkopf.Compulsory, doppelkopf.Voluntary, doppelkopf.Forced} {
		for owes, word := range map[bool]string{true: "owes", false: "quit"} {
			for way, at := range map[string]sheet.Solo{soloFree: {Soloist: 1}, soloDue: {Must: 1, Soloist: 1}, soloOther: {Must: 2, Soloist: 1}, soloNone: {Must: 2}} {
				at.Kind, at.Owes = kind, owes
				if code := at.Breaks(r); code != "" {
					codes[way+" "+word+" "+string(kind)] = code
				}
			}
		}
	}
	return codes
}

// soloBreaks are the codes whose sentences the script can say by itself.
func soloBreaks() []string {
	return []string{sheet.SoloForced, sheet.SoloOrder, sheet.SoloNotOwed, sheet.SoloNotForced}
}

// onlyOrder reports whether nothing but the order of the session stands against a hand: it has a value all the same.
func onlyOrder(err error) bool {
	var ps tournament.Problems
	return errors.As(err, &ps) && !slices.ContainsFunc(ps, func(p *tournament.Problem) bool { return p.Hint != "break_staff" && p.Hint != "break_note" })
}

// missing says what is wrong with the hand of the page's form. Beside a value there is little room: names are short there.
func (v *previewView) missing(b Base, seats []desk.SeatView) {
	for _, p := range b.Form.problems {
		shown := *p
		shown.Args = maps.Clone(p.Args)
		for _, key := range []string{"Name", "Must", "Out"} {
			if name, ok := p.Args[key].(string); ok && len(v.Points) > 0 {
				shown.Args[key] = shortName(seats, name)
			}
		}
		text, _ := pageText(b.Printer, &shown)
		v.Missing = append(v.Missing, text)
	}
}
