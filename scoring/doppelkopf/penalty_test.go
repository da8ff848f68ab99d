package doppelkopf

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring/tally"
)

// RULES d, row by row.
func TestScorePenalty(t *testing.T) {
	tests := []struct {
		name  string
		seats int
		p     Penalty
		want  []int
	}{
		{"irrelevant", 4, Penalty{Offender: 1, Severity: Irrelevant}, []int{0, 0, 0, 0}},
		{"minor", 4, Penalty{Offender: 2, Severity: Minor}, []int{1, -3, 1, 1}},
		{"minor at five: the dealer gets nothing", 5, Penalty{Offender: 2, Severity: Minor, SittingOut: 4}, []int{1, -3, 1, 0, 1}},
		{"minor by the soloist", 4, Penalty{Offender: 2, Severity: Minor, Soloist: 2, HarmsSoloist: true}, []int{1, -3, 1, 1}},
		{"minor against the soloist, may hurt him", 4, Penalty{Offender: 2, Severity: Minor, Soloist: 4, HarmsSoloist: true}, []int{0, -3, 0, 3}},
		{"minor against the soloist, cannot hurt him", 4, Penalty{Offender: 2, Severity: Minor, Soloist: 4}, []int{1, -3, 1, 1}},
		{"minor that would hurt a soloist there is none", 4, Penalty{Offender: 2, Severity: Minor, HarmsSoloist: true}, []int{1, -3, 1, 1}},
		{"major, two denials of the other side", 4, Penalty{Offender: 3, Severity: Major, Denials: 2}, []int{6, 6, -18, 6}},
		{"major against the soloist, four denials", 4, Penalty{Offender: 3, Severity: Major, Soloist: 1, Denials: 4}, []int{24, 0, -24, 0}},
		{"major by the soloist", 4, Penalty{Offender: 3, Severity: Major, Soloist: 3}, []int{4, 4, -12, 4}},
		{"unsporting", 4, Penalty{Offender: 3, Severity: Unsporting, Points: 12}, []int{0, 0, -12, 0}},
		{"a warning", 4, Penalty{Offender: 3, Severity: Unsporting}, []int{0, 0, 0, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ScorePenalty(DDV(), tt.seats, tt.p); !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestParsePenaltyFaults(t *testing.T) {
	const four = `"players":["A","B","C","D"],`
	const five = `"players":["A","B","C","D","E"],`
	tests := []struct {
		name, in string
		want     []problem
	}{
		{"nothing", `{}`, []problem{{"missing_field", "hand.players"}}},
		{"two players", `{"players":["A","B"],"offender":"A","severity":"minor"}`, []problem{{"player_count", "hand.players"}}},
		{"nobody did it", `{` + four + `"x":1}`, []problem{{"unknown_field", "hand.x"}, {"missing_field", "hand.offender"}, {"missing_field", "hand.severity"}}},
		{"strangers", `{` + four + `"offender":"Z","soloist":7,"severity":"major"}`, []problem{{"unknown_player", "hand.offender"}, {"unknown_player", "hand.soloist"}}},
		{"five, nobody sits out", `{` + five + `"offender":"A","severity":"minor"}`, []problem{{"sitting_out", "hand.sitting_out"}}},
		{"the soloist sits out", `{` + five + `"sitting_out":"B","offender":"A","soloist":"B","severity":"minor"}`, []problem{{"unknown_player", "hand.soloist"}}},
		{"bad figures", `{` + four + `"offender":"A","severity":"mild","harms_soloist":"yes","absagen":5,"points":-1}`, []problem{
			{"bad_penalty", "hand.severity"},
			{"bad_penalty", "hand.harms_soloist"},
			{"bad_penalty", "hand.absagen"},
			{"bad_penalty", "hand.points"},
		}},
		{"points of a minor offence", `{` + four + `"offender":"A","severity":"minor","points":3}`, []problem{{"bad_penalty", "hand.points"}}},
		{"all is well", `{` + four + `"offender":"A","severity":"unsporting","points":12,"soloist":null,"harms_soloist":false,"absagen":4}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := ParsePenalty(parse(t, tt.in))
			if diff := cmp.Diff(tt.want, problems(err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Whoever sits out is refused, so the fault must not offer him among those it allows.
func TestUnknownPlayerOffersOnlyThoseWhoPlay(t *testing.T) {
	const table = `"players":["A","B","C","D","E"],"sitting_out":"D",`
	_, _, penalty := ParsePenalty(parse(t, `{`+table+`"offender":"D","severity":"minor"}`))
	_, _, hand := ParseNamed(DDV(), parse(t, `{`+table+`"contract":"normal","re":["A","Z"],"re_augen":130}`))
	for name, err := range map[string]error{"offender": penalty, "re": hand} {
		var ps tally.Problems
		if !errors.As(err, &ps) || len(ps) != 1 || ps[0].Code != "unknown_player" || ps[0].Args["Allowed"] != "A, B, C, E" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
