package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// door is the field of the check-in.
const door = "form.door"

// typed types into the field and presses Enter.
func (a answer) typed(text string) answer {
	a.t.Helper()
	return a.submit(door, map[string]string{"q": text, "mode": a.doc().attr(door+" button.main", "value")})
}

// tap presses the button of the list whose value begins so: "present", "paid", …, in the row of a name.
func (a answer) tap(name, action string) answer {
	a.t.Helper()
	d := a.doc()
	for _, li := range d.all(".entry") {
		row := doc{a.t, li}
		if row.text(".who b") == name {
			return a.submit("#list form", map[string]string{"do": row.attr(fmt.Sprintf(`button[value^="%s "]`, action), "value")})
		}
	}
	a.t.Fatalf("nobody is called %s", name)
	return a
}

// At the door without script, on both databases: new, known, paid, gone, and the counter.
func TestCheckIn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		c := newClubOn(t, db)
		c.account("Helfer", tournament.Helper, 0)
		e := c.evening("Vereinsabend")
		c.enter(e, tournament.Registered, "Jörg Müller", "Zoë Öztürk", "Søren Ødegård")
		b := c.signedIn("Helfer")
		page := b.get(tournamentAddress(e) + "/entries").ok(200)
		d := page.doc()
		d.want(".count", "0 da · 3 fehlen · 0 Tische")
		if _, focused := attr(d.in("#f-q").root, "autofocus"); !focused {
			t.Error("the field has no focus")
		}

		page = page.typed("mueller").follow().ok(200)
		d = page.doc()
		d.want(".count", "1 da · 2 fehlen")
		d.want(".next", "Jörg Müller")
		page = page.typed("+").follow().ok(200) // the fee is one key
		page.doc().want(".next", "bezahlt")
		page = page.typed("Öztürk +").follow().ok(200)
		d = page.doc()
		d.want(".next", "Zoë Öztürk")
		d.want("#list", "20,00")
		page = page.typed("Änne Groß").follow().ok(200) // nobody knows her
		d = page.doc()
		d.want(".count", "3 da · 1 fehlt")
		d.want("#list", "Für einen Tisch fehlt noch 1 Person")
		page = page.tap("Søren Ødegård", "present").follow().ok(200)
		page.doc().want("#list", "1 Vierertisch")
		page = page.tap("Søren Ødegård", "registered").follow().ok(200)
		page = page.tap("Søren Ødegård", "paid").follow().ok(200)
		page = page.typed("3").follow().ok(200) // by start number
		d = page.doc()
		d.want(".count", "4 da · 0 fehlen · 1 Tisch")
		if got := strings.Join(d.texts(".entry .who b"), ", "); got != "Änne Groß, Jörg Müller, Søren Ødegård, Zoë Öztürk" {
			t.Errorf("the list is %s", got)
		}
		page = page.tap("Änne Groß", "withdrawn").follow().ok(200)
		page.doc().want(".count", "3 da")
		page.tap("Änne Groß", "registered").follow().doc().want(".count", "3 da · 1 fehlt")

		list := c.entries(e)
		if list.Paid != 3000 || list.Present != 3 || len(list.Entries) != 4 {
			t.Errorf("stored: %d cents, %d present, %d entries", list.Paid, list.Present, len(list.Entries))
		}
	})
}

func TestCheckInAsks(t *testing.T) {
	c := newClub(t)
	e := c.evening("Vereinsabend")
	c.enter(e, tournament.Present, "Jörg Müller")
	c.enter(e, tournament.Registered, "Karin Möller", "Karin Moll")
	other := c.evening("Letztes Jahr")
	c.enter(other, tournament.Present, "Theo Altmann", "Theodora Neu")
	b := c.signedIn("Änne")
	page := b.get(tournamentAddress(e) + "/entries")

	a := page.typed("jörg müller").ok(http.StatusConflict)
	a.doc().want(".notice", "Jörg Müller (Startnummer 1) ist schon da")
	a.submit(".notice form", map[string]string{"same": "1"}).follow().ok(200).doc().want(".count", "2 da")

	d := page.typed("Karin").ok(http.StatusConflict).doc()
	d.want(".notice", "2 Leute")
	if d.attr("#f-q", "value") != "Karin" || len(d.all(".entry")) != 2 {
		t.Error("what was typed is lost, or the list is not cut to it")
	}
	page.typed("99").ok(422).doc().want("#p-q", "Startnummer 99")
	page.typed("+").ok(422).doc().want("#p-q", "Wer hat bezahlt")
	page.typed(" ").follow().ok(200)

	a = page.typed("Theo").ok(http.StatusConflict)
	d = a.doc()
	d.want(".notice", "Adressbuch")
	a.submit(".notice form", map[string]string{"player": d.attr(".notice button[name=player]", "value")}).follow().ok(200)
	page.typed("Theodora Neu").follow().ok(200) // the very name: no question
	players := 0
	for _, entry := range c.entries(e).Entries {
		for _, old := range c.entries(other).Entries {
			if entry.Player == old.Player {
				players++
			}
		}
	}
	if players != 2 {
		t.Errorf("%d of 2 are the people of the address book", players)
	}
}

