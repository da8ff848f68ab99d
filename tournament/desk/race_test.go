package desk_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// 200 hands against close, publish and redraw at once: no deadlock, nothing lost, nothing half.
func TestRace_HandsAgainstCommands(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		settings := short(2)
		settings.Format.HandsPerRound, settings.Format.HandsAtFive = 20, 25
		tour := c.create(settings)
		c.register(tour.ID, 40)
		seating := c.draw(tour.ID, 1)
		if len(seating.Tables) != 10 {
			t.Fatalf("%d tables", len(seating.Tables))
		}
		var wg sync.WaitGroup
		var mu sync.Mutex
		var unexpected []error
		report := func(err error, allowed ...error) {
			if err == nil {
				return
			}
			for _, kind := range allowed {
				if errors.Is(err, kind) {
					return
				}
			}
			mu.Lock()
			unexpected = append(unexpected, err)
			mu.Unlock()
		}
		for i, table := range seating.Tables {
			wg.Go(func() {
				for n := 1; n <= 20; n++ {
					_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{
						Op: fmt.Sprintf("hand-%d-%d", i, n), Table: table.Table.ID, Number: n, Row: points(1, 1, -1, -1),
					})
					report(err)
				}
			})
		}
		// The first hand has fixed the draw, or the redraw takes every table away before it: so hands come first.
		_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{
			Op: "hand-0-1", Table: seating.Tables[0].Table.ID, Number: 1, Row: points(1, 1, -1, -1),
		})
		c.must(err)
		for i := range 10 {
			wg.Go(func() {
				_, err := c.Publish(c.ctx, c.director, desk.PublishStandings{Op: c.op(), Tournament: tour.ID})
				report(err)
			})
			wg.Go(func() {
				step := c.step(tour.ID, 1)
				_, err := c.CloseRound(c.ctx, c.director, step)
				report(err, tournament.ErrPhase, tournament.ErrConflict)
			})
			wg.Go(func() {
				_, err := c.DrawRound(c.ctx, c.director, desk.DrawRound{
					Op: c.op(), Tournament: tour.ID, Round: 1, Seed: fmt.Sprint("neu ", i), Reason: "Rennen",
				})
				report(err, tournament.ErrPhase)
			})
			wg.Go(func() {
				_, err := c.Standings(c.ctx, c.visitor, tour.ID, 0)
				report(err)
			})
		}
		wg.Wait()
		for _, err := range unexpected {
			t.Error(err)
		}
		checkSum(t, c, tour.ID, seating)
	})
}

// checkSum looks for 20 hands at each table, and the points of every player once.
func checkSum(t *testing.T, c *club, id tournament.TournamentID, seating desk.Seating) {
	t.Helper()
	for _, table := range seating.Tables {
		v, err := c.Table(c.ctx, c.helper, table.Table.ID)
		c.must(err)
		if len(v.Rows) != 20 || v.Running[0] != 20 {
			t.Errorf("table %d: %d hands, %d points", table.Table.Number, len(v.Rows), v.Running[0])
		}
		c.confirm(c.helper, table.Table.ID)
	}
	_, err := c.CloseRound(c.ctx, c.director, c.step(id, 1))
	c.must(err)
	st, err := c.Standings(c.ctx, c.visitor, id, 0)
	c.must(err)
	if len(st.Lines) != 40 || st.Sum != 0 || st.Provisional || st.Lines[0].Total != 20 || st.Lines[39].Total != -20 {
		t.Errorf("%d lines, sum %d, first %+v", len(st.Lines), st.Sum, st.Lines[0])
	}
	report, err := c.Verify(c.ctx, tournament.System())
	c.must(err)
	if len(report.Differences) != 0 || report.Hands != 200 {
		t.Errorf("verify: %d hands, %+v", report.Hands, report.Differences)
	}
}

