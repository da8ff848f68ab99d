package desk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"doko/tournament"
	"doko/tournament/store"
)

// Correction is a command that first shows what it changes.
type Correction struct {
	Tournament tournament.TournamentID
	Seen       string // Digest of what was shown, "" = nothing yet
	Show       Show
}

// Show says when a correction is shown before it is carried out.
type Show string

// When a correction is shown first.
const (
	ShowLasting Show = ""        // where a ranking changes that was thought settled
	ShowChanges Show = "changes" // where points, places or prizes change
	ShowPapers  Show = "papers"  // where those change, or a paper is out of date then
	ShowAlways  Show = "always"
)

// errShown takes back what a command wrote: its consequences are to be seen first.
var errShown = errors.New("the consequences are shown first")

type rehearsalKey struct{}

// rehearsal is carried by the context of a command whose consequences are worked out: in its own transaction, so that what is
// shown is what would be stored.
type rehearsal struct {
	Correction
	by     tournament.Actor
	before picture
	after  picture
	found  Consequences
	draws  []rankedDraw
}

// Correct has command carry out one command of the desk with the context it gets, in which the command is taken back unless
// what it changes has been seen (Seen) or needs not be: then false and the consequences, nothing stored. Once seen, the command is
// carried out only if its consequences are still the same. Errors are the command's.
func (d *Desk) Correct(ctx context.Context, by tournament.Actor, in Correction, command func(context.Context) error) (Consequences, bool, error) {
	r := &rehearsal{Correction: in, by: by}
	err := command(context.WithValue(ctx, rehearsalKey{}, r))
	switch {
	case errors.Is(err, errShown):
		seats, err := r.reseated() // a draw has no place in a transaction
		r.found.Seats = seats
		return r.found, false, err
	case err != nil:
		return Consequences{}, false, err
	}
	return r.found, true, nil
}

func rehearsalOf(ctx context.Context) *rehearsal {
	r, _ := ctx.Value(rehearsalKey{}).(*rehearsal)
	return r
}

// begin keeps how everything stands before the command. The tournament is locked, so that nobody else changes it in between.
func (r *rehearsal) begin(tx *store.Tx) error {
	if r == nil {
		return nil
	}
	t, err := tx.LockTournament(r.Tournament)
	if err != nil {
		return err
	}
	r.found, r.draws = Consequences{}, nil // the closure may run again
	r.before, err = takePicture(tx, t)
	return err
}

// end compares, and decides whether the command is carried out.
func (r *rehearsal) end(tx *store.Tx, out outcome) error {
	if r == nil || out.silent {
		return nil
	}
	t, err := tx.Tournament(r.Tournament)
	if err != nil {
		return err
	}
	if r.after, err = takePicture(tx, t); err != nil {
		return err
	}
	r.found = compare(r.before, r.after)
	full := r.by.May(tournament.Helper, t.Organisation, t.ID)
	if !full {
		r.found = r.found.atTable()
	}
	if full {
		if err := r.load(tx, t, out); err != nil {
			return err
		}
	}
	if r.found.Digest, err = r.found.digest(); err != nil {
		return err
	}
	switch {
	case r.Seen == r.found.Digest:
		return nil
	case r.Seen == "" && !r.Show.wants(r.found):
		return nil
	}
	return errShown
}

func (s Show) wants(c Consequences) bool {
	switch s {
	case ShowAlways:
		return true
	case ShowChanges:
		return !c.Nothing()
	case ShowPapers:
		return !c.Nothing() || len(c.Papers) > 0
	}
	return c.Lasting()
}

// load finds the papers and the draws that went by what is changed.
func (r *rehearsal) load(tx *store.Tx, t tournament.Tournament, out outcome) error {
	var err error
	if r.found.Papers, err = oldPapers(tx, t, r.before, r.after, out); err != nil {
		return err
	}
	r.draws, err = rankedDraws(tx, t, r.before, r.after)
	return err
}

// digest stands for what was shown, but for what goes on changing by itself while a round is played.
func (c Consequences) digest() (string, error) {
	type change struct{ Entry, Round, By int }
	var stable struct {
		Points   []change
		Rankings []RankingChange
		Prizes   []PrizeChange
		Papers   []OldPaper
	}
	for _, p := range c.Points {
		stable.Points = append(stable.Points, change{int(p.Entry), p.Round, p.By()})
	}
	for _, k := range c.Rankings {
		if !k.Playing {
			stable.Rankings = append(stable.Rankings, k)
		}
	}
	if !c.Playing {
		stable.Prizes = c.Prizes
	}
	stable.Papers = slices.Clone(c.Papers)
	for i := range stable.Papers { // a print gets old by every hand that is entered
		stable.Papers[i].Stale = stable.Papers[i].Stale && stable.Papers[i].Published
	}
	raw, err := json.Marshal(stable)
	if err != nil {
		return "", fmt.Errorf("digest of the consequences: %w", err)
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:8]), nil
}
