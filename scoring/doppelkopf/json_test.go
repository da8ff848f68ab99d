package doppelkopf

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring/fields"
	"doko/scoring/tally"
)

// fatal is what testing.T and rapid.T share.
type fatal interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

func parse(t fatal, raw string) fields.Node {
	t.Helper()
	n, err := fields.Parse([]byte(raw))
	if err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return n
}

func checkRoundTrip(t fatal, r Rules, seats int, h Hand) {
	t.Helper()
	raw, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseHand(r, seats, parse(t, string(raw)))
	if err != nil {
		t.Fatalf("%s: %v", raw, err)
	}
	if !reflect.DeepEqual(again, h) {
		t.Fatalf("%s comes back as %+v, was %+v", raw, again, h)
	}
	read, err := ReadHand(parse(t, string(raw)))
	if err != nil || !reflect.DeepEqual(read, h) {
		t.Fatalf("%s is read as %+v, %v", raw, read, err)
	}
	names := []string{"Jürgen \"Jo\"", "B", "C", "D", "E"}[:seats]
	if seats == 5 && h.SittingOut == 0 {
		return // only a stored hand may leave that open
	}
	raw = h.AppendNamed(nil, names)
	named, back, err := ParseNamed(r, parse(t, string(raw)))
	if err != nil || !reflect.DeepEqual(named, h) || !slices.Equal(back, names) {
		t.Fatalf("%s is read as %+v for %v, %v", raw, named, back, err)
	}
}

