package draw

// A design with a symmetry: a few base rounds, and all rounds that come from them when every player moves on by one in a ring
// of g. Players 0..k*g-1 stand in k rings of g; the rest stay where they are. All pairs that turn into each other are one
// cell, so the search has g times less to look at, and what it finds is g times as good.
type orbits struct {
	f     *field
	ring  int     // g
	rings int     // k
	base  int     // base rounds
	cell  []int32 // player*n + player → cell
	state []int32 // cell → offset into price plus base pairs in the cell
	price []int32
	orbit []int32   // player → ring number, or one of its own for a player who stays
	five  []int32   // ring → base seats at fives
	fifth [][]int32 // ring → what one more seat at a five costs
	seat  []int32
}

// maxFold is the most base pairs of one cell that have a price of their own.
const maxFold = 128

// newOrbits prepares the search for base rounds with k rings of g; nil if the field does not fit.
func newOrbits(f *field, ring, base int, l *lots) *orbits {
	o := &orbits{f: f, ring: ring, rings: f.n / ring, base: base}
	o.index()
	n := f.n
	free := make([]int32, n)
	for i := range free {
		free[i] = int32(i)
	}
	for b := 0; b < base; b++ {
		shuffle(l, free)
		o.seat = append(o.seat, free...)
	}
	o.count()
	return o
}

// count sets the counters of cells and fives from the seats.
func (o *orbits) count() {
	f, n := o.f, o.f.n
	for b := 0; b < o.base; b++ {
		round := o.seat[b*n : b*n+n]
		for t := 0; t < f.tables; t++ {
			at := round[f.start[t]:f.start[t+1]]
			for i, x := range at {
				if t >= f.fours {
					o.five[o.orbit[x]]++
				}
				for _, y := range at[i+1:] {
					o.state[o.cell[int(x)*n+int(y)]]++
				}
			}
		}
	}
}

// move is where player x goes when the ring turns by i.
func (o *orbits) move(x, i int) int {
	if x >= o.ring*o.rings {
		return x
	}
	return x - x%o.ring + (x%o.ring+i)%o.ring
}

// index numbers the cells and sets the prices.
func (o *orbits) index() {
	n, g := o.f.n, o.ring
	o.cell = make([]int32, n*n)
	for i := range o.cell {
		o.cell[i] = -1
	}
	offset := map[int]int32{}
	for a := 0; a < n; a++ {
		for b := 0; b < a; b++ {
			if o.cell[a*n+b] >= 0 {
				continue
			}
			size := 0
			for i := 0; i < g; i++ {
				x, y := o.move(a, i), o.move(b, i)
				if o.cell[x*n+y] < 0 {
					size++
				}
				o.cell[x*n+y], o.cell[y*n+x] = int32(len(o.state)), int32(len(o.state))
			}
			at, ok := offset[g/size]
			if !ok {
				at = int32(len(o.price))
				offset[g/size] = at
				o.price = append(o.price, foldPrices(g/size)...)
			}
			o.state = append(o.state, at)
		}
	}
	o.orbit = make([]int32, n)
	for x := range o.orbit {
		o.orbit[x] = int32(min(x/g, o.rings))
		if x >= g*o.rings {
			o.orbit[x] = int32(o.rings + x - g*o.rings)
		}
	}
	groups := o.rings + n - g*o.rings
	o.five = make([]int32, groups)
	for i := 0; i < groups; i++ {
		each := 1
		if i >= o.rings {
			each = g
		}
		o.fifth = append(o.fifth, o.fivePrices(each))
	}
}

// foldPrices is what one more base pair costs in a cell where each base pair means fold meetings of each pair.
func foldPrices(fold int) []int32 {
	p := make([]int32, maxFold)
	for c := range p {
		sum := 0
		for j := 0; j < fold; j++ {
			if m := c*fold + j; m > 0 {
				sum += priceRepeat + priceMore*(min(m, maxMeetings)-1)
			}
		}
		p[c] = int32((sum + fold - 1) / fold)
	}
	return p
}

// fivePrices is what one more base seat at a five costs, by the seats so far: each means that many visits for each player.
func (o *orbits) fivePrices(each int) []int32 {
	p := make([]int32, 5*o.f.fives*o.base+1)
	for c := range p {
		if over := (c+1)*each - o.f.fair; over > 0 {
			p[c] = int32(priceFive * min(each, over))
		}
	}
	return p
}

