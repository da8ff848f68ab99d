package play

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/scoring/doppelkopf"
	"doko/scoring/fields"
	"doko/scoring/tally"
)

func TestContracts(t *testing.T) {
	twoOld, _ := search(t, doppelkopf.DDV(), marry, func(Deal, Report) bool { return true })
	silent := twoOld
	silent.Contract, silent.Declarer = doppelkopf.Normal, 0
	rep := Replay(doppelkopf.DDV(), silent)
	if rep.Hand.Contract != doppelkopf.StilleHochzeit || !slices.Equal(rep.Re, []int{twoOld.Declarer}) || len(rep.Kontra) != 3 || rep.Faults != nil {
		t.Errorf("both queens in one hand of a normal game: %+v, Re %v, %v", rep.Hand, rep.Re, rep.Faults)
	}
	one := realDeal(t, "82.403.616")
	for _, c := range []doppelkopf.Contract{doppelkopf.Hochzeit, doppelkopf.StilleHochzeit} {
		one.Contract, one.Declarer = c, 1
		if got := faults(Replay(doppelkopf.DDV(), one)); !slices.Contains(got, "contract/0/1") {
			t.Errorf("%s with one queen: %v", c, got)
		}
	}
	one.Contract = doppelkopf.Normal
	if got := faults(Replay(doppelkopf.DDV(), one)); !slices.Contains(got, "contract/0/1") {
		t.Errorf("a normal game that somebody declared: %v", got)
	}
	r := doppelkopf.DDV()
	r.Play.Contracts = 1 // nothing but normal hands
	if got := faults(Replay(r, realDeal(t, "82.195.829"))); !slices.Contains(got, "contract/0/3") {
		t.Errorf("a solo where there are none: %v", got)
	}
	if got := faults(Replay(r, silent)); !slices.Contains(got, "contract/0/"+strconv.Itoa(twoOld.Declarer)) {
		t.Errorf("a silent solo where there are none: %v", got)
	}
}

func TestDeck(t *testing.T) {
	d := realDeal(t, "82.403.616")
	d.Cards[0] = append(slices.Clone(d.Cards[0][:11]), fox) // a third fox, one Dulle gone
	rep := Replay(doppelkopf.DDV(), d)
	if diff := cmp.Diff([]string{"deck/12/1", "deck/0/0"}, faults(rep)); diff != "" || rep.Tricks != nil {
		t.Errorf("%s", diff)
	}
	if got := string(rep.AppendJSON(nil, nil, code)); got != `"problems":[{"code":"deck","trick":12,"seat":1,"message":"text of deck"},{"code":"deck","message":"text of deck"}]` {
		t.Errorf("a deck fault gives more than problems: %s", got)
	}
	d = realDeal(t, "82.403.616")
	d.Cards[0], d.Cards[1] = d.Cards[0][:11], append(slices.Clone(d.Cards[1]), d.Cards[0][11])
	if diff := cmp.Diff([]string{"deck/12/1", "deck/13/2"}, faults(Replay(doppelkopf.DDV(), d))); diff != "" {
		t.Error(diff)
	}
	r := doppelkopf.DDV()
	r.Deck = 40
	if got := faults(Replay(r, realDeal(t, "82.403.616"))); len(got) != 12 {
		t.Errorf("48 cards where there are no nines: %v", got)
	}
}

// Each card that breaks suit is one fault of its trick: seat 2 keeps a heart back in trick 1 of a made-up order.
func TestRevoke(t *testing.T) {
	d := realDeal(t, "82.403.616")
	// Trick 1: SA SK ST D9. Seat 2 puts a later trump in the place of its spade king, which falls where the trump was.
	cards := slices.Clone(d.Cards[1])
	cards[0], cards[3] = cards[3], cards[0] // CQ to the spade ace, SK to the trump trick 4
	d.Cards[1] = cards
	rep := Replay(doppelkopf.DDV(), d)
	if got := faults(rep); !slices.Contains(got, "revoke/1/2") {
		t.Errorf("faults %v", got)
	}
	if _, err := doppelkopf.Score(doppelkopf.DDV(), 4, rep.Hand); err != nil {
		t.Errorf("a revoke does not keep the hand from being scored: %v", err)
	}
	out := string(rep.AppendJSON(nil, []byte("{}"), code))
	if !strings.Contains(out, `{"code":"revoke","trick":1,"seat":2,"message":"text of revoke"}`) {
		t.Errorf("%s", out)
	}
}

