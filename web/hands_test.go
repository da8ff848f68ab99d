package web

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"doko/tournament/desk"
	"doko/tournament/store/storetest"
)

// typed is what is typed into the form of a hand: pairs of field and value, a field twice for two keys.
func typed(pairs ...string) url.Values {
	v := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Add(pairs[i], pairs[i+1])
	}
	return v
}

var normalHand = typed("contract", "normal", "re", "1", "re", "3", "range", "151-180")

// The points are worked out by hand under the DDV's rules.
func TestHandsWithoutScript(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	_, page := e.phone(table)
	tests := []struct {
		name   string
		typed  url.Values
		points []int
		says   string
	}{
		{"Re wins, Kontra under 90, a fox", typed("contract", "normal", "re", "1", "re", "3", "range", "151-180", "fuchs_re", "1"), []int{3, -3, 3, -3}, "+3"},
		{"Hochzeit, Kontra announced and wins", typed("contract", "hochzeit", "clarified_in", "2", "re", "2", "re", "4", "range", "90-119", "call_kontra", "kontra"),
			[]int{4, -4, 4, -4}, "+4"},
		{"compulsory solo", typed("contract", "solo", "solo", "solo_damen", "re", "4", "augen", "131"), []int{-1, -1, -1, 3}, "+3"},
		// Kontra had more than 90, so Re lost: 1 won, 1 against the old, 2 Re, 1 keine 90.
		{"lost against the own announcement", typed("contract", "normal", "re", "1", "re", "2", "range", "121-150", "call_re", "k90"), []int{-5, -5, 5, 5}, "+5"},
		{"exactly 120", typed("contract", "normal", "re", "1", "re", "2", "range", "120"), []int{-2, -2, 2, 2}, "+2"},
		{"without a trick", typed("contract", "normal", "re", "2", "re", "3", "range", "240"), []int{-5, 5, 5, -5}, "+5"},
		{"a silent solo", typed("contract", "solo", "solo", "stille_hochzeit", "re", "1", "range", "121-150"), []int{3, -1, -1, -1}, "+3"},
		{"the short way", typed("way", "winners", "winners", "2", "winners", "4", "value", "2"), []int{-2, 2, -2, 2}, "+2"},
	}
	running := make([]int, 4)
	for i, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			page = page.with("#hand-form", tt.typed).follow().ok(200)
			row := e.view(table).Rows[i]
			if !slices.Equal(row.Current.Points, tt.points) {
				t.Fatalf("points %v, want %v", row.Current.Points, tt.points)
			}
			d := page.doc()
			d.want(".flash", fmt.Sprintf("Spiel %d eingetragen", i+1))
			d.want(".flash", tt.says)
			d.want(".table-head", fmt.Sprintf("Spiel %d/24", i+2))
			for p := range running {
				running[p] += tt.points[p]
			}
			if cells := d.texts("tfoot td"); len(cells) != 4 || cells[0] != d.points(running[0]) {
				t.Errorf("the sheet says %v, want %v", cells, running)
			}
		})
	}
	d := page.doc()
	if got := d.texts(".solo .mark"); !slices.Equal(got, []string{"Pflicht", "Solo"}) {
		t.Errorf("solos marked %v", got)
	}
	if got := len(d.all("td.won")); got != 14 {
		t.Errorf("%d winners marked, want 14", got)
	}
	if open := d.text(".owed"); !strings.Contains(open, "offen") || strings.Contains(open, shortName(table.Seats, table.Seats[3].Name)) {
		t.Error("a played compulsory solo is still open")
	}
}

// points is how a page writes points.
func (d doc) points(n int) string {
	return strings.Replace(fmt.Sprintf("%+d", n), "-", "−", 1)
}

func TestFiveAtATable(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(5)
	_, page := e.phone(table)
	d := page.doc()
	dealer := table.Seats[0].Name
	d.want(".table-head", shortName(table.Seats, dealer)+" gibt und setzt aus")
	d.want("input[name=re][disabled] + span", "setzt aus")
	page.with("#hand-form", typed("re", "2", "re", "4", "range", "121-150")).follow().ok(200)
	if got := e.view(table).Rows[0].Current.Points; !slices.Equal(got, []int{0, 1, -1, 1, -1}) {
		t.Errorf("points %v", got)
	}
	b := page.b
	address := tableAddress(table.Table.ID)
	b.get(address).with("#hand-form", typed("re", "1", "re", "3", "range", "121-150")).follow().ok(200) // seat 2 deals
	solo := b.get(address).with("#hand-form", typed("contract", "solo", "solo", "solo_pik", "re", "3", "range", "121-150"))
	solo.ok(422).doc().want("#f-hand\\.re .fault", "spielt in diesem Spiel nicht mit") // seat 3 deals and sits out
	if n := len(e.view(table).Rows); n != 2 {
		t.Errorf("%d rows", n)
	}
}

