package store

import (
	"errors"
	"fmt"
	"time"

	"gorm.io/gorm/clause"

	"doko/tournament"
)

type tokenRow struct {
	ID        int64
	Hash      string
	AccountID tournament.AccountID
	MadeAt    int64
	ExpiresAt *int64
}

func (tokenRow) TableName() string { return "tokens" }

// CreateToken stores the hash of a bearer token of an account; a zero time never expires.
func (tx *Tx) CreateToken(hash string, id tournament.AccountID, expires time.Time) error {
	row := tokenRow{Hash: hash, AccountID: id, MadeAt: tx.Now.UnixMicro(), ExpiresAt: micros(expires)}
	return insert(tx, "token", "", &row)
}

// AccountByToken finds whose token has this hash; ok is false for an unknown or expired one. A disabled account is found:
// the caller looks at DisabledAt.
func (tx *Tx) AccountByToken(hash string) (tournament.AccountID, bool, error) {
	row, err := take[tokenRow](tx, "token", "hash = ? AND (expires_at IS NULL OR expires_at > ?)", hash, tx.Now.UnixMicro())
	if errors.Is(err, tournament.ErrNotFound) {
		return 0, false, nil
	}
	return row.AccountID, err == nil, err
}

// RevokeTokens ends all tokens of an account.
func (tx *Tx) RevokeTokens(id tournament.AccountID) error {
	if err := tx.db.Where("account_id = ?", id).Delete(&tokenRow{}).Error; err != nil {
		return fmt.Errorf("revoke tokens: %w", err)
	}
	return nil
}

// linkMark sets what is stored of a link for a new password apart from the hash of a bearer token: the one never opens for the other.
const linkMark = "password:"

// CreatePasswordLink stores the hash of an account's link for a new password and forgets its earlier ones.
func (tx *Tx) CreatePasswordLink(hash string, id tournament.AccountID, expires time.Time) error {
	if err := tx.RevokePasswordLinks(id); err != nil {
		return err
	}
	return tx.CreateToken(linkMark+hash, id, expires)
}

// AccountByPasswordLink finds whose link for a new password has this hash; ok is false for an unknown, spent or expired one.
func (tx *Tx) AccountByPasswordLink(hash string) (tournament.AccountID, bool, error) {
	return tx.AccountByToken(linkMark + hash)
}

// RevokePasswordLinks ends an account's links for a new password, and no bearer token. RevokeTokens ends both.
func (tx *Tx) RevokePasswordLinks(id tournament.AccountID) error {
	if err := tx.db.Where("account_id = ? AND hash LIKE ?", id, linkMark+"%").Delete(&tokenRow{}).Error; err != nil {
		return fmt.Errorf("revoke password links: %w", err)
	}
	return nil
}

// setupRow is the one-time token of a fresh installation; there is at most one row.
type setupRow struct {
	ID   int64
	Hash string
}

func (setupRow) TableName() string { return "setup_token" }

// SetSetupToken stores the hash of the set-up token and forgets an earlier one.
func (tx *Tx) SetSetupToken(hash string) error {
	replace := clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoUpdates: clause.AssignmentColumns([]string{"hash"})}
	if err := tx.db.Clauses(replace).Create(&setupRow{ID: 1, Hash: hash}).Error; err != nil {
		return fmt.Errorf("store set-up token: %w", err)
	}
	return nil
}

// SetupToken is the hash of the set-up token, "" if there is none.
func (tx *Tx) SetupToken() (string, error) {
	row, err := take[setupRow](tx, "setup_token", "id = 1")
	if errors.Is(err, tournament.ErrNotFound) {
		return "", nil
	}
	return row.Hash, err
}

// ClearSetupToken spends the set-up token.
func (tx *Tx) ClearSetupToken() error {
	if err := tx.db.Where("id = 1").Delete(&setupRow{}).Error; err != nil {
		return fmt.Errorf("clear set-up token: %w", err)
	}
	return nil
}
