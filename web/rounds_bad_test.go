package web

import (
	"crypto/rand"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store/storetest"
)

// Seven players: the page says what can be done, and the draw is refused with it.
func TestDrawWithSeven(t *testing.T) {
	c := newClub(t)
	cup := c.evening("Sieben")
	c.enter(cup, tournament.Present, "A Eins", "B Zwei", "C Drei", "D Vier", "E Fünf", "F Sechs", "G Sieben")
	b := c.signedIn("Änne")
	home := tournamentAddress(cup)
	d := b.get(home).ok(200).doc()
	d.want(".next", "7 Spieler lassen sich nicht auf Tische verteilen. Es geht mit 1 mehr (8: ein Gast oder Helfer spielt mit) oder mit 2 weniger (5).")
	d.none(`a[href$="/rounds/1/draw"]`)
	page := b.get(home + "/rounds/1/draw").ok(200)
	page.doc().want(".next", "mit 1 mehr (8")
	page.with("form.narrow", url.Values{"seed": {"Krone"}}).ok(422).doc().want(".faults", "7 Spieler")
	b.get(home+"/rounds").ok(200).doc().want("main", "Noch sind keine Plätze")
	d = b.get(home + "/standings").ok(200).doc()
	d.want("#ranking", "Noch ist nichts gespielt")
	d.none("form[action$=publish]")

	c.enter(cup, tournament.Registered, "H Acht", "I Neun")
	b.get(home).ok(200).doc().want(".next h2", "7 da, 2 fehlen noch")
	b.get(home+"/rounds/1/draw").ok(200).doc().want(".warn", "2 Angemeldete sind noch nicht da")
}

