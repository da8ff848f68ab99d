package web

import (
	"net/url"
	"strconv"
	"testing"
)

// The page of a phone is older than the seats: the hand typed on it is refused, shown again with the seats as they are, and then taken.
func TestHandAfterSeatsChanged(t *testing.T) {
	e := newEvening(t, nil)
	four := e.table(4)
	phone, page := e.phone(four)
	hand := url.Values{"re": {"2", "3"}, "contract": {"normal"}, "augen": {"130"}}
	b := e.deskBrowser()
	seats := b.get(e.home() + "/rounds/1").ok(200)
	entry := func(i int) string { return strconv.FormatInt(int64(four.Seats[i].Entry), 10) }
	swap := url.Values{"a": {entry(0)}, "b": {entry(1)}, "accept": {"1"}, "swap_reason": {"falsch gesessen"}}
	seats.with("form[action$='/swap']", swap).follow().ok(200)
	again := page.with("#hand-form", hand).ok(409)
	again.doc().want(".faults", "sitzen die Spieler inzwischen anders")
	if v := e.view(four); v.Next.Number != 1 {
		t.Fatalf("stored all the same: %+v", v.Rows)
	}
	again.with("#hand-form", hand).follow().ok(200)
	if v := e.view(four); v.Next.Number != 2 {
		t.Errorf("refused for good: %+v", v.Next)
	}
	for _, odd := range []string{"", "x", "1 2 3 4 5 6 7", "99999999999999999999"} { // an old page, or nonsense
		form := url.Values{"re": {"2", "3"}, "contract": {"normal"}, "augen": {"130"}, "seats": {odd}}
		phone.get(tableAddress(four.Table.ID)).ok(200).with("#hand-form", form).follow().ok(200)
	}
}
