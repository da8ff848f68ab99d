package web

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/pace"
)

// clockView is how much time is left, for the partial "time". A script counts it down; without one the minutes are those of the page.
type clockView struct {
	Ends, Now      int64  // milliseconds since 1970, by the server's clock
	Text           string // "noch 38 min", "Zeit um"
	Until          string // "bis 21:10 Uhr"
	Class, Sign    string
	Left, Gone, Up string // what the script writes, % for the minutes
}

// soon is how long before the end the colour warns.
const soon = 10 * time.Minute

// clockView makes the view of a clock in the time zone of its tournament, nil where none runs.
func (b Base) clockView(c pace.Clock, now time.Time, zone *time.Location) *clockView {
	end := c.Deadline()
	if end.IsZero() {
		return nil
	}
	v := &clockView{
		Ends: end.UnixMilli(), Now: now.UnixMilli(), Until: b.until(end, zone), Text: b.left(end.Sub(now)), Sign: "◷",
		Left: b.T("clock.left", "Minutes", "%"), Gone: b.T("clock.gone", "Minutes", "%"), Up: b.T("clock.up"),
	}
	switch left := end.Sub(now); {
	case left <= 0:
		v.Class, v.Sign = "bad", "!"
	case left <= soon:
		v.Class = "warn"
	}
	return v
}

// left says how many minutes are left, or for how many time has been up.
func (b Base) left(d time.Duration) string {
	n := pace.Minutes(d)
	switch {
	case d > 0:
		return b.T("clock.left", "Minutes", n)
	case n < 0:
		return b.T("clock.gone", "Minutes", -n)
	}
	return b.T("clock.up")
}

// until says when time is up. In a night of clock change it says by which of the two times.
func (b Base) until(end time.Time, zone *time.Location) string {
	return b.T("clock.until", "Time", b.timeOfDay(end, zone))
}

// timeOfDay is the time of day, with summer or winter time beside it where the clocks change within three hours.
func (b Base) timeOfDay(at time.Time, zone *time.Location) string {
	const near = 3 * time.Hour
	local := at.In(zone)
	text := b.T("clock.at", "Time", local.Format("15:04"))
	_, offset := local.Zone()
	_, before := local.Add(-near).Zone()
	_, after := local.Add(near).Zone()
	switch {
	case before == offset && after == offset:
		return text
	case local.IsDST():
		return text + " " + b.T("clock.summer")
	}
	return text + " " + b.T("clock.winter")
}

// now answers GET /now: milliseconds since 1970, for pages that count.
func (s *Server) now(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.String(http.StatusOK, strconv.FormatInt(s.desk.Now().UnixMilli(), 10))
}

// minuteOf is what a page of a tournament depends on besides its changes: the minute, where a clock may run.
func (s *Server) minuteOf(t tournament.Tournament) string {
	if t.Phase != tournament.Running || t.Format.RoundMinutes == 0 {
		return ""
	}
	return s.desk.Now().Format("15:04")
}

// forgotten is how long after its end a clock is no longer shown: a round that is opened again for a correction is not late.
const forgotten = 2 * time.Hour

// clock is the round's clock as an event page shows it, nil where none runs.
func (p eventPage) clock(r tournament.Round, table tournament.Table) *clockView {
	c := desk.ClockOf(r, table)
	if r.Phase == tournament.RoundClosed || p.At.Sub(c.Deadline()) > forgotten {
		return nil
	}
	return p.clockView(c, p.At, p.Tournament.Location())
}

// running is the clock of the newest round that runs and the actor may know of, nil if none does.
func (p eventPage) running(rounds []tournament.Round) *clockView {
	for i := len(rounds) - 1; i >= 0; i-- {
		if v := p.clock(rounds[i], tournament.Table{}); v != nil {
			return v
		}
	}
	return nil
}

// Clock is the clock of the round shown.
func (p seatingPage) Clock() *clockView { return p.clock(p.S.Round, tournament.Table{}) }

// Clock is the clock of the reader's own table, or of the round.
func (p publicPage) Clock() *clockView {
	if p.Seating == nil {
		return nil
	}
	var mine tournament.Table
	if seat := p.Seat(); seat != nil {
		for _, t := range p.Seating.Tables {
			if t.Table.Number == seat.Table {
				mine = t.Table
			}
		}
	}
	return p.clock(p.Seating.Round, mine)
}

// Clock is the clock of a round.
func (p overviewPage) Clock(r roundView) *clockView { return p.clock(r.Round, tournament.Table{}) }

// ClockAddress is where a director sets the clock of a round.
func (p eventPage) ClockAddress(round int) string {
	return roundAddress(p.Tournament, round) + "/clock"
}

// Clock is the clock of the table while it plays, nil where none runs.
func (p tablePage) Clock() *clockView {
	if p.V.Table.Phase == tournament.TableConfirmed || p.V.Round.Phase == tournament.RoundClosed {
		return nil
	}
	return p.clockView(p.V.Time.Clock, p.V.Time.Now, p.V.Tournament.Location())
}

// TimeUp says what may still be played now that time is up, "" before.
func (p tablePage) TimeUp() string {
	if !p.V.Time.Up || p.Clock() == nil || p.V.Totals != nil || p.V.Table.Phase != tournament.TableOpen {
		return ""
	}
	owed := p.SolosOpen()
	switch {
	case p.V.Time.Over && owed == "":
		return p.T("clock.table_done")
	case p.V.Time.Over:
		return p.T("clock.table_solos", "Names", owed)
	case owed == "":
		return p.T("clock.table_last")
	}
	return p.T("clock.table_last_solos", "Names", owed)
}

// Excused reports whether hands are missing only because time was up: the list needs no other reason.
func (p tablePage) Excused() bool {
	if p.HardFault() {
		return false
	}
	for _, f := range p.V.Faults {
		if f.TimeUp {
			return true
		}
	}
	return false
}

// prefill fills in what time up says about the next hand and the list.
func (p tablePage) prefill() {
	if p.V.Time.Over && p.V.Next != nil && p.V.Next.Forced > 0 {
		p.Form.fillDefault("solo_kind", "vorgefuehrt")
	}
	if p.Excused() {
		p.Form.fillDefault("reason", p.T("clock.reason"))
	}
}

// clockDeed says what was done to a clock, "" for anything else.
func (p eventPage) clockDeed(l desk.JournalLine) string {
	if !strings.HasPrefix(l.Entry.Action, "clock.") {
		return ""
	}
	var after struct {
		Minutes int   `json:"minutes"`
		Given   int   `json:"given"`
		Tables  []int `json:"tables"`
	}
	_ = json.Unmarshal(l.Entry.After, &after) // what cannot be read is left out of the sentence
	key := "journal." + l.Entry.Action
	switch {
	case after.Given == 0:
	case len(after.Tables) > 0:
		key = "journal.clock.extra_tables"
	default:
		key = "journal.clock.extra"
	}
	return p.T(key, "Round", l.Subject, "Minutes", after.Minutes, "Given", p.Points(after.Given), "Tables", numberList(after.Tables))
}
