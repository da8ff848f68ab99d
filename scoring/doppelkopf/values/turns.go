package values

import (
	"fmt"

	"doko/scoring/doppelkopf"
)

// plenty is more hands than a round has before its solos are forced.
const plenty = 200

// Turns is how a round goes on from any hand, to be looked up by who deals and who still owes a compulsory solo (bit pos−1 of owing).
// A hand begins by Must if as many solos are owed as Forced says, or more, than hands are left, else by Free.
type Turns struct {
	Seats  int      `json:"seats"`
	Hands  int      `json:"hands"`
	Forced []int    `json:"forced"` // by owing: with so many hands left, or fewer, the solos are forced
	Free   []Step   `json:"free"`   // by owing*seats + dealer−1
	Must   []Step   `json:"must"`
	Solos  []string `json:"solos"` // contracts that can be a compulsory solo
}

// Step is how one hand begins, and who deals after it: after a hand that was nobody's compulsory solo, after a compulsory solo whose
// kind follows from the session, and after one that the list calls chosen. Positions, 0 = nobody.
type Step [7]int

// The parts of a Step.
const (
	Deals = iota
	SitsOut
	Leads
	MustPlay
	Next
	NextAfterSolo
	NextAfterChosen
)

// TurnsOf tabulates the rules of a round by asking doppelkopf.Turns. ErrIrregular where somebody left without a substitute: such a round
// goes by hands, not by the state alone.
func TurnsOf(r doppelkopf.SessionRules) (Turns, error) {
	if r.GoneFrom != [6]int{} {
		return Turns{}, fmt.Errorf("%w: somebody has left", ErrIrregular)
	}
	t := Turns{Seats: r.Seats, Hands: r.Hands}
	for _, c := range doppelkopf.AllContracts() {
		if c.Chosen() {
			t.Solos = append(t.Solos, string(c))
		}
	}
	r.Hands = plenty
	for owing := range 1 << r.Seats {
		if r.CompulsorySolos == 0 && owing > 0 {
			break
		}
		forced := 0
		for dealer := 1; dealer <= r.Seats; dealer++ {
			before, ok := reach(r, owing, dealer)
			if !ok {
				return Turns{}, fmt.Errorf("%w: %d never deals", ErrIrregular, dealer)
			}
			forced = forcedAt(r, before)
			t.Free, t.Must = append(t.Free, free(r, before, owing)), append(t.Must, must(r, before, owing, forced))
		}
		t.Forced = append(t.Forced, forced)
	}
	return t, nil
}

// reach are hands after which these players owe a solo and this one deals, with an ordinary hand last.
func reach(r doppelkopf.SessionRules, owing, dealer int) ([]doppelkopf.Played, bool) {
	var played []doppelkopf.Played
	for pos := 1; pos <= r.Seats && r.CompulsorySolos > 0; pos++ {
		if owing&(1<<(pos-1)) == 0 {
			played = append(played, doppelkopf.Played{Soloist: pos, Kind: doppelkopf.Compulsory})
		}
	}
	for range r.Seats {
		played = append(played, doppelkopf.Played{})
		if _, _, next, ok := doppelkopf.Turns(r, played, false); ok && next.Dealer == dealer {
			return played, true
		}
	}
	return nil, false
}

// after is the hand that follows.
func after(r doppelkopf.SessionRules, before []doppelkopf.Played, more ...doppelkopf.Played) (doppelkopf.Turn, bool) {
	_, _, next, ok := doppelkopf.Turns(r, append(before[:len(before):len(before)], more...), false)
	return next, ok
}

// forcedAt is with how many hands left the next hand becomes forced, 0 = never.
func forcedAt(r doppelkopf.SessionRules, before []doppelkopf.Played) int {
	for left := r.Seats + 1; left > 0; left-- {
		r.Hands = len(before) + left
		if next, ok := after(r, before); ok && next.Forced != 0 {
			return left
		}
	}
	return 0
}

func free(r doppelkopf.SessionRules, before []doppelkopf.Played, owing int) Step {
	s := begins(r, before)
	next, _ := after(r, before, doppelkopf.Played{})
	s[Next] = next.Dealer
	if soloist := first(owing); soloist > 0 {
		next, _ = after(r, before, doppelkopf.Played{Soloist: soloist})
		s[NextAfterSolo] = next.Dealer
		next, _ = after(r, before, doppelkopf.Played{Soloist: soloist, Kind: doppelkopf.Compulsory})
		s[NextAfterChosen] = next.Dealer
	}
	return s
}

// must is a hand of the end of a round. Who deals next is asked of a longer round in which the hand is recorded as forced.
func must(r doppelkopf.SessionRules, before []doppelkopf.Played, owing, left int) Step {
	soloist := first(owing)
	if soloist == 0 || left == 0 {
		return free(r, before, 0)
	}
	short := r
	short.Hands = len(before) + left
	s := begins(short, before)
	next, _ := after(r, before, doppelkopf.Played{Kind: doppelkopf.Forced})
	s[Next] = next.Dealer
	next, _ = after(r, before, doppelkopf.Played{Soloist: soloist, Kind: doppelkopf.Forced})
	s[NextAfterSolo] = next.Dealer
	if dealt, ok := reach(r, owing, s[Deals]); ok { // a chosen solo goes on from who has dealt, forced or not
		next, _ = after(r, dealt, doppelkopf.Played{Soloist: soloist, Kind: doppelkopf.Compulsory})
		s[NextAfterChosen] = next.Dealer
	}
	return s
}

func begins(r doppelkopf.SessionRules, before []doppelkopf.Played) Step {
	next, _ := after(r, before)
	return Step{Deals: next.Dealer, SitsOut: next.SitsOut, Leads: next.Lead, MustPlay: next.Forced}
}

// first is the first position that owes a solo, 0 if none does. Whose it is does not matter for who deals.
func first(owing int) int {
	for pos := 1; owing > 0; pos, owing = pos+1, owing>>1 {
		if owing&1 == 1 {
			return pos
		}
	}
	return 0
}
