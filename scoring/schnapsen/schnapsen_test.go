package schnapsen

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring/fields"
	"doko/scoring/tally"
)

func parseJSON(t testing.TB, raw string) fields.Node {
	t.Helper()
	n, err := fields.Parse([]byte(raw))
	if err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return n
}

// problem is a code and where, for comparing.
type problem struct{ Code, Field string }

func problems(err error) []problem {
	ps, _ := err.(tally.Problems)
	var list []problem
	for _, p := range ps {
		list = append(list, problem{p.Code, p.Field})
	}
	return list
}

// closed is a deal that player 1 closed after one trick each, 15 to 14.
func closed(end End, by int, points, tricks [2]int) Deal {
	return Deal{
		End: end, By: by, Standing: Standing{Points: points, Tricks: tricks}, ClosedBy: 1,
		AtClose: Standing{Points: [2]int{15, 14}, Tricks: [2]int{1, 1}},
	}
}

func open(end End, by int, points, tricks [2]int) Deal {
	return Deal{End: end, By: by, Standing: Standing{Points: points, Tricks: tricks}}
}

// RULES g, row by row.
func TestScore(t *testing.T) {
	noTrickAtClose := closed(Claim, 1, [2]int{66, 12}, [2]int{4, 1})
	noTrickAtClose.AtClose = Standing{Points: [2]int{20, 0}, Tricks: [2]int{1, 0}}
	beaten := closed(Claim, 2, [2]int{30, 70}, [2]int{2, 4})
	failed := closed(CloseFailed, 1, [2]int{50, 33}, [2]int{3, 3})
	lateStart := closed(CloseFailed, 1, [2]int{50, 13}, [2]int{4, 2})
	lateStart.AtClose = Standing{Points: [2]int{15, 0}, Tricks: [2]int{1, 0}}
	married := open(Claim, 1, [2]int{86, 33}, [2]int{3, 3})
	married.Marriages[0] = []int{20, 20}
	falseByOther := closed(BadClaim, 2, [2]int{30, 60}, [2]int{2, 4})
	three := Default()
	three.FalseClaim = Three
	tests := []struct {
		name   string
		rules  Rules
		d      Deal
		points []int
	}{
		{"66 against 33", Default(), open(Claim, 1, [2]int{66, 33}, [2]int{5, 3}), []int{1, 0}},
		{"66 against 32", Default(), open(Claim, 2, [2]int{32, 66}, [2]int{3, 5}), []int{0, 2}},
		{"66 against nothing", Default(), open(Claim, 1, [2]int{66, 0}, [2]int{4, 0}), []int{3, 0}},
		{"the closer wins, the other had a trick then and has 33 now", Default(), closed(Claim, 1, [2]int{66, 33}, [2]int{4, 3}), []int{2, 0}},
		{"the closer wins, the other had none then", Default(), noTrickAtClose, []int{3, 0}},
		{"the other is first, he had a trick at the closing", Default(), beaten, []int{0, 2}},
		{"the closer fails", Default(), failed, []int{0, 2}},
		{"the closer fails, the other had no trick then", Default(), lateStart, []int{0, 3}},
		{"two marriages", Default(), married, []int{1, 0}},
		{"last trick", Default(), open(LastTrick, 2, [2]int{62, 58}, [2]int{5, 5}), []int{0, 1}},
		{"false claim: what the claimer would have won", Default(), open(BadClaim, 1, [2]int{65, 20}, [2]int{5, 2}), []int{0, 2}},
		{"false claim against the closer: what beating him would have won", Default(), falseByOther, []int{2, 0}},
		{"false claim: always three", three, open(BadClaim, 1, [2]int{65, 33}, [2]int{5, 3}), []int{0, 3}},
		{"revoke", Default(), open(Revoke, 2, [2]int{40, 40}, [2]int{3, 3}), []int{3, 0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res, err := Score(tt.rules, tt.d)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.points, res.Points); diff != "" || res.Value != max(tt.points[0], tt.points[1]) {
				t.Errorf("value %d: %s", res.Value, diff)
			}
			raw, err := json.Marshal(tt.d)
			if err != nil {
				t.Fatal(err)
			}
			back, err := ParseDeal(tt.rules, parseJSON(t, string(raw)), "hand")
			if err != nil || !reflect.DeepEqual(back, tt.d) {
				t.Errorf("%s comes back as %+v, %v", raw, back, err)
			}
		})
	}
}

