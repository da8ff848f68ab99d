package store

import (
	"encoding/json"
	"fmt"

	"doko/tournament"
)

type publishedRow struct {
	ID           tournament.PublishedID
	TournamentID tournament.TournamentID
	Kind         string
	AfterRound   int
	Revision     int
	Content      string
	Actor        tournament.ActorRef
	MadeAt       int64
}

func (publishedRow) TableName() string { return "published" }

func (r publishedRow) published() tournament.Published {
	return tournament.Published{
		ID: r.ID, Tournament: r.TournamentID, Kind: r.Kind, AfterRound: r.AfterRound, Revision: r.Revision,
		Content: json.RawMessage(r.Content), By: r.Actor, At: fromMicros(&r.MadeAt),
	}
}

// Publish keeps a copy as it is shown and sets ID, Revision (one above the last of this tournament, kind and round) and,
// if they are empty, At and By. Take LockTournament first.
func (tx *Tx) Publish(p *tournament.Published) error {
	if p.At.IsZero() {
		p.At = tx.Now
	}
	p.By = or(p.By, tx.op.Actor)
	var last int
	err := tx.db.Table("published").Where("tournament_id = ? AND kind = ? AND after_round = ?", p.Tournament, p.Kind, p.AfterRound).
		Select("coalesce(max(revision), 0)").Scan(&last).Error
	if err != nil {
		return fmt.Errorf("publish: %w", err)
	}
	row := publishedRow{
		TournamentID: p.Tournament, Kind: p.Kind, AfterRound: p.AfterRound, Revision: last + 1, Content: string(p.Content),
		Actor: p.By, MadeAt: p.At.UnixMicro(),
	}
	if err := insert(tx, "published", "", &row); err != nil {
		return err
	}
	p.ID, p.Revision = row.ID, row.Revision
	return nil
}

// PublishedLatest is the newest copy of a kind: of the round, or with afterRound 0 of the latest round there is one of.
// ErrNotFound (unknown_published).
func (tx *Tx) PublishedLatest(id tournament.TournamentID, kind string, afterRound int) (tournament.Published, error) {
	db := tx.db.Order("after_round DESC, revision DESC")
	if afterRound != 0 {
		db = db.Where("after_round = ?", afterRound)
	}
	row, err := takeFrom[publishedRow](db, "published", "tournament_id = ? AND kind = ?", id, kind)
	return row.published(), err
}

// PublishedByID loads one copy; ErrNotFound (unknown_published).
func (tx *Tx) PublishedByID(id tournament.PublishedID) (tournament.Published, error) {
	row, err := take[publishedRow](tx, "published", "id = ?", id)
	return row.published(), err
}

// PublishedAll lists all copies of a tournament, the oldest first.
func (tx *Tx) PublishedAll(id tournament.TournamentID) ([]tournament.Published, error) {
	rows, err := list[publishedRow](tx, "id", "tournament_id = ?", id)
	return plain(rows, publishedRow.published), err
}
