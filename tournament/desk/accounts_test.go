package desk_test

import (
	"strings"
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func TestSetUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		d := &desk.Desk{Store: s, Random: randomBytes()}
		ctx := t.Context()
		c := &club{t: t, ctx: ctx, Desk: d}
		_, err := d.SetupToken(ctx, tournament.Actor{})
		c.refused(err, tournament.ErrForbidden, "forbidden")
		old, err := d.SetupToken(ctx, tournament.System())
		c.must(err)
		token, err := d.SetupToken(ctx, tournament.System())
		c.must(err)
		in := desk.Setup{Token: old, Organisation: "Doko Club", Name: "Änne", Password: "Kreuz-Dame-1"}
		_, err = d.SetUp(ctx, in)
		c.refused(err, tournament.ErrNotFound, "setup_done")
		in.Token = token
		in.Password = "kurz"
		_, err = d.SetUp(ctx, in)
		c.refused(err, tournament.ErrInvalid, "password_short")
		in.Password = "Kreuz-Dame-1"
		a, err := d.SetUp(ctx, in)
		c.must(err)
		_, err = d.SetUp(ctx, in)
		c.refused(err, tournament.ErrNotFound, "setup_done")
		if again, err := d.SetupToken(ctx, tournament.System()); again != "" || err != nil {
			t.Fatalf("a second set-up is offered: %q, %v", again, err)
		}
		by, err := d.ActorOf(ctx, a.ID)
		c.must(err)
		if len(by.Memberships) != 1 || by.Memberships[0].Role != tournament.Director {
			t.Fatalf("actor %+v", by)
		}
		_, err = d.CreateTournament(ctx, by, desk.CreateTournament{Settings: short(1)})
		c.must(err)
		in.Name = "ÄNNE"
		got, err := d.SignIn(ctx, in.Name, in.Password)
		c.must(err)
		if got.ID != a.ID {
			t.Fatalf("signed in as %+v", got)
		}
		for name, password := range map[string]string{"Änne": "Kreuz-Dame-2", "Anton": "Kreuz-Dame-1", "": ""} {
			_, err = d.SignIn(ctx, name, password)
			c.refused(err, tournament.ErrInvalid, "bad_credentials")
		}
	})
}

func TestAccounts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, other := c.create(short(1)), c.create(short(1))
		in := desk.NewAccount{Op: c.op(), Name: "Jörg", Role: tournament.Helper, Tournament: tour.ID}
		_, _, err := c.AddAccount(c.ctx, c.helper, in)
		c.refused(err, tournament.ErrForbidden, "forbidden")
		_, _, err = c.AddAccount(c.ctx, c.foreign, in)
		c.refused(err, tournament.ErrForbidden, "forbidden")
		a, password, err := c.AddAccount(c.ctx, c.director, in)
		c.must(err)
		if len(password) != 14 {
			t.Fatalf("made password %q", password)
		}
		again, secret, err := c.AddAccount(c.ctx, c.director, in)
		c.must(err)
		if again.ID != a.ID || secret != "" {
			t.Fatalf("the repeat made %+v with %q", again, secret)
		}
		in.Op = c.op()
		_, _, err = c.AddAccount(c.ctx, c.director, in)
		c.refused(err, tournament.ErrDuplicate, "duplicate_account")
		_, err = c.SignIn(c.ctx, "Joerg", password)
		c.must(err)
		by, err := c.ActorOf(c.ctx, a.ID)
		c.must(err)
		if _, err := c.Entries(c.ctx, by, tour.ID); err != nil {
			t.Error(err)
		}
		_, err = c.Entries(c.ctx, by, other.ID) // a right for one tournament is none for another
		c.refused(err, tournament.ErrForbidden, "forbidden")
		lines, err := c.Accounts(c.ctx, c.director)
		c.must(err)
		if len(lines) != 1 || lines[0].Account.Name != "Jörg" || lines[0].Account.PasswordHash != "" || lines[0].Role != tournament.Helper {
			t.Errorf("accounts %+v", lines)
		}
		_, err = c.Accounts(c.ctx, c.foreign)
		c.must(err)
		_, err = c.Accounts(c.ctx, c.helper)
		c.refused(err, tournament.ErrForbidden, "forbidden")
	})
}

