package draw

// tableNumbers exchanges whole tables of one size within a round until players come back to the same table as rarely as the
// search manages. Tables with a fixed player stay.
func (f *field) tableNumbers(seat []int32, history []Round, l *lots) {
	h := f.newHall(seat, history, l)
	if f.tables < 2 {
		return
	}
	c := newCooling(degree, degree/8)
	trials := min(60*f.rounds*f.tables, 400_000)
	for k := 0; k < trials && h.returns > h.least; k++ {
		h.try(l.below(f.rounds), l.below(f.tables), l.below(f.tables), &c[k*steps/trials], l)
	}
}

// hall is who sits at which table in which round.
type hall struct {
	f       *field
	seat    []int32
	at      []int32   // player*rounds + round → table
	before  [][]int32 // player → tables in the rounds played
	returns int       // pairs of rounds in which a player sits at the same table
	least   int
}

func (f *field) newHall(seat []int32, history []Round, l *lots) *hall {
	h := &hall{f: f, seat: seat, at: make([]int32, f.n*f.rounds), least: f.n * crowd(f.rounds, f.tables)}
	h.remember(history)
	for r := 0; r < f.rounds; r++ {
		for t := 0; t < f.tables; t++ {
			h.put(r, t)
		}
		for t := f.fours - 1; t > 0; t-- {
			if u := l.below(t + 1); !h.fixed(r, t) && !h.fixed(r, u) {
				h.exchange(r, t, u)
			}
		}
	}
	twice := 0
	for x := 0; x < f.n; x++ {
		for r, at := range h.at[x*f.rounds : (x+1)*f.rounds] {
			all := h.visits(int32(x), r, int(at))
			played := 0
			for _, other := range h.before[x] {
				if other == at {
					played++
				}
			}
			twice += all + played // a pair of planned rounds is seen from both
		}
	}
	h.returns = twice / 2
	return h
}

// remember notes where the players of the field sat in the rounds played.
func (h *hall) remember(history []Round) {
	table := make(map[int]int32, h.f.tables)
	for t, number := range h.f.number {
		table[number] = int32(t)
	}
	h.before = make([][]int32, h.f.n)
	for _, r := range history {
		for _, t := range r.Tables {
			at, there := table[t.Number]
			for _, x := range known(t.Seats, h.f.index) {
				if there {
					h.before[x] = append(h.before[x], at)
				}
			}
		}
	}
}

// table are the seats of a table.
func (h *hall) table(r, t int) []int32 {
	return h.seat[r*h.f.n+h.f.start[t] : r*h.f.n+h.f.start[t+1]]
}

func (h *hall) put(r, t int) {
	for _, x := range h.table(r, t) {
		h.at[int(x)*h.f.rounds+r] = int32(t)
	}
}

func (h *hall) exchange(r, t, u int) {
	a, b := h.table(r, t), h.table(r, u)
	for i := range a {
		a[i], b[i] = b[i], a[i]
	}
	h.put(r, t)
	h.put(r, u)
}

func (h *hall) fixed(r, t int) bool {
	if !h.f.pinned {
		return false
	}
	for _, x := range h.table(r, t) {
		if h.f.pin[x] >= 0 {
			return true
		}
	}
	return false
}

// visits counts how often player x sits at table t in rounds other than r, played ones included.
func (h *hall) visits(x int32, r, t int) int {
	count := 0
	for i, at := range h.at[int(x)*h.f.rounds : (int(x)+1)*h.f.rounds] {
		if i != r && int(at) == t {
			count++
		}
	}
	for _, at := range h.before[x] {
		if int(at) == t {
			count++
		}
	}
	return count
}

// try exchanges two tables of a round if that is better, or by luck.
func (h *hall) try(r, t, u int, limit *[maxDelta]uint32, l *lots) {
	if t == u || (t < h.f.fours) != (u < h.f.fours) || h.fixed(r, t) || h.fixed(r, u) {
		return
	}
	d := 0
	for _, x := range h.table(r, t) {
		d += h.visits(x, r, u) - h.visits(x, r, t)
	}
	for _, x := range h.table(r, u) {
		d += h.visits(x, r, t) - h.visits(x, r, u)
	}
	if d > 0 && (d >= maxDelta || uint32(l.next()) >= limit[d]) {
		return
	}
	h.exchange(r, t, u)
	h.returns += d
}
