// Package desk is the tournament desk (Turnierleitung): every question to and change of a tournament.
//
// Every command has the same body: authorise, check, then in one transaction lock the subject, load, check the state,
// decide, write and journal; after the commit notify. Commands take the actor first; their input is a struct with an Op,
// the random key of the form or phone: a repeated Op changes nothing and gives the first answer again.
//
// Errors are *tournament.Problem, tournament.Problems or tally.Problems for what the user can mend; anything else is our fault.
package desk

import (
	"doko/tournament"
	"doko/tournament/store"
)

// Desk answers questions and takes commands. Its fields are set once before use.
type Desk struct {
	Store  *store.Store
	Notify func(tournament.Change) // called after commit; nil = nobody listens
	Random func(n int) []byte      // n random bytes for keys, seeds and public ids
}
