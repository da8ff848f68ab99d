package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"doko/web/webtest"
)

// evening9 are the players of the club evening of 2015.
var evening9 = []string{
	"Ruth Öttinger", "Fritz-Jürgen Weiß", "Ingeborg Prünte-Hof", "Hjördis von Ahn",
	"Béla Œlschläger", "Knut Ängström", "Gül Meißner", "Ottilie van den Berg", "Rüdiger Švejda",
}

// hall is a club evening seen through browsers: the director at the desk, the list keeper's phone, a guest who looks at the ranking.
type hall struct {
	t                      *testing.T
	p                      *program
	director, phone, guest *webtest.Tab
	script                 bool
	name                   string // of the pictures
	step                   int
	home                   string            // address of the tournament
	four, five             string            // addresses of the two tables
	fours, fivers          []string          // names by position
	want                   map[string]string // points as they are shown, by name
}

// openHall starts the program on an empty database, and brings three people with browsers of their own.
func openHall(t *testing.T, b *webtest.Browser, db string, script bool) *hall {
	t.Helper()
	p := startProgram(t, db)
	h := &hall{t: t, p: p, script: script, name: strings.ReplaceAll(t.Name(), "/", "_")}
	person := func(d webtest.Device) *webtest.Tab {
		d.NoScript = !script
		tab := b.Visitor(t, p.base, d)
		tab.Keep(webtest.EveryPage, webtest.NamesStay(evening9...))
		return tab
	}
	h.director, h.phone, h.guest = person(webtest.Desk()), person(webtest.Phone()), person(webtest.Phone())
	return h
}

// shot keeps a picture of a step, for people who want to look.
func (h *hall) shot(tab *webtest.Tab, name string) {
	h.t.Helper()
	h.step++
	tab.Shot(fmt.Sprintf("%s_%02d_%s", h.name, h.step, name))
}

// The main job as a club does it, from the printed link to the printed ranking, with script and with forms alone.
func TestEveningInBrowser(t *testing.T) {
	b := webtest.Start(t)
	for _, way := range []string{"script", "forms"} {
		t.Run(way, func(t *testing.T) {
			onEachDatabase(t, func(t *testing.T, db string) {
				h := openHall(t, b, db, way == "script")
				h.setUp()
				h.create()
				h.checkIn()
				h.draw()
				h.scan()
				h.watch()
				h.play()
				h.confirm()
				h.paper()
				h.publish()
			})
		})
	}
}

// setUp makes the director's account from the printed link.
func (h *hall) setUp() {
	h.t.Helper()
	d := h.director
	link := <-h.p.setup
	d.Visit(link)
	h.shot(d, "setup")
	d.Type("#f-organisation", "Doko-Freunde Südstadt")
	d.Type("#f-name", "Änne Groß")
	d.Type("#f-password", "zwölf Füchse im Wald")
	d.Type("#f-again", "elf Füchse im Wald")
	d.Follow("main form .main")
	d.Says(".faults", "")
	if got := d.Attribute("#f-name", "value"); got != "Änne Groß" {
		h.t.Errorf("after two different passwords the name is %q", got)
	}
	h.shot(d, "setup_wrong")
	d.Type("#f-password", "zwölf Füchse im Wald")
	d.Type("#f-again", "zwölf Füchse im Wald")
	d.Follow("main form .main")
	h.shot(d, "tournaments")
	h.guest.Visit(link)
	if h.guest.Shows("#f-password") {
		h.t.Error("the set-up link works twice")
	}
	h.shot(h.guest, "setup_spent")
}

// create makes a short tournament; a wrong fee comes back with what was typed.
func (h *hall) create() {
	h.t.Helper()
	d := h.director
	d.Follow(`a[href="/tournaments/new"]`)
	h.shot(d, "new")
	d.Type("#f-name", "Vereinsabend im März")
	d.Type("#f-rounds", "1")
	d.Type("#f-fee", "zehn")
	d.Tap("summary")
	d.Type("#f-hands_per_round", "4")
	d.Type("#f-hands_at_five", "5")
	d.Choose("#f-compulsory_solos", "0")
	d.Follow(".stick .main")
	if got := d.Attribute("#f-fee", "value"); got != "zehn" {
		h.t.Errorf("the wrong fee came back as %q", got)
	}
	h.shot(d, "new_wrong")
	if got := d.Text(".wrong label"); got != d.Text(`label[for="f-fee"]`) {
		h.t.Errorf("wrong is %q", got)
	}
	d.Type("#f-fee", "5,00")
	d.Follow(".stick .main")
	h.home = "/t/" + strings.Split(d.Address(), "/")[2]
	h.shot(d, "created")
}

// checkIn registers nine players at the door: each with Enter, the first with his fee, the fee of the others with one key.
func (h *hall) checkIn() {
	h.t.Helper()
	d := h.director
	d.Visit(h.home + "/entries")
	h.shot(d, "entries")
	for i, name := range evening9 {
		typed := name
		if i == 0 {
			typed += "+"
		}
		d.Type("#f-q", typed)
		d.FollowKey("Enter")
	}
	h.shot(d, "entered")
	if got := len(d.Texts(".entry.present")); got != 9 {
		h.t.Fatalf("%d players are there", got)
	}
	d.Follow(`a[href$="/all/paid"]`)
	h.shot(d, "all_paid")
	d.Follow("main form .main")
	h.shot(d, "all_paid_done")
	d.Visit(h.home + "/entries?show=unpaid")
	if left := d.Texts(".entry"); len(left) != 0 {
		h.t.Errorf("still to pay: %q", left)
	}
	d.Visit(h.home + "/entries")
	names := d.Texts(".entry .who b")
	for _, name := range evening9 {
		if !slices.Contains(names, name) {
			h.t.Errorf("%s is not in the list %q", name, names)
		}
	}
}
