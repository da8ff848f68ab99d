package desk

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"doko/tournament"
	"doko/tournament/draw"
	"doko/tournament/store"
)

// SetSeating seats rounds by hand, as a plan typed or pasted says. Accept = the director has seen which wishes it does not meet.
type SetSeating struct {
	Op         string
	Tournament tournament.TournamentID
	Round      int    // the first
	Text       string // a line a table, the start numbers in the order of seats; an empty line between rounds; "#" starts a remark
	Accept     bool
	Reason     string // needed when the round is drawn already
}

// SetSeating stores a typed plan, whole or not at all. Directors. The first round is drawn, the others are planned. Problems:
// plan_empty, plan_word, plan_rounds, plan_size, plan_twice, plan_unknown, plan_missing, number_range, reason_missing; *Worse for
// wishes that are not met.
func (d *Desk) SetSeating(ctx context.Context, by tournament.Actor, in SetSeating) (Seating, error) {
	in.Reason = tournament.CleanName(in.Reason)
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "round.set", input: in}, func(tx *store.Tx) (outcome, error) {
		t, err := changeable(tx, by, in.Tournament, tournament.Director)
		if err != nil {
			return outcome{}, err
		}
		rounds, err := readPlan(in.Text, in.Round, t.Format.Rounds)
		if err != nil {
			return outcome{}, err
		}
		f, err := unannounced(tx, t, DrawRound{Tournament: t.ID, Round: in.Round, Reason: in.Reason})
		if err != nil {
			return outcome{}, err
		}
		if err := f.judge(rounds, in.Accept); err != nil {
			return outcome{}, err
		}
		return d.setRounds(tx, f, rounds, in)
	})
	if err != nil {
		return Seating{}, err
	}
	return d.Seating(ctx, by, in.Tournament, in.Round)
}

// readPlan reads a typed plan; tables are numbered in the order of lines.
func readPlan(text string, first, last int) ([]draw.Round, error) {
	var rounds []draw.Round
	var ps tournament.Problems
	open := false
	for i, line := range strings.Split(text, "\n") {
		line, _, remark := strings.Cut(line, "#")
		words := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\r,;", r) })
		if len(words) == 0 {
			open = open && remark
			continue
		}
		if !open {
			rounds = append(rounds, draw.Round{Number: first + len(rounds)})
			open = true
		}
		r := &rounds[len(rounds)-1]
		table := draw.Table{Number: len(r.Tables) + 1}
		for _, word := range words {
			no, err := strconv.ParseInt(word, 10, 64)
			if err != nil || no < 1 {
				ps = append(ps, tournament.Invalid("plan_word", "text", map[string]any{"Line": i + 1, "Value": word}))
				continue
			}
			table.Seats = append(table.Seats, no)
		}
		r.Tables = append(r.Tables, table)
	}
	switch {
	case len(ps) > 0:
	case len(rounds) == 0:
		ps = append(ps, tournament.Invalid("plan_empty", "text", nil))
	case first+len(rounds)-1 > last:
		ps = append(ps, tournament.Invalid("plan_rounds", "text", map[string]any{"Count": len(rounds), "Rounds": last - first + 1}))
	}
	return rounds, ps.OrNil()
}

// judge refuses what cannot be played, and without consent what meets fewer wishes than it could.
func (f draft) judge(rounds []draw.Round, accept bool) error {
	var ps tournament.Problems
	var worse []draw.Fault
	history := slices.Clone(f.history)
	for _, r := range rounds {
		for _, fault := range draw.Check(f.players, history, r) {
			if fault.Illegal {
				ps = append(ps, f.planProblem(r.Number, fault))
			} else if fault.Code != "club" {
				worse = append(worse, fault)
			}
		}
		history = append(history, r)
	}
	if len(ps) > 0 {
		return ps
	}
	if len(worse) == 0 || accept {
		return nil
	}
	p := tournament.Invalid("seats_worse", "accept", map[string]any{"Count": len(worse)})
	return &Worse{Problem: p, Faults: worse, After: draw.Measure(f.players, f.history, rounds)}
}

// planProblem is why a typed round cannot be played.
func (f draft) planProblem(round int, fault draw.Fault) *tournament.Problem {
	code := map[string]string{"size": "plan_size", "twice": "plan_twice", "unknown": "plan_unknown", "missing": "plan_missing"}[fault.Code]
	args := map[string]any{"Round": round, "Table": fault.Table, "Count": fault.Count}
	if len(fault.Players) > 0 {
		args["Name"] = strconv.FormatInt(fault.Players[0], 10)
		for _, e := range f.entries {
			if int64(e.StartNo) == fault.Players[0] {
				args["Name"] = e.Name + " (" + strconv.Itoa(e.StartNo) + ")"
			}
		}
	}
	return tournament.Invalid(code, "text", args)
}

// setRounds writes a typed plan.
func (d *Desk) setRounds(tx *store.Tx, f draft, rounds []draw.Round, in SetSeating) (outcome, error) {
	if err := dropRounds(tx, f.rounds, f.round); err != nil {
		return outcome{}, err
	}
	first, err := f.storeRounds(tx, rounds, "", 0)
	if err != nil {
		return outcome{}, err
	}
	if err := d.cut(tx, f.tournament, first); err != nil {
		return outcome{}, err
	}
	if err := begin(tx, f.tournament); err != nil {
		return outcome{}, err
	}
	return outcome{
		tournament: f.tournament.ID, subject: "round", id: int64(first.ID), reason: in.Reason,
		after:  fields{"number": first.Number, "players": len(f.players), "rounds": len(rounds)},
		topics: []string{roundTopic(first.Number), "entries", "standings", "tournaments"},
	}, nil
}
