// Package pace says when the time of a table is up, and from the hands played so far when it will be done.
package pace

import "time"

// Clock is the time a table has for a round. All times are instants: a night of clock change makes no hour longer or shorter.
type Clock struct {
	Started time.Time // zero = the clock does not run
	Minutes int       // limit of the round with the extra time for all; 0 = none
	Extra   int       // extra minutes of this table alone
}

// Deadline is when the time of the table is up; zero without a clock.
func (c Clock) Deadline() time.Time {
	if c.Started.IsZero() || c.Minutes == 0 {
		return time.Time{}
	}
	return c.Started.Add(time.Duration(c.Minutes+c.Extra) * time.Minute)
}

// Up reports whether the time of the table is up.
func (c Clock) Up(now time.Time) bool {
	end := c.Deadline()
	return !end.IsZero() && !now.Before(end)
}

// Minutes counts whole minutes, one that is begun as a whole: 61 seconds are 2, −61 seconds are −1.
func Minutes(d time.Duration) int {
	if d > 0 {
		d += time.Minute - 1
	}
	return int(d / time.Minute)
}
