package pace

import (
	"slices"
	"time"
)

// State is how a table stands in time.
type State string

// The states of a table, the most urgent first.
const (
	Over   State = "over"   // its time is up and it still plays
	Late   State = "late"   // by its forecast it will not be done in time
	Silent State = "silent" // nothing entered for so long that it is late, if nothing was played: perhaps it writes on paper
	Tight  State = "tight"  // not two hands before its deadline
	Fine   State = "fine"
	Early  State = "early" // too few hands for a forecast of its own
	Done   State = "done"  // all hands are played, or the list is handed in
)

// Urgency orders states, 0 the most urgent.
func (s State) Urgency() int {
	return slices.Index([]State{Over, Late, Silent, Tight, Fine, Early, Done}, s)
}

// Pressing reports whether somebody should look after the table.
func (s State) Pressing() bool { return s == Over || s == Late }

// Table is what a forecast goes by.
type Table struct {
	Hands    int         // to be played in the round
	Done     int         // entered
	Solos    int         // compulsory solos still owed
	Closed   bool        // the list is handed in
	Entered  []time.Time // when each hand was entered
	Deadline time.Time   // zero = no limit
}

// Round is a round under way.
type Round struct {
	Start  time.Time // of the clock, else of play
	Now    time.Time
	Tables []Table
}

// Forecast is what may be expected of a table.
type Forecast struct {
	State State
	Hand  time.Duration // a hand takes, at this table as far as it is known
	End   time.Time     // of its last hand; of a table that is done, its last entry
	Hands int           // it will have played when its time is up, the one begun then included
	Limit time.Time     // its deadline; where there is none, a quarter of an hour after the hall
}

const (
	usual    = 220 * time.Second // a hand before anything is known: 24 hands in 88 minutes
	known    = 3                 // hands from which a table has a pace of its own
	weight   = 8                 // the hall's pace counts like so many hands of the table, so that one long hand is no alarm
	longest  = 5                 // halves of the hall's pace that one hand counts at most: what is more was a dispute or a break
	together = time.Minute       // hands that came in with less between them were kept back and sent at once
	behind   = 15 * time.Minute  // after the hall, where no clock runs
)

// Forecasts says for each table of a round when it will be done, and how it stands.
func Forecasts(r Round) []Forecast {
	hall := r.pace()
	list := make([]Forecast, len(r.Tables))
	for i, t := range r.Tables {
		list[i] = r.forecast(t, hall)
	}
	limit := hallEnd(r.Tables, list).Add(behind)
	for i, t := range r.Tables {
		list[i].Limit = t.Deadline
		if t.Deadline.IsZero() {
			list[i].Limit = limit
		}
		list[i].State = list[i].state(t, r)
		list[i].Hands = list[i].begun(t)
	}
	return list
}

// pace is that of the hall: the middle one of all tables that have one of their own.
func (r Round) pace() time.Duration {
	var all []time.Duration
	for _, t := range r.Tables {
		if t.Done >= known {
			all = append(all, t.played(r.Start, usual*longest/2)/time.Duration(t.Done))
		}
	}
	if len(all) == 0 {
		return usual
	}
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}

// played is how long the hands entered took, without the wait for a network and without disputes: hands that came in together
// share the time since the entry before, and none counts for more than most.
func (t Table) played(start time.Time, most time.Duration) time.Duration {
	at := slices.SortedFunc(slices.Values(t.Entered), time.Time.Compare)
	if len(at) != t.Done && len(at) > 0 { // a copied rest holds more hands than it has times
		return min(max(at[len(at)-1].Sub(start), 0), time.Duration(t.Done)*most)
	}
	var sum time.Duration
	for i, last := 0, start; i < len(at); {
		n := 1
		for i+n < len(at) && at[i+n].Sub(at[i+n-1]) < together {
			n++
		}
		i += n
		sum += min(max(at[i-1].Sub(last), 0), time.Duration(n)*most)
		last = at[i-1]
	}
	return sum
}

// forecast is the pace and the end of a table.
func (r Round) forecast(t Table, hall time.Duration) Forecast {
	last := r.Start
	for _, at := range t.Entered {
		if at.After(last) {
			last = at
		}
	}
	left := max(t.Hands-t.Done, t.Solos)
	if t.Closed || left <= 0 {
		return Forecast{Hand: hall, End: last}
	}
	most := hall * longest / 2
	played := t.played(r.Start, most)
	hand := (played + weight*hall) / time.Duration(t.Done+weight)
	if running := min(r.Now.Sub(last), most); t.Done > 0 && running > hand { // the hand on the table is a long one already
		hand = (played + running + weight*hall) / time.Duration(t.Done+1+weight)
	}
	end := last.Add(hand)
	if end.Before(r.Now) {
		end = r.Now
	}
	return Forecast{Hand: hand, End: end.Add(time.Duration(left-1) * hand)}
}

// hallEnd is when the middle one of all tables is done.
func hallEnd(tables []Table, list []Forecast) time.Time {
	ends := make([]time.Time, 0, len(tables))
	for _, f := range list {
		ends = append(ends, f.End)
	}
	if len(ends) == 0 {
		return time.Time{}
	}
	slices.SortFunc(ends, time.Time.Compare)
	return ends[len(ends)/2]
}

func (f Forecast) state(t Table, r Round) State {
	late := f.End.After(f.Limit)
	switch {
	case t.Closed || t.Done >= t.Hands && t.Solos == 0:
		return Done
	case !t.Deadline.IsZero() && !r.Now.Before(t.Deadline):
		return Over
	case t.Done == 0 && late && r.Now.Sub(r.Start) >= known*f.Hand: // thirty hands in a hundred minutes look late from the start
		return Silent
	case t.Done < known:
		return Early
	case late:
		return Late
	case !t.Deadline.IsZero() && f.Limit.Sub(f.End) < 2*f.Hand:
		return Tight
	}
	return Fine
}

// begun is how many hands the table will have begun, and so plays to their end, when its time is up.
func (f Forecast) begun(t Table) int {
	if t.Deadline.IsZero() || f.Hand <= 0 || !f.End.After(t.Deadline) {
		return max(t.Hands, t.Done)
	}
	missing := int(f.End.Sub(t.Deadline) / f.Hand) // hands that would begin only then or later
	return min(max(t.Hands-missing, t.Done), t.Hands)
}
