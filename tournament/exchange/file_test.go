package exchange

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/tournament"
)

func load(t *testing.T, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func read(t *testing.T, raw []byte) File {
	t.Helper()
	f, err := Read(raw)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// totals adds up what each player has got at the tables.
func totals(f File) map[string]int {
	names := map[int]string{}
	for _, e := range f.Entries {
		names[e.StartNo] = e.Name
	}
	out := map[string]int{}
	for _, r := range f.Rounds {
		for _, t := range r.Tables {
			for i, no := range t.Seats {
				if t.Totals != nil {
					out[names[no]] += t.Totals.Totals[i]
				}
				for _, h := range t.Rows {
					out[names[no]] += h.Points[i]
				}
			}
		}
	}
	return out
}

func warnings(f File) []string {
	var out []string
	for _, w := range f.Warnings {
		s := fmt.Sprintf("%s round %d table %d", w.Code, w.Round, w.Table)
		if w.StartNo != 0 {
			s += fmt.Sprintf(" player %d", w.StartNo)
		}
		if w.Hand != 0 {
			s += fmt.Sprintf(" hand %d", w.Hand)
		}
		if w.Sum != nil {
			s += fmt.Sprintf(" sum %d", *w.Sum)
		}
		out = append(out, s)
	}
	return out
}

func TestRead_Tournament2015(t *testing.T) {
	f := read(t, load(t, "turnier_2015.json"))
	want := map[string]int{
		"Béla Œlschläger": 52, "Ingeborg Prünte-Hof": 18, "Knut Ängström": 16, "Ottilie van den Berg": -5, "Rüdiger Švejda": -11,
		"Hjördis von Ahn": -13, "Fritz-Jürgen Weiß": -17, "Ruth Öttinger": -17, "Gül Meißner": -26,
	}
	if d := cmp.Diff(want, totals(f)); d != "" {
		t.Errorf("totals (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"sum_not_zero round 2 table 2 sum -3"}, warnings(f)); d != "" {
		t.Errorf("warnings (-want +got):\n%s", d)
	}
	x := f.Tournament
	if x.Phase != tournament.Finished || x.Format.HandsAtFive != 15 || x.Format.CompulsorySolos != 0 || len(x.Format.Ranking) != 1 {
		t.Errorf("tournament %+v", x)
	}
	if got := x.StartsAt.In(x.Location()).Format("02.01.2006 15:04"); got != "13.03.2015 19:00" {
		t.Errorf("starts at %s", got)
	}
}

func TestRead_ClubSheets(t *testing.T) {
	f := read(t, load(t, "klubabende.json"))
	want := map[string]int{"Annegret Groß": -62, "Dörte Weiß-Kühn": -38, "Matthäus Ebensfeld": 48, "Piet-Jan Ålund": 52}
	if d := cmp.Diff(want, totals(f)); d != "" {
		t.Errorf("totals (-want +got):\n%s", d)
	}
	// The published sums of each sheet, in the order of its seats.
	sums := [][]int{{-2, 8, -8, 2}, {-11, 5, -3, 9}, {-29, 23, -3, 9}, {6, 50, -14, -42}, {-4, 36, -32, 0}, {12, -32, 0, 20}, {-9, 17, -3, -5}, {-9, 17, -19, 11}}
	for i, r := range f.Rounds {
		got := make([]int, 4)
		for _, h := range r.Tables[0].Rows {
			for p, n := range h.Points {
				got[p] += n
			}
		}
		if d := cmp.Diff(sums[i], got); d != "" {
			t.Errorf("sheet %d (-want +got):\n%s", r.Number, d)
		}
	}
	for _, w := range warnings(f) { // six of the sheets stop after eight hands
		if !strings.HasPrefix(w, "hands_missing") {
			t.Errorf("warning %s", w)
		}
	}
	if len(f.Warnings) != 6 {
		t.Errorf("%d warnings, want 6", len(f.Warnings))
	}
}

func TestRead_EightRealHands(t *testing.T) {
	f := read(t, load(t, "acht_spiele.json"))
	want := [][]int{
		{-5, 5, 5, -5}, {-3, -3, 9, -3}, {-11, -11, 33, -11}, {-4, 4, 4, -4}, {9, -3, -3, -3}, {-5, -5, 5, 5}, {-8, 8, -8, 8}, {4, 4, -4, -4},
	}
	var got [][]int
	for _, h := range f.Rounds[0].Tables[0].Rows {
		got = append(got, h.Points)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("recorded points (-want +got):\n%s", d)
	}
	if f.Warnings != nil {
		t.Errorf("warnings %v", warnings(f))
	}
}

// contains reports whether every field of a given value comes back in another: objects may have more fields.
func contains(t *testing.T, path string, given, back any) {
	t.Helper()
	switch g := given.(type) {
	case map[string]any:
		b, ok := back.(map[string]any)
		if !ok {
			t.Errorf("%s came back as %v", path, back)
			return
		}
		for k, v := range g {
			if k == "rules" {
				continue // comes back as the full set
			}
			contains(t, path+"/"+k, v, b[k])
		}
	case []any:
		b, ok := back.([]any)
		if !ok || len(b) != len(g) {
			t.Errorf("%s came back as %v", path, back)
			return
		}
		for i := range g {
			contains(t, fmt.Sprint(path, "/", i), g[i], b[i])
		}
	default:
		if !cmp.Equal(given, back) {
			t.Errorf("%s: gave %v, got back %v", path, given, back)
		}
	}
}

func TestWrite_EveryGivenFieldComesBack(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) < 4 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			raw := load(t, filepath.Base(name))
			first, err := Write(read(t, raw))
			if err != nil {
				t.Fatal(err)
			}
			var given, back any
			if err := errors.Join(json.Unmarshal(raw, &given), json.Unmarshal(first, &back)); err != nil {
				t.Fatal(err)
			}
			contains(t, "", given, back)
			again := read(t, first)
			second, err := Write(again)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(first), string(second)); d != "" {
				t.Errorf("a second export differs:\n%s", d)
			}
			if d := cmp.Diff(read(t, raw), again); d != "" {
				t.Errorf("the file read again differs (-first +second):\n%s", d)
			}
		})
	}
}

