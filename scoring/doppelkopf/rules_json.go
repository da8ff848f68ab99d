package doppelkopf

import (
	"strconv"

	"doko/scoring/fields"
	"doko/scoring/tally"
)

// ParseRules reads a preset name, an object of switches with an optional "preset", or nothing at all (ddv). others are
// names that belong to another game's rules and are passed over. The error is tally.Problems: unknown_rule, bad_rule_value.
func ParseRules(n fields.Node, others []string) (Rules, error) {
	switch n.Kind {
	case fields.Null:
		return DDV(), nil
	case fields.String:
		r, ok := Preset(n.Text)
		if !ok {
			return Rules{}, tally.Problems{unknownPreset("rules", n)}
		}
		return r, nil
	case fields.Object:
		return parseSwitches(n, others)
	default:
		return Rules{}, tally.Problems{badValue("rules", "rules", n, "a preset name or an object")}
	}
}

func parseSwitches(n fields.Node, others []string) (Rules, error) {
	r := DDV()
	var ps tally.Problems
	if name, ok := n.Get("preset"); ok {
		preset, known := Preset(name.Text)
		switch {
		case name.Kind != fields.String:
			ps = append(ps, badValue("rules.preset", "preset", name, joinWords(PresetNames())))
		case !known:
			ps = append(ps, unknownPreset("rules.preset", name))
		default:
			r = preset
		}
	}
	all := Switches()
	for i, key := range n.Keys {
		if key == "preset" || hasWord(others, key) {
			continue
		}
		s, ok := find(all, key)
		if !ok {
			ps = append(ps, tally.Problem{
				Code: "unknown_rule", Field: fields.Join("rules", key),
				Args: map[string]any{"Rule": key, "Allowed": allNames(all)},
			})
			continue
		}
		if !s.set(&r, n.Items[i]) {
			ps = append(ps, badValue(fields.Join("rules", key), key, n.Items[i], s.Allowed()))
		}
	}
	if _, chosen := n.Get("contracts"); !chosen && r.Armut {
		r.allowArmut()
	} else if !chosen {
		r.Play.Contracts &^= armutBit
	}
	return r, append(ps, n.Twice("rules")...).OrNil()
}

// set stores a JSON value in the set; false if the switch does not take it.
func (s Switch) set(r *Rules, n fields.Node) bool {
	switch at := s.at(r).(type) {
	case *bool:
		v, ok := n.Flag()
		*at = v
		return ok
	case *int:
		v, ok := n.Int()
		*at = v
		if s.Kind == DigitSwitch {
			return ok && hasWord(s.Choices, strconv.Itoa(v))
		}
		return ok && v >= 0 && v <= MaxNumber
	case *string:
		*at = n.Text
		return n.Kind == fields.String && hasWord(s.Choices, n.Text)
	default:
		set, ok := s.bits(n)
		*at.(*Set) = set
		return ok
	}
}

func (s Switch) bits(n fields.Node) (Set, bool) {
	if n.Kind != fields.Array {
		return 0, false
	}
	var set Set
	for _, item := range n.Items {
		i := indexOf(s.Choices, item.Text)
		if i < 0 || item.Kind != fields.String {
			return 0, false
		}
		set |= 1 << i
	}
	return set, true
}

// MarshalJSON writes the preset and every switch in the order of Switches.
func (r Rules) MarshalJSON() ([]byte, error) {
	b := []byte(`{"preset":`)
	b = fields.AppendString(b, r.Preset)
	for _, s := range Switches() {
		b = append(b, `,"`...)
		b = append(b, s.Name...)
		b = append(b, `":`...)
		b = s.append(b, &r)
	}
	return append(b, '}'), nil
}

func (s Switch) append(b []byte, r *Rules) []byte {
	switch at := s.at(r).(type) {
	case *bool:
		return strconv.AppendBool(b, *at)
	case *int:
		return strconv.AppendInt(b, int64(*at), 10)
	case *string:
		return fields.AppendString(b, *at)
	default:
		b = append(b, '[')
		first := true
		for i, word := range s.Choices {
			if *at.(*Set)&(1<<i) == 0 {
				continue
			}
			if !first {
				b = append(b, ',')
			}
			first = false
			b = fields.AppendString(b, word)
		}
		return append(b, ']')
	}
}

// UnmarshalJSON reads what MarshalJSON writes, and everything ParseRules reads.
func (r *Rules) UnmarshalJSON(raw []byte) error {
	n, err := fields.Parse(raw)
	if err != nil {
		return err
	}
	read, err := ParseRules(n, nil)
	if err != nil {
		return err
	}
	*r = read
	return nil
}

func unknownPreset(field string, n fields.Node) tally.Problem {
	return tally.Problem{
		Code: "unknown_rule", Field: field,
		Args: map[string]any{"Rule": n.Shown(), "Allowed": joinWords(PresetNames())},
	}
}

func badValue(field, rule string, n fields.Node, allowed string) tally.Problem {
	return tally.Problem{
		Code: "bad_rule_value", Field: field,
		Args: map[string]any{"Rule": rule, "Value": n.Shown(), "Allowed": allowed},
	}
}

func allNames(all []Switch) string {
	names := []string{"preset"}
	for _, s := range all {
		names = append(names, s.Name)
	}
	return joinWords(names)
}

func find(all []Switch, name string) (Switch, bool) {
	for _, s := range all {
		if s.Name == name {
			return s, true
		}
	}
	return Switch{}, false
}
