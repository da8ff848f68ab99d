package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"doko/web/webtest"
)

// KNOWN_PAINS 37 and 41 in a browser: an impatient Enter stores one result, two desks that save the same table see both versions, and a
// slip of the finger changes nothing on a list, be it open or confirmed.
func TestResultsInBrowser(t *testing.T) {
	b := webtest.Start(t)
	onEachDatabase(t, func(t *testing.T, db string) {
		tr := &trouble{t: t, b: b, e: prepareEvening(t, db, 8), p: startProgram(t, db)}
		tr.twoDesks()
		tr.slips()
	})
}

// office is a desk's computer at which the director has signed in.
func (tr *trouble) office() *webtest.Tab {
	tr.t.Helper()
	tab := tr.b.Visitor(tr.t, tr.p.base, webtest.Desk())
	tab.Keep(webtest.EveryPage)
	tab.Visit("/sign-in")
	tab.Type("#f-name", "anna")
	tab.Type("#f-password", "zwoelf Fuechse")
	tab.Follow("main form .main")
	return tab
}

// twoDesks have the totals of one table open.
func (tr *trouble) twoDesks() {
	tr.t.Helper()
	one, two := tr.office(), tr.office()
	address := fmt.Sprintf("/tables/%d", tr.e.tables[1])
	for _, tab := range []*webtest.Tab{one, two} {
		tab.Visit(address + "/totals")
		tab.Tap("#f-solos input")
	}
	for i, points := range []string{"9", "-3", "-3", "-3"} {
		one.Type(fmt.Sprintf("#f-total_%d", i+1), points)
	}
	for range 3 {
		one.Press("Enter")
	}
	one.Says(".flash", "gespeichert")
	if got := one.Text("#table-sheet"); strings.Count(got, "+9") != 1 || len(one.Texts("#table-sheet del")) != 0 {
		tr.t.Errorf("after three times Enter the list says %s", got)
	}
	for i, points := range []string{"12", "-4", "-4", "-4"} {
		two.Type(fmt.Sprintf("#f-total_%d", i+1), points)
	}
	two.FollowKey("Enter")
	two.Says("[role=alert]", "Inzwischen hat anna um ")
	if got := two.Text("main table"); !strings.Contains(got, "+9") || !strings.Contains(got, "+12") {
		tr.t.Errorf("the second desk does not see both versions: %s", got)
	}
	two.Shot(strings.ReplaceAll(tr.t.Name(), "/", "_") + "_both_totals")
	two.Follow(`main a[href="` + address + `"].button`) // what is stored stays
	two.Says("#table-sheet", "+9")
}

// slips taps about on a list.
func (tr *trouble) slips() {
	tr.t.Helper()
	h := tr.phone(tr.t, 0, webtest.Phone())
	h.hand("re=1", "re=3", "range=151-180")
	version := func() int {
		var table struct{ Version int }
		tr.p.api(tr.t, tr.e.token, http.MethodGet, fmt.Sprintf("/api/v1/tables/%d", tr.e.tables[0]), "", &table)
		return table.Version
	}
	was := version()
	for i := 1; i <= 4; i++ {
		h.phone.Tap(fmt.Sprintf("#table-sheet tbody tr:first-child td:nth-of-type(%d)", i))
	}
	h.phone.Tap("#table-sheet .undo summary") // opens, no more
	h.phone.Follow("#table-sheet tbody th a") // the number leads to a form of its own, which asks for a reason
	h.phone.Send("#hand-form .stick button.main")
	if !h.phone.Shows("#hand-form .fault") && !h.phone.Shows(".faults") {
		tr.t.Errorf("a correction without a reason: %s", h.phone.Text("main"))
	}
	if now := version(); now != was {
		tr.t.Errorf("taps on an open list changed it from version %d to %d", was, now)
	}
	tr.p.api(tr.t, tr.e.token, http.MethodPost, fmt.Sprintf("/api/v1/tables/%d/confirm", tr.e.tables[0]), fmt.Sprintf(`{"op":"confirm-slips","version":%d,"reason":"Zeit ist um"}`, was), nil)
	h.phone.Visit(h.four)
	h.phone.Says("#table-head", "Bestätigt")
	h.shot(h.phone, "confirmed")
	was = version()
	for i := 1; i <= 4; i++ {
		h.phone.Tap(fmt.Sprintf("#table-sheet tbody tr:first-child td:nth-of-type(%d)", i))
	}
	h.phone.Tap("#table-sheet tbody th")
	if h.phone.Shows("#hand-form") || h.phone.Shows("#table-sheet .undo") || h.phone.Shows("#table-sheet tbody a") || h.phone.Shows("main form") {
		tr.t.Errorf("a confirmed list can be changed: %s", h.phone.Text("main"))
	}
	if now := version(); now != was || h.phone.Address() != h.four {
		tr.t.Errorf("taps on a confirmed list lead to %s and version %d, was %d", h.phone.Address(), now, was)
	}
	desk := tr.office()
	desk.Visit(h.four)
	if desk.Shows("#hand-form") || desk.Shows("#table-sheet tbody a") {
		tr.t.Error("a confirmed list has open fields at the desk")
	}
	desk.Tap("#table-finish .unlock summary")
	desk.Type("#f-unlock", "Spiel 1: nur 140 Augen")
	desk.Follow("#table-finish .unlock button")
	desk.Says(".flash", "wieder offen")
	h.phone.Says("#table-sheet tbody a", "1")
}
