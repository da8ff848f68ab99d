package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"doko/web/webtest"
)

// draw draws the round, shows where everybody sits, and starts it.
func (h *hall) draw() {
	h.t.Helper()
	d := h.director
	d.Visit(h.home)
	h.shot(d, "overview_before")
	d.Follow(`.steps a[href$="/rounds/1/draw"]`)
	h.shot(d, "draw")
	d.Type("#f-seed", "Lottozahlen 3 9 14")
	d.Follow("main form .main")
	h.shot(d, "drawn")
	h.guest.Visit(h.home + "/rounds/1")
	if said := h.guest.Text("main"); strings.Contains(said, evening9[0]) {
		h.t.Errorf("a guest sees the seating before it is released: %s", said)
	}
	h.shot(h.guest, "not_released")
	d.Follow(`form[action$="/rounds/1/release"] button`)
	h.shot(d, "released")
	if d.Shows(`form[action$="/rounds/1/start"]`) {
		d.Follow(`form[action$="/rounds/1/start"] button`)
	}
	h.readSeating()
	h.guest.Visit(h.home + "/rounds/1?q=" + "svejda")
	h.shot(h.guest, "seating")
	h.guest.Says("main", "Rüdiger Švejda")
}

// readSeating learns from the page who sits where.
func (h *hall) readSeating() {
	h.t.Helper()
	h.director.Visit(h.home + "/rounds/1")
	tables := webtest.Eval[[][]string](h.director, `[...document.querySelectorAll("#seats .tile")].map(t => [
		t.querySelector("a[href^='/tables/']").getAttribute("href"), ...[...t.querySelectorAll("ol bdi")].map(n => n.textContent)])`)
	for _, table := range tables {
		if len(table) == 6 {
			h.five, h.fivers = table[0], table[1:]
		} else {
			h.four, h.fours = table[0], table[1:]
		}
	}
	if len(tables) != 2 || len(h.fours) != 4 || len(h.fivers) != 5 {
		h.t.Fatalf("the tables are %q", tables)
	}
}

// scan opens the table of four on the phone, by the link in its QR code.
func (h *hall) scan() {
	h.t.Helper()
	h.phone.Visit(h.four)
	if h.phone.Shows("#hand-form") {
		h.t.Error("a stranger may enter hands")
	}
	h.shot(h.phone, "stranger")
	h.director.Visit(h.four + "/key")
	h.shot(h.director, "key")
	h.phone.Visit(h.director.Attribute(`main a[href*="/k/"]`, "href"))
	h.shot(h.phone, "table_empty")
	if got := h.phone.Address(); got != h.four {
		h.t.Errorf("the QR link ends at %s, want %s", got, h.four)
	}
	h.phone.Visit(h.five)
	if h.phone.Shows("#hand-form") {
		h.t.Error("the key of one table opens another")
	}
	h.shot(h.phone, "other_table")
	h.phone.Visit(h.four)
}

// hand taps the keys of a hand and saves it.
func (h *hall) hand(keys ...string) {
	h.t.Helper()
	for _, key := range keys {
		name, value, typed := strings.Cut(key, ":")
		if typed {
			h.phone.Type(fmt.Sprintf("#hand-form input[name=%s]", name), value)
			continue
		}
		name, value, _ = strings.Cut(key, "=")
		h.phone.Tap(fmt.Sprintf("#hand-form input[name=%q][value=%q]", name, value))
	}
	h.phone.Send("#hand-form .stick button.main")
}

// totals are the running totals as the sheet shows them.
func (h *hall) totals(want ...string) {
	h.t.Helper()
	if got := h.phone.Texts(".sheet tfoot td"); !slices.Equal(got, want) {
		h.t.Errorf("the sheet says %q, want %q", got, want)
	}
}

