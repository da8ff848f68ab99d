package web

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"doko/scoring/doppelkopf"
	"doko/scoring/doppelkopf/play"
	"doko/scoring/tally"
	"doko/web/i18n"
)

// Whose reservation is played follows from the order of the rules; the answer has an address of its own.
func TestReservations(t *testing.T) {
	tests := []struct {
		name, address, answer string
		why                   []string
	}{
		{"all healthy", "rules=ddv&dealer=2", "Alle sind gesund: Es wird ein Normalspiel.", nil},
		{
			"a compulsory solo before a Hochzeit asked first", "rules=ddv&dealer=4&v1=hochzeit&v3=solo_pik.pflicht", "Platz 3 spielt: Pflichtsolo: Piksolo.",
			[]string{"geht den anderen vor", "Vorrang: Pflichtsolo, Lustsolo, Hochzeit; unter Gleichen der Vordere."},
		},
		{
			"the seat further forward", "rules=ddv&dealer=2&v1=solo_damen.lust&v4=solo_buben.lust", "Platz 4 spielt: Lustsolo: Bubensolo.",
			[]string{"links vom Geber zuerst gefragt", "unter Gleichen der Vordere"},
		},
		{
			"Hochzeit before solo", "rules=seed000&order=seed000&dealer=1&v2=solo_damen.pflicht&v3=hochzeit", "Platz 3 spielt: Hochzeit.",
			[]string{"geht den anderen vor", "Vorrang: Hochzeit, Solo ("},
		},
		{"Armut before Hochzeit", "rules=seed003&order=seed003&dealer=1&v2=hochzeit&v3=armut", "Platz 3 spielt: Armut.", []string{"Vorrang: Solo, Armut, Hochzeit."}},
		{"only one", "rules=seed003&dealer=1&v1=armut", "Platz 1 spielt: Armut.", []string{"Sonst hat niemand einen Vorbehalt."}},
	}
	b := newClub(t).browser()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := b.get("/referee?" + tt.address).ok(200).doc()
			if got := d.text("#reservations .notice b"); got != tt.answer {
				t.Errorf("%q, want %q", got, tt.answer)
			}
			for _, why := range tt.why {
				d.want("#reservations .notice", why)
			}
		})
	}
}

// Every rule set offers its own reservations; what it does not know, or what no deal can hold, is refused at its field.
func TestReservationsRefused(t *testing.T) {
	b := newClub(t).browser()
	for _, tt := range []struct{ name, address, want string }{
		{"no Armut in the DDV's rules", "rules=ddv&dealer=1&v2=armut", "#f-v2[aria-invalid]"},
		{"no throwing in the DDV's rules", "rules=ddv&dealer=1&v3=redeal", "#f-v3[aria-invalid]"},
		{"no such dealer", "rules=ddv&dealer=5", "#f-dealer[aria-invalid]"},
		{"two Hochzeiten", "rules=ddv&dealer=1&v2=hochzeit&v4=hochzeit", "#f-v4[aria-invalid]"},
		{"no such order", "rules=ddv&dealer=1&order=alphabet", "#f-order[aria-invalid]"},
		{"a forced solo is no reservation", "rules=ddv&dealer=1&v1=solo_damen.vorgefuehrt", "#f-v1[aria-invalid]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := b.get("/referee?" + tt.address).ok(422).doc()
			d.in(tt.want)
			d.none("#reservations .good-notice")
		})
	}
}

// The question is a plain form that keeps the hand above it, and works for the rules of a tournament: there with cards thrown in.
func TestReservationsAsked(t *testing.T) {
	c := newClub(t)
	evening := c.evening("Freitag")
	c.signedIn("Änne").get(tournamentAddress(evening)+"/rules/edit").submit("form[method=post][action$=rules]", map[string]string{
		"rules.redeal_five": "nines", "rules.bock": "true", "rules.bock_triggers": doppelkopf.HeartRound,
	}).follow().ok(200)
	q := realHands(t)[0].query() // everybody follows suit to the ace of hearts in trick 2
	q.Set("t", evening.PublicID)
	page := c.browser().get("/referee?" + q.Encode()).ok(200)
	d := page.doc()
	if got := d.texts(".bock li"); !slices.Equal(got, []string{
		"Herzrunde in Stich 2: Bockrunde", "Die nächsten 4 Spiele zählen 2-fach (am Fünfertisch eines je Auslöser mehr).",
	}) {
		t.Errorf("Bock: %q", got)
	}
	asked := page.submit("#reservations form", map[string]string{"dealer": "4", "v1": "redeal"}).ok(200)
	d = asked.doc()
	d.want("#reservations .notice", "Es wird neu gegeben, weil Platz 1 schmeißt.")
	d.want("#verdict", "Alles nach den Regeln")
	d.want("main", "Freitag")
	d.none("#f-order")
	d = asked.submit("#reservations form", map[string]string{"v3": "hochzeit"}).ok(200).doc()
	d.want("#reservations .notice", "Platz 3 spielt: Hochzeit.")
	d.want("#reservations .notice", "Geschmissen wird nur, wenn niemand etwas spielt.")
	en := c.browser()
	en.get("/?lang=en").follow().ok(200)
	en.get("/referee?"+q.Encode()+"&dealer=1&v2=solo_herz.lust").ok(200).doc().want("#reservations .notice", "Seat 2 plays: voluntary solo: ")
	en.get("/referee?"+q.Encode()).ok(200).doc().want(".bock", "Heart round in trick 2: Bock round")
	c.browser().get("/referee?" + realHands(t)[0].query().Encode()).ok(200).doc().none(".bock")
}

