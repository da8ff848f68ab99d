package web

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// short are rounds with a compulsory solo: six hands at a table of four, ten at five.
func shortRounds(s *desk.Settings) { s.Format.HandsPerRound, s.Format.HandsAtFive = 6, 10 }

// latecomer registers one more who is present.
func (e *evening) latecomer(name string) tournament.Entry {
	e.t.Helper()
	entry, err := e.d.Register(e.ctx(), e.by, desk.Register{Op: rand.Text(), Tournament: e.cup.ID, Name: name, Present: true})
	e.must(err)
	return entry
}

const pairWins = `{"winners":[1,2],"value":1}`

// A normal hand while a solo is forced: the phone is told who has to do what, nothing typed is lost; a director keeps it with a note,
// and the note stands on the list.
func TestBreakOnPage(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		e := newEveningOn(t, db, shortRounds)
		table := e.table(4)
		_, page := e.phone(table)
		e.enter(table, pairWins, pairWins)
		must := table.Seats[3].Name // 1 and 2 have dealt, 3 deals: 4 is the first to his left
		typed := url.Values{"number": {"3"}, "contract": {"normal"}, "re": {"1", "2"}, "range": {"121-150"}, "fuchs_re": {"1"}}
		refused := page.with("#hand-form", typed).ok(http.StatusUnprocessableEntity).doc()
		refused.want("#table-hand .faults", must)
		refused.want("#table-hand .faults", "Turnierleitung")
		refused.in("#hand-form input[name=re][value='1'][checked]")
		refused.in("#hand-form input[name=fuchs_re][value='1']")
		refused.none("#hand-form input[name=note]")
		if n := len(e.view(table).Rows); n != 2 {
			t.Fatalf("%d hands are stored", n)
		}
		office := e.deskBrowser()
		asked := office.get(tableAddress(table.Table.ID)).with("#hand-form", typed).ok(http.StatusUnprocessableEntity)
		asked.doc().in("#hand-form input[name=note]")
		again := asked.with("#hand-form", url.Values{}).ok(http.StatusUnprocessableEntity) // without a note it is still refused
		kept := again.with("#hand-form", url.Values{"note": {"Die Karten waren schon gegeben."}}).follow().ok(200).doc()
		kept.want("tr.noted", "statt des fälligen Pflichtsolos")
		kept.want("tr.noted q", "Die Karten waren schon gegeben.")
		office.get(e.home()+"/journal").ok(200).doc().want("main", "Die Karten waren schon gegeben.")
	})
}

// With the setting the phone may note it as well.
func TestBreakOnPage_Noted(t *testing.T) {
	e := newEvening(t, func(s *desk.Settings) { shortRounds(s); s.Format.RuleBreaks = tournament.RuleBreaksNote })
	table := e.table(4)
	_, page := e.phone(table)
	e.enter(table, pairWins, pairWins)
	asked := page.with("#hand-form", url.Values{"number": {"3"}, "contract": {"solo"}, "solo": {"solo_herz"}, "re": {"1"}, "range": {"121-150"}}).ok(422)
	asked.doc().in("#hand-form input[name=note]")
	asked.with("#hand-form", url.Values{"note": {"So am Tisch vereinbart."}}).follow().ok(200).doc().want("tr.noted q", "So am Tisch vereinbart.")
}

