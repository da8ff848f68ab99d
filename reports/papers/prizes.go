package papers

import (
	"slices"
	"strings"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/standings"
	"doko/web/i18n"
)

// Prize is what a line of the ranking wins, in words; "" = nothing. Who shares a thing with others reads that the director decides.
func Prize(p *i18n.Printer, a standings.Award, currency string) string {
	open := ""
	if len(a.Open) > 0 {
		open = p.T("prize.open", "Goods", strings.Join(a.Open, ", "))
	}
	return prize(p, a, currency, open)
}

func prize(p *i18n.Printer, a standings.Award, currency, open string) string {
	var parts []string
	if a.Cents != 0 {
		parts = append(parts, p.Money(int64(a.Cents), currency))
	}
	parts = append(parts, a.Goods...)
	if open != "" {
		parts = append(parts, open)
	}
	return strings.Join(parts, " · ")
}

// PrizeNotes are the rules of sharing that a ranking's prizes needed, as sentences.
func PrizeNotes(p *i18n.Printer, awards []standings.Award) []string {
	var notes []string
	shared := func(a standings.Award) bool { return a.Shared > 1 && a.Cents > 0 }
	if slices.ContainsFunc(awards, shared) {
		notes = append(notes, p.T("prize.note_shared"))
	}
	if slices.ContainsFunc(awards, func(a standings.Award) bool { return a.Odd }) {
		notes = append(notes, p.T("prize.note_odd"))
	}
	var open []string
	for _, a := range awards {
		if goods := strings.Join(a.Open, ", "); goods != "" && !slices.Contains(open, goods) {
			open = append(open, goods)
			notes = append(notes, p.T("prize.note_open", "Goods", goods))
		}
	}
	return notes
}

// prizes are the prizes of a ranking's lines, for those who work at the desk; nil for others and where there are none.
func (pr *press) prizes(s desk.Standings) []standings.Award {
	if !pr.by.May(tournament.Helper, pr.t.Organisation, pr.t.ID) {
		return nil
	}
	return s.Awards()
}

// briefly is a prize in the narrow column of a paper: things that are shared get a star, which the note below explains.
func (pr *press) briefly(a standings.Award) string {
	open := ""
	if len(a.Open) > 0 {
		open = strings.Join(a.Open, ", ") + " *"
	}
	return prize(pr.p, a, pr.t.Currency, open)
}
