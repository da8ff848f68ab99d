package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"doko/web/webtest"
)

// What goes wrong in a hall: two phones at one hand, impatient thumbs, pages that are older than the evening, wrong addresses.
// Each is answered in words, keeps what was typed, and stores nothing wrong.
func TestTroubleInBrowser(t *testing.T) {
	b := webtest.Start(t)
	onEachDatabase(t, func(t *testing.T, db string) {
		e := prepareEvening(t, db, 9)
		p := startProgram(t, db)
		tr := &trouble{t: t, b: b, e: e, p: p}
		tr.twoPhones()
		tr.impatience()
		tr.addresses()
		tr.closed()
	})
}

// trouble is an evening with table 1 played and the others idle.
type trouble struct {
	t *testing.T
	b *webtest.Browser
	e evening
	p *program
}

// phone is a new phone that has scanned the code of a table.
func (tr *trouble) phone(t *testing.T, table int, d webtest.Device) *hall {
	t.Helper()
	tab := tr.b.Visitor(t, tr.p.base, d)
	tab.Keep(webtest.EveryPage)
	tab.Visit("/k/" + tr.e.keys[table])
	return &hall{t: t, p: tr.p, phone: tab, four: fmt.Sprintf("/tables/%d", tr.e.tables[table]), name: strings.ReplaceAll(t.Name(), "/", "_")}
}

// wantHands fails unless the table has that many hands.
func (tr *trouble) wantHands(t *testing.T, table, want int) {
	t.Helper()
	if got := tr.p.hands(t, tr.e.token, tr.e.tables[table]); got != want {
		t.Errorf("%d hands are stored, want %d", got, want)
	}
}

// twoPhones enter the same hand: the second takes over the pen, sees both versions and decides.
func (tr *trouble) twoPhones() {
	tr.t.Run("two phones", func(t *testing.T) {
		one, two := tr.phone(t, 0, webtest.Phone()), tr.phone(t, 0, webtest.Phone())
		two.phone.Tap(`#hand-form input[name=re][value="2"]`)
		one.hand("re=1", "re=3", "range=151-180")
		two.phone.Says("#table-head", "2/24") // the head follows, the form under the fingers does not
		two.phone.Tap("#table-pen button")
		two.phone.Until(`!document.querySelector("#table-writes").disabled`)
		two.hand("re=3", "range=90-119")
		two.shot(two.phone, "conflict")
		said := two.phone.Text("main")
		for _, points := range []string{"+2", "−2"} {
			if strings.Count(said, points) < 2 {
				t.Errorf("the page does not show both versions: %s", said)
			}
		}
		tr.wantHands(t, 0, 1)
		two.phone.Follow(`main section:last-child form:last-of-type button`)
		two.shot(two.phone, "as_next")
		tr.wantHands(t, 0, 2)
		two.totals("+4", "−4", "0", "0")

		// An old page of a correction.
		two.phone.Visit(two.four + "/hands/1")
		one.phone.Visit(one.four + "/hands/1")
		one.phone.Follow("form[data-take-pen] button")
		one.phone.Visit(one.four + "/hands/1")
		one.phone.Tap(`#hand-form input[name=range][value="121-150"]`)
		one.phone.Type("#f-reason", "nur 140 Augen")
		one.phone.Follow("#hand-form .stick button.main")
		one.phone.Follow("#correction button.main")
		two.phone.Tap(`#hand-form input[name=range][value="181-210"]`)
		two.phone.Type("#f-reason", "190 Augen")
		two.phone.Follow("#hand-form .stick button.main")
		two.shot(two.phone, "stale_correction")
		if said := two.phone.Text("main"); !strings.Contains(said, "+1") || !strings.Contains(said, "+3") {
			t.Errorf("the page does not show both corrections: %s", said)
		}
		two.phone.Visit(two.four)
		two.totals("+3", "−3", "−1", "+1")
	})
}

// impatience: one form sent five times is one hand, by the thumb and by the network.
func (tr *trouble) impatience() {
	tr.t.Run("five taps", func(t *testing.T) {
		h := tr.phone(t, 1, webtest.Phone())
		h.phone.Tap(`#hand-form input[name=re][value="2"]`)
		h.phone.Tap(`#hand-form input[name=re][value="3"]`)
		h.phone.Tap(`#hand-form input[name=range][value="121-150"]`)
		sent := webtest.Eval[[]int](h.phone, `(async () => {
			const form = document.querySelector("#hand-form"), body = new URLSearchParams(new FormData(form));
			const answers = await Promise.all([1, 2, 3, 4, 5].map(() => fetch(form.action, {method: "POST", body})));
			return answers.map(a => a.status);
		})()`)
		if !slices.Equal(sent, []int{200, 200, 200, 200, 200}) {
			t.Errorf("the five answers are %v", sent)
		}
		tr.wantHands(t, 1, 1)
		h.phone.Visit(h.four)
		h.phone.Tap(`#hand-form input[name=re][value="1"]`)
		h.phone.Tap(`#hand-form input[name=re][value="3"]`)
		h.phone.Tap(`#hand-form input[name=range][value="121-150"]`)
		webtest.Eval[bool](h.phone, `(() => { const b = document.querySelector("#hand-form .stick button.main"); for (let i = 0; i < 5; i++) b.click(); return true })()`)
		h.phone.Says(".flash", "2")
		h.shot(h.phone, "five_taps")
		tr.wantHands(t, 1, 2)
	})
}