func TestScoreFaults(t *testing.T) {
	with := func(d Deal, change func(*Deal)) Deal { change(&d); return d }
	won := open(Claim, 1, [2]int{66, 33}, [2]int{5, 3})
	shut := closed(Claim, 1, [2]int{66, 33}, [2]int{4, 3})
	tests := []struct {
		name string
		d    Deal
		want []problem
	}{
		{"unknown end", with(won, func(d *Deal) { d.End = "draw" }), []problem{{"bad_end", "hand.end"}}},
		{"nobody", with(won, func(d *Deal) { d.By = 0 }), []problem{{"unknown_player", "hand.by"}}},
		{"a marriage of 30", with(won, func(d *Deal) { d.Marriages[0] = []int{30} }), []problem{{"bad_points", "hand.marriages"}}},
		{"four marriages of 20", with(won, func(d *Deal) { d.Marriages[0] = []int{20, 20, 20, 20} }), []problem{{"bad_points", "hand.marriages"}}},
		{"eleven tricks", with(won, func(d *Deal) { d.Tricks = [2]int{6, 5} }), []problem{{"bad_tricks", "hand.tricks"}}},
		{"six tricks after the closing", with(shut, func(d *Deal) { d.Tricks = [2]int{5, 3} }), []problem{{"bad_tricks", "hand.tricks"}}},
		{"points without a trick", with(won, func(d *Deal) { d.Tricks[1] = 0 }), []problem{{"bad_points", "hand.points"}}},
		{"a marriage without a trick", with(won, func(d *Deal) {
			d.Points[1], d.Tricks[1], d.Marriages[1] = 40, 0, []int{40}
		}), []problem{{"bad_points", "hand.points"}}},
		{"121 in all", with(won, func(d *Deal) { d.Points = [2]int{80, 41} }), []problem{{"bad_points", "hand.points"}}},
		{"119 after ten tricks", open(LastTrick, 1, [2]int{61, 58}, [2]int{5, 5}), []problem{{"bad_points", "hand.points"}}},
		{"closed by a third", with(shut, func(d *Deal) { d.ClosedBy = 3 }), []problem{{"unknown_player", "hand.closed_by"}}},
		{
			"closed before the first trick", with(shut, func(d *Deal) { d.AtClose, d.Tricks, d.Points = Standing{}, [2]int{4, 1}, [2]int{66, 12} }),
			[]problem{{"bad_close", "hand.at_close"}},
		},
		{
			"more tricks at the closing than at the end", with(shut, func(d *Deal) { d.Tricks, d.Points = [2]int{4, 0}, [2]int{66, 0} }),
			[]problem{{"bad_close", "hand.at_close"}},
		},
		{"points at the closing without a trick", with(shut, func(d *Deal) { d.AtClose.Tricks[1], d.Tricks = 0, [2]int{4, 2} }), []problem{{"bad_close", "hand.at_close"}}},
		{"claim with 65", open(Claim, 1, [2]int{65, 33}, [2]int{5, 3}), []problem{{"claim_too_low", "hand.points"}}},
		{"false claim with 66", open(BadClaim, 1, [2]int{66, 33}, [2]int{5, 3}), []problem{{"claim_not_false", "hand.points"}}},
		{"last trick after the closing", with(shut, func(d *Deal) { d.End = LastTrick }), []problem{{"last_trick_after_close", "hand.end"}}},
		{"last trick after nine", open(LastTrick, 1, [2]int{60, 50}, [2]int{5, 4}), []problem{{"last_trick_unfinished", "hand.tricks"}}},
		{"last trick by who has none", open(LastTrick, 2, [2]int{120, 0}, [2]int{10, 0}), []problem{{"last_trick_unfinished", "hand.tricks"}}},
		{"failed without closing", open(CloseFailed, 1, [2]int{50, 33}, [2]int{4, 3}), []problem{{"close_failed_without_close", "hand.closed_by"}}},
		{"failed, but by the other", closed(CloseFailed, 2, [2]int{50, 33}, [2]int{3, 3}), []problem{{"bad_close", "hand.by"}}},
		{"revoke with the talon open", open(Revoke, 1, [2]int{20, 15}, [2]int{1, 1}), []problem{{"revoke_too_early", "hand.tricks"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Score(Default(), tt.d)
			if diff := cmp.Diff(tt.want, problems(err)); diff != "" {
				t.Error(diff)
			}
		})
	}
	early := closed(Claim, 1, [2]int{66, 12}, [2]int{4, 1})
	early.AtClose = Standing{}
	r := Default()
	r.CloseAfterTricks = 0
	if _, err := Score(r, early); err != nil {
		t.Errorf("closing before the first trick where that is allowed: %v", err)
	}
}

func TestParseFaults(t *testing.T) {
	tests := []struct {
		name, in string
		want     []problem
	}{
		{"no object", `7`, []problem{{"wrong_type", "hand"}}},
		{"nothing", `{}`, []problem{{"missing_field", "hand.end"}, {"missing_field", "hand.by"}, {"missing_field", "hand.points"}, {"missing_field", "hand.tricks"}}},
		{"wrong types", `{"end":1,"by":"1","points":[66,33],"tricks":{"1":"5","2":-3},"marriages":[],"closed_by":1,"at_close":[],"x":0}`, []problem{
			{"unknown_field", "hand.x"},
			{"bad_end", "hand.end"},
			{"unknown_player", "hand.by"},
			{"bad_points", "hand.points"},
			{"bad_tricks", "hand.tricks.1"},
			{"bad_tricks", "hand.tricks.2"},
			{"bad_points", "hand.marriages"},
			{"bad_close", "hand.at_close"},
		}},
		{"strangers and doubles", `{"end":"claim","by":3,"points":{"1":66,"3":1},"tricks":{"1":5,"2":3,"1":5},"marriages":{"1":20,"2":["20"]}}`, []problem{
			{"unknown_player", "hand.by"},
			{"unknown_player", "hand.points.3"},
			{"missing_field", "hand.points.2"},
			{"duplicate_field", "hand.tricks.1"},
			{"bad_points", "hand.marriages.1"},
			{"bad_points", "hand.marriages.2"},
		}},
		{"closed by nobody", `{"end":"claim","by":1,"points":{"1":66,"2":33},"tricks":{"1":5,"2":3},"at_close":{}}`, []problem{{"bad_close", "hand.at_close"}}},
		{"closed without a state", `{"end":"claim","by":1,"points":{"1":66,"2":33},"tricks":{"1":5,"2":3},"closed_by":1,"at_close":{"y":1}}`, []problem{
			{"unknown_field", "hand.at_close.y"}, {"missing_field", "hand.at_close.points"}, {"missing_field", "hand.at_close.tricks"},
		}},
		{
			"a state of words", `{"end":"claim","by":1,"points":{"1":66,"2":33},"tricks":{"1":5,"2":3},"closed_by":null,"at_close":{"points":1,"tricks":2}}`,
			[]problem{{"bad_close", "hand.at_close"}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ParseDeal(Default(), parseJSON(t, tt.in), "hand")
			if diff := cmp.Diff(tt.want, problems(err)); diff != "" {
				t.Error(diff)
			}
		})
	}
	d, err := ReadDeal(parseJSON(t, `{"end":"claim","by":1,"points":{"1":60,"2":33},"tricks":{"1":5,"2":3},"marriages":{"1":[20,40]}}`), "hand")
	if err != nil || d.Points != [2]int{60, 33} || len(d.Marriages[0]) != 2 {
		t.Errorf("%+v, %v", d, err)
	}
	if _, err := ParseNamed(Default(), parseJSON(t, `{"end":"claim","by":1,"points":{"1":60,"2":33},"tricks":{"1":5,"2":3}}`), "hand", []string{"1", "2"}, nil); len(problems(err)) == 0 {
		t.Error("a number passes for a name")
	}
}

func TestBummerl(t *testing.T) {
	two := Default()
	two.SchneiderBummerl = 2
	deal := func(points ...int) tally.Result { return tally.Result{Points: points} }
	b := Start(two)
	for _, d := range []tally.Result{deal(3, 0), deal(3, 0)} {
		var ok bool
		if b, ok = b.Add(two, d); !ok || b.Winner != 0 {
			t.Fatalf("%+v, %v", b, ok)
		}
	}
	b, ok := b.Add(two, deal(2, 0))
	if !ok || b != (Bummerl{ToGo: [2]int{-1, 7}, Winner: 1, Value: 2}) {
		t.Errorf("Schneider: %+v, %v", b, ok)
	}
	if again, ok := b.Add(two, deal(0, 3)); ok || again != b {
		t.Errorf("a deal after the end counts: %+v", again)
	}
}

func TestRules(t *testing.T) {
	raw, err := json.Marshal(Default())
	if err != nil || string(raw) != `{"preset":"ddv","schnapsen_start":7,"schnapsen_close_after_tricks":1,"schnapsen_false_claim":"as_winner","schneider_bummerl":1}` {
		t.Errorf("%s, %v", raw, err)
	}
	if r, ps := ParseRules(parseJSON(t, string(raw))); len(ps) > 0 || r != Default() {
		t.Errorf("%+v, %v", r, ps)
	}
	if r, ps := ParseRules(parseJSON(t, `"kneipe"`)); len(ps) > 0 || r.Preset != "kneipe" || r.Start != 7 {
		t.Errorf("%+v, %v", r, ps)
	}
	r, ps := ParseRules(parseJSON(t, `{"schnapsen_start":11,"schnapsen_close_after_tricks":0,"schnapsen_false_claim":"three","schneider_bummerl":2,"deck":48}`))
	if len(ps) > 0 || r != (Rules{Preset: "ddv", Start: 11, FalseClaim: Three, SchneiderBummerl: 2}) {
		t.Errorf("%+v, %v", r, ps)
	}
	_, ps = ParseRules(parseJSON(t, `{"schnapsen_start":"7","schnapsen_close_after_tricks":2,"schnapsen_false_claim":3,"schneider_bummerl":-1}`))
	if len(ps) != len(SwitchNames()) {
		t.Errorf("%v", ps)
	}
	for i, p := range ps {
		if p.Code != "bad_rule_value" || p.Field != "rules."+SwitchNames()[i] {
			t.Errorf("%v", p)
		}
	}
}

// FuzzParseDeal: any bytes are refused with problems or give a deal that scores and comes back the same.
func FuzzParseDeal(f *testing.F) {
	f.Add([]byte(`{"end":"claim","by":1,"points":{"1":76,"2":14},"tricks":{"1":2,"2":1},"marriages":{"1":[40]},"closed_by":1,` +
		`"at_close":{"points":{"1":15,"2":14},"tricks":{"1":1,"2":1}}}`))
	f.Add([]byte(`{"end":"last_trick","by":2,"points":{"1":62,"2":58},"tricks":{"1":5,"2":5}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		n, err := fields.Parse(raw)
		if err != nil {
			return
		}
		d, err := ParseDeal(Default(), n, "hand")
		if err != nil {
			return
		}
		if _, err := Score(Default(), d); err != nil {
			t.Fatalf("%s is read and then refused: %v", raw, err)
		}
		again, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		back, err := ParseDeal(Default(), parseJSON(t, string(again)), "hand")
		if err != nil || !reflect.DeepEqual(back, d) {
			t.Fatalf("%s comes back as %+v, %v", again, back, err)
		}
	})
}
