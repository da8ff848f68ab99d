package web

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// publicPage is what guests see: my place, my points, my next table, then the seating and the ranking.
type publicPage struct {
	eventPage
	Me      int // start number of who is reading, 0 = not chosen
	Choose  bool
	Seating *desk.Seating // the newest released, nil = none
	S       desk.Standings
	None    string // why there is no ranking to see
	Day     string
}

const (
	meLife    = 30 // days that a browser keeps who it is
	publicTop = 10 // places shown before the link to all
)

func meCookie(t tournament.Tournament) string { return "doko_me_" + t.PublicID }

// publicHome is the page of guests. ?me=7 keeps start number 7 in this browser, ?me=0 forgets it.
func (s *Server) publicHome(c echo.Context, t tournament.Tournament) error {
	if v := c.QueryParam("me"); v != "" {
		no, err := strconv.Atoi(v)
		if err != nil || no < 0 {
			return tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
		}
		days := meLife
		if no == 0 {
			days = -1
		}
		s.setCookie(c, meCookie(t), strconv.Itoa(no), s.clock().AddDate(0, 0, days))
		return c.Redirect(http.StatusSeeOther, tournamentAddress(t))
	}
	me := 0
	if cookie, err := c.Cookie(meCookie(t)); err == nil {
		me, _ = strconv.Atoi(cookie.Value) // anything else is nobody
	}
	if done, err := s.fresh(c, t.Changes, strconv.Itoa(me), s.minuteOf(t)); done || err != nil {
		return err
	}
	page := publicPage{eventPage: s.newEventPage(c, t, t.Name), Me: me, Choose: c.QueryParam("who") != ""}
	if !t.StartsAt.IsZero() {
		page.Day = page.LongDate(t.StartsAt) + ", " + page.T("tournament.at", "Time", page.Time(t.StartsAt))
	}
	var err error
	if page.Seating, err = s.newestSeating(c, guest(c, t), t); err != nil {
		return err
	}
	if page.S, page.None, err = s.ranking(c, guest(c, t), t, 0); err != nil {
		return err
	}
	return s.render(c, http.StatusOK, "public/page", page)
}

// guest is the eyes with which a page for the hall is made: those of a guest, whoever is signed in at the projector. A tournament that
// is not public has no guests.
func guest(c echo.Context, t tournament.Tournament) tournament.Actor {
	if t.Public {
		return tournament.Actor{}
	}
	return actor(c)
}

// newestSeating is the seating of the newest round an actor may know, nil if there is none.
func (s *Server) newestSeating(c echo.Context, by tournament.Actor, t tournament.Tournament) (*desk.Seating, error) {
	rounds, err := s.desk.Rounds(c.Request().Context(), by, t.ID)
	if err != nil || len(rounds) == 0 {
		return nil, err
	}
	seating, err := s.desk.Seating(c.Request().Context(), by, t.ID, rounds[len(rounds)-1].Number)
	if errors.Is(err, tournament.ErrNotFound) { // taken back meanwhile
		return nil, nil
	}
	return &seating, err
}

// mySeat is where the reader sits next.
type mySeat struct {
	foundSeat
	Round  int
	Others []string
}

// Seat is the reader's own seat, nil if unknown.
func (p publicPage) Seat() *mySeat {
	if p.Seating == nil || p.Me == 0 {
		return nil
	}
	for _, t := range p.Seating.Tables {
		var seat *mySeat
		var others []string
		for _, v := range t.Seats {
			if v.StartNo == p.Me {
				seat = &mySeat{foundSeat: foundSeat{v, t.Table.Number, v.Position == t.Table.ListKeeper()}, Round: p.Seating.Round.Number}
				continue
			}
			others = append(others, v.Name)
		}
		if seat != nil {
			seat.Others = others
			return seat
		}
	}
	return nil
}

// Line is the reader's own place, nil if unknown.
func (p publicPage) Line() *rankRow {
	rows := p.rows()
	for i := range rows {
		if rows[i].Mine {
			return &rows[i]
		}
	}
	return nil
}

func (p publicPage) rows() []rankRow { return p.rankRows(p.S, p.Me) }

// Top are the first places.
func (p publicPage) Top() []rankRow {
	rows := p.rows()
	return rows[:min(len(rows), publicTop)]
}

// Places is the number of places.
func (p publicPage) Places() int { return len(p.S.Lines) }

// Name is who is reading, "" if the page does not know the name.
func (p publicPage) Name() string {
	for _, l := range p.S.Lines {
		if l.StartNo == p.Me {
			return l.Name
		}
	}
	if seat := p.Seat(); seat != nil {
		return seat.SeatView.Name
	}
	return ""
}

// Names are the players a reader may be.
func (p publicPage) Names() []Option {
	type person struct {
		no   int
		name string
	}
	var people []person
	known := map[int]bool{}
	add := func(no int, name string) {
		if !known[no] {
			known[no] = true
			people = append(people, person{no, name})
		}
	}
	if p.Seating != nil {
		for _, t := range p.Seating.Tables {
			for _, v := range t.Seats {
				add(v.StartNo, v.Name)
			}
		}
	}
	for _, l := range p.S.Lines {
		add(l.StartNo, l.Name)
	}
	tournament.SortByName(people, func(q person) string { return q.name })
	var list []Option
	for _, q := range people {
		list = append(list, Option{Value: strconv.Itoa(q.no), Text: fmt.Sprintf("%s (%d)", q.name, q.no), Chosen: q.no == p.Me})
	}
	return list
}

// SeatingAddress is the page of the newest seating.
func (p publicPage) SeatingAddress() string {
	return roundAddress(p.Tournament, p.Seating.Round.Number)
}
