package reports_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"doko/reports"
	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/words"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// texts reads a language file and translates as the program does: {{.Name}} placeholders filled from pairs.
func texts(tb testing.TB, lang string) reports.Text {
	tb.Helper()
	raw, err := os.ReadFile("../web/i18n/" + lang + ".json")
	if err != nil {
		tb.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(raw, &all); err != nil {
		tb.Fatal(err)
	}
	return func(key string, args ...any) string {
		s, ok := all[key].(string)
		if !ok {
			tb.Errorf("%s.json has no text %s", lang, key)
		}
		for i := 0; i+1 < len(args); i += 2 {
			s = strings.ReplaceAll(s, fmt.Sprintf("{{.%s}}", args[i]), fmt.Sprint(args[i+1]))
		}
		if strings.Contains(s, "{{") {
			tb.Errorf("%s: placeholders left in %q", key, s)
		}
		return s
	}
}

func pdf(tb testing.TB, p writer, lang string) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := p(&b, texts(tb, lang)); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// poppler runs one of poppler's programs on a PDF ("FILE" among the arguments) and returns what it prints. Without poppler the
// test is skipped, but not in CI.
func poppler(t *testing.T, file []byte, program string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is missing: install poppler-utils", program)
		}
		t.Skipf("%s is missing: install poppler-utils", program)
	}
	name := filepath.Join(t.TempDir(), "paper.pdf")
	if err := os.WriteFile(name, file, 0o600); err != nil {
		t.Fatal(err)
	}
	for i, a := range args {
		args[i] = strings.Replace(a, "FILE", name, 1)
	}
	out, err := exec.CommandContext(t.Context(), program, args...).Output()
	if err != nil {
		t.Fatalf("%s: %v", program, err)
	}
	return string(out)
}

func layout(t *testing.T, file []byte) string {
	t.Helper()
	return poppler(t, file, "pdftotext", "-layout", "FILE", "-")
}

