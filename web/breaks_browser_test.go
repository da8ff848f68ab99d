package web

import (
	"fmt"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
)

// On a phone a hand that breaks the order is refused with a name, nothing tapped is lost, and the right hand goes in; where the tournament
// is set to it, it goes on the list with a note instead.
func TestBreakOnPhone(t *testing.T) {
	for _, setting := range []tournament.RuleBreaks{tournament.RuleBreaksRefuse, tournament.RuleBreaksNote} {
		inBrowser(t, func(s *desk.Settings) { shortRounds(s); s.Format.RuleBreaks = setting }, func(t *testing.T, e *evening) {
			table := e.table(4)
			e.enter(table, pairWins, pairWins)
			phone := chromium(t, e.ts.URL)
			phone.visit("/k/" + e.key(table))
			phone.says(".table-head", "muss jetzt das Pflichtsolo spielen")
			phone.says(".table-head", "noch 4 Spiele")
			phone.tapKeys("contract=normal", "re=4", "re=1", "range=151-180") // 4 is ticked for the solo: off again
			phone.tapKeys("re=4")
			phone.Tap(".stick button.main")
			phone.says("#table-hand .faults", table.Seats[3].Name)
			phone.fits()
			if !eval[bool](phone, `document.querySelector("#hand-form input[name=range][value='151-180']").checked`) {
				t.Error("what was tapped is lost")
			}
			if n := len(e.view(table).Rows); n != 2 {
				t.Fatalf("%d hands are stored", n)
			}
			if setting == tournament.RuleBreaksNote {
				phone.Keys("#f-note", "schon gegeben")
				phone.shot("break_noted")
				phone.Tap(".stick button.main")
				phone.says("tr.noted", "schon gegeben")
			} else {
				phone.shot("break_refused")
				phone.tapKeys("contract=solo", "solo=solo_damen", "re=1", "re=4")
				phone.Tap(".stick button.main")
			}
			phone.says("#table-head", "Spiel 4/6")
			phone.until(`document.querySelector("[data-waiting]")?.textContent === ""`)
			if rows := e.view(table).Rows; len(rows) != 3 || rows[2].Current.ID == 0 {
				t.Errorf("rows %+v", rows)
			}
		})
	}
}

// The pages fit a phone and can be looked at in both languages. Only looks: one database will do.
func TestPeopleOnPhone(t *testing.T) {
	e := newEvening(t, shortRounds)
	five := e.table(5)
	e.latecomer("Nachzügler Spät")
	for range 4 {
		next := e.view(five).Next
		won := []int{1, 2}
		if next.SitsOut <= 2 {
			won = []int{3 - next.SitsOut, 3}
		}
		e.enter(five, fmt.Sprintf(`{"winners":[%d,%d],"value":1}`, won[0], won[1]))
	}
	phone := chromium(t, e.ts.URL)
	phone.signIn()
	for _, lang := range []string{"de", "en"} {
		phone.visit(tableAddress(five.Table.ID) + "/people?lang=" + lang)
		phone.fits()
		phone.shot("people-" + lang)
		phone.visit(tableAddress(e.table(4).Table.ID) + "/people")
		phone.fits()
		phone.shot("people-four-" + lang)
		phone.visit(e.home() + "/settings")
		eval[bool](phone, `(document.querySelectorAll("details").forEach(d => d.open = true), true)`)
		phone.fits()
		phone.shot("session-settings-" + lang)
	}
	v := e.view(five)
	_, err := e.d.LeaveTable(e.ctx(), e.by, desk.Departure{Op: "leave-the-table-now", Table: five.Table.ID, Version: v.Table.Version, Position: 2, FromHand: 5, Reason: "der letzte Bus"})
	e.must(err)
	phone.visit(tableAddress(five.Table.ID))
	phone.fits()
	phone.shot("left-five")
}
