package web

import (
	"strings"
	"testing"

	"doko/tournament/desk"
	"doko/web/webtest"
)

// brokenWords are the words of keys and heads that stand on two lines, without those that have a hyphen to break at.
const brokenWords = `(() => {
	const list = [], walk = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
	for (let n = walk.nextNode(); n; n = walk.nextNode()) {
		if (!n.parentElement.closest(".tap, button, .button, th, .ways a") || !n.parentElement.checkVisibility()) continue;
		for (const word of n.data.matchAll(/[^\s\-–\/·.]+/g)) {
			const range = document.createRange();
			range.setStart(n, word.index);
			range.setEnd(n, word.index + word[0].length);
			if (new Set([...range.getClientRects()].map(r => Math.round(r.top))).size > 1) list.push(word[0]);
		}
	}
	return list;
})()`

// cutTables are the tables that are wider than the screen.
const cutTables = `[...document.querySelectorAll(".wide")].filter(e => e.scrollWidth > e.clientWidth + 1).map(e => e.innerText.slice(0, 60))`

// On a phone of 360 pixels no word of a key or a table's head is broken and no table is cut, also where keys are chosen; at 320 pixels,
// and at 180, which is that phone with letters of 200 %, nothing leaves the screen.
func TestNarrow(t *testing.T) {
	e := newEvening(t, func(s *desk.Settings) { s.Rules = []byte(`"kneipe"`) })
	e.release()
	four, five := e.table(4), e.table(5)
	e.enter(four, firstTwo, firstThird, lastTwo, firstTwo, firstThird, lastTwo, firstTwo, firstThird, lastTwo, firstTwo, firstThird)
	keys := tableHome(four)
	browser := webtest.Start(t)
	for _, lang := range []string{"de", "en"} {
		for _, width := range []int64{360, 320, 180} {
			phone := browser.Visitor(t, e.ts.URL, webtest.Device{Width: width, Height: 740, Touch: true})
			phone.Visit("/sign-in?lang=" + lang)
			phone.Type("#f-name", "anna")
			phone.Type("#f-password", eveningPassword)
			phone.Follow("main form button.main")
			for _, address := range []string{keys, tableHome(five), keys + "/hands/1", keys + "/rest", keys + "/lines", keys + "/hands/1/what-if", e.home() + "/rules", "/referee", e.home() + "/radar", e.home()} {
				phone.Visit(address)
				if phone.Shows("#hand-form input[name=call_kontra]") {
					phone.Tap("input[name=re][value='1']")
					phone.Tap("input[name=call_kontra][value=kontra]")
				}
				phone.Fits()
				if width < 360 {
					continue
				}
				if broken := webtest.Eval[[]string](phone, brokenWords); len(broken) > 0 {
					t.Errorf("%s in %s breaks %q", address, lang, broken)
				}
				if cut := webtest.Eval[[]string](phone, cutTables); len(cut) > 0 {
					t.Errorf("%s in %s cuts %q", address, lang, cut)
				}
			}
		}
	}
}

func tableHome(table desk.SeatedTable) string { return tableAddress(table.Table.ID) }

// The words of a key stay on their lines when it is chosen: the keys below do not move under the thumb.
func TestKeysStayWhenTapped(t *testing.T) {
	e := newEvening(t, nil)
	phone := webtest.Start(t).Visitor(t, e.ts.URL, webtest.Phone())
	phone.Visit("/k/" + e.key(e.table(5)))
	const tops = `[...document.querySelectorAll(".tap > span")].filter(s => s.checkVisibility()).map(s => Math.round(s.getBoundingClientRect().height)).join()`
	before := webtest.Eval[string](phone, tops)
	for _, key := range []string{"re][value='1'", "re][value='2'", "call_kontra][value=kontra", "range][value='151-180'"} {
		webtest.Eval[bool](phone, `(document.querySelector("input[name=`+key+`]").click(), true)`)
	}
	if after := webtest.Eval[string](phone, tops); after != before {
		t.Errorf("heights of the keys %s, chosen %s", before, after)
	}
	if broken := webtest.Eval[[]string](phone, brokenWords); len(broken) > 0 {
		t.Errorf("chosen keys break %q", broken)
	}
}

// What has the focus of the keyboard is not hidden below the bar at the lower edge (WCAG 2.4.11), also on a screen magnified to 200 %.
func TestFocusInSight(t *testing.T) {
	e := newEvening(t, nil)
	browser := webtest.Start(t)
	for name, d := range map[string]webtest.Device{"phone": {Width: 360, Height: 740}, "desk": webtest.Desk(), "magnified": {Width: 640, Height: 400}} {
		t.Run(name, func(t *testing.T) {
			tab := browser.Visitor(t, e.ts.URL, d)
			tab.Visit("/k/" + e.key(e.table(5)))
			var hidden []string
			for range 60 {
				tab.Press("Tab")
				hidden = append(hidden, webtest.Eval[[]string](tab, `(() => {
					const e = document.activeElement, bar = document.querySelector(".stick");
					if (e === document.body || bar.contains(e) || !document.querySelector("#hand-form").contains(e)) return [];
					const r = (e.matches(".tap > input") ? e.parentElement : e).getBoundingClientRect(), b = bar.getBoundingClientRect();
					return r.top + 1 > b.top && r.bottom - 1 < b.bottom || r.top >= innerHeight || r.bottom <= 0 ? [e.name + "=" + e.value] : [];
				})()`)...)
			}
			if len(hidden) > 0 {
				t.Errorf("hidden: %s", strings.Join(hidden, " "))
			}
		})
	}
}
