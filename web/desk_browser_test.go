package web

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// enter signs a tab in.
func (tb *tab) enter(name string) { tb.visit("/test/enter/" + name) }

// typeEnter types into the focused field and presses Enter.
func (tb *tab) typeEnter(text string) {
	tb.t.Helper()
	tb.Keys("#f-q", text+"\r")
}

// At the door in a browser: typing finds before Enter, Enter checks in, and the other desk's screen follows without losing what is
// being typed there.
func TestDoorInBrowser(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		c := newClubOn(t, db)
		e := c.evening("Vereinsabend")
		c.enter(e, tournament.Registered, "Jörg Müller", "Zoë Öztürk", "Søren Ødegård", "Ännchen von Tharau")
		address := tournamentAddress(e) + "/entries"
		one := chromium(t, c.ts.URL)
		one.enter("Änne")
		one.visit(address)
		two := one.another()
		two.visit(address)
		two.says("#live", "Verbunden")
		two.Keys("#f-q", "Tharau")
		two.until(`document.querySelectorAll(".entry").length === 1`)
		two.says(".entry", "Ännchen")

		one.until(`document.activeElement.id === "f-q"`)
		one.Keys("#f-q", "mueller")
		one.until(`document.querySelectorAll(".entry").length === 1`)
		one.fits()
		one.typeEnter("")
		one.says(".next", "Jörg Müller")
		one.says(".count", "1 da")
		one.until(`document.activeElement.id === "f-q" && document.activeElement.value === ""`)
		two.says(".count", "1 da") // without a reload
		if got := eval[string](two, `document.activeElement.id + " " + document.querySelector("#f-q").value + " " + document.querySelectorAll(".entry").length`); got != "f-q Tharau 1" {
			t.Errorf("the other desk lost what was typed: %s", got)
		}
		one.typeEnter("+")
		one.says(".next", "Doch nicht bezahlt")
		one.until(`document.activeElement.id === "f-q" && document.activeElement.value === ""`)
		one.typeEnter("Änne Groß")
		one.says(".next", "Änne Groß")

		// A tap in the list changes the list alone.
		eval[bool](one, `(window.stays = true, [...document.querySelectorAll(".entry")].find(e => e.innerText.includes("Søren")).querySelector("button").click(), true)`)
		one.says(".count", "3 da")
		if !eval[bool](one, `window.stays === true`) {
			t.Error("the page was loaded anew")
		}
		two.says(".count", "3 da")
	})
}

// hardNames are names of a player list that overflow and turn around.
func hardNames(t testing.TB) []string {
	t.Helper()
	raw, err := os.ReadFile("../reports/testdata/12_namen_fuer_pdf.csv")
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(raw, []byte("\ufeff"))))
	r.Comma, r.FieldsPerRecord = ';', -1
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, row := range rows[1:] {
		for _, cell := range row {
			if name := tournament.CleanName(cell); len(name) > 3 {
				names = append(names, name)
				break
			}
		}
	}
	return append(names, "דוד בן־גוריון", "👨‍👩‍👧‍👦 Familie 🂡♣️")
}

// No page of the desk is wider than the screen, whatever the names, the language and the light: only looks, one
// database will do.
func TestDeskPagesFit(t *testing.T) {
	c := newClub(t)
	long := "Internationales Doppelkopfweihnachtsgedächtnisturnier der Kartenspielgemeinschaft Niedersachsen-Süd um den Wanderpokal"
	e := c.evening(long)
	names := hardNames(t)
	present := c.enter(e, tournament.Present, names[:len(names)/2]...)
	c.enter(e, tournament.Registered, names[len(names)/2:]...)
	c.evening("Vereinsabend")
	c.account("Karl-Friedrich Donaudampfschifffahrtsgesellschaftskapitän", tournament.Helper, e.ID)
	address := tournamentAddress(e)
	pages := []struct{ name, path string }{
		{"list", "/"}, {"new", "/tournaments/new"}, {"settings", address + "/settings"}, {"accounts", "/accounts"}, {"import", "/import"},
		{"entries", address + "/entries?last=1"}, {"entry", address + "/entries/" + seen(present[0])[:1]}, {"all", address + "/entries/all/present"},
		{"players", address + "/entries/import"}, {"sign-in", "/sign-in"}, {"setup", "/setup/spent"},
		{"account", "/account"},
	}
	phone := chromium(t, c.ts.URL)
	phone.enter("Änne")
	for _, size := range []struct {
		name  string
		wide  int64
		light string
		lang  string
	}{{"phone-light-de", 360, "light", "de"}, {"phone-dark-en", 360, "dark", "en"}, {"desk-light-en", 1280, "light", "en"}, {"desk-dark-de", 1280, "dark", "de"}} {
		phone.do(chromedp.EmulateViewport(size.wide, 1500), chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: size.light}},
			})
			return err
		}))
		phone.visit("/sign-in?lang=" + size.lang)
		for _, p := range pages {
			phone.visit(p.path)
			eval[bool](phone, `(document.querySelectorAll("details").forEach(d => d.open = true), true)`)
			phone.fits()
			phone.shot(p.name + "-" + size.name)
		}
		phone.visit("/accounts")
		phone.Tap(`form[action="/accounts/link"] button`)
		phone.says(".next .secret", "/password/")
		phone.fits()
		phone.shot("link-made-" + size.name)
		phone.visit("/password/" + path.Base(eval[string](phone, `document.querySelector(".secret").innerText`)))
		phone.fits()
		phone.shot("password-" + size.name)
	}
}
