package store_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func TestUpdate_SameKeyRunsOnce(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		op := store.Op{Key: "op-1", Action: "player.add", Content: []byte(`{"name":"Finn"}`)}
		var runs, repeated atomic.Int64
		subjects := make([]int64, 5)
		var all sync.WaitGroup
		for i := range subjects {
			all.Go(func() {
				done, err := s.Update(t.Context(), op, func(tx *store.Tx) (int64, error) {
					runs.Add(1)
					p := tournament.Player{UID: fmt.Sprint("finn", i), Organisation: w.org.ID, Name: "Finn"}
					err := tx.CreatePlayer(&p)
					return int64(p.ID), err
				})
				if err != nil {
					t.Error(err)
				}
				if done.Repeated {
					repeated.Add(1)
				}
				subjects[i] = done.Subject
			})
		}
		all.Wait()
		if runs.Load() != 1 || repeated.Load() != 4 {
			t.Errorf("ran %d times, repeated %d times", runs.Load(), repeated.Load())
		}
		for _, got := range subjects {
			if got == 0 || got != subjects[0] {
				t.Errorf("subjects %v differ", subjects)
			}
		}
		read(t, s, func(tx *store.Tx) error {
			players, err := tx.PlayersOf(w.org.ID)
			wantEqual(t, len(players), len(w.players)+1)
			return err
		})
	})
}

func TestUpdate_KeyReused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		op := store.Op{Key: "op-1", Action: "hand.enter", Content: []byte("a")}
		run := func(op store.Op) error {
			_, err := s.Update(t.Context(), op, func(*store.Tx) (int64, error) { return 7, nil })
			return err
		}
		if err := run(op); err != nil {
			t.Fatal(err)
		}
		other := op
		other.Content = []byte("b")
		wantProblem(t, run(other), tournament.ErrConflict, "op_reused")
		other = op
		other.Action = "hand.correct"
		wantProblem(t, run(other), tournament.ErrConflict, "op_reused")
		done, err := s.Update(t.Context(), op, func(*store.Tx) (int64, error) { return 8, nil })
		wantEqual(t, done, store.Done{Subject: 7, Repeated: true})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestUpdate_FailureLeavesNothing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		h := w.hand(1, 1, 3, 3, -3, -3)
		op := store.Op{Key: "op-1", Action: "hand.enter", Content: []byte("a")}
		enter := func(then func(*store.Tx) error) error {
			_, err := s.Update(t.Context(), op, func(tx *store.Tx) (int64, error) {
				if err := tx.AppendHand(&h); err != nil {
					return 0, err
				}
				return int64(h.ID), then(tx)
			})
			return err
		}
		reason := errors.New("no")
		failures := []struct {
			name string
			then func(*store.Tx) error
		}{
			{"closure fails", func(*store.Tx) error { return reason }},
			{"journal fails", func(tx *store.Tx) error {
				return tx.AppendJournal(&tournament.JournalEntry{Action: "hand.enter", Tournament: 999})
			}},
		}
		for _, f := range failures {
			if err := enter(f.then); err == nil {
				t.Fatalf("%s: stored", f.name)
			}
			read(t, s, func(tx *store.Tx) error {
				hands, err := tx.Hands(w.table.ID)
				wantEqual(t, hands, []tournament.HandRevision{})
				return err
			})
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was swallowed")
				}
			}()
			_ = enter(func(*store.Tx) error { panic("a bug") })
		}()
		// The key is free: the same command can be sent again.
		if err := enter(func(*store.Tx) error { return nil }); err != nil {
			t.Fatal(err)
		}
		read(t, s, func(tx *store.Tx) error {
			hands, err := tx.Hands(w.table.ID)
			wantEqual(t, len(hands), 1)
			return err
		})
	})
}

func TestView_CannotWrite(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		err := s.View(t.Context(), func(tx *store.Tx) error {
			return tx.CreateOrganisation(&tournament.Organisation{UID: "x", Name: "x", Slug: "x"})
		})
		if err == nil {
			t.Error("a question stored an organisation")
		}
		err = s.View(t.Context(), func(tx *store.Tx) error { return tx.UpdateTable(&w.table) })
		if err == nil {
			t.Error("a question changed a table")
		}
		err = s.View(t.Context(), func(tx *store.Tx) error { return tx.RemoveMembership(tournament.Membership{Account: w.account.ID}) })
		if err == nil {
			t.Error("a question deleted")
		}
	})
}

