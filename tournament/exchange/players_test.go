package exchange

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/charmap"
	"pgregory.net/rapid"

	"doko/tournament"
)

// cells lists problems as "cell code".
func cells(ps tournament.Problems) []string {
	var out []string
	for _, p := range ps {
		out = append(out, p.Field+" "+p.Code)
	}
	return out
}

func TestReadPlayers_ListsOfClubs(t *testing.T) {
	want := map[string][]PlayerLine{
		"01_cp1252_semikolon_crlf.csv": {
			{Line: 2, Name: "Änne Müller-Lüdenscheid", Club: "DoKo-Füchse Süd e.V."},
			{Line: 3, Name: "Jörg Groß", Club: "Karlchen’s Erben"},
			{Line: 4, Name: "Özlem von der Heide", Club: "Dulle „Rot“"},
			{Line: 5, Name: "Tunç Çelik"},
			{Line: 6, Name: "Sören Weiß", Club: "Re – Kontra – 90"},
		},
		"02_utf8_bom_semikolon.csv": {
			{Line: 2, StartNo: 1, Name: "Jörg Groß"}, {Line: 3, StartNo: 2, Name: "Žofie Nováková"}, {Line: 4, StartNo: 3, Name: "Åsa Lindqvist"},
		},
		"03a_export_alt_tabulator.txt": {
			{Line: 2, Name: "Hans-Peter Krüger", MemberNo: "00123"}, {Line: 3, Name: "Hans Peter Krüger", MemberNo: "00124"},
		},
		"05_titelzeilen_leerzeilen_summe.csv": {
			{Line: 6, StartNo: 1, Name: "Dörte Weiß-Kühn", Club: "Karo Ass", Paid: true},
			{Line: 7, StartNo: 2, Name: "Piet-Jan Ålund", Club: "Karo Ass"},
			{Line: 10, StartNo: 3, Name: "Matthäus Ebensfeld", Group: "Gäste", Paid: true},
			{Line: 11, StartNo: 4, Name: "Annegret Groß", Group: "Gäste", Paid: true},
		},
		"07_excel_kopf_zeile3_gemischt.xlsx": {
			{Line: 4, StartNo: 1, Name: "Änne Müller-Lüdenscheid", MemberNo: "00471", Paid: true},
			{Line: 5, StartNo: 2, Name: "Jörg von der Heide", MemberNo: "472"},
			{Line: 6, StartNo: 3, Name: "Søren Østergård", MemberNo: "DDV-0473", Note: "(Ersatz: N.N.)"},
			{Line: 8, Name: "Joris van ’t Hoff"},
			{Line: 9, StartNo: 5, Name: "Żaneta Łukaszewicz", MemberNo: "474"},
		},
		"11_sep_zeile_formeln.csv": {
			{Line: 3, StartNo: 1, Name: "Jörg Groß", Club: "DC Hamm"},
			{Line: 4, StartNo: 2, Name: "+49 Änne", Club: "DC Hamm"},
			{Line: 5, StartNo: 3, Name: "@home Spieler"},
			{Line: 6, StartNo: 4, Name: "Dörte Weiß;Kühn"},
		},
		"12_namen_fuer_pdf.csv": {
			{Line: 2, Name: "Dr. Dr. h. c. Maria-Theresia Freifrau von und zu Hohenlohe-Waldenburg-Schillingsfürst",
				Club: "1. Doppelkopf-Verein „Die Zweite Herz-Zehn sticht die Erste nicht“ Recklinghausen-Süd 1982 e. V."},
			{Line: 3, Name: "Żaneta Łukaszewicz-Ćwiklińska", Club: "Poznań"}, {Line: 4, Name: "Đorđe Šišić", Club: "Čačak"},
			{Line: 5, Name: "Ilkay Yıldırım Şahin", Club: "İzmir"}, {Line: 6, Name: "Γιώργος Παπαδόπουλος"}, {Line: 7, Name: "王小明"},
			{Line: 8, Name: "Siân Nguyễn Thị Ánh"}, {Line: 9, Name: "X"},
		},
	}
	files, err := filepath.Glob("testdata/playerlists/*")
	if err != nil || len(files) != len(want) {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			raw, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			got, ps := ReadPlayers(f, raw)
			if ps != nil {
				t.Error(cells(ps))
			}
			if d := cmp.Diff(want[filepath.Base(f)], got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// TestReadPlayers_SameListInEveryForm: forty players, written as programs and people write them, read the same.
func TestReadPlayers_SameListInEveryForm(t *testing.T) {
	var want []PlayerLine
	for i := range 40 {
		want = append(want, PlayerLine{Line: i + 2, StartNo: i + 1, Name: fmt.Sprintf("Jörg Müller%c", 'a'+i%26), Club: "Füchse, Süd"})
	}
	table := func(sep, end string) string {
		var b strings.Builder
		b.WriteString(strings.Join([]string{"Startnr.", "Nachname", "Vorname", "Verein"}, sep) + end)
		for i := range 40 {
			b.WriteString(strings.Join([]string{fmt.Sprint(i + 1), fmt.Sprintf("Müller%c", 'a'+i%26), "Jörg", `"Füchse, Süd"`}, sep) + end)
		}
		return b.String()
	}
	latin, err := charmap.Windows1252.NewEncoder().String(table(";", "\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	var little, big bytes.Buffer
	little.Write([]byte{0xff, 0xfe})
	big.Write([]byte{0xfe, 0xff})
	for _, u := range utf16.Encode([]rune(table("\t", "\r\n"))) {
		little.Write([]byte{byte(u), byte(u >> 8)})
		big.Write([]byte{byte(u >> 8), byte(u)})
	}
	for name, content := range map[string]string{
		"UTF-8 semicolon": table(";", "\n"), "UTF-8 with mark": "\ufeff" + table(";", "\r\n"), "Windows-1252": latin,
		"comma": table(",", "\n"), "tab": table("\t", "\n"), "UTF-16": little.String(), "UTF-16 the other way": big.String(),
	} {
		got, ps := ReadPlayers(name, []byte(content))
		if ps != nil {
			t.Errorf("%s: %v", name, cells(ps))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

func TestReadPlayers_Problems(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
		lines    int
	}{
		{"no header", "a;b\nc;d\n", []string{" list_no_header"}, 0},
		{"nothing", "", []string{" list_no_header"}, 0},
		{"a picture", "\x89PNG\r\n\x1a\n\x00\x00", []string{" list_kind"}, 0},
		{"a broken workbook", "PK\x03\x04 nothing more", []string{" list_unreadable"}, 0},
		{"a quotation mark without its pair", "Name;Verein\n\"Anna;DC Hamm\nBea;\n", []string{" list_quote_open"}, 0},
		{"cells", "Nr;Name;Verein\n1;Anna;A\n1;Bea;B\nx;Cem;C\n3;;D\n4;=1+1;\n5;" + strings.Repeat("x", 121) + ";\n6;Eva;E\n", []string{
			"A3 duplicate_start_no", "A4 list_start_no", "B5 name_missing", "B6 list_formula", "B7 name_too_long",
		}, 2},
		{"a start number too high", "Name;Startnummer\nAnna;100000\n", []string{"B2 start_no_range"}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ps := ReadPlayers("list.csv", []byte(tt.in))
			if d := cmp.Diff(tt.want, cells(ps)); d != "" || len(got) != tt.lines {
				t.Errorf("%d lines, want %d; (-want +got):\n%s", len(got), tt.lines, d)
			}
		})
	}
	_, ps := ReadPlayers("list.csv", []byte("Nr;Name\n1;\n"))
	if p := ps[0]; p.Args["Line"] != 2 || p.Args["Column"] != "Name" {
		t.Errorf("args %v, want line 2, column Name", p.Args)
	}
}

func TestReadPlayers_Names(t *testing.T) {
	tests := []struct{ in, name, note string }{
		{"Name\nAnna Groß", "Anna Groß", ""},
		{"Name\nGroß, Anna", "Anna Groß", ""},
		{"Name\n\"Heide, Jörg von der\"", "Jörg von der Heide", ""},
		{"Name\n\"Groß, Dr.\"", "Groß, Dr.", ""},
		{"Name\n\"a, b, c\"", "a, b, c", ""},
		{"Name;Vorname\nGroß;Anna", "Anna Groß", ""},
		{"Nachname,Vorname\nGroß,Anna", "Anna Groß", ""},
		{"Nachname;Verein\nGroß;A", "Groß", ""},
		{"Vor- und Nachname;Verein\n\"Groß, Anna\";A", "Groß, Anna", ""},
		{"Spieler;Bemerkung\n\"Anna \"\"Änne\"\" Groß\nkommt später\";\"Auto\nrot\"", `Anna "Änne" Groß`, "kommt später\nAuto\nrot"},
		{"Name;Verein\n\"Kalle\" Groß;A", `"Kalle" Groß`, ""},
		{"Name;Verein\n=HYPERLINK(\"x;y\";\"Anna (jun.) Groß\");A", "Anna (jun.) Groß", ""},
		{"Name;Verein;\n'=1+1;A;", "=1+1", ""},
		{"sep=,\nName,Verein\nAnna,A", "Anna", ""},
	}
	for _, tt := range tests {
		got, ps := ReadPlayers("list.csv", []byte(tt.in))
		if ps != nil || len(got) != 1 || got[0].Name != tt.name || got[0].Note != tt.note {
			t.Errorf("%q: got %+v %v, want %q %q", tt.in, got, cells(ps), tt.name, tt.note)
		}
	}
	got, ps := ReadPlayers("namen.txt", []byte("Anna Groß\r\nBea\r\n"))
	if len(got) != 2 || ps != nil || got[1].Name != "Bea" {
		t.Errorf("a list of bare names: %+v %v", got, ps)
	}
}

func TestReadPlayers_Paid(t *testing.T) {
	for cell, want := range map[string]bool{
		"x": true, "ja": true, "10 €": true, "10,50": true, "✓": true, "Überwiesen": true, "": false, "-": false, "0": false, "0,00 €": false, "nein": false, "offen": false,
	} {
		if got := paid(cell); got != want {
			t.Errorf("%q: %v", cell, got)
		}
	}
}

func TestReadPlayers_Limits(t *testing.T) {
	_, ps := ReadPlayers("list.csv", bytes.Repeat([]byte("x"), MaxListBytes+1))
	if d := cmp.Diff([]string{" file_too_large"}, cells(ps)); d != "" {
		t.Error(d)
	}
	_, ps = ReadPlayers("list.csv", []byte("Name\n"+strings.Repeat("Anna\n", MaxListRows)))
	if d := cmp.Diff([]string{" list_too_long"}, cells(ps)); d != "" {
		t.Error(d)
	}
}

func TestReadPlayers_SecondSheet(t *testing.T) {
	book := excelize.NewFile()
	defer func() { _ = book.Close() }()
	if _, err := book.NewSheet("Liste"); err != nil {
		t.Fatal(err)
	}
	for cell, v := range map[string]any{"A1": "Startnr", "B1": "Name", "A2": 7, "B2": "Groß, Anna"} {
		if err := book.SetCellValue("Liste", cell, v); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	got, ps := ReadPlayers("x.xlsx", raw.Bytes())
	if d := cmp.Diff([]PlayerLine{{Line: 2, StartNo: 7, Name: "Anna Groß"}}, got); d != "" || ps != nil {
		t.Errorf("%v (-want +got):\n%s", cells(ps), d)
	}
	if err := book.DeleteSheet("Liste"); err != nil {
		t.Fatal(err)
	}
	if raw, err = book.WriteToBuffer(); err != nil {
		t.Fatal(err)
	}
	if _, ps = ReadPlayers("x.xlsx", raw.Bytes()); len(ps) != 1 || ps[0].Code != "list_no_header" {
		t.Errorf("an empty workbook: %v", cells(ps))
	}
}

func TestWritePlayers_Excel(t *testing.T) {
	got := string(WritePlayers([]PlayerLine{{StartNo: 1, Name: "=HYPERLINK(1)", Club: `Die "Alten"; Süd`, Paid: true}, {Name: "-", Note: "a\nb"}}))
	want := "\ufeffStartnr;Vor- und Nachname;Verein;Mitgliedsnr;Mannschaft;Gruppe;Bezahlt;Bemerkung\r\n" +
		"1;'=HYPERLINK(1);\"Die \"\"Alten\"\"; Süd\";;;;ja;\r\n;'-;;;;;;\"a\nb\"\r\n"
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestWritePlayers_ReadBack(t *testing.T) {
	texts := rapid.StringMatching(`[=+@'",;ÄßŁ王\-a-z ]{0,12}`)
	rapid.Check(t, func(t *rapid.T) {
		var lines []PlayerLine
		for i := range rapid.IntRange(0, 6).Draw(t, "players") {
			name := tournament.CleanName(texts.Draw(t, "name") + "n")
			lines = append(lines, PlayerLine{
				StartNo: i + 1, Name: name, Club: tournament.CleanName(texts.Draw(t, "club")), MemberNo: tournament.CleanName(texts.Draw(t, "no")),
				Team: tournament.CleanName(texts.Draw(t, "team")), Group: tournament.CleanName(texts.Draw(t, "group")),
				Paid: rapid.Bool().Draw(t, "paid"), Note: strings.TrimSpace(texts.Draw(t, "note") + "\n" + texts.Draw(t, "note")),
			})
		}
		got, ps := ReadPlayers("players.csv", WritePlayers(lines))
		if ps != nil {
			t.Fatal(cells(ps))
		}
		for i := range got {
			got[i].Line = 0
		}
		if d := cmp.Diff(lines, got); d != "" {
			t.Fatal(d)
		}
	})
}

func FuzzReadPlayers(f *testing.F) {
	files, _ := filepath.Glob("testdata/playerlists/*")
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		lines, _ := ReadPlayers("list", raw)
		for _, l := range lines {
			if ps := (tournament.Entry{Name: l.Name, Club: l.Club, StartNo: l.StartNo, FromRound: 1}).Check(); ps != nil {
				t.Fatalf("%+v: %v", l, ps)
			}
		}
	})
}
