package fields

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	n, err := Parse([]byte(" {\"a\" : [1, -2.5e3 ,true,null], \"b\\u00e4\":\"x\\\"\\n\", \"c\":{ } ,\"d\":[ ], \"A\": false}\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := Node{Kind: Object, Keys: []string{"a", "bä", "c", "d", "A"}, Items: []Node{
		{Kind: Array, Items: []Node{{Kind: Number, Text: "1"}, {Kind: Number, Text: "-2.5e3"}, {Kind: Bool, Text: "true"}, {Kind: Null, Text: "null"}}},
		{Kind: String, Text: "x\"\n"},
		{Kind: Object},
		{Kind: Array},
		{Kind: Bool, Text: "false"},
	}}
	if diff := cmp.Diff(want, n); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"", "{", "{\"a\":1,}", "1 2", "nul", "\"\x01\""} {
		if _, err := Parse([]byte(bad)); !errors.Is(err, ErrSyntax) {
			t.Errorf("%q gives %v", bad, err)
		}
	}
}

func TestNodeValues(t *testing.T) {
	n, err := Parse([]byte(`{"int":7,"big":99999999999999999999,"float":7.0,"word":"w","flag":true,"list":[1],"object":{"x":1},"int":8}`))
	if err != nil {
		t.Fatal(err)
	}
	get := func(key string) Node {
		m, ok := n.Get(key)
		if !ok {
			t.Fatalf("no member %s", key)
		}
		return m
	}
	if i, ok := get("int").Int(); i != 7 || !ok {
		t.Errorf("int is %d, %v", i, ok)
	}
	for _, key := range []string{"big", "float", "word", "list"} {
		if i, ok := get(key).Int(); ok || i != 0 {
			t.Errorf("%s is the integer %d", key, i)
		}
	}
	if w, ok := get("word").Word(); w != "w" || !ok {
		t.Errorf("word is %q, %v", w, ok)
	}
	if f, ok := get("flag").Flag(); !f || !ok {
		t.Errorf("flag is %v, %v", f, ok)
	}
	if _, ok := n.Get("Int"); ok {
		t.Error("names are not compared exactly")
	}
	shown := map[string]string{"int": "7", "word": `"w"`, "flag": "true", "list": "[…]", "object": "{…}"}
	for key, want := range shown {
		if got := get(key).Shown(); got != want {
			t.Errorf("%s is shown as %s, want %s", key, got, want)
		}
	}
	if got := Quote(strings.Repeat("ä", 41)); got != `"`+strings.Repeat("ä", 39)+`…"` {
		t.Errorf("a long word is quoted as %s", got)
	}
}

func TestUnknown(t *testing.T) {
	n, err := Parse([]byte(`{"a":1,"x":2,"a":3,"b":4}`))
	if err != nil {
		t.Fatal(err)
	}
	ps := n.Unknown("hand", []string{"a", "b"})
	if len(ps) != 2 || ps[0].Error() != "hand.x: unknown_field" || ps[1].Error() != "hand.a: duplicate_field" || ps[0].Args["Allowed"] != "a, b" {
		t.Errorf("problems %v", ps)
	}
	var many []string
	for i := range 40 {
		many = append(many, fmt.Sprintf(`"k%d":0`, i))
	}
	n, err = Parse([]byte("{" + strings.Join(append(many, many[3], many[30], `"k":0`), ",") + "}"))
	if err != nil || !slices.Equal(n.Doubles, []string{"k3", "k30"}) || n.Twice("rules")[1].Error() != "rules.k30: duplicate_field" {
		t.Errorf("doubles %v, %v", n.Doubles, err)
	}
	if got := Missing("", "hand").Error() + At("hand.re", 0); got != "hand: missing_fieldhand.re.0" {
		t.Errorf("got %s", got)
	}
}

func TestAppend(t *testing.T) {
	for _, s := range []string{"", "Jürgen Groß", "a\"b\\c\n\t\x00\x1f</script>", "☃\U0001F600", "bad \xff byte"} {
		raw := AppendString(nil, s)
		var back string
		if err := json.Unmarshal(raw, &back); err != nil || back != strings.ToValidUTF8(s, "\uFFFD") {
			t.Errorf("%q is written as %s, read as %q, %v", s, raw, back, err)
		}
	}
	if got := string(AppendWord(AppendWord(nil, ""), "x")); got != `null"x"` {
		t.Errorf("got %s", got)
	}
}

// plain turns a node into what encoding/json gives, so that both can be compared.
func plain(n Node) any {
	switch n.Kind {
	case Object:
		m := map[string]any{}
		for i, k := range n.Keys {
			m[k] = plain(n.Items[i])
		}
		return m
	case Array:
		list := []any{}
		for _, item := range n.Items {
			list = append(list, plain(item))
		}
		return list
	case String:
		return n.Text
	case Number:
		return json.Number(n.Text)
	case Bool:
		return n.Text == "true"
	default:
		return nil
	}
}

// FuzzParse: the same values as encoding/json, and the same inputs refused.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"a":[1,{"b":null}],"a":2}`, `"\ud83d\ude00"`, `-0.1e+5`, "[" + strings.Repeat(`{"k":[1]},`, 99) + `"x,:[{"]`, "\"\xff\"", ` [ ] `, `{"":""}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		n, err := Parse(raw)
		if json.Valid(raw) != (err == nil) {
			t.Fatalf("%q gives %v", raw, err)
		}
		if err != nil {
			return
		}
		var want any
		dec := json.NewDecoder(strings.NewReader(string(raw)))
		dec.UseNumber()
		if err := dec.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if got := plain(n); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is read as %v, want %v", raw, got, want)
		}
		var p Parser // one that has read something else before gives the same
		for _, text := range [][]byte{[]byte(`{"x":[1,2,{"y":3}]}`), raw, raw} {
			n, err = p.Parse(text)
		}
		if got := plain(n); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is read again as %v, want %v", raw, got, want)
		}
	})
}
