package doppelkopf

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawRules makes any rule set by setting every switch at random.
func drawRules(t *rapid.T) Rules {
	r := DDV()
	for _, s := range Switches() {
		switch at := s.at(&r).(type) {
		case *bool:
			*at = rapid.Bool().Draw(t, s.Name)
		case *int:
			if s.Kind == DigitSwitch {
				*at = map[string]int{"48": 48, "40": 40, "2": 2, "3": 3}[rapid.SampledFrom(s.Choices).Draw(t, s.Name)]
				continue
			}
			*at = rapid.IntRange(0, 9).Draw(t, s.Name)
		case *string:
			*at = rapid.SampledFrom(s.Choices).Draw(t, s.Name)
		case *Set:
			*at = Set(rapid.IntRange(0, 1<<len(s.Choices)-1).Draw(t, s.Name))
		}
	}
	return r
}

// drawHand makes a hand that passes the checks of the rules, at a table of seats players.
func drawHand(t *rapid.T, r Rules, seats int) Hand {
	h := Hand{}
	open := []int{1, 2, 3, 4, 5}[:seats]
	if seats == 5 {
		h.SittingOut = rapid.IntRange(1, 5).Draw(t, "sitting out")
		open = slices.DeleteFunc(slices.Clone(open), func(p int) bool { return p == h.SittingOut })
	}
	contracts := AllContracts()
	if !r.Armut {
		contracts = slices.DeleteFunc(contracts, func(c Contract) bool { return c == Armut })
	}
	h.Contract = rapid.SampledFrom(contracts).Draw(t, "contract")
	if h.Contract == Hochzeit {
		h.ClarifiedIn = rapid.IntRange(0, 3).Draw(t, "clarified in")
	}
	if h.Contract.Chosen() {
		h.SoloKind = rapid.SampledFrom([]SoloKind{"", Compulsory, Voluntary, Forced}).Draw(t, "solo kind")
	}
	players := 1
	if h.Contract == Normal || h.Contract == Armut || h.ClarifiedIn > 0 {
		players = 2
	}
	h.Re = rapid.Permutation(open).Draw(t, "seats")[:players]
	end := rapid.SampledFrom(ends(r.Deck)).Draw(t, "end")
	h.ReAugen, h.NoTrick = end.ReAugen, end.NoTrick
	h.ReCall = rapid.SampledFrom(calls()).Draw(t, "re call")
	h.KontraCall = rapid.SampledFrom(calls()).Draw(t, "kontra call")
	if r.Bock {
		h.Bock = rapid.IntRange(0, 3).Draw(t, "bock")
	}
	for range rapid.IntRange(0, 3).Draw(t, "specials") {
		with := h
		with.Specials = append(slices.Clone(h.Specials), Special{
			Kind:  rapid.SampledFrom(SpecialKinds()).Draw(t, "kind"),
			Party: rapid.SampledFrom([]Party{Re, Kontra}).Draw(t, "party"),
			Count: rapid.IntRange(1, 4).Draw(t, "count"),
		})
		if _, err := Score(r, seats, with); err == nil {
			h = with
		}
	}
	return h
}

// eachHand runs a property over hands of all kinds under rules of all kinds: a hundred rule sets, so many hands each.
func eachHand(t *testing.T, hands int, property func(t *rapid.T, r Rules, seats int, h Hand)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		r := drawRules(t)
		for range hands {
			seats := rapid.IntRange(4, 5).Draw(t, "table")
			property(t, r, seats, drawHand(t, r, seats))
		}
	})
}

// Ten thousand hands: what one side wins the other loses, and one against three wins or loses three times as much as each opponent.
func TestPropertyZeroSum(t *testing.T) {
	eachHand(t, 100, func(t *rapid.T, r Rules, seats int, h Hand) {
		r.Counting, r.SoloMultiplier = PlusMinus, 3
		res, err := Score(r, seats, h)
		if err != nil {
			t.Fatalf("%+v: %v", h, err)
		}
		sum, balance := 0, 0
		for i, p := range res.Points {
			sum += p
			want := -res.Value
			switch {
			case i+1 == h.SittingOut:
				want = 0
			case slices.Contains(h.Re, i+1):
				want = res.Value * (4 - len(h.Re)) / len(h.Re)
			}
			if p != want {
				t.Fatalf("position %d has %d, want %d", i+1, p, want)
			}
		}
		for _, l := range res.Lines {
			if l.Party == string(Re) {
				balance += l.Points
			} else {
				balance -= l.Points
			}
		}
		if sum != 0 || (balance == 0) != (res.Value == 0) && r.BockMultiplier != 0 || balance*res.Value < 0 {
			t.Fatalf("sum %d, lines add up to %d, value %d", sum, balance, res.Value)
		}
	})
}

