package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/exchange"
)

// upload reads the file of a form's field; without one the form has a problem.
func (f *Form) upload(c echo.Context, field string) (string, []byte, error) {
	header, err := c.FormFile(field)
	if errors.Is(err, http.ErrMissingFile) || err == nil && header.Size == 0 {
		f.fault("file_missing", field, nil)
		return "", nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	file, err := header.Open()
	if err != nil {
		return "", nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(file)
	return header.Filename, content, err
}

// attachment answers with a file to keep.
func attachment(c echo.Context, name, contentType string, content []byte) error {
	c.Response().Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	return c.Blob(http.StatusOK, contentType, content)
}

// playersPage takes a player list and shows what is in it before anything is stored.
type playersPage struct {
	Base
	Address string // of the entries
	File    string
	Lines   []playerLine
	Broken  []fieldProblem // lines that can't be read, with their cells
}

// playerLine is a line of the list with its box.
type playerLine struct {
	exchange.PlayerLine
	Index int
	Tick  bool
	Why   string // it is not ticked
}

// playersForm answers GET /t/:t/entries/import.
func (s *Server) playersForm(c echo.Context) error {
	return s.renderPlayers(c, newForm(), playersPage{})
}

func (s *Server) renderPlayers(c echo.Context, form *Form, page playersPage) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	if !actor(c).May(tournament.Helper, t.Organisation, t.ID) {
		return tournament.Wrong(tournament.ErrForbidden, "forbidden", nil)
	}
	page.Base, page.Address = s.tournamentBase(c, t, visitOf(c).printer.T("players.title")), tournamentAddress(t)+"/entries"
	page.Form, page.Live = form, ""
	return s.render(c, form.status(), "entries/import", page)
}

// playersRead answers POST /t/:t/entries/import: the preview. Nothing is stored.
func (s *Server) playersRead(c echo.Context) error {
	form, err := readForm(c)
	if err != nil {
		return err
	}
	name, content, err := form.upload(c, "file")
	if err != nil {
		return err
	}
	if form.err() != nil {
		return s.renderPlayers(c, form, playersPage{})
	}
	lines, problems := exchange.ReadPlayers(name, content)
	if len(lines) == 0 {
		form.problems = append(form.problems, at("file", problems)...)
		if len(problems) == 0 {
			form.fault("list_empty", "file", nil)
		}
		return s.renderPlayers(c, form, playersPage{})
	}
	page := playersPage{File: name}
	p := visitOf(c).printer
	for _, problem := range problems {
		text, _ := problemText(p, problem)
		page.Broken = append(page.Broken, fieldProblem{Field: problem.Field, Text: text})
	}
	if page.Lines, err = s.ticked(c, lines); err != nil {
		return err
	}
	return s.renderPlayers(c, form, page)
}

// ticked are the lines of a list; who takes part already is not ticked, nor is a name that comes twice.
func (s *Server) ticked(c echo.Context, lines []exchange.PlayerLine) ([]playerLine, error) {
	t, err := s.tournament(c)
	if err != nil {
		return nil, err
	}
	list, err := s.desk.Entries(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return nil, err
	}
	there := map[string]string{}
	p := visitOf(c).printer
	for _, e := range list.Entries {
		there[e.Folded] = p.T("players.there", "Number", e.StartNo)
	}
	shown := make([]playerLine, len(lines))
	for i, l := range lines {
		key := tournament.Fold(l.Name)
		shown[i] = playerLine{PlayerLine: l, Index: i, Tick: there[key] == "", Why: there[key]}
		if wrong := checkPlayer(l); len(wrong) > 0 {
			shown[i].Tick = false
			shown[i].Why, _ = problemText(p, wrong[0])
		}
		if there[key] == "" {
			there[key] = p.T("players.twice", "Line", l.Line)
		}
	}
	return shown, nil
}

// checkPlayer are the problems of a line that an entry would have.
func checkPlayer(l exchange.PlayerLine) tournament.Problems {
	e := tournament.Entry{Name: tournament.CleanName(l.Name), Club: l.Club, MemberNo: l.MemberNo, Team: l.Team, FromRound: 1}
	return e.Check()
}

// at moves problems to a field that the page has.
func at(field string, problems tournament.Problems) tournament.Problems {
	moved := make(tournament.Problems, len(problems))
	for i, p := range problems {
		here := *p
		here.Field = field
		moved[i] = &here
	}
	return moved
}

// playersTake answers POST /t/:t/entries/import/take: the ticked lines become entries. Sent twice it is one import.
func (s *Server) playersTake(c echo.Context) error {
	t, form, err := s.tournamentForm(c)
	if err != nil {
		return err
	}
	op, lines := form.op(), picked(form)
	if form.err() != nil {
		return s.renderPlayers(c, form, playersPage{})
	}
	people, err := s.desk.People(c.Request().Context(), actor(c), t.ID, "")
	if err != nil {
		return err
	}
	for i, in := range fromAddressBook(lines, people) {
		in.Op, in.Tournament = fmt.Sprintf("%s-%d", op, lines[i].Line), t.ID
		_, err := s.desk.Register(c.Request().Context(), actor(c), in)
		// The key with another person behind it: sent twice, and the first time took the one of the address book.
		if err != nil && !coded(err, "op_reused") {
			if err := form.refuse(err); err != nil {
				return err
			}
		}
	}
	if form.err() != nil {
		form.problems = at("file", form.problems)
		return s.renderPlayers(c, form, playersPage{})
	}
	return s.done(c, tournamentAddress(t)+"/entries", "flash.players_taken", "Count", len(lines))
}

// picked are the ticked lines of the preview. A line that can't be an entry could not be ticked there.
func picked(f *Form) []exchange.PlayerLine {
	var lines []exchange.PlayerLine
	for _, pick := range f.All("pick") {
		value := func(name string) string { return f.Value(name + "." + pick) }
		number, err := strconv.Atoi(pick)
		if err != nil {
			f.fault("form_broken", "", nil)
			return nil
		}
		l := exchange.PlayerLine{
			Line: number, Name: value("name"), Club: value("club"), MemberNo: value("member_no"), Team: value("team"), Paid: value("paid") != "",
		}
		f.problems = append(f.problems, at("file", checkPlayer(l))...)
		lines = append(lines, l)
	}
	if len(lines) == 0 {
		f.fault("list_none_ticked", "file", nil)
	}
	return lines
}

// fromAddressBook turns lines into registrations of people the club knows, or of new ones.
func fromAddressBook(lines []exchange.PlayerLine, people []tournament.Player) []desk.Register {
	known := map[string][]tournament.Player{}
	for _, p := range people {
		known[p.Folded] = append(known[p.Folded], p)
	}
	list := make([]desk.Register, len(lines))
	for i, l := range lines {
		list[i] = desk.Register{Name: l.Name, Club: l.Club, MemberNo: l.MemberNo, Team: l.Team, Paid: l.Paid, SameName: true}
		key := tournament.Fold(l.Name)
		if len(known[key]) == 1 {
			list[i].Player = known[key][0].ID
			delete(known, key) // a second one of this name is somebody else
		}
	}
	return list
}

// playersWrite answers GET /t/:t/entries.csv: the entries as German Excel opens them.
func (s *Server) playersWrite(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	list, err := s.desk.Entries(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return err
	}
	lines := make([]exchange.PlayerLine, len(list.Entries))
	for i, e := range list.Entries {
		lines[i] = exchange.PlayerLine{
			StartNo: e.StartNo, Name: e.Name, Club: e.Club, MemberNo: e.MemberNo, Team: e.Team, Paid: t.Fee > 0 && e.Paid >= t.Fee,
		}
	}
	return attachment(c, fileName(t, "csv"), "text/csv; charset=utf-8", exchange.WritePlayers(lines))
}

// fileName is a tournament's file: "doko-2026-03-13.csv".
func fileName(t tournament.Tournament, ending string) string {
	day := strconv.FormatInt(int64(t.ID), 10)
	if !t.StartsAt.IsZero() {
		day = t.StartsAt.In(t.Location()).Format("2006-01-02")
	}
	return "doko-" + day + "." + ending
}

// importPage takes a tournament file.
type importPage struct {
	Base
	Stored bool           // its uid is here already: offer a copy
	Broken []fieldProblem // what is wrong in the file, by JSON pointer
}

// importForm answers GET /import.
func (s *Server) importForm(c echo.Context) error { return s.renderImport(c, newForm()) }

func (s *Server) renderImport(c echo.Context, form *Form) error {
	page := importPage{Base: s.base(c, visitOf(c).printer.T("tournament.import")), Stored: form.has("uid_stored")}
	status := form.status()
	var own tournament.Problems
	for _, p := range form.problems {
		if p.Field == "" || p.Field == "file" {
			own = append(own, p)
			continue
		}
		text, _ := problemText(page.Printer, p)
		page.Broken = append(page.Broken, fieldProblem{Field: p.Field, Text: text})
	}
	form.problems = own
	page.Form, page.Nav = form, page.homeNav()
	return s.render(c, status, "tournaments/import", page)
}

// importPost answers POST /import: the whole file or nothing, with everything that is wrong in it.
func (s *Server) importPost(c echo.Context) error {
	form, err := readForm(c)
	if err != nil {
		return err
	}
	_, content, err := form.upload(c, "file")
	if err != nil {
		return err
	}
	in := desk.ImportFile{Op: form.op(), Content: content, Copy: form.on("copy")}
	if form.err() != nil {
		return s.renderImport(c, form)
	}
	t, err := s.desk.Import(c.Request().Context(), actor(c), in)
	if err != nil {
		if err := form.refuse(err); err != nil {
			return err
		}
		return s.renderImport(c, form)
	}
	return s.done(c, tournamentAddress(t)+"/entries", "flash.imported", "Name", t.Name)
}

// export answers GET /t/:t/export.json.
func (s *Server) export(c echo.Context) error {
	t, err := s.directed(c)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := s.desk.Export(c.Request().Context(), actor(c), t.ID, &b); err != nil {
		return err
	}
	return attachment(c, fileName(t, "json"), "application/json", b.Bytes())
}
