package sheet

import (
	"encoding/json"
	"slices"

	"doko/scoring"
	"doko/scoring/tally"
	"doko/tournament"
)

// Unchecked is one of several rows that are entered together, as it came.
type Unchecked struct {
	Raw         []byte // JSON as Enter takes it; nil = it could not be read
	BockFollows bool   // a hand's Bock is what the hands before have set off
}

// Checked is one of several rows that are entered together.
type Checked struct {
	Entered
	Raw      []byte         // as it is to be entered: with its Bock, where that follows
	Problems tally.Problems // the codes of Enter, but for Breaks
	Bock     int            // Bock marks of the hand, as far as the rows before tell
	Unread   bool           // there was nothing to check
}

// CheckRows checks rows one after the other, from the first open hand on, as if each before had been stored; one that could
// not be read has its place. After a row with problems nobody knows who owes a solo: then there are no Breaks.
func CheckRows(in Input, rows []Unchecked) []Checked {
	in.Totals, in.Rows = nil, slices.Clone(in.Rows)
	list := make([]Checked, len(rows))
	certain := true
	for i, row := range rows {
		c, raw := &list[i], row.Raw
		f := newFolder(in)
		number, bock := f.nextNumber(), 0
		if number > 0 {
			bock = f.bock(number)
		}
		if raw == nil {
			c.Unread = true
		} else {
			if row.BockFollows {
				raw = withBock(in, raw, bock)
			}
			*c = checkRow(in, number, raw, certain)
		}
		c.Number, c.Bock, c.Raw = number, bock, raw
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

// withBock is a row with the Bock marks of its hand; what is no hand, or cannot be read, is left as it is.
func withBock(in Input, raw []byte, bock int) []byte {
	row, err := tournament.ParseRow(in.Rules, in.Size, raw)
	if err != nil || row.Kind != tournament.RowHand || row.Record.Doppelkopf == nil {
		return raw
	}
	hand := *row.Record.Doppelkopf
	hand.Bock = bock
	row.Record = &scoring.Record{Doppelkopf: &hand}
	marked, err := json.Marshal(row)
	if err != nil {
		return raw
	}
	return marked
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
