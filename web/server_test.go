package web

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2/memstore"
	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/web/i18n"
	"doko/web/live"
)

var update = flag.Bool("update", false, "write the golden files")

// syncBuffer is a log that requests may write at once.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// bareServer is a server without the program's routes: tests add their own. Accounts 1 to 3 are helper, referee and director; the key
// "seven" keeps table 7.
func bareServer(t testing.TB) (*Server, *syncBuffer) {
	t.Helper()
	log := &syncBuffer{}
	s, err := newServer(Config{
		Desk: &desk.Desk{}, Hub: live.NewHub(), Sessions: memstore.New(), Health: func(context.Context) error { return nil },
		Log: slog.New(slog.NewTextHandler(log, nil)), Clock: time.Now, Version: "test",
	})
	if err != nil {
		t.Fatal(err)
	}
	roles := []tournament.Role{tournament.Visitor, tournament.Helper, tournament.Referee, tournament.Director}
	s.actorOf = func(_ context.Context, id tournament.AccountID) (tournament.Actor, error) {
		if int(id) >= len(roles) {
			return tournament.Actor{}, nil
		}
		return tournament.Actor{Account: id, Name: "Änne", Memberships: []tournament.Membership{{Account: id, Organisation: 1, Role: roles[id]}}}, nil
	}
	s.actorByToken = func(_ context.Context, key string) (tournament.Actor, bool, error) {
		return tournament.Actor{Table: 7}, key == "seven", nil
	}
	s.page(public, http.MethodGet, "/enter/:id", func(c echo.Context) error {
		var id tournament.AccountID
		if _, err := fmt.Sscan(c.Param("id"), &id); err != nil {
			return err
		}
		return s.signIn(c, id)
	})
	return s, log
}

// fails is a handler that returns an error.
func fails(err error) echo.HandlerFunc { return func(echo.Context) error { return err } }

// works is a handler that shows a page.
func (s *Server) works(c echo.Context) error {
	page := signInPage{Base: s.base(c, "Läuft"), Next: "/"}
	return s.render(c, http.StatusOK, "accounts/sign_in", page)
}

func TestErrorsBecomePages(t *testing.T) {
	tests := []struct {
		name   string
		err    error
		status int
		text   string
	}{
		{"invalid", tournament.Invalid("field_number", "x", nil), 422, "ganze Zahl"},
		{"several", tournament.Problems{tournament.Invalid("field_missing", "a", nil), tournament.Invalid("field_number", "b", nil)}, 422, "Bitte ausfüllen"},
		{"scoring", tally.Problems{{Code: "field_range", Field: "hand.re_augen", Args: map[string]any{"Min": 0, "Max": 240}}}, 422, "0 bis 240"},
		{"phase", tournament.Wrong(tournament.ErrPhase, "op_missing", nil), 409, "Das geht jetzt nicht"},
		{"conflict", tournament.Wrong(tournament.ErrConflict, "op_missing", nil), 409, "Jemand war schneller"},
		{"duplicate", tournament.Wrong(tournament.ErrDuplicate, "op_missing", nil), 409, "gibt es schon"},
		{"not found", tournament.Wrong(tournament.ErrNotFound, "not_found", nil), 404, "Adresse"},
		{"forbidden", tournament.Wrong(tournament.ErrForbidden, "forbidden", nil), 403, "Recht"},
		{"wrapped", fmt.Errorf("enter hand: %w", tournament.Wrong(tournament.ErrForbidden, "forbidden", nil)), 403, "Recht"},
		{"too slow", fmt.Errorf("load: %w", context.DeadlineExceeded), 503, "zu lange"},
		{"no database", fmt.Errorf("load: %w", &net.OpError{Op: "dial", Net: "tcp", Err: errors.New("secret detail")}), 503, "Datenbank antwortet"},
		{"ours", errors.New("secret detail"), 500, "nicht von Ihnen"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, log := bareServer(t)
			s.page(public, http.MethodGet, "/x", fails(tt.err))
			a := newBrowser(t, startServer(t, s)).get("/x").ok(tt.status)
			d := a.doc()
			d.want("main", tt.text)
			id := a.header.Get("X-Request-Id")
			d.want("main", id)
			if strings.Contains(a.body, "secret") {
				t.Error("the page tells a detail")
			}
			if !strings.Contains(log.String(), id) || !strings.Contains(log.String(), fmt.Sprintf("status=%d", tt.status)) {
				t.Errorf("the log lacks the request:\n%s", log)
			}
		})
	}
}

