package desk_test

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// normal is a hand Re wins with 131 Augen: won, against nobody; +1 each.
const normal = `{"contract":"normal","re":[1,3],"re_augen":131}`

// four is a running tournament whose first table has four seats.
func four(c *club) (tournament.Tournament, tournament.Table) {
	c.t.Helper()
	tour, s := c.evening(8, 2)
	return tour, s.Tables[0].Table
}

func key(c *club, id tournament.TableID) tournament.Actor {
	c.t.Helper()
	k, err := c.KeyOf(c.ctx, c.director, id)
	c.must(err)
	by, ok, err := c.ActorByToken(c.ctx, k.Key)
	c.must(err)
	if !ok {
		c.t.Fatal("the key of the table opens nothing")
	}
	return by
}

func TestEnterHand(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		_, table := four(c)
		keeper := key(c, table.ID)
		h, created, err := c.EnterHand(c.ctx, keeper, desk.HandEntry{Op: "a", Table: table.ID, Number: 1, Row: []byte(normal)})
		c.must(err)
		if !created || h.Revision != 1 || h.Winner != "re" || *h.Value != 1 || !slices.Equal(h.Points, []int{1, -1, 1, -1}) {
			t.Fatalf("stored %+v", h)
		}
		again, created, err := c.EnterHand(c.ctx, keeper, desk.HandEntry{
			Op: "a", Table: table.ID, Number: 1, Row: []byte(" { \"contract\":\"normal\", \"re\":[1,3], \"re_augen\":131 }"),
		})
		c.must(err)
		if created || again.ID != h.ID || again.Winner != h.Winner {
			t.Fatalf("the repeat gave %+v, created %v", again, created)
		}
		v, err := c.Table(c.ctx, keeper, table.ID)
		c.must(err)
		if v.Round.Phase != tournament.RoundPlaying || v.Next == nil || v.Next.Number != 2 || !v.MayEnter || v.MayConfirm {
			t.Fatalf("table %+v", v)
		}
		_, _, err = c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: "b", Table: table.ID, Number: 1, Row: points(3, -1, -1, -1)})
		c.refused(err, tournament.ErrConflict, "conflict")
		var conflict *desk.Conflict
		if !errors.As(err, &conflict) || conflict.Stored.ID != h.ID {
			t.Fatalf("the conflict shows %+v", conflict)
		}
	})
}

func TestEnterHand_Order(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		_, table := four(c)
		enter := func(in desk.HandEntry) error {
			in.Table = table.ID
			_, _, err := c.EnterHand(c.ctx, c.helper, in)
			return err
		}
		c.must(enter(desk.HandEntry{Op: "first", Number: 1, Row: []byte(normal)}))
		tests := []struct {
			name string
			in   desk.HandEntry
			kind error
			want string
		}{
			{"Augen 241 before a number that is out of range", desk.HandEntry{Op: "x", Number: 9, Row: []byte(`{"contract":"normal","re":[1,3],"re_augen":241}`)}, nil, "augen_range"},
			{"content before a reused op", desk.HandEntry{Op: "first", Number: 1, Row: []byte(`{"contract":"normal","re":[1,3],"re_augen":241}`)}, nil, "augen_range"},
			{"number out of range", desk.HandEntry{Op: "x", Number: 5, Row: []byte(normal)}, nil, "number_range"},
			{"a gap", desk.HandEntry{Op: "x", Number: 3, Row: []byte(normal)}, nil, "number_gap"},
			{"reused op", desk.HandEntry{Op: "first", Number: 2, Row: []byte(normal)}, tournament.ErrConflict, "op_reused"},
			{"conflict", desk.HandEntry{Op: "x", Number: 1, Row: []byte(normal)}, tournament.ErrConflict, "conflict"},
			{"old base", desk.HandEntry{Op: "x", Number: 1, Base: 2, Reason: "falsch", Row: []byte(normal)}, tournament.ErrConflict, "conflict"},
			{"no reason", desk.HandEntry{Op: "x", Number: 1, Base: 1, Row: []byte(normal)}, nil, "reason_missing"},
			{"void without reason", desk.HandEntry{Op: "x", Number: 1, Base: 1, Void: true}, nil, "reason_missing"},
			{"void of nothing", desk.HandEntry{Op: "x", Number: 2, Base: 1, Void: true, Reason: "falsch"}, tournament.ErrConflict, "conflict"},
			{"no content", desk.HandEntry{Op: "x", Number: 2}, nil, "bad_row"},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				err := enter(tt.in)
				if got := code(err); got != tt.want {
					t.Errorf("%q (%v), want %q", got, err, tt.want)
				}
				if tt.kind != nil && !errors.Is(err, tt.kind) {
					t.Errorf("%v is not %v", err, tt.kind)
				}
			})
		}
		v, err := c.Table(c.ctx, c.helper, table.ID)
		c.must(err)
		if len(v.Rows) != 1 || len(v.Rows[0].Older) != 0 {
			t.Fatalf("something was stored: %+v", v.Rows)
		}
	})
}

