package values

import (
	"fmt"
	"slices"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
)

// maxBock is how many Bock marks are tried; the form takes no more.
const maxBock = 20

// maxCount is tried as the number of a special; the engine allows far less.
const maxCount = 9

type maker struct {
	score func(doppelkopf.Hand) (tally.Result, bool) // false = no such hand can be
	table Table
	row   [places]int
	lines [][]tally.Line // of each row, all cells: a range is ambiguous where these differ, even if the points do not
}

// hand is a hand at one place with calls; alone is 1 for one against three.
func hand(place, alone, re, kontra int) doppelkopf.Hand {
	h := doppelkopf.Hand{Contract: doppelkopf.Normal, Re: []int{1, 2}, ReAugen: doppelkopf.Exactly(place - 1), ReCall: said(re), KontraCall: said(kontra)}
	switch place {
	case ReWithout:
		h.ReAugen, h.NoTrick = doppelkopf.Exactly(0), doppelkopf.Re
	case KontraWithout:
		h.ReAugen, h.NoTrick = doppelkopf.Exactly(240), doppelkopf.Kontra
	}
	if alone == 1 {
		h.Contract, h.Re = doppelkopf.StilleHochzeit, []int{1}
	}
	return h
}

func said(level int) doppelkopf.Call {
	c := doppelkopf.Call{Announced: level > 0}
	for d := 1; d < level; d++ {
		c.Denials[d] = true
	}
	return c
}

// contracts finds out which contracts may be played, and by how many.
func (m *maker) contracts() {
	m.table.Contracts = map[string]int{}
	try := func(name string, h doppelkopf.Hand) {
		for re := 1; re <= 2; re++ {
			h.Re = []int{1, 2}[:re]
			if _, ok := m.score(h); ok {
				m.table.Contracts[name] = re
			}
		}
	}
	for _, c := range doppelkopf.AllContracts() {
		h := hand(Place(130), 0, 0, 0)
		h.Contract = c
		if c == doppelkopf.Hochzeit {
			try("hochzeit/none", h)
			h.ClarifiedIn = 2
		}
		try(string(c), h)
	}
}

// counts is a hand that is worth something, if there is one under these rules: positive tells for whom.
func (m *maker) counts(alone int, positive bool) (doppelkopf.Hand, tally.Result, bool) {
	for place := range places {
		for said := range calls * calls {
			h := hand(place, alone, said/calls, said%calls)
			for i := -1; i < len(m.table.Specials); i++ {
				if i >= 0 {
					sp := m.table.Specials[i]
					h.Specials = []doppelkopf.Special{{Kind: sp.Kind, Party: doppelkopf.Party(sp.Party), Count: 1}}
				}
				if res, ok := m.score(h); ok && res.Value != 0 && (res.Value > 0) == positive {
					return h, res, true
				}
			}
		}
	}
	return doppelkopf.Hand{}, tally.Result{}, false
}

// bock multiplies one hand that is worth something; where none is, the factor does not matter.
func (m *maker) bock() {
	m.table.Bock = []int{1}
	h, base, ok := m.counts(0, true)
	if !ok {
		h, base, ok = m.counts(0, false)
	}
	if !ok {
		h, base = hand(Place(130), 0, 0, 0), tally.Result{Value: 1}
	}
	for h.Bock = 1; h.Bock <= maxBock; h.Bock++ {
		res, ok := m.score(h)
		if !ok {
			return
		}
		m.table.Bock = append(m.table.Bock, res.Value/base.Value)
	}
}

// specials finds out which there are, how often, and what one is worth in a hand without calls, where nothing doubles.
func (m *maker) specials() error {
	for _, kind := range doppelkopf.SpecialKinds() {
		for _, party := range []doppelkopf.Party{doppelkopf.Re, doppelkopf.Kontra} {
			sp := Special{Kind: kind, Party: string(party)}
			for n := 1; n <= maxCount && m.possible(kind, party, n); n++ {
				sp.Most = n
			}
			if sp.Most == 0 {
				continue
			}
			for alone := range sp.Points {
				h := hand(Place(120), alone, 0, 0)
				without, _ := m.score(h)
				h.Specials = []doppelkopf.Special{{Kind: kind, Party: party, Count: 1}}
				with, ok := m.score(h)
				if !ok {
					return fmt.Errorf("%w: one %s at 120", ErrIrregular, kind)
				}
				sp.Points[alone] = with.Value - without.Value
			}
			m.table.Specials = append(m.table.Specials, sp)
		}
	}
	return nil
}

