package sheet

import (
	"cmp"
	"slices"
	"strconv"

	"doko/scoring"
	"doko/scoring/doppelkopf"
)

// judge finds out whether the totals of a row can come from one hand after the row before, and if not, what is wrong. It then
// knows from which totals the next row goes on.
func (w *walker) judge(i int, totals []int, sitsOut int) {
	number := w.room.Number + i
	points := minus(totals, w.base)
	if sitsOut > 0 && points[sitsOut-1] != 0 {
		w.fault(RunningFault{Code: RunningSitsOut, Number: number, Positions: []int{sitsOut}, By: points[sitsOut-1]})
		w.base, w.carried = totals, -1
		return
	}
	if handGives(w.in.Rules, points, sitsOut) {
		w.base = totals
		return
	}
	if w.ended(totals, sitsOut) {
		w.faults[w.carried].Until = number - 1
		w.base, w.carried = totals, -1
		return
	}
	f := RunningFault{Code: RunningPattern, Number: number}
	if off := sum(points); off != 0 && counting(w.in.Rules) == doppelkopf.PlusMinus {
		f.Code, f.Sum = RunningSum, off
	}
	guesses := w.guesses(totals, sitsOut)
	f.Until, guesses = w.carriedOn(i, totals, guesses)
	f.explain(totals, guesses)
	w.fault(f)
	w.base, w.carried = totals, -1
	switch {
	case f.Until == number:
		w.base = guesses[0].totals
	case f.Until > number:
		w.carried = len(w.faults) - 1
	}
}

// ended reports whether this row is right again where the rows before carried a wrong figure on.
func (w *walker) ended(totals []int, sitsOut int) bool {
	if w.carried < 0 || len(w.faults[w.carried].Positions) != 1 {
		return false
	}
	f := w.faults[w.carried]
	right := slices.Clone(w.base)
	right[f.Positions[0]-1] -= f.By
	return handGives(w.in.Rules, minus(totals, right), sitsOut)
}

// guess is one way to mend a row by one figure, or by putting two back in their columns.
type guess struct {
	positions []int
	totals    []int // mended
	why       string
}

// guesses are the ways to mend a row, the likeliest kind only.
func (w *walker) guesses(totals []int, sitsOut int) []guess {
	points := minus(totals, w.base)
	var list []guess
	for i := range totals {
		if i+1 == sitsOut {
			continue
		}
		for _, p := range w.fitting(points, i, sitsOut) {
			mended := slices.Clone(totals)
			mended[i] = w.base[i] + p
			list = append(list, guess{[]int{i + 1}, mended, slip(totals[i], mended[i], points[i], p)})
		}
	}
	if len(list) == 0 {
		list = w.interchanged(totals, sitsOut)
	}
	slices.SortStableFunc(list, func(a, b guess) int { return cmp.Compare(likely(a.why), likely(b.why)) })
	for n := range list {
		if likely(list[n].why) != likely(list[0].why) {
			return list[:n]
		}
	}
	return list
}

// interchanged are the pairs of columns that make the row right when they change places.
func (w *walker) interchanged(totals []int, sitsOut int) []guess {
	var list []guess
	for i := range totals {
		for j := i + 1; j < len(totals); j++ {
			if i+1 == sitsOut || j+1 == sitsOut {
				continue
			}
			mended := slices.Clone(totals)
			mended[i], mended[j] = mended[j], mended[i]
			if handGives(w.in.Rules, minus(mended, w.base), sitsOut) {
				list = append(list, guess{[]int{i + 1, j + 1}, mended, RunningColumns})
			}
		}
	}
	return list
}

// fitting are the points of one player with which a hand gives the row.
func (w *walker) fitting(points []int, at, sitsOut int) []int {
	f := factor(w.in.Rules)
	try := []int{0}
	for i, p := range points {
		if i != at && i+1 != sitsOut {
			try = append(try, p, -p, p*f, -p*f, p/f, -p/f)
		}
	}
	slices.Sort(try)
	return slices.DeleteFunc(slices.Compact(try), func(p int) bool {
		with := slices.Clone(points)
		with[at] = p
		return p == points[at] || !handGives(w.in.Rules, with, sitsOut)
	})
}

