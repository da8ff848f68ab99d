package web

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// figures are the fields of rows from a hand on; a point leaves a field empty, a word is the kind of solo.
func figures(from int, rows ...string) url.Values {
	values := url.Values{}
	for i, row := range rows {
		at := 0
		for _, word := range strings.Fields(row) {
			if strings.ContainsAny(word, "abcdefghijklmnopqrstuvwxyz") {
				values.Set(fmt.Sprintf("solo_%d", from+i), word)
				continue
			}
			at++
			if word != "." {
				values.Set(runningField(from+i, at), word)
			}
		}
	}
	return values
}

func TestRunningFromPaper(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		e := newEveningOn(t, db, nil)
		table := e.table(4)
		e.enter(table, `{"winners":[1,2],"value":2}`)
		b, page := e.phone(table)
		page.doc().want(".ways", "Laufende Stände")
		address := tableAddress(table.Table.ID)
		form := b.get(address + "/running").ok(200)
		d := form.doc()
		if got := d.texts(".run-start > span"); !slices.Equal(got, []string{"1 Stand davor", "2", "2", "−2", "−2"}) {
			t.Errorf("the totals before are %v", got)
		}
		d.none(".faults")
		// The second row gives 3 too much to the last and carries it on; the third is right by itself.
		typed := figures(2, "5 5 -5 -5", "4 6 -6 -1", "5 7 -7 -2")
		wrong := form.with("form.running", typed).ok(http.StatusUnprocessableEntity)
		wd := wrong.doc()
		name := e.view(table).Seats[3].Name
		first, _, _ := strings.Cut(name, " ")
		if got := wd.texts(".faults li"); len(got) != 1 || !strings.Contains(got[0], "Spiel 3: Die Summe ist +3 statt 0. Vermutlich ist der Stand von "+first+" um 3 zu hoch. Da steht −1, es müsste −4 sein. Der Fehler zieht sich bis Spiel 4 durch.") {
			t.Errorf("faults %q", got)
		}
		wd.want("#f-row3 .fault", first)
		wd.in("input[name=r3_4][value='-1'][aria-invalid]")
		if n := len(e.view(table).Rows); n != 1 {
			t.Fatalf("%d rows after a refusal", n)
		}
		mended := wrong.withButton("form.running", "#f-row3 button[name=fix]").ok(200)
		md := mended.doc()
		md.in("input[name=r3_4][value='-4']")
		md.in("input[name=r4_4][value='-5']")
		md.want("#run-state", "Spiele 2 bis 4 gelesen")
		md.none(".faults")
		after := mended.with("form.running", nil).follow().ok(200).doc()
		after.want(".flash", "Spiele 2 bis 4")
		after.want(".table-head", "Spiel 5/24")
		mended.with("form.running", nil).ok(http.StatusSeeOther) // the same form again: stored once
		if n := len(e.view(table).Rows); n != 4 {
			t.Errorf("%d rows", n)
		}
		// A solo of the first, left to the session, and one that is said to be none.
		solos := b.get(address+"/running").with("form.running", figures(5, "11 5 -9 -7", "5 7 -7 -5 none")).follow().ok(200)
		solos.doc().want("#table-sheet", "Pflicht")
		if v := e.view(table); v.Rows[5].Kind != "" || v.Rows[4].Kind != "pflicht" || !slices.Equal(v.SolosOpen, []int{2, 3, 4}) {
			t.Errorf("kinds %q %q, open %v", v.Rows[4].Kind, v.Rows[5].Kind, v.SolosOpen)
		}
		b.get(address + "/hands/5").ok(200).doc().in("input[name=winners][value='1'][checked]") // corrected as winners and value
	})
}

// withButton sends a form by one of its buttons.
func (a answer) withButton(form, button string) answer {
	a.t.Helper()
	d := parseDoc(a.t, a.body)
	values := formValues(d.in(form).root)
	values.Set(d.attr(button, "name"), d.attr(button, "value"))
	return a.b.post(d.attr(button, "formaction"), values)
}

