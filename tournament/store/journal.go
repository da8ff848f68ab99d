package store

import (
	"encoding/json"
	"fmt"

	"doko/tournament"
)

type journalRow struct {
	ID           tournament.JournalID
	MadeAt       int64
	Actor        tournament.ActorRef
	Op           string
	Action       string
	TournamentID *tournament.TournamentID
	Subject      string
	SubjectID    int64
	Before       *string
	After        *string
	Reason       string
	RequestID    string
}

func (journalRow) TableName() string { return "journal" }

func (r journalRow) entry() tournament.JournalEntry {
	return tournament.JournalEntry{
		ID: r.ID, At: fromMicros(&r.MadeAt), Actor: r.Actor, Op: r.Op, Action: r.Action, Tournament: given(r.TournamentID),
		Subject: r.Subject, SubjectID: r.SubjectID, Before: rawJSON(r.Before), After: rawJSON(r.After), Reason: r.Reason,
		RequestID: r.RequestID,
	}
}

func rawJSON(text *string) json.RawMessage {
	if text == nil {
		return nil
	}
	return json.RawMessage(*text)
}

// AppendJournal writes down a command and sets ID. What is empty of At, Actor, Op, Action and RequestID comes from the
// transaction and its op. Before and After must be JSON or empty.
func (tx *Tx) AppendJournal(e *tournament.JournalEntry) error {
	if e.At.IsZero() {
		e.At = tx.Now
	}
	e.Actor = or(e.Actor, tx.op.Actor)
	e.Op = or(e.Op, tx.op.Key)
	e.Action = or(e.Action, tx.op.Action)
	e.RequestID = or(e.RequestID, tx.op.RequestID)
	for _, raw := range []json.RawMessage{e.Before, e.After} {
		if len(raw) > 0 && !json.Valid(raw) {
			return fmt.Errorf("journal %s: before or after is not JSON", e.Action)
		}
	}
	row := journalRow{
		MadeAt: e.At.UnixMicro(), Actor: e.Actor, Op: e.Op, Action: e.Action, TournamentID: null(e.Tournament),
		Subject: e.Subject, SubjectID: e.SubjectID, Before: null(string(e.Before)), After: null(string(e.After)),
		Reason: e.Reason, RequestID: e.RequestID,
	}
	if err := insert(tx, "journal", "", &row); err != nil {
		return err
	}
	e.ID = row.ID
	return nil
}

func or[T comparable](v, instead T) T {
	var zero T
	if v == zero {
		return instead
	}
	return v
}

// Journal lists the newest entries of a tournament, at most limit, the newest first. Tournament 0 lists what belongs to
// none.
func (tx *Tx) Journal(id tournament.TournamentID, limit int) ([]tournament.JournalEntry, error) {
	db := tx.db.Where("tournament_id = ?", id)
	if id == 0 {
		db = tx.db.Where("tournament_id IS NULL")
	}
	var rows []journalRow
	if err := db.Order("id DESC").Limit(limit).Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list journal: %w", err)
	}
	return plain(rows, journalRow.entry), nil
}

// JournalOf lists all entries about one subject ("table", 7), the oldest first.
func (tx *Tx) JournalOf(subject string, id int64) ([]tournament.JournalEntry, error) {
	rows, err := list[journalRow](tx, "id", "subject = ? AND subject_id = ?", subject, id)
	return plain(rows, journalRow.entry), err
}
