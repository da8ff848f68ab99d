package play

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring/doppelkopf"
	"doko/scoring/fields"
	"doko/scoring/tally"
)

func code(p tally.Problem) string { return "text of " + p.Code }

// realHand is one deal of an online club with everything that was recorded of it.
type realHand struct {
	ID       string `json:"game_id"`
	Contract string
	Declarer *int            `json:"declarer_seat"`
	Leader   int             `json:"leader_first_trick_seat"`
	Cards    []string        `json:"hands_in_play_order"`
	Calls    json.RawMessage `json:"announcements"`
	Tricks   []struct {
		Leader, Winner int
		Augen          int      `json:"eyes"`
		Cards          []string `json:"cards_by_seat"`
	}
	Re     []int `json:"re_seats"`
	Augen  int   `json:"re_eyes"`
	Points []int `json:"recorded_points_by_seat"`
}

func realHands(t testing.TB) []realHand {
	t.Helper()
	raw, err := os.ReadFile("../../testdata/real_hands_8.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Hands []realHand }
	if err := json.Unmarshal(raw, &file); err != nil || len(file.Hands) != 8 {
		t.Fatalf("%d hands, %v", len(file.Hands), err)
	}
	return file.Hands
}

// input writes the hand as the referee reads it.
func (h realHand) input(t testing.TB) []byte {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"contract": h.Contract, "declarer": h.Declarer, "leader": h.Leader, "cards": h.Cards, "announcements": h.Calls})
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func parse(t testing.TB, r doppelkopf.Rules, raw []byte) Deal {
	t.Helper()
	n, err := fields.Parse(raw)
	if err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	d, err := Parse(r, n)
	if err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	return d
}

func realDeal(t testing.TB, id string) Deal {
	t.Helper()
	for _, h := range realHands(t) {
		if h.ID == id {
			return parse(t, doppelkopf.DDV(), h.input(t))
		}
	}
	t.Fatalf("no hand %s", id)
	return Deal{}
}

// faults as code/trick/seat, for comparing.
func faults(r Report) []string {
	var list []string
	for _, f := range r.Faults {
		list = append(list, fmt.Sprintf("%s/%d/%d", f.Code, f.Trick, f.Seat))
	}
	return list
}

// Eight hands really played, card by card: every trick, the parties, the Augen and the points are those recorded.
func TestRealHands(t *testing.T) {
	for _, h := range realHands(t) {
		t.Run(h.ID, func(t *testing.T) {
			rep := Replay(doppelkopf.DDV(), parse(t, doppelkopf.DDV(), h.input(t)))
			if len(rep.Faults) > 0 || !slices.Equal(rep.Re, h.Re) || rep.Hand.ReAugen != doppelkopf.Exactly(h.Augen) {
				t.Errorf("Re %v with %v, faults %v", rep.Re, rep.Hand.ReAugen, rep.Faults)
			}
			for i, want := range h.Tricks {
				got := rep.Tricks[i]
				var cards []string
				for _, c := range got.Cards {
					cards = append(cards, c.String())
				}
				if got.Leader != want.Leader || got.Winner != want.Winner || got.Augen != want.Augen || !slices.Equal(cards, want.Cards) {
					t.Errorf("trick %d is %+v, want %+v", i+1, got, want)
				}
			}
			res, err := doppelkopf.Score(doppelkopf.DDV(), 4, rep.Hand)
			if err != nil || !slices.Equal(res.Points, h.Points) {
				t.Errorf("points %v, recorded %v, %v", res.Points, h.Points, err)
			}
			checkJSON(t, doppelkopf.DDV(), rep)
		})
	}
}

// checkJSON: the report is JSON, and its hand reads back as the hand.
func checkJSON(t testing.TB, r doppelkopf.Rules, rep Report) {
	t.Helper()
	out := append(rep.AppendJSON([]byte("{"), []byte("null"), code), '}')
	n, err := fields.Parse(out)
	if err != nil {
		t.Fatalf("no JSON: %s", out)
	}
	hand, ok := n.Get("hand")
	if !ok {
		t.Fatalf("no hand: %s", out)
	}
	back, names, err := doppelkopf.ParseNamed(r, hand)
	if err != nil || !slices.Equal(names, seatNames()) {
		t.Fatalf("%v in %s", err, out)
	}
	if diff := cmp.Diff(rep.Hand, back); diff != "" {
		t.Fatal(diff)
	}
}

// shuffle deals a deck at random.
func shuffle(rng *rand.Rand, deck int) [4][]Card {
	var cards []Card
	for range 2 {
		for c := range Card(24) {
			if c.Rank() != Nine || deck == 48 {
				cards = append(cards, c)
			}
		}
	}
	rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	var hands [4][]Card
	for i := range hands {
		hands[i] = slices.Clone(cards[i*deck/4 : (i+1)*deck/4])
	}
	return hands
}

