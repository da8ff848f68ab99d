package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"doko/scoring"
	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/notation"
	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/sheet"
)

const (
	wayBulk     = "bulk" // many lines at once, in a field of their own
	oneLine     = "line" // the field of a problem that is shown with its line
	maxLine     = 600    // characters of one line: the longest is a re-deal with its reason
	maxAllLines = 20000
)

// typedLine is one line that was typed.
type typedLine struct {
	number  int // of the line in its field, from 1
	text    string
	line    notation.Line
	faults  tally.Problems
	checked sheet.Checked
}

// typedLines reads the lines of a form; empty ones are left out.
func typedLines(text string, view desk.TableView) []typedLine {
	var list []typedLine
	rules := doppelkopfRules(view.Tournament)
	for i, text := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		t := typedLine{number: i + 1, text: text}
		if utf8.RuneCountInString(text) > maxLine {
			t.faults = tally.Problems{{Code: "field_long", Field: "lines", Args: map[string]any{"Max": maxLine}}}
		} else if line, err := notation.Parse(rules, view.Table.Size, text); err == nil {
			t.line = line
		} else {
			errors.As(err, &t.faults)
		}
		list = append(list, t)
	}
	return list
}

// lineRow is a line as the desk takes it; bock is how often Bock applies where the line does not say it.
func lineRow(l notation.Line, bock int) []byte {
	row := tournament.Row{Points: l.Points, Winners: l.Winners, Value: l.Value, Solo: l.Solo, SoloKind: string(l.SoloKind), Reason: l.Reason}
	switch l.Kind {
	case notation.KindHand:
		row.Kind = tournament.RowHand
		if !l.Bock {
			l.Hand.Bock = bock
		}
		row.Record = &scoring.Record{Doppelkopf: &l.Hand}
	case notation.KindPoints:
		row.Kind = tournament.RowPoints
	case notation.KindWinners:
		row.Kind = tournament.RowWinners
	case notation.KindRedealt:
		row.Kind = tournament.RowRedealt
	}
	raw, err := json.Marshal(row)
	if err != nil {
		panic(fmt.Sprintf("web: a line that cannot be stored: %v", err)) // every kind of line is a kind of row: a mistake of ours
	}
	return raw
}

// writtenLine is the line of a stored row, "" for a copied rest; who sits out is left out where the rotation says it.
func writtenLine(r desk.RowView) string {
	row := r.Current.Row
	l := notation.Line{Points: row.Points, Winners: row.Winners, Value: row.Value, Solo: row.Solo, SoloKind: doppelkopf.SoloKind(row.SoloKind), Reason: row.Reason}
	switch row.Kind {
	case tournament.RowHand:
		if row.Record.Doppelkopf == nil {
			return ""
		}
		l.Kind, l.Hand = notation.KindHand, *row.Record.Doppelkopf
		if l.Hand.SittingOut == r.Turn.SitsOut {
			l.Hand.SittingOut = 0
		}
	case tournament.RowPoints:
		l.Kind = notation.KindPoints
	case tournament.RowWinners:
		l.Kind = notation.KindWinners
	case tournament.RowRedealt:
		l.Kind = notation.KindRedealt
	default:
		return ""
	}
	return notation.Write(l)
}

// lineRows are the lines as the desk takes them, without a row where one cannot be read. bock is how often Bock applies to the first;
// in the others the desk adds what the lines before have set off.
func lineRows(view desk.TableView, lines []typedLine, bock int) []desk.LineRow {
	rules, rows := doppelkopfRules(view.Tournament), make([]desk.LineRow, len(lines))
	for i, l := range lines {
		if len(l.faults) > 0 {
			continue
		}
		rows[i] = desk.LineRow{Row: lineRow(l.line, bock), Note: l.line.Note, BockFollows: rules.Bock && i > 0 && !l.line.Bock}
	}
	return rows
}

