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

// AllContracts lists the contracts in the order of VECTORS.
func AllContracts() []Contract {
	return []Contract{
		Normal, Hochzeit, StilleHochzeit, Armut, SoloDamen, SoloBuben, SoloFleischlos,
		SoloKreuz, SoloPik, SoloHerz, SoloKaro,
	}
}

const (
	allContracts Set = 1<<11 - 1
	armutBit     Set = 1 << 3 // the place of Armut in AllContracts
)

// Known reports whether c is a contract at all.
func (c Contract) Known() bool {
	switch c {
	case Normal, Hochzeit, StilleHochzeit, Armut:
		return true
	default:
		return c.Chosen()
	}
}

// Chosen reports whether c is a solo that somebody announced: only these have a solo kind.
func (c Contract) Chosen() bool {
	switch c {
	case SoloDamen, SoloBuben, SoloFleischlos, SoloKreuz, SoloPik, SoloHerz, SoloKaro:
		return true
	default:
		return false
	}
}

// SoloKind says why a solo was played; it does not change the points (TSR 4.2, 4.3).
type SoloKind string

// The solo kinds. An empty kind is unknown: it follows from the session.
const (
	Compulsory SoloKind = "pflicht"
	Voluntary  SoloKind = "lust"
	Forced     SoloKind = "vorgefuehrt"
)

// Known reports whether k is one of the kinds.
func (k SoloKind) Known() bool { return k == Compulsory || k == Voluntary || k == Forced }

func soloKindWords() string {
	return joinWords([]string{"null", string(Compulsory), string(Voluntary), string(Forced)})
}

// Party is a side of a hand: "re", "kontra" or "" for none.
type Party string

// The parties.
const (
	Re     Party = "re"
	Kontra Party = "kontra"
)

// Other is the other side of Re or Kontra.
func (p Party) Other() Party {
	if p == Re {
		return Kontra
	}
	return Re
}

// Name is the side as people write it: Re or Kontra.
func (p Party) Name() string {
	if p == Re {
		return "Re"
	}
	return "Kontra"
}

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

// Highest is the highest step denied.
func (c Call) Highest() Denial {
	for d := Schwarz; d > NoDenial; d-- {
		if c.Denials[d] {
			return d
		}
	}
	return NoDenial
}

// Said reports whether the side has announced, be it by a denial that carries the announcement.
func (c Call) Said() bool { return c.Announced || c.Highest() > NoDenial }

// The kinds of special points. FuchsLast is a fox caught in the last trick, which is not counted under Fuchs too.
const (
	Fuchs          = "fuchs"
	FuchsLast      = "fuchs_last"
	Doppelkopf     = "doppelkopf"
	Karlchen       = "karlchen"
	KarlchenCaught = "karlchen_caught"
	DulleCaught    = "dulle_caught"
)

// SpecialKinds lists the kinds of special points in the order of VECTORS.
func SpecialKinds() []string {
	return []string{Fuchs, FuchsLast, Doppelkopf, Karlchen, KarlchenCaught, DulleCaught}
}

// specialKind is the kind of line a special gives; false if there is no such special.
func specialKind(word string) (kind, bool) {
	switch word {
	case Fuchs:
		return kFuchs, true
	case FuchsLast:
		return kFuchsLast, true
	case Doppelkopf:
		return kDoppelkopf, true
	case Karlchen:
		return kKarlchen, true
	case KarlchenCaught:
		return kKarlchenCaught, true
	case DulleCaught:
		return kDulleCaught, true
	default:
		return 0, false
	}
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
	Between  bool // noted as a range and written back as one, even where both ends are equal
}

// Exactly is a known figure.
func Exactly(augen int) Augen { return Augen{From: augen, To: augen} }

// Between is what a list keeper knows after one tap.
func Between(from, to int) Augen { return Augen{From: from, To: to, Between: true} }

// Exact reports whether the figure itself is known.
func (a Augen) Exact() bool { return a.From == a.To }

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
