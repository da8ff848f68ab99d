package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"doko/tournament"
)

// Op names a command: who does what, with which input. The key makes it happen once however often it is sent.
type Op struct {
	Key       string // idempotency key of the form or phone; "" = may be repeated
	Action    string // noun.verb, as in the journal
	Actor     tournament.ActorRef
	Content   []byte // canonical input; kept as a hash, to tell a repeat from another command under the same key
	RequestID string
}

// Done is what an Update led to.
type Done struct {
	Subject  int64 // id returned by the closure that ran, now or the first time
	Repeated bool  // the key had been used before with the same content: the closure did not run
}

// Tx is one transaction. It offers nothing but the methods of this package, so that no statement can escape it.
type Tx struct {
	Now time.Time // fixed at the beginning, UTC, whole microseconds

	db *gorm.DB
	op Op
}

// attempts bounds how often Update runs a closure that Postgres asks to repeat.
const attempts = 10

// View runs f in a transaction that reads one consistent picture and cannot write.
func (s *Store) View(ctx context.Context, f func(*Tx) error) error {
	opts := &sql.TxOptions{ReadOnly: true}
	if s.kind == Postgres {
		opts.Isolation = sql.LevelRepeatableRead
	}
	return s.read.WithContext(ctx).Transaction(func(db *gorm.DB) error {
		return f(&Tx{Now: s.now(), db: db})
	}, opts)
}

// Update runs f in a transaction that writes, whole or not at all, and returns the subject f names. The op is stored
// first: a key used before with the same action and content returns the stored subject and f does not run; with others it
// is ErrConflict (op_reused). Postgres may have f run again from the start when transactions got in each other's way, so f
// must do nothing that cannot be repeated, and must load or make inside everything it hands to Create, Append and Update.
func (s *Store) Update(ctx context.Context, op Op, f func(*Tx) (int64, error)) (Done, error) {
	for n := 1; ; n++ {
		done, err := s.updateOnce(ctx, op, f)
		if err == nil || n == attempts || !repeatable(err) {
			return done, err
		}
		select {
		case <-ctx.Done():
			return Done{}, errors.Join(ctx.Err(), err)
		case <-time.After(rand.N(time.Duration(n) * 4 * time.Millisecond)):
		}
	}
}

func (s *Store) updateOnce(ctx context.Context, op Op, f func(*Tx) (int64, error)) (Done, error) {
	var done Done
	err := s.write.WithContext(ctx).Transaction(func(db *gorm.DB) error {
		tx := &Tx{Now: s.now(), db: db, op: op}
		var err error
		if done, err = tx.begin(); err != nil || done.Repeated {
			return err
		}
		if done.Subject, err = f(tx); err != nil {
			return err
		}
		return tx.end(done.Subject)
	})
	if err != nil {
		return Done{}, err
	}
	return done, nil
}

// operationRow is the key of a command, kept for good: a phone's queue may be a week old.
type operationRow struct {
	Key         string `gorm:"primaryKey"`
	Action      string
	Actor       tournament.ActorRef
	ContentHash string
	Subject     int64
	MadeAt      int64
	RequestID   string
}

func (operationRow) TableName() string { return "operations" }

// begin stores the key. A second transaction with the same key waits here until the first has ended.
func (tx *Tx) begin() (Done, error) {
	if tx.op.Key == "" {
		return Done{}, nil
	}
	sum := sha256.Sum256(tx.op.Content)
	row := operationRow{
		Key: tx.op.Key, Action: tx.op.Action, Actor: tx.op.Actor, ContentHash: hex.EncodeToString(sum[:]),
		MadeAt: tx.Now.UnixMicro(), RequestID: tx.op.RequestID,
	}
	res := tx.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
	if res.Error != nil {
		return Done{}, fmt.Errorf("store operation: %w", res.Error)
	}
	if res.RowsAffected == 1 {
		return Done{}, nil
	}
	stored, err := take[operationRow](tx, "operation", "key = ?", tx.op.Key)
	if err != nil {
		return Done{}, err
	}
	if stored.Action != row.Action || stored.ContentHash != row.ContentHash {
		return Done{}, tournament.Wrong(tournament.ErrConflict, "op_reused", nil)
	}
	return Done{Subject: stored.Subject, Repeated: true}, nil
}

func (tx *Tx) end(subject int64) error {
	if tx.op.Key == "" {
		return nil
	}
	res := tx.db.Table("operations").Where("key = ?", tx.op.Key).Updates(map[string]any{"subject": subject})
	if res.Error != nil {
		return fmt.Errorf("store operation: %w", res.Error)
	}
	return nil
}

// repeatable reports whether Postgres asks to run the transaction again: serialization failure or deadlock.
func repeatable(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == "40001" || pg.Code == "40P01")
}
