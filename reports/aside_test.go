package reports_test

import (
	"strings"
	"testing"

	"doko/reports"
)

// A penalty stands at its hand with what everybody gets, and the running totals go on without it.
func TestPenaltyRowOnSheet(t *testing.T) {
	players := []reports.SheetPlayer{{Name: "Anna"}, {Name: "Bert"}, {Name: "Cleo"}, {Name: "Dora"}}
	for i, n := range []int{-12, 4, 4, 4} {
		players[i].Penalty = n
	}
	s := reports.Sheets{Head: head(), Sheets: []reports.Sheet{{
		Round: 1, Table: 1, Players: players, Filled: true,
		Rows: []reports.SheetRow{
			{Number: 1, Dealer: 1, Points: []int{3, 3, -3, -3}},
			{Number: 1, Mark: "Strafe", Points: []int{-12, 4, 4, 4}, Aside: true},
			{Number: 2, Dealer: 2, Points: []int{1, -1, 1, -1}},
		},
	}}}
	lines := strings.Split(layout(t, pdf(t, s.WritePDF, "de")), "\n")
	found := 0
	for _, line := range lines {
		words := strings.Join(strings.Fields(line), " ")
		switch {
		case strings.Contains(words, "Strafe "):
			found++
			if !strings.HasSuffix(words, "−12 +4 +4 +4") {
				t.Errorf("the penalty's line is %q", words)
			}
		case strings.HasPrefix(words, "2 2 Bert"):
			found++
			if !strings.HasSuffix(words, "+1 +4 −1 +2 +1 −2 −1 −4") {
				t.Errorf("the hand after it is %q", words)
			}
		}
	}
	if found != 2 {
		t.Errorf("%d of two lines on\n%s", found, strings.Join(lines, "\n"))
	}
}
