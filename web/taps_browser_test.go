package web

import (
	"fmt"
	"strings"
	"testing"
)

// within taps keys of the form where they are, without scrolling.
func (tb *tab) within(keys ...string) {
	tb.t.Helper()
	for _, key := range keys {
		selector := key
		if name, value, found := strings.Cut(key, "="); found && !strings.ContainsAny(key, "[ ") {
			selector = fmt.Sprintf(`input[name=%s][value=%q]`, name, value)
		}
		tb.Touch(selector)
	}
}

// Taps on a phone of 360 pixels, each with touch where the key is: four for an ordinary hand, without scrolling and without a keyboard,
// also below the sentence about the hand before; six with an announcement and a special point; eight for a solo or a Hochzeit.
func TestTapsOnPhone(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		phone := chromium(t, e.ts.URL)
		phone.visit("/k/" + e.key(table))
		tests := []struct {
			name  string
			most  int
			calm  bool // nothing scrolls
			keys  []string
			shown string
		}{
			{"ordinary hand", 4, true, []string{"re=1", "re=3", "range=151-180"}, "Re gewinnt +2"},
			{"ordinary hand, Kontra wins", 4, true, []string{"re=2", "re=3", "range=30-59"}, "Kontra gewinnt +4"},
			{"120 to 120", 4, false, []string{"re=2", "re=4", "range=120"}, "Kontra gewinnt +2"},
			{"announcement", 5, false, []string{"re=1", "re=2", "range=121-150", "call_re=re"}, "Re gewinnt +3"},
			{"announcement and special point", 6, false, []string{"re=1", "re=2", "range=121-150", "call_re=k90", "karlchen=re"}, "Kontra gewinnt"},
			{"announcement and fox", 6, false, []string{"re=1", "re=4", "range=181-210", "call_kontra=kontra", "[name=fuchs_re] + button"}, "Re gewinnt +6"},
			{"compulsory solo", 8, false, []string{"contract=solo", "solo=solo_damen", "re=1", "range=121-150"}, "Re gewinnt +1"},
			{"solo, announced and denied", 8, false, []string{"contract=solo", "solo=solo_fleischlos", "re=2", "range=211-240", "call_re=k60", "call_kontra=kontra"}, "Re gewinnt"},
			{"Hochzeit", 8, false, []string{"contract=hochzeit", "clarified_in=2", "re=3", "re=4", "range=151-180", "call_re=re", "karlchen=kontra"}, "Re gewinnt"},
		}
		for i, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				before := phone.Taps()
				if tt.calm {
					phone.within(tt.keys...)
				} else {
					for _, key := range tt.keys {
						if strings.HasPrefix(key, "[") {
							phone.Tap(key)
						} else {
							phone.tapKeys(key)
						}
					}
				}
				phone.says("#preview .headline", tt.shown)
				if i == 1 {
					phone.shot("taps_second")
				}
				phone.within(".stick button.main")
				phone.shows(".flash", fmt.Sprintf("Spiel %d eingetragen", i+1))
				if got := phone.Taps() - before; got > tt.most {
					t.Errorf("%d taps, want at most %d", got, tt.most)
				} else {
					t.Logf("%d taps", got)
				}
				if at := eval[float64](phone, `scrollY`); at != 0 && tt.calm {
					t.Errorf("the page stands %v pixels down", at)
				}
				if eval[bool](phone, `document.activeElement.matches("input:not([type=radio], [type=checkbox]), textarea")`) {
					t.Error("the keyboard is open")
				}
			})
		}
		phone.offline(true)
		for _, hand := range []int{10, 11} { // without a network it is as short, also while others wait
			before := phone.Taps()
			phone.within("re=1", "re=4", "range=60-89", ".stick button.main")
			phone.says(".stick button.main", fmt.Sprintf("Spiel %d eintragen", hand+1))
			if got := phone.Taps() - before; got != 4 {
				t.Errorf("%d taps without a network", got)
			}
		}
		phone.shot("taps_offline")
		phone.offline(false)
		e.stores(phone, table, 11)
		phone.says("#table-sheet", "Spiel 11 zurücknehmen")
		phone.until(fmt.Sprintf(`Number(document.querySelector("#table-sheet").dataset.changes) >= %d`, e.view(table).Tournament.Changes))
		before := phone.Taps()
		phone.Tap(".undo summary")
		phone.Tap(".undo button")
		phone.shows(".flash", "zurückgenommen")
		if got := phone.Taps() - before; got != 2 {
			t.Errorf("%d taps to take a hand back", got)
		}
		phone.shot("taps")
	})
}

// Every key of the list keeper's page is as big as a thumb. Only looks: one database will do.
func TestKeysAreAsBigAsAThumb(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(5)
	e.enter(table, `{"hand":{"contract":"normal","re":[2,3],"re_augen_between":[121,150]}}`)
	phone := chromium(t, e.ts.URL)
	phone.visit("/k/" + e.key(table))
	phone.fits()
	phone.tapKeys("contract=solo")
	small := eval[[]string](phone, `[...document.querySelectorAll(".hand label.tap, .hand button, .ways a, .undo summary, #table-finish button, .hand input.short")]
		.filter((e) => e.checkVisibility() && (e.getBoundingClientRect().width < 44 || e.getBoundingClientRect().height < 44))
		.map((e) => Math.round(e.getBoundingClientRect().width) + "×" + Math.round(e.getBoundingClientRect().height) + " " + e.textContent.trim() + (e.ariaLabel ?? ""))`)
	if len(small) > 0 {
		t.Errorf("smaller than 44 pixels: %v", small)
	}
}

// At a table of five with a clock an ordinary hand needs no scrolling either, whoever wins.
func TestFiveFitAPhone(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(5)
		phone := chromium(t, e.ts.URL)
		phone.visit("/k/" + e.key(table))
		for i, augen := range []string{"range=211-240", "range=0-29"} {
			lead := i + 2 // the dealer sits out
			phone.within(fmt.Sprintf("re=%d", lead), fmt.Sprintf("re=%d", lead+1), augen, ".stick button.main")
			phone.shows(".flash", fmt.Sprintf("Spiel %d eingetragen", i+1))
			if at := eval[float64](phone, `scrollY`); at != 0 {
				t.Errorf("the page stands %v pixels down", at)
			}
		}
	})
}
