package web

import (
	"crypto/rand"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/scoring/doppelkopf/notation"
	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/desk"
)

// linesPage is the page on which a paper sheet is typed, one line a hand.
type linesPage struct {
	tablePage
	Typed  []typedLine
	Now    *lineNow
	Stored tournament.HandRevision // of a conflict: the hand that somebody else entered meanwhile
	After  NavItem                 // the next table with missing hands; empty = none, or not asked
	BackOp string                  // key of the form that takes the last hand back
}

func (s *Server) newLinesPage(c echo.Context, view desk.TableView, form *Form, lines []typedLine) linesPage {
	p := visitOf(c).printer
	page := linesPage{Typed: lines}
	page.Base = s.tableBase(c, view, p.T("lines.title", "Table", view.Table.Number, "Round", view.Round.Number))
	page.V, page.Form, page.BackOp = view, form, rand.Text()
	page.Live, page.Events, page.Pen = tableAddress(view.Table.ID)+"/events", view.Tournament.Changes, newPenView(page.Base, view)
	return page
}

// Number is the hand that the next line tells, 0 when the sheet is full.
func (p linesPage) Number() int {
	if p.V.Next == nil {
		return 0
	}
	return p.V.Next.Number
}

// Bulk reports whether many lines were typed at once.
func (p linesPage) Bulk() bool { return p.Form.Value("way") == wayBulk }

// Line is what stands in the field of one line.
func (p linesPage) Line() string {
	if p.Bulk() {
		return ""
	}
	return p.Form.Value("lines")
}

// Lines is what stands in the field of many lines.
func (p linesPage) Lines() string {
	if p.Bulk() {
		return p.Form.Value("lines")
	}
	return ""
}

// linePlace is a position with who sits there.
type linePlace struct {
	Position    int
	Name, Small string
}

// Places are the positions as they are typed.
func (p linesPage) Places() []linePlace {
	var list []linePlace
	for pos := 1; pos <= p.V.Table.Size; pos++ {
		at := linePlace{Position: pos, Name: shortAt(p.V.Seats, pos, max(p.Number(), 1))}
		if turn := p.V.Next; turn != nil {
			switch pos {
			case turn.SitsOut:
				at.Small = p.T("hand.sits_out")
			case turn.Dealer:
				at.Small = p.T("hand.deals")
			case turn.Lead:
				at.Small = p.T("hand.leads")
			}
		}
		list = append(list, at)
	}
	return list
}

// lineRowView is a hand of the sheet with its line.
type lineRowView struct {
	sheetRow
	Line string
}

// Written are the hands of the sheet, newest first: the one just typed stands beside the field.
func (p linesPage) Written() []lineRowView {
	var list []lineRowView
	for i := len(p.V.Rows) - 1; i >= 0; i-- {
		if r := p.V.Rows[i]; r.Current.ID != 0 {
			list = append(list, lineRowView{p.sheetRow(r), writtenLine(r)})
		}
	}
	return list
}

// lineView is one of many lines as it was read.
type lineView struct {
	Number, Hand int
	Text         string
	Result       *previewView // nil = there are faults
	Faults       []string
}

// Read are the lines as they were read, with their faults.
func (p linesPage) Read() []lineView {
	var list []lineView
	for _, t := range p.Typed {
		v := lineView{Number: t.number, Hand: t.checked.Number, Text: t.text, Faults: faultTexts(p.Base, p.V, t.faults)}
		if len(t.faults) == 0 {
			v.Result = resultView(p.Base, p.V.Seats, max(t.checked.Number, 1), t.checked.Result)
		}
		list = append(list, v)
	}
	return list
}

// faultTexts are problems as sentences that say where.
func faultTexts(b Base, view desk.TableView, problems tally.Problems) []string {
	var list []string
	for _, p := range problems {
		problem := tournament.Invalid(p.Code, p.Field, p.Args)
		if _, broken := p.Args["Must"]; broken { // a rule of the session
			problem.Hint = "break_staff"
			if view.MayNote(b.Actor) {
				problem.Hint = "line_note"
			}
		}
		text, hint := pageText(b.Printer, problem)
		if text = strings.TrimSpace(text + " " + hint); p.Args["Column"] != nil {
			text = b.T("lines.column", "Column", p.Args["Column"], "Text", text)
		}
		list = append(list, text)
	}
	return list
}

