package desk_test

import (
	"errors"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// seats is a seating as entries by table and position, to compare.
func seats(s desk.Seating) string {
	var b strings.Builder
	for _, t := range s.Tables {
		for _, v := range t.Seats {
			b.WriteString(v.Name + ",")
		}
		b.WriteString(";")
	}
	return b.String()
}

func TestDrawRound_Counts(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	for n, want := range map[int]string{0: "draw_players_none", 3: "draw_players_few", 7: "draw_players_split", 11: "draw_players_split"} {
		tour := c.create(short(1))
		c.register(tour.ID, n)
		_, err := c.DrawRound(c.ctx, c.director, desk.DrawRound{Tournament: tour.ID, Round: 1})
		c.refused(err, tournament.ErrInvalid, want)
		rounds, err := c.Rounds(c.ctx, c.director, tour.ID)
		c.must(err)
		if now, _ := c.Tournament(c.ctx, c.director, tour.ID); len(rounds) != 0 || now.Phase != tournament.Open {
			t.Errorf("%d players: half a round: %+v, %s", n, rounds, now.Phase)
		}
	}
	settings := short(1)
	settings.Format.Fives = tournament.FivesForbid
	tour := c.create(settings)
	c.register(tour.ID, 9)
	_, err := c.DrawRound(c.ctx, c.director, desk.DrawRound{Tournament: tour.ID, Round: 1})
	c.refused(err, tournament.ErrInvalid, "draw_fives_forbidden")
	for _, round := range []int{0, -1, 2} {
		_, err = c.DrawRound(c.ctx, c.director, desk.DrawRound{Tournament: tour.ID, Round: round})
		c.refused(err, tournament.ErrInvalid, "number_range")
	}
}

// The first draw plans all rounds; a later one takes the plan while the same players are there, else plans anew.
func TestDrawRound_Plan(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		draw := func(tour tournament.Tournament, round int) desk.Seating {
			t.Helper()
			got, err := c.DrawRound(c.ctx, c.director, desk.DrawRound{Op: c.op(), Tournament: tour.ID, Round: round})
			c.must(err)
			return got
		}
		tour := c.create(short(3))
		entries := c.register(tour.ID, 16)
		first := draw(tour, 1)
		_, err := c.Seating(c.ctx, c.director, tour.ID, 2)
		c.refused(err, tournament.ErrNotFound, "unknown_round")
		second := draw(tour, 2)
		if second.Round.Seed != first.Round.Seed || seats(second) == seats(first) {
			t.Errorf("round 2 has the seed %q, the plan %q", second.Round.Seed, first.Round.Seed)
		}
		for _, f := range second.Faults {
			if f.Code == "repeat" {
				t.Errorf("16 players need not meet again in round 2: %+v", f)
			}
		}
		e := entries[15]
		_, err = c.SetStatus(c.ctx, c.helper, desk.EntryStatus{Entry: e.ID, Version: e.Version, Status: tournament.Withdrawn})
		c.must(err)
		third := draw(tour, 3)
		if third.Round.Seed == first.Round.Seed {
			t.Error("15 players sit as the plan for 16 says")
		}
		if strings.Contains(seats(third), e.Name) {
			t.Error("who has left is seated")
		}
		_, err = c.DrawRound(c.ctx, c.director, desk.DrawRound{Tournament: tour.ID, Round: 2, Reason: "x"})
		c.refused(err, tournament.ErrPhase, "later_round_drawn")
	})
}

func TestDrawRound_Again(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour := c.create(short(2))
		entries := c.register(tour.ID, 8)
		first := c.draw(tour.ID, 1)
		in := desk.DrawRound{Op: c.op(), Tournament: tour.ID, Round: 1, Seed: "Saat 1"}
		_, err := c.DrawRound(c.ctx, c.director, in)
		c.refused(err, tournament.ErrInvalid, "seed_same")
		in.Seed = "andere"
		_, err = c.DrawRound(c.ctx, c.director, in)
		c.refused(err, tournament.ErrInvalid, "reason_missing")
		_, err = c.AddPenalty(c.ctx, c.referee, desk.PenaltyEntry{Entry: entries[2].ID, Points: -2, Round: 1, Reason: "Handy"})
		c.must(err)
		in.Reason = "Ein Paar an einem Tisch"
		again, err := c.DrawRound(c.ctx, c.director, in)
		c.must(err)
		if again.Round.Seed != "andere" || again.Round.ID == first.Round.ID {
			t.Errorf("round %+v", again.Round)
		}
		same, err := c.DrawRound(c.ctx, c.director, in)
		c.must(err)
		if seats(same) != seats(again) || same.Round.ID != again.Round.ID {
			t.Error("the same form sent again drew again")
		}
		c.must(c.ResetDraw(c.ctx, c.director, c.step(tour.ID, 1)))
		now, err := c.Tournament(c.ctx, c.director, tour.ID)
		c.must(err)
		if now.Phase != tournament.Open {
			t.Errorf("after the reset the tournament is %s", now.Phase)
		}
		list, err := c.Penalties(c.ctx, c.referee, tour.ID)
		c.must(err)
		if len(list) != 1 || list[0].Entry != entries[2].ID {
			t.Errorf("the penalty is gone: %+v", list)
		}
		third := c.draw(tour.ID, 1)
		c.fill(c.helper, third.Tables[0].Table)
		in.Op, in.Seed = c.op(), "dritte"
		_, err = c.DrawRound(c.ctx, c.director, in)
		c.refused(err, tournament.ErrPhase, "round_has_hands")
		c.refused(c.ResetDraw(c.ctx, c.director, c.step(tour.ID, 1)), tournament.ErrPhase, "round_has_hands")
	})
}

