package values

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"doko/scoring/doppelkopf"
)

// round goes on as the page does: it knows the table and nothing of the rules.
type round struct {
	Turns
	number, dealer, owing int
}

func (r *round) step() Step {
	at := r.owing*r.Seats + r.dealer - 1
	if r.Hands-r.number+1 <= r.Forced[r.owing] {
		return r.Must[at]
	}
	return r.Free[at]
}

func (r *round) play(p doppelkopf.Played) {
	s := r.step()
	bit := 1 << p.Soloist >> 1
	r.dealer = s[Next]
	if p.Soloist > 0 && r.owing&bit != 0 && p.Kind != doppelkopf.Voluntary {
		r.dealer = s[NextAfterSolo]
		if p.Kind == doppelkopf.Compulsory {
			r.dealer = s[NextAfterChosen]
		}
		r.owing &^= bit
	}
	r.number++
}

func owing(turn doppelkopf.Turn) int {
	mask := 0
	for _, pos := range turn.SoloOpen {
		mask |= 1 << (pos - 1)
	}
	return mask
}

// Rounds played at random, obedient and not, from their beginning and from where somebody opens the page: each hand begins as
// doppelkopf.Turns says.
func TestTurnsAreTurns(t *testing.T) {
	for _, seats := range []int{4, 5} {
		for variant := range 16 {
			r := doppelkopf.DDVSession(seats, 6*seats)
			r.RedealAfterCompulsory, r.CompulsoryLeads = variant&1 == 0, variant&2 == 0
			r.CompulsorySolos = 1 - variant>>2&1
			if variant&8 != 0 {
				r.Hands = seats + 2
			}
			t.Run(fmt.Sprint(seats, " seats, ", variant), func(t *testing.T) {
				made, err := TurnsOf(r)
				if err != nil {
					t.Fatal(err)
				}
				rnd := rand.New(rand.NewPCG(uint64(seats), uint64(variant)))
				for range 300 {
					playRound(t, r, made, rnd)
				}
			})
		}
	}
}

func playRound(t *testing.T, r doppelkopf.SessionRules, made Turns, rnd *rand.Rand) {
	t.Helper()
	var played []doppelkopf.Played
	var page *round
	opened := rnd.IntN(r.Hands)
	for {
		_, _, turn, ok := doppelkopf.Turns(r, played, false)
		if !ok {
			break
		}
		if len(played) == opened {
			page = &round{Turns: made, number: turn.Number, dealer: turn.Dealer, owing: owing(turn)}
		}
		if page != nil {
			s := page.step()
			want := Step{Deals: turn.Dealer, SitsOut: turn.SitsOut, Leads: turn.Lead, MustPlay: turn.Forced}
			if page.number != turn.Number || page.owing != owing(turn) || [4]int(s[:4]) != [4]int(want[:4]) {
				t.Fatalf("hand %d after %v, page opened at %d: %v with %b owing, want %+v", page.number, played, opened+1, s, page.owing, turn)
			}
		}
		p := doppelkopf.Played{}
		switch rnd.IntN(4) {
		case 0:
			p.Soloist = 1 + rnd.IntN(r.Seats)
			p.Kind = []doppelkopf.SoloKind{"", "", doppelkopf.Compulsory, doppelkopf.Voluntary}[rnd.IntN(4)]
		case 1:
			p.Soloist = turn.Forced
		}
		played = append(played, p)
		if page != nil {
			page.play(p)
		}
	}
}

func TestTurnsAreSmall(t *testing.T) {
	made, err := TurnsOf(doppelkopf.DDVSession(5, 30))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(made)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes", len(raw))
	if len(raw) > 6000 {
		t.Errorf("%d bytes", len(raw))
	}
}

func TestNoTurnsWhereSomebodyLeft(t *testing.T) {
	r := doppelkopf.DDVSession(5, 30)
	r.GoneFrom[2] = 9
	if _, err := TurnsOf(r); !errors.Is(err, ErrIrregular) {
		t.Errorf("%v", err)
	}
}
