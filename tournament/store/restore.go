package store

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"

	"doko/tournament"
)

// batch is how many rows an INSERT of Restore carries: the widest table has 31 columns, SQLite takes 32766 parameters.
const batch = 500

// Restore reads an archive into a migrated database with nothing in it, whole or not at all; an organisation alone, as a
// fresh installation makes it, gives way. ErrPhase: database_not_empty, backup_newer, schema_newer, schema_older.
// ErrInvalid: backup_broken, with the part of the archive at fault.
func (s *Store) Restore(ctx context.Context, r io.ReaderAt, size int64) error {
	version, err := s.currentSchema(ctx)
	if err != nil {
		return err
	}
	z, err := zip.NewReader(r, size)
	if err != nil {
		return broken("zip", err)
	}
	m, err := readManifest(z, version)
	if err != nil {
		return err
	}
	_, err = s.Update(ctx, Op{}, func(tx *Tx) (int64, error) {
		return 0, s.load(tx, z, m)
	})
	return err
}

func broken(part string, err error) error {
	p := tournament.Invalid("backup_broken", "", map[string]any{"Part": part})
	p.Err = err
	return p
}

func readManifest(z *zip.Reader, known int64) (manifest, error) {
	f, err := z.Open(manifestName)
	if err != nil {
		return manifest{}, broken(manifestName, err)
	}
	defer f.Close()
	var m manifest
	if err := json.NewDecoder(f).Decode(&m); err != nil {
		return manifest{}, broken(manifestName, err)
	}
	if m.Schema > known {
		return manifest{}, newer("backup_newer", m.Schema, known)
	}
	if m.Format != archiveFormat || m.Schema < 1 {
		return manifest{}, broken(manifestName, fmt.Errorf("format %q, schema %d", m.Format, m.Schema))
	}
	return m, nil
}

func (s *Store) load(tx *Tx, z *zip.Reader, m manifest) error {
	if s.kind == Postgres {
		// Everything else refers to an organisation, so nobody can add to the database meanwhile.
		if err := tx.db.Exec("LOCK TABLE organisations, operations, accounts IN ACCESS EXCLUSIVE MODE").Error; err != nil {
			return fmt.Errorf("restore: %w", err)
		}
	}
	if err := tx.clearFresh(); err != nil {
		return err
	}
	entries := map[string]manifestTable{}
	for _, t := range m.Tables {
		entries[t.Name] = t
	}
	for _, a := range archivedTables() {
		c, err := columnsOf(a)
		if err != nil {
			return err
		}
		entry, ok := entries[c.table]
		if !ok && m.Schema < c.since {
			continue // the archive is older than the table
		}
		if !ok {
			return broken(manifestName, fmt.Errorf("no table %s", c.table))
		}
		delete(entries, c.table)
		if err := loadTable(tx, z, c, m.Schema, entry.Rows); err != nil {
			return err
		}
		if c.hasIDs() {
			if err := s.setLastID(tx.db, c.table, entry.LastID); err != nil {
				return fmt.Errorf("restore %s: %w", c.table, err)
			}
		}
	}
	for name := range entries {
		return broken(manifestName, fmt.Errorf("unknown table %s", name))
	}
	return nil
}

// contentFault reports whether the database refused a row for what is in it, rather than for want of space or time.
func contentFault(err error) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return strings.HasPrefix(pg.Code, "22") || strings.HasPrefix(pg.Code, "23") // data exception, integrity violation
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		const primary = 0xff // the rest of the code says which constraint
		return lite.Code()&primary == lib.SQLITE_CONSTRAINT || lite.Code()&primary == lib.SQLITE_MISMATCH
	}
	return errors.Is(err, gorm.ErrDuplicatedKey) || errors.Is(err, gorm.ErrForeignKeyViolated) ||
		errors.Is(err, gorm.ErrCheckConstraintViolated)
}

// clearFresh makes sure that nothing is there, and takes away what a fresh installation has.
func (tx *Tx) clearFresh() error {
	for _, a := range archivedTables() {
		if _, fresh := a.row.(*organisationRow); fresh {
			continue
		}
		c, err := columnsOf(a)
		if err != nil {
			return err
		}
		var n int64
		if err := tx.db.Table(c.table).Limit(1).Count(&n).Error; err != nil {
			return fmt.Errorf("count %s: %w", c.table, err)
		}
		if n > 0 {
			return tournament.Wrong(tournament.ErrPhase, "database_not_empty", map[string]any{"Table": c.table})
		}
	}
	for _, row := range []any{&sessionRow{}, &setupRow{}, &organisationRow{}} {
		if err := tx.db.Session(&gorm.Session{AllowGlobalUpdate: true}).Delete(row).Error; err != nil {
			return fmt.Errorf("clear: %w", err)
		}
	}
	return nil
}

func loadTable(tx *Tx, z *zip.Reader, c columns, step, want int64) error {
	name := c.table + ".ndjson"
	f, err := z.Open(name)
	if err != nil {
		return broken(name, err)
	}
	defer f.Close()
	lines := json.NewDecoder(bufio.NewReader(f))
	var read int64
	for {
		rows, err := nextRows(lines, c, step)
		if err != nil {
			return broken(name, fmt.Errorf("after row %d: %w", read, err))
		}
		if len(rows) == 0 {
			break
		}
		read += int64(len(rows))
		err = tx.db.Table(c.table).Create(rows).Error
		if err != nil && contentFault(err) {
			return broken(name, fmt.Errorf("up to row %d: %w", read, err))
		}
		if err != nil {
			return fmt.Errorf("restore %s: %w", c.table, err)
		}
	}
	if read != want {
		return broken(name, fmt.Errorf("%d rows instead of %d", read, want))
	}
	return nil
}

// nextRows reads the rows of one INSERT of an archive of a schema, none at the end.
func nextRows(lines *json.Decoder, c columns, step int64) ([]map[string]any, error) {
	rows := make([]map[string]any, 0, batch)
	for len(rows) < batch {
		var object map[string]json.RawMessage
		err := lines.Decode(&object)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := upgrade(c.table, step, object); err != nil {
			return nil, err
		}
		row, err := c.values(object)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}
