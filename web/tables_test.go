package web

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
)

func TestKeyDoor(t *testing.T) {
	e := newEvening(t, nil)
	four, five := e.table(4), e.table(5)
	b, page := e.phone(four)
	if !strings.HasSuffix(page.url, tableAddress(four.Table.ID)) {
		t.Errorf("the key leads to %s", page.url)
	}
	d := page.doc()
	d.want("h1", "Tisch 1")
	d.want(".table-head", shortName(four.Seats, four.Seats[0].Name)+" gibt")
	for _, seat := range four.Seats {
		d.in(`[data-re] span[translate=no]`)
		if !strings.Contains(d.text("[data-re]"), seat.Name) {
			t.Errorf("%s has no key", seat.Name)
		}
	}
	other := tableAddress(five.Table.ID)
	b.get(other).ok(http.StatusForbidden).doc().want("main", "Recht")
	b.post(other+"/hands", normalHand).ok(http.StatusForbidden)
	b.post(other+"/totals", typed("op", rand.Text())).ok(http.StatusForbidden)
	b.get(tableAddress(four.Table.ID) + "/key").ok(http.StatusForbidden)
	b.post(tableAddress(four.Table.ID)+"/unlock", typed("op", rand.Text())).ok(http.StatusForbidden)
	if n := len(e.view(five).Rows); n != 0 {
		t.Errorf("%d rows at the other table", n)
	}
	b.get("/tables/99999").ok(http.StatusNotFound)
	b.get("/tables/0").ok(http.StatusNotFound)
	b.get("/tables/x").ok(http.StatusNotFound)

	stranger := newBrowser(t, e.ts)
	stranger.get("/k/wrong").ok(http.StatusForbidden).doc().want("main", "QR-Code gilt nicht")
	stranger.get(tableAddress(four.Table.ID)).ok(http.StatusUnauthorized)
	stranger.post(tableAddress(four.Table.ID)+"/hands", normalHand).ok(http.StatusUnauthorized)
	token, err := e.d.NewToken(e.ctx(), e.by, "anna")
	e.must(err)
	stranger.get("/k/" + token).ok(http.StatusForbidden) // a token for scripts is no table card

	old := e.key(four)
	e.must(e.d.RevokeKey(e.ctx(), e.by, four.Table.ID))
	stranger.get("/k/" + old).ok(http.StatusForbidden)
	b.get(tableAddress(four.Table.ID)).ok(http.StatusUnauthorized)
	page.with("#hand-form", normalHand).ok(http.StatusUnauthorized)
	if n := len(e.view(four).Rows); n != 0 {
		t.Errorf("%d rows by an old key", n)
	}
}

func TestKeyPage(t *testing.T) {
	e := newEvening(t, nil)
	b := e.deskBrowser()
	page := b.get(tableAddress(e.table(4).Table.ID) + "/key").ok(200)
	d := page.doc()
	d.in("svg.qr path")
	link := d.attr("main a[href*='/k/']", "href")
	if link != e.ts.URL+"/k/"+e.key(e.table(4)) {
		t.Errorf("the code holds %s", link)
	}
	after := page.with("details form", nil).follow().ok(200).doc()
	if now := after.attr("main a[href*='/k/']", "href"); now == link {
		t.Error("the key is the same after it was revoked")
	}
}

