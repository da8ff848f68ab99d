package store

import (
	"database/sql"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// Exec runs a statement in the transaction, as no code outside tests can.
func (tx *Tx) Exec(statement string, args ...any) error { return tx.db.Exec(statement, args...).Error }

// Query loads the first column of the first row.
func (tx *Tx) Query(into any, statement string, args ...any) error {
	return tx.db.Raw(statement, args...).Scan(into).Error
}

// Pools are the connection pools, the writing one first.
func (s *Store) Pools() []*sql.DB { return s.pools }

// Writer is the writing handle.
func (s *Store) Writer() *gorm.DB { return s.write }

// SQLiteDSN is what a handle of a SQLite file is opened with.
func SQLiteDSN(file string, more ...string) string { return sqliteDSN(file, more...) }

// Columns maps the table of every row struct to its columns.
func Columns() (map[string][]string, error) {
	tables := map[string][]string{}
	for _, a := range append(archivedTables(), archived{row: &sessionRow{}, order: "token"}, archived{row: &setupRow{}, order: "id"}, archived{row: &deviceRow{}, order: "table_id, device"}) {
		c, err := columnsOf(a)
		if err != nil {
			return nil, err
		}
		tables[c.table] = c.names()
	}
	return tables, nil
}

// ArchivedTables names the tables of a backup.
func ArchivedTables() ([]string, error) {
	var names []string
	for _, a := range archivedTables() {
		c, err := columnsOf(a)
		if err != nil {
			return nil, err
		}
		names = append(names, c.table)
	}
	return names, nil
}

// Fields are the columns of a row struct as GORM maps them.
func Fields(c any) ([]*schema.Field, error) {
	got, err := columnsOf(archived{row: c, order: "id"})
	return got.fields, err
}

// Repeatable is what Update asks of an error before it runs the closure again.
var Repeatable = repeatable
