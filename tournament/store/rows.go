package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm"

	"doko/tournament"
)

// Rules of this package: conditions and changes are written out (a struct as condition or change drops its zero values
// without a word), every change names its row by id and looks at the number of rows it met, and each query gets a fresh
// variable. Times are stored as microseconds since 1970, so that both databases keep, order and compare them alike; no
// time is NULL.

// unknown is the problem of a row that is not there: "unknown_entry".
func unknown(subject string) error {
	return tournament.Wrong(tournament.ErrNotFound, "unknown_"+subject, nil)
}

// stale is the problem of a change based on an old version.
func stale() error { return tournament.Wrong(tournament.ErrConflict, "stale", nil) }

// take loads the one row a condition names.
func take[R any](tx *Tx, subject, condition string, args ...any) (R, error) {
	return takeFrom[R](tx.db, subject, condition, args...)
}

func takeFrom[R any](db *gorm.DB, subject, condition string, args ...any) (R, error) {
	var row R
	res := db.Where(condition, args...).Limit(1).Find(&row)
	if res.Error != nil {
		return row, fmt.Errorf("load %s: %w", subject, res.Error)
	}
	if res.RowsAffected == 0 {
		return row, unknown(subject)
	}
	return row, nil
}

// list loads the rows a condition names, in order.
func list[R any](tx *Tx, order, condition string, args ...any) ([]R, error) {
	var rows []R
	if err := tx.db.Where(condition, args...).Order(order).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list: %w", err)
	}
	return rows, nil
}

// insert stores a row; duplicate is the code of the problem when there is such a row already, "" if that is our fault.
func insert[R any](tx *Tx, subject, duplicate string, row *R) error {
	return problem(tx.db.Create(row).Error, "store "+subject, duplicate)
}

// guarded changes the row with this id and version and raises the version.
func guarded(tx *Tx, table, subject, duplicate string, id int64, version int, columns map[string]any) error {
	columns["version"] = version + 1
	res := tx.db.Table(table).Where("id = ? AND version = ?", id, version).Updates(columns)
	if res.Error != nil {
		return problem(res.Error, "change "+subject, duplicate)
	}
	if res.RowsAffected == 1 {
		return nil
	}
	var n int64
	if err := tx.db.Table(table).Where("id = ?", id).Count(&n).Error; err != nil {
		return fmt.Errorf("change %s: %w", subject, err)
	}
	if n == 0 {
		return unknown(subject)
	}
	return stale()
}

// changed changes the row with this id.
func changed(tx *Tx, table, subject, duplicate string, id int64, columns map[string]any) error {
	res := tx.db.Table(table).Where("id = ?", id).Updates(columns)
	if res.Error != nil {
		return problem(res.Error, "change "+subject, duplicate)
	}
	if res.RowsAffected == 0 {
		return unknown(subject)
	}
	return nil
}

// problem turns what the database refuses into what a user can understand, by the kind of error, never by its text.
func problem(err error, doing, duplicate string) error {
	var p *tournament.Problem
	switch {
	case err == nil:
		return nil
	case errors.Is(err, gorm.ErrDuplicatedKey) && duplicate != "":
		p = tournament.Wrong(tournament.ErrDuplicate, duplicate, nil)
	case errors.Is(err, gorm.ErrForeignKeyViolated):
		p = tournament.Wrong(tournament.ErrConflict, "still_linked", nil)
	default:
		return fmt.Errorf("%s: %w", doing, err)
	}
	p.Err = fmt.Errorf("%s: %w", doing, err)
	return p
}

// null makes a zero value NULL, so that foreign keys leave it alone.
func null[T comparable](v T) *T {
	var zero T
	if v == zero {
		return nil
	}
	return &v
}

// given is the value behind p, or zero for NULL.
func given[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

func micros(t time.Time) *int64 {
	if t.IsZero() {
		return nil
	}
	us := t.UnixMicro()
	return &us
}

func fromMicros(us *int64) time.Time {
	if us == nil {
		return time.Time{}
	}
	return time.UnixMicro(*us).UTC()
}

// encode writes a value as JSON text, nothing for an empty list.
func encode[T any](vs []T) *string {
	if len(vs) == 0 {
		return nil
	}
	raw, err := json.Marshal(vs)
	if err != nil {
		return nil // lists of numbers and texts always have a JSON form
	}
	text := string(raw)
	return &text
}

// decode reads what encode wrote.
func decode[T any](text *string) ([]T, error) {
	if text == nil {
		return nil, nil
	}
	var vs []T
	if err := json.Unmarshal([]byte(*text), &vs); err != nil {
		return nil, fmt.Errorf("stored list: %w", err)
	}
	return vs, nil
}

// each turns rows into values of the domain.
func each[R, V any](rows []R, turn func(R) (V, error)) ([]V, error) {
	vs := make([]V, 0, len(rows))
	for _, r := range rows {
		v, err := turn(r)
		if err != nil {
			return nil, err
		}
		vs = append(vs, v)
	}
	return vs, nil
}

// plain is each for rows that always have a domain value.
func plain[R, V any](rows []R, turn func(R) V) []V {
	vs := make([]V, len(rows))
	for i, r := range rows {
		vs[i] = turn(r)
	}
	return vs
}
