package web

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"doko/scoring/doppelkopf"
	"doko/tournament"
)

// rowJSON is a row as the desk takes it (CONTRACTS 7): made from the form of a hand, and read back to fill the form again.
type rowJSON struct {
	Hand     *handJSON       `json:"hand,omitempty"`
	Winners  []int           `json:"winners,omitempty"`
	Value    *int            `json:"value,omitempty"`
	Points   []int           `json:"points,omitempty"`
	Solo     json.RawMessage `json:"solo,omitempty"`
	SoloKind string          `json:"solo_kind,omitempty"`
}

// handJSON is a HAND of CONTRACTS 5 as far as the form knows it. Who sits out is left to the rotation.
type handJSON struct {
	Contract    string          `json:"contract"`
	SoloKind    *string         `json:"solo_kind,omitempty"`
	Re          []int           `json:"re"`
	ClarifiedIn json.RawMessage `json:"clarified_in,omitempty"`
	ReAugen     *int            `json:"re_augen,omitempty"`
	Between     []int           `json:"re_augen_between,omitempty"`
	NoTrick     *string         `json:"no_trick,omitempty"`
	Calls       callsJSON       `json:"calls"`
	Specials    []specialJSON   `json:"specials"`
	Bock        int             `json:"bock,omitempty"`
}

type callsJSON struct {
	Re     []string `json:"re"`
	Kontra []string `json:"kontra"`
}

type specialJSON struct {
	Kind  string `json:"kind"`
	Party string `json:"party"`
	Count int    `json:"count"`
}

const (
	wayWinners = "winners" // the short way: who won and the value
	theSolo    = "solo"    // the key that opens the kinds of solo
	nobody     = "none"    // a Hochzeit that never was clarified
)

// rowOf reads the form of a hand into a row for a table under these rules.
func rowOf(f *Form, rules doppelkopf.Rules) []byte {
	row := rowJSON{}
	if f.Value("way") == wayWinners {
		row = winnersOf(f)
	} else {
		row.Hand = handOf(f, rules)
	}
	raw, err := json.Marshal(row)
	if err != nil {
		panic(fmt.Sprintf("web: a row that cannot be written: %v", err)) // numbers and words only: a mistake of ours
	}
	return raw
}

func winnersOf(f *Form) rowJSON {
	row := rowJSON{Winners: positions(f, "winners")}
	if len(row.Winners) == 0 {
		f.fault("winners_missing", "winners", nil)
	}
	if strings.TrimSpace(f.Value("value")) == "" {
		f.fault("value_missing", "value", nil)
	}
	value := f.number("value", -tournament.MaxRowPoints, tournament.MaxRowPoints)
	row.Value = &value
	if f.on("no_solo") && len(row.Winners) != 2 {
		row.Solo = json.RawMessage("null")
	}
	return row
}

func handOf(f *Form, rules doppelkopf.Rules) *handJSON {
	h := &handJSON{Contract: f.Value("contract"), Re: positions(f, "re"), Specials: specialsOf(f, rules)}
	if h.Contract == theSolo {
		h.Contract = f.Value("solo")
		if h.Contract == "" {
			f.fault("solo_unnamed", "hand.contract", nil)
		}
		if kind := f.Value("solo_kind"); kind != "" && doppelkopf.Contract(h.Contract).Chosen() {
			h.SoloKind = &kind
		}
	}
	if h.Contract == string(doppelkopf.Hochzeit) {
		h.ClarifiedIn = clarifiedOf(f)
	}
	augenOf(f, h)
	h.Calls.Re = callOf(f.Value("call_re"), "re")
	h.Calls.Kontra = callOf(f.Value("call_kontra"), "kontra")
	if rules.Bock {
		h.Bock = f.number("bock", 0, 20)
	}
	return h
}

// positions reads the ticked positions of a field that may come several times; other values become an impossible position, which
// the desk names.
func positions(f *Form, name string) []int {
	list := []int{}
	for _, v := range f.All(name) {
		n, err := strconv.Atoi(v)
		if err != nil {
			n = -1
		}
		list = append(list, n)
	}
	slices.Sort(list)
	return list
}

func clarifiedOf(f *Form) json.RawMessage {
	switch v := f.Value("clarified_in"); v {
	case "1", "2", "3":
		return json.RawMessage(v)
	case nobody:
		return json.RawMessage("null")
	}
	f.fault("clarified_missing", "hand.clarified_in", nil)
	return nil
}

