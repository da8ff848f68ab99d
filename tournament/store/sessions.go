package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm/clause"

	"doko/tournament"
)

// Sessions keeps web sessions; it has the methods the session manager of the web asks for. A revoked session stays as a
// mark until it would have ended, so that a request that was under way cannot bring it back to life.
type Sessions struct {
	s         *Store
	accountOf func(data []byte) tournament.AccountID
}

// Sessions keeps sessions in this database. accountOf reads from a session's data who is signed in, 0 = nobody; it fills
// the column RevokeSessions goes by.
func (s *Store) Sessions(accountOf func(data []byte) tournament.AccountID) *Sessions {
	return &Sessions{s: s, accountOf: accountOf}
}

type sessionRow struct {
	Token     string `gorm:"primaryKey"`
	Data      []byte
	AccountID *tournament.AccountID
	ExpiresAt int64
	RevokedAt *int64
}

func (sessionRow) TableName() string { return "sessions" }

// FindCtx loads the data of a session; found is false if it is unknown, expired or revoked.
func (ss *Sessions) FindCtx(ctx context.Context, token string) ([]byte, bool, error) {
	row, err := takeFrom[sessionRow](ss.s.read.WithContext(ctx), "session",
		"token = ? AND expires_at > ? AND revoked_at IS NULL", token, ss.s.now().UnixMicro())
	if errors.Is(err, tournament.ErrNotFound) {
		return nil, false, nil
	}
	return row.Data, err == nil, err
}

// CommitCtx stores a session until expiry, and drops the sessions that have expired.
func (ss *Sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	row := sessionRow{Token: token, Data: data, AccountID: null(ss.accountOf(data)), ExpiresAt: expiry.UnixMicro()}
	replace := clause.OnConflict{
		Columns:   []clause.Column{{Name: "token"}},
		DoUpdates: clause.AssignmentColumns([]string{"data", "account_id", "expires_at"}), // never revoked_at
	}
	_, err := ss.s.Update(ctx, Op{}, func(tx *Tx) (int64, error) {
		if err := tx.db.Where("expires_at <= ?", tx.Now.UnixMicro()).Delete(&sessionRow{}).Error; err != nil {
			return 0, err
		}
		return 0, tx.db.Clauses(replace).Create(&row).Error
	})
	if err != nil {
		return fmt.Errorf("store session: %w", err)
	}
	return nil
}

// DeleteCtx ends a session.
func (ss *Sessions) DeleteCtx(ctx context.Context, token string) error {
	_, err := ss.s.Update(ctx, Op{}, func(tx *Tx) (int64, error) {
		return 0, tx.db.Where("token = ?", token).Delete(&sessionRow{}).Error
	})
	if err != nil {
		return fmt.Errorf("end session: %w", err)
	}
	return nil
}

// Find is FindCtx without a context, as the session manager's interface wants it.
func (ss *Sessions) Find(token string) ([]byte, bool, error) {
	return ss.FindCtx(context.Background(), token)
}

// Commit is CommitCtx without a context.
func (ss *Sessions) Commit(token string, data []byte, expiry time.Time) error {
	return ss.CommitCtx(context.Background(), token, data, expiry)
}

// Delete is DeleteCtx without a context.
func (ss *Sessions) Delete(token string) error { return ss.DeleteCtx(context.Background(), token) }

// RevokeSessions ends all sessions of an account.
func (tx *Tx) RevokeSessions(id tournament.AccountID) error {
	err := tx.db.Table("sessions").Where("account_id = ? AND revoked_at IS NULL", id).
		Updates(map[string]any{"revoked_at": tx.Now.UnixMicro(), "data": []byte{}}).Error
	if err != nil {
		return fmt.Errorf("revoke sessions: %w", err)
	}
	return nil
}
