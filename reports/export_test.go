package reports_test

import (
	"bytes"
	"testing"

	"doko/reports"
	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

func small() reports.Standings {
	return reports.Standings{Head: head(), AfterRound: 2, Lines: []reports.StandingsLine{
		{Rank: 1, StartNo: 7, Name: "Jörg; „Jo“ Zander", Club: "SC Süd", Rounds: []*int{pointer(12), pointer(-3)}, Total: 9, Penalty: -3},
		{Rank: 2, Shared: true, StartNo: 1, Name: "=SUMME(A1)", Club: "@Verein", Rounds: []*int{nil, pointer(3)}, Total: 3, DecidedBy: "beste Runde"},
		{Rank: 2, Shared: true, StartNo: 2, Name: "Zoë", Rounds: []*int{pointer(-12)}, Total: -12},
	}}
}

func TestCSV(t *testing.T) {
	var b bytes.Buffer
	if err := small().WriteCSV(&b, texts(t, "de")); err != nil {
		t.Fatal(err)
	}
	want := "\uFEFFPlatz;Nr.;Name;Verein;R 1;R 2;Strafe;Punkte;Entscheidend\r\n" +
		"1;7;\"Jörg; „Jo“ Zander\";SC Süd;12;-3;-3;9;\r\n" +
		"2;1;'=SUMME(A1);'@Verein;;3;0;3;beste Runde\r\n" +
		"2;2;Zoë;;-12;;0;-12;geteilter Platz\r\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

func TestXLSX(t *testing.T) {
	var b, again bytes.Buffer
	if err := small().WriteXLSX(&b, texts(t, "de")); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&b)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	rows, err := f.GetRows("Rangliste")
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"Platz", "Nr.", "Name", "Verein", "R 1", "R 2", "Strafe", "Punkte", "Entscheidend"},
		{"1", "7", "Jörg; „Jo“ Zander", "SC Süd", "12", "-3", "-3", "9"},
		{"2", "1", "=SUMME(A1)", "@Verein", "", "3", "0", "3", "beste Runde"},
		{"2", "2", "Zoë", "", "-12", "", "0", "-12", "geteilter Platz"},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
	if kind, err := f.GetCellType("Rangliste", "H2"); err != nil || kind == excelize.CellTypeInlineString || kind == excelize.CellTypeSharedString {
		t.Errorf("points are of type %v, %v; want a number", kind, err)
	}
	if formula, err := f.GetCellFormula("Rangliste", "C3"); err != nil || formula != "" {
		t.Errorf("a name became the formula %q, %v", formula, err)
	}
	var first bytes.Buffer
	for _, to := range []*bytes.Buffer{&first, &again} {
		if err := small().WriteXLSX(to, texts(t, "de")); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(first.Bytes(), again.Bytes()) {
		t.Error("two writings differ")
	}
}
