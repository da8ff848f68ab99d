package web

import (
	"crypto/rand"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
	"doko/web/webtest"
)

// wrongSign is an evening of one round of twelve hands, over and published, with prizes of 100, 50 and 30 EUR. At the table of four hand 12 is
// written with the wrong sign: −3 −3 +3 +3 instead of +3 +3 −3 −3.
//
//	                       as written      as it was
//	four, first seat     +30 −3 = +27   +30 +3 = +33   1st, 100 EUR
//	four, second seat    +10 −3 =  +7   +10 +3 = +13   3rd, 30 EUR → 2nd, 50 EUR
//	five, second seat         +10            +10       2nd, 50 EUR → 3rd, 30 EUR
//	four, third seat    −15 +3 = −12   −15 −3 = −18
//	four, fourth seat   −25 +3 = −22   −25 −3 = −28
func wrongSign(t testing.TB, db *store.Store) *evening {
	t.Helper()
	e := newEveningOn(t, db, func(s *desk.Settings) {
		s.Format.Rounds, s.Format.HandsPerRound, s.Format.HandsAtFive, s.Format.CompulsorySolos = 1, 12, 15, 0
		s.Prizes = []tournament.Prize{{Place: 1, Cents: 10000}, {Place: 2, Cents: 5000}, {Place: 3, Cents: 3000}}
	})
	e.enter(e.table(4), `{"points":[30,10,-15,-25]}`)
	e.enter(e.table(4), slices.Repeat([]string{`{"points":[0,0,0,0]}`}, 10)...)
	e.enter(e.table(4), `{"winners":[3,4],"value":3}`)
	e.enter(e.table(5), `{"points":[0,10,-2,-4,-4]}`)
	e.enter(e.table(5), slices.Repeat([]string{`{"points":[0,0,0,0,0]}`}, 14)...)
	for _, table := range e.seating.Tables {
		_, err := e.d.ConfirmSheet(e.ctx(), e.by, desk.TableStep{Op: rand.Text(), Table: table.Table.ID, Version: e.view(table).Table.Version})
		e.must(err)
	}
	rounds, err := e.d.Rounds(e.ctx(), e.by, e.cup.ID)
	e.must(err)
	_, err = e.d.CloseRound(e.ctx(), e.by, desk.RoundStep{Op: rand.Text(), Tournament: e.cup.ID, Round: 1, Version: rounds[0].Version})
	e.must(err)
	_, err = e.d.Publish(e.ctx(), e.by, desk.PublishStandings{Op: rand.Text(), Tournament: e.cup.ID, AfterRound: 1})
	e.must(err)
	return e
}

// The next morning without script: unlock with a reason, correct with a reason, see what it changes, do it, confirm, publish and print again
// (SCENES 5.5, KNOWN_PAINS 41).
func TestWrongSign(t *testing.T) {
	storetest.Each(t, correctWithoutScript)
}

