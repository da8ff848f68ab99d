package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/desk"
)

// handPage is the page on which an entered hand is corrected or taken back.
type handPage struct {
	Base
	V    desk.TableView
	Hand handView
	Row  desk.RowView
	Pen  penView
}

// handPost answers POST /tables/:id/hands: a new hand, or with base the correction of one.
func (s *Server) handPost(c echo.Context) error {
	view, form, err := s.tableForm(c)
	if err != nil {
		return err
	}
	form.receipt(c)
	entry := desk.HandEntry{
		Op: form.op(), Table: view.Table.ID, Number: form.number("number", 1, tournament.MaxHands), Base: form.number("base", 0, 1<<20),
		Row: rowOf(form, doppelkopfRules(view.Tournament)), Reason: form.text("reason", tournament.MaxText), Seats: drawnIn(form),
	}
	if entry.Base == 0 {
		entry.Reason = form.text("note", tournament.MaxText)
	}
	if form.err() != nil {
		return s.handAgain(c, view, form)
	}
	var stored tournament.HandRevision
	shown, err := s.first(c, form, s.handAsked(c, view, form, entry.Number), func(ctx context.Context) error {
		var err error
		stored, _, err = s.desk.EnterHand(ctx, actor(c), entry)
		return err
	})
	if shown {
		return err
	}
	var conflict *desk.Conflict
	switch {
	case err == nil:
		key := "flash.hand_entered"
		if stored.Revision > 1 {
			key = "flash.hand_corrected"
		}
		args := []any{"Number", stored.Number, "Result", s.pointsLine(c, view, stored)}
		if c.Request().Header.Get(queueHeader) != "" {
			return s.acknowledge(c, key, args...)
		}
		return s.done(c, tableAddress(view.Table.ID), key, args...)
	case errors.As(err, &conflict):
		return s.handConflict(c, view, form, conflict.Stored)
	case penElsewhere(err):
		return s.penRefused(c, view, form)
	}
	if err := form.refuse(err); err != nil {
		return err
	}
	return s.handAgain(c, view, form)
}

// tableForm reads a form about the table of the address, for whoever may see the table.
func (s *Server) tableForm(c echo.Context) (desk.TableView, *Form, error) {
	form, err := readForm(c)
	if err != nil {
		return desk.TableView{}, nil, err
	}
	view, err := s.tableView(c)
	if err == nil {
		view, err = s.penFirst(c, view, form)
	}
	return view, form, err
}

// handAgain shows the form as it was typed, with its problems or its preview.
func (s *Server) handAgain(c echo.Context, view desk.TableView, form *Form) error {
	form.regroup()
	number := form.shown("number")
	if row, ok := rowNumbered(view, number); ok && form.shown("base") > 0 {
		return s.renderHand(c, view, row, form)
	}
	page := s.newTablePage(c, view, form)
	if !page.Enter() && number > 0 {
		base := page.Base
		base.Form = &Form{values: form.values} // the problems of the refusal stay as they are
		var err error
		if page.Refused, err = s.previewOf(c, base, view, number); err != nil {
			return err
		}
	}
	return s.render(c, form.status(), "tables/table", page)
}

// shown is a number that was sent, 0 if it is none; it never adds a problem.
func (f *Form) shown(name string) int {
	n, err := strconv.Atoi(f.Value(name))
	if err != nil {
		return 0
	}
	return n
}

// preview answers POST /tables/:id/preview: what the hand in the form is worth, nothing stored. With ?part=preview only that.
func (s *Server) preview(c echo.Context) error {
	view, form, err := s.tableForm(c)
	if err != nil {
		return err
	}
	number := form.shown("number")
	base := s.base(c, "").in(view.Tournament.Location())
	base.Form = form
	result, err := s.previewOf(c, base, view, number)
	if err != nil {
		return err
	}
	if c.QueryParam("part") != "" {
		form.problems = nil
		page := tablePage{Base: base, V: view, Hand: handView{Base: base, Preview: result}}
		return s.render(c, http.StatusOK, "tables/table", page)
	}
	return s.handAgain(c, view, form)
}

// previewOf works out the hand in the page's form; what is wrong with it goes into the form and, as sentences, into the preview.
func (s *Server) previewOf(c echo.Context, base Base, view desk.TableView, number int) (*previewView, error) {
	form, v := base.Form, &previewView{}
	row := rowOf(form, doppelkopfRules(view.Tournament))
	if form.err() == nil {
		r, err := s.desk.Preview(c.Request().Context(), actor(c), view.Table.ID, number, row)
		if err == nil || onlyOrder(err) {
			v = resultView(base, view.Seats, number, r)
			if parsed, err := tournament.ParseRow(view.Tournament.Rules, view.Table.Size, row); err == nil {
				v.explain(base, doppelkopfRules(view.Tournament), parsed, r)
			}
		}
		if err == nil {
			return v, nil
		}
		if err := form.refuse(err); err != nil {
			return nil, err
		}
	}
	form.regroup()
	v.missing(base, view.Seats)
	return v, nil
}