// Hand 20 of 24 is reached and the third and the fourth still owe their solo: the head names both and the hands left.
func TestSolosNamed(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	_, page := e.phone(table)
	page.with("#hand-form", url.Values{"way": {"winners"}, "winners": {"1", "2"}, "value": {"3"}}).follow().ok(200)
	if got := fmt.Sprint(e.view(table).Running); got != "[3 3 -3 -3]" {
		t.Errorf("two winners of 3 give %s", got)
	}
	e.enter(table, `{"hand":{"contract":"solo_damen","re":[2],"re_augen":150}}`)
	if v := e.view(table); fmt.Sprint(v.SolosOpen) != "[1 3 4]" || v.Next.Number != 3 || v.Next.Dealer != 2 {
		t.Errorf("after the solo of 2: open %v, next %+v", v.SolosOpen, v.Next)
	}
	e.enter(table, `{"hand":{"contract":"solo_damen","re":[1],"re_augen":150}}`)
	for range 16 {
		e.enter(table, pairWins)
	}
	d := page.b.get(tableAddress(table.Table.ID)).ok(200).doc()
	owed := d.texts(".table-head .owed")
	for _, seat := range table.Seats {
		name := strings.Fields(seat.Name)[0]
		if strings.Contains(fmt.Sprint(owed), name) != (seat.Position >= 3) {
			t.Errorf("%s (%d): %s", name, seat.Position, owed)
		}
	}
	if !strings.Contains(fmt.Sprint(owed), "noch 5 Spiele") { // hand 20 is to come
		t.Errorf("hands left: %s", owed)
	}
}

// The director's page for when people change: what it will do stands there, and then it is done.
func TestPeoplePage(t *testing.T) {
	e := newEvening(t, shortRounds)
	five, four, office := e.table(5), e.table(4), e.deskBrowser()
	_, phone := e.phone(four)
	phone.b.get(tableAddress(four.Table.ID) + "/people").ok(http.StatusForbidden)
	for range 4 {
		next := e.view(five).Next
		won := []int{1, 2}
		if next.SitsOut <= 2 {
			won = []int{3 - next.SitsOut, 3}
		}
		e.enter(five, fmt.Sprintf(`{"winners":[%d,%d],"value":1}`, won[0], won[1]))
	}
	page := office.get(tableAddress(five.Table.ID) + "/people").ok(200)
	page.doc().want("main", "noch 5 Spiele statt 6, insgesamt 9")
	leave := page.with("form[action$=leave]", url.Values{"leave_position": {"2"}}).ok(422)
	leave.doc().in("#f-leave_reason[aria-invalid]")
	done := leave.with("form[action$=leave]", url.Values{"leave_position": {"2"}, "leave_reason": {"der letzte Bus"}}).follow().ok(200)
	done.doc().in(fmt.Sprintf("main .notice a[href='/t/%s/entries/%d']", e.cup.PublicID, five.Seats[1].Entry)) // the next draw would seat him again
	done.doc().want(".people .gone", "vor Spiel 5 gegangen")
	done.doc().want(".people .gone", "Pflichtsolo entfällt")
	head := office.get(tableAddress(five.Table.ID)).ok(200).doc()
	head.want(".table-head", "der letzte Bus")
	head.want(".table-head", "Spiel 5/9")
	done.with("form:has(#return-2)", url.Values{"leave_reason": {"Bus verpasst"}}).follow().ok(200).doc().none(".people .gone")

	e.latecomer("Nachzügler Spät")
	page = office.get(tableAddress(four.Table.ID) + "/people").ok(200)
	page.doc().want("main", "10 Spiele statt 6")
	page.with("form[action$=join]", url.Values{"join_reason": {"Stau"}}).follow().ok(200).doc().want(".people", "Nachzügler")
	if v := e.view(four); v.Table.Size != 5 || v.Hands != 10 {
		t.Errorf("table %+v", v.Table)
	}
}

// A table of four that somebody leaves stops: the head says so, and the reason to confirm is there already.
func TestPeoplePage_Stops(t *testing.T) {
	e := newEvening(t, shortRounds)
	table, office := e.table(4), e.deskBrowser()
	e.enter(table, pairWins)
	page := office.get(tableAddress(table.Table.ID) + "/people").ok(200)
	page.doc().want("main", "Der Tisch endet nach 1 Spiel")
	page.with("form[action$=leave]", url.Values{"leave_position": {"3"}, "leave_reason": {"krank"}}).follow().ok(200)
	stopped := office.get(tableAddress(table.Table.ID)).ok(200)
	stopped.doc().want(".table-head", "wird nicht weitergespielt")
	stopped.doc().none("#hand-form")
	stopped.doc().in("#f-reason[value*='vor Spiel 2 gegangen: krank']")
	stopped.with("form[action$=confirm]", url.Values{}).follow().ok(200).doc().want(".table-head", "krank")
}