func TestView_OnePicture(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		read(t, s, func(tx *store.Tx) error {
			before, err := tx.Changes(w.t.ID)
			if err != nil {
				return err
			}
			must(t, s, func(tx *store.Tx) error { _, err := tx.Raise(w.t.ID); return err })
			after, err := tx.Changes(w.t.ID)
			wantEqual(t, after, before)
			return err
		})
	})
}

// A reader must not wait for a writer (STYLE 7, 13).
func TestView_WhileWriting(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		must(t, s, func(tx *store.Tx) error {
			n, err := tx.Raise(w.t.ID)
			if err != nil {
				return err
			}
			wantEqual(t, n, int64(1))
			return s.View(t.Context(), func(reader *store.Tx) error {
				seen, err := reader.Changes(w.t.ID)
				wantEqual(t, seen, int64(0))
				return err
			})
		})
	})
}

func TestTx_Now(t *testing.T) {
	zone := time.FixedZone("CEST", 2*3600)
	now := time.Date(2026, 7, 1, 20, 0, 0, 123456789, zone)
	s, err := store.Open(t.Context(), storetest.SQLiteFile(t), store.Options{Clock: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	want := time.Date(2026, 7, 1, 18, 0, 0, 123456000, time.UTC)
	read(t, s, func(tx *store.Tx) error { wantEqual(t, tx.Now, want); return nil })
	must(t, s, func(tx *store.Tx) error { wantEqual(t, tx.Now, want); return nil })
}

// Eight list keepers on two server processes send 200 hands of one table while others read: nothing is lost, nothing is
// locked out (STYLE 7, 11 and 12).
func TestUpdate_Parallel(t *testing.T) {
	addresses := map[string]func(testing.TB) string{"sqlite": storetest.SQLiteFile, "postgres": storetest.PostgresURL}
	for name, address := range addresses {
		t.Run(name, func(t *testing.T) {
			a := address(t)
			parallel(t, storetest.Open(t, a), storetest.Open(t, a))
		})
	}
}

func parallel(t *testing.T, stores ...*store.Store) {
	s := stores[0]
	w := seed(t, s)
	const writers, each = 8, 25
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var writing, reading sync.WaitGroup
	for range 2 {
		reading.Go(func() { watch(ctx, t, s, w) })
	}
	for i := range writers {
		writing.Go(func() {
			for n := range each {
				if err := enterNext(t.Context(), stores[i%len(stores)], w, fmt.Sprintf("op-%d-%d", i, n)); err != nil {
					t.Errorf("writer %d, hand %d: %v", i, n, err)
				}
			}
		})
	}
	writing.Wait()
	stop()
	reading.Wait()
	read(t, s, func(tx *store.Tx) error {
		hands, err := tx.CurrentHands(w.table.ID)
		wantEqual(t, len(hands), writers*each)
		for i, h := range hands {
			wantEqual(t, h.Number, i+1)
		}
		changes, errChanges := tx.Changes(w.t.ID)
		wantEqual(t, changes, int64(writers*each))
		table, errTable := tx.Table(w.table.ID)
		wantEqual(t, table.Version, 1+writers*each)
		return firstError(err, errChanges, errTable)
	})
}

// enterNext reads how many hands there are and writes the next, as a command of the desk does.
func enterNext(ctx context.Context, s *store.Store, w world, key string) error {
	// Without a key the first statement reads, which is where a deferred transaction of SQLite would fail.
	_, err := s.Update(ctx, store.Op{Action: "hand.enter"}, func(tx *store.Tx) (int64, error) {
		if _, err := tx.ShareTournament(w.t.ID); err != nil {
			return 0, err
		}
		table, _, err := tx.LockTable(w.table.ID)
		if err != nil {
			return 0, err
		}
		hands, err := tx.Hands(table.ID)
		if err != nil {
			return 0, err
		}
		h := w.hand(len(hands)+1, 1, 1, 1, -1, -1)
		h.Op = key
		err = firstError(
			tx.AppendHand(&h), tx.UpdateTable(&table),
			tx.AppendJournal(&tournament.JournalEntry{Tournament: w.t.ID, Subject: "table", SubjectID: int64(table.ID)}),
		)
		if err != nil {
			return 0, err
		}
		_, err = tx.Raise(w.t.ID)
		return int64(h.ID), err
	})
	return err
}

// watch checks again and again that the counter and the hands belong together.
func watch(ctx context.Context, t *testing.T, s *store.Store, w world) {
	for ctx.Err() == nil {
		err := s.View(ctx, func(tx *store.Tx) error {
			hands, err := tx.Hands(w.table.ID)
			if err != nil {
				return err
			}
			changes, err := tx.Changes(w.t.ID)
			if err == nil && changes != int64(len(hands)) {
				t.Errorf("%d hands at change %d", len(hands), changes)
			}
			return err
		})
		if err != nil && ctx.Err() == nil {
			t.Error(err)
		}
	}
}

// Two desks save the same table: each save succeeds or is told that it is stale, never anything else.
func TestUpdate_SameTable(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		var saved, refused atomic.Int64
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for range 25 {
					var seen tournament.Table
					read(t, s, func(tx *store.Tx) error {
						var err error
						seen, err = tx.Table(w.table.ID)
						return err
					})
					switch err := try(t.Context(), s, func(tx *store.Tx) error { return tx.UpdateTable(&seen) }); {
					case err == nil:
						saved.Add(1)
					case errors.Is(err, tournament.ErrConflict):
						refused.Add(1)
					default:
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
		read(t, s, func(tx *store.Tx) error {
			table, err := tx.Table(w.table.ID)
			wantEqual(t, int64(table.Version), 1+saved.Load())
			wantEqual(t, saved.Load()+refused.Load(), int64(100))
			return err
		})
	})
}

func TestUpdate_RepeatsAfterDeadlock(t *testing.T) {
	s := storetest.Open(t, storetest.PostgresURL(t)+"&deadlock_timeout=50ms")
	w := seed(t, s)
	other := tournament.Table{Round: w.round.ID, Number: 2, Size: 4, Phase: tournament.TableOpen}
	must(t, s, func(tx *store.Tx) error { return tx.CreateTable(&other) })
	orders := [][2]tournament.TableID{{w.table.ID, other.ID}, {other.ID, w.table.ID}}
	var both, all sync.WaitGroup
	both.Add(2)
	var runs atomic.Int64
	for i, order := range orders {
		all.Go(func() {
			var met sync.Once
			_, err := s.Update(t.Context(), store.Op{Key: fmt.Sprint("op", i), Action: "a.b"}, func(tx *store.Tx) (int64, error) {
				runs.Add(1)
				if _, _, err := tx.LockTable(order[0]); err != nil {
					return 0, err
				}
				met.Do(func() { both.Done(); both.Wait() })
				_, _, err := tx.LockTable(order[1])
				return int64(i), err
			})
			if err != nil {
				t.Errorf("order %v: %v", order, err)
			}
		})
	}
	all.Wait()
	if runs.Load() < 3 {
		t.Errorf("the closures ran %d times: there was no deadlock", runs.Load())
	}
}

func TestRepeatable(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want bool
	}{
		{"serialization failure", &pgconn.PgError{Code: "40001"}, true},
		{"deadlock, wrapped", fmt.Errorf("load table: %w", &pgconn.PgError{Code: "40P01"}), true},
		{"cause of a problem", &tournament.Problem{Kind: tournament.ErrConflict, Code: "x", Err: &pgconn.PgError{Code: "40001"}}, true},
		{"duplicate", &pgconn.PgError{Code: "23505"}, false},
		{"another error", errors.New("40001"), false},
		{"none", nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { wantEqual(t, store.Repeatable(tt.err), tt.want) })
	}
}

func TestUpdate_ContextEnds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		err := try(ctx, s, func(*store.Tx) error { t.Error("the closure ran"); return nil })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}

// An Update within an Update has no connection to run on; it ends with its context and harms nothing (STYLE 7, 16).
func TestUpdate_Nested(t *testing.T) {
	s := storetest.OpenSQLite(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	must(t, s, func(*store.Tx) error {
		err := try(ctx, s, func(*store.Tx) error { t.Error("the inner closure ran"); return nil })
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		return nil
	})
	seed(t, s)
}

// A refused revision does not spoil the transaction (STYLE 7, 17).
func TestUpdate_GoesOnAfterConflict(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		must(t, s, func(tx *store.Tx) error {
			first, same, second := w.hand(1, 1, 1, 1, -1, -1), w.hand(1, 1, 2, 2, -2, -2), w.hand(1, 2, 3, 3, -3, -3)
			if err := tx.AppendHand(&first); err != nil {
				return err
			}
			wantProblem(t, tx.AppendHand(&same), tournament.ErrConflict, "conflict")
			return tx.AppendHand(&second)
		})
		read(t, s, func(tx *store.Tx) error {
			hands, err := tx.Hands(w.table.ID)
			wantEqual(t, len(hands), 2)
			return err
		})
	})
}
