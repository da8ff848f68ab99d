package web

import (
	"slices"
	"strings"
	"testing"

	"doko/tournament/desk"
)

// seen takes the page that shows what a correction changes, and goes on.
func (a answer) seen() answer {
	a.t.Helper()
	return a.ok(200).with("#correction", nil)
}

// Rows of an ordinary hand that Re wins: +2 for the first two, then +1 by turns.
const (
	firstTwo   = `{"hand":{"contract":"normal","re":[1,2],"re_augen":155}}`
	firstThird = `{"hand":{"contract":"normal","re":[1,3],"re_augen":130}}`
	lastTwo    = `{"hand":{"contract":"normal","re":[3,4],"re_augen":130}}`
)

// An old hand is corrected in two steps, nothing typed is lost on the way, and nothing is stored before the second.
func TestCorrection_ShownFirst(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	e.enter(table, firstTwo, firstThird, lastTwo)
	office := e.deskBrowser()
	edit := office.get(tableAddress(table.Table.ID) + "/hands/1").ok(200)
	filled := typed("contract", "normal", "re", "1", "re", "4", "range", "121-150", "augen", "130", "reason", "Vorzeichen")
	page := edit.with("#hand-form", filled).ok(200)
	d := page.doc()
	d.want("h1", "Spiel 1 ändern")
	d.want("main", "Noch ist nichts geändert")
	d.want("q", "Vorzeichen")
	d.want("h2:nth-of-type(2)", "Rangliste nach Runde 1")
	d.want("main", "Eine dieser Runden läuft noch")
	// Of +2 +2 −2 −2, +1 −1 +1 −1 and −1 −1 +1 +1 the first becomes +1 −1 −1 +1: the first has +2 and gets +1.
	if got := d.texts("tbody tr"); len(got) < 8 || !strings.Contains(strings.Join(got[:4], "|"), "Runde 1 +2 +1 +2 +1") {
		t.Errorf("points of the first %v", got)
	}
	if n := len(e.view(table).Rows[0].Older); n != 0 {
		t.Fatalf("%d older revisions before it was seen", n)
	}
	again := page.with("#correction", typed("edit", "1")).ok(200).doc()
	again.in("input[name=augen][value='130']")
	again.in("#f-reason[value=Vorzeichen]")
	again.none("#hand-form input[name=seen]")
	after := page.seen().follow().ok(200).doc()
	after.want(".flash", "geändert")
	after.want(".older", "Vorzeichen")
	after.in(".older del")
	if got := e.view(table).Rows[0].Current.Points; !slices.Equal(got, []int{1, -1, -1, 1}) {
		t.Errorf("stored %v", got)
	}
	page.seen().follow().ok(200)
	if n := len(e.view(table).Rows[0].Older); n != 1 {
		t.Errorf("sent twice it counted %d times", n)
	}
}

// The newest hand is corrected at once; taking back an older one is shown; the same once more is said to change nothing.
func TestCorrection_WhenShown(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	e.enter(table, firstTwo, firstThird)
	phone, _ := e.phone(table)
	address := tableAddress(table.Table.ID)
	phone.get(address+"/hands/2").with("#hand-form", typed("contract", "normal", "re", "1", "re", "4", "augen", "130", "reason", "vertippt")).follow().ok(200)
	back := phone.post(address+"/hands/1/void", typed("op", "0123456789abcdefgh", "base", "1", "reason", "nie gespielt")).ok(200)
	d := back.doc()
	d.want("h1", "Spiel 1 an Tisch")
	d.none("[name=edit], .num.from-wide") // nothing to edit, and no totals for who only keeps the list
	if got := d.texts("h2"); !slices.Equal(got, []string{"Punkte"}) {
		t.Errorf("the list keeper is told of %v", got)
	}
	same := phone.get(address+"/hands/1").with("#hand-form", typed("contract", "normal", "re", "1", "re", "2", "augen", "155", "reason", "genauer")).ok(200).doc()
	same.want("main", "An Punkten, Plätzen und Preisen ändert das nichts")
	same.want("#correction .main", "Trotzdem eintragen")
	e.enter(table, lastTwo)
	back.seen().follow().ok(200)
	if row := e.view(table).Rows[0]; row.Current.ID != 0 && !row.Current.Void {
		t.Errorf("hand 1 is %+v", row.Current)
	}
}

// What changes meanwhile is shown before the correction is stored.
func TestCorrection_ShownAgain(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	e.enter(table, firstTwo, firstThird)
	office := e.deskBrowser()
	edit := office.get(tableAddress(table.Table.ID) + "/hands/1").ok(200)
	page := edit.with("#hand-form", typed("contract", "normal", "re", "1", "re", "4", "range", "121-150", "augen", "130", "reason", "Vorzeichen")).ok(200)
	_, err := e.d.AddPenalty(e.ctx(), e.by, desk.PenaltyEntry{Entry: table.Seats[0].Entry, Round: 1, Points: -5, Reason: "zu spät"})
	e.must(err)
	page.seen().follow().ok(200) // the round is played: what it changes by is the same
	if n := len(e.view(table).Rows[0].Older); n != 1 {
		t.Errorf("%d older revisions", n)
	}
}
