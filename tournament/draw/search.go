package draw

import "sync"

// chains is the number of searches side by side. It is part of the method: more processors make it faster, never different.
const chains = 4

// trials is how many swaps each effort may try, all chains together.
func (e Effort) trials() int {
	switch e {
	case EffortQuick:
		return 500_000
	case EffortThorough:
		return 200_000_000
	}
	return 20_000_000
}

// job is a search for the best seating of all rounds of a small field.
type job struct {
	f      *field
	b      bounds
	base   []uint16
	p      *prices
	hot    *cooling // from lots
	gentle *cooling // from a design or from the best so far
	goal   int      // price of repeats at which there is nothing more to find
}

// result is what one chain found.
type result struct {
	seat []int32
	g    standing
}

// search makes epochs of several chains, waits for all of them and goes on from the best, until the bound is reached or the
// trials are used up. It never looks at a clock.
func (j *job) search(effort Effort, l *lots) result {
	var best result
	left := j.trials(effort)
	settled := false
	longest := min(left/10, 6_400_000)
	for epoch, size := 0, 25_000; left >= chains*steps; epoch++ {
		size = min(size, left/chains)
		left -= size * chains
		found := make([]result, chains)
		var wg sync.WaitGroup
		for c := range found {
			wg.Go(func() { found[c] = j.chain(epoch, c, size, best.seat, l.branch(uint64(epoch*chains+c+1))) })
		}
		wg.Wait()
		for _, r := range found {
			if best.seat == nil || j.f.better(r.g, best.g) {
				best = r
			}
		}
		if j.done(best.g) {
			break
		}
		if !settled && j.few(best.g) { // as few repeats as can be: but rather two pairs twice than one pair three times
			left, settled = min(left, 1_000_000), true
		}
		size = min(size*4, longest)
	}
	return best
}

// trials is the effort for this field. A small one has few places to look at and is answered at once, unless a history or hard
// clubs leave little room.
func (j *job) trials(effort Effort) int {
	all := effort.trials()
	if len(j.f.past) > 0 || j.f.hard && len(j.f.clubs) > 0 {
		return all
	}
	return min(all, all/250*j.f.n*j.f.rounds)
}

// few says that nothing has fewer repeats.
func (j *job) few(g standing) bool {
	return g.apart == 0 && g.five <= j.b.five && g.clubs <= j.b.clubs && g.repeats <= j.b.repeats
}

// done says that no better seating exists, or that none is known after very long searches.
func (j *job) done(g standing) bool {
	if j.few(g) && g.squares <= g.repeats {
		return true
	}
	return j.goal > 0 && g.apart == 0 && g.five <= j.b.five && g.again() <= j.goal
}

// chain makes one start and cools it down: chain 0 and mostly chain 1 start from a design, chain 3 from the best so far, the
// others from lots. A history leaves little room for designs, so lots replace those of chain 1.
func (j *job) chain(epoch, c, size int, best []int32, l *lots) result {
	f := j.f
	var seat []int32
	switch {
	case c == 0 && epoch%2 == 0:
		seat = f.design(epoch, size, l)
	case c == 0, c == 1 && len(f.past) == 0:
		seat = f.symmetrical(size, l)
	case c == 3 && best != nil:
		return j.finish(append([]int32(nil), best...), c, size, j.gentle, l)
	}
	if seat == nil {
		return j.lottery(c, size, l)
	}
	f.relabel(seat, j.base, j.p, size/2, l)
	f.holdTables(seat)
	return j.finish(seat, c, size, j.gentle, l)
}

// lottery starts from lots: chain 1 cools once and slowly, the others four times.
func (j *job) lottery(c, size int, l *lots) result {
	times := 4
	if c == 1 || size < 100_000 {
		times = 1
	}
	var best result
	for k := 0; k < times; k++ {
		r := j.finish(randomSeats(j.f, l), c, size/times, j.hot, l)
		if best.seat == nil || j.f.better(r.g, best.g) {
			best = r
		}
	}
	return best
}

