package web

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// timedEvening is an evening whose clock the test sets; it begins at seven.
type timedEvening struct {
	*evening
	now *atomic.Int64 // microseconds since 1970
}

func newTimedEvening(t testing.TB, address string, start time.Time, minutes int) timedEvening {
	t.Helper()
	now := new(atomic.Int64)
	now.Store(start.UnixMicro())
	s, err := store.Open(t.Context(), address, store.Options{Clock: func() time.Time { return time.UnixMicro(now.Load()) }, Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	e := newEveningOn(t, s, func(s *desk.Settings) { s.Format.RoundMinutes = minutes })
	e.release()
	return timedEvening{e, now}
}

// pass lets time pass.
func (e timedEvening) pass(d time.Duration) { e.now.Add(d.Microseconds()) }

// startClock starts the clock of the first round.
func (e timedEvening) startClock() {
	e.t.Helper()
	_, err := e.d.StartClock(e.ctx(), e.by, desk.ClockStart{Op: rand.Text(), Tournament: e.cup.ID, Round: 1, Version: e.round(1).Version})
	e.must(err)
}

// more seats so many players more and draws anew.
func (e timedEvening) more(n int) {
	e.t.Helper()
	for i := range n {
		_, err := e.d.Register(e.ctx(), e.by, desk.Register{Op: rand.Text(), Tournament: e.cup.ID, Name: fmt.Sprintf("Gast %c%c", 'A'+i/6, 'a'+i%6), Present: true})
		e.must(err)
	}
	var err error
	e.seating, err = e.d.DrawRound(e.ctx(), e.by, desk.DrawRound{Op: rand.Text(), Tournament: e.cup.ID, Round: 1, Seed: "x", Reason: "mehr"})
	e.must(err)
	e.release()
}

// play lets every table enter a hand in so many minutes, slow by number; at the end so many minutes have passed.
func (e timedEvening) play(minutes int, hand func(table int) int) {
	e.t.Helper()
	for minute := 1; minute <= minutes; minute++ {
		e.pass(time.Minute)
		for _, table := range e.seating.Tables {
			if every := hand(table.Table.Number); every > 0 && minute%every == 0 && minute/every <= e.cup.Format.Hands(table.Table.Size) {
				e.enter(table, fmt.Sprintf(`{"points":[1,1,-1,-1%s]}`, strings.Repeat(",0", table.Table.Size-4)))
			}
		}
	}
}

// Everybody sees how much time is left, also without script: on the table's page, the round's, the guests', the wall and the desk's.
func TestClockOnEveryPage(t *testing.T) {
	e := newTimedEvening(t, storetest.SQLiteFile(t), storetest.Time, 100)
	b, guest := e.deskBrowser(), newBrowser(t, e.ts)
	table := e.table(4)
	phone, page := e.phone(table)
	page.doc().none(".time")
	home := b.get(e.home()).ok(200)
	if got := home.doc().texts(".steps button"); !slices.Equal(got, []string{"Runde 1 und Uhr starten: 100 Minuten", "Runde 1 starten"}) {
		t.Errorf("what can be done now: %q", got)
	}
	home.submit(`.steps form[action$="/clock/start"]`, nil).follow().ok(200).doc().want(".flash", "Die Uhr von Runde 1 läuft")

	e.pass(61*time.Minute + 30*time.Second)
	places := map[string]func() answer{
		"#table-head": func() answer { return phone.get(tableAddress(table.Table.ID)) },
		"#seats":      func() answer { return guest.get(roundAddress(e.cup, 1)) },
		"#hall":       func() answer { return guest.get(e.home()) },
		"#wall":       func() answer { return guest.get(e.home() + "/wall") },
		"#desk":       func() answer { return b.get(e.home()) },
		"#radar":      func() answer { return b.get(e.home() + "/radar") },
	}
	for place, get := range places {
		d := get().ok(200).doc()
		d.want(place+" .time", "noch 39 min bis 20:40 Uhr")
		if now, ends := d.attr(place+" .time", "data-now"), d.attr(place+" .time", "data-ends"); now != "1773428490000" || ends != "1773430800000" {
			t.Errorf("%s: now %s, ends %s", place, now, ends)
		}
	}
	if a := guest.get("/now").ok(200); a.body != "1773428490000" || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("now %q, %s", a.body, a.header.Get("Cache-Control"))
	}
	guest.get(e.home()+"/wall?lang=en").follow().ok(200).doc().want("#wall .time", "39 min left until 20:40")
	e.pass(30 * time.Minute)
	if class := guest.get(e.home()+"/wall").ok(200).doc().attr("#wall .time", "class"); class != "time state warn" {
		t.Errorf("nine minutes before the end: %q", class)
	}
	e.pass(12 * time.Minute)
	phone.get(tableAddress(table.Table.ID)).ok(200).doc().want("#table-head", "Zeit um seit 3 min")
	b.get(e.home()+"/radar").ok(200).doc().want("#radar .tile.bad h3", "Zeit um, spielt noch")
	e.pass(2 * time.Hour)
	guest.get(e.home() + "/wall").ok(200).doc().none(".time")
}

// What a browser keeps of a page is no older than a minute while a clock runs.
func TestClockIsNotKept(t *testing.T) {
	e := newTimedEvening(t, storetest.SQLiteFile(t), storetest.Time, 100)
	e.startClock()
	guest := newBrowser(t, e.ts)
	for _, path := range []string{e.home(), roundAddress(e.cup, 1)} {
		tag := guest.get(path).ok(200).header.Get("ETag")
		guest.header.Set("If-None-Match", tag)
		guest.get(path).ok(304)
		e.pass(time.Minute)
		guest.get(path).ok(200)
		guest.header.Del("If-None-Match")
	}
}

// In the night in which summer time ends a quarter past two comes twice: the page says which, and the minutes are those that pass.
func TestClockInTheNightOfChange(t *testing.T) {
	for _, tt := range []struct{ name, start, want string }{
		{"autumn, the first hour", "2026-10-24T22:35:00Z", "noch 100 min bis 02:15 Uhr Sommerzeit"},
		{"autumn, the second hour", "2026-10-24T23:35:00Z", "noch 100 min bis 02:15 Uhr Winterzeit"},
		{"spring", "2026-03-29T00:05:00Z", "noch 100 min bis 03:45 Uhr Sommerzeit"},
		{"the evening before", "2026-10-24T17:00:00Z", "noch 100 min bis 20:40 Uhr"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			start, err := time.Parse(time.RFC3339, tt.start)
			if err != nil {
				t.Fatal(err)
			}
			e := newTimedEvening(t, storetest.SQLiteFile(t), start, 100)
			e.startClock()
			b := newBrowser(t, e.ts)
			if got := b.get(e.home() + "/wall").ok(200).doc().text("#wall .time"); !strings.HasSuffix(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
			e.pass(60 * time.Minute)
			b.get(e.home()+"/wall").ok(200).doc().want("#wall .time", "noch 40 min")
		})
	}
}

// The director gives time, corrects the clock and switches it off; what is wrong is said at its field, and nothing typed is lost.
func TestClockForms(t *testing.T) {
	e := newTimedEvening(t, storetest.SQLiteFile(t), storetest.Time, 0)
	b := e.deskBrowser()
	address := roundAddress(e.cup, 1) + "/clock"
	b.get(e.home()).ok(200).doc().none(`form[action$="/clock/start"]`) // no limit, no clock
	bad := b.get(address).ok(200).submit("main form", map[string]string{"minutes": "700", "ago": "x"})
	d := bad.ok(422).doc()
	d.in("#f-minutes[aria-invalid]")
	d.in("#f-ago[aria-invalid]")
	page := b.get(address).submit("main form", map[string]string{"minutes": "90", "ago": "10"}).follow().ok(200)
	page.doc().want(".time", "noch 80 min bis 20:20 Uhr")

	five := e.table(5).Table.Number
	d = page.submit(`form[action$="/extra"]`, map[string]string{"table": fmt.Sprint(five), "extra": "12"}).ok(422).doc()
	d.in("#f-why[aria-invalid]")
	if d.attr("#f-extra", "value") != "12" || d.attr(`#f-table option[selected]`, "value") != fmt.Sprint(five) {
		t.Error("what was typed is gone")
	}
	d = page.submit(`form[action$="/extra"]`, map[string]string{"table": fmt.Sprint(five), "extra": "-12", "why": "Irrtum"}).ok(422).doc()
	d.want(".faults", "1 bis 120 Minuten") // it was given none
	d = page.submit(`form[action$="/extra"]`, map[string]string{"table": "fives", "extra": "25", "why": "30 Spiele"}).follow().ok(200).doc()
	d.want("main", fmt.Sprintf("Tisch %d: +25 min, bis 20:45 Uhr", five))
	b.get(address).submit(`form[action$="/extra"]`, map[string]string{"table": "all", "extra": "−5", "why": "Wirt schließt"}).follow().ok(200).doc().want(".time", "noch 75 min")
	d = b.get(tableAddress(e.table(5).Table.ID)).ok(200).doc()
	d.want("#table-head .time", "noch 100 min bis 20:40 Uhr")
	d.want("#table-sheet", "Nachspielzeit: +25 min")
	b.get(address).submit(`form[action$="/change"]`, map[string]string{"limit": "100", "since": "0", "change_reason": "neu"}).follow().ok(200).doc().want(".time", "noch 100 min bis 20:40 Uhr")
	b.get(address).submit(`form[action$="/stop"]`, map[string]string{"stop_reason": "aus Versehen"}).follow().ok(200).doc().none(".time")
	var said []string
	for _, line := range b.get(e.home() + "/journal").ok(200).doc().texts(".journal li") {
		if i := strings.Index(line, "Runde 1: "); i > 0 {
			said = append(said, line[i:])
		}
	}
	want := []string{
		"Runde 1: Uhr abgeschaltet aus Versehen anna", "Runde 1: Uhr berichtigt neu anna", "Runde 1: −5 Minuten für alle Tische Wirt schließt anna",
		fmt.Sprintf("Runde 1: +25 Minuten für Tisch %d 30 Spiele anna", five), "Runde 1: Uhr gestartet, 90 Minuten anna",
	}
	if len(said) < 5 || !slices.Equal(said[:5], want) {
		t.Errorf("the journal says %q", said)
	}
	b.get(e.home() + "/rounds/7/clock").ok(404)
	newBrowser(t, e.ts).get(address).ok(401)
	stale := b.get(address)
	e.startClock100()
	stale.submit("main form", map[string]string{"minutes": "90"}).ok(409)
}

func (e timedEvening) startClock100() {
	e.t.Helper()
	_, err := e.d.StartClock(e.ctx(), e.by, desk.ClockStart{Op: rand.Text(), Tournament: e.cup.ID, Round: 1, Version: e.round(1).Version, Minutes: 100})
	e.must(err)
}

// The list of a table whose time was up is handed in without the missing hands; the desk's note says why without being typed.
func TestSheetAfterTimeUp(t *testing.T) {
	e := newTimedEvening(t, storetest.SQLiteFile(t), storetest.Time, 100)
	e.startClock()
	table := e.table(4)
	for seat := 1; seat <= 2; seat++ {
		e.enter(table, fmt.Sprintf(`{"hand":{"contract":"solo_damen","re":[%d],"re_augen_between":[121,150]}}`, seat))
	}
	phone, page := e.phone(table)
	page.submit(`form[action$="/submit"]`, nil).ok(409).doc().want(".faults", "22 Spiele")
	e.pass(101 * time.Minute)
	third, fourth := table.Seats[2].Name, table.Seats[3].Name
	d := phone.get(tableAddress(table.Table.ID)).ok(200).doc()
	d.want("#table-head", "Zeit um: angefangenes Spiel zu Ende, dann nur noch Pflichtsoli von")
	e.enter(table, `{"hand":{"contract":"normal","re":[1,2],"re_augen_between":[121,150]}}`)
	for _, name := range []string{third, fourth} { // the page offers who must, as a forced solo
		page = phone.get(tableAddress(table.Table.ID)).ok(200)
		d = page.doc()
		d.want("#table-head", "Zeit um: nur noch Pflichtsoli von")
		d.want("#table-head", name+" muss")
		page.submit("#hand-form", map[string]string{"solo": "solo_damen", "range": "121-150"}).ok(303)
	}
	page = phone.get(tableAddress(table.Table.ID)).ok(200)
	d = page.doc()
	d.none("form.hand")
	d.want("#table-head", "Alles ist gespielt")
	d.want("#table-finish", "Es fehlen 19 Spiele, weil die Zeit um ist")
	for _, row := range e.view(table).Rows[3:] {
		if row.Kind != "vorgefuehrt" {
			t.Errorf("hand %d is a solo of kind %q", row.Number, row.Kind)
		}
	}
	page.submit(`form[action$="/submit"]`, nil).ok(303)
	page = e.deskBrowser().get(tableAddress(table.Table.ID)).ok(200)
	if got := page.doc().attr(`form[action$="/confirm"] #f-reason`, "value"); got != "Zeit um" {
		t.Errorf("the note is %q", got)
	}
	page.submit(`form[action$="/confirm"]`, nil).ok(303)
	if v := e.view(table); v.Table.Phase != tournament.TableConfirmed || v.Table.ConfirmNote != "Zeit um" {
		t.Errorf("%+v", v.Table)
	}
}

// SCENES 5.2: the slow table is first on the radar and on the director's page more than 25 minutes before its time is up, by colour, sign and
// word, with the list keeper and what to do.
func TestRadarPage(t *testing.T) {
	e := newTimedEvening(t, storetest.SQLiteFile(t), storetest.Time, 100)
	e.more(39) // twelve tables
	e.startClock()
	e.play(60, func(table int) int {
		return map[int]int{7: 5, 4: 0}[table] + map[bool]int{true: 3}[table != 7 && table != 4]
	})
	b := e.deskBrowser()
	d := b.get(e.home() + "/radar").ok(200).doc()
	d.want("#radar h2", "Die Zeit reicht nicht: Tisch 7")
	tiles := d.texts("#radar .tile")
	if len(tiles) != 12 || !strings.Contains(tiles[0], "Tisch 7 ! kommt zu spät") || !strings.Contains(tiles[1], "Tisch 4 ? keine Eingabe") {
		t.Fatalf("%d tiles, first %q", len(tiles), tiles[:2])
	}
	slow := e.seating.Tables[6]
	// twelve hands in 60 minutes, the hall three minutes a hand: (60 + 8×3) / 20 = 4.2; 60 + 12 × 4.2 = 110.4
	for _, part := range []string{"12 von 24 Spielen, noch 12", "noch 40 min bis 20:40 Uhr", "20:50 Uhr, 11 min zu spät; sonst fehlen 2 Spiele", "Soli offen: " + slow.Seats[0].Name, "letzte Eingabe vor 0 min (20:00 Uhr)", "✎ " + slow.Seats[3].Name, "Jemanden hinschicken"} {
		if !strings.Contains(tiles[0], part) {
			t.Errorf("the tile lacks %q: %q", part, tiles[0])
		}
	}
	if len(d.all("#radar svg .hand")) != 10*20+12 {
		t.Errorf("%d strokes", len(d.all("#radar svg .hand")))
	}
	give := d.attr("#radar .do a", "href")
	b.get(give).ok(200).doc().in(`#f-table option[selected][value="7"]`)

	o := b.get(e.home()).ok(200).doc()
	if got := o.texts(".in-the-way li"); !strings.HasPrefix(got[0], "Tisch 7 · ! kommt zu spät: fertig erst etwa 20:50 Uhr") {
		t.Errorf("in the way: %q", got)
	}
	o.want(".tile.bad", "Tisch 7 ! kommt zu spät 12/24 Spiele · noch 40 min")
	en := b.get(e.home() + "/radar?lang=en").follow().ok(200).doc()
	en.want("#radar .tile", "will be late")
	newBrowser(t, e.ts).get(e.home() + "/radar").ok(401)
	part := b.get(e.home() + "/radar?part=radar").ok(200).doc()
	if every := part.attr("#radar", "data-every"); every != "30" { // a table that is stuck tells nothing
		t.Errorf("asks every %q seconds", every)
	}
}

// Whether the phone that keeps a list is connected stands beside it; when it is not, also on the director's page.
func TestRadarPage_Phones(t *testing.T) {
	e := newTimedEvening(t, storetest.SQLiteFile(t), storetest.Time, 100)
	e.startClock()
	four, five := e.table(4).Table, e.table(5).Table
	here := func(table tournament.Table) {
		e.must(e.d.DeviceHere(e.ctx(), tournament.Actor{Table: table.ID, Device: fmt.Sprint("phone-of-table-", table.Number)}, table.ID))
	}
	here(four)
	e.pass(12 * time.Minute)
	here(five)
	b := e.deskBrowser()
	tile := func(path string, table tournament.Table) string {
		t.Helper()
		for _, text := range b.get(e.home() + path).ok(200).doc().texts(".tables .tile") {
			if strings.HasPrefix(text, fmt.Sprintf("Tisch %d ", table.Number)) {
				return text
			}
		}
		t.Fatalf("no tile of table %d", table.Number)
		return ""
	}
	for _, tt := range []struct {
		path  string
		table tournament.Table
		want  string
		there bool
	}{
		{"/radar", four, "✗ Handy seit 12 min nicht verbunden", true}, {"/radar", five, "✓ Handy verbunden", true},
		{"", four, "✗ Handy seit 12 min nicht verbunden", true}, {"", five, "Handy", false},
	} {
		if text := tile(tt.path, tt.table); strings.Contains(text, tt.want) != tt.there {
			t.Errorf("%q: %q, %q in it: want %v", tt.path, text, tt.want, tt.there)
		}
	}
}

func TestRadarPage_Quiet(t *testing.T) {
	e := newTimedEvening(t, storetest.SQLiteFile(t), storetest.Time, 0)
	b := e.deskBrowser()
	b.get(e.home()+"/radar").ok(200).doc().want("#radar h2", "Im Moment wird keine Runde gespielt")
	_, err := e.d.StartRound(e.ctx(), e.by, desk.RoundStep{Op: rand.Text(), Tournament: e.cup.ID, Round: 1, Version: e.round(1).Version})
	e.must(err)
	d := b.get(e.home() + "/radar").ok(200).doc()
	d.want("#radar h2", "2 Tische spielen noch")
	d.none(".time")
	e.playRound()
	b.get(e.home()+"/radar").ok(200).doc().want("#radar h2", "Alle Tische sind fertig")
}

// The radar asks the database as often for twelve tables as for two.
func TestRadarPageQueries(t *testing.T) {
	var counts []int
	for _, more := range []int{0, 39} {
		e := newTimedEvening(t, storetest.SQLiteFile(t), storetest.Time, 100)
		if more > 0 {
			e.more(more)
		}
		e.startClock()
		e.play(9, func(int) int { return 3 })
		b := e.deskBrowser()
		b.get(e.home() + "/radar").ok(200)
		counts = append(counts, storetest.Count(t, e.store, func() { b.get(e.home() + "/radar").ok(200) }))
	}
	if counts[0] != counts[1] || counts[0] > 14 {
		t.Errorf("%d queries for two tables, %d for twelve", counts[0], counts[1])
	}
}

func TestClockSettings(t *testing.T) {
	e := newTimedEvening(t, storetest.SQLiteFile(t), storetest.Time, 100)
	b := e.deskBrowser()
	page := b.get(e.home() + "/settings").ok(200)
	if got := page.doc().attr("#f-round_minutes", "value"); got != "100" {
		t.Errorf("the form says %q", got)
	}
	page.submit(`form[action$="/settings"]`, map[string]string{"round_minutes": "601"}).ok(422).doc().in("#f-round_minutes[aria-invalid]")
	page.submit(`form[action$="/settings"]`, map[string]string{"round_minutes": "75"}).ok(303)
	now, err := e.d.Tournament(e.ctx(), e.by, e.cup.ID)
	e.must(err)
	if now.Format.RoundMinutes != 75 {
		t.Errorf("%d minutes", now.Format.RoundMinutes)
	}
}
