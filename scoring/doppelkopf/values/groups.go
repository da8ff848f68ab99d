package values

import (
	"fmt"
	"slices"

	"doko/scoring/doppelkopf"
)

// together lists the kinds whose numbers limit each other: the foxes of a hand, the Augen that Doppelköpfe and foxes bring, what only
// the taker of the last trick can have. That nothing else does is shown by the test, which compares every combination with Score.
func together() [][]string {
	return [][]string{
		{doppelkopf.Fuchs, doppelkopf.FuchsLast},
		{doppelkopf.Doppelkopf},
		{doppelkopf.FuchsLast, doppelkopf.Karlchen, doppelkopf.KarlchenCaught},
		{doppelkopf.DulleCaught},
	}
}

func (m *maker) groups() error {
	for _, kinds := range together() {
		g := Group{}
		for i, sp := range m.table.Specials {
			if slices.Contains(kinds, sp.Kind) {
				g.Of = append(g.Of, i)
			}
		}
		if len(g.Of) == 0 {
			continue
		}
		for combination := range m.combinations(g.Of) {
			first, last, err := m.span(m.counted(g.Of, combination))
			if err != nil {
				return err
			}
			g.Spans = append(g.Spans, first, last)
		}
		m.table.Groups = append(m.table.Groups, g)
	}
	return nil
}

// combinations is in how many ways the specials of a group can be counted.
func (m *maker) combinations(of []int) int {
	n := 1
	for _, i := range of {
		n *= m.table.Specials[i].Most + 1
	}
	return n
}

// counted are the specials of one combination.
func (m *maker) counted(of []int, combination int) []doppelkopf.Special {
	var list []doppelkopf.Special
	for _, i := range of {
		sp := m.table.Specials[i]
		if n := combination % (sp.Most + 1); n > 0 {
			list = append(list, doppelkopf.Special{Kind: sp.Kind, Party: doppelkopf.Party(sp.Party), Count: n})
		}
		combination /= sp.Most + 1
	}
	return list
}

// span is the first and the last place at which specials are possible; in between they are at every place that can be.
func (m *maker) span(specials []doppelkopf.Special) (byte, byte, error) {
	var possible []int
	for place := range places {
		h := hand(place, 0, 0, 0)
		h.Specials = specials
		if _, ok := m.score(h); ok {
			possible = append(possible, place)
		}
	}
	if len(possible) == 0 {
		return places - 1, 0, nil
	}
	first, last := possible[0], possible[len(possible)-1]
	there := 0
	for place := first; place <= last; place++ {
		if m.row[place] >= 0 {
			there++
		}
	}
	if there != len(possible) {
		return 0, 0, fmt.Errorf("%w: %v has holes", ErrIrregular, specials)
	}
	return byte(first), byte(last), nil
}
