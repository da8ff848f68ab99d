package web

import (
	"crypto/rand"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/scoring/doppelkopf"
	"doko/tournament"
	"doko/tournament/desk"
)

// conflictPage shows both versions when two devices entered the same hand: what is stored, and what was typed here.
type conflictPage struct {
	Base
	V      desk.TableView
	Number int
	Stored tournament.HandRevision
	Theirs *previewView
	Mine   *previewView
	Sent   []sentField // everything typed here, to be sent again
	NextOp string
	Pen    penView // locked: what is sent again takes the pen over first
}

type sentField struct{ Name, Value string }

// handConflict answers with 409 and both versions; nothing was stored.
func (s *Server) handConflict(c echo.Context, view desk.TableView, form *Form, stored tournament.HandRevision) error {
	p, number := visitOf(c).printer, form.shown("number")
	page := conflictPage{
		Base: s.tableBase(c, view, p.T("conflict.title", "Number", number)),
		V:    view, Number: number, Stored: stored, NextOp: rand.Text(),
	}
	page.Form, page.Pen = form, newPenView(page.Base, view)
	page.Theirs = storedView(page.Base, view, stored)
	mine, err := s.previewOf(c, page.Base, view, number)
	if err != nil {
		return err
	}
	page.Mine = mine
	page.Sent = form.sent("op", "base", "number", "reason", "seen")
	return s.render(c, http.StatusConflict, "tables/conflict", page)
}

// sent is everything that was typed, in a fixed order, to be sent again; the named fields are left out, and that the pen is taken over.
func (f *Form) sent(except ...string) []sentField {
	var list []sentField
	for name, values := range f.values {
		if slices.Contains(except, name) || name == "take_pen" {
			continue
		}
		for _, v := range values {
			list = append(list, sentField{name, v})
		}
	}
	slices.SortFunc(list, func(a, b sentField) int { return strings.Compare(a.Name+a.Value, b.Name+b.Value) })
	return list
}

// Address is the table's page.
func (p conflictPage) Address() string { return tableAddress(p.V.Table.ID) }

// Gone reports whether the hand was taken back meanwhile: then there is no other version.
func (p conflictPage) Gone() bool { return p.Stored.ID == 0 }

// Later is the next hand, if what was typed may have been that one instead.
func (p conflictPage) Later() *doppelkopf.Turn {
	if p.V.Next == nil || p.V.Next.Number == p.Number {
		return nil
	}
	return p.V.Next
}

// By says who stored the other version.
func (p conflictPage) By() string { return who(p.Base, p.V, p.Stored.By) }

// who names an actor of the sheet: an account by its sign-in name, a phone by its table.
func who(b Base, view desk.TableView, by tournament.ActorRef) string {
	switch name := view.Accounts[by]; {
	case name != "":
		return name
	case strings.HasPrefix(string(by), "table:"):
		return b.T("table.number", "Number", strconv.Itoa(view.Table.Number))
	}
	return b.T("role.director")
}
