package webtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// patience is how long a page may take for anything.
const patience = 20 * time.Second

// Tab is one page of one person. Elements are named by CSS selectors; where several match, the first that can be seen is meant.
type Tab struct {
	t      testing.TB
	ctx    context.Context
	origin string // as people reach the server
	server string // the same without the browser's names
	device Device
	visits int
	taps   int // touches and clicks so far
	rules  []func(*Tab)
}

// Do runs actions of the browser.
func (tb *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	tb.t.Helper()
	for _, a := range actions {
		run(tb, a)
	}
}

// Context is the tab for functions of chromedp.
func (tb *Tab) Context() context.Context { return tb.ctx }

// call sends one command of the protocol.
func call[P, R any](tb *Tab, cmd cdp.Command[P, R], params P) R {
	tb.t.Helper()
	return run(tb, func(ctx context.Context, t *chromedp.Target) (R, error) { return cdp.Call(ctx, t, cmd, params) })
}

// run gives up when the browser hangs.
func run[T any](tb *Tab, a chromedp.Action[T]) T {
	tb.t.Helper()
	v, err := try(tb, a)
	if err != nil {
		tb.t.Fatal(err)
	}
	return v
}

func try[T any](tb *Tab, a chromedp.Action[T]) (T, error) {
	type answer struct {
		v   T
		err error
	}
	done := make(chan answer, 1)
	go func() {
		v, err := chromedp.Run(tb.ctx, a)
		done <- answer{v, err}
	}()
	select {
	case got := <-done:
		return got.v, got.err
	case <-time.After(patience):
		var none T
		return none, fmt.Errorf("the browser did not answer within %v", patience)
	}
}

// Eval is the value of an expression in the page; promises are waited for.
func Eval[T any](tb *Tab, expression string) T {
	tb.t.Helper()
	v, err := try(tb, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		tb.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// Until waits until the expression is true in the page, whatever page that is by then.
func (tb *Tab) Until(expression string) {
	tb.t.Helper()
	// Asked from here: timers of a page do not run without script, and a page may be replaced meanwhile.
	end := time.Now().Add(patience)
	for {
		ok, err := try(tb, chromedp.Evaluate[bool](`Boolean(`+expression+`)`))
		if err == nil && ok {
			return
		}
		if time.Now().After(end) {
			tb.t.Fatalf("never true: %s (%v)\n%s says: %s", expression, err, tb.Address(), Eval[string](tb, "document.body.innerText"))
		}
		tb.pause()
	}
}

// pause is the time between two looks at a page.
func (tb *Tab) pause() {
	tb.t.Helper()
	select {
	case <-tb.ctx.Done():
		tb.t.Fatal(tb.ctx.Err())
	case <-time.After(15 * time.Millisecond):
	}
}

// Address is the path and query of the page.
func (tb *Tab) Address() string {
	tb.t.Helper()
	return Eval[string](tb, "location.pathname + location.search")
}

// Visit opens an address of the server, or one that the server printed for people in the hall.
func (tb *Tab) Visit(address string) {
	tb.t.Helper()
	address = strings.TrimPrefix(address, tb.server)
	tb.leave(func() {
		// Not chromedp.Navigate, which waits for one load: a page may be loaded anew meanwhile.
		if got := call(tb, page.Navigate, page.NavigateParams{URL: tb.origin + address}); got.ErrorText != "" {
			tb.t.Fatalf("%s: %s", address, got.ErrorText)
		}
	})
}

// Follow taps a link or button that leads to another page, and waits for it.
func (tb *Tab) Follow(selector string) {
	tb.t.Helper()
	tb.leave(func() { tb.Tap(selector) })
}

// Send taps a button that stores something, and waits for what is shown then: another page, or a new main part of this one.
func (tb *Tab) Send(selector string) {
	tb.t.Helper()
	tb.visits++
	Eval[bool](tb, fmt.Sprintf(`(document.querySelector("main").dataset.webtest = window.webtestVisit = %d) > 0`, tb.visits))
	tb.Tap(selector)
	tb.Until(`document.querySelector("main") && !document.querySelector("main[data-webtest]") && document.readyState === "complete"`)
	if Eval[bool](tb, fmt.Sprintf("window.webtestVisit === %d", tb.visits)) {
		return // the same page: where the keyboard is depends on what was done
	}
	for _, rule := range tb.rules {
		rule(tb)
	}
}

// FollowKey presses a key in the focused element that leads to another page, and waits for it.
func (tb *Tab) FollowKey(key string) {
	tb.t.Helper()
	tb.leave(func() { tb.Press(key) })
}

// leave waits until something has brought another page, and checks that page.
func (tb *Tab) leave(how func()) {
	tb.t.Helper()
	tb.visits++
	Eval[bool](tb, fmt.Sprintf("(window.webtestVisit = %d) > 0", tb.visits))
	how()
	tb.Until(fmt.Sprintf(`window.webtestVisit !== %d && document.readyState === "complete"`, tb.visits))
	for _, rule := range tb.rules {
		rule(tb)
	}
}

// quoted is a text as JavaScript writes it.
func quoted(s string) string {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always can be written
	}
	return string(raw)
}

// found is an expression for the first visible element that matches; opacity does not count, since big keys are transparent inputs.
func found(selector string) string {
	return `[...document.querySelectorAll(` + quoted(selector) + `)].find(e => e.checkVisibility({visibilityProperty: true}))`
}

// Type replaces the text of a field.
func (tb *Tab) Type(selector, text string) {
	tb.t.Helper()
	tb.Until(found(selector))
	Eval[bool](tb, `(() => { const e = `+found(selector)+`; e.focus(); e.select(); return true })()`)
	if text == "" {
		tb.Press("Delete")
		return
	}
	call(tb, input.InsertText, input.InsertTextParams{Text: text})
}

// Keys puts the focus into a field, behind what stands there, and types, "\r" for Enter. chromedp's SendKeys does the same, but reads
// what its events write meanwhile.
func (tb *Tab) Keys(selector, text string) {
	tb.t.Helper()
	tb.Until(found(selector))
	Eval[bool](tb, `(() => { const e = `+found(selector)+`; if (document.activeElement !== e) e.focus(); try { e.setSelectionRange(e.value.length, e.value.length) } catch {} return true })()`)
	tb.Do(chromedp.KeyEvent(text))
}

// Press presses and releases a key such as "Tab", "Enter" or "Delete".
func (tb *Tab) Press(key string) {
	tb.t.Helper()
	codes := map[string]int64{"Tab": 9, "Enter": 13, "Delete": 46, "Escape": 27}
	p := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: key, Code: key, WindowsVirtualKeyCode: codes[key]}
	if key == "Enter" {
		p.Text = "\r"
	}
	call(tb, input.DispatchKeyEvent, p)
	p.Type, p.Text = input.DispatchKeyEventTypeKeyUp, ""
	call(tb, input.DispatchKeyEvent, p)
}

