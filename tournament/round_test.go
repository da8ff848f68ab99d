package tournament_test

import (
	"testing"

	"doko/tournament"
)

// The list is kept at the last position, and by the one before where that one has left.
func TestKeeper(t *testing.T) {
	five, four := tournament.Table{Size: 5}, tournament.Table{Size: 4}
	for _, tt := range []struct {
		table tournament.Table
		gone  [6]int
		want  int
	}{
		{five, [6]int{}, 5}, {four, [6]int{}, 4}, {five, [6]int{5: 9}, 4}, {five, [6]int{4: 2, 5: 9}, 3}, {five, [6]int{2: 3}, 5}, {four, [6]int{4: 1}, 3},
	} {
		if got := tt.table.Keeper(tt.gone); got != tt.want {
			t.Errorf("of %d, gone %v: %d, want %d", tt.table.Size, tt.gone, got, tt.want)
		}
	}
}
