package notation

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
)

// drawHand makes a hand that passes the checks of the rules.
func drawHand(t *rapid.T, r doppelkopf.Rules, seats int) doppelkopf.Hand {
	h := doppelkopf.Hand{Contract: rapid.SampledFrom(doppelkopf.AllContracts()).Draw(t, "contract")}
	open := []int{1, 2, 3, 4, 5}[:seats]
	if seats == 5 {
		h.SittingOut = rapid.IntRange(0, 5).Draw(t, "sitting out")
		open = slices.DeleteFunc(slices.Clone(open), func(p int) bool { return p == h.SittingOut })
	}
	if h.Contract == doppelkopf.Hochzeit {
		h.ClarifiedIn = rapid.IntRange(0, 3).Draw(t, "clarified in")
	}
	if h.Contract.Chosen() {
		h.SoloKind = rapid.SampledFrom([]doppelkopf.SoloKind{"", doppelkopf.Compulsory, doppelkopf.Voluntary, doppelkopf.Forced}).Draw(t, "kind")
	}
	players := 1
	if h.Contract == doppelkopf.Normal || h.Contract == doppelkopf.Armut || h.ClarifiedIn > 0 {
		players = 2
	}
	h.Re = rapid.Permutation(open).Draw(t, "seats")[:players]
	h.Bock = rapid.IntRange(0, 3).Draw(t, "bock")
	for _, c := range []*doppelkopf.Call{&h.ReCall, &h.KontraCall} {
		c.Announced = rapid.Bool().Draw(t, "announced")
		for d := doppelkopf.K90; d <= doppelkopf.Schwarz; d++ {
			c.Denials[d] = rapid.Bool().Draw(t, "denied")
		}
	}
	for {
		with := h
		from := rapid.IntRange(0, 240).Draw(t, "from")
		with.ReAugen = rapid.SampledFrom([]doppelkopf.Augen{
			doppelkopf.Exactly(from), doppelkopf.Between(from, rapid.IntRange(from, 240).Draw(t, "to")), results()[from%10].augen,
			doppelkopf.Exactly(from / 121 * 240),
		}).Draw(t, "augen")
		with.NoTrick = rapid.SampledFrom([]doppelkopf.Party{"", doppelkopf.Re, doppelkopf.Kontra}).Draw(t, "no trick")
		if len(doppelkopf.Check(r, seats, with)) == 0 {
			h = with
			break
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "specials") {
		with := h
		with.Specials = append(slices.Clone(h.Specials), doppelkopf.Special{
			Kind:  rapid.SampledFrom(doppelkopf.SpecialKinds()).Draw(t, "special"),
			Party: rapid.SampledFrom([]doppelkopf.Party{doppelkopf.Re, doppelkopf.Kontra}).Draw(t, "party"),
			Count: rapid.IntRange(1, 4).Draw(t, "count"),
		})
		if len(doppelkopf.Check(r, seats, with)) == 0 {
			h = with
		}
	}
	return h
}

// Every hand that passes the checks can be written, and is read back to the same, however blanks and capitals are typed.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, seats := house(), rapid.IntRange(4, 5).Draw(t, "table")
		h := drawHand(t, r, seats)
		line := Write(Line{Kind: KindHand, Hand: h})
		for _, typed := range []string{line, strings.ToUpper(line), "  " + strings.ReplaceAll(line, " ", "  ") + " "} {
			got, err := Parse(r, seats, typed)
			if err != nil {
				t.Fatalf("%s of %+v: %v", typed, h, err)
			}
			if diff := cmp.Diff(h, got.Hand); diff != "" {
				t.Fatalf("%s: %s", typed, diff)
			}
		}
	})
}

func TestRoundTrip_Short(t *testing.T) {
	for _, l := range []Line{
		{Kind: KindPoints, Points: []int{3, 3, -3, -3}}, {Kind: KindPoints, Points: []int{9, -3, -3, -3}, Solo: 1, SoloKind: doppelkopf.Forced},
		{Kind: KindWinners, Winners: []int{1, 3}, Value: -3}, {Kind: KindWinners, Winners: []int{1}, Value: 3, Solo: NoSolo},
		{Kind: KindWinners, Winners: []int{2, 3, 4}, Value: 9999, Solo: 1, SoloKind: doppelkopf.Voluntary},
		{Kind: KindPoints, Points: []int{3, 3, -3, -3}, Note: "so gespielt!"}, {Kind: KindRedealt}, {Kind: KindRedealt, Reason: "fünf Neunen"},
		{Kind: KindHand, Bock: true, Hand: doppelkopf.Hand{Contract: doppelkopf.Normal, Re: []int{2, 4}, ReAugen: doppelkopf.Exactly(120)}},
	} {
		got, err := Parse(house(), 4, Write(l))
		if diff := cmp.Diff(l, got); err != nil || diff != "" {
			t.Errorf("%s: %v %s", Write(l), err, diff)
		}
	}
}

// What people write most often is as short as it can be.
func TestWrite(t *testing.T) {
	for typed, want := range map[string]string{
		"13 +9 r9 k 165": "13 165 r9 k", "2DL + fk f1r": "2dl + fk fr", "13hz2 151": "13hz2 151", "13+b0": "13 + b0", "13-K.6": "13 - k.6",
		"13 r.r9": "13 + r9",
	} {
		if !strings.ContainsAny(typed[2:], "+-15") {
			typed += "+"
		}
		l, err := Parse(house(), 4, typed)
		if err != nil {
			t.Fatalf("%s: %v", typed, err)
		}
		if got := Write(l); got != want {
			t.Errorf("%s is written %s, want %s", typed, got, want)
		}
	}
}

// Any text is read without a panic; what is accepted is written and read back to the same, what is refused says where.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "13+9", "13 151 r k9", "2dp- fk", "13hz2+", "1hz-", "13a+b1x5", "4s+", "w13 3", "13+! so", "w2 5 s0", "p 3 3 -3 -3 s1 l", "n fünf Neunen",
		"13 0..29 -0", "13 240t", "33 +9 187 rr f y", "13+k.63", "½", "13+\xff", "13 99999999999999999999", "13−9", "w11111", "13+d99r",
	} {
		f.Add(seed, 4)
		f.Add(seed, 5)
	}
	f.Fuzz(func(t *testing.T, line string, seats int) {
		Next(house(), 4+seats&1, line)
		l, err := Parse(house(), seats, line)
		if err != nil {
			for _, p := range err.(tally.Problems) {
				if n := column(p); n < 1 || n > utf8.RuneCountInString(line)+1 {
					t.Errorf("%q: %s at column %d", line, p.Code, n)
				}
			}
			return
		}
		again, err := Parse(house(), seats, Write(l))
		if l.Hand.Bock > 0 {
			l.Bock = true
		}
		if diff := cmp.Diff(l, again); err != nil || diff != "" {
			t.Errorf("%q is written %q: %v %s", line, Write(l), err, diff)
		}
	})
}
