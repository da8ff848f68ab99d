package notation

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
)

// spelled are the keys with their meaning.
func spelled(keys []Key) string {
	var list []string
	for _, k := range keys {
		list = append(list, k.Keys+":"+k.Means)
	}
	return strings.Join(list, " ")
}

func TestNext(t *testing.T) {
	const (
		results  = "+:plus +9:plus9 +6:plus6 +3:plus3 +0:plus0 -:minus -9:minus9 -6:minus6 -3:minus3 -0:minus0 :augen"
		solos    = "d:solo_damen b:solo_buben f:solo_fleischlos k:solo_kreuz p:solo_pik h:solo_herz o:solo_karo s:stille_hochzeit"
		specials = "f:fuchs d:doppelkopf c:karlchen"
		kinds    = "p:pflicht l:lust v:vorgefuehrt"
		seats    = "1:seat 2:seat 3:seat 4:seat"
	)
	ddv := doppelkopf.DDV()
	tests := []struct {
		begun string
		rules doppelkopf.Rules
		want  string
	}{
		{"", ddv, seats + " w:winners p:points n:redealt"},
		{"1", ddv, "2:seat 3:seat 4:seat " + solos + " hz:hochzeit_alone"},
		{"1 ", ddv, ""},
		{"13", ddv, results + " hz:hochzeit"},
		{"13", house(), results + " hz:hochzeit a:armut"},
		{"13 ", ddv, results + " r:re k:kontra " + specials},
		{"13a", house(), results + " r:re k:kontra f:fuchs e:fuchs_last d:doppelkopf c:karlchen g:karlchen_caught z:dulle_caught b:bock"},
		{"13hz", ddv, "1:trick1 2:trick2 3:trick3"},
		{"13+", ddv, "9:plus9 6:plus6 3:plus3 0:plus0 r:re k:kontra " + specials + " !:note :enter"},
		{"13-9", ddv, "r:re k:kontra " + specials + " !:note :enter"},
		{"13+9r", ddv, "9:k90 6:k60 3:k30 0:schwarz k:kontra " + specials + " !:note :enter"},
		{"13+9r6k", ddv, "9:k90 6:k60 3:k30 0:schwarz " + specials + " !:note :enter"},
		{"13+9 f", ddv, "r:side_re k:side_kontra"},
		{"13+9 b", house(), ":digit"},
		{"2d", ddv, results + " " + kinds + " r:re k:kontra " + specials},
		{"2dp+", ddv, "9:plus9 6:plus6 3:plus3 0:plus0 r:re k:kontra " + specials + " !:note :enter"},
		{"w", ddv, seats},
		{"w1", ddv, "2:seat 3:seat 4:seat :value"},
		{"w123", ddv, ":value"},
		{"w1 ", ddv, ":value"},
		{"w1 3", ddv, "s:soloist !:note :enter"},
		{"w1 3 s", ddv, seats},
		{"w1 3 s1", ddv, kinds + " !:note :enter"},
		{"w1 3 s1p", ddv, "!:note :enter"},
		{"p 3", ddv, ":number"},
		{"p 3 3 -3 -3", ddv, "s:soloist !:note :enter"},
		{"n", ddv, ":reason :enter"},
		{"13+!", ddv, ":reason"},
		{"13+! war so", ddv, ":reason :enter"},
		{"13!", ddv, ":reason"},
	}
	for _, tt := range tests {
		t.Run(tt.begun, func(t *testing.T) {
			if got := spelled(Next(tt.rules, 4, tt.begun)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// Whoever types only what is offered never writes a sign that has no place there, and comes to an end.
func TestNext_LeadsToHands(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := ""
		for range 60 {
			keys := Next(house(), 5, line)
			if len(keys) == 0 {
				t.Fatalf("nothing goes on after %q", line)
			}
			k := rapid.SampledFrom(keys).Draw(t, "key")
			if k.Means == "enter" {
				if _, err := Parse(house(), 5, line); err != nil {
					t.Fatalf("%q is offered as whole: %v", line, err)
				}
				return
			}
			typed := map[string]string{"augen": "151", "value": " 3", "number": " 3", "digit": "1", "reason": " weil"}[k.Means]
			line += k.Keys + typed
			for _, p := range parse(house(), 5, line).problems {
				if slices.Contains([]string{"notation_sign", "notation_twice"}, p.Code) {
					t.Fatalf("%q: %v", line, tally.Problems{p})
				}
			}
		}
	})
}
