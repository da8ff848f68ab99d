package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"doko/scoring/fields"
	"doko/scoring/tally"
)

// eachObject calls do for every value of a JSON array or of JSON Lines. It holds one value at a time; the node is good only
// during the call. Whatever do has written is flushed before the next read from in, so that a program at the other end of a
// pipe never waits for an answer that is already there. Input that is not JSON, or not UTF-8, ends it with tally.Problems after
// everything before the broken place.
func eachObject(ctx context.Context, in io.Reader, out io.Writer, do func(fields.Node, *bufio.Writer) error) error {
	w := bufio.NewWriterSize(out, 64<<10)
	v := values{in: flushFirst{in, w}, buf: make([]byte, 64<<10)}
	var parser fields.Parser
	done := 0
	raw, err := v.first()
	for ; err == nil; raw, err = v.next() {
		if !utf8.Valid(raw) { // two names would become one
			err = errText
			break
		}
		n, bad := parser.Parse(raw)
		if bad != nil {
			err = json.Unmarshal(raw, &json.RawMessage{}) // says what is wrong
			break
		}
		if err := errors.Join(ctx.Err(), do(n, w)); err != nil {
			return err
		}
		done++
	}
	if flushErr := w.Flush(); flushErr != nil {
		return flushErr
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return notJSON(err, done)
}

// notJSON makes a fault of the input the user's (exit 2), a fault of reading ours.
func notJSON(err error, done int) error {
	if errors.Is(err, errText) {
		return tally.Problems{{Code: "not_utf8", Args: map[string]any{"Done": done}}}
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, errArray) || errors.Is(err, errAfterArray) {
		return tally.Problems{{Code: "not_json", Args: map[string]any{"Done": done, "Reason": err.Error()}}}
	}
	return fmt.Errorf("read: %w", err)
}

var (
	errAfterArray = errors.New("something follows the array")
	errText       = errors.New("the text is not in UTF-8")
	errArray      = errors.New("expected comma after array element")
)

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

// values cuts a stream into JSON values. It only finds where each ends; whether it is one is for the parser.
type values struct {
	in       io.Reader
	buf      []byte
	from, to int // what has been read and not handed out yet
	err      error
	array    bool
}

// first looks for a byte order mark and the opening bracket of an array and returns the first value, or io.EOF.
func (v *values) first() ([]byte, error) {
	for v.to-v.from < 3 && v.fill() {
	}
	if bytes.HasPrefix(v.buf[v.from:v.to], []byte("\xef\xbb\xbf")) {
		v.from += 3
	}
	c, ok := v.peek()
	if !ok || c != '[' {
		return v.value()
	}
	v.array = true
	v.from++
	if c, ok = v.peek(); ok && c == ']' {
		return v.closed()
	}
	return v.value()
}

// next returns the value after the last one, or io.EOF.
func (v *values) next() ([]byte, error) {
	if !v.array {
		return v.value()
	}
	switch c, ok := v.peek(); {
	case ok && c == ']':
		return v.closed()
	case ok && c != ',':
		return nil, errArray
	case ok:
		v.from++
	}
	return v.value()
}

// closed makes sure that nothing follows the array.
func (v *values) closed() ([]byte, error) {
	v.from++
	if _, ok := v.peek(); ok {
		return nil, errAfterArray
	}
	return nil, v.ended(io.EOF)
}

// ended is the error of reading, or what the end of the input means here.
func (v *values) ended(atEnd error) error {
	if errors.Is(v.err, io.EOF) {
		return atEnd
	}
	return v.err
}

// fill reads more behind what there is; false at the end of the input.
func (v *values) fill() bool {
	if v.err != nil {
		return false
	}
	if v.from > 0 {
		v.to = copy(v.buf, v.buf[v.from:v.to])
		v.from = 0
	}
	if v.to == len(v.buf) {
		v.buf = append(v.buf, make([]byte, len(v.buf))...)
	}
	n := 0
	for n == 0 && v.err == nil {
		n, v.err = v.in.Read(v.buf[v.to:])
	}
	v.to += n
	return n > 0
}

// peek is the next character that is no white space.
func (v *values) peek() (byte, bool) {
	for {
		for ; v.from < v.to; v.from++ {
			if c := v.buf[v.from]; c != ' ' && c != '\t' && c != '\r' && c != '\n' {
				return c, true
			}
		}
		if !v.fill() {
			return 0, false
		}
	}
}

// value cuts out one value. What is cut short, or inside an array the end of the input, is io.ErrUnexpectedEOF.
func (v *values) value() ([]byte, error) {
	if _, ok := v.peek(); !ok {
		if v.array {
			return nil, v.ended(io.ErrUnexpectedEOF)
		}
		return nil, v.ended(io.EOF)
	}
	var e extent
	for i := 0; ; {
		for ; v.from+i < v.to; i++ {
			if n := e.step(v.buf[v.from+i]); n != goOn {
				raw := v.buf[v.from : v.from+i+n]
				v.from += len(raw)
				return raw, nil
			}
		}
		if v.fill() {
			continue
		}
		raw := v.buf[v.from:v.to]
		if v.from = v.to; e.bare && errors.Is(v.err, io.EOF) {
			return raw, nil
		}
		return nil, v.ended(io.ErrUnexpectedEOF)
	}
}

// extent follows one value to its end.
type extent struct {
	depth  int
	begun  bool
	bare   bool // a number or a word
	text   bool // inside a string
	escape bool
}

// goOn: the value goes on after this character. Otherwise step says how many characters of it belong to the value: 1 or 0.
const goOn = -1

func (e *extent) step(c byte) int {
	first := !e.begun
	e.begun = true
	switch {
	case e.text:
		return e.inText(c)
	case c == '"' && !e.bare:
		e.text = true
	case (c == '{' || c == '[') && !e.bare:
		e.depth++
	case (c == '}' || c == ']') && !e.bare && e.depth > 0:
		if e.depth--; e.depth == 0 {
			return 1
		}
	case e.depth > 0:
	case bytes.IndexByte([]byte(" \t\r\n,:{}[]\""), c) >= 0:
		if first {
			return 1 // no value begins like this: the parser says so
		}
		return 0
	default:
		e.bare = true
	}
	return goOn
}

func (e *extent) inText(c byte) int {
	switch {
	case c < ' ':
		return 1 // no string goes on like this: the parser says so
	case e.escape:
		e.escape = false
	case c == '\\':
		e.escape = true
	case c == '"':
		if e.text = false; e.depth == 0 {
			return 1
		}
	}
	return goOn
}