// design is a start that needs no search: columns that shift, or what a long search found beforehand, in turns with a shorter
// one of those to which rounds by lots are added.
func (f *field) design(epoch, size int, l *lots) []int32 {
	if f.tables >= 3*f.rounds {
		return f.shift()
	}
	known, found := f.stored()
	if short, any := f.shorter(); any && epoch%4 == 2 {
		known, found = short, true
	}
	if found {
		return known.seating(f, l)
	}
	return f.symmetrical(size, l)
}

// finish judges a start and improves it unless it is perfect.
func (j *job) finish(seat []int32, c, size int, heat *cooling, l *lots) result {
	s := newState(j.f, j.p, j.base, seat)
	s.fifth = j.f.fivePrices(1 + int32(c%2))
	g := s.judge(j.base)
	if j.done(g) {
		return result{seat, g}
	}
	s.anneal(size, heat, j.base, l)
	return result{seat, s.judge(j.base)}
}

// symmetrical searches base rounds for a ring chosen by lots.
func (f *field) symmetrical(size int, l *lots) []int32 {
	type shape struct{ ring, base int }
	var shapes []shape
	for base := 1; base <= min(f.rounds/2, 12); base++ {
		ring := (f.rounds + base - 1) / base
		for ; ring <= f.rounds/base+2; ring++ {
			if ring <= f.n/2 && f.n%ring <= f.tables {
				shapes = append(shapes, shape{ring, base})
			}
		}
	}
	if len(shapes) == 0 {
		return nil
	}
	const once = 100_000
	var best *orbits
	var price int
	for c := newCooling(2*degree, 5*degree/8); best == nil || size >= once; size -= once {
		s := shapes[l.below(len(shapes))]
		o := newOrbits(f, s.ring, s.base, l)
		v := int(o.anneal(min(size, once), c, l)) * s.ring
		if best == nil || v < price {
			best, price = o, v
		}
		if v == 0 {
			break
		}
	}
	return best.develop(f.rounds)
}

// holdTables exchanges players so that those with a fixed table sit there.
func (f *field) holdTables(seat []int32) {
	if !f.pinned {
		return
	}
	for r := 0; r < len(seat); r += f.n {
		round := seat[r : r+f.n]
		for x, t := range f.pin {
			if t < 0 {
				continue
			}
			at := 0
			for int(round[at]) != x {
				at++
			}
			if int(f.tableAt[at]) == t {
				continue
			}
			to := f.start[t]
			for f.pin[round[to]] == t {
				to++
			}
			round[at], round[to] = round[to], round[at]
		}
	}
}

// randomSeats seats everybody by lots, the fixed ones at their tables.
func randomSeats(f *field, l *lots) []int32 {
	seat := make([]int32, 0, f.n*f.rounds)
	round := make([]int32, f.n)
	for i := range round {
		round[i] = int32(i)
	}
	for r := 0; r < f.rounds; r++ {
		shuffle(l, round)
		seat = append(seat, round...)
	}
	f.holdTables(seat)
	return seat
}

func newJob(f *field, history []Round) *job {
	j := &job{f: f, b: f.prove(history), base: f.counters(), p: newPrices(priceRepeat, priceMore, priceSoft),
		hot: newCooling(7*degree/4, 15*degree/16), gentle: newCooling(5*degree/4, 3*degree/4)}
	if len(f.clubs) > 0 && !f.hard { // what a soft club costs freezes later
		j.hot, j.gentle = newCooling(3*degree/2, degree/3), newCooling(degree, degree/3)
	}
	if s, found := f.stored(); found && f.plain() && !f.preferRepeats && s.rounds == f.rounds {
		j.goal = newState(f, j.p, j.base, s.seating(f, &lots{})).judge(j.base).again()
	}
	return j
}
