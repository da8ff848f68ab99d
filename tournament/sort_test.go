package tournament

import (
	"slices"
	"testing"
)

func TestSortByName(t *testing.T) {
	got := []string{"Zander", "Öztürk", "Oster", "özdemir", "Ahn", "Ärger", "Zander", "Azur"}
	SortByName(got, func(s string) string { return s })
	want := []string{"Ahn", "Ärger", "Azur", "Oster", "özdemir", "Öztürk", "Zander", "Zander"}
	if !slices.Equal(got, want) {
		t.Errorf("sorted %q, want %q", got, want)
	}
}
