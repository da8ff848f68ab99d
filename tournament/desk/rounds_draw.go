package desk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"doko/tournament"
	"doko/tournament/draw"
	"doko/tournament/store"
)

// made is a draw as it came out.
type made struct {
	plan   draw.Plan
	answer draw.Answer
}

// DrawRound draws and stores a round, whole or not at all. Directors only. In the modes plan and fixed the first draw plans all
// rounds; later ones take the plan if the same players are there, else what is left is planned anew. Where an entry list was
// announced, only that list is drawn: problems lot_list_changed, lot_seed_missing.
func (d *Desk) DrawRound(ctx context.Context, by tournament.Actor, in DrawRound) (Seating, error) {
	in.Reason, in.Seed = tournament.CleanName(in.Reason), tournament.CleanName(in.Seed)
	if err := tournament.CheckWords("seed", in.Seed, tournament.MaxName).OrNil(); err != nil {
		return Seating{}, err
	}
	sent := in
	if in.Seed == "" {
		sent.Seed = d.readable()
	}
	ready, hash, err := d.rehearse(ctx, by, in, sent.Seed)
	if err != nil {
		return Seating{}, err
	}
	_, err = d.run(ctx, command{by: by, op: in.Op, action: "round.draw", input: in}, func(tx *store.Tx) (outcome, error) {
		t, err := changeable(tx, by, in.Tournament, tournament.Director)
		if err != nil {
			return outcome{}, err
		}
		f, err := prepare(tx, t, in)
		if err != nil {
			return outcome{}, err
		}
		result := ready
		if !f.planned && f.hash() != hash { // somebody was checked in meanwhile
			if result, err = f.draw(sent.Seed); err != nil {
				return outcome{}, err
			}
		}
		return d.seat(tx, f, result, sent)
	})
	if err != nil {
		return Seating{}, err
	}
	return d.Seating(ctx, by, in.Tournament, in.Round)
}

// rehearse draws outside of the writing transaction, which a long search would hold up. What it finds is used only if the
// draw still goes by the same, which the hash tells.
func (d *Desk) rehearse(ctx context.Context, by tournament.Actor, in DrawRound, seed string) (made, string, error) {
	var f draft
	ready := false
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := loadFor(tx, by, in.Tournament, tournament.Director)
		if err != nil {
			return err
		}
		if f, err = prepare(tx, t, in); err != nil {
			return nil // a repeated command finds the round drawn already: the transaction decides
		}
		ready = !f.planned
		return nil
	})
	if err != nil || !ready {
		return made{}, "", err
	}
	result, err := f.draw(seed)
	return result, f.hash(), err
}

func (f drawing) request() draw.Request { return draw.NewRequest(f.players, f.history, f.options) }

func (f drawing) hash() string { return f.request().Hash() }

func (f drawing) draw(seed string) (made, error) {
	q := f.request()
	q.Seed = seed
	plan, answer, err := q.Draw()
	return made{plan, answer}, f.problems(err)
}

// problems are those of a draw as ours, players with their names.
func (f drawing) problems(err error) error {
	var wrong draw.Problems
	if !errors.As(err, &wrong) {
		return err
	}
	ps := make(tournament.Problems, len(wrong))
	for i, p := range wrong {
		ps[i] = &tournament.Problem{Kind: tournament.ErrInvalid, Code: p.Code, Field: p.Field, Args: f.args(p.Args)}
	}
	return ps
}

// ids are the entries by start number.
func (f drawing) ids() map[int64]tournament.EntryID {
	ids := map[int64]tournament.EntryID{}
	for _, e := range f.entries {
		ids[int64(e.StartNo)] = e.ID
	}
	return ids
}

// record keeps the draw so that anybody can make it again.
func (f draft) record(tx *store.Tx, m made, in DrawRound) (tournament.Draw, error) {
	kept := tournament.Draw{
		Tournament: f.tournament.ID, Round: f.round, Hash: m.answer.Input, Seed: in.Seed, Reason: in.Reason,
	}
	if f.list != nil {
		kept.AnnouncedAt = f.list.AnnouncedAt
	}
	var err error
	if kept.Input, err = json.Marshal(f.request()); err != nil {
		return kept, fmt.Errorf("encode the draw's input: %w", err)
	}
	if kept.Plan, err = json.Marshal(m.answer); err != nil {
		return kept, fmt.Errorf("encode the plan: %w", err)
	}
	if kept.Notes, err = encodeNotes(m.plan.Notes); err != nil {
		return kept, err
	}
	return kept, tx.CreateDraw(&kept)
}
