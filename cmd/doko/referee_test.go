package main

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// The eight real hands, played again through the command's stream: the points their club recorded.
func TestRefereeStream(t *testing.T) {
	raw, err := os.ReadFile("../../scoring/testdata/real_hands_8.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Hands []map[string]any }
	if err := json.Unmarshal(raw, &file); err != nil || len(file.Hands) != 8 {
		t.Fatalf("%d hands, %v", len(file.Hands), err)
	}
	var in, out bytes.Buffer
	enc := json.NewEncoder(&in)
	for _, h := range file.Hands {
		err := enc.Encode(map[string]any{
			"name": h["game_id"], "contract": h["contract"], "declarer": h["declarer_seat"],
			"leader": h["leader_first_trick_seat"], "cards": h["hands_in_play_order"], "announcements": h["announcements"],
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := refereeStream(t.Context(), &in, &out); err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(&out)
	for _, h := range file.Hands {
		var got struct {
			Name     string
			Score    struct{ Scores map[string]float64 }
			Problems []any
		}
		if err := dec.Decode(&got); err != nil {
			t.Fatal(err)
		}
		var points []any
		for _, seat := range []string{"1", "2", "3", "4"} {
			points = append(points, got.Score.Scores[seat])
		}
		if want := h["recorded_points_by_seat"].([]any); !slices.Equal(points, want) || got.Name != h["game_id"] || len(got.Problems) > 0 {
			t.Errorf("%s: points %v, recorded %v, problems %v", got.Name, points, want, got.Problems)
		}
	}
}

func TestRefereeStreamFaults(t *testing.T) {
	const cards = `"cards":["CA","CT","CK","CQ"]`
	tests := []struct{ name, in, out string }{
		{
			"cannot be read", `{"name":"x","rules":{"deck":52},"contract":"normal","leader":9,` + cards + `}`,
			`{"name":"x","error":"bad_rule_value","field":"rules.deck",`,
		},
		{"no object", `[7]`, `{"name":null,"error":"wrong_type","field":null,"message":"7 can't be read here. Allowed: {\"rules\", \"contract\", `},
		{"a wrong deck gives only problems", `{"contract":"normal","leader":1,` + cards + `}`, `{"name":null,"problems":[{"code":"deck","trick":2,"seat":1,"message":"The deck is not right: Σ: 1 instead of 12."}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := refereeStream(t.Context(), strings.NewReader(tt.in), &out); err != nil {
				t.Fatal(err)
			}
			if got := out.String(); !strings.HasPrefix(got, tt.out) || !json.Valid([]byte(got)) || strings.Contains(got, "no value") {
				t.Errorf("got %s", got)
			}
		})
	}
}

// An Armut under rules without it is replayed; what it is worth is the error.
func TestScoreOfRefused(t *testing.T) {
	raw, err := os.ReadFile("testdata/armut.json")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := refereeStream(t.Context(), bytes.NewReader(raw), &out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.Contains(got, `"score":{"error":"contract_not_enabled"},"problems":[{"code":"contract","seat":1,`) {
		t.Errorf("got %s", got)
	}
}