func TestWrongHands(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	_, page := e.phone(table)
	tests := []struct {
		name, group string
		typed       url.Values
		keeps       string // what is still there afterwards
	}{
		{"241 Augen", "hand.re_augen", typed("re", "1", "re", "3", "augen", "241"), "input[name=augen][value='241']"},
		{"1 Auge", "hand.re_augen", typed("re", "1", "re", "3", "augen", "1"), "input[name=augen][value='1']"},
		{"no number", "hand.re_augen", typed("re", "1", "re", "3", "augen", "viele"), "input[name=augen][value=viele]"},
		{"outside of the range", "hand.re_augen", typed("re", "1", "re", "3", "augen", "100", "range", "151-180"), "input[value='151-180'][checked]"},
		{"0 Augen, with or without a trick", "hand.re_augen", typed("re", "1", "re", "3", "augen", "0"), "input[name=augen][value='0']"},
		{"no result", "hand.re_augen", typed("re", "1", "re", "3"), "input[name=re][value='3'][checked]"},
		{"nobody is Re", "hand.re", typed("range", "121-150"), "input[value='121-150'][checked]"},
		{"three are Re", "hand.re", typed("re", "1", "re", "2", "re", "3", "range", "121-150"), "input[name=re][value='2'][checked]"},
		{"a stranger is Re", "hand.re", typed("re", "1", "re", "9", "range", "121-150"), "input[name=re][value='1'][checked]"},
		{"one is Re twice", "hand.re", typed("re", "1", "re", "1", "range", "121-150"), "input[value='121-150'][checked]"},
		{"five Doppelköpfe", "hand.specials", typed("re", "1", "re", "3", "range", "211-240", "doppelkopf_re", "5"), "input[name=doppelkopf_re][value='5']"},
		{"two play a solo", "hand.re", typed("contract", "solo", "solo", "solo_herz", "re", "1", "re", "2", "range", "121-150"), "input[value=solo_herz][checked]"},
		{"which solo", "hand.contract", typed("contract", "solo", "re", "1", "range", "121-150"), "input[value=solo][checked]"},
		{"unknown contract", "hand.contract", typed("contract", "ramsch", "re", "1", "re", "2", "range", "121-150"), "input[name=re][value='2'][checked]"},
		{"Hochzeit never clarified or when", "hand.clarified_in", typed("contract", "hochzeit", "re", "1", "re", "2", "range", "121-150"), "input[value=hochzeit][checked]"},
		{"a third fox", "hand.specials", typed("re", "1", "re", "3", "range", "151-180", "fuchs_re", "2", "fuchs_kontra", "1"), "input[name=fuchs_re][value='2']"},
		{"foxes without Augen", "hand.re_augen", typed("re", "1", "re", "3", "augen", "10", "fuchs_re", "1"), "input[name=fuchs_re][value='1']"},
		{"a special without a trick", "hand.specials", typed("re", "1", "re", "3", "range", "0", "fuchs_re", "1"), "input[name=range][value='0'][checked]"},
		{"a fox as a word", "hand.specials", typed("re", "1", "re", "3", "range", "151-180", "fuchs_re", "einer"), "input[name=fuchs_re][value=einer]"},
		{"Kontra said by Re", "hand.calls", typed("re", "1", "re", "3", "range", "151-180", "call_re", "kontra"), "input[name=re][value='3'][checked]"},
		{"voluntary before compulsory", "hand.solo_kind", typed("contract", "solo", "solo", "solo_herz", "solo_kind", "lust", "re", "1", "range", "121-150"), "input[value=lust][checked]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := page.with("#hand-form", tt.typed).ok(422).doc()
			at := "#f-" + strings.ReplaceAll(tt.group, ".", "\\.")
			found := d.texts(at + " .fault, " + at + " + .fault")
			if len(found) == 0 {
				t.Fatalf("nothing said at %s; the page says %v", tt.group, d.texts(".fault"))
			}
			d.in(tt.keeps)
			d.in(`.faults a[href="#f-` + tt.group + `"]`)
			if n := len(e.view(table).Rows); n != 0 {
				t.Errorf("%d rows stored", n)
			}
		})
	}
	both := page.with("#hand-form", typed("re", "1", "augen", "241", "fuchs_re", "3")).ok(422).doc()
	if n := len(both.all(".faults li")); n < 3 {
		t.Errorf("%d problems named, want all three: %v", n, both.texts(".faults li"))
	}
}

