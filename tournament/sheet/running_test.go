package sheet

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"doko/scoring/doppelkopf"
	"doko/tournament"
)

// paper reads rows such as "3 3 -3 . lust": a point is a figure that is not written, a word marks the solo.
func paper(t testing.TB, lines ...string) []Written {
	t.Helper()
	rows := make([]Written, len(lines))
	for i, line := range lines {
		for _, word := range strings.Fields(line) {
			n, err := strconv.Atoi(word)
			switch {
			case err == nil:
				rows[i].Totals = append(rows[i].Totals, &n)
			case word == ".":
				rows[i].Totals = append(rows[i].Totals, nil)
			default:
				rows[i].Solo = word
			}
		}
	}
	return rows
}

func said(faults []RunningFault) []string {
	var list []string
	for _, f := range faults {
		line := fmt.Sprintf("%d %s", f.Number, f.Code)
		if f.Sum != 0 {
			line += fmt.Sprintf(" sum %+d", f.Sum)
		}
		if len(f.Positions) > 0 {
			line += fmt.Sprintf(" of %v by %+d", f.Positions, f.By)
		}
		if f.Should != f.Is {
			line += fmt.Sprintf(" is %d not %d", f.Is, f.Should)
		}
		if f.Why != "" {
			line += " " + f.Why
		}
		if f.Until != 0 {
			line += fmt.Sprintf(" until %d", f.Until)
		}
		list = append(list, line)
	}
	return list
}

