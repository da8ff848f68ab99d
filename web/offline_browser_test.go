package web

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// shownHands are hands as they are tapped, with everything a sheet has: the value, Hochzeit, solos, calls, special points, Bock, the
// short way, and what cannot be.
var shownHands = []url.Values{
	typed("re", "1", "re", "3", "range", "151-180"),
	typed("re", "1", "re", "3", "range", "151-180", "fuchs_re", "1", "doppelkopf_kontra", "1", "karlchen", "re"),
	typed("re", "2", "re", "4", "range", "120", "call_re", "re"),
	typed("re", "2", "re", "4", "range", "120", "call_kontra", "kontra"),
	typed("re", "2", "re", "4", "range", "30-59", "call_re", "k60", "call_kontra", "kontra"),
	typed("re", "2", "re", "4", "range", "240", "call_re", "schwarz"),
	typed("re", "2", "re", "4", "range", "0", "call_kontra", "k30", "doppelkopf_kontra", "2"),
	typed("re", "2", "re", "4", "augen", "187", "range", "181-210", "call_re", "k90", "call_kontra", "k90"),
	typed("contract", "hochzeit", "clarified_in", "2", "re", "2", "re", "4", "range", "90-119", "call_kontra", "kontra", "fuchs_kontra", "2"),
	typed("contract", "hochzeit", "clarified_in", "none", "re", "2", "range", "121-150", "fuchs_re", "1"),
	typed("contract", "solo", "solo", "solo_damen", "re", "4", "augen", "131", "doppelkopf_re", "1"),
	typed("contract", "solo", "solo", "solo_fleischlos", "re", "1", "range", "0-29", "call_re", "re", "call_kontra", "k60"),
	typed("contract", "solo", "solo", "stille_hochzeit", "re", "3", "range", "211-240", "karlchen", "kontra"),
	typed("way", "winners", "winners", "2", "winners", "4", "value", "3"),
	typed("way", "winners", "winners", "2", "value", "2"),
	typed("way", "winners", "winners", "1", "winners", "2", "winners", "3", "value", "4"),
	typed("contract", "armut", "re", "1", "re", "2", "range", "151-180"),
	typed("re", "1", "re", "3", "range", "151-180", "fuchs_last_re", "1", "dulle_caught", "kontra", "bock", "2"),
	typed("re", "1", "re", "3", "range", "151-180", "karlchen_caught_kontra", "2", "call_re", "re", "call_kontra", "kontra", "bock", "1"),
	// What cannot be has no value: no Augen, a third fox, foxes without Augen, no trick and a fox, a figure nobody can have, Karlchen twice.
	typed("re", "1", "re", "3"),
	typed("re", "1", "range", "121-150"),
	typed("re", "1", "re", "3", "range", "151-180", "fuchs_re", "2", "fuchs_kontra", "1"),
	typed("re", "1", "re", "3", "augen", "10", "fuchs_re", "1"),
	typed("re", "1", "re", "3", "range", "0-29", "doppelkopf_re", "1"),
	typed("re", "1", "re", "3", "range", "0", "fuchs_re", "1"),
	typed("re", "1", "re", "3", "augen", "239"),
	typed("re", "1", "re", "3", "augen", "241"),
	typed("re", "1", "re", "3", "augen", "0"),
	typed("re", "1", "re", "3", "augen", "100", "range", "151-180"),
	typed("re", "1", "re", "3", "augen", "viele"),
	typed("re", "1", "re", "3", "range", "151-180", "fuchs_re", "einer"),
	typed("re", "1", "re", "3", "range", "151-180", "karlchen", "re", "fuchs_last_kontra", "1"),
	typed("re", "1", "re", "3", "range", "151-180", "bock", "oft"),
	typed("contract", "solo", "re", "1", "range", "121-150"),
	typed("contract", "hochzeit", "re", "1", "re", "2", "range", "121-150"),
	typed("way", "winners", "value", "3"),
	typed("way", "winners", "winners", "1", "winners", "2", "value", "drei"),
}

