package web

import (
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// cellsOf are the texts of a row's cells.
func cellsOf(row *html.Node) []string {
	var list []string
	for n := range row.ChildNodes() {
		if n.Type == html.ElementNode {
			list = append(list, text(n))
		}
	}
	return list
}

// The table shows every pair of calls; the worked-out values are those of TSR 7.2.2.
func TestWhatIf(t *testing.T) {
	b := newClub(t).browser()
	b.get("/what-if").ok(200).doc().want("h1", "Was wäre wenn")
	d := b.get("/what-if?" + url.Values{"contract": {"normal"}, "augen": {"148"}, "call_re": {"k90"}}.Encode()).ok(200).doc()
	rows := d.all(".what-if tbody tr")
	want := [][2]string{{"Re +1", "Re +3"}, {"Re +3", "Re +5"}, {"Kontra +5", "Kontra +7"}} // base 1, against 1, Re 2, keine 90 1; Kontra 2 more
	for i, w := range want {
		cells := cellsOf(rows[i])
		for j := range w {
			if got := strings.TrimSuffix(cells[j+1], " ●"); got != w[j] {
				t.Errorf("row %d, column %d is %q, want %q", i, j, got, w[j])
			}
		}
	}
	d.want("td.actual", "Kontra +5")
	d.want(".good-notice", "Re brauchte 151 wegen keine 90, hatte 148.")
	if got := len(d.all(".what-if td a")); got != 36 {
		t.Errorf("%d pairs of calls", got)
	}
	d = b.get("/what-if?" + url.Values{"contract": {"solo"}, "range": {"240"}, "fuchs_re": {"1"}}.Encode()).ok(200).doc()
	d.want("main", "zählt es für den Solisten 3-fach")
	d.want("td.actual", "Re +5")
	d.want(".good-notice", "Fuchs zählt im Solo nicht")
	b.get("/what-if?augen=241").ok(422).doc().want(".faults", "240")
	b.get("/what-if?augen=viele").ok(422).doc().want(".faults", "ganze Zahl")
	b.get("/what-if?augen=150&range=90-119").ok(422)
	b.get("/what-if?augen=0").ok(422)
	b.get("/what-if?rules=skat").ok(404)
}

// From an entered hand: the table marks what was said, another pair can be looked at, and only who may see the table may ask.
func TestWhatIfOfAHand(t *testing.T) {
	e := newEvening(t, nil)
	table := e.table(4)
	b, page := e.phone(table)
	page.with("#hand-form", typed("contract", "normal", "re", "1", "re", "3", "augen", "148", "call_re", "k90")).follow()
	address := tableAddress(table.Table.ID) + "/hands/1"
	d := b.get(address).ok(200).doc()
	link := d.attr("a[href$=what-if]", "href")
	d = b.get(link).ok(200).doc()
	d.want("h1", "Spiel 1")
	d.want("td.actual a[aria-current]", "Kontra +5")
	other := b.get(d.attr(".what-if tbody tr:first-child td:nth-child(2) a", "href")).ok(200).doc()
	other.want(".good-notice .headline", "Re gewinnt +1")
	other.want("td.actual", "Kontra +5")
	b.get(tableAddress(table.Table.ID) + "/hands/2/what-if").ok(404)
	newBrowser(t, e.ts).get(link).ok(401)
}