// Who sits where changes who gets the points, nothing else.
func TestPropertySeats(t *testing.T) {
	eachHand(t, 20, func(t *rapid.T, r Rules, seats int, h Hand) {
		order := rapid.Permutation([]int{1, 2, 3, 4, 5}[:seats]).Draw(t, "order")
		moved := h
		moved.Re = nil
		for _, pos := range h.Re {
			moved.Re = append(moved.Re, order[pos-1])
		}
		if h.SittingOut > 0 {
			moved.SittingOut = order[h.SittingOut-1]
		}
		a, errA := Score(r, seats, h)
		b, errB := Score(r, seats, moved)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		for i, p := range a.Points {
			if b.Points[order[i]-1] != p {
				t.Fatalf("points %v become %v in the order %v", a.Points, b.Points, order)
			}
		}
	})
}

// Under rules that treat both sides alike, exchanging the sides turns the sign and names the other winner.
func TestPropertySides(t *testing.T) {
	other := map[Party]Party{Re: Kontra, Kontra: Re, "": ""}
	eachHand(t, 20, func(t *rapid.T, r Rules, seats int, h Hand) {
		r.AgainstOldPoints = 0
		if h.ReAugen.From == 120 {
			r.Tie120 = TieDraw
		}
		swapped := h
		swapped.ReAugen, swapped.NoTrick = Exactly(240-h.ReAugen.From), other[h.NoTrick]
		swapped.ReCall, swapped.KontraCall = h.KontraCall, h.ReCall
		swapped.Specials = nil
		for _, sp := range h.Specials {
			swapped.Specials = append(swapped.Specials, Special{Kind: sp.Kind, Party: other[sp.Party], Count: sp.Count})
		}
		a, errA := Score(r, seats, h)
		b, errB := Score(r, seats, swapped)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if a.Value != -b.Value || Party(a.Winner) != other[Party(b.Winner)] || len(a.Lines) != len(b.Lines) {
			t.Fatalf("%+v: %+v, swapped %+v", h, a, b)
		}
	})
}

// A side that says more and keeps it still wins, and for no fewer points.
func TestPropertyKeptDenial(t *testing.T) {
	eachHand(t, 20, func(t *rapid.T, r Rules, seats int, h Hand) {
		r.BasePointWhenAnnounced = true
		before, err := Score(r, seats, h)
		if err != nil || before.Winner != string(Re) {
			return
		}
		for _, more := range calls() {
			kept := more.Highest() > h.ReCall.Highest() && more.Announced
			if more.Highest() == Schwarz {
				kept = kept && h.NoTrick == Kontra
			} else {
				kept = kept && 240-h.ReAugen.From < 120-30*int(more.Highest())
			}
			if !kept {
				continue
			}
			louder := h
			louder.ReCall = more
			after, err := Score(r, seats, louder)
			if err != nil || after.Winner != string(Re) {
				t.Fatalf("%+v is no longer won: %+v, %v", louder, after, err)
			}
			if len(h.Specials) == 0 && after.Value < before.Value {
				t.Fatalf("%+v is worth %d, with less said %d", louder, after.Value, before.Value)
			}
		}
	})
}

// Written and read again a hand is the same, in either form of the Augen.
func TestPropertyRoundTrip(t *testing.T) {
	eachHand(t, 20, func(t *rapid.T, r Rules, seats int, h Hand) {
		if rapid.Bool().Draw(t, "between") {
			h.ReAugen.Between = true
		}
		checkRoundTrip(t, r, seats, h)
	})
}

// A range is worth what each of its figures is worth, or refused.
func TestPropertyBetween(t *testing.T) {
	eachHand(t, 20, func(t *rapid.T, r Rules, seats int, h Hand) {
		from := rapid.IntRange(0, 240).Draw(t, "from")
		to := rapid.IntRange(from, min(240, from+40)).Draw(t, "to")
		h.ReAugen = Between(from, to)
		whole, err := Score(r, seats, h)
		values := map[int]bool{}
		for augen := from; augen <= to; augen++ {
			h.ReAugen = Exactly(augen)
			one, oneErr := Score(r, seats, h)
			if oneErr != nil {
				continue
			}
			values[one.Value] = true
			if err == nil && (one.Value != whole.Value || one.Winner != whole.Winner || !slices.Equal(one.Lines, whole.Lines)) {
				t.Fatalf("%d to %d gives %+v, %d gives %+v", from, to, whole, augen, one)
			}
		}
		if err == nil && len(values) == 0 || err != nil && len(values) == 1 && from == to {
			t.Fatalf("%d to %d: %v, figures give %v", from, to, err, values)
		}
	})
}
