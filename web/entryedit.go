package web

import (
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
)

// entryPage is one entry with its person, wishes and fee.
type entryPage struct {
	Base
	Tournament tournament.Tournament
	Entry      tournament.Entry
	Address    string // of the entry
	Conflict   []conflictLine
	Apart      []string // names of those kept apart
	AskSame    bool     // the name is another one's too
}

// Person are the fields about who it is.
func (p entryPage) Person() []Input {
	return []Input{
		p.Input("name", "entry.name").Need(), p.Input("club", "entry.club"), p.Input("member_no", "entry.member_no"),
		p.Input("start_no", "entry.start_no").Mode("numeric").Need(),
	}
}

// Wishes are the fields about where and when the person plays.
func (p entryPage) Wishes() []Input {
	return []Input{
		p.Input("apart", "entry.apart").Explain(p.T("entry.apart_help")),
		p.Input("table", "entry.table").Mode("numeric").Explain(p.T("entry.table_help")),
		p.Input("from_round", "entry.from_round").Mode("numeric"),
		p.Input("to_round", "entry.to_round").Mode("numeric").Explain(p.T("entry.to_round_help")),
		p.Input("team", "entry.team"),
	}
}

// entryOf loads the entry of the address /t/:t/entries/:id.
func (s *Server) entryOf(c echo.Context) (tournament.Entry, tournament.Tournament, error) {
	t, err := s.tournament(c)
	if err != nil {
		return tournament.Entry{}, t, err
	}
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || id <= 0 {
		return tournament.Entry{}, t, tournament.Wrong(tournament.ErrNotFound, "unknown_entry", nil)
	}
	e, of, err := s.desk.Entry(c.Request().Context(), actor(c), tournament.EntryID(id))
	if err == nil && of.ID != t.ID {
		err = tournament.Wrong(tournament.ErrNotFound, "unknown_entry", nil)
	}
	return e, t, err
}

// entryEdit answers GET /t/:t/entries/:id.
func (s *Server) entryEdit(c echo.Context) error {
	e, t, err := s.entryOf(c)
	if err != nil {
		return err
	}
	form := newForm()
	fillEntry(form, e)
	return s.renderEntry(c, t, e, form)
}

func (s *Server) renderEntry(c echo.Context, t tournament.Tournament, e tournament.Entry, form *Form) error {
	list, err := s.desk.Entries(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return err
	}
	page := entryPage{
		Base: s.tournamentBase(c, t, e.Name), Tournament: t, Entry: e, Address: tournamentAddress(t) + "/entries/" + strconv.FormatInt(int64(e.ID), 10),
		AskSame: form.has("duplicate_name"),
	}
	page.Form, page.Live = form, ""
	slices.SortFunc(list.Entries, func(a, b tournament.Entry) int { return a.StartNo - b.StartNo })
	for _, other := range list.Entries {
		if slices.Contains(e.Apart, other.StartNo) {
			page.Apart = append(page.Apart, strconv.Itoa(other.StartNo)+" "+other.Name)
		}
	}
	if form.has("stale") {
		stored := page
		stored.Form = newForm()
		fillEntry(stored.Form, e)
		page.Conflict = differences(append(page.Person(), page.Wishes()...), append(stored.Person(), stored.Wishes()...))
	}
	return s.render(c, form.status(), "entries/edit", page)
}

// fillEntry puts an entry into its form. What is not wished stays empty.
func fillEntry(f *Form, e tournament.Entry) {
	number := func(name string, n int) {
		if n != 0 {
			f.Set(name, strconv.Itoa(n))
		}
	}
	f.Set("name", e.Name)
	f.Set("club", e.Club)
	f.Set("member_no", e.MemberNo)
	f.Set("team", e.Team)
	number("start_no", e.StartNo)
	number("table", e.FixedTable)
	number("from_round", e.FromRound)
	number("to_round", e.ToRound)
	var apart []string
	for _, no := range e.Apart {
		apart = append(apart, strconv.Itoa(no))
	}
	f.Set("apart", strings.Join(apart, ", "))
	f.setCents("paid", e.Paid)
}

// entrySave answers POST /t/:t/entries/:id.
func (s *Server) entrySave(c echo.Context) error {
	e, t, err := s.entryOf(c)
	if err != nil {
		return err
	}
	form, err := readForm(c)
	if err != nil {
		return err
	}
	form.setCents("paid", e.Paid)
	in := readEntry(form, e)
	if form.err() == nil {
		if err = s.knownApart(c, t, form, in.Apart); err != nil {
			return err
		}
	}
	if form.err() != nil {
		form.also(checkEntry(in))
		return s.renderEntry(c, t, e, form)
	}
	if _, err = s.desk.EditEntry(c.Request().Context(), actor(c), in); err != nil {
		if err := form.refuse(err); err != nil {
			return err
		}
		return s.renderEntry(c, t, e, form)
	}
	return s.backToEntries(c, t, e.ID)
}

