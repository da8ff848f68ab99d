package desk

import (
	"context"

	"doko/tournament"
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
	panic("desk: being written")
}

// SetupOpen reports whether the token opens the set-up page.
func (d *Desk) SetupOpen(ctx context.Context, token string) (bool, error) {
	panic("desk: being written")
}

// SetUp makes the organisation's first director and spends the token.
func (d *Desk) SetUp(ctx context.Context, in Setup) (tournament.Account, error) {
	panic("desk: being written")
}

// SignIn checks a password. A wrong name and a wrong password are the same problem (bad_credentials).
func (d *Desk) SignIn(ctx context.Context, name, password string) (tournament.Account, error) {
	panic("desk: being written")
}

// ActorOf loads an account's actor with its memberships; the zero actor when it is disabled or gone.
func (d *Desk) ActorOf(ctx context.Context, id tournament.AccountID) (tournament.Actor, error) {
	panic("desk: being written")
}

// ActorByToken finds the actor of a bearer token: an account's, or a table key. False for an unknown or expired one.
func (d *Desk) ActorByToken(ctx context.Context, token string) (tournament.Actor, bool, error) {
	panic("desk: being written")
}

// NewAccount is an account to make.
type NewAccount struct {
	Op           string
	Organisation tournament.OrganisationID // 0 = the only one
	Tournament   tournament.TournamentID   // 0 = all of the organisation
	Name         string
	Role         tournament.Role
	Password     string // "" = made by the program
}

// AddAccount makes an account and returns its password when it was made by the program. Directors.
func (d *Desk) AddAccount(ctx context.Context, by tournament.Actor, in NewAccount) (tournament.Account, string, error) {
	panic("desk: being written")
}

// NewToken makes a bearer token for an account. Directors.
func (d *Desk) NewToken(ctx context.Context, by tournament.Actor, name string) (string, error) {
	panic("desk: being written")
}

// Revoke ends all tokens and sessions of an account. Directors.
func (d *Desk) Revoke(ctx context.Context, by tournament.Actor, name string) error {
	panic("desk: being written")
}

// AccountLine is an account with its role in the actor's organisation.
type AccountLine struct {
	Account tournament.Account
	Role    tournament.Role
}

// Accounts lists the accounts of the actor's organisations. Directors.
func (d *Desk) Accounts(ctx context.Context, by tournament.Actor) ([]AccountLine, error) {
	panic("desk: being written")
}
