package web

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// totalsPage is the form for a list of which only the totals are copied from paper.
type totalsPage struct {
	Base
	V      desk.TableView
	VoidOp string // key of the form that takes the totals back
	Pen    penView
}

// totalsForm answers GET /tables/:id/totals: empty, or filled with the totals as they stand.
func (s *Server) totalsForm(c echo.Context) error {
	view, err := s.tableView(c)
	if err != nil {
		return err
	}
	if begun(view) {
		return c.Redirect(http.StatusSeeOther, tableAddress(view.Table.ID)+"/rest")
	}
	form := newForm()
	if t := view.Totals; t != nil {
		form.Set("base", strconv.Itoa(t.Revision))
		for i, n := range t.Totals {
			form.Set("total_"+strconv.Itoa(i+1), strconv.Itoa(n))
		}
		for i, n := range t.Solos {
			if n > 0 {
				form.values.Add("solos", strconv.Itoa(i+1))
			}
		}
		if t.Solos == nil {
			form.Set("solos_unknown", "1")
		}
	}
	return s.renderTotals(c, view, form)
}

func (s *Server) renderTotals(c echo.Context, view desk.TableView, form *Form) error {
	p := visitOf(c).printer
	page := totalsPage{Base: s.tableBase(c, view, p.T("totals.title", "Table", view.Table.Number)), V: view, VoidOp: rand.Text()}
	page.Form, page.Pen = form, newPenView(page.Base, view)
	return s.render(c, form.status(), "tables/totals", page)
}

// totalsPost answers POST /tables/:id/totals: new totals, with base corrected ones, or with void none any more.
func (s *Server) totalsPost(c echo.Context) error {
	view, form, err := s.tableForm(c)
	if err != nil {
		return err
	}
	entry := desk.TotalsEntry{
		Op: form.op(), Table: view.Table.ID, Base: form.number("base", 0, 1<<20), Reason: form.text("reason", tournament.MaxText),
		Void: form.on("void"),
	}
	if !entry.Void {
		totalsOf(form, view, &entry)
	}
	if form.err() == nil {
		shown, err := s.first(c, form, s.totalsAsked(c, view, form), func(ctx context.Context) error {
			_, err := s.desk.EnterTotals(ctx, actor(c), entry)
			return err
		})
		switch {
		case shown:
			return err
		case err == nil:
			return s.done(c, tableAddress(view.Table.ID), "flash.totals_entered")
		}
		var conflict *desk.Conflict
		if errors.As(err, &conflict) {
			return s.totalsConflict(c, view, form, conflict.Totals)
		}
		if penElsewhere(err) {
			return s.penRefused(c, view, form)
		}
		if err := form.refuse(err); err != nil {
			return err
		}
	}
	form.joinLists()
	return s.renderTotals(c, view, form)
}

// joinLists moves the problems of single seats to the list of all of them, which is one part of the form.
func (f *Form) joinLists() {
	for i, p := range f.problems {
		moved := *p
		moved.Field, _, _ = strings.Cut(p.Field, ".")
		f.problems[i] = &moved
	}
}

// totalsOf reads one number and one tick for each seat.
func totalsOf(form *Form, view desk.TableView, entry *desk.TotalsEntry) {
	solos := make([]int, view.Table.Size)
	for pos := 1; pos <= view.Table.Size; pos++ {
		field := "total_" + strconv.Itoa(pos)
		if strings.TrimSpace(form.Value(field)) == "" {
			form.fault("field_missing", field, nil)
		}
		entry.Totals = append(entry.Totals, form.number(field, -tournament.MaxRowPoints, tournament.MaxRowPoints))
	}
	for _, pos := range positions(form, "solos") {
		if pos >= 1 && pos <= view.Table.Size {
			solos[pos-1] = 1
		}
	}
	if view.Tournament.Format.CompulsorySolos > 0 && !form.on("solos_unknown") {
		entry.Solos = solos
	}
}

// totalField is one player's line of the form.
type totalField struct {
	Input
	Solo tap
}

// Lines are the players with their fields, in seat order.
func (p totalsPage) Lines() []totalField {
	var list []totalField
	for pos := 1; pos <= p.V.Table.Size; pos++ {
		value := strconv.Itoa(pos)
		in := p.Input("total_"+value, "totals.points")
		in.Label = nameAt(p.V.Seats, pos, p.V.Hands)
		solo := tap{Type: "checkbox", Name: "solos", Value: value, Text: p.T("totals.solo")}
		for _, v := range p.Form.All("solos") {
			solo.On = solo.On || v == value
		}
		list = append(list, totalField{in, solo})
	}
	return list
}

// Sum is the sum of what is typed, as far as it is numbers.
func (p totalsPage) Sum() string {
	sum := 0
	for pos := 1; pos <= p.V.Table.Size; pos++ {
		n, err := strconv.Atoi(strings.NewReplacer("−", "-", "–", "-", " ", "").Replace(p.Form.Value("total_" + strconv.Itoa(pos))))
		if err == nil {
			sum += n
		}
	}
	return p.Points(sum)
}

// Address is the table's page.
func (p totalsPage) Address() string { return tableAddress(p.V.Table.ID) }

// Corrects reports whether totals are there already: then a reason is asked for.
func (p totalsPage) Corrects() bool { return p.V.Totals != nil }

// Solos reports whether the tournament asks for compulsory solos.
func (p totalsPage) Solos() bool { return p.V.Tournament.Format.CompulsorySolos > 0 }

// UnknownSolos reports whether the list does not tell the solos.
func (p totalsPage) UnknownSolos() bool { return p.Form.on("solos_unknown") }

// sheetSubmit answers POST /tables/:id/submit.
func (s *Server) sheetSubmit(c echo.Context) error {
	return s.sheetStep(c, "flash.sheet_submitted", "", s.desk.SubmitSheet)
}

// sheetConfirm answers POST /tables/:id/confirm.
func (s *Server) sheetConfirm(c echo.Context) error {
	return s.sheetStep(c, "flash.sheet_confirmed", "reason", s.confirmSeen(c))
}

// sheetUnlock answers POST /tables/:id/unlock.
func (s *Server) sheetUnlock(c echo.Context) error {
	return s.sheetStep(c, "flash.sheet_unlocked", "unlock", s.desk.UnlockSheet)
}

// tableCommand is a desk command about a table's sheet.
type tableCommand func(ctx context.Context, by tournament.Actor, in desk.TableStep) (desk.TableView, error)

// sheetStep reads the form of a step, takes it, and shows the table again; reason is where the page shows what is wrong with the reason.
func (s *Server) sheetStep(c echo.Context, said, reason string, step tableCommand) error {
	view, form, err := s.tableForm(c)
	if err != nil {
		return err
	}
	in := desk.TableStep{
		Op: form.op(), Table: view.Table.ID, Version: form.number("version", 0, 1<<30), Reason: form.text("reason", tournament.MaxText),
	}
	if form.err() == nil {
		if _, err := step(c.Request().Context(), actor(c), in); err == nil {
			return s.done(c, tableAddress(view.Table.ID), said, "Number", view.Table.Number)
		} else if penElsewhere(err) {
			return s.penRefused(c, view, form)
		} else if err := form.refuse(err); err != nil {
			return err
		}
	}
	form.move("reason", reason)
	return s.renderTable(c, view, form)
}
