// Package webtest visits the program in a real browser, for tests only.
package webtest

import (
	"context"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/chromedp"
)

// Browser is a running Chromium in which several people visit servers, each with cookies of their own.
type Browser struct {
	t   testing.TB
	ctx context.Context
}

// Start starts Chromium for a test, or takes the one that the tests of its package share. Without DOKO_TEST_BROWSER the test is skipped,
// and fails where CI=true.
func Start(t testing.TB) *Browser {
	t.Helper()
	return start(t, "plain")
}

// StartTrusting is Start for a server whose certificate nobody has signed.
func StartTrusting(t testing.TB) *Browser {
	t.Helper()
	return start(t, "trusting", chromedp.Flag("ignore-certificate-errors", true))
}

// shared are the running browsers of a package by kind, nil where each test starts its own.
var shared map[string]*launched

// Main runs the tests of a package, one after the other, with a browser that they share: starting one takes longer than most tests.
// Visitors have nothing in common all the same.
func Main(m *testing.M) {
	shared = map[string]*launched{}
	m.Run()
	for _, l := range shared {
		l.stop()
	}
}

// launched is a Chromium that runs until stop.
type launched struct {
	ctx  context.Context
	stop func()
}

func start(t testing.TB, kind string, more ...chromedp.ExecAllocatorOption) *Browser {
	t.Helper()
	if os.Getenv("DOKO_TEST_BROWSER") == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("DOKO_TEST_BROWSER is not set, and in CI the browser must be there")
		}
		t.Skip("DOKO_TEST_BROWSER is not set")
	}
	if shared == nil {
		l := launch(t, more...)
		t.Cleanup(l.stop)
		return &Browser{t: t, ctx: l.ctx}
	}
	l := shared[kind]
	if l != nil && !l.answers() { // it crashed in a test before, which has failed
		l.stop()
		l = nil
	}
	if l == nil {
		l = launch(t, more...)
		shared[kind] = l
	}
	return &Browser{t: t, ctx: l.ctx}
}

// launch starts a Chromium, which outlives the test.
func launch(t testing.TB, more ...chromedp.ExecAllocatorOption) *launched {
	t.Helper()
	opts := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("lang", "de-DE"), chromedp.Flag("accept-lang", "de-DE"),
		chromedp.Flag("host-resolver-rules", "MAP doko.test 127.0.0.1"))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), append(opts, more...)...)
	ctx, cancel := chromedp.NewContext(alloc)
	l := &launched{ctx: ctx, stop: func() { cancel(); stop() }}
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		l.stop()
		t.Fatalf("Chromium does not start: %v", err)
	}
	return l
}

// answers tells whether it still does what it is told.
func (l *launched) answers() bool {
	done := make(chan error, 1)
	go func() { done <- chromedp.Do(l.ctx, chromedp.Navigate("about:blank")) }()
	select {
	case err := <-done:
		return err == nil
	case <-time.After(patience):
		return false
	}
}

// Device is what somebody looks at the pages with.
type Device struct {
	Width, Height int64 // CSS pixels
	Touch         bool
	NoScript      bool
	Dark          bool
}

// Phone is a small phone, Desk the computer of the tournament desk.
func Phone() Device { return Device{Width: 360, Height: 740, Touch: true} }

// Desk is the computer of the tournament desk.
func Desk() Device { return Device{Width: 1280, Height: 800} }

// Visitor is a new person with a device and without cookies. The server is reached as http://doko.test, because 127.0.0.1 counts as a
// secure context and a club's network does not.
func (b *Browser) Visitor(t testing.TB, serverURL string, d Device) *Tab {
	t.Helper()
	u, err := url.Parse(serverURL)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	tb := &Tab{t: t, ctx: ctx, origin: u.Scheme + "://doko.test:" + u.Port(), server: u.Scheme + "://127.0.0.1:" + u.Port(), device: d}
	tb.open()
	return tb
}

// Another opens a second tab of the same person, on any device.
func (tb *Tab) Another(d Device) *Tab {
	tb.t.Helper()
	ctx, cancel := chromedp.NewContext(tb.ctx)
	tb.t.Cleanup(cancel)
	other := &Tab{t: tb.t, ctx: ctx, origin: tb.origin, server: tb.server, device: d}
	other.open()
	return other
}

// open makes the tab what its device is.
func (tb *Tab) open() {
	tb.t.Helper()
	d := tb.device
	opts := []chromedp.EmulateViewportOption{}
	if d.Touch {
		opts = append(opts, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait)
	}
	tb.Do(chromedp.EmulateViewport(d.Width, d.Height, opts...))
	tb.watch()
	// A page behind another does not listen; everybody here looks at his own.
	call(tb, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	if d.NoScript {
		call(tb, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	}
	if d.Dark {
		tb.Darken()
	}
}

// Darken makes the tab one of somebody who likes dark pages.
func (tb *Tab) Darken() {
	tb.t.Helper()
	dark := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}
	call(tb, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: dark})
}

// watch fails the test on errors of scripts and on what the security policy refused.
func (tb *Tab) watch() {
	messages := chromedp.Console(tb.ctx)
	var mu sync.Mutex
	said := map[string]string{} // where each was last said
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if complains(m) {
				mu.Lock()
				said[m.String()] = m.URL
				mu.Unlock()
			}
		}
	}()
	tb.t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for text, where := range said {
			tb.t.Errorf("the browser complains: %s (%s)", text, where)
		}
	})
}

// complains tells faults from chatter. A page that answers 4xx or 5xx, and a server that is gone, are no faults of the page; a missing
// part of it is.
func complains(m chromedp.ConsoleMessage) bool {
	switch log.EntrySource(m.Source) {
	case log.EntrySourceNetwork:
		// What a test has taken the network from is no fault either: a browser fetches the icon some time after the page.
		return strings.Contains(m.URL, "/static/") && !strings.Contains(m.Text, "ERR_INTERNET_DISCONNECTED")
	case log.EntrySourceSecurity:
		return true
	}
	if strings.HasPrefix(m.Text, "htmx: ") && (strings.Contains(m.Text, "network") || strings.Contains(m.Text, "Failed to fetch")) {
		return false
	}
	return m.IsException() || m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleWarning
}
