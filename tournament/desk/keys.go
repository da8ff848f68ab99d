package desk

import (
	"context"
	"time"

	"doko/tournament"
	"doko/tournament/store"
)

// KeyOf gives the list keeper's key of a table; after a revocation a new one is made. It ends seven days after the draw and
// with the tournament. Directors (CONTRACTS 7).
func (d *Desk) KeyOf(ctx context.Context, by tournament.Actor, id tournament.TableID) (tournament.TableKey, error) {
	return d.key(ctx, by, id, (*store.Tx).TableKeyOf)
}

// SecondKeyOf gives the table's second key, which confirms what the first has submitted (confirm two). Directors.
func (d *Desk) SecondKeyOf(ctx context.Context, by tournament.Actor, id tournament.TableID) (tournament.TableKey, error) {
	var mode tournament.ConfirmMode
	err := d.view(ctx, func(tx *store.Tx) error {
		p, err := directed(tx, by, id)
		mode = p.tournament.Format.Confirm
		return err
	})
	if err != nil {
		return tournament.TableKey{}, err
	}
	if mode != tournament.ConfirmTwo {
		return tournament.TableKey{}, tournament.Wrong(tournament.ErrNotFound, "unknown_table_key", nil)
	}
	return d.key(ctx, by, id, (*store.Tx).SecondKeyOf)
}

// directed is a table's place for its director.
func directed(tx *store.Tx, by tournament.Actor, id tournament.TableID) (placement, error) {
	p, err := place(tx, id)
	if err != nil {
		return p, err
	}
	return p, need(by, p.tournament, tournament.Director)
}

func (d *Desk) key(ctx context.Context, by tournament.Actor, id tournament.TableID,
	find func(*store.Tx, tournament.TableID) (tournament.TableKey, error),
) (tournament.TableKey, error) {
	var key tournament.TableKey
	err := d.view(ctx, func(tx *store.Tx) error {
		if _, err := directed(tx, by, id); err != nil {
			return err
		}
		var err error
		key, err = find(tx, id)
		return err
	})
	if err == nil || !notFound(err) || key.Table != 0 {
		return key, err
	}
	_, err = d.run(ctx, command{by: by, action: "key.make"}, func(tx *store.Tx) (outcome, error) {
		p, err := lockPlace(tx, id)
		if err != nil {
			return outcome{}, err
		}
		if err := need(by, p.tournament, tournament.Director); err != nil {
			return outcome{}, err
		}
		if err := unfinished(p.tournament); err != nil {
			return outcome{}, err
		}
		if key, err = find(tx, id); err == nil || !notFound(err) { // somebody was faster
			return outcome{silent: true}, err
		}
		if err := tx.RevokeTableKeys(id); err != nil { // cards with half of the keys are worse than new cards
			return outcome{}, err
		}
		if err := d.cutKeys(tx, p.tournament, id, until(tx, p)); err != nil {
			return outcome{}, err
		}
		key, err = find(tx, id)
		return outcome{tournament: p.tournament.ID, subject: "table", id: int64(id)}, err
	})
	return key, err
}

// until is when a key made now ends: seven days from now, or from the beginning of a round that has begun.
func until(tx *store.Tx, p placement) time.Time {
	if p.round.StartsAt.IsZero() {
		return tx.Now.Add(keyLife)
	}
	return p.round.StartsAt.Add(keyLife)
}

// RevokeKey makes a table's keys useless; the next KeyOf makes new ones. Directors.
func (d *Desk) RevokeKey(ctx context.Context, by tournament.Actor, id tournament.TableID) error {
	_, err := d.run(ctx, command{by: by, action: "key.revoke"}, func(tx *store.Tx) (outcome, error) {
		p, err := lockPlace(tx, id)
		if err != nil {
			return outcome{}, err
		}
		if err := need(by, p.tournament, tournament.Director); err != nil {
			return outcome{}, err
		}
		return outcome{tournament: p.tournament.ID, subject: "table", id: int64(id)}, tx.RevokeTableKeys(id)
	})
	return err
}
