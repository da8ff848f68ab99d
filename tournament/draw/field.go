package draw

import (
	"cmp"
	"slices"
	"sort"
)

// The classes of a pair, in the high bits of its counter.
const (
	classNone = iota
	classSoft // club mates, soft
	classHard // club mates, hard
	classApart
	classes
)

// A counter holds the class of a pair above meetBits and its meetings below.
const (
	meetBits = 10
	meetMask = 1<<meetBits - 1
)

// past is a pair that met before, by player index, a < b.
type past struct{ a, b, times int }

// field is the request in the form the search works on: players are indices 0..n-1, tables 0..tables-1 with the fours first.
type field struct {
	n, fours, fives, tables int
	rounds                  int
	ids                     []int64
	index                   map[int64]int // id → player
	start                   []int         // table → its first position; one more at the end
	tableAt                 []int32       // position → table
	number                  []int         // table → its number in the hall
	pin                     []int         // player → table, -1 is anywhere
	pinned                  bool
	club                    []int // player → club, -1 is none
	clubs                   []string
	hard                    bool // clubs are hard
	apart                   [][]int
	past                    []past
	five                    []int // visits to a five before
	fair                    int   // visits to a five that nobody should exceed
	preferRepeats           bool
}

func newField(q request, rounds int) *field {
	n := len(q.players)
	fours, fives, _ := Splits(n)
	f := &field{n: n, fours: fours, fives: fives, tables: fours + fives, rounds: rounds,
		hard: q.opt.Clubs == ClubsHard, preferRepeats: q.opt.Prefer == PreferRepeats}
	for t, at := 0, 0; t <= f.tables; t++ {
		f.start = append(f.start, at)
		size := 4
		if t >= fours {
			size = 5
		}
		for k := 0; k < size && at < n; k++ {
			f.tableAt = append(f.tableAt, int32(t))
			at++
		}
	}
	f.index = make(map[int64]int, n)
	f.apart = make([][]int, n)
	for i, p := range q.players {
		f.ids = append(f.ids, p.ID)
		f.index[p.ID] = i
	}
	for i, p := range q.players {
		for _, id := range p.Apart {
			f.apart[i] = append(f.apart[i], f.index[id])
		}
	}
	f.setClubs(q.players)
	f.setTables(q.players)
	f.setPast(q.history)
	return f
}

func (f *field) setClubs(ps []Player) {
	at := map[string]int{}
	for _, p := range ps {
		if p.Club == "" {
			f.club = append(f.club, -1)
			continue
		}
		c, ok := at[p.Club]
		if !ok {
			c = len(f.clubs)
			at[p.Club] = c
			f.clubs = append(f.clubs, p.Club)
		}
		f.club = append(f.club, c)
	}
}

// setTables chooses which numbers are fives: the highest, but rather one where more sit fixed than a four holds, and rather
// none where somebody sits fixed, for he would sit at a five in every round.
func (f *field) setTables(ps []Player) {
	fixed := make([]int, f.tables+1)
	for _, p := range ps {
		fixed[p.Table]++
	}
	numbers := make([]int, f.tables)
	for i := range numbers {
		numbers[i] = i + 1
	}
	weight := func(number int) int {
		if fixed[number] > 4 {
			return -1
		}
		return fixed[number]
	}
	sort.Slice(numbers, func(i, k int) bool {
		a, b := numbers[i], numbers[k]
		if weight(a) != weight(b) {
			return weight(a) < weight(b)
		}
		return a > b
	})
	sort.Ints(numbers[:f.fives])
	sort.Ints(numbers[f.fives:])
	f.number = append(append(f.number, numbers[f.fives:]...), numbers[:f.fives]...)
	table := make([]int, f.tables+1)
	for t, number := range f.number {
		table[number] = t
	}
	for _, p := range ps {
		if p.Table == 0 {
			f.pin = append(f.pin, -1)
			continue
		}
		f.pin = append(f.pin, table[p.Table])
		f.pinned = true
	}
}

func (f *field) setPast(history []Round) {
	f.five = make([]int, f.n)
	var met []past
	for _, r := range history {
		for _, t := range r.Tables {
			here := known(t.Seats, f.index)
			for i, a := range here {
				if len(t.Seats) == 5 {
					f.five[a]++
				}
				for _, b := range here[i+1:] {
					met = append(met, past{min(a, b), max(a, b), 1})
				}
			}
		}
	}
	slices.SortFunc(met, func(p, q past) int { return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b)) })
	for _, p := range met {
		if k := len(f.past) - 1; k >= 0 && f.past[k].a == p.a && f.past[k].b == p.b {
			f.past[k].times++
			continue
		}
		f.past = append(f.past, p)
	}
	total := 5 * f.fives * f.rounds
	for _, times := range f.five {
		total += times
	}
	f.fair = (total + f.n - 1) / f.n
}

// known are the indices of those seats whose players are still in the field.
func known(seats []int64, index map[int64]int) []int {
	var here []int
	for _, id := range seats {
		if i, ok := index[id]; ok {
			here = append(here, i)
		}
	}
	return here
}

// mates is the class that keeps players a and b from meeting.
func (f *field) mates(a, b int) int {
	switch {
	case f.club[a] < 0 || f.club[a] != f.club[b]:
		return classNone
	case f.hard:
		return classHard
	}
	return classSoft
}

// counters is the matrix of all pairs before the first planned round.
func (f *field) counters() []uint16 {
	n := f.n
	cnt := make([]uint16, n*n)
	members := make([][]int, len(f.clubs))
	for i, c := range f.club {
		if c >= 0 {
			for _, k := range members[c] {
				v := uint16(f.mates(i, k)) << meetBits
				cnt[i*n+k], cnt[k*n+i] = v, v
			}
			members[c] = append(members[c], i)
		}
	}
	for i, others := range f.apart {
		for _, k := range others {
			cnt[i*n+k] = classApart << meetBits
		}
	}
	for _, p := range f.past {
		cnt[p.a*n+p.b] += uint16(p.times)
		cnt[p.b*n+p.a] += uint16(p.times)
	}
	return cnt
}