func TestHandJSON(t *testing.T) {
	tests := []struct{ name, in, out string }{
		{
			"as short as can be", `{"contract":"normal","re":[1,4],"re_augen":131}`,
			`{"contract":"normal","solo_kind":null,"re":[1,4],"sitting_out":null,"clarified_in":null,"re_augen":131,"no_trick":null,` +
				`"calls":{"re":[],"kontra":[]},"specials":[],"bock":0}`,
		},
		{
			"a range stays a range", `{"contract":"solo_pik","solo_kind":"lust","re":[2],"re_augen_between":[121,150],"no_trick":null,` +
				`"calls":{"kontra":["k60"],"re":["k90","re"]},"specials":[{"party":"re","kind":"fuchs","count":2}]}`,
			`{"contract":"solo_pik","solo_kind":"lust","re":[2],"sitting_out":null,"clarified_in":null,"re_augen_between":[121,150],"no_trick":null,` +
				`"calls":{"re":["re","k90"],"kontra":["k60"]},"specials":[{"kind":"fuchs","party":"re","count":2}],"bock":0}`,
		},
		{
			"a range of one figure", `{"contract":"hochzeit","clarified_in":3,"re":[1,2],"re_augen_between":[120,120],"calls":null,"specials":null,"bock":null}`,
			`{"contract":"hochzeit","solo_kind":null,"re":[1,2],"sitting_out":null,"clarified_in":3,"re_augen_between":[120,120],"no_trick":null,` +
				`"calls":{"re":[],"kontra":[]},"specials":[],"bock":0}`,
		},
		{
			"five at the table", `{"contract":"hochzeit","clarified_in":null,"re":[5],"sitting_out":1,"re_augen":0,"no_trick":"re"}`,
			`{"contract":"hochzeit","solo_kind":null,"re":[5],"sitting_out":1,"clarified_in":null,"re_augen":0,"no_trick":"re",` +
				`"calls":{"re":[],"kontra":[]},"specials":[],"bock":0}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			seats := 4
			if tt.name == "five at the table" {
				seats = 5
			}
			h, err := ParseHand(DDV(), seats, parse(t, tt.in))
			if err != nil {
				t.Fatal(err)
			}
			raw, err := json.Marshal(h)
			if err != nil || string(raw) != tt.out {
				t.Errorf("%s, %v\nwant %s", raw, err, tt.out)
			}
			checkRoundTrip(t, DDV(), seats, h)
		})
	}
}

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

// Every fault of the shape, each at its field, and all at once.
func TestHandJSONFaults(t *testing.T) {
	const rest = `"contract":"normal","re":[1,2],"re_augen":130`
	tests := []struct {
		name, in string
		want     []problem
	}{
		{"no object", `[1]`, []problem{{"wrong_type", "hand"}}},
		{"empty", `{}`, []problem{{"missing_field", "hand.contract"}, {"missing_field", "hand.re"}, {"missing_field", "hand.re_augen"}}},
		{
			"game and players belong to the other form", `{"game":"doppelkopf","players":[],` + rest + `}`,
			[]problem{{"unknown_field", "hand.game"}, {"unknown_field", "hand.players"}},
		},
		{"upper case is another name", `{"Contract":"normal","contract":"normal","re":[1,2],"re_augen":130}`, []problem{{"unknown_field", "hand.Contract"}}},
		{"a field twice", `{"re_augen":131,` + rest + `}`, []problem{{"duplicate_field", "hand.re_augen"}}},
		{"wrong types everywhere", `{"contract":7,"solo_kind":1,"re":"1","sitting_out":"x","clarified_in":"2","re_augen":"130","no_trick":0,
			"calls":[],"specials":{},"bock":"1"}`, []problem{
			{"unknown_contract", "hand.contract"},
			{"bad_solo_kind", "hand.solo_kind"},
			{"sitting_out", "hand.sitting_out"},
			{"party_size", "hand.re"},
			{"bad_clarification", "hand.clarified_in"},
			{"augen_range", "hand.re_augen"},
			{"bad_no_trick", "hand.no_trick"},
			{"unknown_call", "hand.calls"},
			{"bad_special", "hand.specials"},
			{"bad_bock", "hand.bock"},
		}},
		{"empty words", `{"solo_kind":"","no_trick":"",` + rest + `}`, []problem{{"bad_solo_kind", "hand.solo_kind"}, {"bad_no_trick", "hand.no_trick"}}},
		{"half an Auge", `{"contract":"normal","re":[1,2],"re_augen":130.5}`, []problem{{"augen_range", "hand.re_augen"}}},
		{
			"players that are no numbers", `{"contract":"normal","re":["A",2.5],"re_augen":130,"sitting_out":0}`,
			[]problem{{"sitting_out", "hand.sitting_out"}, {"unknown_player", "hand.re.0"}, {"unknown_player", "hand.re.1"}},
		},
		{"a Hochzeit that does not say when", `{"contract":"hochzeit","re":[1,2],"re_augen":130}`, []problem{{"bad_clarification", "hand.clarified_in"}}},
		{"clarified in trick 0", `{"contract":"hochzeit","clarified_in":0,"re":[1,2],"re_augen":130}`, []problem{{"bad_clarification", "hand.clarified_in"}}},
		{"figure and range", `{"re_augen_between":[1,2],` + rest + `}`, []problem{{"augen_twice", "hand.re_augen_between"}}},
		{"a range of three", `{"contract":"normal","re":[1,2],"re_augen_between":[1,2,3]}`, []problem{{"augen_range", "hand.re_augen_between"}}},
		{"a range of words", `{"contract":"normal","re":[1,2],"re_augen_between":[121,"150"]}`, []problem{{"augen_range", "hand.re_augen_between"}}},
		{"calls", `{"calls":{"re":["kontra","k120",5,"re","re"],"kontra":"k90","both":[]},` + rest + `}`, []problem{
			{"unknown_field", "hand.calls.both"},
			{"wrong_call", "hand.calls.re.0"},
			{"unknown_call", "hand.calls.re.1"},
			{"unknown_call", "hand.calls.re.2"},
			{"duplicate_call", "hand.calls.re.4"},
			{"unknown_call", "hand.calls.kontra"},
		}},
		{"specials", `{"specials":["fuchs",{"kind":5,"party":6,"count":"x"},{"who":1}],` + rest + `}`, []problem{
			{"bad_special", "hand.specials.0"},
			{"unknown_special", "hand.specials.1.kind"},
			{"bad_special", "hand.specials.1.party"},
			{"bad_special", "hand.specials.1.count"},
			{"unknown_field", "hand.specials.2.who"},
			{"bad_special", "hand.specials.2.kind"},
			{"bad_special", "hand.specials.2.party"},
			{"bad_special", "hand.specials.2.count"},
		}},
		{"shape and meaning together", `{"contract":"armut","re":[1,9],"re_augen":241,"no_trick":7,"calls":{"re":["kontra"]}}`, []problem{
			{"bad_no_trick", "hand.no_trick"},
			{"wrong_call", "hand.calls.re.0"},
			{"contract_not_enabled", "hand.contract"},
			{"unknown_player", "hand.re.1"},
			{"augen_range", "hand.re_augen"},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseHand(DDV(), 4, parse(t, tt.in))
			if diff := cmp.Diff(tt.want, problems(err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNamedFaults(t *testing.T) {
	const rest = `"contract":"normal","re_augen":130`
	tests := []struct {
		name, in string
		want     []problem
	}{
		{"no players", `{"re":["A","B"],` + rest + `}`, []problem{{"missing_field", "hand.players"}}},
		{"players as text", `{"players":"ABCD","re":["A","B"],` + rest + `}`, []problem{
			{"player_count", "hand.players"},
			{"unknown_player", "hand.re.0"},
			{"unknown_player", "hand.re.1"},
		}},
		{"three", `{"players":["A","B","C"],"re":["A","B"],` + rest + `}`, []problem{{"player_count", "hand.players"}}},
		{"a name twice, one empty, one no text", `{"players":["A","A","",7],"re":["A","A"],` + rest + `}`, []problem{
			{"duplicate_player", "hand.players.1"},
			{"unknown_player", "hand.players.2"},
			{"unknown_player", "hand.players.3"},
			{"duplicate_player", "hand.re.1"},
		}},
		{"five, nobody sits out", `{"players":["A","B","C","D","E"],"re":["A","B"],` + rest + `}`, []problem{{"sitting_out", "hand.sitting_out"}}},
		{"five, a stranger sits out", `{"players":["A","B","C","D","E"],"sitting_out":"Z","re":["A","B"],` + rest + `}`, []problem{{"sitting_out", "hand.sitting_out"}}},
		{"five, Re sits out", `{"players":["A","B","C","D","E"],"sitting_out":"B","re":["A","B"],` + rest + `}`, []problem{{"unknown_player", "hand.re.1"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := ParseNamed(DDV(), parse(t, tt.in))
			if diff := cmp.Diff(tt.want, problems(err)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// ReadHand gives back what rules of today may refuse.
func TestReadHand(t *testing.T) {
	h, err := ReadHand(parse(t, `{"contract":"armut","re":[4,5],"sitting_out":1,"re_augen":130,"bock":1}`))
	if err != nil || h.Contract != Armut || h.Bock != 1 || h.SittingOut != 1 {
		t.Errorf("%+v, %v", h, err)
	}
	if _, err := ReadHand(parse(t, `{"contract":"normal","re":[4,5]}`)); len(problems(err)) != 1 {
		t.Errorf("a hand without Augen gives %v", err)
	}
}
