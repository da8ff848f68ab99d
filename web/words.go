package web

import (
	"maps"
	"strings"

	"doko/scoring/doppelkopf"
	"doko/tournament"
	"doko/web/i18n"
)

// pageText is problemText on a page, where nobody has written a JSON file: what a value may be stands there in the words of the form's keys.
func pageText(p *i18n.Printer, problem *tournament.Problem) (string, string) {
	keys := valueKeys(problem)
	if keys == nil {
		return problemText(p, problem)
	}
	shown := *problem
	shown.Args = maps.Clone(problem.Args)
	for _, arg := range []string{"Allowed", "Value", "Call"} {
		if values, ok := problem.Args[arg].(string); ok {
			shown.Args[arg] = valuesInWords(p, values, keys)
		}
	}
	if rule, ok := problem.Args["Rule"].(string); ok && p.Has("rule."+rule) {
		shown.Args["Rule"] = p.T("rule." + rule)
	}
	return problemText(p, &shown)
}

// valueKeys gives the text keys for a value that a problem names, the likeliest first; nil where the values are what people write themselves.
func valueKeys(problem *tournament.Problem) func(value string) []string {
	switch problem.Code {
	case "bad_solo_kind":
		return func(v string) []string {
			if v == string(doppelkopf.Forced) {
				return []string{"clock.kind_forced"}
			}
			return []string{"hand.kind_" + v, "value." + v}
		}
	case "bad_clarification":
		return func(v string) []string {
			if v == "null" {
				return []string{"hand.never"}
			}
			return nil
		}
	case "bad_no_trick":
		return func(v string) []string { return []string{"party." + v, "value." + v} }
	case "bad_special", "unknown_special":
		return func(v string) []string { return []string{"party." + v, "item." + v} }
	case "unknown_contract":
		return func(v string) []string { return []string{"contract." + v} }
	case "unknown_call", "wrong_call":
		return func(v string) []string { return []string{"call." + v} }
	case "bad_rule_value":
		rule, _ := problem.Args["Rule"].(string)
		if name, ok := strings.CutPrefix(problem.Field, "rules."); ok { // the page of the rules has put its name into words already
			rule = name
		}
		return func(v string) []string { return []string{"rule." + rule + "." + v, "rule.flag_" + v} }
	}
	return nil
}

// valuesInWords puts a list of values into words, as far as there are any for them.
func valuesInWords(p *i18n.Printer, values string, keys func(string) []string) string {
	list, found := strings.Split(strings.Trim(values, `"[]`), ", "), false
	for i, value := range list {
		for _, key := range keys(value) {
			if p.Has(key) {
				list[i], found = p.T(key), true
				break
			}
		}
	}
	if !found {
		return values
	}
	if joined := strings.Join(list, ", "); strings.Count(joined, ",") < len(list) {
		return joined
	}
	return strings.Join(list, "; ") // a word of them has a comma itself
}
