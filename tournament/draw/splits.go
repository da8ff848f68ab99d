package draw

// Splits returns how many tables of four and how many tables of five seat n players, with as few fives as possible, and
// whether they can be seated at all: 1, 2, 3, 6, 7 and 11 players cannot.
func Splits(n int) (int, int, bool) {
	fives := n % 4
	if n < 4 || n < 5*fives {
		return 0, 0, false
	}
	return (n - 5*fives) / 4, fives, true
}
