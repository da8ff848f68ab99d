//go:build starters

package draw

import (
	"fmt"
	"os"
	"strconv"
	"testing"
)

func env(name string, def int) int {
	if v, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return v
	}
	return def
}

// gaps prints which plain fields are not at the bound.
func TestGaps(t *testing.T) {
	for n := env("FROM", 16); n <= env("TO", 50); n++ {
		for r := env("RFROM", 5); r <= env("RTO", 12); r++ {
			p, err := Draw(people(n), nil, Options{Rounds: r, Seed: "gap", Effort: Effort(os.Getenv("EFFORT"))})
			if err == nil && (p.Cost.Repeats > p.Bound || p.Cost.FiveOver > 0) {
				fmt.Println(n, r, "bound", p.Bound, "found", p.Cost.Repeats, p.Cost.FiveOver)
			}
		}
	}
}

// find searches base rounds for N players and R rounds in every shape.
func TestFind(t *testing.T) {
	n, r := env("N", 24), env("R", 8)
	tries, size := env("TRIES", 20), env("SIZE", 1_000_000)
	q, _ := newRequest(people(n), nil, Options{Rounds: r})
	f := newField(q, r)
	base := f.counters()
	bound := f.prove(nil).repeats
	l := newLots("find", os.Getenv("SEED"))
	best := standing{apart: 1}
	for base1 := 1; base1 <= r/2; base1++ {
		for ring := (r + base1 - 1) / base1; ring <= r/base1+3; ring++ {
			if n%ring > f.tables || ring > n/2 || env("G", ring) != ring {
				continue
			}
			for i := 0; i < tries; i++ {
				fr := newField(q, r)
				o := newOrbits(fr, ring, base1, l)
				o.anneal(size, newCooling(2*degree, 5*degree/8), l)
				s := newState(f, newPrices(priceRepeat, priceMore, priceSoft), base, o.develop(r))
				if g := s.judge(base); f.better(g, best) {
					best = g
					fmt.Println("FOUND", n, r, "ring", ring, "base", base1, "repeats", g.repeats, "five", g.five, "bound", bound, o.seat, "again", g.again())
				}
				if best.repeats <= bound && best.five == 0 && best.apart == 0 {
					return
				}
			}
		}
	}
}

// plain searches whole plans for N players and R rounds with several seeds.
func TestPlain(t *testing.T) {
	n, r := env("N", 24), env("R", 8)
	q, _ := newRequest(people(n), nil, Options{Rounds: r})
	f := newField(q, r)
	j := newJob(f, nil)
	j.goal = 0 // do not stop at what is known
	l := newLots("plain", os.Getenv("SEED"))
	best := standing{apart: 1}
	for i := 0; i < env("TRIES", 5); i++ {
		res := j.search(Effort(os.Getenv("EFFORT")), l.branch(uint64(i)))
		if f.better(res.g, best) {
			best = res.g
			fmt.Println("FOUND", n, r, "ring", 1, "base", r, "repeats", best.repeats, "five", best.five, "bound", j.b.repeats, res.seat)
		}
		if j.done(best) {
			break
		}
	}
}
