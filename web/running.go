package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/sheet"
)

// runningPage is the form for a list that was kept on paper: a row a hand, a running total a player.
type runningPage struct {
	Base
	V     desk.TableView
	Pen   penView
	Read  sheet.Running
	Asked bool            // what was typed has been looked at, so its faults are shown
	Meets []runningMeet   // both versions of what somebody else entered meanwhile
	Sent  []sentField     // what was typed for those hands: it is sent again with the form
	Wrong map[string]bool // fields in which no number stands
}

// runningMeet is a hand of which there are two versions.
type runningMeet struct {
	Number       int
	Stored, Mine []string // totals by position
	Same         bool
	Address      string // where the stored one is corrected, "" = nowhere
}

// runningForm answers GET /tables/:id/running.
func (s *Server) runningForm(c echo.Context) error {
	view, err := s.tableView(c)
	if err != nil {
		return err
	}
	return s.renderRunning(c, view, newForm(), false)
}

// runningPost answers POST /tables/:id/running: the rows are stored, all of them or none.
func (s *Server) runningPost(c echo.Context) error {
	view, form, err := s.tableForm(c)
	if err != nil {
		return err
	}
	entry := runningOf(form, view)
	entry.Op = form.op()
	if form.err() == nil {
		var after desk.TableView
		shown, err := s.first(c, form, s.runningAsked(c, view, form), func(ctx context.Context) error {
			var err error
			after, err = s.desk.EnterRunning(ctx, actor(c), entry)
			return err
		})
		if shown {
			return err
		}
		if err == nil {
			key, last := "flash.running_entered", lastEntered(after)
			if last == entry.From {
				key = "flash.running_one"
			}
			return s.done(c, tableAddress(view.Table.ID), key, "From", entry.From, "To", last)
		}
		if penElsewhere(err) {
			return s.penRefused(c, view, form)
		}
		if err := form.refuse(err); err != nil {
			return err
		}
		if conflict := (*desk.Conflict)(nil); errors.As(err, &conflict) { // the sheet may have changed since this request read it
			if view, err = s.tableView(c); err != nil {
				return err
			}
		}
	}
	return s.renderRunning(c, view, form, true)
}

// runningAsked is the copying of a paper list.
func (s *Server) runningAsked(c echo.Context, view desk.TableView, form *Form) asked {
	title := visitOf(c).printer.T("running.title", "Table", view.Table.Number)
	return s.rowsAsked(c, view, title, tableAddress(view.Table.ID)+"/running", func() error { return s.renderRunning(c, view, form, true) })
}

// lastEntered is the last hand before the next open one.
func lastEntered(v desk.TableView) int {
	if v.Next == nil {
		return v.Hands
	}
	return v.Next.Number - 1
}

// runningCheck answers POST /tables/:id/running/check: the rows are looked at, nothing is stored. A button may mend a figure first.
func (s *Server) runningCheck(c echo.Context) error {
	view, form, err := s.tableForm(c)
	if err != nil {
		return err
	}
	mend(form, form.Value("fix"))
	return s.renderRunning(c, view, form, true)
}

// runningField is the name of a figure: hand 9, position 2 is r9_2.
func runningField(number, position int) string {
	return "r" + strconv.Itoa(number) + "_" + strconv.Itoa(position)
}

// runningOf reads the rows from the hand on that the form was made for; what is no number is a problem of its field.
func runningOf(form *Form, view desk.TableView) desk.RunningEntry {
	entry := desk.RunningEntry{Table: view.Table.ID, From: form.shown("from"), AsWritten: form.on("as_written"), Reason: form.text("reason", tournament.MaxText)}
	for _, word := range strings.Fields(form.Value("start")) {
		n, err := strconv.Atoi(word)
		if err != nil {
			n = tournament.MaxRowPoints + 1 // no sheet stands there
		}
		entry.Start = append(entry.Start, n)
	}
	for n := max(entry.From, 1); n <= view.Hands; n++ {
		entry.Rows = append(entry.Rows, runningRow(form, n, view.Table.Size))
	}
	return entry
}

func runningRow(form *Form, number, size int) sheet.Written {
	row := sheet.Written{Totals: make([]*int, size), Solo: form.Value("solo_" + strconv.Itoa(number))}
	for pos := 1; pos <= size; pos++ {
		field := runningField(number, pos)
		if strings.TrimSpace(form.Value(field)) == "" {
			continue
		}
		before := len(form.problems)
		n := form.number(field, -tournament.MaxRowPoints, tournament.MaxRowPoints)
		if len(form.problems) == before {
			row.Totals[pos-1] = &n
		}
	}
	return row
}

