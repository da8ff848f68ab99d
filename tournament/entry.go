package tournament

import "time"

// Player is a person in an organisation's address book. Personal data is little and erasable.
type Player struct {
	ID           PlayerID
	UID          string
	Organisation OrganisationID
	Name         string
	Club         string
	MemberNo     string
	Folded       string // search key, see Fold
	ErasedAt     time.Time
	Version      int
}

// Status of an entry.
type Status string

// The states of an entry. Withdrawn players keep their past results.
const (
	Registered Status = "registered"
	Present    Status = "present"
	Withdrawn  Status = "withdrawn"
)

// Entry is a player's part in one tournament.
type Entry struct {
	ID         EntryID
	UID        string
	Tournament TournamentID
	Player     PlayerID
	StartNo    int // from 1, unique in the tournament
	Status     Status
	Paid       Cents
	PaidAt     time.Time
	FromRound  int // first round the player takes part in, from 1
	ToRound    int // last round, 0 = until the end
	Team       string
	FixedTable int   // always sits at this table number; 0 = anywhere
	Apart      []int // start numbers never to sit at one table with
	Version    int

	// Joined from the player when loaded.
	Name, Club, MemberNo, Folded string
}

// Plays reports whether the entry takes part in the round: present and within its dates.
func (e Entry) Plays(round int) bool {
	return e.Status == Present && round >= e.FromRound && (e.ToRound == 0 || round <= e.ToRound)
}
