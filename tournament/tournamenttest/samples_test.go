package tournamenttest_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring"
	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/tournamenttest"
)

func TestSamples(t *testing.T) {
	for _, s := range tournamenttest.Hands() {
		row, err := tournament.ParseRow(scoring.DDV(), 4, []byte(s.Row))
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		res, err := scoring.Score(scoring.DDV(), 4, *row.Record)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		if d := cmp.Diff(s.Points, res.Points); d != "" {
			t.Errorf("%s %v (-want +got):\n%s", s.Name, res.Lines, d)
		}
	}
	for _, s := range tournamenttest.WrongHands() {
		_, err := tournament.ParseRow(scoring.DDV(), 4, []byte(s.Row))
		var ps tally.Problems
		if !errors.As(err, &ps) || ps[0].Code != s.Code {
			t.Errorf("%s: %v, want %s", s.Row, err, s.Code)
		}
	}
	if ps := tournamenttest.Tournament().Check(); ps != nil {
		t.Error(ps)
	}
	for _, e := range tournamenttest.Entries() {
		if ps := e.Check(); ps != nil {
			t.Error(ps)
		}
	}
	for _, n := range tournamenttest.HardNames() {
		if ps := (tournament.Entry{Name: n, FromRound: 1}).Check(); ps != nil {
			t.Errorf("%s: %v", n, ps)
		}
	}
}
