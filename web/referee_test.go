package web

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"doko/scoring/doppelkopf"
	"doko/web/i18n"
)

// realHand is one deal of an online club with what was recorded of it.
type realHand struct {
	ID       string `json:"game_id"`
	Contract string
	Declarer *int     `json:"declarer_seat"`
	Leader   int      `json:"leader_first_trick_seat"`
	Cards    []string `json:"hands_in_play_order"`
	Calls    []struct {
		Seat  int
		Call  string
		Trick int `json:"before_own_card_in_trick"`
	} `json:"announcements"`
	Tricks []struct {
		Leader, Winner int
		Augen          int `json:"eyes"`
	}
	Re     []int `json:"re_seats"`
	Points []int `json:"recorded_points_by_seat"`
}

func realHands(t testing.TB) []realHand {
	t.Helper()
	raw, err := os.ReadFile("../scoring/testdata/real_hands_8.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Hands []realHand }
	if err := json.Unmarshal(raw, &file); err != nil || len(file.Hands) != 8 {
		t.Fatalf("%d hands, %v", len(file.Hands), err)
	}
	return file.Hands
}

// query is the hand as the referee's page has it in its address.
func (h realHand) query() url.Values {
	q := url.Values{"contract": {h.Contract}, "leader": {fmt.Sprint(h.Leader)}}
	if h.Declarer != nil {
		q.Set("declarer", fmt.Sprint(*h.Declarer))
	}
	for i, cards := range h.Cards {
		q.Set(cardField(i+1), cards)
	}
	var said []string
	for _, c := range h.Calls {
		said = append(said, fmt.Sprintf("%d %s %d", c.Seat, c.Call, c.Trick))
	}
	q.Set("calls", strings.Join(said, ", "))
	return q
}

// Eight hands really played give their tricks, parties and points on the page too.
func TestRefereeRealHands(t *testing.T) {
	b := newClub(t).browser()
	for _, h := range realHands(t) {
		t.Run(h.ID, func(t *testing.T) {
			d := b.get("/referee?" + h.query().Encode()).ok(200).doc()
			d.want("#verdict", "Alles nach den Regeln")
			rows := d.all(".tricks tbody tr")
			for i, want := range h.Tricks {
				cells := cellsOf(rows[i])
				if !strings.Contains(cells[want.Winner], "✓") || !strings.Contains(cells[want.Leader], "▸") || cells[5] != fmt.Sprint(want.Augen) {
					t.Errorf("trick %d: %q, want leader %d, winner %d, %d Augen", i+1, cells, want.Leader, want.Winner, want.Augen)
				}
			}
			points := d.all(".points li")
			for i, want := range h.Points {
				if got := text(points[i]); !strings.HasSuffix(got, signed(want)) {
					t.Errorf("seat %d: %s, recorded %d", i+1, got, want)
				}
			}
			what := d.attr("#verdict a[href^='/what-if']", "href")
			actual := b.get(what).ok(200).doc()
			if got := len(actual.all("td.actual a[aria-current]")); got != 1 {
				t.Errorf("%d cells are as it was", got)
			}
			actual.want(".good-notice .headline", strings.Fields(d.text("#verdict .headline"))[0])
		})
	}
}

func signed(n int) string {
	return strings.NewReplacer("+-", "−", "+0", "0").Replace(fmt.Sprintf("+%d", n))
}

// A whole hand can be played by tapping card after card, without script; a card can be taken back and something said on the way.
func TestRefereeTapped(t *testing.T) {
	h := realHands(t)[0]
	page := newClub(t).browser().get("/referee?" + url.Values{"contract": {h.Contract}, "leader": {fmt.Sprint(h.Leader)}}.Encode()).ok(200)
	seat, first := 0, true
	for n, trick := range h.Tricks {
		seat = trick.Leader
		for range 4 {
			page.doc().want(".next h2", fmt.Sprintf("Stich %d: Platz %d spielt", n+1, seat))
			if first {
				wrong := page.submit("form.referee", map[string]string{"tap": "C9"}).ok(200)
				page = wrong.submit("form.referee", map[string]string{"undo": "1"}).ok(200)
				page.doc().want(".next h2", fmt.Sprintf("Stich %d: Platz %d spielt", n+1, seat))
				first = false
			}
			for _, c := range h.Calls {
				if c.Seat == seat && c.Trick == n+1 {
					page = page.submit("form.referee", map[string]string{"sayer": fmt.Sprint(seat), "say": c.Call}).ok(200)
				}
			}
			page = page.submit("form.referee", map[string]string{"tap": strings.Fields(h.Cards[seat-1])[n]}).ok(200)
			seat = seat%4 + 1
		}
	}
	d := page.doc()
	d.want("#verdict", "Alles nach den Regeln")
	for i, want := range h.Points {
		if got := text(d.all(".points li")[i]); !strings.HasSuffix(got, signed(want)) {
			t.Errorf("seat %d: %s, recorded %d", i+1, got, want)
		}
	}
	back := page.submit("form.referee", map[string]string{"undo": "1"}).ok(200).doc()
	back.want(".next h2", "Stich 12:")
}

// What was against the rules, or is no deal at all, is named by trick and seat.
func TestRefereeFaults(t *testing.T) {
	hands := realHands(t)
	words := func(seat int) []string { return strings.Fields(hands[0].Cards[seat-1]) }
	tests := []struct {
		name   string
		change func(url.Values)
		status int
		where  string
		want   string
	}{
		{"eleven cards", func(q url.Values) { q.Set("c1", strings.Join(words(1)[:11], " ")); q.Set("check", "1") }, 200, "#verdict", "Stich 12, Platz 1: 11 Karten statt 12."},
		{"a seat plays twice", func(q url.Values) { q.Set("c2", hands[0].Cards[1]+" "+words(2)[0]) }, 200, "#verdict", "Stich 13, Platz 2: 13 Karten statt 12."},
		{"an unknown card", func(q url.Values) { q.Set("c3", "X9 "+strings.Join(words(3)[1:], " ")) }, 422, ".faults", "\"X9\" von Platz 3 in Stich 1"},
		{"an unknown call", func(q url.Values) { q.Set("calls", "1 hurra 1") }, 422, ".faults", "hurra"},
		{"no call at all", func(q url.Values) { q.Set("calls", "1 re") }, 422, ".faults", "nicht zu lesen"},
		{"no such seat", func(q url.Values) { q.Set("leader", "5") }, 422, ".faults", "nicht mit"},
		{"no such contract", func(q url.Values) { q.Set("contract", "skat") }, 422, ".faults", "Spielart"},
		{"a solo without soloist", func(q url.Values) { q.Set("contract", "solo_damen"); q.Del("declarer") }, 422, ".faults", "declarer"},
		{"a late call", func(q url.Values) { q.Set("calls", "1 schwarz 12") }, 200, "#verdict", "Stich 12, Platz 1: „schwarz“ kam zu spät"},
	}
	b := newClub(t).browser()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			q := hands[0].query()
			tt.change(q)
			b.get("/referee?"+q.Encode()).ok(tt.status).doc().want(tt.where, tt.want)
		})
	}
	q := hands[0].query()
	q.Set("c1", "DK DA DA "+strings.Join(words(1)[3:], " "))
	b.get("/referee?"+q.Encode()).ok(200).doc().want("#verdict", "Stich 4, Platz 2: Das Blatt stimmt nicht: ♦A: 3 statt 2")
	b.get("/referee?rules=skat").ok(404)
	b.get("/referee?t=nothing").ok(404)
}

