package desk_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

const (
	oldPassword = "Kreuz-Dame-1"
	newPassword = "Pik-Bube-22"
)

// signedIn is an account of the club with a session and a bearer token.
type signedIn struct {
	*club
	account  tournament.Account
	by       tournament.Actor
	token    string
	sessions *store.Sessions
	session  string
}

func newSignedIn(c *club, s *store.Store, in desk.NewAccount) *signedIn {
	c.t.Helper()
	in.Op, in.Password = c.op(), oldPassword
	if in.Organisation == 0 {
		in.Organisation = c.org
	}
	p := &signedIn{club: c, session: "session of " + in.Name}
	var err error
	p.account, _, err = c.AddAccount(c.ctx, tournament.System(), in)
	c.must(err)
	p.by, err = c.ActorOf(c.ctx, p.account.ID)
	c.must(err)
	p.token, err = c.NewToken(c.ctx, tournament.System(), in.Name)
	c.must(err)
	p.sessions = s.Sessions(func([]byte) tournament.AccountID { return p.account.ID })
	c.must(p.sessions.Commit(p.session, []byte("x"), storetest.Time.Add(24*365*100*time.Hour)))
	return p
}

// has checks what is still open for the account.
func (p *signedIn) has(password string, session, token bool) {
	p.t.Helper()
	for _, tried := range []string{oldPassword, newPassword, ""} {
		_, err := p.SignIn(p.ctx, p.account.Name, tried)
		if tried == password {
			p.must(err)
		} else {
			p.refused(err, tournament.ErrInvalid, "bad_credentials")
		}
	}
	_, found, err := p.sessions.Find(p.session)
	p.must(err)
	by, _, err := p.ActorByToken(p.ctx, p.token)
	p.must(err)
	if found != session || (by.Account != 0) != token {
		p.t.Errorf("session %v, token %v; want %v, %v", found, by.Account != 0, session, token)
	}
}

func TestChangePassword(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		p := newSignedIn(c, s, desk.NewAccount{Name: "Jörg", Role: tournament.Helper})
		link, err := c.NewPasswordLink(c.ctx, c.director, "Jörg")
		c.must(err)
		c.refused(c.ChangePassword(c.ctx, c.visitor, desk.PasswordChange{Old: oldPassword, New: newPassword}), tournament.ErrForbidden, "forbidden")
		c.refused(c.ChangePassword(c.ctx, tournament.System(), desk.PasswordChange{New: newPassword}), tournament.ErrForbidden, "forbidden")
		err = c.ChangePassword(c.ctx, p.by, desk.PasswordChange{Old: newPassword, New: newPassword})
		c.refused(err, tournament.ErrInvalid, "password_wrong")
		c.refused(c.ChangePassword(c.ctx, p.by, desk.PasswordChange{Old: oldPassword, New: "kurz"}), tournament.ErrInvalid, "password_short")
		c.refused(c.ChangePassword(c.ctx, p.by, desk.PasswordChange{Old: oldPassword, New: strings.Repeat("x", 201)}), tournament.ErrInvalid, "password_long")
		p.has(oldPassword, true, true)
		c.must(c.ChangePassword(c.ctx, p.by, desk.PasswordChange{Old: oldPassword, New: newPassword}))
		p.has(newPassword, false, true)
		_, err = c.PasswordLinkOpen(c.ctx, link.Token)
		c.refused(err, tournament.ErrNotFound, "password_link_spent")
	})
}

