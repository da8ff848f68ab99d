package papers

import (
	"strings"
	"time"

	"doko/reports"
	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/words"
	"doko/tournament"
)

// ruleSheet fills the rule sheet.
func (pr *press) ruleSheet() reports.RuleSheet {
	rules, frame := RulesOf(pr.t, pr.req.Pack)
	s, text := words.SheetOf(rules, frame), pr.p.T
	out := reports.RuleSheet{
		Head: pr.head(time.Time{}, "/rules"), Preset: words.Preset(rules).In(text),
		Values: ruleTable(s.Values, text, "rulesheet.values"), Calls: ruleTable(s.Calls, text, "rulesheet.limits"),
	}
	for _, section := range s.Sections {
		out.Sections = append(out.Sections, reports.RuleSection{Title: section.Title.In(text), Text: strings.Join(words.All(section.Lines, text), " ")})
	}
	return out
}

// RulesOf are the rules of a tournament and what its rule sheet says beside them.
func RulesOf(t tournament.Tournament, pack words.Pack) (doppelkopf.Rules, words.Frame) {
	rules := doppelkopf.DDV()
	if t.Rules.Doppelkopf != nil {
		rules = *t.Rules.Doppelkopf
	}
	return rules, words.Frame{
		Pack: words.PackOf(string(pack)), Hands: t.Format.HandsPerRound, HandsAtFive: t.Format.HandsAtFive, Solos: t.Format.CompulsorySolos,
	}
}

func ruleTable(t words.Table, text words.Text, key string) reports.RuleTable {
	out := reports.RuleTable{Title: text(key + "_title"), Help: text(key + "_help"), Heads: words.All(t.Head, text)}
	for _, row := range t.Rows {
		out.Rows = append(out.Rows, words.All(row, text))
	}
	return out
}
