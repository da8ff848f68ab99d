package web

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// tab is a page in a real browser. The server is reached as http://doko.test, because 127.0.0.1 counts as a secure context and a
// club's network does not.
type tab struct {
	t      testing.TB
	ctx    context.Context
	origin string
}

// chromium starts a browser for a test and visits the server by its name in the hall.
func chromium(t testing.TB, serverURL string) *tab {
	t.Helper()
	if os.Getenv("DOKO_TEST_BROWSER") == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("DOKO_TEST_BROWSER is not set, and in CI the browser must be there")
		}
		t.Skip("DOKO_TEST_BROWSER is not set")
	}
	u, err := url.Parse(serverURL)
	if err != nil {
		t.Fatal(err)
	}
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("lang", "de-DE"), chromedp.Flag("accept-lang", "de-DE"),
		chromedp.Flag("host-resolver-rules", "MAP doko.test 127.0.0.1"))
	alloc, stop := chromedp.NewExecAllocator(t.Context(), opts...)
	t.Cleanup(stop)
	tb := &tab{t: t, origin: "http://doko.test:" + u.Port()}
	ctx, cancel := chromedp.NewContext(alloc)
	t.Cleanup(cancel)
	tb.ctx = ctx
	tb.do(chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile))
	tb.watch()
	return tb
}

// another opens a second tab of the same browser.
func (tb *tab) another() *tab {
	tb.t.Helper()
	ctx, cancel := chromedp.NewContext(tb.ctx)
	tb.t.Cleanup(cancel)
	other := &tab{t: tb.t, ctx: ctx, origin: tb.origin}
	other.do(chromedp.EmulateViewport(1280, 800))
	other.watch()
	return other
}

// watch fails the test on errors of scripts and on what the security policy refused.
func (tb *tab) watch() {
	exceptions := chromedp.Events(tb.ctx, runtime.ExceptionThrown)
	entries := chromedp.Events(tb.ctx, log.EntryAdded)
	go func() {
		for ev, err := range exceptions {
			if err != nil {
				return
			}
			tb.t.Errorf("script error: %s %v", ev.ExceptionDetails.Text, ev.ExceptionDetails.Exception)
		}
	}()
	go func() {
		for ev, err := range entries {
			if err != nil {
				return
			}
			if ev.Entry.Source == log.EntrySourceSecurity || ev.Entry.Source == log.EntrySourceJavascript {
				tb.t.Errorf("the browser complains: %s (%v)", ev.Entry.Text, ev.Entry.URL)
			}
		}
	}()
}

// do runs actions, at most 20 seconds.
func (tb *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	tb.t.Helper()
	for _, a := range actions {
		done := make(chan error, 1)
		go func() { done <- chromedp.Do(tb.ctx, a) }()
		select {
		case err := <-done:
			if err != nil {
				tb.t.Fatal(err)
			}
		case <-time.After(20 * time.Second):
			tb.t.Fatal("the browser did not answer")
		}
	}
}

// visit opens an address of the server.
func (tb *tab) visit(path string) {
	tb.t.Helper()
	tb.do(chromedp.Navigate(tb.origin + path))
}

// eval is the value of an expression in the page.
func eval[T any](tb *tab, expression string) T {
	tb.t.Helper()
	v, err := chromedp.Run(tb.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		tb.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits in the page until the expression is true. It goes on waiting on the next page when the browser leaves this one.
func (tb *tab) until(expression string) {
	tb.t.Helper()
	look := `new Promise(done => {
		const end = Date.now() + 15000;
		const look = () => (` + expression + `) ? done(true) : Date.now() > end ? done(false) : setTimeout(look, 20);
		look();
	})`
	for range 5 {
		ok, err := chromedp.Run(tb.ctx, chromedp.Evaluate[bool](look, chromedp.EvalAwaitPromise))
		switch {
		case err == nil && ok:
			return
		case err == nil:
			tb.t.Fatalf("never true: %s\nthe page says: %s", expression, eval[string](tb, "document.body.innerText"))
		case !strings.Contains(err.Error(), "navigated"):
			tb.t.Fatalf("%s: %v", expression, err)
		}
	}
	tb.t.Fatalf("the browser leaves page after page: %s", expression)
}

// says waits until the first element that matches shows the text.
func (tb *tab) says(selector, want string) {
	tb.t.Helper()
	s, _ := json.Marshal(selector)
	w, _ := json.Marshal(want)
	tb.until(`(document.querySelector(` + string(s) + `)?.innerText ?? "").includes(` + string(w) + `)`)
}

// fits fails when the page is wider than the screen.
func (tb *tab) fits() {
	tb.t.Helper()
	if wide, screen := eval[int](tb, "document.documentElement.scrollWidth"), eval[int](tb, "innerWidth"); wide > screen {
		tb.t.Errorf("the page is %d wide on a screen of %d", wide, screen)
	}
}

// shot keeps a picture of the page where DOKO_TEST_SHOTS says, for people who want to look.
func (tb *tab) shot(name string) {
	tb.t.Helper()
	dir := os.Getenv("DOKO_TEST_SHOTS")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(tb.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(dir+"/"+name+".png", png, 0o644)
	}
	if err != nil {
		tb.t.Fatal(err)
	}
}