func correctWithoutScript(t *testing.T, db *store.Store) {
	e := wrongSign(t, db)
	four, five := e.table(4), e.table(5)
	address, home := tableAddress(four.Table.ID), tournamentAddress(e.cup)
	office := e.deskBrowser()
	paper := office.get(home + "/papers/standings.pdf?round=1").ok(200)
	if paper.header.Get("Content-Type") != "application/pdf" {
		t.Fatal("no paper")
	}

	locked := office.get(address + "/hands/12").ok(200).doc()
	locked.none("#hand-form") // a finger on the list changes nothing
	sneaky := typed("op", rand.Text(), "number", "12", "base", "1", "way", "winners", "winners", "1", "winners", "2", "value", "3", "reason", "Vorzeichen")
	office.post(address+"/hands", sneaky).ok(409).doc().want("main", "bestätigt")
	table := office.get(address).ok(200)
	table.with(".unlock form", typed("reason", " ")).ok(422)
	table.with(".unlock form", typed("reason", "Einspruch am Morgen")).follow().ok(200)

	edit := office.get(address + "/hands/12").ok(200)
	page := edit.with("#hand-form", url.Values{"winners": {"1", "2"}, "value": {"3"}, "reason": {"Vorzeichen"}}).ok(200)
	d := page.doc()
	rows := d.texts("tbody tr")
	second, other := four.Seats[1].Name, five.Seats[1].Name
	for _, want := range []string{
		second + " Runde 1 +7 +13 +7 +13", other + " 2. +10 3. +10 ▼ 1 Platz zurück", second + " 3. +7 2. +13 ▲ 1 Platz vor",
		second + " 30,00 € 50,00 € +20,00 €", other + " 50,00 € 30,00 € −20,00 €",
	} {
		if !slices.ContainsFunc(rows, func(row string) bool { return strings.HasPrefix(strings.ReplaceAll(row, "\u00a0", " "), want) }) {
			t.Errorf("no line %q in\n%s", want, strings.Join(rows, "\n"))
		}
	}
	papers := strings.Join(d.texts(".in-the-way li"), "\n")
	for _, want := range []string{"Rangliste nach Runde 1, Fassung 1, veröffentlicht", "Rangliste nach Runde 1, gedruckt", "anna"} {
		if !strings.Contains(papers, want) {
			t.Errorf("the papers lack %q:\n%s", want, papers)
		}
	}
	d.none(".state.warn") // nothing is played any more: this is final

	after := page.seen().follow().ok(200)
	after.doc().want(".older del", "+3")
	open := office.get(home).ok(200).doc()
	open.want("#reopened a", "Runde 1 · Tisch 1")
	open.want("#old-copies", "wäre vorläufig")
	open.none("#old-copies button.main")
	after.with("form[action$='/confirm']", nil).follow().ok(200)
	ranking := office.get(home).ok(200)
	ranking.doc().want("#old-copies h2", "Aushang ist veraltet: neu drucken")
	ranking.doc().in("#old-copies button.main")
	ranking.doc().none("#reopened")
	office.get(home+"/standings?paper=1.1").ok(200).doc().want("main", "danach wurde etwas berichtigt")
	renewed := ranking.with("#old-copies form", nil).follow().ok(200)
	rd := renewed.doc()
	rd.want(".flash", "1 Rangliste neu veröffentlicht")
	rd.want("#ranking", "endgültig")
	rd.want("#ranking", "Fassung 2")
	rd.none("#old-copies")
	rd.in("main li a[href$='/papers/standings.pdf?round=1']")
	paper = office.get(home + "/papers/standings.pdf?round=1").ok(200)
	lines := paperLines(t, paper.body)
	for _, want := range []string{"^Fassung 2 · Stand", `^2 \d .*Ødegård \+13 \+13 50,00 €`, `^3 \d Bo Li \+10 \+10 30,00 €`, `standings\?paper=1\.2`} {
		if lineWith(lines, want) == "" {
			t.Errorf("the new paper has no line %q:\n%s", want, strings.Join(lines, "\n"))
		}
	}
	office.get(home).ok(200).doc().none("#old-copies")
	guest := newBrowser(t, e.ts)
	guest.get(home+"/standings?paper=1.1").ok(200).doc().want(".notice", "Ihr Papier ist überholt: es ist Fassung 1 nach Runde 1, inzwischen gilt Fassung 2")
	guest.get(home+"/standings?paper=1.2").ok(200).doc().want(".good", "ist die neueste")
	for _, odd := range []string{"1.3", "9.1", "x", "1.", "1.0", "-1.-1"} {
		if text := strings.Join(guest.get(home+"/standings?paper="+odd).ok(200).doc().texts("main"), " "); strings.Contains(text, "Ihr Papier") {
			t.Errorf("paper %s, which nobody printed, is told something", odd)
		}
	}
	copies, err := e.d.PublishedCopies(e.ctx(), e.by, e.cup.ID)
	e.must(err)
	guest.get(fmt.Sprintf("%s/standings/copies/%d", home, copies[1].ID)).ok(200).doc().want(".notice", "überholt")
	if got := e.view(four).Rows[11]; len(got.Older) != 1 || got.Current.Reason != "Vorzeichen" {
		t.Errorf("hand 12 is %+v", got)
	}
}