// Foxes, Karlchen and Doppelkopf as the rules count them.
func TestSpecials(t *testing.T) {
	party := func(rep Report, seat int) bool { return slices.Contains(rep.Re, seat) }
	holder := func(tr Trick, c Card) int { return slices.Index(tr.Cards[:], c) + 1 }
	find := func(rep Report, kind string) int {
		n := 0
		for _, s := range rep.Hand.Specials {
			if s.Kind == kind {
				n += s.Count
			}
		}
		return n
	}
	all := func(*Deal) bool { return true }
	two := doppelkopf.DDV()
	two.FuchsLastTrickPoints = 2
	lastFox := func(_ Deal, rep Report) bool {
		last := rep.Tricks[11]
		seat := holder(last, fox)
		return rep.Hand.Contract == doppelkopf.Normal && has(last.Cards[:], fox) == 1 && party(rep, seat) != party(rep, last.Winner)
	}
	d, rep := search(t, two, all, lastFox)
	if find(rep, doppelkopf.FuchsLast) != 1 {
		t.Errorf("a fox in the last trick: %v", rep.Hand.Specials)
	}
	if rep := Replay(doppelkopf.DDV(), d); find(rep, doppelkopf.FuchsLast) != 0 || find(rep, doppelkopf.Fuchs) == 0 {
		t.Errorf("where it is worth the same: %v", rep.Hand.Specials)
	}
	d, rep = search(t, doppelkopf.DDV(), all, func(_ Deal, rep Report) bool {
		return rep.Hand.Contract == doppelkopf.Normal && rep.Tricks[11].Cards[rep.Tricks[11].Winner-1] == karlchen
	})
	if find(rep, doppelkopf.Karlchen) != 1 {
		t.Errorf("Karlchen: %v", rep.Hand.Specials)
	}
	d.Contract, d.Declarer = doppelkopf.SoloKaro, rep.Tricks[11].Winner
	if rep := Replay(doppelkopf.DDV(), d); len(rep.Hand.Specials) != 0 {
		t.Errorf("a solo lists %v", rep.Hand.Specials)
	}
	for _, by := range []doppelkopf.Caught{doppelkopf.CaughtOff, doppelkopf.CaughtByAny, doppelkopf.CaughtByDQueen} {
		r := doppelkopf.DDV()
		r.KarlchenCaught = by
		for _, queen := range []bool{true, false} {
			_, rep := search(t, r, all, func(_ Deal, rep Report) bool {
				last := rep.Tricks[11]
				seat := holder(last, karlchen)
				best := last.Cards[last.Winner-1]
				return rep.Hand.Contract == doppelkopf.Normal && has(last.Cards[:], karlchen) == 1 && party(rep, seat) != party(rep, last.Winner) &&
					best != karlchen && (best == card(Diamonds, Queen)) == queen
			})
			want := 0
			if by == doppelkopf.CaughtByAny || by == doppelkopf.CaughtByDQueen && queen {
				want = 1
			}
			if find(rep, doppelkopf.KarlchenCaught) != want {
				t.Errorf("%s, by the diamond queen %v: %v", by, queen, rep.Hand.Specials)
			}
		}
	}
	_, rep = search(t, doppelkopf.DDV(), all, func(_ Deal, rep Report) bool {
		return slices.ContainsFunc(rep.Tricks, func(tr Trick) bool { return tr.Augen >= 40 }) && rep.Hand.Contract == doppelkopf.Normal
	})
	if find(rep, doppelkopf.Doppelkopf) == 0 {
		t.Errorf("40 Augen: %v", rep.Hand.Specials)
	}
}

