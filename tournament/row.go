package tournament

import "doko/scoring"

// MarshalJSON writes a row in the forms of CONTRACTS 5 and 7, fixed order: {"hand":HAND}, {"points":…,"solo":…},
// {"winners":…,"value":…}, {"redealt":true,"reason":…}, {"through":…,"points":…}.
func (r Row) MarshalJSON() ([]byte, error) { panic("tournament: being written") }

// ParseStoredRow reads what MarshalJSON wrote, without rule checks: for the store, which has no rules at hand.
func ParseStoredRow(raw []byte) (Row, error) { panic("tournament: being written") }

// ParseRow reads one row as a table or a file gives it, for a table of so many seats. A HAND stands under "hand" or bare.
// It checks the form and, for a hand, what can be told without scoring; who sits out may be missing at a table of five.
// The error is tally.Problems with fields such as "hand.re_augen", "points", "winners".
func ParseRow(rules scoring.Rules, seats int, raw []byte) (Row, error) {
	panic("tournament: being written")
}