// enterAnew takes the last hand of the closed round back and enters it once more by the form whose hands are sent by the script.
func enterAnew(tb *webtest.Tab, e *evening, address string) {
	tb.Visit(address)
	tb.Tap(".unlock summary")
	tb.Type("#f-unlock", "noch einmal")
	tb.Follow(".unlock button")
	tb.Tap(".undo summary")
	tb.Follow(".undo button")
	tb.Follow("#correction button.main")
	tb.Visit(address + "?way=winners")
	tb.Tap(`input[name=winners][value="1"]`)
	tb.Tap(`input[name=winners][value="2"]`)
	tb.Type("#f-value", "3")
	tb.Follow("#hand-form button.main")
	tb.Follow("#correction button.main")
	tb.Follow(`form[action$="/confirm"] button`)
	if got := e.view(e.table(4)).Rows[11].Current; got.Revision != 4 || got.Points[0] != 3 {
		tb.Shot("anew")
		e.t.Errorf("entered anew: %+v", got)
	}
}

// The page that shows what a correction changes asks the database as often at a full hall as at two tables.
func TestCorrection_Queries(t *testing.T) {
	count := func(more int) int {
		e := wrongSign(t, storetest.OpenSQLite(t))
		for i := range more {
			_, err := e.d.Register(e.ctx(), e.by, desk.Register{Op: rand.Text(), Tournament: e.cup.ID, Name: fmt.Sprintf("Gast %d", i), Present: true})
			e.must(err)
		}
		office := e.deskBrowser()
		office.get(tableAddress(e.table(4).Table.ID)).with(".unlock form", typed("reason", "Einspruch")).follow().ok(200)
		edit := office.get(tableAddress(e.table(4).Table.ID) + "/hands/12").ok(200)
		return storetest.Count(t, e.store, func() {
			edit.with("#hand-form", url.Values{"winners": {"1", "2"}, "value": {"3"}, "reason": {"Vorzeichen"}}).ok(200)
		})
	}
	if few, many := count(0), count(40); few != many || few > 80 {
		t.Errorf("%d statements for 9 players, %d for 49", few, many)
	}
}

// The same morning in a browser, on a phone and on the desk's screen, in both languages, looked at as pictures.
func TestWrongSignInBrowser(t *testing.T) {
	browser := webtest.Start(t)
	for _, tt := range []struct {
		name, lang string
		device     webtest.Device
		open       func(testing.TB) *store.Store
	}{
		{"phone", "de", webtest.Phone(), storetest.OpenSQLite}, {"phone", "en", webtest.Phone(), storetest.OpenPostgres},
		{"desk", "de", webtest.Desk(), storetest.OpenPostgres}, {"desk", "en", webtest.Desk(), storetest.OpenSQLite},
	} {
		t.Run(tt.name+" "+tt.lang, func(t *testing.T) {
			e := wrongSign(t, tt.open(t))
			tb := browser.Visitor(t, e.ts.URL, tt.device)
			tb.Keep(webtest.EveryPage)
			correctWrongSign(tb, e, tt.lang, tt.name+"_"+tt.lang)
		})
	}
}

