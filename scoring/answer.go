package scoring

import (
	"strconv"
	"strings"

	"doko/scoring/doppelkopf"
	"doko/scoring/fields"
	"doko/scoring/schnapsen"
	"doko/scoring/tally"
)

// Answer is what one input object of "doko score" gives (CONTRACTS 2): either Problems, or Rows for a session, or a result.
type Answer struct {
	Name     string // "" = none given
	Named    bool
	Problems tally.Problems

	Players []string // by position
	Winner  string   // a side or a player; "" = nobody
	Value   int
	NoValue bool  // penalties and unfinished Bummerl have none
	Points  []int // by position
	Lines   []tally.Line

	Session bool
	Rows    []SessionRow
}

// games are the words of "game" in an input object.
func games() []string { return []string{"doppelkopf", "penalty", "schnapsen", "bummerl", "session"} }

// Evaluate scores one input object of "doko score": {"name"?, "rules"?, "hand"} as in VECTORS. It never fails: what is wrong
// with the input is in Answer.Problems, every fault at once.
func Evaluate(raw []byte) Answer {
	n, _ := fields.Parse(raw) // what is no JSON is no object either
	return EvaluateNode(n)
}

// EvaluateNode is Evaluate for an object that has been read already.
func EvaluateNode(n fields.Node) Answer {
	if n.Kind != fields.Object {
		return Answer{Problems: tally.Problems{{
			Code: "wrong_type",
			Args: map[string]any{"Value": n.Shown(), "Allowed": `{"name", "rules", "hand"}`},
		}}}
	}
	a := NewAnswer(n)
	ps := append(n.Unknown("", []string{"name", "rules", "hand", "expect", "tags", "note"}), a.Problems...)
	rules, _ := n.Get("rules")
	r, err := parseBoth(rules)
	if err != nil {
		ps = append(ps, err.(tally.Problems)...)
	}
	hand, ok := n.Get("hand")
	switch {
	case !ok:
		ps = append(ps, fields.Missing("", "hand"))
	case hand.Kind != fields.Object:
		ps = append(ps, tally.Problem{Code: "wrong_type", Field: "hand", Args: map[string]any{"Value": hand.Shown(), "Allowed": "{…}"}})
	default:
		if err := a.hand(r, hand); err != nil {
			ps = append(ps, err.(tally.Problems)...)
		}
	}
	a.Problems = ps
	return a
}

// NewAnswer begins the answer to an input object with its name.
func NewAnswer(n fields.Node) Answer {
	name, _ := n.Get("name")
	word, ok := name.Word()
	switch {
	case ok:
		return Answer{Name: word, Named: true}
	case name.Kind == fields.Null:
		return Answer{}
	default:
		return Answer{Problems: tally.Problems{{
			Code: "wrong_type", Field: "name",
			Args: map[string]any{"Value": name.Shown(), "Allowed": `"…"`},
		}}}
	}
}

// AppendName writes the beginning of an answer, up to and with the name.
func (a Answer) AppendName(b []byte) []byte {
	b = append(b, `{"name":`...)
	if a.Named {
		return fields.AppendString(b, a.Name)
	}
	return append(b, "null"...)
}

// AppendExpect writes the EXPECT of VECTORS alone, of an error its code.
func (a Answer) AppendExpect(b []byte) []byte {
	if len(a.Problems) > 0 {
		b = append(b, `{"error":`...)
		b = fields.AppendString(b, a.Problems[0].Code)
	} else {
		b = a.appendResult(append(b, '{'))
	}
	return append(b, '}')
}

// bothRules are the rules of both games: a line of input may hold any of them.
type bothRules struct {
	doppelkopf doppelkopf.Rules
	schnapsen  schnapsen.Rules
}

// parseBoth reads the rules of a line; after an error it gives the default, so that the hand is still looked at.
func parseBoth(n fields.Node) (bothRules, error) {
	d, err := ParseRulesNode(Doppelkopf, n)
	s, _ := schnapsen.ParseRules(n)
	if err != nil {
		return bothRules{doppelkopf: doppelkopf.DDV(), schnapsen: schnapsen.Default()}, err
	}
	return bothRules{doppelkopf: *d.Doppelkopf, schnapsen: s}, nil
}

