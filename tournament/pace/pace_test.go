package pace

import (
	"testing"
	"time"
)

func berlin(t *testing.T, wall string) time.Time {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", wall, zone)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// In the nights in which the clocks are changed a hundred minutes stay a hundred minutes.
func TestClock_NightsOfClockChange(t *testing.T) {
	tests := []struct {
		name, start, offset string
		minutes, extra      int
		end                 string // with its offset from UTC
	}{
		{"an ordinary evening", "2026-03-13 19:30", "+01:00", 100, 0, "2026-03-13 21:10 +0100"},
		{"extra time", "2026-03-13 19:30", "+01:00", 100, 12, "2026-03-13 21:22 +0100"},
		{"autumn, ends in the first hour of two", "2026-10-25 00:50", "+02:00", 100, 0, "2026-10-25 02:30 +0200"},
		{"autumn, ends in the second", "2026-10-25 01:50", "+02:00", 100, 0, "2026-10-25 02:30 +0100"},
		{"spring, over the hour that is not there", "2026-03-29 01:00", "+01:00", 100, 0, "2026-03-29 03:40 +0200"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := berlin(t, tt.start)
			if got := start.Format("-07:00"); got != tt.offset {
				t.Fatalf("the clock starts at %s", got)
			}
			c := Clock{Started: start.UTC(), Minutes: tt.minutes, Extra: tt.extra}
			if got := c.Deadline().In(start.Location()).Format("2006-01-02 15:04 -0700"); got != tt.end {
				t.Errorf("time is up at %s, want %s", got, tt.end)
			}
			for gone := 0; gone <= tt.minutes+tt.extra; gone++ {
				now := start.Add(time.Duration(gone) * time.Minute).In(start.Location())
				if got := Minutes(c.Deadline().Sub(now)); got != tt.minutes+tt.extra-gone {
					t.Fatalf("after %d minutes %d are left", gone, got)
				}
				if c.Up(now) != (gone == tt.minutes+tt.extra) {
					t.Fatalf("after %d minutes time is up: %v", gone, c.Up(now))
				}
			}
		})
	}
}

func TestClock_None(t *testing.T) {
	start := berlin(t, "2026-03-13 19:30")
	for _, c := range []Clock{{}, {Minutes: 100, Extra: 5}, {Started: start}} {
		if !c.Deadline().IsZero() || c.Up(start.Add(1000*time.Hour)) {
			t.Errorf("%+v ends at %s", c, c.Deadline())
		}
	}
}

func TestMinutes(t *testing.T) {
	for d, want := range map[time.Duration]int{
		0: 0, 1: 1, time.Minute: 1, 61 * time.Second: 2, 100 * time.Minute: 100,
		-1: 0, -59 * time.Second: 0, -time.Minute: -1, -61 * time.Second: -1,
	} {
		if got := Minutes(d); got != want {
			t.Errorf("%s are %d minutes, want %d", d, got, want)
		}
	}
}
