package play

import "doko/scoring/doppelkopf"

// Reservation is what a player holds against a normal game when asked (Vorbehalt; TSR 4.1, RULES a).
type Reservation struct {
	Seat     int
	Contract doppelkopf.Contract
	Kind     doppelkopf.SoloKind // of a chosen solo
}

// Redeal stands for the contract in the reservation of a player who wants the cards dealt again (Schmeißen; redeal_five of
// RULES f).
const Redeal doppelkopf.Contract = "redeal"

// Reason says why a reservation prevails.
type Reason string

// The reasons.
const (
	Alone   Reason = "alone"   // nobody else has a reservation
	Higher  Reason = "higher"  // it ranks before all others
	Forward Reason = "forward" // among equals, this seat is asked first
)

// Verdict is the reservation that is played and why.
type Verdict struct {
	Reservation
	Why Reason
}

// Prevails picks the reservation that is played: the highest in the order of the rules, and among equals that of the seat
// asked first, beginning left of the dealer. False if there is none.
func Prevails(r doppelkopf.Rules, dealer int, all []Reservation) (Verdict, bool) {
	best, found := Verdict{}, false
	seat := dealer
	for range 4 {
		seat = next(seat)
		for _, v := range all {
			switch {
			case v.Seat != seat:
			case !found:
				best, found = Verdict{v, Alone}, true
			case rank(r, v) < rank(r, best.Reservation):
				best = Verdict{v, Higher}
			case rank(r, v) == rank(r, best.Reservation):
				best.Why = Forward
			case best.Why == Alone:
				best.Why = Higher
			}
		}
	}
	return best, found
}

// rank is the place of a reservation in the order of the rules; the lowest prevails. An Armut, which the DDV does not have,
// comes last in its order; dealing again, which has a rank in no source, comes after everything that can be played.
func rank(r doppelkopf.Rules, v Reservation) int {
	switch v.Contract {
	case Redeal:
		return 40
	case doppelkopf.Hochzeit:
		return map[string]int{"ddv": 20, "seed000": 0, "seed003": 30}[r.Play.ReservationOrder]
	case doppelkopf.Armut:
		return map[string]int{"ddv": 30, "seed000": 30, "seed003": 20}[r.Play.ReservationOrder]
	}
	if r.Play.ReservationOrder != "seed000" {
		if v.Kind == doppelkopf.Compulsory {
			return 10
		}
		return 11
	}
	switch v.Contract {
	case doppelkopf.SoloDamen:
		return 10
	case doppelkopf.SoloBuben:
		return 11
	case doppelkopf.SoloFleischlos:
		return 12
	default:
		return 13
	}
}
