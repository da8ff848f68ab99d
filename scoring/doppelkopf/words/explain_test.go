package words_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/words"
	"doko/scoring/tally"
)

// texts reads a language file and translates as the program does; a missing text or a placeholder left open fails the test.
func texts(tb testing.TB, lang string) words.Text {
	tb.Helper()
	raw, err := os.ReadFile("../../../web/i18n/" + lang + ".json")
	if err != nil {
		tb.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(raw, &all); err != nil {
		tb.Fatal(err)
	}
	return func(key string, args ...any) string {
		s, ok := all[key].(string)
		if !ok {
			tb.Errorf("%s.json has no text %s", lang, key)
		}
		for i := 0; i+1 < len(args); i += 2 {
			s = strings.ReplaceAll(s, fmt.Sprintf("{{.%s}}", args[i]), fmt.Sprint(args[i+1]))
		}
		if strings.Contains(s, "{{") {
			tb.Errorf("%s: placeholders left in %q", key, s)
		}
		return s
	}
}

// calls makes what a side has said: -1 nothing, 0 the announcement, 1 to 4 up to that denial.
func calls(level int) doppelkopf.Call {
	c := doppelkopf.Call{Announced: level >= 0}
	if level > 0 {
		c.Denials[level] = true
	}
	return c
}

func score(tb testing.TB, r doppelkopf.Rules, h doppelkopf.Hand) tally.Result {
	tb.Helper()
	res, err := doppelkopf.Score(r, 4, h)
	if err != nil {
		tb.Fatalf("%+v: %v", h, err)
	}
	return res
}

func hand(augen, re, kontra int) doppelkopf.Hand {
	h := doppelkopf.Hand{
		Contract: doppelkopf.Normal, Re: []int{1, 3}, ReAugen: doppelkopf.Exactly(augen), ReCall: calls(re), KontraCall: calls(kontra),
	}
	switch augen {
	case 0:
		h.NoTrick = doppelkopf.Re
	case 240:
		h.NoTrick = doppelkopf.Kontra
	}
	return h
}

func TestExplain(t *testing.T) {
	kneipe, _ := doppelkopf.Preset("kneipe")
	draw := doppelkopf.DDV()
	draw.Tie120 = doppelkopf.TieDraw
	specials := hand(130, -1, -1)
	specials.Specials = []doppelkopf.Special{
		{Kind: doppelkopf.Fuchs, Party: doppelkopf.Re, Count: 2}, {Kind: doppelkopf.Karlchen, Party: doppelkopf.Kontra, Count: 1},
		{Kind: doppelkopf.Doppelkopf, Party: doppelkopf.Kontra, Count: 1},
	}
	solo := hand(90, 0, -1)
	solo.Contract, solo.Re, solo.Specials = doppelkopf.SoloDamen, []int{2}, []doppelkopf.Special{{Kind: doppelkopf.Fuchs, Party: doppelkopf.Kontra, Count: 1}}
	bock := hand(121, 0, -1)
	bock.Bock = 1
	between := hand(0, -1, -1)
	between.ReAugen, between.NoTrick = doppelkopf.Between(151, 180), ""
	tests := []struct {
		name  string
		rules doppelkopf.Rules
		hand  doppelkopf.Hand
		de    []string // reason, items, factors, notes
		en    string   // the reason
	}{
		{"nothing said", doppelkopf.DDV(), hand(121, -1, -1), []string{"Re brauchte 121, hatte 121.", "Re hat gewonnen: +1"}, "Re needed 121, had 121."},
		{"against the old", doppelkopf.DDV(), hand(120, -1, -1),
			[]string{"Re brauchte 121, hatte 120.", "Kontra hat gewonnen: +1", "Kontra gewann gegen die Alten: +1"}, "Re needed 121, had 120."},
		{"only Kontra, 120", doppelkopf.DDV(), hand(120, -1, 0),
			[]string{"Re brauchte nur 120, weil nur Kontra angesagt war, hatte 120.", "Re hat gewonnen: +1", "Kontra war angesagt: +2"},
			"Re needed only 120, since only Kontra was announced, had 120."},
		{"a denial missed", doppelkopf.DDV(), hand(148, 1, -1), []string{
			"Re brauchte 151 wegen keine 90, hatte 148.", "Kontra hat gewonnen: +1", "Kontra gewann gegen die Alten: +1", "Re war angesagt: +2",
			"Re sagte keine 90 ab: +1",
		}, "Re needed 151 because of no 90, had 148."},
		{"a denial kept by a range", doppelkopf.DDV(), between, []string{
			"Re brauchte 121, hatte 151–180.", "Re hat gewonnen: +1", "Kontra blieb unter 90: +1",
		}, "Re needed 121, had 151–180."},
		{"schwarz kept", doppelkopf.DDV(), hand(0, -1, 4), []string{
			"Kontra brauchte alle Stiche wegen schwarz und bekam sie.", "Kontra hat gewonnen: +1", "Kontra gewann gegen die Alten: +1", "Re blieb unter 90: +1",
			"Re blieb unter 60: +1", "Re blieb unter 30: +1", "Re bekam keinen Stich: +1", "Kontra war angesagt: +2", "Kontra sagte keine 90 ab: +1",
			"Kontra sagte keine 60 ab: +1", "Kontra sagte keine 30 ab: +1", "Kontra sagte schwarz ab: +1",
		}, "Kontra needed every trick because of “no trick” and took them all."},
		{"nobody", doppelkopf.DDV(), hand(130, 1, 1), []string{
			"Re brauchte 151 wegen keine 90, hatte 130. Kontra brauchte 151 wegen keine 90, hatte 110. So gewinnt niemand.",
			"Re kam auf 120 gegen keine 90: +1",
		}, "Re needed 151 because of no 90, had 130. Kontra needed 151 because of no 90, had 110. So nobody wins."},
		{"nobody, Kontra's item counts against Re", doppelkopf.DDV(), hand(110, 1, 1), []string{
			"Re brauchte 151 wegen keine 90, hatte 110. Kontra brauchte 151 wegen keine 90, hatte 130. So gewinnt niemand.",
			"Kontra kam auf 120 gegen keine 90: −1",
		}, "Re needed 151 because of no 90, had 110. Kontra needed 151 because of no 90, had 130. So nobody wins."},
		{"both denied, Kontra kept", doppelkopf.DDV(), hand(80, 1, 1), []string{
			"Kontra brauchte 151 wegen keine 90, hatte 160. Re brauchte 151 wegen keine 90, hatte 80.", "Kontra hat gewonnen: +1",
			"Kontra gewann gegen die Alten: +1", "Re blieb unter 90: +1", "Re war angesagt: +2", "Kontra war angesagt: +2", "Re sagte keine 90 ab: +1",
			"Kontra sagte keine 90 ab: +1", "Kontra kam auf 120 gegen keine 90: +1",
		}, "Kontra needed 151 because of no 90, had 160. Re needed 151 because of no 90, had 80."},
		{"a draw", draw, hand(120, 0, 0), []string{"120 zu 120: Niemand gewinnt."}, "120 all: nobody wins."},
		{"a draw with one announcer", draw, hand(120, 0, -1), []string{
			"120 zu 120: Re war als einzige Seite angesagt und verliert.", "Kontra hat gewonnen: +1", "Kontra gewann gegen die Alten: +1", "Re war angesagt: +2",
		}, "120 all: only Re was announced and loses."},
		{"special points", doppelkopf.DDV(), specials, []string{
			"Re brauchte 121, hatte 130.", "Re hat gewonnen: +1", "Re fing 2 Füchse: +2", "Kontra machte einen Doppelkopf: −1",
			"Kontra machte mit Karlchen den letzten Stich: −1",
		}, "Re needed 121, had 130."},
		{"a solo", doppelkopf.DDV(), solo, []string{
			"Re brauchte 121, hatte 90.", "Kontra hat gewonnen: +1", "Re war angesagt: +2", "Allein gespielt: für den Alleinspieler 3-fach", "Fuchs zählt im Solo nicht",
		}, "Re needed 121, had 90."},
		{"doubled by both", kneipe, hand(121, 0, 0), []string{
			"Re brauchte 121, hatte 121.", "Re hat gewonnen: +1", "Re war angesagt: alles doppelt", "Kontra war angesagt: alles doppelt",
		}, "Re needed 121, had 121."},
		{"doubled in a Bock hand", kneipe, bock, []string{
			"Re brauchte 121, hatte 121.", "Re hat gewonnen: +1", "Re war angesagt: alles doppelt", "Bock: alles 2-fach",
		}, "Re needed 121, had 121."},
	}
	de, en := texts(t, "de"), texts(t, "en")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := words.Explain(tt.rules, tt.hand, score(t, tt.rules, tt.hand))
			got := append([]string{e.Reason.In(de)}, words.All(append(append(e.Items, e.Factors...), e.Notes...), de)...)
			if diff := cmp.Diff(tt.de, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			if got := e.Reason.In(en); got != tt.en {
				t.Errorf("got %q, want %q", got, tt.en)
			}
		})
	}
}

