package web

import (
	"fmt"
	"slices"
	"testing"
)

// The keys that change the list go in the moment the pen is elsewhere, before their own parts have been asked for again.
func TestKeysGoWithThePen(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	e.enter(table, pairWins)
	phone := chromium(t, e.ts.URL)
	phone.visit("/k/" + e.key(table))
	keys := []string{".undo summary", `#table-finish form[action$="/submit"] button`}
	for _, key := range keys {
		if !phone.Shows(key) {
			t.Fatalf("%s is not there", key)
		}
	}
	const link = `(() => { const a = document.querySelector("#table-sheet th a"); a.scrollIntoView({block: "center"}); const r = a.getBoundingClientRect(); a.focus();
		return document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2) === a && document.activeElement === a; })()`
	if !eval[bool](phone, link) {
		t.Fatal("the row has no link")
	}
	for _, locked := range []bool{true, false} {
		// In one go: the part of the pen may be renewed at any moment.
		script := fmt.Sprintf(`(() => {
			document.getElementById("table-pen").dataset.locked = "%v";
			document.dispatchEvent(new Event("htmx:after:swap"));
			document.activeElement.blur();
			return [...%s.map((key) => document.querySelector(key).checkVisibility({visibilityProperty: true})), %s];
		})()`, locked, `[".undo summary", '#table-finish form[action$="/submit"] button']`, link)
		if got := eval[[]bool](phone, script); slices.Contains(got, locked) {
			t.Errorf("locked %v: undo, hand in and the row's link can be used: %v", locked, got)
		}
	}
}

// When the pen can't be taken over, the page stays with everything tapped and says why.
func TestPenNotTaken(t *testing.T) {
	for lang, want := range map[string][2]string{
		"de": {"Das ging nicht", "Recht"}, "en": {"That did not work", "have the right"},
	} {
		e := newEvening(t, nil)
		table := e.table(4)
		_, page := e.phone(table)
		page.with("#hand-form", typed("way", "winners", "winners", "1", "winners", "2", "value", "1")).follow().ok(200)
		phone := chromium(t, e.ts.URL)
		phone.visit("/k/" + e.key(table))
		phone.visit(tableAddress(table.Table.ID) + "?lang=" + lang)
		phone.says("#table-pen", "2")
		eval[bool](phone, `(document.querySelector("#hand-form input[name=range][value='151-180']").checked = true)`)
		eval[bool](phone, `(window.ours = window.fetch, true)`)
		refuse := func(answer, says string) { // only the answer to the key is another one: the page's parts are renewed as always
			eval[bool](phone, `(window.fetch = (at, how) => how?.method === "POST" && String(at).endsWith("/pen") ? `+answer+` : window.ours(at, how), true)`)
			phone.Tap("form[data-take-pen] button")
			phone.says("#table-pen .fault", says)
			if !eval[bool](phone, `document.querySelector("#hand-form input[name=range][value='151-180']")?.checked ?? false`) {
				t.Error("what was tapped is lost")
			}
		}
		refuse(`Promise.resolve(new Response("<h1>WLAN</h1>"))`, want[0]) // a network's own page
		phone.fits()
		phone.shot("pen-strange-" + lang)
		refuse(`window.ours("`+tableAddress(e.table(5).Table.ID)+`/pen", how)`, want[1]) // a page of ours that says why
		phone.Gone(`#table-pen .fault + .fault`)
		phone.fits()
		phone.shot("pen-refused-" + lang)
	}
}
