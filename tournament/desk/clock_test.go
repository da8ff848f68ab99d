package desk_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/pace"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// timed is a club whose desk has a clock of the test's own.
type timed struct {
	*club
	store *store.Store
	now   *time.Time
}

// eachTimed runs a test on both databases, at seven in the evening.
func eachTimed(t *testing.T, test func(t *testing.T, c timed)) {
	t.Helper()
	for name, address := range map[string]func(testing.TB) string{"sqlite": storetest.SQLiteFile, "postgres": storetest.PostgresURL} {
		t.Run(name, func(t *testing.T) { test(t, openTimed(t, address(t))) })
	}
}

func openTimed(t *testing.T, address string) timed {
	t.Helper()
	now := storetest.Time
	s, err := store.Open(t.Context(), address, store.Options{Clock: func() time.Time { return now }, Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return timed{newClub(t, s), s, &now}
}

// at sets the clock to so many minutes after the beginning.
func (c timed) at(minutes float64) {
	*c.now = storetest.Time.Add(time.Duration(minutes * float64(time.Minute)))
}

// full is an evening of real rounds with a limit.
func (c timed) full(players, minutes int) (tournament.Tournament, desk.Seating) {
	c.t.Helper()
	settings := short(1)
	settings.Format = tournament.DefaultFormat()
	settings.Format.Rounds, settings.Format.RoundMinutes = 1, minutes
	tour := c.create(settings)
	c.register(tour.ID, players)
	return tour, c.draw(tour.ID, 1)
}

// start starts the clock of the first round.
func (c timed) start(id tournament.TournamentID) tournament.Round {
	c.t.Helper()
	s := c.step(id, 1)
	r, err := c.StartClock(c.ctx, c.director, desk.ClockStart{Op: s.Op, Tournament: id, Round: 1, Version: s.Version})
	c.must(err)
	return r
}

// deadlines are the minutes after the beginning at which the time of each table is up.
func (c timed) deadlines(s desk.Seating) []int {
	c.t.Helper()
	var list []int
	for _, table := range s.Tables {
		v, err := c.Table(c.ctx, c.helper, table.Table.ID)
		c.must(err)
		list = append(list, int(v.Time.Deadline().Sub(storetest.Time)/time.Minute))
	}
	return list
}

func TestClock(t *testing.T) {
	eachTimed(t, func(t *testing.T, c timed) {
		tour, seating := c.full(9, 100)
		_, err := c.GiveTime(c.ctx, c.director, desk.ExtraTime{Op: c.op(), Tournament: tour.ID, Round: 1, Version: c.step(tour.ID, 1).Version, Minutes: 5, Reason: "x"})
		c.refused(err, tournament.ErrPhase, "clock_stands")
		c.hints()
		r := c.start(tour.ID)
		if r.Phase != tournament.RoundPlaying || !r.ClockAt.Equal(storetest.Time) || !r.StartsAt.Equal(storetest.Time) || r.Minutes != 100 {
			t.Fatalf("started %+v", r)
		}
		told := c.hints()
		for _, table := range seating.Tables {
			if !slices.Contains(told, fmt.Sprint("table:", table.Table.ID)) {
				t.Errorf("table %d was not told: %v", table.Table.Number, told)
			}
		}
		_, err = c.StartClock(c.ctx, c.director, desk.ClockStart{Op: c.op(), Tournament: tour.ID, Round: 1, Version: r.Version})
		c.refused(err, tournament.ErrPhase, "clock_runs")

		give := func(in desk.ExtraTime) error {
			in.Op, in.Tournament, in.Round, in.Version = c.op(), tour.ID, 1, c.step(tour.ID, 1).Version
			_, err := c.GiveTime(c.ctx, c.director, in)
			return err
		}
		c.refused(give(desk.ExtraTime{Table: 1, Minutes: 12}), tournament.ErrInvalid, "reason_missing")
		c.refused(give(desk.ExtraTime{Table: 1, Reason: "Streit"}), tournament.ErrInvalid, "clock_minutes")
		c.refused(give(desk.ExtraTime{Table: 1, Minutes: -100, Reason: "Streit"}), tournament.ErrInvalid, "clock_minutes")
		c.refused(give(desk.ExtraTime{Table: 9, Minutes: 5, Reason: "Streit"}), tournament.ErrInvalid, "unknown_table")
		c.must(give(desk.ExtraTime{Table: seating.Tables[0].Table.Number, Minutes: 12, Reason: "Streit"}))
		c.must(give(desk.ExtraTime{Size: 5, Minutes: 25, Reason: "30 Spiele"}))
		c.must(give(desk.ExtraTime{Minutes: 10, Reason: "Essen kam"}))
		want := []int{122, 110}
		for i, table := range seating.Tables {
			if table.Table.Size == 5 {
				want[i] += 25
			}
		}
		if got := c.deadlines(seating); !slices.Equal(got, want) {
			t.Errorf("time is up after %v, want %v", got, want)
		}

		c.refused(give(desk.ExtraTime{Table: seating.Tables[0].Table.Number, Minutes: -40, Reason: "Irrtum"}), tournament.ErrInvalid, "clock_minutes")
		c.refused(give(desk.ExtraTime{Size: 5, Minutes: -40, Reason: "Irrtum"}), tournament.ErrInvalid, "clock_minutes")
		c.refused(give(desk.ExtraTime{Minutes: -110, Reason: "Irrtum"}), tournament.ErrInvalid, "clock_minutes") // of a round of 110
		c.must(give(desk.ExtraTime{Size: 5, Minutes: -5, Reason: "Irrtum"}))
		c.must(give(desk.ExtraTime{Size: 5, Minutes: 5, Reason: "doch nicht"}))
		if got := c.deadlines(seating); !slices.Equal(got, want) {
			t.Errorf("after some time was taken back it is up after %v, want %v", got, want)
		}

		c.at(20) // in truth it began five minutes ago, with 90 minutes
		change := desk.ClockChange{Op: c.op(), Tournament: tour.ID, Round: 1, Version: c.step(tour.ID, 1).Version, Minutes: 90, Ago: 5}
		_, err = c.ChangeClock(c.ctx, c.director, change)
		c.refused(err, tournament.ErrInvalid, "reason_missing")
		change.Reason = "zu früh gestartet"
		first, err := c.ChangeClock(c.ctx, c.director, change)
		c.must(err)
		c.at(50) // sent once more, it still means then
		again, err := c.ChangeClock(c.ctx, c.director, change)
		c.must(err)
		if !first.ClockAt.Equal(storetest.Time.Add(15*time.Minute)) || !again.ClockAt.Equal(first.ClockAt) {
			t.Errorf("corrected to %s, then %s", first.ClockAt, again.ClockAt)
		}
		if got := c.deadlines(seating); got[0] != want[0]-5 {
			t.Errorf("time is up after %v", got)
		}
		stop := c.step(tour.ID, 1)
		_, err = c.StopClock(c.ctx, c.director, stop)
		c.refused(err, tournament.ErrInvalid, "reason_missing")
		stop.Op, stop.Reason = c.op(), "falsche Runde"
		r, err = c.StopClock(c.ctx, c.director, stop)
		c.must(err)
		if !r.ClockAt.IsZero() || r.Phase != tournament.RoundPlaying {
			t.Errorf("stopped %+v", r)
		}
		lines, err := c.Journal(c.ctx, c.referee, tour.ID, 10)
		c.must(err)
		var said []string
		for _, l := range lines {
			if strings.HasPrefix(l.Entry.Action, "clock.") {
				said = append(said, l.Entry.Action+" "+l.Entry.Reason)
			}
		}
		slices.Reverse(said)
		wantSaid := []string{"clock.start ", "clock.extra Streit", "clock.extra 30 Spiele", "clock.extra Essen kam", "clock.extra Irrtum", "clock.extra doch nicht", "clock.change zu früh gestartet", "clock.stop falsche Runde"}
		if !slices.Equal(said, wantSaid) {
			t.Errorf("the journal says %q", said)
		}
	})
}

// A clock that was started too late, with a limit of its own, where the tournament has none.
func TestClock_Ago(t *testing.T) {
	c := openTimed(t, storetest.SQLiteFile(t))
	tour, seating := c.full(4, 0)
	in := desk.ClockStart{Op: c.op(), Tournament: tour.ID, Round: 1, Version: c.step(tour.ID, 1).Version, Ago: 7}
	_, err := c.StartClock(c.ctx, c.director, in)
	c.refused(err, tournament.ErrInvalid, "clock_minutes")
	in.Op, in.Minutes = c.op(), 45
	_, err = c.StartClock(c.ctx, c.director, in)
	c.must(err)
	if got := c.deadlines(seating); got[0] != 38 {
		t.Errorf("time is up after %v", got)
	}
}

// TSR: when time is up the hand begun is finished, and compulsory solos still owed are played. The list then needs no reason.
func TestTimeUp(t *testing.T) {
	eachTimed(t, func(t *testing.T, c timed) {
		tour, seating := c.full(4, 100)
		c.start(tour.ID)
		id := seating.Tables[0].Table.ID
		keeper := tournament.Actor{Table: id}
		enter := func(minute float64, row string) error {
			c.at(minute)
			_, _, err := c.EnterHand(c.ctx, keeper, desk.HandEntry{Op: c.op(), Table: id, Row: []byte(row)})
			return err
		}
		view := func() desk.TableView {
			t.Helper()
			v, err := c.Table(c.ctx, keeper, id)
			c.must(err)
			return v
		}
		submit := func() error {
			_, err := c.SubmitSheet(c.ctx, keeper, desk.TableStep{Op: c.op(), Table: id, Version: view().Table.Version})
			return err
		}
		solo := func(position int, kind string) string {
			return fmt.Sprintf(`{"hand":{"contract":"solo_damen","solo_kind":"%s","re":[%d],"re_augen_between":[121,150]}}`, kind, position)
		}
		c.must(enter(4, solo(1, "pflicht")))
		c.must(enter(8, solo(2, "pflicht")))
		for hand := 3; hand <= 18; hand++ {
			c.must(enter(float64(hand)*5, normal))
		}
		c.refused(enter(99, solo(3, "vorgefuehrt")), nil, "solo_not_forced")
		c.refused(submit(), tournament.ErrPhase, "hands_missing")
		if v := view(); v.Time.Up || v.Next.Number != 19 || pace.Minutes(v.Time.Deadline().Sub(v.Time.Now)) != 1 {
			t.Fatalf("before: %+v, next %+v", v.Time, v.Next)
		}
		c.at(100)
		if v := view(); !v.Time.Up || v.Time.Over || v.Next == nil || v.Next.Forced != 0 {
			t.Fatalf("time is up: %+v, next %+v", v.Time, v.Next)
		}
		c.must(enter(103, normal)) // the hand that was begun
		// 1 dealt the two solos again and hand 3, so 19 hands end with the deal of 1: 2 deals, 3 is the first to owe.
		if v := view(); !v.Time.Over || v.Next == nil || v.Next.Number != 20 || v.Next.Forced != 3 || v.Next.Dealer != 2 {
			t.Fatalf("only solos: %+v, next %+v", v.Time, v.Next)
		}
		c.refused(submit(), tournament.ErrPhase, "solo_missing")
		c.refused(enter(105, solo(4, "vorgefuehrt")), nil, "solo_forced")
		c.must(enter(107, solo(3, "vorgefuehrt")))
		if v := view(); v.Next == nil || v.Next.Forced != 4 || v.Next.Dealer != 3 {
			t.Fatalf("next %+v", v.Next)
		}
		c.must(enter(110, solo(4, "vorgefuehrt")))
		if v := view(); v.Next != nil || len(v.SolosOpen) != 0 {
			t.Fatalf("all is played: next %+v, open %v", v.Next, v.SolosOpen)
		}
		c.must(submit())
		if v := c.confirm(c.helper, id); v.Table.Phase != tournament.TableConfirmed {
			t.Fatal(v.Table.Phase)
		}
		st, err := c.Standings(c.ctx, c.helper, tour.ID, 0)
		c.must(err)
		if len(st.Warnings) != 1 || st.Warnings[0].Code != "hands_missing" {
			t.Errorf("warnings %+v", st.Warnings)
		}
	})
}

// Three tables play a hand in four minutes, one in six: it is seen long before it is late, first of all, with who still owes a solo.
func TestRadar(t *testing.T) {
	eachTimed(t, func(t *testing.T, c timed) {
		tour, seating := c.full(16, 100)
		c.start(tour.ID)
		row := `{"hand":{"contract":"normal","re":[1,2],"re_augen_between":[121,150]}}`
		for minute := 1; minute <= 40; minute++ {
			c.at(float64(minute))
			for i, table := range seating.Tables {
				hand := 4
				if i == 2 {
					hand = 6
				}
				if minute%hand == 0 {
					_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: table.Table.ID, Row: []byte(row)})
					c.must(err)
				}
			}
		}
		radar, err := c.Radar(c.ctx, c.helper, tour.ID)
		c.must(err)
		if len(radar.Rounds) != 1 || len(radar.Rounds[0].Tables) != 4 {
			t.Fatalf("radar %+v", radar)
		}
		tables := radar.Rounds[0].Tables
		// six hands to minute 36, the hall in four: (36 + 8×4) / 14 a hand; the last entry + 18 of them
		late := tables[0]
		if late.Table.Number != 3 || late.Forecast.State != pace.Late || late.Done != 6 || len(late.SolosOpen) != 4 || late.Keeper == "" {
			t.Errorf("first %+v", late)
		}
		if want := storetest.Time.Add(36*time.Minute + 18*(68*time.Minute/14)); late.Forecast.End.Sub(want).Abs() > time.Second {
			t.Errorf("done at %s, want %s", late.Forecast.End, want)
		}
		for _, table := range tables[1:] {
			if table.Forecast.State != pace.Tight || table.Forecast.End.Sub(storetest.Time) != 96*time.Minute {
				t.Errorf("table %d: %+v", table.Table.Number, table.Forecast)
			}
		}
		o, err := c.Overview(c.ctx, c.director, tour.ID)
		c.must(err)
		if got := o.Rounds[0].Tables[2].Forecast; got != late.Forecast {
			t.Errorf("the director's page expects %+v, the radar %+v", got, late.Forecast)
		}
	})
}

