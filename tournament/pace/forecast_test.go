package pace

import (
	"math/rand/v2"
	"testing"
	"time"
)

var start = time.Date(2026, 3, 13, 18, 0, 0, 0, time.UTC)

// at is so many minutes after the start.
func at(minutes float64) time.Time { return start.Add(time.Duration(minutes * float64(time.Minute))) }

// even is a table that has entered a hand every so many minutes, until so many are there.
func even(every float64, done int) Table {
	t := Table{Hands: 24, Done: done, Solos: 4, Deadline: at(100)}
	for i := 1; i <= done; i++ {
		t.Entered = append(t.Entered, at(every*float64(i)))
	}
	return t
}

// with is a table changed.
func (t Table) with(change func(*Table)) Table {
	change(&t)
	return t
}

// The hall plays a hand in four minutes, at minute 40 ten of 24: what is expected of one more table.
func TestForecasts(t *testing.T) {
	tests := []struct {
		name  string
		table Table
		now   float64
		state State
		end   time.Duration // after the start
		hands int
	}{
		// 40 + 14 × 4
		{"like the hall", even(4, 10), 40, Tight, 96 * time.Minute, 24},
		{"with time to spare", even(4, 10).with(func(t *Table) { t.Deadline = at(105) }), 40, Fine, 96 * time.Minute, 24},
		{"done on the minute", even(4, 10).with(func(t *Table) { t.Deadline = at(96) }), 40, Tight, 96 * time.Minute, 24},
		{"a minute too late, the last hand begun in time", even(4, 10).with(func(t *Table) { t.Deadline = at(95) }), 40, Late, 96 * time.Minute, 24},
		{"a hand too late", even(4, 10).with(func(t *Table) { t.Deadline = at(92) }), 40, Late, 96 * time.Minute, 23},
		// (40 + 8×4) / 16 = 4½ a hand; 40 + 16 × 4½ = 112; after 100 minutes hand 22 has begun at 98½, 23 would at 103
		{"five minutes a hand", even(5, 8), 40, Late, 112 * time.Minute, 22},
		{"extra time", even(5, 8).with(func(t *Table) { t.Deadline = at(122) }), 40, Fine, 112 * time.Minute, 24},
		// (10 + 8×4) / 10 = 4.2; 10 + 22 × 4.2
		{"two long hands are no forecast", even(5, 2), 10, Early, 102*time.Minute + 24*time.Second, 24},
		// 40 + 23 × 4; hand 16 would begin at 96
		{"nothing entered", even(4, 0), 40, Silent, 132 * time.Minute, 16},
		{"nothing entered yet", even(4, 0), 3, Early, 96 * time.Minute, 24},
		// thirty hands take 120 minutes: too many for a hundred, but nobody is late with the first after three; hand 26 would begin at 100
		{"nothing entered yet, and more hands than the time allows", even(4, 0).with(func(t *Table) { t.Hands = 30 }), 3, Early, 120 * time.Minute, 25},
		// the ninth hand takes 18 minutes so far, ten of them count: (32 + 10 + 32) / 17 a hand; 50 + 15 of them; hand 21 begins at 97.9
		{"stuck in a hand", even(4, 8), 50, Late, 50*time.Minute + 15*(74*time.Minute/17), 21},
		{"handed in", even(4, 10).with(func(t *Table) { t.Closed = true }), 40, Done, 40 * time.Minute, 24},
		{"all played", even(4, 24).with(func(t *Table) { t.Solos = 0 }), 97, Done, 96 * time.Minute, 24},
		{"time is up", even(5, 20), 101, Over, 101*time.Minute + 3*(132*time.Minute/28) + (132*time.Minute/28 - time.Minute), 20},
		// one hand left on the list, but two solos owed
		{"more solos than hands", even(4, 23).with(func(t *Table) { t.Solos = 2 }), 92, Tight, 100 * time.Minute, 24},
		// five hands to minute 20, the network gone, five more at once: forty minutes for ten hands
		{"after a dead network", even(4, 5).with(func(t *Table) {
			t.Done = 10
			for i := range 5 {
				t.Entered = append(t.Entered, at(40).Add(time.Duration(i-4)*time.Second))
			}
		}), 40, Tight, 96 * time.Minute, 24},
		// a sixth hand of twenty minutes counts as ten: (20 + 10 + 32) / 14 a hand; 40 + 18 of them; hand 20 begins at 97.6
		{"after a dispute", even(4, 5).with(func(t *Table) { t.Done, t.Entered = 6, append(t.Entered, at(40)) }), 40, Late, 40*time.Minute + 18*(62*time.Minute/14), 20},
		// two rows with a time, one of them ten hands from paper: (40 + 8×4) / 18 is four a hand
		{"a rest copied from paper", even(4, 10).with(func(t *Table) { t.Entered = []time.Time{at(4), at(40)} }), 40, Tight, 96 * time.Minute, 24},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Round{Start: start, Now: at(tt.now), Tables: []Table{tt.table, even(4, 10), even(4, 10), even(4, 10)}}
			got := Forecasts(r)[0]
			if got.State != tt.state || got.Hands != tt.hands {
				t.Errorf("%s with %d hands, want %s with %d", got.State, got.Hands, tt.state, tt.hands)
			}
			if off := got.End.Sub(start) - tt.end; off.Abs() > time.Second {
				t.Errorf("done after %s, want %s", got.End.Sub(start), tt.end)
			}
			if !tt.table.Deadline.Equal(got.Limit) {
				t.Errorf("limit %s", got.Limit)
			}
		})
	}
}

