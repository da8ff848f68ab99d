package web

import (
	"net/url"
	"testing"
)

// A plan typed by hand: mistakes are named, wishes not met have to be accepted.
func TestPlanOnPage(t *testing.T) {
	e := newEvening(t, nil)
	b := e.deskBrowser()
	b.get(e.home()+"/rounds/1/draw").ok(200).doc().want("main", "fertigen Plan eingeben")
	page := b.get(e.home() + "/rounds/1/plan").ok(200)
	page.with("form.narrow", url.Values{"text": {"1 2 3 4\n5 6 7 zehn"}, "reason": {"x"}}).ok(422).doc().want(".faults", "„zehn“ ist keine Startnummer")
	page.with("form.narrow", url.Values{"text": {"1 2 3 4\n5 6 7 8"}, "reason": {"x"}}).ok(422).doc().want(".faults", "hat keinen Platz")
	page.with("form.narrow", url.Values{"text": {"1 2 3 4\n5 6 7 8 9"}}).ok(422).doc().want(".faults", "Grund")
	page.with("form.narrow", url.Values{"text": {"1 2 3 4\r\n5\t6\t7\t8\t9\r\n"}, "reason": {"Plan vom Verband"}}).follow().ok(200).doc().want(".flash", "nach Ihrem Plan")
	now, err := e.d.Seating(e.ctx(), e.by, e.cup.ID, 1)
	e.must(err)
	if now.Tables[0].Seats[3].StartNo != 4 || now.Tables[1].Table.Size != 5 {
		t.Errorf("tables %+v", now.Tables)
	}
	b.get(e.home()+"/rounds/1/lot").ok(200).doc().want("main", "Frühere Auslosungen")
}
