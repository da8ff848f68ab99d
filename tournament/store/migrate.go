package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"

	"github.com/libtnb/sqlite"
	"gorm.io/gorm"

	"doko/migrations"
	"doko/tournament"
)

// SchemaState tells, in this order, which schema the database has (0 = empty) and which one this program wants. A newer one than the
// program's is ErrPhase (schema_newer) with both.
func (s *Store) SchemaState(ctx context.Context) (int64, int64, error) {
	current, wanted, err := migrations.Versions(ctx, migrations.Dialect(s.kind), s.writer())
	if err != nil {
		return 0, 0, err
	}
	if current > wanted {
		return current, wanted, newer("schema_newer", current, wanted)
	}
	return current, wanted, nil
}

// Migrate brings the database to the program's schema and returns the versions before and after. Errors as SchemaState;
// nothing is changed then.
func (s *Store) Migrate(ctx context.Context) (int64, int64, error) {
	from, to, err := s.SchemaState(ctx)
	if err != nil || from == to {
		return from, to, err
	}
	return from, to, migrations.Up(ctx, migrations.Dialect(s.kind), s.writer())
}

// newer is the problem of data made by a newer program.
func newer(code string, found, known int64) error {
	return tournament.Wrong(tournament.ErrPhase, code, map[string]any{"Found": found, "Known": known})
}

// writer is the pool of the writing handle, which is opened first.
func (s *Store) writer() *sql.DB { return s.pools[0] }

// SnapshotSQLite copies the database to a new file while it is in use; a file that is there stays as it is. ErrInvalid (database_kind) on Postgres.
func (s *Store) SnapshotSQLite(ctx context.Context, path string) error {
	if s.kind != SQLite {
		return wrongKind(s.kind)
	}
	if err := private(path, os.O_CREATE|os.O_EXCL); err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	// A third handle: VACUUM INTO fails on a query_only one, and on the writer it would make the commands wait.
	db, err := gorm.Open(sqlite.Open(sqliteDSN(s.url, "_txlock=deferred")), config(newStatementLog(nil, 0, s.count)))
	if err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	pool, err := db.DB()
	if err != nil {
		return fmt.Errorf("snapshot: %w", err)
	}
	defer pool.Close()
	if err := db.WithContext(ctx).Exec("VACUUM INTO ?", path).Error; err != nil {
		return fmt.Errorf("snapshot to %s: %w", path, err)
	}
	return nil
}
