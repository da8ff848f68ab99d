package doppelkopf

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Every field of a rule set has exactly one switch and every switch its own field.
func TestSwitchesMatchFields(t *testing.T) {
	r := DDV()
	seen := map[any]string{}
	for _, s := range Switches() {
		at := s.at(&r)
		if p := reflect.ValueOf(at).Pointer(); seen[p] != "" {
			t.Errorf("%s and %s are one field", s.Name, seen[p])
		} else {
			seen[p] = s.Name
		}
		if s.Name != strings.ToLower(s.Name) || (s.Choices == nil) != (s.Kind == FlagSwitch || s.Kind == NumberSwitch) || s.Allowed() == "" {
			t.Errorf("switch %+v", s)
		}
	}
	count := reflect.TypeFor[Rules]().NumField() - 2 + reflect.TypeFor[Play]().NumField() // without Preset and Play
	if len(seen) != count {
		t.Errorf("%d switches for %d fields", len(seen), count)
	}
}

// The names of VECTORS and CONTRACTS 3, and nothing else.
func TestSwitchNames(t *testing.T) {
	want := strings.Fields(`deck won_points base_point_when_announced against_old_points stage_points ansage_points ansage_mode absage_points
		beat_points schwarz_beaten_by implied_calls kontra_only_needs_121 tie_120 no_winner_stages solo_multiplier specials_in_solo fuchs_points
		fuchs_last_trick_points doppelkopf_points karlchen_points karlchen_caught_points karlchen_caught dulle_caught_points armut bock
		bock_multiplier counting penalty_minor penalty_major penalty_major_per_absage second_dulle schweinchen superschweinchen armut_trumps
		armut_exchange redeal_five pflichtansage hochzeit_clarified_by contracts reservation_order bock_triggers bock_stack`)
	var got []string
	for _, s := range Switches() {
		got = append(got, s.Name)
		if s.Play != (slices.Index(want, s.Name) >= slices.Index(want, "second_dulle")) {
			t.Errorf("%s: read by the referee only: %v", s.Name, s.Play)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The presets are ddv with the changes VECTORS names.
func TestPresets(t *testing.T) {
	changes := map[string]string{
		"ddv":     ``,
		"seed000": `"ansage_points":1,"beat_points":false,"tie_120":"draw","armut":true,"bock":true`,
		"seed002": `"beat_points":false`,
		"seed003": `"beat_points":false,"stage_points":false,"karlchen_caught":"any","specials_in_solo":"doppelkopf","armut":true`,
		"seed004": ``,
		"kneipe": `"deck":40,"armut":true,"bock":true,"karlchen_caught":"any","dulle_caught_points":1,"fuchs_last_trick_points":2,` +
			`"ansage_mode":"double","tie_120":"draw"`,
	}
	if len(changes) != len(PresetNames()) {
		t.Fatalf("presets %v", PresetNames())
	}
	for _, name := range PresetNames() {
		r, ok := Preset(name)
		changed, err := ParseRules(parse(t, "{"+changes[name]+"}"), nil)
		changed.Preset = name
		if !ok || err != nil || r != changed {
			t.Errorf("%s: %v %v %s", name, ok, err, cmp.Diff(changed, r))
		}
		if err := r.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		named, err := ParseRules(parse(t, `"`+name+`"`), nil)
		if err != nil || named != r {
			t.Errorf("%s by name: %v", name, err)
		}
	}
	if _, ok := Preset("skat"); ok {
		t.Error("an unknown preset is known")
	}
	if r, err := ParseRules(parse(t, `null`), nil); err != nil || r != DDV() {
		t.Errorf("nothing is not ddv: %v", err)
	}
}

func TestRulesRoundTrip(t *testing.T) {
	raw, err := json.Marshal(DDV())
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/ddv_rules.json")
	if err != nil || string(raw)+"\n" != string(want) {
		t.Fatalf("DDV is written as\n%s\nwant %s %v", raw, want, err)
	}
	rapid.Check(t, func(t *rapid.T) {
		r := drawRules(t)
		raw, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var again Rules
		if err := json.Unmarshal(raw, &again); err != nil || again != r {
			t.Fatalf("%s comes back as %+v, %v", raw, again, err)
		}
	})
}

func TestRulesFaults(t *testing.T) {
	tests := []struct {
		name, in string
		want     []problem
	}{
		{"a number", `7`, []problem{{"bad_rule_value", "rules"}}},
		{"an unknown preset", `"skat"`, []problem{{"unknown_rule", "rules"}}},
		{"an unknown preset in an object", `{"preset":"skat"}`, []problem{{"unknown_rule", "rules.preset"}}},
		{"a preset that is no text", `{"preset":1}`, []problem{{"bad_rule_value", "rules.preset"}}},
		{"an unknown switch", `{"Deck":48}`, []problem{{"unknown_rule", "rules.Deck"}}},
		{"a switch twice", `{"deck":48,"deck":40}`, []problem{{"duplicate_field", "rules.deck"}}},
		{"one of each kind", `{"deck":52,"armut_trumps":"2","armut":1,"won_points":-1,"fuchs_points":1001,"doppelkopf_points":1.5,"tie_120":"re","ansage_mode":null,
			"contracts":"normal","bock_triggers":["rain"]}`, []problem{
			{"bad_rule_value", "rules.deck"},
			{"bad_rule_value", "rules.armut_trumps"},
			{"bad_rule_value", "rules.armut"},
			{"bad_rule_value", "rules.won_points"},
			{"bad_rule_value", "rules.fuchs_points"},
			{"bad_rule_value", "rules.doppelkopf_points"},
			{"bad_rule_value", "rules.tie_120"},
			{"bad_rule_value", "rules.ansage_mode"},
			{"bad_rule_value", "rules.contracts"},
			{"bad_rule_value", "rules.bock_triggers"},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseRules(parse(t, tt.in), nil)
			if diff := cmp.Diff(tt.want, problems(err)); diff != "" {
				t.Error(diff)
			}
			var r Rules
			if err := json.Unmarshal([]byte(tt.in), &r); len(problems(err)) != len(tt.want) {
				t.Errorf("decoding gives %v", err)
			}
		})
	}
	var r Rules
	if err := r.UnmarshalJSON([]byte(`{`)); err == nil {
		t.Error("half an object is read")
	}
	if _, err := ParseRules(parse(t, `{"schnapsen_start":7}`), []string{"schnapsen_start"}); err != nil {
		t.Errorf("a switch of another game: %v", err)
	}
}

func TestRulesCheck(t *testing.T) {
	tests := []struct {
		name, in string
		want     []problem
	}{
		{"Armut to score but not to play", `{"armut":true,"contracts":["normal","hochzeit"]}`, []problem{{"rule_conflict", "rules.contracts"}}},
		{"Armut to play but not to score", `{"contracts":["normal","armut"]}`, []problem{{"rule_conflict", "rules.contracts"}}},
		{"no normal hands", `{"contracts":["solo_pik"]}`, []problem{{"rule_conflict", "rules.contracts"}}},
		{"Bock that does not multiply", `{"bock":true,"bock_multiplier":1}`, []problem{{"rule_conflict", "rules.bock_multiplier"}}},
		{"Bock is started but not there", `{"bock_triggers":["zero"]}`, []problem{{"rule_conflict", "rules.bock_triggers"}}},
		{"a caught Karlchen for nothing", `{"karlchen_caught":"any","karlchen_caught_points":0}`, []problem{{"rule_conflict", "rules.karlchen_caught_points"}}},
		{"Superschweinchen alone", `{"superschweinchen":true}`, []problem{{"rule_conflict", "rules.superschweinchen"}}},
		{"Superschweinchen without nines", `{"superschweinchen":true,"schweinchen":"both","deck":40}`, []problem{{"rule_conflict", "rules.superschweinchen"}}},
		{"five nines without nines", `{"redeal_five":"nines","deck":40}`, []problem{{"rule_conflict", "rules.redeal_five"}}},
		{"penalties three cannot share", `{"penalty_minor":2,"penalty_major":13,"penalty_major_per_absage":1}`, []problem{
			{"bad_rule_value", "rules.penalty_minor"}, {"bad_rule_value", "rules.penalty_major"}, {"bad_rule_value", "rules.penalty_major_per_absage"},
		}},
		{"five kings without nines", `{"redeal_five":"nines_kings","deck":40}`, nil},
		{"Armut switched off again", `{"preset":"kneipe","armut":false}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := ParseRules(parse(t, tt.in), nil)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, problems(r.Check())); diff != "" {
				t.Error(diff)
			}
		})
	}
	if DDV().Allows("ramsch") || DDV().Allows(Armut) || !DDV().Allows(SoloKaro) {
		t.Error("DDV allows the wrong contracts")
	}
}

// A set written by an earlier version is read with its own figures, never with zeros for what it does not name.
func TestRulesLeftOut(t *testing.T) {
	r, err := ParseRules(parse(t, `{"preset":"kneipe","won_points":2}`), nil)
	if err != nil || r.WonPoints != 2 || r.Deck != 40 || r.SoloMultiplier != 3 {
		t.Errorf("%+v, %v", r, err)
	}
}

// The value of a switch is what the rule file says of it.
func TestSwitchValues(t *testing.T) {
	kneipe, _ := Preset("kneipe")
	kneipe.Play.BockTriggers = 1<<0 | 1<<2
	want := map[string][]string{
		"deck": {"40"}, "bock": {"true"}, "beat_points": {"true"}, "superschweinchen": {"false"}, "karlchen_caught": {"any"}, "penalty_major": {"12"},
		"bock_triggers": {"heart_round", "lost_solo"}, "armut_trumps": {"3"},
	}
	for _, s := range Switches() {
		if w, ok := want[s.Name]; ok && !slices.Equal(s.Value(kneipe), w) {
			t.Errorf("%s is %v, want %v", s.Name, s.Value(kneipe), w)
		}
		delete(want, s.Name)
	}
	if len(want) > 0 {
		t.Errorf("no switches: %v", want)
	}
}
