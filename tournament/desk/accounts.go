package desk

import (
	"context"
	"errors"
	"time"
	"unicode/utf8"

	"doko/tournament"
	"doko/tournament/store"
)

// Limits of passwords, in characters, and the life of bearer tokens.
const (
	passwordLeast = 10
	passwordMost  = 200
	tokenLife     = 366 * 24 * time.Hour
)

// NewAccount is an account to make.
type NewAccount struct {
	Op           string
	Organisation tournament.OrganisationID // 0 = the only one
	Tournament   tournament.TournamentID   // 0 = all of the organisation
	Name         string
	Role         tournament.Role
	Password     string // "" = made by the program
}

// SignIn checks a password. A wrong name and a wrong password are the same problem (bad_credentials).
func (d *Desk) SignIn(ctx context.Context, name, password string) (tournament.Account, error) {
	var found tournament.Account
	err := d.view(ctx, func(tx *store.Tx) error {
		a, err := tx.AccountByName(tournament.Fold(name))
		if errors.Is(err, tournament.ErrNotFound) {
			return nil
		}
		found = a
		return err
	})
	if err != nil {
		return tournament.Account{}, err
	}
	fits := d.passwordFits(password, found.PasswordHash)
	if !fits || found.ID == 0 || !found.DisabledAt.IsZero() {
		return tournament.Account{}, tournament.Invalid("bad_credentials", "password", nil)
	}
	return found, nil
}

// ActorOf loads an account's actor with its memberships; the zero actor when it is disabled or gone.
func (d *Desk) ActorOf(ctx context.Context, id tournament.AccountID) (tournament.Actor, error) {
	var by tournament.Actor
	err := d.view(ctx, func(tx *store.Tx) error {
		var err error
		by, err = actor(tx, id)
		return err
	})
	return by, err
}

func actor(tx *store.Tx, id tournament.AccountID) (tournament.Actor, error) {
	a, err := tx.Account(id)
	if errors.Is(err, tournament.ErrNotFound) || err == nil && !a.DisabledAt.IsZero() {
		return tournament.Actor{}, nil
	}
	if err != nil {
		return tournament.Actor{}, err
	}
	ms, err := tx.Memberships(id)
	if err != nil {
		return tournament.Actor{}, err
	}
	return tournament.Actor{Account: a.ID, Name: a.Name, Memberships: ms}, nil
}

// ActorByToken finds the actor of a bearer token: an account's, or a table key. False for an unknown or expired one; a table
// key ends with its tournament.
func (d *Desk) ActorByToken(ctx context.Context, token string) (tournament.Actor, bool, error) {
	if token == "" {
		return tournament.Actor{}, false, nil
	}
	var by tournament.Actor
	err := d.view(ctx, func(tx *store.Tx) error {
		id, ok, err := tx.AccountByToken(digest(token))
		if err != nil {
			return err
		}
		if ok {
			by, err = actor(tx, id)
			return err
		}
		by, err = keyActor(tx, token)
		return err
	})
	return by, by.Account != 0 || by.Table != 0, err
}

func keyActor(tx *store.Tx, token string) (tournament.Actor, error) {
	key, err := tx.TableKeyByHash(digest(token))
	if errors.Is(err, tournament.ErrNotFound) {
		return tournament.Actor{}, nil
	}
	if err != nil {
		return tournament.Actor{}, err
	}
	if !key.RevokedAt.IsZero() || !key.ExpiresAt.After(tx.Now) {
		return tournament.Actor{}, nil
	}
	p, err := place(tx, key.Table)
	if err != nil || p.tournament.Phase == tournament.Finished {
		return tournament.Actor{}, err
	}
	return tournament.Actor{Table: key.Table, Second: key.Second}, nil
}

// AddAccount makes an account and returns its password when it was made by the program. Directors.
func (d *Desk) AddAccount(ctx context.Context, by tournament.Actor, in NewAccount) (tournament.Account, string, error) {
	in.Name = tournament.CleanName(in.Name)
	made := ""
	if in.Password == "" {
		made = d.readable()
		in.Password = made
	}
	if err := checkAccount(in.Name, in.Password, in.Role).OrNil(); err != nil {
		return tournament.Account{}, "", err
	}
	if err := d.mayAdd(ctx, by, in); err != nil { // before the costly hash
		return tournament.Account{}, "", err
	}
	a := tournament.Account{Name: in.Name, Folded: tournament.Fold(in.Name), PasswordHash: d.hashPassword(in.Password)}
	sent := in
	sent.Password = "" // never near the journal or the operations, not even hashed fast
	done, err := d.run(ctx, command{by: by, op: in.Op, action: "account.add", input: sent}, func(tx *store.Tx) (outcome, error) {
		return d.addAccount(tx, by, a, in)
	})
	if err != nil {
		return tournament.Account{}, "", err
	}
	if done.Repeated {
		made = ""
	}
	err = d.view(ctx, func(tx *store.Tx) error {
		a, err = tx.Account(tournament.AccountID(done.Subject))
		return err
	})
	return a, made, err
}

func checkAccount(name, password string, role tournament.Role) tournament.Problems {
	ps := append(tournament.CheckName("name", name), checkPassword(password)...)
	if !role.Valid() {
		ps = append(ps, tournament.Invalid("role_unknown", "role", nil))
	}
	return ps
}

func checkPassword(password string) tournament.Problems {
	var ps tournament.Problems
	if n := utf8.RuneCountInString(password); n < passwordLeast {
		ps = append(ps, tournament.Invalid("password_short", "password", map[string]any{"Min": passwordLeast}))
	} else if n > passwordMost {
		ps = append(ps, tournament.Invalid("password_long", "password", map[string]any{"Max": passwordMost}))
	}
	return ps
}

