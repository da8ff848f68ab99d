// Package schnapsen scores one Schnapsen deal and counts a Bummerl.
package schnapsen

import "doko/scoring/tally"

// End says how a deal ended.
type End string

// The ends of RULES g.
const (
	Claim       End = "claim"        // somebody said to have 66
	BadClaim    End = "false_claim"  // and did not
	LastTrick   End = "last_trick"   // talon used up, nobody claimed
	CloseFailed End = "close_failed" // the closer did not get there
	Revoke      End = "revoke"       // not followed or not beaten when one had to
)

// Known reports whether e is one of the ends.
func (e End) Known() bool {
	switch e {
	case Claim, BadClaim, LastTrick, CloseFailed, Revoke:
		return true
	default:
		return false
	}
}

// Standing is what both players have at one moment, by position less one: card points with valid marriages, and tricks.
type Standing struct {
	Points [2]int
	Tricks [2]int
}

// Deal is one Schnapsen deal as recorded. Positions are 1 and 2; 0 means nobody.
type Deal struct {
	End       End
	By        int // the claimer, the winner of the last trick, the closer, the offender
	Standing      // at the end
	Marriages [2][]int
	ClosedBy  int
	AtClose   Standing // only if closed
}

// Score says what a deal is worth: 1 to 3 game points for one player (RULES g). The error is tally.Problems.
func Score(r Rules, d Deal) (tally.Result, error) {
	c := checker{rules: r, deal: &d, path: "hand"}
	c.all()
	if len(c.problems) > 0 {
		return tally.Result{}, c.problems
	}
	winner, value := d.won(r)
	party := [...]string{"", "1", "2"}[winner]
	res := tally.Result{
		Points: make([]int, 2), Winner: party, Value: value, Factor: 1,
		Lines: []tally.Line{{Party: party, Kind: string(d.End), Points: value}},
	}
	res.Points[winner-1] = value
	return res, nil
}

// other is the other player's position.
func other(pos int) int { return 3 - pos }

// won says who wins a checked deal and how many game points.
func (d *Deal) won(r Rules) (int, int) {
	switch d.End {
	case Claim:
		return d.By, d.stake(d.By)
	case BadClaim:
		if r.FalseClaim == Three {
			return other(d.By), 3
		}
		return other(d.By), d.stake(d.By)
	case LastTrick:
		return d.By, 1
	case CloseFailed:
		return other(d.By), d.stake(other(d.By))
	default:
		return other(d.By), 3
	}
}

// stake is what a player wins who gets to 66 or beats the closer.
func (d *Deal) stake(pos int) int {
	switch d.ClosedBy {
	case 0:
		return band(d.Standing, other(pos))
	case pos:
		return band(d.AtClose, other(pos))
	default:
		if d.AtClose.Tricks[pos-1] == 0 {
			return 3
		}
		return 2
	}
}

// band is what beating a player is worth, by what he has: 33 points, a trick, nothing.
func band(s Standing, pos int) int {
	switch {
	case s.Points[pos-1] >= 33:
		return 1
	case s.Tricks[pos-1] > 0:
		return 2
	default:
		return 3
	}
}

// Bummerl is a game in progress or decided: what each still has to go.
type Bummerl struct {
	ToGo   [2]int
	Winner int // 0 while unfinished
	Value  int // Bummerl written against the loser, 0 while unfinished
}

// Start begins a Bummerl.
func Start(r Rules) Bummerl { return Bummerl{ToGo: [2]int{r.Start, r.Start}} }

// Add takes off what a deal has won. The second result is false if the Bummerl was over already.
func (b Bummerl) Add(r Rules, deal tally.Result) (Bummerl, bool) {
	if b.Winner != 0 {
		return b, false
	}
	for i, points := range deal.Points {
		b.ToGo[i] -= points
		if points > 0 && b.ToGo[i] <= 0 {
			b.Winner, b.Value = i+1, 1
			if b.ToGo[1-i] == r.Start {
				b.Value = r.SchneiderBummerl
			}
		}
	}
	return b, true
}
