package sheet

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// P3 leaves a table of five before hand 11: it goes on as four for 16 hands, his solo lapses, his points stay.
func TestFold_GoneAtFive(t *testing.T) {
	in := table(5)
	rotation := []string{`{"winners":[2,3],"value":1}`, `{"winners":[1,3],"value":1}`, `{"winners":[1,2],"value":1}`, `{"winners":[1,2],"value":1}`, `{"winners":[1,2],"value":1}`}
	enter(t, &in, rotation...)
	enter(t, &in, rotation...)
	before := Fold(in)
	in.GoneFrom[3] = 11
	s := Fold(in)
	if s.Hands != 26 || s.Stopped || s.Next == nil || s.Next.SitsOut != 3 || s.Next.Dealer != 1 {
		t.Fatalf("%d hands, next %+v", s.Hands, s.Next)
	}
	if d := cmp.Diff([][]int{{1, 2, 4, 5}, {3}}, [][]int{s.SolosOpen, s.Lapsed}); d != "" {
		t.Errorf("open and lapsed (-want +got):\n%s", d)
	}
	if d := cmp.Diff(before.Points, s.Points); d != "" {
		t.Errorf("what was played before (-want +got):\n%s", d)
	}
	e, err := Enter(in, 0, []byte(`{"hand":{"contract":"normal","re":[1,3],"re_augen":130}}`))
	if d := cmp.Diff([]string{"unknown_player hand.re.1"}, append(problems(t, err), broken(e)...)); d != "" {
		t.Errorf("a hand of who has gone (-want +got):\n%s", d)
	}
	for n := 11; n <= 22; n++ { // 12 hands, then four forced solos
		enter(t, &in, `{"winners":[1,2],"value":1}`)
	}
	for n := 23; n <= 26; n++ {
		next := Fold(in).Next
		if next == nil || next.Forced == 0 {
			t.Fatalf("hand %d is not forced: %+v", n, next)
		}
		enter(t, &in, soloOf(next.Forced, ""))
	}
	s = Fold(in)
	if s.Next != nil || s.Done != 26 || len(s.Faults) != 0 {
		t.Errorf("done %d, next %+v, faults %v", s.Done, s.Next, codes(s.Faults))
	}
	for _, p := range s.Points {
		want := 8 + 16
		if p.Position == 3 {
			want = 8
		}
		if p.HandsPlayed != want || p.SolosPlayed != want/24 {
			t.Errorf("position %d: %d hands, %d solos", p.Position, p.HandsPlayed, p.SolosPlayed)
		}
	}
	if _, err := Enter(in, 28, []byte(won3)); err == nil {
		t.Error("hand 28 of 26 was taken")
	}
}

// At four the table stops: what is missing is missing, nobody owes a solo any more.
func TestFold_GoneAtFour(t *testing.T) {
	in := table(4)
	enter(t, &in, times(8, won3)...)
	in.GoneFrom[2] = 9
	s := Fold(in)
	if s.Next != nil || !s.Stopped || s.Hands != 24 || s.Done != 8 || len(s.SolosOpen) != 0 || len(s.Lapsed) != 4 {
		t.Errorf("%+v", s)
	}
	if d := cmp.Diff([]string{"hands_missing pos 0 hand 9 sum 0 missing 16"}, codes(s.Faults)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for _, number := range []int{0, 9, 25} {
		if _, err := Enter(in, number, []byte(won3)); fmt.Sprint(problems(t, err)) != "[table_stopped number]" {
			t.Errorf("hand %d: %v", number, err)
		}
	}
	if e, err := Enter(in, 8, []byte(normal)); err != nil || len(e.Breaks) != 0 {
		t.Errorf("a correction of hand 8: %v %v", err, e.Breaks)
	}
}

// At five a second one leaves: the table stops, and the hands planned are those for four.
func TestFold_TwoGone(t *testing.T) {
	in := table(5)
	in.GoneFrom[3], in.GoneFrom[5] = 11, 15
	for n := 1; n <= 14; n++ {
		out := Fold(in).Next.SitsOut
		won := []int{}
		for p := 1; len(won) < 2; p++ {
			if p != out {
				won = append(won, p)
			}
		}
		enter(t, &in, fmt.Sprintf(`{"winners":[%d,%d],"value":2}`, won[0], won[1]))
	}
	s := Fold(in)
	if s.Hands != 26 || s.Done != 14 || !s.Stopped || s.Next != nil {
		t.Errorf("%d of %d hands, next %+v", s.Done, s.Hands, s.Next)
	}
}

// A copied rest and copied totals give each as many hands as he can have played.
func TestFold_GoneAndCopied(t *testing.T) {
	in := table(5)
	in.GoneFrom[3] = 11
	enter(t, &in, `{"through":26,"points":[4,-4,0,2,-2],"solos":[1,1,0,1,1]}`)
	for _, p := range Fold(in).Points {
		want := 24
		if p.Position == 3 {
			want = 8
		}
		if p.HandsPlayed != want {
			t.Errorf("position %d: %d hands, want %d", p.Position, p.HandsPlayed, want)
		}
	}
}

// A hand that is entered again as a compulsory solo moves the deal of all after it; who sat out in those stays as it was written.
func TestFold_WinnersKeepWhoSatOut(t *testing.T) {
	tests := map[string]struct {
		winners string
		points  []int // by position: P2 deals hand 2 and sits out
		after   []int // of the next hand, P3 deals
	}{
		"two winners":    {`{"winners":[1,3],"value":2}`, []int{2, 0, 2, -2, -2}, []int{2, -2, 0, 2, -2}},
		"one winner":     {`{"winners":[3],"value":2,"solo":3,"solo_kind":"lust"}`, []int{-2, 0, 6, -2, -2}, []int{2, -2, 0, 2, -2}},
		"a single loser": {`{"winners":[1,3,4],"value":2,"solo":5,"solo_kind":"lust"}`, []int{2, 0, 2, 2, -6}, []int{2, -2, 0, 2, -2}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			in := table(5)
			enter(t, &in, `{"winners":[2,3],"value":1}`, test.winners, `{"winners":[1,4],"value":2}`)
			again, err := Enter(in, 1, []byte(`{"hand":{"contract":"solo_damen","solo_kind":"pflicht","re":[2],"re_augen":130}}`))
			if err != nil {
				t.Fatal(err)
			}
			in.Rows[0] = stored(again)
			s := Fold(in)
			for i, want := range [][]int{test.points, test.after} {
				r := s.Rows[i+1]
				if r.Turn.SitsOut != i+2 {
					t.Errorf("hand %d: P%d sits out", i+2, r.Turn.SitsOut)
				}
				res, err := Score(in.Rules, 5, r.Turn.SitsOut, r.Revision.Row)
				if d := cmp.Diff(want, res.Points); d != "" || err != nil {
					t.Errorf("hand %d (-want +got): %v\n%s", i+2, err, d)
				}
			}
			for _, p := range s.Points {
				if want := map[bool]int{true: 2, false: 3}[p.Position <= 3]; p.HandsPlayed != want {
					t.Errorf("P%d played %d hands, want %d", p.Position, p.HandsPlayed, want)
				}
			}
		})
	}
}
