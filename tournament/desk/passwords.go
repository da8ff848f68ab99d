package desk

import (
	"context"
	"time"

	"doko/tournament"
	"doko/tournament/store"
)

// linkLife is how long a link for a new password is good: it has to reach somebody who looks at the phone tomorrow.
const linkLife = 48 * time.Hour

// PasswordChange is somebody's own new password.
type PasswordChange struct {
	Old string
	New string // at least 10 characters
}

// ChangePassword changes the actor's own password. All its sessions end, the one that asks included, and so do its links for a new
// password; bearer tokens stay. Whoever has an account. ErrInvalid: password_wrong (field old), password_short, password_long.
func (d *Desk) ChangePassword(ctx context.Context, by tournament.Actor, in PasswordChange) error {
	if by.Account == 0 {
		return forbidden(tournament.Helper)
	}
	var seen tournament.Account
	err := d.view(ctx, func(tx *store.Tx) error {
		var err error
		seen, err = tx.Account(by.Account)
		return err
	})
	if err != nil {
		return err
	}
	wrong := tournament.Invalid("password_wrong", "old", nil)
	var ps tournament.Problems
	if !d.passwordFits(in.Old, seen.PasswordHash) {
		ps = append(ps, wrong)
	}
	if err := append(ps, checkPassword(in.New)...).OrNil(); err != nil {
		return err
	}
	hash := d.hashPassword(in.New)
	_, err = d.run(ctx, command{by: by, action: "account.password"}, func(tx *store.Tx) (outcome, error) {
		a, err := tx.LockAccount(by.Account)
		if err != nil {
			return outcome{}, err
		}
		if !a.DisabledAt.IsZero() {
			return outcome{}, forbidden(tournament.Helper)
		}
		if a.PasswordHash != seen.PasswordHash { // changed since it was compared
			return outcome{}, wrong
		}
		return setPassword(tx, a, hash)
	})
	return err
}

// setPassword gives an account a password with which it can sign in, and ends what was signed in with the old one.
func setPassword(tx *store.Tx, a tournament.Account, hash string) (outcome, error) {
	out := outcome{
		subject: "account", id: int64(a.ID),
		before: fields{"disabled": !a.DisabledAt.IsZero()}, after: fields{"disabled": false},
	}
	revoke := tx.RevokePasswordLinks
	if !a.DisabledAt.IsZero() {
		revoke = tx.RevokeTokens // one that was made while the account was disabled must not come to life
	}
	if err := revoke(a.ID); err != nil {
		return outcome{}, err
	}
	a.PasswordHash, a.DisabledAt = hash, time.Time{}
	if err := tx.UpdateAccount(a); err != nil {
		return outcome{}, err
	}
	return out, tx.RevokeSessions(a.ID)
}

// DisableAccount ends all sessions, tokens and password links of an account and forgets its password: it signs in no more until it
// gets a new one. Directors, for everybody they govern but themselves: ErrForbidden (own_account).
func (d *Desk) DisableAccount(ctx context.Context, by tournament.Actor, name string) error {
	_, err := d.run(ctx, command{by: by, action: "account.disable"}, func(tx *store.Tx) (outcome, error) {
		a, err := governedOther(tx, by, name)
		if err != nil {
			return outcome{}, err
		}
		out := outcome{subject: "account", id: int64(a.ID), after: fields{"disabled": true}}
		if !a.DisabledAt.IsZero() {
			out.silent = true
			return out, nil
		}
		a.PasswordHash, a.DisabledAt = "", tx.Now
		if err := tx.UpdateAccount(a); err != nil {
			return outcome{}, err
		}
		if err := tx.RevokeTokens(a.ID); err != nil {
			return outcome{}, err
		}
		return out, tx.RevokeSessions(a.ID)
	})
	return err
}

// governedOther locks an account that the actor may govern and that is not his own: nobody locks himself out, and whoever sits down
// at a director's open page does not take the account over.
func governedOther(tx *store.Tx, by tournament.Actor, name string) (tournament.Account, error) {
	a, err := governed(tx, by, name)
	if err != nil {
		return a, err
	}
	if a.ID == by.Account {
		return a, tournament.Wrong(tournament.ErrForbidden, "own_account", nil)
	}
	return tx.LockAccount(a.ID)
}