func TestRunning_BadInput(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, _ := e.phone(table)
	address := tableAddress(table.Table.ID) + "/running"
	form := b.get(address).ok(200)
	for _, tt := range []struct {
		name, want string
		typed      url.Values
	}{
		{"nothing", "Noch kein Stand", nil},
		{"no number", "ganze Zahl", figures(1, "3 3 -3 3.5")},
		{"out of range", "9999", figures(1, "3 3 -3 99999")},
		{"a gap", "Zeile ist leer", figures(1, "", "1 1 -1 -1")},
		{"too few", "nicht errechnen", figures(1, ". -3 . -3")},
		{"no hand", "So geht kein Spiel aus", figures(1, "5 -1 -2 -2")},
		{"swapped digits", "Die Ziffern sind vertauscht", figures(1, "12 12 -12 -12", "31 11 -13 -11")},
		{"columns", "sind vertauscht", figures(1, "10 10 -10 -10", "9 11 -11 -9", "13 11 -13 -11")},
		{"sign", "Das Vorzeichen ist falsch", figures(1, "12 -12 12 -12", "-13 -11 11 -13")},
		{"a solo too early", "Ein Lustsolo geht danach", figures(1, "6 -2 -2 -2 lust")},
		{"a solo of two", "nicht einer gegen drei", figures(1, "2 2 -2 -2 pflicht")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			refused := form.with("form.running", tt.typed).ok(http.StatusUnprocessableEntity).doc()
			if !strings.Contains(text(refused.root), tt.want) {
				t.Errorf("nobody says %q: %s", tt.want, refused.texts(".faults li"))
			}
			for name, list := range tt.typed { // nothing typed is lost
				if !strings.HasPrefix(name, "solo") && refused.attr("input[name="+name+"]", "value") != list[0] {
					t.Errorf("%s was typed as %q", name, list[0])
				}
			}
		})
	}
	if n := len(e.view(table).Rows); n != 0 {
		t.Errorf("%d rows were stored", n)
	}
	odd := figures(1, "3 3 -3 -1")
	kept := form.with("form.running", odd).ok(http.StatusUnprocessableEntity)
	kept.with("form.running", typed("as_written", "1")).follow().ok(200).doc().want("#table-finish", "Spiel 1 geht nicht auf: Summe +2")
	b.post(address, url.Values{"op": {rand.Text()}, "from": {"x"}, "start": {"a b"}}).ok(http.StatusConflict)
	b.post(tableAddress(e.table(5).Table.ID)+"/running", typed("op", rand.Text())).ok(http.StatusForbidden)
	newBrowser(t, e.ts).get(address).ok(http.StatusUnauthorized)
}

// Somebody else enters hands while a list is typed: both versions are shown, what was typed stays, and the rest can be entered.
func TestRunning_Conflict(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, _ := e.phone(table)
	address := tableAddress(table.Table.ID)
	form := b.get(address + "/running").ok(200)
	e.enter(table, `{"winners":[1,2],"value":3}`, `{"winners":[1,3],"value":1}`)
	both := form.with("form.running", figures(1, "3 3 -3 -3", "2 4 -4 -2", "3 5 -5 -3")).ok(http.StatusConflict)
	d := both.doc()
	got := d.texts("#run-meets tbody")
	if len(got) != 2 || !strings.Contains(got[0], "gleich") || !strings.Contains(got[1], "gespeichert 4 2 −2 −4 hier getippt: ✗ anders 2 4 -4 -2") {
		t.Errorf("both versions: %q", got)
	}
	d.in("#run-meets a[href='" + address + "/hands/2']")
	d.in("input[name=r3_1][value='3']")
	d.in("input[type=hidden][name=r2_4][value='-2']")
	// From the stored 4 2 −2 −4 the typed third row is no hand; typed anew it is.
	again := both.with("form.running", typed("op", rand.Text())).ok(http.StatusUnprocessableEntity)
	again.doc().in("#run-meets")
	again.with("form.running", mergeValues(figures(3, "5 3 -3 -5"), typed("op", rand.Text()))).follow().ok(200).doc().want(".table-head", "Spiel 4/24")

	late := b.get(address + "/running").ok(200)
	_, _, err := e.d.EnterHand(e.ctx(), e.by, desk.HandEntry{Op: rand.Text(), Table: table.Table.ID, Number: 1, Base: 1, Reason: "verlesen", Row: []byte(`{"winners":[1,2],"value":2}`)})
	e.must(err)
	before := late.with("form.running", figures(4, "6 4 -4 -6")).ok(http.StatusConflict).doc()
	before.want("#run-meets tbody", "3 gespeichert 4 2 −2 −4 hier getippt: ✗ anders 5 3 −3 −5")
	before.in("input[name=r4_1][value='6']")
}