func TestDisableAccount(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		p := newSignedIn(c, s, desk.NewAccount{Name: "Jörg", Role: tournament.Director})
		link, err := c.NewPasswordLink(c.ctx, c.director, "Jörg")
		c.must(err)
		c.refused(c.DisableAccount(c.ctx, p.by, "jörg"), tournament.ErrForbidden, "own_account")
		p.has(oldPassword, true, true)
		c.must(c.DisableAccount(c.ctx, c.director, "jörg"))
		c.must(c.DisableAccount(c.ctx, c.director, "jörg"))
		p.has("nothing", false, false)
		if by, err := c.ActorOf(c.ctx, p.account.ID); err != nil || by.Account != 0 {
			t.Errorf("a disabled account acts as %+v, %v", by, err)
		}
		c.refused(c.ChangePassword(c.ctx, p.by, desk.PasswordChange{Old: "", New: newPassword}), tournament.ErrInvalid, "password_wrong")
		_, err = c.UsePasswordLink(c.ctx, desk.PasswordByLink{Token: link.Token, Password: newPassword})
		c.refused(err, tournament.ErrNotFound, "password_link_spent")
		lines, err := c.Accounts(c.ctx, c.director)
		c.must(err)
		if len(lines) != 1 || lines[0].Account.DisabledAt.IsZero() {
			t.Errorf("accounts %+v", lines)
		}

		// A new link lets it in again; a token made meanwhile stays dead.
		p.token, err = c.NewToken(c.ctx, tournament.System(), "Jörg")
		c.must(err)
		link, err = c.NewPasswordLink(c.ctx, c.director, "Jörg")
		c.must(err)
		p.has("nothing", false, false)
		_, err = c.UsePasswordLink(c.ctx, desk.PasswordByLink{Token: link.Token, Password: newPassword})
		c.must(err)
		p.has(newPassword, false, false)
		p.token, err = c.NewToken(c.ctx, tournament.System(), "Jörg")
		c.must(err)
		p.has(newPassword, false, true)
	})
}

func TestPasswordLink(t *testing.T) {
	c := openTimed(t, storetest.SQLiteFile(t))
	p := newSignedIn(c.club, c.store, desk.NewAccount{Name: "Jörg", Role: tournament.Referee})
	first, err := c.NewPasswordLink(c.ctx, c.director, "Jörg")
	c.must(err)
	link, err := c.NewPasswordLink(c.ctx, c.director, "Jörg")
	c.must(err)
	if link.Account.ID != p.account.ID || link.Account.PasswordHash != "" || !link.Expires.Equal(c.now.Add(48*time.Hour)) || len(link.Token) < 22 {
		t.Fatalf("link %+v", link)
	}
	p.has(oldPassword, true, true) // nobody is locked out by a link that is only made
	for _, token := range []string{first.Token, p.token, "", "x", strings.Repeat("x", 300)} {
		_, err := c.PasswordLinkOpen(c.ctx, token)
		c.refused(err, tournament.ErrNotFound, "password_link_spent")
	}
	if by, ok, err := c.ActorByToken(c.ctx, link.Token); ok || err != nil {
		t.Errorf("the link is a bearer token of %+v, %v", by, err)
	}
	*c.now = c.now.Add(48*time.Hour - time.Second)
	a, err := c.PasswordLinkOpen(c.ctx, link.Token)
	c.must(err)
	if a.Name != "Jörg" || a.PasswordHash != "" {
		t.Errorf("the link tells %+v", a)
	}
	*c.now = c.now.Add(time.Second)
	_, err = c.UsePasswordLink(c.ctx, desk.PasswordByLink{Token: link.Token, Password: newPassword})
	c.refused(err, tournament.ErrNotFound, "password_link_spent")
	*c.now = storetest.Time
	_, err = c.UsePasswordLink(c.ctx, desk.PasswordByLink{Token: link.Token, Password: "kurz"})
	c.refused(err, tournament.ErrInvalid, "password_short")
	a, err = c.UsePasswordLink(c.ctx, desk.PasswordByLink{Token: link.Token, Password: newPassword})
	c.must(err)
	if a.ID != p.account.ID {
		t.Errorf("the link is %+v's", a)
	}
	p.has(newPassword, false, true)
	_, err = c.UsePasswordLink(c.ctx, desk.PasswordByLink{Token: link.Token, Password: oldPassword})
	c.refused(err, tournament.ErrNotFound, "password_link_spent")
	p.has(newPassword, false, true)
	link, err = c.NewPasswordLink(c.ctx, c.director, "Jörg")
	c.must(err)
	c.must(c.Revoke(c.ctx, c.director, "Jörg"))
	_, err = c.PasswordLinkOpen(c.ctx, link.Token)
	c.refused(err, tournament.ErrNotFound, "password_link_spent")
}

