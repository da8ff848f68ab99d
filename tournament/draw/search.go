package draw

import "sync"

// chains is the number of searches side by side. It is part of the method: more processors make it faster, never different.
const chains = 4

// trials is how many swaps each effort may try, all chains together.
var trials = map[Effort]int{EffortQuick: 800_000, EffortNormal: 16_000_000, EffortThorough: 128_000_000}

// search looks for the best seating of all rounds.
func search(f *field, effort Effort, l *lots) []int32 {
	base := f.counters()
	p := newPrices(priceRepeat, priceMore)
	warm := newCooling(2*degree, degree/4)
	type result struct {
		seat []int32
		g    standing
	}
	var best result
	left := trials[effort]
	for epoch, size := 0, 50_000; left > 0 && size > 0; epoch++ {
		size = min(size, left/chains)
		left -= size * chains
		found := make([]result, chains)
		var wg sync.WaitGroup
		for c := range found {
			wg.Go(func() {
				mine := l.branch(uint64(epoch*chains + c + 1))
				s := newState(f, p, base, randomSeats(f, mine))
				s.anneal(size, warm, mine)
				found[c] = result{s.seat, s.judge(base)}
			})
		}
		wg.Wait()
		for _, r := range found {
			if best.seat == nil || f.better(r.g, best.g) {
				best = r
			}
		}
		if done(f, best.g) {
			break
		}
		size = min(size*2, 400_000)
	}
	return best.seat
}

// randomSeats seats everybody by lots, the fixed ones at their tables.
func randomSeats(f *field, l *lots) []int32 {
	seat := make([]int32, 0, f.n*f.rounds)
	var free []int32
	for i, t := range f.pin {
		if t < 0 {
			free = append(free, int32(i))
		}
	}
	for r := 0; r < f.rounds; r++ {
		shuffle(l, free)
		round := make([]int32, f.n)
		for i := range round {
			round[i] = -1
		}
		next := append([]int(nil), f.start...)
		for i, t := range f.pin {
			if t >= 0 {
				round[next[t]] = int32(i)
				next[t]++
			}
		}
		k := 0
		for i, p := range round {
			if p < 0 {
				round[i] = free[k]
				k++
			}
		}
		seat = append(seat, round...)
	}
	return seat
}

func done(f *field, g standing) bool {
	return g.apart == 0 && g.clubs == 0 && g.five == 0 && g.repeats == 0
}
