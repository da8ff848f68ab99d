package words_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/words"
)

func frame() words.Frame {
	return words.Frame{Pack: words.French, Hands: 24, HandsAtFive: 30, Solos: 1}
}

// lines is a rule sheet as text, a line each.
func lines(s words.RuleSheet, t words.Text) []string {
	var list []string
	for _, table := range []words.Table{s.Values, s.Calls} {
		list = append(list, strings.Join(words.All(table.Head, t), " | "))
		for _, row := range table.Rows {
			list = append(list, strings.Join(words.All(row, t), " | "))
		}
	}
	for _, section := range s.Sections {
		list = append(list, section.Title.In(t)+": "+strings.Join(words.All(section.Lines, t), " "))
	}
	return list
}

func TestValueTable(t *testing.T) {
	kneipe, _ := doppelkopf.Preset("kneipe")
	seed003, _ := doppelkopf.Preset("seed003")
	tests := []struct {
		name  string
		rules doppelkopf.Rules
		want  []string
	}{
		{"DDV", doppelkopf.DDV(), []string{
			"Sieger hat | Re | Kontra | Solo gew. | Solo verl.",
			"121–150 | +1 | +2 | +3 | −3", "151–180 | +2 | +3 | +6 | −6", "181–210 | +3 | +4 | +9 | −9", "211–240 | +4 | +5 | +12 | −12",
			"alle Stiche | +5 | +6 | +15 | −15",
			"Ansage | Karten | 2. St. | 3. St.",
			"Re, Kontra | 11 | 10 | 9", "keine 90 | 10 | 9 | 8", "keine 60 | 9 | 8 | 7", "keine 30 | 8 | 7 | 6", "schwarz | 7 | 6 | 5",
		}},
		{"without nines", kneipe, []string{
			"Sieger hat | Re | Kontra | Solo gew. | Solo verl.",
			"121–150 | +1 | +2 | +3 | −3", "151–180 | +2 | +3 | +6 | −6", "181–210 | +3 | +4 | +9 | −9", "211–232 | +4 | +5 | +12 | −12",
			"alle Stiche | +5 | +6 | +15 | −15",
			"Ansage | Karten | 2. St. | 3. St.",
			"Re, Kontra | 9 | 8 | 7", "keine 90 | 8 | 7 | 6", "keine 60 | 7 | 6 | 5", "keine 30 | 6 | 5 | 4", "schwarz | 5 | 4 | 3",
		}},
		{"no stages", seed003, []string{
			"Sieger hat | Re | Kontra | Solo gew. | Solo verl.",
			"121–150 | +1 | +2 | +3 | −3", "151–180 | +1 | +2 | +3 | −3",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := lines(words.SheetOf(tt.rules, frame()), texts(t, "de"))[:len(tt.want)]
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Every preset can be put into words, in both languages and with the words of both packs; the packs differ only in card names.
func TestEveryPresetInWords(t *testing.T) {
	for _, lang := range []string{"de", "en"} {
		text := texts(t, lang)
		for _, name := range doppelkopf.PresetNames() {
			r, _ := doppelkopf.Preset(name)
			french := strings.Join(lines(words.SheetOf(r, frame()), text), "\n")
			f := frame()
			f.Pack = words.PackOf("german")
			german := strings.Join(lines(words.SheetOf(r, f), text), "\n")
			if french == german {
				t.Errorf("%s %s: the packs have the same words", lang, name)
			}
			for _, word := range []string{"Kreuz", "Karo", "Dame", "Bube", "queen", "jack", "club", "diamond"} {
				if strings.Contains(strings.ToLower(german), strings.ToLower(word)) && !(lang == "en" && word == "club") {
					t.Errorf("%s %s: %q in German-suited words:\n%s", lang, name, word, german)
				}
			}
		}
	}
}

// changed is a set with another value of one switch, the others such that this one matters.
func changed(t *testing.T, s doppelkopf.Switch) (doppelkopf.Rules, doppelkopf.Rules) {
	t.Helper()
	base := `"armut":true,"bock":true,"karlchen_caught":"any","schweinchen":"both","bock_triggers":["zero"]`
	if s.Name == "bock_triggers" || s.Name == "schweinchen" || s.Name == "karlchen_caught" {
		base = `"bock":true`
	}
	var before, after doppelkopf.Rules
	if err := before.UnmarshalJSON([]byte("{" + base + "}")); err != nil {
		t.Fatal(err)
	}
	value := ""
	switch s.Kind {
	case doppelkopf.FlagSwitch:
		value = map[string]string{"true": "false", "false": "true"}[s.Value(before)[0]]
	case doppelkopf.NumberSwitch:
		value = "5"
	case doppelkopf.DigitSwitch, doppelkopf.ChoiceSwitch:
		i := slices.Index(s.Choices, s.Value(before)[0])
		value = s.Choices[(i+1)%len(s.Choices)]
		if s.Kind == doppelkopf.ChoiceSwitch {
			value = `"` + value + `"`
		}
	case doppelkopf.ListSwitch:
		value = `["` + s.Choices[0] + `"]`
	}
	json := "{" + strings.ReplaceAll(base, `"`+s.Name+`":true`, `"preset":"ddv"`) + `,"` + s.Name + `":` + value + "}"
	if err := after.UnmarshalJSON([]byte(json)); err != nil {
		t.Fatalf("%s: %v", json, err)
	}
	return before, after
}

// Whatever switch is turned, the rule sheet says something else: nobody plays by a rule he cannot read.
func TestEverySwitchIsOnTheSheet(t *testing.T) {
	text := texts(t, "de")
	for _, s := range doppelkopf.Switches() {
		before, after := changed(t, s)
		a, b := lines(words.SheetOf(before, frame()), text), lines(words.SheetOf(after, frame()), text)
		if slices.Equal(a, b) {
			t.Errorf("%s: %v and %v read the same", s.Name, s.Value(before), s.Value(after))
		}
	}
}

// Every switch stands in one group, and it and each of its choices has a text in both languages.
func TestEverySwitchHasWords(t *testing.T) {
	seen := map[string]int{}
	for _, g := range words.Groups() {
		for _, s := range g.Switches {
			seen[s.Name]++
		}
	}
	for _, lang := range []string{"de", "en"} {
		text := texts(t, lang)
		for _, g := range words.Groups() {
			text("rules.group_" + g.Name)
		}
		for _, s := range doppelkopf.Switches() {
			if seen[s.Name] != 1 {
				t.Errorf("%s stands in %d groups", s.Name, seen[s.Name])
			}
			text("rule." + s.Name)
			choices := s.Choices
			if s.Kind == doppelkopf.FlagSwitch {
				choices = []string{"true", "false"}
			}
			for _, c := range choices {
				words.Choice(s, c).In(text)
			}
			if got := words.Shown(s, doppelkopf.DDV()).In(text); got == "" {
				t.Errorf("%s: nothing to show", s.Name)
			}
		}
	}
}

func TestOtherFrames(t *testing.T) {
	text := texts(t, "de")
	f := frame()
	f.Solos = 0
	got := strings.Join(lines(words.SheetOf(doppelkopf.DDV(), f), text), "\n")
	if !strings.Contains(got, "Kein Pflichtsolo.") || strings.Contains(got, "vorgeführt") {
		t.Errorf("without compulsory solos:\n%s", got)
	}
	none := doppelkopf.DDV()
	none.Play.Contracts = 1
	got = strings.Join(lines(words.SheetOf(none, frame()), text), "\n")
	if !strings.Contains(got, "Erlaubt: –.") || strings.Contains(got, "Hochzeit (beide") {
		t.Errorf("only normal games:\n%s", got)
	}
	if got := words.Phrase.In(words.Phrase{}, text); got != "" {
		t.Errorf("no phrase is %q", got)
	}
}

func TestTiesOnTheSheet(t *testing.T) {
	text := texts(t, "de")
	for _, tt := range []struct{ switches, want string }{
		{`{}`, "hat nur Kontra angesagt, gewinnt Re."}, {`{"kontra_only_needs_121":false}`, "gewinnt immer Kontra."}, {`{"tie_120":"draw"}`, "gewinnt niemand"},
		{`{"fuchs_last_trick_points":2}`, "Im letzten Stich gefangen zählt er +2."},
		{`{"karlchen_caught":"dia_queen"}`, "(nur durch Karo-Dame) +1."},
	} {
		var r doppelkopf.Rules
		if err := r.UnmarshalJSON([]byte(tt.switches)); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(lines(words.SheetOf(r, frame()), text), "\n"); !strings.Contains(got, tt.want) {
			t.Errorf("%s lacks %q:\n%s", tt.switches, tt.want, got)
		}
	}
}

func TestNames(t *testing.T) {
	text := texts(t, "de")
	changed, _ := doppelkopf.Preset("kneipe")
	if got := words.Preset(changed).In(text); got != "Kneipenregeln ohne Neunen" {
		t.Errorf("a preset is %q", got)
	}
	changed.FuchsPoints = 2
	if got := words.Preset(changed).In(text); got != "Kneipenregeln ohne Neunen, mit eigenen Änderungen" {
		t.Errorf("a changed preset is %q", got)
	}
	if words.PackOf("tarot") != words.French || words.PackOf("german") != words.German {
		t.Error("an unknown pack is not the French one")
	}
	for n, want := range map[words.Points]string{0: "0", 12: "+12", -3: "−3"} {
		if n.String() != want {
			t.Errorf("%d is %q", int(n), n)
		}
	}
}
