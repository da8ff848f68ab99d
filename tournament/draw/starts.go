package draw

// shift is a seating for big fields that needs no search. The players stand in four columns of one player a table; in round r
// column c has moved on by c*r tables. Players of columns c and d meet again only if (c-d)*(r-s) is a multiple of the number of
// tables, so nobody meets twice in the first tables/3 rounds. Where there are fives, the last players sit there in every round;
// the search shares that out afterwards.
func (f *field) shift() []int32 {
	seat := make([]int32, f.n*f.rounds)
	for r := 0; r < f.rounds; r++ {
		round := seat[r*f.n : (r+1)*f.n]
		for t := 0; t < f.tables; t++ {
			for c := 0; c < 4; c++ {
				at := (t + c*r) % f.tables
				round[f.start[t]+c] = int32(c*f.tables + at)
			}
			if t >= f.fours {
				round[f.start[t]+4] = int32(4*f.tables + t - f.fours)
			}
		}
	}
	return seat
}

// relabel gives the places of a design to the players: by lots, and then, where there are clubs, wishes or a history, by
// exchanging two players' places in the whole design as long as that helps. The design keeps its qualities.
func (f *field) relabel(seat []int32, base []uint16, p *prices, tries int, l *lots) {
	who := make([]int32, f.n) // place in the design → player
	for i := range who {
		who[i] = int32(i)
	}
	shuffle(l, who)
	if base != nil && f.bound() {
		f.exchangePlaces(who, seat, base, p, tries, l)
	}
	for i, place := range seat {
		seat[i] = who[place]
	}
}

// bound says whether players differ, so that it matters who gets which place.
func (f *field) bound() bool {
	if len(f.past) > 0 || len(f.clubs) > 0 {
		return true
	}
	for i := range f.apart {
		if len(f.apart[i]) > 0 {
			return true
		}
	}
	return false
}

func (f *field) exchangePlaces(who, seat []int32, base []uint16, p *prices, tries int, l *lots) {
	near, fives := f.neighbours(seat)
	n := f.n
	fifth := f.fivePrices(1)
	fivePrice := func(place, player int32) int32 {
		var sum int32
		for v := f.five[player]; v < f.five[player]+fives[place]; v++ {
			sum += fifth[min(v, 63)]
		}
		return sum
	}
	c := newCooling(3*degree, degree/3)
	for step := range c {
		for k := tries / steps; k > 0; k-- {
			a, b := l.below(n), l.below(n)
			if a == b {
				continue
			}
			x, y := who[a], who[b]
			rx, ry := base[int(x)*n:int(x)*n+n], base[int(y)*n:int(y)*n+n]
			var d int32
			for _, o := range near[a] {
				if int(o) != b {
					d += p[ry[who[o]]] - p[rx[who[o]]]
				}
			}
			for _, o := range near[b] {
				if int(o) != a {
					d += p[rx[who[o]]] - p[ry[who[o]]]
				}
			}
			d += fivePrice(int32(a), y) + fivePrice(int32(b), x) - fivePrice(int32(a), x) - fivePrice(int32(b), y)
			if d > 0 && (d >= maxDelta || uint32(l.next()) >= c[step][d]) {
				continue
			}
			who[a], who[b] = y, x
		}
	}
}

// neighbours lists for each place whom it meets, once for each meeting, and how often it is at a five.
func (f *field) neighbours(seat []int32) ([][]int32, []int) {
	near, fives := make([][]int32, f.n), make([]int, f.n)
	for r := 0; r < len(seat); r += f.n {
		for t := 0; t < f.tables; t++ {
			at := seat[r+f.start[t] : r+f.start[t+1]]
			for _, x := range at {
				if t >= f.fours {
					fives[x]++
				}
				for _, y := range at {
					if x != y {
						near[x] = append(near[x], y)
					}
				}
			}
		}
	}
	return near, fives
}
