package web

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// penView says how many devices are at a table and which of them writes.
type penView struct {
	Base
	V desk.TableView
}

func newPenView(b Base, view desk.TableView) penView { return penView{b, view} }

// The states of the pen as the page's device sees it.
const (
	penFree  = "free"
	penMine  = "mine"
	penOther = "other"
	penDesk  = "desk" // the desk writes without it
)

// State is where the pen is, seen from the device that asks.
func (p penView) State() string {
	switch {
	case helps(p.Actor, p.V.Tournament):
		return penDesk
	case p.V.Presence.Pen == "":
		return penFree
	case p.V.Presence.Pen == p.Actor.Device:
		return penMine
	}
	return penOther
}

// Locked reports whether another device writes: here nothing can be entered before the pen is taken over.
func (p penView) Locked() bool { return p.V.MayEnter && p.State() == penOther }

// Topic is what the part listens to besides the table: its hints come without a new counter.
func (p penView) Topic() string { return desk.DevicesTopic(p.V.Table.ID) }

// Address is the table's page.
func (p penView) Address() string { return tableAddress(p.V.Table.ID) }

// Text says how many devices there are and where the pen is; "" where one device is alone with it.
func (p penView) Text() string {
	here := p.V.Presence
	count := p.T("pen.devices", "Count", here.Devices)
	seen := p.Time(here.PenSeen)
	text := ""
	switch {
	case p.V.Table.Phase == tournament.TableConfirmed: // nobody writes any more
		return ""
	case p.State() == penDesk && here.Pen == "":
		return count + "."
	case p.State() == penDesk:
		return count + " – " + p.T("pen.at_table", "At", seen)
	case p.Locked() && here.Devices == 2 && here.Here(here.Pen):
		text = count + " – " + p.T("pen.the_other", "At", seen)
	case p.Locked():
		text = count + " – " + p.T("pen.another", "At", seen)
	case here.Devices < 2:
		return ""
	case p.State() == penMine:
		text = count + " – " + p.T("pen.here")
	default:
		text = count + " – " + p.T("pen.nobody")
	}
	if here.Desk > 0 {
		text += ". " + p.T("pen.desk", "Count", here.Desk)
	}
	return text
}

// LastBy says who of the desk entered last, and when; "" if it was the table.
func (p penView) LastBy() string {
	var last tournament.HandRevision
	for _, row := range p.V.Rows {
		if !row.Current.At.Before(last.At) {
			last = row.Current
		}
	}
	by, at := last.By, last.At
	if t := p.V.Totals; t != nil {
		by, at = t.By, t.At
	}
	if p.State() == penDesk || at.IsZero() || strings.HasPrefix(string(by), "table:") {
		return ""
	}
	return p.T("pen.last_by", "By", who(p.Base, p.V, by), "At", p.Time(at))
}

// penPost answers POST /tables/:id/pen: from now on this device writes.
func (s *Server) penPost(c echo.Context) error {
	form, err := readForm(c)
	if err != nil {
		return err
	}
	id, err := tableID(c)
	if err != nil {
		return err
	}
	op := form.op()
	if err := form.err(); err != nil {
		return err
	}
	if err := s.desk.TakePen(c.Request().Context(), actor(c), desk.TakePen{Op: op, Table: id}); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, tableAddress(id))
}

// penFirst takes the pen over where the form asks for it before anything else. Where that is no use any more, what comes next says why.
func (s *Server) penFirst(c echo.Context, view desk.TableView, form *Form) (desk.TableView, error) {
	op := form.Value("take_pen")
	if op == "" {
		return s.seen(c, view)
	}
	err := s.desk.TakePen(c.Request().Context(), actor(c), desk.TakePen{Op: op, Table: view.Table.ID})
	if err != nil && !errors.Is(err, tournament.ErrPhase) && !errors.Is(err, tournament.ErrConflict) {
		return view, err
	}
	return s.tableView(c)
}

// penElsewhere reports whether a command was refused because another device writes.
func penElsewhere(err error) bool {
	for _, p := range problemsIn(err) {
		if p.Code == "pen_elsewhere" {
			return true
		}
	}
	return false
}

// penPage is the answer to a device that sent something without the pen: what it sent, and one key to take over and go on.
type penPage struct {
	Base
	V      desk.TableView
	Pen    penView
	Number int          // of the hand, 0 = it was about none
	Mine   *previewView // of a hand
	Action string       // where to send it again
	Key    string       // what the key says
	Sent   []sentField
}

// penRefused answers with 409; nothing was stored, and everything that was typed is on the page. Where the other device has entered the
// same hand meanwhile, it is the page with both versions.
func (s *Server) penRefused(c echo.Context, view desk.TableView, form *Form) error {
	p, number := visitOf(c).printer, form.shown("number")
	if row, ok := rowNumbered(view, number); ok && c.Path() == "/tables/:id/hands" && row.Current.Revision != form.shown("base") {
		return s.handConflict(c, view, form, row.Current)
	}
	page := penPage{
		Base: s.tableBase(c, view, p.T("pen.title")), V: view, Action: c.Request().URL.EscapedPath(), Key: p.T("pen.take_then"),
		Sent: form.sent(),
	}
	page.Pen = newPenView(page.Base, view)
	page.Form = form
	switch c.Path() {
	case "/tables/:id/hands":
		page.Number, page.Key = number, p.T("pen.then_hand", "Number", number)
		mine, err := s.previewOf(c, page.Base, view, number)
		if err != nil {
			return err
		}
		page.Mine = mine
	case "/tables/:id/hands/:number/void":
		page.Key = p.T("pen.then_void", "Number", c.Param("number"))
	case "/tables/:id/totals":
		page.Key = p.T("pen.then_totals")
	case "/tables/:id/submit":
		page.Key = p.T("pen.then_submit")
	}
	return s.render(c, http.StatusConflict, "tables/pen", page)
}

// Address is the table's page.
func (p penPage) Address() string { return tableAddress(p.V.Table.ID) }

// Totals are the players with what was typed for them, where totals were sent.
func (p penPage) Totals() []namePoints {
	if p.Form.Value("total_1") == "" {
		return nil
	}
	var list []namePoints
	for _, line := range (totalsConflictPage{Base: p.Base, V: p.V}).Lines() {
		list = append(list, namePoints{Name: line.Name, Points: line.Mine})
	}
	return list
}

// PenElsewhere reports whether the page's form was refused because another device has the pen.
func (b Base) PenElsewhere() bool { return b.Form != nil && b.Form.has("pen_elsewhere") }
