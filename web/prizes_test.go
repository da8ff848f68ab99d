package web

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/tournament"
)

func TestPrizesTyped(t *testing.T) {
	money := func(place int, cents tournament.Cents) tournament.Prize {
		return tournament.Prize{Place: place, Cents: cents}
	}
	thing := func(place int, text string) tournament.Prize { return tournament.Prize{Place: place, Text: text} }
	tests := []struct {
		name, typed string
		want        []tournament.Prize
		again       string // as it is shown then, "" = as typed
	}{
		{"amounts", "100\n50\n12,50", []tournament.Prize{money(1, 10000), money(2, 5000), money(3, 1250)}, ""},
		{"as people write them", "100 €\r\n50,5 EUR\r\n30.00 Euro\r\n", []tournament.Prize{money(1, 10000), money(2, 5050), money(3, 3000)}, "100\n50,50\n30"},
		{"things", "Schinken\n2 Flaschen Wein\n1,5 kg Wurst\n3 🍷", []tournament.Prize{thing(1, "Schinken"), thing(2, "2 Flaschen Wein"), thing(3, "1,5 kg Wurst"), thing(4, "3 🍷")}, ""},
		{"both", "50 + Pokal + Blumen", []tournament.Prize{{Place: 1, Cents: 5000, Text: "Pokal + Blumen"}}, ""},
		{"a place without", "100\n\n30", []tournament.Prize{money(1, 10000), money(3, 3000)}, "100\n3. 30"},
		{"named places", "3. Wein\nBier\n10: Trostpreis", []tournament.Prize{thing(3, "Wein"), thing(4, "Bier"), thing(10, "Trostpreis")}, "3. Wein\nBier\n10. Trostpreis"},
		{"several places", "50\n2–4: Wein\nBier", []tournament.Prize{money(1, 5000), thing(2, "Wein"), thing(3, "Wein"), thing(4, "Wein"), thing(5, "Bier")}, "50\nWein\nWein\nWein\nBier"},
		{"none", " \n\n", nil, "-"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newForm()
			f.Set("prizes", tt.typed)
			got := f.prizes("prizes")
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Fatalf("(-want +got):\n%s", d)
			}
			again := tt.again
			if again == "" {
				again = tt.typed
			}
			if shown := prizesText(got); shown != strings.TrimPrefix(again, "-") {
				t.Errorf("shown %q, want %q", shown, again)
			}
			f.Set("prizes", prizesText(got))
			if d := cmp.Diff(got, f.prizes("prizes")); d != "" {
				t.Errorf("saved once more (-was +is):\n%s", d)
			}
		})
	}
	for _, line := range []string{"-5", "30,555", "1.000", "100000000", "30 20", "1;30", "٣٠", "12,5,0 €", "30,5555 EUR"} {
		f := newForm()
		f.Set("prizes", "50\n"+line+"\nSchinken")
		got := f.prizes("prizes")
		if d := cmp.Diff([]tournament.Prize{money(1, 5000), thing(3, "Schinken")}, got); d != "" || !f.has("prize_money") {
			t.Errorf("%q is no amount: problems %v (-want +got):\n%s", line, f.problems, d)
		}
	}
	f := newForm()
	f.Set("prizes", "1-999: viel")
	if n := len(f.prizes("prizes")); n != tournament.MaxPrizes+1 {
		t.Errorf("%d prizes are sent to be refused", n)
	}
}

// Prizes are set in the settings and shown with the ranking to those who work at the desk, with the rule of sharing.
func TestPrizesOnRanking(t *testing.T) {
	e := newEvening(t, nil)
	office := e.deskBrowser()
	settings := office.get(tournamentAddress(e.cup) + "/settings").ok(200)
	settings.with("main form", typed("prizes", "1. 50\n1. Schinken")).ok(422).doc().want(".faults", "Preis für Platz 1")
	settings.with("main form", typed("prizes", "100\n50\nSchinken")).follow().ok(200).doc().want("#f-prizes", "Schinken")
	e.enter(e.table(4), `{"points":[3,3,-3,-3]}`)
	page := office.get(tournamentAddress(e.cup) + "/standings").ok(200).doc()
	page.want("table.ranking thead", "Preis")
	page.want("table.ranking tbody tr:first-child", "75,00 €")
	page.want("table.ranking tbody tr:nth-child(2)", "Preis: 75,00 €")
	page.want("table.ranking tbody tr:nth-child(3)", "Schinken: entscheidet die Turnierleitung")
	page.want("#ranking", "teilt sich das Geld der Plätze")
	page.want("#ranking", "Schinken: mehrere teilen sich den Platz")
	paper := office.get(tournamentAddress(e.cup) + "/papers/standings.csv").ok(200)
	if !strings.Contains(paper.body, "Preis") || !strings.Contains(paper.body, "Schinken *") || !strings.Contains(paper.body, "75,00") {
		t.Errorf("the paper says\n%s", paper.body)
	}
	guest := newBrowser(t, e.ts)
	if body := guest.get(tournamentAddress(e.cup) + "/standings").ok(200).body; strings.Contains(body, "Schinken") {
		t.Error("guests are shown the prizes")
	}
	if body := guest.get(tournamentAddress(e.cup) + "/papers/standings.csv").ok(200).body; strings.Contains(body, "Schinken") {
		t.Error("guests' paper has the prizes")
	}
}
