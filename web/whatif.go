package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"doko/scoring"
	"doko/scoring/doppelkopf"
	"doko/tournament"
)

// whatIfPage says what one hand would have been worth with other calls: all of them side by side.
type whatIfPage struct {
	Base
	Rules  doppelkopf.Rules
	Of     tournament.Tournament // whose rules; zero = the chosen preset's
	Back   string                // the page the hand comes from, "" = typed here
	Heads  []string              // what Kontra says
	Rows   []whatIfRow           // what Re says
	Chosen *previewView          // the cell looked at
	Solo   bool
}

type whatIfRow struct {
	Head  string
	Cells []whatIfCell
}

// whatIfCell is the hand with one pair of calls.
type whatIfCell struct {
	Winner, Points string // "Re", "+3"; Points is "?" when what is known of the Augen leaves it open
	Address        string
	Actual, Chosen bool
}

// callNames are the calls of a side from none to the highest.
func callNames(party string) []string { return []string{"", party, "k90", "k60", "k30", "schwarz"} }

// withCalls is the hand with other calls of both sides; level 0 says nothing, 1 announces, 2 to 5 deny up to that step.
func withCalls(h doppelkopf.Hand, re, kontra int) doppelkopf.Hand {
	said := func(level int) doppelkopf.Call {
		c := doppelkopf.Call{Announced: level > 0}
		for d := 1; d < level; d++ {
			c.Denials[d] = true
		}
		return c
	}
	h.ReCall, h.KontraCall = said(re), said(kontra)
	return h
}

// levelOf is the level of what was said.
func levelOf(c doppelkopf.Call) int {
	switch {
	case c.Highest() > doppelkopf.NoDenial:
		return int(c.Highest()) + 1
	case c.Said():
		return 1
	}
	return 0
}

// compare fills the table for a hand; address is the page with other calls chosen.
func (p *whatIfPage) compare(h doppelkopf.Hand, seats int, address func(re, kontra int) string) {
	p.Solo = h.Solo()
	chosenRe, chosenKontra := slices.Index(callNames("re"), p.Form.Value("call_re")), slices.Index(callNames("kontra"), p.Form.Value("call_kontra"))
	for level, name := range callNames("kontra") {
		p.Heads = append(p.Heads, p.short("kontra", name))
		row := whatIfRow{Head: p.short("re", callNames("re")[level])}
		for kontra := range callNames("kontra") {
			cell := whatIfCell{Points: "?", Address: address(level, kontra), Chosen: level == chosenRe && kontra == chosenKontra}
			cell.Actual = level == levelOf(h.ReCall) && kontra == levelOf(h.KontraCall)
			other := withCalls(h, level, kontra)
			if r, err := doppelkopf.Score(p.Rules, seats, other); err == nil {
				cell.Winner, cell.Points = p.outcome(r.Winner, r.Value)
				if cell.Chosen && p.Chosen == nil {
					p.Chosen = p.explained(other, r).tellOf(p.Base, p.Rules, other, r)
					p.Chosen.Points = nil
				}
			}
			row.Cells = append(row.Cells, cell)
		}
		p.Rows = append(p.Rows, row)
	}
}

// outcome is who wins and what one winner gets; if nobody wins, what Re gets.
func (p whatIfPage) outcome(winner string, value int) (string, string) {
	switch winner {
	case "re":
		return p.T("party.re"), p.Points(value)
	case "kontra":
		return p.T("party.kontra"), p.Points(-value)
	}
	return p.T("whatif.nobody"), p.Points(value)
}

// short is a call at the side of the table.
func (p whatIfPage) short(party, call string) string {
	if call == "" {
		return p.T("party."+party) + " –"
	}
	return p.T("call." + call)
}

func (p whatIfPage) callText(party, call string) string {
	if call == "" {
		return p.T("whatif.nothing", "Party", p.T("party."+party))
	}
	if call == party {
		return p.T("party." + party)
	}
	return p.T("party."+party) + " " + p.T("denial."+call)
}

