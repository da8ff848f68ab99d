package web

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"doko/web/webtest"
)

// secured serves an evening over TLS, by a program of its own; down cuts every connection as a dead network does.
type secured struct {
	*httptest.Server
	down atomic.Bool
	now  atomic.Pointer[Server]
}

func newSecured(t *testing.T, e *evening) *secured {
	t.Helper()
	s := &secured{}
	s.start(e, "test")
	s.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.down.Load() {
			panic(http.ErrAbortHandler)
		}
		s.now.Load().Handler().ServeHTTP(w, r)
	}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	t.Cleanup(e.config.Hub.Close)
	return s
}

// start puts a program of this version in the place of the one that runs.
func (s *secured) start(e *evening, version string) {
	e.t.Helper()
	config := e.config
	config.Secure, config.Version = true, version
	program, err := New(config)
	e.must(err)
	s.now.Store(program)
}

const keptPages = `(async () => {
	const list = [];
	for (const name of await caches.keys()) for (const r of await (await caches.open(name)).keys()) list.push(new URL(r.url).pathname);
	return list.filter((path) => !path.startsWith("/static/")).sort();
})()`

// Over TLS the table's page also opens without a network, with the hands that wait; nothing else is kept, and nothing once the key is
// revoked.
func TestTablePageOpensWithoutANetwork(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		ts := newSecured(t, e)
		browser := webtest.StartTrusting(t)
		page := browser.Visitor(t, ts.URL, webtest.Phone())
		phone := &tab{page, t, page.Context()}
		phone.visit("/k/" + e.key(table))
		address := tableAddress(table.Table.ID)
		phone.until(`navigator.serviceWorker.controller`)
		const kept = `caches.match(location.pathname).then((page) => Boolean(page))`
		for !eval[bool](phone, kept) {
			phone.until(`document.readyState === "complete"`)
		}
		for !eval[bool](phone, `caches.match(document.querySelector("#hand-form").dataset.values).then((data) => Boolean(data))`) {
			phone.until(`document.readyState === "complete"`)
		}
		phone.tapped("re=1", "re=2", "range=121-150")
		phone.shows(".flash", "Spiel 1 eingetragen")

		ts.down.Store(true)
		ts.CloseClientConnections()
		phone.visit(address)
		phone.says("#table-head", "Spiel 2/24")
		phone.says("#live", "Nicht verbunden seit")
		if phone.Shows(".flash") {
			t.Error("the kept page says that a hand was entered")
		}
		phone.until(`window.doko.data() !== null`)
		phone.tapKeys("re=1", "re=3", "range=90-119")
		phone.says("#preview .headline", "Kontra gewinnt +2")
		phone.tapped()
		phone.says("[data-waiting]", "1 Spiel wartet auf Netz")
		phone.visit(address) // in airplane mode
		phone.says("#table-head", "Spiel 3/24")
		phone.says("[data-waiting]", "1 Spiel wartet auf Netz")
		phone.fits()
		phone.shot("airplane")

		ts.down.Store(false)
		eval[bool](phone, `(window.dispatchEvent(new Event("online")), true)`)
		e.stores(phone, table, 2)
		phone.says("#table-head", "Spiel 3/24")
		if phone.Attribute("html", "data-stale") != "" && eval[bool](phone, `document.documentElement.hasAttribute("data-stale")`) {
			t.Error("the page that came with the network is called old")
		}

		// A new program takes the place of the old one and of what it kept.
		before := eval[[]string](phone, `caches.keys()`)
		ts.start(e, "next")
		eval[bool](phone, `navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => true)`)
		// A page asked for in the very moment in which the workers change may hang in the browser; nobody loads pages that fast.
		const changed = `navigator.serviceWorker.getRegistration().then((r) => !r.installing && !r.waiting && r.active.state === "activated").then(
			async (done) => done && (await caches.keys()).some((name) => name !== "%s"))`
		for !eval[bool](phone, fmt.Sprintf(changed, before[0])) {
			phone.until(`document.readyState === "complete"`)
		}
		phone.visit(address)
		for now := before; len(now) != 1 || now[0] == before[0]; now = eval[[]string](phone, `caches.keys()`) {
			phone.until(`document.readyState === "complete"`)
		}
		if list := eval[[]string](phone, keptPages); len(list) == 0 || list[0] != address || strings.Contains(strings.Join(list[1:], ""), "hands") {
			t.Errorf("kept: %v", list)
		}

		if err := e.d.RevokeKey(e.ctx(), e.by, table.Table.ID); err != nil {
			t.Fatal(err)
		}
		phone.visit(address)
		for len(eval[[]string](phone, keptPages)) > 1 { // the table of values is no secret
			phone.until(`document.readyState === "complete"`)
		}
		if eval[bool](phone, `caches.match("`+address+`").then((page) => Boolean(page))`) {
			t.Error("the page outlives its key")
		}
	})
}

// What the desk sees is kept nowhere, and over plain http there is no worker at all. Nothing is stored: one database will do.
func TestNothingElseIsKept(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	newBrowser(t, e.ts).get(workerAddress).ok(404)
	_, page := e.phone(table)
	page.doc().none("[data-worker]")
	ts := newSecured(t, e)
	tb := webtest.StartTrusting(t).Visitor(t, ts.URL, webtest.Desk())
	desk := &tab{tb, t, tb.Context()}
	desk.visit("/sign-in")
	desk.Type("#f-name", "anna")
	desk.Type("#f-password", eveningPassword)
	desk.Follow("main form button")
	desk.visit(tableAddress(table.Table.ID))
	if n := eval[int](desk, `navigator.serviceWorker.getRegistrations().then((list) => list.length)`); n != 0 {
		t.Errorf("%d workers at the desk", n)
	}
	if names := eval[[]string](desk, `caches.keys()`); len(names) != 0 {
		t.Errorf("kept at the desk: %v", names)
	}
	ts.down.Store(true)
}

// The screen stays on where the page may ask for it, also after it was hidden; elsewhere one line says how, once. Nothing is stored in a database: one
// will do.
func TestScreenStaysOn(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	phone := chromium(t, e.ts.URL)
	phone.visit("/k/" + e.key(table))
	phone.says("#screen-hint", "Bildschirm")
	phone.Tap("#screen-hint button")
	phone.until(`document.querySelector("#screen-hint").hidden`)
	phone.visit(tableAddress(table.Table.ID))
	phone.until(`window.doko.data() !== null`)
	if phone.Shows("#screen-hint") {
		t.Error("the hint is shown again")
	}

	ts := newSecured(t, e)
	page := webtest.StartTrusting(t).Visitor(t, ts.URL, webtest.Phone())
	safe := &tab{page, t, page.Context()}
	safe.Before(`window.asked = 0; Object.defineProperty(navigator, "wakeLock", {value: {request: async () => (window.asked++, window.held = new EventTarget())}})`)
	safe.visit("/k/" + e.key(table))
	safe.until(`window.asked === 1 && window.held`)
	if safe.Shows("#screen-hint") {
		t.Error("the hint is shown although the page keeps the screen on")
	}
	eval[bool](safe, `(window.held.dispatchEvent(new Event("release")), document.dispatchEvent(new Event("visibilitychange")), true)`)
	safe.until(`window.asked === 2`)
	ts.down.Store(true)
}
