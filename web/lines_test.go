package web

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/notation"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store/storetest"
	"doko/web/i18n"
)

// The points are worked out by hand under the DDV's rules.
func TestLines(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, _ := e.phone(table)
	address := tableAddress(table.Table.ID) + "/lines"
	page := b.get(tableAddress(table.Table.ID)).ok(200)
	page.doc().in(".ways a[href='" + address + "']")
	page = b.get(address).ok(200)
	d := page.doc()
	d.in("input.line[autofocus]")
	d.want("#line-state", "Spiel 1/24")
	d.want("#line-state", shortName(table.Seats, table.Seats[0].Name)+" gibt")
	d.none("[data-next]") // a list keeper has one table
	for i, tt := range []struct {
		line   string
		points []int
	}{
		{"13+9 fr", []int{3, -3, 3, -3}},
		{"24hz2 - k", []int{4, -4, 4, -4}},
		{"4d 131", []int{-1, -1, -1, 3}},
		{"12+R9", []int{-5, -5, 5, 5}},
		{"23+0", []int{-5, 5, 5, -5}},
		{"w24 2", []int{-2, 2, -2, 2}},
		{"p 1 2 -1 -2", []int{1, 2, -1, -2}},
	} {
		page.with("#line-form", typed("lines", tt.line)).ok(303)
		page = page.with("#line-form", typed("lines", tt.line)).follow().ok(200) // sent twice it counts once
		rows := e.view(table).Rows
		if len(rows) != i+1 || !slices.Equal(rows[i].Current.Points, tt.points) {
			t.Fatalf("%s: %d rows, %+v", tt.line, len(rows), rows[len(rows)-1].Current)
		}
		d := page.doc()
		d.want(".flash", fmt.Sprintf("Spiel %d eingetragen", i+1))
		d.want("#line-state", fmt.Sprintf("Spiel %d/24", i+2))
	}
	page = page.with("#line-form", typed("lines", "n fünf Neunen")).follow().ok(200)
	if rows := e.view(table).Rows; len(rows) != 8 || rows[7].Current.Row.Reason != "fünf Neunen" {
		t.Errorf("%d rows", len(rows))
	}
	d = page.doc()
	d.want("#line-state", "Spiel 8/24")
	if got := d.texts(".line-sheet tbody kbd"); !slices.Equal(got, []string{"n fünf Neunen", "p 1 2 -1 -2", "w24 2", "23 +0", "12 + r9", "4d 131", "24hz2 - k", "13 +9 fr"}) {
		t.Errorf("the sheet has the lines %v", got)
	}
}

