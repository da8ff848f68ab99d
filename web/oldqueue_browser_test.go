package web

import (
	"crypto/rand"
	"strings"
	"testing"

	"doko/tournament/desk"
)

// waitingText is the text of the hands that wait, as a desk could type it.
func (tb *tab) waitingText() string {
	tb.t.Helper()
	return eval[string](tb, `document.querySelector("#table-waiting textarea")?.value ?? ""`)
}

// Hands of last week whose key no longer counts: the phone keeps them, says what to do, and sends them once the new code was scanned.
func TestOldQueueWithARevokedKey(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		phone := e.awayPhone(t, table)
		phone.tapped("re=1", "re=2", "range=121-150")
		phone.tapped("re=1", "re=3", "range=90-119", "call_kontra=kontra")
		e.must(e.d.RevokeKey(e.ctx(), e.by, table.Table.ID))
		phone.offline(false)
		phone.says("#table-waiting", "Von diesem Handy werden die Spiele nicht mehr angenommen")
		phone.shot("blocked")
		phone.visit(tableAddress(table.Table.ID)) // a page of its own by now, and they are on it
		phone.says("#table-waiting", "Von diesem Handy werden die Spiele nicht mehr angenommen")
		if text := phone.waitingText(); !strings.Contains(text, "Spiel 1 · ") || !strings.Contains(text, "Spiel 2 · ") || !strings.Contains(text, "Kontra") || !strings.Contains(text, "90–119") {
			t.Errorf("as text: %q", text)
		}
		phone.fits()
		if n := len(e.rows(table)); n != 0 {
			t.Fatalf("%d rows", n)
		}
		phone.visit("/k/" + e.key(table))
		phone.says("#table-head", "Spiel 3/24")
		e.stores(phone, table, 2)
	})
}

// Hands of last year whose code will never count again can be thrown away, with two taps: then the phone does not name them at every table.
func TestOldQueueIsThrownAway(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table, five := e.table(4), e.table(5)
		phone := e.awayPhone(t, table)
		phone.tapped("re=1", "re=2", "range=121-150")
		e.must(e.d.RevokeKey(e.ctx(), e.by, table.Table.ID))
		phone.offline(false)
		phone.says("#table-waiting", "Von diesem Handy werden die Spiele nicht mehr angenommen")
		phone.visit("/k/" + e.key(five))
		phone.says("#table-waiting", "eines anderen Tisches")
		phone.visit(tableAddress(table.Table.ID))
		phone.says("#table-waiting", "Von diesem Handy werden die Spiele nicht mehr angenommen")
		phone.Tap("#table-waiting li .danger")
		phone.says("#table-waiting li .danger", "Wirklich verwerfen?")
		phone.Tap("#table-waiting li .danger")
		phone.until(`document.querySelector("#table-waiting").hidden`)
		phone.visit(tableAddress(five.Table.ID))
		phone.until(`document.querySelector("#table-waiting")?.hidden === true`)
		if n := len(e.rows(table)); n != 0 {
			t.Errorf("%d rows", n)
		}
	})
}

// Hands of last week whose round is closed: each is shown by its own page, kept until somebody discards it, with two taps.
func TestOldQueueOfAClosedRound(t *testing.T) {
	four := func(s *desk.Settings) {
		s.Format.HandsPerRound, s.Format.HandsAtFive, s.Format.CompulsorySolos = 4, 5, 0
	}
	inBrowser(t, four, func(t *testing.T, e *evening) {
		table, five := e.table(4), e.table(5)
		phone := e.awayPhone(t, table)
		phone.tapped("re=1", "re=2", "range=121-150")
		phone.tapped("re=1", "re=3", "range=90-119")
		e.enter(table, `{"winners":[1,2],"value":1}`, `{"winners":[1,2],"value":1}`, `{"winners":[1,2],"value":1}`, `{"winners":[1,2],"value":1}`)
		e.enter(five, `{"winners":[2,3],"value":1}`, `{"winners":[1,3],"value":1}`, `{"winners":[1,2],"value":1}`, `{"winners":[1,2],"value":1}`, `{"winners":[1,2],"value":1}`)
		for _, of := range e.seating.Tables {
			_, err := e.d.ConfirmSheet(e.ctx(), e.by, desk.TableStep{Op: rand.Text(), Table: of.Table.ID, Version: e.view(of).Table.Version})
			e.must(err)
		}
		round := e.view(table).Round
		_, err := e.d.CloseRound(e.ctx(), e.by, desk.RoundStep{Op: rand.Text(), Tournament: e.cup.ID, Round: 1, Version: round.Version})
		e.must(err)
		phone.offline(false)
		phone.shows("main", "zwei Eingaben")
		phone.visit(tableAddress(table.Table.ID))
		phone.says("#table-waiting", "Nicht angenommen")
		if text := phone.waitingText(); !strings.Contains(text, "Spiel 1 · ") || !strings.Contains(text, "Spiel 2 · ") {
			t.Errorf("as text: %q", text)
		}
		phone.shot("old_queue")

		// The same phone at its new table: the old hands are named, not mixed in.
		phone.visit("/k/" + e.key(five))
		phone.says("#table-waiting", "eines anderen Tisches")
		phone.visit("/k/" + e.key(table))
		for range 2 {
			n := eval[int](phone, `document.querySelectorAll("#table-waiting li").length`)
			phone.Tap("#table-waiting li .danger")
			phone.says("#table-waiting li .danger", "Wirklich verwerfen?")
			if eval[int](phone, `document.querySelectorAll("#table-waiting li").length`) != n {
				t.Error("one tap throws a hand away")
			}
			eval[bool](phone, `window.dispatchEvent(new Event("online"))`) // the next look at the queue does not take the key away
			phone.Tap("#table-waiting li .danger")
			if n == 2 {
				phone.shows("main", "zwei Eingaben") // the next one is sent now, and refused
				phone.visit(tableAddress(table.Table.ID))
			}
		}
		phone.until(`document.querySelector("#table-waiting").hidden`)
		if rows := e.view(table).Rows; len(rows) != 4 || rows[0].Current.Revision != 1 {
			t.Errorf("%d rows", len(rows))
		}
	})
}
