package doppelkopf

import (
	"strconv"

	"doko/scoring/fields"
	"doko/scoring/tally"
)

// Check refuses sets whose switches contradict each other, so that a tournament does not start with rules nobody can play.
// Score does not need it: it scores under any set. The error is tally.Problems: rule_conflict, bad_rule_value.
func (r Rules) Check() error {
	var ps tally.Problems
	conflicts := []struct {
		found       bool
		rule, other string
	}{
		{r.Armut != r.Allows(Armut), "contracts", "armut"},
		{!r.Allows(Normal), "contracts", string(Normal)},
		{r.Bock && r.BockMultiplier < 2, "bock_multiplier", "bock"},
		{!r.Bock && r.Play.BockTriggers != 0, "bock_triggers", "bock"},
		{r.KarlchenCaught != CaughtOff && r.KarlchenCaughtPoints == 0, "karlchen_caught_points", "karlchen_caught"},
		{r.Play.Superschweinchen && r.Play.Schweinchen == "off", "superschweinchen", "schweinchen"},
		{r.Play.Superschweinchen && r.Deck == 40, "superschweinchen", "deck"},
		{r.Play.RedealFive == "nines" && r.Deck == 40, "redeal_five", "deck"},
	}
	for _, c := range conflicts {
		if c.found {
			ps = append(ps, tally.Problem{
				Code: "rule_conflict", Field: "rules." + c.rule,
				Args: map[string]any{"Rule": c.rule, "Other": c.other},
			})
		}
	}
	shared := []struct {
		rule   string
		points int
	}{{"penalty_minor", r.PenaltyMinor}, {"penalty_major", r.PenaltyMajor}, {"penalty_major_per_absage", r.PenaltyMajorPerAbsage}}
	for _, s := range shared {
		if s.points%3 != 0 { // three players share it
			ps = append(ps, badValue("rules."+s.rule, s.rule, fields.Node{Kind: fields.Number, Text: strconv.Itoa(s.points)}, "0, 3, 6, …"))
		}
	}
	return ps.OrNil()
}
