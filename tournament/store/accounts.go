package store

import (
	"fmt"

	"gorm.io/gorm/clause"

	"doko/tournament"
)

type organisationRow struct {
	ID   tournament.OrganisationID
	UID  string `gorm:"column:uid"`
	Name string
	Slug string
}

func (organisationRow) TableName() string { return "organisations" }

func (r organisationRow) organisation() tournament.Organisation {
	return tournament.Organisation{ID: r.ID, UID: r.UID, Name: r.Name, Slug: r.Slug}
}

// CreateOrganisation stores a new organisation and sets its ID. ErrDuplicate (duplicate_organisation): its UID or slug is taken.
func (tx *Tx) CreateOrganisation(o *tournament.Organisation) error {
	row := organisationRow{UID: o.UID, Name: o.Name, Slug: o.Slug}
	if err := insert(tx, "organisation", "duplicate_organisation", &row); err != nil {
		return err
	}
	o.ID = row.ID
	return nil
}

// Organisation loads one organisation; ErrNotFound (unknown_organisation).
func (tx *Tx) Organisation(id tournament.OrganisationID) (tournament.Organisation, error) {
	row, err := take[organisationRow](tx, "organisation", "id = ?", id)
	return row.organisation(), err
}

// Organisations lists all organisations in the order they were made.
func (tx *Tx) Organisations() ([]tournament.Organisation, error) {
	rows, err := list[organisationRow](tx, "id", "id > 0")
	return plain(rows, organisationRow.organisation), err
}

// EnsureOrganisation returns the first organisation and makes the given one if there is none.
func (tx *Tx) EnsureOrganisation(o tournament.Organisation) (tournament.Organisation, error) {
	all, err := tx.Organisations()
	if err != nil {
		return tournament.Organisation{}, err
	}
	if len(all) > 0 {
		return all[0], nil
	}
	err = tx.CreateOrganisation(&o)
	return o, err
}

// RenameOrganisation changes an organisation's name; ErrNotFound (unknown_organisation).
func (tx *Tx) RenameOrganisation(id tournament.OrganisationID, name string) error {
	return changed(tx, "organisations", "organisation", "", int64(id), map[string]any{"name": name})
}

type accountRow struct {
	ID           tournament.AccountID
	Name         string
	Folded       string
	PasswordHash string
	DisabledAt   *int64
	CreatedAt    int64 `gorm:"autoCreateTime:false"`
}

func (accountRow) TableName() string { return "accounts" }

func (r accountRow) account() tournament.Account {
	return tournament.Account{
		ID: r.ID, Name: r.Name, Folded: r.Folded, PasswordHash: r.PasswordHash,
		DisabledAt: fromMicros(r.DisabledAt), CreatedAt: fromMicros(&r.CreatedAt),
	}
}

// CreateAccount stores a new account and sets its ID and, if it is zero, CreatedAt. ErrDuplicate (duplicate_account): the
// folded name is taken.
func (tx *Tx) CreateAccount(a *tournament.Account) error {
	if a.CreatedAt.IsZero() {
		a.CreatedAt = tx.Now
	}
	row := accountRow{
		Name: a.Name, Folded: a.Folded, PasswordHash: a.PasswordHash,
		DisabledAt: micros(a.DisabledAt), CreatedAt: a.CreatedAt.UnixMicro(),
	}
	if err := insert(tx, "account", "duplicate_account", &row); err != nil {
		return err
	}
	a.ID = row.ID
	return nil
}

// Account loads one account; ErrNotFound (unknown_account).
func (tx *Tx) Account(id tournament.AccountID) (tournament.Account, error) {
	row, err := take[accountRow](tx, "account", "id = ?", id)
	return row.account(), err
}

// LockAccount loads an account and keeps others from changing it until the transaction ends; ErrNotFound (unknown_account).
func (tx *Tx) LockAccount(id tournament.AccountID) (tournament.Account, error) {
	row, err := takeFrom[accountRow](tx.db.Clauses(clause.Locking{Strength: "NO KEY UPDATE"}), "account", "id = ?", id)
	return row.account(), err
}

// AccountByName finds an account by its folded sign-in name; ErrNotFound (unknown_account).
func (tx *Tx) AccountByName(folded string) (tournament.Account, error) {
	row, err := take[accountRow](tx, "account", "folded = ?", folded)
	return row.account(), err
}

// Accounts lists all accounts in the order they were made.
func (tx *Tx) Accounts() ([]tournament.Account, error) {
	rows, err := list[accountRow](tx, "id", "id > 0")
	return plain(rows, accountRow.account), err
}

// CountAccounts counts all accounts, disabled ones included.
func (tx *Tx) CountAccounts() (int, error) {
	var n int64
	if err := tx.db.Table("accounts").Count(&n).Error; err != nil {
		return 0, fmt.Errorf("count accounts: %w", err)
	}
	return int(n), nil
}

// UpdateAccount changes name, password hash and the time of disabling. ErrNotFound (unknown_account), ErrDuplicate
// (duplicate_account).
func (tx *Tx) UpdateAccount(a tournament.Account) error {
	return changed(tx, "accounts", "account", "duplicate_account", int64(a.ID), map[string]any{
		"name": a.Name, "folded": a.Folded, "password_hash": a.PasswordHash, "disabled_at": micros(a.DisabledAt),
	})
}

type membershipRow struct {
	ID             int64
	AccountID      tournament.AccountID
	OrganisationID tournament.OrganisationID
	TournamentID   *tournament.TournamentID
	Role           tournament.Role
}

func (membershipRow) TableName() string { return "memberships" }

func (r membershipRow) membership() tournament.Membership {
	return tournament.Membership{
		Account: r.AccountID, Organisation: r.OrganisationID, Tournament: given(r.TournamentID), Role: r.Role,
	}
}

// AddMembership gives an account a role; a role it had in the same place is replaced.
func (tx *Tx) AddMembership(m tournament.Membership) error {
	if err := tx.RemoveMembership(m); err != nil {
		return err
	}
	row := membershipRow{
		AccountID: m.Account, OrganisationID: m.Organisation, TournamentID: null(m.Tournament), Role: m.Role,
	}
	return insert(tx, "membership", "", &row)
}

// RemoveMembership takes an account's role in the organisation, or in the one tournament, back. None there is no error.
func (tx *Tx) RemoveMembership(m tournament.Membership) error {
	db := tx.db.Where("account_id = ? AND organisation_id = ?", m.Account, m.Organisation)
	if m.Tournament == 0 {
		db = db.Where("tournament_id IS NULL")
	} else {
		db = db.Where("tournament_id = ?", m.Tournament)
	}
	if err := db.Delete(&membershipRow{}).Error; err != nil {
		return fmt.Errorf("remove membership: %w", err)
	}
	return nil
}

// Memberships lists the roles of an account.
func (tx *Tx) Memberships(id tournament.AccountID) ([]tournament.Membership, error) {
	rows, err := list[membershipRow](tx, "id", "account_id = ?", id)
	return plain(rows, membershipRow.membership), err
}

// MembershipsOf lists the roles in an organisation and its tournaments.
func (tx *Tx) MembershipsOf(id tournament.OrganisationID) ([]tournament.Membership, error) {
	rows, err := list[membershipRow](tx, "id", "organisation_id = ?", id)
	return plain(rows, membershipRow.membership), err
}
