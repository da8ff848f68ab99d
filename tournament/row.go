package tournament

import (
	"encoding/json"
	"errors"
	"fmt"

	"doko/scoring"
	"doko/scoring/doppelkopf"
	"doko/scoring/fields"
	"doko/scoring/tally"
)

// MaxRowPoints is the most that can be typed for one position in one row.
const MaxRowPoints = 9999

// The row forms, in the order of their fields.
type (
	handRow struct {
		Hand *scoring.Record `json:"hand"`
	}
	pointsRow struct {
		Points   []int  `json:"points"`
		Solo     *int   `json:"solo"`
		SoloKind string `json:"solo_kind,omitempty"`
	}
	winnersRow struct {
		Winners []int `json:"winners"`
		Value   int   `json:"value"`
	}
	aloneRow struct {
		Winners  []int  `json:"winners"`
		Value    int    `json:"value"`
		Solo     *int   `json:"solo"`
		SoloKind string `json:"solo_kind,omitempty"`
	}
	redealtRow struct {
		Redealt bool   `json:"redealt"`
		Reason  string `json:"reason"`
	}
	throughRow struct {
		Through int   `json:"through"`
		Points  []int `json:"points"`
		Solos   []int `json:"solos,omitempty"`
	}
)

// MarshalJSON writes a row in the forms of CONTRACTS 5 and 7, fixed order: {"hand":HAND}, {"points":…,"solo":…},
// {"winners":…,"value":…}, {"redealt":true,"reason":…}, {"through":…,"points":…}.
func (r Row) MarshalJSON() ([]byte, error) {
	switch r.Kind {
	case RowHand:
		return json.Marshal(handRow{r.Record})
	case RowPoints:
		return json.Marshal(pointsRow{r.Points, position(r.Solo), r.SoloKind})
	case RowWinners:
		if r.Solo == 0 && r.SoloKind == "" {
			return json.Marshal(winnersRow{r.Winners, r.Value})
		}
		return json.Marshal(aloneRow{r.Winners, r.Value, position(r.Solo), r.SoloKind})
	case RowRedealt:
		return json.Marshal(redealtRow{true, r.Reason})
	case RowThrough:
		return json.Marshal(throughRow{r.Through, r.Points, r.Solos})
	}
	return nil, fmt.Errorf("tournament: a row of kind %q can't be written", r.Kind)
}

// position is null for nobody.
func position(p int) *int {
	if p <= 0 {
		return nil
	}
	return &p
}

// ParseStoredRow reads what MarshalJSON wrote, without rule checks: for the store, which has no rules at hand.
func ParseStoredRow(raw []byte) (Row, error) {
	var stored struct {
		Hand json.RawMessage
	}
	if err := json.Unmarshal(raw, &stored); err != nil {
		return Row{}, fmt.Errorf("tournament: stored row: %w", err)
	}
	if stored.Hand == nil {
		row, err := ParseRow(scoring.Rules{}, 0, raw)
		if err != nil {
			return Row{}, fmt.Errorf("tournament: stored row: %w", err)
		}
		return row, nil
	}
	game := scoring.Doppelkopf
	if hand, err := fields.Parse(stored.Hand); err == nil {
		if _, deal := hand.Get("end"); deal {
			game = scoring.Schnapsen
		}
	}
	rec, err := scoring.ReadRecord(game, stored.Hand)
	if err != nil {
		return Row{}, fmt.Errorf("tournament: stored row: %w", err)
	}
	return Row{Kind: RowHand, Record: &rec}, nil
}

// ParseRow reads one row as a table or a file gives it, for a table of so many seats. A HAND stands under "hand" or bare.
// It checks the form and, for a hand, what can be told without scoring; who sits out may be missing at a table of five.
// The error is tally.Problems with fields such as "hand.re_augen", "points", "winners".
func ParseRow(rules scoring.Rules, seats int, raw []byte) (Row, error) {
	n, err := fields.Parse(raw)
	if err != nil {
		return Row{}, tally.Problems{{Code: "bad_row"}}
	}
	return ParseRowNode(rules, seats, n)
}

// ParseRowNode is ParseRow for a row inside a larger input that has been read already.
func ParseRowNode(rules scoring.Rules, seats int, n fields.Node) (Row, error) {
	if n.Kind != fields.Object {
		return Row{}, tally.Problems{{Code: "bad_row"}}
	}
	p := rowParser{node: n, seats: seats}
	var row Row
	switch {
	case p.has("hand"):
		return p.hand(rules)
	case p.has("redealt"):
		row = p.redealt()
	case p.has("through"):
		row = p.through()
	case p.has("winners"):
		row = p.winners()
	case p.has("points") && !p.has("end"): // a Schnapsen deal has points of its own
		row = p.points()
	default:
		rec, err := scoring.ParseRecordNode(rules, seats, n)
		if err != nil {
			return Row{}, err
		}
		return Row{Kind: RowHand, Record: &rec}, nil
	}
	if err := p.problems.OrNil(); err != nil {
		return Row{}, err
	}
	return row, nil
}

// rowParser reads the short forms of a row. Seats 0 means that the number of seats is not known.
type rowParser struct {
	node     fields.Node
	seats    int
	problems tally.Problems
}

func (p *rowParser) has(key string) bool {
	_, ok := p.node.Get(key)
	return ok
}

func (p *rowParser) only(allowed ...string) {
	p.problems = append(p.problems, p.node.Unknown("", allowed)...)
}

func (p *rowParser) fault(code, field string, args map[string]any) {
	p.problems = append(p.problems, tally.Problem{Code: code, Field: field, Args: args})
}