// possible reports whether so many are possible at any place.
func (m *maker) possible(kind string, party doppelkopf.Party, n int) bool {
	for place := range places {
		h := hand(place, 0, 0, 0)
		h.Specials = []doppelkopf.Special{{Kind: kind, Party: party, Count: n}}
		if _, ok := m.score(h); ok {
			return true
		}
	}
	return false
}

// rows works out every cell of every place and keeps equal ones once.
func (m *maker) rows() error {
	for place := range places {
		row, lines, ok, err := m.rowAt(place)
		if err != nil {
			return err
		}
		m.row[place] = -1
		if ok {
			m.row[place] = m.rowLike(row, lines)
		}
		if last := len(m.table.Places) - 1; last >= 0 && m.table.Places[last][0] == m.row[place] {
			m.table.Places[last][1]++
		} else {
			m.table.Places = append(m.table.Places, [2]int{m.row[place], 1})
		}
	}
	return nil
}

// rowLike is the index of a row, new if there is none like it.
func (m *maker) rowLike(row Row, lines []tally.Line) int {
	for i, r := range m.table.Rows {
		if r.Won == row.Won && slices.Equal(r.Worth, row.Worth) && slices.Equal(r.Unit, row.Unit) && slices.Equal(m.lines[i], lines) {
			return i
		}
	}
	m.table.Rows, m.lines = append(m.table.Rows, row), append(m.lines, lines)
	return len(m.table.Rows) - 1
}

// rowAt is false where no hand can end like that.
func (m *maker) rowAt(place int) (Row, []tally.Line, bool, error) {
	var row Row
	var lines []tally.Line
	won := make([]byte, 0, 2*calls*calls)
	for cell := range 2 * calls * calls {
		alone, re, kontra := cell/(calls*calls), cell/calls%calls, cell%calls
		h := hand(place, alone, re, kontra)
		res, ok := m.score(h)
		if !ok {
			return Row{}, nil, false, nil
		}
		letter := byte('-')
		if res.Winner != "" {
			letter = res.Winner[0]
		}
		unit, err := m.unit(h, alone, res.Value)
		if err != nil {
			return Row{}, nil, false, err
		}
		won, lines = append(won, letter), append(append(lines, tally.Line{}), res.Lines...) // an empty one between two cells
		row.Worth, row.Unit = append(row.Worth, res.Value), append(row.Unit, unit)
	}
	row.Won = string(won)
	return row, lines, true, nil
}

// unit is how often a special counts in a hand that is worth so much without; 1 where none counts.
func (m *maker) unit(h doppelkopf.Hand, alone, without int) (int, error) {
	for _, sp := range m.table.Specials {
		if sp.Points[alone] == 0 {
			continue
		}
		h.Specials = []doppelkopf.Special{{Kind: sp.Kind, Party: doppelkopf.Party(sp.Party), Count: 1}}
		res, ok := m.score(h)
		if !ok {
			continue // this side has no trick or too few Augen: the next special tells
		}
		more := res.Value - without
		if more%sp.Points[alone] != 0 {
			return 0, fmt.Errorf("%w: %s counts %d", ErrIrregular, sp.Kind, more)
		}
		return more / sp.Points[alone], nil
	}
	return 1, nil
}

// factors finds out what one against three counts and which signs are written.
func (m *maker) factors() {
	m.table.Solo, m.table.Plus, m.table.Minus = 1, 1, 1
	if res, ok := m.score(hand(Place(130), 1, 0, 0)); ok {
		m.table.Solo = res.Factor
	}
	for _, positive := range []bool{true, false} { // position 4 is always against the one
		_, res, ok := m.counts(1, positive)
		switch {
		case ok && positive:
			m.table.Minus = min(abs(res.Points[3]), 1)
		case ok:
			m.table.Plus = min(abs(res.Points[3]), 1)
		}
	}
}

func abs(n int) int { return max(n, -n) }