// people lets somebody leave by script, and come back, and seats a late comer.
func (s *script) people(e *evening) {
	s.t.Helper()
	other := newEvening(s.t, shortRounds)
	o := other.script(other.token(), s.desc)
	table := other.table(4)
	path := fmt.Sprintf("/tables/%d", table.Table.ID)
	tenth := o.call("POST", fmt.Sprintf("/tournaments/%d/entries", other.cup.ID), `{"op":"p1","name":"Zehnte Frau","present":true}`, 201)
	o.call("POST", path+"/join", fmt.Sprintf(`{"op":"p2","version":%v,"entry":%v,"reason":""}`, other.view(table).Table.Version, tenth.field("id")), 422)
	o.call("POST", path+"/join", fmt.Sprintf(`{"op":"p3","version":%v,"entry":%v,"reason":"Stau"}`, other.view(table).Table.Version, tenth.field("id")), 200)
	o.call("POST", path+"/leave", fmt.Sprintf(`{"op":"p4","version":%v,"position":2,"from_hand":1,"reason":"krank"}`, other.view(table).Table.Version), 200)
	o.call("GET", path, "", 200)
	o.call("POST", path+"/leave", fmt.Sprintf(`{"op":"p5","version":%v,"position":2,"reason":"doch nicht"}`, other.view(table).Table.Version), 200)
	_ = e
}

// What breaks the order of the session answers 422 with its code, the field and a sentence with names; a repeat with a reason is kept.
func TestAPI_Breaks(t *testing.T) {
	e := newEvening(t, shortRounds)
	table := e.table(4)
	e.enter(table, pairWins, pairWins)
	path := fmt.Sprintf("/tables/%d/hands", table.Table.ID)
	body := `{"op":"%s","number":3,"base":0%s,"hand":{"contract":"normal","re":[1,2],"re_augen":130}}`
	keeper := e.script(e.key(table), readDescription(t))
	for _, op := range []string{"k1", "k2"} {
		refused := keeper.call("POST", path, fmt.Sprintf(body, op, map[string]string{"k2": `,"reason":"doch"`}[op]), 422)
		if refused.field("code") != "solo_forced" || refused.field("field") != "hand.contract" || !strings.Contains(fmt.Sprint(refused.field("message")), table.Seats[3].Name) {
			t.Errorf("%s", refused.body)
		}
	}
	director := e.script(e.token(), readDescription(t))
	director.call("POST", path, fmt.Sprintf(body, "d1", ""), 422)
	director.call("POST", path, fmt.Sprintf(body, "d2", `,"reason":"schon gegeben"`), 201)
}

// The paper says what the page says: the note of a hand, and who has left.
func TestPaper_NoteAndDeparture(t *testing.T) {
	e := newEvening(t, shortRounds)
	table, office := e.table(4), e.deskBrowser()
	e.enter(table, pairWins, pairWins)
	_, _, err := e.d.EnterHand(e.ctx(), e.by, desk.HandEntry{Op: rand.Text(), Table: table.Table.ID, Row: []byte(pairWins), Reason: "schon gegeben"})
	e.must(err)
	_, err = e.d.LeaveTable(e.ctx(), e.by, desk.Departure{
		Op: rand.Text(), Table: table.Table.ID, Version: e.view(table).Table.Version, Position: 3, FromHand: 4, Reason: "krank",
	})
	e.must(err)
	lines := strings.Join(paperLines(t, office.get(fmt.Sprintf("%s/papers/sheets.pdf?round=1&table=%d&lang=de", e.home(), table.Table.Number)).follow().ok(200).body), " ")
	for _, want := range []string{"Spiel 3, Vermerk: statt des fälligen Pflichtsolos · schon gegeben", "ist vor Spiel 4 gegangen: krank"} {
		if !strings.Contains(lines, want) {
			t.Errorf("the paper does not say %q: %s", want, lines)
		}
	}
}
