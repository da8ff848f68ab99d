package notation

import "doko/scoring/doppelkopf"

// letter is one letter of the card and the word of a hand it stands for. After the contract each stands for one thing only, so that
// no blanks are needed.
type letter struct {
	key  rune
	word string
}

func contractLetters() []letter {
	return []letter{
		{'d', string(doppelkopf.SoloDamen)}, {'b', string(doppelkopf.SoloBuben)}, {'f', string(doppelkopf.SoloFleischlos)},
		{'k', string(doppelkopf.SoloKreuz)}, {'p', string(doppelkopf.SoloPik)}, {'h', string(doppelkopf.SoloHerz)},
		{'o', string(doppelkopf.SoloKaro)}, {'s', string(doppelkopf.StilleHochzeit)},
	}
}

func specialLetters() []letter {
	return []letter{
		{'f', doppelkopf.Fuchs}, {'e', doppelkopf.FuchsLast}, {'d', doppelkopf.Doppelkopf}, {'c', doppelkopf.Karlchen},
		{'g', doppelkopf.KarlchenCaught}, {'z', doppelkopf.DulleCaught},
	}
}

func kindLetters() []letter {
	return []letter{{'p', string(doppelkopf.Compulsory)}, {'l', string(doppelkopf.Voluntary)}, {'v', string(doppelkopf.Forced)}}
}

// key is the letter of a word, "" if it has none.
func key(letters []letter, word string) string {
	for _, l := range letters {
		if l.word == word {
			return string(l.key)
		}
	}
	return ""
}

// result is what a sign with or without its digit says of Re's Augen.
type result struct {
	keys, means string
	augen       doppelkopf.Augen
	noTrick     doppelkopf.Party
}

// results are the keys of the result: who has more, and how far the other side stayed behind.
func results() []result {
	return []result{
		{"+", "plus", doppelkopf.Between(121, 150), ""},
		{"+9", "plus9", doppelkopf.Between(151, 180), ""},
		{"+6", "plus6", doppelkopf.Between(181, 210), ""},
		{"+3", "plus3", doppelkopf.Between(211, 240), ""},
		{"+0", "plus0", doppelkopf.Exactly(240), doppelkopf.Kontra},
		{"-", "minus", doppelkopf.Between(90, 119), ""},
		{"-9", "minus9", doppelkopf.Between(60, 89), ""},
		{"-6", "minus6", doppelkopf.Between(30, 59), ""},
		{"-3", "minus3", doppelkopf.Between(0, 29), ""},
		{"-0", "minus0", doppelkopf.Exactly(0), doppelkopf.Re},
	}
}

// denials are the digits of the steps: 9 keine 90, 6 keine 60, 3 keine 30, 0 schwarz.
const denials = "9630"

const (
	allowedResult  = "+ - 0 … 240"
	allowedAlone   = "d b f k p h o s hz"
	allowedSide    = "r k"
	allowedDenials = "9 6 3 0"
)

// Key is what may be typed next and what it means: the code of a text ("plus9", "solo_damen", "re").
type Key struct {
	Keys  string // "" where any figure may stand, or Enter
	Means string
}
