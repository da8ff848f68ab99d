package draw

// ledger is a seating whose pairs are counted in one list per player, for fields too big for a matrix of all pairs and for
// repairs that touch few seats.
type ledger struct {
	f     *field
	p     *prices
	fifth *[64]int32
	seat  []int32   // round*n + position → player
	met   [][]int32 // player → everybody met, once for each meeting, the history included
	five  []int32
}

func newLedger(f *field, p *prices, seat []int32) *ledger {
	g := &ledger{f: f, p: p, fifth: f.fivePrices(1), seat: seat, met: make([][]int32, f.n), five: make([]int32, f.n)}
	each := 3*f.rounds + 2
	room := make([]int32, f.n*each)
	for x := range g.met {
		g.met[x] = room[x*each : x*each : (x+1)*each]
		g.five[x] = int32(f.five[x])
	}
	for _, p := range f.past {
		for k := 0; k < p.times; k++ {
			g.met[p.a] = append(g.met[p.a], int32(p.b))
			g.met[p.b] = append(g.met[p.b], int32(p.a))
		}
	}
	for r := 0; r < len(seat); r += f.n {
		for a, x := range seat[r : r+f.n] {
			t := int(f.tableAt[a])
			if t >= f.fours {
				g.five[x]++
			}
			for _, y := range seat[r+f.start[t] : r+f.start[t+1]] {
				if x != y {
					g.met[x] = append(g.met[x], y)
				}
			}
		}
	}
	return g
}

// counter is the same as an entry of the matrix.
func (g *ledger) counter(x, y int32) int {
	class := g.f.mates(int(x), int(y))
	if len(g.f.apart[x]) > 0 && g.f.isApart(int(x), int(y)) {
		class = classApart
	}
	m := class << meetBits
	for _, o := range g.met[x] {
		if o == y {
			m++
		}
	}
	return m
}

// fault is what the seat at position a costs now.
func (g *ledger) fault(round []int32, a int) int32 {
	f, x := g.f, round[a]
	t := int(f.tableAt[a])
	var sum int32
	for _, o := range round[f.start[t]:f.start[t+1]] {
		if o != x {
			sum += g.p[g.counter(x, o)-1]
		}
	}
	if t >= f.fours && int(g.five[x]) > f.fair {
		sum += g.fifth[min(g.five[x]-1, 63)]
	}
	return sum
}

// delta is what exchanging the players at positions a and b would change.
func (g *ledger) delta(round []int32, a, b int) int32 {
	f := g.f
	x, y := round[a], round[b]
	ta, tb := int(f.tableAt[a]), int(f.tableAt[b])
	var d int32
	for _, o := range round[f.start[ta]:f.start[ta+1]] {
		if o != x {
			d += g.p[g.counter(y, o)] - g.p[g.counter(x, o)-1]
		}
	}
	for _, o := range round[f.start[tb]:f.start[tb+1]] {
		if o != y {
			d += g.p[g.counter(x, o)] - g.p[g.counter(y, o)-1]
		}
	}
	switch out, in := ta >= f.fours, tb >= f.fours; {
	case out && !in:
		d += g.fifth[min(g.five[y], 63)] - g.fifth[min(g.five[x]-1, 63)]
	case in && !out:
		d += g.fifth[min(g.five[x], 63)] - g.fifth[min(g.five[y]-1, 63)]
	}
	return d
}

// exchange does what delta looked at.
func (g *ledger) exchange(round []int32, a, b int) {
	f := g.f
	x, y := round[a], round[b]
	ta, tb := int(f.tableAt[a]), int(f.tableAt[b])
	for _, o := range round[f.start[ta]:f.start[ta+1]] {
		if o != x {
			g.replace(o, x, y)
			g.replace(x, o, -1)
			g.met[y] = append(g.met[y], o)
		}
	}
	for _, o := range round[f.start[tb]:f.start[tb+1]] {
		if o != y {
			g.replace(o, y, x)
			g.replace(y, o, -1)
			g.met[x] = append(g.met[x], o)
		}
	}
	if ta >= f.fours {
		g.five[x]--
		g.five[y]++
	}
	if tb >= f.fours {
		g.five[y]--
		g.five[x]++
	}
	round[a], round[b] = y, x
}

// replace puts by in the place of one meeting of who with old, or takes it out where by is -1.
func (g *ledger) replace(who, old, by int32) {
	list := g.met[who]
	at := 0
	for list[at] != old {
		at++
	}
	if by >= 0 {
		list[at] = by
		return
	}
	list[at] = list[len(list)-1]
	g.met[who] = list[:len(list)-1]
}

// repair visits the seats that cost something and exchanges each with the best of a few others in its round, until nothing
// costs anything, no pass helps any more or the trials are used up.
func (g *ledger) repair(trials int, l *lots) {
	const partners, patience = 24, 12
	f := g.f
	for idle := 0; idle < patience && trials > 0; idle++ {
		var bad []int
		for at := range g.seat {
			r := at / f.n * f.n
			if g.fault(g.seat[r:r+f.n], at-r) > 0 {
				bad = append(bad, at)
			}
		}
		if len(bad) == 0 {
			return
		}
		trials -= len(g.seat) / partners
		shuffle(l, bad)
		for _, at := range bad {
			r := at / f.n * f.n
			round, a := g.seat[r:r+f.n], at-r
			if trials <= 0 || f.pin[round[a]] >= 0 || g.fault(round, a) == 0 {
				continue
			}
			best, gain := -1, int32(1)
			for k := 0; k < partners; k++ {
				b := l.below(f.n)
				if f.tableAt[a] == f.tableAt[b] || f.pin[round[b]] >= 0 {
					continue
				}
				if d := g.delta(round, a, b); d < gain {
					best, gain = b, d
				}
			}
			trials -= partners
			if best >= 0 {
				g.exchange(round, a, best)
			}
			if gain < 0 {
				idle = 0
			}
		}
	}
}
