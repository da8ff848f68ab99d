package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"doko/scoring"
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
	return eachObject(ctx, in, out, func(raw []byte, w *bufio.Writer) error {
		line = append(scoring.Evaluate(raw).AppendJSON(line[:0], message), '\n')
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

// eachObject calls do for every value of a JSON array or of JSON Lines. Whatever do has written is flushed before the next
// read from in, so that a program at the other end of a pipe never waits for an answer that is already there.
func eachObject(ctx context.Context, in io.Reader, out io.Writer, do func([]byte, *bufio.Writer) error) error {
	w := bufio.NewWriterSize(out, 64<<10)
	r := bufio.NewReaderSize(flushFirst{in, w}, 64<<10)
	array, err := startsArray(r)
	if err != nil {
		return err
	}
	dec := json.NewDecoder(r)
	done := 0
	if array {
		_, err = dec.Token() // the opening bracket that startsArray has seen
	}
	for err == nil && (!array || dec.More()) {
		var raw json.RawMessage
		if err = dec.Decode(&raw); err != nil {
			break
		}
		if err := errors.Join(ctx.Err(), do(raw, w)); err != nil {
			return err
		}
		done++
	}
	if array && err == nil {
		err = closeArray(dec)
	}
	if flushErr := w.Flush(); flushErr != nil {
		return flushErr
	}
	if errors.Is(err, io.EOF) && !array {
		return nil
	}
	return notJSON(err, done)
}

// startsArray looks at the first character of the input that is not white space or a byte order mark.
func startsArray(r *bufio.Reader) (bool, error) {
	if mark, _ := r.Peek(3); bytes.Equal(mark, []byte("\xef\xbb\xbf")) {
		_, _ = r.Discard(3)
	}
	for {
		c, err := r.ReadByte()
		switch {
		case errors.Is(err, io.EOF):
			return false, nil
		case err != nil:
			return false, fmt.Errorf("read: %w", err)
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			continue
		}
		return c == '[', r.UnreadByte()
	}
}

// closeArray reads the end of the array and makes sure that nothing follows.
func closeArray(dec *json.Decoder) error {
	if _, err := dec.Token(); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errAfterArray
	}
	return nil
}

// notJSON makes a fault of the input the user's (exit 2), a fault of reading ours.
func notJSON(err error, done int) error {
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, errAfterArray):
		return tally.Problems{{Code: "not_json", Args: map[string]any{"Done": done, "Reason": err.Error()}}}
	default:
		return fmt.Errorf("read: %w", err)
	}
}

var errAfterArray = errors.New("something follows the array")

// flushFirst writes out what is waiting before it reads on.
type flushFirst struct {
	in io.Reader
	w  *bufio.Writer
}

func (f flushFirst) Read(p []byte) (int, error) {
	if err := f.w.Flush(); err != nil {
		return 0, err
	}
	return f.in.Read(p)
}
