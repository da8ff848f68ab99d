package store_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// empty runs a test on databases without a schema.
func empty(t *testing.T, test func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "doko.db")) })
	t.Run("postgres", func(t *testing.T) { test(t, storetest.EmptyPostgresURL(t)) })
}

func TestMigrate(t *testing.T) {
	empty(t, func(t *testing.T, address string) {
		s := storetest.Open(t, address)
		state := func(want int64) int64 {
			t.Helper()
			current, wanted, err := s.SchemaState(t.Context())
			if err != nil || current != want || wanted < 1 {
				t.Fatalf("schema %d of %d, %v; want %d", current, wanted, err, want)
			}
			return wanted
		}
		wanted := state(0)
		from, to, err := s.Migrate(t.Context())
		if err != nil || from != 0 || to != wanted {
			t.Fatalf("from %d to %d, %v", from, to, err)
		}
		w := seed(t, s)
		from, to, err = s.Migrate(t.Context())
		if err != nil || from != wanted || to != wanted {
			t.Fatalf("again: from %d to %d, %v", from, to, err)
		}
		state(wanted)
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Tournament(w.t.ID)
			wantEqual(t, got, w.t)
			return err
		})
	})
}

func TestMigrate_TwoAtOnce(t *testing.T) {
	empty(t, func(t *testing.T, address string) {
		first := storetest.Open(t, address)
		stores := []*store.Store{first, storetest.Open(t, address)}
		if first.Kind() == store.SQLite {
			stores = stores[:1] // one process owns the file
		}
		var all sync.WaitGroup
		for _, s := range stores {
			all.Go(func() {
				if _, _, err := s.Migrate(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		seed(t, first)
	})
}

func TestMigrate_NewerSchema(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		_, wanted, err := s.SchemaState(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		must(t, s, func(tx *store.Tx) error {
			return tx.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (99, ?)", true)
		})
		check := func(err error) {
			t.Helper()
			wantProblem(t, err, tournament.ErrPhase, "schema_newer")
			var p *tournament.Problem
			errors.As(err, &p)
			wantEqual(t, p.Args, map[string]any{"Found": int64(99), "Known": wanted})
		}
		_, _, err = s.Migrate(t.Context())
		check(err)
		_, _, err = s.SchemaState(t.Context())
		check(err)
		check(s.Backup(t.Context(), &strings.Builder{}))
	})
}

// column is a column as both databases tell it.
type column struct {
	Name     string
	Number   bool // else text or bytes
	Required bool
}

func columnsOf(t *testing.T, s *store.Store, table string) []column {
	t.Helper()
	query := `SELECT name, type IN ('INTEGER') AS number, "notnull" OR pk > 0 AS required FROM pragma_table_info(?) ORDER BY cid`
	if s.Kind() == store.Postgres {
		query = `SELECT column_name AS name, data_type IN ('bigint', 'boolean') AS number, is_nullable = 'NO' AS required
			FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ? ORDER BY ordinal_position`
	}
	var columns []column
	read(t, s, func(tx *store.Tx) error { return tx.Query(&columns, query, table) })
	return columns
}

func tablesOf(t *testing.T, s *store.Store) []string {
	t.Helper()
	query := "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
	if s.Kind() == store.Postgres {
		query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
	}
	var names []string
	read(t, s, func(tx *store.Tx) error { return tx.Query(&names, query) })
	slices.Sort(names)
	return slices.DeleteFunc(names, func(n string) bool { return n == "goose_db_version" })
}

func TestSchema_SameInBoth(t *testing.T) {
	lite, server := storetest.OpenSQLite(t), storetest.OpenPostgres(t)
	tables := tablesOf(t, lite)
	wantEqual(t, tablesOf(t, server), tables)
	if len(tables) < 20 {
		t.Fatalf("only tables %v", tables)
	}
	for _, table := range append(tables, "current_hands") {
		a, b := columnsOf(t, lite, table), columnsOf(t, server, table)
		if table == "current_hands" { // a view tells no NOT NULL
			for i := range a {
				a[i].Required, b[i].Required = false, false
			}
		}
		if len(a) == 0 {
			t.Errorf("%s has no columns", table)
		}
		wantEqual(t, b, a)
	}
}

// Every row struct has exactly the columns of its table, so a new column cannot be forgotten in either.
func TestSchema_RowStructs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		structs, err := store.Columns()
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range tablesOf(t, s) {
			names, known := structs[table]
			if !known {
				t.Errorf("no row struct for table %s", table)
			}
			var want []string
			for _, c := range columnsOf(t, s, table) {
				want = append(want, c.Name)
			}
			slices.Sort(names)
			slices.Sort(want)
			wantEqual(t, names, want)
		}
	})
}
