package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/notation"
	"doko/web/webtest"
)

// keyboard is a person at the desk who uses no mouse and counts the key strokes.
type keyboard struct {
	*tab
	strokes int
}

// press presses a key for every character; \r is Enter, \x1b is Esc.
func (k *keyboard) press(keys string) {
	k.t.Helper()
	k.strokes += len([]rune(keys))
	k.do(chromedp.KeyEvent(keys))
}

// counted is how many strokes something took.
func (k *keyboard) counted(keys func()) int {
	before := k.strokes
	keys()
	return k.strokes - before
}

// officeTab is a tab on the desk's screen in which the director has signed in.
func (e *evening) officeTab() *tab {
	e.t.Helper()
	page := webtest.Start(e.t).Visitor(e.t, e.ts.URL, webtest.Desk())
	tb := &tab{page, e.t, page.Context()}
	tb.visit("/sign-in")
	tb.Keys("input[name=name]", "anna")
	tb.Keys("input[name=password]", eveningPassword)
	page.FollowKey("Enter")
	return tb
}

// A hand at the desk needs the keyboard alone: an ordinary one eight strokes at most, and the next line has the focus at once.
func TestLinesInBrowser(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		k := &keyboard{tab: e.officeTab()}
		k.visit(tableAddress(table.Table.ID) + "/lines")
		k.until(`document.activeElement.id === "f-lines"`)
		k.says("#line-now", "nur Gewinner und Wert")
		for i, tt := range []struct {
			what, keys string
			most       int
			points     [4]int
		}{
			{"an ordinary hand", "13+9\r", 8, [4]int{2, -2, 2, -2}},
			{"an ordinary hand with its exact figure", "24 165\r", 8, [4]int{-2, 2, -2, 2}},
			{"with an announcement and a fox", "13+9rfr\r", 8, [4]int{5, -5, 5, -5}},
			{"a solo", "2d+\r", 8, [4]int{-1, 3, -1, -1}},
			{"a compulsory solo lost, Kontra announced", "4bp-k\r", 8, [4]int{3, 3, 3, -9}},
			{"a Hochzeit", "13hz2+\r", 8, [4]int{1, -1, 1, -1}},
		} {
			n := k.counted(func() { k.press(tt.keys) })
			if n > tt.most {
				t.Errorf("%s took %d strokes", tt.what, n)
			}
			t.Logf("%s: %d strokes", tt.what, n)
			k.until(fmt.Sprintf(`document.querySelector("#line-state").dataset.number === "%d"`, i+2))
			if got := eval[string](k.tab, `document.activeElement.id + " " + document.activeElement.value`); got != "f-lines " {
				t.Errorf("after %s the focus is at %q", tt.what, got)
			}
			if got := [4]int(e.view(table).Rows[i].Current.Points); got != tt.points {
				t.Errorf("%s: %v, want %v", tt.what, got, tt.points)
			}
		}

		// While typing: the value, what may come, and nothing is lost by a fault.
		k.press("13+9")
		k.says("#line-now .headline", "Re gewinnt +2")
		k.says("#line-now", "Enter: fertig")
		k.shot("line_typed")
		k.press("y")
		k.says("#line-now .fault", "Stelle 5")
		k.press("\r")
		k.says("#line-wrong", "Stelle 5")
		k.until(`document.activeElement.id === "f-lines" && document.activeElement.value === "13+9y"`)
		k.shot("line_wrong")

		// Esc clears, the arrow brings back; Esc on an empty line takes the last hand back and leaves its line.
		k.press("\x1b")
		k.until(`document.querySelector("#f-lines").value === ""`)
		k.Press("ArrowUp")
		k.until(`document.querySelector("#f-lines").value === "13+9y"`)
		k.press("\x1b")
		k.press("\x1b")
		k.until(`document.querySelector("#f-lines").value === "13hz2 +"`)
		k.says("#line-state", "Spiel 6/24")
		if v := e.view(table); v.Next.Number != 6 {
			t.Errorf("the next hand is %d", v.Next.Number)
		}
		k.press("\r")
		k.says("#line-state", "Spiel 7/24")
		k.shot("lines")

		// Somebody else enters a hand while a line is being typed: the line is not taken for the one after.
		k.press("13")
		e.enter(table, `{"hand":{"contract":"normal","re":[2,4],"re_augen":130}}`)
		k.says("#line-state", "Spiel 8/24")
		if got := eval[string](k.tab, `document.querySelector("#f-lines").value`); got != "13" {
			t.Errorf("the line is %q now", got)
		}
		k.press("+\r")
		k.says("#line-wrong", "24 130")
		k.press("\r")
		k.says("#line-state", "Spiel 9/24")
	})
}

