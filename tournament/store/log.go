package store

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"gorm.io/gorm/logger"
)

// statementLog hands GORM's log to slog: slow statements as warnings, nothing else, since errors are logged where they are
// answered. Parameters are never logged; they are people's names and scores.
type statementLog struct {
	log   *slog.Logger
	slow  time.Duration
	count *atomic.Int64
}

func newStatementLog(log *slog.Logger, slow time.Duration, count *atomic.Int64) *statementLog {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	if slow <= 0 {
		slow = 200 * time.Millisecond
	}
	return &statementLog{log: log, slow: slow, count: count}
}

// LogMode is part of GORM's logger interface; the level is slog's business.
func (l *statementLog) LogMode(logger.LogLevel) logger.Interface { return l }

// Info is part of GORM's logger interface.
func (l *statementLog) Info(ctx context.Context, msg string, _ ...any) { l.log.DebugContext(ctx, msg) }

// Warn is part of GORM's logger interface.
func (l *statementLog) Warn(ctx context.Context, msg string, _ ...any) { l.log.WarnContext(ctx, msg) }

// Error is part of GORM's logger interface.
func (l *statementLog) Error(ctx context.Context, msg string, _ ...any) {
	l.log.ErrorContext(ctx, msg)
}

// Trace counts a statement and logs it if it was slow.
func (l *statementLog) Trace(ctx context.Context, begin time.Time, statement func() (string, int64), _ error) {
	l.count.Add(1)
	if took := time.Since(begin); took > l.slow {
		text, rows := statement()
		l.log.WarnContext(ctx, "slow statement", "ms", took.Milliseconds(), "rows", rows, "sql", text)
	}
}

// ParamsFilter keeps parameters out of the log.
func (l *statementLog) ParamsFilter(_ context.Context, statement string, _ ...any) (string, []any) {
	return statement, nil
}
