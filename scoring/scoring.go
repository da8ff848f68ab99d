// Package scoring is the closed list of games: which rules, which record, how scored.
package scoring

import (
	"encoding/json"

	"doko/scoring/doppelkopf"
	"doko/scoring/fields"
	"doko/scoring/schnapsen"
	"doko/scoring/tally"
)

// Game names a game the program can score.
type Game string

// The games.
const (
	Doppelkopf Game = "doppelkopf"
	Schnapsen  Game = "schnapsen"
)

// Games lists the games.
func Games() []Game { return []Game{Doppelkopf, Schnapsen} }

// Rules hold the rule set of exactly one game.
type Rules struct {
	Game       Game
	Doppelkopf *doppelkopf.Rules
	Schnapsen  *schnapsen.Rules
}

// Record is one recorded hand of exactly one game.
type Record struct {
	Doppelkopf *doppelkopf.Hand
	Schnapsen  *schnapsen.Deal
}

// RulesSchema is the version of the rule sets that are stored. A switch that comes later raises it, and an older set is
// converted by its number: a missing switch is never read as its zero value.
const RulesSchema = 1

// DDV are the default rules: Doppelkopf as the DDV plays it.
func DDV() Rules {
	r := doppelkopf.DDV()
	return Rules{Game: Doppelkopf, Doppelkopf: &r}
}

// Seats are the least and the most players at one table.
func (r Rules) Seats() (int, int) {
	if r.Game == Schnapsen {
		return 2, 2
	}
	return 4, 5
}

// ParseRules reads a preset name or an object of switches (VECTORS, RULES); nothing and null are the preset ddv. Switches
// of the other game are known names, checked and dropped. The error is tally.Problems.
func ParseRules(game Game, raw []byte) (Rules, error) {
	var n fields.Node
	if len(raw) > 0 {
		var err error
		if n, err = fields.Parse(raw); err != nil {
			return Rules{}, tally.Problems{{
				Code: "bad_rule_value", Field: "rules",
				Args: map[string]any{"Rule": "rules", "Value": "…", "Allowed": "JSON"},
			}}
		}
	}
	return ParseRulesNode(game, n)
}

// ParseRulesNode is ParseRules for rules inside a larger input that has been read already.
func ParseRulesNode(game Game, n fields.Node) (Rules, error) {
	d, err := doppelkopf.ParseRules(n, schnapsen.SwitchNames())
	s, ps := schnapsen.ParseRules(n)
	if err != nil {
		return Rules{}, append(err.(tally.Problems), ps...)
	}
	switch {
	case len(ps) > 0:
		return Rules{}, ps
	case game == Doppelkopf:
		return Rules{Game: game, Doppelkopf: &d}, nil
	case game == Schnapsen:
		return Rules{Game: game, Schnapsen: &s}, nil
	default:
		return Rules{}, tally.Problems{unknownGame("game", string(game))}
	}
}

// Check refuses sets whose switches contradict each other. The error is tally.Problems.
func (r Rules) Check() error {
	if r.Doppelkopf != nil {
		return r.Doppelkopf.Check()
	}
	return nil
}

func unknownGame(field, word string) tally.Problem {
	return tally.Problem{
		Code: "unknown_game", Field: field,
		Args: map[string]any{"Value": fields.Quote(word), "Allowed": "doppelkopf, schnapsen"},
	}
}

// MarshalJSON writes the full set in fixed order.
func (r Rules) MarshalJSON() ([]byte, error) {
	switch {
	case r.Doppelkopf != nil:
		return r.Doppelkopf.MarshalJSON()
	case r.Schnapsen != nil:
		return r.Schnapsen.MarshalJSON()
	default:
		return []byte("null"), nil
	}
}

// ParseRecord reads a HAND as in CONTRACTS 5 (positions, no game, no players) for a table of seats players. The error is
// tally.Problems with fields such as "hand.re_augen": every fault of the hand at once. At a table of five sitting_out may be
// missing; it has to be filled in from the session (doppelkopf.Turns) before Score.
func ParseRecord(r Rules, seats int, raw []byte) (Record, error) {
	n, err := fields.Parse(raw)
	if err != nil {
		return Record{}, notJSON()
	}
	return ParseRecordNode(r, seats, n)
}

// ParseRecordNode is ParseRecord for a hand inside a larger input that has been read already.
func ParseRecordNode(r Rules, seats int, n fields.Node) (Record, error) {
	switch {
	case r.Doppelkopf != nil:
		h, err := doppelkopf.ParseHand(*r.Doppelkopf, seats, n)
		if err != nil {
			return Record{}, err
		}
		return Record{Doppelkopf: &h}, nil
	case r.Schnapsen != nil:
		d, err := schnapsen.ParseDeal(*r.Schnapsen, n, "hand")
		if err != nil {
			return Record{}, err
		}
		return Record{Schnapsen: &d}, nil
	default:
		return Record{}, tally.Problems{unknownGame("game", string(r.Game))}
	}
}

// ReadRecord reads a stored hand again, by its shape only: what was accepted once is not judged by the rules of today.
func ReadRecord(game Game, raw []byte) (Record, error) {
	n, err := fields.Parse(raw)
	if err != nil {
		return Record{}, notJSON()
	}
	if game == Schnapsen {
		d, err := schnapsen.ReadDeal(n, "hand")
		return Record{Schnapsen: &d}, err
	}
	h, err := doppelkopf.ReadHand(n)
	return Record{Doppelkopf: &h}, err
}

func notJSON() tally.Problems {
	return tally.Problems{{Code: "wrong_type", Field: "hand", Args: map[string]any{"Value": "…", "Allowed": "{…}"}}}
}

// MarshalJSON writes the HAND of CONTRACTS 5 in fixed order.
func (rec Record) MarshalJSON() ([]byte, error) {
	switch {
	case rec.Doppelkopf != nil:
		return rec.Doppelkopf.MarshalJSON()
	case rec.Schnapsen != nil:
		return rec.Schnapsen.MarshalJSON()
	default:
		return []byte("null"), nil
	}
}

// Score works out what the record is worth at a table of seats players. The error is tally.Problems, never anything else.
func Score(r Rules, seats int, rec Record) (tally.Result, error) {
	switch {
	case r.Doppelkopf != nil && rec.Doppelkopf != nil:
		return doppelkopf.Score(*r.Doppelkopf, seats, *rec.Doppelkopf)
	case r.Schnapsen != nil && rec.Schnapsen != nil:
		return schnapsen.Score(*r.Schnapsen, *rec.Schnapsen)
	default:
		return tally.Result{}, tally.Problems{unknownGame("hand.game", string(r.Game))}
	}
}

var _ json.Marshaler = Rules{}
