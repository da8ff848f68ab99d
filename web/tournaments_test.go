package web

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func TestSetUp(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		c := emptyClub(t, db)
		b := c.browser()
		b.get("/").ok(200).doc().want("main", "Ersteinrichtung")
		address := "/setup/" + c.setupToken()
		d := b.get("/setup/wrong").ok(404).doc()
		d.want("main", "Einrichtungslink gilt nicht mehr")

		typed := map[string]string{"organisation": "Doko-Freunde", "name": "Jörg", "password": "kurz", "again": "kürzer"}
		d = b.get(address).ok(200).submit("main form", typed).ok(422).doc()
		d.want(".faults", "verschieden")
		if d.attr("#f-name", "value") != "Jörg" || d.attr("#f-password", "value") != "" {
			t.Error("the name is lost, or the password came back")
		}
		d = b.get(address).submit("main form", map[string]string{"organisation": "", "name": "", "password": "kurz", "again": "kurz"}).ok(422).doc()
		if got := len(d.all(".faults li")); got != 3 {
			t.Errorf("%d problems, want all 3: %s", got, d.text(".faults"))
		}

		page := b.get(address)
		other := c.browser().get(address)
		typed["password"], typed["again"] = clubPassword, clubPassword
		d = page.submit("main form", typed).follow().ok(200).doc()
		d.want(".flash", "Willkommen, Jörg!")
		d.want(".top", "Jörg")
		d.want("main .button.main", "Neues Turnier")
		other.submit("main form", typed).ok(404).doc().want("main", "gilt nicht mehr")
		b.get(address).ok(404)
	})
}

func TestSignIn(t *testing.T) {
	c := emptyClub(t, storetest.OpenSQLite(t))
	in := desk.Setup{Token: c.setupToken(), Organisation: "Doko-Freunde", Name: "Änne", Password: clubPassword}
	if _, err := c.desk.SetUp(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	b := c.browser()
	d := b.get("/sign-in?next=/tournaments/new").submit("main form", map[string]string{"name": "Änne", "password": "falsch"}).ok(422).doc()
	d.want(".faults", "Name oder Passwort")
	if d.attr("#f-name", "value") != "Änne" || d.attr("#f-password", "value") != "" {
		t.Error("the name is lost, or the password came back")
	}
	page := b.get("/sign-in?next=/tournaments/new")
	d = page.submit("main form", map[string]string{"name": "änne", "password": clubPassword}).follow().ok(200).doc()
	d.want(".flash", "Angemeldet als Änne")
	d.want("h1", "Neues Turnier")
	d = b.get("/").submit("form.account", nil).follow().ok(200).doc()
	d.want(".flash", "Abgemeldet")
	d.none(".button.main")

	for range attemptsByName {
		page.submit("main form", map[string]string{"name": "niemand", "password": "x"}).ok(422)
	}
	page.submit("main form", map[string]string{"name": "niemand", "password": "x"}).ok(429).doc().want(".faults", "Minute warten")
}

func TestTournamentList(t *testing.T) {
	c := newClub(t)
	b := c.signedIn("Änne")
	b.get("/").ok(200).doc().want(".next", "Neues Turnier")
	first := c.evening("Vereinsabend")
	hidden := desk.CreateTournament{Settings: desk.Settings{Name: "Geheimes Turnier", Format: tournament.DefaultFormat()}}
	if _, err := c.desk.CreateTournament(t.Context(), c.director, hidden); err != nil {
		t.Fatal(err)
	}
	c.enter(first, tournament.Present, "Zoë", "Jörg")

	d := b.get("/").doc()
	if got := strings.Join(d.texts(".tile h2"), ", "); got != "Geheimes Turnier, Vereinsabend" {
		t.Errorf("the list is %q, want the newest first", got)
	}
	d.want(".tile:nth-child(2)", "Freitag, 13. März 2026, 19:00 Uhr") // Berlin, whatever the server's zone
	d.want(".tile:nth-child(2)", "2 Anmeldungen")
	if d.attr(".tile h2 a", "translate") != "no" {
		t.Error("the name may be translated")
	}
	d = c.browser().get("/").doc()
	if got := strings.Join(d.texts(".tile h2"), ", "); got != "Vereinsabend" {
		t.Errorf("a visitor sees %q", got)
	}
	d.none(".tile .button")
	c.rival()
	if d = c.signedIn("Rivale").get("/").doc(); len(d.all(".tile")) != 1 {
		t.Error("another club sees what is not public")
	}

	count := func() int { return storetest.Count(t, c.store, func() { b.get("/").ok(200) }) }
	before := count()
	for range 5 {
		c.enter(c.evening("Noch eines"), tournament.Present, "Änne")
	}
	if after := count(); after != before || after > 9 {
		t.Errorf("the list took %d statements with 2 tournaments and %d with 7", before, after)
	}
}

// newTournamentForm is what a director types for a new tournament.
func newTournamentForm() map[string]string {
	return map[string]string{
		"name": "Weihnachtsturnier", "starts_at": "2026-12-18T19:00", "venue": "Gasthof zur Post", "rounds": "4", "fee": "7,50",
	}
}

func TestCreateTournament(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		c := newClubOn(t, db)
		b := c.signedIn("Änne")
		page := b.get("/tournaments/new").ok(200)
		a := page.submit("main form", newTournamentForm()).ok(http.StatusSeeOther)
		if !strings.HasSuffix(a.header.Get("Location"), "/entries") {
			t.Errorf("it goes on at %s", a.header.Get("Location"))
		}
		for range 4 { // Enter five times is one tournament
			if again := page.submit("main form", newTournamentForm()).ok(http.StatusSeeOther); again.header.Get("Location") != a.header.Get("Location") {
				t.Errorf("sent again it leads to %s", again.header.Get("Location"))
			}
		}
		lines, err := c.desk.Tournaments(t.Context(), c.director)
		if err != nil || len(lines) != 1 {
			t.Fatalf("%d tournaments, %v", len(lines), err)
		}
		got := lines[0].Tournament
		if got.Fee != 750 || got.Format.Rounds != 4 || got.Format.HandsAtFive != 30 || !got.Public || got.Rules.Doppelkopf.Preset != "ddv" ||
			!got.StartsAt.Equal(time.Date(2026, 12, 18, 18, 0, 0, 0, time.UTC)) {
			t.Errorf("stored %+v", got)
		}
	})
}

