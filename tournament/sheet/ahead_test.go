package sheet_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring"
	"doko/tournament"
	"doko/tournament/rehearsal"
	"doko/tournament/sheet"
)

// The hands ahead begin with the next one and are as many as are missing, at every moment of a round.
func TestAhead(t *testing.T) {
	for _, size := range []int{4, 5} {
		for gone := range size + 1 {
			in := sheet.Input{Rules: scoring.DDV(), Format: tournament.DefaultFormat(), Size: size}
			if gone > 0 {
				in.GoneFrom[gone] = 9
			}
			rows := rehearsal.Play(fmt.Sprint("ahead ", size, gone), in, 0)
			for k := range len(rows) + 1 {
				in.Rows = rows[:k]
				s, ahead := sheet.Fold(in), sheet.Ahead(in)
				if s.Next == nil {
					if len(ahead) > 0 {
						t.Fatalf("%d of %d, %d gone: no next hand, %d ahead", k, size, gone, len(ahead))
					}
					continue
				}
				if d := cmp.Diff(*s.Next, ahead[0]); d != "" || len(ahead) != len(rows)-k {
					t.Fatalf("%d of %d, %d gone: %d ahead of %d rows, the first is not the next one:\n%s", k, size, gone, len(ahead), len(rows), d)
				}
			}
			// Hand 3 taken back in the middle is missing, and nothing else that is there.
			if len(rows) > 5 {
				in.Rows = slices.Delete(slices.Clone(rows[:5]), 2, 3)
				ahead := sheet.Ahead(in)
				if ahead[0].Number != 3 || len(ahead) < 2 || ahead[1].Number != 6 {
					t.Errorf("after a gap: %+v", ahead[:min(2, len(ahead))])
				}
			}
		}
	}
}