func correctWrongSign(tb *webtest.Tab, e *evening, lang, shot string) {
	words := map[string][]string{
		"de": {"Noch ist nichts geändert", "+20,00 €", "Aushang ist veraltet", "Fassung 2", "inzwischen gilt Fassung 2"},
		"en": {"Nothing is changed yet", "+€20.00", "What hangs out is out of date", "Revision 2", "now revision 2 counts"},
	}[lang]
	address, home := tableAddress(e.table(4).Table.ID), tournamentAddress(e.cup)
	tb.Visit("/sign-in?lang=" + lang)
	tb.Type("#f-name", "anna")
	tb.Type("#f-password", eveningPassword)
	tb.Follow("main form button.main")
	tb.Visit(address)
	tb.Tap(".unlock summary")
	tb.Type("#f-unlock", "Einspruch am Morgen")
	tb.Follow(".unlock button")
	tb.Follow(`a[href="` + address + `/hands/12"]`)
	for _, winner := range []string{"3", "4", "1", "2"} { // the wrong ones off, the right ones on
		tb.Tap(`input[name=winners][value="` + winner + `"]`)
	}
	tb.Type("#f-reason", "Vorzeichen falsch")
	tb.Shot("edit_" + shot)
	tb.Follow("#hand-form button.main")
	tb.Says("main", words[0])
	tb.Says("main", words[1])
	tb.Shot("correction_" + shot)
	tb.Follow("#correction button.main")
	tb.Says(".older del", "+3")
	tb.Follow(`form[action$="/confirm"] button`)
	enterAnew(tb, e, address)
	tb.Visit(home)
	tb.Says("#old-copies", words[2])
	tb.Shot("outdated_" + shot)
	tb.Follow("#old-copies button")
	tb.Says("#ranking", words[3])
	tb.Shot("renewed_" + shot)
	tb.Visit(home + "/standings?paper=1.1")
	tb.Says("main", words[4])
	tb.Shot("paper_" + shot)
}

// Penalties and their taking back, a hand entered anew and a substitute are shown first where a round is closed, and go through at once
// where it is played.
func TestCorrection_OfWhatIsSettled(t *testing.T) {
	e := wrongSign(t, storetest.OpenSQLite(t))
	office, home := e.deskBrowser(), tournamentAddress(e.cup)
	first := e.table(4).Seats[0]
	penalty := typed("entry", fmt.Sprint(first.Entry), "round", "1", "points", "20", "reason", "Handy")
	page := office.get(home+"/penalties").ok(200).with("form[action$='/penalties']", penalty).ok(200)
	d := page.doc()
	d.want("h1", "Strafe geben")
	d.want("main", "Rangliste nach Runde 1") // +27 becomes +7: first and second and third change places
	if list, err := e.d.Penalties(e.ctx(), e.by, e.cup.ID); err != nil || len(list) != 0 {
		t.Fatalf("stored %v %v", list, err)
	}
	page.with("#correction", typed("edit", "1")).ok(200).doc().in("#f-reason[value=Handy]")
	given := page.seen().follow().ok(200)
	given.doc().want(".tile.warn", "−20")
	back := given.with("form[action$='/cancel']", typed("reason", "war aus")).ok(200)
	back.doc().want("h1", "Strafe zurücknehmen")
	back.seen().follow().ok(200).doc().want(".tile", "zurückgenommen")

	table := e.table(4)
	address := tableAddress(table.Table.ID)
	office.get(address).with(".unlock form", typed("reason", "Einspruch")).follow().ok(200)
	office.get(address).with(".undo form", typed("reason", "falsches Spiel")).seen().follow().ok(200)
	office.get(address+"?way=winners").with("#hand-form", url.Values{"winners": {"1", "2"}, "value": {"3"}}).seen().follow().ok(200)
	if got := e.view(table).Rows[11].Current; got.Revision != 3 || got.Points[0] != 3 {
		t.Errorf("hand 12 is %+v", got)
	}

	playing := newEvening(t, nil)
	at := playing.table(4).Seats[0]
	playing.deskBrowser().get(tournamentAddress(playing.cup)+"/penalties").
		with("form[action$='/penalties']", typed("entry", fmt.Sprint(at.Entry), "round", "1", "points", "2", "reason", "Handy")).follow().ok(200)
}
