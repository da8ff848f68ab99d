package draw

import (
	"strings"
	"testing"
)

func TestRequest(t *testing.T) {
	ps, history, o := sample()
	q := NewRequest(ps, history, o)
	if q.Mode != ModePlan || q.Fives != FivesAllow || q.Clubs != ClubsSoft || q.Hash() != Hash(ps, history, o) {
		t.Errorf("the choices left open are not written down: %+v", q)
	}
	if err := q.Possible(); err != nil {
		t.Error(err)
	}
	plan, a, err := q.Draw()
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Notes) != len(plan.Notes) || a.Bound.Repeats != plan.Bound || a.Input != q.Hash() || a.Effort != EffortQuick {
		t.Errorf("the answer is not the plan: %+v", a)
	}
	change := func(f func(b *Answer)) Answer {
		b := a
		b.Rounds = clone(a.Rounds)
		f(&b)
		return b
	}
	for want, b := range map[string]Answer{
		"":                   a,
		"the algorithm":      change(func(b *Answer) { b.Algorithm = "x" }),
		"the input_sha256":   change(func(b *Answer) { b.Input = "x" }),
		"the seed":           change(func(b *Answer) { b.Seed = "x" }),
		"the effort":         change(func(b *Answer) { b.Effort = "x" }),
		"the number of rou":  change(func(b *Answer) { b.Rounds = b.Rounds[1:] }),
		"round 2 is seated ": change(func(b *Answer) { b.Rounds[0].Tables[0].Seats[0] = 77 }),
		"cost or bound":      change(func(b *Answer) { b.Bound.Repeats = -1 }),
	} {
		if got := a.Difference(b); !strings.HasPrefix(got, want) || got != "" && want == "" {
			t.Errorf("%q, want %q", got, want)
		}
	}

	q = NewRequest(people(7), nil, Options{})
	if q.Possible() == nil || q.History == nil {
		t.Error("seven players and no rounds are possible")
	}
	if _, _, err := q.Draw(); err == nil {
		t.Error("seven players and no rounds are drawn")
	}
}

func TestEffort(t *testing.T) {
	if quick, normal, thorough := EffortQuick.trials(), EffortNormal.trials(), EffortThorough.trials(); 10*quick > normal || 5*normal > thorough {
		t.Errorf("%d, %d, %d", quick, normal, thorough)
	}
}
