package sheet

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
	"doko/tournament"
)

// The codes of faults of a list copied row by row, besides those of Enter.
const (
	RunningSum     = "running_sum"      // the row does not add up
	RunningPattern = "running_pattern"  // it adds up, but no hand gives these points
	RunningColumns = "running_columns"  // two players' figures are interchanged
	RunningFew     = "running_few"      // too few figures to tell what happened
	RunningGap     = "running_gap"      // an empty row before a filled one
	RunningSitsOut = "running_sits_out" // who has no cards got points
	RunningSolo    = "running_solo"     // marked as a solo, but it was not one against three
)

// WrittenNoSolo says of a Written row that the one against three played no solo: a silent solo, a Hochzeit alone.
const WrittenNoSolo = "none"

// Written is one row of a paper list: the totals as they stand after the hand. A figure may be missing where the others tell it:
// one of the active players; the losers where only the winners' new totals were written; who sits out; on a list that counts
// only plus or only minus, everybody whose total stays.
type Written struct {
	Totals []*int // list points by position; nil = nothing written
	Solo   string // of one against three: "" = a solo, its kind follows from the session; pflicht, lust, vorgefuehrt, none
}

// Empty reports whether no figure is written.
func (w Written) Empty() bool {
	return !slices.ContainsFunc(w.Totals, func(n *int) bool { return n != nil })
}

// Room is where a paper list goes on.
type Room struct {
	Number int   // first open hand; 0 = none
	Hands  int   // open hands from there without a gap
	Totals []int // list points by position before it
}

// RoomOf finds the first open hand of a sheet.
func RoomOf(in Input) Room {
	r := Room{Totals: make([]int, in.Size)}
	if in.Totals != nil {
		return r
	}
	f := newFolder(in)
	r.Number = f.nextNumber()
	for n := r.Number; n >= 1 && n <= f.last && !f.covered(n); n++ {
		r.Hands++
	}
	for _, h := range in.Rows {
		for i := range r.Totals {
			if i < len(h.Points) && h.Number < r.Number {
				r.Totals[i] += h.Points[i]
			}
		}
	}
	return r
}

// RunningLine is one row of a paper list turned into a hand.
type RunningLine struct {
	Number int
	Turn   doppelkopf.Turn
	Totals []int // as written, missing figures filled in
	Points []int // of the hand: the difference to the row before, as written
	Alone  int   // position of the one against three, 0 = two against two, or nobody got anything
	Kind   doppelkopf.SoloKind
	Row    []byte // the points row of CONTRACTS 5; nil when the row can't be read
}

// RunningFault is what is wrong with one row. A figure that is wrong and carried on is one fault, where it begins.
type RunningFault struct {
	Code      string
	Number    int            // of the hand
	Sum       int            // running_sum: what the row's points add up to
	Positions []int          // whose figure it is: one, or one of several; running_columns: both
	By        int            // how much that figure is too high
	Is        int            // with one position: the figure as written
	Should    int            // and the one that fits
	Why       string         // swapped (digits), sign (of the total), credited (of the points), "" = just wrong
	Until     int            // last row it is carried on to; Number = it stands in this row only, 0 = nothing follows
	Problem   *tally.Problem // what Enter says
	Break     bool           // it breaks a rule of the session, see Entered.Breaks: it may be kept with a note
}

// AsWritten reports whether the row can be stored as it stands on paper: it then stands in the way of confirming.
func (f RunningFault) AsWritten() bool {
	return f.Code == RunningSum || f.Code == RunningPattern || f.Code == RunningColumns
}

// Running is a paper list read row by row.
type Running struct {
	Room   Room
	Lines  []RunningLine     // up to the last row that is filled
	Faults []RunningFault    // in the order of the rows
	Turns  []doppelkopf.Turn // how each open hand begins, as far as the rows tell
}

// CheckRunning turns the rows of a paper list, from the first open hand on, into hands and finds what is wrong with them: which
// row, whose figure, by how much. Rows after the last filled one don't count; rows beyond the open hands are left out.
func CheckRunning(in Input, rows []Written) Running {
	w := newWalker(in, rows)
	for i := range w.rows {
		w.row(i)
	}
	if w.carried >= 0 && len(w.rows) > 0 {
		w.faults[w.carried].Until = w.room.Number + len(w.rows) - 1
	}
	r := Running{Room: w.room, Lines: w.lines, Faults: w.faults}
	f := newFolder(w.in)
	for n := w.room.Number; n < w.room.Number+w.room.Hands; n++ {
		r.Turns = append(r.Turns, f.turn(n))
	}
	return r
}