func (a *Answer) hand(r bothRules, hand fields.Node) error {
	word := "doppelkopf"
	if game, ok := hand.Get("game"); ok {
		word = game.Text
		if game.Kind != fields.String {
			word = ""
		}
	}
	switch word {
	case "doppelkopf":
		return a.doppelkopf(r.doppelkopf, hand)
	case "penalty":
		return a.penalty(r.doppelkopf, hand)
	case "schnapsen":
		return a.schnapsen(r.schnapsen, hand)
	case "bummerl":
		return a.bummerl(r.schnapsen, hand)
	case "session":
		return a.session(hand)
	default:
		game, _ := hand.Get("game")
		return tally.Problems{{
			Code: "unknown_game", Field: "hand.game",
			Args: map[string]any{"Value": game.Shown(), "Allowed": strings.Join(games(), ", ")},
		}}
	}
}

func (a *Answer) doppelkopf(r doppelkopf.Rules, hand fields.Node) error {
	h, names, err := doppelkopf.ParseNamed(r, hand)
	if err != nil {
		return err
	}
	res, err := doppelkopf.Score(r, len(names), h)
	if err != nil {
		return err
	}
	a.Players, a.Winner, a.Value, a.Points, a.Lines = names, res.Winner, res.Value, res.Points, res.Lines
	return nil
}

func (a *Answer) penalty(r doppelkopf.Rules, hand fields.Node) error {
	p, names, err := doppelkopf.ParsePenalty(hand)
	if err != nil {
		return err
	}
	a.Players, a.NoValue, a.Points = names, true, doppelkopf.ScorePenalty(r, len(names), p)
	return nil
}

// AppendJSON writes the answer as one line without its end. message gives the English sentence of a problem.
func (a Answer) AppendJSON(b []byte, message func(tally.Problem) string) []byte {
	b = append(a.AppendName(b), ',')
	switch {
	case len(a.Problems) > 0:
		b = a.appendProblems(b, message)
	case a.Session:
		b = a.appendRows(b)
	default:
		b = a.appendResult(b)
	}
	return append(b, '}')
}

// appendProblems writes the first problem, and all of them if there are more.
func (a Answer) appendProblems(b []byte, message func(tally.Problem) string) []byte {
	b = append(b, `"error":`...)
	b = appendProblem(b, a.Problems[0], message)
	if len(a.Problems) == 1 {
		return b
	}
	b = append(b, `,"problems":[`...)
	for i, p := range a.Problems {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"error":`...)
		b = append(appendProblem(b, p, message), '}')
	}
	return append(b, ']')
}

func appendProblem(b []byte, p tally.Problem, message func(tally.Problem) string) []byte {
	b = fields.AppendString(b, p.Code)
	b = append(b, `,"field":`...)
	b = fields.AppendWord(b, p.Field)
	b = append(b, `,"message":`...)
	return fields.AppendString(b, message(p))
}

func (a Answer) appendResult(b []byte) []byte {
	b = append(b, `"winner":`...)
	b = fields.AppendWord(b, a.Winner)
	b = append(b, `,"value":`...)
	if a.NoValue {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendInt(b, int64(a.Value), 10)
	}
	b = append(b, `,"scores":{`...)
	for i, name := range a.Players {
		if i > 0 {
			b = append(b, ',')
		}
		b = fields.AppendString(b, name)
		b = append(b, ':')
		b = strconv.AppendInt(b, int64(a.Points[i]), 10)
	}
	b = append(b, `},"items":[`...)
	for i, l := range a.Lines {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"party":`...)
		b = fields.AppendString(b, l.Party)
		b = append(b, `,"kind":`...)
		b = fields.AppendString(b, l.Kind)
		b = append(b, `,"points":`...)
		b = strconv.AppendInt(b, int64(l.Points), 10)
		b = append(b, '}')
	}
	return append(b, ']')
}
