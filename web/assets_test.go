package web

import (
	"io/fs"
	"math"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestAssets(t *testing.T) {
	s, _ := bareServer(t)
	s.page(public, http.MethodGet, "/static/:name", s.asset)
	s.page(public, http.MethodGet, "/favicon.ico", s.asset)
	b := newBrowser(t, startServer(t, s))
	for _, name := range []string{"app.css", "app.js", "table.js", "clock.js", "htmx.min.js", "hx-sse.min.js", "icon.svg"} {
		a := b.get(s.assets.address(name)).ok(200)
		if a.body == "" || !strings.Contains(a.header.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d bytes, %s", name, len(a.body), a.header.Get("Cache-Control"))
		}
	}
	b.get("/static/app.css").ok(404) // without the hash it would be cached for good
	b.get("/static/app.000000000000.css").ok(404)
	if kind := b.get("/favicon.ico").ok(200).header.Get("Content-Type"); kind != "image/svg+xml" {
		t.Errorf("the icon is %s", kind)
	}
	b.header.Set("Accept-Encoding", "gzip")
	plain := len(s.assets.byAddress[strings.TrimPrefix(s.assets.address("app.css"), "/static/")].plain)
	if a := b.get(s.assets.address("app.css")).ok(200); a.header.Get("Content-Encoding") != "gzip" || len(a.body) >= plain {
		t.Errorf("not gzipped: %d bytes of %d", len(a.body), plain)
	}
}

// Templates name only files that are there, and carry nothing the policy forbids.
func TestTemplatesKeepThePolicy(t *testing.T) {
	a, err := loadAssets()
	if err != nil {
		t.Fatal(err)
	}
	asset := regexp.MustCompile(`asset "([^"]+)"`)
	inline := regexp.MustCompile(`(?i)<style|\sstyle=|\son[a-z]+=|hx-on|javascript:|<script(?:>|\s+[^s])|hx-trigger="[^"]*\[`)
	n := 0
	err = fs.WalkDir(templateFiles, "templates", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := templateFiles.ReadFile(name)
		if err != nil {
			return err
		}
		n++
		for _, m := range asset.FindAllSubmatch(raw, -1) {
			if a.address(string(m[1])) == "" {
				t.Errorf("%s names %s, which is not there", name, m[1])
			}
		}
		if m := inline.Find(raw); m != nil {
			t.Errorf("%s has %s", name, m)
		}
		return nil
	})
	if err != nil || n < 5 {
		t.Fatalf("%d templates, %v", n, err)
	}
}

// htmx begins at once when the page has been read, and with it everything that only its extension knows: on a slow network that one may
// still be on its way. Not deferred and read last, it waits for all that is deferred.
func TestHtmxWaitsForItsExtension(t *testing.T) {
	raw, err := templateFiles.ReadFile("templates/layout.html")
	if err != nil {
		t.Fatal(err)
	}
	scripts := regexp.MustCompile(`<script[^\n]*`).FindAllString(string(raw), -1)
	for i, script := range scripts {
		last := i == len(scripts)-1
		if strings.Contains(script, "htmx.min.js") != last || strings.Contains(script, " defer") == last {
			t.Errorf("script %d of %d: %s", i+1, len(scripts), script)
		}
	}
}

func TestOwnScriptsAreSmall(t *testing.T) {
	scripts, err := fs.Glob(os.DirFS("static"), "*.js")
	if err != nil {
		t.Fatal(err)
	}
	own := 0
	for _, name := range scripts {
		if strings.HasSuffix(name, ".min.js") {
			continue
		}
		own++
		raw, err := os.ReadFile("static/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(raw), "\n"); n > 300 {
			t.Errorf("%s has %d lines", name, n)
		}
		if m := regexp.MustCompile(`\beval\(|new Function|\.innerHTML|https?://`).Find(raw); m != nil {
			t.Errorf("%s has %s", name, m)
		}
	}
	if own < 2 {
		t.Errorf("%d scripts of ours", own)
	}
}

// Text and its background differ by 4.5 to 1 or more, lines of fields by 3 to 1, in both schemes (WCAG AA).
func TestContrast(t *testing.T) {
	raw, err := os.ReadFile("static/app.css")
	if err != nil {
		t.Fatal(err)
	}
	roots := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(string(raw), 2)
	if len(roots) != 2 {
		t.Fatalf("%d colour schemes", len(roots))
	}
	pairs := []struct {
		text, back string
		least      float64
	}{
		{"ink", "paper", 7}, {"ink", "card", 7}, {"ink", "good-bg", 7}, {"ink", "warn-bg", 7}, {"ink", "bad-bg", 7},
		{"accent", "paper", 4.5}, {"accent", "card", 4.5}, {"on-accent", "accent", 4.5}, {"good", "good-bg", 4.5},
		{"warn", "warn-bg", 4.5}, {"bad", "bad-bg", 4.5}, {"bad", "paper", 4.5}, {"good", "paper", 4.5}, {"warn", "paper", 4.5},
		{"line", "paper", 3}, {"line", "card", 3},
	}
	variable := regexp.MustCompile(`--([a-z-]+): (#[0-9a-f]+);`)
	for i, scheme := range []string{"light", "dark"} {
		colours := map[string]string{}
		for _, m := range variable.FindAllStringSubmatch(roots[i][1], -1) {
			colours[m[1]] = m[2]
		}
		for _, p := range pairs {
			if got := contrast(t, colours[p.text], colours[p.back]); got < p.least {
				t.Errorf("%s: %s on %s has %.2f, want %.1f", scheme, p.text, p.back, got, p.least)
			}
		}
	}
}

// contrast is the ratio of WCAG 2 for two colours "#rgb" or "#rrggbb".
func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	hex := strings.TrimPrefix(colour, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	n, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || len(hex) != 6 {
		t.Fatalf("colour %q", colour)
	}
	linear := func(v uint64) float64 {
		c := float64(v&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(n>>16) + 0.7152*linear(n>>8) + 0.0722*linear(n)
}
