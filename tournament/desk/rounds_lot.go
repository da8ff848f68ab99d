package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"doko/tournament"
	"doko/tournament/draw"
	"doko/tournament/store"
)

// AnnounceList publishes what a round will be drawn from, before the seed exists: nobody can then choose a seed to his liking.
type AnnounceList struct {
	Op         string
	Tournament tournament.TournamentID
	Round      int
	Reason     string // needed when another list was announced, or the round is drawn already
	Choices
}

// Lot is what anybody needs to make the draw of a round again.
type Lot struct {
	Tournament tournament.Tournament
	Round      int
	List       *tournament.Draw  // announced, waits for its seed
	Draw       *tournament.Draw  // the round comes from it
	Proof      *Certificate      // of Draw
	Names      map[int64]string  // by start number, of those who are in the input
	Earlier    []tournament.Draw // of this round, no longer in force, the oldest first
}

// LotCheck is the outcome of a draw made again.
type LotCheck struct {
	Same       bool
	Difference string // English
}

// lotMemory keeps how draws that were made again came out: a draw never changes, and a search takes a while.
type lotMemory struct {
	mu sync.Mutex // held while one draw is made: many ask at once when a seating is shown
	of map[tournament.DrawID]LotCheck
}

// announced finds the list that waits for its seed and checks that it is what would be drawn now.
func (f *draft) announced(tx *store.Tx, in DrawRound) error {
	list, err := pending(tx, f.tournament.ID, f.round)
	if err != nil || list == nil {
		return err
	}
	var q draw.Request
	if err := json.Unmarshal(list.Input, &q); err != nil {
		return fmt.Errorf("read the announced list %d: %w", list.ID, err)
	}
	f.list = list
	f.options.Prefer, f.options.Clubs, f.options.Effort = q.Prefer, q.Clubs, q.Effort
	if f.hash() != list.Hash {
		return tournament.Wrong(tournament.ErrPhase, "lot_list_changed", map[string]any{"Round": f.round})
	}
	if in.Seed == "" {
		return tournament.Invalid("lot_seed_missing", "seed", nil)
	}
	return nil
}

// pending is the list announced for a round that no draw has followed yet; nil = none.
func pending(tx *store.Tx, id tournament.TournamentID, round int) (*tournament.Draw, error) {
	all, err := tx.Draws(id)
	if err != nil {
		return nil, err
	}
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Round != round {
			continue
		}
		if all[i].Plan == nil {
			return &all[i], nil
		}
		break
	}
	return nil, nil //nolint:nilnil // no list is an answer
}

// AnnounceList keeps and shows the entry list of a round and its SHA-256. Directors. The same list announced again is the same.
// Problems: those of the draw, reason_missing.
func (d *Desk) AnnounceList(ctx context.Context, by tournament.Actor, in AnnounceList) (Lot, error) {
	in.Reason = tournament.CleanName(in.Reason)
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "round.announce", input: in}, func(tx *store.Tx) (outcome, error) {
		t, err := changeable(tx, by, in.Tournament, tournament.Director)
		if err != nil {
			return outcome{}, err
		}
		return announce(tx, t, in)
	})
	if err != nil {
		return Lot{}, err
	}
	return d.Lot(ctx, by, in.Tournament, in.Round)
}

func announce(tx *store.Tx, t tournament.Tournament, in AnnounceList) (outcome, error) {
	before, err := pending(tx, t.ID, in.Round)
	if err != nil {
		return outcome{}, err
	}
	f, err := unannounced(tx, t, DrawRound{Tournament: t.ID, Round: in.Round, Reason: in.Reason, Choices: in.Choices})
	if err != nil {
		return outcome{}, err
	}
	if err := f.problems(f.request().Possible()); err != nil {
		return outcome{}, err
	}
	list := tournament.Draw{
		Tournament: t.ID, Round: in.Round, Hash: f.hash(), AnnouncedAt: tx.Now, Reason: in.Reason,
	}
	if before != nil && before.Hash == list.Hash {
		return outcome{id: int64(before.ID), silent: true}, nil
	}
	if before != nil {
		if err := reasoned(in.Reason); err != nil {
			return outcome{}, err
		}
	}
	if list.Input, err = json.Marshal(f.request()); err != nil {
		return outcome{}, fmt.Errorf("encode the draw's input: %w", err)
	}
	if err := tx.CreateDraw(&list); err != nil {
		return outcome{}, err
	}
	return outcome{
		tournament: t.ID, subject: "draw", id: int64(list.ID), reason: in.Reason, topics: []string{roundTopic(in.Round), "entries"},
		after: fields{"round": in.Round, "input_sha256": list.Hash, "players": len(f.players)},
	}, nil
}

