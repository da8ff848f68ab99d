//go:build starters

package draw

// The program that finds starters. It is a test only so that it may use the search:
//
//	N=33 R=10 go test -tags starters -run TestFind -timeout 0 -v ./tournament/draw
//
// searches base rounds for 33 players and 10 rounds in rings of every size, then whole plans, and prints each better one as a
// line for starters_table.go. SEED, TRIES (starts a shape) and SIZE (trials a start) may be given. TestGaps lists the
// fields from N to TO players and R to RTO rounds that are not at their bound yet.

import (
	"fmt"
	"os"
	"strconv"
	"testing"
)

func env(name string, otherwise int) int {
	if v, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return v
	}
	return otherwise
}

func TestGaps(t *testing.T) {
	for n := env("N", 12); n <= env("TO", 50); n++ {
		for r := env("R", 2); r <= env("RTO", 12); r++ {
			p, err := Draw(people(n), nil, Options{Rounds: r, Seed: "gap"})
			if err == nil && (p.Cost.Repeats > p.Bound || p.Cost.FiveOver > 0) {
				fmt.Println(n, "players", r, "rounds: bound", p.Bound, "found", p.Cost.Repeats, "five over", p.Cost.FiveOver)
			}
		}
	}
}

func TestFind(t *testing.T) {
	n, r := env("N", 24), env("R", 8)
	q, err := newRequest(people(n), nil, Options{Rounds: r})
	if err != nil {
		t.Fatal(err)
	}
	f := newField(q, r)
	j := newJob(f, nil)
	j.goal = 0 // do not stop at what is known
	l := newLots("find", os.Getenv("SEED"))
	best := standing{apart: 1}
	better := func(g standing, ring int, seat []int32) {
		if !f.better(g, best) || g.five > 0 {
			return
		}
		best = g
		text := make([]byte, len(seat))
		for i, x := range seat {
			text[i] = letters[x]
		}
		fmt.Printf("\t{%d, %d, %d, %d, %q}, // price %d, bound %d repeats\n", n, r, ring, g.repeats, text, g.again(), j.b.repeats)
	}
	for base := 1; base <= r/2 && !j.done(best); base++ {
		for ring := (r + base - 1) / base; ring <= r/base+3 && ring <= n/2; ring++ {
			if n%ring > f.tables {
				continue
			}
			for range env("TRIES", 200) {
				o := newOrbits(f, ring, base, l)
				o.anneal(env("SIZE", 60_000), newCooling(2*degree, 5*degree/8), l)
				s := newState(f, j.p, j.base, o.develop(r))
				better(s.judge(j.base), ring, o.seat)
			}
		}
	}
	for range 3 {
		if !j.done(best) {
			res := j.search(EffortThorough, l.branch(l.next()))
			better(res.g, 1, res.seat)
		}
	}
}