func TestParseFaults(t *testing.T) {
	type problem struct{ Code, Field string }
	cards := `"cards":["CA","CT","CK","CQ"]`
	tests := []struct {
		name, in string
		want     []problem
	}{
		{"nothing", `{}`, []problem{{"missing_field", "contract"}, {"missing_field", "cards"}, {"missing_field", "leader"}}},
		{"wrong types", `{"x":1,"contract":"skat","solo_kind":"x","declarer":5,"leader":"1","cards":["CA","XX CT",7,""],"announcements":7,"declared":[7],"exchange":[]}`, []problem{
			{"unknown_field", "x"},
			{"unknown_contract", "contract"},
			{"bad_solo_kind", "solo_kind"},
			{"unknown_card", "cards.1"},
			{"wrong_type", "cards.2"},
			{"unknown_player", "leader"},
			{"unknown_player", "declarer"},
			{"wrong_type", "announcements"},
			{"wrong_type", "exchange"},
			{"wrong_type", "declared.0"},
			{"missing_field", "declared.0.seat"},
			{"missing_field", "declared.0.before_own_card_in_trick"},
			{"missing_field", "declared.0.what"},
		}},
		{"three hands", `{"contract":"normal","leader":1,"cards":["CA","CT","CK"]}`, []problem{{"wrong_type", "cards"}}},
		{"a solo without a soloist", `{"contract":"solo_pik","solo_kind":"lust","leader":1,` + cards + `}`, []problem{{"missing_field", "declarer"}}},
		{"a silent solo nobody can have", `{"contract":"stille_hochzeit","leader":1,` + cards + `}`, []problem{{"missing_field", "declarer"}}},
		{"a silent solo the cards show", `{"contract":"stille_hochzeit","leader":1,"cards":["CA","CT","CK","CQ CQ"]}`, nil},
		{"the solo kind of a normal game", `{"contract":"normal","solo_kind":"lust","leader":1,` + cards + `}`, []problem{{"bad_solo_kind", "solo_kind"}}},
		{"an Armut without an exchange", `{"contract":"armut","declarer":1,"leader":1,` + cards + `}`, []problem{{"missing_field", "exchange"}}},
		{"an exchange of nothing", `{"contract":"armut","declarer":1,"leader":1,` + cards + `,"exchange":{"given":"CA","returned":["CX"],"y":1}}`, []problem{
			{"unknown_field", "exchange.y"},
			{"wrong_type", "exchange.given"},
			{"wrong_type", "exchange.returned.0"},
			{"missing_field", "exchange.giver"},
			{"missing_field", "exchange.taker"},
		}},
		{
			"an exchange without cards", `{"contract":"armut","declarer":1,"leader":1,` + cards + `,"exchange":{"giver":1,"taker":2}}`,
			[]problem{{"missing_field", "exchange.given"}, {"missing_field", "exchange.returned"}},
		},
		{"calls and declarations", `{"contract":"normal","leader":1,` + cards + `,"announcements":[{"seat":5,"call":"k120","before_own_card_in_trick":13},{}],
			"declared":[{"seat":1,"what":"pig","before_own_card_in_trick":0},{"seat":1,"what":"five_nines five_kings","before_own_card_in_trick":1}]}`, []problem{
			{"unknown_player", "announcements.0.seat"},
			{"wrong_type", "announcements.0.before_own_card_in_trick"},
			{"unknown_call", "announcements.0.call"},
			{"missing_field", "announcements.1.seat"},
			{"missing_field", "announcements.1.before_own_card_in_trick"},
			{"missing_field", "announcements.1.call"},
			{"wrong_type", "declared.0.before_own_card_in_trick"},
			{"wrong_type", "declared.0.what"},
			{"wrong_type", "declared.1.what"},
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n, err := fields.Parse([]byte(tt.in))
			if err != nil {
				t.Fatal(err)
			}
			_, err = Parse(doppelkopf.DDV(), n)
			ps, _ := err.(tally.Problems)
			var got []problem
			for _, p := range ps {
				got = append(got, problem{p.Code, p.Field})
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzReplay: any input is refused or replayed to a hand that scores or says why not; nothing panics.
func FuzzReplay(f *testing.F) {
	for _, h := range realHands(f) {
		f.Add(h.input(f), false)
	}
	f.Add([]byte(`{"contract":"armut","declarer":1,"leader":1,"cards":["","","",""],"exchange":{"giver":1,"taker":2,"given":[],"returned":[]}}`), true)
	f.Fuzz(func(t *testing.T, raw []byte, kneipe bool) {
		n, err := fields.Parse(raw)
		if err != nil {
			return
		}
		r := doppelkopf.DDV()
		if kneipe {
			r, _ = doppelkopf.Preset("kneipe")
		}
		d, err := Parse(r, n)
		if err != nil {
			return
		}
		rep := Replay(r, d)
		out := append(rep.AppendJSON([]byte("{"), []byte("null"), code), '}')
		if _, err := fields.Parse(out); err != nil {
			t.Fatalf("%s gives %s", raw, out)
		}
	})
}

// However far a deal is noted, the tricks so far are those of the whole deal, and the next card is asked of the right seat.
func TestProgress(t *testing.T) {
	whole := realDeal(t, "82.403.616")
	all := Replay(doppelkopf.DDV(), whole).Tricks
	part := whole
	part.Cards = [4][]Card{}
	for n, want := range all {
		seat := want.Leader
		for range 4 {
			tricks, turn := Progress(doppelkopf.DDV(), part)
			if turn != seat || len(tricks) != n || !slices.Equal(tricks, all[:n]) {
				t.Fatalf("trick %d: seat %d is asked, want %d; %d tricks", n+1, turn, seat, len(tricks))
			}
			part.Cards[seat-1] = append(part.Cards[seat-1], whole.Cards[seat-1][n])
			seat = next(seat)
		}
	}
	if tricks, turn := Progress(doppelkopf.DDV(), part); turn != 0 || !slices.Equal(tricks, all) {
		t.Errorf("all cards are played, but seat %d is asked", turn)
	}
}

// A declared fox wins before the second one has been seen.
func TestProgress_Schweinchen(t *testing.T) {
	r := doppelkopf.DDV()
	r.Play.Schweinchen, r.Play.Superschweinchen = "both", true
	d := Deal{Contract: doppelkopf.Normal, Leader: 1, Cards: [4][]Card{{dulle}, {fox}, {nineDiam}, {old}}}
	for _, tt := range []struct {
		declared []Declaration
		winner   int
	}{
		{nil, 1}, {[]Declaration{{Seat: 2, What: "schweinchen", Trick: 1}}, 2},
		{[]Declaration{{Seat: 2, What: "schweinchen", Trick: 1}, {Seat: 3, What: "superschweinchen", Trick: 1}}, 3},
	} {
		d.Declared = tt.declared
		if tricks, turn := Progress(r, d); len(tricks) != 1 || tricks[0].Winner != tt.winner || turn != tt.winner {
			t.Errorf("%v: %v, then seat %d", tt.declared, tricks, turn)
		}
	}
}
