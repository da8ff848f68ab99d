package web

import "testing"

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
		word := map[bool]string{true: "true", false: "false"}[locked]
		eval[bool](phone, `(document.getElementById("table-pen").dataset.locked = "`+word+`", document.dispatchEvent(new Event("htmx:after:swap")), document.activeElement.blur(), true)`)
		for _, key := range keys {
			if phone.Shows(key) == locked {
				t.Errorf("locked %v: %s is shown: %v", locked, key, !locked)
			}
		}
		if eval[bool](phone, link) == locked {
			t.Errorf("locked %v: the link of the row can be tapped: %v", locked, !locked)
		}
	}
}
