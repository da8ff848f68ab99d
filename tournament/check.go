package tournament

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Limits of what people can type.
const (
	MaxName     = 120 // characters of a name, club or venue: real ones in player lists reach 96
	MaxMemberNo = 40
	MaxText     = 500 // characters of a reason
	MaxStartNo  = 99_999
	MaxTable    = 9_999
	MaxHands    = 200
	MaxRounds   = 50
	MaxMinutes  = 600 // of a round
	MaxPrizes   = 200
	MaxFee      = Cents(1_000_000)
	MinYear     = 1990
	MaxYear     = 2100
)

// CleanName is a name as it is kept: in normal form C, trimmed, single spaces.
func CleanName(s string) string {
	return strings.Join(strings.Fields(norm.NFC.String(s)), " ")
}

// Check looks at what a director typed about a tournament. Problems have kind ErrInvalid and fields name, venue, starts_at,
// time_zone, fee, currency, standings, prizes, and those of Format.Check. nil = nothing wrong.
func (t Tournament) Check() Problems {
	ps := CheckName("name", t.Name)
	ps = append(ps, CheckWords("venue", t.Venue, MaxName)...)
	zone, err := time.LoadLocation(t.TimeZone)
	if err != nil || t.TimeZone == "" || t.TimeZone == "Local" {
		ps = append(ps, Invalid("time_zone_unknown", "time_zone", map[string]any{"Value": shorten(t.TimeZone)}))
		zone = time.UTC
	}
	if year := t.StartsAt.In(zone).Year(); !t.StartsAt.IsZero() && (year < MinYear || year > MaxYear) {
		ps = append(ps, Invalid("date_range", "starts_at", map[string]any{"Min": MinYear, "Max": MaxYear}))
	}
	ps = append(ps, checkMoney("fee", t.Fee)...)
	if !isCurrency(t.Currency) {
		ps = append(ps, Invalid("currency_unknown", "currency", map[string]any{"Value": shorten(t.Currency)}))
	}
	ps = append(ps, checkChoice("standings", string(t.Standings),
		string(ReleaseHidden), string(ReleasePublished), string(ReleaseLive))...)
	return append(append(ps, checkPrizes(t.Prizes)...), t.Format.Check()...)
}

// checkPrizes looks at the prizes: each names money or a thing, and a place no other names.
func checkPrizes(prizes []Prize) Problems {
	if len(prizes) > MaxPrizes {
		return Problems{Invalid("prizes_many", "prizes", map[string]any{"Max": MaxPrizes})}
	}
	var ps Problems
	places := map[int]bool{}
	for _, p := range prizes {
		if p.Place < 1 || places[p.Place] || (p.Cents == 0 && p.Text == "") {
			ps = append(ps, Invalid("prize_broken", "prizes", map[string]any{"Place": p.Place}))
		}
		places[p.Place] = true
		ps = append(ps, checkMoney("prizes", p.Cents)...)
		ps = append(ps, CheckWords("prizes", p.Text, MaxName)...)
	}
	return ps
}

// Check looks at the format: fields rounds, hands_per_round, hands_at_five, compulsory_solos, round_minutes, after_solo, voluntary,
// rule_breaks, fives, seating, confirm, ranking.
func (f Format) Check() Problems {
	ps := checkRange("rounds_range", "rounds", f.Rounds, 1, MaxRounds)
	ps = append(ps, checkRange("hands_range", "hands_per_round", f.HandsPerRound, 1, MaxHands)...)
	if five := checkRange("hands_range", "hands_at_five", f.HandsAtFive, 5, MaxHands+MaxHands/4); five != nil {
		ps = append(ps, five...)
	} else if f.HandsAtFive%5 != 0 {
		ps = append(ps, Invalid("hands_at_five", "hands_at_five", map[string]any{"Hands": f.HandsAtFive}))
	}
	ps = append(ps, checkRange("solos_range", "compulsory_solos", f.CompulsorySolos, 0, 1)...)
	ps = append(ps, checkRange("minutes_range", "round_minutes", f.RoundMinutes, 0, MaxMinutes)...)
	ps = append(ps, checkChoice("after_solo", string(f.AfterSolo), string(AfterSoloSame), string(AfterSoloNext))...)
	ps = append(ps, checkChoice("voluntary", string(f.Voluntary), string(VoluntaryAfterOwn), string(VoluntaryAny))...)
	ps = append(ps, checkChoice("rule_breaks", string(f.RuleBreaks), string(RuleBreaksRefuse), string(RuleBreaksNote))...)
	ps = append(ps, checkChoice("fives", string(f.Fives), string(FivesAllow), string(FivesForbid))...)
	ps = append(ps, checkChoice("seating", string(f.Seating), string(SeatingPlan), string(SeatingEachRound),
		string(SeatingByRank), string(SeatingRandom), string(SeatingMovement), string(SeatingFixed))...)
	ps = append(ps, checkChoice("confirm", string(f.Confirm), string(ConfirmOne), string(ConfirmTwo))...)
	return append(ps, checkRanking(f.Ranking)...)
}

