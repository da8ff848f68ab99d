package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"doko/web/i18n"
)

// faulty is an input with one fault: the code it gives, where, and what the sentence must name, such as the values allowed.
type faulty struct{ code, in, field, names string }

// dk is a Doppelkopf hand of four with more fields.
func dk(rules, more string) string {
	return `{"rules":` + rules + `,"hand":{"players":["A","B","C","D"],` + more + `}}`
}

const plainHand = `"contract":"normal","re":["A","B"],"re_augen":130`

// faults has every error code of the vectors.
func faults() []faulty {
	special := func(s string) string { return dk(`"ddv"`, plainHand+`,"specials":[`+s+`]`) }
	penalty := func(s string) string { return `{"hand":{"game":"penalty","players":["A","B","C","D"],` + s + `}}` }
	deal := func(s string) string { return `{"hand":{"game":"schnapsen","players":["A","B"],` + s + `}}` }
	closed := `"closed_by":"A","at_close":{"points":{"A":15,"B":14},"tricks":{"A":1,"B":1}}`
	return []faulty{
		{"augen_range", dk(`"ddv"`, `"contract":"normal","re":["A","B"],"re_augen":241`), "hand.re_augen", "0 to 240"},
		{"augen_unreachable", dk(`"ddv"`, `"contract":"normal","re":["A","B"],"re_augen":1`), "hand.re_augen", "1"},
		{"schwarz_with_augen", dk(`"ddv"`, plainHand+`,"no_trick":"re"`), "hand.no_trick", "130"},
		{"zero_augen_without_schwarz", dk(`{"deck":40}`, `"contract":"normal","re":["A","B"],"re_augen":0`), "hand.no_trick", "Re"},
		{"bad_no_trick", dk(`"ddv"`, plainHand+`,"no_trick":"both"`), "hand.no_trick", "null, re, kontra"},
		{"too_many_foxes", special(`{"kind":"fuchs","party":"re","count":3}`), "hand.specials", "2"},
		{"too_many_doppelkopf", special(`{"kind":"doppelkopf","party":"re","count":5}`), "hand.specials", "4"},
		{"too_many_karlchen", special(`{"kind":"karlchen","party":"re","count":2}`), "hand.specials", "1"},
		{"karlchen_conflict", special(`{"kind":"karlchen","party":"re","count":1},{"kind":"fuchs_last","party":"kontra","count":1}`), "hand.specials", "last trick"},
		{"too_many_dullen", dk(`{"dulle_caught_points":1}`, plainHand+`,"specials":[{"kind":"dulle_caught","party":"re","count":2}]`), "hand.specials", "1"},
		{"special_without_trick", dk(`"ddv"`, `"contract":"normal","re":["A","B"],"re_augen":0,"no_trick":"re","specials":[{"kind":"fuchs","party":"re","count":1}]`), "hand.specials.0.party", "Re"},
		{"augen_vs_specials", dk(`"ddv"`, `"contract":"normal","re":["A","B"],"re_augen":30,"specials":[{"kind":"doppelkopf","party":"re","count":1}]`), "hand.re_augen", "40"},
		{"unknown_special", special(`{"kind":"fox","party":"re","count":1}`), "hand.specials.0.kind", "fuchs, fuchs_last, doppelkopf, karlchen, karlchen_caught, dulle_caught"},
		{"bad_special", special(`{"kind":"fuchs","party":"A","count":1}`), "hand.specials.0.party", "re, kontra"},
		{"special_not_enabled", special(`{"kind":"dulle_caught","party":"re","count":1}`), "hand.specials.0.kind", ""},
		{"player_count", `{"hand":{"players":["A","B","C"],` + plainHand + `}}`, "hand.players", "4, 5"},
		{"duplicate_player", `{"hand":{"players":["A","B","C","A"],` + plainHand + `}}`, "hand.players.3", ""},
		{"unknown_player", dk(`"ddv"`, `"contract":"normal","re":["A","Z"],"re_augen":130`), "hand.re.1", "A, B, C, D"},
		{"sitting_out", dk(`"ddv"`, plainHand+`,"sitting_out":"D"`), "hand.sitting_out", "five"},
		{"party_size", dk(`"ddv"`, `"contract":"normal","re":["A"],"re_augen":130`), "hand.re", "two players"},
		{"unknown_contract", dk(`"ddv"`, `"contract":"ramsch","re":["A","B"],"re_augen":130`), "hand.contract", "normal, hochzeit, stille_hochzeit, armut, solo_damen, solo_buben, solo_fleischlos, solo_kreuz, solo_pik, solo_herz, solo_karo"},
		{"contract_not_enabled", dk(`"ddv"`, `"contract":"armut","re":["A","B"],"re_augen":130`), "hand.contract", ""},
		{"bad_solo_kind", dk(`"ddv"`, `"contract":"solo_pik","re":["A"],"re_augen":130,"solo_kind":"gern"`), "hand.solo_kind", "null, pflicht, lust, vorgefuehrt"},
		{"bad_clarification", dk(`"ddv"`, `"contract":"hochzeit","re":["A","B"],"re_augen":130,"clarified_in":4`), "hand.clarified_in", "1, 2, 3"},
		{"unknown_call", dk(`"ddv"`, plainHand+`,"calls":{"re":["k120"]}`), "hand.calls.re.0", "re, k90, k60, k30, schwarz"},
		{"wrong_call", dk(`"ddv"`, plainHand+`,"calls":{"re":["kontra"]}`), "hand.calls.re.0", "Re"},
		{"duplicate_call", dk(`"ddv"`, plainHand+`,"calls":{"re":["re","re"]}`), "hand.calls.re.1", "re"},
		{"call_skipped", dk(`{"implied_calls":false}`, plainHand+`,"calls":{"re":["k90"]}`), "hand.calls.re", "re"},
		{"bad_bock", dk(`{"bock":true}`, plainHand+`,"bock":-1`), "hand.bock", "0"},
		{"bock_not_enabled", dk(`"ddv"`, plainHand+`,"bock":1`), "hand.bock", "0"},
		{"unknown_field", dk(`"ddv"`, plainHand+`,"augen":1`), "hand.augen", "re_augen"},
		{"missing_field", dk(`"ddv"`, `"contract":"normal","re":["A","B"]`), "hand.re_augen", "re_augen"},
		{"unknown_game", `{"hand":{"game":"skat"}}`, "hand.game", "doppelkopf, penalty, schnapsen, bummerl, session"},
		{"unknown_rule", dk(`{"ramsch":true}`, plainHand), "rules.ramsch", "won_points"},
		{"bad_rule_value", dk(`{"deck":52}`, plainHand), "rules.deck", "48, 40"},
		{"bad_penalty", penalty(`"offender":"A","severity":"huge"`), "hand.severity", "irrelevant, minor, major, unsporting"},
		{"bad_end", deal(`"end":"draw","by":"A","points":{"A":66,"B":33},"tricks":{"A":5,"B":3}`), "hand.end", "claim, false_claim, last_trick, close_failed, revoke"},
		{"bad_points", deal(`"end":"claim","by":"A","points":{"A":66,"B":33},"tricks":{"A":1,"B":3}`), "hand.points", "4 to 21"},
		{"bad_tricks", deal(`"end":"claim","by":"A","points":{"A":66,"B":33},"tricks":{"A":8,"B":3}`), "hand.tricks", "ten"},
		{"bad_close", deal(`"end":"claim","by":"A","points":{"A":66,"B":33},"tricks":{"A":5,"B":3},"closed_by":"A"`), "hand.at_close", "4"},
		{"claim_too_low", deal(`"end":"claim","by":"A","points":{"A":65,"B":33},"tricks":{"A":5,"B":3}`), "hand.points", "66"},
		{"claim_not_false", deal(`"end":"false_claim","by":"A","points":{"A":66,"B":33},"tricks":{"A":5,"B":3}`), "hand.points", "66"},
		{"last_trick_after_close", deal(`"end":"last_trick","by":"A","points":{"A":50,"B":33},"tricks":{"A":4,"B":3},` + closed), "hand.end", ""},
		{"last_trick_unfinished", deal(`"end":"last_trick","by":"A","points":{"A":50,"B":33},"tricks":{"A":4,"B":3}`), "hand.tricks", "tenth"},
		{"close_failed_without_close", deal(`"end":"close_failed","by":"A","points":{"A":50,"B":33},"tricks":{"A":4,"B":3}`), "hand.closed_by", ""},
		{"revoke_too_early", deal(`"end":"revoke","by":"A","points":{"A":20,"B":20},"tricks":{"A":2,"B":2}`), "hand.tricks", ""},
		{"bummerl_over", `{"rules":{"schnapsen_start":1},"hand":{"game":"bummerl","players":["A","B"],"deals":[` +
			strings.Repeat(`{"end":"revoke","by":"A","points":{"A":20,"B":20},"tricks":{"A":3,"B":2}},`, 1) +
			`{"end":"revoke","by":"A","points":{"A":20,"B":20},"tricks":{"A":3,"B":2}}]}}`, "hand.deals.1", ""},
	}
}

