package web

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// totalsConflictPage shows both versions when two people copied the totals of one list: what is stored, and what was typed here.
type totalsConflictPage struct {
	Base
	V      desk.TableView
	Stored *tournament.TotalsRevision // nil = taken back meanwhile
	Sent   []sentField                // everything typed here, to be sent again
}

// totalsConflict answers with 409 and both versions; nothing was stored.
func (s *Server) totalsConflict(c echo.Context, view desk.TableView, form *Form, stored *tournament.TotalsRevision) error {
	p := visitOf(c).printer
	page := totalsConflictPage{
		Base: s.tableBase(c, view, p.T("totals.conflict_title", "Table", view.Table.Number)),
		V:    view, Stored: stored, Sent: form.sent("op", "base", "reason"),
	}
	page.Form = form
	return s.render(c, http.StatusConflict, "tables/totals_conflict", page)
}

// Address is the table's page.
func (p totalsConflictPage) Address() string { return tableAddress(p.V.Table.ID) }

// Gone reports whether there are no totals any more.
func (p totalsConflictPage) Gone() bool { return p.Stored == nil }

// By says who stored the other version.
func (p totalsConflictPage) By() string { return who(p.Base, p.V, p.Stored.By) }

// Revision is what a second try is about: 0 = none.
func (p totalsConflictPage) Revision() int {
	if p.Stored == nil {
		return 0
	}
	return p.Stored.Revision
}

// TakesBack reports whether what was sent takes the totals back.
func (p totalsConflictPage) TakesBack() bool { return p.Form.on("void") }

// twoTotals is one player's line: stored, and typed here.
type twoTotals struct {
	Name         string
	Stored, Mine string
	Differ       bool
}

// Lines are the players in seat order.
func (p totalsConflictPage) Lines() []twoTotals {
	list := make([]twoTotals, 0, p.V.Table.Size)
	for pos := 1; pos <= p.V.Table.Size; pos++ {
		line := twoTotals{Name: nameAt(p.V.Seats, pos, p.V.Hands), Stored: "–", Mine: "–"}
		if p.Stored != nil {
			line.Stored = p.Points(p.Stored.Totals[pos-1])
		}
		if !p.TakesBack() {
			line.Mine = p.Points(p.Form.number("total_"+strconv.Itoa(pos), -tournament.MaxRowPoints, tournament.MaxRowPoints))
		}
		line.Differ = line.Stored != line.Mine
		list = append(list, line)
	}
	return list
}
