package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"sync"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// archiveFormat names the neutral archive: a zip of manifest.json and one file of JSON lines a table, a line a row, its
// keys the columns. Ids are kept.
const archiveFormat = "doko-backup/1"

const manifestName = "manifest.json"

// manifest is the first file of an archive.
type manifest struct {
	Format  string          `json:"format"`
	Schema  int64           `json:"schema"`
	Program string          `json:"program"` // version of the program that wrote it
	MadeAt  string          `json:"made_at"` // RFC 3339, UTC
	Tables  []manifestTable `json:"tables"`
}

type manifestTable struct {
	Name   string `json:"name"`
	Rows   int64  `json:"rows"`
	LastID int64  `json:"last_id"` // the last id given away, so that none is given twice; 0 = the table has no ids
}

// archived is a table of the archive.
type archived struct {
	row   any    // pointer to an empty row struct
	order string // primary key
	since int64  // the schema it came with; 0 = the first
}

// archivedTables are the tables of the archive, parents before children. Left out are sessions and the set-up token:
// they belong to the installation, and who was signed in signs in again. So are the devices at the tables, which are of the moment.
func archivedTables() []archived {
	return []archived{
		{row: &organisationRow{}, order: "id"}, {row: &accountRow{}, order: "id"}, {row: &playerRow{}, order: "id"},
		{row: &tournamentRow{}, order: "id"}, {row: &changesRow{}, order: "tournament_id"}, {row: &membershipRow{}, order: "id"},
		{row: &tokenRow{}, order: "id"}, {row: &entryRow{}, order: "id"}, {row: &drawRow{}, order: "id"}, {row: &roundRow{}, order: "id"},
		{row: &tableRow{}, order: "id"}, {row: &seatRow{}, order: "table_id, position, from_hand"},
		{row: &vacancyRow{}, order: "table_id, position", since: 2}, {row: &tableKeyRow{}, order: "id"}, {row: &handRow{}, order: "id"},
		{row: &totalsRow{}, order: "id"}, {row: &sheetPointsRow{}, order: "table_id, entry_id"}, {row: &penaltyRow{}, order: "id"},
		{row: &penaltyRevisionRow{}, order: "id"}, {row: &publishedRow{}, order: "id"}, {row: &printRow{}, order: "id", since: 2},
		{row: &journalRow{}, order: "id"}, {row: &operationRow{}, order: "key"},
	}
}

// columns are the columns of a row struct, as GORM maps them.
type columns struct {
	table  string
	order  string
	since  int64
	row    reflect.Type
	fields []*schema.Field
}

func columnsOf(a archived) (columns, error) {
	parsed, err := schema.Parse(a.row, &sync.Map{}, schema.NamingStrategy{IdentifierMaxLength: 63})
	if err != nil {
		return columns{}, fmt.Errorf("row %T: %w", a.row, err)
	}
	c := columns{table: parsed.Table, order: a.order, since: a.since, row: reflect.TypeOf(a.row).Elem()}
	for _, f := range parsed.Fields {
		if f.DBName != "" {
			c.fields = append(c.fields, f)
		}
	}
	return c, nil
}

// names are the columns in order, for a SELECT.
func (c columns) names() []string {
	names := make([]string, len(c.fields))
	for i, f := range c.fields {
		names[i] = f.DBName
	}
	return names
}

// hasIDs reports whether the table gives ids to its rows.
func (c columns) hasIDs() bool { return c.order == "id" }

// object writes a row as a JSON object, keys in the order of the struct.
func (c columns) object(ctx context.Context, row reflect.Value) ([]byte, error) {
	line := []byte{'{'}
	for i, f := range c.fields {
		value, _ := f.ValueOf(ctx, row)
		text, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", f.DBName, err)
		}
		if i > 0 {
			line = append(line, ',')
		}
		line = append(line, '"')
		line = append(line, f.DBName...)
		line = append(line, '"', ':')
		line = append(line, text...)
	}
	return append(line, '}', '\n'), nil
}

// values reads what object wrote. Every column must be there, and no other.
func (c columns) values(object map[string]json.RawMessage) (map[string]any, error) {
	if len(object) != len(c.fields) {
		return nil, fmt.Errorf("%d columns instead of %d", len(object), len(c.fields))
	}
	values := make(map[string]any, len(c.fields))
	for _, f := range c.fields {
		text, ok := object[f.DBName]
		if !ok {
			return nil, fmt.Errorf("no column %s", f.DBName)
		}
		value := reflect.New(f.FieldType)
		if err := json.Unmarshal(text, value.Interface()); err != nil {
			return nil, fmt.Errorf("column %s: %w", f.DBName, err)
		}
		values[f.DBName] = value.Elem().Interface()
	}
	return values, nil
}

// lastID is the last id a table has given away; both databases keep it beyond the deletion of the row.
func (s *Store) lastID(db *gorm.DB, table string) (int64, error) {
	var ids []int64
	query := "SELECT seq FROM sqlite_sequence WHERE name = ?"
	if s.kind == Postgres {
		query = "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence(?, 'id')::regclass), 0)"
	}
	if err := db.Raw(query, table).Scan(&ids).Error; err != nil {
		return 0, fmt.Errorf("last id of %s: %w", table, err)
	}
	if len(ids) == 0 {
		return 0, nil
	}
	return ids[0], nil
}

// setLastID lets a table go on after the given id.
func (s *Store) setLastID(db *gorm.DB, table string, id int64) error {
	if id == 0 {
		return nil
	}
	if s.kind == Postgres {
		return db.Exec("SELECT setval(pg_get_serial_sequence(?, 'id'), ?, true)", table, id).Error
	}
	return errors.Join(
		db.Exec("DELETE FROM sqlite_sequence WHERE name = ?", table).Error,
		db.Exec("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", table, id).Error,
	)
}
