package live

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

const (
	heartbeat  = 15 * time.Second // keeps proxies and phones from closing a quiet connection
	longest    = 30 * time.Minute // a forgotten tab reconnects now and then, and its rights are checked again
	writeLimit = 10 * time.Second // a phone that left the hall does not hold a goroutine
)

// Feed says what a page listens to.
type Feed struct {
	Tournament int64
	Topics     []string                             // none = all
	Current    func(context.Context) (int64, error) // the tournament's change counter now
	// Event is the event name of each hint, for pages; with it a hint also says over how many milliseconds the readers should
	// spread their requests, so that 300 phones do not ask at the same instant. Without it a hint has exactly topic and changes.
	Event string
}

// Serve writes hints as server-sent events until the reader leaves, falls behind, or the hub closes. The caller has checked the
// rights. The error is the one of Feed.Current, before anything was written; a reader who leaves is no error.
func (h *Hub) Serve(w http.ResponseWriter, r *http.Request, feed Feed) error {
	ctx, cancel := context.WithTimeout(r.Context(), longest)
	defer cancel()
	s := h.Subscribe(ctx, feed.Tournament, feed.Topics...)
	// Subscribed first, asked after: a change between the two is told twice rather than never.
	changes, err := feed.Current(ctx)
	if err != nil {
		return fmt.Errorf("live: %w", err)
	}
	rc := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	write := func(text string) bool {
		// The server's write deadline would end the stream; ours starts anew with each event. Writers without deadlines (tests) work too.
		_ = rc.SetWriteDeadline(time.Now().Add(writeLimit))
		if _, err := w.Write([]byte(text)); err != nil {
			return false
		}
		return rc.Flush() == nil
	}
	if !write(h.event(feed.Event, Hint{Topic: All, Changes: changes})) {
		return nil
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		select {
		case hint, open := <-s.C:
			if !open || !write(h.event(feed.Event, hint)) {
				return nil
			}
		case <-beat.C:
			if !write(": still here\n\n") {
				return nil
			}
		}
	}
}

// event is one hint as it goes over the wire.
func (h *Hub) event(name string, hint Hint) string {
	if name == "" {
		data, _ := json.Marshal(hint) // two plain fields cannot fail
		return fmt.Sprintf("data: %s\n\n", data)
	}
	data, _ := json.Marshal(struct {
		Hint
		Spread int64 `json:"spread"`
	}{hint, h.spread().Milliseconds()})
	return fmt.Sprintf("event: %s\ndata: %s\n\n", name, data)
}

// spread is the time over which the readers should ask: five milliseconds for each, at most two seconds.
func (h *Hub) spread() time.Duration {
	return min(time.Duration(h.Readers())*5*time.Millisecond, 2*time.Second)
}
