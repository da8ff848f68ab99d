package draw

import (
	"cmp"
	"slices"
)

// Fill changes a round that was announced so that exactly ps are seated, and as few of those announced as possible sit elsewhere:
// who came late takes a gap or the fifth seat of a four, a gap is closed from a five. What is left open by that goes by the
// wishes: apart, fixed tables, fives in turn, repeats, clubs. Tables whose number is in fixed stay as they are, whoever sits
// there. The error is always of type Problems.
func Fill(ps []Player, history []Round, r Round, fixed []int, fives Fives) (Round, error) {
	f := newFiller(ps, history, r, fixed)
	n := len(f.waiting)
	for _, t := range f.tables {
		n += t.people()
	}
	o := Options{Rounds: 1, Fives: fives}.defaults()
	if n > 0 {
		if bad := checkCount(n, o); len(bad) > 0 {
			return Round{}, bad
		}
	}
	fours, big, _ := Splits(n)
	f.number(fours + big)
	f.size(big)
	f.place()
	f.improve()
	return f.round(r)
}

// filler is a round being changed.
type filler struct {
	who     map[int64]Player
	met     map[[2]int64]int
	five    map[int64]int    // visits to fives before
	at      map[int64][2]int // table and position as announced
	taken   map[int]bool     // numbers of tables
	tables  []*fillTable     // those that may change
	kept    []Table
	waiting []int64        // without a seat
	free    map[int64]bool // who was without a seat or had to leave his
	trials  int            // changes tried
}

// fillTable is a table that may change; seat 0 is a gap.
type fillTable struct {
	number int
	seats  []int64
}

func (t *fillTable) people() int {
	n := 0
	for _, id := range t.seats {
		if id != 0 {
			n++
		}
	}
	return n
}

func newFiller(ps []Player, history []Round, r Round, fixed []int) *filler {
	f := &filler{
		who: map[int64]Player{}, met: meetings(history), five: map[int64]int{}, at: map[int64][2]int{}, taken: map[int]bool{},
		free: map[int64]bool{},
	}
	for _, p := range normal(ps) {
		f.who[p.ID] = p
	}
	for _, old := range history {
		for _, t := range old.Tables {
			for _, id := range t.Seats {
				if len(t.Seats) == 5 {
					f.five[id]++
				}
			}
		}
	}
	seated := map[int64]bool{}
	for _, t := range r.Tables {
		f.taken[t.Number] = true
		stays := slices.Contains(fixed, t.Number)
		seats := slices.Clone(t.Seats)
		for i, id := range seats {
			f.at[id] = [2]int{t.Number, i + 1}
			if _, here := f.who[id]; here || stays {
				seated[id] = true
			} else {
				seats[i] = 0
			}
		}
		if stays {
			f.kept = append(f.kept, t)
		} else {
			f.tables = append(f.tables, &fillTable{t.Number, seats})
		}
	}
	for _, p := range normal(ps) {
		if !seated[p.ID] {
			f.leave(p.ID)
		}
	}
	return f
}

// leave makes somebody wait for a seat.
func (f *filler) leave(id int64) {
	f.waiting = append(f.waiting, id)
	f.free[id] = true
}

// number gives up tables, the emptiest and last first, or sets new ones until there are count.
func (f *filler) number(count int) {
	for len(f.tables) > count {
		least := 0
		for i, t := range f.tables {
			if c := cmp.Compare(f.heavy(t), f.heavy(f.tables[least])); c < 0 || c == 0 && t.number > f.tables[least].number {
				least = i
			}
		}
		for _, id := range f.tables[least].seats {
			if id != 0 {
				f.leave(id)
			}
		}
		delete(f.taken, f.tables[least].number)
		f.tables = slices.Delete(f.tables, least, least+1)
	}
	for n := 1; len(f.tables) < count; n++ {
		if !f.taken[n] {
			f.taken[n] = true
			f.tables = append(f.tables, &fillTable{n, make([]int64, 4)})
		}
	}
}

// heavy is what speaks against giving a table up.
func (f *filler) heavy(t *fillTable) int {
	n := t.people()
	for _, id := range t.seats {
		if id != 0 && f.who[id].Table == t.number {
			n += 10
		}
	}
	return n
}

// size makes the fullest tables the fives; whoever is too many waits for another seat, the last first.
func (f *filler) size(fives int) {
	order := slices.Clone(f.tables)
	slices.SortStableFunc(order, func(a, b *fillTable) int {
		return cmp.Or(cmp.Compare(b.people(), a.people()), cmp.Compare(len(b.seats), len(a.seats)), cmp.Compare(a.number, b.number))
	})
	for i, t := range order {
		size := 4
		if i < fives {
			size = 5
		}
		for len(t.seats) < size {
			t.seats = append(t.seats, 0)
		}
		for len(t.seats) > size {
			last := t.seats[len(t.seats)-1]
			t.seats = t.seats[:len(t.seats)-1]
			if last == 0 {
				continue
			}
			if gap := slices.Index(t.seats, 0); gap >= 0 {
				t.seats[gap] = last
			} else {
				f.leave(last)
			}
		}
	}
}