// The form offers what the rules of the tournament know, and no more.
func TestFormFollowsRules(t *testing.T) {
	e := newEvening(t, func(s *desk.Settings) { s.Rules = []byte(`"kneipe"`) })
	table := e.table(4)
	b, page := e.phone(table)
	d := page.doc()
	for _, there := range []string{
		"input[name=contract][value=armut]", "input[name=bock]", "input[name=fuchs_last_re]", "input[name=karlchen_caught_kontra]", "input[name=dulle_caught][value=kontra]",
	} {
		d.in(there)
	}
	hand := typed("contract", "armut", "re", "1", "re", "2", "range", "151-180", "fuchs_last_re", "1", "dulle_caught", "kontra", "bock", "1")
	page.with("#hand-form", hand).follow().ok(200)
	// 1 won, 1 under 90, 2 for the fox in the last trick, −1 for the Dulle; twice for the Bock.
	if got := e.view(table).Rows[0].Current.Points; !slices.Equal(got, []int{6, 6, -6, -6}) {
		t.Errorf("points %v", got)
	}
	edit := b.get(tableAddress(table.Table.ID) + "/hands/1").ok(200).doc()
	edit.in("input[name=dulle_caught][value=kontra][checked]")
	edit.in("input[name=bock][value='1']")
	hand.Set("bock", "oft")
	hand.Set("number", "2")
	hand.Set("op", strings.Repeat("b", 20))
	page.with("#hand-form", hand).ok(422).doc().want("#f-hand\\.specials .fault", "ganze Zahl")

	ddv := newEvening(t, nil)
	_, plain := ddv.phone(ddv.table(4))
	plain.doc().none("input[value=armut], input[name=bock], input[name=fuchs_last_re], input[name=dulle_caught], input[name=karlchen_caught_re]")
}

func TestShortWayProblems(t *testing.T) {
	e := newEvening(t, nil)
	b, _ := e.phone(e.table(4))
	page := b.get(tableAddress(e.table(4).Table.ID) + "?way=winners").ok(200)
	page.doc().in("input[name=winners]")
	d := page.with("#hand-form", typed("value", "zwei")).ok(422).doc()
	d.want("#f-winners .fault", "gewonnen")
	d.want(".wrong .fault", "ganze Zahl")
	d.in("input[name=value][value=zwei]")
	page.with("#hand-form", typed("winners", "1", "value", "2")).follow().ok(200)
	if got := e.view(e.table(4)).Rows[0].Current.Points; !slices.Equal(got, []int{6, -2, -2, -2}) {
		t.Errorf("points %v", got)
	}
}

func TestPreview(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, page := e.phone(table)
	address := tableAddress(table.Table.ID) + "/preview"
	part := b.post(address+"?part=preview", normalHand).ok(200)
	if strings.Contains(part.body, "<html") {
		t.Error("the part is a whole page")
	}
	d := part.doc()
	d.want(".headline", "Re gewinnt +2")
	d.want("p.why", "Re brauchte 121, hatte 151–180.")
	d.want(".why summary", "gewonnen +1 · unter 90 +1")
	d.want(".why li:nth-child(2)", "Kontra blieb unter 90: +1")
	d.want(".points .won", "+2")
	b.post(address+"?part=preview", typed("contract", "normal", "range", "121-150")).ok(200).doc().want(".todo", "wer Re ist")
	whole := page.b.post(address, normalHand).ok(200).doc()
	whole.in("input[value='151-180'][checked]")
	if n := len(e.view(table).Rows); n != 0 {
		t.Errorf("a preview stored %d rows", n)
	}
}

