package web

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
	"doko/web/webtest"
)

// tapped enters a hand on the phone by the keys of its form, and waits until the form is free for the next, or gone.
func (tb *tab) tapped(keys ...string) {
	tb.t.Helper()
	tb.tapKeys(keys...)
	op := eval[string](tb, `document.querySelector("#hand-form").elements.op.value`)
	tb.Tap(".stick button.main")
	tb.until(`(() => { const form = document.querySelector("#hand-form"); return !form || (!form.dataset.sent && form.elements.op.value !== ` + strconv.Quote(op) + `) })()`)
}

// awayPhone is a list keeper's phone whose network is gone, after the page has what it needs to go on without.
func (e *evening) awayPhone(t testing.TB, table desk.SeatedTable) *tab {
	t.Helper()
	phone := chromium(t, e.ts.URL)
	phone.visit("/k/" + e.key(table))
	phone.until(`window.doko.data() !== null`)
	phone.offline(true)
	return phone
}

// tapKeys taps keys of the form, each named "field=value".
func (tb *tab) tapKeys(keys ...string) {
	tb.t.Helper()
	for _, key := range keys {
		name, value, _ := strings.Cut(key, "=")
		tb.Tap(fmt.Sprintf(`input[name=%s][value=%q]`, name, value))
	}
}

// rows are the points of the hands stored at a table, by number from 1; a gap or a hand that is there twice fails.
func (e *evening) rows(table desk.SeatedTable) [][]int {
	e.t.Helper()
	var list [][]int
	for i, row := range e.view(table).Rows {
		if row.Number != i+1 || len(row.Older) > 0 {
			e.t.Fatalf("row %d is hand %d with %d older revisions", i+1, row.Number, len(row.Older))
		}
		list = append(list, row.Current.Points)
	}
	return list
}

// stores waits until so many hands are stored.
func (e *evening) stores(tb *tab, table desk.SeatedTable, hands int) {
	e.t.Helper()
	tb.until(`document.querySelector("[data-waiting]")?.textContent === ""`)
	if got := len(e.rows(table)); got != hands {
		e.t.Fatalf("%d hands are stored, want %d", got, hands)
	}
}