// A hand is corrected to nothing won, taken back, and entered anew: all revisions stay to be read.
func TestEnterHand_CorrectAndVoid(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, table := four(c)
		enter := func(in desk.HandEntry) tournament.HandRevision {
			t.Helper()
			in.Op, in.Table = c.op(), table.ID
			h, created, err := c.EnterHand(c.ctx, c.helper, in)
			c.must(err)
			if !created {
				t.Fatal("not stored")
			}
			return h
		}
		enter(desk.HandEntry{Number: 1, Row: points(3, -3, 3, -3)})
		enter(desk.HandEntry{Number: 2, Row: points(1, 1, -1, -1)})
		enter(desk.HandEntry{Number: 1, Base: 1, Reason: "Vorzeichen", Row: points(0, 0, 0, 0)})
		line := func() desk.StandingLine {
			t.Helper()
			st, err := c.Standings(c.ctx, c.helper, tour.ID, 0)
			c.must(err)
			seats, err := c.Seating(c.ctx, c.helper, tour.ID, 1)
			c.must(err)
			i := slices.IndexFunc(st.Lines, func(l desk.StandingLine) bool { return l.Entry == seats.Tables[0].Seats[0].Entry })
			return st.Lines[i]
		}
		if l := line(); l.Total != 1 || *l.HandsWon != 1 {
			t.Fatalf("after the correction to zero: %+v", l)
		}
		enter(desk.HandEntry{Number: 1, Base: 2, Void: true, Reason: "doppelt"})
		v, err := c.Table(c.ctx, c.helper, table.ID)
		c.must(err)
		if v.Next == nil || v.Next.Number != 1 || len(v.Rows) != 2 || len(v.Rows[0].Older) != 3 || v.Rows[0].Current.ID != 0 {
			t.Fatalf("after the undo: next %+v, rows %+v", v.Next, v.Rows)
		}
		h := enter(desk.HandEntry{Row: points(-2, 2, -2, 2)})
		if h.Number != 1 || h.Revision != 4 {
			t.Fatalf("entered anew as number %d revision %d", h.Number, h.Revision)
		}
		if l := line(); l.Total != -1 {
			t.Fatalf("at the end: %+v", l)
		}
	})
}

// A phone sends the same hand five times at once, another phone sends another one: one is stored.
func TestEnterHand_ParallelRepeats(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		_, table := four(c)
		var wg sync.WaitGroup
		ids := make([]tournament.RevisionID, 5)
		made := make([]bool, 5)
		errs := make([]error, 5)
		for i := range 5 {
			wg.Go(func() {
				h, created, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: "same", Table: table.ID, Number: 1, Row: []byte(normal)})
				ids[i], made[i], errs[i] = h.ID, created, err
			})
		}
		var other error
		wg.Go(func() {
			_, _, other = c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: "other", Table: table.ID, Number: 1, Row: points(1, 1, -1, -1)})
		})
		wg.Wait()
		v, err := c.Table(c.ctx, c.helper, table.ID)
		c.must(err)
		if len(v.Rows) != 1 || len(v.Rows[0].Older) != 0 {
			t.Fatalf("stored %+v", v.Rows)
		}
		if other == nil { // the other phone was first
			for i, err := range errs {
				if code(err) != "conflict" {
					t.Errorf("request %d: %v", i, err)
				}
			}
			return
		}
		if code(other) != "conflict" {
			t.Errorf("the other phone: %v", other)
		}
		created := 0
		for i := range ids {
			c.must(errs[i])
			if ids[i] != ids[0] {
				t.Errorf("reply %d has id %d, reply 0 has %d", i, ids[i], ids[0])
			}
			if made[i] {
				created++
			}
		}
		if created != 1 {
			t.Errorf("%d requests stored the hand", created)
		}
	})
}