func TestTokens(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		in := desk.NewAccount{Op: c.op(), Organisation: c.org, Name: "Sekretär", Role: tournament.Director}
		a, _, err := c.AddAccount(c.ctx, tournament.System(), in)
		c.must(err)
		token, err := c.NewToken(c.ctx, c.director, "sekretär")
		c.must(err)
		by, ok, err := c.ActorByToken(c.ctx, token)
		c.must(err)
		if !ok || by.Account != a.ID || !by.May(tournament.Director, c.org, 0) {
			t.Fatalf("the token opens %+v", by)
		}
		_, err = c.NewToken(c.ctx, c.foreign, "Sekretär") // a director of another club does not even know him
		c.refused(err, tournament.ErrNotFound, "unknown_account")
		_, err = c.NewToken(c.ctx, c.referee, "Sekretär")
		c.refused(err, tournament.ErrForbidden, "forbidden")
		_, err = c.NewToken(c.ctx, c.visitor, "Sekretär")
		c.refused(err, tournament.ErrForbidden, "forbidden")
		c.refused(c.Revoke(c.ctx, c.helper, "Sekretär"), tournament.ErrForbidden, "forbidden")
		c.must(c.Revoke(c.ctx, c.director, "Sekretär"))
		for _, unknown := range []string{token, "", "x", strings.Repeat("x", 300)} {
			by, ok, err = c.ActorByToken(c.ctx, unknown)
			c.must(err)
			if ok || by.Account != 0 {
				t.Errorf("%q opens %+v", unknown, by)
			}
		}
	})
}

// A table's key opens its table for seven days, until it is revoked or the tournament is finished.
func TestTableKey_Ends(t *testing.T) {
	c := openTimed(t, storetest.SQLiteFile(t))
	tour, seating := c.evening(4, 1)
	table := seating.Tables[0].Table.ID
	opens := func(key string) bool {
		t.Helper()
		_, ok, err := c.ActorByToken(c.ctx, key)
		c.must(err)
		return ok
	}
	first, err := c.KeyOf(c.ctx, c.director, table)
	c.must(err)
	same, err := c.KeyOf(c.ctx, c.director, table)
	c.must(err)
	if first.Key != same.Key || len(first.Key) < 22 || !opens(first.Key) {
		t.Fatalf("keys %q and %q", first.Key, same.Key)
	}
	*c.now = c.now.Add(7*24*time.Hour - time.Second)
	if !opens(first.Key) {
		t.Error("the key ended early")
	}
	*c.now = c.now.Add(time.Second)
	if opens(first.Key) {
		t.Error("yesterday's key opens the table")
	}
	*c.now = storetest.Time
	c.must(c.RevokeKey(c.ctx, c.director, table))
	second, err := c.KeyOf(c.ctx, c.director, table)
	c.must(err)
	if opens(first.Key) || !opens(second.Key) {
		t.Error("a revoked key opens the table, or the new one does not")
	}
	c.play(seating)
	running, err := c.Tournament(c.ctx, c.director, tour.ID)
	c.must(err)
	_, err = c.MovePhase(c.ctx, c.director, desk.TournamentPhase{Tournament: tour.ID, Version: running.Version, To: tournament.Finished})
	c.must(err)
	if opens(second.Key) {
		t.Error("the key outlives the tournament")
	}
}

// A name nobody can see or one of the databases can't keep is refused like that of a player.
func TestAccountNames(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		for _, tt := range []struct{ name, want string }{
			{"", "name_missing"},
			{"\u200b", "name_missing"},
			{"an\x00na", "text_control"},
			{"\xff\xfe", "text_control"},
			{"\u202eanna", "text_control"},
			{strings.Repeat("ä", 121), "name_too_long"},
		} {
			_, _, err := c.AddAccount(c.ctx, c.director, desk.NewAccount{Op: c.op(), Name: tt.name, Role: tournament.Helper})
			if got := code(err); got != tt.want {
				t.Errorf("%q: %q (%v), want %q", tt.name, got, err, tt.want)
			}
		}
		lines, err := c.Accounts(c.ctx, c.director)
		c.must(err)
		if len(lines) != 0 {
			t.Errorf("stored %+v", lines)
		}
	})
}
