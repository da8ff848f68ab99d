package web

import (
	"testing"
	"time"
)

// A page that is left is no reader any more, also where the browser keeps it for the way back and where the stream was only being opened;
// when it comes back it listens again. Nothing is stored:
// one database will do.
func TestLeftPageLetsGoOfItsStream(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	phone := chromium(t, e.ts.URL)
	phone.Before(`window.streams = []; window.held = false; window.ask = window.fetch; window.fetch = (address, how) => {
		if (!String(address).includes("/events")) return window.ask(address, how);
		window.streams.push(how.signal);
		return window.held ? new Promise((_, no) => how.signal.addEventListener("abort", () => no(how.signal.reason))) : window.ask(address, how);
	}`)
	phone.visit("/k/" + e.key(table))
	phone.says("#live", "Verbunden")
	leave := func() {
		t.Helper()
		eval[bool](phone, `dispatchEvent(new PageTransitionEvent("pagehide", {persisted: true}))`)
		phone.until(`window.streams.every((s) => s.aborted)`)
	}
	back := func(held string) {
		t.Helper()
		eval[bool](phone, `window.held = `+held+`, dispatchEvent(new PageTransitionEvent("pageshow", {persisted: true}))`)
	}
	leave()
	back("true")
	phone.until(`window.streams.length === 2 && !window.streams[1].aborted`)
	leave()
	back("false")
	phone.says("#live", "Verbunden")
	phone.until(`window.streams.length === 3`)

	phone.visit("/referee")
	eval[bool](phone, `(history.back(), true)`)
	phone.until(`window.streams?.at(-1)?.aborted === false`)
	phone.says("#live", "Verbunden") // it may have said so before it was left
	for end := time.Now().Add(15 * time.Second); e.s.hub.Readers() != 1; phone.until(`true`) {
		if time.Now().After(end) {
			t.Fatalf("%d streams are open, want the one of the page that came back", e.s.hub.Readers())
		}
	}
}
