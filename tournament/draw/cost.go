package draw

import (
	"cmp"
	"slices"
)

// Measure is the cost of rounds, however they came about. It counts anew from the seating and shares nothing with the search,
// so that it also proves the search.
func Measure(ps []Player, history, rounds []Round) Cost {
	c := Cost{RepeatPairs: [][3]int64{}}
	club := make(map[int64]string, len(ps))
	five := make(map[int64]int, len(ps))
	for _, p := range ps {
		club[p.ID] = p.Club
		five[p.ID] = 0
	}
	met := pairsOf(history, 0)
	met = append(met, pairsOf(rounds, 1)...)
	slices.SortFunc(met, func(p, q seating) int { return cmp.Or(cmp.Compare(p.a, q.a), cmp.Compare(p.b, q.b)) })
	for i := 0; i < len(met); {
		a, b, times, planned := met[i].a, met[i].b, 0, 0
		for ; i < len(met) && met[i].a == a && met[i].b == b; i++ {
			times++
			planned += met[i].planned
		}
		c.MaxMeetings = max(c.MaxMeetings, times)
		if planned == 0 {
			continue
		}
		if times > 1 {
			c.RepeatPairs = append(c.RepeatPairs, [3]int64{a, b, int64(times)})
		}
		c.Repeats += min(planned, times-1)
		if club[a] != "" && club[a] == club[b] {
			c.ClubMeetings += planned
		}
	}
	c.FiveOver = fiveOver(five, history, rounds)
	c.SeatImbalance = seatImbalance(rounds)
	return c
}

// seating is one pair at one table, a < b; planned is 1 in a planned round and 0 in a played one.
type seating struct {
	a, b    int64
	planned int
}

// pairsOf lists all pairs of all tables.
func pairsOf(rounds []Round, planned int) []seating {
	var all []seating
	for _, r := range rounds {
		for _, t := range r.Tables {
			for i, a := range t.Seats {
				for _, b := range t.Seats[i+1:] {
					all = append(all, seating{min(a, b), max(a, b), planned})
				}
			}
		}
	}
	return all
}

// fiveOver is the visits to fives above the fair share, which is their average rounded up.
func fiveOver(five map[int64]int, history, rounds []Round) int {
	total := 0
	for _, part := range [][]Round{history, rounds} {
		for _, r := range part {
			for _, t := range r.Tables {
				for _, id := range t.Seats {
					if _, here := five[id]; here && len(t.Seats) == 5 {
						five[id]++
						total++
					}
				}
			}
		}
	}
	if len(five) == 0 {
		return 0
	}
	fair, over := (total+len(five)-1)/len(five), 0
	for _, times := range five {
		over += max(0, times-fair)
	}
	return over
}

// seatImbalance is the visits to seats 1 to 4 above a quarter (rounded up) of a player's rounds.
func seatImbalance(rounds []Round) int {
	seats := map[int64]*[6]int{}
	for _, r := range rounds {
		for _, t := range r.Tables {
			for i, id := range t.Seats {
				if seats[id] == nil {
					seats[id] = &[6]int{}
				}
				seats[id][min(i, 4)]++
				seats[id][5]++
			}
		}
	}
	over := 0
	for _, s := range seats {
		for _, times := range s[:4] {
			over += max(0, times-(s[5]+3)/4)
		}
	}
	return over
}
