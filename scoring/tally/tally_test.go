package tally

import (
	"errors"
	"testing"
)

func TestProblems(t *testing.T) {
	var none Problems
	if err := none.OrNil(); err != nil {
		t.Errorf("no problems are the error %v", err)
	}
	two := Problems{{Code: "augen_range", Field: "hand.re_augen"}, {Code: "json_broken"}}
	err := two.OrNil()
	if err == nil || err.Error() != "hand.re_augen: augen_range; json_broken" {
		t.Errorf("two problems are %v", err)
	}
	var back Problems
	if !errors.As(err, &back) || len(back) != 2 {
		t.Errorf("the problems are not found again in %v", err)
	}
}
