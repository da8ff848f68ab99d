package web

import (
	"fmt"
	"net/url"
	"testing"

	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// The hand that the page of lines would take back is an older one once somebody went on: then what that changes is shown first.
func TestLines_BackOfAnOlderHand(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		e := newEveningOn(t, s, nil)
		table := e.table(4)
		address := tableAddress(table.Table.ID)
		phone, _ := e.phone(table)
		page := phone.get(address+"/lines").ok(200).with("#line-form", typed("lines", "13+")).follow().ok(200)
		e.enter(table, lastTwo)
		shown := page.with("#line-back", nil).ok(200)
		d := shown.doc()
		d.want("h1", "Spiel 1 an Tisch")
		d.in("#correction a[href='" + address + "/lines']")
		if row := e.view(table).Rows[0]; row.Current.ID == 0 {
			t.Fatal("it is taken back before anybody has seen what that changes")
		}
		shown.seen().follow().ok(200).doc().want(".flash", "Spiel 1 ist zurückgenommen")
		if row := e.view(table).Rows[0]; row.Current.ID != 0 {
			t.Errorf("hand 1 is %+v", row.Current)
		}
		page = phone.get(address + "/lines").ok(200) // the newest goes at once
		page.with("#line-back", nil).follow().ok(200).doc().want(".flash", "ist zurückgenommen")
	})
}

// Whoever leaves changes who deals from then on: where the list is printed, that is said before; where it is not, it is done at once.
func TestPeoplePage_LeaveShowsPapers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		e := newEveningOn(t, s, shortRounds)
		table, office := e.table(5), e.deskBrowser()
		people := tableAddress(table.Table.ID) + "/people"
		gone := url.Values{"leave_position": {"2"}, "leave_reason": {"der letzte Bus"}}
		office.get(fmt.Sprintf("%s/papers/sheets.pdf?round=1&table=%d&lang=de", e.home(), table.Table.Number)).follow().ok(200)
		shown := office.get(people).ok(200).with("form[action$=leave]", gone).ok(200)
		d := shown.doc()
		d.want("main", "An Punkten, Plätzen und Preisen ändert das nichts")
		d.want(".in-the-way li", fmt.Sprintf("Tisch %d", table.Table.Number))
		d.in("#correction a[href='" + people + "']")
		if left := e.view(table).Left(); len(left) != 0 {
			t.Fatalf("%v left before it was seen", left)
		}
		again := shown.with("#correction", typed("edit", "1")).ok(200).doc()
		again.in("#f-leave_reason[value='der letzte Bus']")
		shown.seen().follow().ok(200).doc().want(".people .gone", "der letzte Bus")
		other := office.get(tableAddress(e.table(4).Table.ID) + "/people").ok(200)
		other.with("form[action$=leave]", gone).follow().ok(200).doc().want(".people .gone", "der letzte Bus")
	})
}

// Hands that are copied into the list of a closed round, as lines or as running totals, are shown first too; nothing typed is lost.
func TestRowsOfAClosedRoundShownFirst(t *testing.T) {
	e := wrongSign(t, storetest.OpenSQLite(t))
	table, office := e.table(4), e.deskBrowser()
	address := tableAddress(table.Table.ID)
	office.get(address).with(".unlock form", typed("reason", "Einspruch")).follow().ok(200)
	back := func() { office.get(address+"/lines").ok(200).with("#line-back", nil).seen().follow().ok(200) }
	back()
	office.get(address+"/lines").ok(200).with("#line-back", nil).follow().ok(200) // hand 11 gave nobody anything
	page := office.get(address+"/lines").ok(200).with("#line-form", typed("lines", "p 3 3 -3 -3")).ok(200)
	page.doc().want("main", "Rangliste nach Runde 1")
	if page.with("#correction", typed("edit", "1")).ok(200).doc().attr("#f-lines", "value") != "p 3 3 -3 -3" {
		t.Error("the line is lost")
	}
	page.seen().follow().ok(200).doc().want(".flash", "Spiel 11")
	back()
	page = office.get(address+"/lines").ok(200).with("#many form", typed("lines", "p 0 0 0 0\np 3 3 -3 -3")).ok(200)
	page.doc().want("main", "Rangliste nach Runde 1")
	page.with("#correction", typed("edit", "1")).ok(200).doc().want("#f-many", "p 3 3 -3 -3")
	if n := e.view(table).Next.Number; n != 11 {
		t.Fatalf("hand %d is next before it was seen", n)
	}
	page.seen().follow().ok(200)
	if got := e.view(table).Rows[11].Current.Points; got[0] != 3 {
		t.Errorf("hand 12 gives %v", got)
	}
	back()
	running := office.get(address + "/running").ok(200)
	shown := running.with("form.running", url.Values{"r12_1": {"33"}, "r12_2": {"13"}, "r12_3": {"-18"}, "r12_4": {"-28"}}).ok(200)
	shown.doc().want("main", "Rangliste nach Runde 1")
	shown.with("#correction", typed("edit", "1")).ok(200).doc().in("input[name=r12_1][value='33']")
	shown.seen().follow().ok(200)
	if v := e.view(table); v.Next != nil {
		t.Errorf("hand %d is missing", v.Next.Number)
	}
}