// oneAnswer is what "doko score" says to one input.
type oneAnswer struct {
	Error, Field, Message string
	Problems              []struct{ Error, Field, Message string }
}

func answerTo(t *testing.T, in string) oneAnswer {
	t.Helper()
	var out bytes.Buffer
	if err := scoreStream(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	var a oneAnswer
	if err := json.Unmarshal(out.Bytes(), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// Each code of the vectors comes with its field and a sentence in both languages that says what would be right, and beside
// another fault of the same input both are listed.
func TestEveryCode(t *testing.T) {
	texts, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	german := texts.Printer(i18n.German)
	for _, f := range faults() {
		t.Run(f.code, func(t *testing.T) {
			a := answerTo(t, f.in)
			if a.Error != f.code || a.Field != f.field || len(a.Problems) > 0 {
				t.Fatalf("answer %+v, want %s at %s alone", a, f.code, f.field)
			}
			if !strings.Contains(a.Message, f.names) || !strings.Contains(a.Message, " ") {
				t.Errorf("the sentence %q does not name %q", a.Message, f.names)
			}
			if got := german.T("problem." + f.code); strings.Contains(got, "problem.") || !strings.Contains(got, " ") {
				t.Errorf("in German: %q", got)
			}
			two := answerTo(t, strings.Replace(f.in, `"hand":{`, `"hand":{"surplus":0,`, 1))
			codes := map[string]bool{}
			for _, p := range two.Problems {
				codes[p.Error] = codes[p.Error] || p.Field == f.field || p.Field == "hand.surplus"
			}
			if f.code != "unknown_game" && (!codes[f.code] || !codes["unknown_field"]) {
				t.Errorf("with another fault: %+v", two)
			}
		})
	}
}
