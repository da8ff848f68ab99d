package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

const laterPassword = "noch geheimer 2"

// knows gives an account of the club the password that tests know.
func (c *club) knows(name string) {
	c.t.Helper()
	if _, err := c.desk.ResetPassword(c.t.Context(), tournament.System(), name, clubPassword); err != nil {
		c.t.Fatal(err)
	}
}

// typedTwice is what the form of a new password sends.
func typedTwice(old, password string) map[string]string {
	return map[string]string{"old": old, "password": password, "again": password}
}

// Somebody changes the own password: this browser stays signed in, others do not.
func TestOwnPassword(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		c := newClubOn(t, db)
		c.account("Zoë", tournament.Helper, 0)
		c.knows("Zoë")
		b, other := c.signedIn("Zoë"), c.signedIn("Zoë")
		c.browser().get("/account").ok(401)
		page := b.get("/").ok(200)
		if page.doc().attr(".top a[href='/account']", "translate") != "no" {
			t.Error("the name may be translated")
		}
		page = b.get("/account").ok(200)
		d := page.submit("main form", map[string]string{"old": clubPassword, "password": laterPassword, "again": "anders"}).ok(422).doc()
		d.want(".faults", "verschieden")
		for _, field := range []string{"#f-old", "#f-password", "#f-again"} {
			if d.attr(field, "value") != "" {
				t.Errorf("%s came back", field)
			}
		}
		d = page.submit("main form", typedTwice("falsch", "kurz")).ok(422).doc()
		d.want("#p-old", "Das bisherige Passwort stimmt nicht")
		d.want("#p-password", "mindestens 10 Zeichen")
		other.get("/account").ok(200)
		page.submit("main form", typedTwice(clubPassword, laterPassword)).follow().ok(200).doc().want(".flash", "neues Passwort gilt")
		b.get("/account").ok(200)
		other.get("/account").ok(401)
		sign := other.get("/sign-in")
		sign.submit("main form", map[string]string{"name": "Zoë", "password": clubPassword}).ok(422)
		sign.submit("main form", map[string]string{"name": "Zoë", "password": laterPassword}).follow().ok(200).doc().want(".flash", "Zoë")
	})
}

// An open page is no place to guess the old password: attempts are counted with those of the sign-in.
func TestOwnPassword_Guessing(t *testing.T) {
	c := newClub(t)
	page := c.signedIn("Änne").get("/account").ok(200)
	for range attemptsByName {
		page.submit("main form", typedTwice("falsch", laterPassword)).ok(422)
	}
	page.submit("main form", typedTwice("falsch", laterPassword)).ok(429).doc().want(".faults", "Minute warten")
	c.browser().get("/sign-in").submit("main form", map[string]string{"name": "Änne", "password": "x"}).ok(429)
}

// A director makes a link for who has forgotten the password. It works once.
func TestPasswordLink(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		c := newClubOn(t, db)
		c.account("Zoë", tournament.Helper, 0)
		c.knows("Zoë")
		zoe := c.signedIn("Zoë")
		b := c.signedIn("Änne")
		page := b.get("/accounts").ok(200)
		page.doc().none(`form[action="/accounts/link"] input[value="Änne"]`)
		page.doc().want(".tile", "Das sind Sie. Passwort ändern")
		made := page.submit(`form[action="/accounts/link"]`, nil).ok(200).doc()
		made.want(".next", "Link für ein neues Passwort: Zoë")
		made.in(".next svg.qr")
		link := made.text(".secret")
		if !strings.HasPrefix(link, c.ts.URL+"/password/") {
			t.Fatalf("link %q", link)
		}
		link = strings.TrimPrefix(link, c.ts.URL)
		b.get("/accounts").ok(200).doc().none(".secret")
		zoe.get("/account").ok(200) // nothing has changed yet

		phone, second := c.browser(), c.browser()
		phone.get("/password/wrong").ok(404).doc().want("main", "gilt nicht mehr")
		form := phone.get(link).ok(200)
		form.doc().want("main", "Neues Passwort für Zoë")
		late := second.get(link).ok(200)
		form.submit("main form", map[string]string{"password": laterPassword, "again": "anders"}).ok(422).doc().want(".faults", "verschieden")
		d := form.submit("main form", map[string]string{"password": "kurz", "again": "kurz"}).ok(422).doc()
		d.want("#p-password", "mindestens 10 Zeichen")
		d.want("main", "Neues Passwort für Zoë")
		d = form.submit("main form", map[string]string{"password": laterPassword, "again": laterPassword}).follow().ok(200).doc()
		d.want(".flash", "Willkommen, Zoë!")
		d.want(".top", "Zoë")
		late.submit("main form", map[string]string{"password": clubPassword, "again": clubPassword}).ok(404).doc().want("main", "gilt nicht mehr")
		phone.get(link).ok(404)
		zoe.get("/account").ok(401)
		phone.get("/account").ok(200)
		if strings.Contains(c.log.String(), strings.TrimPrefix(link, "/password/")) {
			t.Error("the log has the link")
		}
	})
}

