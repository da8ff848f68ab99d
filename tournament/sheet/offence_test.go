package sheet

import (
	"slices"
	"testing"

	"doko/scoring/doppelkopf"
	"doko/tournament"
)

// The rows of the table in RULES d whose points depend on the size of the table or the club's own penalties.
func TestPropose(t *testing.T) {
	club := doppelkopf.DDV()
	club.PenaltyMinor, club.PenaltyMajor, club.PenaltyMajorPerAbsage = 6, 30, 9
	tests := []struct {
		name  string
		rules doppelkopf.Rules
		seats int
		c     Case
		want  Proposal
	}{
		{"at five who sits out gets nothing", doppelkopf.DDV(), 5, Case{Offender: 2, Offence: Minor, SitsOut: 4}, Proposal{"minor", []int{1, -3, 1, 0, 1}, GoesOn}},
		{"at five against the soloist", doppelkopf.DDV(), 5, Case{Offender: 5, Offence: Major, SitsOut: 1, Soloist: 4, Denials: 4}, Proposal{"major_against:4", []int{0, 0, 0, 24, -24}, SoloCounts}},
		{"a club's own minor", club, 4, Case{Offender: 1, Offence: Minor}, Proposal{"minor", []int{-6, 2, 2, 2}, GoesOn}},
		{"a club's own major", club, 4, Case{Offender: 4, Offence: Major, Denials: 2}, Proposal{"major:2", []int{16, 16, 16, -48}, DealtAgain}},
		{"denials count for serious ones only", doppelkopf.DDV(), 4, Case{Offender: 1, Offence: Minor, Denials: 3}, Proposal{"minor", []int{-3, 1, 1, 1}, GoesOn}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Propose(tt.rules, tt.seats, tt.c)
			if err != nil || got.Row != tt.want.Row || got.Fate != tt.want.Fate || !slices.Equal(got.Points, tt.want.Points) {
				t.Errorf("%+v, %v, want %+v", got, err, tt.want)
			}
		})
	}
}

// What a stored row of the table would have cost is known without the hand.
func TestProposedPoints(t *testing.T) {
	for row, want := range map[string]int{
		"irrelevant": 0, "minor": -3, "minor_soloist": -3, "minor_harms": -3, "minor_harmless": -3, "decided": -3,
		"major": -12, "major:1": -15, "major_soloist:2": -18, "major_against:4": -24,
	} {
		if got, ok := ProposedPoints(doppelkopf.DDV(), row); !ok || got != want {
			t.Errorf("%s: %d, %v, want %d", row, got, ok, want)
		}
	}
	for _, row := range []string{"", "unsporting", "rude", "major:9"} {
		if got, ok := ProposedPoints(doppelkopf.DDV(), row); ok {
			t.Errorf("%s: %d", row, got)
		}
	}
}

// A row of the sheet says who played alone and what the other side had denied, as far as it goes.
func TestSituation(t *testing.T) {
	in := table(4)
	enter(t, &in,
		`{"hand":{"contract":"normal","re":[1,2],"re_augen":130,"calls":{"re":["k90"],"kontra":["kontra","k90","k60"]}}}`,
		`{"hand":{"contract":"stille_hochzeit","re":[4],"re_augen":130}}`,
		soloOf(3, ""), `{"points":[9,-3,-3,-3],"solo":1}`, `{"points":[3,-3,-3,3]}`, `{"winners":[2],"value":3}`)
	want := []struct{ offender, soloist, denials int }{
		{1, 0, 2}, {3, 0, 1}, {0, 0, 0},
	}
	for _, w := range want {
		if soloist, denials := Situation(in.Rows[0].Row, 4, 0, w.offender); soloist != w.soloist || denials != w.denials {
			t.Errorf("offender %d: soloist %d, %d denials", w.offender, soloist, denials)
		}
	}
	for i, alone := range []int{0, 4, 3, 1, 0, 2} {
		if soloist, _ := Situation(in.Rows[i].Row, 4, 0, 2); soloist != alone {
			t.Errorf("hand %d: %d alone, want %d", i+1, soloist, alone)
		}
	}
	if got := SitsOut(table(5), 7); got != 2 {
		t.Errorf("%d sits out in hand 7 of five", got)
	}
	if soloist, _ := Situation(tournament.Row{Kind: tournament.RowRedealt}, 4, 0, 1); soloist != 0 {
		t.Errorf("dealt again: %d alone", soloist)
	}
}