func TestCorrection(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, page := e.phone(table)
	page.with("#hand-form", typed("contract", "hochzeit", "clarified_in", "1", "re", "1", "re", "3", "augen", "155", "call_re", "k90", "doppelkopf_re", "1", "karlchen", "kontra")).follow()
	address := tableAddress(table.Table.ID)
	edit := b.get(address + "/hands/1").ok(200)
	d := edit.doc()
	for _, kept := range []string{
		"input[value=hochzeit][checked]", "input[name=clarified_in][value='1'][checked]", "input[name=re][value='3'][checked]", "input[name=augen][value='155']",
		"input[value='151-180'][checked]", "input[name=call_re][value=k90][checked]", "input[name=doppelkopf_re][value='1']", "input[name=karlchen][value=kontra][checked]",
	} {
		d.in(kept)
	}
	edit.with("#hand-form", typed("augen", "", "range", "121-150")).ok(422).doc().want(".wrong .fault", "Grund")
	after := edit.with("#hand-form", typed("augen", "", "range", "121-150", "reason", "Augen falsch gezählt")).follow().ok(200).doc()
	after.want(".flash", "geändert")
	after.want(".older", "Augen falsch gezählt")
	after.want(".older", "Tisch")
	after.in(".older del")

	office := e.deskBrowser()
	byName := office.get(address+"/hands/1").ok(200).with("#hand-form", typed("reason", "geprüft")).follow().ok(200).doc()
	if got := byName.texts(".older"); len(got) != 2 || !strings.Contains(got[0], "anna") || !strings.Contains(got[1], "Tisch") {
		t.Errorf("who corrected: %v", got)
	}

	stale := edit.with("#hand-form", typed("op", strings.Repeat("x", 20), "reason", "noch einmal")).ok(409).doc()
	stale.want("h1", "zwei Eingaben")
	stale.want(".two section:first-child", "Kontra gewinnt")
	stale.want(".two section:last-child", "Re gewinnt")
	if row := e.view(table).Rows[0]; row.Current.Revision != 3 || len(row.Older) != 2 {
		t.Errorf("revision %d with %d older ones", row.Current.Revision, len(row.Older))
	}
	b.get(address + "/hands/2").ok(404)
	b.get(address + "/hands/x").ok(404)
}

func TestTakeBack(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, page := e.phone(table)
	page = page.with("#hand-form", normalHand).follow().ok(200)
	page.doc().want(".undo summary", "Spiel 1 zurück")
	again := page.with(".undo form", nil).follow().ok(200)
	d := again.doc()
	d.want(".flash", "zurückgenommen")
	d.want(".older", "Falsch eingetragen")
	d.in("input[value='151-180'][checked]")
	d.none("td.won")
	again.with("#hand-form", typed("range", "121-150")).follow().ok(200)
	if got := e.view(table).Rows[0].Current; got.Revision != 3 || got.Points[0] != 1 {
		t.Errorf("revision %d, points %v", got.Revision, got.Points)
	}
	b.post(tableAddress(table.Table.ID)+"/hands/1/void", typed("op", strings.Repeat("y", 20), "base", "3", "reason", " ")).ok(422).doc().want(".faults", "ausfüllen")
}

// Somebody corrects a hand that another has taken back meanwhile.
func TestCorrectionOfWhatIsGone(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, page := e.phone(table)
	page = page.with("#hand-form", normalHand).follow().ok(200)
	edit := b.get(tableAddress(table.Table.ID) + "/hands/1").ok(200)
	page.with(".undo form", nil).follow().ok(200)
	gone := edit.with("#hand-form", typed("range", "121-150", "reason", "vertippt")).ok(409)
	d := gone.doc()
	d.want("h1", "Spiel 1: zwei Eingaben")
	d.want("[role=alert]", "zurückgenommen")
	d.none(".two form:nth-of-type(2)")
	gone.with(".two form", nil).follow().ok(200)
	if row := e.view(table).Rows[0]; row.Current.Revision != 3 || row.Current.Points[0] != 1 {
		t.Errorf("%+v", row.Current)
	}
}

func TestTwoPhonesOneHand(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	_, first := e.phone(table)
	_, second := e.phone(table)
	first.with("#hand-form", normalHand).follow().ok(200)
	conflict := second.with("#hand-form", typed("contract", "normal", "re", "2", "re", "3", "range", "90-119", "karlchen", "re")).ok(409)
	d := conflict.doc()
	d.want("[role=alert]", "Tisch")
	d.want(".two section:first-child", "Re gewinnt +2")
	d.want(".two section:last-child", "Kontra gewinnt +1")
	d.in(".two input[name=karlchen][value=re]")
	if n := len(e.view(table).Rows); n != 1 {
		t.Fatalf("%d rows", n)
	}
	next := parseDoc(t, conflict.body).all("form")
	if n := len(next); n < 2 {
		t.Fatalf("%d forms", n)
	}
	conflict.with(".two form:last-of-type", nil).follow().ok(200)
	rows := e.view(table).Rows
	if len(rows) != 2 || !slices.Equal(rows[1].Current.Points, []int{1, -1, -1, 1}) {
		t.Fatalf("as the next hand: %d rows", len(rows))
	}
	conflict.with(".two section:last-child form", nil).seen().follow().ok(200)
	if row := e.view(table).Rows[0]; row.Current.Revision != 2 || row.Current.Points[1] != -1 {
		t.Errorf("mine was not taken: %+v", row.Current)
	}
}

