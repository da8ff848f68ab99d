package play

import (
	"slices"
	"strings"
	"testing"

	"doko/scoring/doppelkopf"
)

// Returned cards may be any (RULES f), so also one of those just given.
func TestArmut_GivenCardComesBack(t *testing.T) {
	r, _ := doppelkopf.Preset("seed003")
	for _, returned := range []int{0, 1, 2} {
		d := armut(t, r, 2)
		// The deal is played as before; only that the third card given is now said to have come back, and a card that came
		// back to have been given before.
		x := *d.Exchange
		x.Given = slices.Clone(x.Given)
		x.Given[2] = x.Returned[returned]
		d.Exchange = &x
		rep := Replay(r, d)
		if rep.Faults != nil || !slices.Equal(rep.Re, []int{1, 2}) {
			t.Errorf("%v for %v: Re %v, %v", x.Given, x.Returned, rep.Re, faults(rep))
		}
	}
}

// Whose the Armut is said twice may differ: that is a fault, but giver and taker are Re and the hand has its value.
func TestArmut_GiverIsNotDeclarer(t *testing.T) {
	r, _ := doppelkopf.Preset("seed003")
	for declarer, re := range map[int][]int{2: {1, 2}, 3: {2, 3}} {
		d := armut(t, r, 2)
		d.Declarer = declarer
		rep := Replay(r, d)
		if got := faults(rep); !slices.Equal(got, []string{"exchange/0/1"}) || !slices.Equal(rep.Re, re) {
			t.Errorf("declarer %d: Re %v, want %v; %v", declarer, rep.Re, re, got)
		}
		if _, err := doppelkopf.Score(r, 4, rep.Hand); err != nil {
			t.Errorf("declarer %d: %v", declarer, err)
		}
	}
}

// A contract that is wrong for two reasons is one fault.
func TestContractFaultOnce(t *testing.T) {
	seed003, _ := doppelkopf.Preset("seed003")
	four := armut(t, seed003, 4)
	listed := doppelkopf.DDV() // names the Armut among the contracts, but its list has no such hands
	listed.Play.Contracts = seed003.Play.Contracts
	silent, _ := search(t, doppelkopf.DDV(), marry, func(Deal, Report) bool { return true })
	owner := silent.Declarer
	silent.Contract = doppelkopf.Normal
	other := silent
	other.Declarer = next(owner)
	none := doppelkopf.DDV()
	none.Play.Contracts = 0
	tests := []struct {
		name  string
		rules doppelkopf.Rules
		deal  Deal
		seats []int
	}{
		{"four trumps in rules without Armut", doppelkopf.DDV(), four, []int{1}},
		{"two trumps, allowed at the table, unknown to the list", listed, armut(t, seed003, 2), []int{1}},
		{"a normal game declared by who has both queens", doppelkopf.DDV(), silent, nil},
		{"a normal game declared by another", doppelkopf.DDV(), other, []int{other.Declarer}},
		{"the same without silent solos", none, other, []int{other.Declarer}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []int
			for _, f := range Replay(tt.rules, tt.deal).Faults {
				if f.Code == "contract" {
					got = append(got, f.Seat)
				}
			}
			if !slices.Equal(got, tt.seats) {
				t.Errorf("contract faults of %v, want %v", got, tt.seats)
			}
		})
	}
}

// Five nines are counted in the cards as they were dealt, and asked for before the first card.
func TestFiveNines_BeforeExchange(t *testing.T) {
	isNine := func(c Card) bool { return c.Rank() == Nine }
	r, _ := doppelkopf.Preset("seed003")
	r.Play.RedealFive = "nines"
	d, _ := search(t, r, func(d *Deal) bool { return count(d.Cards[0], isNine) == 4 && count(d.Cards[1], isNine) >= 1 }, func(Deal, Report) bool { return true })
	nine := d.Cards[1][slices.IndexFunc(d.Cards[1], isNine)]
	other := d.Cards[0][slices.IndexFunc(d.Cards[0], func(c Card) bool { return !isNine(c) })]
	armut := d
	armut.Contract, armut.Declarer = doppelkopf.Armut, 1
	armut.Exchange = &Exchange{Giver: 1, Taker: 2, Given: []Card{nine}, Returned: []Card{other}}
	back := d
	back.Contract, back.Declarer = doppelkopf.Armut, 2
	back.Exchange = &Exchange{Giver: 2, Taker: 1, Given: []Card{other}, Returned: []Card{nine}}
	five, _ := search(t, r, func(d *Deal) bool { return count(d.Cards[0], isNine) == 5 }, func(Deal, Report) bool { return true })
	tests := []struct {
		name  string
		deal  Deal
		trick int
		fault bool
	}{
		{"four", d, 1, true},
		{"four, a fifth was given away", armut, 1, false},
		{"four, a fifth came back", back, 1, false},
		{"five", five, 1, false},
		{"five, after the first card", five, 2, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.deal.Declared = []Declaration{{1, "five_nines", tt.trick}}
			got := faults(Replay(r, tt.deal))
			if found := slices.ContainsFunc(got, func(f string) bool { return strings.HasPrefix(f, "declared_") }); found != tt.fault {
				t.Errorf("faults %v", got)
			}
		})
	}
}

// While a deal is being noted, Schweinchen are as high as they will be when it is judged: not at all in rules without them.
func TestProgress_NoSchweinchen(t *testing.T) {
	pigs := doppelkopf.DDV()
	pigs.Play.Schweinchen, pigs.Play.Superschweinchen = "both", true
	for name, tt := range map[string]struct {
		rules    doppelkopf.Rules
		contract doppelkopf.Contract
	}{"rules without": {doppelkopf.DDV(), doppelkopf.Normal}, "spades are trumps": {pigs, doppelkopf.SoloPik}} {
		d := Deal{Contract: tt.contract, Declarer: 1, Leader: 1, Cards: [4][]Card{{dulle}, {fox}, {nineDiam}, {old}}}
		d.Declared = []Declaration{{2, "schweinchen", 1}, {3, "superschweinchen", 1}}
		if tricks, _ := Progress(tt.rules, d); tricks[0].Winner != 1 {
			t.Errorf("%s: seat %d takes the Dulle", name, tricks[0].Winner)
		}
	}
}
