package play

import (
	"slices"

	"doko/scoring/doppelkopf"
)

// Deal is one hand as it was played, card by card (CONTRACTS 3). Seats are 1 to 4, 0 = nobody.
type Deal struct {
	Contract doppelkopf.Contract
	SoloKind doppelkopf.SoloKind
	Declarer int // the soloist, the Hochzeit's player or the giver of an Armut
	Leader   int
	Cards    [4][]Card // by seat less one, in the order played
	Calls    []Call
	Exchange *Exchange // of an Armut
	Declared []Declaration
}

// Call is an announcement or denial, said before the seat played its card to the trick.
type Call struct {
	Seat  int
	Word  string // re, kontra, k90, k60, k30, schwarz
	Trick int
}

// Exchange is what the poor player gave and what came back.
type Exchange struct {
	Giver, Taker    int
	Given, Returned []Card
}

// Declaration is something shown before the seat played its card to the trick.
type Declaration struct {
	Seat  int
	What  string // schweinchen, superschweinchen, five_nines, five_kings
	Trick int
}

const superschweinchen = "superschweinchen"

// Trick is one trick; the cards are by seat less one.
type Trick struct {
	Leader int
	Winner int
	Augen  int
	Cards  [4]Card
}

// Fault is something that went against the rules. Trick and seat are 0 where it belongs to none.
type Fault struct {
	Code  string
	Trick int
	Seat  int
	Args  map[string]any
}

// Report is what the referee makes of a deal.
type Report struct {
	Tricks []Trick // nil if the deck was wrong: then there are only faults
	Re     []int
	Kontra []int
	Hand   doppelkopf.Hand
	Faults []Fault
}

// Replay plays a deal again. Calls named in a fault do not count in the hand. A deck that is not right gives only faults.
func Replay(r doppelkopf.Rules, d Deal) Report {
	g := game{rules: r, deal: d, size: r.Deck / 4}
	g.deck()
	if len(g.faults) > 0 {
		return Report{Faults: g.faults}
	}
	g.contract()
	g.exchange()
	g.tricks()
	g.parties()
	g.calls()
	g.forced()
	rep := Report{Tricks: g.played, Hand: g.hand(), Faults: g.faults}
	for seat := 1; seat <= 4; seat++ {
		if g.party[seat] == doppelkopf.Re {
			rep.Re = append(rep.Re, seat)
		} else {
			rep.Kontra = append(rep.Kontra, seat)
		}
	}
	return rep
}

// game is a deal while it is played again. Lists by seat have an unused place 0.
type game struct {
	rules     doppelkopf.Rules
	deal      Deal
	dealt     [5][]Card // the hands before an exchange
	size      int       // cards of each player
	pigs      [5]int    // from which trick on the seat's foxes are Schweinchen, 0 = never
	superpigs [5]int
	played    []Trick
	clarified int // Hochzeit: the trick that found the partner
	partner   int
	party     [5]doppelkopf.Party
	side      [2]said // Re, Kontra
	counted   []Call  // calls without a fault
	faults    []Fault
}

func (g *game) fault(code string, trick, seat int, args map[string]any) {
	g.faults = append(g.faults, Fault{Code: code, Trick: trick, Seat: seat, Args: args})
}

// holds is the hand of a seat as it began to play.
func (g *game) holds(seat int) []Card { return g.deal.Cards[seat-1] }

func count(cards []Card, is func(Card) bool) int {
	n := 0
	for _, c := range cards {
		if is(c) {
			n++
		}
	}
	return n
}

func has(cards []Card, card Card) int {
	return count(cards, func(c Card) bool { return c == card })
}

// deck: every card twice, to each player the same number. A card too many is named by the seat and trick that had it last.
func (g *game) deck() {
	for i, cards := range g.deal.Cards {
		if len(cards) != g.size {
			first := min(len(cards), g.size) + 1 // the trick that has no card, or one that is no trick
			g.fault("deck", first, i+1, map[string]any{"Card": "Σ", "Count": len(cards), "Want": g.size})
		}
	}
	var seen [4 * ranks]int
	for n := range g.mostCards() {
		for i, cards := range g.deal.Cards {
			if n >= len(cards) {
				continue
			}
			c := cards[n]
			if seen[c]++; seen[c] > g.copies(c) {
				g.fault("deck", n+1, i+1, map[string]any{"Card": c.String(), "Count": seen[c], "Want": g.copies(c)})
			}
		}
	}
	for i, n := range seen {
		if c := Card(i); n < g.copies(c) {
			g.fault("deck", 0, 0, map[string]any{"Card": c.String(), "Count": n, "Want": g.copies(c)})
		}
	}
}

func (g *game) mostCards() int {
	most := 0
	for _, cards := range g.deal.Cards {
		most = max(most, len(cards))
	}
	return most
}

// copies is how often a card is in the deck.
func (g *game) copies(c Card) int {
	if c.Rank() == Nine && g.rules.Deck == 40 {
		return 0
	}
	return 2
}

// contract checks that the game named is one the rules have and the cards allow. Both black queens in one hand of a normal
// game are a silent solo.
func (g *game) contract() {
	d := &g.deal
	if owner := g.marriage(); d.Contract == doppelkopf.Normal {
		if d.Declarer != 0 && d.Declarer != owner {
			g.misfit(d.Declarer)
		}
		if d.Declarer = owner; owner != 0 {
			d.Contract = doppelkopf.StilleHochzeit
		}
	}
	switch d.Contract {
	case doppelkopf.Normal: // may always be played
	case doppelkopf.Armut: // for the list, too, the rules have to have it
		if !g.rules.Allows(d.Contract) || !g.rules.Armut {
			g.misfit(d.Declarer)
		}
	case doppelkopf.Hochzeit, doppelkopf.StilleHochzeit:
		if !g.rules.Allows(d.Contract) || g.marriage() != d.Declarer {
			g.misfit(d.Declarer)
		}
	default:
		if !g.rules.Allows(d.Contract) {
			g.misfit(d.Declarer)
		}
	}
}

// marriage is the seat that holds both black queens, 0 if nobody does.
func (g *game) marriage() int {
	for seat := 1; seat <= 4; seat++ {
		if has(g.holds(seat), old) == 2 {
			return seat
		}
	}
	return 0
}

// misfit notes that the contract does not fit the cards or the rules; once, for whatever reasons.
func (g *game) misfit(seat int) {
	if !slices.ContainsFunc(g.faults, func(f Fault) bool { return f.Code == "contract" }) {
		g.fault("contract", 0, seat, map[string]any{"Contract": string(g.deal.Contract)})
	}
}
