package draw

// Draw seats the players for the rounds to come. The error is always of type Problems: input that makes a draw impossible, with
// everything that is wrong.
func Draw(ps []Player, history []Round, o Options) (Plan, error) {
	q, err := newRequest(ps, history, o)
	if err != nil {
		return Plan{}, err
	}
	l := newLots(Hash(ps, history, o), o.Seed)
	f := newField(q, q.opt.Rounds)
	seat := search(f, q.opt.Effort, l)
	rounds := f.write(seat, lastNumber(history))
	return Plan{Rounds: rounds, Cost: Measure(q.players, history, rounds)}, nil
}

// write turns the seating into rounds with tables in the order of their numbers.
func (f *field) write(seat []int32, last int) []Round {
	rounds := make([]Round, 0, f.rounds)
	for r := 0; r < f.rounds; r++ {
		tables := make([]Table, f.tables)
		for t, number := range f.number {
			at := seat[r*f.n+f.start[t] : r*f.n+f.start[t+1]]
			ids := make([]int64, len(at))
			for i, p := range at {
				ids[i] = f.ids[p]
			}
			tables[number-1] = Table{Number: number, Seats: ids}
		}
		rounds = append(rounds, Round{Number: last + r + 1, Tables: tables})
	}
	return rounds
}

// lastNumber is the highest number of a round played.
func lastNumber(history []Round) int {
	last := 0
	for _, r := range history {
		last = max(last, r.Number)
	}
	return last
}
