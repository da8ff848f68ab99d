package store_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"reflect"
	"testing"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// A connection that breaks must look like that, never like "there is nothing": every method of Tx is called with arguments
// from a filled database after the context has ended.
func TestTx_BrokenConnection(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := full(t, s)
		methods := reflect.TypeFor[*store.Tx]()
		for i := range methods.NumMethod() {
			m := methods.Method(i)
			if m.Name == "Exec" || m.Name == "Query" {
				continue
			}
			ctx, cancel := context.WithCancel(t.Context())
			var results []reflect.Value
			err := try(ctx, s, func(tx *store.Tx) error {
				cancel()
				results = reflect.ValueOf(tx).Method(i).Call(arguments(t, w, m.Type))
				err, _ := results[len(results)-1].Interface().(error)
				return err
			})
			cancel()
			var p *tournament.Problem
			if err == nil || errors.As(err, &p) {
				t.Errorf("%s: %v", m.Name, err)
			}
			for _, r := range results[:len(results)-1] {
				if r.Kind() == reflect.Bool && r.Bool() {
					t.Errorf("%s found something", m.Name)
				}
			}
		}
	})
}

// arguments are values a method of Tx would work with, had it a connection.
func arguments(t *testing.T, w world, method reflect.Type) []reflect.Value {
	t.Helper()
	hand := w.hand(9, 1, 1, 1, -1, -1)
	known := map[reflect.Type]any{}
	for _, v := range []any{
		w.org, &w.org, w.org.ID, w.account, &w.account, w.account.ID, w.t.ID, &w.t, w.players[0].ID, &w.players[0], w.entries[0].ID,
		&w.entries[0], w.round.ID, &w.round, w.table.ID, &w.table, w.seats, &hand, &tournament.TotalsRevision{Table: w.table.ID, Revision: 9},
		[]tournament.SheetPoints{{Entry: w.entries[0].ID, Position: 1}}, &tournament.Penalty{Tournament: w.t.ID, Entry: w.entries[0].ID},
		&tournament.Published{Tournament: w.t.ID, Kind: "standings", Content: []byte("{}")}, &tournament.JournalEntry{Action: "a.b"},
		&tournament.Draw{Tournament: w.t.ID, Round: 1, Input: []byte("{}"), Hash: "x"}, tournament.DrawID(1),
		tournament.Membership{Account: w.account.ID, Organisation: w.org.ID, Role: tournament.Helper}, tournament.TableKey{Table: w.table.ID, Hash: "x"},
		tournament.RevisionID(1), tournament.PenaltyID(1), tournament.PublishedID(1), "op-full", 1, int64(1), storetest.Time,
		&tournament.Print{Tournament: w.t.ID, Kind: "standings"}, tournament.Print{Tournament: w.t.ID}, tournament.TableDevice{Table: w.table.ID, Device: "d"},
		&tournament.Vacancy{Table: w.table.ID, Position: 1, FromHand: 9},
	} {
		known[reflect.TypeOf(v)] = v
	}
	var values []reflect.Value
	for i := 1; i < method.NumIn(); i++ {
		v, ok := known[method.In(i)]
		if !ok {
			t.Fatalf("no argument of type %v", method.In(i))
		}
		values = append(values, reflect.ValueOf(v))
	}
	return values
}

// What cannot be read back is our fault, and the error names the row.
func TestDamagedRows(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := full(t, s)
		tests := []struct {
			name   string
			damage string
			read   func(*store.Tx) error
		}{
			{"rules", "UPDATE tournaments SET rules = '{'", func(tx *store.Tx) error { _, err := tx.Tournament(w.t.ID); return err }},
			{"ranking", "UPDATE tournaments SET rules = '\"ddv\"', ranking = '{'", func(tx *store.Tx) error { _, err := tx.Tournaments(); return err }},
			{"apart", "UPDATE entries SET apart = '{'", func(tx *store.Tx) error { _, err := tx.Entries(w.t.ID); return err }},
			{
				"record", "INSERT INTO hand_revisions (table_id, number, revision, void, record, winner, actor, made_at, reason) SELECT table_id, 7, 1, void, '{', '', '', 0, '' FROM hand_revisions WHERE id = 1",
				func(tx *store.Tx) error { _, err := tx.Hands(w.table.ID); return err },
			},
			{
				"credits", "INSERT INTO penalty_revisions (penalty_id, revision, void, entry_id, round_number, hand_number, points, others, credits, reason, actor, made_at) SELECT penalty_id, 2, void, entry_id, 0, 0, 0, 0, '{', '', '', 0 FROM penalty_revisions WHERE id = 1",
				func(tx *store.Tx) error { _, err := tx.Penalties(w.t.ID); return err },
			},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				must(t, s, func(tx *store.Tx) error { return tx.Exec(tt.damage) })
				err := s.View(t.Context(), tt.read)
				var p *tournament.Problem
				if err == nil || errors.As(err, &p) {
					t.Errorf("got %v", err)
				}
			})
		}
	})
}

// narrow is a disk with so many bytes left.
type narrow struct{ left int }

func (n *narrow) Write(p []byte) (int, error) {
	if n.left -= len(p); n.left < 0 {
		return 0, io.ErrShortWrite
	}
	return len(p), nil
}

func TestBackup_DiskFull(t *testing.T) {
	s := storetest.OpenSQLite(t)
	full(t, s)
	size := len(backup(t, s))
	for left := 0; left < size; left += 97 {
		if err := s.Backup(t.Context(), &narrow{left: left}); !errors.Is(err, io.ErrShortWrite) {
			t.Fatalf("after %d of %d bytes: %v", left, size, err)
		}
	}
}

func TestBackup_ContextEnds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		full(t, s)
		archive := backup(t, s)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var p *tournament.Problem
		if err := s.Backup(ctx, io.Discard); err == nil || errors.As(err, &p) {
			t.Errorf("backup: %v", err)
		}
		err := s.Restore(ctx, bytes.NewReader(archive), int64(len(archive)))
		if err == nil || errors.As(err, &p) {
			t.Errorf("restore: %v", err)
		}
	})
}