// playOut puts the hands into an order in which everybody followed suit, chosen at random.
func playOut(rng *rand.Rand, r doppelkopf.Rules, d Deal) Deal {
	hands := d.Cards
	for i := range hands {
		hands[i] = slices.Clone(hands[i])
		d.Cards[i] = nil
	}
	leader := d.Leader
	for n := range r.Deck / 4 {
		seat := leader
		var led Card
		for i := range 4 {
			hand := hands[seat-1]
			rng.Shuffle(len(hand), func(i, j int) { hand[i], hand[j] = hand[j], hand[i] })
			pick := 0
			if i > 0 {
				pick = max(0, slices.IndexFunc(hand, func(c Card) bool { return follows(d.Contract, led, c) }))
			} else {
				led = hand[0]
			}
			d.Cards[seat-1] = append(d.Cards[seat-1], hand[pick])
			hands[seat-1] = slices.Delete(hand, pick, pick+1)
			seat = next(seat)
		}
		g := game{rules: r, deal: d, size: n + 1, played: nil}
		g.deal.Declared = nil
		g.tricks()
		leader = g.played[n].Winner
	}
	return d
}

// Hands dealt and played at random but by the rules: nothing to complain about, 240 Augen, a hand that scores, zero sum.
func TestRandomDeals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, preset := range []string{"ddv", "kneipe", "seed003"} {
		r, _ := doppelkopf.Preset(preset)
		r.SpecialsInSolo = doppelkopf.AllSpecials
		for _, contract := range doppelkopf.AllContracts() {
			if contract == doppelkopf.Armut || contract == doppelkopf.Hochzeit || contract == doppelkopf.StilleHochzeit {
				continue
			}
			for range 40 {
				d := Deal{Contract: contract, Leader: 1 + rng.IntN(4), Cards: shuffle(rng, r.Deck)}
				if contract != doppelkopf.Normal {
					d.Declarer = 1 + rng.IntN(4)
				}
				rep := Replay(r, playOut(rng, r, d))
				if len(rep.Faults) > 0 {
					t.Fatalf("%s %s: %v", preset, contract, faults(rep))
				}
				sum := 0
				for i, tr := range rep.Tricks {
					sum += tr.Augen
					if i > 0 && tr.Leader != rep.Tricks[i-1].Winner {
						t.Fatalf("trick %d is led by %d", i+1, tr.Leader)
					}
				}
				res, err := doppelkopf.Score(r, 4, rep.Hand)
				if err != nil || sum != 240 || len(rep.Re)+len(rep.Kontra) != 4 {
					t.Fatalf("%s %s: %v, %d Augen, Re %v", preset, contract, err, sum, rep.Re)
				}
				total := 0
				for _, p := range res.Points {
					total += p
				}
				if total != 0 {
					t.Fatalf("points %v", res.Points)
				}
				checkJSON(t, r, rep)
			}
		}
	}
}

// search deals and plays at random until a deal is as wanted.
func search(t testing.TB, r doppelkopf.Rules, prepare func(*Deal) bool, want func(Deal, Report) bool) (Deal, Report) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200_000 {
		d := Deal{Contract: doppelkopf.Normal, Leader: 1, Cards: shuffle(rng, r.Deck)}
		if !prepare(&d) {
			continue
		}
		d = playOut(rng, r, d)
		if rep := Replay(r, d); want(d, rep) {
			return d, rep
		}
	}
	t.Fatal("no such deal in 200,000")
	return Deal{}, Report{}
}

// marry makes the deal a Hochzeit if somebody holds both black queens.
func marry(d *Deal) bool {
	for i, cards := range d.Cards {
		if has(cards, old) == 2 {
			d.Contract, d.Declarer = doppelkopf.Hochzeit, i+1
			return true
		}
	}
	return false
}

func TestParseCard(t *testing.T) {
	seen := map[string]bool{}
	augen := 0
	for c := range Card(24) {
		back, ok := ParseCard(c.String())
		if !ok || back != c || seen[c.String()] {
			t.Errorf("%s is read as %s", c, back)
		}
		seen[c.String()] = true
		augen += 2 * c.Augen()
	}
	if augen != 240 {
		t.Errorf("%d Augen in the deck", augen)
	}
	for _, bad := range []string{"", "C", "C10", "TC", "XA", "CX", "ca"} {
		if _, ok := ParseCard(bad); ok {
			t.Errorf("%q is a card", bad)
		}
	}
}

// The order of the trumps in every contract, from the strongest down (TSR 2.3), and how many there are.
func TestTrumps(t *testing.T) {
	mixed := "HT CQ SQ HQ DQ CJ SJ HJ DJ "
	tests := map[doppelkopf.Contract]string{
		doppelkopf.Normal: mixed + "DA DT DK D9", doppelkopf.Hochzeit: mixed + "DA DT DK D9", doppelkopf.SoloKaro: mixed + "DA DT DK D9",
		doppelkopf.SoloKreuz: mixed + "CA CT CK C9", doppelkopf.SoloPik: mixed + "SA ST SK S9", doppelkopf.SoloHerz: mixed + "HA HK H9",
		doppelkopf.SoloDamen: "CQ SQ HQ DQ", doppelkopf.SoloBuben: "CJ SJ HJ DJ", doppelkopf.SoloFleischlos: "",
	}
	for contract, want := range tests {
		var cards []Card
		for c := range Card(24) {
			if trump(contract, c) > 0 {
				cards = append(cards, c)
			}
		}
		slices.SortFunc(cards, func(a, b Card) int { return trump(contract, b) - trump(contract, a) })
		var words []string
		for _, c := range cards {
			words = append(words, c.String())
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%s: %s, want %s", contract, got, want)
		}
	}
}
