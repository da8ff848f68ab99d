package web

import (
	"fmt"
	"testing"
	"time"

	"doko/tournament/desk"
	"doko/tournament/store/storetest"
	"doko/web/webtest"
)

// The server lives in March, the browser does not: the page counts from the server's time with its own stopwatch, whatever the phone's
// clock says. Extra time is there at once, and nothing jumps.
func TestClockOnPhone(t *testing.T) {
	eachTimedEvening(t, clockOnPhone)
}

// eachTimedEvening is a test with a clock on every kind of database.
func eachTimedEvening(t *testing.T, test func(*testing.T, timedEvening)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, newTimedEvening(t, storetest.SQLiteFile(t), storetest.Time, 100)) })
	t.Run("postgres", func(t *testing.T) { test(t, newTimedEvening(t, storetest.PostgresURL(t), storetest.Time, 100)) })
}

func clockOnPhone(t *testing.T, e timedEvening) {
	e.startClock()
	e.pass(61*time.Minute + 30*time.Second)
	table := e.table(4)
	phone := chromium(t, e.ts.URL)
	phone.visit("/k/" + e.key(table))
	phone.fits()
	phone.shows("#table-head .time", "noch 39 min")
	wall := phone.another()
	wall.visit(e.home() + "/wall")
	wall.shows(".clock", "20:01")
	wall.shows("#wall .time", "noch 39 min")
	phone.until(`document.querySelector("#live.off") === null && document.querySelector("#live").textContent !== ""`)

	later := func(minutes int) string { // the stopwatch goes on, the phone's clock goes mad
		return fmt.Sprintf(`(window.watch ??= performance.now.bind(performance), performance.now = () => window.watch() + %d, Date.now = () => 86400000, true)`, minutes*60000)
	}
	eval[bool](phone, later(5))
	phone.shows("#table-head .time", "noch 34 min")
	if got := eval[string](phone, `(document.body.insertAdjacentHTML("beforeend", "<i data-now=1773421200000></i>"),
		document.dispatchEvent(new Event("htmx:after:swap")), document.querySelector("#table-head .time b").innerText)`); got != "noch 34 min" {
		t.Errorf("what the browser kept for an hour sets the clock to %q", got)
	}
	e.pass(5 * time.Minute)
	_, err := e.d.GiveTime(e.ctx(), e.by, desk.ExtraTime{Op: "give-time-to-the-table", Tournament: e.cup.ID, Round: 1, Version: e.round(1).Version, Table: table.Table.Number, Minutes: 12, Reason: "Streit"})
	e.must(err)
	phone.shows("#table-head .time", "noch 46 min")
	phone.shows("#table-head .time", "bis 20:52")
	wall.shows("#wall .time", "noch 34 min") // the hall got nothing, but heard the time

	eval[bool](phone, later(42)) // nine minutes left
	phone.shows("#table-head .time", "noch 9 min")
	phone.until(`document.querySelector("#table-head .time").classList.contains("warn")`)
	e.pass(47 * time.Minute)
	eval[bool](phone, later(51))
	phone.shows("#table-head .time", "Zeit um")
	phone.shows("#table-head", "angefangenes Spiel zu Ende, dann nur noch Pflichtsoli von") // fetched by itself
	phone.shot("time_up")
}

// The radar follows the tables without being asked: a hand entered, extra time given.
func TestRadarLive(t *testing.T) {
	eachTimedEvening(t, func(t *testing.T, e timedEvening) {
		e.startClock()
		tab := webtest.Start(t).Visitor(t, e.ts.URL, webtest.Phone())
		tab.Visit("/sign-in")
		tab.Type("#f-name", "anna")
		tab.Type("#f-password", eveningPassword)
		tab.Follow("main form button.main")
		tab.Visit(e.home() + "/radar")
		tab.Until(`document.querySelector("#live.off") === null && document.querySelector("#live").textContent !== ""`)
		e.pass(4 * time.Minute)
		table := e.table(4)
		e.enter(table, `{"points":[1,1,-1,-1]}`)
		tab.Says("#radar", "1 von 24 Spielen, noch 23")
		_, err := e.d.GiveTime(e.ctx(), e.by, desk.ExtraTime{Op: "give-time-to-all", Tournament: e.cup.ID, Round: 1, Version: e.round(1).Version, Minutes: 7, Reason: "Essen"})
		e.must(err)
		tab.Says("#radar .time", "noch 103 min")
	})
}

// What the clock and the radar look like, in both languages, on a phone and on the desk's screen, by day and by night. Only looks: one
// database will do.
func TestClockPictures(t *testing.T) {
	browser := webtest.Start(t)
	e := newTimedEvening(t, storetest.SQLiteFile(t), storetest.Time, 100)
	e.more(39)
	e.startClock()
	e.play(62, func(table int) int {
		switch table {
		case 7:
			return 5
		case 4:
			return 0
		case 9:
			return 4
		}
		return 3
	})
	slow := e.seating.Tables[6]
	pages := map[string]string{
		"radar": e.home() + "/radar", "overview": e.home(), "wall": e.home() + "/wall", "clock": roundAddress(e.cup, 1) + "/clock?table=7",
		"table": tableAddress(slow.Table.ID), "public": e.home() + "?as=guest",
	}
	for name, device := range map[string]webtest.Device{"phone": webtest.Phone(), "desk": webtest.Desk(), "plain": {Width: 360, Height: 740, NoScript: true}} {
		tab := browser.Visitor(t, e.ts.URL, device)
		tab.Keep(webtest.EveryPage)
		tab.Visit("/sign-in")
		tab.Type("#f-name", "anna")
		tab.Type("#f-password", eveningPassword)
		tab.Follow("main form button.main")
		for _, look := range []string{"en", "de", "night"} {
			switch {
			case look == "night":
				tab.Darken()
			case device.NoScript && look == "en": // as long as with script
				continue
			default:
				tab.Visit("/sign-in?lang=" + look)
			}
			for page, path := range pages {
				if look != "night" || page == "radar" || page == "wall" { // the others have no colours of their own
					tab.Visit(path)
					tab.Shot(page + "_" + name + "_" + look)
				}
			}
		}
	}
}