// place gives everybody who waits the gap that costs least, who must sit at one table first.
func (f *filler) place() {
	slices.SortStableFunc(f.waiting, func(a, b int64) int {
		return cmp.Or(cmp.Compare(min(1, f.who[b].Table), min(1, f.who[a].Table)), cmp.Compare(len(f.who[b].Apart), len(f.who[a].Apart)),
			cmp.Compare(a, b))
	})
	for _, id := range f.waiting {
		var best *fillTable
		var gap int
		var least burden
		for _, t := range f.tables {
			before := f.weigh(t)
			for i, other := range t.seats {
				if other != 0 {
					continue
				}
				t.seats[i] = id
				if b := f.weigh(t).minus(before); best == nil || b.less(least) {
					best, gap, least = t, i, b
				}
				t.seats[i] = 0
			}
		}
		best.seats[gap] = id
	}
}

// burden is what is wrong with a table, most important first: pairs kept apart, fixed seats missed, announced seats changed, fives
// again, repeats, club mates.
type burden [6]int

func (b burden) minus(c burden) burden {
	for i := range b {
		b[i] -= c[i]
	}
	return b
}

func (b burden) less(c burden) bool {
	for i := range b {
		if b[i] != c[i] {
			return b[i] < c[i]
		}
	}
	return false
}

func (f *filler) weigh(t *fillTable) burden {
	var b burden
	for i, id := range t.seats {
		if id == 0 {
			continue
		}
		p := f.who[id]
		if p.Table > 0 && p.Table != t.number {
			b[1]++
		}
		if was, announced := f.at[id]; announced && was != [2]int{t.number, i + 1} {
			b[2]++
		}
		if len(t.seats) == 5 {
			b[3] += f.five[id]
		}
		for _, other := range t.seats[i+1:] {
			if other == 0 {
				continue
			}
			if _, apart := slices.BinarySearch(p.Apart, other); apart {
				b[0]++
			}
			b[4] += f.met[[2]int64{min(id, other), max(id, other)}]
			if p.Club != "" && p.Club == f.who[other].Club {
				b[5]++
			}
		}
	}
	return b
}

// fillRounds bounds the rounds of improvement, fillTrials all changes tried: half a hall leaving at once must not hold up the desk.
const (
	fillRounds = 50
	fillTrials = 500_000
)

// improve exchanges those who had no seat with anybody, and moves the fifth seat, as long as that makes it better.
func (f *filler) improve() {
	for range fillRounds {
		better := false
		for _, t := range f.tables {
			for i := 0; i < len(t.seats); i++ {
				if f.trials < fillTrials && f.free[t.seats[i]] && f.better(t, i) {
					better = true
				}
			}
		}
		if !better {
			return
		}
	}
}

// better makes the change for somebody at a seat that helps most.
func (f *filler) better(t *fillTable, i int) bool {
	var do func()
	var best burden
	try := func(o *fillTable, change, back func()) {
		f.trials++
		before := f.both(t, o)
		change()
		if gain := f.both(t, o).minus(before); gain.less(best) {
			best, do = gain, change
		}
		back()
	}
	for _, o := range f.tables {
		for k := range o.seats {
			exchange := func() { t.seats[i], o.seats[k] = o.seats[k], t.seats[i] }
			try(o, exchange, exchange)
		}
		if o == t || len(t.seats) != 5 || len(o.seats) != 4 {
			continue
		}
		try(o, func() { // becomes the fifth there; who was the fifth here takes the seat
			id := t.seats[i]
			t.seats[i] = t.seats[4]
			t.seats, o.seats = t.seats[:4], append(o.seats, id)
		}, func() {
			id := o.seats[4]
			t.seats, o.seats = append(t.seats, t.seats[min(i, 3)]), o.seats[:4]
			t.seats[i] = id
		})
	}
	if do != nil {
		do()
	}
	return do != nil
}

func (f *filler) both(t, o *fillTable) burden {
	b := f.weigh(t)
	if o == t {
		return b
	}
	for i, v := range f.weigh(o) {
		b[i] += v
	}
	return b
}

// round is the result, refused where somebody without a seat could not get one that keeps the hard wishes.
func (f *filler) round(r Round) (Round, error) {
	out := Round{Number: r.Number, Tables: slices.Clone(f.kept)}
	var bad Problems
	for _, t := range f.tables {
		for i, id := range t.seats {
			p := f.who[id]
			if f.free[id] && p.Table > 0 && p.Table != t.number {
				bad = append(bad, wrong("draw_fill_fixed", "players", map[string]any{"ID": id, "Table": p.Table}))
			}
			for _, other := range t.seats[i+1:] {
				if _, apart := slices.BinarySearch(p.Apart, other); apart && (f.free[id] || f.free[other]) {
					bad = append(bad, wrong("draw_fill_apart", "players", map[string]any{"A": min(id, other), "B": max(id, other)}))
				}
			}
		}
		out.Tables = append(out.Tables, Table{Number: t.number, Seats: t.seats})
	}
	if len(bad) > 0 {
		return Round{}, bad
	}
	slices.SortFunc(out.Tables, func(a, b Table) int { return cmp.Compare(a.Number, b.Number) })
	return out, nil
}
