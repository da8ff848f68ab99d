package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/reports/papers"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/standings"
)

// asked is a correction whose consequences may have to be shown before it is carried out.
type asked struct {
	base  Base // of the page that shows them; its title names the correction
	t     tournament.Tournament
	back  string       // the page to go to when nothing is to be changed
	show  desk.Show    // when they are shown
	new   bool         // nothing is corrected, something new is entered: never shown
	again func() error // shows the form once more, as it was typed; nil = there is nothing to be typed but the reason
}

// correctionPage shows what a correction would change.
type correctionPage struct {
	Base
	C       desk.Consequences
	Cur     string // the tournament's currency
	Changed bool   // something else changed since it was shown before
	Reason  string
	Back    string
	Edit    bool        // there is a form to go back to
	Sent    []sentField // everything typed, to be sent again
}

// first carries a correction out, or answers with the page that shows what it changes: then true, and nothing is stored.
func (s *Server) first(c echo.Context, form *Form, a asked, command func(context.Context) error) (bool, error) {
	ctx := c.Request().Context()
	if a.new {
		return false, command(ctx)
	}
	if form.on("edit") && a.again != nil {
		form.values.Del("seen")
		form.values.Del("edit")
		return true, a.again()
	}
	seen := form.Value("seen")
	found, done, err := s.desk.Correct(ctx, actor(c), desk.Correction{Tournament: a.t.ID, Seen: seen, Show: a.show}, command)
	if err != nil || done {
		return false, err
	}
	page := correctionPage{Base: a.base, C: found, Cur: a.t.Currency, Changed: seen != "", Reason: form.Value("reason"), Back: a.back, Edit: a.again != nil}
	page.Form, page.Live = form, ""
	form.Set("seen", found.Digest)
	page.Sent = form.sent()
	status := http.StatusOK
	if c.Request().Header.Get(queueHeader) != "" { // the queue of a page shows what is not stored
		status = http.StatusConflict
	}
	return true, s.render(c, status, "correction/page", page)
}

// handAsked is the correction of a hand: shown if it is not the newest of its sheet, or where it changes what was settled.
func (s *Server) handAsked(c echo.Context, view desk.TableView, form *Form, number int) asked {
	p := visitOf(c).printer
	a := asked{
		base: s.tableBase(c, view, p.T("hand.title", "Number", number, "Table", view.Table.Number)), t: view.Tournament,
		back: tableAddress(view.Table.ID), new: form.shown("base") == 0 && !settled(view), again: func() error { return s.handAgain(c, view, form) },
	}
	for _, row := range view.Rows {
		if row.Number > number && row.Current.ID != 0 && !row.Current.Void {
			a.show = desk.ShowAlways
		}
	}
	return a
}

// settled reports whether the table's round is closed: then also what is new changes a ranking that was thought final.
func settled(view desk.TableView) bool { return view.Round.Phase == tournament.RoundClosed }

// voidAsked is the taking back of a hand.
func (s *Server) voidAsked(c echo.Context, view desk.TableView, form *Form, number int64) asked {
	a := s.handAsked(c, view, form, int(number))
	a.base.Title, a.new, a.again = a.base.T("correction.void", "Number", number, "Table", view.Table.Number), false, nil
	return a
}

// totalsAsked is the correction of a sheet's totals.
func (s *Server) totalsAsked(c echo.Context, view desk.TableView, form *Form) asked {
	a := asked{
		base: s.tableBase(c, view, visitOf(c).printer.T("totals.title", "Table", view.Table.Number)), t: view.Tournament,
		back: tableAddress(view.Table.ID), new: form.shown("base") == 0 && !form.on("void") && !settled(view),
		again: func() error { return s.renderTotals(c, view, form) },
	}
	if form.shown("base") > 0 || form.on("void") {
		a.show = desk.ShowAlways
	}
	return a
}

// substituteAsked is a change of who sat at a position, which in a closed round moves points.
func (s *Server) substituteAsked(c echo.Context, view desk.TableView, form *Form) asked {
	return asked{
		base: s.tableBase(c, view, visitOf(c).printer.T("people.title", "Number", view.Table.Number)), t: view.Tournament,
		back: tableAddress(view.Table.ID), again: func() error { return s.renderPeople(c, view, form) },
	}
}

// leaveAsked is somebody's departure in mid-round, or its taking back: who deals is another from then on than on a list that is printed.
func (s *Server) leaveAsked(c echo.Context, view desk.TableView, form *Form) asked {
	a := s.substituteAsked(c, view, form)
	a.back, a.show = a.back+"/people", desk.ShowPapers
	return a
}

// rowsAsked is the entering of several new hands, which changes what was settled where the round is closed.
func (s *Server) rowsAsked(c echo.Context, view desk.TableView, title, back string, again func() error) asked {
	return asked{base: s.tableBase(c, view, title), t: view.Tournament, back: back, new: !settled(view), again: again}
}

// penaltyAsked is a penalty or its taking back. It is shown where it changes what was settled.
func (s *Server) penaltyAsked(c echo.Context, t tournament.Tournament, title string, again func() error) asked {
	return s.eventAsked(c, t, title, tournamentAddress(t)+"/penalties", again)
}

