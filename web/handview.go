package web

import (
	"slices"
	"strconv"
	"strings"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/desk"
)

// handView is the form of one hand, new or to be corrected, as big keys.
type handView struct {
	Base
	Table   tournament.Table
	Number  int
	Correct bool // an entered hand is changed: a reason is asked for
	Seats   []desk.SeatView
	Turn    doppelkopf.Turn
	Rules   doppelkopf.Rules
	Preview *previewView
	Values  string // address of the table of values, "" = none
}

// newHandView prepares the form of a hand of a table; the values are those of the page's form.
func newHandView(base Base, view desk.TableView, number int) handView {
	h := handView{Base: base, Table: view.Table, Number: number, Seats: view.Seats, Rules: doppelkopfRules(view.Tournament)}
	if view.Next != nil && view.Next.Number == number {
		h.Turn = *view.Next
	}
	for _, row := range view.Rows {
		if row.Number == number {
			h.Turn = row.Turn
		}
	}
	return h
}

// tap is one big key: a radio or a box with its label.
type tap struct {
	Type, Name, Value string
	Text, Small       string // what the key says, and in small what it means
	On, Off, Person   bool   // chosen; can't be chosen; Text is a name, which is never translated
}

func (h handView) radio(name, value, text string) tap {
	return tap{Type: "radio", Name: name, Value: value, Text: text, On: h.Form.Value(name) == value}
}

// Short reports whether the short way is shown: winners and value.
func (h handView) Short() bool { return h.Form.Value("way") == wayWinners }

// Is reports whether a field has a value.
func (h handView) Is(name, value string) bool { return h.Form.Value(name) == value }

// Value is what is in a field.
func (h handView) Value(name string) string { return h.Form.Value(name) }

// Contracts are the keys of what was played.
func (h handView) Contracts() []tap {
	list := []tap{
		h.radio("contract", string(doppelkopf.Normal), h.T("hand.normal")),
		h.radio("contract", string(doppelkopf.Hochzeit), h.T("contract.hochzeit")),
	}
	if h.Rules.Armut {
		list = append(list, h.radio("contract", string(doppelkopf.Armut), h.T("contract.armut")))
	}
	list = append(list, h.radio("contract", theSolo, h.T("hand.solo")))
	if h.Form.Value("contract") == "" {
		list[0].On = true
	}
	return list
}

// Solos are the kinds of solo, and the silent one.
func (h handView) Solos() []tap {
	var list []tap
	for _, c := range []doppelkopf.Contract{
		doppelkopf.SoloDamen, doppelkopf.SoloBuben, doppelkopf.SoloFleischlos, doppelkopf.SoloKreuz, doppelkopf.SoloPik, doppelkopf.SoloHerz,
		doppelkopf.SoloKaro, doppelkopf.StilleHochzeit,
	} {
		list = append(list, h.radio("solo", string(c), h.T("hand."+string(c))))
	}
	return list
}

// SoloKinds say whether a solo was the compulsory one; as a rule that follows from the sheet.
func (h handView) SoloKinds() []tap {
	kinds := []tap{
		h.radio("solo_kind", "", h.T("hand.kind_auto")),
		h.radio("solo_kind", string(doppelkopf.Compulsory), h.T("hand.kind_pflicht")),
		h.radio("solo_kind", string(doppelkopf.Voluntary), h.T("hand.kind_lust")),
	}
	if h.Form.Value("solo_kind") == string(doppelkopf.Forced) { // because time is up
		kinds = append(kinds, h.radio("solo_kind", string(doppelkopf.Forced), h.T("clock.kind_forced")))
	}
	return kinds
}

// Clarified says in which trick the partner of a Hochzeit was found.
func (h handView) Clarified() []tap {
	list := make([]tap, 0, 4)
	for _, v := range []string{"1", "2", "3"} {
		list = append(list, h.radio("clarified_in", v, h.T("hand.trick", "Number", v)))
	}
	return append(list, h.radio("clarified_in", nobody, h.T("hand.never")))
}

// Players are the keys of who is on one side, in seat order.
func (h handView) Players(field string) []tap {
	var list []tap
	for pos := 1; pos <= h.Table.Size; pos++ {
		value := strconv.Itoa(pos)
		key := tap{Type: "checkbox", Name: field, Value: value, Text: nameAt(h.Seats, pos, h.Number), Person: true}
		key.On = slices.Contains(h.Form.All(field), value)
		switch pos {
		case h.Turn.SitsOut:
			key.Small, key.Off = h.T("hand.sits_out"), true
		case h.Turn.Dealer:
			key.Small = h.T("hand.deals")
		case h.Turn.Lead:
			key.Small = h.T("hand.leads")
		}
		list = append(list, key)
	}
	return list
}