// A draw made twice at the same moment is made once; a draw against the first hand is either before it or refused.
func TestRace_DrawTwice(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour := c.create(short(2))
		c.register(tour.ID, 8)
		var wg sync.WaitGroup
		errs := make([]error, 6)
		for i := range errs {
			op := "click"
			if i >= 3 {
				op = c.op()
			}
			wg.Go(func() {
				_, errs[i] = c.DrawRound(c.ctx, c.director, desk.DrawRound{Op: op, Tournament: tour.ID, Round: 1})
			})
		}
		wg.Wait()
		drawn := 0
		for i, err := range errs {
			switch {
			case err == nil && i >= 3:
				drawn++
			case err != nil && code(err) != "reason_missing":
				t.Errorf("draw %d: %v", i, err)
			}
		}
		if drawn > 1 {
			t.Errorf("drawn %d times", drawn)
		}
		rounds, err := c.Rounds(c.ctx, c.director, tour.ID)
		c.must(err)
		if len(rounds) != 1 {
			t.Errorf("rounds %+v", rounds)
		}
	})
}

// Many phones read the standings while hands arrive: every reader gets one that adds up. For the race detector.
func TestRace_Standings(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour, seating := c.evening(8, 1)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			var last int64
			for range 10 {
				st, err := c.Standings(c.ctx, c.visitor, tour.ID, 0)
				if err != nil || st.Sum != 0 || st.Changes < last {
					t.Errorf("sum %d, changes %d after %d: %v", st.Sum, st.Changes, last, err)
					return
				}
				last = st.Changes
			}
		})
	}
	for _, table := range seating.Tables {
		wg.Go(func() { c.fill(c.helper, table.Table) })
	}
	wg.Wait()
}

// Two desks save the same entry: the second is told, nothing is lost silently.
func TestRace_StaleEntry(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour := c.create(short(1))
		e := c.register(tour.ID, 1)[0]
		var wg sync.WaitGroup
		errs := make([]error, 6)
		for i := range errs {
			wg.Go(func() {
				_, errs[i] = c.TakeFee(c.ctx, c.helper, desk.FeePayment{
					Op: fmt.Sprint("fee", i), Entry: e.ID, Version: e.Version, Paid: tournament.Cents(100 + i),
				})
			})
		}
		wg.Wait()
		saved := -1
		for i, err := range errs {
			switch {
			case err == nil && saved >= 0:
				t.Error("two desks saved the same version")
			case err == nil:
				saved = i
			case code(err) != "stale" || !errors.Is(err, tournament.ErrConflict):
				t.Errorf("desk %d: %v", i, err)
			}
		}
		now, _, err := c.Entry(c.ctx, c.helper, e.ID)
		c.must(err)
		if saved < 0 || now.Paid != tournament.Cents(100+saved) || now.Version != e.Version+1 {
			t.Errorf("saved by %d: %+v", saved, now)
		}
	})
}

// Two desks correct the same hand of the same table 200 times: each time one is stored or told of the conflict, never more.
func TestRace_TwoDesks(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		_, table := four(c)
		_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: table.ID, Number: 1, Row: points(0, 0, 0, 0)})
		c.must(err)
		var wg sync.WaitGroup
		var stored atomic.Int64
		for range 2 {
			wg.Go(func() {
				for base := 1; base <= 100; base++ {
					_, created, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{
						Op: c.op(), Table: table.ID, Number: 1, Base: base, Reason: "noch einmal", Row: points(base, -base, 0, 0),
					})
					switch {
					case created:
						stored.Add(1)
					case !errors.Is(err, tournament.ErrConflict):
						t.Errorf("base %d: %v", base, err)
					}
				}
			})
		}
		wg.Wait()
		v, err := c.Table(c.ctx, c.helper, table.ID)
		c.must(err)
		if n := int(stored.Load()); v.Rows[0].Current.Revision != n+1 || len(v.Rows[0].Older) != n {
			t.Errorf("%d stored, the newest is revision %d", n, v.Rows[0].Current.Revision)
		}
	})
}