// put fills the page's form in one go, as if each key had been tapped.
const put = `((pairs) => {
	const form = document.querySelector("#hand-form");
	for (const e of form.querySelectorAll("input:not([type=hidden])")) {
		const picked = pairs.filter(([name]) => name === e.name).map(([, value]) => value);
		if (e.type === "radio" || e.type === "checkbox") e.checked = picked.length ? picked.includes(e.value) : e.value === "" || e.value === "normal";
		else e.value = picked[0] ?? "";
	}
	form.elements.number.dispatchEvent(new Event("input", {bubbles: true}));
	return [...form.querySelectorAll("input:not([type=hidden])")].length;
})`

func pairs(v url.Values) string {
	var list []string
	for name, values := range v {
		for _, value := range values {
			list = append(list, fmt.Sprintf("[%q,%q]", name, value))
		}
	}
	return "[" + strings.Join(list, ",") + "]"
}

// What the page shows without a network is what the server answers, and nothing where the server refuses: without the network the page
// looks up, it does not reckon.
func TestValuesShownOfflineAreTheServers(t *testing.T) {
	for preset, open := range map[string]func(testing.TB) *store.Store{ // where the rules are kept makes no other difference here
		"ddv": storetest.OpenSQLite, "seed000": storetest.OpenPostgres, "seed002": storetest.OpenSQLite,
		"seed003": storetest.OpenPostgres, "seed004": storetest.OpenSQLite, "kneipe": storetest.OpenPostgres,
	} {
		t.Run(preset, func(t *testing.T) {
			e := newEveningOn(t, open(t), func(s *desk.Settings) { s.Rules = []byte(`"` + preset + `"`) })
			table := e.table(4)
			b, _ := e.phone(table)
			phone := chromium(t, e.ts.URL)
			phone.visit("/k/" + e.key(table))
			address := tableAddress(table.Table.ID)
			shown := 0
			for _, way := range []string{"", "winners"} {
				phone.visit(address + "?way=" + way)
				phone.until(`window.doko.data() !== null`)
				phone.offline(true)
				for _, hand := range shownHands {
					if hand.Get("way") != way {
						continue
					}
					eval[int](phone, put+"("+pairs(hand)+")")
					got := eval[string](phone, `[...document.querySelectorAll("#preview .headline, #preview .points li")].map(e => e.textContent.trim().replace(/\s+/g, " ")).join(" | ")`)
					values := typed("op", "0123456789abcdef", "number", "1", "contract", "normal")
					for name, list := range hand {
						values[name] = list
					}
					d := b.post(address+"/preview?part=preview", values).ok(200).doc()
					want := strings.Join(append(d.texts(".headline"), d.texts(".points li")...), " | ")
					if got != want {
						t.Errorf("%v: the page shows %q, the server %q", hand, got, want)
					}
					if got == "" && eval[string](phone, `document.querySelector("#preview .todo").textContent`) == "" {
						t.Errorf("%v: nothing is said", hand)
					}
					if got != "" {
						shown++
					}
				}
				phone.offline(false)
			}
			if shown < 15 {
				t.Errorf("only %d hands had a value", shown)
			}
		})
	}
}

// The table of values comes once: under its name a browser keeps it for good, and nobody gets it without the table's key.
func TestValuesAreKept(t *testing.T) {
	e := newEvening(t, nil)
	b, page := e.phone(e.table(4))
	address, _ := attr(page.doc().in("#hand-form").root, "data-values")
	a := b.get(address).ok(200)
	if !strings.Contains(a.header.Get("Cache-Control"), "immutable") || !strings.HasPrefix(a.header.Get("Content-Type"), "application/json") {
		t.Errorf("%v", a.header)
	}
	b.header.Set("Accept-Encoding", "gzip")
	if z := b.get(address).ok(200); z.header.Get("Content-Encoding") != "gzip" || len(z.body) > 4000 {
		t.Errorf("%d bytes", len(z.body))
	}
	b.get(tableAddress(e.table(4).Table.ID) + "/values/000000000000.json").ok(404)
	newBrowser(t, e.ts).get(address).ok(401)
	five := newBrowser(t, e.ts)
	five.get("/k/" + e.key(e.table(5))).ok(303)
	five.get(address).ok(403)
}