func TestCheckRunning_Faults(t *testing.T) {
	tests := []struct {
		name string
		size int
		rows []string
		want []string
	}{
		{"nothing wrong: normal, normal, a solo of the first", 4, []string{"3 3 -3 -3", "2 4 -4 -2", "8 2 -6 -4"}, nil},
		{"sum, the last row", 4, []string{"3 3 -3 -3", "2 4 -4 -1"}, []string{"2 running_sum sum +1 of [4] by +1 is -1 not -2"}},
		{"carried on to the end", 4, []string{"3 3 -3 -3", "2 4 -4 1", "3 5 -5 0", "1 7 -3 -2"},
			[]string{"2 running_sum sum +3 of [4] by +3 is 1 not -2 until 4"}},
		{"only in this row", 4, []string{"3 3 -3 -3", "2 4 -4 1", "3 5 -5 -3", "1 7 -3 -5"},
			[]string{"2 running_sum sum +3 of [4] by +3 is 1 not -2 until 2"}},
		{"carried on and mended in row 4", 4, []string{"3 3 -3 -3", "2 4 -4 1", "3 5 -5 0", "1 7 -3 -5"},
			[]string{"2 running_sum sum +3 of [4] by +3 is 1 not -2 until 3"}},
		{"two faults in two rows", 4, []string{"3 3 -3 -3", "2 4 -4 1", "3 5 -5 -3", "1 9 -3 -5"},
			[]string{"2 running_sum sum +3 of [4] by +3 is 1 not -2 until 2", "4 running_sum sum +2 of [2] by +2 is 9 not 7"}},
		{"swapped digits: 31 for 13", 4, []string{"12 -12 12 -12", "31 -11 11 -13"},
			[]string{"2 running_sum sum +18 of [1] by +18 is 31 not 13 swapped"}},
		{"the sign of a total: -13 for 13", 4, []string{"12 -12 12 -12", "-13 -11 11 -13"},
			[]string{"2 running_sum sum -26 of [1] by -26 is -13 not 13 sign"}},
		{"points credited instead of taken, by one of three", 4, []string{"5 5 -5 -5", "7 7 -7 -3"},
			[]string{"2 running_sum sum +4 of [1 2 4] by +4 credited"}},
		{"the row after tells by whom", 4, []string{"5 5 -5 -5", "7 7 -7 -3", "8 6 -6 -8"},
			[]string{"2 running_sum sum +4 of [4] by +4 is -3 not -7 credited until 2"}},
		{"three different values", 4, []string{"5 -1 -2 -2"}, []string{"1 running_pattern"}},
		{"two hands in one row", 4, []string{"4 0 -4 0", "5 1 -5 -1"}, []string{"1 running_pattern until 2"}},
		{"two columns interchanged", 4, []string{"10 10 -10 -10", "9 11 -11 -9", "13 11 -13 -11", "10 12 -12 -10"},
			[]string{"3 running_columns of [1 2] by +0 until 3"}},
		{"one figure missing", 4, []string{"3 3 -3 .", ". 4 -4 -2", "8 . -6 -4"}, nil},
		{"only the winners", 4, []string{"3 . 3 .", "12 . . .", "12 . . .", ". -5 . -5"}, nil},
		{"only the losers", 4, []string{". -3 . -3"}, []string{"1 running_few"}},
		{"only the winners, but not as much each", 4, []string{"3 . 2 ."}, []string{"1 running_few"}},
		{"one winner whose points don't divide by three", 4, []string{"8 . . ."}, []string{"1 running_few"}},
		{"an empty row", 4, []string{"3 3 -3 -3", "", "4 4 -4 -4", ""}, []string{"2 running_gap"}},
		{"who sits out got points", 5, []string{"3 3 -3 -3 0"}, []string{"1 running_sits_out of [1] by +3"}},
		{"who sits out is left empty", 5, []string{". 3 3 -3 -3", "1 . 2 -4 -2"}, nil},
		{"after a compulsory solo the same one sits out again", 5, []string{". -1 3 -1 -1 pflicht", ". 0 2 -2 0"}, nil},
		{"after a hand that was no solo the next one sits out", 5, []string{". -1 3 -1 -1 none", ". 0 2 -2 0"}, []string{"2 running_sits_out of [2] by +1"}},
		{"a voluntary solo before the compulsory one", 4, []string{"6 -2 -2 -2 lust"}, []string{"1 solo_order of [1] by +0"}},
		{"a second compulsory solo", 4, []string{"6 -2 -2 -2", "12 -4 -4 -4 pflicht"}, []string{"2 solo_not_owed of [1] by +0"}},
		{"a solo of two", 4, []string{"2 2 -2 -2 pflicht"}, []string{"1 running_solo"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := CheckRunning(table(tt.size), paper(t, tt.rows...))
			if d := cmp.Diff(tt.want, said(r.Faults)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// Three hands are there already: totals 1 1 -1 -1, then a solo of the third, then +2 for the first and the last.
func TestCheckRunning_GoesOn(t *testing.T) {
	in := table(4)
	enter(t, &in, `{"winners":[1,2],"value":1}`, soloOf(3, ""), `{"winners":[1,4],"value":2}`)
	r := CheckRunning(in, paper(t, "5 -5 -3 3", "4 -6 0 2 pflicht", "10 -8 -2 0"))
	if d := cmp.Diff(Room{Number: 4, Hands: 21, Totals: []int{2, -2, 0, 0}}, r.Room); d != "" {
		t.Fatalf("(-want +got):\n%s", d)
	}
	var rows []string
	for _, l := range r.Lines {
		rows = append(rows, fmt.Sprintf("%d dealer %d alone %d %s %s", l.Number, l.Turn.Dealer, l.Alone, l.Kind, l.Row))
	}
	want := []string{
		`4 dealer 3 alone 0  {"points":[3,-3,-3,3],"solo":null}`,                            // the same dealer dealt twice after the solo of the third
		`5 dealer 4 alone 3 pflicht {"points":[-1,-1,3,-1],"solo":3,"solo_kind":"pflicht"}`, // a break, which may be kept with a note
		`6 dealer 1 alone 1 pflicht {"points":[6,-2,-2,-2],"solo":1}`,
	}
	if d := cmp.Diff(want, rows); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"5 solo_not_owed of [3] by +0"}, said(r.Faults)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if len(r.Turns) != 21 || r.Turns[20].Number != 24 || r.Turns[3].Dealer != 1 {
		t.Errorf("turns %+v", r.Turns)
	}
}

// A list that counts only plus: an empty field is an unchanged total, and only the pattern can be checked.
func TestCheckRunning_PlusOnly(t *testing.T) {
	in := table(4)
	rules := *in.Rules.Doppelkopf
	rules.Counting = doppelkopf.PlusOnly
	in.Rules.Doppelkopf = &rules
	r := CheckRunning(in, paper(t, "3 3 . .", "5 . 2 .", ". 5 4 2 none", "6 . 6 .", "9 5 6 3"))
	// The fourth row gives 1 and 2 to the winners. The fifth gives 3 to one and 1 to another.
	if d := cmp.Diff([]string{"4 running_pattern of [1 3]", "5 running_pattern of [1 4]"}, cutAt(said(r.Faults), " by")); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if d := cmp.Diff([]int{0, 2, 2, 2}, r.Lines[2].Points); d != "" || r.Lines[2].Alone != 1 {
		t.Errorf("alone %d, (-want +got):\n%s", r.Lines[2].Alone, d)
	}
}

func cutAt(list []string, sep string) []string {
	for i := range list {
		list[i], _, _ = strings.Cut(list[i], sep)
	}
	return list
}

func TestCheckRunning_Room(t *testing.T) {
	in := table(4)
	enter(t, &in, times(22, `{"winners":[1,2],"value":1}`)...)
	in.Rows = append(in.Rows[:4], in.Rows[5:]...) // hand 5 was taken back
	r := CheckRunning(in, paper(t, "5 5 -5 -5", "6 6 -6 -6"))
	if d := cmp.Diff(Room{Number: 5, Hands: 1, Totals: []int{4, 4, -4, -4}}, r.Room); d != "" || len(r.Lines) != 1 || len(r.Faults) != 0 {
		t.Errorf("%d lines, faults %v (-want +got):\n%s", len(r.Lines), r.Faults, d)
	}
	in.Totals = &tournament.TotalsRevision{Totals: []int{1, 1, -1, -1}}
	if r := CheckRunning(in, paper(t, "5 5 -5 -5")); r.Room.Number != 0 || len(r.Lines) != 0 {
		t.Errorf("a sheet of totals has room for %+v", r)
	}
	if CheckRunning(table(4), nil).Lines != nil {
		t.Error("lines of nothing")
	}
}

// Whatever hands are played, their running totals come back as the same points without a fault; and one figure that is wrong is
// found in its row, with its amount, wherever it stands.
func TestCheckRunning_FindsOneFigure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := table(rapid.IntRange(4, 5).Draw(t, "size"))
		in.Format.CompulsorySolos = 0 // who sits out is then rotation alone
		n := rapid.IntRange(3, 20).Draw(t, "hands")
		totals := make([]int, in.Size)
		var rows []Written
		for i := range n {
			out := 0
			if in.Size == 5 {
				out = i%5 + 1
			}
			active := make([]int, 0, 4)
			for p := 1; p <= in.Size; p++ {
				if p != out {
					active = append(active, p)
				}
			}
			active = rapid.Permutation(active).Draw(t, "seats")
			v := rapid.IntRange(1, 9).Draw(t, "value")
			shape := []int{v, v, -v, -v}
			if rapid.IntRange(0, 4).Draw(t, "kind") == 0 {
				shape = []int{3 * v, -v, -v, -v}
			}
			row := make([]*int, in.Size)
			for k, p := range active {
				totals[p-1] += shape[k]
			}
			for k := range row {
				total := totals[k]
				row[k] = &total
			}
			rows = append(rows, Written{Totals: row})
		}
		if r := CheckRunning(in, rows); len(r.Faults) != 0 || len(r.Lines) != n {
			t.Fatalf("%d lines, faults %v", len(r.Lines), said(r.Faults))
		}
		at, who := rapid.IntRange(0, n-1).Draw(t, "row"), rapid.IntRange(0, in.Size-1).Draw(t, "who")
		by := rapid.SampledFrom([]int{-30, -7, -2, -1, 1, 2, 5, 20}).Draw(t, "by")
		to := at + 1
		if rapid.Bool().Draw(t, "carried") {
			to = n
		}
		for i := at; i < to; i++ {
			*rows[i].Totals[who] += by
		}
		r := CheckRunning(in, rows)
		if in.Size == 5 && at%5 == who {
			if len(r.Faults) == 0 || r.Faults[0].Code != RunningSitsOut || r.Faults[0].Number != at+1 || r.Faults[0].By != by {
				t.Fatalf("faults %v", said(r.Faults))
			}
			return
		}
		if len(r.Faults) == 0 || r.Faults[0].Code != RunningSum || r.Faults[0].Number != at+1 || r.Faults[0].Sum != by {
			t.Fatalf("row %d, position %d by %d: faults %v", at+1, who+1, by, said(r.Faults))
		}
	})
}