// Every kind of item has its sentence in both languages, once and, where it can happen, several times.
func TestEveryItemIsExplained(t *testing.T) {
	kinds := []string{
		"won", "against_old", "under_90", "under_60", "under_30", "schwarz", "call_re", "call_kontra", "re_k90", "re_k60", "re_k30", "re_schwarz",
		"kontra_k90", "kontra_k60", "kontra_k30", "kontra_schwarz", "beat_k90", "beat_k60", "beat_k30", "beat_schwarz",
		"fuchs", "fuchs_last", "doppelkopf", "karlchen", "karlchen_caught", "dulle_caught",
	}
	many := map[string]bool{"fuchs": true, "fuchs_last": true, "doppelkopf": true, "karlchen_caught": true}
	for _, lang := range []string{"de", "en"} {
		text := texts(t, lang)
		for _, kind := range kinds {
			for _, p := range []doppelkopf.Party{doppelkopf.Re, doppelkopf.Kontra} {
				h := doppelkopf.Hand{Specials: []doppelkopf.Special{{Kind: kind, Party: p, Count: 1}}}
				once := words.Explain(doppelkopf.DDV(), h, tally.Result{Winner: string(p), Lines: []tally.Line{{Party: string(p), Kind: kind, Points: 1}}})
				if got := once.Items[0].In(text); !strings.HasSuffix(got, ": +1") {
					t.Errorf("%s %s: %q", lang, kind, got)
				}
				if !many[kind] {
					continue
				}
				h.Specials[0].Count = 2
				twice := words.Explain(doppelkopf.DDV(), h, tally.Result{Winner: string(p.Other()), Lines: []tally.Line{{Party: string(p), Kind: kind, Points: 2}}})
				if got := twice.Items[0].In(text); !strings.HasSuffix(got, ": −2") || !strings.Contains(got, " 2 ") {
					t.Errorf("%s %s: %q", lang, kind, got)
				}
			}
		}
	}
}

