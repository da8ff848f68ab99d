package main

import (
	"fmt"
	"strings"
	"testing"

	"doko/web/webtest"
)

// KNOWN_PAINS 38: two phones have scanned the code of one table. Both see it, the first keeps the pen, the second takes it over with one
// key, nothing typed is lost, and when it closes its page the first is alone again. On Postgres each phone talks to a server process of its
// own.
func TestTwoPhonesAtOneTable(t *testing.T) {
	b := webtest.Start(t)
	onEachDatabase(t, func(t *testing.T, db string) {
		p := &penTest{trouble: trouble{t: t, b: b, e: prepareEvening(t, db, 8), p: startProgram(t, db)}}
		p.one = p.phone(t, 0, webtest.Phone())
		second := p.trouble
		if strings.HasPrefix(db, "postgres") {
			second.p = startProgram(t, db)
		}
		p.two = second.phone(t, 0, webtest.Phone())
		p.both()
		p.firstKeeps()
		p.takeOver()
		p.waiting()
		p.otherTable()
		p.leaves()
	})
}

type penTest struct {
	trouble
	one, two *hall
}

const (
	penKey   = "#table-pen form[data-take-pen] button"
	disabled = `document.querySelector("#table-writes").disabled`
)

func (p *penTest) alone(h *hall) {
	p.t.Helper()
	h.phone.Until(`document.querySelector("#table-pen") && document.querySelector("#table-pen").innerText.trim() === ""`)
}

// both phones say that there are two, before anybody has entered anything.
func (p *penTest) both() {
	p.t.Helper()
	for _, h := range []*hall{p.one, p.two} {
		h.phone.Says("#table-pen", "2 Geräte an diesem Tisch")
		if webtest.Eval[bool](h.phone, disabled) {
			p.t.Error("nobody has the pen, and the form is locked")
		}
	}
	p.one.shot(p.one.phone, "both")
}

// firstKeeps: who enters first has the pen; the other phone reads, and cannot write even where it tries.
func (p *penTest) firstKeeps() {
	p.t.Helper()
	p.one.hand("re=1", "re=3", "range=151-180")
	p.one.phone.Says("#table-pen", "2 Geräte an diesem Tisch – am Stift: dieses")
	two := p.two.phone
	two.Says("#table-pen", "2 Geräte an diesem Tisch – am Stift: das andere (zuletzt ")
	two.Says("#table-head", "2/24")
	two.Until(disabled)
	for _, key := range []string{"#hand-form .stick", "#table-sheet .undo", "#table-sheet tbody th a", "#table-finish form"} {
		two.Gone(key) // with the part's own answer
	}
	two.Fits()
	p.two.shot(two, "reads")
	two.Visit(p.two.four + "?lang=en")
	two.Says("#table-pen", "2 devices at this table – the other one has the pen (last seen ")
	two.Fits()
	p.two.shot(two, "reads_en")
	two.Visit(p.two.four + "/hands/1?lang=de")
	if two.Shows("#hand-form") || !two.Shows("form[data-take-pen] button") {
		p.t.Error("the page of a correction does not say where the pen is")
	}
	p.two.shot(two, "reads_hand")
	two.Visit(p.two.four)
	got := webtest.Eval[int](two, `(async () => {
		document.querySelector("#table-writes").disabled = false;
		const body = new URLSearchParams(new FormData(document.querySelector("#hand-form")));
		body.append("re", "2"); body.append("re", "4"); body.append("range", "121-150");
		return (await fetch(document.querySelector("#hand-form").action, {method: "POST", body})).status;
	})()`)
	if got != 409 {
		p.t.Errorf("a hand without the pen is answered with %d", got)
	}
	p.wantHands(p.t, 0, 1)
}

// takeOver: with one key the pen is at the other phone, and what was typed on either stays.
func (p *penTest) takeOver() {
	p.t.Helper()
	one, two := p.one.phone, p.two.phone
	two.Visit(p.two.four)
	one.Tap(`#hand-form input[name=re][value="2"]`)
	two.Tap(penKey)
	two.Says("#table-pen", "am Stift: dieses")
	two.Until("!" + disabled)
	one.Says("#table-pen", "am Stift: das andere")
	one.Until(disabled)
	if !webtest.Eval[bool](one, `document.querySelector("#hand-form input[name=re][value='2']").checked`) {
		p.t.Error("what was typed is gone with the pen")
	}
	p.one.shot(one, "lost")
	p.two.hand("re=2", "re=4", "range=121-150")
	two.Says(".flash", "2")
	one.Says("#table-head", "3/24")

	one.Tap(penKey) // and back: what was typed for the hand the other phone has entered meanwhile is still there
	one.Until("!" + disabled)
	two.Until(disabled)
	p.one.hand("re=3", "range=90-119")
	one.Says("h1", "Spiel 2: zwei Eingaben")
	one.Follow("main section:last-child form:last-of-type button") // it was another hand
	one.Says("#table-head", "4/24")
	p.wantHands(p.t, 0, 3)
}

// waiting: a hand that waited for the network while the pen went elsewhere is shown, not dropped, and goes in after the pen is taken back.
func (p *penTest) waiting() {
	p.t.Helper()
	one, two := p.one.phone, p.two.phone
	one.Offline(true)
	for _, key := range []string{"re][value=\"1\"]", "re][value=\"2\"]", "range][value=\"121-150\"]"} {
		one.Tap("#hand-form input[name=" + key)
	}
	one.Tap("#hand-form .stick button.main")
	one.Says(".waiting", "1")
	two.Tap(penKey)
	two.Until("!" + disabled)
	one.Offline(false)
	one.Says("h1", "Den Stift hat ein anderes Gerät")
	one.Says("main", "+1") // what was typed
	p.one.shot(one, "refused")
	p.wantHands(p.t, 0, 3)
	one.Follow("main form button.main")
	one.Says("#table-head", "5/24")
	p.wantHands(p.t, 0, 4)
	two.Says("#table-pen", "am Stift: das andere")
}

// otherTable: the key of a table opens no other one.
func (p *penTest) otherTable() {
	p.t.Helper()
	two := p.two.phone
	got := webtest.Eval[[]int](two, `(async () => {
		const body = () => new URLSearchParams({op: "other-" + Math.random(), number: "1", base: "0", re: "1", range: "121-150"});
		const list = [];
		for (const what of ["/pen", "/hands", "/events", "?part=pen"]) {
			const post = what === "/pen" || what === "/hands";
			list.push((await fetch("`+fmt.Sprintf("/tables/%d", p.e.tables[1])+`" + what, post ? {method: "POST", body: body()} : {})).status);
		}
		return list;
	})()`)
	for _, status := range got {
		if status != 403 {
			p.t.Errorf("another table answers %v", got)
		}
	}
	p.wantHands(p.t, 1, 0)
}

// leaves: the page that is closed is no device any more, and a table whose pen is gone has it back with one key.
func (p *penTest) leaves() {
	p.t.Helper()
	p.two.phone.Visit("/referee")
	p.alone(p.one)
	p.one.shot(p.one.phone, "alone")
	p.one.phone.Visit("/referee")
	p.two.phone.Visit(p.two.four)
	p.two.phone.Says("#table-pen", "am Stift: ein anderes (zuletzt ")
	p.two.phone.Tap(penKey)
	p.alone(p.two)
	p.two.hand("re=2", "re=3", "range=121-150")
	p.wantHands(p.t, 0, 5)
}
