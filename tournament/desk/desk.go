// Package desk is the tournament desk (Turnierleitung): every question to and change of a tournament.
//
// Every command has the same body: authorise, check, then in one transaction lock the subject, load, check the state,
// decide, write and journal; after the commit notify. Commands take the actor first; their input is a struct with an Op,
// the random key of the form or phone: a repeated Op changes nothing and gives the first answer again.
//
// Errors are *tournament.Problem, tournament.Problems or tally.Problems for what the user can mend, *Conflict and *Worse where
// there is more to show than a sentence; anything else is our fault.
package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"doko/tournament"
	"doko/tournament/store"
)

// Desk answers questions and takes commands. Its exported fields are set once before use; it must not be copied.
type Desk struct {
	Store  *store.Store
	Notify func(tournament.Change) // called after commit; nil = nobody listens
	Random func(n int) []byte      // n random bytes for keys, seeds and public ids

	hashing limiter
	ranked  rankings
	sheets  sheetMemory
	lots    lotMemory
}

type requestKey struct{}

// WithRequestID gives the commands of a request the id under which the log and the journal keep them.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestKey{}, id)
}

func requestID(ctx context.Context) string {
	id, _ := ctx.Value(requestKey{}).(string)
	return id
}

// command is what every change has in common.
type command struct {
	by     tournament.Actor
	op     string
	action string // noun.verb, for the journal
	input  any    // what was sent; the same op with other input is refused
	whole  bool   // a command at a table that concerns the whole round
}

// outcome is what a command has decided and written, for the journal and for those who listen.
type outcome struct {
	tournament tournament.TournamentID
	subject    string
	id         int64
	done       int64  // what a repeat of the command gives back, 0 = id
	before     fields // as the subject was; only what differs from after is kept
	after      fields
	reason     string
	topics     []string
	silent     bool // nothing changed: no journal, no hint
}

// fields are values of a subject by name. They never hold a person's name: the journal outlives an erasure.
type fields map[string]any

// run carries out one command in one transaction: decide writes and says what it did, run journals and raises the counter last.
func (d *Desk) run(ctx context.Context, c command, decide func(*store.Tx) (outcome, error)) (store.Done, error) {
	content, err := json.Marshal(c.input)
	if err != nil {
		return store.Done{}, fmt.Errorf("%s: encode the input: %w", c.action, err)
	}
	if err := storable(c.op, content); err != nil {
		return store.Done{}, err
	}
	var change tournament.Change
	op := store.Op{Key: c.op, Action: c.action, Actor: c.by.Ref(), Content: content, RequestID: requestID(ctx)}
	done, err := d.Store.Update(ctx, op, func(tx *store.Tx) (int64, error) {
		change = tournament.Change{} // the closure may run again
		shown := rehearsalOf(ctx)
		if err := shown.begin(tx); err != nil {
			return 0, err
		}
		out, err := decide(tx)
		if err == nil && out.reason != "" {
			err = tournament.CheckReason("reason", out.reason).OrNil()
		}
		if out.done == 0 {
			out.done = out.id
		}
		if err == nil {
			err = shown.end(tx, out)
		}
		if err != nil || out.silent {
			return out.done, err
		}
		if err := tx.AppendJournal(entry(ctx, tx, c, out)); err != nil {
			return 0, fmt.Errorf("%s: journal: %w", c.action, err)
		}
		if out.tournament == 0 {
			return out.done, nil
		}
		n, err := tx.Raise(out.tournament)
		change = tournament.Change{Tournament: out.tournament, Topics: out.topics, Changes: n}
		return out.done, err
	})
	if err != nil {
		return done, err
	}
	if d.Notify != nil && change.Tournament != 0 && !done.Repeated {
		d.Notify(change)
	}
	return done, nil
}

// storable refuses what one of the databases can't keep, whatever field it came in: a zero byte, broken UTF-8.
func storable(op string, content []byte) error {
	if strings.ContainsFunc(op, func(r rune) bool { return r < ' ' || r > '~' }) {
		return tournament.Invalid("op_needed", "op", nil)
	}
	typed := bytes.ReplaceAll(content, []byte(`\\`), nil) // a backslash that was typed starts no escape
	if bytes.Contains(typed, []byte(`\u0000`)) || bytes.Contains(typed, []byte(`\ufffd`)) {
		return tournament.Invalid("text_control", "", nil)
	}
	return nil
}

func entry(ctx context.Context, tx *store.Tx, c command, out outcome) *tournament.JournalEntry {
	before, after := differences(out.before, out.after)
	return &tournament.JournalEntry{
		At: tx.Now, Actor: c.by.Ref(), Op: c.op, Action: c.action, Tournament: out.tournament,
		Subject: out.subject, SubjectID: out.id, Before: before, After: after, Reason: out.reason, RequestID: requestID(ctx),
	}
}

// differences keeps the fields whose values differ, as JSON objects; nil where nothing is left.
func differences(before, after fields) (json.RawMessage, json.RawMessage) {
	b, a := fields{}, fields{}
	for k, v := range before {
		if w, ok := after[k]; !ok || !reflect.DeepEqual(v, w) {
			b[k] = v
		}
	}
	for k, v := range after {
		if w, ok := before[k]; !ok || !reflect.DeepEqual(v, w) {
			a[k] = v
		}
	}
	return object(b), object(a)
}

func object(f fields) json.RawMessage {
	if len(f) == 0 {
		return nil
	}
	raw, err := json.Marshal(f)
	if err != nil { // only our own plain values get here
		return nil
	}
	return raw
}

// view reads one consistent picture.
func (d *Desk) view(ctx context.Context, read func(*store.Tx) error) error {
	return d.Store.View(ctx, read)
}
