package doppelkopf

import (
	"strconv"
	"strings"
)

// SwitchKind says what values a switch takes.
type SwitchKind string

// The kinds of switches.
const (
	FlagSwitch   SwitchKind = "flag"   // true or false
	NumberSwitch SwitchKind = "number" // a whole number from 0 to MaxNumber
	DigitSwitch  SwitchKind = "digit"  // a number out of Choices
	ChoiceSwitch SwitchKind = "choice" // a word out of Choices
	ListSwitch   SwitchKind = "list"   // any of the words of Choices
)

// MaxNumber is the greatest value of a number switch: enough for every club, small enough that no score overflows.
const MaxNumber = 1000

// Switch describes one switch of a rule set, for forms and rule sheets.
type Switch struct {
	Name    string
	Kind    SwitchKind
	Choices []string
	Play    bool // read by the referee only
	at      func(*Rules) any
}

// Allowed says in words which values the switch takes.
func (s Switch) Allowed() string {
	switch s.Kind {
	case FlagSwitch:
		return "true, false"
	case NumberSwitch:
		return "0 … " + strconv.Itoa(MaxNumber)
	case ListSwitch:
		return "[" + strings.Join(s.Choices, ", ") + "]"
	default:
		return strings.Join(s.Choices, ", ")
	}
}

// Value is how the switch stands in a set: one word or number, of a list switch as many as are chosen.
func (s Switch) Value(r Rules) []string {
	switch at := s.at(&r).(type) {
	case *bool:
		return []string{strconv.FormatBool(*at)}
	case *int:
		return []string{strconv.Itoa(*at)}
	case *string:
		return []string{*at}
	default:
		var chosen []string
		for i, word := range s.Choices {
			if *at.(*Set)&(1<<i) != 0 {
				chosen = append(chosen, word)
			}
		}
		return chosen
	}
}

// Switches lists every switch in the order of the rule files: first what scoring reads, then what only the referee reads.
func Switches() []Switch {
	return append(append(pointSwitches(), otherSwitches()...), playSwitches()...)
}

func pointSwitches() []Switch {
	return []Switch{
		digit("deck", func(r *Rules) any { return &r.Deck }, "48", "40"),
		number("won_points", func(r *Rules) any { return &r.WonPoints }),
		flag("base_point_when_announced", func(r *Rules) any { return &r.BasePointWhenAnnounced }),
		number("against_old_points", func(r *Rules) any { return &r.AgainstOldPoints }),
		flag("stage_points", func(r *Rules) any { return &r.StagePoints }),
		number("ansage_points", func(r *Rules) any { return &r.AnsagePoints }),
		choice("ansage_mode", func(r *Rules) any { return (*string)(&r.AnsageMode) }, "add", "double"),
		number("absage_points", func(r *Rules) any { return &r.AbsagePoints }),
		flag("beat_points", func(r *Rules) any { return &r.BeatPoints }),
		choice("schwarz_beaten_by", func(r *Rules) any { return (*string)(&r.SchwarzBeatenBy) }, "30", "trick"),
		flag("implied_calls", func(r *Rules) any { return &r.ImpliedCalls }),
		flag("kontra_only_needs_121", func(r *Rules) any { return &r.KontraOnlyNeeds121 }),
		choice("tie_120", func(r *Rules) any { return (*string)(&r.Tie120) }, "ddv", "draw"),
		flag("no_winner_stages", func(r *Rules) any { return &r.NoWinnerStages }),
		number("solo_multiplier", func(r *Rules) any { return &r.SoloMultiplier }),
	}
}

func otherSwitches() []Switch {
	return []Switch{
		choice("specials_in_solo", func(r *Rules) any { return (*string)(&r.SpecialsInSolo) }, "none", "doppelkopf", "all"),
		number("fuchs_points", func(r *Rules) any { return &r.FuchsPoints }),
		number("fuchs_last_trick_points", func(r *Rules) any { return &r.FuchsLastTrickPoints }),
		number("doppelkopf_points", func(r *Rules) any { return &r.DoppelkopfPoints }),
		number("karlchen_points", func(r *Rules) any { return &r.KarlchenPoints }),
		number("karlchen_caught_points", func(r *Rules) any { return &r.KarlchenCaughtPoints }),
		choice("karlchen_caught", func(r *Rules) any { return (*string)(&r.KarlchenCaught) }, "off", "any", "dia_queen"),
		number("dulle_caught_points", func(r *Rules) any { return &r.DulleCaughtPoints }),
		flag("armut", func(r *Rules) any { return &r.Armut }),
		flag("bock", func(r *Rules) any { return &r.Bock }),
		number("bock_multiplier", func(r *Rules) any { return &r.BockMultiplier }),
		choice("counting", func(r *Rules) any { return (*string)(&r.Counting) }, "plus_minus", "plus", "minus"),
		number("penalty_minor", func(r *Rules) any { return &r.PenaltyMinor }),
		number("penalty_major", func(r *Rules) any { return &r.PenaltyMajor }),
		number("penalty_major_per_absage", func(r *Rules) any { return &r.PenaltyMajorPerAbsage }),
	}
}

func playSwitches() []Switch {
	all := []Switch{
		choice("second_dulle", func(r *Rules) any { return &r.Play.SecondDulle }, "off", "always", "not_last_trick"),
		choice("schweinchen", func(r *Rules) any { return &r.Play.Schweinchen }, "off", "both", "first", "second"),
		flag("superschweinchen", func(r *Rules) any { return &r.Play.Superschweinchen }),
		digit("armut_trumps", func(r *Rules) any { return &r.Play.ArmutTrumps }, "2", "3"),
		choice("armut_exchange", func(r *Rules) any { return &r.Play.ArmutExchange }, "trumps", "three"),
		choice("redeal_five", func(r *Rules) any { return &r.Play.RedealFive }, "off", "nines", "nines_kings"),
		choice("pflichtansage", func(r *Rules) any { return &r.Play.Pflichtansage }, "off", "once", "step"),
		choice("hochzeit_clarified_by", func(r *Rules) any { return &r.Play.HochzeitClarifiedBy }, "foreign", "plain", "trump"),
		list("contracts", func(r *Rules) any { return &r.Play.Contracts }, contractWords()),
		choice("reservation_order", func(r *Rules) any { return &r.Play.ReservationOrder }, "ddv", "seed000", "seed003"),
		list("bock_triggers", func(r *Rules) any { return &r.Play.BockTriggers }, bockTriggers()),
		choice("bock_stack", func(r *Rules) any { return &r.Play.BockStack }, "append", "multiply", "ignore"),
	}
	for i := range all {
		all[i].Play = true
	}
	return all
}

func contractWords() []string {
	all := AllContracts()
	words := make([]string, len(all))
	for i, c := range all {
		words[i] = string(c)
	}
	return words
}

func flag(name string, at func(*Rules) any) Switch {
	return Switch{Name: name, Kind: FlagSwitch, at: at}
}

func number(name string, at func(*Rules) any) Switch {
	return Switch{Name: name, Kind: NumberSwitch, at: at}
}

func digit(name string, at func(*Rules) any, choices ...string) Switch {
	return Switch{Name: name, Kind: DigitSwitch, at: at, Choices: choices}
}

func choice(name string, at func(*Rules) any, choices ...string) Switch {
	return Switch{Name: name, Kind: ChoiceSwitch, at: at, Choices: choices}
}

func list(name string, at func(*Rules) any, choices []string) Switch {
	return Switch{Name: name, Kind: ListSwitch, at: at, Choices: choices}
}
