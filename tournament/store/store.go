// Package store keeps tournaments in SQLite or Postgres.
package store

// Store is an open database.
type Store struct{}
