package web

import (
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
)

// home is the address of the evening's tournament.
func (e *evening) home() string { return tournamentAddress(e.cup) }

// release shows the seating to guests.
func (e *evening) release() {
	e.t.Helper()
	_, err := e.d.ReleaseSeating(e.ctx(), e.by, desk.RoundStep{Op: rand.Text(), Tournament: e.cup.ID, Round: 1, Version: e.round(1).Version})
	e.must(err)
}

// round is a round as it is now.
func (e *evening) round(number int) tournament.Round {
	e.t.Helper()
	s, err := e.d.Seating(e.ctx(), e.by, e.cup.ID, number)
	e.must(err)
	return s.Round
}

// confirm plays a table to its end and confirms it.
func (e *evening) confirm(table desk.SeatedTable, totals ...int) {
	e.t.Helper()
	solos := make([]int, len(totals))
	for i := range solos {
		solos[i] = 1
	}
	_, err := e.d.EnterTotals(e.ctx(), e.by, desk.TotalsEntry{Op: rand.Text(), Table: table.Table.ID, Totals: totals, Solos: solos})
	e.must(err)
	_, err = e.d.ConfirmSheet(e.ctx(), e.by, desk.TableStep{Op: rand.Text(), Table: table.Table.ID, Version: e.view(table).Table.Version})
	e.must(err)
}

// playRound confirms both tables of the first round: 9 players from +30 down.
func (e *evening) playRound() {
	e.t.Helper()
	e.confirm(e.table(4), 30, 2, -12, -20)
	e.confirm(e.table(5), 15, 15, 0, -10, -20)
}

// Every page of rounds in both languages, for the director and for guests, keeps the rules of pages.
func TestRoundPagesInBothLanguages(t *testing.T) {
	e := newEvening(t, nil)
	e.release()
	e.playRound()
	_, err := e.d.AddPenalty(e.ctx(), e.by, desk.PenaltyEntry{Op: rand.Text(), Entry: e.table(4).Seats[0].Entry, Round: 1, Hand: 3, Points: -3, Others: 1, Reason: "falsch bedient"})
	e.must(err)
	published, err := e.d.Publish(e.ctx(), e.by, desk.PublishStandings{Op: rand.Text(), Tournament: e.cup.ID})
	e.must(err)
	office, guest := e.deskBrowser(), newBrowser(t, e.ts)
	open := []string{"", "/rounds/1", "/rounds/1?q=goss", "/rounds/1?q=gross", "/standings", "/standings?after=1", "/wall", "/wall?show=seating", "/wall?show=standings", "/?me=1",
		fmt.Sprintf("/standings/copies/%d", published.ID), "?part=hall", "/rounds/1?part=seats", "/standings?part=ranking", "/wall?part=wall"}
	closed := []string{"/meetings", "/rounds/1/lot?check=1", "/rounds/1/draw", "/rounds/2/draw", "/penalties", "/journal"}
	for _, lang := range []string{"en", "de"} {
		for _, who := range []*browser{office, guest} {
			who.header.Set("Accept-Language", lang)
			for _, path := range open {
				if strings.HasPrefix(path, "/?") {
					path = path[1:]
				}
				if who == office && path == "?part=hall" {
					path = "?part=desk"
				}
				a := who.get(e.home() + path)
				if a.status == 303 {
					a = a.follow()
				}
				d := a.ok(200).doc()
				if strings.Contains(a.body, "<!doctype") && d.attr("html", "lang") != lang {
					t.Errorf("%s is not in %s", path, lang)
				}
			}
		}
		for _, path := range closed {
			office.get(e.home() + path).ok(200).doc()
			if !strings.Contains(path, "lot") {
				guest.get(e.home() + path).ok(401)
			}
		}
	}
	guest.get(e.home() + "?part=nothing").ok(404)
}

