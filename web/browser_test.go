package web

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/andybalholm/cascadia"
	"golang.org/x/net/html"
)

// browser visits a server as a person without script does: it keeps cookies, does not follow redirects by itself, and sends the headers
// by which a server knows its own forms.
type browser struct {
	t      testing.TB
	client *http.Client
	origin string
	header http.Header // sent with each request
}

// startServer runs a server for a test.
func startServer(t testing.TB, s *Server) *httptest.Server {
	t.Helper()
	ts := httptest.NewServer(s.Handler())
	t.Cleanup(ts.Close)
	t.Cleanup(s.hub.Close)
	return ts
}

func newBrowser(t testing.TB, ts *httptest.Server) *browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &browser{t: t, client: &http.Client{Jar: jar, CheckRedirect: stay, Transport: ts.Client().Transport}, origin: ts.URL, header: http.Header{}}
}

// answer is a response read to its end.
type answer struct {
	t      testing.TB
	b      *browser
	url    string
	status int
	header http.Header
	body   string
}

// send makes any request.
func (b *browser) send(method, address string, body io.Reader, contentType string) answer {
	b.t.Helper()
	if strings.HasPrefix(address, "/") {
		address = b.origin + address
	}
	r, err := http.NewRequestWithContext(b.t.Context(), method, address, body)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header = b.header.Clone()
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	if method != http.MethodGet && r.Header.Get("Origin") == "" {
		r.Header.Set("Origin", b.origin)
	}
	res, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer{b.t, b, address, res.StatusCode, res.Header, string(raw)}
}

// get asks for a page.
func (b *browser) get(address string) answer {
	b.t.Helper()
	return b.send(http.MethodGet, address, nil, "")
}

// post sends a form that was not on a page before.
func (b *browser) post(address string, values url.Values) answer {
	b.t.Helper()
	return b.send(http.MethodPost, address, strings.NewReader(values.Encode()), "application/x-www-form-urlencoded")
}

// ok fails unless the status is as wanted.
func (a answer) ok(status int) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s: status %d, want %d\n%s", a.url, a.status, status, text(parseDoc(a.t, a.body).root))
	}
	return a
}

// doc is the page, checked for the rules every page keeps.
func (a answer) doc() doc {
	a.t.Helper()
	d := parseDoc(a.t, a.body)
	if strings.Contains(a.body, "<!doctype") {
		checkPage(a.t, d)
	} else {
		checkParts(a.t, d)
	}
	return d
}

// follow goes where a 303 leads.
func (a answer) follow() answer {
	a.t.Helper()
	a.ok(http.StatusSeeOther)
	base, err := url.Parse(a.url)
	if err != nil {
		a.t.Fatal(err)
	}
	to, err := base.Parse(a.header.Get("Location"))
	if err != nil {
		a.t.Fatal(err)
	}
	return a.b.get(to.String())
}

// submit fills the form that matches and sends it by its first button, or by the button whose name or value is in typed.
func (a answer) submit(form string, typed map[string]string) answer {
	a.t.Helper()
	node := parseDoc(a.t, a.body).in(form).root
	values := formValues(node)
	for name, value := range typed {
		values.Set(name, value)
	}
	base, err := url.Parse(a.url)
	if err != nil {
		a.t.Fatal(err)
	}
	action, _ := attr(node, "action")
	to, err := base.Parse(action)
	if err != nil {
		a.t.Fatal(err)
	}
	if method, _ := attr(node, "method"); !strings.EqualFold(method, "post") {
		to.RawQuery = values.Encode()
		return a.b.get(to.String())
	}
	return a.b.post(to.String(), values)
}

// formValues is what a browser would send of an untouched form.
func formValues(form *html.Node) url.Values {
	values := url.Values{}
	for _, n := range cascadia.QueryAll(form, cascadia.MustCompile("input, textarea")) {
		name, _ := attr(n, "name")
		value, _ := attr(n, "value")
		kind, _ := attr(n, "type")
		_, checked := attr(n, "checked")
		if n.Data == "textarea" {
			value = text(n)
		}
		if name == "" || (kind == "checkbox" || kind == "radio") && !checked || kind == "submit" || kind == "file" {
			continue
		}
		values.Add(name, value)
	}
	for _, n := range cascadia.QueryAll(form, cascadia.MustCompile("select")) {
		name, _ := attr(n, "name")
		for i, o := range cascadia.QueryAll(n, cascadia.MustCompile("option")) {
			value, _ := attr(o, "value")
			if _, chosen := attr(o, "selected"); chosen || i == 0 {
				values.Set(name, value)
			}
		}
	}
	return values
}