// augenOf reads the range that was tapped and the exact figure that was typed, if any; the figure has to lie in the range.
func augenOf(f *Form, h *handJSON) {
	chosen, tapped := rangeNamed(f.Value("range"))
	if typed := strings.TrimSpace(f.Value("augen")); typed != "" {
		exactOf(f, h, chosen, tapped)
		return
	}
	switch {
	case !tapped:
		f.fault("result_missing", "hand.re_augen", nil)
	case chosen.noTrick != "":
		h.ReAugen, h.NoTrick = &chosen.from, &chosen.noTrick
	case chosen.from == chosen.to:
		h.ReAugen = &chosen.from
	default:
		h.Between = []int{chosen.from, chosen.to}
	}
}

func exactOf(f *Form, h *handJSON, chosen augenRange, tapped bool) {
	augen, err := strconv.Atoi(strings.TrimSpace(f.Value("augen")))
	if err != nil {
		f.fault("field_number", "hand.re_augen", nil)
		return
	}
	h.ReAugen = &augen
	switch {
	case augen < 0 || augen > 240: // the desk says what is allowed
	case tapped && (augen < chosen.from || augen > chosen.to):
		f.fault("augen_outside", "hand.re_augen", map[string]any{"Value": augen})
	case tapped && chosen.noTrick != "":
		h.NoTrick = &chosen.noTrick
	case !tapped && (augen == 0 || augen == 240):
		f.fault("schwarz_unclear", "hand.re_augen", map[string]any{"Value": augen})
	}
}

// callOf is what a side has said: its highest call stands for all below it, and each is written out, since some rules do not take
// the lower ones for granted.
func callOf(highest, party string) []string {
	said := []string{}
	if highest == "" {
		return said
	}
	for _, call := range []string{party, "k90", "k60", "k30", "schwarz"} {
		said = append(said, call)
		if call == highest {
			return said
		}
	}
	return []string{highest} // no call of this side: the desk names it
}

// augenRange is one of the keys that say winner and stage at once: Re's Augen from, to, and the side without a trick.
type augenRange struct {
	Key      string
	from, to int
	noTrick  string
}

// augenRanges are the keys from Re's best result to its worst.
func augenRanges() []augenRange {
	return []augenRange{
		{"121-150", 121, 150, ""}, {"151-180", 151, 180, ""}, {"181-210", 181, 210, ""}, {"211-240", 211, 240, ""}, {"240", 240, 240, "kontra"},
		{"120", 120, 120, ""},
		{"90-119", 90, 119, ""}, {"60-89", 60, 89, ""}, {"30-59", 30, 59, ""}, {"0-29", 0, 29, ""}, {"0", 0, 0, "re"},
	}
}

func rangeNamed(key string) (augenRange, bool) {
	for _, r := range augenRanges() {
		if r.Key == key {
			return r, true
		}
	}
	return augenRange{}, false
}

// specialKind is a special point that the rules of the tournament count; Most is how often it can happen in one hand.
type specialKind struct {
	Kind string
	Most int
}

// specialKinds lists the special points of the rules in the order of the form.
func specialKinds(r doppelkopf.Rules) []specialKind {
	list := []specialKind{{doppelkopf.Fuchs, 2}}
	if r.FuchsLastTrickPoints != r.FuchsPoints {
		list = append(list, specialKind{doppelkopf.FuchsLast, 2})
	}
	list = append(list, specialKind{doppelkopf.Doppelkopf, 4}, specialKind{doppelkopf.Karlchen, 1})
	if r.KarlchenCaught != doppelkopf.CaughtOff {
		list = append(list, specialKind{doppelkopf.KarlchenCaught, 2})
	}
	if r.DulleCaughtPoints > 0 {
		list = append(list, specialKind{doppelkopf.DulleCaught, 1})
	}
	return list
}

func specialsOf(f *Form, rules doppelkopf.Rules) []specialJSON {
	list := []specialJSON{}
	for _, k := range specialKinds(rules) {
		if k.Most == 1 {
			if party := f.Value(k.Kind); party != "" {
				list = append(list, specialJSON{k.Kind, party, 1})
			}
			continue
		}
		for _, party := range []string{"re", "kontra"} {
			if n := f.number(k.Kind+"_"+party, 0, 99); n > 0 {
				list = append(list, specialJSON{k.Kind, party, n})
			}
		}
	}
	return list
}

