package web

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"doko/reports/papers"
	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/words"
	"doko/tournament"
	"doko/tournament/desk"
)

// rulesPage is a tournament's rules in words, for everybody at the tables.
type rulesPage struct {
	Base
	Home      string
	Public    string // the word in the tournament's address
	Preset    string
	Pack      words.Pack
	Sheet     words.RuleSheet
	Differs   []ruleField // what is not as in the DDV
	MayChange bool
	Locked    bool // a round is drawn
}

// Say is a phrase in the reader's language.
func (b Base) Say(p words.Phrase) string { return p.In(b.T) }

// Packs are the links to the words of the other pack.
func (p rulesPage) Packs() []NavItem {
	return []NavItem{
		{Text: p.T("rules.pack_french"), Address: p.Home + "/rules", Here: p.Pack == words.French},
		{Text: p.T("rules.pack_german"), Address: p.Home + "/rules?pack=german", Here: p.Pack == words.German},
	}
}

// rules answers GET /t/:t/rules.
func (s *Server) rules(c echo.Context) error {
	t, err := s.tournament(c)
	if err != nil {
		return err
	}
	rules, frame := papers.RulesOf(t, words.Pack(c.QueryParam("pack")))
	page := rulesPage{
		Base: s.tournamentBase(c, t, visitOf(c).printer.T("rulesheet.title")), Home: tournamentAddress(t), Public: t.PublicID, Pack: frame.Pack,
		Sheet: words.SheetOf(rules, frame), MayChange: actor(c).May(tournament.Director, t.Organisation, t.ID), Locked: t.Phase != tournament.Open,
	}
	page.Live = ""
	page.Preset = page.Say(words.Preset(rules))
	for _, g := range words.Groups() {
		for _, sw := range g.Switches {
			if f := page.ruleField(sw, rules); f.Differs {
				page.Differs = append(page.Differs, f)
			}
		}
	}
	return s.render(c, http.StatusOK, "rules/page", page)
}

// ruleField is one switch as a form or a list shows it.
type ruleField struct {
	Input
	Shown, DDV string
	Differs    bool  // from the DDV
	List       []tap // of a list switch: its boxes
}

// ruleField is a switch with the words for how it stands in a set and in the DDV's.
func (b Base) ruleField(sw doppelkopf.Switch, r doppelkopf.Rules) ruleField {
	in := b.Input("rules."+sw.Name, "rule."+sw.Name)
	f := ruleField{Input: in, Shown: b.Say(words.Shown(sw, r)), DDV: b.Say(words.Shown(sw, doppelkopf.DDV()))}
	f.Differs = !slices.Equal(sw.Value(r), sw.Value(doppelkopf.DDV()))
	return f
}

// ruleForm is the form of all switches.
type ruleForm struct {
	Base
	Tournament tournament.Tournament
	Home       string
	Locked     bool
	now        doppelkopf.Rules
}

// ruleGroup are the switches under one title.
type ruleGroup struct {
	Title  string
	Fields []ruleField
}

// Presets are the sets to start from.
func (p ruleForm) Presets() []Option {
	list := options(p.Printer, "rules.preset_", doppelkopf.PresetNames()...)
	for i := range list {
		list[i].Chosen = list[i].Value == p.Form.Value("preset")
	}
	return list
}

// Groups are all switches with their controls.
func (p ruleForm) Groups() []ruleGroup {
	var list []ruleGroup
	for _, g := range words.Groups() {
		group := ruleGroup{Title: p.T("rules.group_" + g.Name)}
		for _, sw := range g.Switches {
			group.Fields = append(group.Fields, p.control(sw))
		}
		list = append(list, group)
	}
	return list
}

// control is the field of a switch: a number, a choice, or boxes.
func (p ruleForm) control(sw doppelkopf.Switch) ruleField {
	f := p.ruleField(sw, p.now)
	f.Differs = !slices.Equal(p.Form.All(f.Name), shownValues(sw, doppelkopf.DDV()))
	f.Help = p.T("rules.ddv", "Value", f.DDV)
	switch sw.Kind {
	case doppelkopf.NumberSwitch:
		f.Input = f.Mode("numeric").Upto(4)
	case doppelkopf.ListSwitch:
		for _, choice := range sw.Choices {
			if slices.Contains(implied(sw), choice) {
				continue
			}
			f.List = append(f.List, tap{
				Type: "checkbox", Name: f.Name, Value: choice, Text: p.Say(words.Choice(sw, choice)), On: slices.Contains(p.Form.All(f.Name), choice),
			})
		}
	default:
		var list []Option
		for _, value := range choicesOf(sw) {
			list = append(list, Option{Value: value, Text: p.Say(words.Choice(sw, value))})
		}
		f.Input = f.From(list)
	}
	return f
}

func choicesOf(sw doppelkopf.Switch) []string {
	if sw.Kind == doppelkopf.FlagSwitch {
		return []string{"true", "false"}
	}
	return sw.Choices
}

// implied are the choices of a list that the form does not ask for: a normal game can always be played, and whether an Armut can is a
// switch of its own.
func implied(sw doppelkopf.Switch) []string {
	if sw.Name != "contracts" {
		return nil
	}
	return []string{string(doppelkopf.Normal), string(doppelkopf.Armut)}
}

// shownValues are the values of a switch as far as the form shows them.
func shownValues(sw doppelkopf.Switch, r doppelkopf.Rules) []string {
	return slices.DeleteFunc(sw.Value(r), func(v string) bool { return slices.Contains(implied(sw), v) })
}