// What begins Bock hands is said with what comes of it, by the club's way to stack them.
func TestBockTexts(t *testing.T) {
	rules := doppelkopf.DDV()
	rules.Bock = true
	rules.Play.BockTriggers = 1<<6 - 1
	hand := doppelkopf.Hand{Contract: doppelkopf.SoloDamen, Re: []int{1}, ReAugen: doppelkopf.Exactly(120), ReCall: doppelkopf.Call{Announced: true}}
	result := tally.Result{Winner: string(doppelkopf.Kontra), Value: 3}
	none := hand
	none.Contract, none.Re, none.ReAugen, none.NoTrick, none.ReCall = doppelkopf.Normal, []int{1, 2}, doppelkopf.Exactly(0), doppelkopf.Re, doppelkopf.Call{}
	base := Base{Printer: germanPrinter(t)}
	tests := []struct {
		name, stack string
		hand        doppelkopf.Hand
		result      tally.Result
		want        []string
	}{
		{"appended", "append", hand, result, []string{
			"120:120: Bockrunde", "Solo verloren: Bockrunde", "Ansage verloren: Bockrunde", "Die nächsten 12 Spiele zählen 2-fach",
		}},
		{"multiplied", "multiply", hand, result, []string{
			"120:120: Bockrunde", "Solo verloren: Bockrunde", "Ansage verloren: Bockrunde", "Die nächsten 4 Spiele zählen 8-fach",
		}},
		{"ignored", "ignore", hand, result, []string{
			"120:120: Bockrunde", "Solo verloren: Bockrunde", "Ansage verloren: Bockrunde", "Die nächsten 4 Spiele zählen 2-fach",
		}},
		{"no trick, worth nothing", "append", none, tally.Result{Winner: string(doppelkopf.Kontra)}, []string{
			"Ohne Stich: Bockrunde", "Nullspiel (Wert 0): Bockrunde", "Die nächsten 8 Spiele zählen 2-fach",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rules.Play.BockStack = tt.stack
			got := base.bockTexts(rules, play.Report{Hand: tt.hand}, tt.result)
			if len(got) != len(tt.want) {
				t.Fatalf("%q, want %q", got, tt.want)
			}
			for i := range got {
				if !strings.HasPrefix(got[i], tt.want[i]) {
					t.Errorf("%q, want %q", got[i], tt.want[i])
				}
			}
		})
	}
}

func germanPrinter(t testing.TB) *i18n.Printer {
	t.Helper()
	printer, err := newServerTexts()
	if err != nil {
		t.Fatal(err)
	}
	return printer
}

// Whatever is asked, the page answers or names what is wrong.
func FuzzReservations(f *testing.F) {
	f.Add("dealer=1&v1=hochzeit&v2=armut", "seed003")
	f.Add("dealer=9&v3=solo_damen.pflicht&v4=redeal", "ddv")
	base := Base{Printer: germanPrinter(f)}
	f.Fuzz(func(t *testing.T, query, preset string) {
		values, _ := url.ParseQuery(query)
		rules, known := doppelkopf.Preset(preset)
		if !known {
			rules = doppelkopf.DDV()
			rules.Play.RedealFive = "nines"
		}
		q := reservations{Base: base, Rules: rules}
		q.Form = &Form{values: values}
		q.settle()
		if (q.Answer == "") == (q.Form.err() == nil) {
			t.Errorf("answer %q, problems %v", q.Answer, q.Form.err())
		}
		for _, text := range append(q.Why, q.Answer) {
			if strings.Contains(text, "⟦") || strings.Contains(text, "<no value>") {
				t.Errorf("%q", text)
			}
		}
	})
}
