package web

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"doko/scoring/doppelkopf"
	"doko/tournament"
	"doko/tournament/desk"
)

// restPage is the form for the rest of a list whose first hands are entered: the final totals as on paper.
type restPage struct {
	totalsPage
	Row    desk.RowView // the rest as it stands, Current.ID 0 = there is none yet
	Number int          // first hand of the rest; 0 = the list is full
	Before []int        // totals before it
	Owing  []int        // positions that owed a compulsory solo then
}

// restOf finds the rest of a list, or where one would begin.
func restOf(base Base, view desk.TableView) restPage {
	p := restPage{totalsPage: totalsPage{Base: base, V: view, Pen: newPenView(base, view)}, Before: make([]int, view.Table.Size)}
	if view.Next != nil {
		p.Number = view.Next.Number
	}
	for _, row := range view.Rows {
		if row.Current.ID != 0 && row.Current.Row.Kind == tournament.RowThrough {
			p.Row, p.Number = row, row.Number
		}
	}
	played := make([]int, view.Table.Size)
	for _, row := range view.Rows {
		if row.Current.ID == 0 || row.Number >= p.Number {
			continue
		}
		for i, n := range row.Current.Points {
			p.Before[i] += n
		}
		if at := soloistOf(row); at > 0 && (row.Kind == doppelkopf.Compulsory || row.Kind == doppelkopf.Forced) {
			played[at-1]++
		}
	}
	for i, n := range played {
		if n < view.Tournament.Format.CompulsorySolos {
			p.Owing = append(p.Owing, i+1)
		}
	}
	return p
}

// restForm answers GET /tables/:id/rest.
func (s *Server) restForm(c echo.Context) error {
	view, err := s.tableView(c)
	if err != nil {
		return err
	}
	p, form := restOf(Base{}, view), newForm()
	form.Set("number", strconv.Itoa(p.Number))
	if row := p.Row.Current; row.ID != 0 {
		form.Set("base", strconv.Itoa(row.Revision))
		form.Set("through", strconv.Itoa(row.Row.Through))
		for i, n := range row.Points {
			form.Set("total_"+strconv.Itoa(i+1), strconv.Itoa(p.Before[i]+n))
		}
		for i, n := range row.Row.Solos {
			if n > 0 {
				form.values.Add("solos", strconv.Itoa(i+1))
			}
		}
		if row.Row.Solos == nil {
			form.Set("solos_unknown", "1")
		}
	}
	return s.renderRest(c, view, form)
}

func (s *Server) renderRest(c echo.Context, view desk.TableView, form *Form) error {
	base := s.tableBase(c, view, visitOf(c).printer.T("rest.title", "Table", view.Table.Number))
	form.fillDefault("through", strconv.Itoa(view.Hands))
	base.Form = form
	return s.render(c, form.status(), "tables/rest", restOf(base, view))
}

// restPost answers POST /tables/:id/rest.
func (s *Server) restPost(c echo.Context) error {
	view, form, err := s.tableForm(c)
	if err != nil {
		return err
	}
	entry := desk.HandEntry{
		Op: form.op(), Table: view.Table.ID, Number: form.number("number", 1, tournament.MaxHands), Base: form.number("base", 0, 1<<20),
		Reason: form.text("reason", tournament.MaxText), Row: restRow(form, view),
	}
	if form.err() == nil {
		again := s.handAsked(c, view, form, entry.Number)
		again.again = func() error { return s.renderRest(c, view, form) }
		shown, err := s.first(c, form, again, func(ctx context.Context) error {
			_, _, err := s.desk.EnterHand(ctx, actor(c), entry)
			return err
		})
		if shown {
			return err
		}
		if err == nil {
			return s.done(c, tableAddress(view.Table.ID), "flash.rest_entered", "From", entry.Number, "To", form.shown("through"))
		}
		if penElsewhere(err) {
			return s.penRefused(c, view, form)
		}
		if err := form.refuse(err); err != nil {
			return err
		}
		if conflict := (*desk.Conflict)(nil); errors.As(err, &conflict) { // what is on paper stays right: it now follows what is there
			if view, err = s.tableView(c); err != nil {
				return err
			}
			now := restOf(Base{}, view)
			form.Set("number", strconv.Itoa(now.Number))
			form.Set("base", strconv.Itoa(now.Row.Current.Revision))
		}
	}
	form.joinLists()
	form.move("points", "totals")
	return s.renderRest(c, view, form)
}

// restRow is the row of the rest: the final totals less what stands before them.
func restRow(form *Form, view desk.TableView) []byte {
	p := restOf(Base{}, view)
	var typed desk.TotalsEntry
	totalsOf(form, view, &typed)
	for i, n := range typed.Totals {
		typed.Totals[i] = n - p.Before[i]
	}
	row := tournament.Row{Kind: tournament.RowThrough, Points: typed.Totals, Solos: typed.Solos, Through: form.number("through", 1, tournament.MaxHands)}
	raw, err := json.Marshal(row)
	if err != nil {
		form.fault("form_broken", "", nil)
	}
	return raw
}

// Open reports whether the rest can be entered or changed now.
func (p restPage) Open() bool { return p.V.MayEnter && p.Number > 0 && p.V.Totals == nil }

// Corrects reports whether the rest is there already: then a reason is asked for.
func (p restPage) Corrects() bool { return p.Row.Current.ID != 0 }

// Lines are the players with the final total, what stood before, and the tick for the compulsory solo of those who owed it.
func (p restPage) Lines() []restLine {
	var list []restLine
	for i, line := range p.totalsPage.Lines() {
		list = append(list, restLine{line, p.Int(int64(p.Before[i])), slices.Contains(p.Owing, i+1)})
	}
	return list
}

// restLine is one player's line.
type restLine struct {
	totalField
	Before string
	Owes   bool
}

// begun reports whether hands are on the list one by one.
func begun(v desk.TableView) bool {
	return slices.ContainsFunc(v.Rows, func(r desk.RowView) bool { return r.Current.ID != 0 })
}

// wayTotals is the way to copy only totals: those of the whole list, or of the rest once hands are there.
func (p tablePage) wayTotals(address string) NavItem {
	if begun(p.V) {
		return NavItem{Text: p.T("table.way_rest"), Address: address + "/rest"}
	}
	return NavItem{Text: p.T("table.way_totals"), Address: address + "/totals"}
}
