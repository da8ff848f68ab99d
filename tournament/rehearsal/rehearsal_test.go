package rehearsal

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"doko/scoring"
	"doko/tournament"
	"doko/tournament/exchange"
	"doko/tournament/sheet"
)

func evenings(t *testing.T, seed string) map[string]exchange.File {
	t.Helper()
	starts := time.Date(2026, 10, 2, 17, 0, 0, 0, time.UTC)
	finished, err := Finished(seed, starts)
	if err != nil {
		t.Fatal(err)
	}
	running, err := Running(seed, starts)
	if err != nil {
		t.Fatal(err)
	}
	return map[string]exchange.File{"finished": finished, "running": running}
}

// TestEvenings: whatever the seed, both evenings are files the program accepts, without a warning, and the same each time.
func TestEvenings(t *testing.T) {
	for i := range 2 {
		seed := fmt.Sprint("seed ", i)
		again := evenings(t, seed)
		for name, f := range evenings(t, seed) {
			raw, err := exchange.Write(f)
			if err != nil {
				t.Fatal(err)
			}
			same, err := exchange.Write(again[name])
			if err != nil {
				t.Fatal(err)
			}
			if string(raw) != string(same) {
				t.Fatalf("%s, %s: not the same twice", seed, name)
			}
			read, err := exchange.Read(raw)
			if err != nil {
				t.Fatalf("%s, %s: %v", seed, name, err)
			}
			for _, w := range read.Warnings {
				if w.Code != sheet.UnusualTotal {
					t.Errorf("%s, %s: %+v", seed, name, w)
				}
			}
			if read.Tournament.Phase != f.Tournament.Phase {
				t.Errorf("%s: phase %s", name, read.Tournament.Phase)
			}
		}
	}
}

func TestRunning_Shape(t *testing.T) {
	f := evenings(t, "x")["running"]
	var shape []string
	for _, r := range f.Rounds {
		for _, table := range r.Tables {
			shape = append(shape, fmt.Sprint(r.Number, " ", r.Closed, " ", table.Confirmed, " ", len(table.Rows), " of ", f.Tournament.Format.Hands(len(table.Seats))))
		}
	}
	want := []string{
		"1 true true 24 of 24", "1 true true 24 of 24", "1 true true 30 of 30",
		"2 false true 24 of 24", "2 false false 14 of 24", "2 false false 3 of 30",
	}
	if d := cmp.Diff(want, shape); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestPlay_LooksLikePlay: over many sheets the hands are of the kinds and worth that real ones have.
func TestPlay_LooksLikePlay(t *testing.T) {
	kinds := map[string]int{}
	hands, forced, absolute := 0, 0, 0
	for i := range 100 {
		in := sheet.Input{Rules: scoring.DDV(), Format: tournament.DefaultFormat(), Size: 4 + i%2}
		in.Rows = Play(fmt.Sprint(i), in, 0)
		s := sheet.Fold(in)
		if len(s.SolosOpen) > 0 || s.Done != s.Hands {
			t.Fatalf("sheet %d: %d of %d hands, solos open %v", i, s.Done, s.Hands, s.SolosOpen)
		}
		for _, r := range s.Rows {
			hands++
			kinds[string(r.Revision.Row.Record.Doppelkopf.Contract)]++
			if r.Turn.Forced != 0 {
				forced++
			}
			v := *r.Revision.Value
			absolute += max(v, -v)
		}
	}
	if share := kinds["normal"] * 100 / hands; share < 60 || share > 85 {
		t.Errorf("%d of 100 hands are normal games", share)
	}
	if kinds["hochzeit"] == 0 || kinds["stille_hochzeit"] == 0 || kinds["solo_fleischlos"] == 0 || forced == 0 {
		t.Errorf("kinds %v, %d forced", kinds, forced)
	}
	if mean := float64(absolute) / float64(hands); mean < 1.5 || mean > 5 {
		t.Errorf("a hand is worth %.1f on average", mean)
	}
}

func TestPlay_GoesOn(t *testing.T) {
	in := sheet.Input{Rules: scoring.DDV(), Format: tournament.DefaultFormat(), Size: 5}
	in.Rows = Play("a", in, 7)
	if len(in.Rows) != 7 {
		t.Fatalf("%d hands, want 7", len(in.Rows))
	}
	more := Play("a", in, 99)
	if len(more) != 23 || more[0].Number != 8 {
		t.Errorf("%d more hands from %d", len(more), more[0].Number)
	}
}

func TestPeople(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range People("x", MaxPeople()) {
		if seen[p.Name] {
			t.Fatalf("%s comes twice", p.Name)
		}
		seen[p.Name] = true
	}
	if ps := People("x", MaxPeople()+1); len(ps) != MaxPeople()+1 {
		t.Error("more people than names must come too")
	}
	if cmp.Equal(People("x", 10), People("y", 10)) {
		t.Error("two seeds give the same people")
	}
}
