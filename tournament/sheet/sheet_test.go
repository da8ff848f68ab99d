package sheet

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"doko/scoring"
	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
	"doko/tournament"
)

// table is a DDV table of so many seats; entry p sits at position p.
func table(size int) Input {
	in := Input{Rules: scoring.DDV(), Format: tournament.DefaultFormat(), Size: size}
	for p := 1; p <= size; p++ {
		in.Seats = append(in.Seats, tournament.Seat{Position: p, Entry: tournament.EntryID(p), FromHand: 1})
	}
	return in
}

// enter stores rows one after the other, each at the next number.
func enter(t *testing.T, in *Input, rows ...string) {
	t.Helper()
	for _, raw := range rows {
		e, err := Enter(*in, 0, []byte(raw))
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		in.Rows = append(in.Rows, stored(e))
	}
}

func stored(e Entered) tournament.HandRevision {
	return tournament.HandRevision{
		Number: e.Number, Revision: 1, Row: e.Row, Winner: e.Result.Winner, Value: e.Value, Points: e.Result.Points, Lines: e.Result.Lines,
	}
}

// soloOf is a club solo won without announcements: 3 for the soloist, 1 each from the others.
func soloOf(position int, kind string) string {
	k := "null"
	if kind != "" {
		k = `"` + kind + `"`
	}
	return fmt.Sprintf(`{"hand":{"contract":"solo_kreuz","solo_kind":%s,"re":[%d],"re_augen":130}}`, k, position)
}

func codes(faults []Fault) []string {
	var out []string
	for _, f := range faults {
		out = append(out, fmt.Sprintf("%s pos %d hand %d sum %d missing %d", f.Code, f.Position, f.Hand, f.Sum, f.Missing))
	}
	return out
}

func problems(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	var ps tally.Problems
	if !errors.As(err, &ps) {
		t.Fatalf("%v is not tally.Problems", err)
	}
	var out []string
	for _, p := range ps {
		out = append(out, p.Code+" "+p.Field)
	}
	return out
}

func times(n int, row string) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = row
	}
	return out
}

func TestFold_WinnersAndValue(t *testing.T) {
	in := table(4)
	enter(t, &in, `{"winners":[1,2],"value":3}`, `{"winners":[2],"value":2,"solo":2}`, `{"winners":[1,2,3],"value":2,"solo":null}`)
	s := Fold(in)
	// 3 3 -3 -3, then the solo 6 for two: -2 6 -2 -2, then 4 alone loses three times two: 2 2 2 -6
	want := [][]int{{3, 3, -3, -3}, {1, 9, -5, -5}, {3, 11, -3, -11}}
	for i, r := range s.Rows {
		if d := cmp.Diff(want[i], r.Running); d != "" {
			t.Errorf("after hand %d (-want +got):\n%s", i+1, d)
		}
	}
	if s.Rows[1].Kind != doppelkopf.Compulsory || s.Rows[2].Soloist != 0 {
		t.Errorf("hand 2 is %q, hand 3 a solo of %d; want pflicht, and a silent solo that is none", s.Rows[1].Kind, s.Rows[2].Soloist)
	}
	if d := cmp.Diff([]int{1, 3, 4}, s.SolosOpen); d != "" {
		t.Errorf("only the mark of 2 is set (-want +got):\n%s", d)
	}
	if v := s.Rows[0].Revision.Value; v != nil {
		t.Errorf("two winners do not tell the party, got value %d", *v)
	}
	if r := s.Rows[2].Revision; r.Winner != "kontra" || r.Value == nil || *r.Value != -2 {
		t.Errorf("three winners: winner %q, value %v", r.Winner, r.Value)
	}
}

func TestFold_SolosOpenNearTheEnd(t *testing.T) {
	in := table(4)
	enter(t, &in, soloOf(1, "pflicht"), soloOf(2, ""))
	enter(t, &in, times(18, `{"winners":[1,2],"value":1}`)...)
	s := Fold(in)
	if d := cmp.Diff([]int{3, 4}, s.SolosOpen); d != "" || s.Hands-s.Done != 4 {
		t.Errorf("%d hands left, open (-want +got):\n%s", s.Hands-s.Done, d)
	}
	if s.Next == nil || s.Next.Number != 21 || s.Next.Forced != 0 {
		t.Fatalf("next %+v", s.Next)
	}
	enter(t, &in, times(2, `{"winners":[1,2],"value":1}`)...)
	s = Fold(in)
	// Two owe, two hands are left: from now on every hand is forced. 1 and 2 dealt twice in hands 1 to 4, so hand 23 is dealt
	// by the 21st step of the rotation: seat 1. The next to his left who owes is 3.
	if s.Next == nil || s.Next.Number != 23 || s.Next.Forced != 3 {
		t.Errorf("next %+v, want hand 23 forced on 3", s.Next)
	}
	want := []string{
		"hands_missing pos 0 hand 23 sum 0 missing 2",
		"solo_missing pos 3 hand 0 sum 0 missing 0", "solo_missing pos 4 hand 0 sum 0 missing 0",
	}
	if d := cmp.Diff(want, codes(s.Faults)); d != "" {
		t.Errorf("faults (-want +got):\n%s", d)
	}
}

