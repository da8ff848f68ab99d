// Package tournament says what a tournament is: its types, phases, rights and problems.
package tournament

import (
	"slices"
	"time"

	"doko/scoring"
)

// Phase is where a tournament stands.
type Phase string

// The phases of a tournament.
const (
	Open     Phase = "open"     // registration, check-in; nothing drawn yet
	Running  Phase = "running"  // from the first draw on
	Finished Phase = "finished" // read-only; a director reopens it with a reason
)

var moves = map[Phase][]Phase{
	Open:     {Running},
	Running:  {Open, Finished},
	Finished: {Running},
}

// CanMove reports whether a tournament may go from one phase to another.
func CanMove(from, to Phase) bool { return slices.Contains(moves[from], to) }

// Words of the tournament file (CONTRACTS 5).
type (
	Fives       string // allow | forbid
	Seating     string // plan | each_round | by_rank | random | movement | fixed
	ConfirmMode string // one | two
	Release     string // hidden | published | live: what a visitor sees of the ranking
	AfterSolo   string // same | next: who deals after a compulsory solo
	Voluntary   string // after_own | any: when one may play a voluntary solo
	RuleBreaks  string // refuse | note: what happens to a hand that the session does not allow
)

// The choices of a tournament's settings.
const (
	FivesAllow  Fives = "allow"
	FivesForbid Fives = "forbid"

	SeatingPlan      Seating = "plan"
	SeatingEachRound Seating = "each_round"
	SeatingByRank    Seating = "by_rank"
	SeatingRandom    Seating = "random"
	SeatingMovement  Seating = "movement"
	SeatingFixed     Seating = "fixed"

	ConfirmOne ConfirmMode = "one"
	ConfirmTwo ConfirmMode = "two"

	AfterSoloSame AfterSolo = "same" // TSR 8.5: the same player deals again
	AfterSoloNext AfterSolo = "next"

	VoluntaryAfterOwn Voluntary = "after_own" // TSR 8.5: only who has played the compulsory solo
	VoluntaryAny      Voluntary = "any"

	RuleBreaksRefuse RuleBreaks = "refuse" // staff may still keep it with a note
	RuleBreaksNote   RuleBreaks = "note"

	ReleaseHidden    Release = "hidden"
	ReleasePublished Release = "published"
	ReleaseLive      Release = "live"
)

// Tournament is one event of an organisation.
type Tournament struct {
	ID           TournamentID
	UID          string // random 128 bit, hex; the same in every installation
	PublicID     string // short random word in public addresses
	Organisation OrganisationID
	Name         string
	Venue        string
	StartsAt     time.Time // UTC; zero = not fixed yet
	TimeZone     string    // IANA name, "Europe/Berlin"
	Phase        Phase
	Rules        scoring.Rules
	Format       Format
	Fee          Cents // entry fee of each player
	Currency     string
	Prizes       []Prize // by place; not in the tournament file
	Public       bool    // visitors may see the tournament's page at all
	Standings    Release // what visitors see of the ranking
	Version      int
	Changes      int64 // raised by every command of this tournament; never goes down
	CreatedAt    time.Time
}

// Prize is what a place of the ranking wins.
type Prize struct {
	Place int    // from 1
	Cents Cents  // 0 = no money
	Text  string // what is not money: "Schinken"; "" = money only
}

// Format says how the tournament is played. Hands count deals, compulsory solos included (TSR 8.5, 10).
type Format struct {
	Rounds          int
	HandsPerRound   int // at a table of four
	HandsAtFive     int // at a table of five, a multiple of five
	CompulsorySolos int // each player owes in each round: 0 or 1
	Fives           Fives
	Seating         Seating
	Confirm         ConfirmMode
	RoundMinutes    int // time limit of a round, 0 = none
	AfterSolo       AfterSolo
	Voluntary       Voluntary
	RuleBreaks      RuleBreaks
	Ranking         []string // criteria in order: total, penalty_asc, hands_won, best_round, last_round
}

// DefaultRanking is the default of CONTRACTS 5 (OPEN 4).
func DefaultRanking() []string {
	return []string{"total", "penalty_asc", "hands_won", "best_round", "last_round"}
}

// DefaultFormat is an evening of three DDV rounds.
func DefaultFormat() Format {
	return Format{
		Rounds: 3, HandsPerRound: 24, HandsAtFive: 30, CompulsorySolos: 1, Fives: FivesAllow, Seating: SeatingPlan,
		Confirm: ConfirmOne, AfterSolo: AfterSoloSame, Voluntary: VoluntaryAfterOwn, RuleBreaks: RuleBreaksRefuse, Ranking: DefaultRanking(),
	}
}

// FiveHands is the default number of hands at a table of five: five quarters, rounded up to a multiple of five (24 gives 30).
func FiveHands(handsPerRound int) int {
	quarter := (handsPerRound*5 + 3) / 4
	return (quarter + 4) / 5 * 5
}

// Hands is the number of hands at a table of so many seats.
func (f Format) Hands(seats int) int {
	if seats == 5 {
		return f.HandsAtFive
	}
	return f.HandsPerRound
}

// Location is the tournament's time zone; UTC if the name is unknown.
func (t Tournament) Location() *time.Location {
	loc, err := time.LoadLocation(t.TimeZone)
	if err != nil {
		return time.UTC
	}
	return loc
}
