package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// allPage asks before something is done to many, and offers the way back afterwards.
type allPage struct {
	Base
	Address string
	What    string     // present, paid
	Rows    []entryRow // whom it is about, as they are
	Done    bool
	Fee     string
}

// allWhat says what a bulk command does to an entry and whom it is about.
var allWhat = map[string]func(e tournament.Entry, fee tournament.Cents) bool{
	"present": func(e tournament.Entry, _ tournament.Cents) bool { return e.Status == tournament.Registered },
	"paid": func(e tournament.Entry, fee tournament.Cents) bool {
		return e.Status == tournament.Present && e.Paid < fee
	},
}

func (s *Server) allPage(c echo.Context) (allPage, tournament.Tournament, error) {
	t, err := s.tournament(c)
	if err != nil {
		return allPage{}, t, err
	}
	meant, ok := allWhat[c.Param("what")]
	if !ok {
		return allPage{}, t, tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
	}
	list, err := s.desk.Entries(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return allPage{}, t, err
	}
	p := visitOf(c).printer
	page := allPage{
		Base: s.tournamentBase(c, t, p.T("entries.all_"+c.Param("what"))), Address: tournamentAddress(t) + "/entries", What: c.Param("what"),
		Fee: p.Money(int64(t.Fee), t.Currency),
	}
	page.Live = ""
	for _, e := range list.Entries {
		if meant(e, t.Fee) {
			page.Rows = append(page.Rows, newEntryRow(e, t.Fee))
		}
	}
	return page, t, nil
}

// entryAllAsk answers GET /t/:t/entries/all/:what: how many and who.
func (s *Server) entryAllAsk(c echo.Context) error {
	page, _, err := s.allPage(c)
	if err != nil {
		return err
	}
	return s.render(c, http.StatusOK, "entries/all", page)
}

// entryAllDo answers POST /t/:t/entries/all/:what. It does what was shown: only those on the page, only as they were.
func (s *Server) entryAllDo(c echo.Context) error {
	page, t, err := s.allPage(c)
	if err != nil {
		return err
	}
	form, err := readForm(c)
	if err != nil {
		return err
	}
	op, undo := form.op(), form.on("undo")
	if err := form.err(); err != nil {
		return err
	}
	page.Rows = nil
	before := form.All("before")
	for i, raw := range form.All("entry") {
		row := newForm()
		row.Set("op", op)
		row.Set("do", page.What+" "+raw)
		cmd := readRowCommand(row)
		if row.err() != nil {
			return row.err()
		}
		cmd.op = fmt.Sprintf("%s-%d", op, i)
		back := ""
		if undo && i < len(before) {
			back = before[i]
		}
		e, err := s.oneOfAll(c, t, cmd, back)
		if err != nil {
			return err
		}
		if undo || cmd.isDone(e, t.Fee) {
			page.Rows = append(page.Rows, entryRow{Entry: e, Seen: seen(e), Before: strconv.FormatInt(int64(cmd.seen.Paid), 10)})
		}
	}
	if undo {
		return s.done(c, page.Address, "flash.all_undone", "Count", len(page.Rows))
	}
	page.Done = true
	return s.render(c, http.StatusOK, "entries/all", page)
}

// oneOfAll carries out a bulk command for one entry, or takes it back to what was paid before. Whom another desk has changed meanwhile
// stays as he is now.
func (s *Server) oneOfAll(c echo.Context, t tournament.Tournament, cmd rowCommand, back string) (tournament.Entry, error) {
	ctx, by := c.Request().Context(), actor(c)
	e, of, err := s.desk.Entry(ctx, by, cmd.seen.ID)
	if err != nil {
		return e, err
	}
	if of.ID != t.ID {
		return e, tournament.Wrong(tournament.ErrNotFound, "unknown_entry", nil)
	}
	paid, failure := strconv.ParseInt(back, 10, 64)
	switch {
	case back == "":
		err = s.command(ctx, by, t, cmd)
	case failure != nil:
		return e, tournament.Invalid("form_broken", "", nil)
	case cmd.action == "paid":
		_, err = s.desk.TakeFee(ctx, by, desk.FeePayment{Op: cmd.op, Entry: e.ID, Version: cmd.seen.Version, Paid: tournament.Cents(paid)})
	default:
		cmd.action = string(tournament.Registered)
		err = s.command(ctx, by, t, cmd)
	}
	if err != nil && !coded(err, "stale") {
		return e, err
	}
	e, _, err = s.desk.Entry(ctx, by, cmd.seen.ID)
	return e, err
}

// coded reports whether one of an error's problems has the code.
func coded(err error, code string) bool {
	return slices.ContainsFunc(problemsIn(err), func(p *tournament.Problem) bool { return p.Code == code })
}