func TestPanicIsOurFault(t *testing.T) {
	s, log := bareServer(t)
	s.page(public, http.MethodGet, "/x", func(echo.Context) error { panic("index out of range") })
	s.api(public, http.MethodGet, "/x", func(echo.Context) error { panic("index out of range") })
	b := newBrowser(t, startServer(t, s))
	page := b.get("/x").ok(500).doc()
	page.want("h1", "Das ging schief")
	page.none("header a[href='/sign-in']") // it says nothing about who is reading
	b.header.Set("Authorization", "Bearer seven")
	if a := b.get("/api/v1/x").ok(500); !strings.Contains(a.body, `"code":"internal"`) {
		t.Errorf("got %s", a.body)
	}
	if !strings.Contains(log.String(), "server_test.go") {
		t.Error("the log lacks the stack")
	}
}

// Who watches over a server asks with HEAD.
func TestHeadIsAnsweredLikeGet(t *testing.T) {
	s, _ := bareServer(t)
	s.page(public, http.MethodGet, "/page", s.works)
	s.page(public, http.MethodPost, "/only-post", s.works)
	b := newBrowser(t, startServer(t, s))
	page, head := b.get("/page").ok(200), b.send(http.MethodHead, "/page", nil, "").ok(200)
	if want, got := page.header.Get("Content-Type"), head.header.Get("Content-Type"); got != want || head.body != "" {
		t.Errorf("HEAD: %q, body %q; GET: %q", got, head.body, want)
	}
	b.send(http.MethodHead, "/only-post", nil, "").ok(405)
}

func TestUnknownAddresses(t *testing.T) {
	s, log := bareServer(t)
	s.page(public, http.MethodPost, "/only-post", s.works)
	b := newBrowser(t, startServer(t, s))
	b.get("/no/such/secret-key").ok(404).doc().want("h1", "Das gibt es hier nicht")
	b.get("/only-post").ok(405).doc().want("main", "Aktion")
	if a := b.get("/api/v1/nothing").ok(404); a.header.Get("Content-Type") != "application/problem+json; charset=utf-8" {
		t.Errorf("content type %s", a.header.Get("Content-Type"))
	}
	if strings.Contains(log.String(), "secret-key") {
		t.Errorf("the log has a path, which may hold a key:\n%s", log)
	}
}

func TestProblemsAsJSON(t *testing.T) {
	s, _ := bareServer(t)
	hinted := &tournament.Problem{Kind: tournament.ErrPhase, Code: "field_range", Field: "hand.re_augen", Args: map[string]any{"Min": 0, "Max": 240}}
	s.api(public, http.MethodGet, "/one", fails(hinted))
	s.api(public, http.MethodGet, "/two", fails(tournament.Problems{tournament.Invalid("field_missing", "a", nil), tournament.Invalid("field_number", "", nil)}))
	b := newBrowser(t, startServer(t, s))
	b.header.Set("Authorization", "Bearer seven")
	b.header.Set("Accept-Language", "en")
	a := b.get("/api/v1/one").ok(409)
	want := `{"type":"about:blank","title":"Conflict","status":409,"code":"field_range","field":"hand.re_augen",` +
		`"message":"0 to 240 are allowed.","hint":null,"request":"` + a.header.Get("X-Request-Id") + `"}` + "\n"
	if a.body != want {
		t.Errorf("got  %s\nwant %s", a.body, want)
	}
	a = b.get("/api/v1/two").ok(422)
	for _, part := range []string{`"code":"problems"`, `"field":null`, `"problems":[{"pointer":"a","code":"field_missing","message":"Please fill this in."},{"pointer":null,`} {
		if !strings.Contains(a.body, part) {
			t.Errorf("%s lacks %s", a.body, part)
		}
	}
}