// PasswordLink is a link with which somebody chooses a new password, once.
type PasswordLink struct {
	Account tournament.Account // without its password
	Token   string             // the secret in the link, kept nowhere
	Expires time.Time
}

// NewPasswordLink makes a link for a new password, good once and for 48 hours, and ends the account's earlier ones. Until it is used
// nothing changes; used, it also lets a disabled account in again. Directors, for everybody they govern but themselves: ErrForbidden
// (own_account).
func (d *Desk) NewPasswordLink(ctx context.Context, by tournament.Actor, name string) (PasswordLink, error) {
	link := PasswordLink{Token: d.secret()}
	_, err := d.run(ctx, command{by: by, action: "account.password_link"}, func(tx *store.Tx) (outcome, error) {
		a, err := governedOther(tx, by, name)
		if err != nil {
			return outcome{}, err
		}
		link.Account, link.Expires = a, tx.Now.Add(linkLife)
		link.Account.PasswordHash = ""
		return outcome{subject: "account", id: int64(a.ID)}, tx.CreatePasswordLink(digest(link.Token), a.ID, link.Expires)
	})
	if err != nil {
		return PasswordLink{}, err
	}
	return link, nil
}

// PasswordLinkOpen is the account whose password a link sets; ErrNotFound (password_link_spent). Everybody who has the link.
func (d *Desk) PasswordLinkOpen(ctx context.Context, token string) (tournament.Account, error) {
	var a tournament.Account
	err := d.view(ctx, func(tx *store.Tx) error {
		id, err := linked(tx, token)
		if err != nil {
			return err
		}
		a, err = tx.Account(id)
		a.PasswordHash = ""
		return err
	})
	return a, err
}

func linked(tx *store.Tx, token string) (tournament.AccountID, error) {
	id, ok, err := tx.AccountByPasswordLink(digest(token))
	if err == nil && !ok {
		err = tournament.Wrong(tournament.ErrNotFound, "password_link_spent", nil)
	}
	return id, err
}

// PasswordByLink is a new password chosen through a link.
type PasswordByLink struct {
	Token    string
	Password string // at least 10 characters
}

// UsePasswordLink sets the password of the link's account, lets it in again if it was disabled, ends its sessions and spends the link.
// ErrNotFound (password_link_spent); ErrInvalid: password_short, password_long.
func (d *Desk) UsePasswordLink(ctx context.Context, in PasswordByLink) (tournament.Account, error) {
	a, err := d.PasswordLinkOpen(ctx, in.Token) // first of all, and before the costly hash
	if err != nil {
		return a, err
	}
	if err := checkPassword(in.Password).OrNil(); err != nil {
		return a, err
	}
	hash := d.hashPassword(in.Password)
	by := tournament.Actor{Account: a.ID, Name: a.Name}
	_, err = d.run(ctx, command{by: by, action: "account.password"}, func(tx *store.Tx) (outcome, error) {
		locked, err := tx.LockAccount(a.ID)
		if err != nil {
			return outcome{}, err
		}
		if _, err := linked(tx, in.Token); err != nil { // two browsers may have the link
			return outcome{}, err
		}
		return setPassword(tx, locked, hash)
	})
	return a, err
}

// ResetPassword sets the password of an account, lets it in again if it was disabled and ends its sessions and password links. With
// password "" it makes one and returns it. System only.
func (d *Desk) ResetPassword(ctx context.Context, by tournament.Actor, name, password string) (string, error) {
	if err := onlySystem(by); err != nil {
		return "", err
	}
	made := ""
	if password == "" {
		made = d.readable()
		password = made
	}
	if err := checkPassword(password).OrNil(); err != nil {
		return "", err
	}
	hash := d.hashPassword(password)
	_, err := d.run(ctx, command{by: by, action: "account.password"}, func(tx *store.Tx) (outcome, error) {
		a, err := governedOther(tx, by, name)
		if err != nil {
			return outcome{}, err
		}
		return setPassword(tx, a, hash)
	})
	if err != nil {
		return "", err
	}
	return made, nil
}