func mergeValues(a, b url.Values) url.Values {
	for name, list := range b {
		a[name] = list
	}
	return a
}

func TestRunning_Five(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(5)
	b, _ := e.phone(table)
	form := b.get(tableAddress(table.Table.ID) + "/running").ok(200)
	d := form.doc()
	d.want("#f-row2", "gibt und setzt aus")
	d.in("input[name=r2_2][data-out]")
	refused := form.with("form.running", figures(1, ". 2 2 -2 -2", "-1 3 3 -3 -2")).ok(http.StatusUnprocessableEntity).doc()
	refused.want("#f-row2 .fault", "setzt aus, bekommt aber +1")
	// Hand 2 is a compulsory solo of the third: the second deals hand 3 again, and sits out.
	checked := b.post(tableAddress(table.Table.ID)+"/running/check", mergeValues(figures(1, ". 2 2 -2 -2", "-1 2 5 -3 -3"), url.Values{"from": {"1"}, "start": {"0 0 0 0 0"}})).ok(200).doc()
	checked.in("input[name=r3_2][data-out]")
	checked.want("#f-row2 select[name=solo_2] option[selected]", "Pflichtsolo")
	form.with("form.running", figures(1, ". 2 2 -2 -2", "-1 . 5 -3 -3", "0 . 6 -4 -4")).follow().ok(200)
	if v := e.view(table); len(v.Rows) != 3 || v.Rows[2].Turn.SitsOut != 2 || v.Next.Dealer != 3 {
		t.Errorf("%d rows, next %+v", len(v.Rows), v.Next)
	}
}

// Another phone writes: nothing is stored, nothing typed is lost, and one key takes the pen over and enters the rows.
func TestRunning_PenElsewhere(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	address := tableAddress(table.Table.ID) + "/running"
	first, _ := e.phone(table)
	form := first.get(address).ok(200)
	second, page := e.phone(table)
	page.with("#hand-form", normalHand).ok(http.StatusSeeOther)
	second.get(address).ok(200).doc().none("fieldset[disabled]")
	first.get(address).ok(200).doc().in("fieldset.writes[disabled] form.running")
	e.must(undoLast(e, table))
	refused := form.with("form.running", figures(1, "3 3 -3 -3", "2 4 -4 -2")).ok(http.StatusConflict)
	refused.doc().want("h1", "")
	if n := len(e.view(table).Rows[0].Current.Points); n != 0 {
		t.Fatalf("stored without the pen: %d points", n)
	}
	refused.with("form[action$='/running']", nil).follow().ok(200).doc().want(".flash", "Spiele 1 bis 2")
}

// undoLast takes the first hand of a table back.
func undoLast(e *evening, table desk.SeatedTable) error {
	_, _, err := e.d.EnterHand(e.ctx(), e.by, desk.HandEntry{Op: rand.Text(), Table: table.Table.ID, Number: 1, Base: 1, Void: true, Reason: "falscher Tisch"})
	return err
}

// What breaks the order of solos is kept with a reason, by who may.
func TestRunning_Break(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	address := tableAddress(table.Table.ID) + "/running"
	b, _ := e.phone(table)
	rows := figures(1, "3 -1 -1 -1 lust")
	refused := b.get(address).with("form.running", rows).ok(http.StatusUnprocessableEntity).doc()
	refused.none("input[name=reason]")
	refused.want("#f-row1 .fault", "Turnierleitung")
	office := e.deskBrowser()
	asked := office.get(address).with("form.running", rows).ok(http.StatusUnprocessableEntity)
	asked.with("form.running", typed("reason", "so gespielt")).follow().ok(200).doc().want(".flash", "Spiel 1 aus")
}
