package desk_test

import (
	"fmt"
	"slices"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store/storetest"
)

// A paper printed before an earlier correction was wrong already, and one printed again after it was not: a correction names the newest
// print of each paper, and says which of them was out of date before (SCENES 5.5).
func TestNotePrint_BeforeAndAfterACorrection(t *testing.T) {
	eachTimed(t, func(t *testing.T, c timed) {
		tour, seatings := c.evenings(tournament.SeatingRandom, 2, 8)
		table, other := seatings[0].Tables[0].Table, seatings[0].Tables[1].Table
		print := func(minute float64, kind string, round, number int) {
			t.Helper()
			c.at(minute)
			c.must(c.NotePrint(c.ctx, c.director, tournament.Print{Tournament: tour.ID, Kind: kind, Round: round, Table: number, Lang: "de"}))
		}
		papers := func(minute float64, base, value int) []string {
			t.Helper()
			c.at(minute)
			command := c.correctHand(table.ID, 1, base, points(value, 1, -1, -value))
			shown, done, err := c.Correct(c.ctx, c.director, desk.Correction{Tournament: tour.ID, Show: desk.ShowAlways}, command)
			c.must(err)
			if done {
				t.Fatal("not shown")
			}
			_, done, err = c.Correct(c.ctx, c.director, desk.Correction{Tournament: tour.ID, Seen: shown.Digest}, command)
			if err != nil || !done {
				t.Fatalf("not carried out: %v", err)
			}
			var got []string
			for _, p := range shown.Papers {
				got = append(got, fmt.Sprintf("%s %d/%d of minute %.0f, stale %v", p.Kind, p.Round, p.Table, p.At.Sub(storetest.Time).Minutes(), p.Stale))
			}
			slices.Sort(got)
			return got
		}
		c.unlocked(table.ID)
		print(10, "sheets", 1, table.Number)
		print(10, "sheets", 1, 0)
		print(10, "standings", 1, 0)
		print(10, "standings", 2, 0)
		sheets, of := "sheets 1/0", fmt.Sprintf("sheets 1/%d", table.Number)
		for _, tt := range []struct {
			name string
			got  []string
			want []string
		}{
			{"the first correction", papers(20, 1, 5), []string{
				sheets + " of minute 10, stale false", of + " of minute 10, stale false",
				"standings 1/0 of minute 10, stale false", "standings 2/0 of minute 10, stale false",
			}},
			{"the second, of what was printed again in part", func() []string {
				print(30, "sheets", 1, table.Number)
				print(30, "standings", 1, 0)
				return papers(40, 2, 7)
			}(), []string{
				sheets + " of minute 10, stale true", of + " of minute 30, stale false",
				"standings 1/0 of minute 30, stale false", "standings 2/0 of minute 10, stale true",
			}},
			{"the third, after a penalty in round 2 and a correction elsewhere", func() []string {
				print(50, "sheets", 1, 0)
				print(50, "standings", 1, 0)
				print(50, "standings", 2, 0)
				c.at(60)
				c.must(only(c.AddPenalty(c.ctx, c.director, desk.PenaltyEntry{Op: c.op(), Entry: seatings[1].Tables[0].Seats[0].Entry, Round: 2, Points: -1, Reason: "zu spät"})))
				c.unlocked(other.ID)
				return papers(70, 3, 9)
			}(), []string{
				sheets + " of minute 50, stale false", of + " of minute 30, stale true",
				"standings 1/0 of minute 50, stale false", "standings 2/0 of minute 50, stale true",
			}},
		} {
			slices.Sort(tt.want)
			if !slices.Equal(tt.got, tt.want) {
				t.Errorf("%s:\n%q, want\n%q", tt.name, tt.got, tt.want)
			}
		}
	})
}