// handGroup is the part of the form to which a problem's field belongs, so that the problem is shown there.
func handGroup(field string) string {
	switch {
	case strings.HasPrefix(field, "hand.re_augen"), field == "hand.no_trick", field == "range", field == "augen":
		return "hand.re_augen"
	case field == "hand.re", strings.HasPrefix(field, "hand.re."), field == "hand.sitting_out":
		return "hand.re"
	case strings.HasPrefix(field, "hand.calls"):
		return "hand.calls"
	case strings.HasPrefix(field, "hand.specials"), field == "hand.bock", field == "bock":
		return "hand.specials"
	case strings.HasPrefix(field, "hand.contract"), field == "hand":
		return "hand.contract"
	case strings.HasPrefix(field, "winners"), field == "solo", field == "solo_kind":
		return "winners"
	}
	for _, k := range []string{doppelkopf.Fuchs, doppelkopf.Doppelkopf, doppelkopf.Karlchen, doppelkopf.DulleCaught} {
		if strings.HasPrefix(field, k) {
			return "hand.specials"
		}
	}
	if slices.Contains([]string{"hand.solo_kind", "hand.clarified_in", "value", "reason", "note"}, field) {
		return field
	}
	return "" // the whole form, such as the number of the hand
}

// regroup moves the form's problems to the parts of the form and says what is simply missing in friendlier words.
func (f *Form) regroup() {
	for i, p := range f.problems {
		moved := *p
		moved.Field = handGroup(p.Field)
		if n, ok := p.Args["Count"].(int); ok && p.Code == "party_size" && n == 0 {
			moved.Code = "re_missing"
		}
		f.problems[i] = &moved
	}
}

// fillHand fills the form from a row as it is stored.
func fillHand(f *Form, row tournament.Row) error {
	raw, err := row.MarshalJSON()
	if err != nil {
		return fmt.Errorf("fill the form of a hand: %w", err)
	}
	var r rowJSON
	if err := json.Unmarshal(raw, &r); err != nil {
		return fmt.Errorf("fill the form of a hand: %w", err)
	}
	if r.Hand == nil {
		fillWinners(f, r)
		return nil
	}
	h := r.Hand
	f.Set("contract", h.Contract)
	if c := doppelkopf.Contract(h.Contract); c.Chosen() || c == doppelkopf.StilleHochzeit {
		f.Set("contract", theSolo)
		f.Set("solo", h.Contract)
	}
	if h.SoloKind != nil {
		f.Set("solo_kind", *h.SoloKind)
	}
	f.fillPositions("re", h.Re)
	if h.Contract == string(doppelkopf.Hochzeit) {
		f.Set("clarified_in", nobody)
		if in := string(h.ClarifiedIn); in != "" && in != "null" {
			f.Set("clarified_in", in)
		}
	}
	fillAugen(f, h)
	f.Set("call_re", highestCall(h.Calls.Re))
	f.Set("call_kontra", highestCall(h.Calls.Kontra))
	for _, s := range h.Specials {
		f.Set(s.Kind, s.Party)
		f.Set(s.Kind+"_"+s.Party, strconv.Itoa(s.Count))
	}
	f.Set("bock", strconv.Itoa(h.Bock))
	return nil
}

func fillWinners(f *Form, r rowJSON) {
	f.Set("way", wayWinners)
	if len(r.Points) > 0 {
		f.fillFromPoints(r)
		return
	}
	f.fillPositions("winners", r.Winners)
	if r.Value != nil {
		f.Set("value", strconv.Itoa(*r.Value))
	}
	if len(r.Winners) != 2 && len(r.Winners) > 0 && string(r.Solo) == "null" {
		f.Set("no_solo", "1")
	}
}

func (f *Form) fillPositions(name string, list []int) {
	f.values.Del(name)
	for _, p := range list {
		f.values.Add(name, strconv.Itoa(p))
	}
}

func fillAugen(f *Form, h *handJSON) {
	from, to := 0, 0
	switch {
	case h.ReAugen != nil:
		from, to = *h.ReAugen, *h.ReAugen
	case len(h.Between) == 2:
		from, to = h.Between[0], h.Between[1]
	}
	for _, r := range augenRanges() {
		inside := from >= r.from && to <= r.to
		if inside && (h.NoTrick == nil && r.noTrick == "" || h.NoTrick != nil && r.noTrick == *h.NoTrick) {
			f.Set("range", r.Key)
			if h.ReAugen != nil && r.from != r.to {
				f.Set("augen", strconv.Itoa(from))
			}
			return
		}
	}
}

func highestCall(said []string) string {
	highest := ""
	for _, call := range []string{"re", "kontra", "k90", "k60", "k30", "schwarz"} {
		if slices.Contains(said, call) {
			highest = call
		}
	}
	return highest
}
