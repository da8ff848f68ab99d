package desk

import (
	"context"

	"doko/tournament"
	"doko/tournament/store"
)

// Setup is the first sign-in of a fresh installation, through the one-time link.
type Setup struct {
	Token        string
	Organisation string
	Name         string
	Password     string // at least 10 characters
}

// SetupToken makes a new one-time set-up token, or "" when there is an account already. System only.
func (d *Desk) SetupToken(ctx context.Context, by tournament.Actor) (string, error) {
	if err := onlySystem(by); err != nil {
		return "", err
	}
	token := d.secret()
	_, err := d.run(ctx, command{by: by, action: "setup.token"}, func(tx *store.Tx) (outcome, error) {
		n, err := tx.CountAccounts()
		if err != nil || n > 0 {
			token = ""
			return outcome{silent: true}, err
		}
		return outcome{subject: "setup"}, tx.SetSetupToken(digest(token))
	})
	if err != nil {
		return "", err
	}
	return token, nil
}

// SetupOpen reports whether the token opens the set-up page.
func (d *Desk) SetupOpen(ctx context.Context, token string) (bool, error) {
	open := false
	err := d.view(ctx, func(tx *store.Tx) error {
		var err error
		open, err = setupOpen(tx, token)
		return err
	})
	return open, err
}

func setupOpen(tx *store.Tx, token string) (bool, error) {
	stored, err := tx.SetupToken()
	if err != nil || !same(stored, digest(token)) {
		return false, err
	}
	n, err := tx.CountAccounts()
	return n == 0, err
}

// SetUp makes the organisation's first director and spends the token.
func (d *Desk) SetUp(ctx context.Context, in Setup) (tournament.Account, error) {
	in.Name, in.Organisation = tournament.CleanName(in.Name), tournament.CleanName(in.Organisation)
	open, err := d.SetupOpen(ctx, in.Token) // first of all: a visitor learns nothing from the other checks
	if err != nil {
		return tournament.Account{}, err
	}
	if !open {
		return tournament.Account{}, setupDone()
	}
	ps := checkAccount(in.Name, in.Password, tournament.Director)
	ps = append(ps, tournament.CheckName("organisation", in.Organisation)...)
	if err := ps.OrNil(); err != nil {
		return tournament.Account{}, err
	}
	a := tournament.Account{Name: in.Name, Folded: tournament.Fold(in.Name), PasswordHash: d.hashPassword(in.Password)}
	_, err = d.run(ctx, command{by: tournament.System(), action: "setup.finish"}, func(tx *store.Tx) (outcome, error) {
		return d.setUp(tx, &a, in)
	})
	return a, err
}

func (d *Desk) setUp(tx *store.Tx, a *tournament.Account, in Setup) (outcome, error) {
	open, err := setupOpen(tx, in.Token) // two browsers may have the link
	if err != nil {
		return outcome{}, err
	}
	if !open {
		return outcome{}, setupDone()
	}
	org, err := tx.EnsureOrganisation(tournament.Organisation{UID: d.uid(), Name: in.Organisation, Slug: d.word()})
	if err != nil {
		return outcome{}, err
	}
	if err := tx.RenameOrganisation(org.ID, in.Organisation); err != nil { // an import at the command line may have made it
		return outcome{}, err
	}
	a.ID, a.CreatedAt = 0, tx.Now
	if err := tx.CreateAccount(a); err != nil {
		return outcome{}, err
	}
	m := tournament.Membership{Account: a.ID, Organisation: org.ID, Role: tournament.Director}
	if err := tx.AddMembership(m); err != nil {
		return outcome{}, err
	}
	out := outcome{subject: "account", id: int64(a.ID), after: fields{"organisation": org.ID, "role": m.Role}}
	return out, tx.ClearSetupToken()
}

func setupDone() error { return tournament.Wrong(tournament.ErrNotFound, "setup_done", nil) }
