package draw

// Draw seats the players for the rounds to come. The error is always of type Problems: input that makes a draw impossible, with
// everything that is wrong.
func Draw(ps []Player, history []Round, o Options) (Plan, error) {
	q, err := newRequest(ps, history, o)
	if err != nil {
		return Plan{}, err
	}
	l := newLots(Hash(ps, history, o), o.Seed)
	var rounds []Round
	switch q.opt.Mode {
	case ModeEachRound:
		rounds = q.roundByRound(l)
	case ModeByRank, ModeMovement:
		q.opt.Rounds = 1
		rounds = q.ordered(l)
	case ModeRandom:
		rounds = q.byLots(l)
	case ModeFixed:
		rounds = q.together(history, q.opt.Rounds, &lots{})
	default:
		rounds = q.together(history, q.opt.Rounds, l)
	}
	f := newField(q, q.opt.Rounds)
	if a, b, met := f.apartMeet(rounds); met {
		return Plan{}, Problems{wrong("draw_apart_open", "players", map[string]any{"A": a, "B": b})}
	}
	plan := Plan{Rounds: rounds, Cost: Measure(q.players, history, rounds)}
	b := f.prove(history)
	plan.Bound = f.boundFor(b, plan.Cost, history)
	plan.Notes = f.certificate(q, b, plan)
	return plan, nil
}

// smallField is up to how many players the search looks at all pairs.
const smallField = 400

// together plans rounds all at once.
func (q request) together(history []Round, count int, l *lots) []Round {
	q.history = history
	f := newField(q, count)
	return f.finish(f.group(history, q.opt.Effort, l), history, l)
}

// group decides who sits with whom.
func (f *field) group(history []Round, effort Effort, l *lots) []int32 {
	if f.n > smallField {
		return f.searchBig(effort, l)
	}
	return newJob(f, history).search(effort, l).seat
}

// searchBig repairs what the columns cannot do: fives, clubs, wishes, the history. In a big field there is room for that.
func (f *field) searchBig(effort Effort, l *lots) []int32 {
	seat := f.shift()
	f.relabel(seat, nil, nil, 0, l)
	f.holdTables(seat)
	newLedger(f, newPrices(priceRepeat, priceMore, priceSoft), seat).repair(effort.trials()+50*len(seat), l)
	return seat
}

// roundByRound plans one round after the other; what was planned counts as played. Tables and seats are shared out at the end,
// over all of them.
func (q request) roundByRound(l *lots) []Round {
	history := q.history
	played := append([]Round(nil), history...)
	var all []int32
	for r := 0; r < q.opt.Rounds; r++ {
		q.history = played
		f := newField(q, 1)
		seat := f.group(played, q.opt.Effort, l.branch(uint64(r)))
		all = append(all, seat...)
		played = append(played, f.write(seat, lastNumber(played))...)
	}
	q.history = history
	return newField(q, q.opt.Rounds).finish(all, history, l)
}

// byLots leaves everything to chance but the wishes that are hard and who sits at the fives.
func (q request) byLots(l *lots) []Round {
	f := newField(q, q.opt.Rounds)
	seat := randomSeats(f, l)
	newLedger(f, newPrices(0, 0, 0), seat).repair(q.opt.Effort.trials(), l)
	return f.finish(seat, q.history, l)
}

// ordered plans one round by the standings or by movement.
func (q request) ordered(l *lots) []Round {
	f := newField(q, 1)
	p := newPrices(0, 0, 0)
	if q.opt.Prefer == PreferRepeats {
		p = newPrices(priceAgain, priceAgain, 0)
	}
	last, any := lastRound(q.history)
	var seat []int32
	switch {
	case q.opt.Mode == ModeByRank:
		seat = f.byRank(q.players, p, l)
	case any:
		seat = f.byMovement(q.players, last, p, l)
	default: // nobody has won anything yet
		return q.together(q.history, 1, l)
	}
	f.seatOrder(seat, l)
	f.seatHistory(seat, q.history, l)
	return f.write(seat, lastNumber(q.history))
}

// finish gives the tables of a seating their numbers and the players their seats.
func (f *field) finish(seat []int32, history []Round, l *lots) []Round {
	f.tableNumbers(seat, history, l)
	f.seatOrder(seat, l)
	f.seatHistory(seat, history, l)
	return f.write(seat, lastNumber(history))
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

// apartMeet names a pair that must never meet and does.
func (f *field) apartMeet(rounds []Round) (int64, int64, bool) {
	for _, r := range rounds {
		for _, t := range r.Tables {
			for i, a := range t.Seats {
				for _, b := range t.Seats[i+1:] {
					if f.isApart(f.index[a], f.index[b]) {
						return min(a, b), max(a, b), true
					}
				}
			}
		}
	}
	return 0, 0, false
}

// lastRound is the round played last.
func lastRound(history []Round) (Round, bool) {
	number := lastNumber(history)
	for _, r := range history {
		if r.Number == number {
			return r, true
		}
	}
	return Round{}, false
}

// lastNumber is the highest number of a round played.
func lastNumber(history []Round) int {
	last := 0
	for _, r := range history {
		last = max(last, r.Number)
	}
	return last
}
