package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"doko/scoring/fields"
	"doko/scoring/tally"
)

// readAll gives what eachObject makes of an input: the first text or the kind of each value, and its error.
func readAll(in io.Reader) ([]string, error) {
	var got []string
	err := eachObject(context.Background(), in, io.Discard, func(n fields.Node, _ *bufio.Writer) error {
		got = append(got, strconv.Itoa(int(n.Kind))+n.Text+strings.Join(n.Keys, ","))
		return nil
	})
	return got, err
}

// However the bytes come, the values are the same, longer ones than the buffer too.
func TestEachObjectPieces(t *testing.T) {
	long := `{"` + strings.Repeat("ä\\\"", 60_000) + `":[1,{"a":"]}"}]}`
	in := "\xef\xbb\xbf" + `7 "a b\"" {"x":{}}[1]` + "\n" + long + "null true -1.5e3"
	want, err := readAll(strings.NewReader(in))
	if err != nil || len(want) != 8 || want[0] != "27" || want[1] != `3a b"` || want[7] != "2-1.5e3" {
		t.Fatalf("%d values, %v", len(want), err)
	}
	for name, r := range map[string]io.Reader{
		"one byte": iotest.OneByteReader(strings.NewReader(in)), "halves": iotest.HalfReader(strings.NewReader(in)),
		"data with its end": iotest.DataErrReader(strings.NewReader(in)),
	} {
		got, err := readAll(r)
		if err != nil || strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: %d values, %v", name, len(got), err)
		}
	}
}

// A name in another encoding would become one with others like it: it ends the stream, what came before is answered.
func TestEachObjectOnlyUTF8(t *testing.T) {
	got, err := readAll(strings.NewReader(`{"a":1}` + "\n{\"J\xf6rg\":2}\n{\"c\":3}"))
	var problems tally.Problems
	if len(got) != 1 || !errors.As(err, &problems) || problems[0].Code != "not_utf8" || problems[0].Args["Done"] != 1 {
		t.Errorf("%q, %v", got, err)
	}
}

// FuzzStream: the values that encoding/json finds in a stream that is no array, and an error where it has one. Words that
// touch, such as 1true, are refused here and two values there.
func FuzzStream(f *testing.F) {
	for _, s := range []string{won131 + "\n" + won131, `1 2"a"{}[]nul`, "\"a\nb\"", `{"a":]}`, `{"a":1`, "tru e", `7,8`, `"\u12`, "}"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if c := bytes.TrimLeft(raw, " \t\r\n"); len(c) > 0 && c[0] == '[' || bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")) {
			return
		}
		got, err := readAll(bytes.NewReader(raw))
		dec := json.NewDecoder(bytes.NewReader(raw))
		want := 0
		for {
			var m json.RawMessage
			wantErr := dec.Decode(&m)
			if wantErr == nil && utf8.Valid(m) {
				want++
				continue
			}
			if err == nil && (!errors.Is(wantErr, io.EOF) || len(got) != want) || len(got) > want {
				t.Fatalf("%q: %d values and %v, want %d and %v", raw, len(got), err, want, wantErr)
			}
			return
		}
	})
}

// benchmarkLines is the yardstick of the streams: encoding/json decoding the same lines into a struct.
func benchmarkLines(b *testing.B, line string, into func() any, stream func(context.Context, io.Reader, io.Writer) error) {
	b.Run("decode", func(b *testing.B) {
		dec := json.NewDecoder(&repeat{line: line, left: b.N})
		for range b.N {
			if err := dec.Decode(into()); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("doko", func(b *testing.B) {
		if err := stream(b.Context(), &repeat{line: line, left: b.N}, io.Discard); err != nil {
			b.Fatal(err)
		}
	})
}

func BenchmarkScoreStream(b *testing.B) {
	const line = `{"name":"7","rules":"ddv","hand":{"game":"doppelkopf","players":["Anna","Bernd","Clara","Dieter"],"contract":"normal",` +
		`"solo_kind":null,"re":["Anna","Dieter"],"re_augen":147,"no_trick":null,"calls":{"re":["re"],"kontra":[]},` +
		`"specials":[{"kind":"fuchs","party":"re","count":1}],"bock":0}}` + "\n"
	type special struct {
		Kind, Party string
		Count       int
	}
	type input struct {
		Name, Rules string
		Hand        struct {
			Game, Contract string
			Players, Re    []string
			SoloKind       *string `json:"solo_kind"`
			ReAugen        int     `json:"re_augen"`
			NoTrick        *string `json:"no_trick"`
			Calls          map[string][]string
			Specials       []special
			Bock           int
		}
	}
	benchmarkLines(b, line, func() any { return new(input) }, scoreStream)
}

// realHand is a hand that was played, as one line of input.
func realHand(b *testing.B) string {
	raw, err := os.ReadFile("../../scoring/testdata/real_hands_8.json")
	if err != nil {
		b.Fatal(err)
	}
	var file struct{ Hands []map[string]any }
	if err := json.Unmarshal(raw, &file); err != nil {
		b.Fatal(err)
	}
	h := file.Hands[0]
	line, err := json.Marshal(map[string]any{
		"name": h["game_id"], "contract": h["contract"], "declarer": h["declarer_seat"],
		"leader": h["leader_first_trick_seat"], "cards": h["hands_in_play_order"], "announcements": h["announcements"],
	})
	if err != nil {
		b.Fatal(err)
	}
	return string(line) + "\n"
}

func BenchmarkRefereeStream(b *testing.B) {
	line := realHand(b)
	type call struct {
		Seat  int
		Call  string
		Trick int `json:"before_own_card_in_trick"`
	}
	type input struct {
		Name, Rules, Contract string
		Declarer              *int
		Leader                int
		Cards                 []string
		Announcements         []call
	}
	benchmarkLines(b, line, func() any { return new(input) }, refereeStream)
}