// A lost Re begins four Bock hands; a hand dealt again uses none up, and other rules know nothing of it.
func TestFold_Bock(t *testing.T) {
	in := table(4)
	rules, err := scoring.ParseRules(scoring.Doppelkopf, []byte(`{"bock":true,"bock_triggers":["lost_call"]}`))
	if err != nil {
		t.Fatal(err)
	}
	in.Rules = rules
	const plain, lost = `{"hand":{"contract":"normal","re":[1,2],"re_augen":131}}`, `{"hand":{"contract":"normal","re":[1,2],"re_augen":100,"calls":{"re":["re"]}}}`
	var got []int
	for _, row := range []string{plain, lost, `{"redealt":true,"reason":"x"}`, plain, `{"points":[1,1,-1,-1]}`, plain, plain} {
		enter(t, &in, row)
		got = append(got, Fold(in).Bock)
	}
	if want := []int{0, 1, 1, 1, 1, 1, 0}; !slices.Equal(got, want) {
		t.Errorf("Bock marks of the next hand %v, want %v", got, want)
	}
	in.Rules = scoring.DDV()
	in.Rows = in.Rows[:2]
	if got := Fold(in).Bock; got != 0 {
		t.Errorf("DDV rules have %d Bock marks", got)
	}
}

func TestFold_SameDealerAfterCompulsorySolo(t *testing.T) {
	in := table(4)
	enter(t, &in, soloOf(1, ""), `{"winners":[1,2],"value":1}`)
	// The dealer leaves; the substitute takes the seat and the dealing order with it.
	in.Seats = append(in.Seats, tournament.Seat{Position: 1, Entry: 17, FromHand: 3})
	s := Fold(in)
	if s.Rows[0].Turn.Dealer != 1 || s.Rows[0].Turn.Lead != 1 || s.Rows[1].Turn.Dealer != 1 || s.Rows[1].Turn.Number != 2 {
		t.Errorf("hands 1 and 2: %+v, %+v; want the dealer 1 twice", s.Rows[0].Turn, s.Rows[1].Turn)
	}
	if s.Next.Number != 3 || s.Next.Dealer != 2 || s.Next.Lead != 3 {
		t.Errorf("next %+v, want hand 3 dealt by 2, led by 3", s.Next)
	}
}

func TestFold_Substitute(t *testing.T) {
	in := table(4)
	in.Seats = append(in.Seats, tournament.Seat{Position: 2, Entry: 17, FromHand: 3})
	enter(t, &in, `{"winners":[1,2],"value":3}`, `{"winners":[3,4],"value":1}`, `{"winners":[2,4],"value":2}`, soloOf(2, ""))
	s := Fold(in)
	got := map[tournament.EntryID][5]int{}
	for _, p := range s.Points {
		got[p.Entry] = [5]int{p.Points, p.HandsPlayed, *p.HandsWon, p.SolosPlayed, *p.SolosWon}
	}
	want := map[tournament.EntryID][5]int{
		1:  {3 - 1 - 2 - 1, 4, 1, 0, 0},
		2:  {3 - 1, 2, 1, 0, 0},
		17: {2 + 3, 2, 2, 1, 1},
		3:  {-3 + 1 - 2 - 1, 4, 1, 0, 0},
		4:  {-3 + 1 + 2 - 1, 4, 2, 0, 0},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("points, played, won, solos, solos won (-want +got):\n%s", d)
	}
	f := Fault{Code: SoloMissing, Position: 2}
	if f.Who(in.Seats) != 17 {
		t.Errorf("the open solo is %d's, want the substitute's", f.Who(in.Seats))
	}
	if f.Hand = 2; f.Who(in.Seats) != 2 {
		t.Errorf("hand 2 was %d's", f.Who(in.Seats))
	}
}

