package draw

// tableNumbers exchanges whole tables of one size within a round until players come back to the same table as rarely as the
// search manages. Tables with a fixed player stay.
func (f *field) tableNumbers(seat []int32, l *lots) {
	h := f.newHall(seat, l)
	if f.rounds < 2 || f.fours < 2 {
		return
	}
	c := newCooling(degree, degree/8)
	for step, left := 0, min(60*f.rounds*f.tables, 400_000); left > 0 && h.returns > h.least; left-- {
		step = steps - 1 - left*(steps-1)/(1+min(60*f.rounds*f.tables, 400_000))
		r := l.below(f.rounds)
		h.try(r, l.below(f.tables), l.below(f.tables), &c[step], l)
	}
}

// hall is who sits at which table in which round.
type hall struct {
	f       *field
	seat    []int32
	at      []int32 // player*rounds + round → table
	returns int     // pairs of rounds in which a player sits at the same table
	least   int
}

func (f *field) newHall(seat []int32, l *lots) *hall {
	h := &hall{f: f, seat: seat, at: make([]int32, f.n*f.rounds), least: f.n * crowd(f.rounds, f.tables)}
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
	for x := 0; x < f.n; x++ {
		h.returns += h.visits(x, -1, -1)
	}
	return h
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

// visits counts how often player x sits at table t in rounds other than r; with t below 0 all his returns.
func (h *hall) visits(x, r, t int) int {
	rounds := h.at[x*h.f.rounds : (x+1)*h.f.rounds]
	count := 0
	for i, at := range rounds {
		if t >= 0 {
			if i != r && int(at) == t {
				count++
			}
			continue
		}
		for _, other := range rounds[:i] {
			if other == at {
				count++
			}
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
		d += h.visits(int(x), r, u) - h.visits(int(x), r, t)
	}
	for _, x := range h.table(r, u) {
		d += h.visits(int(x), r, t) - h.visits(int(x), r, u)
	}
	if d > 0 && (d >= maxDelta || uint32(l.next()) >= limit[d]) {
		return
	}
	h.exchange(r, t, u)
	h.returns += d
}
