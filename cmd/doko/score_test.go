package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"doko/scoring/tally"
)

const won131 = `{"name":"first","hand":{"contract":"normal","players":["A","B","C","D"],"re":["A","B"],"re_augen":131}}`

const answer131 = `{"name":"first","winner":"re","value":1,"scores":{"A":1,"B":1,"C":-1,"D":-1},"items":[{"party":"re","kind":"won","points":1}]}` + "\n"

func TestScoreStream(t *testing.T) {
	tests := []struct{ name, in, out, reason string }{
		{"nothing", "", "", ""},
		{"white space", " \n\t", "", ""},
		{"one line", won131, answer131, ""},
		{"two lines", won131 + "\n" + won131 + "\n", answer131 + answer131, ""},
		{"an object over several lines", strings.ReplaceAll(won131, ",", ",\r\n"), answer131, ""},
		{"array", "[" + won131 + " ,\n" + won131 + "]\n", answer131 + answer131, ""},
		{"empty array", "[]", "", ""},
		{"byte order mark", "\xef\xbb\xbf[" + won131 + "]", answer131, ""},
		{"broken second line", won131 + "\n{\"hand\":\n}", answer131, "invalid character '}' looking for beginning of value"},
		{"cut off", won131 + "\n{\"hand\":", answer131, "unexpected EOF"},
		{"array cut off", "[" + won131, answer131, "EOF"},
		{"array cut off after the comma", "[" + won131 + ",", answer131, "EOF"},
		{"comma missing", "[" + won131 + won131 + "]", answer131, "expected comma after array element"},
		{"something after the array", "[" + won131 + "] 7", answer131, "something follows the array"},
		{"no JSON at all", "hello", "", "invalid character 'h' looking for beginning of value"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			err := scoreStream(t.Context(), strings.NewReader(tt.in), &out)
			if out.String() != tt.out {
				t.Errorf("wrote %q, want %q", out.String(), tt.out)
			}
			var ps tally.Problems
			if tt.reason == "" && err != nil || tt.reason != "" && !errors.As(err, &ps) {
				t.Fatalf("error %v", err)
			}
			if tt.reason == "" {
				return
			}
			if got, _ := ps[0].Args["Reason"].(string); ps[0].Code != "not_json" || !strings.Contains(got, tt.reason) {
				t.Errorf("problem %v, want the reason %q", ps[0], tt.reason)
			}
		})
	}
}

