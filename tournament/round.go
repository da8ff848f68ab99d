package tournament

import (
	"encoding/json"
	"time"
)

// RoundPhase is where a round stands.
type RoundPhase string

// The phases of a round.
const (
	RoundPlanned RoundPhase = "planned" // part of a plan of all rounds, not announced
	RoundDrawn   RoundPhase = "drawn"   // seated; may still be drawn again
	RoundPlaying RoundPhase = "playing" // the first hand is entered, or the director has started it
	RoundClosed  RoundPhase = "closed"
)

// Round is one round of a tournament.
type Round struct {
	ID         RoundID
	Tournament TournamentID
	Number     int // from 1
	Phase      RoundPhase
	Seed       string // text the draw was made from; printed, so that anyone can re-run it
	Draw       DrawID // the draw it comes from, 0 = seated by hand or imported
	Released   bool   // visitors see the seating
	StartsAt   time.Time
	ClosedAt   time.Time
	ClockAt    time.Time // when the round's clock was started; zero = not yet
	Minutes    int       // time limit, extra time for all included; 0 = none
	Version    int
}

// Draw is a draw as it was made: what it went by, the seed and the plan, so that anybody can make it again. It outlives the
// rounds that came of it. Before the seed exists it is an entry list announced, so that nobody can choose a seed to his liking.
type Draw struct {
	ID          DrawID
	Tournament  TournamentID
	Round       int             // the first round drawn
	Input       json.RawMessage // of doko draw (CONTRACTS 4), without the seed
	Hash        string          // of the input, SHA-256 in hex
	AnnouncedAt time.Time       // zero = the list was not announced before
	Seed        string          // "" = not drawn yet
	Plan        json.RawMessage // the output of doko draw; nil = not drawn yet
	Notes       json.RawMessage // what the plan could not do, as codes and values
	Reason      string          // why the round was drawn, or the list announced, once more
	By          ActorRef
	At          time.Time // drawn, or announced
}

// TablePhase is where a table's sheet stands.
type TablePhase string

// The phases of a table.
const (
	TableOpen      TablePhase = "open"
	TableSubmitted TablePhase = "submitted"
	TableConfirmed TablePhase = "confirmed"
)

// Table is one table in one round.
type Table struct {
	ID          TableID
	Round       RoundID
	Number      int // as on the card on the table
	Size        int // seats: 4 or 5
	Phase       TablePhase
	SubmittedBy ActorRef
	ConfirmedBy ActorRef
	ConfirmNote string // the director's reason for a sheet that does not add up
	LastHandAt  time.Time
	Extra       int       // minutes this table gets beyond its round's
	Pen         string    // the device that writes; "" = none yet
	PenAt       time.Time // when it took the pen
	Version     int       // raised by every change of the table or its sheet
}

// ListKeeper is the position that keeps the list: four, at a table of five position five (TSR 8.4, 10).
func (t Table) ListKeeper() int { return t.Size }

// Keeper is the position that keeps the list when some have left without a substitute: the last one that is still there. goneFrom has by
// position the first hand that is played without it, 0 = it stays; index 0 is unused.
func (t Table) Keeper(goneFrom [6]int) int {
	for pos := t.ListKeeper(); pos > 0; pos-- {
		if goneFrom[pos] == 0 {
			return pos
		}
	}
	return t.ListKeeper()
}

// Seat says who sits where, from which hand on; a substitute is a second row with FromHand > 1.
type Seat struct {
	Table    TableID
	Position int // 1 to 5
	Entry    EntryID
	FromHand int // 1 = from the start
}

// TableKey opens one table to whoever has its QR code.
type TableKey struct {
	Table     TableID
	Hash      string // SHA-256 of the key, hex
	Key       string // kept so that cards can be printed again; worth one table for one evening
	Second    bool   // the key of a second person, who confirms (ConfirmTwo)
	ExpiresAt time.Time
	RevokedAt time.Time
}

// TableDevice is a browser at a table.
type TableDevice struct {
	Table  TableID
	Device string // random, kept in a cookie; tells browsers apart, not people
	Actor  ActorRef
	SeenAt time.Time
	LeftAt time.Time // zero = connected when last seen
}

// Vacancy says that nobody sits at a position from a hand on: who sat there has left without a substitute (OPEN 9).
type Vacancy struct {
	Table    TableID
	Position int // 1 to 5
	FromHand int // 1 or later
	Reason   string
	By       ActorRef
	At       time.Time
}

// Print is a paper that was made, so that a correction can name what no longer holds.
type Print struct {
	ID         int64
	Tournament TournamentID
	Kind       string // as in doko report
	Round      int    // 0 = of no round
	Table      int    // the table's number, 0 = all
	Lang       string
	By         ActorRef
	At         time.Time
}
