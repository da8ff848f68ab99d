package web

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/sheet"
)

// offencePage judges one offence by the table of TSR 9: table and hand, who and what, the proposal, and the form that stores it.
// The question is all in the address; only storing is a post.
type offencePage struct {
	eventPage
	Tables   []Option // to choose from, while none is chosen
	V        desk.OffenceView
	Asked    bool // there is an answer to the question
	Ask      *Form
	Proposal *proposalView
}

// proposalView is what the rules say about the case.
type proposalView struct {
	Rule, Sum, Fate string
	Shares          []shareView
	Stops           bool // the hand is stopped, which can be written on the sheet
	Stop            bool // and it is chosen
	Changed         bool // the points typed differ from it
}

// shareView is the points of one player.
type shareView struct {
	Position        int
	Name, Points    string
	Value, Offender string // Offender: a mark beside the name
}

// offenceFields are the fields of the question, in the order of the form.
func offenceFields() []string {
	return []string{"table", "hand", "ask", "offender", "offence", "soloist", "harms", "denials", "warn"}
}

// offence answers GET /t/:t/penalties/offence.
func (s *Server) offence(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	ask := &Form{values: url.Values{}}
	for _, name := range offenceFields() {
		ask.Set(name, c.QueryParam(name))
	}
	page, err := s.newOffencePage(c, t, ask)
	if err != nil {
		return err
	}
	page.Form = newForm()
	page.fillProposal()
	return s.render(c, ask.status(), "penalties/offence", page)
}

// newOffencePage reads the question and lets the desk judge it.
func (s *Server) newOffencePage(c echo.Context, t tournament.Tournament, ask *Form) (offencePage, error) {
	page := offencePage{eventPage: s.newEventPage(c, t, visitOf(c).printer.T("offence.title")), Ask: ask}
	var err error
	if ask.Value("table") == "" {
		page.Tables, err = s.offenceTables(c, t)
		return page, err
	}
	in := desk.OffenceEntry{Table: tournament.TableID(ask.number("table", 1, 1<<40))}
	if in.Table == 0 {
		return page, tournament.Wrong(tournament.ErrNotFound, "unknown_table", nil)
	}
	view, err := s.desk.Table(c.Request().Context(), actor(c), in.Table)
	if err == nil && view.Tournament.ID != t.ID {
		err = tournament.Wrong(tournament.ErrNotFound, "unknown_table", nil)
	}
	if err != nil {
		return page, err
	}
	ask.fillDefault("hand", strconv.Itoa(likelyHand(view)))
	in.Hand = ask.number("hand", 0, 1000)
	in.Case.Offender = ask.number("offender", 0, 5)
	page.Asked = ask.on("ask") || ask.Value("offender") != "" && ask.Value("offence") != ""
	page.V, err = s.desk.JudgeOffence(c.Request().Context(), actor(c), in) // what the sheet tells
	page.V.Table = view
	if !page.Asked {
		return page, ask.hush(err, "hand", "")
	}
	page.V, err = s.desk.JudgeOffence(c.Request().Context(), actor(c), page.entry())
	page.V.Table = view
	if err != nil {
		page.Asked = false
		err = ask.refuse(err)
		ask.move("points", "warn")
		return page, err
	}
	page.Asked = ask.err() == nil
	return page, nil
}

// hush notes only the problems of the fields named: the rest is not asked yet.
func (f *Form) hush(err error, fields ...string) error {
	if err == nil {
		return nil
	}
	list := problemsIn(err)
	if len(list) == 0 {
		return err
	}
	for _, p := range list {
		if slices.Contains(fields, p.Field) {
			f.problems = append(f.problems, p)
		}
	}
	return nil
}

// likelyHand is the hand the referee is called for: the one being played, or the last of a full sheet.
func likelyHand(v desk.TableView) int {
	if v.Next != nil {
		return v.Next.Number
	}
	return v.Hands
}

