// Package live tells open pages, on every server process, that something changed.
package live

import (
	"context"
	"sync"
	"time"
)

const (
	// Buffer is how many hints may wait for one reader. Whoever does not keep up is dropped, reconnects and fetches anew, so nobody
	// misses a change.
	Buffer = 16
	// Quiet is the shortest time between two hints of one topic; what comes meanwhile is merged into one.
	Quiet = 250 * time.Millisecond
	// All is the topic of the first hint of a stream: whatever is older than its counter is out of date.
	All = "tournament"
)

// Change says that topics of a tournament changed and what its change counter is now.
type Change struct {
	Tournament int64
	Topics     []string
	Changes    int64
}

// Hint is all a page is told: fetch what shows this topic, if it is older than the counter.
type Hint struct {
	Topic   string `json:"topic"`
	Changes int64  `json:"changes"`
}

// Hub passes hints from commands to open pages. The zero value is not ready, use NewHub; all methods may be used from many goroutines.
type Hub struct {
	mu      sync.Mutex
	closed  bool
	streams map[int64]map[*Stream]struct{} // by tournament
	recent  map[topicKey]*topic            // topics with a hint in the last Quiet
	count   int
	done    chan struct{}
}

type topicKey struct {
	tournament int64
	name       string
}

// topic is one that was told about just now: a newer counter waits until the timer ends.
type topic struct {
	timer   *time.Timer
	pending int64
	waits   bool
}

// NewHub returns a hub without readers.
func NewHub() *Hub {
	return &Hub{streams: make(map[int64]map[*Stream]struct{}), recent: make(map[topicKey]*topic), done: make(chan struct{})}
}

// Done is closed when the hub closes.
func (h *Hub) Done() <-chan struct{} { return h.done }

// Stream is one reader's hints. C is closed when the context ends, the reader is dropped or the hub closes.
type Stream struct {
	C      <-chan Hint
	c      chan Hint
	topics map[string]bool // nil = all
}

// Subscribe returns the hints of a tournament from now on; no topics means all. It ends with the context.
func (h *Hub) Subscribe(ctx context.Context, tournament int64, topics ...string) *Stream {
	s := &Stream{c: make(chan Hint, Buffer)}
	s.C = s.c
	if len(topics) > 0 {
		s.topics = make(map[string]bool, len(topics))
		for _, t := range topics {
			s.topics[t] = true
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		close(s.c)
		return s
	}
	if h.streams[tournament] == nil {
		h.streams[tournament] = make(map[*Stream]struct{})
	}
	h.streams[tournament][s] = struct{}{}
	h.count++
	context.AfterFunc(ctx, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.drop(tournament, s)
	})
	return s
}

// Readers is the number of open streams.
func (h *Hub) Readers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.count
}

// Publish tells everybody who reads one of the topics. It never waits for a reader.
func (h *Hub) Publish(c Change) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	for _, name := range c.Topics {
		key := topicKey{c.Tournament, name}
		t, told := h.recent[key]
		if !told {
			t = &topic{}
			t.timer = time.AfterFunc(Quiet, func() { h.quietOver(key, t) })
			h.recent[key] = t
			h.send(key, c.Changes)
			continue
		}
		if !t.waits || c.Changes > t.pending {
			t.pending = c.Changes
		}
		t.waits = true
	}
}

// quietOver sends what was merged since the last hint of a topic.
func (h *Hub) quietOver(key topicKey, t *topic) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return
	}
	if !t.waits {
		delete(h.recent, key)
		return
	}
	t.waits = false
	h.send(key, t.pending)
	t.timer.Reset(Quiet)
}

// send passes a hint to every reader of the topic; the caller holds the lock.
func (h *Hub) send(key topicKey, changes int64) {
	for s := range h.streams[key.tournament] {
		if s.topics != nil && !s.topics[key.name] && key.name != All {
			continue
		}
		select {
		case s.c <- Hint{Topic: key.name, Changes: changes}:
		default:
			h.drop(key.tournament, s)
		}
	}
}

// drop ends a stream once; the caller holds the lock.
func (h *Hub) drop(tournament int64, s *Stream) {
	if _, open := h.streams[tournament][s]; !open {
		return
	}
	delete(h.streams[tournament], s)
	if len(h.streams[tournament]) == 0 {
		delete(h.streams, tournament)
	}
	h.count--
	close(s.c)
}

// Close ends every stream; later hints go nowhere. It may be called twice.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed {
		close(h.done)
	}
	h.closed = true
	for tournament, streams := range h.streams {
		for s := range streams {
			h.drop(tournament, s)
		}
	}
	for _, t := range h.recent {
		t.timer.Stop()
	}
	clear(h.recent)
}