func TestSearch(t *testing.T) {
	c := newClub(t)
	e := c.evening("Vereinsabend")
	c.enter(e, tournament.Present, "Jörg Müller", "Jörg Mueller-Lüdenscheidt", "Öztürk, Can", "Zander", "Oster", "Özdemir", "משה לוי", "🂡 Karo")
	b := c.signedIn("Änne")
	address := tournamentAddress(e) + "/entries"
	tests := []struct{ query, want string }{
		{"", "Jörg Mueller-Lüdenscheidt, Jörg Müller, Oster, Özdemir, Öztürk, Can, Zander"},
		{"müller", "Jörg Mueller-Lüdenscheidt, Jörg Müller"},
		{"mueller", "Jörg Mueller-Lüdenscheidt, Jörg Müller"},
		{"MULLER jor", "Jörg Mueller-Lüdenscheidt, Jörg Müller"},
		{"lued", "Jörg Mueller-Lüdenscheidt"},
		{"6", "Özdemir"},
		{"משה", "משה לוי"},
		{"🂡", "🂡 Karo"},
		{"niemand", ""},
	}
	for _, tt := range tests {
		d := b.get(address + "?q=" + url.QueryEscape(tt.query)).ok(200).doc()
		got := strings.Join(d.texts(".entry .who b"), ", ")
		if tt.query == "" {
			got = got[strings.Index(got, "Jörg"):] // signs and other scripts may stand before or behind
			got = strings.TrimSuffix(got, ", משה לוי")
		}
		if got != tt.want {
			t.Errorf("%q finds %q, want %q", tt.query, got, tt.want)
		}
		for _, n := range d.all(".entry .who b") {
			if no, _ := attr(n, "translate"); no != "no" {
				t.Errorf("%s may be translated", text(n))
			}
		}
		part := b.get(address + "?part=list&q=" + url.QueryEscape(tt.query)).ok(200).doc()
		if strings.Join(part.texts(".entry .who b"), ", ") != strings.Join(d.texts(".entry .who b"), ", ") {
			t.Errorf("%q: the part differs from the page", tt.query)
		}
	}
}

// Whether those present can be seated, and what to do where they can't.
func TestSplitAdvice(t *testing.T) {
	texts, err := newServerTexts()
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		present int
		fives   tournament.Fives
		want    string
	}{
		{0, tournament.FivesAllow, "Noch niemand da."},
		{1, tournament.FivesAllow, "Für einen Tisch fehlen noch 3 Leute."},
		{2, tournament.FivesAllow, "Für einen Tisch fehlen noch 2 Leute."},
		{3, tournament.FivesAllow, "Für einen Tisch fehlt noch 1 Person."},
		{4, tournament.FivesAllow, "1 Vierertisch"},
		{5, tournament.FivesAllow, "1 Fünfertisch"},
		{6, tournament.FivesAllow, "6 Leute gehen nicht auf Tische auf. Mit 8 geht es (ein Gast oder Helfer spielt mit) oder mit 5 (jemand setzt aus)."},
		{7, tournament.FivesAllow, "7 Leute gehen nicht auf Tische auf. Mit 8 geht es (ein Gast oder Helfer spielt mit) oder mit 5 (jemand setzt aus)."},
		{9, tournament.FivesAllow, "1 Vierertisch + 1 Fünfertisch"},
		{11, tournament.FivesAllow, "11 Leute gehen nicht auf Tische auf. Mit 12 geht es (ein Gast oder Helfer spielt mit) oder mit 10 (jemand setzt aus)."},
		{44, tournament.FivesAllow, "11 Vierertische"},
		{45, tournament.FivesAllow, "10 Vierertische + 1 Fünfertisch"},
		{45, tournament.FivesForbid, "45 Leute gehen nicht auf Tische auf. Mit 48 geht es (ein Gast oder Helfer spielt mit) oder mit 44 (jemand setzt aus)."},
	}
	for _, tt := range tests {
		l := desk.EntryList{Present: tt.present}
		l.Tournament.Format.Fives = tt.fives
		l.Fours, l.Fives, l.Splits = splits(tt.present, tt.fives)
		if got := (entriesPage{Base: Base{Printer: texts}, List: l}).Split(); got != tt.want {
			t.Errorf("%d %s: %q, want %q", tt.present, tt.fives, got, tt.want)
		}
	}
}

