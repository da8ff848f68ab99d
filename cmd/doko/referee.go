package main

import (
	"bufio"
	"context"
	"io"

	"github.com/spf13/cobra"

	"doko/scoring"
	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/play"
	"doko/scoring/fields"
	"doko/scoring/tally"
)

// newRefereeCommand replays hands card by card.
func newRefereeCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "referee [FILE]",
		Short:   "Replay hands card by card: who won which trick, what was against the rules, what the hand is worth",
		Example: "  doko referee hands.json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return withInput(cmd, args, refereeStream)
		},
	}
}

// refereeStream writes one report for each deal of the input, in order (CONTRACTS 3); otherwise it is like scoreStream.
func refereeStream(ctx context.Context, in io.Reader, out io.Writer) error {
	message, err := englishMessages()
	if err != nil {
		return err
	}
	var line []byte
	return eachObject(ctx, in, out, func(n fields.Node, w *bufio.Writer) error {
		line = append(appendReport(line[:0], n, message), '\n')
		_, err := w.Write(line)
		return err
	})
}

// appendReport replays one deal. What cannot be read at all gets the error form of "doko score".
func appendReport(b []byte, n fields.Node, message func(tally.Problem) string) []byte {
	a := scoring.NewAnswer(n)
	if n.Kind != fields.Object {
		a.Problems = tally.Problems{{
			Code: "wrong_type",
			Args: map[string]any{"Value": n.Shown(), "Allowed": `{"rules", "contract", "declarer", "leader", "cards", "announcements"}`},
		}}
		return a.AppendJSON(b, message)
	}
	rules := doppelkopf.DDV()
	given, _ := n.Get("rules")
	if r, err := scoring.ParseRulesNode(scoring.Doppelkopf, given); err == nil {
		rules = *r.Doppelkopf
	} else {
		a.Problems = append(a.Problems, err.(tally.Problems)...)
	}
	deal, err := play.Parse(rules, n)
	if err != nil {
		a.Problems = append(a.Problems, err.(tally.Problems)...)
	}
	if len(a.Problems) > 0 {
		return a.AppendJSON(b, message)
	}
	report := play.Replay(rules, deal)
	b = append(a.AppendName(b), ',')
	return append(report.AppendJSON(b, scoreOf(rules, report), message), '}')
}

// scoreOf scores the hand a report has written.
func scoreOf(rules doppelkopf.Rules, report play.Report) []byte {
	a := scoring.Answer{Players: []string{"1", "2", "3", "4"}}
	res, err := doppelkopf.Score(rules, 4, report.Hand)
	if err != nil {
		a.Problems = err.(tally.Problems)
		return a.AppendExpect(nil)
	}
	a.Winner, a.Value, a.Points, a.Lines = res.Winner, res.Value, res.Points, res.Lines
	return a.AppendExpect(nil)
}