// whatIf answers GET /what-if: a hand typed here.
func (s *Server) whatIf(c echo.Context) error {
	rules, of, err := s.rulesAsked(c)
	if err != nil {
		return err
	}
	form := &Form{values: url.Values{}}
	for name, list := range c.QueryParams() {
		form.values[name] = slices.Clone(list)
	}
	form.fillDefault("contract", string(doppelkopf.Normal))
	form.fillDefault("rules", rules.Preset)
	page := whatIfPage{Base: s.base(c, visitOf(c).printer.T("whatif.title")), Rules: rules, Of: of}
	page.Form = form
	if form.Value("range") == "" && form.Value("augen") == "" {
		return s.render(c, http.StatusOK, "whatif/page", page)
	}
	h, err := typedHand(form, rules)
	if err != nil {
		if err := form.refuse(err); err != nil {
			return err
		}
	}
	if form.err() != nil {
		place(form)
		return s.render(c, form.status(), "whatif/page", page)
	}
	page.compare(h, 4, func(re, kontra int) string { return callsAddress("/what-if", form.values, re, kontra) })
	return s.render(c, http.StatusOK, "whatif/page", page)
}

// typedHand reads the fields of a hand of four seats of which it does not matter who sits where. What is wrong with single fields is
// noted in the form.
func typedHand(f *Form, rules doppelkopf.Rules) (doppelkopf.Hand, error) {
	f.fillPositions("re", []int{1, 2})
	if f.Value("contract") == theSolo {
		f.fillDefault("solo", string(doppelkopf.SoloDamen))
		f.fillPositions("re", []int{1})
	}
	hand := handOf(f, rules)
	f.values.Del("re")
	if f.err() != nil {
		return doppelkopf.Hand{}, nil
	}
	raw, err := json.Marshal(rowJSON{Hand: hand})
	if err != nil {
		return doppelkopf.Hand{}, fmt.Errorf("web: a hand that cannot be written: %w", err)
	}
	row, err := tournament.ParseRow(scoring.Rules{Game: scoring.Doppelkopf, Doppelkopf: &rules}, 4, raw)
	if err != nil {
		return doppelkopf.Hand{}, err
	}
	h := *row.Record.Doppelkopf
	_, err = doppelkopf.Score(rules, 4, withCalls(h, 0, 0))
	return h, err
}

// callsAddress is an address with other calls in its query.
func callsAddress(path string, query url.Values, re, kontra int) string {
	q := url.Values{}
	for name, list := range query {
		q[name] = list
	}
	q.Set("call_re", callNames("re")[re])
	q.Set("call_kontra", callNames("kontra")[kontra])
	return path + "?" + q.Encode()
}

// whatIfHand answers GET /tables/:id/hands/:number/what-if: an entered hand.
func (s *Server) whatIfHand(c echo.Context) error {
	view, err := s.tableView(c)
	if err != nil {
		return err
	}
	number, err := pathNumber(c, "number")
	if err != nil {
		return err
	}
	row, ok := rowNumbered(view, int(number))
	if !ok || row.Current.Row.Record == nil || row.Current.Row.Record.Doppelkopf == nil {
		return tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
	}
	p, h := visitOf(c).printer, *row.Current.Row.Record.Doppelkopf
	page := whatIfPage{
		Base:  s.base(c, p.T("whatif.of", "Number", row.Number, "Table", view.Table.Number)).in(view.Tournament.Location()),
		Rules: doppelkopfRules(view.Tournament), Of: view.Tournament, Back: tableAddress(view.Table.ID) + "/hands/" + strconv.Itoa(row.Number),
	}
	page.Form = newForm()
	page.Form.Set("call_re", callNames("re")[levelOf(h.ReCall)])
	page.Form.Set("call_kontra", callNames("kontra")[levelOf(h.KontraCall)])
	for _, field := range []string{"call_re", "call_kontra"} {
		if c.QueryParams().Has(field) {
			page.Form.Set(field, c.QueryParam(field))
		}
	}
	page.compare(h, view.Table.Size, func(re, kontra int) string { return callsAddress(page.Back+"/what-if", url.Values{}, re, kontra) })
	return s.render(c, http.StatusOK, "whatif/page", page)
}

