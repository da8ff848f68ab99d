package web

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store/storetest"
)

func TestBulk(t *testing.T) {
	c := newClub(t)
	e := c.evening("Vereinsabend")
	list := c.enter(e, tournament.Registered, "Jörg", "Zoë", "Änne", "Søren", "Øle")
	b := c.signedIn("Änne")
	address := tournamentAddress(e) + "/entries"
	page := b.get(address + "/all/present").ok(200)
	page.doc().want("main", "5 Leute auf „da“ setzen?")
	fee := desk.FeePayment{Entry: list[1].ID, Version: list[1].Version, Paid: 400}
	if _, err := c.desk.TakeFee(t.Context(), c.director, fee); err != nil { // the other desk goes on meanwhile
		t.Fatal(err)
	}
	done := page.submit("main form", nil).ok(200)
	done.doc().want(".flash", "4 Leute sind jetzt da") // Zoë is not as she was shown
	page.submit("main form", nil).ok(200)              // sent twice
	if got := c.entries(e).Present; got != 4 {
		t.Errorf("%d present", got)
	}
	done.submit("main form", map[string]string{"undo": "1"}).follow().doc().want(".flash", "4 Leuten")
	if got := c.entries(e).Present; got != 0 {
		t.Errorf("%d present after taking it back", got)
	}
	b.get(address+"/all/present").submit("main form", nil).ok(200)
	done = b.get(address+"/all/paid").submit("main form", nil).ok(200)
	if got := c.entries(e).Paid; got != 5000 {
		t.Errorf("paid %d", got)
	}
	done.submit("main form", map[string]string{"undo": "1"}).follow()
	if got := c.entries(e).Paid; got != 400 {
		t.Errorf("paid %d after taking it back, want what was paid before", got)
	}
	b.get(address + "/all/everything").ok(404)
	b.get(address+"/all/paid").doc().want("main .big", "5 Leuten")
}

// Who is kept out of the check-in.
func TestEntryRights(t *testing.T) {
	c := newClub(t)
	e, other := c.evening("Vereinsabend"), c.evening("Pokal")
	mine := c.enter(e, tournament.Present, "Jörg")[0]
	c.account("Nur Pokal", tournament.Helper, other.ID)
	c.rival()
	key := strings.Repeat("k", 20)
	address := tournamentAddress(e) + "/entries"
	posts := map[string]url.Values{
		address:                                      {"op": {key}, "q": {"Neu"}},
		address + "/find":                            {"op": {key}, "q": {"Neu"}},
		address + "/act":                             {"op": {key}, "do": {"withdrawn " + seen(mine)}},
		address + "/all/paid":                        {"op": {key}, "entry": {seen(mine)}},
		address + "/import/take":                     {"op": {key}, "pick": {"0"}, "name.0": {"Neu"}},
		fmt.Sprintf("%s/%d", address, mine.ID):       {"op": {key}, "version": {"1"}, "name": {"Anders"}, "start_no": {"1"}, "from_round": {"1"}},
		fmt.Sprintf("%s/%d/fee", address, mine.ID):   {"op": {key}, "version": {"1"}, "paid": {"5"}},
		fmt.Sprintf("%s/%d/leave", address, mine.ID): {"op": {key}, "version": {"1"}, "reason": {"x"}},
	}
	gets := []string{address, address + ".csv", address + "/import", address + "/all/paid", fmt.Sprintf("%s/%d", address, mine.ID)}
	for account, want := range map[string]int{"": 401, "Nur Pokal": 403, "Rivale": 403} {
		b := c.browser()
		if account != "" {
			b = c.signedIn(account)
		}
		for _, get := range gets {
			b.get(get).ok(want)
		}
		for to, values := range posts {
			b.post(to, values).ok(want)
		}
	}
	if list := c.entries(e); len(list.Entries) != 1 || list.Entries[0].Version != mine.Version {
		t.Errorf("something was stored: %+v", list.Entries)
	}

	// An entry under the address of another tournament, unknown ids, a form without its key.
	b := c.signedIn("Nur Pokal")
	b.get(fmt.Sprintf("%s/entries/%d", tournamentAddress(other), mine.ID)).ok(403)
	b.post(tournamentAddress(other)+"/entries/act", url.Values{"op": {key}, "do": {"withdrawn " + seen(mine)}}).ok(403)
	b = c.signedIn("Änne")
	b.get(fmt.Sprintf("%s/entries/%d", tournamentAddress(other), mine.ID)).ok(404)
	b.post(tournamentAddress(other)+"/entries/act", url.Values{"op": {key}, "do": {"withdrawn " + seen(mine)}}).ok(404)
	for _, id := range []string{"0", "-1", "x", "99999999999999999999"} {
		b.get(address + "/" + id).ok(404)
	}
	b.post(address+"/find", url.Values{"q": {"Neu"}}).ok(422)
	b.post(address+"/act", url.Values{"op": {key}, "do": {"explode " + seen(mine)}}).ok(422)
	b.post(address+"/act", url.Values{"op": {key}, "do": {"present"}}).ok(422)
	if list := c.entries(e); len(list.Entries) != 1 || list.Entries[0].Version != mine.Version {
		t.Errorf("something was stored: %+v", list.Entries)
	}
}

// The list costs the same number of statements however long it is.
func TestEntriesStatements(t *testing.T) {
	c := newClub(t)
	e := c.evening("Vereinsabend")
	c.enter(e, tournament.Present, "Jörg")
	b := c.signedIn("Änne")
	count := func() int {
		return storetest.Count(t, c.store, func() { b.get(tournamentAddress(e) + "/entries").ok(200) })
	}
	before := count()
	for i := range 40 {
		c.enter(e, tournament.Present, fmt.Sprintf("Spieler %d", i))
	}
	if after := count(); after != before || after > 12 {
		t.Errorf("%d statements with 1 entry, %d with 41", before, after)
	}
}