// A link is no place to make the server hash for ever.
func TestPasswordLink_Often(t *testing.T) {
	c := newClub(t)
	c.account("Zoë", tournament.Helper, 0)
	link := c.signedIn("Änne").get("/accounts").submit(`form[action="/accounts/link"]`, nil).ok(200).doc().text(".secret")
	form := c.browser().get(strings.TrimPrefix(link, c.ts.URL)).ok(200)
	for range attemptsByName {
		form.submit("main form", map[string]string{"password": "kurz", "again": "kurz"}).ok(422)
	}
	form.submit("main form", map[string]string{"password": "kurz", "again": "kurz"}).ok(429).doc().want(".faults", "Minute warten")
}

// A disabled account is out at once and stays out, until a new link lets it in again.
func TestDisableAccount(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		c := newClubOn(t, db)
		c.account("Zoë", tournament.Helper, 0)
		c.knows("Zoë")
		zoe, b := c.signedIn("Zoë"), c.signedIn("Änne")
		link := b.get("/accounts").submit(`form[action="/accounts/link"]`, nil).ok(200).doc().text(".secret")
		d := b.get("/accounts").submit(`form[action="/accounts/disable"]`, nil).follow().ok(200).doc()
		d.want(".flash", "Das Konto Zoë ist gesperrt")
		d.want(".tile:nth-child(2)", "Helfer · gesperrt")
		d.none(`form[action="/accounts/disable"]`)
		d.none(`form[action="/accounts/revoke"]`)
		zoe.get("/account").ok(401)
		zoe.get("/sign-in").submit("main form", map[string]string{"name": "Zoë", "password": clubPassword}).ok(422)
		zoe.get(strings.TrimPrefix(link, c.ts.URL)).ok(404)

		d = b.get("/accounts").submit(`form[action="/accounts/link"]`, nil).ok(200).doc()
		d.want(".next", "Damit ist das Konto wieder offen")
		again := zoe.get(strings.TrimPrefix(d.text(".secret"), c.ts.URL)).ok(200)
		again.submit("main form", map[string]string{"password": laterPassword, "again": laterPassword}).follow().ok(200).doc().want(".top", "Zoë")
		b.get("/accounts").ok(200).doc().in(`form[action="/accounts/disable"]`)
	})
}

// Nobody without the right gets a link for an account or disables it, be the form written by hand.
func TestAccountRights(t *testing.T) {
	c := newClub(t)
	e := c.evening("Vereinsabend")
	c.account("Zoë", tournament.Helper, 0)
	c.account("Abend", tournament.Director, e.ID) // directs one tournament
	c.rival()
	for _, tt := range []struct {
		by, name string
		want     int
	}{
		{"Zoë", "Änne", http.StatusForbidden},
		{"Rivale", "Zoë", http.StatusNotFound},
		{"Rivale", "Änne", http.StatusNotFound},
		{"Abend", "Änne", http.StatusForbidden},
		{"Änne", "Änne", http.StatusForbidden},
		{"Änne", "Niemand", http.StatusNotFound},
	} {
		for _, address := range []string{"/accounts/link", "/accounts/disable"} {
			if got := c.signedIn(tt.by).post(address, url.Values{"name": {tt.name}}).status; got != tt.want {
				t.Errorf("%s of %s by %s: %d, want %d", address, tt.name, tt.by, got, tt.want)
			}
		}
	}
	c.browser().post("/accounts/link", url.Values{"name": {"Zoë"}}).ok(401)
	for _, name := range []string{"Änne", "Zoë"} {
		c.signedIn(name).get("/account").ok(200)
	}
}