func (d *Desk) mayAdd(ctx context.Context, by tournament.Actor, in NewAccount) error {
	if by.System {
		return nil
	}
	return d.view(ctx, func(tx *store.Tx) error {
		_, err := d.membershipFor(tx, by, in)
		return err
	})
}

// membershipFor is the membership to give, if the actor may give it.
func (d *Desk) membershipFor(tx *store.Tx, by tournament.Actor, in NewAccount) (tournament.Membership, error) {
	m := tournament.Membership{Organisation: in.Organisation, Tournament: in.Tournament, Role: in.Role}
	if in.Tournament != 0 {
		t, err := tx.Tournament(in.Tournament)
		if err != nil {
			return m, err
		}
		m.Organisation = t.Organisation
		return m, need(by, t, tournament.Director)
	}
	org, err := d.organisation(tx, by, in.Organisation)
	if err != nil {
		return m, err
	}
	m.Organisation = org
	return m, directs(by, org, 0)
}

func (d *Desk) addAccount(tx *store.Tx, by tournament.Actor, a tournament.Account, in NewAccount) (outcome, error) {
	m, err := d.membershipFor(tx, by, in)
	if err != nil {
		return outcome{}, err
	}
	_, err = tx.AccountByName(a.Folded)
	if err == nil {
		return outcome{}, &tournament.Problem{Kind: tournament.ErrDuplicate, Code: "duplicate_account", Field: "name"}
	}
	if !errors.Is(err, tournament.ErrNotFound) {
		return outcome{}, err
	}
	a.CreatedAt = tx.Now
	if err := tx.CreateAccount(&a); err != nil {
		return outcome{}, err
	}
	m.Account = a.ID
	if err := tx.AddMembership(m); err != nil {
		return outcome{}, err
	}
	return outcome{
		subject: "account", id: int64(a.ID),
		after: fields{"organisation": m.Organisation, "tournament": m.Tournament, "role": m.Role},
	}, nil
}

// governed loads an account by name that the actor may govern: a director of every organisation it acts in, else a token made
// in one club would open another.
func governed(tx *store.Tx, by tournament.Actor, name string) (tournament.Account, error) {
	unknown := tournament.Wrong(tournament.ErrNotFound, "unknown_account", nil)
	if !by.System && len(by.Memberships) == 0 {
		return tournament.Account{}, forbidden(tournament.Director)
	}
	a, err := tx.AccountByName(tournament.Fold(name))
	if err != nil {
		return a, err
	}
	ms, err := tx.Memberships(a.ID)
	if err != nil {
		return a, err
	}
	known := by.System || a.ID == by.Account
	for _, m := range ms {
		known = known || belongs(by, m.Organisation)
	}
	if !known {
		return a, unknown
	}
	for _, m := range ms {
		if err := directs(by, m.Organisation, m.Tournament); err != nil {
			return a, err
		}
	}
	if len(ms) == 0 {
		return a, onlySystem(by)
	}
	return a, nil
}

// NewToken makes a bearer token for an account. Directors.
func (d *Desk) NewToken(ctx context.Context, by tournament.Actor, name string) (string, error) {
	token := d.secret()
	_, err := d.run(ctx, command{by: by, action: "account.token"}, func(tx *store.Tx) (outcome, error) {
		a, err := governed(tx, by, name)
		if err != nil {
			return outcome{}, err
		}
		err = tx.CreateToken(digest(token), a.ID, tx.Now.Add(tokenLife))
		return outcome{subject: "account", id: int64(a.ID)}, err
	})
	if err != nil {
		return "", err
	}
	return token, nil
}

// Revoke ends all tokens and sessions of an account. Directors.
func (d *Desk) Revoke(ctx context.Context, by tournament.Actor, name string) error {
	_, err := d.run(ctx, command{by: by, action: "account.revoke"}, func(tx *store.Tx) (outcome, error) {
		a, err := governed(tx, by, name)
		if err != nil {
			return outcome{}, err
		}
		if err := tx.RevokeTokens(a.ID); err != nil {
			return outcome{}, err
		}
		return outcome{subject: "account", id: int64(a.ID)}, tx.RevokeSessions(a.ID)
	})
	return err
}

// AccountLine is an account with its role in the actor's organisation.
type AccountLine struct {
	Account    tournament.Account
	Role       tournament.Role
	Tournament tournament.TournamentID // 0 = all of the organisation
}

// Accounts lists the accounts of the actor's organisations. Directors.
func (d *Desk) Accounts(ctx context.Context, by tournament.Actor) ([]AccountLine, error) {
	var lines []AccountLine
	err := d.view(ctx, func(tx *store.Tx) error {
		orgs, err := tx.Organisations()
		if err != nil {
			return err
		}
		allowed := by.System // a fresh database has no organisation yet
		for _, o := range orgs {
			if !by.May(tournament.Director, o.ID, 0) {
				continue
			}
			allowed = true
			ms, err := tx.MembershipsOf(o.ID)
			if err != nil {
				return err
			}
			for _, m := range ms {
				a, err := tx.Account(m.Account)
				if err != nil {
					return err
				}
				a.PasswordHash = ""
				lines = append(lines, AccountLine{Account: a, Role: m.Role, Tournament: m.Tournament})
			}
		}
		if !allowed {
			return forbidden(tournament.Director)
		}
		return nil
	})
	return lines, err
}
