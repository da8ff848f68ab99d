package exchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"time"

	"doko/scoring"
	"doko/scoring/fields"
	"doko/tournament"
)

// Read reads a tournament file and works its sheets out. The error is tournament.Problems, all of them, with JSON pointers as
// fields; codes of scoring keep their names.
func Read(content []byte) (File, error) {
	if len(content) > MaxBytes {
		return File{}, tournament.Problems{tournament.Invalid("file_too_large", "", map[string]any{"Limit": MaxBytes >> 20})}
	}
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	root, err := fields.Parse(content)
	if err != nil {
		return File{}, tournament.Problems{notJSON(content)}
	}
	r := reader{entries: map[int]bool{}, rounds: map[int]*Round{}}
	r.read(root)
	if err := r.err(); err != nil {
		return File{}, err
	}
	return r.file, nil
}

// notJSON says where a file stops being JSON.
func notJSON(content []byte) *tournament.Problem {
	var value json.RawMessage
	offset := len(content)
	var syntax *json.SyntaxError
	if err := json.Unmarshal(content, &value); errors.As(err, &syntax) {
		offset = min(int(syntax.Offset), len(content))
	}
	before := content[:offset]
	return tournament.Invalid("file_not_json", "", map[string]any{
		"Line": bytes.Count(before, []byte("\n")) + 1, "Column": max(1, offset-bytes.LastIndexByte(before, '\n')-1),
	})
}

// reader reads a file from top to bottom; what comes later may refer to what came before.
type reader struct {
	problems
	file     File
	badRules bool // the sheets can't be scored
	entries  map[int]bool
	rounds   map[int]*Round
}

func (r *reader) read(root fields.Node) {
	o, ok := r.object(root, "", "format", "uid", "game", "name", "venue", "rounds_planned", "seating", "fives", "confirm",
		"starts_at", "time_zone", "rules", "hands_per_round", "hands_at_five", "compulsory_solos", "ranking",
		"entry_fee_cents", "currency", "entries", "rounds", "penalties")
	if !ok {
		return
	}
	if format := o.text("format", ""); format != Format {
		// Another form, or no tournament file at all: its other fields would only give a long list of follow-up problems.
		r.list, r.more = nil, 0
		r.fault("format_unknown", "/format", map[string]any{"Value": fields.Quote(format), "Want": Format})
		return
	}
	r.tournament(o)
	r.readEntries(o)
	r.readRounds(o)
	r.readPenalties(o)
	r.file.Tournament.Phase = r.phase()
}

func (r *reader) tournament(o object) {
	t := &r.file.Tournament
	*t = tournament.Tournament{
		UID: o.text("uid", ""), Name: tournament.CleanName(o.text("name", "")), Venue: tournament.CleanName(o.text("venue", "")),
		TimeZone: o.text("time_zone", "Europe/Berlin"), Fee: tournament.Cents(o.number("entry_fee_cents", 0)),
		Currency: o.text("currency", "EUR"),
	}
	if !validUID(t.UID) {
		r.fault("bad_uid", "/uid", nil)
	}
	r.rules(o)
	t.Format = r.format(o)
	t.StartsAt = r.startsAt(o)
	checked := *t
	checked.Standings = tournament.ReleaseHidden // who sees the ranking is no matter of the file
	r.checked(checked.Check(), "", map[string]string{"fee": "entry_fee_cents", "rounds": "rounds_planned"})
}

func (r *reader) rules(o object) {
	game := scoring.Game(o.text("game", string(scoring.Doppelkopf)))
	n, _ := o.get("rules")
	rules, err := scoring.ParseRulesNode(game, n)
	if err == nil {
		err = rules.Check()
	}
	if err != nil {
		r.scored(err, "")
		r.badRules = true
		rules = scoring.DDV()
	}
	r.file.Tournament.Rules = rules
}

func (r *reader) format(o object) tournament.Format {
	d := tournament.DefaultFormat()
	f := tournament.Format{
		Rounds:          o.number("rounds_planned", max(d.Rounds, len(o.list("rounds")))),
		HandsPerRound:   o.number("hands_per_round", d.HandsPerRound),
		CompulsorySolos: o.number("compulsory_solos", d.CompulsorySolos),
		Fives:           tournament.Fives(o.text("fives", string(d.Fives))),
		Seating:         tournament.Seating(o.text("seating", string(d.Seating))),
		Confirm:         tournament.ConfirmMode(o.text("confirm", string(d.Confirm))),
		RoundMinutes:    d.RoundMinutes, // these four are the evening's, not the file's
		AfterSolo:       d.AfterSolo,
		Voluntary:       d.Voluntary,
		RuleBreaks:      d.RuleBreaks,
		Ranking:         d.Ranking,
	}
	hands := f.HandsPerRound
	if hands < 1 || hands > tournament.MaxHands {
		hands = d.HandsPerRound // reported once, not for the tables of five too
	}
	f.HandsAtFive = o.number("hands_at_five", tournament.FiveHands(hands))
	if _, ok := o.get("ranking"); !ok {
		return f
	}
	f.Ranking = nil
	for i, n := range o.list("ranking") {
		word, ok := n.Word()
		if !ok {
			r.wrongType(n, at("/ranking", i), `"…"`)
		}
		f.Ranking = append(f.Ranking, word)
	}
	return f
}

var farYear = regexp.MustCompile(`^[+-]?[0-9]{5,}-`)

// startsAt reads a moment with its offset; a year of five digits is a slip of the pen that deserves its own words.
func (r *reader) startsAt(o object) time.Time {
	text := o.text("starts_at", "")
	if text == "" {
		return time.Time{}
	}
	when, err := time.Parse(time.RFC3339, text)
	switch {
	case farYear.MatchString(text):
		r.fault("date_range", "/starts_at", map[string]any{"Min": tournament.MinYear, "Max": tournament.MaxYear})
		return time.Time{}
	case err != nil:
		r.fault("bad_time", "/starts_at", map[string]any{"Value": fields.Quote(text)})
		return time.Time{}
	}
	return when.UTC().Truncate(time.Microsecond)
}

// validUID: any short text will do, since other programs make their own; none is fine too.
func validUID(uid string) bool {
	if len(uid) > 100 {
		return false
	}
	for _, c := range uid {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return true
}

// phase follows from what was played.
func (r *reader) phase() tournament.Phase {
	if len(r.file.Rounds) == 0 {
		return tournament.Open
	}
	for _, round := range r.file.Rounds {
		if !round.Closed {
			return tournament.Running
		}
	}
	if len(r.file.Rounds) < r.file.Tournament.Format.Rounds {
		return tournament.Running
	}
	return tournament.Finished
}
