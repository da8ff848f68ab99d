package schnapsen

import (
	"strconv"

	"doko/scoring/fields"
	"doko/scoring/tally"
)

// FalseClaim says what the other side writes after a claim with less than 66 (OPEN 23).
type FalseClaim string

// AsWinner: what the claimer would have won. Three: always three.
const (
	AsWinner FalseClaim = "as_winner"
	Three    FalseClaim = "three"
)

// Rules are the Schnapsen switches of VECTORS.
type Rules struct {
	Preset           string
	Start            int        // game points both start with; the first at 0 or less wins the Bummerl
	CloseAfterTricks int        // earliest closing: after that many tricks, 0 or 1 (OPEN 24)
	FalseClaim       FalseClaim // see FalseClaim
	SchneiderBummerl int        // Bummerl written when the loser has not won a point (OPEN 25)
}

// Default are the Piatnik rules with the Vienna closing.
func Default() Rules {
	return Rules{Preset: "ddv", Start: 7, CloseAfterTricks: 1, FalseClaim: AsWinner, SchneiderBummerl: 1}
}

// SwitchNames lists the switches in the order of rule files.
func SwitchNames() []string {
	return []string{"schnapsen_start", "schnapsen_close_after_tricks", "schnapsen_false_claim", "schneider_bummerl"}
}

// maxNumber is the greatest value of a switch.
const maxNumber = 1000

// ParseRules reads the Schnapsen switches of an object; every other name is left to the caller. The presets of VECTORS do
// not change them. The problems are bad_rule_value.
func ParseRules(n fields.Node) (Rules, tally.Problems) {
	r := Default()
	if n.Kind == fields.String {
		r.Preset = n.Text
	}
	if preset, ok := n.Get("preset"); ok {
		r.Preset = preset.Text
	}
	var ps tally.Problems
	number := func(key string, to *int, limit int) {
		v, ok := n.Get(key)
		if !ok {
			return
		}
		i, isInt := v.Int()
		if !isInt || i < 0 || i > limit {
			ps = append(ps, badValue(key, v, "0 … "+strconv.Itoa(limit)))
			return
		}
		*to = i
	}
	number("schnapsen_start", &r.Start, maxNumber)
	number("schnapsen_close_after_tricks", &r.CloseAfterTricks, 1)
	if v, ok := n.Get("schnapsen_false_claim"); ok {
		word, isWord := v.Word()
		r.FalseClaim = FalseClaim(word)
		if !isWord || (r.FalseClaim != AsWinner && r.FalseClaim != Three) {
			ps = append(ps, badValue("schnapsen_false_claim", v, "as_winner, three"))
		}
	}
	number("schneider_bummerl", &r.SchneiderBummerl, maxNumber)
	return r, ps
}

func badValue(key string, v fields.Node, allowed string) tally.Problem {
	return tally.Problem{
		Code: "bad_rule_value", Field: fields.Join("rules", key),
		Args: map[string]any{"Rule": key, "Value": v.Shown(), "Allowed": allowed},
	}
}

// MarshalJSON writes the preset and every switch in the order of SwitchNames.
func (r Rules) MarshalJSON() ([]byte, error) {
	b := []byte(`{"preset":`)
	b = fields.AppendString(b, r.Preset)
	b = append(b, `,"schnapsen_start":`...)
	b = strconv.AppendInt(b, int64(r.Start), 10)
	b = append(b, `,"schnapsen_close_after_tricks":`...)
	b = strconv.AppendInt(b, int64(r.CloseAfterTricks), 10)
	b = append(b, `,"schnapsen_false_claim":`...)
	b = fields.AppendString(b, string(r.FalseClaim))
	b = append(b, `,"schneider_bummerl":`...)
	b = strconv.AppendInt(b, int64(r.SchneiderBummerl), 10)
	return append(b, '}'), nil
}
