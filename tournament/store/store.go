// Package store keeps tournaments in SQLite or Postgres.
package store
