package draw

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Request is the input of doko draw (CONTRACTS 4): everything that decides a draw, the seed included.
type Request struct {
	Players []Player `json:"players"`
	Rounds  int      `json:"rounds"`
	Fives   Fives    `json:"fives"`
	Prefer  Prefer   `json:"prefer"`
	History []Round  `json:"history"`
	Mode    Mode     `json:"mode"`
	Clubs   Clubs    `json:"clubs"`
	Effort  Effort   `json:"effort"`
	Seed    string   `json:"seed"`
}

// NewRequest writes a draw down, choices that were left open as what they mean.
func NewRequest(ps []Player, history []Round, o Options) Request {
	o = o.defaults()
	if history == nil {
		history = []Round{}
	}
	return Request{
		Players: ps, Rounds: o.Rounds, Fives: o.Fives, Prefer: o.Prefer, History: history, Mode: o.Mode, Clubs: o.Clubs,
		Effort: o.Effort, Seed: o.Seed,
	}
}

// Options are the organiser's choices in the request.
func (q Request) Options() Options {
	return Options{Rounds: q.Rounds, Fives: q.Fives, Prefer: q.Prefer, Mode: q.Mode, Clubs: q.Clubs, Effort: q.Effort, Seed: q.Seed}
}

// Hash is the SHA-256 of everything in the request but the seed, see Hash.
func (q Request) Hash() string { return Hash(q.Players, q.History, q.Options()) }

// Possible returns nil when nothing makes the draw impossible, else what does, as Problems. It does not draw: what only the
// search finds out (draw_apart_open) it does not know.
func (q Request) Possible() error {
	_, err := newRequest(q.Players, q.History, q.Options())
	return err
}

// Draw draws what is asked for and gives the plan and the output of doko draw. The error is always of type Problems.
func (q Request) Draw() (Plan, Answer, error) {
	plan, err := Draw(q.Players, q.History, q.Options())
	if err != nil {
		return Plan{}, Answer{}, err
	}
	a := Answer{Algorithm: Algorithm, Input: q.Hash(), Seed: q.Seed, Effort: q.Options().defaults().Effort,
		Rounds: plan.Rounds, Cost: plan.Cost, Bound: Bound{plan.Bound}, Notes: []string{}}
	for _, n := range plan.Notes {
		a.Notes = append(a.Notes, n.String())
	}
	return plan, a, nil
}

// Answer is the output of doko draw (CONTRACTS 4).
type Answer struct {
	Algorithm string   `json:"algorithm"`
	Input     string   `json:"input_sha256"`
	Seed      string   `json:"seed"`
	Effort    Effort   `json:"effort"`
	Rounds    []Round  `json:"rounds"`
	Cost      Cost     `json:"cost"`
	Bound     Bound    `json:"bound"`
	Notes     []string `json:"notes"` // English
}

// Bound is what is proven that no plan can do better.
type Bound struct {
	Repeats int `json:"repeats"`
}

// Difference names in English the first thing but the sentences in which two answers differ, "" = none.
func (a Answer) Difference(again Answer) string {
	for _, c := range []struct {
		name string
		a, b any
	}{
		{"algorithm", a.Algorithm, again.Algorithm},
		{"input_sha256", a.Input, again.Input},
		{"seed", a.Seed, again.Seed},
		{"effort", a.Effort, again.Effort},
		{"number of rounds", len(a.Rounds), len(again.Rounds)},
	} {
		if c.a != c.b {
			return fmt.Sprintf("the %s is %v, not %v", c.name, c.a, c.b)
		}
	}
	for i, r := range again.Rounds {
		if !sameJSON(a.Rounds[i], r) {
			return fmt.Sprintf("round %d is seated otherwise", r.Number)
		}
	}
	if !sameJSON(a.Cost, again.Cost) || a.Bound != again.Bound {
		return "cost or bound"
	}
	return ""
}

func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
