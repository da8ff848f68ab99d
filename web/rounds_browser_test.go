package web

import (
	"crypto/rand"
	"strconv"
	"testing"

	"doko/tournament/desk"
)

// A hall in a browser: seats, points and places change on the guest's phone, in the open ranking and on the projector without a reload;
// a place that was opened stays open.
func TestHallInBrowser(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		four := e.table(4)
		phone := chromium(t, e.ts.URL)
		connected := `document.querySelector("#live:not(.off)")?.textContent !== ""`
		phone.visit(e.home())
		phone.says("#hall", "Sobald die Plätze ausgelost sind")
		phone.until(connected)
		e.release()
		phone.says("#hall", "Wer sind Sie?")
		phone.says("#hall", "Sitzplan Runde 1")
		phone.Choose("#f-me", "1")
		phone.Tap("#hall button.main")
		phone.says(".me h2", eveningNames[0])
		phone.says(".me", "Tisch")
		phone.fits()
		phone.shot("guest")

		ranking := phone.another()
		ranking.visit(e.home() + "/standings")
		ranking.says("#ranking", "Noch ist nichts gespielt")
		ranking.until(connected)
		wall := phone.another()
		wall.Before(`(() => { const every = window.setInterval; window.setInterval = (f, ms) => every(f, ms / 10) })()`) // its pages turn faster
		wall.visit(e.home() + "/wall")
		wall.says("#wall", "Sitzplan Runde 1")
		wall.until(connected)
		wall.shot("wall_seats")

		e.enter(four, `{"hand":{"contract":"solo_damen","re":[1],"re_augen_between":[121,150]}}`)
		soloist := four.Seats[0]
		ranking.says("#ranking tbody tr", soloist.Name)
		ranking.says("#ranking", "vorläufig")
		ranking.Tap("#ranking tbody summary")
		ranking.until(`document.querySelector("#ranking details[open]") !== null`)
		wall.says("#wall", "Rangliste nach Runde 1") // play has begun: the projector follows
		phone.says("#hall .leaders", soloist.Name)

		e.enter(four, `{"hand":{"contract":"solo_damen","re":[2],"re_augen_between":[121,150]}}`)
		ranking.until(`[...document.querySelectorAll("#ranking tbody tr")].slice(0, 2).some(row => row.innerText.includes("` + four.Seats[1].Name + `"))`)
		ranking.until(`document.querySelector("#ranking details[open]") !== null`) // what came in does not shut it
		ranking.fits()
		ranking.shot("ranking_open")
		wall.until(`[...document.querySelectorAll("[data-page]")].filter(p => !p.hidden).length === 1`)
		first := eval[string](wall, `document.querySelector("[data-page]:not([hidden])").innerText`)
		wall.until(`document.querySelector("[data-page]:not([hidden])").innerText !== ` + strconv.Quote(first))
		wall.shot("wall_ranks")
	})
}

// The director's page follows what happens at the tables.
func TestOverviewInBrowser(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		e.release()
		four := e.table(4)
		tb := chromium(t, e.ts.URL)
		tb.signIn()
		tb.visit(e.home())
		tb.until(`document.querySelector("#live:not(.off)")?.textContent !== ""`)
		tb.says("#desk", "Runde 1 kann beginnen")
		e.fill(four)
		tb.says("#desk .next", "Runde 1 läuft")
		tb.says("#desk .next", "alles gespielt, noch nicht abgegeben")
		_, err := e.d.SubmitSheet(e.ctx(), e.by, desk.TableStep{Op: rand.Text(), Table: four.Table.ID, Version: e.view(four).Table.Version})
		e.must(err)
		tb.says("#desk .tile.warn", "abgegeben")
		tb.fits()
		tb.shot("overview")
		tb.Tap("#desk .tile.warn a")
		tb.says("h1", "Tisch")
	})
}
