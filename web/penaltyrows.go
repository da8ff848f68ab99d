package web

import (
	"fmt"
	"slices"

	"doko/tournament"
)

// penaltyRow is a penalty as a line of the sheet, at its hand: what each position gets, beside the running totals and not in them.
type penaltyRow struct {
	Label              string // "Strafe in Spiel 7"
	Name, Reason, Rule string
	Own                string   // what the offender has
	Points             []string // by position, "" for nothing
}

// PenaltiesAt are the penalties of a hand that stand on the sheet; those of no hand have 0.
func (p tablePage) PenaltiesAt(hand int) []penaltyRow {
	var list []penaltyRow
	for _, pen := range p.V.Penalties {
		if pen.Void || pen.Hand != hand {
			continue
		}
		row := penaltyRow{Reason: pen.Reason, Own: p.Points(pen.Points), Label: p.T("penalty.label")}
		if hand > 0 {
			row.Label = p.T("penalty.label_hand", "Hand", hand)
		}
		if pen.Offence != "" {
			row.Rule = p.rowText(pen.Offence)
		}
		for i, n := range p.V.PenaltyShares(pen) {
			row.Points = append(row.Points, "")
			if n != 0 {
				row.Points[i] = p.Points(n)
			}
		}
		for _, s := range p.V.Seats {
			if s.Entry == pen.Entry {
				row.Name = s.Name
			}
		}
		list = append(list, row)
	}
	return list
}

// penalise puts the penalties at the last row of their hands.
func (p tablePage) penalise(rows []sheetRow) {
	last := map[int]int{} // hand → index of its last row
	for i, r := range p.V.Rows {
		if !rows[i].Void {
			last[r.Number] = i
		}
	}
	for hand, i := range last {
		rows[i].Penalties = p.PenaltiesAt(hand)
	}
}

// Penalised are the penalties whose hand has no row on the sheet, and those of the whole round.
func (p tablePage) Penalised() []penaltyRow {
	shown := map[int]bool{}
	for i, r := range p.Sheet() {
		shown[p.V.Rows[i].Number] = shown[p.V.Rows[i].Number] || !r.Void && p.V.Totals == nil
	}
	var list []penaltyRow
	done := map[int]bool{}
	for _, pen := range p.V.Penalties {
		if !shown[pen.Hand] && !done[pen.Hand] {
			done[pen.Hand] = true
			list = append(list, p.PenaltiesAt(pen.Hand)...)
		}
	}
	return list
}

// PenaltySums are the penalties and credits of the table by position, and what the players have with them; nil without penalties.
func (p tablePage) PenaltySums() []penaltySum {
	if !slices.ContainsFunc(p.V.Penalties, func(pen tournament.Penalty) bool { return !pen.Void }) {
		return nil
	}
	sums := p.V.PenaltyTotals()
	list := make([]penaltySum, len(sums))
	for i, n := range sums {
		list[i] = penaltySum{p.Points(n), p.Points(p.V.Running[i] + n)}
	}
	return list
}

// penaltySum is what one position has of penalties, and in all.
type penaltySum struct{ Points, Total string }

// Check is the proof of the sums of the sheet: "Summe 0, Strafpunkte −6"; "" without penalties.
func (p tablePage) Check() string {
	if p.PenaltySums() == nil {
		return ""
	}
	sum := 0
	for _, n := range p.V.PenaltyTotals() {
		sum += n
	}
	return p.T("report.sum", "Sum", p.Sum(), "Penalties", p.Points(sum))
}

// Referees reports whether who asks may give penalties at the table.
func (p tablePage) Referees() bool {
	t := p.V.Tournament
	return t.Rules.Doppelkopf != nil && t.Phase != tournament.Finished && p.Actor.May(tournament.Referee, t.Organisation, t.ID)
}

// Offence is the page of a new penalty at the table.
func (p tablePage) Offence() string {
	return fmt.Sprintf("%s/penalties/offence?table=%d", tournamentAddress(p.V.Tournament), p.V.Table.ID)
}