func checkRanking(criteria []string) Problems {
	if len(criteria) == 0 {
		return Problems{Invalid("ranking_missing", "ranking", nil)}
	}
	var ps Problems
	for i, c := range criteria {
		switch {
		case !slices.Contains(DefaultRanking(), c):
			ps = append(ps, checkChoice("ranking", c, DefaultRanking()...)...)
		case slices.Contains(criteria[:i], c):
			ps = append(ps, Invalid("ranking_twice", "ranking", map[string]any{"Value": c}))
		}
	}
	return ps
}

// Check looks at an entry with its joined person: fields name, club, member_no, team, start_no, table, apart, from_round,
// to_round, paid. A start number 0 is one that is not given yet.
func (e Entry) Check() Problems {
	ps := CheckName("name", e.Name)
	ps = append(ps, CheckWords("club", e.Club, MaxName)...)
	ps = append(ps, CheckWords("member_no", e.MemberNo, MaxMemberNo)...)
	ps = append(ps, CheckWords("team", e.Team, MaxName)...)
	ps = append(ps, checkRange("start_no_range", "start_no", e.StartNo, 0, MaxStartNo)...)
	ps = append(ps, checkRange("table_range", "table", e.FixedTable, 0, MaxTable)...)
	for _, no := range e.Apart {
		if no == e.StartNo && no != 0 {
			ps = append(ps, Invalid("apart_self", "apart", nil))
		}
		ps = append(ps, checkRange("start_no_range", "apart", no, 1, MaxStartNo)...)
	}
	ps = append(ps, checkRange("rounds_range", "from_round", e.FromRound, 1, MaxRounds)...)
	if e.ToRound != 0 && e.ToRound < e.FromRound {
		ps = append(ps, Invalid("to_round_early", "to_round", map[string]any{"From": e.FromRound}))
	} else {
		ps = append(ps, checkRange("rounds_range", "to_round", e.ToRound, 0, MaxRounds)...)
	}
	return append(ps, checkMoney("paid", e.Paid)...)
}

// CheckReason looks at the reason of a correction or a penalty: not empty, not too long.
func CheckReason(field, reason string) Problems {
	if strings.TrimSpace(reason) == "" {
		return Problems{Invalid("reason_missing", field, nil)}
	}
	return CheckWords(field, reason, MaxText)
}

// CheckName looks at a name as CleanName leaves it: something to see, at most MaxName characters, none that hide or turn text.
func CheckName(field, name string) Problems {
	if !visible(name) {
		return Problems{Invalid("name_missing", field, nil)}
	}
	if n := utf8.RuneCountInString(name); n > MaxName {
		return Problems{Invalid("name_too_long", field, map[string]any{"Max": MaxName, "Length": n})}
	}
	return CheckWords(field, name, MaxName)
}

// CheckWords refuses what is too long or can't be shown: control characters, marks that turn the direction of what follows.
func CheckWords(field, text string, limit int) Problems {
	if n := utf8.RuneCountInString(text); n > limit {
		return Problems{Invalid("text_too_long", field, map[string]any{"Max": limit, "Length": n})}
	}
	bad := func(r rune) bool {
		return unicode.IsControl(r) || r == utf8.RuneError || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
	}
	if !utf8.ValidString(text) || strings.ContainsFunc(text, bad) {
		return Problems{Invalid("text_control", field, nil)}
	}
	return nil
}

// visible reports whether a name has at least one letter, number or sign: a lone combining mark or joiner is no name.
func visible(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool {
		return unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.Is(unicode.M, r)
	})
}

func checkRange(code, field string, n, least, most int) Problems {
	if n >= least && n <= most {
		return nil
	}
	return Problems{{Kind: ErrInvalid, Code: code, Field: field, Args: map[string]any{"Min": least, "Max": most}}}
}

func checkMoney(field string, c Cents) Problems {
	if c >= 0 && c <= MaxFee {
		return nil
	}
	return Problems{Invalid("fee_range", field, map[string]any{"Max": int(MaxFee / 100)})}
}

func checkChoice(field, value string, allowed ...string) Problems {
	if slices.Contains(allowed, value) {
		return nil
	}
	return Problems{Invalid("choice_unknown", field,
		map[string]any{"Value": shorten(value), "Allowed": strings.Join(allowed, ", ")})}
}

func isCurrency(s string) bool {
	return len(s) == 3 && strings.IndexFunc(s, func(r rune) bool { return r < 'A' || r > 'Z' }) < 0
}

// shorten keeps a typed value short enough for a message.
func shorten(s string) string {
	const limit = 40
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return string([]rune(s)[:limit-1]) + "…"
}
