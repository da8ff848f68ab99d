package store_test

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func TestOpen_SQLitePaths(t *testing.T) {
	for _, name := range []string{"doko.db", "mit Leerzeichen.db", "Größe.db", "100%25.db", "a?b=c.db", "#1&2.db"} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			s := storetest.Open(t, path)
			if _, _, err := s.Migrate(t.Context()); err != nil {
				t.Fatal(err)
			}
			seed(t, s)
			for _, file := range []string{path, path + "-wal"} {
				info, err := os.Stat(file)
				if err != nil {
					t.Fatal(err)
				}
				if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
					t.Errorf("%s has rights %v", file, info.Mode())
				}
			}
			if err := s.Ping(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestOpen_FileAddress(t *testing.T) {
	path := storetest.SQLiteFile(t)
	s := storetest.Open(t, "file:"+path+"?mode=rw")
	seed(t, s)
	wantEqual(t, s.Kind(), store.SQLite)
}

func TestOpen_Refused(t *testing.T) {
	tests := []struct{ name, address string }{
		{"in memory", ":memory:"},
		{"in memory by name", "file:x?mode=memory&cache=shared"},
		{"nothing", ""},
		{"folder that is not there", filepath.Join(t.TempDir(), "no", "such", "doko.db")},
		{"server that is not there", "postgres://doko:geheim@127.0.0.1:1/doko?connect_timeout=2"},
		{"not an address", "postgres://doko:geheim@127.0.0.1:x/doko"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := store.Open(t.Context(), tt.address, store.Options{})
			if err == nil {
				t.Fatalf("opened %s", s.DSN())
			}
			if strings.Contains(err.Error(), "geheim") {
				t.Errorf("the password is in the message: %v", err)
			}
		})
	}
}

func TestDSN_MasksPassword(t *testing.T) {
	address := storetest.PostgresURL(t)
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.UserPassword(u.User.Username(), "geheim")
	s := storetest.Open(t, u.String()+"&password=geheim")
	if strings.Contains(s.DSN(), "geheim") || !strings.Contains(s.DSN(), u.Host) {
		t.Errorf("DSN %s", s.DSN())
	}
	wantEqual(t, s.Kind(), store.Postgres)
}

func TestClose_Twice(t *testing.T) {
	s := storetest.OpenSQLite(t)
	if err := errors.Join(s.Close(), s.Close()); err != nil {
		t.Error(err)
	}
	if err := s.Ping(t.Context()); err == nil {
		t.Error("a closed database answers")
	}
}

// Pragmas reach every connection of a pool (STYLE 7, 10).
func TestSQLite_Pragmas(t *testing.T) {
	s := storetest.OpenSQLite(t)
	wants := []map[string]string{
		{"foreign_keys": "1", "journal_mode": "wal", "synchronous": "2", "busy_timeout": "5000", "query_only": "0"},
		{"foreign_keys": "1", "journal_mode": "wal", "synchronous": "2", "busy_timeout": "5000", "query_only": "1"},
	}
	limits := []int{1, 4}
	for i, pool := range s.Pools() {
		if got := pool.Stats().MaxOpenConnections; got != limits[i] {
			t.Errorf("pool %d: %d connections, want %d", i, got, limits[i])
		}
		for n := range limits[i] {
			c, err := pool.Conn(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			for pragma, want := range wants[i] {
				var got string
				if err := c.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
					t.Errorf("pool %d, connection %d: %s = %s %v, want %s", i, n, pragma, got, err, want)
				}
			}
		}
	}
}

// Why the writer begins immediately: a transaction that has read cannot write any more once somebody else has written, and
// the busy timeout does not help (STYLE 7, 11).
func TestSQLite_DeferredFailsAtOnce(t *testing.T) {
	path := storetest.SQLiteFile(t)
	readThenWrite := func(lock string) error {
		var tx [2]*sql.Tx
		for i := range tx {
			db, err := sql.Open("sqlite", strings.Replace(store.SQLiteDSN("file:"+path, lock), "(5000)", "(50)", 1))
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if tx[i], err = db.Begin(); err != nil {
				return err
			}
			defer tx[i].Rollback()
			var n int
			if err := tx[i].QueryRow("SELECT count(*) FROM setup_token").Scan(&n); err != nil {
				return err
			}
		}
		if _, err := tx[0].Exec("INSERT INTO setup_token (id, hash) VALUES (1, 'a') ON CONFLICT DO NOTHING"); err != nil {
			return err
		}
		if err := tx[0].Commit(); err != nil {
			return err
		}
		_, err := tx[1].Exec("DELETE FROM setup_token")
		return err
	}
	var busy *sqlite.Error
	if err := readThenWrite("_txlock=deferred"); !errors.As(err, &busy) || busy.Code() != lib.SQLITE_BUSY_SNAPSHOT {
		t.Errorf("deferred: %v, want SQLITE_BUSY_SNAPSHOT", err)
	}
	// Immediate, the second one waits before it reads, and gives up only after its timeout.
	if err := readThenWrite("_txlock=immediate"); !errors.As(err, &busy) || busy.Code() != lib.SQLITE_BUSY {
		t.Errorf("immediate: %v, want SQLITE_BUSY at the beginning", err)
	}
}

// Two processes on one file wait for each other.
func TestSQLite_TwoProcesses(t *testing.T) {
	path := storetest.SQLiteFile(t)
	first, second := storetest.Open(t, path), storetest.Open(t, path)
	w := seed(t, first)
	began, done := make(chan struct{}), make(chan error, 1)
	go func() {
		<-began
		done <- try(context.WithoutCancel(t.Context()), second, func(tx *store.Tx) error { _, err := tx.Raise(w.t.ID); return err })
	}()
	must(t, first, func(tx *store.Tx) error {
		close(began)
		_, err := tx.Raise(w.t.ID)
		return err
	})
	if err := <-done; err != nil {
		t.Error(err)
	}
	read(t, first, func(tx *store.Tx) error {
		n, err := tx.Changes(w.t.ID)
		wantEqual(t, n, int64(2))
		return err
	})
}

func TestSlowStatements(t *testing.T) {
	var out strings.Builder
	s, err := store.Open(t.Context(), storetest.SQLiteFile(t), store.Options{
		Log: slog.New(slog.NewTextHandler(&out, nil)), SlowThreshold: time.Nanosecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	must(t, s, func(tx *store.Tx) error {
		return tx.CreateOrganisation(&tournament.Organisation{UID: "u", Name: "Geheimbund", Slug: "s"})
	})
	if !strings.Contains(out.String(), "slow statement") || !strings.Contains(out.String(), "INSERT INTO") {
		t.Errorf("log: %s", out.String())
	}
	if strings.Contains(out.String(), "Geheimbund") {
		t.Errorf("a name is in the log: %s", out.String())
	}
}

func TestSnapshotSQLite(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		path := filepath.Join(t.TempDir(), "doko-vor-der-umstellung.db")
		err := s.SnapshotSQLite(t.Context(), path)
		if s.Kind() == store.Postgres {
			wantProblem(t, err, tournament.ErrInvalid, "database_kind")
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		must(t, s, func(tx *store.Tx) error { _, err := tx.Raise(w.t.ID); return err })
		read(t, storetest.Open(t, path), func(tx *store.Tx) error {
			got, err := tx.Tournament(w.t.ID)
			wantEqual(t, got, w.t)
			return err
		})
		if err := s.SnapshotSQLite(t.Context(), path); err == nil {
			t.Error("a snapshot was written over")
		}
	})
}