// Wrong is everything that is wrong with what was sent, each with its line where there are several.
func (p linesPage) Wrong() []string {
	var list []string
	said := *p.Form // the problems stay as they are: others read them too
	said.problems = slices.Clone(said.problems)
	for i, problem := range said.problems {
		if problem.Hint == "break_note" {
			line := *problem
			line.Hint = "line_note"
			said.problems[i] = &line
		}
	}
	p.Form = &said
	for _, f := range p.Faults() {
		if f.Field != oneLine {
			list = append(list, strings.TrimSpace(f.Text+" "+f.Hint))
		}
	}
	for _, l := range p.Read() {
		for _, f := range l.Faults {
			if p.Bulk() {
				f = p.T("lines.line", "Number", l.Number, "Text", f)
			}
			list = append(list, f)
		}
	}
	if p.Stored.ID != 0 {
		line := writtenLine(desk.RowView{Current: p.Stored})
		list = append(list, p.T("lines.conflict", "Number", p.Stored.Number, "Line", line))
	}
	return list
}

// lineNow is what is known of the line that is being typed.
type lineNow struct {
	Result *previewView // nil = there is none yet
	Faults []string     // what cannot be mended by typing on
	Keys   []keyView    // what may come next
}

// keyView is a key and what it means. Keys is empty where any figure may stand.
type keyView struct{ Keys, Text string }

// beingTyped explains the beginning of a line.
func (s *Server) beingTyped(c echo.Context, b Base, view desk.TableView, text string) (*lineNow, error) {
	if runes := []rune(text); len(runes) > maxLine {
		text = string(runes[:maxLine])
	}
	now := &lineNow{Keys: lineKeys(b, view, text)}
	lines := typedLines(text, view)
	if len(lines) != 1 {
		return now, nil
	}
	line := &lines[0]
	if len(line.faults) == 0 {
		if err := s.checkLines(c, view, lines); err != nil {
			return nil, err
		}
	}
	if len(line.faults) == 0 {
		now.Result = lineResult(b, view, line)
		return now, nil
	}
	line.faults = slices.DeleteFunc(line.faults, func(p tally.Problem) bool { return p.Code == "notation_missing" })
	now.Faults = faultTexts(b, view, line.faults)
	return now, nil
}

// lineResult is what a line is worth, and why.
func lineResult(b Base, view desk.TableView, line *typedLine) *previewView {
	e := line.checked
	v := resultView(b, view.Seats, max(e.Number, 1), e.Result)
	if line.line.Kind != notation.KindHand { // who plays Re is not known
		v.Headline = ""
	}
	v.explain(b, doppelkopfRules(view.Tournament), e.Row, e.Result)
	return v
}

// lineKeys are the keys that may follow.
func lineKeys(b Base, view desk.TableView, text string) []keyView {
	hand := 1
	if view.Next != nil {
		hand = view.Next.Number
	}
	var list []keyView
	for _, k := range notation.Next(doppelkopfRules(view.Tournament), view.Table.Size, text) {
		v := keyView{k.Keys, ""}
		if k.Means == "seat" {
			v.Text = shortAt(view.Seats, int(k.Keys[0]-'0'), hand)
		} else {
			v.Text = b.T("notation." + k.Means)
		}
		list = append(list, v)
	}
	return list
}

// nextTable is the first table after this one that misses hands, in the same round or else in another that is played. Nothing for
// list keepers, who have one table.
func (s *Server) nextTable(c echo.Context, view desk.TableView) (NavItem, error) {
	t := view.Tournament
	if !actor(c).May(tournament.Helper, t.Organisation, t.ID) {
		return NavItem{}, nil
	}
	o, err := s.desk.Overview(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return NavItem{}, err
	}
	var before, after []desk.TableTile
	for _, r := range o.Rounds {
		for _, tile := range r.Tables {
			switch {
			case !missesHands(tile) || r.Round.Phase == tournament.RoundClosed || tile.Table.ID == view.Table.ID:
			case r.Round.Number > view.Round.Number, r.Round.Number == view.Round.Number && tile.Table.Number > view.Table.Number:
				after = append(after, tile)
			default:
				before = append(before, tile)
			}
		}
	}
	for _, tile := range append(after, before...) {
		return NavItem{
			Text:    visitOf(c).printer.T("lines.next_table", "Table", tile.Table.Number, "Done", tile.Done, "Hands", tile.Hands),
			Address: tableAddress(tile.Table.ID) + "/lines",
		}, nil
	}
	return NavItem{}, nil
}

// TypeSheets is where a round's paper sheets are typed: the first table that misses hands; "" for none.
func (p overviewPage) TypeSheets(r roundView) string {
	for _, tile := range r.Tables {
		if missesHands(tile) && r.Round.Phase == tournament.RoundPlaying {
			return tableAddress(tile.Table.ID) + "/lines"
		}
	}
	return ""
}

func missesHands(t desk.TableTile) bool {
	return t.Table.Phase != tournament.TableConfirmed && !t.Totals && t.Done < t.Hands
}
