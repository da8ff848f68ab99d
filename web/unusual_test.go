package web

import (
	"net/url"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
)

// KNOWN_PAINS 40: what does not add up is not confirmed; what is possible but absurd is asked for by name; a hand too few needs a reason.
func TestUnusualSheets(t *testing.T) {
	confirm := "form[action$=confirm]"
	totals := func(points ...string) url.Values {
		v := url.Values{"solos": {"1", "2", "3", "4"}}
		for i, p := range points {
			v.Set("total_"+string(rune('1'+i)), p)
		}
		return v
	}
	t.Run("a sum of 1", func(t *testing.T) {
		e := newEvening(t, nil)
		b := e.deskBrowser()
		page := b.get(tableAddress(e.table(4).Table.ID)+"/totals").ok(200).with("main form", totals("12", "-4", "-4", "-3")).follow().ok(200)
		page.doc().want("#table-finish", "+1")
		d := page.with(confirm, nil).ok(422).doc()
		d.in("#f-reason[aria-invalid]")
		if e.view(e.table(4)).Table.Phase != "open" {
			t.Error("it is confirmed")
		}
		page.with(confirm, url.Values{"reason": {"auf dem Papier steht es so"}}).follow().ok(200).doc().want("#table-head", "auf dem Papier steht es so")
	})
	t.Run("three times the highest of the evening", func(t *testing.T) {
		e := newEvening(t, nil)
		b := e.deskBrowser()
		five, four := tableAddress(e.table(5).Table.ID), tableAddress(e.table(4).Table.ID)
		high := totals("60", "-15", "-15", "-15", "-15")
		high["solos"] = []string{"1", "2", "3", "4", "5"}
		b.get(five+"/totals").ok(200).with("main form", high).follow().ok(200).doc().none("input[name=unusual]")
		page := b.get(four+"/totals").ok(200).with("main form", totals("180", "-60", "-60", "-60")).follow().ok(200)
		name := e.table(4).Seats[0].Name
		d := page.doc()
		d.want("#table-finish", name+" +180, das 3-Fache des höchsten Ergebnisses des Abends (+60)")
		d.want("#table-finish .check", name+" hat wirklich +180")
		d.none("#f-reason")
		keeper, _ := e.phone(e.table(4))
		keeper.get(four).ok(200).doc().want("main", "das 3-Fache des höchsten Ergebnisses")
		page.with(confirm, nil).ok(422).doc().want(".faults", "ungewöhnliche Ergebnis stimmt")
		page.with(confirm, url.Values{"unusual": {"1"}}).follow().ok(200).doc().want("#table-head", "Bestätigt")
	})
	t.Run("of a ranking that is not public", func(t *testing.T) {
		e := newEvening(t, func(s *desk.Settings) { s.Standings = tournament.ReleasePublished })
		b := e.deskBrowser()
		high := totals("60", "-15", "-15", "-15", "-15")
		high["solos"] = []string{"1", "2", "3", "4", "5"}
		b.get(tableAddress(e.table(5).Table.ID)+"/totals").ok(200).with("main form", high).ok(303)
		keeper, _ := e.phone(e.table(4))
		four := tableAddress(e.table(4).Table.ID)
		d := keeper.get(four+"/totals").ok(200).with("main form", totals("180", "-60", "-60", "-60")).follow().ok(200).doc()
		d.want("main", "Ungewöhnlich hoch")
		if strings.Contains(d.text("main"), "des Abends") {
			t.Error("the list keeper reads the highest total of another table")
		}
		b.get(four).ok(200).doc().want("#table-finish", "des höchsten Ergebnisses des Abends (+60)")
	})
	t.Run("23 hands", func(t *testing.T) {
		e := newEvening(t, nil)
		four := e.table(4)
		for seat := 1; seat <= 4; seat++ {
			e.enter(four, `{"hand":{"contract":"solo_damen","re":[`+string(rune('0'+seat))+`],"re_augen_between":[121,150]}}`)
		}
		for range 19 {
			e.enter(four, `{"points":[1,1,-1,-1]}`)
		}
		b := e.deskBrowser()
		page := b.get(tableAddress(four.Table.ID)).ok(200)
		page.doc().want("#table-finish", "fehlt 1 Spiel")
		page.with(confirm, nil).ok(422).doc().in("#f-reason[aria-invalid]")
		page.with(confirm, url.Values{"reason": {"Zeit abgelaufen"}}).follow().ok(200).doc().want("#table-head", "Zeit abgelaufen")
	})
}
