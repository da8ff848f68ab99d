package sheet

import (
	"errors"

	"doko/scoring/tally"
	"doko/tournament"
)

// RowProblems are what is wrong with one of the rows given to Lay.
type RowProblems struct {
	Index    int // in the rows given
	Problems tally.Problems
}

// Lay puts the rows of a past sheet in order, numbers and scores them: what really happened is not refused, only what can't be
// scored. The rows of in are ignored. A row dealt again gets the number of the hand that follows, and the revision before it.
// Rows with problems are left out of the result.
func Lay(in Input, rows []tournament.Row) ([]tournament.HandRevision, []RowProblems) {
	in.Rows, in.Totals = nil, nil
	var problems []RowProblems
	number, revision := 1, 1
	for i, row := range rows {
		sitsOut := 0
		if in.Size == 5 {
			sitsOut = newFolder(in).turn(number).SitsOut
			row = seated(row, in.Size, sitsOut)
		}
		ps := checkPlace(in, number, row)
		res, err := Score(in.Rules, in.Size, sitsOut, row)
		if err != nil {
			ps = append(ps, asProblems(err)...)
		}
		if len(ps) > 0 {
			problems = append(problems, RowProblems{i, ps})
		} else {
			in.Rows = append(in.Rows, tournament.HandRevision{
				Number: number, Revision: revision, Row: row, Winner: res.Winner, Value: value(row, res), Points: res.Points, Lines: res.Lines,
			})
		}
		switch row.Kind {
		case tournament.RowRedealt:
			revision++
		case tournament.RowThrough:
			if len(ps) == 0 {
				number, revision = row.Through+1, 1
			}
		default:
			number, revision = number+1, 1
		}
	}
	return in.Rows, problems
}

// latest is the highest number a row of a past sheet may have: tables have played more than was planned.
const latest = tournament.MaxHands + tournament.MaxHands/4

func checkPlace(in Input, number int, row tournament.Row) tally.Problems {
	last := number
	if row.Kind == tournament.RowThrough {
		last = row.Through
	}
	switch {
	case len(in.Rows) > 0 && in.Rows[len(in.Rows)-1].Row.Kind == tournament.RowThrough:
		return tally.Problems{{Code: "row_after_through"}}
	case last < number || last > latest:
		return tally.Problems{{Code: "number_range", Field: "through", Args: map[string]any{"Min": number, "Max": latest}}}
	case row.Kind == tournament.RowThrough:
		if p := checkSolos("solos", row.Solos, in.Format.CompulsorySolos); p != nil {
			return tally.Problems{*p}
		}
	}
	return nil
}

func asProblems(err error) tally.Problems {
	var ps tally.Problems
	if errors.As(err, &ps) {
		return ps
	}
	return tally.Problems{{Code: "bad_row"}}
}
