package sheet

import (
	"errors"
	"slices"

	"doko/scoring"
	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
	"doko/tournament"
)

// Entered is a row that may be stored.
type Entered struct {
	Number int
	Row    tournament.Row // who sits out filled in
	Result tally.Result   // Points by position; Winner and Value as far as the row tells
	Value  *int           // as HandRevision.Value: nil = the row does not tell
	Turn   doppelkopf.Turn
	Kind   doppelkopf.SoloKind
}

// Enter reads, checks and scores a row for a hand number (0 = the next) of a sheet. Content is checked first, then the number,
// then the order of the session. The error is tally.Problems: the codes of scoring and of tournament.ParseRow, number_range
// (field number or through), solo_order, solo_not_owed, solo_not_forced (field hand.solo_kind or solo_kind). A row of in that
// has the same number is left out, unless it was dealt again.
func Enter(in Input, number int, raw []byte) (Entered, error) {
	row, err := tournament.ParseRow(in.Rules, in.Size, raw)
	if err != nil {
		return Entered{}, err
	}
	in.Totals = nil
	in.Rows = slices.DeleteFunc(slices.Clone(in.Rows), func(h tournament.HandRevision) bool {
		return h.Number == number && h.Row.Kind != tournament.RowRedealt
	})
	f := newFolder(in)
	if number == 0 {
		number = f.nextNumber()
	}
	e := Entered{Number: number, Row: row}
	wrong := f.checkNumber(number, row)
	if wrong == nil {
		e.Turn = f.turn(number)
		if forced, ok := f.forcedByTime(number, row); ok {
			e.Turn = forced
		}
	}
	e.Row = seated(row, in.Size, e.Turn.SitsOut)
	if wrong == nil || in.Size != 5 { // without its number nobody knows who sits out
		if e.Result, err = Score(in.Rules, in.Size, e.Turn.SitsOut, e.Row); err != nil {
			return Entered{}, err
		}
	}
	if wrong != nil {
		return Entered{}, tally.Problems{*wrong}
	}
	if wrong = f.checkSession(e); wrong != nil {
		return Entered{}, tally.Problems{*wrong}
	}
	soloist, kind := solo(e.Row, in.Size, e.Turn.SitsOut)
	e.Kind = f.kindAt(number, doppelkopf.Played{Soloist: soloist, Kind: kind})
	e.Value = value(e.Row, e.Result)
	return e, nil
}

func (f *folder) checkNumber(number int, row tournament.Row) *tally.Problem {
	switch {
	case number < 1 || number > f.hands:
		return &tally.Problem{Code: "number_range", Field: "number", Args: map[string]any{"Min": 1, "Max": f.hands}}
	case row.Kind == tournament.RowThrough && (row.Through < number || row.Through > f.hands):
		return &tally.Problem{Code: "number_range", Field: "through", Args: map[string]any{"Min": number, "Max": f.hands}}
	}
	return nil
}

// seated fills in who sits out at a table of five where the hand leaves it to the rotation.
func seated(row tournament.Row, size, sitsOut int) tournament.Row {
	if size != 5 || row.Kind != tournament.RowHand || row.Record.Doppelkopf == nil || row.Record.Doppelkopf.SittingOut != 0 {
		return row
	}
	hand := *row.Record.Doppelkopf
	hand.SittingOut = sitsOut
	row.Record = &scoring.Record{Doppelkopf: &hand}
	return row
}

// value is nil where the row does not tell which side was worth how much.
func value(row tournament.Row, r tally.Result) *int {
	switch {
	case row.Kind == tournament.RowHand:
		return &r.Value
	case row.Kind == tournament.RowWinners && r.Winner != "":
		return &r.Value
	}
	return nil
}

// checkSession is the order of the session for a chosen solo (TSR 4.2, 4.3).
func (f *folder) checkSession(e Entered) *tally.Problem {
	owed := f.in.Format.CompulsorySolos
	if e.Row.Kind == tournament.RowThrough {
		return checkSolos("solos", e.Row.Solos, owed)
	}
	soloist, kind := solo(e.Row, f.in.Size, e.Turn.SitsOut)
	if soloist == 0 || owed == 0 {
		return nil
	}
	field := "solo_kind"
	if e.Row.Kind == tournament.RowHand {
		field = "hand.solo_kind"
	}
	owes := slices.Contains(e.Turn.SoloOpen, soloist)
	args := map[string]any{"Position": soloist}
	switch {
	case f.session().TooEarly(kind, owes):
		return &tally.Problem{Code: "solo_order", Field: field, Args: args}
	case (kind == doppelkopf.Compulsory || kind == doppelkopf.Forced) && !owes:
		return &tally.Problem{Code: "solo_not_owed", Field: field, Args: args}
	case kind == doppelkopf.Forced && e.Turn.Forced != soloist:
		return &tally.Problem{Code: "solo_not_forced", Field: field, Args: args}
	}
	return nil
}

