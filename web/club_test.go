package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/draw"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
	"doko/web/i18n"
	"doko/web/live"
)

// club is the whole program on a real database: a club whose director is Änne.
type club struct {
	t        testing.TB
	server   *Server
	desk     *desk.Desk
	store    *store.Store
	ts       *httptest.Server
	log      *syncBuffer
	director tournament.Actor
}

const clubPassword = "sehr geheim 1"

// emptyClub is the program as it is started for the first time.
func emptyClub(t testing.TB, db *store.Store) *club {
	t.Helper()
	random := func(n int) []byte {
		b := make([]byte, n)
		rand.Read(b)
		return b
	}
	hub, log := live.NewHub(), &syncBuffer{}
	d := &desk.Desk{Store: db, Random: random}
	d.Notify = func(c tournament.Change) {
		hub.Publish(live.Change{Tournament: int64(c.Tournament), Topics: c.Topics, Changes: c.Changes})
	}
	s, err := New(Config{
		Desk: d, Hub: hub, Sessions: db.Sessions(SessionAccount), Health: db.Ping, Log: slog.New(slog.NewTextHandler(log, nil)),
		Clock: time.Now, Version: "test",
	})
	if err != nil {
		t.Fatal(err)
	}
	c := &club{t: t, server: s, desk: d, store: db, log: log}
	s.page(public, http.MethodGet, "/test/enter/:name", c.enterPath)
	c.ts = startServer(t, s)
	return c
}

// newClub is a club that is set up, on SQLite.
func newClub(t testing.TB) *club { return newClubOn(t, storetest.OpenSQLite(t)) }

// newClubOn makes its director without a password: hashing one takes longer than most tests. See signedIn.
func newClubOn(t testing.TB, db *store.Store) *club {
	t.Helper()
	c := emptyClub(t, db)
	c.organisation(1, "Änne")
	c.director = c.actor(1)
	return c
}

// organisation makes a club with its director.
func (c *club) organisation(id tournament.OrganisationID, director string) {
	c.t.Helper()
	c.update(func(tx *store.Tx) error {
		o := tournament.Organisation{UID: "club of " + director, Name: "Doko-Freunde " + director, Slug: "doko-" + director}
		if err := tx.CreateOrganisation(&o); err != nil {
			return err
		}
		if o.ID != id {
			return fmt.Errorf("organisation %d, want %d", o.ID, id)
		}
		return addAccount(tx, director, tournament.Membership{Organisation: id, Role: tournament.Director})
	})
}

func addAccount(tx *store.Tx, name string, m tournament.Membership) error {
	a := tournament.Account{Name: name, Folded: tournament.Fold(name), PasswordHash: "none", CreatedAt: tx.Now}
	if err := tx.CreateAccount(&a); err != nil {
		return err
	}
	m.Account = a.ID
	return tx.AddMembership(m)
}

// update changes the database past the desk.
func (c *club) update(change func(*store.Tx) error) {
	c.t.Helper()
	_, err := c.store.Update(c.t.Context(), store.Op{Action: "test"}, func(tx *store.Tx) (int64, error) { return 0, change(tx) })
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *club) setupToken() string {
	c.t.Helper()
	token, err := c.desk.SetupToken(c.t.Context(), tournament.System())
	if err != nil {
		c.t.Fatal(err)
	}
	return token
}

func (c *club) actor(id tournament.AccountID) tournament.Actor {
	c.t.Helper()
	by, err := c.desk.ActorOf(c.t.Context(), id)
	if err != nil {
		c.t.Fatal(err)
	}
	return by
}

// account makes an account for the club, or for one tournament of it only.
func (c *club) account(name string, role tournament.Role, only tournament.TournamentID) {
	c.t.Helper()
	c.update(func(tx *store.Tx) error {
		return addAccount(tx, name, tournament.Membership{Organisation: 1, Tournament: only, Role: role})
	})
}

// evening makes a tournament with a fee of 10 euros.
func (c *club) evening(name string) tournament.Tournament {
	c.t.Helper()
	in := desk.CreateTournament{Settings: desk.Settings{
		Name: name, Venue: "Schützenhaus", StartsAt: time.Date(2026, 3, 13, 18, 0, 0, 0, time.UTC), Format: tournament.DefaultFormat(),
		Fee: 1000, Public: true,
	}}
	t, err := c.desk.CreateTournament(c.t.Context(), c.director, in)
	if err != nil {
		c.t.Fatal(err)
	}
	return t
}

// enter registers players.
func (c *club) enter(t tournament.Tournament, status tournament.Status, names ...string) []tournament.Entry {
	c.t.Helper()
	var list []tournament.Entry
	for _, name := range names {
		in := desk.Register{Tournament: t.ID, Name: name, Present: status == tournament.Present}
		e, err := c.desk.Register(c.t.Context(), c.director, in)
		if err != nil {
			c.t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// browser is somebody without an account.
func (c *club) browser() *browser { return newBrowser(c.t, c.ts) }

// signedIn is somebody with an account, as a browser.
func (c *club) signedIn(name string) *browser {
	c.t.Helper()
	b := c.browser()
	b.get("/test/enter/" + url.PathEscape(name)).ok(200)
	return b
}

// enterPath signs in without a password.
func (c *club) enterPath(ctx echo.Context) error {
	name, err := url.PathUnescape(ctx.Param("name"))
	if err != nil {
		return err
	}
	var id tournament.AccountID
	err = c.store.View(ctx.Request().Context(), func(tx *store.Tx) error {
		a, err := tx.AccountByName(tournament.Fold(name))
		id = a.ID
		return err
	})
	if err != nil {
		return err
	}
	return c.server.signIn(ctx, id)
}

// entries are the tournament's entries as the director sees them.
func (c *club) entries(t tournament.Tournament) desk.EntryList {
	c.t.Helper()
	list, err := c.desk.Entries(context.WithoutCancel(c.t.Context()), c.director, t.ID)
	if err != nil {
		c.t.Fatal(err)
	}
	return list
}

// rival adds a second club to the same installation, with the director Rivale.
func (c *club) rival() { c.organisation(2, "Rivale") }

// newServerTexts is the German printer.
func newServerTexts() (*i18n.Printer, error) {
	texts, err := i18n.Load()
	if err != nil {
		return nil, err
	}
	return texts.Printer(i18n.German), nil
}

// splits is how the desk counts tables.
func splits(present int, fives tournament.Fives) (int, int, bool) {
	four, five, ok := draw.Splits(present)
	return four, five, ok && (five == 0 || fives != tournament.FivesForbid)
}
