package main

import (
	"fmt"
	"strings"
	"testing"

	"doko/tournament"
	"doko/web/webtest"
)

// A round of compulsory solos only, in English and at night: the page names whose turn it is, and knows when the
// list is complete. The points are worked out by hand.
func TestCompulsorySolosInBrowser(t *testing.T) {
	b := webtest.Start(t)
	onEachDatabase(t, func(t *testing.T, db string) { compulsorySolos(t, b, db) })
}

func compulsorySolos(t *testing.T, b *webtest.Browser, db string) {
	t.Helper()
	format := tournament.DefaultFormat()
	format.HandsPerRound, format.HandsAtFive = 4, 5
	e := prepareFormat(t, db, 4, format)
	p := startProgram(t, db)
	device := webtest.Phone()
	device.Dark = true
	phone := b.Visitor(t, p.base, device)
	phone.Keep(webtest.EveryPage)
	phone.Visit("/k/" + e.keys[0])
	phone.Follow("header a[lang=en]")
	if got := phone.Attribute("html", "lang"); got != "en" {
		t.Fatalf("the page is in %q", got)
	}
	h := &hall{t: t, p: p, phone: phone, four: fmt.Sprintf("/tables/%d", e.tables[0]), name: strings.ReplaceAll(t.Name(), "/", "_")}
	h.fours = phone.Texts("#hand-form input[name=re] + span")
	h.shot(phone, "forced")
	h.forced(2)
	h.hand("contract=normal", "re=1", "re=3", "range=121-150") // a slip: a solo would be missing for good
	h.shot(phone, "refused")
	phone.Says("main", "has to play the compulsory solo now")
	phone.Visit(h.four)
	h.forced(2)
	h.hand("solo=solo_kreuz", "range=121-150") // who plays is known
	h.forced(3)
	h.hand("solo=solo_fleischlos", "range=121-150")
	h.forced(4)
	h.hand("solo=solo_buben", "range=90-119") // lost: three times −1
	h.shot(phone, "solo_lost")
	h.forced(1)
	h.hand("solo=solo_karo", "range=121-150")
	h.shot(phone, "complete")
	h.totals("+2", "+2", "+2", "−6")
	phone.Gone(".owed")
	phone.Gone("#table-finish .notice")
	phone.Follow(`form[action$="/submit"] button`)
	h.shot(phone, "submitted")
}

// forced fails unless the head names the player at a position as the one who has to play a solo.
func (h *hall) forced(position int) {
	h.t.Helper()
	name := strings.Fields(h.fours[position-1])
	h.phone.Says("#table-head .state.bad", strings.Join(name[:2], " ")[:len("Spieler X")])
}