// eventAsked is a correction made from a page of the tournament.
func (s *Server) eventAsked(c echo.Context, t tournament.Tournament, title, back string, again func() error) asked {
	return asked{base: s.newEventPage(c, t, title).Base, t: t, back: back, again: again}
}

// swapAsked is a change of seats: shown where something is entered already, so that points move with the persons.
func (s *Server) swapAsked(c echo.Context, t tournament.Tournament, round int, form *Form) asked {
	a := s.eventAsked(c, t, visitOf(c).printer.T("seating.swap"), roundAddress(t, round), func() error { return s.renderSeating(c, t, form, nil) })
	a.show = desk.ShowChanges
	return a
}

// Total reports whether who asks is told what the persons have in all.
func (p correctionPage) Total() bool {
	return slices.ContainsFunc(p.C.Points, func(c desk.PointsChange) bool { return c.Total[0] != c.Total[1] })
}

// InRound is what somebody had or has in a round, "–" for who was not seated.
func (p correctionPage) InRound(points *int) string {
	if points == nil {
		return "–"
	}
	return p.Points(*points)
}

// Where says in which round the points are others.
func (p correctionPage) Where(c desk.PointsChange) string {
	if c.Round == 0 {
		return p.T("penalty.whole")
	}
	return p.T("table.round", "Round", c.Round)
}

// moveLine is one line of a ranking before and after.
type moveLine struct {
	Name, Before, After string
	Total               [2]string
	Sign, Moved, Tie    string // ▲ ▼ and the same in words; what decides now between equal points
	Concerned           bool
}

// fewMoves is how many lines of a ranking are shown at once.
const fewMoves = 12

// Moves are the first lines that change, Others the rest.
func (p correctionPage) Moves(r desk.RankingChange) []moveLine {
	return p.moves(r.Moves[:min(fewMoves, len(r.Moves))])
}

// Others are the lines that change and are not among the first.
func (p correctionPage) Others(r desk.RankingChange) []moveLine {
	return p.moves(r.Moves[min(fewMoves, len(r.Moves)):])
}

func (p correctionPage) moves(list []desk.Move) []moveLine {
	lines := make([]moveLine, len(list))
	for i, m := range list {
		l := moveLine{
			Name: m.Name, Before: p.place(m.Before), After: p.place(m.After), Concerned: m.Concerned,
			Total: [2]string{p.Points(m.Before.Total), p.Points(m.After.Total)},
		}
		switch up := m.Before.Rank - m.After.Rank; {
		case m.Before.Rank == 0 || up == 0:
		case up > 0:
			l.Sign, l.Moved = "▲", p.T("correction.up", "Count", up)
		default:
			l.Sign, l.Moved = "▼", p.T("correction.down", "Count", -up)
		}
		if by := m.After.DecidedBy; by != m.Before.DecidedBy && by != "" && by != standings.Total {
			l.Tie = p.T("ranking.tie", "Criterion", p.T("criterion."+string(by)))
		}
		lines[i] = l
	}
	return lines
}

// place is a rank as it is read: "2.", "2. geteilt".
func (p correctionPage) place(at desk.Place) string {
	switch {
	case at.Rank == 0:
		return "–"
	case at.Shared:
		return p.T("correction.shared", "Rank", at.Rank)
	}
	return fmt.Sprintf("%d.", at.Rank)
}

// Stays reports whether nobody's place in the ranking changes.
func (p correctionPage) Stays(r desk.RankingChange) bool {
	return !slices.ContainsFunc(r.Moves, func(m desk.Move) bool { return m.Before.Rank != m.After.Rank || m.Before.Shared != m.After.Shared })
}

// Prize is what somebody gets, in words.
func (p correctionPage) Prize(a standings.Award) string { return p.award(a, p.Cur) }

// Difference is how much more money somebody gets, with its sign; "" = the same.
func (p correctionPage) Difference(c desk.PrizeChange) string {
	by := c.After.Cents - c.Before.Cents
	switch {
	case by == 0:
		return ""
	case by > 0:
		return "+" + p.Money(int64(by), p.Cur)
	}
	return p.Money(int64(by), p.Cur)
}

// Tables lists the tables of a round.
func (p correctionPage) Tables(s desk.SeatsChange) string { return numberList(s.Tables) }

// Paper says which paper, from when and by whom.
func (p correctionPage) Paper(o desk.OldPaper) string {
	who := o.Who
	switch {
	case o.WhoTable > 0:
		who = p.T("table.number", "Number", o.WhoTable)
	case who == "":
		who = p.T("journal.system")
	}
	args := []any{"Paper", p.paperName(o), "Revision", o.Revision, "At", p.DateTime(o.At), "Who", who}
	if o.Published {
		return p.T("correction.paper_published", args...)
	}
	return p.T("correction.paper_printed", args...)
}

func (p correctionPage) paperName(o desk.OldPaper) string {
	name := p.T("correction.kind_"+strings.ReplaceAll(o.Kind, "-", "_"), "Round", o.Round)
	if o.Table > 0 {
		name += ", " + p.T("table.number", "Number", o.Table)
	}
	return name
}

// award is what a place wins, in words.
func (b Base) award(a standings.Award, currency string) string {
	if text := papers.Prize(b.Printer, a, currency); text != "" {
		return text
	}
	return "–"
}
