package desk_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// phone is a device that writes by the key of a table.
func phone(table tournament.TableID, device string) tournament.Actor {
	return tournament.Actor{Table: table, Device: device}
}

// clocked is a club whose database says a time the test moves on.
func clocked(t *testing.T, address string) (*club, func(time.Duration)) {
	t.Helper()
	var mu sync.Mutex
	now := storetest.Time
	s, err := store.Open(t.Context(), address, store.Options{Program: "test", Clock: func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return now
	}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return newClub(t, s), func(d time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(d)
	}
}

// eachClocked runs a test on both databases with a clock of its own.
func eachClocked(t *testing.T, test func(t *testing.T, c *club, pass func(time.Duration))) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		c, pass := clocked(t, storetest.SQLiteFile(t))
		test(t, c, pass)
	})
	t.Run("postgres", func(t *testing.T) {
		c, pass := clocked(t, storetest.PostgresURL(t))
		test(t, c, pass)
	})
}

// presence is what the table of an actor says about its devices.
func (c *club) presence(table tournament.TableID) desk.Presence {
	c.t.Helper()
	v, err := c.Table(c.ctx, c.helper, table)
	c.must(err)
	return v.Presence
}

// KNOWN_PAINS 38: two devices are counted, a ghost is not, and one look tells the radar of all tables.
func TestDevices_ComeAndGo(t *testing.T) {
	eachClocked(t, func(t *testing.T, c *club, pass func(time.Duration)) {
		tour, seating := c.evening(8, 1)
		five, six := seating.Tables[0].Table.ID, seating.Tables[1].Table.ID
		count := func(when string, want int) {
			t.Helper()
			if got := c.presence(five).Devices; got != want {
				t.Errorf("%s: %d devices, want %d", when, got, want)
			}
		}
		count("nobody has come", 0)
		a, b := phone(five, "phone-a"), phone(five, "phone-b")
		c.must(c.DeviceHere(c.ctx, a, five))
		count("the first phone", 1)
		c.must(c.DeviceHere(c.ctx, b, five))
		count("the second phone", 2)
		c.must(c.DeviceHere(c.ctx, tournament.Actor{Account: 13, Memberships: c.helper.Memberships, Device: "laptop"}, five))
		if p := c.presence(five); p.Devices != 3 || p.Desk != 1 {
			t.Errorf("with a helper's laptop: %d devices, %d of the desk", p.Devices, p.Desk)
		}
		c.must(c.DeviceGone(c.ctx, b, five))
		count("the second phone has closed its page", 2)
		pass(time.Minute)
		c.must(c.DeviceHere(c.ctx, a, five))
		pass(31 * time.Second)
		count("91 seconds after the laptop was last seen", 1)
		c.must(c.DeviceHere(c.ctx, b, five))
		count("the second phone is back", 2)
		_, err := c.StartRound(c.ctx, c.director, c.step(tour.ID, 1))
		c.must(err)
		radar, err := c.Radar(c.ctx, c.director, tour.ID)
		c.must(err)
		all := map[tournament.TableID]desk.Presence{}
		for _, tile := range radar.Rounds[0].Tables {
			all[tile.Table.ID] = tile.Presence
		}
		if p, q := all[five], all[six]; len(all) != 2 || p.Devices != 2 || !p.Connected || q.Devices != 0 || q.Connected || !q.LastSeen.IsZero() {
			t.Errorf("the radar sees %+v", all)
		}
		// T5's phone is not at T6, and a visitor is nowhere.
		c.refused(c.DeviceHere(c.ctx, a, six), tournament.ErrForbidden, "forbidden")
		c.refused(c.DeviceGone(c.ctx, a, six), tournament.ErrForbidden, "forbidden")
		if got := c.presence(six).Devices; got != 0 {
			t.Errorf("%d devices at the other table", got)
		}
	})
}

