package desk

import (
	"context"

	"doko/tournament"
	"doko/tournament/store"
)

// OldCopy is a published ranking that says something else than the ranking does now.
type OldCopy struct {
	tournament.Published
	Provisional bool // so is the ranking now: what is published next will be corrected once more
}

// Outdated are the newest published rankings that say something else than the ranking does now, oldest round first: what hangs
// out is wrong. While both are provisional that is no surprise and they are left out. For helpers and more, and where
// everybody sees the ranking live.
func (d *Desk) Outdated(ctx context.Context, by tournament.Actor, id tournament.TournamentID) ([]OldCopy, error) {
	var t tournament.Tournament
	var copies []tournament.Published
	err := d.view(ctx, func(tx *store.Tx) error {
		var err error
		if t, err = readable(tx, by, id); err != nil {
			return err
		}
		if t.Standings != tournament.ReleaseLive && !by.May(tournament.Helper, t.Organisation, t.ID) {
			return nil
		}
		copies, err = newestCopies(tx, t.ID)
		return err
	})
	if err != nil {
		return nil, err
	}
	var old []OldCopy
	for _, p := range copies {
		s, err := d.live(ctx, t.ID, t.Changes, p.AfterRound)
		if notFound(err) { // its round was taken back
			continue
		}
		if err != nil {
			return nil, err
		}
		if s.Revision == p.Revision {
			continue
		}
		expected, err := stillOpen(p, s)
		if err != nil {
			return nil, err
		}
		if !expected {
			old = append(old, OldCopy{p, s.Provisional})
		}
	}
	return old, nil
}

// revisionOf is the number of the newest published copy if it says what the ranking says, else 0.
func revisionOf(tx *store.Tx, s Standings) (int, error) {
	if s.AfterRound == 0 {
		return 0, nil
	}
	p, err := tx.PublishedLatest(s.Tournament.ID, kindStandings, s.AfterRound)
	if notFound(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	content, err := s.JSON()
	if err != nil || string(content) != string(p.Content) {
		return 0, err
	}
	return p.Revision, nil
}
