package doppelkopf

import (
	"encoding/json"
	"testing"

	"doko/scoring/fields"
)

// busy is a hand with nearly everything in it.
func busy() Hand {
	k := calls()
	return Hand{
		Contract: Normal, Re: []int{2, 4}, ReAugen: Exactly(207), ReCall: k[1], KontraCall: k[5],
		Specials: []Special{{Karlchen, Re, 1}, {Fuchs, Kontra, 1}},
	}
}

// Score allocates the points and the lines of its result and nothing else, and for a range no more.
func TestScoreAllocations(t *testing.T) {
	r, h := DDV(), busy()
	ranged := h
	ranged.ReAugen = Between(181, 209)
	silent := Hand{Contract: Normal, Re: []int{1, 2}, ReAugen: Between(90, 119), Specials: []Special{{Fuchs, Re, 1}}}
	solo := Hand{Contract: SoloPik, Re: []int{1}, ReAugen: Exactly(131), Specials: []Special{{Fuchs, Re, 1}}}
	tests := []struct {
		name string
		h    Hand
		want float64
	}{{"exact", h, 2}, {"a range", ranged, 2}, {"nothing said", silent, 2}, {"with a note", solo, 3}}
	for _, tt := range tests {
		got := testing.AllocsPerRun(100, func() {
			if _, err := Score(r, 4, tt.h); err != nil {
				t.Fatal(err)
			}
		})
		if got != tt.want {
			t.Errorf("%s: %v allocations, want %v", tt.name, got, tt.want)
		}
	}
}

// typical is a hand as most are: Re has said Re, one fox, no more.
func typical() Hand {
	return Hand{
		Contract: Normal, Re: []int{2, 4}, ReAugen: Exactly(147), ReCall: Call{Announced: true},
		Specials: []Special{{Fuchs, Re, 1}},
	}
}

func BenchmarkScore(b *testing.B) {
	for name, h := range map[string]Hand{"typical": typical(), "busy": busy()} {
		b.Run(name, func(b *testing.B) {
			r := DDV()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Score(r, 4, h); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkScoreBetween(b *testing.B) {
	r, h := DDV(), busy()
	h.ReAugen = Between(181, 209)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Score(r, 4, h); err != nil {
			b.Fatal(err)
		}
	}
}

// standardHand is the hand of VECTORS as encoding/json reads it.
type standardHand struct {
	Game       string              `json:"game"`
	Players    []string            `json:"players"`
	Contract   string              `json:"contract"`
	SoloKind   *string             `json:"solo_kind"`
	Re         []string            `json:"re"`
	SittingOut *string             `json:"sitting_out"`
	Clarified  *int                `json:"clarified_in"`
	ReAugen    int                 `json:"re_augen"`
	NoTrick    *string             `json:"no_trick"`
	Calls      map[string][]string `json:"calls"`
	Specials   []struct {
		Kind  string `json:"kind"`
		Party string `json:"party"`
		Count int    `json:"count"`
	} `json:"specials"`
	Bock int `json:"bock"`
}

// BenchmarkDecodeStandard is the yardstick: encoding/json reading the same hands into a struct.
func BenchmarkDecodeStandard(b *testing.B) {
	for name, h := range map[string]Hand{"typical": typical(), "busy": busy()} {
		b.Run(name, func(b *testing.B) {
			raw := h.AppendNamed(nil, []string{"Anna", "Bernd", "Clara", "Dieter"})
			b.ReportAllocs()
			for b.Loop() {
				var got standardHand
				if err := json.Unmarshal(raw, &got); err != nil || got.ReAugen != h.ReAugen.From {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParseHand(b *testing.B) {
	raw, err := json.Marshal(busy())
	if err != nil {
		b.Fatal(err)
	}
	r := DDV()
	b.ReportAllocs()
	for b.Loop() {
		n, err := fields.Parse(raw)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := ParseHand(r, 4, n); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzParseHand: any bytes are refused with problems or give a hand that scores and comes back the same.
func FuzzParseHand(f *testing.F) {
	raw, err := json.Marshal(busy())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw, uint8(0), true)
	f.Add([]byte(`{"contract":"hochzeit","clarified_in":null,"re":[5],"sitting_out":1,"re_augen_between":[0,29]}`), uint8(5), false)
	f.Add([]byte(`{"contract":"solo_pik","re":[1],"re_augen":240,"no_trick":"kontra","calls":{"re":["schwarz"]},"bock":9}`), uint8(1), true)
	f.Fuzz(func(t *testing.T, raw []byte, preset uint8, four bool) {
		n, err := fields.Parse(raw)
		if err != nil {
			return
		}
		r, _ := Preset(PresetNames()[int(preset)%len(PresetNames())])
		seats := 5
		if four {
			seats = 4
		}
		h, err := ParseHand(r, seats, n)
		if err != nil {
			if len(problems(err)) == 0 {
				t.Fatalf("no tally.Problems: %v", err)
			}
			return
		}
		checkRoundTrip(t, r, seats, h)
		res, err := Score(r, seats, h)
		for _, p := range problems(err) {
			if p.Code != "augen_ambiguous" && p.Code != "sitting_out" {
				t.Fatalf("%s is read and then refused: %v", raw, err)
			}
		}
		sum := 0
		for _, p := range res.Points {
			sum += p
		}
		if sum != 0 {
			t.Fatalf("%s gives %v", raw, res.Points)
		}
	})
}

// FuzzParseRules: any bytes are refused or give a set that comes back the same.
func FuzzParseRules(f *testing.F) {
	raw, err := json.Marshal(DDV())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(raw)
	f.Add([]byte(`"kneipe"`))
	f.Add([]byte(`{"preset":"seed003","contracts":["normal"],"deck":40}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var r Rules
		if json.Unmarshal(raw, &r) != nil || r == (Rules{}) {
			return
		}
		again, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var back Rules
		if err := json.Unmarshal(again, &back); err != nil || back != r {
			t.Fatalf("%s comes back as %s, %v", raw, again, err)
		}
		_ = r.Check() // must not panic
	})
}
