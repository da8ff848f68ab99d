package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"doko/tournament/draw"
)

// drawRequest is the input of doko draw.
type drawRequest struct {
	Players []draw.Player `json:"players"`
	Rounds  int           `json:"rounds"`
	Fives   draw.Fives    `json:"fives"`
	Prefer  draw.Prefer   `json:"prefer"`
	History []draw.Round  `json:"history"`
	Mode    draw.Mode     `json:"mode"`
	Clubs   draw.Clubs    `json:"clubs"`
	Effort  draw.Effort   `json:"effort"`
	Seed    string        `json:"seed"`
}

func (q drawRequest) options() draw.Options {
	return draw.Options{Rounds: q.Rounds, Fives: q.Fives, Prefer: q.Prefer, Mode: q.Mode, Clubs: q.Clubs, Effort: q.Effort, Seed: q.Seed}
}

// drawAnswer is the output of doko draw.
type drawAnswer struct {
	Algorithm string       `json:"algorithm"`
	Input     string       `json:"input_sha256"`
	Seed      string       `json:"seed"`
	Effort    draw.Effort  `json:"effort"`
	Rounds    []draw.Round `json:"rounds"`
	Cost      draw.Cost    `json:"cost"`
	Bound     drawBound    `json:"bound"`
	Notes     []string     `json:"notes"`
}

type drawBound struct {
	Repeats int `json:"repeats"`
}

func newDrawCommand() *cobra.Command {
	var verify string
	c := &cobra.Command{
		Use:   "draw [FILE]",
		Short: "Seat players at tables, all rounds at once",
		Long: `Reads one JSON object with players, rounds and wishes and writes the seating with its cost, the proven bound and notes.
The same input, seed and effort give the same seating on every machine. With --verify a stored plan is drawn again from
the same input and compared.`,
		Example: `  echo '{"players":[{"id":1},{"id":2},{"id":3},{"id":4}],"rounds":1,"seed":"Herz"}' | doko draw`,
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			raw, err := readDrawInput(cmd.InOrStdin(), args)
			if err != nil {
				return err
			}
			if verify != "" {
				return verifyDraw(cmd.OutOrStdout(), verify, raw)
			}
			answer, err := runDraw(raw, nil)
			if err != nil {
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(answer)
		},
	}
	c.Flags().StringVar(&verify, "verify", "", "draw again and compare with this stored `plan`")
	return c
}

// readDrawInput reads the named file, or standard input.
func readDrawInput(in io.Reader, args []string) ([]byte, error) {
	if len(args) == 0 || args[0] == "-" {
		return io.ReadAll(in)
	}
	return os.ReadFile(args[0])
}

// runDraw draws a request; a stored plan lends it the seed and the effort where the request has none.
func runDraw(raw []byte, stored *drawAnswer) (drawAnswer, error) {
	var q drawRequest
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	err := d.Decode(&q)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("there is something after the object")
		}
	}
	if err != nil {
		return drawAnswer{}, draw.Problems{{Code: "draw_json", Args: map[string]any{"Detail": err.Error()}}}
	}
	if stored != nil && q.Seed == "" {
		q.Seed = stored.Seed
	}
	if stored != nil && q.Effort == "" {
		q.Effort = stored.Effort
	}
	o := q.options()
	plan, err := draw.Draw(q.Players, q.History, o)
	if err != nil {
		return drawAnswer{}, err
	}
	if o.Effort == "" {
		o.Effort = draw.EffortNormal
	}
	a := drawAnswer{Algorithm: draw.Algorithm, Input: draw.Hash(q.Players, q.History, o), Seed: o.Seed, Effort: o.Effort,
		Rounds: plan.Rounds, Cost: plan.Cost, Bound: drawBound{plan.Bound}, Notes: []string{}}
	for _, n := range plan.Notes {
		a.Notes = append(a.Notes, n.String())
	}
	return a, nil
}

// verifyDraw draws again and compares everything but the sentences.
func verifyDraw(out io.Writer, name string, raw []byte) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var stored drawAnswer
	if err := json.Unmarshal(text, &stored); err != nil {
		return draw.Problems{{Code: "draw_json", Field: name, Args: map[string]any{"Detail": err.Error()}}}
	}
	again, err := runDraw(raw, &stored)
	if err != nil {
		return err
	}
	if what := difference(stored, again); what != "" {
		if _, err := fmt.Fprintln(out, "different: "+what); err != nil {
			return err
		}
		return exitError(exitConflict)
	}
	_, err = fmt.Fprintf(out, "same: %d rounds, seed %q, input %s\n", len(again.Rounds), again.Seed, again.Input)
	return err
}

// difference names the first thing in which two answers differ.
func difference(stored, again drawAnswer) string {
	for _, c := range []struct {
		name string
		a, b any
	}{
		{"algorithm", stored.Algorithm, again.Algorithm},
		{"input_sha256", stored.Input, again.Input},
		{"seed", stored.Seed, again.Seed},
		{"effort", stored.Effort, again.Effort},
		{"number of rounds", len(stored.Rounds), len(again.Rounds)},
	} {
		if c.a != c.b {
			return fmt.Sprintf("the %s is %v, not %v", c.name, c.a, c.b)
		}
	}
	for i, r := range again.Rounds {
		if !sameJSON(stored.Rounds[i], r) {
			return fmt.Sprintf("round %d is seated otherwise", r.Number)
		}
	}
	if !sameJSON(stored.Cost, again.Cost) || stored.Bound != again.Bound {
		return "cost or bound"
	}
	return ""
}

func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}