// Nobody reaches a person of another club, one with more rights than his own, or himself.
func TestGovernAccounts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, other := c.create(short(1)), c.create(short(1))
		add := func(name string, role tournament.Role, org tournament.OrganisationID, only tournament.TournamentID) tournament.Actor {
			in := desk.NewAccount{Op: c.op(), Name: name, Role: role, Organisation: org, Tournament: only}
			a, _, err := c.AddAccount(c.ctx, tournament.System(), in)
			c.must(err)
			by, err := c.ActorOf(c.ctx, a.ID)
			c.must(err)
			return by
		}
		boss := add("boss", tournament.Director, c.org, 0)
		one := add("one", tournament.Director, 0, tour.ID) // directs one evening
		add("hand", tournament.Helper, 0, tour.ID)
		add("hand elsewhere", tournament.Helper, 0, other.ID)
		add("helper", tournament.Helper, c.org, 0)
		add("stranger", tournament.Helper, c.other, 0)
		both := add("both", tournament.Helper, c.org, 0)
		_, err := s.Update(c.ctx, store.Op{}, func(tx *store.Tx) (int64, error) {
			return 0, tx.AddMembership(tournament.Membership{Account: both.Account, Organisation: c.other, Role: tournament.Helper})
		})
		c.must(err)
		for _, tt := range []struct {
			by   tournament.Actor
			who  string
			name string
			want string
		}{
			{c.director, "director", "boss", ""},
			{c.director, "director", "one", ""},
			{c.director, "director", "hand", ""},
			{c.director, "director", "stranger", "unknown_account"},
			{c.director, "director", "nobody", "unknown_account"},
			{c.director, "director", "both", "forbidden"}, // he acts in the other club too
			{boss, "boss", "boss", "own_account"},
			{one, "one", "hand", ""},
			{one, "one", "one", "own_account"},
			{one, "one", "boss", "forbidden"},
			{one, "one", "helper", "forbidden"},
			{one, "one", "hand elsewhere", "forbidden"},
			{c.referee, "referee", "hand", "forbidden"},
			{c.helper, "helper", "hand", "forbidden"},
			{c.foreign, "foreign", "boss", "unknown_account"},
			{c.foreign, "foreign", "stranger", ""},
			{c.visitor, "visitor", "hand", "forbidden"},
			{tournament.System(), "system", "both", ""},
		} {
			_, err := c.NewPasswordLink(c.ctx, tt.by, tt.name)
			if got := code(err); got != tt.want {
				t.Errorf("link for %s by %s: %q, want %q", tt.name, tt.who, got, tt.want)
			}
			if tt.want == "" {
				continue
			}
			if got := code(c.DisableAccount(c.ctx, tt.by, tt.name)); got != tt.want {
				t.Errorf("disable %s by %s: %q, want %q", tt.name, tt.who, got, tt.want)
			}
		}
		for _, by := range []tournament.Actor{c.director, c.foreign, c.helper, c.visitor} {
			_, err := c.ResetPassword(c.ctx, by, "hand", newPassword)
			c.refused(err, tournament.ErrForbidden, "forbidden")
		}
	})
}

func TestResetPassword(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		p := newSignedIn(c, s, desk.NewAccount{Name: "Jörg", Role: tournament.Director})
		_, err := c.ResetPassword(c.ctx, tournament.System(), "Jörg", "kurz")
		c.refused(err, tournament.ErrInvalid, "password_short")
		_, err = c.ResetPassword(c.ctx, tournament.System(), "Anton", newPassword)
		c.refused(err, tournament.ErrNotFound, "unknown_account")
		p.has(oldPassword, true, true)
		made, err := c.ResetPassword(c.ctx, tournament.System(), "jörg", newPassword)
		c.must(err)
		if made != "" {
			t.Errorf("made %q", made)
		}
		p.has(newPassword, false, true)
		c.must(c.DisableAccount(c.ctx, tournament.System(), "Jörg"))
		made, err = c.ResetPassword(c.ctx, tournament.System(), "Jörg", "")
		c.must(err)
		if len(made) != 14 {
			t.Errorf("made %q", made)
		}
		_, err = c.SignIn(c.ctx, "Jörg", made)
		c.must(err)
	})
}