func TestTotalsFromPaper(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, _ := e.phone(table)
	address := tableAddress(table.Table.ID)
	form := b.get(address + "/totals").ok(200)
	wrong := form.with("form[data-sums]", typed("total_1", "12", "total_2", "viel", "total_3", "", "total_4", "99999")).ok(422).doc()
	if got := wrong.texts(".total .fault"); len(got) != 3 {
		t.Errorf("faults %v", got)
	}
	wrong.in("input[name=total_2][value=viel]")
	page := form.with("form[data-sums]", typed("total_1", "12", "total_2", "−4", "total_3", "-4", "total_4", "-3", "solos", "1", "solos", "2")).follow().ok(200)
	d := page.doc()
	d.want(".flash", "gespeichert")
	if got := d.texts(".totals td"); !slices.Equal(got, []string{"+12", "−4", "−4", "−3", "+1"}) {
		t.Errorf("the sheet says %v", got)
	}
	d.want("#table-finish .notice", "geht nicht auf: Summe +1")
	d.want("#table-finish .notice", "Pflichtsolo fehlt: "+table.Seats[2].Name)
	d.none("form.hand")

	edit := b.get(address + "/totals").ok(200)
	edit.doc().in("input[name=solos][value='2'][checked]")
	edit.with("form[data-sums]", typed("total_4", "-4")).ok(422).doc().want(".wrong .fault", "Grund")
	edit.with("form[data-sums]", typed("total_4", "-4", "reason", "verlesen")).seen().follow().ok(200).doc().want("#table-sheet", "verlesen")
	edit.with("form[data-sums]", typed("op", rand.Text(), "reason", "zu spät")).ok(409).doc().want("[role=alert]", "Tisch 1 um")
	b.get(address+"/totals").with("details form", typed("reason", "doch einzeln")).seen().follow().ok(200).doc().in("form.hand")
	if v := e.view(table); v.Totals != nil || len(v.OldTotals) != 3 {
		t.Errorf("%v and %d old versions", v.Totals, len(v.OldTotals))
	}
}

func TestHandIn(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, page := e.phone(table)
	page.doc().want("#table-finish .notice", "Es fehlen 24 Spiele")
	early := page.with("#table-finish form", nil).ok(409).doc()
	early.want(".faults", table.Seats[0].Name)
	e.fill(table)
	address := tableAddress(table.Table.ID)
	full := b.get(address).ok(200)
	d := full.doc()
	d.want("#table-finish", "vollständig")
	d.none("form.hand")
	page.with("#table-finish form", typed("op", rand.Text())).ok(409) // the version of the empty sheet
	sent := full.with("#table-finish form", nil).follow().ok(200).doc()
	sent.want(".table-head", "Abgegeben")
	sent.none("#table-finish form")

	office := e.deskBrowser()
	seen := office.get(address).ok(200)
	done := seen.with("#table-finish form[action$=confirm]", nil).follow().ok(200)
	dd := done.doc()
	dd.want(".table-head", "Bestätigt")
	dd.none("tbody th a")
	b.get(address + "/hands/3").ok(200).doc().none("form.hand")
	locked := page.with("#hand-form", typed("op", rand.Text(), "number", "24", "base", "1", "reason", "x", "re", "1", "re", "2", "range", "120")).ok(409).doc()
	locked.in(".faults li")
	done.with("#table-finish form[action$=unlock]", typed("reason", " ")).ok(422).doc().want(".unlock[open] .fault", "Grund")
	done.with("#table-finish form[action$=unlock]", typed("op", rand.Text(), "reason", "Spiel 7 prüfen")).follow().ok(200).doc().want(".flash", "wieder offen")
	if v := e.view(table); v.Table.Phase != tournament.TableOpen {
		t.Errorf("phase %s", v.Table.Phase)
	}
}

// A sheet that does not add up is confirmed by a director who says why, and by nobody else.
func TestConfirmWithReason(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	_, err := e.d.EnterTotals(e.ctx(), e.by, desk.TotalsEntry{Op: rand.Text(), Table: table.Table.ID, Totals: []int{3, 0, 0, 0}, Solos: []int{1, 1, 1, 1}})
	e.must(err)
	page := e.deskBrowser().get(tableAddress(table.Table.ID)).ok(200)
	form := "#table-finish form[action$=confirm]"
	d := page.with(form, typed("reason", "")).ok(422).doc()
	d.want(".faults", "zusammen 3")
	d.in("#f-reason[aria-invalid]")
	page.with(form, typed("op", rand.Text(), "reason", "Zettel verloren")).follow().ok(200).doc().want(".table-head", "Zettel verloren")
}

