package doppelkopf

// Rules is a complete rule set: every switch of RULES and VECTORS. A tournament stores the whole value.
type Rules struct {
	Preset string
	Deck   int
}

// DDV are the tournament rules of the Deutscher Doppelkopf-Verband.
func DDV() Rules { return Rules{Preset: "ddv", Deck: 48} }