// KNOWN_PAINS 46: the network is gone in the middle of a round, for six hands, one of them a compulsory solo. Entry goes on with the right
// value, number, dealer and open solos; the page says since when it is alone and how many wait; later all are there, in order and once,
// and the projector is up to date by itself.
func TestSixHandsWaitThroughADeadNetwork(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		phone := chromium(t, e.ts.URL)
		phone.visit("/k/" + e.key(table))
		wall := phone.another()
		wall.visit(address(e.cup, "wall"))
		wall.says("#live", "Verbunden")
		phone.tapped("re=1", "re=2", "range=121-150")
		phone.says("#table-head", "Spiel 2/24")
		phone.says(".stick button.main", "Spiel 2 eintragen")
		phone.until(`window.doko.data() !== null`)

		phone.offline(true)
		wall.offline(true)
		name := func(seat int) string { return table.Seats[seat-1].Name }
		for i, step := range []struct {
			keys        []string
			value       string
			then, deals string
		}{
			{[]string{"re=1", "re=3", "range=151-180", "call_re=re"}, "Re gewinnt +4", "Spiel 3/24", name(3)},
			{[]string{"contract=solo", "solo=solo_damen", "re=2", "range=121-150"}, "Re gewinnt +1 · Solo zählt 3-fach", "Spiel 4/24", name(3)}, // deals again
			{[]string{"re=2", "re=4", "range=90-119"}, "Kontra gewinnt +2", "Spiel 5/24", name(4)},
			{[]string{"re=1", "re=4", "range=120"}, "Kontra gewinnt +2", "Spiel 6/24", name(1)},
			{[]string{"contract=hochzeit", "clarified_in=2", "re=1", "re=4", "range=240"}, "Re gewinnt +5", "Spiel 7/24", name(2)},
			{[]string{"contract=solo", "solo=solo_herz", "re=2", "range=0-29"}, "Kontra gewinnt +4 · Solo zählt 3-fach", "Spiel 8/24", name(3)}, // his second: voluntary
		} {
			phone.tapKeys(step.keys...)
			phone.says("#preview .headline", step.value)
			phone.tapped()
			phone.says("#table-head", step.then)
			phone.says("#table-head", shortName(table.Seats, step.deals)+" gibt")
			phone.says(".stick button.main", strings.TrimSuffix(step.then, "/24")+" eintragen")
			if i == 1 {
				phone.shot("queue_two")
			}
		}
		phone.says("[data-waiting]", "6 Spiele warten auf Netz")
		phone.says("#table-waiting", "Nicht verbunden seit")
		phone.says("#live", "Nicht verbunden seit")
		phone.fits()
		open := phone.Text(".owed")
		if strings.Contains(open, shortName(table.Seats, name(2))) || !strings.Contains(open, "noch 17 Spiele") {
			t.Errorf("the solos still open: %s", open)
		}
		if n := len(phone.Texts("#table-waiting li")); n != 6 {
			t.Errorf("%d hands listed: %v", n, phone.Texts("#table-waiting li"))
		}
		webtest.NamesStay(name(1), name(2), name(3), name(4))(phone.Tab)
		phone.shot("queue_six")
		if n := len(e.rows(table)); n != 1 {
			t.Fatalf("%d rows without a network", n)
		}

		phone.offline(false)
		wall.offline(false)
		phone.says("#table-head", "Spiel 8/24")
		e.stores(phone, table, 7)
		want := [][]int{{1, 1, -1, -1}, {4, -4, 4, -4}, {-1, 3, -1, -1}, {2, -2, 2, -2}, {-2, 2, 2, -2}, {5, -5, -5, 5}, {4, -12, 4, 4}}
		if got := e.rows(table); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("stored %v, want %v", got, want)
		}
		phone.says(".stick button.main", "Spiel 8 eintragen")
		phone.Gone("#table-waiting")
		wall.says("#live", "Verbunden")
		now := e.view(table).Tournament.Changes
		wall.until(fmt.Sprintf(`Number(document.querySelector("[data-live][id]").dataset.changes) >= %d`, now))
	})
}

// address is a page of a tournament.
func address(t tournament.Tournament, page string) string { return "/t/" + t.PublicID + "/" + page }

// At a table of five the dealer sits out: without a network too, and after a compulsory solo the same one again.
func TestWhoSitsOutWithoutANetwork(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(5)
		phone := e.awayPhone(t, table)
		out := func(seat int) {
			t.Helper()
			phone.says("#table-head", shortName(table.Seats, table.Seats[seat-1].Name)+" gibt und setzt aus")
			if got := eval[string](phone, `document.querySelector("input[name=re][disabled]").value`); got != strconv.Itoa(seat) {
				t.Errorf("seat %s sits out, want %d", got, seat)
			}
		}
		out(1)
		phone.tapped("re=2", "re=4", "range=121-150")
		out(2)
		phone.tapped("contract=solo", "solo=solo_pik", "re=5", "range=121-150")
		out(2)
		phone.tapped("re=1", "re=5", "range=121-150")
		out(3)
		phone.offline(false)
		e.stores(phone, table, 3)
		want := [][]int{{0, 1, -1, 1, -1}, {-1, 0, -1, -1, 3}, {1, 0, -1, -1, 1}}
		if got := e.rows(table); !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("stored %v, want %v", got, want)
		}
	})
}