// With two confirmations the list keeper hands in and the table's second key confirms, not the first.
func TestTwoKeysConfirm(t *testing.T) {
	e := newEvening(t, func(s *desk.Settings) {
		s.Format.Confirm, s.Format.HandsPerRound, s.Format.HandsAtFive, s.Format.CompulsorySolos = tournament.ConfirmTwo, 4, 5, 0
	})
	table := e.table(4)
	b, _ := e.phone(table)
	for range 4 {
		e.enter(table, `{"winners":[1,2],"value":1}`)
	}
	address := tableAddress(table.Table.ID)
	key, err := e.d.SecondKeyOf(e.ctx(), e.by, table.Table.ID)
	e.must(err)
	second := newBrowser(t, e.ts)
	second.get("/k/" + key.Key).follow().ok(200).doc().none("form[action$=confirm]")
	sent := b.get(address).with("form[action$=submit]", nil).follow().ok(200)
	sent.doc().none("form[action$=confirm]")
	b.post(address+"/confirm", typed("op", rand.Text(), "version", "1")).ok(403)
	second.get(address).with("form[action$=confirm]", nil).follow().ok(200).doc().want(".table-head", "Bestätigt")
}

func TestSubstitute(t *testing.T) {
	seats := []desk.SeatView{{Position: 1, Name: "A A", FromHand: 1}, {Position: 1, Name: "B B", FromHand: 5}}
	if nameAt(seats, 1, 4) != "A A" || nameAt(seats, 1, 5) != "B B" {
		t.Error("the substitute has the wrong hands")
	}
	e := newEvening(t, nil)
	table, office := e.table(4), e.deskBrowser()
	address := tableAddress(table.Table.ID)
	office.get(address+"/substitutes").ok(200).doc().want(".notice", "niemand frei")
	_, err := e.d.Register(e.ctx(), e.by, desk.Register{Op: rand.Text(), Tournament: e.cup.ID, Name: "עומר Ersatz", Present: true})
	e.must(err)
	e.enter(table, `{"winners":[1,2],"value":1}`)
	form := office.get(address + "/substitutes").ok(200)
	form.doc().in("input[name=from_hand][value='2']")
	d := form.with("main form", typed("from_hand", "99", "reason", "")).ok(422).doc()
	d.in("#f-from_hand[aria-invalid]")
	d.in("#f-reason[aria-invalid]")
	page := form.with("main form", typed("position", "2", "reason", "nach Hause")).follow().ok(200)
	shown := page.doc()
	shown.want("thead", "עומר")
	shown.want("#table-hand", "\u2068עומר Ersatz\u2069")
	back := office.get(address + "/substitutes").ok(200)
	back.with("details form", typed("reason", "kommt doch")).follow().ok(200).doc().want("thead", shortName(table.Seats, table.Seats[1].Name))
	newBrowser(t, e.ts).get(address + "/substitutes").ok(http.StatusUnauthorized)
}

func TestPenaltyOnSheet(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, _ := e.phone(table)
	_, err := e.d.AddPenalty(e.ctx(), e.by, desk.PenaltyEntry{Op: rand.Text(), Entry: table.Seats[1].Entry, Round: 1, Points: -3, Reason: "falsch bedient"})
	e.must(err)
	b.get(tableAddress(table.Table.ID)).ok(200).doc().want("#table-sheet", "Strafe Søren Ødegård −3: falsch bedient Summe 0, Strafpunkte −3")
}

// Every page of the list keeper in every state keeps the rules of pages in both languages, and speaks the asked one only.
func TestTablePagesInBothLanguages(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, page := e.phone(table)
	page.with("#hand-form", typed("contract", "solo", "solo", "solo_damen", "re", "1", "range", "0-29", "call_re", "schwarz")).follow()
	address := tableAddress(table.Table.ID)
	office := e.deskBrowser()
	for _, lang := range []string{"en", "de"} {
		for _, who := range []*browser{b, office} {
			who.header.Set("Accept-Language", lang)
		}
		for _, path := range []string{address, address + "?way=winners", address + "/hands/1", address + "/rest"} {
			d := b.get(path).ok(200).doc()
			if got := d.attr("html", "lang"); got != lang {
				t.Errorf("%s is in %s, want %s", path, got, lang)
			}
		}
		for _, part := range []string{"head", "hand", "sheet", "finish"} {
			a := b.get(address + "?part=" + part).ok(200)
			d := a.doc()
			d.in("#table-" + part + "[data-live][hx-get]")
		}
		b.get(address + "?part=nothing").ok(404)
		b.post(address+"/preview?part=preview", url.Values{}).ok(200).doc()
		office.get(address + "/key").ok(200).doc()
		office.get(address).ok(200).doc()
	}
}