// Before runs a script in every page of this tab before the page's own.
func (tb *Tab) Before(script string) {
	tb.t.Helper()
	call(tb, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}

// conditions are the parameters of emulateNetwork.
type conditions struct {
	Offline  bool `json:"offline"`
	Latency  int  `json:"latency"`
	Download int  `json:"downloadThroughput"` // bytes a second, −1 = as fast as it is
	Upload   int  `json:"uploadThroughput"`
}

// emulateNetwork also tells the page (navigator.onLine, the events "online" and "offline"), unlike the commands that replaced it.
var emulateNetwork = cdp.Command[conditions, cdp.Empty]{Method: "Network.emulateNetworkConditions"}

// Offline takes the network away from this tab, or gives it back.
func (tb *Tab) Offline(away bool) {
	tb.t.Helper()
	call(tb, network.Enable, network.EnableParams{})
	call(tb, emulateNetwork, conditions{Offline: away, Download: -1, Upload: -1})
}

// Choose takes a value of a select.
func (tb *Tab) Choose(selector, value string) {
	tb.t.Helper()
	tb.Until(found(selector))
	Eval[bool](tb, `(() => { const e = `+found(selector)+`; e.value = `+quoted(value)+`; e.dispatchEvent(new Event("input", {bubbles: true}));
		return e.dispatchEvent(new Event("change", {bubbles: true})) })()`)
	if got := Eval[string](tb, found(selector)+`.value`); got != value {
		tb.t.Fatalf("%s has no choice %q", selector, value)
	}
}

// Text is what the first visible match shows, with single blanks.
func (tb *Tab) Text(selector string) string {
	tb.t.Helper()
	tb.Until(found(selector))
	return strings.Join(strings.Fields(Eval[string](tb, found(selector)+`.innerText`)), " ")
}

// Texts is Text of every match, seen or not.
func (tb *Tab) Texts(selector string) []string {
	tb.t.Helper()
	return Eval[[]string](tb, `[...document.querySelectorAll(`+quoted(selector)+`)].map(e => e.textContent.trim().replace(/\s+/g, " "))`)
}

// Attribute is an attribute of the first match, or its property where there is no such attribute.
func (tb *Tab) Attribute(selector, name string) string {
	tb.t.Helper()
	e := `document.querySelector(` + quoted(selector) + `)`
	tb.Until(e)
	return Eval[string](tb, `String(`+e+`.getAttribute(`+quoted(name)+`) ?? `+e+`[`+quoted(name)+`] ?? "")`)
}

// Says waits until the first visible match shows the text.
func (tb *Tab) Says(selector, want string) {
	tb.t.Helper()
	tb.Until(`((` + found(selector) + `)?.innerText ?? "").replace(/\s+/g, " ").includes(` + quoted(want) + `)`)
}

// Shows tells whether something that matches can be seen now.
func (tb *Tab) Shows(selector string) bool {
	tb.t.Helper()
	return Eval[bool](tb, `Boolean(`+found(selector)+`)`)
}

// Gone waits until nothing that matches can be seen: parts of a page are renewed one after the other.
func (tb *Tab) Gone(selector string) {
	tb.t.Helper()
	tb.Until(`!` + found(selector))
}

// Download is what a link of the page leads to, fetched with this person's cookies.
func (tb *Tab) Download(selector string) ([]byte, http.Header) {
	tb.t.Helper()
	tb.Until(found(selector))
	address := Eval[string](tb, found(selector)+`.href`)
	req, err := http.NewRequestWithContext(tb.t.Context(), http.MethodGet, strings.Replace(address, tb.origin, tb.server, 1), nil)
	if err != nil {
		tb.t.Fatal(err)
	}
	for _, c := range call(tb, network.GetCookies, network.GetCookiesParams{URLs: []string{address}}).Cookies {
		req.AddCookie(&http.Cookie{Name: c.Name, Value: c.Value})
	}
	req.Header.Set("Accept-Language", "de-DE")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		tb.t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		tb.t.Fatalf("%s: status %d, %v", address, res.StatusCode, err)
	}
	return raw, res.Header
}

// Shot keeps a picture of the whole page where DOKO_TEST_SHOTS says, for people who want to look.
func (tb *Tab) Shot(name string) {
	tb.t.Helper()
	dir := os.Getenv("DOKO_TEST_SHOTS")
	if dir == "" {
		return
	}
	png, err := try(tb, chromedp.FullScreenshot(100))
	if err == nil {
		err = os.WriteFile(dir+"/"+name+".png", png, 0o644)
	}
	if err != nil {
		tb.t.Fatal(err)
	}
}
