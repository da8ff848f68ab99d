package web

import (
	"net/url"
	"strings"
	"testing"

	"doko/scoring/doppelkopf"
)

// ruleValues are the fields of a form of untouched rules.
func ruleValues(a answer) url.Values {
	a.t.Helper()
	return formValues(parseDoc(a.t, a.body).in("form[method=post][action$=rules]").root)
}

func TestRulesPage(t *testing.T) {
	c := newClub(t)
	evening := c.evening("Freitag")
	address := tournamentAddress(evening) + "/rules"
	d := c.browser().get(address).ok(200).doc()
	d.want("h1", "Spielregeln")
	d.want("main", "DDV-Turnierregeln")
	d.want(".rule-tables tbody tr:nth-child(2)", "151–180")
	d.want(".rule-tables tbody tr:nth-child(2) td:nth-child(3)", "+3")
	d.want("main", "Fuchs (Karo-Ass)")
	d.want("main", "genau nach den Turnierspielregeln")
	if len(d.all("a[href$=edit]")) != 0 {
		t.Error("a visitor may change the rules")
	}
	german := c.browser().get(address + "?pack=german").ok(200).doc()
	german.want("main", "Fuchs (Schellen-Daus)")
	german.in("a[href$='rules.pdf?pack=german']")
	if got := german.text(".packs [aria-current]"); got != "Eichel, Ober, Unter" {
		t.Errorf("the pack is %q", got)
	}
	english := c.browser()
	english.get("/?lang=en")
	english.get(address+"?lang=en").follow().ok(200).doc().want("h1", "Rules of play")
	c.browser().get(address + "/edit").ok(401)
	c.browser().post(address, url.Values{}).ok(401)
	pdf := c.browser().get(tournamentAddress(evening) + "/papers/rules.pdf?pack=german").ok(200)
	if !strings.HasPrefix(pdf.body, "%PDF-") || !strings.Contains(pdf.header.Get("Content-Disposition"), "spielregeln.pdf") {
		t.Errorf("the paper: %v", pdf.header)
	}
}

func TestChangeRules(t *testing.T) {
	c := newClub(t)
	evening := c.evening("Freitag")
	address := tournamentAddress(evening) + "/rules"
	b := c.signedIn("Änne")
	page := b.get(address + "/edit?preset=kneipe").ok(200)
	page.doc().want(".differs:has(#f-rules\\.deck)", "DDV: 48, mit Neunen")
	again := page.submit("form[method=post][action$=rules]", map[string]string{
		"rules.fuchs_points": "2", "rules.bock_multiplier": "3", "rules.second_dulle": "always",
	}).follow().ok(200).doc()
	again.want(".flash", "Regeln gespeichert")
	again.want("main", "Kneipenregeln ohne Neunen, mit eigenen Änderungen")
	again.want("main", "Bockspiele zählen 3-fach.")
	again.want("#differs", "Zweite Herz-Zehn sticht die erste")

	stored, err := c.desk.Tournament(t.Context(), c.director, evening.ID)
	if err != nil {
		t.Fatal(err)
	}
	want, _ := doppelkopf.Preset("kneipe")
	want.FuchsPoints, want.BockMultiplier, want.Play.SecondDulle = 2, 3, "always"
	if got := *stored.Rules.Doppelkopf; got != want {
		t.Errorf("stored %+v\nwant %+v", got, want)
	}
	untouched := b.get(address + "/edit").ok(200)
	untouched.submit("form[method=post][action$=rules]", nil).follow().ok(200)
	if stored, err = c.desk.Tournament(t.Context(), c.director, evening.ID); err != nil || *stored.Rules.Doppelkopf != want {
		t.Errorf("an untouched form changed the rules: %+v %v", *stored.Rules.Doppelkopf, err)
	}
}

// Every switch has a control on the form, filled with how it stands.
func TestEverySwitchHasAControl(t *testing.T) {
	c := newClub(t)
	page := c.signedIn("Änne").get(tournamentAddress(c.evening("Freitag")) + "/rules/edit").ok(200)
	d, values := page.doc(), ruleValues(page)
	for _, sw := range doppelkopf.Switches() {
		name := "rules." + sw.Name
		if len(d.all("[name='"+name+"']")) == 0 {
			t.Errorf("%s has no control", sw.Name)
		}
		if sw.Kind != doppelkopf.ListSwitch && values.Get(name) != sw.Value(doppelkopf.DDV())[0] {
			t.Errorf("%s is filled with %q", sw.Name, values.Get(name))
		}
	}
	if got := len(d.all("fieldset.rules")); got != 7 {
		t.Errorf("%d groups", got)
	}
}