// Where no clock runs, late is who keeps the hall waiting for more than a quarter of an hour.
func TestForecasts_NoClock(t *testing.T) {
	free := func(t Table) Table { return t.with(func(t *Table) { t.Deadline = time.Time{} }) }
	r := Round{Start: start, Now: at(40), Tables: []Table{free(even(5, 8)), free(even(4, 10)), free(even(4, 10)), free(even(4, 10))}}
	for i, want := range []State{Late, Fine, Fine, Fine} {
		if f := Forecasts(r)[i]; f.State != want || !f.Limit.Equal(at(111)) || f.Hands != 24 {
			t.Errorf("table %d: %+v, want %s", i+1, f, want)
		}
	}
	if got := Forecasts(Round{Start: start, Now: at(40)}); len(got) != 0 {
		t.Error(got)
	}
	alone := Forecasts(Round{Start: start, Now: at(40), Tables: []Table{free(even(7, 5))}})
	if alone[0].State != Fine { // nobody waits for it
		t.Errorf("%+v", alone[0])
	}
}

func TestUrgency(t *testing.T) {
	if !(Over.Urgency() < Late.Urgency() && Late.Urgency() < Silent.Urgency() && Silent.Urgency() < Fine.Urgency() && Fine.Urgency() < Done.Urgency()) {
		t.Error("the order of urgency")
	}
	if !Over.Pressing() || !Late.Pressing() || Silent.Pressing() || Done.Pressing() {
		t.Error("what presses")
	}
}

// A hundred evenings of twelve tables, 24 hands in 100 minutes. Eleven play a hand in 3:10 to 3:40, each hand up to a third shorter or longer; one
// takes 4:50. It is found more than 25 minutes before its time is up and nobody else is; a run of quick hands makes it tight at best.
func TestSimulatedEvenings(t *testing.T) {
	const slow = 6 // table 7
	for seed := range uint64(100) {
		rnd := rand.New(rand.NewPCG(seed, 7))
		var ends [12][]time.Time
		for i := range ends {
			hand := 190*time.Second + time.Duration(rnd.IntN(31))*time.Second
			if i == slow {
				hand = 290 * time.Second
			}
			end := start
			for range 24 {
				end = end.Add(time.Duration(float64(hand) * (2.0/3 + rnd.Float64()*2/3)))
				ends[i] = append(ends[i], end)
			}
		}
		found := -1
		for minute := range 101 {
			r := Round{Start: start, Now: at(float64(minute))}
			for _, hands := range ends {
				table := Table{Hands: 24, Solos: 4, Deadline: at(100)}
				for _, end := range hands {
					if !end.After(r.Now) {
						table.Entered = append(table.Entered, end)
					}
				}
				table.Done = len(table.Entered)
				table.Solos = min(4, 24-table.Done)
				r.Tables = append(r.Tables, table)
			}
			for i, f := range Forecasts(r) {
				switch {
				case i != slow && f.State.Pressing():
					t.Errorf("evening %d, minute %d: table %d is %s with %d hands", seed, minute, i+1, f.State, r.Tables[i].Done)
				case i == slow && f.State == Late && found < 0:
					found = minute
				case i == slow && (found >= 0 && f.State.Urgency() > Tight.Urgency() || minute >= 75 && !f.State.Pressing()):
					t.Errorf("evening %d, minute %d: the slow table is lost again: %+v", seed, minute, f)
				}
			}
		}
		if found < 0 || found > 100-25 {
			t.Errorf("evening %d: the slow table is found at minute %d", seed, found)
		}
	}
}