// The same entries and the same seed give the same tables anywhere.
func TestDrawRound_Seed(t *testing.T) {
	var all []string
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		for range 2 {
			_, seating := c.evening(9, 1)
			all = append(all, seats(seating))
		}
	})
	for _, one := range all {
		if one != all[0] {
			t.Fatalf("seated %s\nand %s", all[0], one)
		}
	}
}

// By rank waits for the round before: a draft of a sheet never decides a seat; penalties do.
func TestDrawRound_ByRank(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		settings := short(2)
		settings.Format.Seating = tournament.SeatingByRank
		tour := c.create(settings)
		c.register(tour.ID, 8)
		first := c.draw(tour.ID, 1)
		for _, table := range first.Tables {
			c.fill(c.helper, table.Table)
		}
		in := desk.DrawRound{Op: c.op(), Tournament: tour.ID, Round: 2}
		_, err := c.DrawRound(c.ctx, c.director, in)
		c.refused(err, tournament.ErrPhase, "round_open")
		for _, table := range first.Tables {
			c.confirm(c.helper, table.Table.ID)
		}
		_, err = c.CloseRound(c.ctx, c.director, c.step(tour.ID, 1))
		c.must(err)
		leader := first.Tables[0].Seats[0] // 12 points, as the first of table 2
		_, err = c.AddPenalty(c.ctx, c.referee, desk.PenaltyEntry{Entry: leader.Entry, Round: 1, Points: -30, Reason: "Betrug"})
		c.must(err)
		second, err := c.DrawRound(c.ctx, c.director, in)
		c.must(err)
		top := seats(desk.Seating{Tables: second.Tables[:1]})
		for _, name := range []string{first.Tables[1].Seats[0].Name, first.Tables[0].Seats[1].Name, first.Tables[1].Seats[1].Name} {
			if !strings.Contains(top, name) {
				t.Errorf("%s is not at table 1: %s", name, top)
			}
		}
		if strings.Contains(top, leader.Name) {
			t.Errorf("%s is at table 1 in spite of his penalty", leader.Name)
		}
	})
}

func TestCloseRound_Missing(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(9, 1)
		c.fill(c.helper, seating.Tables[0].Table)
		c.confirm(c.helper, seating.Tables[0].Table.ID)
		_, err := c.CloseRound(c.ctx, c.director, c.step(tour.ID, 1))
		c.refused(err, tournament.ErrPhase, "sheets_missing")
		var p *tournament.Problem
		errors.As(err, &p)
		at := seating.Tables[1]
		if p.Args["Tables"] != "2" || p.Args["Names"] != at.Seats[at.Table.Size-1].Name || p.Args["Count"] != 1 {
			t.Errorf("missing: %v, the list keeper is %s", p.Args, at.Seats[at.Table.Size-1].Name)
		}
		now, err := c.Tournament(c.ctx, c.director, tour.ID)
		c.must(err)
		_, err = c.MovePhase(c.ctx, c.director, desk.TournamentPhase{Tournament: tour.ID, Version: now.Version, To: tournament.Finished})
		c.refused(err, tournament.ErrPhase, "sheets_missing")
		c.fill(c.helper, at.Table)
		c.confirm(c.helper, at.Table.ID)
		step := c.step(tour.ID, 1)
		for range 3 { // the same click
			r, err := c.CloseRound(c.ctx, c.director, step)
			c.must(err)
			if r.Phase != tournament.RoundClosed || r.ClosedAt.IsZero() {
				t.Errorf("round %+v", r)
			}
		}
		_, err = c.ReopenRound(c.ctx, c.director, c.step(tour.ID, 1))
		c.refused(err, tournament.ErrInvalid, "reason_missing")
		step = c.step(tour.ID, 1)
		step.Reason = "Liste vertauscht"
		r, err := c.ReopenRound(c.ctx, c.director, step)
		c.must(err)
		if r.Phase != tournament.RoundPlaying || !r.ClosedAt.IsZero() {
			t.Errorf("round %+v", r)
		}
	})
}

// What counts the hands cannot change once a round is drawn; a new number of rounds drops the plan, not the rounds.
func TestEditTournament_Drawn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, first := c.evening(8, 2)
		edit := func(change func(*desk.Settings)) (tournament.Tournament, error) {
			t.Helper()
			now, err := c.Tournament(c.ctx, c.director, tour.ID)
			c.must(err)
			settings := short(2)
			change(&settings)
			return c.EditTournament(c.ctx, c.director, desk.EditTournament{
				Op: c.op(), Tournament: tour.ID, Version: now.Version, Settings: settings,
			})
		}
		_, err := edit(func(s *desk.Settings) { s.Format.HandsPerRound = 8 })
		c.refused(err, tournament.ErrPhase, "rules_fixed")
		_, err = edit(func(s *desk.Settings) { s.Format.Rounds = 0 })
		c.refused(err, tournament.ErrInvalid, code(err))
		now, err := edit(func(s *desk.Settings) { s.Format.Rounds, s.Venue = 3, "Gasthof" })
		c.must(err)
		if now.Format.Rounds != 3 || now.Venue != "Gasthof" {
			t.Errorf("tournament %+v", now)
		}
		kept, err := c.Seating(c.ctx, c.director, tour.ID, 1)
		c.must(err)
		if seats(kept) != seats(first) {
			t.Error("round 1 was seated anew")
		}
		for round := 2; round <= 3; round++ {
			if _, err := c.DrawRound(c.ctx, c.director, desk.DrawRound{Tournament: tour.ID, Round: round}); err != nil {
				t.Fatal(err)
			}
		}
		_, err = edit(func(s *desk.Settings) { s.Format.Rounds = 2 })
		c.refused(err, tournament.ErrInvalid, "rounds_drawn")
	})
}
