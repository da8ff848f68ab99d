package web

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"doko/tournament"
	"doko/web/i18n"
)

// aboutNoTournament are the deeds that stand in no tournament's journal: prints are a list of their own.
var aboutNoTournament = map[string]bool{"setup.token": true, "setup.finish": true, "paper.print": true}

var actionName = regexp.MustCompile(`(?:action: |return )"([a-z_]+\.[a-z_]+)"`)

// Whatever the desk does, the journal says in words of both languages, never by its code.
func TestJournalHasWords(t *testing.T) {
	files, err := filepath.Glob("../tournament/desk/*.go")
	if err != nil {
		t.Fatal(err)
	}
	texts, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, file := range files {
		if matched, _ := filepath.Match("*_test.go", filepath.Base(file)); matched {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range actionName.FindAllSubmatch(source, -1) {
			action := string(m[1])
			found++
			if action == "entry.arrive" {
				action = arrival("", true)
			}
			for _, lang := range []i18n.Lang{i18n.German, i18n.English} {
				if !aboutNoTournament[action] && !texts.Printer(lang).Has("journal."+action) {
					t.Errorf("%s does %s, for which there is no text", filepath.Base(file), action)
				}
			}
		}
	}
	if found < 30 {
		t.Errorf("only %d deeds found: the scan looks in the wrong place", found)
	}
}

// The journal says what somebody's arrival was, and which hand was changed.
func TestJournalNamesTheHand(t *testing.T) {
	e := newEvening(t, nil)
	e.release()
	table := e.table(4)
	_, page := e.phone(table)
	page = page.with("#hand-form", normalHand).follow()
	page = page.with(".undo form", typed("reason", "Falsch eingetragen")).follow()
	page.with("#hand-form", normalHand).follow().ok(200)
	d := e.deskBrowser().get(e.home() + "/journal").ok(200).doc()
	for i, want := range []string{"Spiel 1 eingetragen", "Spiel 1 zurückgenommen", "Spiel 1 eingetragen"} {
		if got := d.texts(".journal li:not(.day) [translate]")[i*2]; got != "Tisch 1: "+want {
			t.Errorf("line %d says %q, want %q", i, got, want)
		}
	}
}

// A line of the journal has the number of the request that made it, so that it is found in the log.
func TestJournalKnowsTheRequest(t *testing.T) {
	e := newEvening(t, nil)
	b := newBrowser(t, e.ts)
	b.header.Set("Authorization", "Bearer "+e.key(e.table(4)))
	path := fmt.Sprintf("/api/v1/tables/%d/hands", e.table(4).Table.ID)
	made := b.send("POST", path, strings.NewReader(firstHand), "application/json").ok(201)
	lines, err := e.s.desk.Journal(e.ctx(), tournament.System(), e.cup.ID, 1)
	e.must(err)
	if id := made.header.Get("X-Request-Id"); id == "" || len(lines) != 1 || lines[0].Entry.RequestID != id {
		t.Errorf("the request %q stands in the journal as %+v", id, lines)
	}
}
