package web

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/reports/papers"
	"doko/tournament"
	"doko/tournament/desk"
)

// oldCopy is a published ranking that is wrong now.
type oldCopy struct {
	desk.OldCopy
	Address string
}

// heldPaper is what the page says about the paper whose code led to it.
type heldPaper struct {
	Text string // "" = no paper is known
	Good bool   // it is the newest
}

// oldCopies lists the published rankings that are wrong now, for those who may know.
func (s *Server) oldCopies(c echo.Context, b Base, t tournament.Tournament) ([]oldCopy, error) {
	copies, err := s.desk.Outdated(c.Request().Context(), b.Actor, t.ID)
	if errors.Is(err, tournament.ErrNotFound) {
		return nil, nil
	}
	list := make([]oldCopy, len(copies))
	for i, p := range copies {
		list[i] = oldCopy{p, fmt.Sprintf("%s/standings/copies/%d", tournamentAddress(t), p.ID)}
	}
	return list, err
}

// Reopened are the lists of closed rounds that were opened again and are not confirmed since.
func (p overviewPage) Reopened() []NavItem {
	var list []NavItem
	for _, r := range p.O.Rounds {
		for _, tile := range r.Tables {
			if r.Round.Phase == tournament.RoundClosed && tile.Table.Phase != tournament.TableConfirmed {
				text := p.T("table.round", "Round", r.Round.Number) + " · " + p.T("table.number", "Number", tile.Table.Number)
				list = append(list, NavItem{Text: text, Address: tableAddress(tile.Table.ID)})
			}
		}
	}
	return list
}

// Early reports whether one of the copies would be published as provisional.
func (p standingsPage) Early() bool { return early(p.Old) }

// Early reports whether one of the copies would be published as provisional.
func (p overviewPage) Early() bool { return early(p.Old) }

func early(list []oldCopy) bool {
	return slices.ContainsFunc(list, func(o oldCopy) bool { return o.Provisional })
}

// wrong reports whether a published copy is the newest but says something else than the ranking now.
func (p standingsPage) wrong(id tournament.PublishedID) bool {
	for _, o := range p.Old {
		if o.ID == id {
			return true
		}
	}
	return false
}

// held says whether the paper with a code "2.1", after round 2 and revision 1, is still right.
func (p standingsPage) held(code string) heldPaper {
	round, revision, ok := strings.Cut(code, ".")
	after, err := strconv.Atoi(round)
	number, err2 := strconv.Atoi(revision)
	if !ok || err != nil || err2 != nil {
		return heldPaper{}
	}
	for _, l := range p.Copies { // newest first
		if l.AfterRound != after || number < 1 || number > l.Revision {
			continue
		}
		args := []any{"Round", after, "Revision", number, "Newest", l.Revision}
		switch {
		case number < l.Revision:
			return heldPaper{Text: p.T("renew.held_old", args...)}
		case l.Wrong:
			return heldPaper{Text: p.T("renew.held_wrong", args...)}
		}
		return heldPaper{Text: p.T("renew.held_good", args...), Good: true}
	}
	return heldPaper{}
}

// renew answers POST /t/:t/standings/renew: what is published and wrong is published again, under the next revision.
func (s *Server) renew(c echo.Context) error {
	t, form, err := s.directedForm(c)
	if err != nil {
		return err
	}
	op := form.op()
	if err := form.err(); err != nil {
		return err
	}
	renewed, err := s.desk.Renew(c.Request().Context(), actor(c), desk.RenewStandings{Op: op, Tournament: t.ID})
	if err != nil {
		return err
	}
	return s.done(c, tournamentAddress(t)+"/standings", "flash.renewed", "Count", renewed)
}

// notePrint keeps that somebody who works here has made a paper.
func (s *Server) notePrint(c echo.Context, r papers.Request) error {
	by := actor(c)
	if r.Format != papers.PDF || by.Account == 0 && by.Table == 0 {
		return nil
	}
	p := tournament.Print{Tournament: r.Tournament, Kind: string(r.Kind), Round: r.Round, Lang: string(visitOf(c).printer.Lang())}
	if r.Kind == papers.Sheets && r.Blank {
		p.Kind = "blank-sheets"
	}
	if len(r.Tables) == 1 {
		p.Table = r.Tables[0]
	}
	return s.desk.NotePrint(c.Request().Context(), by, p)
}
