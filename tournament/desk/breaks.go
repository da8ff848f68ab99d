package desk

import (
	"errors"

	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// MayNote reports whether the actor may keep a hand that breaks a rule of the session, with a note: staff from the referee up, and where
// the tournament is set to it everybody who may enter the hand.
func (v TableView) MayNote(by tournament.Actor) bool { return mayNote(by, v.Tournament) }

func mayNote(by tournament.Actor, t tournament.Tournament) bool {
	return t.Format.RuleBreaks == tournament.RuleBreaksNote || by.May(tournament.Referee, t.Organisation, t.ID)
}

// judge returns nil when the row breaks no rule of the session, or is kept with a note. Otherwise it says who has to do what, by name,
// and who could keep it.
func judge(tx *store.Tx, by tournament.Actor, sh paper, e sheet.Entered, reason string) error {
	if len(e.Breaks) == 0 || reason != "" && mayNote(by, sh.tournament) {
		return nil
	}
	names, err := namesOf(tx, sh.tournament.ID)
	if err != nil {
		return err
	}
	hint := "break_staff"
	if mayNote(by, sh.tournament) {
		hint = "break_note"
	}
	ps := make(tournament.Problems, len(e.Breaks))
	for i, b := range e.Breaks {
		ps[i] = sh.broken(b, e.Number, names)
		ps[i].Hint = hint
	}
	return ps
}

// broken is a break with the names of those it is about.
func (p paper) broken(b tally.Problem, number int, names map[tournament.EntryID]tournament.Entry) *tournament.Problem {
	args := map[string]any{"Number": number}
	for key, value := range b.Args {
		args[key] = value
	}
	name := func(arg string) string {
		position, _ := b.Args[arg].(int)
		return names[sheet.Fault{Position: position, Hand: number}.Who(p.seats)].Name
	}
	args["Name"], args["Must"], args["Out"] = name("Position"), name("Must"), name("Out")
	return tournament.Invalid(b.Code, b.Field, args)
}

// unseated adds to the problems of a row who sits out in the hand, where somebody who does is said to have played it.
func (p paper) unseated(tx *store.Tx, err error, e sheet.Entered) error {
	var ps tally.Problems
	if !errors.As(err, &ps) || e.Turn.SitsOut == 0 {
		return err
	}
	var list tournament.Problems
	found := false
	for _, one := range ps {
		problem := tournament.Invalid(one.Code, one.Field, one.Args)
		if position, ok := one.Args["Value"].(int); one.Code == "unknown_player" && ok && position == e.Turn.SitsOut || one.Code == "bad_winners" {
			found = true
			problem = p.broken(one, e.Number, nil)
			problem.Hint = "sits_out"
		}
		list = append(list, problem)
	}
	if !found {
		return err
	}
	names, failed := namesOf(tx, p.tournament.ID)
	if failed != nil {
		return failed
	}
	out := names[sheet.Fault{Position: e.Turn.SitsOut, Hand: e.Number}.Who(p.seats)].Name
	for _, problem := range list {
		if problem.Hint != "" {
			problem.Args["Out"] = out
		}
	}
	return list
}

// bothOf puts the problems of a row and those of what was sent with it into one error.
func bothOf(err error, more tally.Problems) error {
	if len(more) == 0 {
		return err
	}
	var ps tally.Problems
	var named tournament.Problems
	switch {
	case err == nil:
		return more
	case errors.As(err, &ps):
		return append(ps, more...)
	case errors.As(err, &named):
		for _, p := range more {
			named = append(named, tournament.Invalid(p.Code, p.Field, p.Args))
		}
		return named
	}
	return err
}

// nameAll puts the names into the breaks among the problems of a row.
func (p paper) nameAll(tx *store.Tx, ps tally.Problems, number int) error {
	for i, one := range ps {
		if _, ok := one.Args["Must"].(int); !ok {
			continue
		}
		names, err := namesOf(tx, p.tournament.ID)
		if err != nil {
			return err
		}
		ps[i].Args = p.broken(one, number, names).Args
	}
	return nil
}

// nameRunning is nameAll for the rows of a paper list.
func nameRunning(tx *store.Tx, p paper, r sheet.Running) error {
	for _, f := range r.Faults {
		if f.Problem == nil {
			continue
		}
		one := tally.Problems{*f.Problem}
		if err := p.nameAll(tx, one, f.Number); err != nil {
			return err
		}
		*f.Problem = one[0]
	}
	return nil
}
