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
func runDraw(raw []byte, stored *draw.Answer) (draw.Answer, error) {
	var q draw.Request
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	err := d.Decode(&q)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("there is something after the object")
		}
	}
	if err != nil {
		return draw.Answer{}, draw.Problems{{Code: "draw_json", Args: map[string]any{"Detail": err.Error()}}}
	}
	if stored != nil && q.Seed == "" {
		q.Seed = stored.Seed
	}
	if stored != nil && q.Effort == "" {
		q.Effort = stored.Effort
	}
	_, answer, err := q.Draw()
	return answer, err
}

// verifyDraw draws again and compares everything but the sentences.
func verifyDraw(out io.Writer, name string, raw []byte) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var stored draw.Answer
	if err := json.Unmarshal(text, &stored); err != nil {
		return draw.Problems{{Code: "draw_json", Field: name, Args: map[string]any{"Detail": err.Error()}}}
	}
	again, err := runDraw(raw, &stored)
	if err != nil {
		return err
	}
	if what := stored.Difference(again); what != "" {
		if _, err := fmt.Fprintln(out, "different: "+what); err != nil {
			return err
		}
		return exitError(exitConflict)
	}
	_, err = fmt.Fprintf(out, "same: %d rounds, seed %q, input %s\n", len(again.Rounds), again.Seed, again.Input)
	return err
}
