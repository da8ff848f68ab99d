package web

import (
	"testing"

	"doko/tournament/store"
	"doko/tournament/store/storetest"
	"doko/web/webtest"
)

// Lines typed into the list of a closed round are shown on a page of their own, all that wait, before any of them counts; so is the one that
// Esc takes back.
func TestLines_ClosedRoundByKeyboard(t *testing.T) {
	webtest.Start(t)
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		e := wrongSign(t, db)
		table, office := e.table(4), e.deskBrowser()
		address := tableAddress(table.Table.ID)
		office.get(address).with(".unlock form", typed("reason", "Einspruch")).follow().ok(200)
		k := &keyboard{tab: e.officeTab()}
		k.visit(address + "/lines")
		k.press("\x1b")
		k.says("h1", "Spiel 12")
		if row := e.view(table).Rows[11]; row.Current.ID == 0 {
			t.Fatal("taken back before it was seen")
		}
		k.Follow("#correction .main")
		k.says("#line-state", "Spiel 12/12")
		k.press("\x1b\x1b")                  // the line that was taken back, and the hand before
		k.says("#line-state", "Spiel 11/12") // which gave nobody anything
		k.visit(address + "/lines")
		k.until(`document.activeElement.id === "f-lines"`)
		eval[bool](k.tab, `(() => {
			const wire = window.fetch, typed = new Promise((done) => (window.typed = done));
			window.fetch = async (to, how) => (await typed, wire(to, how));
			return true;
		})()`)
		k.press("p 4 4 -4 -4\rp 1 1 -1 -1\r")
		eval[bool](k.tab, `(window.typed(), true)`)
		k.says("main", "Rangliste nach Runde 1")
		if n := e.view(table).Next.Number; n != 11 {
			t.Fatalf("hand %d is next before it was seen", n)
		}
		k.Follow("#correction .main")
		k.says(".flash", "2 Spiele")
		if rows := e.view(table).Rows; rows[10].Current.Points[0] != 4 || rows[11].Current.Points[0] != 1 {
			t.Errorf("hands 11 and 12 give %v and %v", rows[10].Current.Points, rows[11].Current.Points)
		}
	})
}