// play enters the four hands of the table. The points are worked out by hand under the DDV's rules.
func (h *hall) play() {
	h.t.Helper()
	ph := h.phone
	// Won, Kontra under 90, a fox: 3.
	h.hand("re=1", "re=3", "range=151-180", "fuchs_re:1")
	ph.Says(".flash", "1")
	h.shot(ph, "hand_1")
	h.totals("+3", "−3", "+3", "−3")

	h.wrong()

	// A Hochzeit: Kontra said Kontra and wins against the old: 1 + 2 + 1.
	h.hand("contract=hochzeit", "clarified_in=2", "re=2", "re=4", "range=90-119", "call_kontra=kontra")
	h.shot(ph, "hand_2_hochzeit")
	h.totals("+7", "−7", "+7", "−7")
	// A solo, just won: three times 1.
	h.hand("contract=solo", "solo=solo_damen", "re=4", "augen:131")
	h.shot(ph, "hand_3_solo")
	h.totals("+6", "−8", "+6", "−4")
	// The wrong players at first; taken back.
	h.hand("re=2", "re=3", "range=121-150")
	h.totals("+5", "−7", "+7", "−5")
	h.undo()
	h.totals("+6", "−8", "+6", "−4")
	// Re said keine 90 and Kontra reached them: 1 won, 1 against the old, 2 Re, 1 keine 90.
	h.hand("re=1", "re=2", "range=121-150", "call_re=k90")
	h.shot(ph, "hand_4_lost_call")
	h.totals("+1", "−13", "+11", "+1")

	h.correct()
	h.totals("0", "−12", "+10", "+2")
}

// wrong enters impossible hands: each is refused with its reason, keeps what was typed and stores nothing.
func (h *hall) wrong() {
	h.t.Helper()
	ph := h.phone
	h.hand("re=2", "re=4", "augen:241")
	h.shot(ph, "wrong_241")
	ph.Says(`#f-hand\.re_augen .fault`, "240")
	if got := ph.Attribute("#f-augen", "value"); got != "241" {
		h.t.Errorf("241 came back as %q", got)
	}
	if got := ph.Texts("#hand-form input[name=re]:checked + span"); len(got) != 2 || !strings.HasPrefix(got[0], strings.Fields(h.fours[1])[0]) {
		h.t.Errorf("the Re players came back as %q", got)
	}
	ph.Visit(h.four)
	// Re without a trick, and yet Re has caught a fox.
	h.hand("re=1", "re=2", "range=0", "fuchs_re:1")
	h.shot(ph, "wrong_schwarz")
	if !ph.Shows(`#f-hand\.specials .fault`) {
		h.t.Errorf("a fox without a trick: the page says %s", ph.Text("main"))
	}
	h.totals("+3", "−3", "+3", "−3")
	ph.Visit(h.four)
}

// undo takes back the last hand.
func (h *hall) undo() {
	h.t.Helper()
	h.phone.Tap("details.undo summary")
	h.phone.Follow("details.undo button.danger")
	h.shot(h.phone, "undone")
	h.phone.Visit(h.four)
}

// correct takes the fox out of the first hand: first without a reason, which is refused.
func (h *hall) correct() {
	h.t.Helper()
	ph := h.phone
	ph.Follow(`.sheet a[href$="/hands/1"]`)
	h.shot(ph, "correct")
	ph.Type("#hand-form input[name=fuchs_re]", "0")
	ph.Follow("#hand-form .stick button.main")
	if !ph.Shows(".fault") {
		h.t.Error("a correction without a reason is taken")
	}
	if got := ph.Attribute("#hand-form input[name=fuchs_re]", "value"); got != "0" && got != "" {
		h.t.Errorf("after the refusal there is a fox again: %q", got)
	}
	ph.Type("#f-reason", "Fuchs war keiner")
	ph.Follow("#hand-form .stick button.main")
	h.shot(ph, "correction")
	ph.Says("main", "+1")
	ph.Follow("#correction button.main")
	h.shot(ph, "corrected")
	ph.Says(".sheet .older", "Fuchs war keiner")
}

// watch lets a guest open the ranking before anything is confirmed.
func (h *hall) watch() {
	h.t.Helper()
	h.guest.Visit(h.home + "/standings")
	h.shot(h.guest, "ranking_empty")
	webtest.Eval[bool](h.guest, "window.neverReloaded = true")
}

// sees fails unless the guest's ranking shows these points; with script it has to get there without being loaded anew.
func (h *hall) sees(want map[string]string) {
	h.t.Helper()
	g := h.guest
	if !h.script {
		g.Visit(h.home + "/standings")
	}
	for name, points := range want {
		g.Until(fmt.Sprintf(`[...document.querySelectorAll(".ranking tbody tr")].some(r => r.innerText.includes(%q) && r.cells[r.cells.length - 1].innerText.trim() === %q)`, name, points))
	}
	if h.script && !webtest.Eval[bool](g, "window.neverReloaded === true") {
		h.t.Error("the guest's page was loaded anew")
	}
}