// The evening at the desk by links and buttons only: draw, release, close, next round, publish, finish.
func TestRoundsByButtons(t *testing.T) {
	e := newEvening(t, func(s *desk.Settings) { s.Format.Rounds = 2 })
	b := e.deskBrowser()
	d := b.get(e.home()).ok(200).doc()
	d.want(".next h2", "noch sieht niemand seinen Platz")
	d.want(".step-now", "9 Spieler sehen ihren Platz")
	page := b.get(e.home()).with("form[action$=release]", nil).follow().ok(200)
	page.doc().want(".flash", "freigegeben")
	page.doc().want(".next h2", "kann beginnen")
	page = page.with("form[action$=start]", nil).follow().ok(200)
	page.doc().want(".next h2", "0 von 2 Listen bestätigt")
	page.doc().want(".in-the-way a[href^='/tables/']", "Tisch 1 · Liste:")
	b.post(e.home()+"/rounds/1/close", url.Values{"op": {rand.Text()}, "version": {fmt.Sprint(e.round(1).Version)}}).ok(409).doc().want(".faults", "Tisch")
	e.playRound()
	page = b.get(e.home()).ok(200)
	page.doc().want(".next h2", "Alle 2 Listen von Runde 1 sind bestätigt")
	page = page.with("form[action$=close]", nil).follow().ok(200)
	page.doc().want(".next h2", "Als Nächstes: Runde 2 auslosen")
	page = b.get(e.home() + "/rounds/2/draw").ok(200)
	page.doc().want(".next", "9 Spieler · 1 Vierertisch + 1 Fünfertisch")
	page = page.with("form.narrow", url.Values{"seed": {"Herz Dame"}}).follow().ok(200)
	page.doc().want(".flash", "9 Spieler an 2 Tischen")
	page = b.get(e.home() + "/rounds/1").ok(200)
	page.with("form[action$=reopen]", url.Values{"reason": {" "}}).ok(422).doc().want(".faults", "Grund")
	page.with("form[action$=reopen]", url.Values{"reason": {"Zahlendreher"}}).follow().ok(200).doc().want("h1", "läuft")
	page = b.get(e.home() + "/standings").ok(200)
	page.doc().want("#ranking .state", "vorläufig")
	page = page.with("form[action$=publish]", nil).follow().ok(200)
	page.doc().want(".flash", "Fassung 1")

	second, err := e.d.Seating(e.ctx(), e.by, e.cup.ID, 2)
	e.must(err)
	for _, table := range second.Tables {
		e.confirm(table, append([]int{4, -4}, make([]int, table.Table.Size-2)...)...)
	}
	for _, number := range []string{"2", "1"} { // the first was opened again
		page = b.get(e.home() + "/rounds/" + number).ok(200)
		page.with("form[action$=close]", nil).follow().ok(200).doc().want(".flash", "abgeschlossen")
	}
	page = b.get(e.home()).ok(200)
	page.doc().want(".next h2", "Alle Runden sind abgeschlossen")
	page.with("form[action$=phase]", nil).follow().ok(200)
	d = b.get(e.home()).ok(200).doc()
	d.want(".next h2", "Das Turnier ist beendet")
	d.none(".next form")
	d = b.get(e.home() + "/rounds/2").ok(200).doc()
	d.none("form[method=post]:not(.account)")
	d.want(".state", "abgeschlossen")
	b.get(e.home()+"/standings").ok(200).doc().want("#ranking .good", "endgültig")
	b.get(e.home() + "/penalties").ok(200).doc().none("#f-entry")
	b.get(e.home() + "/wall").ok(200).doc().in(`noscript`)
}

// Every command of the desk that a tournament's journal can hold has its sentence.
func TestJournalKnowsEveryCommand(t *testing.T) {
	sources, err := filepath.Glob("../tournament/desk/*.go")
	if err != nil {
		t.Fatal(err)
	}
	p, found := newEvening(t, nil).s.texts.Printer("de"), 0
	actions := regexp.MustCompile(`"((?:entries|entry|hand|key|penalty|round|seat|sheet|standings|totals|tournament)\.[a-z_]+)"`)
	for _, path := range sources {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range actions.FindAllStringSubmatch(string(raw), -1) {
			found++
			if !p.Has("journal." + m[1]) {
				t.Errorf("%s: no text journal.%s", path, m[1])
			}
		}
	}
	if found < 25 {
		t.Errorf("only %d commands found", found)
	}
}
