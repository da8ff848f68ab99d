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
		want []string
	}{
		{"nobody trumps", lost, hearts, []string{"heart_round", "lost_call"}},
		{"trumped with the Dulle", lost, trumped, []string{"lost_call"}},
		{"another suit led", lost, spades, []string{"lost_call"}},
		{"hearts are trumps", solo, hearts, []string{"lost_call"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			res, err := doppelkopf.Score(r, 4, tt.hand)
			if err != nil {
				t.Fatal(err)
			}
			rep := Report{Hand: tt.hand, Tricks: []Trick{tt.t}}
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
	hochzeit, armut := Reservation{1, doppelkopf.Hochzeit, ""}, Reservation{2, doppelkopf.Armut, ""}
	bubenLust, damenLust := Reservation{3, doppelkopf.SoloBuben, lust}, Reservation{4, doppelkopf.SoloDamen, lust}
	pikPflicht := Reservation{4, doppelkopf.SoloPik, pflicht}
	fleischlos := Reservation{3, doppelkopf.SoloFleischlos, pflicht}
	tests := []struct {
		name, order string
		dealer      int
		all         []Reservation
		want        Reservation
	}{
		{"solo before Hochzeit", "ddv", 4, []Reservation{hochzeit, bubenLust}, bubenLust},
		{"compulsory before voluntary", "ddv", 4, []Reservation{hochzeit, bubenLust, pikPflicht}, pikPflicht},
		{"all solos are equal, the seat further forward", "ddv", 2, []Reservation{damenLust, bubenLust}, bubenLust},
		{"the seat further forward, from the dealer on", "ddv", 3, []Reservation{damenLust, bubenLust}, damenLust},
		{"Hochzeit before Armut", "ddv", 1, []Reservation{armut, hochzeit}, hochzeit},
		{"Armut before Hochzeit", "seed003", 4, []Reservation{hochzeit, armut}, armut},
		{"solo before Armut", "seed003", 4, []Reservation{hochzeit, armut, damenLust}, damenLust},
		{"Hochzeit before solo", "seed000", 1, []Reservation{pikPflicht, armut, hochzeit}, hochzeit},
		{"solo before Armut there too", "seed000", 1, []Reservation{pikPflicht, armut}, pikPflicht},
		{"Damen before Buben", "seed000", 2, []Reservation{bubenLust, damenLust}, damenLust},
		{"Buben before Fleischlos", "seed000", 2, []Reservation{fleischlos, {1, doppelkopf.SoloBuben, lust}}, Reservation{1, doppelkopf.SoloBuben, lust}},
		{"Fleischlos before a suit", "seed000", 3, []Reservation{fleischlos, pikPflicht}, fleischlos},
		{"healthy all round", "ddv", 1, nil, Reservation{}},
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