// checkLines asks the desk about each line and puts what is wrong with it beside it.
func (s *Server) checkLines(c echo.Context, view desk.TableView, lines []typedLine) error {
	checked, err := s.desk.CheckLines(c.Request().Context(), actor(c), view.Table.ID, lineRows(view, lines, view.Bock))
	if err != nil {
		return err
	}
	for i := range lines {
		lines[i].faults = append(lines[i].faults, checked[i].Problems...)
		lines[i].checked = checked[i]
	}
	return nil
}

// linesForm answers GET /tables/:id/lines: one line for each hand, typed with the keyboard alone.
func (s *Server) linesForm(c echo.Context) error {
	view, err := s.tableView(c)
	if err != nil {
		return err
	}
	form := newForm()
	if n, err := strconv.Atoi(c.QueryParam("again")); err == nil && view.Next != nil && n == view.Next.Number {
		form.Set("lines", takenBack(view, n))
	}
	return s.renderLines(c, s.newLinesPage(c, view, form, nil))
}

// takenBack is the line of the hand that was just taken back.
func takenBack(view desk.TableView, number int) string {
	for _, row := range view.Rows {
		if row.Number == number && row.Current.ID == 0 && len(row.Older) > 0 {
			return writtenLine(desk.RowView{Current: row.Older[0], Turn: *view.Next})
		}
	}
	return ""
}

// linesPost answers POST /tables/:id/lines: one hand, or many, all of them or none. The desk is asked first whether it knows the key:
// a line that is sent again after it was stored is not checked a second time.
func (s *Server) linesPost(c echo.Context) error {
	view, form, err := s.tableForm(c)
	if err != nil {
		return err
	}
	lines, whole := readLines(form, view)
	op, number, bock := form.op(), form.number("number", 1, tournament.MaxHands), form.number("bock", 0, 20)
	if !whole || form.err() != nil {
		return s.showChecked(c, view, form, lines, nil)
	}
	rows := lineRows(view, lines, bock)
	again := func() error { return s.renderLines(c, s.newLinesPage(c, view, form, nil)) }
	if len(rows) == 1 {
		entry := desk.HandEntry{Op: op, Table: view.Table.ID, Number: number, Row: rows[0].Row, Reason: rows[0].Note}
		var stored tournament.HandRevision
		shown, err := s.first(c, form, s.linesAsked(c, view, again), func(ctx context.Context) error {
			var err error
			stored, _, err = s.desk.EnterHand(ctx, actor(c), entry)
			return err
		})
		switch {
		case shown:
			return err
		case err == nil:
			return s.done(c, linesAddress(view), "flash.hand_entered", "Number", stored.Number, "Result", s.pointsLine(c, view, stored))
		}
		return s.linesRefused(c, view, form, lines, err)
	}
	shown, err := s.first(c, form, s.linesAsked(c, view, again), func(ctx context.Context) error {
		_, err := s.desk.EnterLines(ctx, actor(c), desk.LinesEntry{Op: op, Table: view.Table.ID, From: number, Rows: rows})
		return err
	})
	var wrong tally.Problems
	switch {
	case shown:
		return err
	case err == nil:
		return s.done(c, linesAddress(view), "flash.lines_entered", "Count", len(rows))
	case errors.As(err, &wrong):
		return s.showChecked(c, view, form, lines, err)
	}
	return s.linesRefused(c, view, form, lines, err)
}

// linesAsked is the entering of lines.
func (s *Server) linesAsked(c echo.Context, view desk.TableView, again func() error) asked {
	title := visitOf(c).printer.T("lines.title", "Table", view.Table.Number, "Round", view.Round.Number)
	return s.rowsAsked(c, view, title, linesAddress(view), again)
}

// readLines reads the lines of a form; false if one of them cannot be read.
func readLines(form *Form, view desk.TableView) ([]typedLine, bool) {
	text := form.Value("lines")
	if len(text) > maxAllLines {
		form.fault("field_long", "lines", map[string]any{"Max": maxAllLines})
		return nil, false
	}
	lines := typedLines(text, view)
	switch {
	case len(lines) == 0:
		form.fault("lines_empty", "lines", nil)
	case len(lines) > tournament.MaxHands: // no list is that long, and each line costs the check of those before it
		form.fault("lines_too_many", "lines", map[string]any{"Hands": view.Hands})
		return nil, false
	}
	for _, l := range lines {
		if len(l.faults) > 0 {
			return lines, false
		}
	}
	return lines, len(lines) > 0
}

