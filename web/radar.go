package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/pace"
)

// radarPage is every table that plays, the one that needs somebody first.
type radarPage struct {
	eventPage
	R desk.Radar
}

// radar answers GET /t/:t/radar.
func (s *Server) radar(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	page := radarPage{eventPage: s.newEventPage(c, t, visitOf(c).printer.T("nav.radar"))}
	if page.R, err = s.desk.Radar(c.Request().Context(), actor(c), t.ID); err != nil {
		return err
	}
	return s.render(c, http.StatusOK, "radar/page", page)
}

// AllTopics are what the page listens to: the rounds and each of the tables shown.
func (p radarPage) AllTopics() string {
	topics := p.Topics()
	for _, r := range p.R.Rounds {
		for _, tile := range r.Tables {
			topics += " table:" + strconv.FormatInt(int64(tile.Table.ID), 10)
		}
	}
	return topics
}

// radarRound is a round on the radar.
type radarRound struct {
	desk.RoundState
	Address string
	Clock   *clockView
	Lines   []radarLine
	Ready   string // which tables are done, "" = none yet
}

// radarLine is a table on the radar: how it stands by colour, sign and word, and what there is to know about it.
type radarLine struct {
	desk.TableTile
	Address           string
	Class, Sign, Word string
	Hands             string // "Spiel 17 von 24, noch 7"
	When              string // "fertig etwa 21:24 Uhr, 14 min zu spät"
	Time              *clockView
	Solos             string // names
	Urgent            bool   // nothing but compulsory solos is left
	Last              string // last entry
	Net               netView
	Give              string // address where time is given, "" = not by this reader
}

// Rounds are the rounds being played, with their tables.
func (p radarPage) Rounds() []radarRound {
	var views []radarRound
	for _, r := range p.R.Rounds {
		v := radarRound{RoundState: r, Address: roundAddress(p.Tournament, r.Round.Number), Clock: p.clock(r.Round, tournament.Table{})}
		var ready []int
		for _, tile := range r.Tables {
			if tile.Forecast.State == pace.Done {
				ready = append(ready, tile.Table.Number)
				continue
			}
			v.Lines = append(v.Lines, p.line(r, tile))
		}
		if len(ready) > 0 {
			v.Ready = p.T("radar.ready", "Tables", numberList(ready))
		}
		views = append(views, v)
	}
	return views
}

func (p radarPage) line(r desk.RoundState, tile desk.TableTile) radarLine {
	l := radarLine{
		TableTile: tile, Address: tableAddress(tile.Table.ID), Hands: p.T("radar.hands", "Done", tile.Done, "Hands", tile.Hands, "Left", tile.Hands-tile.Done),
		Time: p.clock(r.Round, tile.Table), Solos: strings.Join(tile.SolosOpen, ", "), Urgent: len(tile.SolosOpen) > 0 && len(tile.SolosOpen) >= tile.Hands-tile.Done,
		When: p.when(tile), Last: p.last(tile, r.Now), Net: p.net(tile, r.Now),
	}
	l.Class, l.Sign, l.Word = p.stand(tile)
	if p.Directs() && !r.Round.ClockAt.IsZero() {
		l.Give = p.ClockAddress(r.Round.Number) + "?table=" + strconv.Itoa(tile.Table.Number)
	}
	return l
}

// stand is how a table stands in time, by colour, sign and word.
func (p eventPage) stand(tile desk.TableTile) (string, string, string) {
	state := tile.Forecast.State
	word := p.T("radar.state_" + string(state))
	switch state {
	case pace.Over:
		return "bad", "✗", word
	case pace.Late:
		if tile.Time.Deadline().IsZero() {
			word = p.T("radar.holds_up")
		}
		return "bad", "!", word
	case pace.Silent:
		return "warn", "?", word
	case pace.Tight:
		return "warn", "◔", word
	case pace.Done:
		return "good", "✓", word
	}
	return "", "▶", word
}

// when says when a table will be done, and by how much that is too late.
func (p eventPage) when(tile desk.TableTile) string {
	f, zone := tile.Forecast, p.Tournament.Location()
	end := p.timeOfDay(f.End, zone)
	late := pace.Minutes(f.End.Sub(f.Limit))
	switch {
	case f.State == pace.Silent:
		return p.T("radar.silent")
	case f.State == pace.Over:
		return p.T("radar.over")
	case f.State == pace.Late && tile.Time.Deadline().IsZero():
		return p.T("radar.end_held", "Time", end)
	case f.State == pace.Late && f.Hands < tile.Hands:
		return p.T("radar.end_late_hands", "Time", end, "Minutes", late, "Count", tile.Hands-f.Hands)
	case f.State == pace.Late:
		return p.T("radar.end_late", "Time", end, "Minutes", late)
	}
	return p.T("radar.end", "Time", end)
}

// last says how long ago the last hand was entered.
func (p eventPage) last(tile desk.TableTile, now time.Time) string {
	if tile.Table.LastHandAt.IsZero() {
		return p.T("radar.nothing")
	}
	ago := int(now.Sub(tile.Table.LastHandAt) / time.Minute)
	return p.T("radar.last", "Minutes", ago, "Time", p.Time(tile.Table.LastHandAt))
}

// netView is whether the phone that keeps the list is connected, by colour, sign and word.
type netView struct {
	Class, Sign, Word string
}

func (p eventPage) net(tile desk.TableTile, now time.Time) netView {
	here := tile.Presence
	seen := here.PenSeen
	if here.Pen == "" {
		seen = here.LastSeen
	}
	switch {
	case here.Connected:
		return netView{"", "✓", p.T("radar.net_on")}
	case seen.IsZero():
		return netView{"", "–", p.T("radar.net_none")}
	}
	return netView{"warn", "✗", p.T("radar.net_off", "Minutes", int(now.Sub(seen)/time.Minute))}
}

// Headline is the one sentence: which tables need somebody.
func (p radarPage) Headline() string {
	var late, silent []int
	playing := 0
	for _, r := range p.R.Rounds {
		for _, tile := range r.Tables {
			switch {
			case tile.Forecast.State.Pressing():
				late = append(late, tile.Table.Number)
			case tile.Forecast.State == pace.Silent:
				silent = append(silent, tile.Table.Number)
			}
			if tile.Forecast.State != pace.Done {
				playing++
			}
		}
	}
	switch {
	case len(p.R.Rounds) == 0:
		return p.T("radar.none")
	case len(late) > 0:
		return p.T("radar.look", "Tables", numberList(late))
	case len(silent) > 0:
		return p.T("radar.unheard", "Tables", numberList(silent))
	case playing == 0:
		return p.T("radar.all_done")
	}
	return p.T("radar.calm", "Count", playing)
}

// inTime puts on a tile of the director's page how its table stands in time.
func (p overviewPage) inTime(v *tileView) {
	if v.Forecast.State == "" || v.Forecast.State == pace.Done {
		return
	}
	if end := v.Time.Deadline(); !end.IsZero() && len(v.Lines) > 0 {
		v.Lines[len(v.Lines)-1] += " · " + p.left(end.Sub(p.At))
	}
	if net := p.net(v.TableTile, p.At); net.Class != "" {
		v.Lines = append(v.Lines, net.Sign+" "+net.Word)
	}
	class, sign, word := p.stand(v.TableTile)
	switch {
	case v.Forecast.State.Pressing():
		v.Class, v.Sign, v.Word = class, sign, word
		v.Late = p.when(v.TableTile)
	case v.Forecast.State == pace.Silent || v.Forecast.State == pace.Tight:
		v.Class, v.Sign, v.Word = class, sign, word
	}
}