// CheckTotals looks at typed totals and solos for the table: codes points_count, points_range, solos_count, solos_range; fields
// totals, solos. A sum that is not zero is a fault of the sheet, no problem of the input.
func CheckTotals(in Input, totals, solos []int) tournament.Problems {
	var ps tournament.Problems
	if len(totals) != in.Size {
		ps = append(ps, tournament.Invalid("points_count", "totals", map[string]any{"Seats": in.Size}))
	}
	for _, p := range totals {
		if p < -tournament.MaxRowPoints || p > tournament.MaxRowPoints {
			ps = append(ps, tournament.Invalid("points_range", "totals",
				map[string]any{"Min": -tournament.MaxRowPoints, "Max": tournament.MaxRowPoints}))
			break
		}
	}
	if solos == nil {
		return ps
	}
	if len(solos) != in.Size {
		return append(ps, tournament.Invalid("solos_count", "solos", map[string]any{"Seats": in.Size}))
	}
	if p := checkSolos("solos", solos, in.Format.CompulsorySolos); p != nil {
		ps = append(ps, tournament.Invalid("solos_range", "solos", p.Args))
	}
	return ps
}

// checkSolos: nobody plays more compulsory solos than he owes.
func checkSolos(field string, solos []int, owed int) *tally.Problem {
	for _, s := range solos {
		if s < 0 || s > max(owed, 1) {
			return &tally.Problem{Code: "solos_range", Field: field, Args: map[string]any{"Min": 0, "Max": max(owed, 1)}}
		}
	}
	return nil
}

var errUnscored = errors.New("sheet: a row of no known kind")

// Score works out one row. sitsOut is the position without cards at a table of five for rows that do not say, 0 at four.
// The error is tally.Problems, but for a row of no known kind.
func Score(rules scoring.Rules, seats, sitsOut int, row tournament.Row) (tally.Result, error) {
	switch row.Kind {
	case tournament.RowHand:
		return scoring.Score(rules, seats, *row.Record)
	case tournament.RowPoints, tournament.RowThrough:
		return tally.Result{Points: slices.Clone(row.Points), Factor: 1}, nil
	case tournament.RowRedealt:
		return tally.Result{Points: make([]int, seats), Factor: 1}, nil
	case tournament.RowWinners:
		return scoreWinners(rules, seats, sitsOut, row)
	}
	return tally.Result{}, errUnscored
}

// scoreWinners: two winners get the value from the two losers; one against three gets or pays it three times (TSR 7.2.3).
func scoreWinners(rules scoring.Rules, seats, sitsOut int, row tournament.Row) (tally.Result, error) {
	if slices.Contains(row.Winners, sitsOut) {
		return tally.Result{}, tally.Problems{{Code: "bad_winners", Field: "winners", Args: map[string]any{"Seats": seats}}}
	}
	res := tally.Result{Points: make([]int, seats), Factor: 1, Value: row.Value}
	if len(row.Winners) != 2 {
		res.Factor = factor(rules)
	}
	for i := range res.Points {
		if i+1 == sitsOut {
			continue
		}
		won := slices.Contains(row.Winners, i+1)
		p := row.Value
		if won && len(row.Winners) == 1 || !won && len(row.Winners) == 3 {
			p *= res.Factor
		}
		if !won {
			p = -p
		}
		res.Points[i] = written(rules, p)
	}
	switch len(row.Winners) {
	case 1:
		res.Winner = string(doppelkopf.Re)
	case 3:
		res.Winner, res.Value = string(doppelkopf.Kontra), -row.Value
	}
	return res, nil
}

// factor is what one against three counts.
func factor(rules scoring.Rules) int {
	if rules.Doppelkopf != nil {
		return rules.Doppelkopf.SoloMultiplier
	}
	return 3
}

// written is what stands on a list that has only winners or only losers.
func written(rules scoring.Rules, points int) int {
	switch counting(rules) {
	case doppelkopf.PlusOnly:
		return max(points, 0)
	case doppelkopf.MinusOnly:
		return min(points, 0)
	}
	return points
}

// counting is how a list of Doppelkopf is kept; "" for other games, whose points need not add up to nothing.
func counting(rules scoring.Rules) doppelkopf.Counting {
	if rules.Doppelkopf == nil {
		return ""
	}
	return rules.Doppelkopf.Counting
}