func TestRead_Defaults(t *testing.T) {
	f := read(t, []byte("\ufeff"+`{"format":"doko-tournament/1","name":"Abend","entries":[{"name":"Anna"},{"start_no":1,"name":"Bea"},{"name":"Cem"}]}`))
	x := f.Tournament
	want := tournament.DefaultFormat()
	if d := cmp.Diff(want, x.Format); d != "" {
		t.Errorf("format (-want +got):\n%s", d)
	}
	if x.TimeZone != "Europe/Berlin" || x.Currency != "EUR" || x.Fee != 0 || x.Rules.Doppelkopf.Preset != "ddv" || x.Phase != tournament.Open {
		t.Errorf("%+v", x)
	}
	var numbers []int
	for _, e := range f.Entries {
		numbers = append(numbers, e.StartNo)
		if e.Status != tournament.Registered || e.FromRound != 1 || e.ToRound != 0 {
			t.Errorf("%+v", e)
		}
	}
	if d := cmp.Diff([]int{2, 1, 3}, numbers); d != "" {
		t.Errorf("start numbers (-want +got):\n%s", d)
	}
}

func TestRead_Schnapsen(t *testing.T) {
	f := read(t, []byte(`{"format":"doko-tournament/1","name":"Preisschnapsen","game":"schnapsen","compulsory_solos":0,"hands_per_round":2,
		"entries":[{"name":"A"},{"name":"B"}],"rounds":[{"tables":[{"seats":[1,2],"sheet":{"mode":"hands","confirmed":true,"hands":[
		{"points":[1,0]},{"end":"claim","by":1,"points":{"1":70,"2":20},"tricks":{"1":5,"2":2}}]}}]}]}`))
	if d := cmp.Diff(map[string]int{"A": 3, "B": 0}, totals(f)); d != "" || f.Warnings != nil {
		t.Errorf("warnings %v, totals (-want +got):\n%s", warnings(f), d)
	}
	raw, err := Write(f)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(f, read(t, raw)); d != "" {
		t.Error(d)
	}
}

func TestWrite_Winners(t *testing.T) {
	row := func(points []int, winner string, row tournament.Row) tournament.HandRevision {
		row.Kind = tournament.RowWinners
		return tournament.HandRevision{Points: points, Winner: winner, Row: row}
	}
	f := read(t, []byte(evening("", `{"seats":[1,2,3,4]}`)))
	f.Rounds[0].Tables[0].Mode = Points
	f.Rounds[0].Tables[0].Rows = []tournament.HandRevision{
		row([]int{3, 3, -3, -3}, "", tournament.Row{Winners: []int{1, 2}, Value: 3}),
		row([]int{2, 2, -6, 2}, "kontra", tournament.Row{Winners: []int{1, 2, 4}, Value: 2, SoloKind: "pflicht"}),
		row([]int{9, -3, -3, -3}, "re", tournament.Row{Winners: []int{1}, Value: 3, Solo: tournament.NoSolo}),
	}
	raw, err := Write(f)
	if err != nil {
		t.Fatal(err)
	}
	var got []tournament.Row
	for _, h := range read(t, raw).Rounds[0].Tables[0].Rows {
		got = append(got, h.Row)
	}
	want := []tournament.Row{
		{Kind: tournament.RowPoints, Points: []int{3, 3, -3, -3}},
		{Kind: tournament.RowPoints, Points: []int{2, 2, -6, 2}, Solo: 3, SoloKind: "pflicht"},
		{Kind: tournament.RowPoints, Points: []int{9, -3, -3, -3}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func FuzzRead(f *testing.F) {
	for _, name := range []string{"turnier_2015.json", "klubabende.json", "acht_spiele.json", "alles.json"} {
		raw, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		first, err := Read(raw)
		if err != nil {
			return
		}
		written, err := Write(first)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Read(written)
		if err != nil {
			t.Fatalf("%v in\n%s", err, written)
		}
		rewritten, err := Write(again)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(written), string(rewritten)); d != "" {
			t.Fatal(d)
		}
	})
}
