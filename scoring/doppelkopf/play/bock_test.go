package play

import (
	"slices"
	"testing"

	"doko/scoring/doppelkopf"
	"doko/scoring/fields"
)

func TestReportBockTriggers(t *testing.T) {
	n, err := fields.Parse([]byte(`{"bock":true,"bock_triggers":["heart_round","lost_call"]}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := doppelkopf.ParseRules(n, nil)
	if err != nil {
		t.Fatal(err)
	}
	hearts := Trick{Leader: 3, Cards: [4]Card{card(Hearts, King), card(Spades, Ace), card(Hearts, Ace), card(Hearts, Nine)}}
	trumped := hearts
	trumped.Cards[1] = dulle
	spades := hearts
	spades.Leader = 2
	lost := doppelkopf.Hand{Contract: doppelkopf.Normal, Re: []int{1, 2}, ReAugen: doppelkopf.Exactly(100), ReCall: doppelkopf.Call{Announced: true}}
	solo := lost
	solo.Contract, solo.Re = doppelkopf.SoloHerz, []int{1}
	tests := []struct {
		name string
		hand doppelkopf.Hand
		t    Trick
		want []BockTrigger
	}{
		{"nobody trumps", lost, hearts, []BockTrigger{{"heart_round", 2}, {"lost_call", 0}}},
		{"trumped with the Dulle", lost, trumped, []BockTrigger{{"lost_call", 0}}},
		{"another suit led", lost, spades, []BockTrigger{{"lost_call", 0}}},
		{"hearts are trumps", solo, hearts, []BockTrigger{{"lost_call", 0}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res, err := doppelkopf.Score(r, 4, tt.hand)
			if err != nil {
				t.Fatal(err)
			}
			rep := Report{Hand: tt.hand, Tricks: []Trick{trumped, tt.t}}
			if got := rep.BockTriggers(r, res); !slices.Equal(got, tt.want) {
				t.Errorf("triggers %v, want %v", got, tt.want)
			}
			none := r
			none.Play.BockTriggers = 0
			if got := rep.BockTriggers(none, res); got != nil {
				t.Errorf("without triggers: %v", got)
			}
		})
	}
}

// The order of the reservations (RULES a): the DDV's, and those of the seeds that differ.
func TestPrevails(t *testing.T) {
	const (
		pflicht = doppelkopf.Compulsory
		lust    = doppelkopf.Voluntary
	)
	var (
		hochzeit   = Reservation{1, doppelkopf.Hochzeit, ""}
		armut      = Reservation{2, doppelkopf.Armut, ""}
		again      = Reservation{4, Redeal, ""}
		bubenLust  = Reservation{3, doppelkopf.SoloBuben, lust}
		damenLust  = Reservation{4, doppelkopf.SoloDamen, lust}
		pikPflicht = Reservation{4, doppelkopf.SoloPik, pflicht}
		fleischlos = Reservation{3, doppelkopf.SoloFleischlos, pflicht}
		firstBuben = Reservation{1, doppelkopf.SoloBuben, lust}
	)
	tests := []struct {
		name, order string
		dealer      int
		all         []Reservation
		want        Verdict
	}{
		{"solo before Hochzeit", "ddv", 4, []Reservation{hochzeit, bubenLust}, Verdict{bubenLust, Higher}},
		{"compulsory before voluntary", "ddv", 4, []Reservation{hochzeit, bubenLust, pikPflicht}, Verdict{pikPflicht, Higher}},
		{"all solos are equal, the seat further forward", "ddv", 2, []Reservation{damenLust, bubenLust}, Verdict{bubenLust, Forward}},
		{"the seat further forward, from the dealer on", "ddv", 3, []Reservation{damenLust, bubenLust}, Verdict{damenLust, Forward}},
		{"Hochzeit before Armut", "ddv", 1, []Reservation{armut, hochzeit}, Verdict{hochzeit, Higher}},
		{"asked first and ranked first", "ddv", 4, []Reservation{hochzeit, armut}, Verdict{hochzeit, Higher}},
		{"equals and a lower one between", "ddv", 2, []Reservation{bubenLust, hochzeit, damenLust}, Verdict{bubenLust, Forward}},
		{"everything played before dealing again", "ddv", 3, []Reservation{again, armut}, Verdict{armut, Higher}},
		{"dealing again alone", "seed000", 3, []Reservation{again}, Verdict{again, Alone}},
		{"Armut before Hochzeit", "seed003", 4, []Reservation{hochzeit, armut}, Verdict{armut, Higher}},
		{"solo before Armut", "seed003", 4, []Reservation{hochzeit, armut, damenLust}, Verdict{damenLust, Higher}},
		{"Hochzeit before solo", "seed000", 1, []Reservation{pikPflicht, armut, hochzeit}, Verdict{hochzeit, Higher}},
		{"solo before Armut there too", "seed000", 1, []Reservation{pikPflicht, armut}, Verdict{pikPflicht, Higher}},
		{"Damen before Buben", "seed000", 2, []Reservation{bubenLust, damenLust}, Verdict{damenLust, Higher}},
		{"Buben before Fleischlos", "seed000", 2, []Reservation{fleischlos, firstBuben}, Verdict{firstBuben, Higher}},
		{"Fleischlos before a suit", "seed000", 3, []Reservation{fleischlos, pikPflicht}, Verdict{fleischlos, Higher}},
		{"nobody else", "ddv", 1, []Reservation{armut}, Verdict{armut, Alone}},
		{"healthy all round", "ddv", 1, nil, Verdict{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := doppelkopf.DDV()
			r.Play.ReservationOrder = tt.order
			if got, ok := Prevails(r, tt.dealer, tt.all); got != tt.want || ok != (len(tt.all) > 0) {
				t.Errorf("%+v is played, want %+v", got, tt.want)
			}
		})
	}
}
