package draw

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// instance is one benchmark: ids from 0, with what must be reached and what is proven.
type instance struct {
	ID      string
	Players int
	Rounds  int
	Club    []int
	Hard    bool
	Apart   [][2]int
	Past    [][][]int
	Gone    []int
	Pin     map[int]int
	Must    map[string]int
	Lower   map[string]int `json:"lower_bound"`
}

func instances(t *testing.T) []instance {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", "instances.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all struct{ Instances []instance }
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Instances) != 192 {
		t.Fatalf("%d instances", len(all.Instances))
	}
	return all.Instances
}

// request is the instance as a draw.
func (in instance) request() ([]Player, []Round, Options) {
	var ps []Player
	for i := range in.Players {
		if slices.Contains(in.Gone, i) {
			continue
		}
		p := Player{ID: int64(i + 1)}
		if in.Club != nil && in.Club[i] >= 0 {
			p.Club = fmt.Sprint("C", in.Club[i])
		}
		if t, ok := in.Pin[i]; ok {
			p.Table = t + 1
		}
		for _, a := range in.Apart {
			if a[0] == i {
				p.Apart = append(p.Apart, int64(a[1]+1))
			}
		}
		ps = append(ps, p)
	}
	var history []Round
	for i, r := range in.Past {
		round := Round{Number: i + 1}
		for k, t := range r {
			table := Table{Number: k + 1}
			for _, x := range t {
				table.Seats = append(table.Seats, int64(x+1))
			}
			round.Tables = append(round.Tables, table)
		}
		history = append(history, round)
	}
	o := Options{Rounds: in.Rounds, Seed: in.ID, Clubs: ClubsSoft}
	if in.Hard {
		o.Clubs = ClubsHard
	}
	return ps, history, o
}

// The bounds are those that were worked out apart from this program.
func TestBounds(t *testing.T) {
	for _, in := range instances(t) {
		ps, history, o := in.request()
		q, err := newRequest(ps, history, o)
		if err != nil {
			t.Fatal(err)
		}
		b := newField(q, o.Rounds).prove(history)
		if b.repeats != in.Lower["repeats"] || b.clubs != in.Lower["club_conflicts"] || b.five != in.Lower["five_over"] {
			t.Errorf("%s: %+v, want %v", in.ID, b, in.Lower)
		}
	}
}

// Every benchmark reaches what it must, but for a few that take seconds: those are measured by hand, see BENCHMARKS.md.
func TestInstances(t *testing.T) {
	slow := []string{"replan-n17-p2-r3-out1-late0", "replan-n20-p2-r3-out2-late0", "replan-n24-p2-r3-out1-late0",
		"replan-n32-p3-r3-out3-late1", "replan-n36-p5-r5-out2-late0"}
	for _, in := range instances(t) {
		if slices.Contains(slow, in.ID) {
			continue
		}
		ps, history, o := in.request()
		p := mustDraw(t, ps, history, o)
		for name, got := range map[string]int{"repeats": p.Cost.Repeats, "club_conflicts": p.Cost.ClubMeetings,
			"five_over": p.Cost.FiveOver, "seat_over": p.Cost.SeatImbalance} {
			if must, asked := in.Must[name]; asked && got > must {
				t.Errorf("%s: %s %d, must be %d", in.ID, name, got, must)
			}
		}
	}
}
