package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// What waits for what on Postgres: hands of two tables do not wait for each other, tournament-wide commands wait for all.
// On SQLite there is one writer at a time anyway.
func TestLocks(t *testing.T) {
	s := storetest.OpenPostgres(t)
	w := seed(t, s)
	type lock func(*store.Tx) error
	whole := func(tx *store.Tx) error { _, err := tx.LockTournament(w.t.ID); return err }
	shared := func(tx *store.Tx) error { _, err := tx.ShareTournament(w.t.ID); return err }
	table := func(tx *store.Tx) error { _, _, err := tx.LockTable(w.table.ID); return err }
	entry := func(tx *store.Tx) error { _, err := tx.LockEntry(w.entries[0].ID); return err }
	hand := func(tx *store.Tx) error { h := w.hand(1, 1, 1, 1, -1, -1); return tx.AppendHand(&h) }
	tests := []struct {
		name       string
		held, then lock
		waits      bool
	}{
		{"command after command", whole, whole, true},
		{"hand after command", whole, shared, true},
		{"command after hand", shared, whole, true},
		{"hand after hand", shared, shared, false},
		{"same table", table, table, true},
		{"same entry", entry, entry, true},
		{"table and entry", table, entry, false},
		{"a foreign key points at a locked table", table, hand, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			undo := errors.New("undo")
			err := try(t.Context(), s, func(tx *store.Tx) error {
				if err := tt.held(tx); err != nil {
					return err
				}
				wait := 10 * time.Second
				if tt.waits {
					wait = 100 * time.Millisecond
				}
				ctx, cancel := context.WithTimeout(t.Context(), wait)
				defer cancel()
				err := try(ctx, s, func(tx *store.Tx) error { return errors.Join(tt.then(tx), undo) })
				if waited := errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil; waited != tt.waits {
					t.Errorf("waited: %v, want %v (%v)", waited, tt.waits, err)
				}
				return undo
			})
			if !errors.Is(err, undo) {
				t.Error(err)
			}
		})
	}
}