// Ahead are the keys of the results in which a side is ahead: "re", "kontra", or "" for 120 to 120.
func (h handView) Ahead(party string) []tap {
	var list []tap
	for _, r := range augenRanges() {
		ahead := ""
		if r.from > 120 {
			ahead = "re"
		} else if r.to < 120 {
			ahead = "kontra"
		}
		if ahead != party {
			continue
		}
		key := h.radio("range", r.Key, h.T("hand.stage_"+strconv.Itoa(stage(r))))
		key.Small = strings.Replace(r.Key, "-", "–", 1)
		list = append(list, key)
	}
	return list
}

// stage counts how far the losing side stayed behind: 0 to 3 for 90, 60 and 30, 4 without a trick; 5 is 120 to 120.
func stage(r augenRange) int {
	switch {
	case r.noTrick != "":
		return 4
	case r.from == r.to:
		return 5
	case r.from > 120:
		return (r.from - 121) / 30
	}
	return (119 - r.to) / 30
}

// Calls are the keys of the highest call of a side.
func (h handView) Calls(party string) []tap {
	field := "call_" + party
	list := []tap{h.radio(field, "", h.T("hand.no_call"))}
	for _, call := range []string{party, "k90", "k60", "k30", "schwarz"} {
		list = append(list, h.radio(field, call, h.T("call."+call)))
	}
	return list
}

// specialField is one special point: how often for each side, or for Most 1 which side.
type specialField struct {
	specialKind
	Text       string
	Sides      []tap // for Most 1
	Re, Kontra string
}

// Specials are the special points that the rules count.
func (h handView) Specials() []specialField {
	var list []specialField
	for _, k := range specialKinds(h.Rules) {
		f := specialField{specialKind: k, Text: h.T("item." + k.Kind)}
		if k.Most == 1 {
			f.Sides = []tap{
				h.radio(k.Kind, "", h.T("hand.no_call")), h.radio(k.Kind, "re", h.T("party.re")), h.radio(k.Kind, "kontra", h.T("party.kontra")),
			}
		} else {
			f.Re, f.Kontra = orZero(h.Form.Value(k.Kind+"_re")), orZero(h.Form.Value(k.Kind+"_kontra"))
		}
		list = append(list, f)
	}
	return list
}

// stepField is how often a special point happened for one side.
type stepField struct {
	Name, Value, Label string
	Most               int
}

// Side is the field of one side.
func (f specialField) Side(party, text string) stepField {
	value := f.Re
	if party == "kontra" {
		value = f.Kontra
	}
	return stepField{f.Kind + "_" + party, value, f.Text + " " + text, f.Most}
}

func orZero(s string) string {
	if s == "" {
		return "0"
	}
	return s
}

// FaultsAt are the sentences of the problems at one part of the form.
func (b Base) FaultsAt(field string) []string {
	var list []string
	for _, f := range b.Faults() {
		if f.Field == field {
			list = append(list, strings.TrimSpace(f.Text+" "+f.Hint))
		}
	}
	return list
}

// previewView is what a hand is worth, before it is entered or as it was.
type previewView struct {
	Headline  string
	Points    []namePoints
	Why       string   // what decided, in one line
	Items     []string // what counts, short
	Notes     []string // noted but not counted
	Sentences []string // what counts, as sentences
	Missing   []string // what is missing or wrong, instead of a result
}

type namePoints struct {
	Name   string
	Points string
	Won    bool
}

// resultView explains a result: who wins how much, each player's points, and why.
func resultView(b Base, seats []desk.SeatView, number int, r tally.Result) *previewView {
	v := &previewView{}
	if r.Winner != "" || b.Form == nil || b.Form.Value("way") != wayWinners { // two winners: the points say who, nobody knows which side
		v.Headline = headline(b, r.Winner, r.Value, r.Factor)
	}
	for i, points := range r.Points {
		v.Points = append(v.Points, namePoints{shortAt(seats, i+1, number), b.Points(points), points > 0})
	}
	v.Items = itemTexts(b, r.Lines, r.Winner)
	for _, n := range r.Notes {
		v.Notes = append(v.Notes, b.T("item."+n.Kind))
	}
	return v
}

// headline says who wins and the value of one winner's hand, before the factor of a solo.
func headline(b Base, winner string, value, factor int) string {
	text := ""
	switch winner {
	case "re":
		text = b.T("hand.re_wins", "Value", b.Points(value))
	case "kontra":
		text = b.T("hand.kontra_wins", "Value", b.Points(-value))
	default:
		text = b.T("hand.nobody_wins", "Value", b.Points(value))
	}
	if factor > 1 {
		text += " · " + b.T("hand.factor", "Factor", factor)
	}
	return text
}

// itemTexts are the items with their points as the winner sees them; those of the other side count against him.
func itemTexts(b Base, lines []tally.Line, winner string) []string {
	if winner == "" {
		winner = "re"
	}
	var list []string
	for _, l := range lines {
		points := l.Points
		text := b.T("item." + l.Kind)
		if l.Party != winner {
			points = -points
			text += " (" + b.T("party."+l.Party) + ")"
		}
		list = append(list, text+" "+b.Points(points))
	}
	return list
}