// When as many solos are open as hands are left, the next has to be one: known without a network.
func TestForcedSolosWithoutANetwork(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		for hand := 1; hand <= 18; hand++ {
			e.enter(table, fmt.Sprintf(`{"hand":{"contract":"normal","re":[%d,%d],"re_augen_between":[121,150]}}`, hand%4+1, (hand+1)%4+1))
		}
		phone := e.awayPhone(t, table)
		phone.tapped("re=1", "re=2", "range=121-150")
		phone.tapped("re=1", "re=2", "range=121-150")
		for hand := 21; hand <= 24; hand++ { // hand 21 is dealt by seat 1, so seat 2 is led before
			name := table.Seats[(hand-20)%4].Name
			phone.says("#table-head", fmt.Sprintf("Spiel %d/24", hand))
			phone.says("#table-head", name+" muss jetzt das Pflichtsolo spielen")
			phone.shot("forced_offline")
			phone.tapped("solo=solo_damen", "range=121-150") // contract and player are filled in
		}
		phone.says("#table-head", "Alle 24 Spiele")
		if !eval[bool](phone, `document.querySelector(".stick button.main").disabled`) {
			t.Error("a 25th hand can be entered")
		}
		phone.offline(false)
		phone.says("#table-head", "Alle 24 Spiele")
		phone.says("#table-finish", "vollständig")
		if rows := e.rows(table); len(rows) != 24 {
			t.Errorf("%d rows", len(rows))
		}
		for hand := 21; hand <= 24; hand++ {
			if kind := e.view(table).Rows[hand-1].Kind; kind != "vorgefuehrt" {
				t.Errorf("hand %d is %q", hand, kind)
			}
		}
	})
}

// What waits outlives the tab: another one sends it. Two tabs that send the same hands at once store each of them once.
func TestWaitingHandsOutliveTheTab(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		phone := e.awayPhone(t, table)
		phone.tapped("re=1", "re=2", "range=121-150")
		phone.tapped("re=1", "re=3", "range=90-119")
		phone.says("[data-waiting]", "2 Spiele warten auf Netz")
		second := phone.another()
		third := phone.another()
		third.visit("/version")
		phone.do(chromedp.Navigate("about:blank")) // killed without a word
		eval[bool](third, `(setTimeout(() => location.assign("`+tableAddress(table.Table.ID)+`")), true)`)
		second.visit(tableAddress(table.Table.ID))
		second.says("#table-head", "Spiel 3/24")
		third.says("#table-head", "Spiel 3/24")
		e.stores(second, table, 2)
		e.stores(third, table, 2)
		if got := e.rows(table); got[0][1] != 1 || got[1][2] != -2 {
			t.Errorf("stored %v", got)
		}
	})
}

// The last of the waiting hands comes back into the form with everything that was typed; what is sent then is what is typed then.
func TestTakeTheLastWaitingHandBack(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		phone := e.awayPhone(t, table)
		phone.tapped("re=1", "re=2", "range=121-150")
		phone.tapped("re=1", "re=3", "range=151-180", "call_kontra=k90", "karlchen=re")
		phone.says("#table-waiting", "Spiel 2 zurückholen")
		if got := phone.Texts("#table-waiting li"); len(got) != 2 || strings.Contains(got[0], "zurückholen") || !strings.Contains(got[1], "Karlchen") || !strings.Contains(got[1], "151") {
			t.Errorf("listed: %v", got)
		}
		phone.Tap("#table-waiting li button")
		phone.says(".stick button.main", "Spiel 2 eintragen")
		phone.says("[data-waiting]", "1 Spiel wartet auf Netz")
		for _, key := range []string{`re][value="3"`, `range][value="151-180"`, `call_kontra][value="k90"`, `karlchen][value="re"`} {
			if !eval[bool](phone, `document.querySelector('input[name=`+key+`]').checked`) {
				t.Errorf("%s is lost", key)
			}
		}
		phone.tapped("range=181-210")
		phone.says("[data-waiting]", "2 Spiele warten auf Netz")
		phone.offline(false)
		e.stores(phone, table, 2)
		row := e.view(table).Rows[1].Current.Row
		if raw, _ := row.MarshalJSON(); !strings.Contains(string(raw), "[181,210]") {
			t.Errorf("stored %s", raw)
		}
	})
}

