package tournament

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring"
	"doko/scoring/tally"
)

const normalHand = `{"contract":"normal","solo_kind":null,"re":[1,2],"sitting_out":null,"clarified_in":null,"re_augen":130,` +
	`"no_trick":null,"calls":{"re":["re"],"kontra":[]},"specials":[{"kind":"fuchs","party":"re","count":1}],"bock":0}`

// faults lists the problems of an error as "code field".
func faults(t *testing.T, err error) []string {
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

func TestParseRow_RoundTrip(t *testing.T) {
	tests := []struct {
		name, in, out string // out "" = the same
		seats         int
	}{
		{"a hand", `{"hand":` + normalHand + `}`, "", 4},
		{"a bare hand", normalHand, `{"hand":` + normalHand + `}`, 4},
		{"points", `{"points":[3,3,-3,-3],"solo":null}`, "", 4},
		{"points without more", `{"points":[3,3,-3,-3]}`, `{"points":[3,3,-3,-3],"solo":null}`, 4},
		{"points of a solo", `{"points":[9,0,-3,-3,-3],"solo":1,"solo_kind":"pflicht"}`, "", 5},
		{"winners", `{"winners":[1,3],"value":3}`, "", 4},
		{"winners and a silent solo", `{"winners":[2],"value":3,"solo":null}`, "", 4},
		{"winners and a solo", `{"winners":[1,3,4],"value":3,"solo":2,"solo_kind":"lust"}`, "", 4},
		{"redealt", `{"redealt":true,"reason":"vergeben"}`, "", 4},
		{"the rest", `{"through":24,"points":[30,-10,-10,-10],"solos":[1,0,1,1]}`, "", 4},
		{"the rest without solos", `{"through":30,"points":[30,-10,-10,-10,0]}`, "", 5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			row, err := ParseRow(scoring.DDV(), tt.seats, []byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			got, err := json.Marshal(row)
			if err != nil {
				t.Fatal(err)
			}
			want := tt.out
			if want == "" {
				want = tt.in
			}
			if string(got) != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			stored, err := ParseStoredRow(got)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(row, stored); d != "" {
				t.Errorf("stored row (-parsed +stored):\n%s", d)
			}
		})
	}
}

func TestParseRow_Problems(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"no JSON", `{`, []string{"bad_row "}},
		{"a list", `[1]`, []string{"bad_row "}},
		{"nothing", `{}`, []string{"missing_field hand.contract", "missing_field hand.re", "missing_field hand.re_augen"}},
		{"Augen 241 and an unknown field", `{"hand":{"contract":"normal","re":[1,2],"re_augen":241,"cards":1}}`,
			[]string{"unknown_field hand.cards", "augen_range hand.re_augen"}},
		{"a field beside the hand", `{"hand":` + normalHand + `,"points":[1,1,-1,-1]}`, []string{"unknown_field points"}},
		{"three points", `{"points":[3,3,-6]}`, []string{"points_count points"}},
		{"half points", `{"points":[3,3,-3,-3.5]}`, []string{"points_range points.3"}},
		{"solo of nobody", `{"points":[3,3,-3,-3],"solo":5}`, []string{"bad_position solo"}},
		{"solo kind without solo", `{"points":[3,3,-3,-3],"solo_kind":"lust"}`, []string{"bad_solo_kind solo_kind"}},
		{"unknown solo kind", `{"points":[9,-3,-3,-3],"solo":1,"solo_kind":"spass"}`, []string{"bad_solo_kind solo_kind"}},
		{"four winners", `{"winners":[1,2,3,4],"value":1}`, []string{"bad_winners winners"}},
		{"a winner twice", `{"winners":[1,1],"value":1}`, []string{"bad_winners winners"}},
		{"winners without value", `{"winners":[1,2]}`, []string{"missing_field value"}},
		{"value in words", `{"winners":[1,2],"value":"drei"}`, []string{"points_range value"}},
		{"solo by one of two winners", `{"winners":[1,2],"value":3,"solo":1}`, []string{"bad_solo solo"}},
		{"redealt false", `{"redealt":false,"reason":3}`, []string{"bad_redealt redealt", "bad_reason reason"}},
		{"through nothing", `{"through":0,"points":[1,1,-1,-1],"solos":[1,-1,0,0]}`, []string{"number_range through", "solos_range solos.1"}},
		{"doubled field", `{"points":[3,3,-3,-3],"points":[3,3,-3,-3]}`, []string{"duplicate_field points"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseRow(scoring.DDV(), 4, []byte(tt.in))
			if d := cmp.Diff(tt.want, faults(t, err)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestRow_UnknownKind(t *testing.T) {
	if _, err := json.Marshal(Row{}); err == nil {
		t.Error("a row without a kind was written")
	}
	for _, raw := range []string{`{`, `{"hand":{"contract":7}}`, `{"points":"x"}`} {
		if _, err := ParseStoredRow([]byte(raw)); err == nil {
			t.Errorf("%s was read", raw)
		}
	}
}

func FuzzParseRow(f *testing.F) {
	for _, s := range []string{normalHand, `{"points":[3,3,-3,-3],"solo":1}`, `{"winners":[1],"value":2,"solo":null}`, `{"through":9,"points":[0,0,0,0]}`, `{"redealt":true}`} {
		f.Add([]byte(s), 4)
	}
	f.Fuzz(func(t *testing.T, raw []byte, seats int) {
		row, err := ParseRow(scoring.DDV(), 4+seats%2*seats%2, raw)
		if err != nil {
			return
		}
		written, err := json.Marshal(row)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseStoredRow(written)
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		if d := cmp.Diff(row, again); d != "" {
			t.Fatal(d)
		}
	})
}
