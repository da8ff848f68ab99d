// Package storetest hands real, migrated databases to tests.
package storetest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx" makes and drops the test databases

	"doko/migrations"
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

// needServer skips a test without a Postgres server, or fails it where CI=true.
func needServer(t testing.TB) {
	t.Helper()
	if os.Getenv("DOKO_TEST_POSTGRES") != "" {
		return
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("DOKO_TEST_POSTGRES is not set")
	}
	t.Skip("DOKO_TEST_POSTGRES is not set")
}

// template is the migrated Postgres database that test databases are copies of. It is named after the schema and stays on
// the server, so that the test programs of a run share it and none is left behind for each run.
var template = sync.OnceValues(func() (string, error) {
	name, err := templateName()
	if err != nil {
		return "", err
	}
	return name, withServer(func(ctx context.Context, c *sql.Conn) error {
		// One test program at a time looks and makes; the lock ends with the connection.
		if _, err := c.ExecContext(ctx, "SELECT pg_advisory_lock(hashtext('doko storetest'))"); err != nil {
			return err
		}
		var there bool
		err := c.QueryRowContext(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&there)
		if err != nil || there {
			return err
		}
		making := name + "_making"
		if _, err := c.ExecContext(ctx, "DROP DATABASE IF EXISTS "+making+" WITH (FORCE)"); err != nil {
			return err
		}
		if _, err := c.ExecContext(ctx, "CREATE DATABASE "+making+" TEMPLATE template0"); err != nil {
			return err
		}
		if err := migrate(addressOf(making)); err != nil {
			return err
		}
		_, err = c.ExecContext(ctx, "ALTER DATABASE "+making+" RENAME TO "+name)
		return err
	})
})

func templateName() (string, error) {
	steps, err := migrations.Files(migrations.Postgres)
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	err = fs.WalkDir(steps, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(steps, path)
		hash.Write(text)
		return err
	})
	return fmt.Sprintf("doko_template_%x", hash.Sum(nil)[:8]), err
}

// PostgresURL makes an empty migrated Postgres database for this test, dropped at its end, and returns its address.
func PostgresURL(t testing.TB) string {
	t.Helper()
	needServer(t)
	from, err := template()
	if err != nil {
		t.Fatalf("migrate the first Postgres database: %v", err)
	}
	return copyOf(t, from)
}

// EmptyPostgresURL is PostgresURL without the schema.
func EmptyPostgresURL(t testing.TB) string {
	t.Helper()
	needServer(t)
	return copyOf(t, "template0")
}

func copyOf(t testing.TB, from string) string {
	t.Helper()
	name := "doko_test_" + strings.ToLower(rand.Text()[:12])
	if err := administer("CREATE DATABASE " + name + " TEMPLATE " + from); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := administer("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return addressOf(name)
}

// addressOf is the address of a database on the server for tests.
func addressOf(name string) string {
	u, err := url.Parse(os.Getenv("DOKO_TEST_POSTGRES"))
	if err != nil {
		return ""
	}
	u.Path = "/" + name
	return u.String()
}

func administer(statement string) error {
	return withServer(func(ctx context.Context, c *sql.Conn) error {
		_, err := c.ExecContext(ctx, statement)
		return err
	})
}

func withServer(do func(context.Context, *sql.Conn) error) error {
	ctx := context.Background()
	db, err := sql.Open("pgx", os.Getenv("DOKO_TEST_POSTGRES"))
	if err != nil {
		return err
	}
	defer db.Close()
	c, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	return do(ctx, c)
}
