package web

import (
	"crypto/rand"
	"testing"

	"doko/tournament/desk"
	"doko/tournament/sheet"
)

// KNOWN_PAINS 3: what the players have in all is 0 but for the penalties, and the page says so.
func TestSumCheckOnRanking(t *testing.T) {
	e := newEvening(t, nil)
	four := e.table(4)
	e.enter(four, `{"winners":[1,2],"value":3}`)
	b := e.deskBrowser()
	d := b.get(e.home() + "/standings").ok(200).doc()
	d.want("#ranking", "Summe 0, Strafpunkte 0")
	for _, seat := range four.Seats[:2] {
		_, err := e.d.AddPenalty(e.ctx(), e.by, desk.PenaltyEntry{Op: rand.Text(), Entry: seat.Entry, Round: 1, Points: -3, Reason: "Handy"})
		e.must(err)
	}
	b.get(e.home()+"/standings").ok(200).doc().want("#ranking", "Summe 0, Strafpunkte −6")
	_, err := e.d.AddOffence(e.ctx(), e.by, desk.OffenceEntry{
		Op: rand.Text(), Table: four.Table.ID, Hand: 1, Case: sheet.Case{Offender: 1, Offence: sheet.Minor}, Reason: "vorgeworfen",
	})
	e.must(err)
	b.get(e.home()+"/standings").ok(200).doc().want("#ranking", "Summe 0, Strafpunkte −9, Gutschriften +3")
}
