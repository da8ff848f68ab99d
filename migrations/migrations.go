// Package migrations is the database schema, step by step, for both databases.
package migrations

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed sqlite/*.sql postgres/*.sql
var files embed.FS

// Dialect names a folder of migrations.
type Dialect string

// The dialects. Both have the same steps under the same numbers.
const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// Files are the steps of a dialect: 00001_start.sql, …
func Files(d Dialect) (fs.FS, error) { return fs.Sub(files, string(d)) }

// Versions tells, in this order, which step the database has reached (0 = empty) and which one this program wants.
func Versions(ctx context.Context, d Dialect, db *sql.DB) (int64, int64, error) {
	p, err := provider(d, db)
	if err != nil {
		return 0, 0, err
	}
	current, wanted, err := p.GetVersions(ctx)
	if err != nil {
		return 0, 0, fmt.Errorf("schema version: %w", err)
	}
	return current, wanted, nil
}

// Up takes the steps that are missing. On Postgres a second process waits until the first is done.
func Up(ctx context.Context, d Dialect, db *sql.DB) error {
	p, err := provider(d, db)
	if err != nil {
		return err
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

func provider(d Dialect, db *sql.DB) (*goose.Provider, error) {
	steps, err := Files(d)
	if err != nil {
		return nil, err
	}
	dialect := goose.DialectSQLite3
	options := []goose.ProviderOption{goose.WithDisableGlobalRegistry(true)}
	if d == Postgres {
		dialect = goose.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return nil, fmt.Errorf("migration lock: %w", err)
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	p, err := goose.NewProvider(dialect, db, steps, options...)
	if err != nil {
		return nil, fmt.Errorf("migrations: %w", err)
	}
	return p, nil
}
