package web

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
)

// KNOWN_PAINS 38 without script: the second device reads, is refused with everything it typed, and takes the pen over with one key.
func TestPenWithoutScript(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	address := tableAddress(table.Table.ID)
	first, mine := e.phone(table)
	mine.doc().none("#table-pen p")
	second, old := e.phone(table)
	second.get(address).ok(200).doc().want("#table-pen", "2 Geräte an diesem Tisch")
	oldTotals := second.get(address + "/totals").ok(200)
	first.post(address+"/pen", typed("op", rand.Text())).ok(http.StatusSeeOther) // taken before anything is entered
	second.get(address + "/totals").ok(200).doc().in("fieldset[disabled] form[data-sums]")
	mine = mine.with("#hand-form", normalHand).follow().ok(200)
	mine.doc().want("#table-pen", "am Stift: dieses")

	read := second.get(address).ok(200)
	d := read.doc()
	d.want("#table-pen", "2 Geräte an diesem Tisch – am Stift: das andere (zuletzt 19:00)")
	d.in("fieldset#table-writes[disabled] #hand-form")
	for _, gone := range []string{".undo", "tbody th a", "form[action$=submit]"} {
		d.none(gone)
	}
	second.get(address + "/hands/1").ok(200).doc().none("#hand-form")

	// Pages from before.
	refused := old.with("#hand-form", typed("number", "2", "re", "2", "re", "3", "range", "121-150", "karlchen", "re")).ok(http.StatusConflict)
	d = refused.doc()
	d.want("[role=alert]", "Nicht gespeichert")
	d.want("main section", "Re gewinnt +2") // gewonnen, Karlchen
	d.in("form input[name=karlchen][value=re]")
	if got := oldTotals.with("form[data-sums]", typed("total_1", "7", "total_2", "-7", "total_3", "0", "total_4", "0")).ok(http.StatusConflict).doc().texts(".points b"); len(got) != 4 || got[0] != "+7" {
		t.Errorf("the totals that were typed are shown as %v", got)
	}
	second.post(address+"/hands/1/void", typed("op", rand.Text(), "base", "1", "reason", "x")).ok(http.StatusConflict).doc().want("form button", "Spiel 1 zurücknehmen")
	second.post(address+"/submit", typed("op", rand.Text(), "version", "2")).ok(http.StatusConflict).doc().want("form button", "Liste abgeben")
	if n := len(e.view(table).Rows); n != 1 {
		t.Fatalf("%d rows without the pen", n)
	}

	page := refused.with("main form", nil).follow().ok(200)
	page.doc().want(".flash", "Spiel 2 eingetragen")
	if v := e.view(table); len(v.Rows) != 2 || v.Presence.Pen == "" {
		t.Fatalf("%d rows after the pen was taken over", len(v.Rows))
	}

	// The first is told, keeps nothing of the pen, and has it back with the key on its page.
	mine.with("#hand-form", typed("re", "1", "re", "2", "range", "121-150")).ok(http.StatusConflict).doc().want("[role=alert]", "Den Stift hat zurzeit ein anderes Gerät")
	back := first.get(address).ok(200).with("#table-pen form", nil).follow().ok(200)
	back.doc().want("#table-pen", "am Stift: dieses")
	back.with("#hand-form", typed("re", "1", "re", "2", "range", "121-150")).follow().ok(200).doc().want(".flash", "Spiel 3 eingetragen")
}

// The desk enters whoever has the pen; the table sees that it did.
func TestPenAndDesk(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	address := tableAddress(table.Table.ID)
	b, page := e.phone(table)
	page.with("#hand-form", normalHand).follow().ok(200)
	office := e.deskBrowser()
	form := office.get(address).ok(200)
	form.doc().want("#table-pen", "am Stift: eines am Tisch")
	form.doc().none("fieldset[disabled]")
	form.with("#hand-form", typed("re", "1", "re", "2", "range", "121-150")).follow().ok(200)
	d := b.get(address).ok(200).doc()
	d.want("#table-pen", "Zuletzt eingetragen: anna, 19:00 Uhr")
	d.none("fieldset[disabled]")
	if v := e.view(table); len(v.Rows) != 2 {
		t.Errorf("%d rows", len(v.Rows))
	}
	office.get(address + "?part=pen").ok(200) // an open page of the desk
	b.get(address).ok(200).doc().want("#table-pen", "2 Geräte an diesem Tisch – am Stift: dieses. Eines gehört der Turnierleitung.")
}

