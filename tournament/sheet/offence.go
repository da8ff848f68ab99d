package sheet

import (
	"slices"
	"strconv"
	"strings"

	"doko/scoring/doppelkopf"
	"doko/tournament"
)

// Offence says how bad something against the rules was, in the words of a referee (TSR 9, RULES d).
type Offence string

// The offences a referee chooses from.
const (
	Irrelevant Offence = "irrelevant" // without influence on the hand
	Minor      Offence = "minor"      // geringfügig
	Major      Offence = "major"      // schwerwiegend: may decide who wins
	Decided    Offence = "decided"    // after one side had already won by its calls
	Unsporting Offence = "unsporting" // set by the Schiedsgericht
)

// Offences lists the offences from the lightest on.
func Offences() []Offence { return []Offence{Irrelevant, Minor, Major, Decided, Unsporting} }

// Fate is what becomes of the hand.
type Fate string

// The fates of a hand.
const (
	GoesOn     Fate = "goes_on" // is played to its end and written as always
	DealtAgain Fate = "redealt" // is stopped and does not count as played: dealt again under its number
	SoloCounts Fate = "counts"  // is stopped; the solo counts as played, without points of its own
	RestGiven  Fate = "rest"    // is stopped; the other side gets all tricks that are left, no more special points
	NoHand     Fate = ""        // has nothing to do with it
)

// Case is one offence in one hand. Positions are 1 to 5, 0 means nobody.
type Case struct {
	Offender int
	Offence  Offence
	SitsOut  int
	Soloist  int  // 0 in a normal game
	Harms    bool // by an opponent of the soloist: it can hurt him
	Denials  int  // denials the side opposed to the offender had made, 0 to 4
	Points   int  // of unsporting conduct: 0 (a warning) to 12
}

// Proposal is what the rules say about a case.
type Proposal struct {
	Row    string // the row of the table in RULES d, with the denials it counts: see Case.Row
	Points []int  // list points by position
	Fate   Fate
}

// The most denials and points of TSR 9.
const (
	mostDenials    = 4
	mostUnsporting = 12
	anySeats       = 4 // where the size of the table makes no difference
)

// Propose finds what a case costs and who gets it, by the penalty engine of scoring, for a table of seats players. The error is
// tournament.Problems: offence_unknown (field offence), offence_player (offender, soloist), penalty_range (denials, points).
func Propose(r doppelkopf.Rules, seats int, c Case) (Proposal, error) {
	if err := c.check(seats).OrNil(); err != nil {
		return Proposal{}, err
	}
	points := doppelkopf.ScorePenalty(r, seats, doppelkopf.Penalty{
		Offender: c.Offender, Severity: c.severity(), SittingOut: c.SitsOut, Soloist: c.Soloist, HarmsSoloist: c.Harms,
		Denials: c.Denials, Points: c.Points,
	})
	return Proposal{Row: c.Row(), Points: points, Fate: c.fate()}, nil
}

func (c Case) check(seats int) tournament.Problems {
	var ps tournament.Problems
	if !slices.Contains(Offences(), c.Offence) {
		ps = append(ps, tournament.Invalid("offence_unknown", "offence", nil))
	}
	plays := func(position int) bool { return position >= 1 && position <= seats && position != c.SitsOut }
	if !plays(c.Offender) {
		ps = append(ps, tournament.Invalid("offence_player", "offender", nil))
	}
	if c.Soloist != 0 && !plays(c.Soloist) {
		ps = append(ps, tournament.Invalid("offence_player", "soloist", nil))
	}
	if c.Denials < 0 || c.Denials > mostDenials {
		ps = append(ps, tournament.Invalid("penalty_range", "denials", map[string]any{"Min": 0, "Max": mostDenials}))
	}
	if c.Points < 0 || c.Points > mostUnsporting || c.Points > 0 && c.Offence != Unsporting {
		ps = append(ps, tournament.Invalid("penalty_range", "points", map[string]any{"Min": 0, "Max": mostUnsporting}))
	}
	return ps
}

// severity is the word of scoring: what comes after the hand was won counts as minor.
func (c Case) severity() doppelkopf.Severity {
	if c.Offence == Decided {
		return doppelkopf.Minor
	}
	return doppelkopf.Severity(c.Offence)
}

func (c Case) fate() Fate {
	switch {
	case c.Offence == Unsporting:
		return NoHand
	case c.Offence == Decided:
		return RestGiven
	case c.Offence != Major:
		return GoesOn
	case c.Soloist != 0 && c.Soloist != c.Offender:
		return SoloCounts
	}
	return DealtAgain
}

// Row is the row of the table in RULES d as it is stored with a penalty: minor, minor_soloist, minor_harms, minor_harmless, major,
// major_soloist, major_against; decided, irrelevant, unsporting; behind a colon the number of denials, if there were any and
// they count: "major_against:2".
func (c Case) Row() string {
	row := string(c.Offence)
	switch {
	case c.Offence != Minor && c.Offence != Major || c.Soloist == 0:
	case c.Soloist == c.Offender:
		row += "_soloist"
	case c.Offence == Major:
		row += "_against"
	case c.Harms:
		row += "_harms"
	default:
		row += "_harmless"
	}
	if c.Offence == Major && c.Denials > 0 {
		row += ":" + strconv.Itoa(c.Denials)
	}
	return row
}

// SplitRow takes a stored row of the table apart: its name and the number of denials that counted.
func SplitRow(row string) (string, int) {
	name, count, _ := strings.Cut(row, ":")
	denials, err := strconv.Atoi(count)
	if err != nil {
		return name, 0
	}
	return name, denials
}

// ProposedPoints is what the offender of a stored row gets by the rules; false for unsporting conduct and for rows that are not
// of the table.
func ProposedPoints(r doppelkopf.Rules, row string) (int, bool) {
	name, denials := SplitRow(row)
	offence, _, _ := strings.Cut(name, "_")
	c := Case{Offender: 1, Offence: Offence(offence), Denials: denials}
	if c.Offence == Unsporting || c.check(anySeats).OrNil() != nil {
		return 0, false
	}
	p, err := Propose(r, anySeats, c)
	if err != nil {
		return 0, false
	}
	return p.Points[0], true
}

// Situation is what a row of the sheet tells about a case: who played alone, and the denials of the side that plays against the
// offender; 0 where the row does not tell.
func Situation(row tournament.Row, seats, sitsOut, offender int) (int, int) {
	soloist, _ := solo(row, seats, sitsOut)
	if row.Kind != tournament.RowHand || row.Record == nil || row.Record.Doppelkopf == nil {
		return soloist, 0
	}
	h := row.Record.Doppelkopf
	if h.Solo() { // a silent one too
		soloist = h.Re[0]
	}
	against := h.ReCall
	if slices.Contains(h.Re, offender) {
		against = h.KontraCall
	}
	if offender == 0 {
		return soloist, 0
	}
	return soloist, int(against.Highest())
}

// SitsOut is the position without cards in a hand, by what is recorded or by the rotation of the deal; 0 at a table of four.
func SitsOut(in Input, number int) int { return newFolder(in).sitsOut(number) }
