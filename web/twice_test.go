package web

import (
	"fmt"
	"net/url"
	"strconv"
	"testing"
)

// Two referees have the page of one offence open: the second one is asked before anything is stored, by the table of TSR 9 and freely.
func TestPenaltyAskedTwice(t *testing.T) {
	e := newEvening(t, nil)
	four := e.table(4)
	b := e.deskBrowser()
	ask := fmt.Sprintf("%s/penalties/offence?table=%d&hand=1&offender=2&offence=minor", e.home(), four.Table.ID)
	reason := url.Values{"reason": {"vorgeworfen"}}
	mine, other := b.get(ask).ok(200), b.get(ask).ok(200)
	mine.doc().none("#f-again")
	mine.with("#proposal form", reason).follow().ok(200)
	d := other.with("#proposal form", reason).ok(409)
	d.doc().want(".faults", "steht gegen diesen Spieler schon eine Strafe")
	d.doc().in("#f-again")
	b.get(ask).ok(200).doc().in("#proposal #f-again") // and who comes later sees it at once
	d.with("#proposal form", url.Values{"reason": {"noch einmal"}, "again": {"1"}}).follow().ok(200)

	page := b.get(e.home() + "/penalties").ok(200)
	page.doc().none("#f-again")
	free := url.Values{
		"entry": {strconv.FormatInt(int64(four.Seats[1].Entry), 10)}, "round": {"1"}, "hand": {"1"}, "points": {"1"}, "reason": {"Handy"},
	}
	form := "form[action$='/penalties']"
	asked := page.with(form, free).ok(409)
	asked.doc().want(".faults", "noch eine Strafe")
	free.Set("again", "1")
	asked.with(form, free).follow().ok(200)
	list, err := e.d.Penalties(e.ctx(), e.by, e.cup.ID)
	if err != nil || len(list) != 3 {
		t.Errorf("%d penalties, %v", len(list), err)
	}
}