// A phone that asks often is written down once a minute; nobody hears of it, and no page is out of date.
func TestDevices_OneWriteAMinute(t *testing.T) {
	eachClocked(t, func(t *testing.T, c *club, pass func(time.Duration)) {
		tour, seating := c.evening(4, 1)
		table := seating.Tables[0].Table.ID
		a := phone(table, "phone-a")
		c.must(c.DeviceHere(c.ctx, a, table))
		before, err := c.Tournament(c.ctx, c.director, tour.ID)
		c.must(err)
		told := len(c.told)
		for range 3 {
			pass(18 * time.Second)
			c.must(c.DeviceHere(c.ctx, a, table))
			if p := c.presence(table); !p.Fresh("phone-a") || p.LastSeen != storetest.Time {
				t.Errorf("written again: %+v", p)
			}
		}
		pass(time.Second)
		c.must(c.DeviceHere(c.ctx, a, table))
		if got := c.presence(table).LastSeen; got != storetest.Time.Add(55*time.Second) {
			t.Errorf("after 55 seconds the phone was last seen at %v", got)
		}
		after, err := c.Tournament(c.ctx, c.director, tour.ID)
		c.must(err)
		if after.Changes != before.Changes || len(c.told) != told {
			t.Errorf("counter %d, then %d; %d hints", before.Changes, after.Changes, len(c.told)-told)
		}
		c.must(c.DeviceGone(c.ctx, a, table))
		c.must(c.DeviceGone(c.ctx, a, table))
		if len(c.told) != told+1 || c.told[told].Topics[0] != desk.DevicesTopic(table) || c.told[told].Changes != before.Changes {
			t.Errorf("that the phone left was told as %+v", c.told[told:])
		}
		for i := range 100 { // whoever has the key cannot fill the database
			c.must(c.DeviceHere(c.ctx, phone(table, fmt.Sprint("ghost-", i)), table))
		}
		if got := c.presence(table).Devices; got > 40 {
			t.Errorf("%d devices are kept", got)
		}
	})
}

// KNOWN_PAINS 38: who enters first has the pen; the second is refused until it takes over, which is written down; the desk and scripts
// are never held up.
func TestPen(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(8, 1)
		table, other := seating.Tables[0].Table.ID, seating.Tables[1].Table.ID
		a, b := phone(table, "phone-a"), phone(table, "phone-b")
		enter := func(by tournament.Actor, number int, op string) error {
			_, _, err := c.EnterHand(c.ctx, by, desk.HandEntry{Op: op, Table: table, Number: number, Row: points(1, 1, -1, -1)})
			return err
		}
		rows := func(want int) {
			t.Helper()
			v, err := c.Table(c.ctx, c.helper, table)
			c.must(err)
			if len(v.Rows) != want {
				t.Fatalf("%d rows, want %d", len(v.Rows), want)
			}
		}
		c.must(enter(a, 1, "a1"))
		if p := c.presence(table); p.Pen != "phone-a" || p.PenAt != storetest.Time {
			t.Fatalf("after the first hand the pen is %+v", p)
		}
		c.refused(enter(b, 2, "b2"), tournament.ErrConflict, "pen_elsewhere")
		_, _, err := c.EnterHand(c.ctx, b, desk.HandEntry{Op: "bv", Table: table, Number: 1, Base: 1, Void: true, Reason: "x"})
		c.refused(err, tournament.ErrConflict, "pen_elsewhere")
		_, err = c.EnterTotals(c.ctx, b, desk.TotalsEntry{Op: "bt", Table: table, Totals: []int{0, 0, 0, 0}})
		c.refused(err, tournament.ErrConflict, "pen_elsewhere")
		_, err = c.SubmitSheet(c.ctx, b, desk.TableStep{Op: "bs", Table: table, Version: stale})
		c.refused(err, tournament.ErrConflict, "pen_elsewhere")
		// What cannot be read is wrong wherever the pen is.
		_, _, err = c.EnterHand(c.ctx, b, desk.HandEntry{Op: "bw", Table: table, Number: 2, Row: points(1, 1)})
		if err == nil || errors.Is(err, tournament.ErrConflict) {
			t.Errorf("a hand of two players: %v", err)
		}
		rows(1)

		c.must(enter(c.helper, 2, "h2"))                       // the desk
		c.must(enter(tournament.Actor{Table: table}, 3, "s3")) // a script with the table's key
		rows(3)
		if p := c.presence(table); p.Pen != "phone-a" {
			t.Errorf("the desk or a script took the pen: %+v", p)
		}

		c.must(c.TakePen(c.ctx, b, desk.TakePen{Op: "take", Table: table}))
		c.must(enter(b, 4, "b2")) // the key of the refused hand is still good
		c.must(enter(a, 1, "a1")) // what was stored is acknowledged again, whoever has the pen
		c.refused(enter(a, 4, "a4"), tournament.ErrConflict, "pen_elsewhere")
		rows(4)
		lines, err := c.Journal(c.ctx, c.director, tour.ID, 50)
		c.must(err)
		taken := 0
		for _, l := range lines {
			if l.Entry.Action == "pen.take" {
				taken++
				if l.Table != seating.Tables[0].Table.Number || string(l.Entry.Before) != `{"pen":"phone-a"}` || string(l.Entry.After) != `{"pen":"phone-b"}` {
					t.Errorf("the journal has %+v, %s → %s", l, l.Entry.Before, l.Entry.After)
				}
			}
		}
		c.must(c.TakePen(c.ctx, b, desk.TakePen{Op: "take", Table: table}))
		c.must(c.TakePen(c.ctx, b, desk.TakePen{Op: "again", Table: table}))
		if again, err := c.Journal(c.ctx, c.director, tour.ID, 50); err != nil || taken != 1 || len(again) != len(lines) {
			t.Errorf("taken over %d times in the journal; %d lines, then %d", taken, len(lines), len(again))
		}

		c.refused(c.TakePen(c.ctx, a, desk.TakePen{Op: "t6", Table: other}), tournament.ErrForbidden, "forbidden")
		c.refused(c.TakePen(c.ctx, tournament.Actor{Table: table}, desk.TakePen{Op: "none", Table: table}), tournament.ErrInvalid, "field_missing")
		_, _, err = c.EnterHand(c.ctx, a, desk.HandEntry{Op: "a-t6", Table: other, Number: 1, Row: points(1, 1, -1, -1)})
		c.refused(err, tournament.ErrForbidden, "forbidden")
		if p := c.presence(other); p.Pen != "" {
			t.Errorf("the other table's pen is %+v", p)
		}
	})
}

