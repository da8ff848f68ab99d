package draw

import "sort"

// byRank seats one round by the standings: the best at table 1, and so on down. With PreferRepeats players move to tables near
// their own to avoid repeats; wishes that are hard move players in any case.
func (f *field) byRank(ps []Player, p *prices, l *lots) []int32 {
	order := make([]int, f.n)
	for i := range order {
		order[i] = i
	}
	shuffle(l, order) // lots decide between equal ranks and between those without one
	sort.SliceStable(order, func(i, k int) bool { return before(ps[order[i]].Rank, ps[order[k]].Rank) })
	want := make([]int, f.n)
	at, left := 0, 0
	for _, x := range order {
		if f.pin[x] >= 0 {
			continue
		}
		for left == 0 {
			t := f.numbered(at + 1)
			left = f.start[t+1] - f.start[t] - f.fixedAt(t)
			at++
		}
		want[x] = at
		left--
	}
	seat := f.place(want, l)
	f.settle(seat, p, func(x int32, t int) int32 {
		d := int32(abs(f.number[t] - want[x]))
		return d * (d + 1)
	}, l)
	return seat
}

// before orders ranks; 0 is no rank and comes last.
func before(a, b int) bool { return a > 0 && (b == 0 || a < b) }

func abs(x int) int { return max(x, -x) }

// numbered is the table with this number.
func (f *field) numbered(number int) int {
	for t, n := range f.number {
		if n == number {
			return t
		}
	}
	return -1
}

// fixedAt counts who always sits at table t.
func (f *field) fixedAt(t int) int {
	count := 0
	for _, pin := range f.pin {
		if pin == t {
			count++
		}
	}
	return count
}

// byMovement seats one round after the last one played: the winner of each table stays, the second moves one table on, the
// third two, and so on; after the last table comes table 1. Ranks say who won. Who has no table to come from, or finds it full,
// gets one of the seats left.
func (f *field) byMovement(ps []Player, last Round, p *prices, l *lots) []int32 {
	want := make([]int, f.n) // number of the table, 0 is any
	room := make([]int, f.tables+1)
	for t, number := range f.number {
		room[number] = f.start[t+1] - f.start[t] - f.fixedAt(t)
	}
	for place := 0; place < 5; place++ {
		for _, t := range last.Tables {
			here := known(t.Seats, f.index)
			sort.SliceStable(here, func(i, k int) bool { return before(ps[here[i]].Rank, ps[here[k]].Rank) })
			if t.Number < 1 || t.Number > f.tables || place >= len(here) || f.pin[here[place]] >= 0 {
				continue
			}
			number := (t.Number-1+place)%f.tables + 1
			if room[number] > 0 {
				want[here[place]] = number
				room[number]--
			}
		}
	}
	seat := f.place(want, l)
	f.settle(seat, p, func(x int32, t int) int32 {
		if want[x] == 0 || f.number[t] == want[x] {
			return 0
		}
		return 6
	}, l)
	return seat
}

// place seats everybody at the table number he is to have, the rest by lots on the seats left.
func (f *field) place(want []int, l *lots) []int32 {
	seat := make([]int32, f.n)
	for i := range seat {
		seat[i] = -1
	}
	next := append([]int(nil), f.start...)
	table := make([]int, f.tables+1)
	for t, number := range f.number {
		table[number] = t
	}
	var free []int32
	for x, number := range want {
		t := f.pin[x]
		if t < 0 {
			if number == 0 {
				free = append(free, int32(x))
				continue
			}
			t = table[number]
		}
		seat[next[t]] = int32(x)
		next[t]++
	}
	shuffle(l, free)
	for i, x := range seat {
		if x < 0 {
			seat[i], free = free[0], free[1:]
		}
	}
	return seat
}

// settle exchanges players of one round while that lowers the price of the pairs plus the price of being away from one's table.
func (f *field) settle(seat []int32, p *prices, away func(x int32, t int) int32, l *lots) {
	g := newLedger(f, p, seat)
	g.fifth = &[64]int32{} // who sits at a five is decided by the order, not by fairness
	const near = 60        // seats up and down
	for pass := 0; pass < 50; pass++ {
		changed := false
		for a := range seat {
			if f.pin[seat[a]] >= 0 || g.fault(seat, a) == 0 {
				continue
			}
			best, gain := -1, int32(0)
			from, to := max(0, a-near), min(f.n, a+near+1)
			if g.fault(seat, a) >= priceHard { // a wish: look everywhere
				from, to = 0, f.n
			}
			for b := from; b < to; b++ {
				ta, tb := int(f.tableAt[a]), int(f.tableAt[b])
				x, y := seat[a], seat[b]
				if ta == tb || f.pin[y] >= 0 {
					continue
				}
				d := g.delta(seat, a, b) + away(x, tb) + away(y, ta) - away(x, ta) - away(y, tb)
				if d < gain {
					best, gain = b, d
				}
			}
			if best >= 0 {
				g.exchange(seat, a, best)
				changed = true
			}
		}
		if !changed {
			return
		}
	}
}
