package desk

import (
	"cmp"
	"context"
	"slices"
	"time"

	"doko/tournament"
	"doko/tournament/pace"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// ClockStart starts the clock of a round. A round that has only been drawn begins with it.
type ClockStart struct {
	Op         string
	Tournament tournament.TournamentID
	Round      int
	Version    int
	Minutes    int // limit, 1 to 600; 0 = the tournament's
	Ago        int // minutes since it should have been started, 0 to 600
}

// ClockChange corrects a clock that was started by mistake, too late, or with the wrong limit.
type ClockChange struct {
	Op         string
	Tournament tournament.TournamentID
	Round      int
	Version    int
	Minutes    int // limit with extra time for all, 1 to 600
	Ago        int // minutes since the clock began, 0 to 600
	Reason     string
}

// ExtraTime gives minutes to all tables of a round, to those of one size, or to one table. Less than nothing takes time back.
type ExtraTime struct {
	Op         string
	Tournament tournament.TournamentID
	Round      int
	Version    int
	Table      int // number of the only table, 0 = more than one
	Size       int // seats of the tables meant where Table is 0; 0 = all tables
	Minutes    int // -120 to 120, not 0
	Reason     string
}

// MaxExtra is how many minutes are given or taken back at once.
const MaxExtra = 120

// TableTime is how a table stands against its clock.
type TableTime struct {
	pace.Clock
	Now  time.Time // of the desk: what pages count from
	Up   bool      // no new hand is begun but compulsory solos still owed
	Over bool      // and the hand begun before is written down
}

// Now is the time by which everything here is decided and dated, in UTC.
func (d *Desk) Now() time.Time { return d.Store.Now() }

// ClockOf is the clock of a table in a round.
func ClockOf(r tournament.Round, t tournament.Table) pace.Clock {
	return pace.Clock{Started: r.ClockAt, Minutes: r.Minutes, Extra: t.Extra}
}

func (p paper) time() TableTime {
	tt := TableTime{Clock: ClockOf(p.round, p.table), Now: p.now}
	tt.Up = tt.Clock.Up(p.now)
	tt.Over = tt.Up && sheet.BegunAfter(p.hands, tt.Deadline())
	return tt
}

// clockCommand changes the clock of a round that is not closed: it locks the tournament, checks right, phase and version, lets change
// work and writes the round and the tables that change names. Every table of the round is told.
func (d *Desk) clockCommand(ctx context.Context, c command, in RoundStep,
	change func(time.Time, tournament.Tournament, *tournament.Round, []tournament.Table) ([]tournament.Table, error),
) (tournament.Round, error) {
	_, err := d.run(ctx, c, func(tx *store.Tx) (outcome, error) {
		t, r, err := lockRound(tx, c.by, in.Tournament, in.Round, in.Version)
		if err != nil {
			return outcome{}, err
		}
		if r.Phase == tournament.RoundClosed {
			return outcome{}, wrongPhase("round_closed", r)
		}
		tables, err := tx.Tables(r.ID)
		if err != nil {
			return outcome{}, err
		}
		before := clockFields(r, tables)
		changed, err := change(tx.Now, t, &r, tables)
		if err != nil {
			return outcome{}, err
		}
		out := outcome{tournament: t.ID, subject: "round", id: int64(r.ID), reason: in.Reason, topics: []string{roundTopic(r.Number), "tournaments"}}
		for _, table := range tables {
			out.topics = append(out.topics, tableTopic(table.ID))
		}
		for i := range changed {
			if err := tx.UpdateTable(&changed[i]); err != nil {
				return outcome{}, err
			}
			tables[slices.IndexFunc(tables, func(t tournament.Table) bool { return t.ID == changed[i].ID })] = changed[i]
		}
		out.before, out.after = before, clockFields(r, tables)
		if in, ok := c.input.(ExtraTime); ok {
			out.after["given"], out.after["tables"] = in.Minutes, numbersOf(changed)
		}
		return out, tx.UpdateRound(&r)
	})
	if err != nil {
		return tournament.Round{}, err
	}
	var r tournament.Round
	err = d.view(ctx, func(tx *store.Tx) error {
		r, err = tx.Round(in.Tournament, in.Round)
		return err
	})
	return r, err
}

// clockFields are the values of a clock for the journal; the extra minutes stand by number of the table.
func clockFields(r tournament.Round, tables []tournament.Table) fields {
	f := fields{"phase": r.Phase, "clock_at": r.ClockAt.Format(time.RFC3339), "minutes": r.Minutes}
	extra := map[int]int{}
	for _, t := range tables {
		if t.Extra != 0 {
			extra[t.Number] = t.Extra
		}
	}
	f["extra"] = extra
	return f
}

func numbersOf(tables []tournament.Table) []int {
	list := make([]int, len(tables))
	for i, t := range tables {
		list[i] = t.Number
	}
	return list
}

// StartClock starts the clock of a round. Directors. Problems: clock_runs, clock_minutes (minutes, ago), round_closed, stale.
func (d *Desk) StartClock(ctx context.Context, by tournament.Actor, in ClockStart) (tournament.Round, error) {
	c := command{by: by, op: in.Op, action: "clock.start", input: in}
	step := RoundStep{Tournament: in.Tournament, Round: in.Round, Version: in.Version}
	return d.clockCommand(ctx, c, step, func(now time.Time, t tournament.Tournament, r *tournament.Round, _ []tournament.Table) ([]tournament.Table, error) {
		if !r.ClockAt.IsZero() {
			return nil, wrongPhase("clock_runs", *r)
		}
		if in.Minutes == 0 {
			in.Minutes = t.Format.RoundMinutes
		}
		if err := checkClock(in.Minutes, in.Ago).OrNil(); err != nil {
			return nil, err
		}
		r.ClockAt, r.Minutes = now.Add(-time.Duration(in.Ago)*time.Minute), in.Minutes
		if r.Phase == tournament.RoundDrawn {
			r.Phase, r.StartsAt = tournament.RoundPlaying, r.ClockAt
		}
		return nil, nil
	})
}

func checkClock(minutes, ago int) tournament.Problems {
	ps := checkMinutes("minutes", minutes, 1, tournament.MaxMinutes)
	return append(ps, checkMinutes("ago", ago, 0, tournament.MaxMinutes)...)
}

func checkMinutes(field string, n, least, most int) tournament.Problems {
	if n >= least && n <= most {
		return nil
	}
	return tournament.Problems{tournament.Invalid("clock_minutes", field, map[string]any{"Min": least, "Max": most})}
}

// ChangeClock corrects a clock, with a reason. Directors. Problems: clock_stands, clock_minutes, reason_missing, round_closed, stale.
func (d *Desk) ChangeClock(ctx context.Context, by tournament.Actor, in ClockChange) (tournament.Round, error) {
	in.Reason = tournament.CleanName(in.Reason)
	c := command{by: by, op: in.Op, action: "clock.change", input: in}
	step := RoundStep{Tournament: in.Tournament, Round: in.Round, Version: in.Version, Reason: in.Reason}
	return d.clockCommand(ctx, c, step, func(now time.Time, _ tournament.Tournament, r *tournament.Round, _ []tournament.Table) ([]tournament.Table, error) {
		if r.ClockAt.IsZero() {
			return nil, wrongPhase("clock_stands", *r)
		}
		if err := withReason(checkClock(in.Minutes, in.Ago), in.Reason); err != nil {
			return nil, err
		}
		r.ClockAt, r.Minutes = now.Add(-time.Duration(in.Ago)*time.Minute), in.Minutes
		return nil, nil
	})
}

func withReason(ps tournament.Problems, reason string) error {
	if reason == "" {
		ps = append(ps, tournament.Invalid("reason_missing", "reason", nil))
	}
	return ps.OrNil()
}

// StopClock takes the clock of a round away, with a reason: it was started by mistake. Extra time of single tables stays. Directors.
// Problems: clock_stands, reason_missing, round_closed, stale.
func (d *Desk) StopClock(ctx context.Context, by tournament.Actor, in RoundStep) (tournament.Round, error) {
	in.Reason = tournament.CleanName(in.Reason)
	c := command{by: by, op: in.Op, action: "clock.stop", input: in}
	return d.clockCommand(ctx, c, in, func(_ time.Time, _ tournament.Tournament, r *tournament.Round, _ []tournament.Table) ([]tournament.Table, error) {
		if err := reasoned(in.Reason); err != nil {
			return nil, err
		}
		if r.ClockAt.IsZero() {
			return nil, wrongPhase("clock_stands", *r)
		}
		r.ClockAt, r.Minutes = time.Time{}, 0
		return nil, nil
	})
}

// GiveTime gives extra minutes, with a reason: a dispute stops the clock of a table. Directors. Problems: clock_stands, clock_minutes,
// unknown_table, reason_missing, round_closed, stale.
func (d *Desk) GiveTime(ctx context.Context, by tournament.Actor, in ExtraTime) (tournament.Round, error) {
	in.Reason = tournament.CleanName(in.Reason)
	c := command{by: by, op: in.Op, action: "clock.extra", input: in}
	step := RoundStep{Tournament: in.Tournament, Round: in.Round, Version: in.Version, Reason: in.Reason}
	return d.clockCommand(ctx, c, step, func(_ time.Time, _ tournament.Tournament, r *tournament.Round, tables []tournament.Table) ([]tournament.Table, error) {
		if r.ClockAt.IsZero() {
			return nil, wrongPhase("clock_stands", *r)
		}
		meant := slices.DeleteFunc(slices.Clone(tables), func(t tournament.Table) bool {
			return in.Table != 0 && t.Number != in.Table || in.Table == 0 && in.Size != 0 && t.Size != in.Size
		})
		if err := withReason(checkExtra(in, *r, meant), in.Reason); err != nil {
			return nil, err
		}
		if in.Table == 0 && in.Size == 0 {
			r.Minutes += in.Minutes
			return nil, nil
		}
		for i := range meant {
			meant[i].Extra += in.Minutes
		}
		return meant, nil
	})
}

// checkExtra keeps every table within the longest round. From all tables time is taken back until the round has one minute, from single
// ones only what they were given.
func checkExtra(in ExtraTime, r tournament.Round, meant []tournament.Table) tournament.Problems {
	ps := checkMinutes("minutes", in.Minutes, -MaxExtra, MaxExtra)
	if in.Minutes == 0 {
		ps = tournament.Problems{tournament.Invalid("clock_minutes", "minutes", map[string]any{"Min": 1, "Max": MaxExtra})}
	}
	if len(meant) == 0 {
		return append(ps, tournament.Invalid("unknown_table", "table", nil))
	}
	if len(ps) > 0 {
		return ps
	}
	least, most := meant[0].Extra, meant[0].Extra
	for _, t := range meant {
		least, most = min(least, t.Extra), max(most, t.Extra)
	}
	from, to := 1-r.Minutes, tournament.MaxMinutes-r.Minutes-most
	if in.Table != 0 || in.Size != 0 {
		from = cmp.Or(-least, 1)
	}
	return checkMinutes("minutes", in.Minutes, max(from, -MaxExtra), min(to, MaxExtra))
}
