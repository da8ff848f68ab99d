package web

import (
	"context"
	"testing"

	"github.com/chromedp/chromedp"

	"doko/tournament/desk"
	"doko/web/webtest"
)

func TestMain(m *testing.M) { webtest.Main(m) }

// tab is a page in a real browser, in the words of this package's tests.
type tab struct {
	*webtest.Tab
	t   testing.TB
	ctx context.Context
}

// chromium starts a browser for a test, on a small phone.
func chromium(t testing.TB, serverURL string) *tab {
	t.Helper()
	page := webtest.Start(t).Visitor(t, serverURL, webtest.Phone())
	return &tab{page, t, page.Context()}
}

// inBrowser is a test of pages that store or read data, on every kind of database.
func inBrowser(t *testing.T, change func(*desk.Settings), test func(t *testing.T, e *evening)) {
	t.Helper()
	webtest.Start(t) // where there is none, nothing needs to be made ready
	eachEvening(t, change, test)
}

// another opens a second tab of the same browser, on a desk's screen.
func (tb *tab) another() *tab {
	tb.t.Helper()
	page := tb.Tab.Another(webtest.Desk())
	return &tab{page, tb.t, page.Context()}
}

// do runs actions of the browser.
func (tb *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	tb.t.Helper()
	tb.Do(actions...)
}

func (tb *tab) visit(path string)          { tb.t.Helper(); tb.Visit(path) }
func (tb *tab) until(expression string)    { tb.t.Helper(); tb.Until(expression) }
func (tb *tab) says(selector, want string) { tb.t.Helper(); tb.Says(selector, want) }
func (tb *tab) shot(name string)           { tb.t.Helper(); tb.Shot(name) }

// eval is the value of an expression in the page.
func eval[T any](tb *tab, expression string) T {
	tb.t.Helper()
	return webtest.Eval[T](tb.Tab, expression)
}

// fits fails when the page is wider than the screen, whatever size a test has given it.
func (tb *tab) fits() {
	tb.t.Helper()
	if wide, screen := eval[int](tb, "document.documentElement.scrollWidth"), eval[int](tb, "innerWidth"); wide > screen {
		tb.t.Errorf("%s is %d wide on a screen of %d", tb.Address(), wide, screen)
	}
}

// offline takes the network away from this tab, or gives it back.
func (tb *tab) offline(away bool) {
	tb.t.Helper()
	tb.Tab.Offline(away)
}