// A correction and a hand taken back do not change when a hand was played.
func TestHandTimes(t *testing.T) {
	eachTimed(t, func(t *testing.T, c timed) {
		tour, seating := c.full(4, 100)
		c.start(tour.ID)
		id := seating.Tables[0].Table.ID
		enter := func(minute float64, in desk.HandEntry) {
			t.Helper()
			c.at(minute)
			in.Op, in.Table, in.Row = c.op(), id, []byte(normal)
			_, _, err := c.EnterHand(c.ctx, c.director, in)
			c.must(err)
		}
		for hand := range 3 {
			enter(float64(4*hand+4), desk.HandEntry{})
		}
		enter(20, desk.HandEntry{Number: 1, Base: 1, Reason: "verschrieben"})
		enter(21, desk.HandEntry{Number: 3, Base: 1, Void: true, Reason: "zurück"})
		var times map[tournament.TableID][]time.Time
		c.must(c.store.View(c.ctx, func(tx *store.Tx) error {
			r, err := tx.Round(tour.ID, 1)
			if err != nil {
				return err
			}
			times, err = tx.HandTimes(r.ID)
			return err
		}))
		want := []time.Time{storetest.Time.Add(4 * time.Minute), storetest.Time.Add(8 * time.Minute)}
		if !slices.EqualFunc(times[id], want, time.Time.Equal) {
			t.Errorf("hands at %v, want %v", times[id], want)
		}
	})
}

// The radar asks the database the same few times however many tables there are.
func TestRadar_Queries(t *testing.T) {
	count := func(players int) int {
		t.Helper()
		c := openTimed(t, storetest.SQLiteFile(t))
		tour, seating := c.full(players, 100)
		c.start(tour.ID)
		for _, table := range seating.Tables {
			_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: table.Table.ID, Row: []byte(`{"points":[1,1,-1,-1]}`)})
			c.must(err)
		}
		return storetest.Count(t, c.store, func() {
			_, err := c.Radar(c.ctx, c.helper, tour.ID)
			c.must(err)
		})
	}
	if few, many := count(12), count(48); few != many || few > 12 {
		t.Errorf("%d statements for 3 tables, %d for 12", few, many)
	}
}
