package draw

// seatHistory exchanges players within their tables so that the seats of played and planned rounds together are as even as a
// few tries manage. It never makes the planned rounds uneven.
func (f *field) seatHistory(seat []int32, history []Round, l *lots) {
	if len(history) == 0 {
		return
	}
	before, planned := make([][5]int, f.n), make([][5]int, f.n)
	for _, r := range history {
		for _, t := range r.Tables {
			for i, id := range t.Seats {
				if x, here := f.index[id]; here {
					before[x][i]++
				}
			}
		}
	}
	for at, x := range seat {
		planned[x][f.seatAt(at)]++
	}
	share := (f.rounds + 3) / 4
	price := func(x int32, s int) int { // of x having seat s once more
		v := 2 * (before[x][s] + planned[x][s])
		if s < 4 && planned[x][s] >= share {
			v += 1000
		}
		return v
	}
	for left := 30 * len(seat); left > 0; left-- {
		at := l.below(len(seat))
		r := at / f.n * f.n
		t := int(f.tableAt[at-r])
		from := r + f.start[t]
		other := from + l.below(f.start[t+1]-f.start[t])
		if other == at {
			continue
		}
		x, y, s, u := seat[at], seat[other], at-from, other-from
		planned[x][s]--
		planned[y][u]--
		if price(x, u)+price(y, s) < price(x, s)+price(y, u) {
			seat[at], seat[other] = y, x
			s, u = u, s
		}
		planned[x][s]++
		planned[y][u]++
	}
}

// seatAt is the seat (from 0) of a position.
func (f *field) seatAt(at int) int {
	a := at % f.n
	return a - f.start[f.tableAt[a]]
}