// carriedOn asks the row after: whether it goes on from the wrong totals, or from which of the mended ones.
func (w *walker) carriedOn(i int, totals []int, guesses []guess) (int, []guess) {
	number := w.room.Number + i
	if i+1 >= len(w.rows) {
		return 0, guesses
	}
	next := w.rows[i+1]
	goesOn := func(from []int) bool {
		for out := range w.in.Size + 1 { // who sits out then may depend on this row
			if (out == 0) == (w.in.Size == 5) {
				continue
			}
			if after, ok := w.complete(from, next, out); ok && handGives(w.in.Rules, minus(after, from), out) {
				return true
			}
		}
		return false
	}
	mended := slices.DeleteFunc(slices.Clone(guesses), func(g guess) bool { return !goesOn(g.totals) })
	switch {
	case len(mended) > 0: // a slip of the pen is likelier than one that was reckoned on with, where both can be
		return number, mended
	case goesOn(totals):
		return number + 1, guesses
	}
	return 0, guesses
}

// explain says whose figure it is, as far as that can be told.
func (f *RunningFault) explain(totals []int, guesses []guess) {
	for _, g := range guesses {
		if g.why == RunningColumns {
			if len(guesses) == 1 {
				f.Code, f.Positions = RunningColumns, g.positions
			}
			return
		}
		at := g.positions[0]
		if slices.Contains(f.Positions, at) {
			continue
		}
		f.Positions = append(f.Positions, at)
		f.Is, f.Should, f.Why = totals[at-1], g.totals[at-1], g.why
		f.By = f.Is - f.Should
	}
	slices.Sort(f.Positions)
	if len(f.Positions) > 1 {
		f.Is, f.Should = 0, 0
	}
}

// slip is the kind of mistake that makes one total into another.
func slip(is, should, points, rightPoints int) string {
	switch {
	case is == -should && is != 0:
		return "sign"
	case swapped(is, should):
		return "swapped"
	case points == -rightPoints && points != 0:
		return "credited"
	}
	return ""
}

// likely sorts mistakes: of several explanations one that is a known slip is taken.
func likely(why string) int {
	switch why {
	case "swapped", "sign":
		return 0
	case "credited":
		return 1
	}
	return 2
}

// swapped reports whether two figures differ by two neighbouring digits only.
func swapped(a, b int) bool {
	if a == b || (a < 0) != (b < 0) || (a-b)%9 != 0 {
		return false
	}
	x, y := strconv.Itoa(a), strconv.Itoa(b)
	if len(x) != len(y) {
		return false
	}
	for i := range len(x) - 1 {
		if x[:i]+x[i+1:i+2]+x[i:i+1]+x[i+2:] == y {
			return true
		}
	}
	return false
}

// handGives reports whether a hand can give these points: two against two, one against three, or nothing for anybody.
func handGives(rules scoring.Rules, points []int, sitsOut int) bool {
	if rules.Doppelkopf == nil {
		return true
	}
	active := make([]int, 0, len(points))
	for i, p := range points {
		if i+1 == sitsOut {
			if p != 0 {
				return false
			}
			continue
		}
		active = append(active, p)
	}
	slices.Sort(active)
	if len(active) != 4 || active[0] == 0 && active[3] == 0 {
		return len(active) == 4
	}
	for v := range candidates(active, factor(rules)) {
		for _, shape := range shapes(rules, v) {
			if slices.Equal(active, shape) {
				return true
			}
		}
	}
	return false
}

// candidates are the values a hand with these points can have.
func candidates(points []int, f int) map[int]bool {
	values := map[int]bool{}
	for _, p := range points {
		values[p], values[-p] = true, true
		if f > 0 && p%f == 0 {
			values[p/f], values[-p/f] = true, true
		}
	}
	return values
}

// shapes are the points of four players, sorted, of a hand worth v to each winner.
func shapes(rules scoring.Rules, v int) [][]int {
	f := factor(rules)
	list := [][]int{{v, v, -v, -v}, {v * f, -v, -v, -v}}
	for _, shape := range list {
		for i := range shape {
			shape[i] = written(rules, shape[i])
		}
		slices.Sort(shape)
	}
	return list
}

// lone is the position of the one against three, 0 = there is none.
func lone(rules scoring.Rules, points []int, sitsOut int) int {
	if !handGives(rules, points, sitsOut) {
		return 0
	}
	for at := range points {
		if at+1 == sitsOut {
			continue
		}
		var others []int
		for i, p := range points {
			if i != at && i+1 != sitsOut {
				others = append(others, p)
			}
		}
		if len(others) == 3 && others[0] == others[1] && others[1] == others[2] && points[at] != others[0] {
			return at + 1
		}
	}
	return 0
}
