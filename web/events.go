package web

import (
	"crypto/rand"
	"fmt"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"doko/tournament"
)

// eventPage is what the pages about a tournament's rounds share.
type eventPage struct {
	Base
	Tournament tournament.Tournament
	At         time.Time // when the page was made, by the desk's clock
}

// newEventPage is the start of a page about the tournament.
func (s *Server) newEventPage(c echo.Context, t tournament.Tournament, title string) eventPage {
	return eventPage{Base: s.tournamentBase(c, t, title), Tournament: t, At: s.desk.Now()}
}

// Home is the address of the tournament's page.
func (p eventPage) Home() string { return tournamentAddress(p.Tournament) }

func (p eventPage) may(role tournament.Role) bool {
	return p.Actor.May(role, p.Tournament.Organisation, p.Tournament.ID)
}

// Helps reports whether the reader is one of the tournament's helpers or more.
func (p eventPage) Helps() bool { return p.may(tournament.Helper) }

// Referees reports whether the reader may give penalties.
func (p eventPage) Referees() bool { return p.may(tournament.Referee) }

// Directs reports whether the reader may draw, close and publish.
func (p eventPage) Directs() bool { return p.may(tournament.Director) }

// Over reports whether the tournament takes no more commands.
func (p eventPage) Over() bool { return p.Tournament.Phase == tournament.Finished }

// NewOp is a key for one more form of the page: each form counts once by its own.
func (p eventPage) NewOp() string { return rand.Text() }

// Topics are what a part listens to that shows rounds and ranking.
func (p eventPage) Topics() string {
	var b strings.Builder
	b.WriteString("standings tournaments")
	for n := 1; n <= p.Tournament.Format.Rounds; n++ {
		fmt.Fprintf(&b, " round:%d", n)
	}
	return b.String()
}

// roundAddress is the page of a round's seating.
func roundAddress(t tournament.Tournament, round int) string {
	return fmt.Sprintf("%s/rounds/%d", tournamentAddress(t), round)
}

// roundOfPath reads the round's number in the address /t/:t/rounds/:round; a round that no tournament can have is not found.
func roundOfPath(c echo.Context) (int, error) {
	n, err := pathNumber(c, "round")
	if err != nil || n > tournament.MaxRounds {
		return 0, tournament.Wrong(tournament.ErrNotFound, "unknown_round", nil)
	}
	return int(n), nil
}

// step is one thing that can be done now: a link, or a form with one button that says what it does to how many people.
type step struct {
	Text, Explain string
	Address       string
	Post, Main    bool
	Version       int
	To            string // of a change of phase
	Back          string // where to go afterwards: "overview" or "seating"
}