// whatIfAddress is the page for a hand that was replayed.
func whatIfAddress(of *Form, t tournament.Tournament, h doppelkopf.Hand) string {
	q := url.Values{"contract": {string(doppelkopf.Normal)}, "augen": {strconv.Itoa(h.ReAugen.From)}}
	if h.Solo() {
		q.Set("contract", theSolo)
	}
	switch h.NoTrick {
	case doppelkopf.Re:
		q.Set("range", "0")
	case doppelkopf.Kontra:
		q.Set("range", "240")
	}
	if h.NoTrick == "" && h.ReAugen.From == 0 {
		q.Set("range", "0-29")
	} else if h.NoTrick == "" && h.ReAugen.From == 240 {
		q.Set("range", "211-240")
	}
	if t.ID != 0 {
		q.Set("t", t.PublicID)
	} else {
		q.Set("rules", of.Value("rules"))
	}
	for _, s := range h.Specials {
		q.Set(s.Kind, string(s.Party))
		q.Set(s.Kind+"_"+string(s.Party), strconv.Itoa(s.Count))
	}
	return callsAddress("/what-if", q, levelOf(h.ReCall), levelOf(h.KontraCall))
}

// Fields are those of a hand, as far as they count here.
func (p whatIfPage) Fields() []Input {
	ranges := []Option{{Text: p.T("form.choose")}}
	for _, r := range augenRanges() {
		text := r.Key
		if r.noTrick != "" {
			text += " · " + p.T("rulesheet.all_tricks")
		}
		if r.noTrick == "re" {
			text = r.Key + " · " + p.T("item.schwarz")
		}
		ranges = append(ranges, Option{Value: r.Key, Text: text})
	}
	contract := []Option{{Value: string(doppelkopf.Normal), Text: p.T("hand.normal")}, {Value: theSolo, Text: p.T("hand.solo")}}
	list := []Input{p.Input("contract", "hand.contract").From(contract)}
	if p.Of.ID == 0 {
		list = append(list, p.Input("rules", "tournament.rules").From(options(p.Printer, "rules.preset_", doppelkopf.PresetNames()...)))
	}
	list = append(list, p.Input("range", "hand.augen").From(ranges), p.Input("augen", "hand.augen_exact").Mode("numeric").Fill("off").Upto(3))
	for _, party := range []string{"re", "kontra"} {
		var calls []Option
		for _, call := range callNames(party) {
			calls = append(calls, Option{Value: call, Text: p.callText(party, call)})
		}
		in := p.Input("call_"+party, "party."+party).From(calls)
		in.Label = p.T("whatif.called", "Party", p.T("party."+party))
		list = append(list, in)
	}
	return append(list, p.specialFields()...)
}

// place puts the problems of a hand to the fields of this page.
func place(f *Form) {
	f.regroup()
	at := map[string]string{"hand.re_augen": "range", "hand.calls": "call_re", "hand.specials": doppelkopf.Fuchs + "_re", "hand.contract": "contract"}
	for i, p := range f.problems {
		moved := *p
		moved.Field = at[p.Field]
		f.problems[i] = &moved
	}
}

func (p whatIfPage) specialFields() []Input {
	var list []Input
	sides := []Option{{Text: p.T("hand.no_call")}, {Value: "re", Text: p.T("party.re")}, {Value: "kontra", Text: p.T("party.kontra")}}
	for _, k := range specialKinds(p.Rules) {
		if k.Most == 1 {
			list = append(list, p.Input(k.Kind, "item."+k.Kind).From(sides))
			continue
		}
		for _, party := range []string{"re", "kontra"} {
			in := p.Input(k.Kind+"_"+party, "item."+k.Kind).Mode("numeric").Fill("off").Upto(1)
			in.Label += " " + p.T("party."+party)
			list = append(list, in)
		}
	}
	if p.Rules.Bock {
		list = append(list, p.Input("bock", "hand.bock").Mode("numeric").Fill("off").Upto(1))
	}
	return list
}