// walker goes through the rows of a paper list.
type walker struct {
	in      Input // with the hands read so far
	room    Room
	rows    []Written
	typed   []int // the totals of the row before as written
	base    []int // and as they should be
	lines   []RunningLine
	faults  []RunningFault
	carried int // index of the fault that the rows since carry on; -1 = none
}

func newWalker(in Input, rows []Written) *walker {
	room := RoomOf(in)
	in.Rows = slices.Clone(in.Rows)
	rows = slices.Clone(rows[:min(len(rows), room.Hands)])
	for len(rows) > 0 && rows[len(rows)-1].Empty() {
		rows = rows[:len(rows)-1]
	}
	for i := range rows {
		totals := make([]*int, in.Size)
		copy(totals, rows[i].Totals)
		rows[i].Totals = totals
	}
	return &walker{in: in, room: room, rows: rows, typed: room.Totals, base: room.Totals, carried: -1}
}

func (w *walker) fault(f RunningFault) { w.faults = append(w.faults, f) }

// row reads one row, stores it in the input for the rows after it, and notes what is wrong.
func (w *walker) row(i int) {
	number := w.room.Number + i
	turn := newFolder(w.in).turn(number)
	line := RunningLine{Number: number, Turn: turn, Totals: w.typed, Points: make([]int, w.in.Size)}
	totals, ok := w.complete(w.base, w.rows[i], turn.SitsOut)
	if !ok {
		code := RunningFew
		if w.rows[i].Empty() {
			code = RunningGap
		}
		w.fault(RunningFault{Code: code, Number: number})
		w.lines = append(w.lines, line)
		return
	}
	line.Totals, line.Points = totals, minus(totals, w.typed)
	w.judge(i, totals, turn.SitsOut)
	line.Alone = lone(w.in.Rules, line.Points, turn.SitsOut)
	w.store(&line, w.rows[i].Solo)
	w.typed = totals
	w.lines = append(w.lines, line)
}

// complete fills in what a row leaves out; false where it can't be told.
func (w *walker) complete(base []int, row Written, sitsOut int) ([]int, bool) {
	totals := slices.Clone(base)
	var open, filled []int // indices of active players
	for i, n := range row.Totals {
		switch {
		case n != nil:
			totals[i] = *n
			if i+1 != sitsOut {
				filled = append(filled, i)
			}
		case i+1 != sitsOut:
			open = append(open, i)
		}
	}
	if len(filled) == 0 {
		return nil, false
	}
	if len(open) == 0 || counting(w.in.Rules) != doppelkopf.PlusMinus {
		return totals, true
	}
	d := totals[filled[0]] - base[filled[0]]
	var each int // what each of the others gets
	switch f := factor(w.in.Rules); {
	case len(open) == 1:
		each = -sum(minus(totals, base))
		if fitting := w.fitting(minus(totals, base), open[0], sitsOut); len(fitting) == 1 {
			each = fitting[0]
		}
	case len(filled) == 2 && d >= 0 && totals[filled[1]]-base[filled[1]] == d: // only the winners are written
		each = -d
	case len(filled) == 1 && d >= 0 && d%f == 0:
		each = -d / f
	default:
		return nil, false
	}
	for _, i := range open {
		totals[i] = base[i] + each
	}
	return totals, true
}

// store makes the points row and lets Enter look at it, for the rules of the session.
func (w *walker) store(line *RunningLine, mark string) {
	row := tournament.Row{Kind: tournament.RowPoints, Points: line.Points}
	switch {
	case line.Alone == 0 && mark != "" && mark != WrittenNoSolo:
		w.fault(RunningFault{Code: RunningSolo, Number: line.Number})
	case mark != WrittenNoSolo && line.Alone != 0:
		row.Solo, row.SoloKind = line.Alone, mark
	}
	raw, err := json.Marshal(row)
	if err != nil {
		panic(fmt.Sprintf("sheet: a points row that can't be written: %v", err)) // numbers and words only: a mistake of ours
	}
	e, err := Enter(w.in, line.Number, raw)
	ps, broken := e.Breaks, true
	if errors.As(err, &ps) {
		broken = false
	}
	for _, p := range ps {
		w.fault(RunningFault{Code: p.Code, Number: line.Number, Positions: positionOf(p), Problem: &p, Break: broken})
	}
	if !broken {
		row.Solo, row.SoloKind = 0, "" // the rows after it are read as if it were no solo
	} else {
		line.Row, line.Kind = raw, e.Kind
	}
	w.in.Rows = append(w.in.Rows, tournament.HandRevision{Number: line.Number, Revision: 1, Row: row, Points: line.Points})
}

func positionOf(p tally.Problem) []int {
	if at, ok := p.Args["Position"].(int); ok {
		return []int{at}
	}
	return nil
}

func minus(a, b []int) []int {
	out := make([]int, len(a))
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}
