package web

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/scoring/doppelkopf"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/sheet"
	"doko/web/live"
)

// tablePage is the list keeper's page: how the next hand begins, its form, the sheet as on paper, and how the list is handed in.
type tablePage struct {
	Base
	V       desk.TableView
	Hand    handView
	Ways    []NavItem
	Pen     penView
	Worker  string       // address of the script that keeps the page for a phone without a network, "" = none
	Refused *previewView // a hand that came when the sheet was closed: shown, so that it is not lost
}

// tableID reads the id in the address; what is no id is not found.
func tableID(c echo.Context) (tournament.TableID, error) {
	id, err := pathNumber(c, "id")
	return tournament.TableID(id), err
}

// pathNumber reads a number above 0 in the address.
func pathNumber(c echo.Context, name string) (int64, error) {
	n, err := strconv.ParseInt(c.Param(name), 10, 64)
	if err != nil || n <= 0 {
		return 0, tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
	}
	return n, nil
}

func tableAddress(id tournament.TableID) string { return fmt.Sprintf("/tables/%d", id) }

// tablePage answers GET /tables/:id.
func (s *Server) tablePage(c echo.Context) error {
	view, err := s.tableView(c)
	if err != nil {
		return err
	}
	if view, err = s.seen(c, view); err != nil {
		return err
	}
	form := newForm()
	if c.QueryParam("way") == wayWinners {
		form.Set("way", wayWinners)
	}
	if err := fillAgain(form, view, c.QueryParam("again")); err != nil {
		return err
	}
	if s.keeps(c) {
		c.Response().Header().Set(keepHeader, "1")
	}
	return s.renderTable(c, view, form)
}

// tableView loads the table of the address for whoever asks.
func (s *Server) tableView(c echo.Context) (desk.TableView, error) {
	id, err := tableID(c)
	if err != nil {
		return desk.TableView{}, err
	}
	return s.desk.Table(c.Request().Context(), actor(c), id)
}

// fillAgain fills the form with the hand that was just taken back, so that only what was wrong has to be changed.
func fillAgain(form *Form, view desk.TableView, again string) error {
	n, err := strconv.Atoi(again)
	if err != nil || view.Next == nil || n != view.Next.Number {
		return nil
	}
	for _, row := range view.Rows {
		for _, rev := range append([]tournament.HandRevision{row.Current}, row.Older...) {
			if row.Number == n && (rev.Row.Kind == tournament.RowHand || rev.Row.Kind == tournament.RowWinners) {
				return fillHand(form, rev.Row)
			}
		}
	}
	return nil
}

// renderTable shows the table's page with a form for the next hand.
func (s *Server) renderTable(c echo.Context, view desk.TableView, form *Form) error {
	page := s.newTablePage(c, view, form)
	return s.render(c, form.status(), "tables/table", page)
}

func (s *Server) newTablePage(c echo.Context, view desk.TableView, form *Form) tablePage {
	p := visitOf(c).printer
	page := tablePage{
		Base: s.tableBase(c, view, p.T("table.title", "Number", view.Table.Number, "Round", view.Round.Number)),
		V:    view,
	}
	page.Live, page.Events = tableAddress(view.Table.ID)+"/events", view.Tournament.Changes
	page.Form = form
	page.Ways = page.ways()
	page.Pen = newPenView(page.Base, view)
	number := 0 // the sheet is full
	if view.Next != nil {
		number = view.Next.Number
		form.fillDefault("number", strconv.Itoa(number))
		if view.Bock > 0 {
			form.fillDefault("bock", strconv.Itoa(view.Bock))
		}
		if forced := view.Next.Forced; forced > 0 && form.Value("contract") == "" { // only the kind of solo is still open
			form.Set("contract", theSolo)
			form.Set("re", strconv.Itoa(forced))
		}
	}
	page.prefill()
	page.Hand = newHandView(page.Base, view, number)
	page.Hand.Values = s.valuesAddress(view)
	if s.keeps(c) {
		page.Worker = workerAddress
	}
	return page
}

// tableBase is the base of a page about a table, with the tournament's menu for those who work at the desk.
func (s *Server) tableBase(c echo.Context, view desk.TableView, title string) Base {
	b := s.base(c, title).in(view.Tournament.Location())
	b.Nav = b.tournamentNav(view.Tournament)
	b.Below = b.Actor.Account == 0
	return b
}

// fillDefault fills a field that is empty.
func (f *Form) fillDefault(name, value string) {
	if f.Value(name) == "" {
		f.Set(name, value)
	}
}

// ways are the links to the other ways to keep the list.
func (p tablePage) ways() []NavItem {
	address := tableAddress(p.V.Table.ID)
	short := p.Form.Value("way") == wayWinners
	return []NavItem{
		{Text: p.T("table.way_hand"), Address: address, Here: !short},
		{Text: p.T("table.way_winners"), Address: address + "?way=" + wayWinners, Here: short},
		{Text: p.T("table.way_running"), Address: address + "/running"},
		p.wayTotals(address),
		{Text: p.T("table.way_lines"), Address: address + "/lines"},
	}
}

