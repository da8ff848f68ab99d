package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"doko/scoring"
	"doko/scoring/fields"
	"doko/scoring/tally"
	"doko/web/i18n"
)

// newScoreCommand scores hands from a file or standard input.
func newScoreCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "score [FILE]",
		Short: "Score hands: a JSON array or JSON Lines in, one line of JSON out for each",
		Example: `  echo '{"hand":{"contract":"normal","players":["A","B","C","D"],"re":["A","B"],"re_augen":131}}' | doko score
  doko score hands.json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withInput(cmd, args, scoreStream)
		},
	}
}

// withInput opens the file named, or standard input without a name or for "-".
func withInput(cmd *cobra.Command, args []string, do func(context.Context, io.Reader, io.Writer) error) error {
	if len(args) == 0 || args[0] == "-" {
		return do(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
	}
	f, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer f.Close()
	return do(cmd.Context(), f, cmd.OutOrStdout())
}

// scoreStream writes one answer for each input object, in order (CONTRACTS 2). It holds one object at a time. Input that is
// not JSON ends it with tally.Problems (exit 2) after everything before the broken place has been written.
func scoreStream(ctx context.Context, in io.Reader, out io.Writer) error {
	message, err := englishMessages()
	if err != nil {
		return err
	}
	var line []byte
	return eachObject(ctx, in, out, func(n fields.Node, w *bufio.Writer) error {
		line = append(scoring.EvaluateNode(n).AppendJSON(line[:0], message), '\n')
		_, err := w.Write(line)
		return err
	})
}

// englishMessages gives the sentence of a problem in the language of scripts.
func englishMessages() (func(tally.Problem) string, error) {
	texts, err := i18n.Load()
	if err != nil {
		return nil, err
	}
	printer := texts.Printer(i18n.English)
	return func(p tally.Problem) string {
		return named(printer.T("problem."+p.Code, p.Args), p)
	}, nil
}

// named puts what was given and what is allowed around a sentence that leaves it to a form to show them.
func named(sentence string, p tally.Problem) string {
	if value, ok := p.Args["Value"].(string); ok && !strings.Contains(sentence, value) {
		sentence = value + ": " + sentence
	}
	if allowed, ok := p.Args["Allowed"].(string); ok && allowed != "" && !strings.Contains(sentence, allowed) {
		sentence += " Allowed: " + allowed + "."
	}
	return sentence
}