// handEdit answers GET /tables/:id/hands/:number: the form filled with the hand as it stands.
func (s *Server) handEdit(c echo.Context) error {
	view, err := s.tableView(c)
	if err != nil {
		return err
	}
	number, err := pathNumber(c, "number")
	if err != nil {
		return err
	}
	row, ok := rowNumbered(view, int(number))
	if !ok {
		return tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
	}
	if row.Current.Row.Kind == tournament.RowThrough {
		return c.Redirect(http.StatusSeeOther, tableAddress(view.Table.ID)+"/rest")
	}
	form := newForm()
	form.Set("number", strconv.Itoa(row.Number))
	form.Set("base", strconv.Itoa(row.Current.Revision))
	if err := fillHand(form, row.Current.Row); err != nil {
		return err
	}
	return s.renderHand(c, view, row, form)
}

func rowNumbered(view desk.TableView, number int) (desk.RowView, bool) {
	i := slices.IndexFunc(view.Rows, func(r desk.RowView) bool { return r.Number == number && r.Current.ID != 0 })
	if i < 0 {
		return desk.RowView{}, false
	}
	return view.Rows[i], true
}

func (s *Server) renderHand(c echo.Context, view desk.TableView, row desk.RowView, form *Form) error {
	p := visitOf(c).printer
	page := handPage{Base: s.tableBase(c, view, p.T("hand.title", "Number", row.Number, "Table", view.Table.Number)), V: view, Row: row}
	page.Form = form
	page.Hand = newHandView(page.Base, view, row.Number)
	page.Hand.Correct = true
	page.Hand.Values = s.valuesAddress(view)
	page.Pen = newPenView(page.Base, view)
	return s.render(c, form.status(), "tables/hand", page)
}

// Stored is the hand as it stands, explained.
func (p handPage) Stored() *previewView { return storedView(p.Base, p.V, p.Row.Current) }

// Address is the table's page.
func (p handPage) Address() string { return tableAddress(p.V.Table.ID) }

// Open reports whether the hand may be changed now.
func (p handPage) Open() bool { return p.V.MayEnter }

// MayUnlock reports whether who asks may open the list of the hand again.
func (p handPage) MayUnlock() bool { return tablePage{Base: p.Base, V: p.V}.MayUnlock() }

// storedView explains a revision: its result, its points and why.
func storedView(b Base, view desk.TableView, h tournament.HandRevision) *previewView {
	v := &previewView{}
	if h.Value != nil {
		factor := 1
		if hand := h.Row.Record; hand != nil && hand.Doppelkopf != nil && hand.Doppelkopf.Solo() {
			factor = doppelkopfRules(view.Tournament).SoloMultiplier
		}
		v.Headline = headline(b, h.Winner, *h.Value, factor)
	}
	for i, points := range h.Points {
		v.Points = append(v.Points, namePoints{shortAt(view.Seats, i+1, h.Number), b.Points(points), points > 0})
	}
	v.Items = itemTexts(b, h.Lines, h.Winner)
	v.explain(b, doppelkopfRules(view.Tournament), h.Row, tally.Result{Winner: h.Winner, Lines: h.Lines})
	return v
}

// pointsLine is a hand's points in one line, for the sentence after entering.
func (s *Server) pointsLine(c echo.Context, view desk.TableView, h tournament.HandRevision) string {
	p, line := visitOf(c).printer, ""
	for i, points := range h.Points {
		if points == 0 {
			continue
		}
		if line != "" {
			line += " · "
		}
		line += fmt.Sprintf("%s %s", shortAt(view.Seats, i+1, h.Number), p.Points(points))
	}
	return line
}

// handVoid answers POST /tables/:id/hands/:number/void: the hand is taken back; it stays readable.
func (s *Server) handVoid(c echo.Context) error {
	view, form, err := s.tableForm(c)
	if err != nil {
		return err
	}
	number, err := pathNumber(c, "number")
	if err != nil {
		return err
	}
	entry := desk.HandEntry{
		Op: form.op(), Table: view.Table.ID, Number: int(number), Base: form.number("base", 1, 1<<20), Void: true,
		Reason: form.required("reason", tournament.MaxText),
	}
	if form.err() == nil {
		shown, err := s.first(c, form, s.voidAsked(c, view, form, number), func(ctx context.Context) error {
			_, _, err := s.desk.EnterHand(ctx, actor(c), entry)
			return err
		})
		switch {
		case shown:
			return err
		case err == nil:
			return s.done(c, fmt.Sprintf("%s?again=%d", tableAddress(view.Table.ID), number), "flash.hand_void", "Number", number)
		}
		if penElsewhere(err) {
			return s.penRefused(c, view, form)
		}
		if err := form.refuse(err); err != nil {
			return err
		}
	}
	form.move("reason", "") // the page has no such field outside of the folded form
	return s.renderTable(c, view, form)
}

// move puts the problems of one field at another.
func (f *Form) move(from, to string) {
	for i, p := range f.problems {
		if p.Field == from {
			moved := *p
			moved.Field = to
			f.problems[i] = &moved
		}
	}
}