// Two desks at once: what does not touch is done, what is done already is fine, the rest is shown.
func TestTwoDesks(t *testing.T) {
	c := newClub(t)
	e := c.evening("Vereinsabend")
	c.enter(e, tournament.Registered, "Jörg Müller")
	address := tournamentAddress(e) + "/entries"
	one, two := c.signedIn("Änne").get(address), c.signedIn("Änne").get(address)
	one.tap("Jörg Müller", "present").follow().ok(200)
	two.tap("Jörg Müller", "paid").follow().ok(200)
	two.tap("Jörg Müller", "present").follow().ok(200)
	one.tap("Jörg Müller", "present").follow().ok(200) // a second tap is the first one again
	if got := c.entries(e).Entries[0]; got.Status != tournament.Present || got.Paid != 1000 {
		t.Errorf("stored %s, %d", got.Status, got.Paid)
	}
	d := one.tap("Jörg Müller", "withdrawn").ok(http.StatusConflict).doc()
	d.want(".notice", "Jörg Müller wurde am anderen Tisch gerade geändert und ist jetzt: da, bezahlt")
	if got := c.entries(e).Entries[0]; got.Status != tournament.Present {
		t.Errorf("stored %s", got.Status)
	}
	d.in(`.entry button[value^="registered "]`) // with what is stored now
}

// The same form five times is one person.
func TestEnterPressedFiveTimes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		c := newClubOn(t, db)
		e := c.evening("Vereinsabend")
		page := c.signedIn("Änne").get(tournamentAddress(e) + "/entries")
		to := ""
		for range 5 {
			a := page.typed("Zoë Neu").ok(http.StatusSeeOther)
			if to != "" && to != a.header.Get("Location") {
				t.Errorf("the answers lead to %s and %s", to, a.header.Get("Location"))
			}
			to = a.header.Get("Location")
		}
		if got := len(c.entries(e).Entries); got != 1 {
			t.Errorf("%d entries", got)
		}
	})
}

func TestNamesAtTheDoor(t *testing.T) {
	c := newClub(t)
	e := c.evening("Vereinsabend")
	page := c.signedIn("Änne").get(tournamentAddress(e) + "/entries")
	long := strings.Repeat("Ä", 300)
	d := page.typed(long).ok(422).doc()
	d.want("#p-q", "300 Zeichen, erlaubt sind 120")
	if d.attr("#f-q", "value") != long {
		t.Error("what was typed is lost")
	}
	page.typed("Jörg \u202eMüller").ok(422).doc().want("#p-q", "Steuerzeichen")
	page.typed("\u0301").ok(422)
	for _, name := range []string{"دوكو", "👨‍👩‍👧 Familie Groß", "<script>alert(1)</script>", "O'Brien & \"Söhne\""} {
		page = c.signedIn("Änne").get(tournamentAddress(e) + "/entries").typed(name).follow().ok(200)
		d := page.doc()
		if got := d.text(".next b"); got != name {
			t.Errorf("got %q, want %q", got, name)
		}
		d.in(".next b bdi")
	}
}

