package doppelkopf

// Ranges lists the ranges of Re's Augen within which the points do not change, whatever was said, from low to high: what a
// phone offers instead of a figure. The first is 0 without a trick, the last 240 with all tricks, so 0 and 240 are there
// twice in a game with nines: once without a trick for the other side, once with one.
func Ranges(r Rules) []Augen {
	low, high := 0, 240
	if r.Deck == 40 {
		low, high = 8, 232
	}
	return []Augen{
		Between(0, 0), Between(low, 29), Between(30, 59), Between(60, 89), Between(90, 119), Between(120, 120),
		Between(121, 150), Between(151, 180), Between(181, 210), Between(211, high), Between(240, 240),
	}
}
