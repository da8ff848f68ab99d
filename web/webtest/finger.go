package webtest

import (
	"time"

	"github.com/chromedp/cdproto/input"
)

// Tap scrolls to an element and touches or clicks its middle, as a finger or mouse does. It fails when something lies above.
func (tb *Tab) Tap(selector string) {
	tb.t.Helper()
	if !tb.aim(selector, `e.scrollIntoView({block: "center", inline: "center", behavior: "instant"});`) {
		tb.Shot("covered")
		tb.t.Fatalf("%s: %s cannot be tapped, something lies above it", tb.Address(), selector)
	}
}

// Touch is Tap without scrolling: it fails when the element is not where a finger can reach it now.
func (tb *Tab) Touch(selector string) {
	tb.t.Helper()
	if !tb.aim(selector, "") {
		tb.Shot("out_of_reach")
		tb.t.Fatalf("%s: %s cannot be tapped without scrolling", tb.Address(), selector)
	}
}

// aim presses the middle of an element, after a script that gets it ready; false = it cannot be reached there. Between looking, touching
// and letting go an answer of the server may move it: the page does not hear of such a miss, and the person aims again.
func (tb *Tab) aim(selector, ready string) bool {
	tb.t.Helper()
	tb.taps++
	for end := time.Now().Add(patience); time.Now().Before(end); {
		tb.Until(found(selector))
		at := Eval[[]float64](tb, `(() => {
			const e = `+found(selector)+`;
			if (!e) return [-1];
			`+ready+`
			const r = e.getClientRects()[0], x = r.x + r.width / 2, y = r.y + r.height / 2;
			const around = hit => hit.matches("a, button, label, summary") && hit.contains(e);
			const on = hit => Boolean(hit) && (e.contains(hit) || around(hit) || [...(e.labels || [])].some(l => l.contains(hit)));
			const there = () => on(document.elementFromPoint(x, y)), off = () => e.matches(":disabled");
			if (!window.webtestAim) {
				addEventListener("pointerdown", event => window.webtestAim.hit = window.webtestAim.on(event.target), true);
				addEventListener("click", event => {
					window.webtestAim.hit &&= window.webtestAim.on(event.target) || window.webtestAim.clicked; // a label clicks its field itself
					window.webtestAim.clicked = true;
					if (!window.webtestAim.hit) event.preventDefault(), event.stopImmediatePropagation();
				}, true);
			}
			window.webtestAim = {on, off, hit: true, clicked: false};
			return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight && there() ? [x, y] : [];
		})()`)
		if len(at) == 0 {
			return false
		}
		if len(at) == 1 {
			continue // it was replaced meanwhile
		}
		tb.press(at[0], at[1])
		if tb.hit() {
			return true
		}
	}
	return false
}

// hit tells whether the last press met what it aimed at: a click came of it, or it led to another page, or what was pressed takes no
// clicks. On a busy machine a touch may also last so long that the browser takes it for another gesture.
func (tb *Tab) hit() bool {
	tb.t.Helper()
	if tb.device.NoScript { // nobody listens there
		return true
	}
	for range 100 {
		if Eval[bool](tb, `!window.webtestAim || !window.webtestAim.hit || window.webtestAim.clicked || window.webtestAim.off()`) {
			return Eval[bool](tb, `window.webtestAim?.hit ?? true`)
		}
		tb.pause()
	}
	return false
}

// Taps is how often this person has touched or clicked.
func (tb *Tab) Taps() int { return tb.taps }

// press is a finger or a mouse at a point of the window.
func (tb *Tab) press(x, y float64) {
	tb.t.Helper()
	at := []float64{x, y}
	if tb.device.Touch {
		call(tb, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}},
		})
		call(tb, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}})
		return
	}
	for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased} {
		call(tb, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: at[0], Y: at[1], Button: input.MouseButtonLeft, ClickCount: 1})
	}
}
