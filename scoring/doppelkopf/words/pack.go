package words

import "doko/scoring/doppelkopf"

// Pack says whose names the cards get.
type Pack string

// The packs: Kreuz, Dame, Bube; or Eichel, Ober, Unter.
const (
	French Pack = "french"
	German Pack = "german"
)

// PackOf is the pack of that name, French for every other word.
func PackOf(name string) Pack {
	if name == string(German) {
		return German
	}
	return French
}

// card is one of the cards with a role of its own: dulle, fox, karlchen, old, diamond_queen, diamond_nine, queens, nines, kings.
func (p Pack) card(name string) Phrase { return say("pack." + string(p) + "." + name) }

// Contract is the name of a contract with the words of the pack.
func (p Pack) Contract(c doppelkopf.Contract) Phrase {
	if p == German && c.Chosen() && c != doppelkopf.SoloFleischlos {
		return say("pack.german." + string(c))
	}
	return say("contract." + string(c))
}
