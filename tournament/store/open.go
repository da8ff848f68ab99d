package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/libtnb/sqlite"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"

	"doko/tournament"
)

// Kind is a kind of database.
type Kind string

// The kinds of databases.
const (
	SQLite   Kind = "sqlite"
	Postgres Kind = "postgres"
)

// Options are the choices of Open; the zero value is usable.
type Options struct {
	Clock         func() time.Time // default time.Now
	Log           *slog.Logger     // default: nothing is logged
	SlowThreshold time.Duration    // statements that take longer are logged as warnings; default 200 ms
	Program       string           // program version, noted in backups
}

// Store is an open database. On SQLite it holds two handles on one file: one connection that writes, some that only read,
// so that readers never wait for the writer.
type Store struct {
	kind    Kind
	url     string // of a Postgres server, or the DSN of a SQLite file without the pragmas
	program string
	clock   func() time.Time
	read    *gorm.DB
	write   *gorm.DB
	pools   []*sql.DB
	count   *atomic.Int64
}

// Open opens "doko.db", "file:…" or "postgres://…". It does not migrate: see Migrate.
func Open(ctx context.Context, address string, o Options) (*Store, error) {
	s := &Store{kind: SQLite, url: address, program: o.Program, clock: o.Clock, count: new(atomic.Int64)}
	if s.clock == nil {
		s.clock = time.Now
	}
	if strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://") {
		s.kind = Postgres
	}
	log := newStatementLog(o.Log, o.SlowThreshold, s.count)
	var err error
	if s.kind == Postgres {
		err = s.openPostgres(ctx, log)
	} else {
		err = s.openSQLite(ctx, log)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open database %s: %w", s.DSN(), err), s.Close())
	}
	return s, nil
}

func config(log *statementLog) *gorm.Config {
	return &gorm.Config{TranslateError: true, SkipDefaultTransaction: true, Logger: log, DisableAutomaticPing: true}
}

func (s *Store) openPostgres(ctx context.Context, log *statementLog) error {
	db, err := gorm.Open(postgres.Open(s.url), config(log))
	if err != nil {
		return err
	}
	pool, err := s.adopt(db, 20)
	if err != nil {
		return err
	}
	s.read, s.write = db, db
	return pool.PingContext(ctx)
}

func (s *Store) openSQLite(ctx context.Context, log *statementLog) error {
	address := s.url
	file, err := sqliteFile(address)
	if err != nil {
		return err
	}
	s.url = file
	if err := private(address, os.O_CREATE); err != nil {
		return err
	}
	// The writer comes first: it makes the file and puts it into WAL mode, which a reader must not do.
	s.write, err = gorm.Open(sqlite.Open(sqliteDSN(file, "_txlock=immediate")), config(log))
	if err != nil {
		return err
	}
	pool, err := s.adopt(s.write, 1)
	if err != nil {
		return err
	}
	if err := pool.PingContext(ctx); err != nil {
		return err
	}
	s.read, err = gorm.Open(sqlite.Open(sqliteDSN(file, "_pragma=query_only(1)", "_txlock=deferred")), config(log))
	if err != nil {
		return err
	}
	_, err = s.adopt(s.read, 4)
	return err
}

// private makes an empty file that only its owner may read: it will hold names and password hashes, and SQLite would make
// it readable for all. A file that is there keeps its rights.
func private(path string, flags int) error {
	if strings.HasPrefix(path, "file:") {
		return nil
	}
	f, err := os.OpenFile(path, os.O_RDWR|flags, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// adopt bounds the pool of a handle and remembers to close it.
func (s *Store) adopt(db *gorm.DB, connections int) (*sql.DB, error) {
	pool, err := db.DB()
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	s.pools = append(s.pools, pool)
	return pool, nil
}

// sqliteFile turns a path or a file: address into a file: address with an escaped path.
func sqliteFile(address string) (string, error) {
	if strings.Contains(address, ":memory:") || strings.Contains(address, "mode=memory") {
		return "", errors.New("a database in memory has no second connection; name a file")
	}
	if strings.HasPrefix(address, "file:") {
		return address, nil
	}
	if address == "" {
		return "", errors.New("no file named")
	}
	path := filepath.ToSlash(address)
	if filepath.VolumeName(address) != "" {
		path = "/" + path
	}
	return "file:" + (&url.URL{Path: path}).EscapedPath(), nil
}

// sqliteDSN adds what each connection needs. Pragmas stand in the DSN because a PRAGMA statement reaches one connection of
// the pool only. The busy timeout comes first, since setting WAL mode may have to wait for another process.
func sqliteDSN(file string, more ...string) string {
	separator := "?"
	if strings.Contains(file, "?") {
		separator = "&"
	}
	params := append([]string{
		"_pragma=busy_timeout(5000)", "_pragma=journal_mode(WAL)", "_pragma=foreign_keys(1)", "_pragma=synchronous(FULL)",
	}, more...)
	return file + separator + strings.Join(params, "&")
}

// Close closes all connections. It may be called twice.
func (s *Store) Close() error {
	var errs []error
	for _, p := range s.pools {
		errs = append(errs, p.Close())
	}
	return errors.Join(errs...)
}

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	for _, p := range s.pools {
		if err := p.PingContext(ctx); err != nil {
			return fmt.Errorf("ping database: %w", err)
		}
	}
	return nil
}

// Kind is the kind of the open database.
func (s *Store) Kind() Kind { return s.kind }

// DSN is the address of the database with its password masked.
func (s *Store) DSN() string {
	if s.kind == SQLite {
		return s.url
	}
	u, err := url.Parse(s.url)
	if err != nil {
		return "postgres://…"
	}
	q := u.Query()
	if q.Has("password") {
		q.Set("password", "xxxxx")
		u.RawQuery = q.Encode()
	}
	return u.Redacted()
}

// Statements counts the SQL statements run since Open: a measure for tests and metrics.
func (s *Store) Statements() int64 { return s.count.Load() }

func (s *Store) now() time.Time { return s.clock().UTC().Truncate(time.Microsecond) }

// wrongKind is the problem of asking one kind of database for what only the other can do.
func wrongKind(k Kind) error {
	return tournament.Wrong(tournament.ErrInvalid, "database_kind", map[string]any{"Kind": string(k)})
}