func TestSameFormFiveTimes(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	_, page := e.phone(table)
	var wg sync.WaitGroup
	answers := make([]answer, 5)
	for i := range answers {
		wg.Go(func() { answers[i] = page.with("#hand-form", normalHand) })
	}
	wg.Wait()
	for _, a := range answers {
		a.ok(303)
	}
	if rows := e.view(table).Rows; len(rows) != 1 || rows[0].Current.Revision != 1 {
		t.Errorf("%d rows", len(rows))
	}
	page.with("#hand-form", typed("re", "1", "re", "2", "range", "0-29")).ok(409).doc().want("main", "")
}

func TestClosedRound(t *testing.T) {
	e := newEvening(t, func(s *desk.Settings) {
		s.Format.HandsPerRound, s.Format.HandsAtFive, s.Format.CompulsorySolos = 4, 5, 0
	})
	table := e.table(4)
	b, page := e.phone(table)
	e.enter(table, `{"winners":[1,2],"value":1}`, `{"winners":[1,2],"value":1}`, `{"winners":[1,2],"value":1}`, `{"winners":[1,2],"value":1}`)
	e.enter(e.table(5), `{"winners":[2,3],"value":1}`, `{"winners":[1,3],"value":1}`, `{"winners":[1,2],"value":1}`, `{"winners":[1,2],"value":1}`, `{"winners":[1,2],"value":1}`)
	for _, tb := range e.seating.Tables {
		v := e.view(tb)
		_, err := e.d.ConfirmSheet(e.ctx(), e.by, desk.TableStep{Op: "confirm-" + tb.Seats[0].Name, Table: tb.Table.ID, Version: v.Table.Version})
		e.must(err)
	}
	round := e.view(table).Round
	_, err := e.d.CloseRound(e.ctx(), e.by, desk.RoundStep{Op: "close-the-first-round", Tournament: e.cup.ID, Round: 1, Version: round.Version})
	e.must(err)
	d := b.get(tableAddress(table.Table.ID)).ok(200).doc()
	d.none("form.hand, .undo, tbody th a")
	d.want(".table-head", "abgeschlossen")
	a := page.with("#hand-form", typed("op", strings.Repeat("z", 20), "number", "4", "base", "1", "reason", "doch", "re", "1", "re", "2", "range", "120"))
	a.ok(409).doc().in(".faults")
	if row := e.view(table).Rows[3]; row.Current.Revision != 1 {
		t.Error("a closed round was changed")
	}
}

// The page asks the database the same few questions however many hands the sheet has, and one for each account that wrote on it.
func TestTablePageQueries(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, _ := e.phone(table)
	empty := storetest.Count(t, e.store, func() { b.get(tableAddress(table.Table.ID)).ok(200) })
	e.fill(table)
	full := storetest.Count(t, e.store, func() { b.get(tableAddress(table.Table.ID)).ok(200) })
	if empty != 17 || full != 18 {
		t.Errorf("%d queries for a full sheet, %d for an empty one", full, empty)
	}
}

func TestShortNames(t *testing.T) {
	seats := []desk.SeatView{{Position: 1, Name: "Anna Bauer", FromHand: 1}, {Position: 2, Name: "Anna Schmidt", FromHand: 1}, {Position: 3, Name: "Bo", FromHand: 1}, {Position: 3, Name: "Zoë Łu", FromHand: 9}}
	if got := shortAt(seats, 1, 3); got != "Anna B." {
		t.Error(got)
	}
	if got := shortAt(seats, 3, 8) + shortAt(seats, 3, 9); got != "BoZoë" {
		t.Error(got)
	}
	if got := columnHeads(seats, 3)[2]; got.Short != "Bo / Zoë" {
		t.Errorf("%+v", got)
	}
	if got := clipped("Karl-Friedrich") + clipped("Zoë"); got != "Karl-Fri.Zoë" {
		t.Error(got)
	}
	alike := []desk.SeatView{{Name: "Carsten Graf"}, {Name: "Carsten Grün"}, {Name: "Carsten Ott"}, {Name: "Bo Graf"}}
	for name, want := range map[string]string{"Carsten Graf": "Carsten Gra.", "Carsten Grün": "Carsten Grü.", "Carsten Ott": "Carsten O.", "Bo Graf": "Bo"} {
		if got := shortName(alike, name); got != want {
			t.Errorf("%s is shortened to %q, want %q", name, got, want)
		}
	}
	if got := shortName(nil, "Dr. Dr. h. c. Maria-Theresia Freifrau von Hohenlohe") + shortName(nil, "Dr."); got != "Maria-TheresiaDr." {
		t.Error(got)
	}
	if got := nameAt(nil, 1, 1) + shortName(nil, ""); got != "" {
		t.Error(got)
	}
}
