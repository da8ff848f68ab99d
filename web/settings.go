package web

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"doko/scoring/doppelkopf"
	"doko/tournament"
	"doko/tournament/desk"
)

// keptRules is the choice "as they are" for rules that are no preset.
const keptRules = "kept"

// First are the fields that every new tournament needs.
func (p tournamentPage) First() []Input {
	name := p.Input("name", "tournament.name").Need()
	if p.Tournament.ID == 0 && len(p.Form.problems) == 0 {
		name = name.Focus()
	}
	return []Input{
		name,
		p.Input("starts_at", "tournament.starts_at").As("datetime-local"),
		p.Input("venue", "tournament.venue"),
		p.Input("rounds", "tournament.rounds").Mode("numeric").Need(),
		p.Input("fee", "tournament.fee").Mode("decimal").Explain(p.T("tournament.fee_help")),
	}
}

// Rest are the fields whose defaults suit most evenings.
func (p tournamentPage) Rest() []Input {
	presets := options(p.Printer, "rules.preset_", doppelkopf.PresetNames()...)
	if p.Form.Value("rules") == keptRules {
		presets = append(presets, Option{Value: keptRules, Text: p.T("tournament.rules_kept")})
	}
	return slices.Concat([]Input{
		p.Input("rules", "tournament.rules").From(presets),
		p.Input("hands_per_round", "tournament.hands").Mode("numeric"),
		p.Input("hands_at_five", "tournament.hands_at_five").Mode("numeric").Explain(p.T("tournament.hands_at_five_help")),
		p.Input("round_minutes", "tournament.round_minutes").Mode("numeric").Explain(p.T("tournament.round_minutes_help")),
		p.Input("compulsory_solos", "tournament.solos").From(options(p.Printer, "tournament.solos_", "1", "0")),
	}, p.Session(), []Input{
		p.Input("fives", "tournament.fives").From(options(p.Printer, "tournament.fives_", "allow", "forbid")),
		p.Input("seating", "tournament.seating").
			From(options(p.Printer, "tournament.seating_", "plan", "each_round", "by_rank", "random", "movement", "fixed")),
		p.Input("confirm", "tournament.confirm").From(options(p.Printer, "tournament.confirm_", "one", "two")),
		p.Input("public", "tournament.public").From(options(p.Printer, "tournament.public_", "yes", "no")),
		p.Input("standings", "tournament.standings").From(options(p.Printer, "tournament.standings_", "live", "published", "hidden")),
		p.Input("time_zone", "tournament.time_zone"),
		p.Input("prizes", "prize.title").As("textarea").Explain(p.T("prize.help")),
	})
}

// Open reports whether the rare settings are shown at once: one of them is wrong.
func (p tournamentPage) Open() bool {
	for _, in := range p.Rest() {
		if in.Fault != "" {
			return true
		}
	}
	return false
}

// fillSettings puts a tournament's settings into its form.
func fillSettings(f *Form, t tournament.Tournament) {
	f.Set("name", t.Name)
	f.Set("venue", t.Venue)
	f.setMoment("starts_at", t.StartsAt, zoneOf(t.TimeZone))
	f.Set("time_zone", t.TimeZone)
	f.Set("rounds", strconv.Itoa(t.Format.Rounds))
	f.setCents("fee", t.Fee)
	f.Set("rules", presetOf(t))
	f.Set("hands_per_round", strconv.Itoa(t.Format.HandsPerRound))
	if t.Format.HandsAtFive != tournament.FiveHands(t.Format.HandsPerRound) {
		f.Set("hands_at_five", strconv.Itoa(t.Format.HandsAtFive))
	}
	f.Set("round_minutes", strconv.Itoa(t.Format.RoundMinutes))
	f.Set("compulsory_solos", strconv.Itoa(t.Format.CompulsorySolos))
	fillSession(f, t.Format)
	f.Set("fives", string(t.Format.Fives))
	f.Set("seating", string(t.Format.Seating))
	f.Set("confirm", string(t.Format.Confirm))
	f.Set("standings", string(t.Standings))
	f.Set("public", yes(t.Public))
	f.Set("prizes", prizesText(t.Prizes))
}