func TestLines_Wrong(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, _ := e.phone(table)
	page := b.get(tableAddress(table.Table.ID) + "/lines").ok(200)
	d := page.with("#line-form", typed("lines", "33+9 y 241")).ok(422).doc()
	if got := d.texts("#line-wrong li"); len(got) != 3 || !strings.HasPrefix(got[0], "Stelle 2:") || !strings.HasPrefix(got[1], "Stelle 6: „y“ gehört hier nicht hin") ||
		!strings.HasPrefix(got[2], "Stelle 8:") {
		t.Errorf("faults %q", got)
	}
	d.in("#f-lines[value='33+9 y 241']")
	d.none("#line-now .fault") // said once
	d = page.with("#line-form", typed("lines", " ")).ok(422).doc()
	d.want("#line-wrong", "keine Zeile")
	page.with("#line-form", typed("lines", "13+", "op", "")).ok(422)
	page.with("#line-form", typed("lines", "n "+strings.Repeat("ä", 700))).ok(422).doc().want("#line-wrong", "600")
	page.with("#many form", typed("lines", strings.Repeat("13+\n", 6000))).ok(422).doc().want("#many .faults", "20.000")
	d = page.with("#many form", typed("lines", strings.Repeat("13+\n", 201))).ok(422).doc()
	if got := d.texts("#many .faults li"); len(got) != 1 || !strings.Contains(got[0], "kein Spiel mehr frei") {
		t.Errorf("201 lines: %q", got)
	}
	e.enter(table, `{"hand":{"contract":"solo_damen","re":[2],"re_augen":130}}`)
	again := b.get(tableAddress(table.Table.ID) + "/lines").ok(200)
	again.with("#line-form", typed("lines", "2dp+")).ok(422).doc().want("#line-wrong", "Pflichtsolo")
	if n := len(e.view(table).Rows); n != 1 {
		t.Errorf("%d rows", n)
	}

	// Somebody else entered the hand meanwhile: both are shown, nothing is stored, and Enter again makes it the next one.
	late := page.with("#line-form", typed("lines", "13+")).ok(409)
	d = late.doc()
	d.want("#line-wrong", "2d 130")
	d.in("#f-lines[value='13+']")
	d.in("#line-form input[name=number][value='2']")
	late.with("#line-form", nil).follow().ok(200)
	if rows := e.view(table).Rows; len(rows) != 2 || rows[1].Number != 2 {
		t.Errorf("%d rows", len(rows))
	}
	other := tableAddress(e.table(5).Table.ID) + "/lines"
	b.get(other).ok(http.StatusForbidden)
	for _, path := range []string{"", "/preview", "/back"} {
		b.post(other+path, typed("op", rand.Text(), "lines", "13+", "number", "1", "base", "1")).ok(http.StatusForbidden)
		newBrowser(t, e.ts).post(other+path, typed("op", rand.Text(), "lines", "13+")).ok(http.StatusUnauthorized)
	}
}

func TestLines_Preview(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, _ := e.phone(table)
	address := tableAddress(table.Table.ID) + "/lines/preview?part=preview"
	says := func(line string, want ...string) {
		t.Helper()
		d := b.post(address, typed("lines", line)).ok(200).doc()
		for _, w := range want {
			if !strings.Contains(text(d.root), w) {
				t.Errorf("%q says %q, want %q in it", line, text(d.root), w)
			}
		}
		if strings.Contains(text(d.root), "notation.") {
			t.Errorf("%q: a text is missing in %q", line, text(d.root))
		}
	}
	says("", "1 "+shortName(table.Seats, table.Seats[0].Name), "nur Gewinner")
	says("13", "+9 Re, Kontra unter 90", "hz Hochzeit")
	says("13+9", "Re gewinnt +2", "Enter: fertig", "r Re angesagt")
	says("13+9f", "r für Re")
	says("13+y", "Stelle 4")
	says("13hz9+", "Erlaubt: 1, 2, 3, nie.")
	says("w13 3", "+3")
	says("2d+", "Re gewinnt +1", "p Pflichtsolo")
	says(strings.Repeat("n", 900))
	if d := b.post(address, typed("lines", "13")).ok(200).doc(); len(d.all(".fault")) > 0 {
		t.Error("a line that is not whole yet has a fault")
	}
	if d := b.post(address, typed("lines", "w13 3")).ok(200).doc(); len(d.all(".headline")) > 0 {
		t.Error("a line of winners says which side won")
	}
	if n := len(e.view(table).Rows); n != 0 {
		t.Errorf("%d rows were stored by looking", n)
	}
}

