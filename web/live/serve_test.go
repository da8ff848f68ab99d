package live

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// page is a reader's connection as Serve sees it.
type page struct {
	http.ResponseWriter
	rec    *httptest.ResponseRecorder
	broken atomic.Bool
}

func newPage() *page {
	rec := httptest.NewRecorder()
	return &page{ResponseWriter: rec, rec: rec}
}

func (p *page) Flush() {}

func (p *page) Write(b []byte) (int, error) {
	if p.broken.Load() {
		return 0, errors.New("connection reset")
	}
	return p.rec.Write(b)
}

func at(changes int64) func(context.Context) (int64, error) {
	return func(context.Context) (int64, error) { return changes, nil }
}

// serve starts Serve in the bubble; the returned channel gives its result.
func serve(ctx context.Context, h *Hub, p *page, feed Feed) <-chan error {
	done := make(chan error, 1)
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/events", nil)
	go func() { done <- h.Serve(p, r, feed) }()
	synctest.Wait()
	return done
}

func TestServe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHub()
		script, tab := newPage(), newPage()
		a := serve(t.Context(), h, script, Feed{Tournament: 1, Current: at(40)})
		b := serve(t.Context(), h, tab, Feed{Tournament: 1, Topics: []string{"table:7"}, Current: at(40), Event: "hint"})
		h.Publish(change(1, 41, "standings"))
		h.Publish(change(1, 42, "table:7"))
		pass(heartbeat)
		h.Close()
		if err := errors.Join(<-a, <-b); err != nil {
			t.Fatal(err)
		}
		want := "data: {\"topic\":\"tournament\",\"changes\":40}\n\n" +
			"data: {\"topic\":\"standings\",\"changes\":41}\n\n" +
			"data: {\"topic\":\"table:7\",\"changes\":42}\n\n" +
			": still here\n\n"
		if got := script.rec.Body.String(); got != want {
			t.Errorf("script got\n%s\nwant\n%s", got, want)
		}
		want = "event: hint\ndata: {\"topic\":\"tournament\",\"changes\":40,\"spread\":10}\n\n" +
			"event: hint\ndata: {\"topic\":\"table:7\",\"changes\":42,\"spread\":10}\n\n" +
			": still here\n\n"
		if got := tab.rec.Body.String(); got != want {
			t.Errorf("page got\n%s\nwant\n%s", got, want)
		}
		head := script.rec.Header()
		if !strings.HasPrefix(head.Get("Content-Type"), "text/event-stream") || head.Get("X-Accel-Buffering") != "no" {
			t.Errorf("headers %v", head)
		}
	})
}

func TestServeEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHub()
		defer h.Close()
		ctx, leave := context.WithCancel(t.Context())
		gone := serve(ctx, h, newPage(), Feed{Tournament: 1, Current: at(1)})
		dead := newPage()
		cut := serve(t.Context(), h, dead, Feed{Tournament: 1, Current: at(1)})
		old := serve(t.Context(), h, newPage(), Feed{Tournament: 1, Current: at(1)})
		start := time.Now()
		leave()
		dead.broken.Store(true)
		if err := errors.Join(<-gone, <-cut); err != nil {
			t.Errorf("a reader who leaves is no error, got %v", err)
		}
		if d := time.Since(start); d > heartbeat {
			t.Errorf("a cut connection was noticed after %v", d)
		}
		<-old
		if d := time.Since(start); d != longest {
			t.Errorf("the longest connection lasted %v, want %v", d, longest)
		}
		if n := h.Readers(); n != 0 {
			t.Errorf("%d readers left", n)
		}
	})
}

func TestServeWithoutCounter(t *testing.T) {
	h := NewHub()
	defer h.Close()
	p := newPage()
	broken := errors.New("database gone")
	err := h.Serve(p, httptest.NewRequest(http.MethodGet, "/events", nil), Feed{
		Tournament: 1, Current: func(context.Context) (int64, error) { return 0, broken },
	})
	if !errors.Is(err, broken) || p.rec.Body.Len() > 0 {
		t.Errorf("got %v and %q, want the error and nothing written", err, p.rec.Body)
	}
}

func TestSpread(t *testing.T) {
	h := NewHub()
	defer h.Close()
	for _, tt := range []struct {
		readers int
		want    time.Duration
	}{{0, 0}, {1, 5 * time.Millisecond}, {100, 500 * time.Millisecond}, {400, 2 * time.Second}, {5000, 2 * time.Second}} {
		for h.Readers() < tt.readers {
			h.Subscribe(t.Context(), 1)
		}
		if got := h.spread(); got != tt.want {
			t.Errorf("%d readers: %v, want %v", tt.readers, got, tt.want)
		}
	}
}