// All that is wrong with a rule set is said at once, at its field, in words of card players; the form keeps what was typed.
func TestRulesRefused(t *testing.T) {
	c := newClub(t)
	evening := c.evening("Freitag")
	address := tournamentAddress(evening) + "/rules"
	b := c.signedIn("Änne")
	tests := []struct {
		name  string
		typed map[string]string
		want  []string
	}{
		{"unknown switch", map[string]string{"rules.trumpf": "1"}, []string{"trumpf"}},
		{"unknown preset", map[string]string{"preset": "skat"}, []string{"skat"}},
		{"wrong type", map[string]string{"rules.fuchs_points": "zwei", "rules.won_points": "-1"}, []string{"„Fuchs gefangen“", "„Punkte für den Sieg“", "-1"}},
		{"no such choice", map[string]string{"rules.deck": "52"}, []string{"„Karten“", "48, mit Neunen; 40, ohne Neunen"}},
		{"missing", map[string]string{"rules.deck": "", "rules.armut": ""}, []string{"Bitte ausfüllen"}},
		{"contradictions", map[string]string{"rules.bock": "true", "rules.bock_multiplier": "1", "rules.deck": "40", "rules.superschweinchen": "true", "rules.redeal_five": "nines"},
			[]string{"„Bock zählt …-fach“", "mindestens doppelt", "Superschweinchen gibt es nur", "Ohne Neunen im Blatt"}},
		{"penalties nobody can share", map[string]string{"rules.penalty_minor": "4"}, []string{"„Leichter Verstoß“", "0, 3, 6"}},
		{"triggers without Bock", map[string]string{"rules.bock_triggers": "zero"}, []string{"braucht eingeschaltete Bockspiele"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := b.get(address+"/edit").submit("form[method=post][action$=rules]", tt.typed).ok(422)
			d := a.doc()
			for _, want := range tt.want {
				d.want(".faults", want)
			}
			for name, value := range tt.typed {
				if name != "preset" && len(d.all("[name='"+name+"']")) > 0 && ruleValues(a).Get(name) != value && name != "rules.deck" && name != "rules.armut" {
					t.Errorf("%s came back as %q", name, ruleValues(a).Get(name))
				}
			}
		})
	}
	b.get(address + "/edit?preset=skat").ok(404)
	stored, err := c.desk.Tournament(t.Context(), c.director, evening.ID)
	if err != nil || *stored.Rules.Doppelkopf != doppelkopf.DDV() {
		t.Errorf("refused rules were stored: %+v %v", stored.Rules.Doppelkopf, err)
	}
	stale := b.get(address + "/edit")
	b.get(address+"/edit").submit("form[method=post][action$=rules]", map[string]string{"rules.fuchs_points": "2"}).follow()
	stale.submit("form[method=post][action$=rules]", map[string]string{"rules.fuchs_points": "3"}).ok(409).doc().want(".faults", "inzwischen")
}

// Once a round is drawn the rules stand.
func TestRulesAreFixedOnceDrawn(t *testing.T) {
	e := newEvening(t, nil)
	address := tournamentAddress(e.cup) + "/rules"
	b := e.deskBrowser()
	d := b.get(address).ok(200).doc()
	d.want("main", "fest, weil schon ausgelost ist")
	d = b.get(address + "/edit").ok(200).doc()
	d.want(".notice", "Die Regeln stehen fest")
	if len(d.all("form[method=post][action$=rules]")) != 0 {
		t.Error("the form is still there")
	}
	form := newForm()
	fillRules(form, doppelkopf.DDV())
	form.Set("rules.fuchs_points", "2")
	form.Set("op", "0123456789abcdef0123")
	form.Set("version", "1")
	a := b.post(address, form.values)
	if a.status != 409 {
		t.Errorf("status %d", a.status)
	}
}

// A list that is no preset is filled and read without loss, whatever the rules.
func TestRulesSurviveTheForm(t *testing.T) {
	for _, name := range doppelkopf.PresetNames() {
		r, _ := doppelkopf.Preset(name)
		r.Play.BockTriggers, r.Play.Contracts = 5, r.Play.Contracts&^(1<<6)
		form := newForm()
		fillRules(form, r)
		var got doppelkopf.Rules
		if err := got.UnmarshalJSON(readRules(form)); err != nil || got != r || form.err() != nil {
			t.Errorf("%s: %+v\nwant %+v (%v, %v)", name, got, r, err, form.err())
		}
	}
}
