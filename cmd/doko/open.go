package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"strings"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
)

// openDesk opens the database and migrates a SQLite file; a Postgres of an older schema is refused, since somebody else
// may be using it. The caller closes the store.
func (a *app) openDesk(ctx context.Context) (*desk.Desk, error) {
	return a.openDeskMigrating(ctx, false)
}

// openDeskMigrating also brings a Postgres database to the program's schema if migrate is set.
func (a *app) openDeskMigrating(ctx context.Context, migrate bool) (*desk.Desk, error) {
	s, err := store.Open(ctx, a.database(), store.Options{Log: a.logger()})
	if err != nil {
		return nil, databaseError{err}
	}
	if err := a.prepareSchema(ctx, s, migrate); err != nil {
		s.Close()
		return nil, err
	}
	return &desk.Desk{Store: s, Random: randomBytes}, nil
}

func (a *app) prepareSchema(ctx context.Context, s *store.Store, migrate bool) error {
	current, wanted, err := s.SchemaState(ctx)
	if err != nil {
		return err
	}
	if current == wanted {
		return nil
	}
	if s.Kind() == "postgres" && !migrate && current != 0 {
		return tournament.Wrong(tournament.ErrPhase, "schema_older", map[string]any{"Current": current, "Wanted": wanted})
	}
	_, _, err = s.Migrate(ctx)
	return err
}

func randomBytes(n int) []byte {
	b := make([]byte, n)
	rand.Read(b) // never fails
	return b
}

// logger writes text on a terminal's behalf: one line a request, to stderr. DOKO_LOG=json switches to JSON.
func (a *app) logger() *slog.Logger {
	level := slog.LevelInfo
	if strings.EqualFold(a.getenv("DOKO_LOG_LEVEL"), "warn") {
		level = slog.LevelWarn
	}
	opts := &slog.HandlerOptions{Level: level}
	if a.getenv("DOKO_LOG") == "json" {
		return slog.New(slog.NewJSONHandler(a.err, opts))
	}
	return slog.New(slog.NewTextHandler(a.err, opts))
}