func (o *orbits) delta(round []int32, a, b, ta, tb int) int32 {
	f, n := o.f, o.f.n
	x, y := round[a], round[b]
	cx, cy := o.cell[int(x)*n:int(x)*n+n], o.cell[int(y)*n:int(y)*n+n]
	before := int32(0)
	// Several of these pairs can be in one cell, so the counters really change; the caller takes them back if need be.
	for _, z := range round[f.start[ta]:f.start[ta+1]] {
		if z != x {
			o.state[cx[z]]--
			before -= o.price[o.state[cx[z]]]
		}
	}
	for _, z := range round[f.start[tb]:f.start[tb+1]] {
		if z != y {
			o.state[cy[z]]--
			before -= o.price[o.state[cy[z]]]
		}
	}
	for _, z := range round[f.start[ta]:f.start[ta+1]] {
		if z != x {
			before += o.price[o.state[cy[z]]]
			o.state[cy[z]]++
		}
	}
	for _, z := range round[f.start[tb]:f.start[tb+1]] {
		if z != y {
			before += o.price[o.state[cx[z]]]
			o.state[cx[z]]++
		}
	}
	if ta >= f.fours != (tb >= f.fours) {
		out, in := o.orbit[x], o.orbit[y]
		if tb >= f.fours {
			out, in = in, out
		}
		o.five[out]--
		before -= o.fifth[out][o.five[out]]
		before += o.fifth[in][o.five[in]]
		o.five[in]++
	}
	return before
}

func (o *orbits) undo(round []int32, a, b, ta, tb int) {
	f, n := o.f, o.f.n
	x, y := round[a], round[b]
	cx, cy := o.cell[int(x)*n:int(x)*n+n], o.cell[int(y)*n:int(y)*n+n]
	for _, z := range round[f.start[ta]:f.start[ta+1]] {
		if z != x {
			o.state[cx[z]]++
			o.state[cy[z]]--
		}
	}
	for _, z := range round[f.start[tb]:f.start[tb+1]] {
		if z != y {
			o.state[cy[z]]++
			o.state[cx[z]]--
		}
	}
	if ta >= f.fours != (tb >= f.fours) {
		out, in := o.orbit[x], o.orbit[y]
		if tb >= f.fours {
			out, in = in, out
		}
		o.five[out]++
		o.five[in]--
	}
}

func (o *orbits) anneal(trials int, c *cooling, l *lots) int32 {
	f := o.f
	n, base := uint64(f.n), uint64(o.base)
	total := o.total()
	for step := range c {
		limit := &c[step]
		for k := trials / steps; k > 0; k-- {
			u := l.next()
			r := int((u >> 44) * base >> 20 * n)
			a := int((u >> 22 & 0x3fffff) * n >> 22)
			b := int((u & 0x3fffff) * n >> 22)
			ta, tb := int(f.tableAt[a]), int(f.tableAt[b])
			if ta == tb {
				continue
			}
			round := o.seat[r : r+f.n]
			d := o.delta(round, a, b, ta, tb)
			if d > 0 && (d >= maxDelta || uint32(l.next()) >= limit[d]) {
				o.undo(round, a, b, ta, tb)
				continue
			}
			round[a], round[b] = round[b], round[a]
			total += d
			if total == 0 {
				return 0
			}
		}
	}
	return total
}

// total is the price of the base rounds.
func (o *orbits) total() int32 {
	var sum int32
	for _, at := range o.state {
		for at%maxFold > 0 {
			at--
			sum += o.price[at]
		}
	}
	for i, c := range o.five {
		for ; c > 0; c-- {
			sum += o.fifth[i][c-1]
		}
	}
	return sum
}

// develop turns the ring and gives the first rounds of the whole design.
func (o *orbits) develop(rounds int) []int32 {
	var seat []int32
	for b := 0; b < o.base; b++ {
		for i := 0; i < o.ring; i++ {
			if len(seat) == rounds*o.f.n {
				return seat
			}
			for _, x := range o.seat[b*o.f.n : (b+1)*o.f.n] {
				seat = append(seat, int32(o.move(int(x), i)))
			}
		}
	}
	return seat
}
