// Package scoring is the closed list of games: which rules, which record, how scored.
package scoring

import (
	"doko/scoring/doppelkopf"
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

// DDV are the default rules: Doppelkopf as the DDV plays it.
func DDV() Rules {
	r := doppelkopf.DDV()
	return Rules{Game: Doppelkopf, Doppelkopf: &r}
}

// ParseRules reads a preset name or an object of switches (VECTORS, RULES). The error is tally.Problems.
func ParseRules(game Game, raw []byte) (Rules, error) { panic("scoring: being written") }

// MarshalJSON writes the full set in fixed order.
func (r Rules) MarshalJSON() ([]byte, error) { panic("scoring: being written") }

// ParseRecord reads a HAND as in CONTRACTS 5 (positions, no game, no players) for a table of seats players. The error is
// tally.Problems with fields such as "hand.re_augen".
func ParseRecord(r Rules, seats int, raw []byte) (Record, error) { panic("scoring: being written") }

// MarshalJSON writes the HAND of CONTRACTS 5 in fixed order.
func (rec Record) MarshalJSON() ([]byte, error) { panic("scoring: being written") }

// Score works out what the record is worth at a table of seats players. The error is tally.Problems, never anything else.
func Score(r Rules, seats int, rec Record) (tally.Result, error) { panic("scoring: being written") }
