package exchange

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/tournament"
)

// problemList is what Read finds, as "pointer code".
func problemList(t *testing.T, raw string) []string {
	t.Helper()
	_, err := Read([]byte(raw))
	if err == nil {
		return nil
	}
	var ps tournament.Problems
	if !errors.As(err, &ps) {
		t.Fatalf("%v is not tournament.Problems", err)
	}
	var out []string
	for _, p := range ps {
		if !errors.Is(p, tournament.ErrInvalid) {
			t.Errorf("%v is not ErrInvalid", p)
		}
		out = append(out, p.Field+" "+p.Code)
	}
	return out
}

// evening is a file of five players with other fields of the file and other tables.
func evening(fields, tables string) string {
	return `{"format":"doko-tournament/1","name":"Abend",` + fields + `"entries":[{"start_no":1,"name":"A"},{"start_no":2,"name":"B"},` +
		`{"start_no":3,"name":"C"},{"start_no":4,"name":"D"},{"start_no":5,"name":"E"}],"rounds":[{"tables":[` + tables + `]}]}`
}

func withSheet(sheet string) string { return evening("", `{"seats":[1,2,3,4],"sheet":`+sheet+`}`) }

func TestRead_Problems(t *testing.T) {
	tests := []struct {
		name, raw string
		want      []string
	}{
		{"no JSON", "{\n  \"format\": }", []string{" file_not_json"}},
		{"a list", "[]", []string{" wrong_type"}},
		{"another format", `{"format":"doko-tournament/2","venues":1}`, []string{"/format format_unknown"}},
		{"no name, no entries", `{"format":"doko-tournament/1"}`, []string{"/name name_missing", "/entries missing_field"}},
		{"unknown fields, pointers escaped", `{"format":"doko-tournament/1","name":"x","a/b~c":1,"entries":[{"name":"A","age":7}]}`,
			[]string{"/a~1b~0c unknown_field", "/entries/0/age unknown_field"}},
		{"a doubled field", `{"format":"doko-tournament/1","name":"x","name":"y","entries":[]}`, []string{"/name duplicate_field"}},
		{"the year 20226", evening(`"starts_at":"20226-03-13T19:00:00+01:00",`, ""), []string{"/starts_at date_range"}},
		{"the year 1985", evening(`"starts_at":"1985-03-13T19:00:00+01:00",`, ""), []string{"/starts_at date_range"}},
		{"no moment", evening(`"starts_at":"13.03.2026",`, ""), []string{"/starts_at bad_time"}},
		{"settings", evening(`"uid":"ä","venue":5,"time_zone":"Mars","hands_per_round":0,"rounds_planned":"3","compulsory_solos":2,
			"ranking":["total",7,"luck"],"entry_fee_cents":-1,"currency":"Euro","fives":"maybe","game":"skat",`, ""), []string{
			"/venue wrong_type", "/uid bad_uid", "/game unknown_game", "/rounds_planned wrong_type", "/ranking/1 wrong_type",
			"/time_zone time_zone_unknown", "/entry_fee_cents fee_range", "/currency currency_unknown",
			"/hands_per_round hands_range", "/compulsory_solos solos_range", "/fives choice_unknown", "/ranking choice_unknown", "/ranking choice_unknown",
		}},
		{"an unknown rule", evening(`"rules":{"bonus":1},`, ""), []string{"/rules/bonus unknown_rule"}},
		{"players", `{"format":"doko-tournament/1","name":"x","entries":[{"start_no":1,"name":"A","uid":"u"},{"start_no":1,"name":" ","uid":"u"},
			{"start_no":0,"name":"` + strings.Repeat("x", 300) + `","status":"gone"},{"name":"D","apart":[9,"x"],"paid_cents":-1,"from_round":3,"to_round":1},7]}`, []string{
			"/entries/1/name name_missing", "/entries/1/uid duplicate_uid", "/entries/1/start_no duplicate_start_no",
			"/entries/2/start_no start_no_range", "/entries/2/status choice_unknown", "/entries/2/name name_too_long",
			"/entries/3/apart/1 wrong_type", "/entries/3/apart start_no_range", "/entries/3/to_round to_round_early", "/entries/3/paid_cents fee_range",
			"/entries/4 wrong_type", "/entries/3/apart/0 unknown_start_no", "/entries/3/apart/1 unknown_start_no",
		}},
		{"a seat twice at one table and at two", evening("", `{"seats":[1,1,2,3]},{"number":7,"seats":[3,4,5,6]},{"number":7,"seats":[1,2,3]}`), []string{
			"/rounds/0/tables/0/seats/1 seat_twice", "/rounds/0/tables/1/seats/0 seat_twice", "/rounds/0/tables/1/seats/3 unknown_start_no",
			"/rounds/0/tables/2/number duplicate_table", "/rounds/0/tables/2/seats seats_count",
		}},
		{"no mode", withSheet(`{"hands":[]}`), []string{"/rounds/0/tables/0/sheet/mode choice_unknown"}},
		{"five totals at a table of four", withSheet(`{"mode":"totals","totals":[1,1,-1,-1,0],"solos":[2,0,0,0]}`), []string{
			"/rounds/0/tables/0/sheet/totals points_count", "/rounds/0/tables/0/sheet/solos solos_range",
		}},
		{"hands in a sheet of totals", withSheet(`{"mode":"totals","totals":[1,1,-1,-1],"hands":[]}`), []string{"/rounds/0/tables/0/sheet/hands unknown_field"}},
		{"hands", withSheet(`{"mode":"hands","hands":[{"contract":"normal","re":[1,2],"re_augen":241},{"contract":"normal","re":[1,2],"re_augen_between":[100,140]},
			{"hand":{}},{"winners":[1,2],"value":1},{"through":24,"points":[0,0,0,0]},{"points":[0,0,0]},{"points":[0,0,0,0]},5]}`), []string{
			"/rounds/0/tables/0/sheet/hands/0/re_augen augen_range", "/rounds/0/tables/0/sheet/hands/2/hand unknown_field",
			"/rounds/0/tables/0/sheet/hands/3/winners unknown_field", "/rounds/0/tables/0/sheet/hands/5/points points_count",
			"/rounds/0/tables/0/sheet/hands/7 bad_row", "/rounds/0/tables/0/sheet/hands/1/re_augen_between augen_ambiguous",
			"/rounds/0/tables/0/sheet/hands/6 row_after_through",
		}},
		{"a hand in a sheet of points", withSheet(`{"mode":"points","hands":[{"contract":"normal","re":[1,2],"re_augen":130},{"points":[1,1,-1,-1],"x":1},{"redealt":true}]}`), []string{
			"/rounds/0/tables/0/sheet/hands/0/points missing_field", "/rounds/0/tables/0/sheet/hands/1/x unknown_field",
			"/rounds/0/tables/0/sheet/hands/2/redealt unknown_field", "/rounds/0/tables/0/sheet/hands/2/points missing_field",
		}},
		{"substitutes", withSheet(`{"mode":"hands","substitutes":[{"position":5,"start_no":5,"from_hand":1},{"position":2,"start_no":1,"from_hand":9},
			{"position":2,"start_no":5,"from_hand":9},{"position":2,"start_no":2,"from_hand":12},{}]}`), []string{
			"/rounds/0/tables/0/sheet/substitutes/0/position number_range", "/rounds/0/tables/0/sheet/substitutes/0/from_hand number_range",
			"/rounds/0/tables/0/sheet/substitutes/1/start_no seat_twice", "/rounds/0/tables/0/sheet/substitutes/2 substitute_twice",
			"/rounds/0/tables/0/sheet/substitutes/4/position missing_field", "/rounds/0/tables/0/sheet/substitutes/4/start_no missing_field",
			"/rounds/0/tables/0/sheet/substitutes/4/from_hand missing_field",
		}},
		{"rounds", evening(`"penalties":[{"start_no":9,"points":3},{"start_no":5,"round":1,"points":-3,"others":1},{"start_no":1,"round":2,"points":-3},
			{"start_no":1,"hand":3},{"start_no":1,"round":1,"others":1,"credits":[{"start_no":9,"points":1}]},7],`,
			`{"seats":[1,2,3,4]}]},{"number":1,"closed":"yes"},{"number":51},{"number":3,"tables":5},{"tables":[`), []string{
			"/rounds/1/closed wrong_type", "/rounds/1/number duplicate_round", "/rounds/2/number number_range", "/rounds/3/tables wrong_type",
			"/penalties/0/points number_range", "/penalties/0/start_no unknown_start_no", "/penalties/1/start_no not_seated",
			"/penalties/2/round unknown_round", "/penalties/3/round missing_field", "/penalties/4/credits/0/start_no unknown_start_no",
			"/penalties/4/credits others_and_credits", "/penalties/5 wrong_type",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, problemList(t, tt.raw)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestRead_Limits(t *testing.T) {
	if got := problemList(t, strings.Repeat(" ", MaxBytes+1)); len(got) != 1 || got[0] != " file_too_large" {
		t.Errorf("too large: %v", got)
	}
	players := strings.TrimSuffix(strings.Repeat(`{"name":"A"},`, MaxEntries+1), ",")
	got := problemList(t, `{"format":"doko-tournament/1","name":"x","entries":[`+players+`]}`)
	if d := cmp.Diff([]string{"/entries too_many_entries"}, got); d != "" {
		t.Error(d)
	}
	nameless := strings.TrimSuffix(strings.Repeat(`{},`, 1500), ",")
	got = problemList(t, `{"format":"doko-tournament/1","name":"x","entries":[`+nameless+`]}`)
	if len(got) != maxProblems+1 || got[maxProblems] != " problems_more" {
		t.Errorf("%d problems, last %s", len(got), got[len(got)-1])
	}
	if _, err := Read([]byte(strings.Repeat(`[`, 100000))); err == nil {
		t.Error("a hundred thousand brackets were read")
	}
}

func TestRead_Warnings(t *testing.T) {
	f := read(t, []byte(evening(`"hands_per_round":4,`, `{"seats":[1,2,3,4],"sheet":{"mode":"hands","confirmed":true,"hands":[
		{"contract":"solo_herz","solo_kind":"lust","re":[1],"re_augen":150},{"contract":"solo_pik","re":[2],"re_augen":150},{"points":[1,1,-1,-2]}],
		"substitutes":[{"position":3,"start_no":5,"from_hand":2}]}}`)))
	want := []string{
		"sum_not_zero round 1 table 1 hand 3 sum -1", "hands_missing round 1 table 1 hand 4", "solo_missing round 1 table 1 player 1",
		"solo_missing round 1 table 1 player 5", "solo_missing round 1 table 1 player 4", "solo_order round 1 table 1 player 1 hand 1",
	}
	if d := cmp.Diff(want, warnings(f)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if p := f.Warnings[0].Pointer; p != "/rounds/0/tables/0/sheet" {
		t.Errorf("pointer %s", p)
	}
}