// tableEvents answers GET /tables/:id/events: hints that this table or the devices at it changed. While it is open the device is there.
func (s *Server) tableEvents(c echo.Context) error {
	view, err := s.tableView(c)
	if err != nil {
		return err
	}
	if _, err := s.seen(c, view); err != nil {
		return err
	}
	defer s.stays(c, view.Table.ID)()
	return s.hub.Serve(c.Response(), c.Request(), live.Feed{
		Tournament: int64(view.Tournament.ID), Topics: []string{tableTopic(view.Table.ID), desk.DevicesTopic(view.Table.ID)}, Event: "hint",
		Current: func(ctx context.Context) (int64, error) {
			now, err := s.desk.Table(ctx, actor(c), view.Table.ID)
			return now.Tournament.Changes, err
		},
	})
}

// Topic is what the page's parts listen to.
func (p tablePage) Topic() string { return tableTopic(p.V.Table.ID) }

func tableTopic(id tournament.TableID) string { return "table:" + strconv.FormatInt(int64(id), 10) }

// Address is the page's address without a question mark.
func (p tablePage) Address() string { return tableAddress(p.V.Table.ID) }

// Open reports whether hands can be entered or changed now. A change takes a submitted list back to open.
// A device without the pen changes nothing.
func (p tablePage) Open() bool { return p.V.MayEnter && !p.Pen.Locked() }

// MayUnlock reports whether who asks may open a list again that was handed in.
func (p tablePage) MayUnlock() bool {
	return p.V.Table.Phase != tournament.TableOpen && p.Actor.May(tournament.Helper, p.V.Tournament.Organisation, p.V.Tournament.ID)
}

// Enter reports whether the form of the next hand is shown.
func (p tablePage) Enter() bool { return p.V.MayEnter && p.V.Next != nil && p.V.Totals == nil }

// Deals says who deals the next hand, in short: it stands in the first line of a phone; at a table of five he sits out.
func (p tablePage) Deals() string { return p.deals(p.V.Seats, *p.V.Next) }

func (b Base) deals(seats []desk.SeatView, turn doppelkopf.Turn) string {
	dealer := shortAt(seats, turn.Dealer, turn.Number)
	switch turn.SitsOut {
	case 0:
		return b.T("table.deals", "Name", dealer)
	case turn.Dealer:
		return b.T("table.deals_out", "Name", dealer)
	}
	return b.T("table.deals", "Name", dealer) + " · " + b.T("table.sits_out", "Name", shortAt(seats, turn.SitsOut, turn.Number))
}

// Forced is who has to play his compulsory solo now, "" for nobody.
func (p tablePage) Forced() string {
	if p.V.Next == nil || p.V.Next.Forced == 0 {
		return ""
	}
	return nameAt(p.V.Seats, p.V.Next.Forced, p.V.Next.Number)
}

// SolosOpen names who still owes a compulsory solo.
func (p tablePage) SolosOpen() string {
	var names []string
	for _, pos := range p.V.SolosOpen {
		names = append(names, shortAt(p.V.Seats, pos, p.V.Hands))
	}
	return strings.Join(names, ", ")
}

// Left is the number of hands still to play.
func (p tablePage) Left() int {
	if p.V.Next == nil {
		return 0
	}
	return p.V.Hands - p.V.Next.Number + 1
}

// Faults are what stands in the way of confirming, as sentences with names.
func (p tablePage) SheetFaults() []string {
	var list []string
	for _, f := range p.V.Faults {
		name := ""
		if f.Position > 0 {
			name = nameAt(p.V.Seats, f.Position, max(f.Hand, 1))
			if f.Hand == 0 {
				name = nameAt(p.V.Seats, f.Position, p.V.Hands)
			}
		}
		args := []any{"Name", name, "Hand", f.Hand, "Sum", p.Points(f.Sum), "Count", f.Missing}
		key := "table.fault_" + f.Code
		if f.Code == sheet.SumNotZero && f.Hand > 0 {
			key = "table.fault_sum_hand"
		}
		if f.TimeUp {
			key = "clock.fault_hands_missing"
		}
		if times := p.unusualTimes(f); times > 1 {
			key, args = "table.fault_unusual_times", append(args, "Times", times, "Highest", p.Points(p.V.Highest))
		}
		list = append(list, p.T(key, args...))
	}
	return list
}

// HardFault reports whether a director has to give a reason to confirm.
func (p tablePage) HardFault() bool {
	return slices.ContainsFunc(p.V.Faults, func(f sheet.Fault) bool { return !f.Soft() })
}

// MayDirect reports whether who asks directs the tournament.
func (p tablePage) MayDirect() bool {
	return p.Actor.May(tournament.Director, p.V.Tournament.Organisation, p.V.Tournament.ID)
}

// nameAt is who sits at a position in a hand, ready to be shown.
func nameAt(seats []desk.SeatView, position, hand int) string {
	return tournament.Isolated(playerAt(seats, position, hand))
}

// playerAt is who sits at a position in a hand: a substitute from his first hand on.
func playerAt(seats []desk.SeatView, position, hand int) string {
	name, from := "", 0
	for _, seat := range seats {
		if seat.Position == position && seat.FromHand > from && (seat.FromHand <= hand || from == 0) {
			name, from = seat.Name, seat.FromHand
		}
	}
	return name
}

// shortAt is nameAt, short enough for a line with all names of a table.
func shortAt(seats []desk.SeatView, position, hand int) string {
	return tournament.Isolated(shortName(seats, playerAt(seats, position, hand)))
}

// doppelkopfRules are the rules the form of a hand is made from.
func doppelkopfRules(t tournament.Tournament) doppelkopf.Rules {
	if t.Rules.Doppelkopf == nil {
		return doppelkopf.DDV()
	}
	return *t.Rules.Doppelkopf
}
