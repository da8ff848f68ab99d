package tournament

import (
	"encoding/json"
	"time"
)

// JournalEntry is one command as it happened. Actors and players appear by id; names are joined at reading.
type JournalEntry struct {
	ID         JournalID
	At         time.Time
	Actor      ActorRef
	Op         string
	Action     string       // noun.verb: "hand.correct"
	Tournament TournamentID // 0 = none
	Subject    string       // "table", "entry", "round", …
	SubjectID  int64
	Before     json.RawMessage // changed fields only
	After      json.RawMessage
	Reason     string
	RequestID  string
}

// Change is what the desk tells open pages after commit: hints, never content.
type Change struct {
	Tournament TournamentID
	Topics     []string // "entries", "round:2", "table:7", "standings"
	Changes    int64
}

// Published is a ranking as it was shown and printed; it never changes.
type Published struct {
	ID         PublishedID
	Tournament TournamentID
	AfterRound int
	Kind       string // "standings"
	Revision   int    // 1, 2, … of this kind and round: "Fassung 2"
	Content    json.RawMessage
	At         time.Time
	By         ActorRef
}
