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
	// Breaks are rules of the session the row goes against: solo_forced, solo_order, solo_not_owed, solo_not_forced,
	// sits_out_turn, and number_range for one more hand after all are played. The caller refuses them or keeps them with a note.
	Breaks tally.Problems
}

// Enter reads, checks and scores a row for a hand number (0 = the next) of a sheet. Content is checked first, then the number; what
// goes against the order of the session is no error but in Breaks. The error is tally.Problems: the codes of scoring and of
// tournament.ParseRow, number_range and table_stopped (field number or through), solos_range. A row of in that has the same number is
// left out, unless it was dealt again; who sat out in it still does, where the new row does not say.
func Enter(in Input, number int, raw []byte) (Entered, error) {
	row, err := tournament.ParseRow(in.Rules, in.Size, raw)
	if err != nil {
		return Entered{}, err
	}
	in.Totals = nil
	replaces := func(h tournament.HandRevision) bool { return h.Number == number && h.Row.Kind != tournament.RowRedealt }
	was := slices.IndexFunc(in.Rows, replaces)
	f := newFolder(in)
	out := 0
	if was >= 0 {
		out = f.sitsOut(number)
		in.Rows = slices.DeleteFunc(slices.Clone(in.Rows), replaces)
		f = newFolder(in)
	}
	if number == 0 {
		number = f.nextNumber()
	}
	e := Entered{Number: number, Row: row}
	wrong := f.checkNumber(number, row)
	if wrong == nil || wrong.Code == NumberRange && wrong.Field == "number" && number == f.following() {
		e.Turn = f.turn(number)
		if forced, ok := f.forcedByTime(number, row); ok {
			e.Turn = forced
		}
		if out != 0 {
			e.Turn.SitsOut = out
		}
	}
	e.Row = seated(row, in.Size, e.Turn.SitsOut)
	if e.Turn.Number != 0 || in.Size != 5 { // without its number nobody knows who sits out
		if e.Result, err = Score(in.Rules, in.Size, e.Turn.SitsOut, e.Row); err != nil {
			return Entered{Number: number, Turn: e.Turn}, err
		}
	}
	if e.Turn.Number == 0 {
		return Entered{}, tally.Problems{*wrong}
	}
	if row.Kind == tournament.RowThrough {
		if wrong := checkSolos("solos", row.Solos, in.Format.CompulsorySolos); wrong != nil {
			return Entered{}, tally.Problems{*wrong}
		}
	}
	if wrong != nil {
		e.Breaks = append(e.Breaks, *wrong)
	}
	e.Breaks = append(e.Breaks, f.breaks(number, e.Row, e.Turn)...)
	soloist, kind := solo(e.Row, in.Size, e.Turn.SitsOut)
	e.Kind = f.kindAt(number, doppelkopf.Played{Soloist: soloist, Kind: kind})
	e.Value = value(e.Row, e.Result)
	return e, nil
}

func (f *folder) checkNumber(number int, row tournament.Row) *tally.Problem {
	switch {
	case f.stopped() && number > f.last || number == 0 && f.stopped():
		return &tally.Problem{Code: "table_stopped", Field: "number", Args: map[string]any{"Max": f.last}}
	case number < 1 || number > f.hands:
		return &tally.Problem{Code: NumberRange, Field: "number", Args: map[string]any{"Min": 1, "Max": f.hands}}
	case row.Kind == tournament.RowThrough && (row.Through < number || row.Through > f.last):
		return &tally.Problem{Code: "number_range", Field: "through", Args: map[string]any{"Min": number, "Max": f.last}}
	}
	return nil
}

// following is the first number above all that is entered, as long as a sheet can have it; 0 where the rest is copied.
func (f *folder) following() int {
	if f.through != nil || len(f.played) >= latest {
		return 0
	}
	return len(f.played) + 1
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
