package scoring

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"doko/scoring/tally"
)

// vector is one line of the rules study: an input of "doko score" and what it has to give.
type vector struct {
	Name   string          `json:"name"`
	Hand   json.RawMessage `json:"hand"`
	Expect map[string]any  `json:"expect"`
}

func vectors(t testing.TB) ([]vector, []json.RawMessage) {
	t.Helper()
	raw, err := os.ReadFile("testdata/vectors_public.json")
	if err != nil {
		t.Fatal(err)
	}
	var parsed []vector
	var lines []json.RawMessage
	if err := json.Unmarshal(raw, &parsed); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &lines); err != nil {
		t.Fatal(err)
	}
	return parsed, lines
}

func code(p tally.Problem) string { return "text of " + p.Code }

// Every vector goes the way of "doko score": the bytes of the line in, the bytes of the answer out.
func TestVectors(t *testing.T) {
	parsed, lines := vectors(t)
	if len(parsed) != 562 {
		t.Fatalf("%d vectors, want 562", len(parsed))
	}
	for i, v := range parsed {
		t.Run(v.Name, func(t *testing.T) {
			answer := Evaluate(lines[i])
			out := answer.AppendJSON(nil, code)
			var got map[string]any
			if err := json.Unmarshal(out, &got); err != nil {
				t.Fatalf("%v in %s", err, out)
			}
			if got["name"] != v.Name {
				t.Errorf("name %v", got["name"])
			}
			delete(got, "name")
			if expect := string(answer.AppendExpect(nil)); !answer.Session && !strings.Contains(string(out), strings.TrimSuffix(expect[1:], "}")) {
				t.Errorf("alone it is %s, in the line %s", expect, out)
			}
			if want, ok := v.Expect["error"]; ok {
				if got["error"] != want || got["problems"] != nil {
					t.Errorf("got %s, want only the error %s", out, want)
				}
				if field, _ := got["field"].(string); !strings.HasPrefix(field, "hand.") && !strings.HasPrefix(field, "rules.") {
					t.Errorf("field %v", got["field"])
				}
				return
			}
			sortItems(got)
			sortItems(v.Expect)
			if !reflect.DeepEqual(got, v.Expect) {
				t.Errorf("got %s\nwant %v", out, v.Expect)
			}
		})
	}
}

// sortItems makes the items comparable: their order is free.
func sortItems(m map[string]any) {
	items, _ := m["items"].([]any)
	slices.SortFunc(items, func(a, b any) int {
		x, _ := json.Marshal(a)
		y, _ := json.Marshal(b)
		return strings.Compare(string(x), string(y))
	})
}