// KNOWN_PAINS 36: hand 7 is sent, the reply is lost, it is sent again and five times at once: one hand, the same for all. Another phone's
// hand 7 is a conflict with both versions.
func TestHandSentAgainAndAgainCountsOnce(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		for range 6 {
			e.enter(table, `{"hand":{"contract":"normal","re":[1,2],"re_augen_between":[121,150]}}`)
		}
		phone := chromium(t, e.ts.URL)
		phone.visit("/k/" + e.key(table))
		// The hand arrives, the reply does not, three times.
		eval[bool](phone, `(() => {
			window.wire = window.fetch;
			window.sent = [];
			window.fetch = async (to, how) => {
				const answer = await window.wire(to, how);
				if (!String(to).endsWith("/hands")) return answer;
				window.sent.push(Object.fromEntries(how.body));
				if (window.sent.length < 4) throw new TypeError("the reply was lost");
				return answer;
			};
			return true;
		})()`)
		phone.tapped("re=1", "re=3", "range=151-180")
		phone.until(`window.dispatchEvent(new Event("online")) && window.sent.length >= 4`) // it does not wait for its next try
		phone.says("#table-head", "Spiel 8/24")
		ops := eval[[]string](phone, `[...new Set(window.sent.map((s) => s.op))]`)
		if len(ops) != 1 {
			t.Errorf("sent under %d keys", len(ops))
		}
		b, _ := e.phone(table)
		b.header.Set(queueHeader, "1")
		values := typed("op", ops[0], "number", "7", "base", "0", "way", "", "contract", "normal", "re", "1", "re", "3", "range", "151-180")
		for name, list := range eval[map[string]string](phone, `window.sent[0]`) {
			if name != "re" {
				values.Set(name, list)
			}
		}
		var all sync.WaitGroup
		answers := make([]int, 5)
		for i := range answers {
			all.Go(func() { answers[i] = b.post(tableAddress(table.Table.ID)+"/hands", values).status })
		}
		all.Wait()
		if !slices.Equal(answers, []int{204, 204, 204, 204, 204}) {
			t.Errorf("five repeats are answered %v", answers)
		}
		if rows := e.rows(table); len(rows) != 7 || !slices.Equal(rows[6], []int{2, -2, 2, -2}) {
			t.Errorf("stored %v", rows)
		}

		other, _ := e.phone(table)
		conflict := other.post(tableAddress(table.Table.ID)+"/hands", typed("op", rand.Text(), "number", "7", "re", "2", "re", "4", "contract", "normal", "range", "90-119", "take_pen", rand.Text()))
		d := conflict.ok(http.StatusConflict).doc()
		d.want("h1", "zwei Eingaben")
		d.want("main", "+2")
	})
}

// Another device was faster: the refused hand shows both versions, and what waits behind it is sent when that is decided.
func TestConflictHoldsTheQueue(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		phone := e.awayPhone(t, table)
		phone.tapped("re=1", "re=2", "range=121-150")
		phone.tapped("re=1", "re=3", "range=90-119")
		e.enter(table, `{"hand":{"contract":"normal","re":[3,4],"re_augen_between":[151,180]}}`)
		phone.offline(false)
		phone.shows("h1", "zwei Eingaben")
		if n := len(e.rows(table)); n != 1 {
			t.Fatalf("%d rows", n)
		}
		phone.visit(tableAddress(table.Table.ID)) // undecided: nothing is thrown away, nothing overtakes
		phone.says("#table-waiting", "Nicht angenommen")
		phone.shot("refused")
		phone.Tap("#table-waiting button")
		phone.shows("h1", "zwei Eingaben")
		phone.Tap(`a[data-settles]`)
		phone.shows("#table-head", "Spiel 3/24")
		e.stores(phone, table, 2)
		if got := e.rows(table); !slices.Equal(got[0], []int{-2, -2, 2, 2}) || !slices.Equal(got[1], []int{-2, 2, -2, 2}) {
			t.Errorf("stored %v", got)
		}
	})
}