// offenceTables are the tables of all drawn rounds as choices, the newest round first.
func (s *Server) offenceTables(c echo.Context, t tournament.Tournament) ([]Option, error) {
	seatings, err := s.desk.Seatings(c.Request().Context(), actor(c), t.ID)
	if err != nil {
		return nil, err
	}
	var list []Option
	for _, seating := range slices.Backward(seatings) {
		for _, table := range seating.Tables {
			var names []string
			for _, seat := range table.Seats {
				names = append(names, tournament.Isolated(seat.Name))
			}
			text := visitOf(c).printer.T("offence.table", "Round", seating.Round.Number, "Table", table.Table.Number, "Names", strings.Join(names, ", "))
			list = append(list, Option{Value: strconv.FormatInt(int64(table.Table.ID), 10), Text: text})
		}
	}
	return list, nil
}

// entry is the question as the desk judges it; what is left open follows from the entered hand.
func (p offencePage) entry() desk.OffenceEntry {
	f := p.Ask
	in := desk.OffenceEntry{Table: p.V.Table.Table.ID, Hand: f.number("hand", 0, 1000)}
	in.Case = sheet.Case{
		Offender: f.number("offender", 0, 5), Offence: sheet.Offence(f.Value("offence")), Harms: f.on("harms"),
		Soloist: p.V.Soloist, Denials: p.V.Denials,
	}
	if f.Value("soloist") != "" {
		in.Case.Soloist = f.number("soloist", 0, 5)
	}
	if f.Value("denials") != "" {
		in.Case.Denials = f.number("denials", 0, 4)
	}
	if in.Case.Offence == sheet.Unsporting {
		in.Case.Points = abs(f.number("warn", -1000, 1000))
	}
	return in
}

// addOffence answers POST /t/:t/penalties/offence.
func (s *Server) addOffence(c echo.Context) error {
	t, form, err := s.tournamentForm(c)
	if err != nil {
		return err
	}
	ask := &Form{values: url.Values{}}
	for _, name := range offenceFields() {
		ask.Set(name, form.Value(name))
	}
	page, err := s.newOffencePage(c, t, ask)
	if err != nil {
		return err
	}
	page.Form = form
	if page.Asked {
		in := page.entry()
		in.Op, in.Leave, in.Again, in.Reason = form.op(), !form.on("stop"), form.on("again"), form.required("reason", tournament.MaxText)
		in.Points = page.typedPoints()
		if form.err() == nil {
			again := func() error { page.fillProposal(); return s.render(c, http.StatusOK, "penalties/offence", page) }
			answered, err := s.givePenalty(c, t, form, again, func(ctx context.Context) (tournament.Penalty, error) {
				return s.desk.AddOffence(ctx, actor(c), in)
			})
			if answered || err != nil {
				return err
			}
			form.move("points", "") // of any of the fields
		}
	}
	page.fillProposal()
	return s.render(c, max(form.status(), ask.status()), "penalties/offence", page)
}

// typedPoints are the points as the referee decided; nil where they are those of the proposal.
func (p offencePage) typedPoints() []int {
	offender := p.entry().Case.Offender
	points := slices.Clone(p.V.Proposal.Points)
	for i := range points {
		name := shareField(i + 1)
		if p.Form.Value(name) == "" {
			continue
		}
		points[i] = p.Form.number(name, -1000, 1000)
		if i+1 == offender {
			points[i] = -abs(points[i]) // with or without the minus, as on paper
		}
	}
	if slices.Equal(points, p.V.Proposal.Points) {
		return nil
	}
	return points
}

func shareField(position int) string { return "p" + strconv.Itoa(position) }

// fillProposal shows what the desk proposes, with what the referee typed instead.
func (p *offencePage) fillProposal() {
	if !p.Asked {
		return
	}
	in, proposal := p.entry(), p.V.Proposal
	v := &proposalView{Rule: p.rowText(proposal.Row), Fate: p.T("offence.fate_"+fateWord(proposal.Fate), "Hand", in.Hand)}
	v.Stops = proposal.Fate == sheet.DealtAgain || proposal.Fate == sheet.SoloCounts
	v.Stop = v.Stops && (p.Form.on("stop") || p.Form.Value("op") == "")
	v.Changed = p.Form.Value("op") != "" && p.typedPoints() != nil
	for i, n := range proposal.Points {
		if i+1 == p.V.SitsOut {
			continue
		}
		share := shareView{Position: i + 1, Name: nameAt(p.V.Table.Seats, i+1, in.Hand), Points: p.Points(n), Value: strconv.Itoa(n)}
		if i+1 == in.Case.Offender {
			share.Offender = p.T("offence.offender_mark")
		}
		if typed := p.Form.Value(shareField(i + 1)); typed != "" {
			share.Value = typed
		}
		v.Shares = append(v.Shares, share)
	}
	p.Proposal = v
}