func TestFold_ComesBack(t *testing.T) {
	in := table(4)
	in.Seats = append(in.Seats, tournament.Seat{Position: 2, Entry: 17, FromHand: 2}, tournament.Seat{Position: 2, Entry: 2, FromHand: 3})
	enter(t, &in, `{"winners":[1,2],"value":3}`, `{"winners":[3,4],"value":1}`, `{"winners":[2,4],"value":2}`)
	got := map[tournament.EntryID][2]int{}
	s := Fold(in)
	for _, p := range s.Points {
		got[p.Entry] = [2]int{p.Points, p.HandsPlayed}
	}
	want := map[tournament.EntryID][2]int{1: {3 - 1 - 2, 3}, 2: {3 + 2, 2}, 17: {-1, 1}, 3: {-3 + 1 - 2, 3}, 4: {-3 + 1 + 2, 3}}
	if d := cmp.Diff(want, got); d != "" || len(s.Points) != 5 {
		t.Errorf("%d rows of points, want one a person (-want +got):\n%s", len(s.Points), d)
	}
}

func TestFold_TableOfFive(t *testing.T) {
	in := table(5)
	enter(t, &in,
		`{"hand":{"contract":"normal","re":[2,3],"re_augen":130}}`, // 1 deals and sits out
		`{"winners":[3,4,5],"value":2,"solo":null}`,                // 2 deals, so 1 lost alone
		`{"points":[1,1,0,-1,-1]}`,                                 // 3 deals
	)
	s := Fold(in)
	if out := in.Rows[0].Row.Record.Doppelkopf.SittingOut; out != 1 {
		t.Errorf("hand 1: %d sits out, want the dealer 1", out)
	}
	if d := cmp.Diff([]int{0 - 6 + 1, 1 + 0 + 1, 1 + 2 + 0, -1 + 2 - 1, -1 + 2 - 1}, s.Running); d != "" {
		t.Errorf("running (-want +got):\n%s", d)
	}
	var played []int
	for _, p := range s.Points {
		played = append(played, p.HandsPlayed)
	}
	if d := cmp.Diff([]int{2, 2, 2, 3, 3}, played); d != "" {
		t.Errorf("hands played (-want +got):\n%s", d)
	}
	if s.Hands != 30 || s.Next.SitsOut != 4 {
		t.Errorf("%d hands, next %+v", s.Hands, s.Next)
	}
}

func TestFold_Rest(t *testing.T) {
	in := table(4)
	enter(t, &in, `{"winners":[1,2],"value":3}`, `{"through":24,"points":[10,-20,5,5],"solos":[1,1,0,1]}`)
	s := Fold(in)
	if s.Done != 24 || s.Next != nil {
		t.Errorf("%d done, next %+v", s.Done, s.Next)
	}
	if d := cmp.Diff([]string{"solo_missing pos 3 hand 0 sum 0 missing 0"}, codes(s.Faults)); d != "" {
		t.Errorf("faults (-want +got):\n%s", d)
	}
	if p := s.Points[1]; p.Points != -17 || p.HandsPlayed != 24 || p.HandsWon != nil || p.SolosWon != nil || p.SolosPlayed != 1 {
		t.Errorf("position 2: %+v", p)
	}
	in.Rows[1].Row.Solos = nil
	if s := Fold(in); s.SolosOpen != nil {
		t.Errorf("without solos nobody is known to owe one, got %v", s.SolosOpen)
	}
}

func TestFold_Totals(t *testing.T) {
	tests := []struct {
		name          string
		totals, solos []int
		want          []string
	}{
		{"adds up", []int{10, 8, -2, -16}, []int{1, 1, 1, 1}, nil},
		{"solos not told", []int{10, 8, -2, -16}, nil, nil},
		{"sum 1", []int{12, -4, -4, -3}, nil, []string{"sum_not_zero pos 0 hand 0 sum 1 missing 0"}},
		{"a solo missing", []int{10, 8, -2, -16}, []int{1, 1, 0, 1}, []string{"solo_missing pos 3 hand 0 sum 0 missing 0"}},
		{"hardly possible", []int{180, -60, -60, -60}, nil, []string{"unusual_total pos 1 hand 0 sum 180 missing 0"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := table(4)
			in.Totals = &tournament.TotalsRevision{Totals: tt.totals, Solos: tt.solos}
			s := Fold(in)
			if d := cmp.Diff(tt.want, codes(s.Faults)); d != "" {
				t.Errorf("faults (-want +got):\n%s", d)
			}
			if d := cmp.Diff(tt.totals, s.Running); d != "" || s.Next != nil || s.Done != 24 {
				t.Errorf("next %v, done %d, running (-want +got):\n%s", s.Next, s.Done, d)
			}
			if p := s.Points[0]; p.Points != tt.totals[0] || p.HandsWon != nil || p.HandsPlayed != 24 {
				t.Errorf("position 1: %+v", p)
			}
		})
	}
}

func TestFault_Soft(t *testing.T) {
	if !(Fault{Code: UnusualTotal}).Soft() || (Fault{Code: SumNotZero}).Soft() {
		t.Error("only an unusual total is soft")
	}
}

