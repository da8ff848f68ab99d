package scoring

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring/tally"
)

// problem is a code and where, for comparing.
type problem struct{ Code, Field string }

func problems(err error) []problem {
	ps, _ := err.(tally.Problems)
	var list []problem
	for _, p := range ps {
		list = append(list, problem{p.Code, p.Field})
	}
	return list
}

// What the vectors do not reach: faults of the line itself and of the other games.
func TestEvaluateFaults(t *testing.T) {
	const hand = `"contract":"normal","players":["A","B","C","D"],"re":["A","B"],"re_augen":131`
	const deal = `"end":"claim","by":"A","points":{"A":66,"B":0},"tricks":{"A":4,"B":0}`
	bummerl := func(deals string) string {
		return `{"hand":{"game":"bummerl","players":["A","B"],"deals":` + deals + `}}`
	}
	session := func(rest string) string {
		return `{"hand":{"game":"session","seats":["A","B","C","D","E"],` + rest + `}}`
	}
	tests := []struct {
		name, in string
		want     []problem
	}{
		{"no JSON", `{`, []problem{{"wrong_type", ""}}},
		{"no object", `[]`, []problem{{"wrong_type", ""}}},
		{"an empty object", `{}`, []problem{{"missing_field", "hand"}}},
		{"a hand that is none", `{"hand":null,"name":7,"player":1}`, []problem{{"unknown_field", "player"}, {"wrong_type", "name"}, {"wrong_type", "hand"}}},
		{
			"rules and hand", `{"rules":{"x":1,"schnapsen_start":-1},"hand":{` + hand + `,"bock":1}}`,
			[]problem{{"unknown_rule", "rules.x"}, {"bad_rule_value", "rules.schnapsen_start"}, {"bock_not_enabled", "hand.bock"}},
		},
		{"rules of the other game", `{"rules":{"schnapsen_start":-1},"hand":{` + hand + `}}`, []problem{{"bad_rule_value", "rules.schnapsen_start"}}},
		{"an unknown game", `{"hand":{"game":"skat"}}`, []problem{{"unknown_game", "hand.game"}}},
		{"a game that is no word", `{"hand":{"game":null}}`, []problem{{"unknown_game", "hand.game"}}},
		{
			"a range that is worth two things", `{"hand":{"contract":"normal","players":["A","B","C","D"],"re":["A","B"],"re_augen_between":[120,121]}}`,
			[]problem{{"augen_ambiguous", "hand.re_augen_between"}},
		},
		{"a penalty without an offender", `{"hand":{"game":"penalty","players":["A","B","C","D"],"severity":"minor"}}`, []problem{{"missing_field", "hand.offender"}}},
		{"Schnapsen without players", `{"hand":{"game":"schnapsen",` + deal + `}}`, []problem{{"missing_field", "hand.players"}}},
		{"Schnapsen with three", `{"hand":{"game":"schnapsen","players":["A","B","C"],` + deal + `}}`, []problem{{"player_count", "hand.players"}}},
		{
			"a Bummerl of nothing", `{"hand":{"game":"bummerl","x":1}}`,
			[]problem{{"unknown_field", "hand.x"}, {"missing_field", "hand.players"}, {"missing_field", "hand.deals"}},
		},
		{"deals that are no list", bummerl(`7`), []problem{{"wrong_type", "hand.deals"}}},
		{"deals of other games and players", bummerl(`[{"game":"skat",` + deal + `},{"players":["A","C"],` + deal + `},{"players":["A"],` + deal + `},{"game":7}]`), []problem{
			{"unknown_game", "hand.deals.0.game"},
			{"unknown_player", "hand.deals.1.players.1"},
			{"player_count", "hand.deals.2.players"},
			{"unknown_game", "hand.deals.3.game"},
			{"missing_field", "hand.deals.3.end"},
			{"missing_field", "hand.deals.3.by"},
			{"missing_field", "hand.deals.3.points"},
			{"missing_field", "hand.deals.3.tricks"},
		}},
		{"a fourth deal after three times three", bummerl(`[{` + deal + `},{` + deal + `},{` + deal + `},{` + deal + `}]`), []problem{{"bummerl_over", "hand.deals.3"}}},
		{
			"a session of nothing", `{"hand":{"game":"session","x":1}}`,
			[]problem{{"unknown_field", "hand.x"}, {"missing_field", "hand.seats"}, {"missing_field", "hand.hands"}},
		},
		{
			"a session out of all bounds", session(`"hands":100000,"time_up_after":-1,"solos":[]`),
			[]problem{{"bad_session", "hand.hands"}, {"bad_session", "hand.time_up_after"}, {"bad_session", "hand.solos"}},
		},
		{"solos that cannot be", session(`"hands":30,"solos":{"x":"A","0":"A","31":"A","07":"A","3":"Z","4":5,"5":"B","5":"B"}`), []problem{
			{"duplicate_field", "hand.solos.5"},
			{"bad_session", "hand.solos.x"},
			{"bad_session", "hand.solos.0"},
			{"bad_session", "hand.solos.31"},
			{"bad_session", "hand.solos.07"},
			{"unknown_player", "hand.solos.3"},
			{"unknown_player", "hand.solos.4"},
		}},
		{"a second solo, one who sits out, one out of turn", session(`"hands":10,"solos":{"1":"B","2":"B","3":"B","6":"E","10":"D"}`), []problem{
			{"unknown_player", "hand.solos.2"}, {"unknown_player", "hand.solos.3"}, {"unknown_player", "hand.solos.6"}, {"unknown_player", "hand.solos.10"},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := Evaluate([]byte(tt.in))
			if diff := cmp.Diff(tt.want, problems(a.Problems.OrNil())); diff != "" {
				t.Error(diff)
			}
			if out := a.AppendJSON(nil, code); !json.Valid(out) {
				t.Errorf("no JSON: %s", out)
			}
		})
	}
}

