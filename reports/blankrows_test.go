package reports_test

import (
	"slices"
	"testing"

	"doko/reports"
)

// Who deals on a sheet nobody has written on, for the tables there are: the deal goes round; at five the dealer sits out.
func TestBlankRows(t *testing.T) {
	for _, tt := range []struct {
		name         string
		seats, hands int
		deals, out   []int
	}{
		{"four", 4, 6, []int{1, 2, 3, 4, 1, 2}, []int{0, 0, 0, 0, 0, 0}},
		{"five", 5, 7, []int{1, 2, 3, 4, 5, 1, 2}, []int{1, 2, 3, 4, 5, 1, 2}},
		{"two at Schnapsen", 2, 3, []int{1, 2, 1}, []int{0, 0, 0}},
		{"nothing to play", 4, 0, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var deals, out []int
			for i, row := range reports.BlankRows(tt.seats, tt.hands) {
				deals, out = append(deals, row.Dealer), append(out, row.SitsOut)
				if row.Number != i+1 || row.Points != nil {
					t.Errorf("row %d is %+v", i+1, row)
				}
			}
			if !slices.Equal(deals, tt.deals) || !slices.Equal(out, tt.out) {
				t.Errorf("deal %v, sit out %v", deals, out)
			}
		})
	}
}
