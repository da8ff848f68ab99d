package web

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// offenceCase is a row of the table in RULES d as the page asks for it: seat 2 offends, seat 3 plays alone where it is a solo.
type offenceCase struct {
	name, query, rule string
	points            []string
	fate              string
	stops             bool
}

func offenceCases() []offenceCase {
	list := []offenceCase{
		{"irrelevant", "offence=irrelevant", "ohne Einfluss", []string{"0", "0", "0", "0"}, "geht weiter", false},
		{"minor", "offence=minor", "Geringfügiger Verstoß im Normalspiel", []string{"+1", "−3", "+1", "+1"}, "geht weiter", false},
		{"minor by the soloist", "offence=minor&soloist=2", "Geringfügiger Verstoß des Alleinspielers", []string{"+1", "−3", "+1", "+1"}, "geht weiter", false},
		{"minor, may hurt", "offence=minor&soloist=3&harms=1", "kann ihm schaden", []string{"0", "−3", "+3", "0"}, "geht weiter", false},
		{"minor, cannot hurt", "offence=minor&soloist=3", "kann ihm nicht schaden", []string{"+1", "−3", "+1", "+1"}, "geht weiter", false},
		{"decided", "offence=decided", "wie geringfügig", []string{"+1", "−3", "+1", "+1"}, "übrigen Stiche gehören der Gegenseite", false},
		{"a warning", "offence=unsporting", "Unsportliches Verhalten", []string{"0", "0", "0", "0"}, "bleibt, wie es ist", false},
		{"unsporting", "offence=unsporting&warn=12", "Unsportliches Verhalten", []string{"0", "−12", "0", "0"}, "bleibt, wie es ist", false},
	}
	for denials, cost := range []int{12, 15, 18, 21, 24} {
		each, own, said := signed([]int{4, 5, 6, 7, 8}[denials]), signed(-cost), ""
		if denials > 0 {
			said = "; Gegenseite hatte abgesagt: " + []string{"", "keine 90", "keine 60", "keine 30", "schwarz"}[denials]
		}
		d := fmt.Sprint("&denials=", denials)
		list = append(list,
			offenceCase{"major" + d, "offence=major" + d, "Schwerwiegender Verstoß im Normalspiel" + said, []string{each, own, each, each}, "wird neu gegeben", true},
			offenceCase{"major by the soloist" + d, "offence=major&soloist=2" + d, "Schwerwiegender Verstoß des Alleinspielers" + said, []string{each, own, each, each}, "wird neu gegeben", true},
			offenceCase{"major against the soloist" + d, "offence=major&soloist=3" + d, "Schwerwiegender Verstoß gegen den Alleinspieler" + said, []string{"0", own, signed(cost), "0"}, "das Solo gilt als gespielt", true},
		)
	}
	return list
}

// The page proposes every row of the table of TSR 9, for each role of the offender and all denials, and stores nothing.
func TestOffenceProposals(t *testing.T) {
	e := newEvening(t, nil)
	b := e.deskBrowser()
	ask := fmt.Sprintf("%s/penalties/offence?table=%d&hand=1&offender=2&", e.home(), e.table(4).Table.ID)
	for _, tt := range offenceCases() {
		t.Run(tt.name, func(t *testing.T) {
			d := b.get(ask + tt.query).ok(200).doc()
			d.want("#proposal", "TSR 9 · ")
			d.want("#proposal", tt.rule)
			if got := d.texts("#proposal .points b"); !slices.Equal(got, tt.points) {
				t.Errorf("points %q, want %q", got, tt.points)
			}
			d.want("#proposal", tt.fate)
			if got := len(d.all("#proposal input[name=stop]")) == 1; got != tt.stops {
				t.Errorf("asks whether the sheet shall say so: %v", got)
			}
		})
	}
	d := b.get(e.home() + "/penalties").ok(200).doc()
	d.want("main", "keine Strafen")
}

