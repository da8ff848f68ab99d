package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/desk"
)

// The copy beside the file is whole, follows changes and is not made anew when nothing changed.
func TestSnapshots(t *testing.T) {
	db := filepath.Join(t.TempDir(), "doko.db")
	prepareEvening(t, db, 8)
	a := &app{db: db, getenv: func(string) string { return "" }, streams: streams{err: os.Stderr}}
	d, err := a.openDesk(t.Context())
	must(t, err)
	defer d.Store.Close()
	s := newSnapshots(d, db)
	first := time.Date(2026, 3, 13, 19, 0, 0, 0, time.UTC)
	must(t, s.once(t.Context(), first))
	must(t, s.once(t.Context(), first.Add(time.Hour)))
	if !s.last().Equal(first) {
		t.Errorf("nothing changed, but there is a new copy of %v", s.last())
	}
	_, err = d.Register(t.Context(), tournament.System(), desk.Register{Tournament: 1, Name: "Zofia Weiß"})
	must(t, err)
	must(t, s.once(t.Context(), first.Add(2*time.Hour)))
	if !s.last().Equal(first.Add(2 * time.Hour)) {
		t.Errorf("after a change the copy is of %v", s.last())
	}
	copied := &app{db: s.file, getenv: a.getenv, streams: a.streams}
	c, err := copied.openDesk(t.Context())
	must(t, err)
	defer c.Store.Close()
	list, err := c.Entries(t.Context(), tournament.System(), 1)
	must(t, err)
	if len(list.Entries) != 9 {
		t.Errorf("the copy has %d players, want 9", len(list.Entries))
	}
}
