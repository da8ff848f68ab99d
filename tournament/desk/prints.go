package desk

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"doko/tournament"
	"doko/tournament/store"
)

// samePrint is how long a paper asked for once more by the same person counts as the same print: browsers ask twice.
const samePrint = time.Minute

// NotePrint keeps that somebody who works at the desk or keeps a list has made a paper, so that a correction can name it.
// Round 0 is the last one drawn. Of others nothing is kept.
func (d *Desk) NotePrint(ctx context.Context, by tournament.Actor, p tournament.Print) error {
	c := command{by: by, action: "paper.print", input: p}
	_, err := d.run(ctx, c, func(tx *store.Tx) (outcome, error) {
		t, err := seen(tx, by, p.Tournament)
		if err != nil {
			return outcome{}, err
		}
		if ours, err := works(tx, by, t); err != nil || !ours {
			return outcome{silent: true}, err
		}
		made := p // the closure may run again
		if made.Round == 0 {
			if made.Round, err = lastDrawn(tx, t); err != nil {
				return outcome{}, err
			}
		}
		made.ID, made.By, made.At = 0, by.Ref(), tx.Now
		if again, err := tx.PrintedAfter(made, made.At.Add(-samePrint)); err != nil || again {
			return outcome{silent: true}, err
		}
		return outcome{silent: true}, tx.AppendPrint(&made) // the list of prints is the journal of it
	})
	return err
}

// works reports whether the actor helps at the desk or keeps a list of the tournament.
func works(tx *store.Tx, by tournament.Actor, t tournament.Tournament) (bool, error) {
	if by.Table == 0 {
		return by.May(tournament.Helper, t.Organisation, t.ID), nil
	}
	of, err := tx.TournamentOfTable(by.Table)
	return of == t.ID, err
}

func lastDrawn(tx *store.Tx, t tournament.Tournament) (int, error) {
	rounds, err := tx.Rounds(t.ID)
	last := 0
	for _, r := range rounds {
		if r.Phase != tournament.RoundPlanned {
			last = max(last, r.Number)
		}
	}
	return last, err
}

// printed adds the newest print of each paper that shows what the command changes.
func (j joiner) printed(list []OldPaper, before picture, changed map[int]bool, out outcome) ([]OldPaper, error) {
	touched, err := j.touched(out)
	if err != nil {
		return nil, err
	}
	prints, err := j.tx.Prints(j.tournament.ID)
	if err != nil || len(prints) == 0 {
		return list, err
	}
	times, err := j.tx.SheetTimesOf(j.tournament.ID)
	if err != nil {
		return nil, err
	}
	type paper struct {
		kind         string
		round, table int
	}
	done := map[paper]bool{}
	for i := len(prints) - 1; i >= 0; i-- { // newest first
		p := prints[i]
		shows := touched.shows(p)
		if p.Kind == kindStandings {
			shows = changed[p.Round]
		}
		key := paper{p.Kind, p.Round, p.Table}
		if !shows || done[key] {
			continue
		}
		done[key] = true
		old := OldPaper{Kind: p.Kind, Round: p.Round, Table: p.Table, At: p.At, Stale: before.outdates(p, touched, times)}
		if err := j.signed(&old, p.By); err != nil {
			return nil, err
		}
		list = append(list, old)
	}
	return list, nil
}

// touched are the sheets a command changes, by round and table number, and the round whose seats it changes.
type touched struct {
	sheets map[int][]int
	seats  int // 0 = none
}

func (j joiner) touched(out outcome) (touched, error) {
	t := touched{sheets: map[int][]int{}}
	if out.subject == "round" {
		r, err := j.tx.RoundByID(tournament.RoundID(out.id))
		if err != nil {
			return t, err
		}
		t.seats = r.Number
	}
	for _, topic := range out.topics {
		number, isTable := strings.CutPrefix(topic, "table:")
		id, err := strconv.ParseInt(number, 10, 64)
		if !isTable || err != nil {
			continue
		}
		table, err := j.tx.Table(tournament.TableID(id))
		if err != nil {
			return t, err
		}
		r, err := j.tx.RoundByID(table.Round)
		if err != nil {
			return t, err
		}
		t.sheets[r.Number] = append(t.sheets[r.Number], table.Number)
	}
	return t, nil
}

// shows reports whether a print of sheets, seats or cards shows what is changed.
func (t touched) shows(p tournament.Print) bool {
	if p.Kind == "sheets" {
		for _, table := range t.sheets[p.Round] {
			if p.Table == 0 || p.Table == table {
				return true
			}
		}
	}
	return t.seats > 0 && p.Round == t.seats && p.Kind != "rules"
}

// outdates reports whether a print was out of date before the command: a ranking by whatever was entered since, a sheet that is touched
// by a correction, since what was not entered yet may stand on the paper in ink.
func (p picture) outdates(print tournament.Print, t touched, times map[tournament.TableID]store.SheetTimes) bool {
	ranking := print.Kind == kindStandings
	for _, r := range p.rounds {
		for _, table := range p.tables[r.ID] {
			of := times[table.ID]
			if ranking && r.Number <= print.Round && of.Entered.After(print.At) {
				return true
			}
			on := r.Number == print.Round && slices.Contains(t.sheets[r.Number], table.Number) && (print.Table == 0 || print.Table == table.Number)
			if print.Kind == "sheets" && on && of.Corrected.After(print.At) {
				return true
			}
		}
	}
	return ranking && slices.ContainsFunc(p.penalties, func(g tournament.Penalty) bool { return g.Round <= print.Round && g.At.After(print.At) })
}