// A whole paper sheet is typed in one go, faster than the server answers, also over a network that fails for a while. What is stored is
// what Score says of the lines. At the end Enter leads to the next table.
func TestSheetInBrowser(t *testing.T) {
	inBrowser(t, nil, typeSheet)
}

func typeSheet(t *testing.T, e *evening) {
	table := e.table(4)
	k := &keyboard{tab: e.officeTab()}
	k.visit(tableAddress(table.Table.ID) + "/lines")
	k.until(`document.activeElement.id === "f-lines"`)
	n := k.counted(func() {
		for i, line := range sheetLines() {
			switch i {
			case 5:
				eval[bool](k.tab, `(window.wire = window.fetch, window.fetch = () => Promise.reject(new Error("no network")), true)`)
			case 9:
				k.says("#line-waiting", "Keine Verbindung")
				eval[bool](k.tab, `(window.fetch = window.wire, true)`)
			case 23: // the list hears of the last line before the answer comes
				k.says("#line-state", "Spiel 24/24")
				eval[bool](k.tab, `(window.fetch = async (to, how) => {
					const answer = await window.wire(to, how);
					if (how?.method !== "POST") return answer;
					await new Promise((done) => (function look() { document.querySelector("#line-state").innerText.includes("Alle 24") ? done() : setTimeout(look, 20) })());
					return answer;
				}, true)`)
			}
			k.press(line + "\r")
		}
	})
	k.says("#line-state", "Alle 24 Spiele")
	wantStored(t, e, table)
	t.Logf("a sheet of 24 hands: %d strokes", n)
	if n > 24*8 {
		t.Errorf("a sheet took %d strokes", n)
	}
	k.until(`document.activeElement.hasAttribute("data-next") && document.querySelector("#line-waiting").textContent === ""`) // else the browser asks before it leaves
	k.shot("sheet_full")
	k.FollowKey("Enter")
	k.says("h1", "Tisch 2")
	k.until(`document.activeElement.id === "f-lines"`)
	k.press("12")
	k.says("#line-now .fault, #line-now dd", "Re hat mehr")
}

// Without script the same keys do: every line is a page, which has the focus where the next one is typed.
func TestLinesInBrowser_NoScript(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		page := webtest.Start(t).Visitor(t, e.ts.URL, webtest.Device{Width: 1280, Height: 800, NoScript: true})
		k := &keyboard{tab: &tab{page, t, page.Context()}}
		k.visit("/k/" + e.key(table))
		k.visit(tableAddress(table.Table.ID) + "/lines")
		for i, line := range []string{"13+9", "24 165", "2d+"} {
			k.until(`document.activeElement.id === "f-lines" && document.activeElement.value === ""`)
			k.press(line)
			page.FollowKey("Enter")
			k.says("#line-state", fmt.Sprintf("Spiel %d/24", i+2))
		}
		if rows := e.view(table).Rows; len(rows) != 3 || rows[2].Current.Points[1] != 3 {
			t.Errorf("%d rows", len(rows))
		}
	})
}

// The page of lines fits a phone with the longest names, and so does the card. Only looks: one database will do.
func TestLinesFit(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(5)
	l, err := notation.Parse(doppelkopf.DDV(), 5, "24+9 r fr")
	e.must(err)
	e.enter(table, string(lineRow(l, 0)))
	phone := chromium(t, e.ts.URL)
	phone.visit("/k/" + e.key(table))
	for _, path := range []string{tableAddress(table.Table.ID) + "/lines", "/notation"} {
		phone.visit(path)
		eval[bool](phone, `(document.querySelectorAll("details").forEach(d => d.open = true), true)`)
		phone.fits()
	}
	phone.shot("notation_phone")
	desk := phone.another()
	desk.visit("/notation")
	desk.fits()
	desk.shot("notation_desk")
}