// A solo planned after time is up comes with the forced ones.
func TestSessionTimeUp(t *testing.T) {
	a := Evaluate([]byte(`{"hand":{"game":"session","seats":["A","B","C","D"],"hands":24,"solos":{"20":"A"},"time_up_after":0}}`))
	if len(a.Problems) > 0 || len(a.Rows) != 4 {
		t.Fatalf("%+v", a)
	}
	for i, solo := range []string{"B", "C", "D", "A"} {
		if r := a.Rows[i]; !r.Forced || r.Solo != solo || r.Lead != solo || r.Dealer != string(rune('A'+i)) {
			t.Errorf("row %+v", r)
		}
	}
}

// KeepScore of real life: a silent solo counts as one against three, won and lost, and the points add up to nothing.
func TestSilentSolo(t *testing.T) {
	tests := []struct {
		augen, calls string
		want         string
	}{
		{"151", `"re":["re"]`, `{"name":null,"winner":"re","value":4,"scores":{"A":12,"B":-4,"C":-4,"D":-4}`},
		{"181", ``, `{"name":null,"winner":"re","value":3,"scores":{"A":9,"B":-3,"C":-3,"D":-3}`},
		{"89", ``, `{"name":null,"winner":"kontra","value":-2,"scores":{"A":-6,"B":2,"C":2,"D":2}`},
	}
	for _, tt := range tests {
		in := fmt.Sprintf(`{"hand":{"contract":"stille_hochzeit","players":["A","B","C","D"],"re":["A"],"re_augen":%s,"calls":{%s}}}`, tt.augen, tt.calls)
		out := string(Evaluate([]byte(in)).AppendJSON(nil, code))
		if len(out) < len(tt.want) || out[:len(tt.want)] != tt.want {
			t.Errorf("%s gives %s", in, out)
		}
	}
}

// FuzzEvaluate: whatever comes, one line of JSON goes, and the points of a hand add up to nothing.
func FuzzEvaluate(f *testing.F) {
	_, lines := vectors(f)
	for i := 0; i < len(lines); i += 7 {
		f.Add([]byte(lines[i]))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		a := Evaluate(raw)
		if out := a.AppendJSON(nil, code); !json.Valid(out) {
			t.Fatalf("%s gives %s", raw, out)
		}
	})
}
