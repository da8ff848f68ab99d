package sheet

import (
	"slices"

	"doko/scoring/tally"
	"doko/tournament"
)

// Checked is one of several rows that are entered together.
type Checked struct {
	Entered
	Problems tally.Problems // the codes of Enter, but for Breaks
	Bock     int            // Bock marks of the hand, as far as the rows before tell
	Unread   bool           // there was nothing to check
}

// CheckRows checks rows one after the other, from the first open hand on, as if each before had been stored; a nil row is one that
// could not be read and has its place. After a row with problems nobody knows who owes a solo: then there are no Breaks.
func CheckRows(in Input, rows [][]byte) []Checked {
	in.Totals, in.Rows = nil, slices.Clone(in.Rows)
	list := make([]Checked, len(rows))
	certain := true
	for i, raw := range rows {
		c := &list[i]
		f := newFolder(in)
		number, bock := f.nextNumber(), 0
		if number > 0 {
			bock = f.bock(number)
		}
		if raw == nil {
			c.Unread = true
		} else {
			*c = checkRow(in, number, raw, certain)
		}
		c.Number, c.Bock = number, bock
		stored := tournament.HandRevision{
			Number: number, Revision: i + 1, Row: c.Row, Winner: c.Result.Winner, Value: c.Value, Points: c.Result.Points, Lines: c.Result.Lines,
		}
		if c.Row.Kind == "" {
			certain = false
			stored.Points = make([]int, in.Size)
			stored.Row = tournament.Row{Kind: tournament.RowPoints, Points: stored.Points}
		}
		if number > 0 {
			in.Rows = append(in.Rows, stored)
		}
	}
	return list
}

func checkRow(in Input, number int, raw []byte, certain bool) Checked {
	if number == 0 { // the sheet is full
		hands := in.Format.Hands(in.Size)
		return Checked{Problems: tally.Problems{{Code: "lines_too_many", Field: "number", Args: map[string]any{"Hands": hands}}}}
	}
	e, err := Enter(in, number, raw)
	if err != nil {
		ps, _ := err.(tally.Problems)
		return Checked{Problems: ps}
	}
	if !certain {
		e.Breaks = nil
	}
	return Checked{Entered: e}
}
