// Package draw seats players at tables for a round, from a seed, and checks any seating.
package draw

// Fault is something that is wrong, or worse than it could be, with a seating.
type Fault struct {
	Code    string // apart, club, repeat, size, twice, missing, unknown
	Table   int
	Players []int64
	Count   int
}
