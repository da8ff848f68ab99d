// Package standings ranks results by a list of criteria.
package standings

// Criterion is one way to compare two results; more is better in all of them.
type Criterion string

// The criteria of CONTRACTS 5. A result has each of them as a number or not at all.
const (
	Total      Criterion = "total"       // all list points, penalties and credits in
	PenaltyAsc Criterion = "penalty_asc" // fewer penalty points
	HandsWon   Criterion = "hands_won"   // hands with points above 0
	BestRound  Criterion = "best_round"  // the best round
	LastRound  Criterion = "last_round"  // the last round counted
)

// Criteria are all there are, in the default order (OPEN 4).
func Criteria() []Criterion { return []Criterion{Total, PenaltyAsc, HandsWon, BestRound, LastRound} }

// Result is what one entry has reached. Points are list points.
type Result struct {
	Entry       int64
	StartNo     int
	Rounds      []*int // by round number-1: sheet points, penalties and credits; nil = not seated
	Other       int    // penalties and credits that belong to no round
	Penalty     int    // own penalty points, 0 or negative
	HandsWon    *int   // nil = a sheet does not tell
	SolosPlayed *int
	SolosWon    *int
}

// Line is one place of a ranking.
type Line struct {
	Result
	Rank      int  // 1, 2, 2, 4
	Shared    bool // others have the same rank
	Total     int
	DecidedBy Criterion // what separates it from the line above; "" for the first and where the line above has the same rank
}

// Ranking is a ranking in the order of rank, then start number, then entry.
type Ranking struct {
	Lines   []Line
	Unknown []Criterion // skipped within some tie because not known for all in it (warning criterion_unknown)
}

// Options of a ranking.
type Options struct {
	Rounds int // count the first so many rounds; 0 = all given
}
