package doppelkopf

import "doko/scoring/tally"

// The words of bock_triggers (RULES f).
const (
	HeartRound = "heart_round" // a heart trick that nobody trumped
	Tie120     = "tie_120"     // 120 to 120
	LostSolo   = "lost_solo"   // somebody played alone and lost
	LostCall   = "lost_call"   // the side that said Re, or Kontra, lost
	NoTricks   = "schwarz"     // a side without a trick
	ZeroGame   = "zero"        // a hand worth nothing
)

// The words of bock_stack: what a trigger does while Bock hands are still to come (OPEN 17).
const (
	BockAppend   = "append"   // the new ones come after those
	BockMultiply = "multiply" // the next hands count double once more
	BockIgnore   = "ignore"   // nothing
)

// bockTriggers are what can start Bock hands; the bits of Play.BockTriggers stand in this order.
func bockTriggers() []string {
	return []string{HeartRound, Tie120, LostSolo, LostCall, NoTricks, ZeroGame}
}

// TriggersBock reports whether the rules begin Bock hands after that event.
func (r Rules) TriggersBock(event string) bool {
	i := indexOf(bockTriggers(), event)
	return r.Bock && i >= 0 && r.Play.BockTriggers&(1<<i) != 0
}

// BockTriggers lists the events of a scored hand that begin Bock hands under the rules. A heart round is not among them: only
// the cards tell (see play).
func BockTriggers(r Rules, h Hand, res tally.Result) []string {
	winner := Party(res.Winner)
	happened := map[string]bool{
		Tie120:   h.ReAugen == Exactly(120),
		LostSolo: h.Solo() && winner == Kontra,
		LostCall: (h.ReCall.Said() && winner == Kontra) || (h.KontraCall.Said() && winner == Re),
		NoTricks: h.NoTrick != "",
		ZeroGame: res.Value == 0,
	}
	var list []string
	for _, event := range bockTriggers() {
		if happened[event] && r.TriggersBock(event) {
			list = append(list, event)
		}
	}
	return list
}

// BockMarks says how often the Bock multiplier applies to each hand of a list and, last, to the next one. triggers has the
// number of events of each hand that begin Bock hands, in order of play; hands dealt again are none of them. One event makes
// a Bock hand for each player at the table, 4 or 5 (OPEN 17).
func BockMarks(r Rules, seats int, triggers []int) []int {
	marks := make([]int, len(triggers)+1)
	row := 0 // Bock hands to come, with append and ignore
	for i, n := range triggers {
		if r.Play.BockStack == BockMultiply {
			for next := i + 1; next <= i+seats && next < len(marks); next++ {
				marks[next] += n
			}
			continue
		}
		if row > 0 {
			marks[i] = 1
		}
		switch {
		case r.Play.BockStack != BockIgnore:
			row += seats * n
		case n > 0 && row == 0:
			row = seats
		}
		row -= marks[i]
	}
	if row > 0 {
		marks[len(triggers)] = 1
	}
	return marks
}
