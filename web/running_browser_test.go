package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"doko/web/webtest"
)

// typeRow types the figures of a row with the keys of a phone: digits, and the key for the sign.
func (tb *tab) typeRow(number int, totals ...string) {
	tb.t.Helper()
	for i, total := range totals {
		field := "#f-" + runningField(number, i+1)
		tb.Keys(field, strings.TrimPrefix(total, "-"))
		if strings.HasPrefix(total, "-") {
			tb.tapOn("[data-flip]")
		}
	}
}

// A list kept on paper is typed on a phone: the sum of a row shows at once, a wrong figure is named with its amount, and a tap mends it.
func TestRunningOnPhone(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		phone := chromium(t, e.ts.URL)
		phone.Keep(webtest.EveryPage)
		phone.visit("/k/" + e.key(table))
		phone.visit(tableAddress(table.Table.ID) + "/running")
		phone.fits()
		phone.typeRow(1, "3", "3", "-3", "-3")
		phone.says("#f-row1 [data-row-sum]", "Σ 0 ✓")
		phone.typeRow(2, "2", "4", "-4", "1")
		phone.says("#f-row2 [data-row-sum]", "Σ +3 ✗")
		phone.says("#note-2", "um 3 zu hoch")
		phone.typeRow(3, "3", "5", "-5", "0")
		phone.says("#note-2", "Der Fehler zieht sich bis Spiel 3 durch")
		phone.says("#run-state", "1 Fehler")
		phone.fits()
		phone.shot("running_fault")
		phone.visit(tableAddress(table.Table.ID) + "/running") // the tab was killed: what was typed is there again
		phone.says("#note-2", "um 3 zu hoch")
		phone.Follow("#note-2 button[name=fix]")
		phone.says("#run-state", "Spiele 1 bis 3 gelesen")
		if got := eval[string](phone, `document.querySelector("#f-r3_4").value`); got != "-3" {
			t.Errorf("the mended total is %s", got)
		}
		phone.typeRow(4, "9", "3", "-7", "-5")
		phone.says("#note-4", "Pflichtsolo")
		phone.shot("running_solo")
		phone.Follow(".stick button.main")
		phone.says(".flash", "Spiele 1 bis 4")
		if v := e.view(table); len(v.Rows) != 4 || v.Running[0] != 9 || len(v.SolosOpen) != 3 {
			t.Errorf("%d rows, running %v, open %v", len(v.Rows), v.Running, v.SolosOpen)
		}
	})
}

// At five the field of who sits out follows from the solos that are typed; the keyboard walks through a row by Enter.
// Nothing is stored: one database will do.
func TestRunningAtFive(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(5)
	phone := chromium(t, e.ts.URL)
	phone.visit("/k/" + e.key(table))
	phone.visit(tableAddress(table.Table.ID) + "/running")
	phone.fits()
	for i, total := range []string{"", "2", "2", "-2", "-2", "-1", "2", "5", "-3", "-3"} {
		field := "#f-" + runningField(1+i/5, 1+i%5)
		if i == 0 {
			phone.do(chromedp.Focus(field))
		}
		if got := eval[string](phone, `"#" + document.activeElement.id`); got != field {
			t.Fatalf("Enter leads to %s, not to %s", got, field)
		}
		if total != "" {
			phone.Keys(field, total)
		}
		phone.Press("Enter")
	}
	phone.until(`document.querySelector("#f-r3_2").placeholder === "–" && document.querySelector("#f-r3_3").placeholder === ""`)
	phone.says("#note-2", "★")
	phone.shot("running_five")
	if got := eval[int](phone, `[...document.querySelectorAll(".run-row input")].filter(i => i.getBoundingClientRect().height < 44).length`); got != 0 {
		t.Errorf("%d figures are too small for a thumb", got)
	}
}
