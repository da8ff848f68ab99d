package web

import (
	"errors"
	"strings"
	"testing"

	"doko/scoring/doppelkopf"
	"doko/scoring/fields"
	"doko/scoring/tally"
	"doko/tournament"
	"doko/web/i18n"
)

// On a page the values that are allowed stand in words; who writes JSON reads them as he has to write them.
func TestAllowedValuesInWords(t *testing.T) {
	tests := []struct {
		code       string
		args       map[string]any
		page, json string
	}{
		{"bad_solo_kind", map[string]any{"Value": `"pflicht"`, "Allowed": "null"}, "Die Soloart Pflichtsolo geht hier nicht. Erlaubt: keine Angabe.", "Erlaubt: null."},
		{"bad_solo_kind", map[string]any{"Value": `"x"`, "Allowed": "pflicht, lust, vorgefuehrt, null"}, "Erlaubt: Pflichtsolo, Lustsolo, vorgeführt, keine Angabe.", "vorgefuehrt, null"},
		{"bad_clarification", map[string]any{"Value": "4", "Allowed": "1, 2, 3, null"}, "Der Klärungsstich 4 geht hier nicht. Erlaubt: 1, 2, 3, nie.", "3, null"},
		{"bad_no_trick", map[string]any{"Value": `"kontra"`, "Allowed": "null, re, kontra"}, "nicht Kontra.", `"kontra"`},
		{"bad_special", map[string]any{"Value": `"x"`, "Allowed": "re, kontra"}, `geht "x" nicht. Erlaubt: Re, Kontra.`, "re, kontra"},
		{"bad_special", map[string]any{"Value": 0, "Allowed": "1, 2, …"}, "geht 0 nicht. Erlaubt: 1, 2, ….", "1, 2, …"},
		{"unknown_special", map[string]any{"Value": `"x"`, "Allowed": "fuchs_last, dulle_caught"}, "Erlaubt: Fuchs am End, Dulle gefangen.", "fuchs_last"},
		{"unknown_contract", map[string]any{"Value": `"x"`, "Allowed": "normal, stille_hochzeit"}, "Erlaubt: Normalspiel, Stille Hochzeit.", "stille_hochzeit"},
		{"unknown_call", map[string]any{"Value": `"x"`, "Allowed": "[re, k90]"}, "Erlaubt: Re, k 90.", "[re, k90]"},
		{"wrong_call", map[string]any{"Party": "Re", "Call": "kontra", "Allowed": "re, schwarz"}, "Re kann nicht „Kontra“ sagen. Erlaubt: Re, schw..", "kontra"},
		{"bad_rule_value", map[string]any{"Rule": "bock", "Value": `"x"`, "Allowed": "true, false"}, "Die Regel „Bockspiele“ kann nicht \"x\" sein. Erlaubt: ja, nein.", "true, false"},
		{"bad_rule_value", map[string]any{"Rule": "deck", "Value": "52", "Allowed": "48, 40"}, "Erlaubt: 48, mit Neunen; 40, ohne Neunen.", "48, 40"},
		{"bad_rule_value", map[string]any{"Rule": "bock_stack", "Value": `"x"`, "Allowed": "append, ignore"}, "„Neuer Bock im Bock“ kann nicht \"x\" sein. Erlaubt: wird angehängt, gibt es nicht.", "append"},
	}
	texts, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	p := texts.Printer(i18n.German)
	for _, tt := range tests {
		problem := tournament.Invalid(tt.code, "", tt.args)
		if got, _ := pageText(p, problem); !strings.Contains(got, tt.page) {
			t.Errorf("%s on the page: %q, want %q", tt.code, got, tt.page)
		}
		if got, _ := problemText(p, problem); !strings.Contains(got, tt.json) {
			t.Errorf("%s in JSON: %q, want %q", tt.code, got, tt.json)
		}
	}
}

// No sentence that a page can show about a hand or the rules has a word of the file format in it, in either language.
func TestNoCodesOnPages(t *testing.T) {
	texts, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	var problems tally.Problems
	for _, hand := range []string{
		`{"contract":"x","re":[1,2],"re_augen":131}`, `{"contract":"normal","re":[1,2],"solo_kind":"pflicht","re_augen":131}`, `{"contract":"solo_damen","re":[1],"solo_kind":"x","re_augen":131}`,
		`{"contract":"hochzeit","re":[1,2],"clarified_in":4,"re_augen":131}`, `{"contract":"normal","re":[1,2],"clarified_in":1,"re_augen":131}`,
		`{"contract":"normal","re":[1,2],"re_augen":0,"no_trick":"x"}`, `{"contract":"normal","re":[1,2],"re_augen":131,"calls":{"re":["x"],"kontra":["re"]}}`,
		`{"contract":"normal","re":[1,2],"re_augen":131,"specials":[{"kind":"x","party":"re","count":1},{"kind":"fuchs","party":"x","count":0}]}`,
	} {
		node, err := fields.Parse([]byte(hand))
		if err != nil {
			t.Fatal(err)
		}
		_, err = doppelkopf.ParseHand(doppelkopf.DDV(), 4, node)
		var wrong tally.Problems
		if !errors.As(err, &wrong) {
			t.Fatalf("%s: %v", hand, err)
		}
		problems = append(problems, wrong...)
	}
	for _, lang := range i18n.Langs() {
		for _, problem := range problems {
			text, _ := pageText(texts.Printer(lang), tournament.Invalid(problem.Code, problem.Field, problem.Args))
			for _, code := range []string{"null", "true", "false", "_", "vorgefuehrt", "pflicht,", "k90", "schwarz,"} {
				if strings.Contains(text, code) {
					t.Errorf("%s %s: %q has %q in it", lang, problem.Code, text, code)
				}
			}
		}
	}
}
