package i18n

import (
	"sync"
	"testing"
	"time"
)

func load(t *testing.T) *Texts {
	t.Helper()
	texts, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

func TestT(t *testing.T) {
	texts := load(t)
	type seats int
	tests := []struct {
		name string
		lang Lang
		key  string
		args []any
		want string
	}{
		{"plain", German, "nav.home", nil, "Turniere"},
		{"plain English", English, "nav.home", nil, "Tournaments"},
		{"one", German, "live.waiting", []any{"Count", 1}, "1 Spiel wartet auf Netz"},
		{"none is plural", German, "live.waiting", []any{"Count", 0}, "0 Spiele warten auf Netz"},
		{"many", English, "live.waiting", []any{"Count", 12000}, "12,000 hands wait for the network"},
		{"named integer", German, "problem.field_range", []any{"Min", seats(-5), "Max", int64(240)}, "Erlaubt sind −5 bis 240."},
		{"map", German, "problem.field_range", []any{map[string]any{"Min": 0, "Max": 240}}, "Erlaubt sind 0 bis 240."},
		{"not escaped here", German, "error.request", []any{"ID", "<b>"}, "Nummer der Anfrage: <b>"},
		{"unknown", German, "no.such", nil, "⟦no.such⟧"},
		{"unknown language", "fr", "nav.home", nil, "Turniere"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := texts.Printer(tt.lang).T(tt.key, tt.args...); got != tt.want {
				t.Errorf("T(%q) = %q, want %q", tt.key, got, tt.want)
			}
		})
	}
}

func TestNumbers(t *testing.T) {
	texts := load(t)
	de, en := texts.Printer(German), texts.Printer(English)
	tests := []struct{ name, got, want string }{
		{"points won", de.Points(12), "+12"},
		{"points lost", de.Points(-3), "−3"},
		{"no points", de.Points(0), "0"},
		{"four digits", de.Int(1234), "1234"},
		{"five digits", de.Int(12345), "12.345"},
		{"seven digits", en.Int(-1234567), "−1,234,567"},
		{"smallest", de.Int(-1 << 63), "−9.223.372.036.854.775.808"},
		{"euro", de.Money(1000, "EUR"), "10,00\u00a0€"},
		{"euro English", en.Money(1000, "EUR"), "€10.00"},
		{"cent", de.Money(5, "EUR"), "0,05\u00a0€"},
		{"owed", de.Money(-1250, "EUR"), "−12,50\u00a0€"},
		{"franken", de.Money(2000, "CHF"), "20,00\u00a0CHF"},
		{"franken English", en.Money(2000, "CHF"), "CHF\u00a020.00"},
		{"much", de.Money(123456789, "EUR"), "1.234.567,89\u00a0€"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got != tt.want {
				t.Errorf("got %q, want %q", tt.got, tt.want)
			}
		})
	}
}

// An evening that starts on 6 June at 19:00 in Berlin ends after midnight there, before midnight in UTC.
func TestTimesAreLocal(t *testing.T) {
	texts := load(t)
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	de, en := texts.Printer(German).In(berlin), texts.Printer(English).In(berlin)
	start := time.Date(2026, 6, 6, 17, 0, 0, 0, time.UTC)
	end := time.Date(2026, 6, 6, 22, 40, 0, 0, time.UTC)
	tests := []struct{ name, got, want string }{
		{"start", de.DateTime(start), "06.06.2026, 19:00"},
		{"end", de.DateTime(end), "07.06.2026, 00:40"},
		{"English", en.DateTime(start), "6 Jun 2026, 19:00"},
		{"long", de.LongDate(start), "Samstag, 6. Juni 2026"},
		{"long English", en.LongDate(end), "Sunday, 7 June 2026"},
		{"without In", texts.Printer(German).Time(start), "19:00"},
		{"tokyo", de.In(time.FixedZone("", 9*3600)).DateTime(start), "07.06.2026, 02:00"},
		{"unknown", de.Date(time.Time{}), "–"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.got != tt.want {
				t.Errorf("got %q, want %q", tt.got, tt.want)
			}
		})
	}
}

func TestNegotiate(t *testing.T) {
	tests := []struct {
		name, asked, chosen, accept string
		want                        Lang
	}{
		{"nothing", "", "", "", German},
		{"asked", "en", "de", "de", English},
		{"chosen", "", "en", "de", English},
		{"asked nonsense", "xx", "en", "de", English},
		{"browser", "", "", "en-GB,en;q=0.9,de;q=0.5", English},
		{"austrian", "", "", "de-AT,en;q=0.5", German},
		{"french only", "", "", "fr", German},
		{"french, then english", "", "", "fr,en;q=0.5", English},
		{"broken", "", "", ";;q=;", German},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Negotiate(tt.asked, tt.chosen, tt.accept); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestManyGoroutines(t *testing.T) {
	texts := load(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			lang := Langs()[i%2]
			want := map[Lang]string{German: "2 Spiele warten auf Netz", English: "2 hands wait for the network"}[lang]
			for range 100 {
				if got := texts.Printer(lang).T("live.waiting", "Count", 2); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			}
		})
	}
	wg.Wait()
}
