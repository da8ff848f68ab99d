package web

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/play"
	"doko/scoring/fields"
	"doko/scoring/tally"
	"doko/tournament"
)

// cardField is the field with the cards of a seat: words as in CONTRACTS 3, in the order played.
func cardField(seat int) string { return "c" + strconv.Itoa(seat) }

// cardWords reads cards as people note them: small letters, signs of suits, 10 for T, D and B for Dame and Bube.
func cardWords(line string) []string {
	line = strings.NewReplacer("♣", "C", "♠", "S", "♥", "H", "♦", "D", "10", "T", ",", " ").Replace(strings.ToUpper(line))
	words := strings.Fields(line)
	for i, w := range words {
		if len(w) == 2 {
			words[i] = w[:1] + strings.NewReplacer("D", "Q", "B", "J").Replace(w[1:])
		}
	}
	return words
}

// callJSON is a call or a declaration of CONTRACTS 3.
type callJSON struct {
	Seat  any    `json:"seat"`
	Call  string `json:"call,omitempty"`
	What  string `json:"what,omitempty"`
	Trick any    `json:"before_own_card_in_trick"`
}

// dealJSON is the input of the referee (CONTRACTS 3).
type dealJSON struct {
	Contract      string        `json:"contract"`
	Declarer      any           `json:"declarer"`
	Leader        any           `json:"leader"`
	Cards         [4]string     `json:"cards"`
	Announcements []callJSON    `json:"announcements"`
	Declared      []callJSON    `json:"declared,omitempty"`
	Exchange      *exchangeJSON `json:"exchange,omitempty"`
}

type exchangeJSON struct {
	Giver    any      `json:"giver"`
	Taker    any      `json:"taker"`
	Given    []string `json:"given"`
	Returned []string `json:"returned"`
}

// readDeal reads the form of the referee's page; false if it has problems, which are then at their fields.
func readDeal(f *Form, rules doppelkopf.Rules) (play.Deal, bool) {
	d := dealJSON{
		Contract: f.Value("contract"), Declarer: seatOf(f.Value("declarer")), Leader: seatOf(f.Value("leader")), Announcements: said(f, "calls", false),
		Declared: said(f, "declared", true),
	}
	for i := range d.Cards {
		d.Cards[i] = strings.Join(cardWords(f.Value(cardField(i+1))), " ")
		f.Set(cardField(i+1), d.Cards[i])
	}
	if d.Contract == string(doppelkopf.Armut) {
		d.Exchange = &exchangeJSON{
			Giver: d.Declarer, Taker: seatOf(f.Value("taker")), Given: cardWords(f.Value("given")), Returned: cardWords(f.Value("returned")),
		}
	}
	raw, err := json.Marshal(d)
	if err != nil {
		f.fault("form_broken", "", nil)
		return play.Deal{}, false
	}
	node, err := fields.Parse(raw)
	if err != nil {
		f.fault("form_broken", "", nil)
		return play.Deal{}, false
	}
	deal, err := play.Parse(rules, node)
	var problems tally.Problems
	if errors.As(err, &problems) {
		for _, p := range problems {
			f.problems = append(f.problems, tournament.Invalid(p.Code, dealField(p.Field), p.Args))
		}
	}
	return deal, len(f.problems) == 0
}

// seatOf is a seat as JSON has it: null for nobody; what is no number stays a text and is refused as such.
func seatOf(value string) any {
	value = strings.TrimSpace(value)
	if value == "" {
		return nil
	}
	if n, err := strconv.Atoi(value); err == nil {
		return n
	}
	return value
}

// said reads lines such as "1 re 1, 3 k90 4": the seat, what it said or showed, before its card to which trick.
func said(f *Form, field string, shown bool) []callJSON {
	list := []callJSON{}
	for _, line := range strings.FieldsFunc(f.Value(field), func(r rune) bool { return r == ',' || r == ';' }) {
		parts := strings.Fields(strings.ToLower(line))
		if len(parts) == 0 {
			continue
		}
		if len(parts) != 3 {
			f.fault("call_line", field, map[string]any{"Value": fields.Quote(strings.TrimSpace(line))})
			continue
		}
		call := callJSON{Seat: seatOf(parts[0]), Call: parts[1], Trick: seatOf(parts[2])}
		if shown {
			call.Call, call.What = "", parts[1]
		}
		list = append(list, call)
	}
	return list
}

// dealField is the field of the page that a problem of CONTRACTS 3 belongs to.
func dealField(path string) string {
	top, rest, _ := strings.Cut(path, ".")
	switch top {
	case "cards":
		if seat, err := strconv.Atoi(rest); err == nil {
			return cardField(seat + 1)
		}
		return cardField(1)
	case "announcements":
		return "calls"
	case "exchange":
		field, _, _ := strings.Cut(rest, ".")
		if field == "giver" {
			return "declarer"
		}
		if field == "" {
			return "taker"
		}
		return field
	}
	return top
}