// addresses that lead nowhere say so, and lead on.
func (tr *trouble) addresses() {
	tr.t.Run("wrong addresses", func(t *testing.T) {
		stranger := tr.b.Visitor(t, tr.p.base, webtest.Phone())
		stranger.Keep(webtest.EveryPage)
		keeper := tr.phone(t, 0, webtest.Phone())
		for _, tt := range []struct {
			tab     *webtest.Tab
			address string
		}{
			{stranger, "/k/" + strings.Repeat("x", 22)}, {stranger, "/tables/1"}, {stranger, "/tables/99999"}, {stranger, "/t/nirgends"},
			{stranger, "/tables/99999999999999999999"}, {keeper.phone, "/tables/99999"}, {keeper.phone, fmt.Sprintf("/tables/%d", tr.e.tables[1])},
			{stranger, "/setup/xxxx"}, {stranger, "/nirgends"},
		} {
			tt.tab.Visit(tt.address)
			if tt.tab.Shows("#hand-form") || !tt.tab.Shows("main .faults, main .notice") || !tt.tab.Shows(`main a[href="/"]`) {
				t.Errorf("%s says %q", tt.address, tt.tab.Text("main"))
			}
			tt.tab.Shot("trouble_" + strings.NewReplacer("/", "_").Replace(tt.address))
		}
	})
}

// closed: pages that were open when the round was closed cannot change it.
func (tr *trouble) closed() {
	tr.t.Run("closed round", func(t *testing.T) {
		device := webtest.Phone()
		device.NoScript = true // nothing tells this page that the evening goes on without it
		h := tr.phone(t, 1, device)
		h.phone.Follow("#table-pen button") // the phone before has gone with the pen
		tr.finish(t)
		h.hand("re=2", "re=4", "range=121-150")
		h.shot(h.phone, "closed")
		if !h.phone.Shows(".faults") {
			t.Errorf("a hand in a closed round: the page says %s", h.phone.Text("main"))
		}
		h.phone.Says("#table-hand .points", "+1") // what was typed is not lost
		tr.wantHands(t, 1, 2)
		h.phone.Visit(h.four)
		h.shot(h.phone, "closed_page")
		if h.phone.Shows("#hand-form") {
			t.Error("a closed round takes hands")
		}
	})
}

// finish confirms all sheets with a director's reason and closes the round.
func (tr *trouble) finish(t *testing.T) {
	t.Helper()
	for _, id := range tr.e.tables {
		var table struct{ Version int }
		tr.p.api(t, tr.e.token, http.MethodGet, fmt.Sprintf("/api/v1/tables/%d", id), "", &table)
		tr.p.api(t, tr.e.token, http.MethodPost, fmt.Sprintf("/api/v1/tables/%d/confirm", id),
			fmt.Sprintf(`{"op":"confirm-%d","version":%d,"reason":"Zeit ist um"}`, id, table.Version), nil)
	}
	var list struct {
		Rounds []struct{ Number, Version int }
	}
	tr.p.api(t, tr.e.token, http.MethodGet, fmt.Sprintf("/api/v1/tournaments/%d/rounds", tr.e.tournament), "", &list)
	tr.p.api(t, tr.e.token, http.MethodPost, fmt.Sprintf("/api/v1/tournaments/%d/rounds/1/close", tr.e.tournament),
		fmt.Sprintf(`{"op":"close-1","version":%d}`, list.Rounds[0].Version), nil)
}

// api calls the JSON API with a token and reads the answer, if anything is to be read.
func (p *program) api(t *testing.T, token, method, path, body string, into any) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, p.base+path, strings.NewReader(body))
	must(t, err)
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	must(t, err)
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	must(t, err)
	if resp.StatusCode >= http.StatusBadRequest {
		t.Fatalf("%s %s: status %d %s", method, path, resp.StatusCode, raw)
	}
	if into != nil {
		must(t, json.Unmarshal(raw, into))
	}
}
