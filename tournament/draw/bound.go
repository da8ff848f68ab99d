package draw

// bounds are what no plan can go below, each proven by counting.
type bounds struct {
	five    int // visits to fives above the fair share
	clubs   int // meetings of club mates
	repeats int // among plans that reach the goals before repeats
}

// boundFor is the bound of the repeats of a plan with that cost: it stands on goals before repeats, so it counts only where
// these are reached.
func (f *field) boundFor(b bounds, c Cost, history []Round) int {
	bare := max(f.proveDegree(false), f.provePigeons(history))
	if c.FiveOver > b.five || f.hard && c.ClubMeetings > b.clubs {
		return min(bare, b.repeats)
	}
	return b.repeats
}

// crowd is the least number of pairs in the same group when s people are spread over g groups.
func crowd(s, g int) int {
	if g < 1 {
		return 0
	}
	q, r := s/g, s%g
	return r*q*(q+1)/2 + (g-r)*q*(q-1)/2
}

// prove counts what is unavoidable.
func (f *field) prove(history []Round) bounds {
	b := bounds{five: f.proveFives(), clubs: f.proveClubs()}
	b.repeats = max(f.proveDegree(f.hard && b.clubs == 0), f.provePigeons(history))
	if !f.preferRepeats && b.five == 0 && f.fair == 1 && len(history) == 0 {
		// A five is drawn from the fours of each round before it, and the people of a five go to fours afterwards.
		b.repeats = max(b.repeats, (f.rounds-1)*2*f.fives*crowd(5, f.fours))
	}
	if f.n == 20 && f.rounds == 6 && len(history) == 0 {
		b.repeats = max(b.repeats, 1) // design theory: there is no 4-RGDD of type 2^10
	}
	return b
}

func (f *field) proveFives() int {
	over, room := 0, 0
	for i, times := range f.five {
		over += max(0, times-f.fair)
		switch t := f.pin[i]; {
		case t < 0:
			room += min(f.rounds, max(0, f.fair-times))
		case t >= f.fours: // sits at a five in every round
			room += min(f.rounds, max(0, f.fair-times))
		}
	}
	return over + max(0, 5*f.fives*f.rounds-room)
}

func (f *field) proveClubs() int {
	size := make([]int, len(f.clubs))
	for _, c := range f.club {
		if c >= 0 {
			size[c]++
		}
	}
	forced := 0
	for _, k := range size {
		forced += crowd(k, f.tables)
	}
	return forced * f.rounds
}

// proveDegree: a player who meets more people than are left to be met for the first time repeats some. noMates says that
// club mates cannot be among them.
func (f *field) proveDegree(noMates bool) int {
	left := make([]int, f.n)
	size := make([]int, len(f.clubs))
	for _, c := range f.club {
		if c >= 0 {
			size[c]++
		}
	}
	for i := range left {
		left[i] = f.n - 1 - len(f.apart[i])
		if noMates && f.club[i] >= 0 {
			left[i] -= size[f.club[i]] - 1
			for _, k := range f.apart[i] {
				if f.club[k] == f.club[i] {
					left[i]++
				}
			}
		}
	}
	for _, p := range f.past {
		if f.isApart(p.a, p.b) || noMates && f.mates(p.a, p.b) != classNone {
			continue
		}
		left[p.a]--
		left[p.b]--
	}
	short, slack := 0, 0
	for i, new := range left {
		short += max(0, 3*f.rounds-new)
		if f.pin[i] < 0 || f.pin[i] >= f.fours {
			slack += min(f.rounds, max(0, new-3*f.rounds))
		}
	}
	short += max(0, 5*f.fives*f.rounds-slack)
	return (short + 1) / 2
}

func (f *field) isApart(a, b int) bool {
	for _, k := range f.apart[a] {
		if k == b {
			return true
		}
	}
	return false
}

// provePigeons: a table is drawn from the tables of a round before it, and with few of those two people come from the same.
func (f *field) provePigeons(history []Round) int {
	forced := func(groups int) int { return f.fours*crowd(4, groups) + f.fives*crowd(5, groups) }
	before := 0 // against the rounds played
	for _, r := range history {
		groups, seated := 0, 0
		for _, t := range r.Tables {
			if here := known(t.Seats, f.index); len(here) > 0 {
				groups++
				seated += len(here)
			}
		}
		before = max(before, forced(groups+f.n-seated))
	}
	return before + (f.rounds-1)*max(before, forced(f.tables))
}