// A card that breaks suit is marked in the table of tricks and named in a sentence.
func TestRefereeRevoke(t *testing.T) {
	h := realHands(t)[0]
	b := newClub(t).browser()
	for seat := 1; seat <= 4; seat++ {
		for n := 1; n < 12; n++ {
			words := strings.Fields(h.Cards[seat-1])
			words[0], words[n] = words[n], words[0]
			q := h.query()
			q.Set(cardField(seat), strings.Join(words, " "))
			a := b.get("/referee?" + q.Encode())
			if a.status == 200 && strings.Contains(a.body, "bedient") && strings.Contains(a.body, "wrong-card") {
				d := a.doc()
				d.want("#verdict .faults", "bedient")
				d.want("#verdict .faults", "Stich ")
				return
			}
		}
	}
	t.Error("no revoke found by swapping two cards of a hand")
}

func TestRefereeNotation(t *testing.T) {
	for line, want := range map[string]string{
		"ca ♥10 ♦D sb": "CA HT DQ SJ", "CA,HT  D9": "CA HT D9", "h10 HK": "HT HK", "": "", "Dulle": "DULLE",
	} {
		if got := strings.Join(cardWords(line), " "); got != want {
			t.Errorf("%q reads %q, want %q", line, got, want)
		}
	}
}

