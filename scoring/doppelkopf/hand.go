// Package doppelkopf scores one recorded Doppelkopf hand under a rule set.
package doppelkopf

// Contract says what was played ("normal", "hochzeit", "solo_damen", …): the contract words of the vectors.
type Contract string

// The contracts of RULES a.
const (
	Normal         Contract = "normal"
	Hochzeit       Contract = "hochzeit"
	StilleHochzeit Contract = "stille_hochzeit"
	Armut          Contract = "armut"
	SoloDamen      Contract = "solo_damen"
	SoloBuben      Contract = "solo_buben"
	SoloFleischlos Contract = "solo_fleischlos"
	SoloKreuz      Contract = "solo_kreuz"
	SoloPik        Contract = "solo_pik"
	SoloHerz       Contract = "solo_herz"
	SoloKaro       Contract = "solo_karo"
)

// SoloKind says why a solo was played; it does not change the points (TSR 4.2, 4.3).
type SoloKind string

// The solo kinds. An empty kind is unknown: it follows from the session.
const (
	Compulsory SoloKind = "pflicht"
	Voluntary  SoloKind = "lust"
	Forced     SoloKind = "vorgefuehrt"
)

// Party is a side of a hand: "re", "kontra" or "" for none.
type Party string

// The parties.
const (
	Re     Party = "re"
	Kontra Party = "kontra"
)

// Denial is the highest step a side has denied the other: 0 none, then keine 90, keine 60, keine 30, schwarz.
type Denial int

// The denials.
const (
	NoDenial Denial = iota
	K90
	K60
	K30
	Schwarz
)

// Call is what one side has said: its announcement (Re or Kontra) and the denials. Denials is the set as said, so that a
// rule set without implied calls can find a gap.
type Call struct {
	Announced bool
	Denials   [5]bool // indexed by Denial; index 0 is unused
}

// Special is one kind of special point (fuchs, karlchen, …), to whom it goes and how often it happened.
type Special struct {
	Kind  string
	Party Party
	Count int
}

// Augen is what is known of Re's card points: From == To is an exact figure, else a range of which every reachable figure
// that passes the checks must give the same result (CONTRACTS 5, re_augen_between). 0 to 240.
type Augen struct {
	From, To int
}

// Hand is one deal played, as noted on the sheet. Positions at the table are 1 to 5; 0 means nobody.
type Hand struct {
	Contract    Contract
	SoloKind    SoloKind
	Re          []int // positions of the Re players: two, or the soloist alone
	SittingOut  int   // position of the player without cards at a table of five, 0 at four or if not given
	ReAugen     Augen
	NoTrick     Party // the side without a single trick
	ReCall      Call
	KontraCall  Call
	Specials    []Special
	ClarifiedIn int // Hochzeit: the trick (1 to 3) that found the partner; 0 = never, it became a solo
	Bock        int // how often the Bock multiplier applies
}

// Solo reports whether one player plays alone against three, so that the value counts three times for him.
func (h Hand) Solo() bool { return len(h.Re) == 1 }