// A whole sheet without script: what is wrong is said with its line, nothing is stored; then all of it at once.
func TestLines_Many(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	office := e.deskBrowser()
	address := tableAddress(table.Table.ID) + "/lines"
	page := office.get(address).ok(200)
	page.doc().want("[data-next]", "Tisch 2")
	_, err := e.d.StartRound(e.ctx(), e.by, desk.RoundStep{Op: rand.Text(), Tournament: e.cup.ID, Round: 1, Version: e.round(1).Version})
	e.must(err)
	office.get(tournamentAddress(e.cup)).ok(200).doc().in("#desk a[href='" + address + "']")
	wrong := slices.Clone(sheetLines())
	wrong[3], wrong[20] = "12+x", "4d 241"
	bad := page.with("#many form", typed("lines", "\n"+strings.Join(wrong, "\r\n")+"\n13+\n")).ok(422)
	d := bad.doc()
	if got := d.texts("#many .faults li"); len(got) != 3 || !strings.HasPrefix(got[0], "Zeile 5, Stelle 5") || !strings.HasPrefix(got[1], "Zeile 22, Stelle 4") ||
		!strings.HasPrefix(got[2], "Zeile 26, Auf der Liste") {
		t.Errorf("faults %q", got)
	}
	d.want("#f-many", "12+x")
	if n := len(e.view(table).Rows); n != 0 {
		t.Fatalf("%d rows of a sheet with faults", n)
	}
	good := typed("lines", strings.Join(sheetLines(), "\n"))
	check := office.post(address+"/preview", typed("way", "bulk", "number", "1", "lines", strings.Join(sheetLines(), "\n"), "op", rand.Text())).ok(200).doc()
	if got := check.texts(".read-lines li"); len(got) != 24 || !strings.Contains(got[23], "Spiel 24/24") {
		t.Errorf("the check says %q", got)
	}
	bad.with("#many form", good).follow().ok(200)
	bad.with("#many form", good).follow().ok(200) // sent twice it counts once
	done := office.get(address).ok(200).doc()
	done.want("#line-state", "Alle 24 Spiele")
	wantStored(t, e, table)
	page.with("#many form", good).ok(422) // another key: the sheet is full
	if got := office.get(address).ok(200).doc(); len(got.all("#line-form[hidden]")) != 1 {
		t.Error("a full sheet takes another line")
	}
}

// sheetLines are a whole sheet of 24 hands: the four compulsory solos, a Hochzeit, a silent solo, calls and special points.
func sheetLines() []string {
	return []string{
		"13+9", "24-", "13 165 r fr", "12+", "1d+", "34-9 k9", "13hz2+", "24+6", "2bp-", "13+", "14 120", "23+fr", "3f+9", "12-dk", "34+", "1s+",
		"13+3 r0", "24-6", "12+cr", "13+", "4o 131", "23-k", "14+9", "34+0",
	}
}

// wantStored compares what is stored with what Score says of the lines.
func wantStored(t *testing.T, e *evening, table desk.SeatedTable) {
	t.Helper()
	rows := e.view(table).Rows
	if len(rows) != len(sheetLines()) {
		t.Fatalf("%d rows", len(rows))
	}
	running := make([]int, 4)
	for i, line := range sheetLines() {
		l, err := notation.Parse(doppelkopf.DDV(), 4, line)
		e.must(err)
		want, err := doppelkopf.Score(doppelkopf.DDV(), 4, l.Hand)
		e.must(err)
		for pos, n := range want.Points {
			running[pos] += n
		}
		if got := rows[i]; !slices.Equal(got.Current.Points, want.Points) || !slices.Equal(got.Running, running) || got.Number != i+1 {
			t.Errorf("%s: hand %d has %v, running %v; want %v, %v", line, got.Number, got.Current.Points, got.Running, want.Points, running)
		}
		if again, err := notation.Parse(doppelkopf.DDV(), 4, writtenLine(rows[i])); err != nil || fmt.Sprint(again.Hand) != fmt.Sprint(l.Hand) {
			t.Errorf("%s is written back as %s", line, writtenLine(rows[i]))
		}
	}
}

// A second phone without the pen loses nothing it has typed, and can take the pen over.
func TestLines_Pen(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	one, _ := e.phone(table)
	address := tableAddress(table.Table.ID) + "/lines"
	one.get(address).with("#line-form", typed("lines", "13+")).follow().ok(200)
	two, _ := e.phone(table)
	page := two.get(address).ok(200)
	for _, form := range []string{"#line-form", "#many form"} {
		d := page.with(form, typed("lines", "24+\n13+", "op", rand.Text())).ok(409).doc()
		d.in("#line-state form[data-take-pen]")
		if !strings.Contains(d.text("textarea"), "24+") && len(d.all("#f-lines[value*='24+']")) == 0 {
			t.Errorf("%s: the lines are gone", form)
		}
		d.none("#line-back")
	}
	if n := len(e.view(table).Rows); n != 1 {
		t.Errorf("%d rows", n)
	}
	page.with("form[data-take-pen]", nil).ok(303)
	two.get(address).with("#line-form", typed("lines", "24+")).follow().ok(200).doc().in("#line-back")
}

