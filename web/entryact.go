package web

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// rowCommand is a button of the list: what to do with an entry, and what the page showed of it.
type rowCommand struct {
	op     string
	action string // present, registered, withdrawn, paid, unpaid, both (present and paid)
	seen   tournament.Entry
}

// readRowCommand reads the button "do": action, id, version, status, paid.
func readRowCommand(f *Form) rowCommand {
	var (
		cmd        rowCommand
		id, paid   int64
		version    int
		status     string
		n, failure = fmt.Sscan(f.Value("do"), &cmd.action, &id, &version, &status, &paid)
	)
	known := slices.Contains([]string{"present", "registered", "withdrawn", "paid", "unpaid", "both"}, cmd.action)
	if failure != nil || n != 5 || id <= 0 || !known {
		f.fault("form_broken", "", nil)
	}
	cmd.seen = tournament.Entry{
		ID: tournament.EntryID(id), Version: version, Status: tournament.Status(status), Paid: tournament.Cents(paid),
	}
	cmd.op = fmt.Sprintf("%s-%d-%s", f.op(), id, cmd.action) // one form has many buttons, and two of them may be tapped before the answer is there
	return cmd
}

// entryAct answers POST /t/:t/entries/act.
func (s *Server) entryAct(c echo.Context) error {
	t, form, err := s.tournamentForm(c)
	if err != nil {
		return err
	}
	cmd := readRowCommand(form)
	if err := form.err(); err != nil {
		return err
	}
	return s.carryOut(c, t, form, cmd)
}

// carryOut does what a button says. Somebody at the other desk may have been faster: what touches other things is done all the same, what
// is done already is fine, and the rest is shown and asked again.
func (s *Server) carryOut(c echo.Context, t tournament.Tournament, form *Form, cmd rowCommand) error {
	ctx, by := c.Request().Context(), actor(c)
	_, of, err := s.desk.Entry(ctx, by, cmd.seen.ID)
	if err != nil {
		return err
	}
	if of.ID != t.ID {
		return tournament.Wrong(tournament.ErrNotFound, "unknown_entry", nil)
	}
	err = s.command(ctx, by, t, cmd)
	if errors.Is(err, tournament.ErrConflict) {
		now, _, failed := s.desk.Entry(ctx, by, cmd.seen.ID)
		if failed != nil {
			return failed
		}
		switch {
		case cmd.isDone(now, t.Fee):
			err = nil
		case cmd.untouched(now):
			cmd.seen, cmd.op = now, cmd.op+"-2"
			err = s.command(ctx, by, t, cmd)
		default:
			p := visitOf(c).printer
			return s.renderEntries(c, form, &entryNotice{Text: p.T("entries.changed", "Name", now.Name, "State", stateText(p.T, now, t.Fee))})
		}
	}
	if err != nil {
		if err := form.refuse(err); err != nil {
			return err
		}
		notice := &entryNotice{} // in the list: a tap exchanges nothing else
		for _, problem := range form.problems {
			text, _ := problemText(visitOf(c).printer, problem)
			notice.Text = strings.TrimSpace(notice.Text + " " + text)
		}
		form.problems = nil
		return s.renderEntries(c, form, notice)
	}
	return s.backToEntries(c, t, cmd.seen.ID)
}

// command sends an action to the desk.
func (s *Server) command(ctx context.Context, by tournament.Actor, t tournament.Tournament, cmd rowCommand) error {
	fee := desk.FeePayment{Op: cmd.op, Entry: cmd.seen.ID, Version: cmd.seen.Version}
	status := desk.EntryStatus{Op: cmd.op, Entry: cmd.seen.ID, Version: cmd.seen.Version, Status: tournament.Status(cmd.action)}
	switch cmd.action {
	case "paid":
		fee.Paid = t.Fee
		_, err := s.desk.TakeFee(ctx, by, fee)
		return err
	case "unpaid":
		_, err := s.desk.TakeFee(ctx, by, fee)
		return err
	case "both":
		status.Status = tournament.Present
		e, err := s.desk.SetStatus(ctx, by, status)
		if err != nil {
			return err
		}
		fee.Op, fee.Version, fee.Paid = cmd.op+"-fee", e.Version, t.Fee
		_, err = s.desk.TakeFee(ctx, by, fee)
		return err
	}
	_, err := s.desk.SetStatus(ctx, by, status)
	return err
}

// isDone reports whether the entry is already as the button wants it.
func (cmd rowCommand) isDone(now tournament.Entry, fee tournament.Cents) bool {
	switch cmd.action {
	case "paid":
		return now.Paid >= fee
	case "unpaid":
		return now.Paid == 0
	case "both":
		return now.Status == tournament.Present && now.Paid >= fee
	}
	return now.Status == tournament.Status(cmd.action)
}

// untouched reports whether what the button changes is still as the page showed it.
func (cmd rowCommand) untouched(now tournament.Entry) bool {
	switch cmd.action {
	case "paid", "unpaid":
		return now.Paid == cmd.seen.Paid
	case "both":
		return now.Paid == cmd.seen.Paid && now.Status == cmd.seen.Status
	}
	return now.Status == cmd.seen.Status
}

// stateText says how an entry stands: "da, bezahlt".
func stateText(text func(string, ...any) string, e tournament.Entry, fee tournament.Cents) string {
	state := text("status." + string(e.Status))
	if fee > 0 && e.Paid >= fee {
		state += ", " + text("entries.paid")
	}
	return state
}