// readEntry reads the form of an entry.
func readEntry(f *Form, e tournament.Entry) desk.EntryEdit {
	in := desk.EntryEdit{
		Op: f.op(), Entry: e.ID, Version: f.number("version", 0, maxVersion), Name: f.Value("name"), Club: f.Value("club"),
		MemberNo: f.Value("member_no"), Team: f.Value("team"), StartNo: f.number("start_no", 1, tournament.MaxStartNo),
		FixedTable: f.number("table", 0, tournament.MaxTable), FromRound: f.number("from_round", 1, tournament.MaxRounds),
		ToRound: f.number("to_round", 0, tournament.MaxRounds), SameName: f.on("same"),
	}
	for part := range strings.FieldsFuncSeq(f.Value("apart"), func(r rune) bool { return r == ',' || r == ';' || r == ' ' }) {
		no, err := strconv.Atoi(part)
		if err != nil {
			f.fault("apart_numbers", "apart", nil)
			break
		}
		in.Apart = append(in.Apart, no)
	}
	return in
}

// knownApart notes start numbers that nobody has.
func (s *Server) knownApart(c echo.Context, t tournament.Tournament, form *Form, apart []int) error {
	if len(apart) == 0 {
		return nil
	}
	list, err := s.desk.Entries(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return err
	}
	for _, no := range apart {
		if !slices.ContainsFunc(list.Entries, func(e tournament.Entry) bool { return e.StartNo == no }) {
			form.fault("start_no_unknown", "apart", map[string]any{"Value": strconv.Itoa(no)})
			break
		}
	}
	return nil
}

// checkEntry are the problems of an entry that can't be sent to the desk, because a field has no value yet.
func checkEntry(in desk.EntryEdit) tournament.Problems {
	e := tournament.Entry{
		Name: tournament.CleanName(in.Name), Club: tournament.CleanName(in.Club), MemberNo: in.MemberNo, Team: in.Team, StartNo: in.StartNo,
		FixedTable: in.FixedTable, Apart: in.Apart, FromRound: in.FromRound, ToRound: in.ToRound,
	}
	return e.Check()
}

// entryFee answers POST /t/:t/entries/:id/fee: what was paid in all.
func (s *Server) entryFee(c echo.Context) error {
	return s.entryCommand(c, func(f *Form, e tournament.Entry, _ tournament.Tournament) error {
		in := desk.FeePayment{Op: f.op(), Entry: e.ID, Version: f.number("version", 0, maxVersion), Paid: f.cents("paid")}
		if f.err() != nil {
			return nil
		}
		_, err := s.desk.TakeFee(c.Request().Context(), actor(c), in)
		return err
	})
}

// entryLeave answers POST /t/:t/entries/:id/leave: the person leaves; once it is under way, with a reason.
func (s *Server) entryLeave(c echo.Context) error {
	return s.entryCommand(c, func(f *Form, e tournament.Entry, t tournament.Tournament) error {
		in := desk.EntryStatus{
			Op: f.op(), Entry: e.ID, Version: f.number("version", 0, maxVersion), Status: tournament.Withdrawn,
			Reason: f.text("reason", tournament.MaxText),
		}
		if t.Phase == tournament.Running && in.Reason == "" {
			f.also(tournament.Problems{tournament.Invalid("reason_missing", "reason", nil)})
		}
		if f.err() != nil {
			return nil
		}
		_, err := s.desk.SetStatus(c.Request().Context(), actor(c), in)
		return err
	})
}

// entryCommand is the frame of the small forms on an entry's page. They keep the big form's fields as stored.
func (s *Server) entryCommand(c echo.Context, command func(*Form, tournament.Entry, tournament.Tournament) error) error {
	e, t, err := s.entryOf(c)
	if err != nil {
		return err
	}
	form, err := readForm(c)
	if err != nil {
		return err
	}
	err = command(form, e, t)
	if err == nil && form.err() == nil {
		return s.backToEntries(c, t, e.ID)
	}
	if err != nil {
		if err := form.refuse(err); err != nil {
			return err
		}
	}
	page := newForm()
	fillEntry(page, e)
	for _, name := range []string{"paid", "reason"} {
		if form.values.Has(name) {
			page.Set(name, form.Value(name))
		}
	}
	page.problems = form.problems
	return s.renderEntry(c, t, e, page)
}

// Fee is the entry fee as a reader sees it.
func (p entryPage) Fee() string { return p.Money(int64(p.Tournament.Fee), p.Tournament.Currency) }
