package web

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"doko/tournament/desk"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// paperLines is a PDF as text, its blanks squeezed.
func paperLines(t *testing.T, pdf string) []string {
	t.Helper()
	dir := t.TempDir()
	if keep := os.Getenv("DOKO_TEST_SHOTS"); keep != "" {
		dir = keep
	}
	file := filepath.Join(dir, strings.ReplaceAll(t.Name(), "/", "_")+".pdf")
	if err := os.WriteFile(file, []byte(pdf), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "pdftotext", "-layout", file, "-").Output()
	if err != nil {
		t.Fatalf("pdftotext (Debian package poppler-utils): %v", err)
	}
	lines := strings.Split(string(out), "\n")
	for i := range lines {
		lines[i] = strings.Join(strings.Fields(lines[i]), " ")
	}
	return lines
}

// lineWith is the first line that matches.
func lineWith(lines []string, pattern string) string {
	re := regexp.MustCompile(pattern)
	for _, line := range lines {
		if re.MatchString(line) {
			return line
		}
	}
	return ""
}

// A list that was kept in three ways goes on on paper: running totals of all hands so far, empty rows with who deals, who owes a solo.
func TestGoOnOnPaper(t *testing.T) {
	for _, lang := range []string{"de", "en"} {
		t.Run(lang, func(t *testing.T) {
			e := newEvening(t, nil)
			table := e.table(4)
			e.enter(table, `{"hand":{"contract":"solo_damen","re":[3],"re_augen":130}}`, `{"winners":[1,2],"value":2}`, `{"winners":[1],"value":1}`)
			// Totals −1 −1 3 −1, then 1 1 1 −3, then 4 0 0 −4. The copied rows: +2 for 1 and 4, and a solo of the fourth for 6.
			_, err := e.d.EnterRunning(e.ctx(), e.by, desk.RunningEntry{
				Op: rand.Text(), Table: table.Table.ID, From: 4, Start: []int{4, 0, 0, -4}, Rows: []sheet.Written{paperRow(6, -2, -2, -2), paperRow(4, -4, -4, 4)},
			})
			e.must(err)
			b, page := e.phone(table)
			address := page.doc().attr("a[href$='paper.pdf']", "href")
			a := b.get(address + "?lang=" + lang)
			if a.status == http.StatusSeeOther {
				a = a.follow()
			}
			a.ok(200)
			lines := paperLines(t, a.body)
			name := func(at int) string { first, _, _ := strings.Cut(table.Seats[at-1].Name, " "); return first }
			want := map[string]string{
				"^1 1 ": "−1 −1 −1 −1 +3 +3 −1 −1 +1",
				"^3 2 ": "+3 +4 −1 0 −1 0 −1 −4 +1",
				"^5 3 ": "−2 +4 −2 −4 −2 −4 +6 +4",
				"^6 3 ": "6 3 " + name(3),
			}
			// After each of the three chosen compulsory solos the same player dealt again: 1 1 2 2 3 3, and so the third deals hand 6.
			for pattern, ends := range want {
				if got := lineWith(lines, pattern); !strings.HasSuffix(got, ends) {
					t.Errorf("%s: %q does not end with %q", pattern, got, ends)
				}
			}
			if got := lineWith(lines, "^24 1 "); got != "24 1 "+name(1) {
				t.Errorf("the last row: %q", got)
			}
			all := strings.Join(lines, "\n")
			for _, says := range map[string][]string{
				"de": {"Weiter mit Spiel 6: 3 " + name(3) + " gibt.", "Pflichtsolo noch offen: 2 " + name(2), "Pflichtsolo"},
				"en": {"Goes on with hand 6: 3 " + name(3) + " deals.", "Compulsory solo still owed: 2 " + name(2)},
			}[lang] {
				if !strings.Contains(all, says) {
					t.Errorf("the paper does not say %q:\n%s", says, all)
				}
			}
			if again := b.get(address).ok(200); !bytes.Equal([]byte(again.body), []byte(a.body)) {
				t.Error("the same list gives another paper")
			}
			e.must(e.store.View(e.ctx(), func(tx *store.Tx) error {
				prints, err := tx.Prints(e.cup.ID)
				if len(prints) != 1 || prints[0].Kind != "sheets" || prints[0].Round != 1 || prints[0].Table != table.Table.Number || prints[0].Lang != lang {
					t.Errorf("kept as printed: %+v", prints)
				}
				return err
			}))
			b.get(tableAddress(e.table(5).Table.ID) + "/paper.pdf").ok(http.StatusForbidden)
			newBrowser(t, e.ts).get(address).ok(http.StatusUnauthorized)
		})
	}
}

func paperRow(totals ...int) sheet.Written {
	row := sheet.Written{}
	for _, n := range totals {
		row.Totals = append(row.Totals, &n)
	}
	return row
}

