package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"doko/tournament/draw"
)

// drawing runs doko draw and returns its exit code, standard output and standard error.
func drawing(t *testing.T, input string, args ...string) (int, string, string) {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(t.Context(), append([]string{"draw"}, args...), func(string) string { return "" },
		streams{in: strings.NewReader(input), out: &out, err: &errs})
	return code, out.String(), errs.String()
}

const eight = `{"players":[{"id":8},{"id":1,"club":"A"},{"id":2,"club":"A"},{"id":3,"apart":[4]},{"id":4},{"id":5,"rank":1},{"id":6,"table":2},{"id":7}],
"history":[{"number":4,"tables":[{"number":1,"seats":[1,2,3,4]},{"number":2,"seats":[5,6,7,8]}]}],"rounds":2,"seed":"Herz"}`

func TestDrawCommand(t *testing.T) {
	code, out, errs := drawing(t, eight)
	if code != 0 || errs != "" {
		t.Fatalf("exit %d: %s", code, errs)
	}
	for _, key := range []string{`{"algorithm":"doko-draw/1","input_sha256":"`, `","seed":"Herz","effort":"normal","rounds":[{"number":5,"tables":[{"number":1,"seats":[`,
		`"cost":{"repeats":`, `"repeat_pairs":[[`, `"max_meetings":`, `"club_meetings":`, `"five_over":0,"seat_imbalance":0},"bound":{"repeats":`, `"notes":["`} {
		if !strings.Contains(out, key) {
			t.Errorf("no %s in %s", key, out)
		}
	}
	file := filepath.Join(t.TempDir(), "request.json")
	if err := os.WriteFile(file, []byte(eight), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, again, _ := drawing(t, "", file); again != out {
		t.Error("from a file it is another plan")
	}
}

func TestDrawCommand_Refusals(t *testing.T) {
	tests := []struct {
		name, input string
		args        []string
		code        int
		says        string
	}{
		{"no JSON", "Skat", nil, 2, "cannot be read"},
		{"an unknown field", `{"players":[],"rounds":1,"tables":4}`, nil, 2, `unknown field "tables"`},
		{"something after the object", `{"players":[{"id":1},{"id":2},{"id":3},{"id":4}],"rounds":1} {}`, nil, 2, "after the object"},
		{"seven players", `{"players":[{"id":1},{"id":2},{"id":3},{"id":4},{"id":5},{"id":6},{"id":7}],"rounds":1}`, nil, 2, "7 players cannot be seated"},
		{"two things wrong", `{"players":[],"rounds":0}`, nil, 2, "players: "},
		{"no such file", "", []string{"nothing.json"}, 4, "nothing.json"},
		{"two files", "", []string{"a", "b"}, 2, "arg"},
		{"no such plan", eight, []string{"--verify", "nothing.json"}, 4, "nothing.json"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			code, out, errs := drawing(t, tt.input, tt.args...)
			if code != tt.code || out != "" || !strings.Contains(errs, tt.says) {
				t.Errorf("exit %d, %q, %q", code, out, errs)
			}
		})
	}
}

func TestDrawCommand_Verify(t *testing.T) {
	_, plan, _ := drawing(t, eight, "-")
	file := filepath.Join(t.TempDir(), "plan.json")
	store := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var stored draw.Answer
	if err := json.Unmarshal([]byte(plan), &stored); err != nil {
		t.Fatal(err)
	}
	changed := func(change func(a *draw.Answer)) string {
		a := stored
		a.Rounds = append(a.Rounds[:0:0], a.Rounds...)
		change(&a)
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	withoutSeed := strings.Replace(eight, `,"seed":"Herz"`, "", 1)
	tests := []struct {
		name, plan, input string
		code              int
		says              string
	}{
		{"the same", plan, eight, 0, `same: 2 rounds, seed "Herz"`},
		{"the plan knows its seed", plan, withoutSeed, 0, "same: 2 rounds"},
		{"another seed", plan, strings.Replace(eight, "Herz", "Karo", 1), 3, "the seed is Herz, not Karo"},
		{"another entry list", plan, strings.Replace(eight, `,"club":"A"`, "", 1), 3, "input_sha256"},
		{"another algorithm", changed(func(a *draw.Answer) { a.Algorithm = "doko-draw/0" }), eight, 3, "the algorithm is doko-draw/0, not doko-draw/1"},
		{"a round more", changed(func(a *draw.Answer) { a.Rounds = append(a.Rounds, a.Rounds[0]) }), eight, 3, "number of rounds is 3, not 2"},
		{"two rounds exchanged", changed(func(a *draw.Answer) { a.Rounds[0], a.Rounds[1] = a.Rounds[1], a.Rounds[0] }), eight, 3, "round 5 is seated otherwise"},
		{"another cost", changed(func(a *draw.Answer) { a.Cost.Repeats = 0 }), eight, 3, "cost or bound"},
		{"no plan", "nothing", eight, 2, "cannot be read"},
		{"a request that cannot be drawn", plan, `{"players":[],"rounds":1}`, 2, "no players"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			store(tt.plan)
			code, out, errs := drawing(t, tt.input, "--verify", file)
			if code != tt.code || !strings.Contains(out+errs, tt.says) {
				t.Errorf("exit %d, %q, %q", code, out, errs)
			}
		})
	}
}