// voidLast takes the last hand back.
func (e *evening) voidLast(table desk.SeatedTable) error {
	rows := e.view(table).Rows
	last := rows[len(rows)-1].Current
	_, _, err := e.d.EnterHand(e.ctx(), e.by, desk.HandEntry{Op: rand.Text(), Table: table.Table.ID, Number: last.Number, Base: last.Revision, Void: true, Reason: "Test"})
	return err
}

// What went against the order of the session is kept by the desk with a note at the end of the line.
func TestLines_Note(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	phone, _ := e.phone(table)
	address := tableAddress(table.Table.ID) + "/lines"
	for b, hint := range map[*browser]string{phone: "trägt es die Turnierleitung", e.deskBrowser(): "am Ende der Zeile !"} {
		page := b.get(address).ok(200)
		page.with("#line-form", typed("lines", "2dl+")).ok(422).doc().want("#line-wrong", hint)
		if said := text(b.post(address+"/preview?part=preview", typed("lines", "2dl+")).ok(200).doc().root); !strings.Contains(said, hint) {
			t.Errorf("while typing: %s", said)
		}
		kept := page.with("#line-form", typed("lines", "2dl+ ! so gespielt", "op", rand.Text()))
		if b == phone {
			kept.ok(422)
			continue
		}
		kept.follow().ok(200)
		e.must(e.voidLast(table))
		page.with("#many form", typed("lines", "2dl+ ! so gespielt\n13+")).follow().ok(200)
		if rows := e.view(table).Rows; rows[0].Current.Reason != "so gespielt" {
			t.Errorf("kept as %+v", rows[0].Current)
		}
	}
}

// What is read of a page's faults changes nothing of them: read again, or by another part of the page, they say the same.
func TestLines_WrongIsPure(t *testing.T) {
	texts, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	problem := tournament.Invalid("solo_order", "hand.contract", map[string]any{"Number": 3, "Name": "Änne"})
	problem.Hint = "break_note"
	page := linesPage{}
	page.Printer, page.Form = texts.Printer(i18n.German), &Form{problems: []*tournament.Problem{problem}}
	before, first := page.Faults(), page.Wrong()
	if problem.Hint != "break_note" || page.Form.problems[0] != problem || !slices.Equal(page.Faults(), before) {
		t.Errorf("the problem has the hint %s", problem.Hint)
	}
	if again := page.Wrong(); !slices.Equal(again, first) || !strings.Contains(first[0], "am Ende der Zeile !") {
		t.Errorf("%q, then %q", first, again)
	}
}

// The last hand is taken back and its line can be sent again as it was, or changed.
func TestLines_Back(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(5)
	b, _ := e.phone(table)
	page := b.get(tableAddress(table.Table.ID) + "/lines").ok(200)
	page.doc().none("#line-back")
	page = page.with("#line-form", typed("lines", "24 +9 fr")).follow().ok(200)
	stale := page
	page = page.with("#line-back", nil).follow().ok(200)
	d := page.doc()
	d.in("#f-lines[value='24 +9 fr']")
	d.want(".flash", "Spiel 1 ist zurückgenommen")
	d.want("#line-state", "Spiel 1/30")
	v := e.view(table)
	if v.Next.Number != 1 || v.Rows[0].Current.ID != 0 || v.Rows[0].Older[0].Reason != "Falsch eingetragen" {
		t.Errorf("next %d, %+v", v.Next.Number, v.Rows[0].Older)
	}
	stale.with("#line-back", typed("op", rand.Text())).ok(409).doc().in("#line-wrong li")
	stale.with("#line-back", typed("base", "x")).ok(422)
	page.with("#line-form", nil).follow().ok(200)
	if v := e.view(table); v.Rows[0].Current.Points[1] != 3 || v.Rows[0].Current.Row.Record.Doppelkopf.SittingOut != 1 {
		t.Errorf("%+v", v.Rows[0].Current)
	}
}

