package web

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// doorEntry is what was typed into the one field of the check-in.
type doorEntry struct {
	op     string
	text   string
	pay    bool              // a plus at the end: the fee was paid
	status tournament.Status // present at the door, registered days before
	last   int64             // whom the last command was about
}

func readDoor(f *Form) doorEntry {
	in := doorEntry{op: f.op(), text: tournament.CleanName(f.Value("q")), status: tournament.Present}
	if rest, paid := strings.CutSuffix(in.text, "+"); paid {
		in.text, in.pay = strings.TrimSpace(rest), true
	}
	if f.Value("mode") == string(tournament.Registered) {
		in.status = tournament.Registered
	}
	// Who types fast presses Enter on a page that is already leaving: another text is another command, the same one counts once.
	sum := sha256.Sum256([]byte(f.Value("q") + "\x00" + string(in.status)))
	in.op += "-" + hex.EncodeToString(sum[:6])
	in.last, _ = strconv.ParseInt(f.Value("last"), 10, 64)
	return in
}

// entryFind answers POST /t/:t/entries/find, the Enter key of the check-in: the only one who fits is checked in, an unknown name is
// registered, anything else is asked.
func (s *Server) entryFind(c echo.Context) error {
	t, form, err := s.tournamentForm(c)
	if err != nil {
		return err
	}
	in := readDoor(form)
	switch {
	case form.err() != nil:
		return s.renderEntries(c, form, nil)
	case in.text == "" && in.pay:
		return s.payLast(c, t, form, in)
	case in.text == "":
		return s.backToEntries(c, t, 0)
	}
	e, err := s.desk.Arrive(c.Request().Context(), actor(c), desk.Arrive{
		Op: in.op, Tournament: t.ID, Text: in.text, Present: in.status == tournament.Present, Paid: in.pay,
	})
	if err == nil {
		return s.backToEntries(c, t, e.ID)
	}
	return s.entryQuestion(c, form, t, in, err)
}

// payLast takes the fee of the one who was checked in last.
func (s *Server) payLast(c echo.Context, t tournament.Tournament, form *Form, in doorEntry) error {
	if in.last <= 0 {
		form.fault("pay_whom", "q", nil)
		return s.renderEntries(c, form, nil)
	}
	e, _, err := s.desk.Entry(c.Request().Context(), actor(c), tournament.EntryID(in.last))
	if err != nil {
		return err
	}
	return s.carryOut(c, t, form, rowCommand{op: in.op, action: "paid", seen: e})
}

// entryQuestion shows what the desk could not decide, with buttons for the answers.
func (s *Server) entryQuestion(c echo.Context, form *Form, t tournament.Tournament, in doorEntry, cause error) error {
	problems := problemsIn(cause)
	if !errors.Is(cause, tournament.ErrDuplicate) || len(problems) == 0 {
		if err := form.refuse(cause); err != nil {
			return err
		}
		form.problems = at("q", form.problems) // it was all typed into the one field
		return s.renderEntries(c, form, nil)
	}
	notice := &entryNotice{Name: in.text, Pay: in.pay}
	notice.Text, _ = problemText(visitOf(c).printer, problems[0])
	if problems[0].Code == "in_address_book" {
		people, err := s.desk.People(c.Request().Context(), actor(c), t.ID, in.text)
		if err != nil {
			return err
		}
		notice.People = people[:min(len(people), 12)]
		return s.renderEntries(c, form, notice)
	}
	list, err := s.desk.Entries(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return err
	}
	if _, err := strconv.Atoi(in.text); err == nil { // a number is no name
		notice.Name = ""
	}
	_, notice.Same = desk.Fitting(list.Entries, in.text)
	return s.renderEntries(c, form, notice)
}

// entryAdd answers POST /t/:t/entries: the answer to a question of the check-in.
func (s *Server) entryAdd(c echo.Context) error {
	t, form, err := s.tournamentForm(c)
	if err != nil {
		return err
	}
	in := readDoor(form)
	if form.err() != nil {
		return s.renderEntries(c, form, nil)
	}
	register := desk.Register{
		Op: in.op, Tournament: t.ID, Name: in.text, Present: in.status == tournament.Present, Paid: form.on("pay"), SameName: form.on("same"),
	}
	if form.on("player") {
		register.Player = tournament.PlayerID(form.id("player"))
	}
	e, err := s.desk.Register(c.Request().Context(), actor(c), register)
	if err == nil {
		return s.backToEntries(c, t, e.ID)
	}
	return s.entryQuestion(c, form, t, in, err)
}

// backToEntries goes to the check-in and shows whom the command was about.
func (s *Server) backToEntries(c echo.Context, t tournament.Tournament, last tournament.EntryID) error {
	q := url.Values{}
	if last != 0 {
		q.Set("last", strconv.FormatInt(int64(last), 10))
	}
	if show := c.QueryParam("show"); show != "" {
		q.Set("show", show)
	}
	address := tournamentAddress(t) + "/entries"
	if len(q) > 0 {
		address += "?" + q.Encode()
	}
	return c.Redirect(http.StatusSeeOther, address)
}