// confirm hands the sheet in on the phone and confirms it at the desk.
func (h *hall) confirm() {
	h.t.Helper()
	h.want = map[string]string{h.fours[0]: "0", h.fours[1]: "−12", h.fours[2]: "+10", h.fours[3]: "+2"}
	h.phone.Follow(`form[action$="/submit"] button`)
	h.shot(h.phone, "submitted")
	h.director.Visit(h.home)
	h.shot(h.director, "overview_submitted")
	h.director.Follow(fmt.Sprintf(`.tile a[href=%q]`, h.four))
	h.shot(h.director, "to_confirm")
	h.director.Follow(`form[action$="/confirm"] button`)
	h.shot(h.director, "confirmed")
	h.sees(h.want)
	h.shot(h.guest, "ranking_live")
	h.phone.Visit(h.four)
	if h.phone.Shows("#hand-form") {
		h.t.Error("a confirmed sheet takes hands")
	}
}

// paper enters the other table's totals from paper: first with a slip that makes the sum 1.
func (h *hall) paper() {
	h.t.Helper()
	d := h.director
	d.Visit(h.five + "/totals")
	h.shot(d, "totals")
	for i, points := range []string{"8", "-3", "0", "-5", "1"} {
		d.Type(fmt.Sprintf("#f-total_%d", i+1), points)
	}
	d.Follow(`form[action$="/totals"] .main`)
	h.shot(d, "totals_sum_1")
	d.Visit(h.five)
	h.shot(d, "totals_confirm_sum_1")
	if !d.Shows(`form[action$="/confirm"] input[name=reason]`) {
		h.t.Error("a sheet whose sum is 1 can be confirmed without a reason")
	}
	d.Visit(h.five + "/totals")
	d.Type("#f-total_1", "7")
	if d.Shows("#f-reason") {
		d.Type("#f-reason", "verschrieben")
	}
	d.Follow(`form[action$="/totals"] .main`)
	h.shot(d, "totals_correction")
	d.Follow("#correction button.main")
	d.Visit(h.five)
	d.Follow(`form[action$="/confirm"] button`)
	h.shot(d, "totals_confirmed")
	maps.Copy(h.want, map[string]string{h.fivers[0]: "+7", h.fivers[1]: "−3", h.fivers[2]: "0", h.fivers[3]: "−5", h.fivers[4]: "+1"})
	h.sees(h.want)
}

// publish closes the round, publishes the ranking and prints it.
func (h *hall) publish() {
	h.t.Helper()
	d := h.director
	d.Visit(h.home)
	h.shot(d, "overview_close")
	d.Follow(`form[action$="/rounds/1/close"] button`)
	h.shot(d, "closed")
	d.Visit(h.home + "/standings")
	h.shot(d, "standings")
	d.Follow(`form[action$="/standings/publish"] button`)
	h.shot(d, "published")
	h.sees(h.want)
	h.guest.Until(`document.querySelector("#ranking .state.good") !== null`)
	h.shot(h.guest, "ranking_published")

	places := map[string]int{}
	for i, row := range h.guest.Texts(".ranking tbody td:first-child") {
		places[h.guest.Texts(".ranking tbody bdi")[i]] = int(row[0] - '0')
	}
	if places[h.fours[2]] != 1 || places[h.fivers[0]] != 2 || places[h.fours[1]] != 9 {
		h.t.Errorf("places %v", places)
	}
	pdf, header := h.guest.Download(`a[href*="/papers/standings.pdf"]`)
	if got := header.Get("Content-Type"); got != "application/pdf" {
		h.t.Errorf("the paper is %q", got)
	}
	text := pdfText(h.t, pdf)
	for name, points := range h.want {
		line := fmt.Sprintf("%s %s", name, points)
		if !slices.ContainsFunc(strings.Split(text, "\n"), func(l string) bool {
			return strings.Contains(l, name) && slices.Contains(strings.Fields(l), points)
		}) {
			h.t.Errorf("the paper has no line %q:\n%s", line, text)
		}
	}
}

// pdfText is what a PDF says, line by line.
func pdfText(t *testing.T, pdf []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "paper.pdf")
	must(t, os.WriteFile(file, pdf, 0o600))
	out, err := exec.CommandContext(t.Context(), "pdftotext", "-layout", file, "-").Output()
	if err != nil {
		t.Fatalf("pdftotext (Debian package poppler-utils): %v", err)
	}
	return string(out)
}
