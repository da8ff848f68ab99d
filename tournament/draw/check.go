package draw

import "slices"

// Fault is one thing about a seating that the organiser should know before it is used.
type Fault struct {
	Code    string  // size, number, twice, unknown, missing, fixed, apart, club, repeat
	Table   int     // the number of the table, 0 if it is not about one
	Players []int64 // who it is about, ascending
	Count   int     // size: seats; repeat: meetings of the pair with this one
	Illegal bool    // this round cannot be played so; otherwise it is a wish that is not met
}

// Check judges one round against the players and what was played before, for changes made by hand and for imports. It lists
// everything: illegal tables first, then the wishes that are not met.
func Check(ps []Player, history []Round, r Round) []Fault {
	faults := checkLegal(ps, r)
	who := make(map[int64]Player, len(ps))
	for _, p := range normal(ps) {
		who[p.ID] = p
	}
	met := meetings(history)
	for _, t := range r.Tables {
		seats := slices.Clone(t.Seats)
		slices.Sort(seats)
		for i, a := range seats {
			p := who[a]
			if p.Table > 0 && p.Table != t.Number {
				faults = append(faults, Fault{Code: "fixed", Table: t.Number, Players: []int64{a}})
			}
			for _, b := range seats[i+1:] {
				pair := []int64{a, b}
				if _, apart := slices.BinarySearch(p.Apart, b); apart {
					faults = append(faults, Fault{Code: "apart", Table: t.Number, Players: pair})
				}
				if p.Club != "" && p.Club == who[b].Club && a != b {
					faults = append(faults, Fault{Code: "club", Table: t.Number, Players: pair})
				}
				if times := met[[2]int64{a, b}]; times > 0 {
					faults = append(faults, Fault{Code: "repeat", Table: t.Number, Players: pair, Count: times + 1})
				}
			}
		}
	}
	return faults
}

func checkLegal(ps []Player, r Round) []Fault {
	var faults []Fault
	times := map[int64]int{}
	numbers := map[int]bool{}
	for _, p := range ps {
		times[p.ID] = 0
	}
	for _, t := range r.Tables {
		if len(t.Seats) != 4 && len(t.Seats) != 5 {
			faults = append(faults, Fault{Code: "size", Table: t.Number, Count: len(t.Seats), Illegal: true})
		}
		if t.Number < 1 || numbers[t.Number] {
			faults = append(faults, Fault{Code: "number", Table: t.Number, Illegal: true})
		}
		numbers[t.Number] = true
		for _, id := range t.Seats {
			n, here := times[id]
			switch {
			case !here:
				faults = append(faults, Fault{Code: "unknown", Table: t.Number, Players: []int64{id}, Illegal: true})
			case n > 0:
				faults = append(faults, Fault{Code: "twice", Table: t.Number, Players: []int64{id}, Illegal: true})
			}
			if here {
				times[id]++
			}
		}
	}
	for _, p := range ps {
		if times[p.ID] == 0 {
			faults = append(faults, Fault{Code: "missing", Players: []int64{p.ID}, Illegal: true})
		}
	}
	return faults
}

// meetings counts how often each pair (lower id first) sat at one table.
func meetings(rounds []Round) map[[2]int64]int {
	met := map[[2]int64]int{}
	for _, r := range rounds {
		for _, t := range r.Tables {
			for i, a := range t.Seats {
				for _, b := range t.Seats[i+1:] {
					met[[2]int64{min(a, b), max(a, b)}]++
				}
			}
		}
	}
	return met
}