// Six phones enter the same hand at the same instant, in every other hand after each took the pen: one hand is stored, five are refused.
func TestPen_Race(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		_, seating := c.evening(4, 1)
		table := seating.Tables[0].Table.ID
		for round := range 4 {
			errs := make([]error, 6)
			var wg sync.WaitGroup
			for i := range errs {
				wg.Go(func() {
					by := phone(table, fmt.Sprint("phone-", i))
					if round%2 == 1 {
						c.TakePen(c.ctx, by, desk.TakePen{Op: fmt.Sprint("take-", round, "-", i), Table: table})
					}
					_, _, errs[i] = c.EnterHand(c.ctx, by, desk.HandEntry{Op: fmt.Sprint(round, "-", i), Table: table, Number: round + 1, Row: points(1, 1, -1, -1)})
				})
			}
			wg.Wait()
			stored := 0
			for i, err := range errs {
				var p *tournament.Problem
				if err == nil {
					stored++
				} else if !errors.As(err, &p) || p.Code != "pen_elsewhere" && p.Code != "conflict" {
					t.Errorf("phone %d: %v", i, err)
				}
			}
			if stored != 1 {
				t.Errorf("hand %d was stored for %d phones", round+1, stored)
			}
		}
		v, err := c.Table(c.ctx, c.helper, table)
		c.must(err)
		if len(v.Rows) != 4 || v.Table.Pen == "" {
			t.Errorf("%d rows, pen %q", len(v.Rows), v.Table.Pen)
		}
	})
}

// Where the list is locked or the round closed, that is what is said, not where the pen is.
func TestPen_LockedList(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(4, 1)
		table := seating.Tables[0].Table.ID
		a, b := phone(table, "phone-a"), phone(table, "phone-b")
		for n := 1; n <= 4; n++ {
			_, _, err := c.EnterHand(c.ctx, a, desk.HandEntry{Op: c.op(), Table: table, Number: n, Row: points(1, 1, -1, -1)})
			c.must(err)
		}
		c.confirm(c.helper, table)
		_, _, err := c.EnterHand(c.ctx, b, desk.HandEntry{Op: c.op(), Table: table, Number: 4, Base: 1, Reason: "x", Row: points(2, 2, -2, -2)})
		c.refused(err, tournament.ErrConflict, "sheet_confirmed")
		_, err = c.CloseRound(c.ctx, c.director, c.step(tour.ID, 1))
		c.must(err)
		c.refused(c.TakePen(c.ctx, b, desk.TakePen{Op: c.op(), Table: table}), tournament.ErrPhase, "round_closed")
		if p := c.presence(table); p.Pen != "phone-a" {
			t.Errorf("the pen is %+v", p)
		}
	})
}