// A hand that breaks the order of solos comes back with the message at its field and everything that was typed; mended, it counts.
func TestRefusedHandComesBackToItsField(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		phone := e.awayPhone(t, table)
		phone.tapped("contract=solo", "solo=solo_herz", "solo_kind=lust", "re=3", "range=121-150", "call_re=re")
		phone.offline(false)
		phone.shows(`#f-hand\.solo_kind .fault`, "Pflichtsolo")
		for _, key := range []string{`solo][value="solo_herz"`, `re][value="3"`, `range][value="121-150"`, `call_re][value="re"`} {
			if !eval[bool](phone, `document.querySelector('input[name=`+key+`]').checked`) {
				t.Errorf("%s is lost", key)
			}
		}
		phone.Gone("#table-waiting") // it is in the form, not listed as well
		phone.tapped("solo_kind=")
		phone.shows(".flash", "Spiel 1 eingetragen")
		e.stores(phone, table, 1)
		if left := eval[int](phone, `Object.keys(localStorage).filter((k) => k.startsWith("doko.hand ")).length`); left != 0 {
			t.Errorf("%d hands are still kept", left)
		}
	})
}

// A network's sign-in page answers everything with a redirect or a page of its own: nothing is thrown away for that.
func TestSignInPageOfANetworkTakesNoHands(t *testing.T) {
	inBrowser(t, nil, func(t *testing.T, e *evening) {
		table := e.table(4)
		phone := chromium(t, e.ts.URL)
		phone.visit("/k/" + e.key(table))
		for i, answer := range []string{`new Response("<h1>Welcome to the hotel</h1>")`, `Response.redirect("/elsewhere", 302)`, `new Response("no", {status: 403})`, `new Response(null, {status: 204})`} {
			eval[bool](phone, `(window.wire ??= window.fetch, window.fetch = () => Promise.resolve(`+answer+`), true)`)
			phone.tapped("re=1", "re=2", "range=121-150")
			phone.says(".stick button.main", fmt.Sprintf("Spiel %d eintragen", i+2))
		}
		phone.says("[data-waiting]", "4 Spiele warten auf Netz")
		eval[bool](phone, `(window.fetch = window.wire, window.dispatchEvent(new Event("online")), true)`)
		phone.says("#table-head", "Spiel 5/24")
		e.stores(phone, table, 4)
	})
}

// A phone whose clock is wrong by a day, either way, is as good as any: with a network, without one and afterwards.
func TestClockOfThePhoneDoesNotMatter(t *testing.T) {
	for days, open := range map[int]func(testing.TB) *store.Store{-1: storetest.OpenSQLite, 1: storetest.OpenPostgres, 30: storetest.OpenSQLite} {
		t.Run(fmt.Sprint(days, " days"), func(t *testing.T) {
			webtest.Start(t)
			e := newEveningOn(t, open(t), nil)
			table := e.table(4)
			phone := chromium(t, e.ts.URL)
			phone.Before(fmt.Sprintf(`(() => {
				const Right = Date, wrong = %d * 86400000;
				window.Date = class extends Right { constructor(...a) { a.length ? super(...a) : super(Right.now() + wrong) } static now() { return Right.now() + wrong } };
			})()`, days))
			phone.visit("/k/" + e.key(table))
			phone.tapped("re=1", "re=2", "range=121-150")
			phone.shows(".flash", "Spiel 1 eingetragen")
			phone.offline(true)
			phone.tapped("re=1", "re=3", "range=121-150")
			phone.says("[data-waiting]", "1 Spiel wartet")
			phone.offline(false)
			phone.says("#table-head", "Spiel 3/24")
			e.stores(phone, table, 2)
			phone.visit(tableAddress(table.Table.ID))
			phone.says("#table-head", "Spiel 3/24")
		})
	}
}