// fillRules puts a set into a form.
func fillRules(f *Form, r doppelkopf.Rules) {
	f.Set("preset", r.Preset)
	for _, sw := range doppelkopf.Switches() {
		f.values["rules."+sw.Name] = shownValues(sw, r)
	}
}

// readRules makes the JSON of a rule set (VECTORS) from a form. Whether the values are right is for the desk; names that are no
// switches go along, so that it can refuse them.
func readRules(f *Form) []byte {
	set := map[string]any{"preset": f.Value("preset")}
	for _, sw := range doppelkopf.Switches() {
		name := "rules." + sw.Name
		if sw.Kind != doppelkopf.ListSwitch && strings.TrimSpace(f.Value(name)) == "" {
			f.fault("field_missing", name, nil)
			continue
		}
		set[sw.Name] = ruleValue(f, sw)
	}
	for name := range f.values {
		if sw, found := strings.CutPrefix(name, "rules."); found && set[sw] == nil && f.Value(name) != "" {
			set[sw] = f.Value(name)
		}
	}
	raw, err := json.Marshal(set)
	if err != nil {
		f.fault("form_broken", "", nil)
	}
	return raw
}

// ruleValue is what was chosen for a switch, as JSON has it; what is no number stays a text and is refused as such.
func ruleValue(f *Form, sw doppelkopf.Switch) any {
	value := strings.TrimSpace(f.Value("rules." + sw.Name))
	switch sw.Kind {
	case doppelkopf.FlagSwitch:
		if value == "true" || value == "false" {
			return value == "true"
		}
	case doppelkopf.NumberSwitch, doppelkopf.DigitSwitch:
		if n, err := strconv.Atoi(value); err == nil {
			return n
		}
	case doppelkopf.ListSwitch:
		list := append([]string{}, f.All("rules."+sw.Name)...)
		for _, word := range implied(sw) {
			armut := word == string(doppelkopf.Armut)
			if !slices.Contains(list, word) && (!armut || f.Value("rules.armut") == "true") {
				list = append(list, word)
			}
		}
		return list
	}
	return value
}

// editRules answers GET /t/:t/rules/edit; ?preset= fills the form with another preset.
func (s *Server) editRules(c echo.Context) error {
	t, err := s.directed(c)
	if err != nil {
		return err
	}
	rules, _ := papers.RulesOf(t, "")
	if name := c.QueryParam("preset"); name != "" {
		preset, known := doppelkopf.Preset(name)
		if !known {
			return tournament.Wrong(tournament.ErrNotFound, "not_found", nil)
		}
		rules = preset
	}
	form := newForm()
	fillRules(form, rules)
	return s.renderRules(c, t, form)
}

func (s *Server) renderRules(c echo.Context, t tournament.Tournament, form *Form) error {
	page := ruleForm{Base: s.tournamentBase(c, t, visitOf(c).printer.T("rules.edit")), Tournament: t, Home: tournamentAddress(t), Locked: t.Phase != tournament.Open}
	page.now, _ = papers.RulesOf(t, "")
	page.Form, page.Live = form, ""
	return s.render(c, form.status(), "rules/form", page)
}

// saveRules answers POST /t/:t/rules: the whole set is stored with the tournament.
func (s *Server) saveRules(c echo.Context) error {
	t, form, err := s.directedForm(c)
	if err != nil {
		return err
	}
	settings, err := desk.SettingsOf(t)
	if err != nil {
		return err
	}
	settings.Rules = readRules(form)
	in := desk.EditTournament{Op: form.op(), Tournament: t.ID, Version: form.number("version", 0, maxVersion), Settings: settings}
	if form.err() == nil {
		if _, err = s.desk.EditTournament(c.Request().Context(), actor(c), in); err == nil {
			return s.done(c, tournamentAddress(t)+"/rules", "flash.rules_saved")
		}
		if err := form.refuse(err); err != nil {
			return err
		}
	}
	for i, p := range form.problems {
		form.problems[i] = inWords(visitOf(c).printer.Has, visitOf(c).printer.T, p)
	}
	return s.renderRules(c, t, form)
}

// inWords puts the names that card players know into a problem of a rule set, and says why two switches do not go together.
func inWords(has func(string) bool, text words.Text, p *tournament.Problem) *tournament.Problem {
	args := map[string]any{}
	for name, value := range p.Args {
		args[name] = value
		word, isWord := value.(string)
		for _, prefix := range []string{"rule.", "contract."} {
			if key := prefix + word; isWord && (name == "Rule" || name == "Other") && has(key) {
				args[name] = text(key)
				break
			}
		}
	}
	out := *p
	out.Args = args
	isSwitch := func(sw doppelkopf.Switch) bool { return "rules."+sw.Name == p.Field }
	if !slices.ContainsFunc(doppelkopf.Switches(), isSwitch) { // the form has no field for it
		out.Field = ""
	}
	if p.Code == "rule_conflict" {
		if hint, ok := p.Args["Rule"].(string); ok && has("hint.rule_"+hint) {
			out.Hint = "rule_" + hint
		}
	}
	return &out
}

// ruleTable is a small table ready to show.
type ruleTable struct {
	Head []string
	Rows [][]string
}

// Table puts a table of the rule sheet into the reader's language.
func (b Base) Table(t words.Table) ruleTable {
	out := ruleTable{Head: words.All(t.Head, b.T)}
	for _, row := range t.Rows {
		out.Rows = append(out.Rows, words.All(row, b.T))
	}
	return out
}
