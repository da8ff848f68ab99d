package tournament

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"doko/scoring"
)

// found lists problems as "code field".
func found(ps Problems) []string {
	var out []string
	for _, p := range ps {
		out = append(out, p.Code+" "+p.Field)
	}
	return out
}

func clubEvening() Tournament {
	return Tournament{
		Name: "Herbstturnier", Venue: "Zum Löwen", StartsAt: time.Date(2026, 3, 13, 18, 0, 0, 0, time.UTC), TimeZone: "Europe/Berlin",
		Rules: scoring.DDV(), Format: DefaultFormat(), Fee: 1000, Currency: "EUR", Standings: ReleasePublished,
	}
}

func TestTournamentCheck(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Tournament)
		want   []string
	}{
		{"a club evening", func(*Tournament) {}, nil},
		{"no date yet, no fee", func(x *Tournament) { x.StartsAt, x.Fee = time.Time{}, 0 }, nil},
		{"year 20226", func(x *Tournament) { x.StartsAt = time.Date(20226, 3, 13, 18, 0, 0, 0, time.UTC) }, []string{"date_range starts_at"}},
		{"new year's eve 1989 in Berlin", func(x *Tournament) { x.StartsAt = time.Date(1989, 12, 31, 22, 59, 0, 0, time.UTC) }, []string{"date_range starts_at"}},
		{"first minute of 1990 in Berlin", func(x *Tournament) { x.StartsAt = time.Date(1989, 12, 31, 23, 0, 0, 0, time.UTC) }, nil},
		{"no name", func(x *Tournament) { x.Name = " " }, []string{"name_missing name"}},
		{"a name of 300 characters", func(x *Tournament) { x.Name = strings.Repeat("ä", 300) }, []string{"name_too_long name"}},
		{"fee below zero", func(x *Tournament) { x.Fee = -1 }, []string{"fee_range fee"}},
		{"fee of a million", func(x *Tournament) { x.Fee = 1_000_001 }, []string{"fee_range fee"}},
		{"no hands", func(x *Tournament) { x.Format.HandsPerRound = 0 }, []string{"hands_range hands_per_round"}},
		{"24 hands at five", func(x *Tournament) { x.Format.HandsAtFive = 24 }, []string{"hands_at_five hands_at_five"}},
		{"no hands at five", func(x *Tournament) { x.Format.HandsAtFive = 0 }, []string{"hands_range hands_at_five"}},
		{"everything else wrong at once", func(x *Tournament) {
			x.TimeZone, x.Currency, x.Standings, x.Venue = "Local", "euro", "maybe", strings.Repeat("x", 121)
			x.Prizes = []Prize{{Place: 1, Cents: 5000}, {Place: 1, Text: "Schinken"}, {Place: 0, Text: "Wein"}, {Place: 2}, {Place: 3, Cents: -1}}
			x.Format = Format{Rounds: 51, HandsPerRound: 24, HandsAtFive: 30, CompulsorySolos: 2, RoundMinutes: 601, Ranking: []string{"total", "luck", "total"}}
		}, []string{
			"text_too_long venue", "time_zone_unknown time_zone", "currency_unknown currency", "choice_unknown standings",
			"prize_broken prizes", "prize_broken prizes", "prize_broken prizes", "fee_range prizes",
			"rounds_range rounds", "solos_range compulsory_solos", "minutes_range round_minutes", "choice_unknown after_solo",
			"choice_unknown voluntary", "choice_unknown rule_breaks", "choice_unknown fives", "choice_unknown seating",
			"choice_unknown confirm", "choice_unknown ranking", "ranking_twice ranking",
		}},
		{"no criterion", func(x *Tournament) { x.Format.Ranking = nil }, []string{"ranking_missing ranking"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := clubEvening()
			tt.change(&x)
			if d := cmp.Diff(tt.want, found(x.Check())); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestEntryCheck(t *testing.T) {
	tests := []struct {
		name  string
		entry Entry
		want  []string
	}{
		{"a player", Entry{Name: "Żaneta Łukaszewicz-Ćwiklińska", Club: "Poznań", StartNo: 7, FromRound: 1}, nil},
		{"right to left", Entry{Name: "محمد علي", FromRound: 1}, nil},
		{"emoji with joiners", Entry{Name: "👩‍👩‍👧 Änne 🂱", FromRound: 1}, nil},
		{"one letter", Entry{Name: "X", FromRound: 1}, nil},
		{"only a combining mark", Entry{Name: "\u0301", FromRound: 1}, []string{"name_missing name"}},
		{"only joiners", Entry{Name: "\u200d\u200b", FromRound: 1}, []string{"name_missing name"}},
		{"120 characters", Entry{Name: strings.Repeat("ß", 120), FromRound: 1}, nil},
		{"121 characters", Entry{Name: strings.Repeat("ß", 121), FromRound: 1}, []string{"name_too_long name"}},
		{"a line break", Entry{Name: "Änne\nMüller", FromRound: 1}, []string{"text_control name"}},
		{"turned direction", Entry{Name: "Anna \u202egnurts", FromRound: 1}, []string{"text_control name"}},
		{"no UTF-8", Entry{Name: "M\xfcller", FromRound: 1}, []string{"text_control name"}},
		{"apart from herself", Entry{Name: "Anna", StartNo: 3, Apart: []int{3, 0}, FromRound: 1}, []string{"apart_self apart", "start_no_range apart"}},
		{"leaves before coming", Entry{Name: "Anna", FromRound: 3, ToRound: 2}, []string{"to_round_early to_round"}},
		{"numbers", Entry{Name: "Anna", StartNo: 100_000, FixedTable: -1, FromRound: 0, ToRound: 51, Paid: -5}, []string{
			"start_no_range start_no", "table_range table", "rounds_range from_round", "rounds_range to_round", "fee_range paid",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, found(tt.entry.Check())); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestCheckReason(t *testing.T) {
	for reason, want := range map[string][]string{
		"Augen verzählt": nil, " ": {"reason_missing reason"}, strings.Repeat("x", 501): {"text_too_long reason"},
	} {
		if d := cmp.Diff(want, found(CheckReason("reason", reason))); d != "" {
			t.Errorf("%.20q (-want +got):\n%s", reason, d)
		}
	}
}

func TestCleanName(t *testing.T) {
	if got, want := CleanName("  A\u0308nne\u00a0  Mu\u0308ller "), "Änne Müller"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
