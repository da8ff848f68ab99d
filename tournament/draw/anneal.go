package draw

// state is a seating of all rounds that the search changes in place.
type state struct {
	f     *field
	p     *prices
	fifth *[64]int32 // what one more visit to a five costs, by the visits so far
	seat  []int32    // round*n + position → player
	cnt   []uint16   // player*n + player → counter
	five  []int32    // player → visits to fives
}

// newState counts a seating; it keeps seat.
func newState(f *field, p *prices, base []uint16, seat []int32) *state {
	s := &state{f: f, p: p, fifth: f.fivePrices(1), seat: seat, cnt: make([]uint16, len(base)), five: make([]int32, f.n)}
	s.recount(base)
	return s
}

// recount makes the counters fit the seats.
func (s *state) recount(base []uint16) {
	f := s.f
	copy(s.cnt, base)
	for i, times := range f.five {
		s.five[i] = int32(times)
	}
	for r := 0; r < len(s.seat); r += f.n {
		for t := 0; t < f.tables; t++ {
			at := s.seat[r+f.start[t] : r+f.start[t+1]]
			for i, a := range at {
				if t >= f.fours {
					s.five[a]++
				}
				for _, b := range at[i+1:] {
					s.cnt[int(a)*f.n+int(b)]++
					s.cnt[int(b)*f.n+int(a)]++
				}
			}
		}
	}
}

// fivePrices makes each visit above the fair share dear and the visits below slightly dearer than the ones before.
// times makes it that much dearer.
func (f *field) fivePrices(times int32) *[64]int32 {
	var p [64]int32
	over := priceFive * times
	if f.preferRepeats {
		over = priceFifth
	}
	for v := range p {
		if v >= f.fair {
			p[v] = over + int32(min(v-f.fair, 8))
		} else if v > 0 {
			p[v] = 1
		}
	}
	return &p
}

// delta is what swapping the players at positions a and b of a round would change.
func (s *state) delta(round []int32, a, b, ta, tb int) int32 {
	f, n := s.f, s.f.n
	x, y := round[a], round[b]
	rx := s.cnt[int(x)*n : int(x)*n+n]
	ry := s.cnt[int(y)*n : int(y)*n+n]
	var d int32
	for _, o := range round[f.start[ta]:f.start[ta+1]] {
		if o != x {
			d += s.p[ry[o]] - s.p[rx[o]-1]
		}
	}
	for _, o := range round[f.start[tb]:f.start[tb+1]] {
		if o != y {
			d += s.p[rx[o]] - s.p[ry[o]-1]
		}
	}
	if f.fives > 0 {
		d += s.fiveDelta(x, y, ta >= f.fours, tb >= f.fours)
	}
	return d
}

func (s *state) fiveDelta(x, y int32, xAtFive, yAtFive bool) int32 {
	switch {
	case xAtFive == yAtFive:
		return 0
	case yAtFive:
		x, y = y, x
	}
	return s.fifth[min(s.five[y], 63)] - s.fifth[min(s.five[x]-1, 63)] // x leaves the five, y comes
}

// swap does what delta looked at.
func (s *state) swap(round []int32, a, b, ta, tb int) {
	f, n := s.f, s.f.n
	x, y := round[a], round[b]
	for _, o := range round[f.start[ta]:f.start[ta+1]] {
		if o != x {
			s.cnt[int(x)*n+int(o)]--
			s.cnt[int(o)*n+int(x)]--
			s.cnt[int(y)*n+int(o)]++
			s.cnt[int(o)*n+int(y)]++
		}
	}
	for _, o := range round[f.start[tb]:f.start[tb+1]] {
		if o != y {
			s.cnt[int(y)*n+int(o)]--
			s.cnt[int(o)*n+int(y)]--
			s.cnt[int(x)*n+int(o)]++
			s.cnt[int(o)*n+int(x)]++
		}
	}
	if ta >= f.fours {
		s.five[x]--
		s.five[y]++
	}
	if tb >= f.fours {
		s.five[y]--
		s.five[x]++
	}
	round[a], round[b] = y, x
}

// anneal tries that many swaps while it cools down and leaves the best seating that came by.
func (s *state) anneal(trials int, c *cooling, base []uint16, l *lots) {
	f := s.f
	n, rounds := uint64(f.n), uint64(len(s.seat)/f.n)
	best := make([]int32, len(s.seat))
	var price, low int32 // against the start
	copy(best, s.seat)
	for step := range c {
		for k := trials / steps; k > 0; k-- {
			u := l.next()
			r := int((u >> 44) * rounds >> 20 * n)
			a, b := int((u>>22&0x3fffff)*n>>22), int((u&0x3fffff)*n>>22)
			ta, tb := int(f.tableAt[a]), int(f.tableAt[b])
			round := s.seat[r : r+f.n]
			if ta == tb || f.pinned && (f.pin[round[a]] >= 0 || f.pin[round[b]] >= 0) {
				continue
			}
			d := s.delta(round, a, b, ta, tb)
			if d > 0 && (d >= maxDelta || uint32(l.next()) >= c[step][d]) {
				continue
			}
			s.swap(round, a, b, ta, tb)
			price += d
			if price < low {
				low = price
				copy(best, s.seat)
			}
		}
	}
	copy(s.seat, best)
	s.recount(base)
}
