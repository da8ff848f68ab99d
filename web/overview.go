package web

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// overviewPage is the director's page: what is next, what is in the way, the tables as tiles, what just happened.
type overviewPage struct {
	eventPage
	O    desk.Overview
	Old  []oldCopy // published rankings that are wrong now
	Lost string    // why the codes on the tables may lead nowhere, "" = they are fine
}

// tournamentHome answers GET /t/:t: the desk's page for those who work there, the public page for everybody else.
func (s *Server) tournamentHome(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	if !actor(c).May(tournament.Helper, t.Organisation, t.ID) || c.QueryParam("as") == "guest" {
		return s.publicHome(c, t)
	}
	o, err := s.desk.Overview(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return err
	}
	page := overviewPage{eventPage: s.newEventPage(c, t, t.Name), O: o}
	printed, err := s.desk.CardsBase(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return err
	}
	page.Lost = s.lost(page.Printer, printed)
	if page.Old, err = s.oldCopies(c, page.Base, t); err != nil {
		return err
	}
	return s.render(c, http.StatusOK, "overview/page", page)
}

// AllTopics are what the page listens to: everything at the desk, and each of the tables shown.
func (p overviewPage) AllTopics() string {
	topics := "entries cards " + p.Topics()
	for _, r := range p.O.Rounds {
		for _, tile := range r.Tables {
			topics += " table:" + strconv.FormatInt(int64(tile.Table.ID), 10)
		}
	}
	return topics
}

// tileView is a table as a tile: colour, sign and word say where its sheet stands.
type tileView struct {
	desk.TableTile
	Address           string
	Class, Sign, Word string
	Late              string   // when it will be done, if that is too late
	Faulty            string   // what does not add up, "" = nothing
	Lines             []string // hands, open solos, list keeper
}

// roundView is a round with its tables.
type roundView struct {
	desk.RoundState
	Address string
	Closed  bool
	Tiles   []tileView
}

// Rounds are the drawn rounds, newest first.
func (p overviewPage) Rounds() []roundView {
	var views []roundView
	for i := len(p.O.Rounds) - 1; i >= 0; i-- {
		r := p.O.Rounds[i]
		v := roundView{RoundState: r, Address: roundAddress(p.Tournament, r.Round.Number), Closed: r.Round.Phase == tournament.RoundClosed}
		for _, tile := range r.Tables {
			v.Tiles = append(v.Tiles, p.tile(tile))
		}
		views = append(views, v)
	}
	return views
}

// States is where a round stands, in words.
func (p overviewPage) State(r roundView) string {
	switch {
	case r.Closed:
		return p.T("round.closed")
	case r.Round.Phase == tournament.RoundPlaying:
		return p.T("round.sheets", "Done", r.Confirmed, "Count", len(r.Tables))
	case r.Round.Released:
		return p.T("round.released")
	}
	return p.T("round.drawn")
}

func (p overviewPage) tile(from desk.TableTile) tileView {
	v := tileView{TableTile: from, Address: tableAddress(from.Table.ID)}
	begun, full := from.Done > 0, from.Done >= from.Hands || from.Totals
	switch {
	case from.Table.Phase == tournament.TableConfirmed:
		v.Class, v.Sign, v.Word = "good", "✓", p.T("tile.confirmed")
	case from.Table.Phase == tournament.TableSubmitted:
		v.Class, v.Sign, v.Word = "warn", "◐", p.T("tile.submitted")
	case full:
		v.Class, v.Sign, v.Word = "warn", "◑", p.T("tile.played")
	case begun:
		v.Sign, v.Word = "▶", p.T("tile.playing")
	default:
		v.Sign, v.Word = "○", p.T("tile.open")
	}
	if from.Table.Phase != tournament.TableConfirmed && full && from.Faults > 0 {
		v.Class, v.Faulty = "bad", p.T("tile.faults", "Count", from.Faults)
	}
	if from.Totals {
		v.Lines = append(v.Lines, p.T("tile.totals"))
	} else {
		v.Lines = append(v.Lines, p.T("tile.hands", "Done", from.Done, "Hands", from.Hands))
	}
	p.inTime(&v)
	return v
}

// Urgent reports whether nothing but compulsory solos is left to play.
func (v tileView) Urgent() bool {
	return v.Table.Phase == tournament.TableOpen && len(v.SolosOpen) > 0 && len(v.SolosOpen) >= v.Hands-v.Done
}

// Solos names who still owes a compulsory solo once the end is near: before, all of them do.
func (v tileView) Solos() string {
	if v.Done == 0 || v.Totals || v.Table.Phase == tournament.TableConfirmed {
		return ""
	}
	return strings.Join(v.SolosOpen, ", ")
}

// mostHappened is how many events the page shows.
const mostHappened = 10

// Happened are the last events, newest first; of hands entered one after the other only the newest of each table.
func (p overviewPage) Happened() []journalItem {
	var lines []desk.JournalLine
	told := map[int64]bool{}
	for _, l := range p.O.Journal {
		if l.Entry.Action == "hand.enter" {
			if told[l.Entry.SubjectID] {
				continue
			}
			told[l.Entry.SubjectID] = true
		}
		lines = append(lines, l)
	}
	return p.journalItems(lines[:min(len(lines), mostHappened)])
}
