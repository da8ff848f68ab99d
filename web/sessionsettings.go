package web

import "doko/tournament"

// Session are the settings of how a round runs at the table.
func (p tournamentPage) Session() []Input {
	return []Input{
		p.Input("after_solo", "tournament.after_solo").Explain(p.T("tournament.after_solo_help")).
			From(options(p.Printer, "tournament.after_solo_", string(tournament.AfterSoloSame), string(tournament.AfterSoloNext))),
		p.Input("voluntary", "tournament.voluntary").Explain(p.T("tournament.voluntary_help")).
			From(options(p.Printer, "tournament.voluntary_", string(tournament.VoluntaryAfterOwn), string(tournament.VoluntaryAny))),
		p.Input("rule_breaks", "tournament.rule_breaks").Explain(p.T("tournament.rule_breaks_help")).
			From(options(p.Printer, "tournament.rule_breaks_", string(tournament.RuleBreaksRefuse), string(tournament.RuleBreaksNote))),
	}
}

// fillSession puts them into the form.
func fillSession(f *Form, t tournament.Format) {
	f.Set("after_solo", string(t.AfterSolo))
	f.Set("voluntary", string(t.Voluntary))
	f.Set("rule_breaks", string(t.RuleBreaks))
}

// readSession reads them; a form without them leaves them as they are.
func readSession(f *Form, kept tournament.Format) tournament.Format {
	chosen := func(name, old string, allowed ...string) string {
		if f.Value(name) == "" {
			return old
		}
		return f.choice(name, allowed...)
	}
	kept.AfterSolo = tournament.AfterSolo(chosen("after_solo", string(kept.AfterSolo), string(tournament.AfterSoloSame), string(tournament.AfterSoloNext)))
	kept.Voluntary = tournament.Voluntary(chosen("voluntary", string(kept.Voluntary), string(tournament.VoluntaryAfterOwn), string(tournament.VoluntaryAny)))
	kept.RuleBreaks = tournament.RuleBreaks(chosen("rule_breaks", string(kept.RuleBreaks), string(tournament.RuleBreaksRefuse), string(tournament.RuleBreaksNote)))
	return kept
}