// What cannot be, does not exist; what is stale or lacks its reason comes back with a sentence.
func TestRoundsBadInput(t *testing.T) {
	e := newEvening(t, nil)
	b := e.deskBrowser()
	home := e.home()
	for _, path := range []string{
		"/rounds/0", "/rounds/2", "/rounds/99", "/rounds/x", "/rounds/-1", "/rounds/4/draw", "/standings?after=7", "/standings?after=x", "/standings?after=-1",
		"/standings/copies/1", "/standings/copies/x", "/papers/nothing", "/papers/nothing.pdf", "/papers/standings.doc", "/papers/seating.pdf?round=x",
		"/papers/seating.pdf?round=3", "/papers/sheets.pdf?table=77", "/rounds/1?part=nothing", "?part=hall",
	} {
		if a := b.get(home + path); a.status != 404 && a.status != 422 {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	b.get("/t/nowhere").ok(404)
	round := home + "/rounds/1"
	stale := url.Values{"op": {rand.Text()}, "version": {"99"}}
	for _, step := range []string{"release", "start", "reset"} {
		stale.Set("op", rand.Text())
		b.post(round+"/"+step, stale).ok(409).doc().want(".faults", "inzwischen geändert")
	}
	b.post(round+"/release", url.Values{}).ok(422).doc().in(".faults")
	page := b.get(round + "/draw").ok(200)
	page.with("form.narrow", url.Values{"seed": {"Karo"}, "reason": {"  "}}).ok(422).doc().want(".fault", "Grund")
	page.with("form.narrow", url.Values{"seed": {"Krone"}, "reason": {"noch einmal"}}).ok(422).doc().want(".fault", "Loswort")
	page.with("form.narrow", url.Values{"seed": {strings.Repeat("x", 300)}, "reason": {"noch einmal"}}).ok(422).doc().in("#f-seed[aria-invalid]")
	page.with("form.narrow", url.Values{"seed": {"Pik"}, "reason": {"Stuhl fehlt"}}).follow().ok(200).doc().want(".flash", "9 Spieler")
	b.get(home+"/rounds/2/draw").ok(200).with("form.narrow", nil).follow().ok(200)
	b.get(round+"/draw").ok(200).with("form.narrow", url.Values{"reason": {"x"}}).ok(409).doc().want(".faults", "Runde 2 ist schon ausgelost")
}

// Two players change seats; what gets worse is shown by name and has to be accepted.
func TestSwapOnPage(t *testing.T) {
	e := newEvening(t, nil)
	four, five := e.table(4), e.table(5)
	a, other, mate := four.Seats[0], five.Seats[0], five.Seats[1]
	entry, _, err := e.d.Entry(e.ctx(), e.by, a.Entry)
	e.must(err)
	_, err = e.d.EditEntry(e.ctx(), e.by, desk.EntryEdit{
		Op: rand.Text(), Entry: a.Entry, Version: entry.Version, Name: entry.Name, StartNo: entry.StartNo, FromRound: 1, Apart: []int{mate.StartNo},
	})
	e.must(err)
	b := e.deskBrowser()
	page := b.get(e.home() + "/rounds/1").ok(200)
	page.doc().want(".in-the-way", "Besser geht es nicht")
	pick := url.Values{"a": {fmt.Sprint(a.Entry)}, "b": {fmt.Sprint(other.Entry)}}
	page.with("form[action$=swap]", url.Values{"a": {fmt.Sprint(a.Entry)}}).ok(422).doc().in("#f-b[aria-invalid]")
	page.with("form[action$=swap]", url.Values{"a": pick["a"], "b": pick["a"]}).ok(422).doc().want(".faults", "zwei verschiedene")
	warned := page.with("form[action$=swap]", pick).ok(422)
	warned.doc().want("form[action$=swap] .notice", "wollten getrennt sitzen")
	warned.doc().want("form[action$=swap] .notice", a.Name)
	done := warned.with("form[action$=swap]", url.Values{"a": pick["a"], "b": pick["b"], "accept": {"1"}}).follow().ok(200)
	done.doc().want(".flash", "getauscht")
	done.doc().want(".certificate", "wollten getrennt sitzen")
	done.doc().want(".certificate", "Von Hand geändert")
	page.with("form[action$=swap]", pick).ok(409).doc().want(".faults", "inzwischen geändert")
}

// The worst moment: the tenth comes when nine are seated. One page shows both ways; one button seats him, and only his table changes.
func TestLateComerOnPage(t *testing.T) {
	e := newEvening(t, nil)
	e.release()
	b := e.deskBrowser()
	fill := e.home() + "/rounds/1/fill"
	b.get(fill).ok(200).doc().want(".good", "haben in Runde 1 einen Platz")
	_, err := e.d.Register(e.ctx(), e.by, desk.Register{Op: rand.Text(), Tournament: e.cup.ID, Name: "Spät Kommer", Present: true})
	e.must(err)
	d := b.get(e.home()).ok(200).doc()
	d.want(".in-the-way", "1 Spieler ist da und hat keinen Platz")
	d.in(`a.main[href$="/fill"]`)
	page := b.get(fill).ok(200)
	page.doc().want("main", "Spät Kommer (10)")
	page.with(`.next form:not([action])`, url.Values{"reason": {" "}}).ok(422).doc().want(".faults", "Grund")
	page = page.with(`.next form:not([action])`, nil).follow().ok(200)
	d = page.doc()
	d.want(".flash", "Eine neue Liste brauchen nur")
	d.want("#seats", "Spät Kommer")
	d.want(".certificate", "Von Hand geändert")
	link := d.attr(`a[href*="seating.pdf"][href*="table="]`, "href")
	b.get(link).ok(200)
	newBrowser(t, e.ts).get(fill).ok(401)
}

// Anybody makes the draw again; the list can be announced before the words are drawn.
func TestLotOnPage(t *testing.T) {
	e := newEvening(t, nil)
	office, guest := e.deskBrowser(), newBrowser(t, e.ts)
	lot := e.home() + "/rounds/1/lot"
	guest.get(lot).ok(404)
	guest.get(lot + "/plan.json").ok(404)
	office.get(e.home() + "/rounds/1/draw").ok(200)
	announce := url.Values{"reason": {"unter aller Augen"}, "op": {rand.Text()}, "clubs": {"1"}}
	office.post(e.home()+"/rounds/1/announce", announce).follow().ok(200).doc().want(".notice", "Jetzt das Loswort ziehen")
	d := guest.get(lot).ok(200).doc()
	d.want("main", "wartet auf ihr Loswort")
	d.want("main", "9 Spieler")
	page := office.get(e.home() + "/rounds/1/draw").ok(200)
	page.with("form.narrow", url.Values{"reason": {"x"}}).ok(422).doc().want(".fault", "Loswort")
	page.with("form.narrow", url.Values{"reason": {"unter aller Augen"}, "seed": {"Krähe 17"}}).follow().ok(200)
	guest.get(lot).ok(404)
	e.release()
	d = guest.get(lot).ok(200).doc()
	d.want(".facts", "Krähe 17")
	d.want(".good", "Die Liste war schon")
	d.want("main", "unter aller Augen")
	page = guest.get(lot).submit("section form", nil).ok(200)
	page.doc().want(".next .good", "Dasselbe kommt heraus")
	if a := guest.get(lot + "/plan.json").ok(200); !strings.Contains(a.body, "Krähe 17") || !strings.Contains(a.header.Get("Content-Disposition"), "attachment") {
		t.Error(a.body)
	}
	guest.get(lot + "/input.json").ok(200)
	guest.get(lot + "/other.json").ok(404)
}

func TestPenaltiesOnPage(t *testing.T) {
	e := newEvening(t, nil)
	four := e.table(4)
	b := e.deskBrowser()
	page := b.get(e.home() + "/penalties").ok(200)
	page.doc().want("main", "keine Strafen")
	form := "form[action$=penalties]"
	d := page.with(form, url.Values{"points": {"zehn"}, "reason": {""}}).ok(422).doc()
	d.in("#f-entry[aria-invalid]")
	d.in("#f-points[aria-invalid]")
	d.in("#f-reason[aria-invalid]")
	who := fmt.Sprint(four.Seats[1].Entry)
	page.with(form, url.Values{"entry": {who}, "points": {"3"}, "hand": {"25"}, "reason": {"x"}}).ok(422).doc().in("#f-hand[aria-invalid]")
	page.with(form, url.Values{"entry": {who}, "points": {"3"}, "round": {"0"}, "others": {"1"}, "reason": {"x"}}).ok(422).doc().in("#f-round[aria-invalid]")
	page.with(form, url.Values{"entry": {"999"}, "points": {"3"}, "reason": {"x"}}).ok(404)
	page = page.with(form, url.Values{"entry": {who}, "points": {"3"}, "hand": {"7"}, "others": {"1"}, "reason": {"falsch bedient"}}).follow().ok(200)
	page.doc().want(".flash", "−3")
	page.doc().want(".tile", "−3 Punkte · die anderen am Tisch je +1 · Runde 1, Spiel 7")
	b.get(e.home()+"/standings").ok(200).doc().want("#ranking", "davon Strafpunkte: −3")
	cancel := "form[action$=cancel]"
	page.with(cancel, url.Values{"reason": {" "}}).ok(422).doc().want(".tile details[open]", "Warum")
	page.with(cancel, url.Values{"reason": {"Schiedsspruch geändert"}}).follow().ok(200).doc().want(".tile", "zurückgenommen")
	b.get(e.home()+"/journal").ok(200).doc().want(".journal", "Schiedsspruch geändert")
}

// KNOWN_PAINS 64 and 45: guests see what is released and no more, each switch by itself; signed in or not, the projector shows the same.
func TestGuestsSeeWhatIsReleased(t *testing.T) {
	e := newEvening(t, func(s *desk.Settings) { s.Standings = tournament.ReleasePublished })
	guest, office := newBrowser(t, e.ts), e.deskBrowser()
	home := e.home()
	guest.get(home + "/rounds/1").ok(404)
	guest.get(home + "/papers/seating.pdf").ok(409)
	guest.get(home + "/rounds").ok(200)
	for _, b := range []*browser{guest, office} {
		d := b.get(home + "/wall?show=seating").ok(200).doc()
		d.want("#wall", "Noch sind keine Plätze")
		b.get(home + "?as=guest").ok(200).doc().none("#f-me")
	}
	e.release()
	guest.get(home + "/rounds/1").ok(200).doc().none("form[method=post]")
	e.playRound()
	for _, b := range []*browser{guest, office} {
		b.get(home+"/wall?show=standings").ok(200).doc().want("#wall", "noch nicht freigegeben")
		d := b.get(home + "/wall").ok(200).doc()
		d.want(".clock[data-day='Europe/Berlin']", ":")
		d.want("#wall", "Sitzplan Runde 1") // better than nothing
	}
	guest.get(home+"/standings").ok(200).doc().want("#ranking", "noch nicht freigegeben")
	guest.get(home + "/papers/standings.pdf").ok(404)
	office.get(home+"/standings").ok(200).doc().want("#ranking", "+30")
	for i := range 2 {
		_, err := e.d.Publish(e.ctx(), e.by, desk.PublishStandings{Op: rand.Text(), Tournament: e.cup.ID})
		e.must(err)
		if i == 0 { // then one more thing happens
			_, err = e.d.AddPenalty(e.ctx(), e.by, desk.PenaltyEntry{Op: rand.Text(), Entry: e.table(4).Seats[0].Entry, Round: 1, Points: -5, Reason: "Handy"})
			e.must(err)
			guest.get(home+"/standings").ok(200).doc().want("#ranking", "+30")
		}
	}
	d := guest.get(home + "/standings").ok(200).doc()
	d.want("#ranking", "Fassung 2")
	d.want("#ranking tbody", "+25")
	guest.get(home+"/standings/copies/1").ok(200).doc().want(".notice", "überholt")
	guest.get(home + "/standings/copies/2").ok(200).doc().none(".notice")
	guest.get(home+"/rounds/1").ok(200).doc().want("#seats", e.table(4).Seats[0].Name) // still there
}

// A guest says once who he is; his place, points and table stand first from then on.
func TestMyPlace(t *testing.T) {
	e := newEvening(t, nil)
	e.release()
	e.playRound()
	b := newBrowser(t, e.ts)
	me := e.table(4).Seats[1]
	page := b.get(e.home()).ok(200)
	page = page.submit("#hall form", map[string]string{"me": fmt.Sprint(me.StartNo)}).follow().ok(200)
	d := page.doc()
	d.want(".me h2", me.Name)
	d.want(".me", "+2 Punkte")
	d.want(".me", fmt.Sprintf("Tisch %d Platz 2 in Runde 1", e.table(4).Table.Number))
	b.get(e.home() + "?who=1").ok(200).doc().in("#f-me")
	b.header.Set("If-None-Match", page.header.Get("ETag"))
	b.get(e.home()).ok(304)
	b.header.Del("If-None-Match")
	b.get(e.home() + "?me=0").follow().ok(200).doc().none(".me")
	b.get(e.home() + "?me=x").ok(404)
	b.get(e.home() + "?me=9999").follow().ok(200).doc().none(".me")
}

// KNOWN_PAINS 62: a right for one tournament opens that one only, pages, papers and streams alike.
func TestOtherTournamentsPages(t *testing.T) {
	c := newClub(t)
	mine, other := c.evening("Meins"), c.evening("Anderes")
	c.account("Helga", tournament.Helper, mine.ID)
	b := c.signedIn("Helga")
	b.get(tournamentAddress(mine)).ok(200).doc().in("#desk")
	b.get(tournamentAddress(other)).ok(200).doc().in("#hall")
	for _, path := range []string{"/penalties", "/papers/sheets.pdf?round=1"} {
		if a := b.get(tournamentAddress(other) + path); a.status != 403 {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	b.get(tournamentAddress(mine) + "/journal").ok(403)
	b.post(tournamentAddress(mine)+"/rounds/1/draw", url.Values{"op": {rand.Text()}}).ok(403)
}

func TestPapersOverHTTP(t *testing.T) {
	e := newEvening(t, nil)
	e.release()
	e.playRound()
	b := e.deskBrowser()
	for paper, want := range map[string]string{
		"seating.pdf?round=1": "sitzplan-runde-1.pdf", "standings.pdf": "rangliste.pdf", "standings.csv?round=1": "rangliste-1.csv", "seating.xlsx?round=1": "sitzplan-runde-1.xlsx",
		"sheets.pdf?round=1&blank=1": "spiellisten-runde-1.pdf", "sheets.pdf?round=1&table=2": "spiellisten-runde-1.pdf", "table-cards.pdf?round=1": "tischkarten-runde-1.pdf",
	} {
		a := b.get(e.home() + "/papers/" + paper).ok(200)
		if got := a.header.Get("Content-Disposition"); got != "inline; filename="+want {
			t.Errorf("%s: %s", paper, got)
		}
		if strings.Contains(paper, ".pdf") && !strings.HasPrefix(a.body, "%PDF-") {
			t.Errorf("%s is no PDF", paper)
		}
	}
	b.get(e.home() + "/papers/standings.csv?lang=en").follow().ok(200)
	if a := b.get(e.home() + "/papers/standings.csv"); a.header.Get("Content-Disposition") != "inline; filename=standings.csv" {
		t.Error(a.header.Get("Content-Disposition"))
	}
	newBrowser(t, e.ts).get(e.home() + "/papers/table-cards.pdf").ok(403)
}

// The pages that everybody looks at ask the database as often for many players as for few.
func TestRoundPageQueries(t *testing.T) {
	few, many := newEvening(t, nil), newEvening(t, nil)
	for i := range 36 {
		_, err := many.d.Register(many.ctx(), many.by, desk.Register{Op: rand.Text(), Tournament: many.cup.ID, Name: fmt.Sprintf("Gast %c%c", 'A'+i/6, 'a'+i%6), Present: true})
		many.must(err)
	}
	_, err := many.d.DrawRound(many.ctx(), many.by, desk.DrawRound{Op: rand.Text(), Tournament: many.cup.ID, Round: 1, Seed: "x", Reason: "mehr"})
	many.must(err)
	for path, most := range map[string]int{"": 40, "/rounds/1": 30, "/standings": 25} {
		var counts []int
		for _, e := range []*evening{few, many} {
			b := e.deskBrowser()
			b.get(e.home() + path).ok(200)
			counts = append(counts, storetest.Count(t, e.store, func() { b.get(e.home() + path).ok(200) }))
		}
		t.Log(path, counts)
		if counts[0] != counts[1] || counts[0] > most {
			t.Errorf("%q: %d queries for 9 players, %d for 45", path, counts[0], counts[1])
		}
	}
}
