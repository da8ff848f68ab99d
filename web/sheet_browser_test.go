package web

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"doko/scoring/doppelkopf"
	"doko/tournament/desk"
)

// playedHand is a hand as four people played it.
type playedHand struct {
	contract   doppelkopf.Contract
	re         []int
	augen      string // the key that is tapped, or an exact figure
	reCall     int    // as withCalls counts them
	kontraCall int
	specials   []doppelkopf.Special
}

// keys are what the list keeper taps; forced says that player and solo are filled in.
func (p playedHand) keys(forced bool) []string {
	var keys []string
	switch {
	case p.contract == doppelkopf.Hochzeit:
		keys = append(keys, "contract=hochzeit", "clarified_in=2")
	case p.contract.Chosen() && !forced:
		keys = append(keys, "contract=solo", "solo="+string(p.contract))
	case p.contract.Chosen():
		keys = append(keys, "solo="+string(p.contract))
	}
	for _, pos := range p.re {
		if !forced {
			keys = append(keys, "re="+strconv.Itoa(pos))
		}
	}
	keys = append(keys, "range="+p.augen)
	if p.reCall > 0 {
		keys = append(keys, "call_re="+callNames("re")[p.reCall])
	}
	if p.kontraCall > 0 {
		keys = append(keys, "call_kontra="+callNames("kontra")[p.kontraCall])
	}
	return keys
}

// record is the hand for the engine.
func (p playedHand) record() doppelkopf.Hand {
	r, _ := rangeNamed(p.augen)
	h := withCalls(doppelkopf.Hand{Contract: p.contract, Re: p.re, ReAugen: doppelkopf.Between(r.from, r.to), NoTrick: doppelkopf.Party(r.noTrick), Specials: p.specials}, p.reCall, p.kontraCall)
	if p.contract == doppelkopf.Hochzeit {
		h.ClarifiedIn = 2
	}
	return h
}

// aRound is a round of 24 hands in which two players put their compulsory solo off until they are made to play it.
func aRound() []playedHand {
	fox := func(p doppelkopf.Party, n int) doppelkopf.Special {
		return doppelkopf.Special{Kind: doppelkopf.Fuchs, Party: p, Count: n}
	}
	karlchen := func(p doppelkopf.Party) doppelkopf.Special {
		return doppelkopf.Special{Kind: doppelkopf.Karlchen, Party: p, Count: 1}
	}
	n, hz := doppelkopf.Normal, doppelkopf.Hochzeit
	return []playedHand{
		{n, []int{1, 3}, "121-150", 0, 0, nil},
		{n, []int{2, 3}, "151-180", 1, 0, nil},
		{n, []int{1, 4}, "90-119", 0, 0, []doppelkopf.Special{fox("kontra", 1)}},
		{hz, []int{2, 4}, "181-210", 1, 0, nil},
		{n, []int{3, 4}, "60-89", 0, 1, nil},
		{doppelkopf.SoloDamen, []int{1}, "121-150", 0, 0, nil},
		{n, []int{1, 2}, "151-180", 2, 0, []doppelkopf.Special{karlchen("re")}},
		{n, []int{2, 4}, "120", 0, 0, nil},
		{n, []int{1, 3}, "121-150", 1, 1, nil},
		{n, []int{3, 4}, "211-240", 3, 0, []doppelkopf.Special{fox("re", 2)}},
		{n, []int{1, 4}, "30-59", 0, 2, nil},
		{n, []int{2, 3}, "121-150", 0, 0, []doppelkopf.Special{karlchen("kontra")}},
		{doppelkopf.SoloFleischlos, []int{2}, "90-119", 0, 1, nil},
		{n, []int{1, 2}, "240", 5, 0, nil},
		{n, []int{2, 4}, "90-119", 1, 0, nil},
		{hz, []int{1, 3}, "90-119", 0, 0, nil},
		{n, []int{3, 4}, "121-150", 0, 0, nil},
		{doppelkopf.SoloPik, []int{1}, "181-210", 1, 0, nil}, // voluntary, after his own
		{n, []int{1, 4}, "0-29", 1, 3, nil},
		{n, []int{2, 3}, "121-150", 2, 0, nil},
		{n, []int{1, 3}, "151-180", 0, 0, nil},
		{n, []int{2, 4}, "121-150", 0, 0, nil},
		{doppelkopf.SoloHerz, []int{0}, "121-150", 0, 0, nil}, // forced
		{doppelkopf.SoloBuben, []int{0}, "60-89", 0, 1, nil},  // forced
	}
}

// A whole sheet by phone: every tap counted, forced solos included, no rule broken, and each row what Score says.
func TestWholeSheetOnPhone(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		phone := chromium(t, e.ts.URL)
		phone.visit("/k/" + e.key(table))
		phone.until(`window.doko.data() !== null`)
		most, running := 0, make([]int, 4)
		for i, hand := range aRound() {
			number := i + 1
			next := e.view(table).Next
			if next == nil || next.Number != number {
				t.Fatalf("hand %d: next is %+v", number, next)
			}
			if (next.Forced != 0) != (hand.re[0] == 0) {
				t.Fatalf("hand %d: %d is forced", number, next.Forced)
			}
			if next.Forced != 0 {
				hand.re = []int{next.Forced}
				phone.says("#table-head", table.Seats[next.Forced-1].Name+" muss jetzt das Pflichtsolo spielen")
			}
			most = max(most, e.tapHand(phone, table, hand, number, next.Forced != 0))
			want, err := doppelkopf.Score(doppelkopf.DDV(), 4, hand.record())
			if err != nil {
				t.Fatal(err)
			}
			row := e.view(table).Rows[i].Current
			if !slices.Equal(row.Points, want.Points) || *row.Value != want.Value || row.Winner != want.Winner {
				t.Errorf("hand %d: %v %q %d, want %+v", number, row.Points, row.Winner, *row.Value, want)
			}
			for p := range running {
				running[p] += want.Points[p]
			}
		}
		v := e.view(table)
		if len(v.Faults) > 0 || v.Next != nil || !slices.Equal(v.Running, running) || v.Rows[22].Kind != "vorgefuehrt" || v.Rows[23].Kind != "vorgefuehrt" {
			t.Errorf("faults %v, next %v, totals %v, want %v", v.Faults, v.Next, v.Running, running)
		}
		phone.says("#table-finish", "vollständig")
		t.Logf("24 hands in %d taps, %.1f a hand, at most %d", phone.Taps(), float64(phone.Taps())/24, most)
		if phone.Taps() > 24*6 || most > 8 {
			t.Errorf("%d taps, at most %d for one hand", phone.Taps(), most)
		}
		phone.shot("whole_sheet")
	})
}

// tapHand enters a hand and waits until it is stored; it returns the taps.
func (e *evening) tapHand(phone *tab, table desk.SeatedTable, hand playedHand, number int, forced bool) int {
	e.t.Helper()
	before := phone.Taps()
	phone.tapKeys(hand.keys(forced)...)
	for _, sp := range hand.specials {
		for range sp.Count {
			if sp.Kind == doppelkopf.Karlchen {
				phone.tapKeys("karlchen=" + string(sp.Party))
			} else {
				phone.Tap(fmt.Sprintf("[name=%s_%s] + button", sp.Kind, sp.Party))
			}
		}
	}
	phone.Tap(".stick button.main")
	phone.shows(".flash", fmt.Sprintf("Spiel %d eingetragen", number))
	if rows := e.view(table).Rows; len(rows) != number {
		e.t.Fatalf("%d rows after hand %d", len(rows), number)
	}
	return phone.Taps() - before
}
