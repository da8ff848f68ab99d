// Package play knows which card wins and which may be played, and turns played cards into a recorded hand.
package play

import (
	"strings"

	"doko/scoring/doppelkopf"
)

// Suit is one of the four suits, in their order as trumps.
type Suit uint8

// The suits: Kreuz, Pik, Herz, Karo.
const (
	Clubs Suit = iota
	Spades
	Hearts
	Diamonds
)

// Rank is one of the six ranks, in their order in a plain suit.
type Rank uint8

// The ranks: Ass, Zehn, König, Dame, Bube, Neun.
const (
	Ace Rank = iota
	Ten
	King
	Queen
	Jack
	Nine
)

// Card is one card; each is in the deck twice.
type Card uint8

const ranks = 6

func card(s Suit, r Rank) Card { return Card(s)*ranks + Card(r) }

// Suit is the suit printed on the card.
func (c Card) Suit() Suit { return Suit(c / ranks) }

// Rank is the rank printed on the card.
func (c Card) Rank() Rank { return Rank(c % ranks) }

const (
	suitLetters = "CSHD"
	rankLetters = "ATKQJ9"
)

// ParseCard reads a word such as "HT"; false if it names no card.
func ParseCard(word string) (Card, bool) {
	if len(word) != 2 {
		return 0, false
	}
	suit, rank := strings.IndexByte(suitLetters, word[0]), strings.IndexByte(rankLetters, word[1])
	if suit < 0 || rank < 0 {
		return 0, false
	}
	return card(Suit(suit), Rank(rank)), true
}

// String is the word ParseCard reads.
func (c Card) String() string { return string([]byte{suitLetters[c.Suit()], rankLetters[c.Rank()]}) }

// Augen is what the card counts.
func (c Card) Augen() int { return [...]int{11, 10, 4, 3, 2, 0}[c.Rank()] }

// trumpSuit is the suit whose plain cards are trumps; false for the solos without one.
func trumpSuit(c doppelkopf.Contract) (Suit, bool) {
	switch c {
	case doppelkopf.SoloKreuz:
		return Clubs, true
	case doppelkopf.SoloPik:
		return Spades, true
	case doppelkopf.SoloHerz:
		return Hearts, true
	case doppelkopf.SoloDamen, doppelkopf.SoloBuben, doppelkopf.SoloFleischlos:
		return 0, false
	default:
		return Diamonds, true
	}
}

// trump is the power of a card as trump, 0 for a plain card (TSR 2.3). Pigs are stronger than all of these.
func trump(contract doppelkopf.Contract, c Card) int {
	suit, mixed := trumpSuit(contract)
	order := 4 - int(c.Suit()) // clubs before spades before hearts before diamonds
	switch {
	case contract == doppelkopf.SoloDamen && c.Rank() == Queen, contract == doppelkopf.SoloBuben && c.Rank() == Jack:
		return order
	case !mixed:
		return 0
	case c == dulle:
		return 400
	case c.Rank() == Queen:
		return 300 + order
	case c.Rank() == Jack:
		return 200 + order
	case c.Suit() == suit:
		return 100 - int(c.Rank())
	default:
		return 0
	}
}

// The cards with a name of their own.
const (
	dulle    = Card(Hearts)*ranks + Card(Ten)
	fox      = Card(Diamonds)*ranks + Card(Ace)
	karlchen = Card(Clubs)*ranks + Card(Jack)
	old      = Card(Clubs)*ranks + Card(Queen)
	nineDiam = Card(Diamonds)*ranks + Card(Nine)
)

// follows reports whether a card serves the card led: trump to trump, else the same plain suit.
func follows(contract doppelkopf.Contract, led, c Card) bool {
	ledTrump, ownTrump := trump(contract, led) > 0, trump(contract, c) > 0
	if ledTrump || ownTrump {
		return ledTrump == ownTrump
	}
	return led.Suit() == c.Suit()
}