func TestEnterTotals(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(8, 2)
		table, other := seating.Tables[0].Table, seating.Tables[1].Table
		totals := func(in desk.TotalsEntry) (desk.TableView, error) {
			in.Op, in.Table = c.op(), table.ID
			return c.EnterTotals(c.ctx, c.helper, in)
		}
		v, err := totals(desk.TotalsEntry{Totals: []int{12, -4, -4, -3}})
		c.must(err)
		if v.Totals == nil || len(v.Faults) != 1 || v.Faults[0].Code != "sum_not_zero" || v.Faults[0].Sum != 1 {
			t.Fatalf("view %+v", v.Faults)
		}
		step := desk.TableStep{Op: c.op(), Table: table.ID, Version: v.Table.Version}
		_, err = c.ConfirmSheet(c.ctx, c.helper, step)
		c.refused(err, tournament.ErrPhase, "sum_not_zero")
		step.Op = c.op()
		_, err = c.ConfirmSheet(c.ctx, c.director, step)
		c.refused(err, tournament.ErrInvalid, "sum_not_zero")
		_, err = totals(desk.TotalsEntry{Base: 1, Totals: []int{12, -4, -4, -4}})
		c.refused(err, tournament.ErrInvalid, "reason_missing")
		_, err = totals(desk.TotalsEntry{Totals: []int{12, -4, -4, -4}})
		c.refused(err, tournament.ErrConflict, "conflict")
		_, err = totals(desk.TotalsEntry{Base: 1, Reason: "verlesen", Totals: []int{12, -4, -4, -4, 0}})
		c.refused(err, tournament.ErrInvalid, "points_count")
		_, _, err = c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: table.ID, Row: []byte(normal)})
		c.refused(err, tournament.ErrPhase, "sheet_has_totals")
		v, err = totals(desk.TotalsEntry{Base: 1, Reason: "verlesen", Totals: []int{12, -4, -4, -4}})
		c.must(err)
		if len(v.OldTotals) != 1 || v.Totals.Revision != 2 || len(v.Faults) != 0 {
			t.Fatalf("view %+v", v)
		}
		c.confirm(c.helper, table.ID)
		c.fill(c.helper, other)
		_, err = c.EnterTotals(c.ctx, c.helper, desk.TotalsEntry{Op: c.op(), Table: other.ID, Totals: []int{0, 0, 0, 0}})
		c.refused(err, tournament.ErrPhase, "sheet_has_hands")
		st, err := c.Standings(c.ctx, c.visitor, tour.ID, 0)
		c.must(err)
		if st.Lines[0].Total != 12 || st.Lines[0].HandsWon != nil || !st.Provisional {
			t.Fatalf("%+v", st.Lines[0])
		}
	})
}

// A sheet whose sum is not zero is confirmed with a director's reason, which stays on it, and is a warning of the ranking.
func TestConfirmSheet_DirectorsReason(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, table := four(c)
		v, err := c.EnterTotals(c.ctx, c.helper, desk.TotalsEntry{Op: c.op(), Table: table.ID, Totals: []int{10, 0, 0, -9}})
		c.must(err)
		v, err = c.ConfirmSheet(c.ctx, c.director, desk.TableStep{
			Op: c.op(), Table: table.ID, Version: v.Table.Version, Reason: "Zettel unleserlich",
		})
		c.must(err)
		if v.Table.Phase != tournament.TableConfirmed || v.Table.ConfirmNote != "Zettel unleserlich" {
			t.Fatalf("table %+v", v.Table)
		}
		st, err := c.Standings(c.ctx, c.helper, tour.ID, 0)
		c.must(err)
		if w := st.Warnings[0]; w.Code != "sum_not_zero" || *w.Sum != 1 || w.Table != 1 {
			t.Fatalf("warnings %+v", st.Warnings)
		}
	})
}