func TestEditEntry(t *testing.T) {
	c := newClub(t)
	e := c.evening("Vereinsabend")
	list := c.enter(e, tournament.Present, "Jörg Müller", "Zoë", "Änne", "Søren")
	b := c.signedIn("Änne")
	address := fmt.Sprintf("%s/entries/%d", tournamentAddress(e), list[0].ID)
	form := fmt.Sprintf(`form[action="%s"]`, address)
	page, old := b.get(address).ok(200), b.get(address)
	typed := map[string]string{"club": "DC Uetze", "apart": "2; 3", "table": "1", "from_round": "1", "to_round": "2", "team": "Rot"}
	page.submit(form, typed).follow().ok(200)
	got := c.entries(e).Entries[1]
	if got.Name != "Jörg Müller" || fmt.Sprint(got.Apart) != "[2 3]" || got.FixedTable != 1 || got.ToRound != 2 || got.Club != "DC Uetze" || got.Team != "Rot" {
		t.Errorf("stored %+v", got)
	}
	d := b.get(address).doc()
	d.want("main", "2 Zoë , 3 Änne")

	tests := []struct{ name, field, typed, want string }{
		{"no name", "name", "", "Namen"},
		{"long name", "name", strings.Repeat("x", 300), "300 Zeichen"},
		{"letters", "start_no", "acht", "ganze Zahl"},
		{"taken number", "start_no", "4", "schon vergeben"},
		{"kept from oneself", "apart", "1", "sich selbst"},
		{"kept from nobody", "apart", "99", "Startnummer 99"},
		{"kept from a name", "apart", "Zoë", "Komma"},
		{"table", "table", "-1", "0 bis"},
		{"round", "from_round", "3", "kann nicht vor der ersten"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := b.get(address).submit(form, map[string]string{tt.field: tt.typed})
			if a.status != 422 && a.status != 409 {
				t.Fatalf("status %d", a.status)
			}
			a.doc().want(".faults", tt.want)
			if got := a.doc().attr("#f-"+tt.field, "value"); got != tt.typed {
				t.Errorf("the field shows %q", got)
			}
		})
	}

	a := b.get(address).submit(form, map[string]string{"name": "Zoë"}).ok(http.StatusConflict)
	a.doc().want(".faults", "Zoë")
	a.submit(form, map[string]string{"same": "1"}).follow().ok(200)

	// Another desk was faster: both are shown, sending again decides.
	d = old.submit(form, map[string]string{"club": "Ganz anders"}).ok(http.StatusConflict).doc()
	d.want("table", "Ganz anders")
	d.want("table", "DC Uetze")
}

func TestFeeAndLeaving(t *testing.T) {
	c := newClub(t)
	e := c.evening("Vereinsabend")
	list := c.enter(e, tournament.Present, "Jörg", "Zoë", "Änne", "Søren")
	b := c.signedIn("Änne")
	address := fmt.Sprintf("%s/entries/%d", tournamentAddress(e), list[0].ID)
	for _, bad := range []string{"zehn", "-5", "1,234"} {
		d := b.get(address).submit(`form[action$="/fee"]`, map[string]string{"paid": bad}).ok(422).doc()
		d.want("#p-paid", "Betrag")
		if d.attr("#f-paid", "value") != bad {
			t.Error("what was typed is lost")
		}
	}
	b.get(address).submit(`form[action$="/fee"]`, map[string]string{"paid": "7,50 €"}).follow().doc().want("#list", "2,50")
	c.toPhase(e, tournament.Running)
	b.get(address).submit(`form[action$="/leave"]`, map[string]string{"reason": " "}).ok(422).doc().in("#p-reason")
	b.get(tournamentAddress(e) + "/entries").doc().in(`.entry a[href$="#leave"]`)
	b.get(address).submit(`form[action$="/leave"]`, map[string]string{"reason": "Kind krank"}).follow().doc().want(".count", "3 da")

	c.toPhase(e, tournament.Finished) // nothing is taken any more
	d := b.get(tournamentAddress(e) + "/entries").ok(200).doc()
	d.none(".door")
	d.none(".entry button")
	b.post(tournamentAddress(e)+"/entries/find", url.Values{"op": {strings.Repeat("k", 20)}, "q": {"Spät Dran"}}).ok(409)
	if got := len(c.entries(e).Entries); got != 4 {
		t.Errorf("%d entries", got)
	}
}
