package sheet

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring"
	"doko/tournament"
)

func TestEnter_Problems(t *testing.T) {
	tests := []struct {
		name   string
		size   int
		before []string
		number int
		row    string
		want   []string
	}{
		{"hand 25 of 24", 4, nil, 25, `{"winners":[1,2],"value":1}`, []string{"number_range number"}},
		{"hand -1", 4, nil, -1, `{"winners":[1,2],"value":1}`, []string{"number_range number"}},
		{"hand 31 at five", 5, nil, 31, `{"hand":{"contract":"normal","re":[1,2],"re_augen":130}}`, []string{"number_range number"}},
		{"content before the number", 4, nil, 25, `{"hand":{"contract":"normal","re":[1,2],"re_augen":241}}`, []string{"augen_range hand.re_augen"}},
		{"an ambiguous range before the number", 4, nil, 99, `{"hand":{"contract":"normal","re":[1,2],"re_augen_between":[100,140]}}`, []string{"augen_ambiguous hand.re_augen_between"}},
		{"voluntary solo first", 4, nil, 1, soloOf(3, "lust"), []string{"solo_order hand.solo_kind"}},
		{"second compulsory solo", 4, []string{soloOf(3, "pflicht")}, 2, soloOf(3, "pflicht"), []string{"solo_not_owed hand.solo_kind"}},
		{"voluntary solo after it", 4, []string{soloOf(3, "")}, 2, soloOf(3, "lust"), nil},
		{"forced too early", 4, nil, 1, soloOf(2, "vorgefuehrt"), []string{"solo_not_forced hand.solo_kind"}},
		{"points of a voluntary solo first", 4, nil, 1, `{"points":[9,-3,-3,-3],"solo":1,"solo_kind":"lust"}`, []string{"solo_order solo_kind"}},
		{"solo of who sits out", 5, nil, 1, soloOf(1, ""), []string{"unknown_player hand.re.0"}},
		{"the dealer among the winners", 5, nil, 1, `{"winners":[1,2],"value":1}`, []string{"bad_winners winners"}},
		{"the rest ends too late", 4, nil, 0, `{"through":25,"points":[1,1,-1,-1]}`, []string{"number_range through"}},
		{"two compulsory solos in the rest", 4, nil, 0, `{"through":24,"points":[1,1,-1,-1],"solos":[2,0,0,0]}`, []string{"solos_range solos"}},
		{"a full sheet", 4, times(24, `{"winners":[1,2],"value":1}`), 0, `{"winners":[1,2],"value":1}`, []string{"number_range number"}},
		{"a correction of hand 1", 4, []string{soloOf(3, "pflicht"), soloOf(2, "pflicht")}, 1, soloOf(3, "pflicht"), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := table(tt.size)
			enter(t, &in, tt.before...)
			e, err := Enter(in, tt.number, []byte(tt.row))
			if d := cmp.Diff(tt.want, append(problems(t, err), broken(e)...)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func broken(e Entered) []string {
	var out []string
	for _, p := range e.Breaks {
		out = append(out, p.Code+" "+p.Field)
	}
	return out
}

func TestEnter_SoloOne(t *testing.T) {
	// A silent solo won with 3 counts +9 -3 -3 -3, lost with 2 it counts -6 +2 +2 +2.
	in := table(4)
	won, err := Enter(in, 0, []byte(`{"hand":{"contract":"stille_hochzeit","re":[1],"re_augen":181}}`))
	if err != nil {
		t.Fatal(err)
	}
	lost, err := Enter(in, 0, []byte(`{"hand":{"contract":"stille_hochzeit","re":[1],"re_augen":80}}`))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([][]int{{9, -3, -3, -3}, {-6, 2, 2, 2}}, [][]int{won.Result.Points, lost.Result.Points}); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if won.Kind != "" || *won.Value != 3 || *lost.Value != -2 {
		t.Errorf("kind %q, values %d and %d", won.Kind, *won.Value, *lost.Value)
	}
}

func parse(t *testing.T, size int, rows ...string) []tournament.Row {
	t.Helper()
	var out []tournament.Row
	for _, raw := range rows {
		r, err := tournament.ParseRow(scoring.DDV(), size, []byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

func TestLay(t *testing.T) {
	in := table(5)
	in.Format.HandsAtFive = 5
	rows, bad := Lay(in, parse(t, 5,
		`{"hand":{"contract":"normal","re":[2,3],"re_augen":130}}`,
		`{"redealt":true}`, `{"redealt":true,"reason":"vergeben"}`,
		`{"hand":{"contract":"normal","re":[1,3],"re_augen":130}}`,
		`{"points":[0,0,0,0,0]}`, soloOf(1, "lust"), `{"points":[0,0,0,0,0]}`, `{"points":[1,1,-1,-1,0]}`))
	if bad != nil {
		t.Fatal(bad)
	}
	var got [][3]int
	for _, r := range rows {
		out := 0
		if r.Row.Record != nil {
			out = r.Row.Record.Doppelkopf.SittingOut
		}
		got = append(got, [3]int{r.Number, r.Revision, out})
	}
	// The order of the session is not insisted on, nor that there are only five hands.
	want := [][3]int{{1, 1, 1}, {2, 1, 0}, {2, 2, 0}, {2, 3, 2}, {3, 1, 0}, {4, 1, 4}, {5, 1, 0}, {6, 1, 0}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("number, revision, sits out (-want +got):\n%s", d)
	}
	in.Rows = rows
	if d := cmp.Diff(rows, Current(rows)); d != "" {
		t.Errorf("all laid rows are current (-want +got):\n%s", d)
	}
	want2 := []string{"solo_missing pos 1 hand 0 sum 0 missing 0", "solo_missing pos 2 hand 0 sum 0 missing 0",
		"solo_missing pos 3 hand 0 sum 0 missing 0", "solo_missing pos 4 hand 0 sum 0 missing 0",
		"solo_missing pos 5 hand 0 sum 0 missing 0", "solo_order pos 1 hand 4 sum 0 missing 0"}
	if d := cmp.Diff(want2, codes(Fold(in).Faults)); d != "" {
		t.Errorf("faults (-want +got):\n%s", d)
	}
}

func TestLay_Problems(t *testing.T) {
	in := table(4)
	_, bad := Lay(in, parse(t, 4,
		`{"winners":[1,2],"value":1}`,
		`{"hand":{"contract":"normal","re":[1,2],"re_augen_between":[100,140]}}`,
		`{"through":2,"points":[0,0,0,0]}`,
		`{"through":24,"points":[0,0,0,0],"solos":[3,0,0,0]}`,
		`{"through":24,"points":[0,0,0,0]}`,
		`{"points":[0,0,0,0]}`))
	var got []string
	for _, b := range bad {
		for _, p := range b.Problems {
			got = append(got, fmt.Sprint(b.Index, " ", p.Code, " ", p.Field))
		}
	}
	want := []string{"1 augen_ambiguous hand.re_augen_between", "2 number_range through", "3 solos_range solos", "5 row_after_through "}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestScore_UnknownKind(t *testing.T) {
	if _, err := Score(scoring.DDV(), 4, 0, tournament.Row{}); err == nil {
		t.Error("a row without a kind was scored")
	}
	if _, bad := Lay(table(4), []tournament.Row{{}}); len(bad) != 1 {
		t.Errorf("%v", bad)
	}
}

func TestCheckTotals(t *testing.T) {
	tests := []struct {
		name          string
		totals, solos []int
		want          []string
	}{
		{"right", []int{10, 8, -2, -16}, []int{1, 1, 0, 1}, nil},
		{"five at a table of four", []int{1, 1, -1, -1, 0}, nil, []string{"points_count totals"}},
		{"too much", []int{10000, 8, -2, -16}, nil, []string{"points_range totals"}},
		{"three solos given", []int{1, 1, -1, -1}, []int{1, 1, 1}, []string{"solos_count solos"}},
		{"two solos of one", []int{1, 1, -1, -1}, []int{2, 1, 1, 0}, []string{"solos_range solos"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, p := range CheckTotals(table(4), tt.totals, tt.solos) {
				got = append(got, p.Code+" "+p.Field)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}