// showChecked shows the page with every fault of every line, or with why the desk has refused them if they have none any more.
func (s *Server) showChecked(c echo.Context, view desk.TableView, form *Form, lines []typedLine, refused error) error {
	if err := s.checkLines(c, view, lines); err != nil {
		return err
	}
	for _, l := range lines {
		for _, p := range l.faults {
			form.fault(p.Code, oneLine, p.Args)
		}
	}
	if refused != nil && form.err() == nil {
		return s.linesRefused(c, view, form, lines, refused)
	}
	return s.renderLines(c, s.newLinesPage(c, view, form, lines))
}

// linesRefused shows the page again with what the desk said, on the sheet as it is now.
func (s *Server) linesRefused(c echo.Context, view desk.TableView, form *Form, lines []typedLine, refused error) error {
	if err := form.refuse(refused); err != nil {
		return err
	}
	now, err := s.desk.Table(c.Request().Context(), actor(c), view.Table.ID)
	if err != nil {
		return err
	}
	page := s.newLinesPage(c, now, form, lines)
	var conflict *desk.Conflict
	if errors.As(refused, &conflict) {
		page.Stored = conflict.Stored
	}
	return s.renderLines(c, page)
}

// linesBack answers POST /tables/:id/lines/back: the last hand is taken back, and its line stands in the field again.
func (s *Server) linesBack(c echo.Context) error {
	view, form, err := s.tableForm(c)
	if err != nil {
		return err
	}
	entry := desk.HandEntry{
		Op: form.op(), Table: view.Table.ID, Number: form.number("number", 1, tournament.MaxHands), Base: form.number("base", 1, 1<<20),
		Void: true, Reason: visitOf(c).printer.T("table.undo_reason"),
	}
	if form.err() != nil {
		return s.renderLines(c, s.newLinesPage(c, view, form, nil))
	}
	asked := s.voidAsked(c, view, form, int64(entry.Number)) // it is an older one by now where somebody went on meanwhile
	asked.back = linesAddress(view)
	shown, err := s.first(c, form, asked, func(ctx context.Context) error {
		_, _, err := s.desk.EnterHand(ctx, actor(c), entry)
		return err
	})
	if shown {
		return err
	}
	if err != nil {
		return s.linesRefused(c, view, form, nil, err)
	}
	return s.done(c, fmt.Sprintf("%s?again=%d", linesAddress(view), entry.Number), "flash.line_back", "Number", entry.Number)
}

// linesPreview answers POST /tables/:id/lines/preview: what the lines are worth, nothing stored. With ?part=preview it is about one
// line that is being typed, and says what may come next.
func (s *Server) linesPreview(c echo.Context) error {
	view, form, err := s.tableForm(c)
	if err != nil {
		return err
	}
	if c.QueryParam("part") != "" {
		page := linesPage{tablePage: tablePage{Base: s.base(c, "").in(view.Tournament.Location()), V: view}}
		page.Form = form
		return s.renderLines(c, page)
	}
	lines, _ := readLines(form, view)
	return s.showChecked(c, view, form, lines, nil)
}

func linesAddress(view desk.TableView) string { return tableAddress(view.Table.ID) + "/lines" }

// renderLines works out what stands in the field of one line and where it goes on, and shows the page or one part of it.
func (s *Server) renderLines(c echo.Context, page linesPage) error {
	var err error
	if page.Now, err = s.beingTyped(c, page.Base, page.V, page.Line()); err != nil {
		return err
	}
	if page.Form.err() != nil { // said already
		page.Now.Faults = nil
	}
	if part := c.QueryParam("part"); part == "" || part == "state" {
		if page.After, err = s.nextTable(c, page.V); err != nil {
			return err
		}
	}
	return s.render(c, page.Form.status(), "tables/lines", page)
}
