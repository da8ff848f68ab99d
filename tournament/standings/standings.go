// Package standings ranks results by a list of criteria.
package standings

// Criterion is one way to compare two results.
type Criterion string
