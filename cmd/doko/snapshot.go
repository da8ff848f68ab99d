package main

import (
	"context"
	"os"
	"sync/atomic"
	"time"

	"doko/tournament/desk"
	"doko/tournament/store"
)

// snapshotEvery is how often a SQLite file that has changed is copied beside itself, for the case that the file is lost, not the power.
const snapshotEvery = 10 * time.Minute

// snapshots keeps one copy of the SQLite file, replaced whole.
type snapshots struct {
	desk *desk.Desk
	file string // the copy
	seen int64  // sum of the change counters at the last copy; -1 = no copy yet
	at   atomic.Int64
}

// newSnapshots is nil for Postgres, which has its own backups.
func newSnapshots(d *desk.Desk, db string) *snapshots {
	if d.Store.Kind() != store.SQLite {
		return nil
	}
	return &snapshots{desk: d, file: db + ".snapshot", seen: -1}
}

// last is when the newest copy was made; zero = not yet.
func (s *snapshots) last() time.Time {
	if s == nil || s.at.Load() == 0 {
		return time.Time{}
	}
	return time.UnixMicro(s.at.Load())
}

// run copies now and then until the context ends; failed is told what went wrong.
func (s *snapshots) run(ctx context.Context, failed func(error)) {
	if s == nil {
		return
	}
	tick := time.NewTicker(snapshotEvery)
	defer tick.Stop()
	for {
		if err := s.once(ctx, time.Now()); err != nil && ctx.Err() == nil {
			failed(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// once makes a copy if anything has changed since the last one.
func (s *snapshots) once(ctx context.Context, now time.Time) error {
	all, err := counters(ctx, s.desk)
	if err != nil {
		return err
	}
	var sum int64
	for _, n := range all {
		sum += n + 1
	}
	if sum == s.seen {
		return nil
	}
	fresh := s.file + ".new"
	if err := os.Remove(fresh); err != nil && !os.IsNotExist(err) {
		return err
	}
	if err := s.desk.Store.SnapshotSQLite(ctx, fresh); err != nil {
		return err
	}
	if err := os.Rename(fresh, s.file); err != nil {
		return err
	}
	s.seen = sum
	s.at.Store(now.UnixMicro())
	return nil
}
