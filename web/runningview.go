package web

import (
	"slices"
	"strconv"
	"strings"

	"doko/scoring/doppelkopf"
	"doko/tournament"
	"doko/tournament/sheet"
)

// runningRowView is one row of the grid.
type runningRowView struct {
	Number int
	Cells  []runningCell
	Deals  string
	Out    string       // name of the field of who sits out, "" = nobody
	Result []namePoints // what the hand gave to whom, only who got something else than nothing
	Zero   bool         // it was read and gave nothing to anybody
	Solo   []Option     // what kind of solo it was; nil = not one against three
	SoloIs string       // who played it
	Name   string       // of the field of the solo
	Faults []runningSaid
}

// runningCell is the field of one total.
type runningCell struct {
	Name, Label, Value string
	Out, Wrong         bool // sits out; a fault names this figure
}

// runningSaid is a fault as a sentence, and the button that mends it.
type runningSaid struct {
	Text     string
	Fix, Say string // value and label of the button; "" = it can't be told
	Action   string // where the button sends the form
}

// Open reports whether rows can be entered now.
func (p runningPage) Open() bool { return p.V.MayEnter && p.Read.Room.Number > 0 && p.V.Totals == nil }

// Address is the table's page.
func (p runningPage) Address() string { return tableAddress(p.V.Table.ID) }

// Columns are the heads of the grid.
func (p runningPage) Columns() []columnHead { return columnHeads(p.V.Seats, p.V.Table.Size) }

// From is the first open hand, 0 = none.
func (p runningPage) From() int { return p.Read.Room.Number }

// HandBefore is the hand before the first open one.
func (p runningPage) HandBefore() int { return p.Read.Room.Number - 1 }

// Start are the totals before the first row, as the form sends them back.
func (p runningPage) Start() string {
	words := make([]string, len(p.Read.Room.Totals))
	for i, n := range p.Read.Room.Totals {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " ")
}

// Starts are the totals before the first row, to be read.
func (p runningPage) Starts() []string {
	var list []string
	for _, n := range p.Read.Room.Totals {
		list = append(list, p.Int(int64(n)))
	}
	return list
}

// Adds reports whether the figures of a row have to add up to nothing.
func (p runningPage) Adds() bool {
	return doppelkopfRules(p.V.Tournament).Counting == doppelkopf.PlusMinus
}

// Rows are the open hands.
func (p runningPage) Rows() []runningRowView {
	var rows []runningRowView
	for i, turn := range p.Read.Turns {
		row := runningRowView{Number: turn.Number, Name: "solo_" + strconv.Itoa(turn.Number), Deals: p.deals(p.V.Seats, turn)}
		faults := p.faultsOf(turn.Number)
		for pos := 1; pos <= p.V.Table.Size; pos++ {
			field := runningField(turn.Number, pos)
			row.Cells = append(row.Cells, runningCell{
				Name: field, Value: p.Form.Value(field), Out: turn.SitsOut == pos, Wrong: p.Wrong[field] || blamed(faults, pos),
				Label: p.T("running.cell", "Number", turn.Number, "Name", nameAt(p.V.Seats, pos, turn.Number)),
			})
			if p.Wrong[field] {
				row.Faults = append(row.Faults, runningSaid{Text: p.T("problem.field_number")})
			}
			if turn.SitsOut == pos {
				row.Out = field
			}
		}
		if i < len(p.Read.Lines) && (p.Asked || len(faults) == 0) {
			p.result(&row, p.Read.Lines[i])
		}
		for _, f := range faults {
			row.Faults = append(row.Faults, p.said(f))
		}
		rows = append(rows, row)
	}
	return rows
}

// result says what a row gave to whom, and offers the kinds of solo for one against three.
func (p runningPage) result(row *runningRowView, line sheet.RunningLine) {
	if p.Form.shown("from") == 0 { // nothing was typed yet
		return
	}
	for i, points := range line.Points {
		if points != 0 {
			row.Result = append(row.Result, namePoints{shortAt(p.V.Seats, i+1, line.Number), p.Points(points), points > 0})
		}
	}
	row.Zero = len(row.Result) == 0 && line.Row != nil
	if line.Alone == 0 {
		return
	}
	row.SoloIs = shortAt(p.V.Seats, line.Alone, line.Number)
	follows := p.T("hand.solo")
	if line.Kind != "" {
		follows = p.T("running.solo_" + string(line.Kind))
	}
	row.Solo = []Option{{Value: "", Text: follows}}
	for _, k := range []doppelkopf.SoloKind{doppelkopf.Compulsory, doppelkopf.Voluntary, doppelkopf.Forced} {
		if chosen := p.Form.Value(row.Name) == string(k); chosen || k != line.Kind && k != doppelkopf.Forced {
			row.Solo = append(row.Solo, Option{Value: string(k), Text: p.T("running.solo_" + string(k))})
		}
	}
	row.Solo = append(row.Solo, Option{Value: sheet.WrittenNoSolo, Text: p.T("running.no_solo")})
	for i := range row.Solo {
		row.Solo[i].Chosen = row.Solo[i].Value == p.Form.Value(row.Name)
	}
}

func blamed(faults []sheet.RunningFault, position int) bool {
	for _, f := range faults {
		for _, at := range f.Positions {
			if at == position {
				return true
			}
		}
	}
	return false
}

// faultsOf are the faults of a row, once the reader has asked for them.
func (p runningPage) faultsOf(number int) []sheet.RunningFault {
	var list []sheet.RunningFault
	for _, f := range p.Read.Faults {
		if p.Asked && f.Number == number {
			list = append(list, f)
		}
	}
	return list
}