func yes(on bool) string {
	if on {
		return "yes"
	}
	return "no"
}

// presetOf is the name of the preset that a tournament's rules are, keptRules if they are none.
func presetOf(t tournament.Tournament) string {
	if t.Rules.Doppelkopf == nil {
		return "ddv"
	}
	preset, known := doppelkopf.Preset(t.Rules.Doppelkopf.Preset)
	if !known || preset != *t.Rules.Doppelkopf {
		return keptRules
	}
	return t.Rules.Doppelkopf.Preset
}

// readSettings reads the form; what it does not offer stays as in old.
func readSettings(f *Form, old tournament.Tournament) desk.Settings {
	ranking := old.Format.Ranking
	if len(ranking) == 0 {
		ranking = tournament.DefaultRanking()
	}
	currency := old.Currency
	if currency == "" {
		currency = "EUR"
	}
	kept := tournament.DefaultFormat()
	if old.ID != 0 {
		kept = old.Format
	}
	kept = readSession(f, kept)
	zone := strings.TrimSpace(f.Value("time_zone"))
	s := desk.Settings{
		Name: f.Value("name"), Venue: f.Value("venue"), StartsAt: f.moment("starts_at", zoneOf(zone)), TimeZone: zone,
		Fee: f.cents("fee"), Currency: currency, Public: f.choice("public", "yes", "no") == "yes",
		Standings: tournament.Release(f.choice("standings", "live", "published", "hidden")),
		Format: tournament.Format{
			Rounds: f.number("rounds", 1, tournament.MaxRounds), HandsPerRound: f.number("hands_per_round", 1, tournament.MaxHands),
			CompulsorySolos: f.number("compulsory_solos", 0, 1), Ranking: ranking,
			RoundMinutes: f.number("round_minutes", 0, tournament.MaxMinutes), AfterSolo: kept.AfterSolo, Voluntary: kept.Voluntary, RuleBreaks: kept.RuleBreaks,
			Fives:   tournament.Fives(f.choice("fives", "allow", "forbid")),
			Seating: tournament.Seating(f.choice("seating", "plan", "each_round", "by_rank", "random", "movement", "fixed")),
			Confirm: tournament.ConfirmMode(f.choice("confirm", "one", "two")),
		},
	}
	s.Format.HandsAtFive = tournament.FiveHands(max(s.Format.HandsPerRound, 1)) // 0 has its own problem
	if strings.TrimSpace(f.Value("hands_at_five")) != "" {
		s.Format.HandsAtFive = f.number("hands_at_five", 5, tournament.MaxHands+tournament.MaxHands/4)
	}
	s.Rules, s.Prizes = rulesOf(f, old), f.prizes("prizes")
	return s
}

func rulesOf(f *Form, old tournament.Tournament) []byte {
	allowed := doppelkopf.PresetNames()
	if old.ID != 0 {
		allowed = append(allowed, keptRules)
	}
	var rules any = f.choice("rules", allowed...)
	if rules == keptRules {
		rules = old.Rules
	}
	raw, err := json.Marshal(rules)
	if err != nil {
		f.fault("field_choice", "rules", nil)
	}
	return raw
}

// checkSettings are the problems of settings that can't be sent to the desk, because a field has no value yet: so all show at once.
func checkSettings(s desk.Settings) tournament.Problems {
	t := tournament.Tournament{
		Name: tournament.CleanName(s.Name), Venue: tournament.CleanName(s.Venue), StartsAt: s.StartsAt, TimeZone: s.TimeZone,
		Format: s.Format, Fee: s.Fee, Currency: s.Currency, Public: s.Public, Standings: s.Standings, Prizes: s.Prizes,
	}
	if t.TimeZone == "" { // the desk fills it in
		t.TimeZone = "Europe/Berlin"
	}
	return t.Check()
}
