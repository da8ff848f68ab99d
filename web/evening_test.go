package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2/memstore"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
	"doko/web/live"
)

// evening is a tournament under way on a real database: nine players at a table of four and a table of five, nothing entered yet.
type evening struct {
	t       testing.TB
	d       *desk.Desk
	store   *store.Store
	s       *Server
	config  Config // of s, for other programs beside it
	ts      *httptest.Server
	by      tournament.Actor // its director, who signs in as anna
	cup     tournament.Tournament
	seating desk.Seating
}

const eveningPassword = "sehr geheim hier"

var eveningNames = []string{
	"Jörg Groß-Öztürk", "Änne Maier", "Søren Ødegård", "Zoë Łukasiewicz", "Anna Bauer", "Anna Schmidt", "Karl von Hohenstein", "Bo Li", "Renate Kühn",
}

// newEvening plays on until the draw; change may alter the settings before.
func newEvening(t testing.TB, change func(*desk.Settings)) *evening {
	t.Helper()
	return newEveningOn(t, storetest.OpenSQLite(t), change)
}

// eachEvening is a test on every kind of database.
func eachEvening(t *testing.T, change func(*desk.Settings), test func(t *testing.T, e *evening)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, s *store.Store) { test(t, newEveningOn(t, s, change)) })
}

// newEveningOn is newEvening on a database that may be of the other kind.
func newEveningOn(t testing.TB, db *store.Store, change func(*desk.Settings)) *evening {
	t.Helper()
	e := &evening{t: t, store: db}
	hub := live.NewHub()
	e.d = &desk.Desk{
		Store: e.store, Random: func(n int) []byte { b := make([]byte, n); _, _ = rand.Read(b); return b },
		Notify: func(c tournament.Change) {
			hub.Publish(live.Change{Tournament: int64(c.Tournament), Topics: c.Topics, Changes: c.Changes})
		},
	}
	var err error
	e.config = Config{
		Desk: e.d, Hub: hub, Sessions: memstore.New(), Health: e.store.Ping, Log: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError})), Clock: time.Now, Version: "test",
	}
	e.s, err = New(e.config)
	e.must(err)
	e.ts = startServer(t, e.s)
	token, err := e.d.SetupToken(e.ctx(), tournament.System())
	e.must(err)
	account, err := e.d.SetUp(e.ctx(), desk.Setup{Token: token, Organisation: "Club", Name: "anna", Password: eveningPassword})
	e.must(err)
	e.by, err = e.d.ActorOf(e.ctx(), account.ID)
	e.must(err)
	settings := desk.Settings{Name: "Herbstturnier", TimeZone: "Europe/Berlin", Format: tournament.DefaultFormat(), Currency: "EUR", Public: true, Standings: tournament.ReleaseLive}
	settings.Format.Rounds = 2 // a plan of more is searched for longer
	if change != nil {
		change(&settings)
	}
	e.cup, err = e.d.CreateTournament(e.ctx(), e.by, desk.CreateTournament{Op: rand.Text(), Settings: settings})
	e.must(err)
	for _, name := range eveningNames {
		_, err := e.d.Register(e.ctx(), e.by, desk.Register{Op: rand.Text(), Tournament: e.cup.ID, Name: name, Present: true})
		e.must(err)
	}
	e.seating, err = e.d.DrawRound(e.ctx(), e.by, desk.DrawRound{Op: rand.Text(), Tournament: e.cup.ID, Round: 1, Seed: "Krone"})
	e.must(err)
	return e
}

func (e *evening) ctx() context.Context { return e.t.Context() }

func (e *evening) must(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

// table is the table with so many seats.
func (e *evening) table(size int) desk.SeatedTable {
	e.t.Helper()
	for _, table := range e.seating.Tables {
		if table.Table.Size == size {
			return table
		}
	}
	e.t.Fatalf("no table of %d", size)
	return desk.SeatedTable{}
}

// key is the key of a table's QR code.
func (e *evening) key(table desk.SeatedTable) string {
	e.t.Helper()
	key, err := e.d.KeyOf(e.ctx(), e.by, table.Table.ID)
	e.must(err)
	return key.Key
}

// phone is a browser that has opened the QR code of a table, with the table's page.
func (e *evening) phone(table desk.SeatedTable) (*browser, answer) {
	e.t.Helper()
	b := newBrowser(e.t, e.ts)
	return b, b.get("/k/" + e.key(table)).follow().ok(200)
}

// deskBrowser is a browser in which the director has signed in.
func (e *evening) deskBrowser() *browser {
	e.t.Helper()
	b := newBrowser(e.t, e.ts)
	b.post("/sign-in", url.Values{"name": {"anna"}, "password": {eveningPassword}}).ok(303)
	return b
}

// view is a table as the director sees it.
func (e *evening) view(table desk.SeatedTable) desk.TableView {
	e.t.Helper()
	v, err := e.d.Table(e.ctx(), e.by, table.Table.ID)
	e.must(err)
	return v
}

// enter stores rows one after the other.
func (e *evening) enter(table desk.SeatedTable, rows ...string) {
	e.t.Helper()
	for _, row := range rows {
		_, _, err := e.d.EnterHand(e.ctx(), e.by, desk.HandEntry{Op: rand.Text(), Table: table.Table.ID, Row: []byte(row)})
		e.must(err)
	}
}

// fill enters every hand of a table of four: the four compulsory solos, then wins of Re by turns.
func (e *evening) fill(table desk.SeatedTable) {
	e.t.Helper()
	for seat := 1; seat <= 4; seat++ {
		e.enter(table, fmt.Sprintf(`{"hand":{"contract":"solo_damen","re":[%d],"re_augen_between":[121,150]}}`, seat))
	}
	for hand := 5; hand <= e.cup.Format.HandsPerRound; hand++ {
		e.enter(table, fmt.Sprintf(`{"hand":{"contract":"normal","re":[%d,%d],"re_augen_between":[121,150]}}`, hand%4+1, (hand+1)%4+1))
	}
}

// with fills the form that matches as a browser without script would, and sends it.
func (a answer) with(form string, typed url.Values) answer {
	a.t.Helper()
	node := parseDoc(a.t, a.body).in(form).root
	values := formValues(node)
	for name, list := range typed {
		values[name] = list
	}
	base, err := url.Parse(a.url)
	if err != nil {
		a.t.Fatal(err)
	}
	action, _ := attr(node, "action")
	to, err := base.Parse(action)
	if err != nil {
		a.t.Fatal(err)
	}
	return a.b.post(to.String(), values)
}