// Whatever was said and however the Augen fell, the reason names what was needed and what was there, and both agree with the
// winner: all call pairs, all Augen, both rules about ties.
func TestReasonAgreesWithTheWinner(t *testing.T) {
	text := texts(t, "de")
	draw := doppelkopf.DDV()
	draw.Tie120 = doppelkopf.TieDraw
	always := doppelkopf.DDV()
	always.KontraOnlyNeeds121 = false
	for _, r := range []doppelkopf.Rules{doppelkopf.DDV(), draw, always} {
		for augen := 0; augen <= 240; augen++ {
			if augen == 1 || augen == 239 {
				continue
			}
			for re := -1; re <= 4; re++ {
				for kontra := -1; kontra <= 4; kontra++ {
					res := score(t, r, hand(augen, re, kontra))
					reason := words.Explain(r, hand(augen, re, kontra), res).Reason.In(text)
					if want := winnerIn(reason, re, kontra); want != res.Winner {
						t.Fatalf("%s, Augen %d, Re %d, Kontra %d: winner %q, but %q", r.Tie120, augen, re, kontra, res.Winner, reason)
					}
				}
			}
		}
	}
}

// winnerIn reads the winner out of a reason, as a player would.
func winnerIn(reason string, re, kontra int) string {
	switch {
	case strings.Contains(reason, "iemand"):
		return ""
	case strings.HasPrefix(reason, "120 zu 120: Re"):
		return "kontra"
	case strings.HasPrefix(reason, "120 zu 120: Kontra"):
		return "re"
	}
	first, _, _ := strings.Cut(reason, ". ")
	side, other := "re", "kontra"
	if strings.HasPrefix(first, "Kontra") {
		side, other = other, side
	}
	var need, had int
	switch {
	case strings.Contains(first, "und bekam sie"):
		return side
	case strings.Contains(first, "nicht alle"):
		return other
	case strings.Contains(first, "nur 120"):
		need = 120
	default:
		if _, err := fmt.Sscanf(first[strings.Index(first, "brauchte"):], "brauchte %d", &need); err != nil {
			return err.Error()
		}
	}
	if _, err := fmt.Sscanf(first[strings.Index(first, "hatte"):], "hatte %d", &had); err != nil {
		return err.Error()
	}
	if had >= need {
		return side
	}
	return other
}

// What stands beside a hand on the paper list.
func TestShort(t *testing.T) {
	de, en := texts(t, "de"), texts(t, "en")
	all := hand(130, 1, 4)
	for _, kind := range doppelkopf.SpecialKinds() {
		all.Specials = append(all.Specials, doppelkopf.Special{Kind: kind, Party: doppelkopf.Re, Count: 1})
	}
	all.Specials[0].Count = 2
	solo := hand(130, 1, -1)
	solo.Contract = doppelkopf.SoloDamen
	for _, tt := range []struct {
		name   string
		hand   doppelkopf.Hand
		de, en string
	}{
		{"nothing", hand(130, -1, -1), "", ""}, {"Re", hand(130, 0, -1), "Re", "Re"}, {"both", hand(130, 2, 0), "Re 60 Ko", "Re 60 Ko"},
		{"a solo", solo, "Damensolo", "Queens solo"}, {"everything", all, "Re 90 Ko schw. F F FE D K KG HG", "Re 90 Ko no tr. F F FL D C CC HC"},
	} {
		if de, en := words.Short(tt.hand).In(de), words.Short(tt.hand).In(en); de != tt.de || en != tt.en {
			t.Errorf("%s: %q, %q", tt.name, de, en)
		}
	}
}