// mend changes what a button beside a fault says: "9 12 2 3" takes 3 off the totals of position 2 in hands 9 to 12, "9 9 1x2 0"
// puts two totals of hand 9 back in their columns.
func mend(form *Form, fix string) {
	words := strings.Fields(fix)
	if len(words) != 4 {
		return
	}
	from, err1 := strconv.Atoi(words[0])
	to, err2 := strconv.Atoi(words[1])
	by, err3 := strconv.Atoi(words[3])
	if errors.Join(err1, err2, err3) != nil || from < 1 || to-from > tournament.MaxHands {
		return
	}
	a, b, both := strings.Cut(words[2], "x")
	for n := from; n <= to; n++ {
		row := "r" + strconv.Itoa(n) + "_"
		if both {
			left, right := form.Value(row+a), form.Value(row+b)
			form.Set(row+a, right)
			form.Set(row+b, left)
			continue
		}
		if strings.TrimSpace(form.Value(row+a)) == "" {
			continue
		}
		scratch := &Form{values: form.values}
		if is := scratch.number(row+a, -2*tournament.MaxRowPoints, 2*tournament.MaxRowPoints); len(scratch.problems) == 0 {
			form.Set(row+a, strconv.Itoa(is-by))
		}
	}
}

// renderRunning shows the form with the rows that are still open, and what is to be said about those that were typed.
func (s *Server) renderRunning(c echo.Context, view desk.TableView, form *Form, asked bool) error {
	p := visitOf(c).printer
	page := runningPage{Base: s.tableBase(c, view, p.T("running.title", "Table", view.Table.Number)), V: view, Asked: asked, Wrong: map[string]bool{}}
	page.Form, page.Pen = form, newPenView(page.Base, view)
	form.move("rows", "")
	for _, problem := range form.problems {
		page.Wrong[problem.Field] = true
	}
	scratch := &Form{values: form.values} // the problems of the fields are noted already
	typed := runningOf(scratch, view)
	entry := typed
	entry.From, entry.Rows = 0, nil
	if next := view.Next; next != nil {
		for n := next.Number; n <= view.Hands; n++ {
			entry.Rows = append(entry.Rows, runningRow(scratch, n, view.Table.Size))
		}
	}
	var err error
	if page.Read, err = s.desk.CheckRunning(c.Request().Context(), actor(c), entry); err != nil {
		return err
	}
	page.meet(typed)
	if c.QueryParam("part") != "" {
		return s.render(c, http.StatusOK, "tables/running", page)
	}
	return s.render(c, form.status(), "tables/running", page)
}

// meet puts what was typed beside what somebody else entered meanwhile.
func (p *runningPage) meet(typed desk.RunningEntry) {
	room := p.Read.Room
	scratch := &Form{values: p.Form.values} // the problems of the fields are noted already
	for number := 1; number <= p.V.Hands && number != room.Number; number++ {
		row := runningRow(scratch, number, p.V.Table.Size)
		if row.Empty() {
			continue
		}
		m := runningMeet{Number: number, Same: true}
		stored, ok := rowNumbered(p.V, number)
		for pos := 1; pos <= p.V.Table.Size; pos++ {
			mine, theirs := p.Form.Value(runningField(number, pos)), ""
			if ok && pos <= len(stored.Running) {
				theirs = p.Int(int64(stored.Running[pos-1]))
				m.Same = m.Same && (row.Totals[pos-1] == nil || *row.Totals[pos-1] == stored.Running[pos-1])
			}
			m.Mine, m.Stored = append(m.Mine, mine), append(m.Stored, theirs)
			p.Sent = append(p.Sent, sentField{runningField(number, pos), mine})
		}
		m.Same = m.Same && ok
		if ok && stored.Current.Row.Kind != tournament.RowThrough {
			m.Address = tableAddress(p.V.Table.ID) + "/hands/" + strconv.Itoa(number)
		}
		p.Sent = append(p.Sent, sentField{"solo_" + strconv.Itoa(number), p.Form.Value("solo_" + strconv.Itoa(number))})
		p.Meets = append(p.Meets, m)
	}
	if typed.From == room.Number && len(typed.Start) == len(room.Totals) {
		before := runningMeet{Number: room.Number - 1, Same: true}
		for i, n := range room.Totals {
			before.Same = before.Same && n == typed.Start[i]
			before.Stored, before.Mine = append(before.Stored, p.Int(int64(n))), append(before.Mine, p.Int(int64(typed.Start[i])))
		}
		if !before.Same {
			p.Meets = append(p.Meets, before)
		}
	}
}
