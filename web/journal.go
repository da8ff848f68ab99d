package web

import (
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// journalItem is one event as a reader sees it.
type journalItem struct {
	Time, Day string
	NewDay    bool // the first of its day
	Who, What string
	Reason    string
	Address   string // where it can be looked at or undone, "" = nowhere
}

// journalPage is the timeline of everything that was done, newest first.
type journalPage struct {
	eventPage
	Items []journalItem
	More  bool // there may be older ones
}

const (
	journalShort = 200
	journalLong  = 5000
)

// journal answers GET /t/:t/journal.
func (s *Server) journal(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	most := journalShort
	if c.QueryParam("all") != "" {
		most = journalLong
	}
	lines, err := s.desk.Journal(c.Request().Context(), actor(c), t.ID, most)
	if err != nil {
		return err
	}
	page := journalPage{eventPage: s.newEventPage(c, t, visitOf(c).printer.T("nav.journal")), More: most == journalShort && len(lines) == most}
	page.Items = page.journalItems(lines)
	return s.render(c, http.StatusOK, "journal/page", page)
}

func (p eventPage) journalItems(lines []desk.JournalLine) []journalItem {
	items := make([]journalItem, 0, len(lines))
	day := ""
	for _, l := range lines {
		it := journalItem{
			Time: p.Time(l.Entry.At), Day: p.LongDate(l.Entry.At), Who: p.doer(l), What: p.deed(l), Reason: l.Entry.Reason,
			Address: p.whereabouts(l),
		}
		it.NewDay = it.Day != day
		day = it.Day
		items = append(items, it)
	}
	return items
}

// doer is who did it.
func (p eventPage) doer(l desk.JournalLine) string {
	switch {
	case l.Table > 0:
		return p.T("table.number", "Number", l.Table)
	case l.Actor != "":
		return l.Actor
	}
	return p.T("journal.system")
}

// deed is what was done, as a sentence.
func (p eventPage) deed(l desk.JournalLine) string {
	var after, before struct {
		Number   int               `json:"number"`
		Revision int               `json:"revision"`
		Round    int               `json:"after_round"`
		Status   tournament.Status `json:"status"`
		StartNo  int               `json:"start_no"`
		Entries  []int64           `json:"entries"`
		Hand     int               `json:"hand"`
		Redealt  bool              `json:"redealt"`
	}
	_ = json.Unmarshal(l.Entry.After, &after) // what cannot be read is left out of the sentence
	_ = json.Unmarshal(l.Entry.Before, &before)
	number := after.Number
	if number == 0 {
		number = before.Number
	}
	if said := p.clockDeed(l); said != "" {
		return said
	}
	if l.Entry.Subject == "round" && l.Subject != "" {
		return p.event(l.Entry.Action, map[string]any{"Round": l.Subject})
	}
	action := l.Entry.Action
	if action == "entry.arrive" { // the door's one field does what is needed
		action = arrival(after.Status, after.StartNo > 0)
	}
	if action == "penalty.add" && after.Redealt {
		action, number = "penalty.redealt", after.Hand
	}
	return p.event(action, map[string]any{
		"Subject": l.Subject, "Table": l.Subject, "Hand": number, "Round": max(number, after.Round), "Revision": after.Revision,
		"Count": len(after.Entries),
	})
}

// arrival is what somebody's arrival at the door was: a check-in, a registration, or only the fee.
func arrival(status tournament.Status, fresh bool) string {
	switch {
	case status == tournament.Present:
		return "entry.present"
	case fresh:
		return "entry.register"
	}
	return "entry.fee"
}

func (p eventPage) event(action string, args map[string]any) string {
	key := "journal." + action
	if !p.Has(key) {
		return p.T("journal.other", "Action", action)
	}
	return p.T(key, args)
}

// whereabouts is the page of what the event is about.
func (p eventPage) whereabouts(l desk.JournalLine) string {
	switch l.Entry.Subject {
	case "table":
		if l.Subject != "" {
			return tableAddress(tournament.TableID(l.Entry.SubjectID))
		}
	case "round":
		if l.Subject != "" {
			return p.Home() + "/rounds/" + l.Subject
		}
	case "penalty":
		return p.Home() + "/penalties"
	}
	return ""
}
