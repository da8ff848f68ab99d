// Package storetest hands real, migrated databases to tests.
package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx" makes and drops the test databases

	"doko/tournament/store"
)

// Time is what the clock of every test database says.
var Time = time.Date(2026, 3, 13, 18, 0, 0, 0, time.UTC)

// Each runs a test on an empty migrated SQLite database, and on a Postgres one if DOKO_TEST_POSTGRES names a server.
func Each(t *testing.T, test func(t *testing.T, s *store.Store)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, OpenSQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, OpenPostgres(t)) })
}

// Count tells how many SQL statements f runs.
func Count(t testing.TB, s *store.Store, f func()) int {
	t.Helper()
	before := s.Statements()
	f()
	return int(s.Statements() - before)
}

// Open opens the database at an address, closed at the end of the test. It does not migrate.
func Open(t testing.TB, address string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), address, store.Options{Clock: func() time.Time { return Time }, Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// OpenSQLite opens an empty migrated SQLite database of its own.
func OpenSQLite(t testing.TB) *store.Store {
	t.Helper()
	return Open(t, SQLiteFile(t))
}

// OpenPostgres opens an empty migrated Postgres database of its own. Without DOKO_TEST_POSTGRES the test is skipped, and
// fails where CI=true.
func OpenPostgres(t testing.TB) *store.Store {
	t.Helper()
	return Open(t, PostgresURL(t))
}

// migrated is the SQLite file that test databases are copies of; migrating each would cost more than copying.
var migrated = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "doko-storetest")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "start.db")
	if err := migrate(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

func migrate(address string) error {
	ctx := context.Background()
	s, err := store.Open(ctx, address, store.Options{})
	if err != nil {
		return err
	}
	if _, _, err := s.Migrate(ctx); err != nil {
		return err
	}
	return s.Close()
}

// SQLiteFile makes an empty migrated SQLite file for this test and returns its path.
func SQLiteFile(t testing.TB) string {
	t.Helper()
	raw, err := migrated()
	if err != nil {
		t.Fatalf("migrate the first SQLite file: %v", err)
	}
	path := filepath.Join(t.TempDir(), "doko.db")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// server is the address of the Postgres server for tests.
func server(t testing.TB) string {
	t.Helper()
	address := os.Getenv("DOKO_TEST_POSTGRES")
	if address == "" && os.Getenv("CI") == "true" {
		t.Fatal("DOKO_TEST_POSTGRES is not set")
	}
	if address == "" {
		t.Skip("DOKO_TEST_POSTGRES is not set")
	}
	return address
}

// template is the migrated Postgres database that test databases are copies of, one a test program.
var template = sync.OnceValues(func() (string, error) {
	name := "doko_template_" + strings.ToLower(rand.Text()[:12])
	address, err := create(name, "template0")
	if err != nil {
		return "", err
	}
	return name, migrate(address)
})

// PostgresURL makes an empty migrated Postgres database for this test, dropped at its end, and returns its address.
func PostgresURL(t testing.TB) string {
	t.Helper()
	server(t)
	from, err := template()
	if err != nil {
		t.Fatalf("migrate the first Postgres database: %v", err)
	}
	return copyOf(t, from)
}

// EmptyPostgresURL is PostgresURL without the schema.
func EmptyPostgresURL(t testing.TB) string {
	t.Helper()
	server(t)
	return copyOf(t, "template0")
}

func copyOf(t testing.TB, from string) string {
	t.Helper()
	name := "doko_test_" + strings.ToLower(rand.Text()[:12])
	address, err := create(name, from)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := administer("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return address
}

// create makes a database and returns its address.
func create(name, from string) (string, error) {
	if err := administer(fmt.Sprintf("CREATE DATABASE %s TEMPLATE %s", name, from)); err != nil {
		return "", err
	}
	u, err := url.Parse(os.Getenv("DOKO_TEST_POSTGRES"))
	if err != nil {
		return "", err
	}
	u.Path = "/" + name
	return u.String(), nil
}

func administer(statement string) error {
	db, err := sql.Open("pgx", os.Getenv("DOKO_TEST_POSTGRES"))
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec(statement)
	return err
}
