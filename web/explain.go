package web

import (
	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/words"
	"doko/scoring/tally"
	"doko/tournament"
)

// explain adds to a result, in sentences, why this side has won and what every point is for. Rows without a record of the cards have
// nothing to explain.
func (v *previewView) explain(b Base, rules doppelkopf.Rules, row tournament.Row, r tally.Result) {
	if row.Record == nil || row.Record.Doppelkopf == nil {
		return
	}
	v.tell(b, words.Explain(rules, *row.Record.Doppelkopf, r))
}

// tell puts an explanation into the reader's language.
func (v *previewView) tell(b Base, e words.Explanation) {
	v.Why = e.Reason.In(b.T)
	v.Sentences = append(words.All(e.Items, b.T), words.All(e.Factors, b.T)...)
	v.Sentences = append(v.Sentences, words.All(e.Notes, b.T)...)
}