// Who comes in by which access, on pages and in the API.
func TestAccess(t *testing.T) {
	s, _ := bareServer(t)
	levels := []access{public, listKeeper, helper, referee, director}
	for i, need := range levels {
		s.page(need, http.MethodGet, fmt.Sprintf("/%d", i), s.works)
		s.page(need, http.MethodPost, fmt.Sprintf("/%d", i), s.works)
		s.api(need, http.MethodGet, fmt.Sprintf("/%d", i), s.works)
	}
	ts := startServer(t, s)
	tests := []struct {
		name  string
		enter string // page that signs in
		key   string // table key
		token string
		pages string // status by access
		api   string
	}{
		{name: "visitor", pages: "200 401 401 401 401", api: "401 401 401 401 401"},
		{name: "old key", key: "eight", pages: "200 401 401 401 401", api: "401 401 401 401 401"},
		{name: "table key", key: "seven", pages: "200 200 403 403 403", api: "200 200 403 403 403"},
		{name: "token", token: "seven", pages: "200 401 401 401 401", api: "200 200 403 403 403"},
		{name: "unknown token", token: "eight", pages: "200 401 401 401 401", api: "401 401 401 401 401"},
		{name: "helper", enter: "/enter/1", pages: "200 200 200 403 403", api: "200 200 200 403 403"},
		{name: "referee", enter: "/enter/2", pages: "200 200 200 200 403", api: "200 200 200 200 403"},
		{name: "director", enter: "/enter/3", pages: "200 200 200 200 200", api: "200 200 200 200 200"},
		{name: "disabled account", enter: "/enter/9", pages: "200 401 401 401 401", api: "401 401 401 401 401"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBrowser(t, ts)
			if tt.enter != "" {
				b.get(tt.enter)
			}
			if tt.key != "" {
				b.header.Set("Cookie", tableCookie+"="+tt.key)
			}
			if tt.token != "" {
				b.header.Set("Authorization", "Bearer "+tt.token)
			}
			var pages, posts, api []string
			for i := range levels {
				pages = append(pages, fmt.Sprint(b.get(fmt.Sprintf("/%d", i)).status))
				posts = append(posts, fmt.Sprint(b.post(fmt.Sprintf("/%d", i), nil).status))
				api = append(api, fmt.Sprint(b.get(fmt.Sprintf("/api/v1/%d", i)).status))
			}
			if got := strings.Join(pages, " "); got != tt.pages {
				t.Errorf("pages %s, want %s", got, tt.pages)
			}
			if got := strings.Join(posts, " "); got != tt.pages {
				t.Errorf("forms %s, want %s", got, tt.pages)
			}
			if got := strings.Join(api, " "); got != tt.api {
				t.Errorf("API %s, want %s", got, tt.api)
			}
		})
	}
}

func TestSigningOutEndsTheSession(t *testing.T) {
	s, _ := bareServer(t)
	s.page(director, http.MethodGet, "/x", s.works)
	s.page(public, http.MethodPost, "/sign-out", s.signOutPost)
	b := newBrowser(t, startServer(t, s))
	b.get("/enter/3")
	copied := b.client.Jar.Cookies(&url.URL{Scheme: "http", Host: strings.TrimPrefix(b.origin, "http://"), Path: "/"})
	d := b.get("/x").ok(200).doc()
	if d.attr(".top [translate]", "translate") != "no" || d.text(".top [translate]") != "Änne" {
		t.Error("the name may be translated")
	}
	b.get("/x").submit("form.account", nil).ok(303)
	b.get("/x").ok(401)
	for _, c := range copied { // whoever kept the cookie is out too
		b.header.Add("Cookie", c.Name+"="+c.Value)
	}
	b.get("/x").ok(401)
}