func TestNewTournamentProblems(t *testing.T) {
	c := newClub(t)
	b := c.signedIn("Änne")
	long := strings.Repeat("Ä", 300)
	tests := []struct {
		name, field, typed, want string
	}{
		{"year", "starts_at", "20226-03-13T19:00", "zwischen 1990 und 2100"},
		{"old year", "starts_at", "1026-03-13T19:00", "zwischen 1990 und 2100"},
		{"no date", "starts_at", "übermorgen", "13.03.2026 19:00"},
		{"fee in words", "fee", "zehn", "Betrag"},
		{"negative fee", "fee", "-5", "Betrag"},
		{"huge fee", "fee", "999999", "zwischen 0 und 10.000"},
		{"long name", "name", long, "300 Zeichen, erlaubt sind 120"},
		{"no name", "name", " ", "Namen"},
		{"a lone mark", "name", "\u0301", "Namen"},
		{"turned name", "name", "Abend \u202egnp.exe", "Steuerzeichen"},
		{"long place", "venue", long, "300 Zeichen"},
		{"no rounds", "rounds", "0", "1 bis 50"},
		{"no hands", "hands_per_round", "0", "1 bis 200"},
		{"hands at five", "hands_at_five", "23", "Fünf"},
		{"zone", "time_zone", "Mars/Olympus", "Mars/Olympus"},
		{"rules", "rules", "skat", "Möglichkeiten"},
		{"seating", "seating", "sit", "Möglichkeiten"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			typed := newTournamentForm()
			typed[tt.field] = tt.typed
			d := b.get("/tournaments/new").submit("main form", typed).ok(422).doc()
			if got := len(d.all(".faults li")); got != 1 {
				t.Errorf("%d problems: %s", got, d.text(".faults"))
			}
			d.want("#p-"+tt.field, tt.want)
			if d.attr("#f-venue", "value") != typed["venue"] || tt.field != "rules" && tt.field != "seating" && d.attr("#f-"+tt.field, "value") != tt.typed {
				t.Error("something typed is lost")
			}
			if tt.field == "time_zone" {
				d.in("details[open]")
			}
		})
	}
	typed := map[string]string{"name": long, "starts_at": "20226-03-13T19:00", "rounds": "viele", "fee": "zehn", "hands_per_round": "0", "time_zone": "x"}
	d := b.get("/tournaments/new").submit("main form", typed).ok(422).doc()
	if got := len(d.all(".faults li")); got != 6 {
		t.Errorf("%d problems, want all six: %s", got, d.text(".faults"))
	}
	if lines, err := c.desk.Tournaments(t.Context(), c.director); err != nil || len(lines) != 0 {
		t.Errorf("%d tournaments were stored, %v", len(lines), err)
	}
}

func TestNamesOfTheWorld(t *testing.T) {
	c := newClub(t)
	b := c.signedIn("Änne")
	for _, name := range []string{"דוקו ירושלים", "🂡 Doko 🍻", "Łódź & Øst <b>", "O'Neill \"Cup\""} {
		typed := newTournamentForm()
		typed["name"] = name
		b.get("/tournaments/new").submit("main form", typed).follow()
		d := b.get("/").ok(200).doc()
		if got := d.text(".tile h2 a"); got != name {
			t.Errorf("got %q, want %q", got, name)
		}
		d.in(".tile h2 bdi")
	}
}

