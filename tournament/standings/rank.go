package standings

import (
	"cmp"
	"slices"
)

// Rank orders results by the criteria. It does not depend on the order of the results. Within a tie a criterion counts only if
// it is known for all in it; else it is skipped and named in Unknown. Other and Penalty are taken as given: whoever ranks
// after a round leaves out what came later.
func Rank(results []Result, criteria []Criterion, o Options) Ranking {
	lines := make([]Line, len(results))
	for i, r := range results {
		if o.Rounds > 0 && len(r.Rounds) > o.Rounds {
			r.Rounds = r.Rounds[:o.Rounds:o.Rounds]
		}
		lines[i] = Line{Result: r, Total: total(r)}
	}
	slices.SortFunc(lines, func(a, b Line) int {
		return cmp.Or(cmp.Compare(a.StartNo, b.StartNo), cmp.Compare(a.Entry, b.Entry))
	})
	k := ranker{rounds: rounds(lines), criteria: criteria, unknown: map[Criterion]bool{}}
	k.split(lines, 1, 0)
	rk := Ranking{Lines: lines}
	for _, c := range criteria {
		if k.unknown[c] && !slices.Contains(rk.Unknown, c) {
			rk.Unknown = append(rk.Unknown, c)
		}
	}
	return rk
}

type ranker struct {
	rounds   int
	criteria []Criterion
	unknown  map[Criterion]bool
}

// split orders a tie that holds the places from rank on by the criteria from next on.
func (k *ranker) split(tie []Line, rank, next int) {
	if len(tie) < 2 || next == len(k.criteria) {
		for i := range tie {
			tie[i].Rank = rank
			tie[i].Shared = len(tie) > 1
		}
		return
	}
	c := k.criteria[next]
	rest := make([]valued, len(tie))
	for i, l := range tie {
		v, known := k.value(l, c)
		if !known {
			k.unknown[c] = true
			k.split(tie, rank, next+1)
			return
		}
		rest[i] = valued{l, v}
	}
	slices.SortStableFunc(rest, func(a, b valued) int { return cmp.Compare(b.value, a.value) })
	for i, v := range rest {
		tie[i] = v.Line
	}
	for from := 0; from < len(tie); {
		to := from + 1
		for to < len(tie) && rest[to].value == rest[from].value {
			to++
		}
		k.split(tie[from:to], rank+from, next+1)
		if from > 0 {
			tie[from].DecidedBy = c
		}
		from = to
	}
}

type valued struct {
	Line
	value int
}

// value is what a line has in a criterion, more being better.
func (k *ranker) value(l Line, c Criterion) (int, bool) {
	switch c {
	case Total:
		return l.Total, true
	case PenaltyAsc:
		return l.Penalty, true
	case HandsWon:
		if l.HandsWon != nil {
			return *l.HandsWon, true
		}
	case BestRound:
		return k.best(l)
	case LastRound:
		return k.last(l)
	}
	return 0, false
}

// best is unknown for who was never seated, unless no round was played at all.
func (k *ranker) best(l Line) (int, bool) {
	best, known := 0, k.rounds == 0
	for _, p := range l.Rounds {
		if p != nil && (!known || *p > best) {
			best, known = *p, true
		}
	}
	return best, known
}

func (k *ranker) last(l Line) (int, bool) {
	if k.rounds == 0 {
		return 0, true
	}
	if len(l.Rounds) < k.rounds || l.Rounds[k.rounds-1] == nil {
		return 0, false
	}
	return *l.Rounds[k.rounds-1], true
}

func total(r Result) int {
	sum := r.Other
	for _, p := range r.Rounds {
		if p != nil {
			sum += *p
		}
	}
	return sum
}

// rounds is the number of rounds counted: the longest list.
func rounds(lines []Line) int {
	n := 0
	for _, l := range lines {
		n = max(n, len(l.Rounds))
	}
	return n
}