// Every paper in both languages: its text is the golden one, its bytes are always the same, its letters are big enough, and
// nothing leaves the page.
func TestPapers(t *testing.T) {
	for name, p := range papers(t) {
		t.Run(name, func(t *testing.T) {
			de := pdf(t, p, "de")
			golden(t, name+".de.txt", layout(t, de))
			golden(t, name+".en.txt", layout(t, pdf(t, p, "en")))
			if !bytes.Equal(de, pdf(t, p, "de")) {
				t.Error("two writings differ")
			}
			letterSize(t, de)
			insidePage(t, de)
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := "testdata/" + name
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s changed, -update if meant so (-want +got):\n%s", name, diff)
	}
}

func TestPages(t *testing.T) {
	tests := []struct {
		name  string
		paper writer
		pages int
		every []string // on every page
	}{
		{"12 players", standings(t, 12, 3).WritePDF, 1, []string{"Seite 1 von 1", "Platz", "VORLÄUFIG"}},
		{"45 players", standings(t, 45, 3).WritePDF, 2, []string{"Platz", "Name", "Punkte", "VORLÄUFIG", "Fassung 2"}},
		{"200 players", standings(t, 200, 3).WritePDF, 6, []string{"Platz", "Name", "Punkte", "VORLÄUFIG", "Fassung 2"}},
		{"many rounds lie across", standings(t, 45, 8).WritePDF, 3, []string{"R 8", "Platz"}},
		{"seating of 45", seating(t, 45).WritePDF, 2, []string{"Sitzplan Runde 2"}},
		{"sheet of four", blankSheets(4, 24).WritePDF, 1, []string{"Runde 2 · Tisch 7", "Unterschriften"}},
		{"sheet of five", blankSheets(5, 30).WritePDF, 1, []string{"Runde 2 · Tisch 7", "Unterschriften"}},
		{"sheet of 60 hands", filledSheets(4, 60).WritePDF, 2, []string{"Runde 2 · Tisch 7", "Geber"}},
		{"three cards", cards(3).WritePDF, 2, []string{"Tisch", "Runde 2"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pages := strings.Split(strings.TrimSuffix(layout(t, pdf(t, tt.paper, "de")), "\f"), "\f")
			if len(pages) != tt.pages {
				t.Fatalf("%d pages, want %d", len(pages), tt.pages)
			}
			for i, page := range pages {
				for _, want := range tt.every {
					if !strings.Contains(page, want) {
						t.Errorf("page %d lacks %q", i+1, want)
					}
				}
				if number := fmt.Sprintf("Seite %d von %d", i+1, tt.pages); strings.Contains(page, "Seite ") && !strings.Contains(page, number) {
					t.Errorf("page %d does not say %q", i+1, number)
				}
			}
		})
	}
}

// The rules of every preset, with the words of either pack, are one page that a table can keep. Only a club that switches everything
// on needs the back of it.
func TestRulesFitOnePage(t *testing.T) {
	for _, lang := range []string{"de", "en"} {
		for _, pack := range []words.Pack{words.French, words.German} {
			for _, name := range append(doppelkopf.PresetNames(), "everything") {
				file := pdf(t, ruleSheet(t, name, pack), lang)
				most := 1
				if name == "everything" {
					most = 2
				}
				if pages := strings.Count(layout(t, file), "\f"); pages > most {
					t.Errorf("%s in %s, %s pack: %d pages", name, lang, pack, pages)
				}
				letterSize(t, file)
				insidePage(t, file)
			}
		}
	}
}

// The text of a PDF can be right where the picture shows boxes; here it must at least be right. Left to right scripts only:
// poppler writes the others with direction marks.
func TestNamesCanBeRead(t *testing.T) {
	text := layout(t, pdf(t, seating(t, 24).WritePDF, "de"))
	for _, name := range []string{
		"Jürgen Groß-Öztürk", "Ødegård", "Łukasz Żak", "Đorđe Šišić", "Günther – 2. Herz 10 ♥", "Ilkay Yıldırım Şahin",
		"Γιώργος Παπαδόπουλος", "王小明", "Siân Nguyễn Thị Ánh", "김민준", "たなか さくら", "Jörg mit Zerlegung", "Emoji",
	} {
		if !strings.Contains(text, name) {
			t.Errorf("the list lacks %q", name)
		}
	}
}

func TestGermanOrder(t *testing.T) {
	var b bytes.Buffer
	if err := seating(t, 23).WriteCSV(&b, texts(t, "de")); err != nil {
		t.Fatal(err)
	}
	last := -1
	for _, name := range []string{"\nOster;", "\nÖzdemir;", "\nÖztürk;", "\nZander;"} {
		at := strings.Index(b.String(), name)
		if at <= last {
			t.Errorf("%q stands at %d, not after %d", name, at, last)
		}
		last = at
	}
}

// Fonts are shared between documents; with -race this finds writes into them.
func TestParallel(t *testing.T) {
	want := pdf(t, standings(t, 22, 3).WritePDF, "de")
	de := texts(t, "de")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			var b bytes.Buffer
			if err := standings(t, 22, 3).WritePDF(&b, de); err != nil || !bytes.Equal(b.Bytes(), want) {
				t.Errorf("written beside others: %v, same bytes %v", err, bytes.Equal(b.Bytes(), want))
			}
		})
	}
	wg.Wait()
}

// streams are the drawing instructions of all pages.
func streams(t *testing.T, file []byte) string {
	t.Helper()
	var out strings.Builder
	for _, part := range bytes.Split(file, []byte("stream\n"))[1:] {
		r, err := zlib.NewReader(bytes.NewReader(part))
		if err != nil {
			continue // a font table that is not compressed
		}
		data, err := io.ReadAll(r)
		if err != nil {
			continue
		}
		if bytes.Contains(data, []byte(" Tf")) {
			out.Write(data)
		}
	}
	return out.String()
}

func letterSize(t *testing.T, file []byte) {
	t.Helper()
	found := regexp.MustCompile(`/F\w+ ([\d.]+) Tf`).FindAllStringSubmatch(streams(t, file), -1)
	if len(found) == 0 {
		t.Error("no text found")
	}
	for _, m := range found {
		if points, err := strconv.ParseFloat(m[1], 64); err != nil || points < 11 {
			t.Errorf("letters of %s points", m[1])
			break
		}
	}
}

