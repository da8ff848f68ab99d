package live

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// drain takes what is waiting in a stream; open is false once it has ended.
func drain(s *Stream) ([]Hint, bool) {
	var hints []Hint
	for {
		select {
		case h, open := <-s.C:
			if !open {
				return hints, false
			}
			hints = append(hints, h)
		default:
			return hints, true
		}
	}
}

// pass lets the bubble's clock run for d.
func pass(d time.Duration) {
	<-time.After(d)
	synctest.Wait()
}

func change(tournament, changes int64, topics ...string) Change {
	return Change{Tournament: tournament, Topics: topics, Changes: changes}
}

func TestHintsReachWhoAskedForThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHub()
		defer h.Close()
		all := h.Subscribe(t.Context(), 1)
		table := h.Subscribe(t.Context(), 1, "table:7", "standings")
		other := h.Subscribe(t.Context(), 2)
		h.Publish(change(1, 40, "entries"))
		h.Publish(change(1, 41, "table:7", "standings"))

		if got, _ := drain(all); fmt.Sprint(got) != "[{entries 40} {table:7 41} {standings 41}]" {
			t.Errorf("all topics: %v", got)
		}
		if got, _ := drain(table); fmt.Sprint(got) != "[{table:7 41} {standings 41}]" {
			t.Errorf("two topics: %v", got)
		}
		if got, _ := drain(other); len(got) != 0 {
			t.Errorf("other tournament: %v", got)
		}
		if n := h.Readers(); n != 3 {
			t.Errorf("%d readers, want 3", n)
		}
	})
}

func TestHintsOfATopicAreMerged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHub()
		defer h.Close()
		s := h.Subscribe(t.Context(), 1)
		h.Publish(change(1, 1, "standings"))
		h.Publish(change(1, 3, "standings"))
		h.Publish(change(1, 2, "standings")) // commits may be told out of order; the counter never goes back
		h.Publish(change(1, 4, "entries"))
		if got, _ := drain(s); fmt.Sprint(got) != "[{standings 1} {entries 4}]" {
			t.Errorf("at once: %v", got)
		}
		pass(Quiet)
		if got, _ := drain(s); fmt.Sprint(got) != "[{standings 3}]" {
			t.Errorf("after the pause: %v", got)
		}
		pass(Quiet)
		if got, _ := drain(s); len(got) != 0 {
			t.Errorf("nothing happened, but %v", got)
		}

		// One second of constant change: the first at once, then one each quarter.
		n := 0
		for i := range 100 {
			h.Publish(change(1, int64(10+i), "standings"))
			pass(10 * time.Millisecond)
			got, _ := drain(s)
			n += len(got)
		}
		if n < 4 || n > 5 {
			t.Errorf("%d hints in a second, want four and the first", n)
		}
		pass(Quiet)
		if got, _ := drain(s); len(got) > 0 && got[len(got)-1].Changes != 109 {
			t.Errorf("the last hint was %v, not the newest counter 109", got)
		}
	})
}

func TestSlowReaderIsDropped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHub()
		defer h.Close()
		slow, quick := h.Subscribe(t.Context(), 1), h.Subscribe(t.Context(), 1)
		for i := range Buffer + 1 {
			h.Publish(change(1, int64(i), fmt.Sprintf("table:%d", i)))
			drain(quick)
		}
		got, open := drain(slow)
		if open || len(got) != Buffer {
			t.Errorf("slow reader: open %v after %d hints, want closed after %d", open, len(got), Buffer)
		}
		if _, open := drain(quick); !open {
			t.Error("the quick reader was dropped too")
		}
		if n := h.Readers(); n != 1 {
			t.Errorf("%d readers, want 1", n)
		}
	})
}

func TestStreamsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHub()
		ctx, cancel := context.WithCancel(t.Context())
		left, stays := h.Subscribe(ctx, 1), h.Subscribe(t.Context(), 1)
		cancel()
		synctest.Wait()
		if _, open := drain(left); open {
			t.Error("the stream outlived its context")
		}
		if _, open := drain(stays); !open {
			t.Error("another reader's stream ended")
		}
		h.Close()
		h.Close()
		h.Publish(change(1, 1, "x"))
		if _, open := drain(stays); open {
			t.Error("the stream outlived the hub")
		}
		if _, open := drain(h.Subscribe(t.Context(), 1)); open {
			t.Error("a closed hub gave an open stream")
		}
	})
}

// Readers come and go while commands publish from many goroutines; run with -race. Whoever stays sees the newest counter.
func TestManyGoroutines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewHub()
		stays := h.Subscribe(t.Context(), 1, "standings")
		var newest int64
		done := make(chan struct{})
		go func() {
			defer close(done)
			for hint := range stays.C {
				newest = max(newest, hint.Changes)
			}
		}()
		var wg sync.WaitGroup
		for g := range 8 {
			wg.Go(func() {
				for i := range 200 {
					ctx, cancel := context.WithCancel(t.Context())
					s := h.Subscribe(ctx, int64(1+i%2))
					h.Publish(change(1, int64(g*200+i), "standings", "entries"))
					drain(s)
					h.Readers()
					cancel()
				}
			})
		}
		wg.Wait()
		pass(2 * Quiet)
		if n := h.Readers(); n != 1 {
			t.Errorf("%d readers left, want 1", n)
		}
		h.Close()
		<-done
		if newest != 8*200-1 {
			t.Errorf("newest counter seen %d, want %d", newest, 8*200-1)
		}
	})
}
