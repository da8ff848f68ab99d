package draw

// standing is how good a seating is. Lower is better in each.
type standing struct {
	apart   int // pairs kept apart that meet
	clubs   int // meetings of club mates
	five    int // visits to fives above the fair share
	repeats int
	squares int // each repeat counted once for every meeting before it
}

// judge looks at the whole seating; base are the counters before it.
func (s *state) judge(base []uint16) standing {
	n := s.f.n
	var g standing
	for a := 1; a < n; a++ {
		now, before := s.cnt[a*n:a*n+a], base[a*n:a*n+a]
		for b, v := range now {
			was := before[b]
			if v == was {
				continue
			}
			m, old := int(v&meetMask), int(was&meetMask)
			g.meet(int(v>>meetBits), m, old)
		}
	}
	for _, times := range s.five {
		g.five += max(0, int(times)-s.f.fair)
	}
	return g
}

// meet counts a pair that met old times before the plan and now times with it.
func (g *standing) meet(class, now, old int) {
	switch class {
	case classApart:
		g.apart += now - old
	case classSoft, classHard:
		g.clubs += now - old
	}
	g.repeats += max(0, now-1) - max(0, old-1)
	g.squares += now*(now-1)/2 - old*(old-1)/2
}

// again is the price of all repeats: 2 for a second meeting, 3 for a third, 4 for a fourth. People mind the same face three
// times more than two faces twice.
func (g standing) again() int { return g.repeats + g.squares }

// better says whether g is better than h under the organiser's order of goals.
func (f *field) better(g, h standing) bool {
	a, b := f.order(g), f.order(h)
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// order lists a standing, most important first.
func (f *field) order(g standing) [5]int {
	first, second := g.five, g.again()
	if f.preferRepeats {
		first, second = second, first
	}
	if f.hard {
		return [5]int{g.apart, g.clubs, first, second, g.repeats}
	}
	return [5]int{g.apart, first, second, g.clubs, g.repeats}
}
