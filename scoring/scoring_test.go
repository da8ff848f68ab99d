package scoring

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
)

// realHand is one deal of an online club with what was recorded of it.
type realHand struct {
	ID            string `json:"game_id"`
	Contract      string
	Announcements []struct {
		Seat int
		Call string
	}
	Re       []int `json:"re_seats"`
	Augen    int   `json:"re_eyes"`
	Tricks   []int `json:"tricks_by_seat"`
	Specials map[string]map[string]int
	Points   []int `json:"recorded_points_by_seat"`
}

func realHands(t *testing.T) []realHand {
	t.Helper()
	raw, err := os.ReadFile("testdata/real_hands_8.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Hands []realHand }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	return file.Hands
}

// record writes the hand as a list keeper would.
func (h realHand) record(t *testing.T) []byte {
	t.Helper()
	calls := map[string][]string{"re": {}, "kontra": {}}
	for _, a := range h.Announcements {
		party := "kontra"
		if slices.Contains(h.Re, a.Seat) {
			party = "re"
		}
		calls[party] = append(calls[party], a.Call)
	}
	specials := []map[string]any{}
	for party, kinds := range h.Specials {
		for kind, n := range kinds {
			if n > 0 {
				specials = append(specials, map[string]any{"kind": kind, "party": party, "count": n})
			}
		}
	}
	tricks := 0
	for _, pos := range h.Re {
		tricks += h.Tricks[pos-1]
	}
	m := map[string]any{"contract": h.Contract, "re": h.Re, "re_augen": h.Augen, "calls": calls, "specials": specials}
	if tricks == 12 {
		m["no_trick"] = "kontra"
	}
	if h.Contract == "hochzeit" {
		m["clarified_in"] = 1
	}
	raw, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// Eight hands really played give the points their club recorded, also from the range a list keeper taps.
func TestRealHands(t *testing.T) {
	hands := realHands(t)
	if len(hands) != 8 {
		t.Fatalf("%d hands", len(hands))
	}
	for _, h := range hands {
		t.Run(h.ID, func(t *testing.T) {
			rec, err := ParseRecord(DDV(), 4, h.record(t))
			if err != nil {
				t.Fatal(err)
			}
			res, err := Score(DDV(), 4, rec)
			if err != nil || !slices.Equal(res.Points, h.Points) {
				t.Errorf("points %v, recorded %v, %v", res.Points, h.Points, err)
			}
			for _, rg := range doppelkopf.Ranges(doppelkopf.DDV()) {
				if h.Augen < rg.From || h.Augen > rg.To || h.Augen == 240 && rg.From != 240 {
					continue
				}
				tapped := *rec.Doppelkopf
				tapped.ReAugen = rg
				res, err := Score(DDV(), 4, Record{Doppelkopf: &tapped})
				if err != nil || !slices.Equal(res.Points, h.Points) {
					t.Errorf("tapped %v: points %v, recorded %v, %v", rg, res.Points, h.Points, err)
				}
			}
		})
	}
}

// Rules and records of both games come back as they were written.
func TestEveryGame(t *testing.T) {
	tests := []struct {
		game       Game
		seats      int
		rules, rec string
		points     []int
	}{
		{Doppelkopf, 4, `"kneipe"`, `{"contract":"normal","re":[1,3],"re_augen":131}`, []int{1, -1, 1, -1}},
		{Schnapsen, 2, `{"schnapsen_start":9}`, `{"end":"claim","by":2,"points":{"1":0,"2":66},"tricks":{"1":0,"2":4}}`, []int{0, 3}},
	}
	if len(tests) != len(Games()) {
		t.Errorf("%d games tested of %v", len(tests), Games())
	}
	for _, tt := range tests {
		t.Run(string(tt.game), func(t *testing.T) {
			r, err := ParseRules(tt.game, []byte(tt.rules))
			if err != nil || r.Check() != nil {
				t.Fatal(err, r.Check())
			}
			least, most := r.Seats()
			if tt.seats < least || tt.seats > most {
				t.Errorf("%d to %d seats", least, most)
			}
			full, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			again, err := ParseRules(tt.game, full)
			if diff := cmp.Diff(r, again); err != nil || diff != "" {
				t.Error(err, diff)
			}
			rec, err := ParseRecord(r, tt.seats, []byte(tt.rec))
			if err != nil {
				t.Fatal(err)
			}
			res, err := Score(r, tt.seats, rec)
			if err != nil || !slices.Equal(res.Points, tt.points) {
				t.Errorf("%+v, %v", res, err)
			}
			stored, err := json.Marshal(rec)
			if err != nil {
				t.Fatal(err)
			}
			back, err := ReadRecord(tt.game, stored)
			if diff := cmp.Diff(rec, back); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	}
}

func TestNoGame(t *testing.T) {
	tests := []struct {
		name string
		err  func() error
		want []problem
	}{
		{"rules of an unknown game", func() error { _, err := ParseRules("skat", nil); return err }, []problem{{"unknown_game", "game"}}},
		{"rules that are no JSON", func() error { _, err := ParseRules(Doppelkopf, []byte("{")); return err }, []problem{{"bad_rule_value", "rules"}}},
		{
			"rules of the other game are checked", func() error { _, err := ParseRules(Doppelkopf, []byte(`{"schneider_bummerl":-1}`)); return err },
			[]problem{{"bad_rule_value", "rules.schneider_bummerl"}},
		},
		{"a record under no rules", func() error { _, err := ParseRecord(Rules{}, 4, []byte("{}")); return err }, []problem{{"unknown_game", "game"}}},
		{"a record that is no JSON", func() error { _, err := ParseRecord(DDV(), 4, []byte("x")); return err }, []problem{{"wrong_type", "hand"}}},
		{
			"a record with a fault", func() error {
				_, err := ParseRecord(DDV(), 4, []byte(`{"contract":"normal","re":[1,2],"re_augen":1}`))
				return err
			},
			[]problem{{"augen_unreachable", "hand.re_augen"}},
		},
		{"a deal with a fault", func() error {
			r, _ := ParseRules(Schnapsen, nil)
			_, err := ParseRecord(r, 2, []byte(`7`))
			return err
		}, []problem{{"wrong_type", "hand"}}},
		{"a stored record that is no JSON", func() error { _, err := ReadRecord(Doppelkopf, []byte("x")); return err }, []problem{{"wrong_type", "hand"}}},
		{"no record", func() error { _, err := Score(DDV(), 4, Record{}); return err }, []problem{{"unknown_game", "hand.game"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, problems(tt.err())); diff != "" {
				t.Error(diff)
			}
		})
	}
	for _, empty := range []json.Marshaler{Rules{}, Record{}} {
		if raw, err := empty.MarshalJSON(); err != nil || string(raw) != "null" {
			t.Errorf("%T is written as %s, %v", empty, raw, err)
		}
	}
	if r, err := ParseRules(Doppelkopf, nil); err != nil || *r.Doppelkopf != *DDV().Doppelkopf {
		t.Errorf("no rules are %+v, %v", r, err)
	}
	if err := (Rules{}).Check(); err != nil {
		t.Error(err)
	}
	var ps tally.Problems
	if ps.OrNil() != nil {
		t.Error("no problems are an error")
	}
}