// A confirmed sheet is locked; whoever changes it must open it first and say why, after the round's end as a director.
func TestSheet_Locked(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(4, 2)
		table := seating.Tables[0].Table
		keeper := key(c, table.ID)
		v, err := c.Table(c.ctx, keeper, table.ID)
		c.must(err)
		_, err = c.SubmitSheet(c.ctx, keeper, desk.TableStep{Op: c.op(), Table: table.ID, Version: v.Table.Version})
		c.refused(err, tournament.ErrPhase, "hands_missing")
		c.fill(keeper, table)
		_, err = c.SubmitSheet(c.ctx, keeper, desk.TableStep{Op: c.op(), Table: table.ID, Version: v.Table.Version})
		c.refused(err, tournament.ErrConflict, "stale")
		v, err = c.Table(c.ctx, keeper, table.ID)
		c.must(err)
		v, err = c.SubmitSheet(c.ctx, keeper, desk.TableStep{Op: c.op(), Table: table.ID, Version: v.Table.Version})
		c.must(err)
		_, err = c.ConfirmSheet(c.ctx, keeper, desk.TableStep{Op: c.op(), Table: table.ID, Version: v.Table.Version})
		c.refused(err, tournament.ErrForbidden, "forbidden")
		c.confirm(c.helper, table.ID)
		change := desk.HandEntry{Op: c.op(), Table: table.ID, Number: 1, Base: 1, Reason: "falsch", Row: points(0, 0, 0, 0)}
		_, _, err = c.EnterHand(c.ctx, c.director, change)
		c.refused(err, tournament.ErrConflict, "sheet_confirmed")
		_, err = c.CloseRound(c.ctx, c.director, c.step(tour.ID, 1))
		c.must(err)
		v, err = c.Table(c.ctx, c.helper, table.ID)
		c.must(err)
		unlock := desk.TableStep{Op: c.op(), Table: table.ID, Version: v.Table.Version}
		_, err = c.UnlockSheet(c.ctx, c.helper, unlock)
		c.refused(err, tournament.ErrPhase, "round_closed")
		_, err = c.UnlockSheet(c.ctx, c.director, unlock)
		c.refused(err, tournament.ErrInvalid, "reason_missing")
		unlock.Reason = "Spiel 1 falsch"
		_, err = c.UnlockSheet(c.ctx, c.director, unlock)
		c.must(err)
		_, _, err = c.EnterHand(c.ctx, keeper, change)
		c.refused(err, tournament.ErrPhase, "round_closed")
		_, _, err = c.EnterHand(c.ctx, c.director, change)
		c.must(err)
		c.confirm(c.director, table.ID)
		st, err := c.Standings(c.ctx, c.helper, tour.ID, 0)
		c.must(err)
		if st.Provisional || st.Lines[0].Total != 9 {
			t.Fatalf("after the correction: %+v", st.Lines[0])
		}
	})
}

func TestConfirmTwo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		settings := short(1)
		settings.Format.Confirm = tournament.ConfirmTwo
		tour := c.create(settings)
		c.register(tour.ID, 4)
		table := c.draw(tour.ID, 1).Tables[0].Table
		keeper := key(c, table.ID)
		k, err := c.SecondKeyOf(c.ctx, c.director, table.ID)
		c.must(err)
		second, ok, err := c.ActorByToken(c.ctx, k.Key)
		c.must(err)
		if !ok || !second.Second {
			t.Fatalf("second key %+v", second)
		}
		c.fill(keeper, table)
		v, err := c.Table(c.ctx, keeper, table.ID)
		c.must(err)
		step := func(version int) desk.TableStep {
			return desk.TableStep{Op: c.op(), Table: table.ID, Version: version}
		}
		_, err = c.ConfirmSheet(c.ctx, second, step(v.Table.Version))
		c.refused(err, tournament.ErrPhase, "sheet_not_submitted")
		v, err = c.SubmitSheet(c.ctx, second, step(v.Table.Version))
		c.must(err)
		_, err = c.ConfirmSheet(c.ctx, second, step(v.Table.Version))
		c.refused(err, tournament.ErrPhase, "confirm_other")
		_, err = c.ConfirmSheet(c.ctx, keeper, step(v.Table.Version))
		c.refused(err, tournament.ErrForbidden, "forbidden")
		v, err = c.ConfirmSheet(c.ctx, c.helper, step(v.Table.Version))
		c.must(err)
		if v.Table.Phase != tournament.TableConfirmed {
			t.Fatalf("table %+v", v.Table)
		}
	})
}

func TestPreview(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	_, table := four(c)
	res, err := c.Preview(c.ctx, key(c, table.ID), table.ID, 0, []byte(`{"hand":`+normal+`}`))
	c.must(err)
	if res.Winner != "re" || res.Value != 1 || len(res.Lines) == 0 {
		t.Fatalf("result %+v", res)
	}
	_, err = c.Preview(c.ctx, c.helper, table.ID, 0, []byte(`{"contract":"normal","re":[1,3],"re_augen":241}`))
	c.refused(err, nil, "augen_range")
	v, err := c.Table(c.ctx, c.helper, table.ID)
	c.must(err)
	if len(v.Rows) != 0 {
		t.Fatal("the preview was stored")
	}
}
