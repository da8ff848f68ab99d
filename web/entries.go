package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/draw"
)

// earlyFrom is how long before the start nobody is at the door yet: Enter then only registers.
const earlyFrom = 12 * time.Hour

// entriesPage is the check-in: one field, the counter, the list.
type entriesPage struct {
	Base
	List    desk.EntryList
	Address string
	Query   string
	Show    string // "", missing, unpaid: which of them
	Rows    []entryRow
	Last    *entryRow // whom the last command was about
	Notice  *entryNotice
	Early   bool // long before the start: Enter registers and does not check in
}

// entryRow is an entry in the list. The buttons carry what the page showed, so that the desk knows what was meant.
type entryRow struct {
	tournament.Entry
	Seen   string
	Owes   tournament.Cents
	Before string // cents paid before a bulk command
}

// entryNotice is a question about what was typed, or why a command was not carried out.
type entryNotice struct {
	Text   string
	Name   string              // a button registers this as a new person
	Same   bool                // although there is one of that name
	Pay    bool                // the fee is paid along with it
	People []tournament.Player // buttons register one of them
}

func newEntryRow(e tournament.Entry, fee tournament.Cents) entryRow {
	return entryRow{Entry: e, Seen: seen(e), Owes: max(fee-e.Paid, 0)}
}

// seen is what a button says about the entry it was shown for.
func seen(e tournament.Entry) string {
	return strings.Join([]string{
		strconv.FormatInt(int64(e.ID), 10), strconv.Itoa(e.Version), string(e.Status), strconv.FormatInt(int64(e.Paid), 10),
	}, " ")
}

// entries answers GET /t/:t/entries.
func (s *Server) entries(c echo.Context) error {
	return s.renderEntries(c, newForm(), nil)
}

// renderEntries shows the check-in with what a form said and what is to be said about it.
func (s *Server) renderEntries(c echo.Context, form *Form, notice *entryNotice) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	list, err := s.desk.Entries(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return err
	}
	page := entriesPage{
		Base: s.tournamentBase(c, list.Tournament, visitOf(c).printer.T("nav.entries")), List: list, Address: tournamentAddress(t) + "/entries",
		Query: strings.TrimSpace(c.QueryParam("q")), Show: c.QueryParam("show"), Notice: notice,
		Early: !t.StartsAt.IsZero() && s.clock().Before(t.StartsAt.Add(-earlyFrom)),
	}
	if form.Value("q") != "" {
		page.Query = strings.TrimSpace(form.Value("q"))
	}
	form.Set("q", page.Query)
	page.Form = form
	last, _ := strconv.ParseInt(c.QueryParam("last"), 10, 64)
	for _, e := range list.Entries {
		row := newEntryRow(e, t.Fee)
		if int64(e.ID) == last {
			page.Last = &row
		}
		if page.shows(row) {
			page.Rows = append(page.Rows, row)
		}
	}
	slices.SortStableFunc(page.Rows, func(a, b entryRow) int { return order(a.Status) - order(b.Status) })
	status := form.status()
	if notice != nil && status == http.StatusOK {
		status = http.StatusConflict
	}
	return s.render(c, status, "entries/list", page)
}

// order puts those who left behind the others.
func order(s tournament.Status) int {
	if s == tournament.Withdrawn {
		return 1
	}
	return 0
}

func (p entriesPage) shows(r entryRow) bool {
	switch {
	case p.Show == "missing" && r.Status != tournament.Registered,
		p.Show == "unpaid" && (r.Owes == 0 || r.Status == tournament.Withdrawn):
		return false
	}
	return desk.Matches(r.Entry, strings.TrimSuffix(p.Query, "+"))
}

// Part is the address of the living part: it keeps what is searched for.
func (p entriesPage) Part() string {
	q := url.Values{"part": {"list"}}
	for name, value := range map[string]string{"q": p.Query, "show": p.Show} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if p.Last != nil {
		q.Set("last", strconv.FormatInt(int64(p.Last.ID), 10))
	}
	return p.Address + "?" + q.Encode()
}

// Tables is the number of tables of those present.
func (p entriesPage) Tables() int { return p.List.Fours + p.List.Fives }

// Split says how those present are seated, or what to do where it does not work out.
func (p entriesPage) Split() string {
	l := p.List
	switch {
	case l.Splits && l.Fives == 0:
		return p.T("entries.split_fours", "Count", l.Fours)
	case l.Splits && l.Fours == 0:
		return p.T("entries.split_fives", "Count", l.Fives)
	case l.Splits:
		return p.T("entries.split_fours", "Count", l.Fours) + " + " + p.T("entries.split_fives", "Count", l.Fives)
	case l.Present == 0:
		return p.T("entries.nobody")
	}
	fewer, more := nextSplits(l.Present, l.Tournament.Format.Fives)
	if fewer == 0 {
		return p.T("entries.too_few", "Count", more-l.Present)
	}
	return p.T("entries.no_split", "Present", l.Present, "More", more, "Fewer", fewer)
}

// nextSplits are the numbers of players below (0 = none) and above that can be seated.
func nextSplits(n int, fives tournament.Fives) (int, int) {
	works := func(n int) bool {
		_, five, ok := draw.Splits(n)
		return ok && (five == 0 || fives != tournament.FivesForbid)
	}
	fewer, more := n-1, n+1
	for fewer > 0 && !works(fewer) {
		fewer--
	}
	for !works(more) {
		more++
	}
	return fewer, more
}

// Euro writes an amount in the tournament's currency.
func (p entriesPage) Euro(c tournament.Cents) string {
	return p.Money(int64(c), p.List.Tournament.Currency)
}

// Act is where the buttons of the list go. The search is over then, what is left out stays left out.
func (p entriesPage) Act() string {
	if p.Show == "" {
		return p.Address + "/act"
	}
	return p.Address + "/act?show=" + url.QueryEscape(p.Show)
}