// A device is a browser: it keeps its name, scripts cannot read it, and a name that is not one of ours is replaced.
func TestDeviceCookie(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, _ := e.phone(table)
	address := tableAddress(table.Table.ID)
	home, err := url.Parse(e.ts.URL + address)
	e.must(err)
	name := func() string {
		for _, c := range b.client.Jar.Cookies(home) {
			if c.Name == deviceCookie {
				return c.Value
			}
		}
		return ""
	}
	was := name()
	a := b.get(address).ok(200)
	if was == "" || name() != was || a.header.Get("Set-Cookie") != "" {
		t.Errorf("the device is %q, then %q", was, name())
	}
	for _, odd := range []string{"short", strings.Repeat("x", 65), "xxxxxxxxxxxxxxxx%27--"} {
		b.client.Jar.SetCookies(home, []*http.Cookie{{Name: deviceCookie, Value: odd, Path: "/"}})
		a := b.get(address).ok(200)
		if set := a.header.Get("Set-Cookie"); name() == odd || !strings.Contains(set, "HttpOnly") {
			t.Errorf("a device called %q is %q, %s", odd, name(), set)
		}
	}
	// The API knows no devices.
	script := newBrowser(t, e.ts)
	script.header.Set("Authorization", "Bearer "+e.key(table))
	if a := script.get("/api/v1" + address).ok(200); a.header.Get("Set-Cookie") != "" {
		t.Error("a script got a device")
	}
}

// Where two confirm, the page with the code of the table has the second one too, which leads a second phone to the list.
func TestSecondCode(t *testing.T) {
	e := newEvening(t, func(s *desk.Settings) {
		s.Format.Confirm, s.Format.HandsPerRound, s.Format.HandsAtFive, s.Format.CompulsorySolos = tournament.ConfirmTwo, 4, 5, 0
	})
	table := e.table(4)
	address := tableAddress(table.Table.ID)
	keeper, _ := e.phone(table)
	for range 4 {
		keeper.get(address).with("#hand-form", typed("re", "1", "re", "2", "range", "121-150")).follow().ok(200)
	}
	links := e.deskBrowser().get(address + "/key").ok(200).doc().all("main a[href*='/k/']")
	if len(links) != 2 {
		t.Fatalf("%d codes", len(links))
	}
	href, _ := attr(links[1], "href")
	second := newBrowser(t, e.ts)
	page := second.get(strings.TrimPrefix(href, e.ts.URL)).follow().ok(200)
	page.doc().none("form[action$=confirm]")
	page.doc().want("#table-finish", "vollständig: 4 Spiele, Summe 0")
	keeper.get(address).with("form[action$=submit]", nil).follow().ok(200).doc().none("form[action$=confirm]")
	page = second.get(address).ok(200)
	page.doc().want("#table-finish", "vollständig: 4 Spiele, Summe 0")
	done := page.with("form[action$=confirm]", nil).follow().ok(200).doc()
	done.want(".table-head", "Bestätigt")
	for _, gone := range []string{"#hand-form", "tbody th a", ".undo", "#table-finish form", "form[data-take-pen]"} {
		done.none(gone)
	}
	if links := newSingle(t).all("main a[href*='/k/']"); len(links) != 1 {
		t.Errorf("%d codes where one confirms", len(links))
	}
}

// newSingle is the page of the code of a table where one confirms.
func newSingle(t *testing.T) doc {
	t.Helper()
	e := newEvening(t, nil)
	return e.deskBrowser().get(tableAddress(e.table(4).Table.ID) + "/key").ok(200).doc()
}