// Five long names, one of whom still owes a solo with as many hands left as solos: one page, who deals sits out in each empty row.
func TestGoOnOnPaper_FiveLongNames(t *testing.T) {
	raw, err := os.ReadFile("../reports/testdata/12_namen_fuer_pdf.csv")
	if err != nil {
		t.Fatal(err)
	}
	e := newEvening(t, nil)
	table := e.table(5)
	entries, err := e.d.Entries(e.ctx(), e.by, e.cup.ID)
	e.must(err)
	for i, line := range strings.Split(string(raw), "\n")[1:6] {
		name, _, _ := strings.Cut(line, ";")
		for _, entry := range entries.Entries {
			if entry.ID == table.Seats[i].Entry {
				_, err := e.d.EditEntry(e.ctx(), e.by, desk.EntryEdit{Op: rand.Text(), Entry: entry.ID, Version: entry.Version, Name: name, StartNo: entry.StartNo, FromRound: 1})
				e.must(err)
			}
		}
	}
	var rows []sheet.Written
	total := [5]int{}
	for hand := range 25 { // two win 1 in turn, nobody plays a solo
		for k := 1; k <= 4; k++ {
			total[(hand+k)%5] += []int{1, 1, -1, -1}[k-1]
		}
		rows = append(rows, paperRow(total[:]...))
	}
	v, err := e.d.EnterRunning(e.ctx(), e.by, desk.RunningEntry{Op: rand.Text(), Table: table.Table.ID, From: 1, Start: make([]int, 5), Rows: rows})
	e.must(err)
	if v.Next.Forced == 0 {
		t.Fatalf("nobody is forced: %+v", v.Next)
	}
	b, _ := e.phone(table)
	lines := paperLines(t, b.get(tableAddress(table.Table.ID)+"/paper.pdf").ok(200).body)
	all := strings.Join(lines, "\n")
	if strings.Contains(all, "Fortsetzung") {
		t.Error("the list does not fit on one page")
	}
	if got := lineWith(lines, "^26 1 "); !strings.HasSuffix(got, "–") {
		t.Errorf("who deals hand 26 does not sit out: %q", got)
	}
	if !strings.Contains(all, "Spiel 26: ") || !strings.Contains(all, "muss das Pflichtsolo spielen.") {
		t.Errorf("nobody is forced on paper:\n%s", all)
	}
}

// A list kept in all four ways is printed with the right running totals, the copied rest among them.
func TestMixedSheetOnPaper(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	e.enter(table, `{"hand":{"contract":"normal","re":[1,3],"re_augen":131}}`, `{"winners":[1,2],"value":2}`)
	// Totals 3 1 −1 −3; then a solo of the second for 2 each: 1 7 −3 −5; then the rest: −4 9 1 −6.
	_, err := e.d.EnterRunning(e.ctx(), e.by, desk.RunningEntry{Op: rand.Text(), Table: table.Table.ID, From: 3, Start: []int{3, 1, -1, -3}, Rows: []sheet.Written{paperRow(1, 7, -3, -5)}})
	e.must(err)
	e.enter(table, `{"through":24,"points":[-5,2,4,-1],"solos":[1,0,1,1]}`)
	pdf := e.deskBrowser().get("/t/" + e.cup.PublicID + "/papers/sheets.pdf?table=1").ok(200).body
	lines := paperLines(t, pdf)
	for pattern, ends := range map[string]string{
		"^3 3 .*Pflichtsolo":    "−2 +1 +6 +7 −2 −3 −2 −5",
		"^4 .*bis Spiel 24":     "−5 −4 +2 +9 +4 +1 −1 −6",
		"^Summe der Spiele":     "−4 +9 +1 −6 0",
		"^Pflichtsolo:|Spiel 3": "Spiel 3",
	} {
		if got := lineWith(lines, pattern); !strings.HasSuffix(got, ends) {
			t.Errorf("%s: %q does not end with %q", pattern, got, ends)
		}
	}
	table5 := e.table(5)
	e.enter(table5, `{"winners":[2],"value":2}`, `{"winners":[3,4],"value":1}`)
	b, _ := e.phone(table5)
	lines = paperLines(t, b.get(tableAddress(table5.Table.ID)+"/paper.pdf").ok(200).body)
	// The first dealt and sat out twice, since hand 1 was the second's compulsory solo; the second deals hand 3.
	if got := lineWith(lines, "^2 1 "); !strings.HasSuffix(got, "– 0 −1 +5 +1 −1 +1 −1 −1 −3") {
		t.Errorf("hand 2: %q", got)
	}
	if got := lineWith(lines, "^3 2 "); !strings.HasSuffix(got, "–") {
		t.Errorf("hand 3: %q", got)
	}
}

// A hand taken back in the middle is open again: it has one empty row, and what was played after it none.
func TestPaperOfAGap(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	e.enter(table, `{"winners":[1,2],"value":1}`, `{"winners":[1,3],"value":2}`, `{"winners":[1,4],"value":4}`)
	_, _, err := e.d.EnterHand(e.ctx(), e.by, desk.HandEntry{Op: rand.Text(), Table: table.Table.ID, Number: 2, Base: 1, Void: true, Reason: "falscher Tisch"})
	e.must(err)
	paths := []string{
		tableAddress(table.Table.ID) + "/paper.pdf", fmt.Sprintf("/t/%s/papers/sheets.pdf?round=1&table=%d", e.cup.PublicID, table.Table.Number),
	}
	for _, path := range paths {
		lines := paperLines(t, e.deskBrowser().get(path).ok(200).body)
		count := map[int]int{}
		for _, line := range lines {
			var number int
			if _, err := fmt.Sscanf(line, "%d ", &number); err == nil {
				count[number]++
			}
		}
		if count[2] != 3 || count[3] != 1 || count[4] != 1 || count[24] != 1 {
			t.Errorf("%s: hand 2 has %d rows of which two are struck, hand 3 %d, hand 4 %d, hand 24 %d:\n%s", path, count[2], count[3], count[4], count[24], strings.Join(lines, "\n"))
		}
	}
}
