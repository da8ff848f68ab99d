package reports

import "strconv"

const (
	minus  = "−" // U+2212, as wide as the plus sign
	nobody = "–" // where there is no figure
)

// signed writes points with their sign: +12, −3, 0.
func signed(n int) string {
	switch {
	case n > 0:
		return "+" + strconv.Itoa(n)
	case n < 0:
		return minus + strconv.Itoa(n)[1:]
	}
	return "0"
}
