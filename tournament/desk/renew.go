package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"doko/tournament"
	"doko/tournament/store"
)

// RenewStandings publishes anew what is published and wrong.
type RenewStandings struct {
	Op         string
	Tournament tournament.TournamentID
}

// Renew publishes every ranking that is Outdated again, under its next revision, all of them or none, and says how many. Directors.
func (d *Desk) Renew(ctx context.Context, by tournament.Actor, in RenewStandings) (int, error) {
	c := command{by: by, op: in.Op, action: "standings.publish", input: in}
	done, err := d.run(ctx, c, func(tx *store.Tx) (outcome, error) {
		t, err := tx.LockTournament(in.Tournament)
		if err != nil {
			return outcome{}, err
		}
		if err := need(by, t, tournament.Director); err != nil { // of a finished tournament too
			return outcome{}, err
		}
		fresh, err := renewals(tx, t)
		if err != nil {
			return outcome{}, err
		}
		last := outcome{silent: true}
		for i, p := range fresh {
			p.By = by.Ref()
			if i > 0 { // each has its line in the journal; run writes the last
				if err := tx.AppendJournal(entry(ctx, tx, c, last)); err != nil {
					return outcome{}, err
				}
			}
			if last, err = publish(tx, p); err != nil {
				return outcome{}, err
			}
		}
		last.done = int64(len(fresh))
		return last, nil
	})
	return int(done.Subject), err
}

// renewals are the rankings as they are to be published where what is published is wrong, oldest round first.
func renewals(tx *store.Tx, t tournament.Tournament) ([]tournament.Published, error) {
	copies, err := newestCopies(tx, t.ID)
	if err != nil || len(copies) == 0 {
		return nil, err
	}
	all, err := loadResults(tx, t, 0)
	if err != nil {
		return nil, err
	}
	all.memory = &sheetMemory{} // a sheet counts in the ranking of every round after it
	var fresh []tournament.Published
	for _, p := range copies {
		i := slices.IndexFunc(all.rounds, func(r tournament.Round) bool { return r.Number == p.AfterRound })
		if i < 0 { // its round was taken back
			continue
		}
		s, err := all.part(i + 1).standings()
		if err != nil {
			return nil, err
		}
		content, err := s.JSON()
		if err != nil {
			return nil, err
		}
		if string(content) == string(p.Content) {
			continue
		}
		if expected, err := stillOpen(p, s); err != nil {
			return nil, err
		} else if !expected {
			fresh = append(fresh, tournament.Published{Tournament: t.ID, AfterRound: p.AfterRound, Kind: kindStandings, Content: content, At: tx.Now})
		}
	}
	return fresh, nil
}

// stillOpen reports whether a published ranking was provisional and the ranking now is: then it is no surprise that they differ.
func stillOpen(p tournament.Published, now Standings) (bool, error) {
	var was struct {
		Provisional bool `json:"provisional"`
	}
	if err := json.Unmarshal(p.Content, &was); err != nil {
		return false, fmt.Errorf("published copy %d: %w", p.ID, err)
	}
	return was.Provisional && now.Provisional, nil
}
