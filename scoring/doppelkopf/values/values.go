// Package values tabulates what hands are worth under a rule set, so that a page without a network need not know the rules.
package values

import (
	"errors"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
)

// A place is a result as far as the cards go: 0 is Re without a trick, 1 to 241 are 0 to 240 Augen of Re with tricks on both sides,
// 242 is Kontra without a trick.
const places = 243

// calls is how many things a side can have said: nothing, its announcement, keine 90, 60, 30, schwarz.
const calls = 6

// Table is everything Score can answer under one rule set, in parts that are looked up and multiplied, never worked out.
//
//	value of Re = (Worth[cell] + Unit[cell] * sum of the specials' Points) * Bock[marks]
//
// with cell = alone*36 + Re's call*6 + Kontra's call, in the row of the place. The hand is possible if its place is within the spans
// of all groups and has a row.
type Table struct {
	Contracts map[string]int `json:"contracts"` // Re players of each contract that may be played; "hochzeit/none" was never clarified
	Places    [][2]int       `json:"places"`    // places in order as [row, how many]; row −1 = cannot be
	Rows      []Row          `json:"rows"`
	Specials  []Special      `json:"specials"`
	Groups    []Group        `json:"groups"`
	Bock      []int          `json:"bock"`  // factor by the number of Bock marks
	Solo      int            `json:"solo"`  // factor of the one against three
	Plus      int            `json:"plus"`  // 1 = points above 0 are written on the list, 0 = a 0 instead
	Minus     int            `json:"minus"` // the same for points below 0
}

// Row is what places have in common, by cell.
type Row struct {
	Won   string `json:"won"`   // winner as a letter: r, k, or - for nobody
	Worth []int  `json:"worth"` // value for Re without specials and Bock
	Unit  []int  `json:"unit"`  // how often each point of a special counts
}

// Special is one special point of one side.
type Special struct {
	Kind   string `json:"kind"`
	Party  string `json:"party"`
	Most   int    `json:"most"`   // how often at most
	Points [2]int `json:"points"` // each for Re, two against two and alone: negative for those of Kontra
}

// Group are specials whose numbers depend on each other. Spans has for each combination the first and the last place at which it is
// possible, the first greater than the last where it never is; the number of the first special of the group runs fastest.
type Group struct {
	Of    []int  `json:"of"` // indices of Specials
	Spans []byte `json:"spans"`
}

// ErrIrregular says that results of a rule set cannot be put together from parts; no rule set that can be made does that.
var ErrIrregular = errors.New("values: results under these rules are no sum of parts")

// Of tabulates a rule set by asking Score, some ten thousand times. ErrIrregular if the answers do not fit a table.
func Of(r doppelkopf.Rules) (Table, error) {
	m := maker{score: func(h doppelkopf.Hand) (tally.Result, bool) {
		res, err := doppelkopf.Score(r, 4, h)
		return res, err == nil
	}}
	return m.make()
}

func (m *maker) make() (Table, error) {
	m.contracts()
	if err := m.specials(); err != nil {
		return Table{}, err
	}
	if err := m.rows(); err != nil {
		return Table{}, err
	}
	m.bock()
	m.factors()
	err := m.groups()
	return m.table, err
}

// Cell is the index within a row: alone is 1 for one against three, re and kontra count what was said from 0 to 5.
func Cell(alone, re, kontra int) int { return alone*calls*calls + re*calls + kontra }

// Place is the place of a figure of Re's Augen with tricks on both sides.
func Place(augen int) int { return augen + 1 }

// The places without a trick for one side.
const (
	ReWithout     = 0
	KontraWithout = places - 1
)
