package desk

import (
	"context"
	"slices"

	"doko/tournament"
	"doko/tournament/store"
)

// penaltyMost bounds penalty points and credits, in list points.
const penaltyMost = 1000

// AddPenalty stores a penalty. Referees and directors.
func (d *Desk) AddPenalty(ctx context.Context, by tournament.Actor, in PenaltyEntry) (tournament.Penalty, error) {
	in.Reason = tournament.CleanName(in.Reason)
	done, err := d.run(ctx, command{by: by, op: in.Op, action: "penalty.add", input: in}, func(tx *store.Tx) (outcome, error) {
		e, err := tx.Entry(in.Entry)
		if err != nil {
			return outcome{}, err
		}
		t, err := changeable(tx, by, e.Tournament, tournament.Referee)
		if err != nil {
			return outcome{}, err
		}
		if err := checkPenalty(in).OrNil(); err != nil {
			return outcome{}, err
		}
		topics, err := penalised(tx, t, in.Entry, in.Round, in.Hand, in.Others)
		if err != nil {
			return outcome{}, err
		}
		p := tournament.Penalty{
			Tournament: t.ID, Entry: in.Entry, Round: in.Round, Hand: in.Hand, Points: in.Points, Others: in.Others,
			Reason: in.Reason, By: by.Ref(), At: tx.Now,
		}
		if err := notTwice(tx, p, in.Again); err != nil {
			return outcome{}, err
		}
		if err := tx.AppendPenalty(&p); err != nil {
			return outcome{}, err
		}
		return outcome{
			tournament: t.ID, subject: "penalty", id: int64(p.ID), after: penaltyFields(p), reason: in.Reason, topics: topics,
		}, nil
	})
	if err != nil {
		return tournament.Penalty{}, err
	}
	return d.penalty(ctx, tournament.PenaltyID(done.Subject))
}

func checkPenalty(in PenaltyEntry) tournament.Problems {
	var ps tournament.Problems
	if in.Points > 0 || in.Points < -penaltyMost {
		ps = append(ps, tournament.Invalid("penalty_range", "points", map[string]any{"Min": -penaltyMost, "Max": 0}))
	}
	if in.Others < 0 || in.Others > penaltyMost {
		ps = append(ps, tournament.Invalid("penalty_range", "others", map[string]any{"Min": 0, "Max": penaltyMost}))
	}
	if in.Points == 0 && in.Others == 0 {
		ps = append(ps, tournament.Invalid("penalty_nothing", "points", nil))
	}
	ps = append(ps, tournament.CheckReason("reason", in.Reason)...)
	if in.Round == 0 && (in.Hand != 0 || in.Others != 0) {
		ps = append(ps, tournament.Invalid("penalty_round", "round", nil))
	}
	return ps
}

// notTwice returns nil unless a penalty stands against the player for the same hand already: two referees may have been called for one
// offence. again says that it is meant, penalty_again that nobody has said so.
func notTwice(tx *store.Tx, p tournament.Penalty, again bool) error {
	if again || p.Hand == 0 {
		return nil
	}
	given, err := tx.Penalties(p.Tournament)
	if err != nil {
		return err
	}
	if standing(given, p) == nil {
		return nil
	}
	found := tournament.Wrong(tournament.ErrDuplicate, "penalty_again", map[string]any{"Hand": p.Hand})
	found.Field, found.Hint = "again", "penalty_again"
	return found
}

// standing is the penalty of a list that stands against the same player for the same hand, nil if there is none.
func standing(given []tournament.Penalty, p tournament.Penalty) *tournament.Penalty {
	i := slices.IndexFunc(given, func(old tournament.Penalty) bool {
		return !old.Void && old.Entry == p.Entry && old.Round == p.Round && old.Hand == p.Hand
	})
	if i < 0 {
		return nil
	}
	return &given[i]
}

func penaltyFields(p tournament.Penalty) fields {
	return fields{
		"entry": p.Entry, "round": p.Round, "hand": p.Hand, "points": p.Points, "others": p.Others, "credits": p.Credits,
		"offence": p.Offence, "redealt": p.Redealt, "revision": p.Revision, "void": p.Void,
	}
}

// penalised checks that the entry sat in the round and the hand is one of its sheet, raises the version of the table, whose
// sheet shows the penalty, and says who is to be told. At five the others are known only in a hand: one of them sits out.
func penalised(tx *store.Tx, t tournament.Tournament, id tournament.EntryID, round, hand, others int) ([]string, error) {
	topics := []string{"standings"}
	if round == 0 {
		return topics, nil
	}
	r, err := tx.Round(t.ID, round)
	if notFound(err) || err == nil && r.Phase == tournament.RoundPlanned {
		return nil, tournament.Invalid("penalty_round", "round", nil)
	}
	if err != nil {
		return nil, err
	}
	tables, err := tx.Tables(r.ID)
	if err != nil {
		return nil, err
	}
	seats, err := tx.Seats(r.ID)
	if err != nil {
		return nil, err
	}
	for _, table := range tables {
		for _, s := range seats[table.ID] {
			if s.Entry != id {
				continue
			}
			if hands := t.Format.Hands(table.Size); hand < 0 || hand > hands {
				return nil, tournament.Invalid("number_range", "hand", map[string]any{"Min": 1, "Max": hands})
			}
			if table.Size == 5 && hand == 0 && others != 0 {
				return nil, tournament.Invalid("penalty_hand_five", "hand", nil)
			}
			return append(topics, tableTopic(table.ID)), tx.UpdateTable(&table)
		}
	}
	return nil, tournament.Invalid("penalty_seat", "round", map[string]any{"Round": round})
}

// CancelPenalty takes a penalty back. Referees and directors.
func (d *Desk) CancelPenalty(ctx context.Context, by tournament.Actor, in PenaltyCancel) error {
	in.Reason = tournament.CleanName(in.Reason)
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "penalty.cancel", input: in}, func(tx *store.Tx) (outcome, error) {
		found, err := tx.PenaltyByID(in.Penalty)
		if err != nil {
			return outcome{}, err
		}
		t, err := changeable(tx, by, found.Tournament, tournament.Referee)
		if err != nil {
			return outcome{}, err
		}
		p, err := tx.PenaltyByID(in.Penalty) // as it is now that the tournament is locked
		if err != nil {
			return outcome{}, err
		}
		if err := reasoned(in.Reason); err != nil {
			return outcome{}, err
		}
		if p.Void {
			return outcome{id: int64(p.ID), silent: true}, nil
		}
		topics, err := penalised(tx, t, p.Entry, p.Round, 0, 0)
		if err != nil {
			topics = []string{"standings"} // its round was drawn anew
		}
		old := p
		p.Void, p.Revision, p.Reason, p.By, p.At = true, p.Revision+1, in.Reason, by.Ref(), tx.Now
		if err := tx.AppendPenalty(&p); err != nil {
			return outcome{}, err
		}
		return outcome{
			tournament: t.ID, subject: "penalty", id: int64(p.ID), before: penaltyFields(old), after: penaltyFields(p),
			reason: in.Reason, topics: topics,
		}, nil
	})
	return err
}

// Penalties lists a tournament's penalties, cancelled ones included. Helpers and more.
func (d *Desk) Penalties(ctx context.Context, by tournament.Actor, id tournament.TournamentID) ([]tournament.Penalty, error) {
	var list []tournament.Penalty
	err := d.view(ctx, func(tx *store.Tx) error {
		_, err := loadFor(tx, by, id, tournament.Helper)
		if err != nil {
			return err
		}
		list, err = tx.Penalties(id)
		return err
	})
	return list, err
}