// A tournament's own rules judge: without nines a hand has ten cards.
func TestRefereeOfATournament(t *testing.T) {
	c := newClub(t)
	evening := c.evening("Freitag")
	address := tournamentAddress(evening) + "/rules"
	c.signedIn("Änne").get(address+"/edit?preset=kneipe").submit("form[method=post][action$=rules]", nil).follow().ok(200)
	d := c.browser().get("/referee?t=" + evening.PublicID).ok(200).doc()
	d.want("main", "Freitag")
	if got := len(d.all(".pad button")); got != 20 {
		t.Errorf("%d different cards", got)
	}
	q := realHands(t)[0].query()
	q.Set("t", evening.PublicID)
	c.browser().get("/referee?"+q.Encode()).ok(200).doc().want("#verdict", "12 Karten statt 10.")
	en := c.browser()
	en.get("/?lang=en").follow().ok(200)
	en.get("/referee?"+realHands(t)[1].query().Encode()).ok(200).doc().want("#verdict", "All by the rules.")
}

// Whatever is in the address, the page judges it or names what is wrong; it never fails.
func FuzzReferee(f *testing.F) {
	raw, err := os.ReadFile("../scoring/testdata/real_hands_8.json")
	if err != nil {
		f.Fatal(err)
	}
	var file struct{ Hands []realHand }
	if err := json.Unmarshal(raw, &file); err != nil {
		f.Fatal(err)
	}
	for _, h := range file.Hands {
		f.Add(h.query().Encode())
	}
	f.Add("contract=armut&declarer=1&taker=2&given=DA+DK&returned=CA+CK&c1=CA&tap=CT")
	f.Add("contract=hochzeit&declarer=2&declared=2+schweinchen+1&rules=kneipe&undo=1&leader=4")
	texts, err := i18n.Load()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, query string) {
		values, _ := url.ParseQuery(query) // what can't be read is left out, as in a request
		rules, known := doppelkopf.Preset(values.Get("rules"))
		if !known {
			rules = doppelkopf.DDV()
			rules.Play.Schweinchen, rules.Play.Superschweinchen, rules.Armut = "both", true, true
		}
		form := &Form{values: values}
		form.fillDefault("leader", "1")
		page := refereePage{Base: Base{Printer: texts.Printer(i18n.German), Form: form}, Rules: rules}
		if err := page.replay(); err != nil {
			t.Fatal(err)
		}
		for _, line := range append(page.Against, page.Re) {
			if strings.Contains(line, "⟦") || strings.Contains(line, "<no value>") {
				t.Errorf("%q", line)
			}
		}
		for _, fault := range page.Faults() {
			if strings.Contains(fault.Text, "⟦") || strings.Contains(fault.Text, "<no value>") {
				t.Errorf("%q", fault.Text)
			}
		}
	})
}
