// Package tournamenttest has sample players, a tournament and hands for tests.
package tournamenttest

import (
	"slices"
	"time"

	"doko/scoring"
	"doko/tournament"
)

// Names are the nine players of a club evening in 2015, in the order of their seats (the names are invented).
func Names() []string {
	return []string{
		"Ruth Öttinger", "Fritz-Jürgen Weiß", "Ingeborg Prünte-Hof", "Hjördis von Ahn", "Béla Œlschläger", "Knut Ängström",
		"Gül Meißner", "Ottilie van den Berg", "Rüdiger Švejda",
	}
}

// HardNames are names that have broken programs: right to left, emoji with joiners, many scripts, very short, very long.
func HardNames() []string {
	return []string{
		"محمد علي", "👩‍👩‍👧 Änne 🂱", "Żaneta Łukaszewicz-Ćwiklińska", "Γιώργος Παπαδόπουλος", "王小明", "Ilkay Yıldırım Şahin", "X", "O'Neill; \"Kalle\", <b>",
		"Dr. Dr. h. c. Maria-Theresia Freifrau von und zu Hohenlohe-Waldenburg-Schillingsfürst",
	}
}

// Tournament is a DDV evening of three rounds on 13 March 2026 at seven in Berlin.
func Tournament() tournament.Tournament {
	return tournament.Tournament{
		Name: "Frühlingsturnier", Venue: "Vereinsheim", StartsAt: time.Date(2026, 3, 13, 18, 0, 0, 0, time.UTC), TimeZone: "Europe/Berlin",
		Rules: scoring.DDV(), Format: tournament.DefaultFormat(), Fee: 1000, Currency: "EUR", Standings: tournament.ReleaseLive,
	}
}

// Entries are the nine players, present and paid, with start numbers from 1.
func Entries() []tournament.Entry {
	var out []tournament.Entry
	for i, n := range Names() {
		out = append(out, tournament.Entry{
			Name: n, Folded: tournament.Fold(n), StartNo: i + 1, Status: tournament.Present, Paid: 1000, FromRound: 1,
		})
	}
	return out
}

// Sample is a row as a table sends it, with what it must give at a table of four.
type Sample struct {
	Name   string
	Row    string // JSON
	Points []int  // by position, worked out by hand
}

// Hands are a normal hand, a Hochzeit, a compulsory solo, a hand lost against the own denial, and one that nobody wins.
func Hands() []Sample {
	return slices.Clone([]Sample{
		// won 1, under 90 1, Re said 2
		{"normal", `{"hand":{"contract":"normal","re":[1,2],"re_augen":155,"calls":{"re":["re"],"kontra":[]}}}`, []int{4, 4, -4, -4}},
		// won 1, against the old 1
		{"hochzeit", `{"hand":{"contract":"hochzeit","re":[2,3],"clarified_in":2,"re_augen":110}}`, []int{2, -2, -2, 2}},
		// won 1, Re said 2, three times for the soloist
		{"solo", `{"hand":{"contract":"solo_damen","solo_kind":"pflicht","re":[4],"re_augen":141,"calls":{"re":["re"],"kontra":[]}}}`, []int{-3, -3, -3, 9}},
		// Kontra has 115 of the 90 it needs: won 1, against the old 1, Re said 2, keine 90 denied 1
		{"lost against the own denial", `{"hand":{"contract":"normal","re":[1,3],"re_augen":125,"calls":{"re":["re","k90"],"kontra":[]}}}`, []int{-5, 5, -5, 5}},
		// both denied keine 60 and neither kept it; what each reached against the other cancels out
		{"nobody wins", `{"hand":{"contract":"normal","re":[1,2],"re_augen":120,"calls":{"re":["k60"],"kontra":["k60"]}}}`, []int{0, 0, 0, 0}},
	})
}

// WrongHands are rows that must be refused, with the code of the problem.
func WrongHands() []struct{ Row, Code string } {
	return []struct{ Row, Code string }{
		{`{"hand":{"contract":"normal","re":[1,2],"re_augen":241}}`, "augen_range"},
		{`{"hand":{"contract":"normal","re":[1,2],"re_augen":130,"specials":[{"kind":"fuchs","party":"re","count":3}]}}`, "too_many_foxes"},
		{`{"hand":{"contract":"normal","re":[1,1],"re_augen":130}}`, "duplicate_player"},
		{`{"hand":{"contract":"normal","re":[1],"re_augen":130}}`, "party_size"},
		{`{"hand":{"contract":"normal","re":[1,2],"re_augen":100,"no_trick":"re"}}`, "schwarz_with_augen"},
		{`{"hand":{"contract":"normal","re":[1,7],"re_augen":130}}`, "unknown_player"},
	}
}
