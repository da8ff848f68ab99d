package words

import "doko/scoring/doppelkopf"

// Group is what a rule form shows under one title: "rules.group_" + Name.
type Group struct {
	Name     string
	Switches []doppelkopf.Switch
}

// Groups are all switches as card players look for them.
func Groups() []Group {
	names := []struct {
		name     string
		switches []string
	}{
		{"base", []string{"won_points", "base_point_when_announced", "against_old_points", "stage_points", "tie_120", "kontra_only_needs_121", "counting"}},
		{"calls", []string{
			"ansage_mode", "ansage_points", "absage_points", "beat_points", "schwarz_beaten_by", "no_winner_stages", "implied_calls", "pflichtansage",
		}},
		{"specials", []string{
			"doppelkopf_points", "fuchs_points", "fuchs_last_trick_points", "karlchen_points", "karlchen_caught", "karlchen_caught_points",
			"dulle_caught_points", "specials_in_solo",
		}},
		{"solos", []string{"contracts", "solo_multiplier", "reservation_order"}},
		{"variants", []string{
			"deck", "second_dulle", "schweinchen", "superschweinchen", "hochzeit_clarified_by", "armut", "armut_trumps", "armut_exchange", "redeal_five",
		}},
		{"bock", []string{"bock", "bock_multiplier", "bock_triggers", "bock_stack"}},
		{"penalties", []string{"penalty_minor", "penalty_major", "penalty_major_per_absage"}},
	}
	byName := map[string]doppelkopf.Switch{}
	for _, s := range doppelkopf.Switches() {
		byName[s.Name] = s
	}
	groups := make([]Group, len(names))
	for i, n := range names {
		groups[i].Name = n.name
		for _, name := range n.switches {
			groups[i].Switches = append(groups[i].Switches, byName[name])
		}
	}
	return groups
}

// Choice is the text of one value of a switch that is not a number.
func Choice(s doppelkopf.Switch, value string) Phrase {
	switch {
	case s.Kind == doppelkopf.FlagSwitch:
		return say("rule.flag_" + value)
	case s.Kind == doppelkopf.NumberSwitch:
		return as(value)
	case s.Name == "contracts":
		return French.Contract(doppelkopf.Contract(value))
	default:
		return say("rule." + s.Name + "." + value)
	}
}

// Shown is how a switch stands in a set, in words: "ja", "2", "Armut, Hochzeit".
func Shown(s doppelkopf.Switch, r doppelkopf.Rules) Phrase {
	var chosen []Phrase
	for _, value := range s.Value(r) {
		chosen = append(chosen, Choice(s, value))
	}
	return listed(chosen)
}

// Preset names a rule set: the preset it is, or that it started from one.
func Preset(r doppelkopf.Rules) Phrase {
	name := say("rules.preset_" + r.Preset)
	if preset, known := doppelkopf.Preset(r.Preset); known && preset == r {
		return name
	}
	return say("rules.changed", "Preset", name)
}