// The whole way without script: table, hand, who and what, the proposal, the sheet, ranking and journal; cancelled, and the hand put back.
func TestOffenceOnPage(t *testing.T) {
	e := newEvening(t, nil)
	four := e.table(4)
	e.enter(four, `{"hand":{"contract":"normal","re":[1,2],"re_augen_between":[121,150],"calls":{"re":[],"kontra":["kontra","k90"]}}}`)
	b := e.deskBrowser()
	page := b.get(e.home() + "/penalties").ok(200)
	d := page.doc()
	d.want("a[href$='/penalties/offence']", "Strafe nach TSR 9")
	page = b.get(e.home() + "/penalties/offence").ok(200)
	page.doc().want("#f-table", "Runde 1, Tisch")
	question := "form[method=get]"
	page = page.submit(question, map[string]string{"table": fmt.Sprint(four.Table.ID)}).ok(200)
	page.doc().want("#f-soloist", "Normalspiel")
	if got := page.doc().attr("#f-hand", "value"); got != "2" {
		t.Errorf("hand %s, want the one that is played", got)
	}
	d = page.submit(question, map[string]string{"hand": "1"}).ok(422).doc() // nobody and nothing chosen
	d.in("#f-offender[aria-invalid]")
	d.in("#f-offence[aria-invalid]")
	page = page.submit(question, map[string]string{"hand": "1", "offender": "1", "offence": "major", "soloist": "", "denials": ""}).ok(200)
	d = page.doc()
	d.want("#f-denials", "wie eingetragen: keine 90")
	d.want("#proposal", "Gegenseite hatte abgesagt: keine 90")
	store := "#proposal form"
	page.with(store, nil).ok(422).doc().in("#f-reason[aria-invalid]")
	page = page.with(store, url.Values{"reason": {"nicht bedient"}}).follow().ok(200)
	d = page.doc()
	d.want(".flash", "−15")
	d.want(".tile", "TSR 9 · Schwerwiegender Verstoß im Normalspiel; Gegenseite hatte abgesagt: keine 90")
	d.want(".tile", "−15 Punkte · die anderen am Tisch je +5 · Runde 1, Spiel 1")
	d.want(".tile", "Spiel 1 wurde neu gegeben.")
	name := four.Seats[0].Name
	sheet := b.get(tableAddress(four.Table.ID)).ok(200).doc()
	if got := sheet.texts("tr.penalty td.num"); !slices.Equal(got, []string{"−15", "+5", "+5", "+5"}) {
		t.Errorf("on the sheet %q", got)
	}
	sheet.want("tr.what.penalty", "Strafe in Spiel 1 "+name+" −15: nicht bedient")
	sheet.want("#table-sheet", "neu gegeben")
	sheet.want("#table-sheet", "Summe 0, Strafpunkte 0")
	sheet.want("#table-head", "Spiel 1/24")
	b.get(e.home()+"/standings").ok(200).doc().want("#ranking", "davon Strafpunkte: −15")
	b.get(e.home()+"/journal").ok(200).doc().want(".journal", name+": Strafe eingetragen, Spiel 1 neu gegeben")
	page = page.with("form[action$=cancel]", url.Values{"reason": {"doch bedient"}}).follow().ok(200)
	page.doc().want(".tile", "Spiel 1 steht noch so auf der Liste, wie es die Strafe hinterlassen hat.")
	restore := "form[action$=restore]"
	page.with(restore, url.Values{"reason": {""}}).ok(422)
	page = page.with(restore, url.Values{"reason": {"doch bedient"}}).follow().ok(200)
	page.doc().want(".flash", "steht wieder so da")
	page.doc().none(restore)
	sheet = b.get(tableAddress(four.Table.ID)).ok(200).doc()
	sheet.none("tr.penalty")
	sheet.want("#table-head", "Spiel 2/24")
	b.get(e.home()+"/journal").ok(200).doc().want(".journal", name+": Spiel 1 wie vor der zurückgenommenen Strafe")
}

// Other points than the rules say: the proposal stands beside them. A hand that is stopped as played keeps the compulsory solo.
func TestOffenceDecidedOtherwise(t *testing.T) {
	e := newEvening(t, nil)
	four := e.table(4)
	b := e.deskBrowser()
	ask := fmt.Sprintf("%s/penalties/offence?table=%d&hand=1&offender=2&offence=major&soloist=3", e.home(), four.Table.ID)
	page := b.get(ask).ok(200)
	d := page.with("#proposal form", url.Values{"p2": {"acht"}, "reason": {"x"}}).ok(422).doc()
	d.want(".faults", "Zahl")
	d = page.with("#proposal form", url.Values{"p1": {"-4"}, "reason": {"x"}}).ok(422).doc()
	d.want("#proposal", "0 bis 1000")
	d.in("#proposal details[open]")
	page = page.with("#proposal form", url.Values{"p2": {"6"}, "p3": {"6"}, "reason": {"halb so schlimm"}}).follow().ok(200)
	d = page.doc()
	d.want(".tile", "−6 Punkte · "+four.Seats[2].Name+" +6")
	d.want(".tile", "Vorschlag war −12")
	v := e.view(four)
	if slices.Contains(v.SolosOpen, 3) || v.Next.Number != 2 {
		t.Errorf("the solo counts as played: open %v, next %+v", v.SolosOpen, v.Next)
	}
	b.get(tableAddress(four.Table.ID)).ok(200).doc().want("tfoot", "−6")
	later := strings.Replace(ask, "hand=1", "hand=2", 1)
	b.get(later).ok(200).with("#proposal form", url.Values{"reason": {"nur Punkte"}, "stop": nil}).follow().ok(200)
	if v := e.view(four); v.Next.Number != 2 {
		t.Errorf("the sheet was changed: %+v", v.Next)
	}
	e.enter(four, `{"points":[3,3,-3,-3]}`, `{"points":[3,3,-3,-3]}`)
	b.get(later).ok(200).with("#proposal form", url.Values{"reason": {"zu spät"}}).ok(409).doc().want(".faults", "Wer weiterspielt, verliert das Recht")
}

// The questions that have no answer, and who may not ask.
func TestOffenceRefused(t *testing.T) {
	e := newEvening(t, nil)
	b := e.deskBrowser()
	address := e.home() + "/penalties/offence"
	at := fmt.Sprintf("%s?table=%d&", address, e.table(5).Table.ID)
	for _, tt := range []struct {
		name, path string
		status     int
		want       string
	}{
		{"a table of nowhere", address + "?table=999", 404, ""},
		{"no number", address + "?table=x", 404, ""},
		{"a hand nobody plays", at + "hand=31", 422, "zwischen 1 und 30"},
		{"who sits out", at + "hand=1&offender=1&offence=minor", 422, "Karten hatte"},
		{"an offence nobody knows", at + "hand=1&offender=2&offence=rude", 422, "wie schwer"},
		{"thirteen points", at + "hand=1&offender=2&offence=unsporting&warn=13", 422, "0 bis 12"},
		{"a ninth denial", at + "hand=1&offender=2&offence=major&denials=9", 422, "0 bis 4"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := b.get(tt.path).ok(tt.status)
			if tt.want != "" {
				d := a.doc()
				d.want(".faults", tt.want)
				d.none("#proposal")
			}
		})
	}
	phone, page := e.phone(e.table(5))
	page.doc().none("a[href*='penalties/offence']")
	phone.get(at).ok(403)
	b.get(tableAddress(e.table(5).Table.ID)).ok(200).doc().in("a[href*='penalties/offence']")
}
