package desk_test

import (
	"errors"
	"sync"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/sheet"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// Two referees are called for one offence and decide at the same moment, by the table or freely: one penalty, and the other is asked.
func TestPenalty_TwoReferees(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(4, 1)
		at := seating.Tables[0]
		give := func(op string, free, again bool) error {
			if free {
				return only(c.AddPenalty(c.ctx, c.referee, desk.PenaltyEntry{
					Op: op, Entry: at.Seats[1].Entry, Round: 1, Hand: 1, Points: -3, Again: again, Reason: "Farbe nicht bedient",
				}))
			}
			return only(c.AddOffence(c.ctx, c.director, desk.OffenceEntry{
				Op: op, Table: at.Table.ID, Hand: 1, Case: sheet.Case{Offender: 2, Offence: sheet.Major}, Again: again, Reason: "nicht bedient",
			}))
		}
		var wg sync.WaitGroup
		errs := make([]error, 6)
		for i := range errs {
			op := c.op()
			wg.Go(func() { errs[i] = give(op, i%2 == 1, false) })
		}
		wg.Wait()
		stored := 0
		for _, err := range errs {
			if err == nil {
				stored++
			} else if code(err) != "penalty_again" || !errors.Is(err, tournament.ErrDuplicate) {
				t.Errorf("refused with %v", err)
			}
		}
		standing := func(want int) {
			t.Helper()
			list, err := c.Penalties(c.ctx, c.referee, tour.ID)
			c.must(err)
			if len(list) != want {
				t.Fatalf("%d penalties, want %d", len(list), want)
			}
		}
		if stored != 1 {
			t.Errorf("%d were stored", stored)
		}
		standing(1)
		c.refused(give(c.op(), true, false), tournament.ErrDuplicate, "penalty_again")
		c.must(give(c.op(), true, true)) // he did it once more
		standing(2)
		// What was cancelled asks nobody.
		list, err := c.Penalties(c.ctx, c.referee, tour.ID)
		c.must(err)
		for _, p := range list {
			c.must(c.CancelPenalty(c.ctx, c.referee, desk.PenaltyCancel{Op: c.op(), Penalty: p.ID, Reason: "doch bedient"}))
		}
		c.must(give(c.op(), true, false))
		standing(3)
		v, err := c.JudgeOffence(c.ctx, c.referee, desk.OffenceEntry{Table: at.Table.ID, Hand: 1, Case: sheet.Case{Offender: 2, Offence: sheet.Minor}})
		if err != nil || !v.Given {
			t.Errorf("the referee is not told: %+v, %v", v.Given, err)
		}
		v, err = c.JudgeOffence(c.ctx, c.referee, desk.OffenceEntry{Table: at.Table.ID, Hand: 1, Case: sheet.Case{Offender: 3, Offence: sheet.Minor}})
		if err != nil || v.Given {
			t.Errorf("of another player: %+v, %v", v.Given, err)
		}
	})
}