func insidePage(t *testing.T, file []byte) {
	t.Helper()
	page := regexp.MustCompile(`<page width="([\d.]+)" height="([\d.]+)"`)
	word := regexp.MustCompile(`<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)</word>`)
	number := func(s string) float64 {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	var w, h float64
	for line := range strings.Lines(poppler(t, file, "pdftotext", "-bbox", "FILE", "-")) {
		if m := page.FindStringSubmatch(line); m != nil {
			w, h = number(m[1]), number(m[2])
		}
		const edge = 20 // points: printers leave 4 mm white, we 7
		if m := word.FindStringSubmatch(line); m != nil &&
			(number(m[1]) < edge || number(m[2]) < edge || number(m[3]) > w-edge || number(m[4]) > h-edge) {
			t.Errorf("%q stands at %v on a page of %v by %v", m[5], m[1:5], w, h)
		}
	}
}

// What cannot be drawn is an error, not half a file.
func TestNothingIsWrittenOnFailure(t *testing.T) {
	s := standings(t, 12, 1)
	s.Link = strings.Repeat("x", 5000) // no QR code holds this
	var b bytes.Buffer
	if err := s.WritePDF(&b, texts(t, "de")); err == nil || b.Len() > 0 {
		t.Errorf("error %v, %d bytes written", err, b.Len())
	}
	broken := func(string, ...any) string { panic("no texts") }
	if err := standings(t, 12, 1).WritePDF(&b, broken); err == nil || b.Len() > 0 {
		t.Errorf("a panic inside gave error %v, %d bytes", err, b.Len())
	}
}

func FuzzPapers(f *testing.F) {
	f.Add("😀 王小明 محمد", 3)
	f.Add("\x00\xff\u202e((\\", -1)
	f.Add("שלום (12) abc", 24)
	f.Fuzz(func(t *testing.T, s string, n int) {
		de := texts(t, "de")
		h := reports.Head{Tournament: s, Venue: s, Date: s, Printed: s, Link: s, Revision: n}
		if len(s) > 400 {
			h.Link = ""
		}
		for _, p := range []writer{
			reports.Standings{Head: h, Title: s, AfterRound: n, Warnings: []string{s}, Sum: &reports.SumCheck{Sheets: n},
				Lines: []reports.StandingsLine{{Rank: n, StartNo: n, Name: s, Club: s, Rounds: []*int{&n, nil}, Total: n, Penalty: n, DecidedBy: s}}}.WritePDF,
			reports.SeatingList{Head: h, Round: n, Seed: s, Tables: []reports.SeatingTable{{Number: n, Seats: []reports.SeatingSeat{{Position: n, Name: s, Sort: s}}}}}.WritePDF,
			reports.Sheets{Head: h, Sheets: []reports.Sheet{{Round: n, Table: n, Rules: s, Filled: true, Notes: []string{s}, Players: []reports.SheetPlayer{{Name: s, StartNo: n, Solo: n}},
				Rows: []reports.SheetRow{{Number: n, Dealer: n, Points: []int{n, n}, Winners: []int{n}, Soloist: n, Mark: s}, {Text: s, Struck: true}}}}}.WritePDF,
			reports.TableCards{Head: h, Cards: []reports.TableCard{{Round: n, Number: n, Names: []string{s}, Link: h.Link}}}.WritePDF,
		} {
			if err := p(io.Discard, de); err != nil && !strings.Contains(err.Error(), "QR") {
				t.Errorf("%q, %d: %v", s, n, err)
			}
		}
	})
}

// A tournament, a club and players with emoji give papers without a box, and the properties of the file are readable.
func TestEmojiOnPaper(t *testing.T) {
	s := standings(t, 8, 1)
	s.Tournament, s.Title = "🦊-Cup 🏆 Süd", "Rangliste 🏆"
	for i, name := range []string{"Änne 🦊 Müller", "Łukasz", "Юрий", "李", "שלום כהן 🎉", "محمد علي", "🦊", "Ilse 👩‍👩‍👧"} {
		s.Lines[i].Name, s.Lines[i].Club = name, "Fuchs 🦊"
	}
	file := pdf(t, s.WritePDF, "de")
	text := poppler(t, file, "pdftotext", "-layout", "FILE", "-")
	for _, want := range []string{"-Cup Süd", "Änne Müller", "Łukasz", "Юрий", "李", "Ilse ", " ? ", "Fuchs "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing:\n%s", want, text)
		}
	}
	if strings.ContainsRune(text, '\uFFFD') {
		t.Errorf("a box is printed:\n%s", text)
	}
	if info := poppler(t, file, "pdfinfo", "FILE"); !strings.Contains(info, "Rangliste") || !strings.Contains(info, "-Cup Süd") {
		t.Errorf("properties: %s", info)
	}
}
