package values

import (
	"errors"
	"testing"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
)

// An engine whose results can't be put together from parts gets no table at all, rather than a wrong one.
func TestOf_Irregular(t *testing.T) {
	tests := []struct {
		name string
		lie  func(h doppelkopf.Hand, res tally.Result) (tally.Result, bool)
	}{
		{"a special that cannot be at 120", func(h doppelkopf.Hand, res tally.Result) (tally.Result, bool) {
			return res, len(h.Specials) == 0 || h.ReAugen != doppelkopf.Exactly(120)
		}},
		{"a special impossible in the middle", func(h doppelkopf.Hand, res tally.Result) (tally.Result, bool) {
			return res, len(h.Specials) == 0 || h.ReAugen != doppelkopf.Exactly(130)
		}},
		{"a special worth two, and one and a half times that after a call", func(h doppelkopf.Hand, res tally.Result) (tally.Result, bool) {
			if len(h.Specials) > 0 {
				res.Value++
				if h.ReCall.Announced {
					res.Value++
				}
			}
			return res, true
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := maker{score: func(h doppelkopf.Hand) (tally.Result, bool) {
				res, err := doppelkopf.Score(doppelkopf.DDV(), 4, h)
				if err != nil {
					return res, false
				}
				return tt.lie(h, res)
			}}
			if table, err := m.make(); !errors.Is(err, ErrIrregular) {
				t.Errorf("got %v and a table of %d rows", err, len(table.Rows))
			}
		})
	}
}

// Nobody ever deals at a table of three, where no hand is dealt.
func TestTurnsOf_NoSuchTable(t *testing.T) {
	if _, err := TurnsOf(doppelkopf.SessionRules{Seats: 3, Hands: 24, CompulsorySolos: 1}); !errors.Is(err, ErrIrregular) {
		t.Errorf("got %v", err)
	}
}