// Lot loads the draw of a round with everything to make it again. Visitors see what is announced or released.
func (d *Desk) Lot(ctx context.Context, by tournament.Actor, id tournament.TournamentID, round int) (Lot, error) {
	l := Lot{Round: round, Names: map[int64]string{}}
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := seen(tx, by, id)
		if err != nil {
			return err
		}
		l.Tournament = t
		return l.load(tx, by)
	})
	return l, err
}

func (l *Lot) load(tx *store.Tx, by tournament.Actor) error {
	var err error
	if l.List, err = pending(tx, l.Tournament.ID, l.Round); err != nil {
		return err
	}
	r, err := tx.Round(l.Tournament.ID, l.Round)
	if err != nil && !notFound(err) {
		return err
	}
	known := err == nil && mayKnow(by, l.Tournament, r)
	if known && r.Draw != 0 {
		s, err := seating(tx, l.Tournament, r)
		if err != nil {
			return err
		}
		if l.Proof, err = certificate(tx, s); err != nil {
			return err
		}
		l.Draw = &l.Proof.Draw
	}
	if l.List == nil && !known {
		return unknownRound()
	}
	if known {
		if err := l.earlier(tx); err != nil {
			return err
		}
	}
	return l.name(tx)
}

// earlier finds the draws of the round that do not hold any more.
func (l *Lot) earlier(tx *store.Tx) error {
	all, err := tx.Draws(l.Tournament.ID)
	if err != nil {
		return err
	}
	for _, made := range all {
		if made.Round == l.Round && made.Plan != nil && (l.Draw == nil || made.ID != l.Draw.ID) {
			l.Earlier = append(l.Earlier, made)
		}
	}
	return nil
}

// name joins the names of those in the input.
func (l *Lot) name(tx *store.Tx) error {
	names, err := namesOf(tx, l.Tournament.ID)
	if err != nil {
		return err
	}
	for _, list := range []*tournament.Draw{l.List, l.Draw} {
		if list == nil {
			continue
		}
		var q draw.Request
		if err := json.Unmarshal(list.Input, &q); err != nil {
			return fmt.Errorf("read draw %d: %w", list.ID, err)
		}
		for _, e := range names {
			if slices.ContainsFunc(q.Players, func(p draw.Player) bool { return p.ID == int64(e.StartNo) }) {
				l.Names[int64(e.StartNo)] = e.Name
			}
		}
	}
	return nil
}

// CheckLot makes the draw of a round again and compares it with the plan that was stored, as doko draw --verify does. Rights as Lot.
func (d *Desk) CheckLot(ctx context.Context, by tournament.Actor, id tournament.TournamentID, round int) (LotCheck, error) {
	l, err := d.Lot(ctx, by, id, round)
	if err != nil {
		return LotCheck{}, err
	}
	if l.Draw == nil {
		return LotCheck{}, tournament.Wrong(tournament.ErrNotFound, "unknown_draw", nil)
	}
	return d.lots.check(*l.Draw)
}

func (m *lotMemory) check(made tournament.Draw) (LotCheck, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if known, ok := m.of[made.ID]; ok {
		return known, nil
	}
	var q draw.Request
	var stored draw.Answer
	if err := json.Unmarshal(made.Input, &q); err != nil {
		return LotCheck{}, fmt.Errorf("read draw %d: %w", made.ID, err)
	}
	if err := json.Unmarshal(made.Plan, &stored); err != nil {
		return LotCheck{}, fmt.Errorf("read draw %d: %w", made.ID, err)
	}
	q.Seed = made.Seed
	_, again, err := q.Draw()
	if err != nil {
		return LotCheck{}, fmt.Errorf("make draw %d again: %w", made.ID, err)
	}
	difference := stored.Difference(again)
	found := LotCheck{Same: difference == "", Difference: difference}
	if m.of == nil {
		m.of = map[tournament.DrawID]LotCheck{}
	}
	m.of[made.ID] = found
	return found, nil
}