// Each error line has code, field and a sentence; several faults of one hand come at once.
func TestScoreStreamProblems(t *testing.T) {
	tests := []struct{ name, in, out string }{
		{
			"one", `{"hand":{"contract":"normal","players":["A","B","C","D"],"re":["A","B"],"re_augen":241}}`,
			`{"name":null,"error":"augen_range","field":"hand.re_augen","message":"Re's Augen must be a whole number from 0 to 240, not 241."}`,
		},
		{
			"three", `{"name":"x","rules":{"deck":52},"hand":{"contract":"ramsch","players":["A","B","C","D"],"re":["A","B"],"re_augen":130,"bock":1}}`,
			`{"name":"x","error":"bad_rule_value","field":"rules.deck","message":"The rule \"deck\" can't be 52. Allowed: 48, 40.","problems":[` +
				`{"error":"bad_rule_value","field":"rules.deck","message":"The rule \"deck\" can't be 52. Allowed: 48, 40."},` +
				`{"error":"unknown_contract","field":"hand.contract","message":"There is no contract \"ramsch\". Allowed: normal, hochzeit, stille_hochzeit, armut, ` +
				`solo_damen, solo_buben, solo_fleischlos, solo_kreuz, solo_pik, solo_herz, solo_karo."},` +
				`{"error":"bock_not_enabled","field":"hand.bock","message":"These rules have no Bock hands; leave bock out or 0."}]}`,
		},
		{
			"a stranger", `{"hand":{"contract":"normal","players":["A","B","C","D"],"re":["A","Z"],"re_augen":130}}`,
			`{"name":null,"error":"unknown_player","field":"hand.re.1","message":"\"Z\": There is no such player here, or they do not play in this hand. Allowed: A, B, C, D."}`,
		},
		{"no object", `7`, `{"name":null,"error":"wrong_type","field":null,"message":"7 can't be read here. Allowed: {\"name\", \"rules\", \"hand\"}."}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := scoreStream(t.Context(), strings.NewReader(tt.in), &out); err != nil {
				t.Fatal(err)
			}
			if out.String() != tt.out+"\n" {
				t.Errorf("got  %s\nwant %s", out.String(), tt.out)
			}
		})
	}
}

// No answer names a placeholder that has no value, whatever is wrong.
func TestScoreStreamMessages(t *testing.T) {
	raw, err := os.ReadFile("../../scoring/testdata/vectors_public.json")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := scoreStream(t.Context(), bytes.NewReader(raw), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 562 {
		t.Fatalf("%d answers to 562 vectors", len(lines))
	}
	for _, line := range lines {
		if !json.Valid([]byte(line)) || strings.Contains(line, "no value") || strings.Contains(line, "⟦") {
			t.Errorf("answer %s", line)
		}
	}
}

// A program that waits for each answer before it sends the next hand is not kept waiting.
func TestScoreStreamAnswersAtOnce(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := scoreStream(context.Background(), inR, outW)
		outW.CloseWithError(err)
		done <- err
	}()
	answers := json.NewDecoder(outR)
	for range 3 {
		if _, err := io.WriteString(inW, won131+"\n"); err != nil {
			t.Fatal(err)
		}
		var answer struct{ Value int }
		if err := answers.Decode(&answer); err != nil || answer.Value != 1 {
			t.Fatalf("answer %v, error %v", answer, err)
		}
	}
	inW.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// repeat gives one line again and again without holding more than one.
type repeat struct {
	line string
	left int
	pos  int
}

func (r *repeat) Read(p []byte) (int, error) {
	n := 0
	for r.left > 0 && n < len(p) {
		c := copy(p[n:], r.line[r.pos:])
		n += c
		if r.pos += c; r.pos == len(r.line) {
			r.pos, r.left = 0, r.left-1
		}
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// Ten times as many lines need no more memory.
func TestScoreStreamMemory(t *testing.T) {
	heap := func(lines int) uint64 {
		var peak uint64
		seen := 0
		w := writerFunc(func(p []byte) (int, error) {
			if seen++; seen%8 == 0 {
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				peak = max(peak, m.HeapAlloc)
			}
			return len(p), nil
		})
		if err := scoreStream(t.Context(), &repeat{line: won131 + "\n", left: lines}, w); err != nil {
			t.Fatal(err)
		}
		return peak
	}
	few, many := heap(5_000), heap(50_000)
	if few == 0 || many > few+1<<20 {
		t.Errorf("%d bytes for 5,000 lines, %d for 50,000", few, many)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func TestScoreStreamFaults(t *testing.T) {
	gone := errors.New("the pipe is gone")
	broken := writerFunc(func([]byte) (int, error) { return 0, gone })
	if err := scoreStream(t.Context(), strings.NewReader(won131), broken); !errors.Is(err, gone) {
		t.Errorf("a writer that fails gives %v", err)
	}
	unreadable := io.MultiReader(strings.NewReader(won131+"\n"), failing{gone})
	if err := scoreStream(t.Context(), unreadable, io.Discard); !errors.Is(err, gone) {
		t.Errorf("a reader that fails gives %v", err)
	}
	if err := scoreStream(t.Context(), failing{gone}, io.Discard); !errors.Is(err, gone) {
		t.Errorf("a reader that fails at once gives %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := scoreStream(ctx, strings.NewReader(won131), io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run gives %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