func TestSettings(t *testing.T) {
	c := newClub(t)
	e := c.evening("Vereinsabend")
	b := c.signedIn("Änne")
	address := tournamentAddress(e) + "/settings"
	page := b.get(address).ok(200)
	if d := page.doc(); d.attr("#f-starts_at", "value") != "2026-03-13T19:00" || d.attr("#f-fee", "value") != "10" {
		t.Errorf("the form shows %s", d.attr("#f-starts_at", "value"))
	}
	old := b.get(address)
	d := page.submit("main form", map[string]string{"name": "Vereinsmeisterschaft", "fee": ""}).follow().ok(200).doc()
	d.want(".flash", "Gespeichert")
	now, err := c.desk.Tournament(t.Context(), c.director, e.ID)
	if err != nil || now.Name != "Vereinsmeisterschaft" || now.Fee != 0 || now.Format.HandsPerRound != 24 {
		t.Errorf("stored %+v, %v", now, err)
	}

	// Another browser still has the old page: both wishes are shown, and sending again decides.
	a := old.submit("main form", map[string]string{"name": "Vereinsabend im März"}).ok(http.StatusConflict)
	d = a.doc()
	d.want("table", "Vereinsmeisterschaft")
	d.want("table", "Vereinsabend im März")
	if d.attr("#f-name", "value") != "Vereinsabend im März" {
		t.Error("what was typed is lost")
	}
	a.submit("main form:has(#f-name)", nil).follow().ok(200)
	if now, err = c.desk.Tournament(t.Context(), c.director, e.ID); err != nil || now.Name != "Vereinsabend im März" {
		t.Errorf("stored %q, %v", now.Name, err)
	}
}

func TestFinishAndReopen(t *testing.T) {
	c := newClub(t)
	e := c.evening("Vereinsabend")
	c.enter(e, tournament.Present, "Zoë", "Jörg", "Änne", "Søren")
	b := c.signedIn("Änne")
	address := tournamentAddress(e) + "/settings"
	b.get(address).doc().none(`form[action$="/phase"]`) // nothing is drawn yet
	c.toPhase(e, tournament.Running)

	b.get(address).submit(`form[action$="/phase"]`, nil).follow().doc().want(".flash", "beendet")
	d := b.get(address).ok(200).doc()
	d.none("#f-name")
	d = b.get(address).submit(`form[action$="/phase"]`, nil).ok(422).doc()
	d.in("#p-reason")
	b.get(address).submit(`form[action$="/phase"]`, map[string]string{"reason": "Liste 3 nachgetragen"}).follow().doc().want(".flash", "offen")
	b.get(address).doc().in("#f-name")
}

// toPhase moves a tournament past what the desk would ask for.
func (c *club) toPhase(e tournament.Tournament, to tournament.Phase) {
	c.t.Helper()
	c.update(func(tx *store.Tx) error {
		t, err := tx.LockTournament(e.ID)
		if err != nil {
			return err
		}
		t.Phase = to
		return tx.UpdateTournament(&t)
	})
}

// Who is kept out of the pages of a tournament, and that nothing happens then.
func TestTournamentRights(t *testing.T) {
	c := newClub(t)
	e, other := c.evening("Vereinsabend"), c.evening("Pokal")
	c.account("Helfer", tournament.Helper, 0)
	c.account("Nur Pokal", tournament.Director, other.ID)
	c.rival()
	tests := []struct {
		name, account    string
		settings, create int
	}{
		{"visitor", "", 401, 401},
		{"helper", "Helfer", 403, 403},
		{"director of one other tournament", "Nur Pokal", 403, 403},
		{"other organisation", "Rivale", 403, 200},
		{"director", "Änne", 200, 200},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := c.browser()
			if tt.account != "" {
				b = c.signedIn(tt.account)
			}
			address := tournamentAddress(e)
			b.get(address + "/settings").ok(tt.settings)
			b.get("/tournaments/new").ok(tt.create)
			if tt.settings == 200 {
				return
			}
			b.post(address+"/settings", nil).ok(tt.settings)
			b.post(address+"/phase", nil).ok(tt.settings)
			b.post("/tournaments/new", nil)
			if now, err := c.desk.Tournament(t.Context(), c.director, e.ID); err != nil || now.Version != e.Version {
				t.Errorf("something was stored, %v", err)
			}
		})
	}
	b := c.signedIn("Änne")
	b.get("/t/nowhere/settings").ok(404)
	b.header.Set("Origin", "http://evil.example")
	b.post(tournamentAddress(e)+"/settings", nil).ok(403)
}

// Two browsers send the same settings at once: one wins, the other is told.
func TestSettingsRace(t *testing.T) {
	c := newClub(t)
	e := c.evening("Vereinsabend")
	b := c.signedIn("Änne")
	page := b.get(tournamentAddress(e) + "/settings")
	other := b.get(tournamentAddress(e) + "/settings")
	var statuses [2]int
	var wg sync.WaitGroup
	for i, p := range []answer{page, other} {
		wg.Go(func() {
			statuses[i] = p.submit("main form", map[string]string{"venue": "Saal " + string(rune('A'+i))}).status
		})
	}
	wg.Wait()
	if statuses[0]+statuses[1] != http.StatusSeeOther+http.StatusConflict {
		t.Errorf("the answers are %v", statuses)
	}
}
