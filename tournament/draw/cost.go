package draw

import "slices"

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
	met := meetings(history)
	planned := meetings(rounds)
	for pair, times := range planned {
		before := met[pair]
		c.Repeats += times - 1
		if before > 0 {
			c.Repeats++
		}
		if before+times > 1 {
			c.RepeatPairs = append(c.RepeatPairs, [3]int64{pair[0], pair[1], int64(before + times)})
		}
		if a := club[pair[0]]; a != "" && a == club[pair[1]] {
			c.ClubMeetings += times
		}
		met[pair] += times
	}
	for _, times := range met {
		c.MaxMeetings = max(c.MaxMeetings, times)
	}
	slices.SortFunc(c.RepeatPairs, func(a, b [3]int64) int {
		if a[0] != b[0] {
			return cmp64(a[0], b[0])
		}
		return cmp64(a[1], b[1])
	})
	c.FiveOver = fiveOver(five, history, rounds)
	c.SeatImbalance = seatImbalance(rounds)
	return c
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