func TestMetrics(t *testing.T) {
	s, _ := bareServer(t)
	registry := prometheus.NewRegistry()
	m, err := newMetrics(registry, s.hub.Readers)
	if err != nil {
		t.Fatal(err)
	}
	s.metrics = m
	s.page(public, http.MethodGet, "/t/:id", s.works)
	b := newBrowser(t, startServer(t, s))
	b.get("/t/secret").ok(200)
	b.get("/other").ok(404)
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(families)
	for _, part := range []string{"GET /t/:id", "none", "doko_live_readers"} {
		if !strings.Contains(got, part) {
			t.Errorf("no %q in %s", part, got)
		}
	}
	if strings.Contains(got, "secret") {
		t.Error("the figures have a path")
	}
}

func TestForeignFormIsRefused(t *testing.T) {
	s, _ := bareServer(t)
	called := false
	h := func(c echo.Context) error { called = true; return c.NoContent(http.StatusNoContent) }
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		s.page(public, method, "/x", h)
	}
	s.page(public, http.MethodGet, "/x", h)
	b := newBrowser(t, startServer(t, s))
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		for name, header := range map[string][2]string{
			"origin":     {"Origin", "https://evil.example"},
			"null":       {"Origin", "null"},
			"fetch site": {"Sec-Fetch-Site", "cross-site"},
		} {
			b.header = http.Header{header[0]: {header[1]}}
			a := b.send(method, "/x", nil, "").ok(403)
			a.doc().want("main", "fremden Seite")
			if called {
				t.Fatalf("%s %s: the handler was called", method, name)
			}
		}
	}
	b.header = http.Header{}
	b.post("/x", nil).ok(204)
	b.header = http.Header{"Origin": {"https://evil.example"}}
	b.get("/x").ok(204)
}

func TestLanguage(t *testing.T) {
	s, _ := bareServer(t)
	s.page(public, http.MethodGet, "/x", s.works)
	ts := startServer(t, s)
	b := newBrowser(t, ts)
	if lang := b.get("/x").doc().attr("html", "lang"); lang != "de" {
		t.Errorf("without a wish: %s", lang)
	}
	b.header.Set("Accept-Language", "en-GB")
	if lang := b.get("/x").doc().attr("html", "lang"); lang != "en" {
		t.Errorf("English browser: %s", lang)
	}
	page := b.get("/x?round=2").doc()
	if got := page.attr(`nav a[lang=de]`, "href"); got != "/x?lang=de&round=2" {
		t.Errorf("the language link leads to %s", got)
	}
	a := b.get("/x?lang=de&round=2").ok(303)
	if to := a.header.Get("Location"); to != "/x?round=2" {
		t.Errorf("sent to %s", to)
	}
	if lang := b.get("/x").doc().attr("html", "lang"); lang != "de" {
		t.Errorf("after choosing German: %s", lang)
	}
	b.get("/no-such").ok(404).doc().want("h1", "Das gibt es hier nicht")
}

func TestHeaders(t *testing.T) {
	s, _ := bareServer(t)
	s.page(public, http.MethodGet, "/x", s.works)
	h := newBrowser(t, startServer(t, s)).get("/x").header
	for name, part := range map[string]string{
		"Content-Security-Policy": "script-src 'self'; style-src 'self'; img-src 'self' data:;",
		"Referrer-Policy":         "same-origin",
		"X-Content-Type-Options":  "nosniff",
		"Cache-Control":           "no-store",
		"Vary":                    "Cookie",
	} {
		if !strings.Contains(h.Get(name), part) {
			t.Errorf("%s is %q, want %q in it", name, h.Get(name), part)
		}
	}
	if strings.Contains(h.Get("Content-Security-Policy"), "unsafe") {
		t.Error("the policy allows something unsafe")
	}
	if h.Get("Set-Cookie") != "" {
		t.Error("a visitor got a cookie")
	}
}

func TestBodyLimit(t *testing.T) {
	s, _ := bareServer(t)
	s.page(public, http.MethodPost, "/x", func(c echo.Context) error {
		_, err := readForm(c)
		return err
	})
	b := newBrowser(t, startServer(t, s))
	a := b.post("/x", url.Values{"name": {strings.Repeat("ä", bodyLimit)}}).ok(413)
	a.doc().want("main", "zu groß")
}