func fateWord(f sheet.Fate) string {
	if f == sheet.NoHand {
		return "none"
	}
	return string(f)
}

// rowText is a row of the table of TSR 9 in words, with the denials that counted: "Schwerwiegender Verstoß im
// Normalspiel; Gegenseite hatte abgesagt: keine 60".
func (b Base) rowText(row string) string {
	name, denials := sheet.SplitRow(row)
	text := b.T("offence.row_" + name)
	if denials > 0 {
		text = b.T("offence.with_denials", "Row", text, "Denial", b.T("offence.denials_"+strconv.Itoa(denials)))
	}
	return text
}

// Hidden are the fields of the question, for the form that stores.
func (p offencePage) Hidden() []hidden {
	var list []hidden
	for _, name := range offenceFields() {
		if value := p.Ask.Value(name); value != "" {
			list = append(list, hidden{name, value})
		}
	}
	return list
}

// Place is the table and its round in words of the page.
func (p offencePage) Place() string {
	return p.T("table.title", "Number", p.V.Table.Table.Number, "Round", p.V.Table.Round.Number)
}

// AskFaults are the problems of the question.
func (p offencePage) AskFaults() offencePage {
	p.Form = p.Ask
	return p
}

// Fields are the question about the hand.
func (p offencePage) Fields() []Input {
	p.Form = p.Ask
	players := []Option{}
	for pos := 1; pos <= p.V.Table.Table.Size; pos++ {
		if pos != p.V.SitsOut {
			players = append(players, Option{Value: strconv.Itoa(pos), Text: nameAt(p.V.Table.Seats, pos, p.V.Hand)})
		}
	}
	var kinds []Option
	for _, o := range sheet.Offences() {
		kinds = append(kinds, Option{Value: string(o), Text: p.T("offence.kind_" + string(o))})
	}
	choose := []Option{{Text: p.T("form.choose")}}
	alone := append([]Option{{Text: p.T("contract.normal")}}, players...)
	said := make([]Option, 5)
	for n := range said {
		said[n] = Option{Value: strconv.Itoa(n), Text: p.T("offence.denials_" + strconv.Itoa(n))}
	}
	said[0].Value = "" // what is left open is nothing, or what is entered
	if p.V.Entered {
		alone[0].Value, said[0].Value = "0", "0"
		by := p.T("contract.normal")
		if p.V.Soloist > 0 {
			by = nameAt(p.V.Table.Seats, p.V.Soloist, p.V.Hand)
		}
		alone = append([]Option{{Text: p.T("offence.as_entered", "What", by)}}, alone...)
		as := p.T("offence.as_entered_open")
		if p.Ask.Value("offender") != "" {
			as = p.T("offence.as_entered", "What", p.T("offence.denials_"+strconv.Itoa(p.V.Denials)))
		}
		said = append([]Option{{Text: as}}, said...)
	}
	return []Input{
		p.Input("hand", "report.hand").Mode("numeric").Upto(3).Need(),
		p.Input("offender", "penalty.who").Named(append(slices.Clone(choose), players...)),
		p.Input("offence", "offence.what").From(append(choose, kinds...)),
		p.Input("soloist", "offence.soloist").From(alone),
		p.Input("harms", "offence.harms").As("checkbox"),
		p.Input("denials", "offence.denials").From(said),
		p.Input("warn", "offence.warn").Explain(p.T("offence.warn_help")).Mode("numeric").Upto(3),
	}
}

// Judges reports whether there is a table of penalties for the tournament's game.
func (p penaltiesPage) Judges() bool { return p.Tournament.Rules.Doppelkopf != nil && len(p.Drawn) > 0 }

// restorePenalty answers POST /t/:t/penalties/:penalty/restore.
func (s *Server) restorePenalty(c echo.Context) error {
	return s.undoPenalty(c, "correction.restore", "flash.penalty_restored", s.desk.RestoreHand)
}