func TestFold_Sum(t *testing.T) {
	in := table(4)
	enter(t, &in, `{"points":[3,3,-3,-3]}`, `{"points":[3,3,-3,-4]}`)
	if d := cmp.Diff("sum_not_zero pos 0 hand 2 sum -1 missing 0", codes(Fold(in).Faults)[0]); d != "" {
		t.Error(d)
	}
	enter(t, &in, `{"points":[3,3,-3,-2]}`)
	if d := cmp.Diff("sum_not_zero pos 0 hand 2 sum -1 missing 0", codes(Fold(in).Faults)[0]); d != "" {
		t.Error("two rows that hide each other:", d)
	}
	enter(t, &in, `{"points":[3,3,-3,-2]}`)
	if d := cmp.Diff("sum_not_zero pos 0 hand 0 sum 1 missing 0", codes(Fold(in).Faults)[0]); d != "" {
		t.Error("three rows:", d)
	}
	in.Rules.Doppelkopf.Counting = doppelkopf.PlusOnly
	if c := codes(Fold(in).Faults)[0]; c[:12] == "sum_not_zero" {
		t.Error("a list of winners' points only was held to add up to zero")
	}
}

func TestFold_Gap(t *testing.T) {
	in := table(4)
	enter(t, &in, `{"winners":[1,2],"value":1}`, soloOf(2, ""), `{"winners":[1,2],"value":1}`)
	in.Rows = append(in.Rows[:1:1], in.Rows[2]) // the solo is taken back
	s := Fold(in)
	if s.Next == nil || s.Next.Number != 2 || s.Done != 2 || len(s.SolosOpen) != 4 {
		t.Errorf("next %+v, done %d, open %v", s.Next, s.Done, s.SolosOpen)
	}
	e, err := Enter(in, 0, []byte(soloOf(3, "")))
	if err != nil || e.Number != 2 || e.Kind != doppelkopf.Compulsory || e.Turn.Dealer != 2 {
		t.Errorf("%+v, %v", e, err)
	}
}

func TestCurrent(t *testing.T) {
	row := func(number, revision int, kind tournament.RowKind, void bool) tournament.HandRevision {
		return tournament.HandRevision{Number: number, Revision: revision, Row: tournament.Row{Kind: kind}, Void: void}
	}
	all := []tournament.HandRevision{
		row(2, 1, tournament.RowPoints, false), row(1, 1, tournament.RowPoints, false), row(1, 2, tournament.RowPoints, false),
		row(3, 1, tournament.RowRedealt, false), row(3, 2, tournament.RowRedealt, false), row(3, 3, tournament.RowHand, false), row(3, 4, tournament.RowHand, false),
		row(4, 1, tournament.RowRedealt, false), row(4, 2, tournament.RowRedealt, true),
		row(5, 1, tournament.RowHand, false), row(5, 2, tournament.RowHand, true),
		row(6, 1, tournament.RowRedealt, false),
	}
	var got [][2]int
	for _, h := range Current(all) {
		got = append(got, [2]int{h.Number, h.Revision})
	}
	if d := cmp.Diff([][2]int{{1, 2}, {2, 1}, {3, 1}, {3, 2}, {3, 4}, {6, 1}}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestFold_Conserves: whatever is entered under DDV rules, points only change hands, and who got them is told per person.
func TestFold_Conserves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := table(rapid.IntRange(4, 5).Draw(t, "size"))
		if rapid.Bool().Draw(t, "substitute") {
			in.Seats = append(in.Seats, tournament.Seat{Position: 2, Entry: 17, FromHand: rapid.IntRange(2, 20).Draw(t, "from")})
		}
		hands := rapid.IntRange(0, 12).Draw(t, "hands")
		for range hands {
			turn := Fold(in).Next
			var active []int
			for p := 1; p <= in.Size; p++ {
				if p != turn.SitsOut {
					active = append(active, p)
				}
			}
			who := rapid.Permutation(active).Draw(t, "who")
			row := map[string]any{"value": rapid.IntRange(-3, 12).Draw(t, "value"), "winners": who[:rapid.IntRange(1, 3).Draw(t, "winners")]}
			raw, _ := json.Marshal(row)
			e, err := Enter(in, 0, raw)
			if err != nil {
				t.Fatalf("%s: %v", raw, err)
			}
			in.Rows = append(in.Rows, stored(e))
		}
		s := Fold(in)
		if sum(s.Running) != 0 {
			t.Fatalf("running %v", s.Running)
		}
		all, played := 0, 0
		for _, p := range s.Points {
			all += p.Points
			played += p.HandsPlayed
		}
		if all != 0 || played != 4*hands {
			t.Fatalf("points of persons add up to %d, %d hands played of %d", all, played, 4*hands)
		}
	})
}
