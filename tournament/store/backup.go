package store

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"time"

	"doko/tournament"
)

// Backup writes everything as a neutral archive of one moment, which Restore reads into either kind of database. Writers
// go on meanwhile; memory does not grow with the data. Sessions and the set-up token are left out. ErrPhase: schema_newer,
// schema_older.
func (s *Store) Backup(ctx context.Context, w io.Writer) error {
	version, err := s.currentSchema(ctx)
	if err != nil {
		return err
	}
	return s.View(ctx, func(tx *Tx) error {
		m := manifest{Format: archiveFormat, Schema: version, Program: s.program, MadeAt: tx.Now.Format(time.RFC3339)}
		var tables []columns
		for _, a := range archivedTables() {
			c, err := columnsOf(a)
			if err != nil {
				return err
			}
			tables = append(tables, c)
			entry := manifestTable{Name: c.table}
			if err := tx.db.Table(c.table).Count(&entry.Rows).Error; err != nil {
				return fmt.Errorf("count %s: %w", c.table, err)
			}
			if c.hasIDs() {
				if entry.LastID, err = s.lastID(tx.db, c.table); err != nil {
					return err
				}
			}
			m.Tables = append(m.Tables, entry)
		}
		return writeArchive(ctx, tx, w, m, tables)
	})
}

// currentSchema is the schema of the database, which must be the program's.
func (s *Store) currentSchema(ctx context.Context) (int64, error) {
	current, wanted, err := s.SchemaState(ctx)
	if err != nil {
		return 0, err
	}
	if current < wanted {
		return 0, tournament.Wrong(tournament.ErrPhase, "schema_older", map[string]any{"Current": current, "Wanted": wanted})
	}
	return current, nil
}

func writeArchive(ctx context.Context, tx *Tx, w io.Writer, m manifest, tables []columns) error {
	z := zip.NewWriter(w)
	file := func(name string) (io.Writer, error) {
		return z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: tx.Now})
	}
	f, err := file(manifestName)
	if err != nil {
		return fmt.Errorf("write backup: %w", err)
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("write backup: %w", err)
	}
	if _, err := f.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("write backup: %w", err)
	}
	for _, c := range tables {
		f, err := file(c.table + ".ndjson")
		if err != nil {
			return fmt.Errorf("write backup: %w", err)
		}
		if err := writeTable(ctx, tx, f, c); err != nil {
			return fmt.Errorf("write backup of %s: %w", c.table, err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("write backup: %w", err)
	}
	return nil
}

func writeTable(ctx context.Context, tx *Tx, w io.Writer, c columns) error {
	rows, err := tx.db.Table(c.table).Select(c.names()).Order(c.order).Rows()
	if err != nil {
		return err
	}
	defer rows.Close()
	buffered := bufio.NewWriter(w)
	for rows.Next() {
		row := reflect.New(c.row)
		if err := tx.db.ScanRows(rows, row.Interface()); err != nil {
			return err
		}
		line, err := c.object(ctx, row.Elem())
		if err != nil {
			return err
		}
		if _, err := buffered.Write(line); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	return buffered.Flush()
}
