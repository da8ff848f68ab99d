package sheet

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/tournament"
)

const (
	won3   = `{"winners":[1,2],"value":3}`
	normal = `{"hand":{"contract":"normal","re":[3,4],"re_augen":130}}`
)

// What breaks a rule of the session is scored all the same: whoever calls decides.
func TestEnter_Breaks(t *testing.T) {
	twoOpen := append([]string{soloOf(1, ""), soloOf(2, "")}, times(20, won3)...) // 22 of 24, 3 and 4 owe
	tests := []struct {
		name   string
		size   int
		format func(*tournament.Format)
		timeUp bool
		before []string
		number int
		row    string
		want   []string
	}{
		{"not yet forced", 4, nil, false, twoOpen[:21], 0, won3, nil},
		{"a normal hand while two of two hands are forced", 4, nil, false, twoOpen, 0, normal, []string{"solo_forced hand.contract"}},
		{"two winners", 4, nil, false, twoOpen, 0, won3, []string{"solo_forced winners"}},
		{"points of no solo", 4, nil, false, twoOpen, 0, `{"points":[3,3,-3,-3]}`, []string{"solo_forced solo"}},
		{"a silent solo is no compulsory one", 4, nil, false, twoOpen, 0, `{"hand":{"contract":"stille_hochzeit","re":[4],"re_augen":130}}`, []string{"solo_forced hand.contract"}},
		{"the solo of the other one who owes", 4, nil, false, twoOpen, 0, soloOf(4, ""), []string{"solo_forced hand.re"}},
		{"a second solo of one who owes nothing", 4, nil, false, twoOpen, 0, soloOf(1, "lust"), []string{"solo_forced hand.re"}},
		{"the solo of who is forced", 4, nil, false, twoOpen, 0, soloOf(3, ""), nil},
		{"written as forced", 4, nil, false, twoOpen, 0, soloOf(3, "vorgefuehrt"), nil},
		{"written as voluntary", 4, nil, false, twoOpen, 0, soloOf(3, "lust"), []string{"solo_forced hand.solo_kind"}},
		{"dealt again", 4, nil, false, twoOpen, 0, `{"redealt":true}`, nil},
		{"no compulsory solos", 4, func(f *tournament.Format) { f.CompulsorySolos = 0 }, false, times(23, won3), 0, won3, nil},
		{"voluntary first, and the club allows it", 4, func(f *tournament.Format) { f.Voluntary = tournament.VoluntaryAny }, false, nil, 0, soloOf(2, "lust"), nil},
		{"the club allows it, a second compulsory one all the same not", 4, func(f *tournament.Format) { f.Voluntary = tournament.VoluntaryAny }, false, []string{soloOf(2, "")}, 0, soloOf(2, "pflicht"), []string{"solo_not_owed hand.solo_kind"}},
		{"time is up: the one left of the dealer first", 4, nil, true, times(4, won3), 0, soloOf(2, "vorgefuehrt"), nil},
		{"time is up: not the dealer yet", 4, nil, true, times(4, won3), 0, soloOf(1, "vorgefuehrt"), []string{"solo_forced hand.re"}},
		{"time is up: a hand that was begun before", 4, nil, true, times(4, won3), 0, won3, nil},
		{"five: somebody else sat out", 5, nil, false, nil, 1, `{"hand":{"contract":"normal","re":[1,2],"re_augen":130,"sitting_out":3}}`, []string{"sits_out_turn hand.sitting_out"}},
		{"five: as the order is", 5, nil, false, nil, 1, `{"hand":{"contract":"normal","re":[2,3],"re_augen":130,"sitting_out":1}}`, nil},
		{"a 25th hand", 4, func(f *tournament.Format) { f.CompulsorySolos = 0 }, false, times(24, won3), 25, won3, []string{"number_range number"}},
		{"a 26th hand without a 25th", 4, nil, false, twoOpen, 26, won3, []string{"number_range number"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := table(tt.size)
			in.TimeUp = tt.timeUp
			if tt.format != nil {
				tt.format(&in.Format)
			}
			enter(t, &in, tt.before...)
			e, err := Enter(in, tt.number, []byte(tt.row))
			if d := cmp.Diff(tt.want, append(problems(t, err), broken(e)...)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// The sheet ends with P3's solo missing. The hand that broke the rule is marked, the solo is missing, and it can be played after all.
func TestFold_SoloAfterTheEnd(t *testing.T) {
	in := table(4)
	enter(t, &in, soloOf(1, ""), soloOf(2, ""), soloOf(4, ""))
	enter(t, &in, times(21, won3)...)
	in.Rows[23].Reason = "Ausgeteilt war schon"
	s := Fold(in)
	if d := cmp.Diff([]string{"solo_forced"}, s.Rows[23].Breaks); d != "" {
		t.Errorf("hand 24 (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]string{"solo_missing pos 3 hand 0 sum 0 missing 0"}, codes(s.Faults)[:1]); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	e, err := Enter(in, 25, []byte(soloOf(3, "")))
	if d := cmp.Diff([]string{"number_range number"}, append(problems(t, err), broken(e)...)); d != "" {
		t.Fatalf("hand 25 (-want +got):\n%s", d)
	}
	in.Rows = append(in.Rows, stored(e))
	s = Fold(in)
	if len(s.SolosOpen) != 0 || s.Rows[24].Kind != "vorgefuehrt" || s.Done != 24 || len(codes(s.Faults)) != 0 {
		t.Errorf("after hand 25: open %v, kind %q, %d hands, %v", s.SolosOpen, s.Rows[24].Kind, s.Done, codes(s.Faults))
	}
}

// A voluntary solo kept with a note is seen, but needs no second reason when the list is confirmed; without one it does.
func TestFault_Noted(t *testing.T) {
	in := table(4)
	in.Format.HandsPerRound, in.Format.CompulsorySolos = 1, 1
	enter(t, &in, soloOf(2, "lust"))
	for reason, soft := range map[string]bool{"": false, "beide Soli waren angesagt": true} {
		in.Rows[0].Reason = reason
		found := false
		for _, f := range Fold(in).Faults {
			if f.Code == SoloOrder {
				found = true
				if f.Soft() != soft {
					t.Errorf("reason %q: soft %v", reason, f.Soft())
				}
			}
		}
		if !found {
			t.Error("no solo_order")
		}
	}
}

// The switch of the club: after a compulsory solo the next player deals.
func TestFold_AfterSolo(t *testing.T) {
	for after, dealer := range map[tournament.AfterSolo]int{tournament.AfterSoloSame: 1, tournament.AfterSoloNext: 2} {
		for _, size := range []int{4, 5} {
			in := table(size)
			in.Format.AfterSolo = after
			enter(t, &in, soloOf(3, ""))
			next := Fold(in).Next
			if next.Number != 2 || next.Dealer != dealer || size == 5 && next.SitsOut != dealer {
				t.Errorf("%s at %d: %+v", after, size, next)
			}
		}
	}
}

// A corrected hand keeps who sat out in it where the form does not say.
func TestEnter_KeepsWhoSatOut(t *testing.T) {
	in := table(5)
	enter(t, &in, `{"hand":{"contract":"normal","re":[1,2],"re_augen":130,"sitting_out":3}}`)
	e, err := Enter(in, 1, []byte(`{"hand":{"contract":"normal","re":[1,4],"re_augen":130}}`))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]int{1, -1, 0, 1, -1}, e.Result.Points); d != "" || len(e.Breaks) != 0 {
		t.Errorf("breaks %v, points (-want +got):\n%s", e.Breaks, d)
	}
	if row := Fold(in).Rows[0]; row.Turn.Dealer != 3 || row.Turn.SitsOut != 3 || len(row.Breaks) != 1 {
		t.Errorf("hand 1 as it was played: %+v, breaks %v", row.Turn, row.Breaks)
	}
}
