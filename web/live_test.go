package web

import (
	"context"
	"fmt"
	"maps"
	"net"
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/labstack/echo/v4"

	"doko/web/live"
)

// livePage has one part that lives and a field that must keep what is being typed.
type livePage struct{ Base }

// In a browser: a part fetches itself when its topic changes, and only then; after the server was gone the page says so, comes back by
// itself and catches up.
func TestLivePart(t *testing.T) {
	s, _ := bareServer(t)
	shared, err := sharedTemplates(s.assets)
	if err != nil {
		t.Fatal(err)
	}
	own, err := shared.Parse(`{{define "content"}}<h1>{{.Title}}</h1>
<label>Name <input id="typing" name="typing"></label>
{{template "part.ranking" .}}{{end}}
{{define "part.ranking"}}<section id="ranking" data-live="standings" data-changes="{{.Events}}" hx-get="?part=ranking" hx-trigger="refresh" hx-swap="outerMorph">
<p>{{.T "live.waiting" "Count" .Events}}</p></section>{{end}}`)
	if err != nil {
		t.Fatal(err)
	}
	s.pages = &templates{byName: maps.Clone(s.pages.byName)}
	s.pages.byName["test/live"] = own
	var changes, asked atomic.Int64
	changes.Store(40)
	s.page(public, http.MethodGet, "/static/:name", s.asset)
	s.page(public, http.MethodGet, "/x", func(c echo.Context) error {
		if c.QueryParam("part") != "" {
			asked.Add(1)
		}
		if done, err := s.fresh(c, changes.Load()); done || err != nil {
			return err
		}
		page := livePage{Base: s.base(c, "Rangliste")}
		page.Live, page.Events = "/events", changes.Load()
		return s.render(c, http.StatusOK, "test/live", page)
	})
	s.stream(public, "/events", func(c echo.Context) error {
		return s.hub.Serve(c.Response(), c.Request(), live.Feed{Tournament: 1, Event: "hint",
			Current: func(context.Context) (int64, error) { return changes.Load(), nil }})
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	serve := func(l net.Listener) (func(), chan error) {
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- s.Serve(ctx, l) }()
		return stop, ended
	}
	stop, ended := serve(l)

	tb := chromium(t, "http://"+address)
	tb.visit("/x")
	tb.says("#live", "Verbunden")
	tb.fits()
	tb.shot("live")
	eval[bool](tb, `(document.querySelector("#typing").value = "Zoë", document.querySelector("#typing").focus(), true)`)

	s.hub.Publish(live.Change{Tournament: 1, Topics: []string{"entries"}, Changes: 41})
	changes.Store(42)
	s.hub.Publish(live.Change{Tournament: 1, Topics: []string{"standings"}, Changes: 42})
	tb.says("#ranking", "42 Spiele")
	if got := asked.Load(); got != 1 {
		t.Errorf("the part was fetched %d times, want once", got)
	}
	if !eval[bool](tb, `document.activeElement.id === "typing" && document.activeElement.value === "Zoë"`) {
		t.Error("what was being typed is lost")
	}

	// A busy hall: each hint comes before the part has finished with the one before. The waits are a tenth of what they are.
	eval[bool](tb, `(window.patient = window.setTimeout, window.setTimeout = (f, ms) => window.patient(f, ms / 10), true)`)
	for n := int64(43); n < 50; n++ {
		changes.Store(n)
		eval[bool](tb, fmt.Sprintf(`document.dispatchEvent(new CustomEvent("hint", {detail: {data: '{"topic":"standings","changes":%d,"spread":0}'}}))`, n))
		tb.says("#ranking", fmt.Sprintf("%d Spiele", n))
	}

	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	tb.says("#live", "Nicht verbunden seit")
	tb.shot("offline")
	changes.Store(50) // what happens meanwhile is told by nobody
	s.hub = live.NewHub()
	if l, err = net.Listen("tcp", address); err != nil {
		t.Fatal(err)
	}
	stop, ended = serve(l)
	tb.says("#ranking", "50 Spiele")
	tb.says("#live", "Verbunden")
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}
