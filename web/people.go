package web

import (
	"context"
	"crypto/rand"
	"strconv"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// peoplePage is for the director when people change: who sits at the table as what, and what can be done about it.
type peoplePage struct {
	Base
	V       desk.TableView
	Free    []Option // present and without a seat in this round
	Backs   []Option // positions with a substitute, to be taken back
	BackKey string   // key of the forms that take something back
}

// person is somebody who sits at the table, or has.
type person struct {
	Seat   int
	Name   string
	Points string
	As     []string // since when, instead of whom, gone when and why
	Solo   string   // where he stands with his compulsory solo, "" if there is none
	Owes   bool
	Gone   bool
}

// people answers GET /tables/:id/people.
func (s *Server) people(c echo.Context) error {
	view, err := s.tableView(c)
	if err != nil {
		return err
	}
	form := newForm()
	form.Set("from_hand", strconv.Itoa(view.Hands))
	if view.Next != nil {
		form.Set("from_hand", strconv.Itoa(view.Next.Number))
	}
	return s.renderPeople(c, view, form)
}

func (s *Server) renderPeople(c echo.Context, view desk.TableView, form *Form) error {
	page := peoplePage{
		Base: s.tableBase(c, view, visitOf(c).printer.T("people.title", "Number", view.Table.Number)), V: view, BackKey: rand.Text(),
	}
	page.Form = form
	var err error
	if page.Free, err = s.freePlayers(c, view); err != nil {
		return err
	}
	for _, seat := range view.Seats {
		if seat.FromHand > 1 {
			page.Backs = append(page.Backs, Option{Value: strconv.Itoa(seat.Position), Text: tournament.Isolated(seat.Name)})
		}
	}
	if pairs := page.Pairs(); len(pairs) > 1 {
		form.fillDefault("b", pairs[1].Value)
	}
	return s.render(c, form.status(), "tables/people", page)
}

// NewOp is a key of its own for each further form of the page.
func (p peoplePage) NewOp() string { return rand.Text() }

// Address is the table's page.
func (p peoplePage) Address() string { return tableAddress(p.V.Table.ID) }

// Round is the address of the table's round.
func (p peoplePage) Round() string { return roundAddress(p.V.Tournament, p.V.Round.Number) }

// People are all who sit or sat at the table, by position.
func (p peoplePage) People() []person {
	var list []person
	for i, seat := range p.V.Seats {
		one := person{Seat: seat.Position, Name: tournament.Isolated(seat.Name), Points: p.Points(p.V.PointsOf(seat))}
		if seat.FromHand > 1 {
			one.As = append(one.As, p.T("people.since", "Hand", seat.FromHand))
		}
		if i+1 < len(p.V.Seats) && p.V.Seats[i+1].Position == seat.Position {
			one.Gone = true
			one.As = append(one.As, p.T("people.until", "Hand", p.V.Seats[i+1].FromHand-1))
		}
		p.soloOf(&one)
		list = append(list, one)
	}
	for _, left := range p.V.Left() {
		for i := range list {
			if list[i].Seat == left.Position && !list[i].Gone {
				list[i].Gone = true
				list[i].As = append(list[i].As, p.T("people.left", "Hand", left.FromHand, "Reason", left.Reason))
				if left.Solo {
					list[i].Solo = p.T("people.solo_lapsed")
				}
			}
		}
	}
	return list
}

func (p peoplePage) soloOf(one *person) {
	if p.V.Tournament.Format.CompulsorySolos == 0 || one.Gone || p.V.Totals != nil {
		return
	}
	one.Solo = p.T("people.solo_done")
	for _, at := range p.V.SolosOpen {
		if at == one.Seat {
			one.Solo, one.Owes = p.T("people.solo_open"), true
		}
	}
}

// Leaves are the positions that somebody can leave, with who sits there.
func (p peoplePage) Leaves() []Option {
	var list []Option
	for pos := 1; pos <= p.V.Table.Size; pos++ {
		list = append(list, Option{Value: strconv.Itoa(pos), Text: nameAt(p.V.Seats, pos, p.V.Hands)})
	}
	return list
}

// Stays are the positions that nobody has left.
func (p peoplePage) Stays() []Option {
	var list []Option
	for _, o := range p.Leaves() {
		left := false
		for _, v := range p.V.Vacant {
			left = left || strconv.Itoa(v.Position) == o.Value
		}
		if !left {
			list = append(list, o)
		}
	}
	return list
}

// Pairs are the players whose seats can be exchanged, by entry.
func (p peoplePage) Pairs() []Option {
	if len(p.V.Vacant) > 0 || p.Locked() {
		return nil
	}
	var list []Option
	for i, seat := range p.V.Seats {
		if i+1 < len(p.V.Seats) && p.V.Seats[i+1].Position == seat.Position || seat.FromHand > 1 {
			continue
		}
		list = append(list, Option{Value: strconv.FormatInt(int64(seat.Entry), 10), Text: strconv.Itoa(seat.Position) + " · " + tournament.Isolated(seat.Name)})
	}
	return list
}

// From is the first hand that somebody misses who leaves now; 0 where no hand is left.
func (p peoplePage) From() int {
	if p.V.Next == nil || p.V.Totals != nil || p.Locked() {
		return 0
	}
	last := 0
	for _, r := range p.V.Rows {
		if r.Current.ID != 0 && r.Current.Row.Kind != tournament.RowRedealt {
			last = max(last, r.Number, r.Current.Row.Through)
		}
	}
	if last >= p.V.Hands {
		return 0
	}
	return last + 1
}

// Locked reports whether the list is confirmed: it is opened again before anybody changes.
func (p peoplePage) Locked() bool { return p.V.Table.Phase == tournament.TableConfirmed }

// Effect says what it means if one more leaves now, and for how many people.
func (p peoplePage) Effect() string {
	if hands := p.V.LengthWithout(); p.V.Table.Size == 5 && len(p.V.Vacant) == 0 {
		return p.T("people.leave_five", "Count", hands-p.From()+1, "Was", p.V.Hands-p.From()+1, "Hands", hands)
	}
	return p.T("people.leave_stop", "Count", p.V.Hands-p.From()+1, "Done", p.From()-1)
}

// Fifth reports whether a late comer can be seated: a table of four at which nothing is entered.
func (p peoplePage) Fifth() bool {
	return p.V.Table.Size == 4 && p.V.Tournament.Format.Fives == tournament.FivesAllow && len(p.V.Rows) == 0 && p.V.Totals == nil &&
		len(p.V.OldTotals) == 0 && len(p.V.Vacant) == 0 && len(p.V.Seats) == 4 && p.V.Table.Phase == tournament.TableOpen
}

// JoinEffect says what becomes of the table.
func (p peoplePage) JoinEffect() string {
	f := p.V.Tournament.Format
	return p.T("people.join_effect", "Number", p.V.Table.Number, "Hands", f.Hands(5), "Was", f.Hands(4))
}

// Returns are those who have left and can come back, since nothing is played without them.
func (p peoplePage) Returns() []desk.LeftSeat {
	var list []desk.LeftSeat
	for _, left := range p.V.Left() {
		played := false
		for _, r := range p.V.Rows {
			played = played || r.Current.ID != 0 && r.Current.Row.Kind != tournament.RowRedealt && r.Number >= left.FromHand
		}
		if !played && !p.Locked() {
			list = append(list, left)
		}
	}
	return list
}

// peopleLeave answers POST /tables/:id/leave: somebody leaves, or with back does not after all.
func (s *Server) peopleLeave(c echo.Context) error {
	view, form, err := s.tableForm(c)
	if err != nil {
		return err
	}
	in := desk.Departure{
		Op: form.op(), Table: view.Table.ID, Version: form.number("version", 0, 1<<30), Position: form.number("leave_position", 1, view.Table.Size),
		Reason: form.required("leave_reason", tournament.MaxText),
	}
	if !form.on("back") {
		in.FromHand = form.number("leave_from", 1, view.Hands)
	}
	if form.err() == nil {
		shown, err := s.first(c, form, s.leaveAsked(c, view, form), func(ctx context.Context) error {
			_, err := s.desk.LeaveTable(ctx, actor(c), in)
			return err
		})
		switch {
		case shown:
			return err
		case err == nil:
			return s.done(c, tableAddress(view.Table.ID)+"/people", "flash.people_changed")
		}
		if err := form.refuse(err); err != nil {
			return err
		}
	}
	form.move("position", "leave_position")
	form.move("reason", "leave_reason")
	form.move("from_hand", "")
	return s.renderPeople(c, view, form)
}

// peopleJoin answers POST /tables/:id/join.
func (s *Server) peopleJoin(c echo.Context) error {
	view, form, err := s.tableForm(c)
	if err != nil {
		return err
	}
	in := desk.Joining{
		Op: form.op(), Table: view.Table.ID, Version: form.number("version", 0, 1<<30), Entry: tournament.EntryID(form.chosen("join_entry")),
		Accept: form.on("accept"), Reason: form.required("join_reason", tournament.MaxText),
	}
	if form.err() == nil {
		_, err := s.desk.JoinTable(c.Request().Context(), actor(c), in)
		if err == nil {
			return s.done(c, tableAddress(view.Table.ID)+"/people", "flash.people_changed")
		}
		if err := form.refuse(err); err != nil {
			return err
		}
	}
	form.move("entry", "join_entry")
	form.move("reason", "join_reason")
	return s.renderPeople(c, view, form)
}

// ConfirmReason is the field for why a list is confirmed that does not add up; who has left is why.
func (p tablePage) ConfirmReason() Input {
	in := p.Input("reason", "table.confirm_reason").Need().Upto(tournament.MaxText)
	for _, left := range p.V.Left() {
		if in.Value == "" && p.V.Stopped {
			in.Value = p.T("paper.left", "Name", left.Name, "Hand", left.FromHand, "Reason", left.Reason)
		}
	}
	return in
}
