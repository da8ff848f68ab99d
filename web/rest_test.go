package web

import (
	"crypto/rand"
	"net/http"
	"slices"
	"testing"

	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// Some hands are entered, then the paper goes on: the final totals are copied, what was before stays.
func TestRestFromPaper(t *testing.T) {
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		e := newEveningOn(t, db, nil)
		table := e.table(4)
		e.enter(table, `{"winners":[1,2],"value":3}`, `{"hand":{"contract":"solo_damen","re":[3],"re_augen":130}}`)
		b, page := e.phone(table) // totals 2 2 0 −4
		address := tableAddress(table.Table.ID)
		page.doc().in(".ways a[href='" + address + "/rest']")
		form := b.get(address + "/totals").follow().ok(200)
		d := form.doc()
		if got := d.texts(".total small.nowrap"); !slices.Equal(got, []string{"bisher 2", "bisher 2", "bisher 0", "bisher −4"}) {
			t.Errorf("so far %v", got)
		}
		d.none(".total input[name=solos][value='3']") // his solo is played
		bad := form.with("form[data-sums]", typed("total_1", "12", "total_2", "x", "through", "1")).ok(http.StatusUnprocessableEntity).doc()
		bad.in("input[name=total_1][value='12']")
		bad.want(".total .fault", "")
		full := typed("total_1", "10", "total_2", "-3", "total_3", "5", "total_4", "-12", "solos", "1")
		full.Add("solos", "2")
		sheet := form.with("form[data-sums]", full).follow().ok(200)
		sheet.doc().want(".flash", "Spiele 3 bis 24")
		sheet.doc().want("#table-finish", "Pflichtsolo fehlt: "+table.Seats[3].Name)
		v := e.view(table)
		if !slices.Equal(v.Running, []int{10, -3, 5, -12}) || v.Next != nil || !slices.Equal(v.Rows[2].Current.Points, []int{8, -5, 5, -8}) || !slices.Equal(v.SolosOpen, []int{4}) {
			t.Fatalf("running %v, rest %v, open %v", v.Running, v.Rows[2].Current.Points, v.SolosOpen)
		}
		edit := b.get(address + "/hands/3").follow().ok(200)
		edit.doc().in("input[name=total_4][value='-12']")
		edit.with("form[data-sums]", typed("total_1", "9", "total_4", "-11")).ok(http.StatusUnprocessableEntity).doc().want(".wrong .fault", "Grund")
		edit.with("form[data-sums]", typed("total_1", "9", "total_4", "-11", "reason", "verlesen")).follow().ok(200)
		if v := e.view(table); !slices.Equal(v.Running, []int{9, -3, 5, -11}) || v.Rows[2].Current.Revision != 2 {
			t.Errorf("corrected: %v", v.Running)
		}
		b.get(address).ok(200).with(".undo form", nil).follow().ok(200).doc().want(".table-head", "Spiel 3/24")
	})
}

// Hands come in while the rest is typed: the paper's totals stay right, and follow what is there now.
func TestRest_Conflict(t *testing.T) {
	e := newEvening(t, func(s *desk.Settings) { s.Format.CompulsorySolos = 0 })
	table := e.table(4)
	e.enter(table, `{"winners":[1,2],"value":3}`)
	b, _ := e.phone(table)
	address := tableAddress(table.Table.ID)
	form := b.get(address + "/rest").ok(200)
	e.enter(table, `{"winners":[1,3],"value":1}`)
	again := form.with("form[data-sums]", typed("total_1", "10", "total_2", "-3", "total_3", "5", "total_4", "-12")).ok(http.StatusConflict)
	d := again.doc()
	d.in("input[name=total_1][value='10']")
	d.in("input[name=number][value='3']")
	d.want(".total small.nowrap", "bisher 4")
	again.with("form[data-sums]", typed("op", rand.Text())).follow().ok(200)
	if v := e.view(table); !slices.Equal(v.Running, []int{10, -3, 5, -12}) || len(v.Rows) != 3 {
		t.Errorf("running %v, %d rows", v.Running, len(v.Rows))
	}
	b.get(tableAddress(e.table(5).Table.ID) + "/rest").ok(http.StatusForbidden)
}