// KNOWN_PAINS 41: nothing that can be sent about a confirmed list changes it but the step that opens it again, with a reason.
func TestConfirmedListIsLocked(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	address := tableAddress(table.Table.ID)
	keeper, open := e.phone(table)
	totals := keeper.get(address + "/totals").ok(200)
	e.fill(table)
	edit := keeper.get(address + "/hands/3").ok(200)
	office := e.deskBrowser()
	office.get(address).with("#table-finish form[action$=confirm]", nil).follow().ok(200)
	before := e.view(table)
	for name, a := range map[string]answer{
		"a hand":       open.with("#hand-form", typed("number", "24", "base", "1", "reason", "x", "re", "1", "re", "2", "range", "120")),
		"a correction": edit.with("#hand-form", typed("range", "0-29", "reason", "x")),
		"an undo":      keeper.post(address+"/hands/24/void", typed("op", rand.Text(), "base", "1", "reason", "x")),
		"totals":       totals.with("form[data-sums]", typed("total_1", "7", "total_2", "-7", "total_3", "0", "total_4", "0")),
		"a submit":     keeper.post(address+"/submit", typed("op", rand.Text(), "version", "99")),
		"the desk's":   office.post(address+"/hands/24/void", typed("op", rand.Text(), "base", "1", "reason", "x")),
	} {
		if a.status != http.StatusConflict {
			t.Errorf("%s is answered with %d", name, a.status)
		}
	}
	if after := e.view(table); after.Table.Version != before.Table.Version || after.Table.Phase != tournament.TableConfirmed || after.Running[0] != before.Running[0] {
		t.Errorf("the list was %+v and is %+v", before.Table, after.Table)
	}
	keeper.post(address+"/unlock", typed("op", rand.Text(), "version", "99", "reason", "x")).ok(http.StatusForbidden)
	office.get(address).with("#table-finish form[action$=unlock]", typed("reason", "")).ok(http.StatusUnprocessableEntity)
	office.get(address).with("#table-finish form[action$=unlock]", typed("reason", "Spiel 3")).follow().ok(200)
	keeper.get(address + "/hands/3").ok(200).doc().in("#hand-form")
}

// KNOWN_PAINS 37: two desks have the totals of one table open and save both; the second sees both versions, who and when, and decides.
func TestTotalsTwice(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	address := tableAddress(table.Table.ID) + "/totals"
	one, two := e.deskBrowser(), e.deskBrowser()
	first, second := one.get(address).ok(200), two.get(address).ok(200)
	first.with("form[data-sums]", typed("total_1", "9", "total_2", "-3", "total_3", "-3", "total_4", "-3", "solos_unknown", "1")).follow().ok(200)
	late := second.with("form[data-sums]", typed("total_1", "12", "total_2", "-4", "total_3", "-4", "total_4", "-4", "solos_unknown", "1")).ok(http.StatusConflict)
	d := late.doc()
	d.want("[role=alert]", "Inzwischen hat anna um 19:00 Uhr etwas eingetragen")
	if got := strings.Join(d.texts(".totals td.num"), " "); got != "+9 +12 ≠ −3 −4 ≠ −3 −4 ≠ −3 −4 ≠" {
		t.Errorf("both versions are shown as %s", got)
	}
	if v := e.view(table); v.Totals.Totals[0] != 9 {
		t.Fatalf("stored is %v", v.Totals.Totals)
	}
	late.with("main form", nil).ok(200).with("#correction", nil).follow().ok(200).doc().want("#table-sheet", "Zwei Eingaben zugleich")
	if v := e.view(table); v.Totals.Totals[0] != 12 || len(v.OldTotals) != 1 {
		t.Errorf("stored is %v after %d others", v.Totals.Totals, len(v.OldTotals))
	}
	// Taken back by one while the other corrects.
	back, fix := one.get(address).ok(200), two.get(address).ok(200)
	back.with("details form", typed("reason", "falscher Tisch")).ok(200).with("#correction", nil).follow().ok(200)
	gone := fix.with("form[data-sums]", typed("total_1", "15", "total_2", "-5", "total_3", "-5", "total_4", "-5", "reason", "verlesen")).ok(http.StatusConflict)
	gone.doc().want("[role=alert]", "inzwischen zurückgenommen")
	gone.with("main form", nil).follow().ok(200)
	if v := e.view(table); v.Totals.Totals[0] != 15 {
		t.Errorf("stored is %v", v.Totals.Totals)
	}
}
