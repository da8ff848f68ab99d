package standings

import "slices"

// Prize is what one place gets: money in cents, something in kind ("Schinken"), or both.
type Prize struct {
	Place int // from 1
	Cents int
	Text  string // "" = money only
}

// Award is what one line of a ranking gets.
type Award struct {
	Cents  int
	Goods  []string // in kind, beyond question
	Open   []string // in kind, for several who share the places: the director decides who gets what
	Odd    bool     // has one cent more than others of the tie, because the money does not divide
	Shared int      // how many share the places, 1 = nobody else
}

// None reports whether there is nothing to get.
func (a Award) None() bool { return a.Cents == 0 && len(a.Goods) == 0 && len(a.Open) == 0 }

// Same reports whether two awards give the same.
func (a Award) Same(o Award) bool {
	return a.Cents == o.Cents && slices.Equal(a.Goods, o.Goods) && slices.Equal(a.Open, o.Open)
}

// Awards gives each line of a ranking its prize, ranks being those of the lines in order: 1, 2, 2, 4. Who shares a rank
// shares the money of the places they take together, to the cent; cents that do not divide go one each to the first of them in
// the order of the lines, which is that of start numbers. Things can't be divided: unless all those places have the same,
// the director decides. Prizes for places nobody takes stay where they are.
func Awards(ranks []int, prizes []Prize) []Award {
	awards := make([]Award, len(ranks))
	for from := 0; from < len(ranks); {
		to := from + 1
		for to < len(ranks) && ranks[to] == ranks[from] {
			to++
		}
		share(awards[from:to], ranks[from], prizes)
		from = to
	}
	return awards
}

// share divides the prizes of the places from rank on among a tie.
func share(tie []Award, rank int, prizes []Prize) {
	money := 0
	var goods []string
	for _, p := range prizes {
		if p.Place < rank || p.Place >= rank+len(tie) {
			continue
		}
		money += p.Cents
		if p.Text != "" {
			goods = append(goods, p.Text)
		}
	}
	odd := money % len(tie)
	alike := len(goods) == len(tie) && !slices.ContainsFunc(goods, func(g string) bool { return g != goods[0] })
	for i := range tie {
		tie[i] = Award{Cents: money / len(tie), Shared: len(tie)}
		if i < odd {
			tie[i].Cents, tie[i].Odd = tie[i].Cents+1, true
		}
		switch {
		case alike:
			tie[i].Goods = goods[:1]
		case len(goods) > 0:
			tie[i].Open = goods
		}
	}
}