func TestFlashIsShownOnce(t *testing.T) {
	s, _ := bareServer(t)
	s.page(public, http.MethodPost, "/x", func(c echo.Context) error { return s.done(c, "/x", "flash.test", "Count", 3) })
	s.page(public, http.MethodGet, "/x", s.works)
	b := newBrowser(t, startServer(t, s))
	b.post("/x", nil).follow().doc().none(".flash") // not a text of ours
	b.header.Set("Cookie", flashCookie+"=eyJrIjoibmF2LmhvbWUifQ")
	b.get("/x").doc().none(".flash") // a forged cookie can show flash texts only
}

func TestConditionalRequests(t *testing.T) {
	s, _ := bareServer(t)
	changes := int64(41)
	s.page(public, http.MethodGet, "/x", func(c echo.Context) error {
		if done, err := s.fresh(c, changes); done || err != nil {
			return err
		}
		return s.works(c)
	})
	ts := startServer(t, s)
	b := newBrowser(t, ts)
	tag := b.get("/x").ok(200).header.Get("ETag")
	b.header.Set("If-None-Match", `"other", W/`+tag)
	b.get("/x").ok(304)
	b.header.Set("Accept-Language", "en")
	b.get("/x").ok(200)
	b.header.Del("Accept-Language")
	b.get("/enter/1")
	b.get("/x").ok(200) // signed in, the page is another one
	changes++
	other := newBrowser(t, ts)
	other.header.Set("If-None-Match", tag)
	other.get("/x").ok(200)
}

func TestStreamEndsWithTheServer(t *testing.T) {
	s, _ := bareServer(t)
	s.stream(public, "/events", func(c echo.Context) error {
		return s.hub.Serve(c.Response(), c.Request(), live.Feed{
			Tournament: 1, Current: func(context.Context) (int64, error) { return 40, nil }, Event: "hint",
		})
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	res, err := http.Get("http://" + l.Addr().String() + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	read := func(want string) {
		t.Helper()
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "data: ") {
				if !strings.Contains(lines.Text(), want) {
					t.Errorf("got %s, want %s", lines.Text(), want)
				}
				return
			}
		}
		t.Errorf("the stream ended before %s", want)
	}
	read(`"topic":"tournament","changes":40`)
	s.hub.Publish(live.Change{Tournament: 1, Topics: []string{"table:7"}, Changes: 41})
	read(`"topic":"table:7","changes":41`)
	if got := res.Header.Get("X-Accel-Buffering"); got != "no" {
		t.Errorf("X-Accel-Buffering %q", got)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("the server ended with %v", err)
	}
	for lines.Scan() { // the stream has an end
	}
}

func TestConfigMustBeComplete(t *testing.T) {
	if _, err := New(Config{}); err == nil {
		t.Error("an empty configuration was accepted")
	}
}

// Two readers of different languages at once never see each other's.
func TestLanguagesDoNotMix(t *testing.T) {
	s, _ := bareServer(t)
	s.page(public, http.MethodGet, "/x", s.works)
	ts := startServer(t, s)
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			lang := i18n.Langs()[i%2]
			for range 20 {
				r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, ts.URL+"/x", nil)
				if err != nil {
					t.Error(err)
					return
				}
				r.Header.Set("Accept-Language", string(lang))
				res, err := ts.Client().Do(r)
				if err != nil {
					t.Error(err)
					return
				}
				var b bytes.Buffer
				_, err = b.ReadFrom(res.Body)
				res.Body.Close()
				if err != nil || !strings.Contains(b.String(), fmt.Sprintf(`<html lang="%s">`, lang)) {
					t.Errorf("a reader of %s got another page (%v)", lang, err)
				}
			}
		})
	}
	wg.Wait()
}

// Every route and who may come in, as a table that is read in a review.
func TestRouteTable(t *testing.T) {
	s, _ := bareServer(t)
	s.table = nil
	s.routes()
	var b strings.Builder
	for _, r := range s.routeTable() {
		need := string(r.access)
		if need == "" {
			need = "public"
		}
		fmt.Fprintf(&b, "%-12s %-6s %s\n", need, r.method, r.path)
	}
	const name = "testdata/routes.txt"
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the routes changed; if that is meant, run go test ./web -run TestRouteTable -update\ngot\n%s", b.String())
	}
}
