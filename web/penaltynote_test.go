package web

import (
	"crypto/rand"
	"strings"
	"testing"

	"doko/tournament/desk"
)

// Below a ranking with penalties stands where they are inside the points, on the page and on paper; below one without nothing does.
func TestPenaltyNotes(t *testing.T) {
	const inside, outside = "in den Punkten ihrer Runde schon abgezogen", "erst unter „Punkte“ abgezogen"
	for _, tt := range []struct {
		name   string
		rounds []int // of the penalties, 0 = the whole tournament
		want   []string
	}{
		{"none", nil, nil}, {"in a round", []int{1}, []string{inside}}, {"whole tournament", []int{0}, []string{outside}}, {"both", []int{1, 0}, []string{inside, outside}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEvening(t, nil)
			e.fill(e.table(4))
			for i, round := range tt.rounds {
				_, err := e.d.AddPenalty(e.ctx(), e.by, desk.PenaltyEntry{Op: rand.Text(), Entry: e.table(4).Seats[i].Entry, Round: round, Points: -5, Reason: "Handy"})
				e.must(err)
			}
			office := e.deskBrowser()
			page := office.get(e.home() + "/standings").ok(200).doc().text("#ranking")
			paper := strings.Join(paperLines(t, office.get(e.home()+"/papers/standings.pdf").ok(200).body), " ")
			for _, note := range []string{inside, outside} {
				want := strings.Contains(strings.Join(tt.want, " "), note)
				if strings.Contains(page, note) != want || strings.Contains(paper, note) != want {
					t.Errorf("%q: on the page %v, on paper %v, want %v", note, strings.Contains(page, note), strings.Contains(paper, note), want)
				}
			}
		})
	}
}

// The notes fit a phone and a desk. Only looks: one database will do.
func TestPenaltyNotesOnPhone(t *testing.T) {
	e := newEvening(t, nil)
	e.fill(e.table(4))
	for i, round := range []int{1, 0} {
		_, err := e.d.AddPenalty(e.ctx(), e.by, desk.PenaltyEntry{Op: rand.Text(), Entry: e.table(4).Seats[i].Entry, Round: round, Points: -5, Reason: "Handy"})
		e.must(err)
	}
	e.rename(e.table(4).Seats[0].Entry, "Dr. Dr. h. c. Maria-Theresia Freifrau von und zu Hohenlohe-Waldenburg-Schillingsfürst")
	phone := chromium(t, e.ts.URL)
	phone.signIn()
	for lang, want := range map[string]string{"de": "schon abgezogen", "en": "already"} {
		phone.visit(e.home() + "/standings?lang=" + lang)
		phone.says("#ranking", want)
		phone.fits()
		phone.shot("penalty-" + lang)
		wide := phone.another()
		wide.visit(e.home() + "/standings")
		wide.says("#ranking", want)
		wide.fits()
		wide.shot("penalty-wide-" + lang)
	}
}