func (p *rowParser) hand(rules scoring.Rules) (Row, error) {
	p.only("hand")
	n, _ := p.node.Get("hand")
	rec, err := scoring.ParseRecordNode(rules, p.seats, n)
	var more tally.Problems
	if errors.As(err, &more) {
		p.problems = append(p.problems, more...)
	} else if err != nil {
		return Row{}, err
	}
	if err := p.problems.OrNil(); err != nil {
		return Row{}, err
	}
	return Row{Kind: RowHand, Record: &rec}, nil
}

func (p *rowParser) redealt() Row {
	p.only("redealt", "reason")
	n, _ := p.node.Get("redealt")
	if yes, ok := n.Flag(); !ok || !yes {
		p.fault("bad_redealt", "redealt", nil)
	}
	row := Row{Kind: RowRedealt}
	if n, ok := p.node.Get("reason"); ok && n.Kind != fields.Null {
		text, isText := n.Word()
		if !isText || CheckWords("reason", text, MaxText) != nil {
			p.fault("bad_reason", "reason", map[string]any{"Max": MaxText})
		}
		row.Reason = text
	}
	return row
}

func (p *rowParser) through() Row {
	p.only("through", "points", "solos")
	row := Row{Kind: RowThrough, Points: p.list("points", "points_count")}
	n, _ := p.node.Get("through")
	last, ok := n.Int()
	if most := MaxHands + MaxHands/4; !ok || last < 1 || last > most {
		p.fault("number_range", "through", map[string]any{"Min": 1, "Max": most})
	}
	row.Through = last
	if n, ok := p.node.Get("solos"); ok && n.Kind != fields.Null {
		row.Solos = p.list("solos", "solos_count")
		for i, s := range row.Solos {
			if s < 0 {
				p.fault("solos_range", fields.At("solos", i), map[string]any{"Min": 0, "Max": 1})
			}
		}
	}
	return row
}

func (p *rowParser) points() Row {
	p.only("points", "solo", "solo_kind")
	row := Row{Kind: RowPoints, Points: p.list("points", "points_count")}
	row.Solo, _ = p.solo()
	row.SoloKind = p.soloKind(row.Solo > 0)
	return row
}

func (p *rowParser) winners() Row {
	p.only("winners", "value", "solo", "solo_kind")
	row := Row{Kind: RowWinners}
	n, _ := p.node.Get("winners")
	seen := map[int]bool{}
	for _, item := range n.Items {
		if w, ok := item.Int(); ok && w >= 1 && w <= p.most() && !seen[w] {
			seen[w] = true
			row.Winners = append(row.Winners, w)
		}
	}
	if n.Kind != fields.Array || len(row.Winners) != len(n.Items) || len(seen) < 1 || len(seen) > 3 {
		p.fault("bad_winners", "winners", map[string]any{"Seats": p.most()})
	}
	n, ok := p.node.Get("value")
	if !ok {
		p.problems = append(p.problems, fields.Missing("", "value"))
	}
	value, isInt := n.Int()
	if ok && (!isInt || value < -MaxRowPoints || value > MaxRowPoints) {
		p.fault("points_range", "value", map[string]any{"Min": -MaxRowPoints, "Max": MaxRowPoints})
	}
	row.Value = value
	solo, given := p.solo()
	if given && solo == 0 {
		solo = NoSolo
	}
	row.Solo = solo
	row.SoloKind = p.soloKind(solo >= 0 && len(row.Winners) != 2)
	if solo > 0 && !alone(row.Winners, solo) {
		p.fault("bad_solo", "solo", nil)
	}
	return row
}

// alone reports whether the position won or lost against three.
func alone(winners []int, position int) bool {
	won := false
	for _, w := range winners {
		won = won || w == position
	}
	return won && len(winners) == 1 || !won && len(winners) == 3
}

// solo reads who played alone; the second result says whether the field was there.
func (p *rowParser) solo() (int, bool) {
	n, ok := p.node.Get("solo")
	if !ok || n.Kind == fields.Null {
		return 0, ok
	}
	at, isInt := n.Int()
	if !isInt || at < 1 || at > p.most() {
		p.fault("bad_position", "solo", map[string]any{"Value": n.Shown(), "Seats": p.most()})
		return 0, false
	}
	return at, true
}

func (p *rowParser) soloKind(fits bool) string {
	n, ok := p.node.Get("solo_kind")
	if !ok || n.Kind == fields.Null {
		return ""
	}
	kind, _ := n.Word()
	switch doppelkopf.SoloKind(kind) {
	case doppelkopf.Compulsory, doppelkopf.Voluntary, doppelkopf.Forced:
		if fits {
			return kind
		}
		p.fault("bad_solo_kind", "solo_kind", map[string]any{"Value": n.Shown(), "Allowed": "null"})
	default:
		p.fault("bad_solo_kind", "solo_kind", map[string]any{"Value": n.Shown(), "Allowed": "pflicht, lust, vorgefuehrt, null"})
	}
	return ""
}

// list reads one number for each seat.
func (p *rowParser) list(key, countCode string) []int {
	n, _ := p.node.Get(key)
	if n.Kind != fields.Array || p.seats > 0 && len(n.Items) != p.seats || len(n.Items) > 5 {
		p.problems = append(p.problems, tally.Problem{Code: countCode, Field: key, Args: map[string]any{"Seats": p.most()}})
		return nil
	}
	out := make([]int, len(n.Items))
	for i, item := range n.Items {
		v, ok := item.Int()
		if !ok || v < -MaxRowPoints || v > MaxRowPoints {
			p.fault("points_range", fields.At(key, i), map[string]any{"Min": -MaxRowPoints, "Max": MaxRowPoints})
		}
		out[i] = v
	}
	return out
}

func (p *rowParser) most() int {
	if p.seats == 0 {
		return 5
	}
	return p.seats
}