// With Bock rules a line that says nothing of Bock has what the hands before have set off, also within one sheet.
func TestLines_Bock(t *testing.T) {
	e := newEvening(t, func(s *desk.Settings) {
		s.Rules = []byte(`{"bock":true,"bock_triggers":["tie_120"]}`)
	})
	table := e.table(4)
	page := e.deskBrowser().get(tableAddress(table.Table.ID) + "/lines").ok(200)
	many := typed("lines", "13+\n13 120\n13+\n13+b0")
	page.with("#many form", many).follow().ok(200)
	page.with("#many form", many).follow().ok(200) // sent twice it counts once, though the sheet goes on with Bock now
	var marks []int
	for _, r := range e.view(table).Rows {
		marks = append(marks, r.Current.Row.Record.Doppelkopf.Bock)
	}
	if !slices.Equal(marks, []int{0, 0, 1, 0}) {
		t.Errorf("Bock %v", marks)
	}
}

// However many lines there are, they are checked by one look at the sheet, also where each one's Bock follows from those before.
func TestLines_Queries(t *testing.T) {
	e := newEvening(t, func(s *desk.Settings) {
		s.Rules = []byte(`{"bock":true,"bock_triggers":["tie_120"]}`)
	})
	address := tableAddress(e.table(4).Table.ID) + "/lines/preview"
	b := e.deskBrowser()
	count := func(lines int) int {
		sent := typed("way", "bulk", "number", "1", "op", rand.Text(), "lines", strings.Repeat("13 120\n", lines))
		return storetest.Count(t, e.store, func() { b.post(address, sent).ok(200) })
	}
	count(1) // what is read once a process
	if few, many := count(2), count(20); few != many {
		t.Errorf("%d statements for 2 lines, %d for 20", few, many)
	}
}

// The page of lines and the card of the notation keep the rules of pages in both languages.
func TestLines_BothLanguages(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	office := e.deskBrowser()
	address := tableAddress(table.Table.ID) + "/lines"
	e.enter(table, `{"hand":{"contract":"solo_damen","re":[1],"re_augen":130}}`, `{"through":24,"points":[1,-1,2,-2]}`)
	for _, lang := range []string{"en", "de"} {
		office.header.Set("Accept-Language", lang)
		for _, path := range []string{address, "/notation"} {
			d := office.get(path).ok(200).doc()
			if got := d.attr("html", "lang"); got != lang {
				t.Errorf("%s is in %s", path, got)
			}
			if strings.Contains(text(d.root), "notation.") || strings.Contains(text(d.root), "lines.") {
				t.Errorf("%s in %s lacks a text", path, lang)
			}
		}
		for _, part := range []string{"state", "written"} {
			office.get(address + "?part=" + part).ok(200).doc().in("#line-" + part + "[data-live][hx-get]")
		}
	}
	// What the card says of its examples is what the program says: 165 is under 90, Re announced, a fox.
	d := newBrowser(t, e.ts).get("/notation").ok(200).doc()
	if n := len(d.all(".notation-examples tbody tr")); n != 15 {
		t.Errorf("%d of 15 examples can be read", n)
	}
	rows := d.texts(".notation-examples tbody tr")
	if !strings.Contains(rows[5], "Re gewinnt +5 +5 · −5 · +5 · −5") {
		t.Errorf("the example says %q", rows[5])
	}
	keys := strings.Join(d.texts(".notation-keys dt"), " ")
	for _, k := range []string{"+9", "-0", "d", "hz", "a", "r", "k", "f", "e", "c", "g", "z", "b", "w", "p", "n", "s", "v", "l"} {
		if !strings.Contains(" "+keys+" ", " "+k+" ") {
			t.Errorf("the card lacks %s: %s", k, keys)
		}
	}
}
