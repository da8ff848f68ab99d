package web

import (
	"net/url"
	"strings"
	"testing"

	"doko/tournament/store"
	"doko/tournament/store/storetest"
	"doko/web/webtest"
)

// What a hand breaks of the order for solos is said before it is sent, with its value: by the server and, in the same words, by a page
// without a network.
func TestOrderShownBeforeSaving(t *testing.T) {
	solo := func(pos, kind string) url.Values {
		return typed("contract", "solo", "solo", "solo_damen", "re", pos, "solo_kind", kind, "range", "121-150")
	}
	fourth := "Jetzt muss %4 das Pflichtsolo spielen"
	tests := []struct {
		name   string
		before []string // rows that are on the sheet
		hands  []url.Values
		want   []string // % and a digit is who sits there; "" = nothing to say
	}{
		{"nobody has to play a solo", nil,
			[]url.Values{typed("re", "1", "re", "3", "range", "151-180"), solo("2", ""), solo("2", "lust"), typed("way", "winners", "winners", "2", "value", "2")},
			[]string{"", "", "%2 muss erst das eigene Pflichtsolo spielen", ""}},
		{"the second has played his", []string{`{"hand":{"contract":"solo_damen","re":[2],"re_augen":150}}`},
			[]url.Values{solo("2", ""), solo("2", "lust"), solo("2", "pflicht"), solo("3", "lust")},
			[]string{"", "", "%2 hat das Pflichtsolo in dieser Runde schon gespielt", "%3 muss erst"}},
		{"as many are open as hands are left", []string{pairWins, pairWins},
			[]url.Values{
				typed("re", "1", "re", "3", "range", "151-180"), solo("1", ""), solo("4", ""), solo("4", "lust"),
				typed("way", "winners", "winners", "1", "winners", "2", "value", "1"), typed("way", "winners", "winners", "4", "value", "2"),
				typed("way", "winners", "winners", "1", "value", "2"),
			},
			[]string{fourth, fourth, "", fourth, fourth, "", fourth}},
	}
	for i, tt := range tests {
		open := []func(testing.TB) *store.Store{storetest.OpenPostgres, storetest.OpenSQLite}[i%2] // by turns: nothing is stored
		t.Run(tt.name, func(t *testing.T) {
			webtest.Start(t)
			e := newEveningOn(t, open(t), shortRounds)
			table := e.table(4)
			b, _ := e.phone(table)
			e.enter(table, tt.before...)
			phone := chromium(t, e.ts.URL)
			phone.visit("/k/" + e.key(table))
			address := tableAddress(table.Table.ID)
			way := "none"
			for i, hand := range tt.hands {
				want := tt.want[i]
				for pos, seat := range table.Seats {
					want = strings.ReplaceAll(want, "%"+string(rune('1'+pos)), strings.Fields(seat.Name)[0])
				}
				values := typed("op", "0123456789abcdef", "number", string(rune('1'+len(tt.before))), "contract", "normal")
				for name, list := range hand {
					values[name] = list
				}
				d := b.post(address+"/preview?part=preview", values).ok(200).doc()
				server := strings.Join(d.texts(".broken"), " | ")
				if want == "" && server != "" || !strings.Contains(server, want) {
					t.Errorf("%v: the server says %q, want %q", hand, server, want)
				}
				if len(d.texts(".points li")) != 4 {
					t.Errorf("%v: its value is missing", hand)
				}
				if way != hand.Get("way") {
					way = hand.Get("way")
					phone.offline(false)
					phone.visit(address + "?way=" + way)
					phone.until(`window.doko.data() !== null`)
					phone.offline(true)
				}
				eval[int](phone, put+"("+pairs(hand)+")")
				if page := eval[string](phone, `[...document.querySelectorAll("#preview .broken")].map(e => e.textContent.trim()).join(" | ")`); page != server {
					t.Errorf("%v: the page says %q, the server %q", hand, page, server)
				}
			}
		})
	}
}

// The warning stands beside the value and above the key, also where names are as long as they get. Only looks: one
// database will do.
func TestOrderOnPhone(t *testing.T) {
	e := newEvening(t, shortRounds)
	table := e.table(4)
	e.enter(table, pairWins, pairWins)
	long := "Dr. Dr. h. c. Maria-Theresia Freifrau von und zu Hohenlohe-Waldenburg-Schillingsfürst"
	e.rename(table.Seats[3].Entry, long)
	for _, lang := range []string{"de", "en"} {
		phone := chromium(t, e.ts.URL)
		phone.visit("/k/" + e.key(table))
		phone.visit(tableAddress(table.Table.ID) + "?lang=" + lang)
		phone.tapKeys("contract=normal", "re=4", "re=1", "re=3", "range=151-180")
		phone.says("#preview .broken", "Maria-Theresia")
		phone.says("#preview .points", "+")
		if !eval[bool](phone, `(([box, value]) => value.bottom <= box.bottom)(["#preview", "#preview .points"].map((s) => document.querySelector(s).getBoundingClientRect()))`) {
			t.Error("the value has no room beside the warning")
		}
		phone.fits()
		phone.shot("order-" + lang)
	}
}

// Without a network the value has no explanation: one line says when it comes. With one the explanation itself stands there.
// Nothing is stored: one database will do.
func TestExplanationLater(t *testing.T) {
	for lang, want := range map[string]string{"de": "sobald wieder Netz da ist", "en": "when the network is back"} {
		e := newEvening(t, nil)
		table := e.table(4)
		phone := chromium(t, e.ts.URL)
		phone.visit("/k/" + e.key(table))
		phone.visit(tableAddress(table.Table.ID) + "?lang=" + lang)
		phone.until(`window.doko.data() !== null && document.querySelector("#live:not(.off)") !== null`)
		phone.tapKeys("re=1", "re=3", "range=151-180")
		phone.says("#preview summary", "+1")
		phone.Gone("#preview .later")
		phone.offline(true)
		phone.tapKeys("range=181-210")
		phone.says("#preview .points", "+3")
		phone.until(`(document.querySelector("#preview .later")?.getClientRects().length ?? 0) > 0`)
		phone.says("#preview .later", want)
		phone.fits()
		phone.shot("later-" + lang)
		phone.offline(false)
	}
}