// Faults are the problems of the form: those of rows as sentences with names, linked to the row.
func (p runningPage) Faults() []fieldProblem {
	var list []fieldProblem
	for i, f := range p.Base.Faults() {
		if !strings.HasPrefix(p.Form.problems[i].Field, "rows.") {
			list = append(list, f)
		}
	}
	if !p.Asked {
		return list
	}
	for _, f := range p.Read.Faults {
		list = append(list, fieldProblem{Field: "row" + strconv.Itoa(f.Number), Text: p.said(f).Text})
	}
	return list
}

// MayKeep reports whether the rows can be stored as they stand on paper.
func (p runningPage) MayKeep() bool {
	for _, f := range p.Read.Faults {
		if !f.AsWritten() && !(f.Break && p.V.MayNote(p.Actor)) {
			return false
		}
	}
	return p.Asked && len(p.Read.Faults) > 0
}

// Off reports whether there are rows that no hand gives.
func (p runningPage) Off() bool {
	return slices.ContainsFunc(p.Read.Faults, sheet.RunningFault.AsWritten)
}

// Breaks reports whether rows break a rule of the session: they are kept with a reason.
func (p runningPage) Breaks() bool {
	return slices.ContainsFunc(p.Read.Faults, func(f sheet.RunningFault) bool { return f.Break })
}

// State says in one line how far the rows go and whether they are right.
func (p runningPage) State() string {
	switch n := len(p.Read.Lines); {
	case !p.Asked || n == 0:
		return ""
	case len(p.Read.Faults) > 0:
		return p.T("running.state_bad", "Count", len(p.Read.Faults))
	default:
		return p.T("running.state_good", "From", p.From(), "To", p.Read.Lines[n-1].Number)
	}
}

// said is a fault in words, with whom, by how much, how it may have come about, and how far it goes.
func (p runningPage) said(f sheet.RunningFault) runningSaid {
	names := make([]string, len(f.Positions))
	for i, at := range f.Positions {
		names[i] = shortAt(p.V.Seats, at, f.Number)
	}
	who := strings.Join(names, " / ")
	args := []any{"Number", f.Number, "Names", who, "Sum", p.Points(f.Sum), "By", p.Points(f.By)}
	if f.Problem != nil {
		text, _ := pageText(p.Printer, tournament.Invalid(f.Code, "", f.Problem.Args))
		if f.Break && !p.V.MayNote(p.Actor) {
			text += " " + p.T("hint.break_staff")
		}
		return runningSaid{Text: p.T("running.in_hand", "Number", f.Number, "Text", text)}
	}
	said := runningSaid{Action: p.Address() + "/running/check", Text: p.T("running.fault_"+strings.TrimPrefix(f.Code, "running_"), args...)}
	if f.Code == sheet.RunningColumns && f.Until == f.Number {
		said.Fix = strings.Join([]string{strconv.Itoa(f.Number), strconv.Itoa(f.Number), strconv.Itoa(f.Positions[0]) + "x" + strconv.Itoa(f.Positions[1]), "0"}, " ")
		said.Say = p.T("running.fix_columns")
	}
	if f.By == 0 || f.Code == sheet.RunningSitsOut {
		return said
	}
	p.blame(&said, f, who)
	return said
}

// blame adds whose figure is wrong by how much.
func (p runningPage) blame(said *runningSaid, f sheet.RunningFault, who string) {
	key, by := "running.too_high", f.By
	if by < 0 {
		key, by = "running.too_low", -by
	}
	add := func(text string) { said.Text += " " + text }
	add(p.T(key, "Names", who, "By", p.Int(int64(by))))
	one := len(f.Positions) == 1
	if one {
		add(p.T("running.figure", "Is", p.Int(int64(f.Is)), "Should", p.Int(int64(f.Should))))
	}
	switch f.Why {
	case "swapped":
		add(p.T("running.why_swapped"))
	case "sign":
		add(p.T("running.why_sign"))
	case "credited":
		add(p.T("running.why_credited"))
	}
	if f.Until > f.Number {
		add(p.T("running.until", "Hand", f.Until))
	}
	if one {
		last := max(f.Until, f.Number)
		said.Fix = strings.Join([]string{strconv.Itoa(f.Number), strconv.Itoa(last), strconv.Itoa(f.Positions[0]), strconv.Itoa(f.By)}, " ")
		said.Say = p.T("running.fix", "Name", who, "Is", p.Int(int64(f.Is)), "Should", p.Int(int64(f.Should)))
		if last > f.Number {
			said.Say = p.T("running.fix_until", "Name", who, "From", f.Number, "To", last, "By", p.Points(-f.By))
		}
	}
}

// fillFromPoints fills the form of winners and value from a row of points: as a rule they tell who won and how much.
func (f *Form) fillFromPoints(r rowJSON) {
	var winners []int
	least, most := 0, 0
	for i, n := range r.Points {
		if n > 0 {
			winners = append(winners, i+1)
		}
		least, most = min(least, n), max(most, n)
	}
	value := most
	switch {
	case len(winners) == 1 && least < 0: // the others paid the value each
		value = -least
	case len(winners) == 1: // a list that counts only plus
		value = most / 3
	}
	if len(winners) == 0 || len(winners) > 3 {
		return
	}
	f.fillPositions("winners", winners)
	f.Set("value", strconv.Itoa(value))
	if len(winners) != 2 && string(r.Solo) == "null" {
		f.Set("no_solo", "1")
	}
}
