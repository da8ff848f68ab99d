//go:build starters

package draw

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"testing"
	"time"
)

type instance struct {
	ID                         string
	Players                    int
	Rounds                     int
	Club                       []int
	Hard                       bool
	Apart                      [][2]int
	Past                       [][][]int
	Gone                       []int
	Pin                        map[int]int
	Must, Stretch, Lower_bound map[string]int
}

func (in instance) request(seed string) ([]Player, []Round, Options) {
	gone := map[int]bool{}
	for _, g := range in.Gone {
		gone[g] = true
	}
	var ps []Player
	for i := 0; i < in.Players; i++ {
		if gone[i] {
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
			if a[0] == i && !gone[a[1]] {
				p.Apart = append(p.Apart, int64(a[1]+1))
			}
		}
		ps = append(ps, p)
	}
	var h []Round
	for i, r := range in.Past {
		rd := Round{Number: i + 1}
		for k, t := range r {
			tb := Table{Number: k + 1}
			for _, q := range t {
				tb.Seats = append(tb.Seats, int64(q+1))
			}
			rd.Tables = append(rd.Tables, tb)
		}
		h = append(h, rd)
	}
	o := Options{Rounds: in.Rounds, Seed: seed, Effort: Effort(os.Getenv("EFFORT"))}
	if in.Hard {
		o.Clubs = ClubsHard
	}
	return ps, h, o
}

func TestInstances(t *testing.T) {
	raw, _ := os.ReadFile("testdata/instances.json")
	var all struct{ Instances []instance }
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	only := regexp.MustCompile(os.Getenv("ONLY"))
	seed := os.Getenv("SEED")
	must, best, n, worstBound := 0, 0, 0, 0
	var sum time.Duration
	for _, in := range all.Instances {
		if !only.MatchString(in.ID) {
			continue
		}
		n++
		ps, h, o := in.request("bench-" + in.ID + seed)
		t0 := time.Now()
		p, err := Draw(ps, h, o)
		dt := time.Since(t0)
		sum += dt
		if err != nil {
			t.Error(in.ID, err)
			continue
		}
		got := map[string]int{"repeats": p.Cost.Repeats, "five_over": p.Cost.FiveOver, "club_conflicts": p.Cost.ClubMeetings, "seat_over": p.Cost.SeatImbalance}
		flag := ""
		okM, okS := true, true
		for k, v := range got {
			if m, ok := in.Must[k]; ok && v > m {
				okM = false
				flag += fmt.Sprintf(" MUST %s %d>%d", k, v, m)
			}
			if m, ok := in.Stretch[k]; ok && v > m {
				okS = false
				flag += fmt.Sprintf(" stretch %s %d>%d", k, v, m)
			} else if ok && v < m {
				flag += fmt.Sprintf(" BETTER %s %d<%d", k, v, m)
			}
		}
		if p.Bound != in.Lower_bound["repeats"] {
			flag += fmt.Sprintf(" bound %d file %d", p.Bound, in.Lower_bound["repeats"])
			worstBound++
		}
		if okM {
			must++
		}
		if okS {
			best++
		}
		if flag != "" || dt > 300*time.Millisecond || os.Getenv("ALL") != "" {
			fmt.Printf("%-34s %8.3fs rep %d %s\n", in.ID, dt.Seconds(), p.Cost.Repeats, flag)
		}
	}
	fmt.Printf("n %d must %d stretch %d time %v\n", n, must, best, sum)
}
