// Package draw seats players at tables, round by round, from a seed, and judges any seating.
//
// A plan depends on the players, the history, the options and nothing else: no clock, no map order, no number of
// processors, no floating point. Whoever has the same entry list and the same seed finds the same tables.
package draw

// Algorithm names the method. Another method, or a change that gives other plans, gets another number, so that a stored
// draw is never compared with the wrong one.
const Algorithm = "doko-draw/1"

// Limits of one draw. They are far above any hall and keep the answer to a typing error quick.
const (
	MaxPlayers = 20000
	MaxRounds  = 100
)

// Player is somebody who plays the rounds to be drawn.
type Player struct {
	ID    int64   `json:"id"`              // 1 or more, unique in the field
	Club  string  `json:"club,omitempty"`  // players of one club should not meet; "" is no club
	Rank  int     `json:"rank,omitempty"`  // place in the standings for by_rank and movement, 1 is best, 0 is none
	Table int     `json:"table,omitempty"` // the table number where this player always sits, 0 is anywhere
	Apart []int64 `json:"apart,omitempty"` // never at one table with these; holds both ways
}

// Table is one table of one round. Seats lists the players in the order of dealing: seat 1 deals first, the last seat keeps
// the list.
type Table struct {
	Number int     `json:"number"`
	Seats  []int64 `json:"seats"`
}

// Round is the seating of one round, played or planned.
type Round struct {
	Number int     `json:"number"`
	Tables []Table `json:"tables"`
}

// Fives says whether tables of five may be used.
type Fives string

// The two answers; "" means FivesAllow.
const (
	FivesAllow  Fives = "allow"
	FivesForbid Fives = "forbid"
)

// Prefer says what gives way where fair tables of five and few repeats contradict each other.
type Prefer string

// PreferFives keeps the tables of five fair, PreferRepeats keeps the repeats low; "" means PreferFives. In mode by_rank
// PreferRepeats moves players to neighbouring tables to avoid repeats, PreferFives keeps the order of rank strictly.
const (
	PreferFives   Prefer = "fives"
	PreferRepeats Prefer = "repeats"
)

// Mode says how the rounds come about.
type Mode string

// The modes; "" means ModePlan.
const (
	ModePlan      Mode = "plan"       // all rounds are planned together
	ModeEachRound Mode = "each_round" // round after round, each as good as the rounds before it allow
	ModeByRank    Mode = "by_rank"    // one round: the best four at table 1, and so on
	ModeRandom    Mode = "random"     // lots only; repeats and soft clubs are left to chance
	ModeMovement  Mode = "movement"   // one round: the winner stays, the second moves one table on, the third two …
	ModeFixed     Mode = "fixed"      // the printed plan for this field: the order of the ids decides, not the seed
)

// Clubs says how much it matters that club mates do not meet.
type Clubs string

// ClubsSoft separates club mates where repeats and fives do not suffer, ClubsHard puts clubs before repeats; "" is ClubsSoft.
const (
	ClubsSoft Clubs = "soft"
	ClubsHard Clubs = "hard"
)

// Effort is the number of trials the search may make; it is a count, never a time.
type Effort string

// The efforts; "" means EffortNormal.
const (
	EffortQuick    Effort = "quick"
	EffortNormal   Effort = "normal"
	EffortThorough Effort = "thorough"
)

// Options are the organiser's choices.
type Options struct {
	Rounds int // rounds to plan, 1 to MaxRounds; by_rank and movement plan one
	Fives  Fives
	Prefer Prefer
	Mode   Mode
	Clubs  Clubs
	Effort Effort
	Seed   string // any text: words drawn in the hall, a lottery number
}

// Cost says what a plan could not avoid.
type Cost struct {
	Repeats       int        `json:"repeats"`        // seatings of pairs that had met before, in the history or the plan
	RepeatPairs   [][3]int64 `json:"repeat_pairs"`   // pairs seated together in the plan that meet more than once: a, b, meetings
	MaxMeetings   int        `json:"max_meetings"`   // most meetings of one pair, history included
	ClubMeetings  int        `json:"club_meetings"`  // seatings of club mates in the plan
	FiveOver      int        `json:"five_over"`      // visits to a five above the fair share, history included
	SeatImbalance int        `json:"seat_imbalance"` // visits to a seat above the fair share, in the plan
}

// Plan is the result of a draw.
type Plan struct {
	Rounds []Round
	Cost   Cost
	Bound  int    // no plan that is as fair in everything that goes before repeats has fewer repeats
	Notes  []Note // what the organiser should know: optimal or not, and every wish that could not be met
}
