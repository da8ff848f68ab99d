package web

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/exchange"
)

// sendFile submits the form that matches with a file.
func (a answer) sendFile(form, name string, content []byte, typed map[string]string) answer {
	a.t.Helper()
	node := parseDoc(a.t, a.body).in(form)
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	values := formValues(node.root)
	for name, value := range typed {
		values.Set(name, value)
	}
	for name := range values {
		if err := w.WriteField(name, values.Get(name)); err != nil {
			a.t.Fatal(err)
		}
	}
	if name != "" {
		part, err := w.CreateFormFile("file", name)
		if err != nil {
			a.t.Fatal(err)
		}
		if _, err := part.Write(content); err != nil {
			a.t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		a.t.Fatal(err)
	}
	action, _ := attr(node.root, "action")
	return a.b.send(http.MethodPost, action, io.Reader(&body), w.FormDataContentType())
}

const listForm = `form[enctype="multipart/form-data"]`

func TestReadPlayerList(t *testing.T) {
	c := newClub(t)
	last := c.evening("Letztes Jahr")
	old := c.enter(last, tournament.Present, "Jürgen Groß")[0]
	e := c.evening("Vereinsabend")
	c.enter(e, tournament.Present, "Zoë Öztürk")
	b := c.signedIn("Änne")
	address := tournamentAddress(e) + "/entries/import"
	list := "\ufeffName;Verein;Startgeld\r\nJürgen Groß;DC Uetze;ja\r\nZoe Öztürk;;\r\nŁukasz Żak;\"Doko; Łódź\";\r\nŁukasz Żak;;\r\n" + strings.Repeat("x", 300) + ";;\r\n"
	page := b.get(address).sendFile(listForm, "liste.csv", []byte(list), nil).ok(200)
	d := page.doc()
	if ticked, all := len(d.all("input[name=pick][checked]")), len(d.all("input[name=pick]")); all != 4 || ticked != 2 { // Zoe is there, Łukasz comes twice
		t.Errorf("%d of %d lines are ticked: %s", ticked, all, d.text("tbody"))
	}
	d.want("tbody", "steht auch in Zeile 4")
	d.want(".notice", "300 Zeichen")
	if got := len(c.entries(e).Entries); got != 1 {
		t.Errorf("the preview stored %d entries", got)
	}
	for range 2 { // sent twice
		page.submit(`form[action$="/take"]`, nil).follow().ok(200).doc().want(".flash", "angemeldet")
	}
	names := map[string]tournament.Entry{}
	for _, entry := range c.entries(e).Entries {
		names[entry.Name] = entry
	}
	if got := names["Jürgen Groß"]; got.Player != old.Player {
		t.Error("he is not the one of the address book")
	}
	if got := names["Łukasz Żak"]; got.Club != "Doko; Łódź" || got.Status != tournament.Registered {
		t.Errorf("stored %+v", got)
	}
}

// The same players in the encodings and separators clubs send give the same preview; what nobody ticked is not stored.
func TestPlayerListsOfClubs(t *testing.T) {
	c := newClub(t)
	e := c.evening("Vereinsabend")
	b := c.signedIn("Änne")
	address := tournamentAddress(e) + "/entries/import"
	text := "Nr;Name;Verein\nNUM;Jürgen Müller;Süd\n2;Käthe Öhl;Nord\n"
	text = strings.Replace(text, "NUM", "1", 1)
	latin := make([]byte, 0, len(text))
	for _, r := range text {
		latin = append(latin, byte(r))
	}
	variants := map[string][]byte{
		"utf8": []byte(text), "bom": []byte("\ufeff" + text), "windows": latin, "crlf": []byte(strings.ReplaceAll(text, "\n", "\r\n")),
		"tab": []byte(strings.ReplaceAll(text, ";", "\t")), "comma": []byte(strings.ReplaceAll(text, ";", ",")),
	}
	for name, content := range variants {
		d := b.get(address).sendFile(listForm, name+".csv", content, nil).ok(200).doc()
		if got := strings.Join(d.texts("tbody td:nth-child(3)"), ", "); got != "Jürgen Müller, Käthe Öhl" {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, bad := range []struct {
		name    string
		content []byte
		want    string
	}{
		{"", nil, "Datei auswählen"}, {"leer.csv", nil, "Datei auswählen"}, {"bild.png", []byte("\x89PNG\x00\x01\x02"), "CSV oder Excel"},
		{"brief.txt", []byte("Liebe Freunde,\nwir spielen am Freitag; bitte alle kommen.\n"), ""},
		{"nichts.csv", []byte("Name;Verein\n"), "kein Spieler"},
	} {
		a := b.get(address).sendFile(listForm, bad.name, bad.content, nil)
		if bad.want != "" {
			a.ok(422).doc().want(".faults", bad.want)
		}
	}
	page := b.get(address).sendFile(listForm, "liste.csv", []byte(text), nil)
	none := formValues(page.doc().in(`form[action$="/take"]`).root)
	none.Del("pick")
	b.post(address+"/take", none).ok(422).doc().want(".faults", "niemand angekreuzt")
	one := none
	one.Set("pick", "1")
	b.post(address+"/take", one).follow().ok(200)
	if list := c.entries(e); len(list.Entries) != 1 || list.Entries[0].Name != "Käthe Öhl" {
		t.Errorf("stored %+v", list.Entries)
	}
}

func TestWritePlayerList(t *testing.T) {
	c := newClub(t)
	e := c.evening("Vereinsabend")
	c.enter(e, tournament.Present, "Jürgen \"Ömmel\" Groß; Uetze", "=SUMME(A1)", "-Minus", "دوكو")
	a := c.signedIn("Änne").get(tournamentAddress(e) + "/entries.csv").ok(200)
	if got := a.header.Get("Content-Disposition"); got != "attachment; filename=doko-2026-03-13.csv" {
		t.Errorf("file name %s", got)
	}
	if !strings.HasPrefix(a.body, "\ufeff") || strings.Contains(a.body, ";=SUMME") {
		t.Errorf("got %q", a.body)
	}
	lines, problems := exchange.ReadPlayers("doko.csv", []byte(a.body))
	if len(problems) > 0 || len(lines) != 4 {
		t.Fatalf("read back: %d lines, %v", len(lines), problems)
	}
	found := false
	for _, l := range lines {
		found = found || l.Name == "Jürgen \"Ömmel\" Groß; Uetze"
	}
	if !found {
		t.Errorf("read back %+v", lines)
	}
}

func TestTournamentFiles(t *testing.T) {
	c := newClub(t)
	b := c.signedIn("Änne")
	raw, err := os.ReadFile("../tournament/exchange/testdata/turnier_2015.json")
	if err != nil {
		t.Fatal(err)
	}
	a := b.get("/import").ok(200).sendFile(listForm, "t.json", raw, nil)
	a.follow().ok(200).doc().want(".flash", "eingelesen")
	address := strings.TrimSuffix(a.header.Get("Location"), "/entries")
	exported := b.get(address + "/export.json").ok(200).body
	if !strings.Contains(exported, `"doko-tournament/1"`) {
		t.Errorf("exported %.200s", exported)
	}
	again := b.get("/import").sendFile(listForm, "t.json", []byte(exported), nil).ok(409)
	again.doc().want(".faults", "schon gespeichert")
	again.sendFile(listForm, "t.json", []byte(exported), map[string]string{"copy": "1"}).follow().ok(200)

	broken := `{"format":"doko-tournament/1","name":"x","entries":[{"start_no":1,"name":"A"},{"start_no":1,"name":"B"}],"colour":"red","rounds_planned":0}`
	d := b.get("/import").sendFile(listForm, "t.json", []byte(broken), nil).ok(422).doc()
	if got := len(d.all(".faults li")); got < 3 {
		t.Errorf("%d problems: %s", got, d.text(".faults"))
	}
	d.want(".faults code", "/")
	b.get("/import").sendFile(listForm, "t.json", []byte("{"), nil).ok(422)
	b.get("/import").sendFile(listForm, "", nil, nil).ok(422).doc().want(".faults", "Datei auswählen")
	lines, err := c.desk.Tournaments(t.Context(), c.director)
	if err != nil || len(lines) != 2 {
		t.Errorf("%d tournaments, %v", len(lines), err)
	}
	c.account("Helfer", tournament.Helper, 0)
	helper := c.signedIn("Helfer")
	helper.get("/import").ok(403)
	helper.get(address + "/export.json").ok(403)
}

func TestAccounts(t *testing.T) {
	c := newClub(t)
	e, other := c.evening("Vereinsabend"), c.evening("Pokal")
	b := c.signedIn("Änne")
	page := b.get("/accounts").ok(200)
	made := page.submit(`form[action="/accounts"]`, map[string]string{"name": "Zoë", "role": "helper", "tournament": fmt.Sprint(e.ID)}).ok(200)
	d := made.doc()
	password := d.text(".secret")
	if len(password) < 10 {
		t.Fatalf("password %q", password)
	}
	d.want("ul", "Helfer · nur Vereinsabend")
	d = page.submit(`form[action="/accounts"]`, map[string]string{"name": "Zoë", "role": "helper", "tournament": fmt.Sprint(e.ID)}).ok(200).doc()
	d.none(".secret") // sent twice: one account, and its password was shown
	b.get("/accounts").ok(200).doc().none(".secret")

	z := c.browser()
	z.get("/sign-in").submit("main form", map[string]string{"name": "zoe", "password": password}).follow().ok(200)
	z.get(tournamentAddress(e) + "/entries").ok(200)
	z.get(tournamentAddress(other) + "/entries").ok(403) // a right for one tournament is one for this alone
	z.get(tournamentAddress(e) + "/settings").ok(403)
	z.get("/accounts").ok(403)
	z.post("/accounts", nil).ok(403)
	z.post("/accounts/revoke", nil).ok(403)

	for _, bad := range []struct{ name, role, want string }{
		{"Zoë", "helper", "schon ein Konto"}, {"", "helper", "Namen"}, {strings.Repeat("x", 300), "helper", "300 Zeichen"}, {"Neu", "emperor", "Möglichkeiten"},
	} {
		a := b.get("/accounts").submit(`form[action="/accounts"]`, map[string]string{"name": bad.name, "role": bad.role})
		if a.status != 422 && a.status != 409 {
			t.Fatalf("status %d", a.status)
		}
		a.doc().want(".faults", bad.want)
		if got := a.doc().attr("#f-name", "value"); got != bad.name {
			t.Errorf("the field shows %q", got)
		}
	}
	b.get("/accounts").submit(`form[action="/accounts/revoke"]`, nil).follow().doc().want(".flash", "Zoë")
	z.get(tournamentAddress(e) + "/entries").ok(401)

	c.rival()
	r := c.signedIn("Rivale")
	r.get("/accounts").ok(200).doc().none(`input[value="Zoë"]`)
	r.post("/accounts/revoke", map[string][]string{"name": {"Zoë"}, "op": {strings.Repeat("k", 20)}}).ok(404)
}