// Two browsers have the link, and a director disables the account meanwhile: one of the new passwords is set, or none, and it is
// either in or out.
func TestPasswordLink_Race(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		p := newSignedIn(c, s, desk.NewAccount{Name: "Jörg", Role: tournament.Helper})
		link, err := c.NewPasswordLink(c.ctx, c.director, "Jörg")
		c.must(err)
		passwords := []string{"Herz-Zehn-333", "Karo-Ass-4444"}
		errs := make([]error, 3)
		var wg sync.WaitGroup
		for i, password := range passwords {
			wg.Go(func() {
				_, errs[i] = c.UsePasswordLink(c.ctx, desk.PasswordByLink{Token: link.Token, Password: password})
			})
		}
		wg.Go(func() { errs[2] = c.DisableAccount(c.ctx, c.director, "Jörg") })
		wg.Wait()
		c.must(errs[2])
		used := 0
		for _, err := range errs[:2] {
			if err == nil {
				used++
			} else {
				c.refused(err, tournament.ErrNotFound, "password_link_spent")
			}
		}
		if used > 1 {
			t.Errorf("the link was used %d times", used)
		}
		for _, password := range passwords { // disabling comes after the use, or ends the link before it
			_, err := c.SignIn(c.ctx, "Jörg", password)
			c.refused(err, tournament.ErrInvalid, "bad_credentials")
		}
		p.has("nothing", false, false)
	})
}

// No password, hash or link gets into the journal or the operations.
func TestPasswords_Journal(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	p := newSignedIn(c, c.Store, desk.NewAccount{Name: "Jörg", Role: tournament.Helper})
	c.must(c.ChangePassword(c.ctx, p.by, desk.PasswordChange{Old: oldPassword, New: newPassword}))
	c.must(c.DisableAccount(c.ctx, c.director, "Jörg"))
	link, err := c.NewPasswordLink(c.ctx, c.director, "Jörg")
	c.must(err)
	_, err = c.UsePasswordLink(c.ctx, desk.PasswordByLink{Token: link.Token, Password: oldPassword})
	c.must(err)
	var lines []string
	c.must(c.Store.View(c.ctx, func(tx *store.Tx) error {
		all, err := tx.JournalOf("account", int64(p.account.ID))
		for _, e := range all {
			raw, errRaw := json.Marshal(e)
			c.must(errRaw)
			lines = append(lines, string(raw))
		}
		return err
	}))
	text := strings.Join(lines, "\n")
	for _, want := range []string{`"account.password"`, `"account.disable"`, `"account.password_link"`, `{"disabled":true}`, `{"disabled":false}`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in the journal:\n%s", want, text)
		}
	}
	for _, secret := range []string{oldPassword, newPassword, link.Token, "argon2id"} {
		if strings.Contains(text, secret) {
			t.Errorf("the journal has %q", secret)
		}
	}
}

// The old password is good for one change, however many are sent at once.
func TestChangePassword_Race(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		p := newSignedIn(c, s, desk.NewAccount{Name: "Jörg", Role: tournament.Helper})
		passwords := []string{"Herz-Zehn-333", "Karo-Ass-4444"}
		errs := make([]error, len(passwords))
		var wg sync.WaitGroup
		for i, password := range passwords {
			wg.Go(func() {
				errs[i] = c.ChangePassword(c.ctx, p.by, desk.PasswordChange{Old: oldPassword, New: password})
			})
		}
		wg.Wait()
		changed := 0
		for i, err := range errs {
			_, signIn := c.SignIn(c.ctx, "Jörg", passwords[i])
			if err == nil {
				changed++
				c.must(signIn)
			} else {
				c.refused(err, tournament.ErrInvalid, "password_wrong")
				c.refused(signIn, tournament.ErrInvalid, "bad_credentials")
			}
		}
		if changed != 1 {
			t.Errorf("%d changes with one old password", changed)
		}
	})
}
