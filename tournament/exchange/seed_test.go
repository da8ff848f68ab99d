package exchange_test

import (
	"errors"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/exchange"
)

// A seed is text that is stored and printed: what a database can't keep or no page can show is refused.
func TestRead_Seed(t *testing.T) {
	for _, tt := range []struct{ name, seed, want string }{
		{"a zero byte", `a\u0000b`, "text_control"},
		{"a book", strings.Repeat("a", 9000), "text_too_long"},
	} {
		_, err := exchange.Read([]byte(`{"format":"doko-tournament/1","name":"Abend","entries":[],"rounds":[{"number":1,"seed":"` + tt.seed + `","tables":[]}]}`))
		var ps tournament.Problems
		if !errors.As(err, &ps) || len(ps) != 1 || ps[0].Code != tt.want || ps[0].Field != "/rounds/0/seed" {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
