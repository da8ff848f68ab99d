package desk_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/draw"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// mode is a tournament with so many people, seated in a mode.
func (c *club) mode(mode tournament.Seating, rounds, people int) tournament.Tournament {
	c.t.Helper()
	settings := short(rounds)
	settings.Format.Seating = mode
	tour := c.create(settings)
	c.register(tour.ID, people)
	return tour
}

// Every mode through the desk: two rounds are drawn and played, nobody twice, and a second drawing of the same field is the same.
func TestDrawRound_Modes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		for _, mode := range []tournament.Seating{
			tournament.SeatingPlan, tournament.SeatingEachRound, tournament.SeatingByRank, tournament.SeatingRandom, tournament.SeatingMovement,
			tournament.SeatingFixed,
		} {
			t.Run(string(mode), func(t *testing.T) {
				var all []string
				for range 2 {
					tour := c.mode(mode, 2, 9)
					first := c.draw(tour.ID, 1)
					c.moved(first, first, 9)
					c.play(first)
					second := c.draw(tour.ID, 2)
					c.moved(second, second, 9)
					all = append(all, seats(first)+seats(second))
					check, err := c.CheckLot(c.ctx, c.director, tour.ID, 2)
					c.must(err)
					if !check.Same {
						t.Errorf("made again it differs: %s", check.Difference)
					}
				}
				if all[0] != all[1] {
					t.Errorf("%s\nand %s", all[0], all[1])
				}
			})
		}
	})
}

// By rank the best four sit at table 1; with the switch on, a neighbour takes the place where it saves a repeat.
func TestDrawRound_ByRankAvoidsRepeats(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		repeats := map[draw.Prefer]int{}
		for _, prefer := range []draw.Prefer{draw.PreferFives, draw.PreferRepeats} {
			tour := c.mode(tournament.SeatingByRank, 2, 16)
			first := c.draw(tour.ID, 1)
			// everybody of a table scores alike, so that the ranking is the seating of round 1
			for i, table := range first.Tables {
				for range 4 {
					p := 40 - 10*i
					_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: table.Table.ID, Row: points(p, -p, p, -p)})
					c.must(err)
				}
				c.confirm(c.helper, table.Table.ID)
			}
			_, err := c.CloseRound(c.ctx, c.director, c.step(tour.ID, 1))
			c.must(err)
			second, err := c.DrawRound(c.ctx, c.director, desk.DrawRound{
				Op: c.op(), Tournament: tour.ID, Round: 2, Seed: "x", Choices: desk.Choices{Prefer: prefer},
			})
			c.must(err)
			repeats[prefer] = second.Proof.Cost.Repeats
			ranking, err := c.Standings(c.ctx, c.director, tour.ID, 1)
			c.must(err)
			top := seats(desk.Seating{Tables: second.Tables[:1]})
			for _, l := range ranking.Lines[:4] {
				if prefer == draw.PreferFives && !strings.Contains(top, l.Name) {
					t.Errorf("%s, rank %d, is not at table 1: %s", l.Name, l.Rank, top)
				}
			}
		}
		if repeats[draw.PreferRepeats] >= repeats[draw.PreferFives] {
			t.Errorf("repeats %v", repeats)
		}
		tour := c.mode(tournament.SeatingByRank, 1, 8)
		_, err := c.DrawRound(c.ctx, c.director, desk.DrawRound{Op: c.op(), Tournament: tour.ID, Round: 1, Choices: desk.Choices{Effort: "viel"}})
		c.refused(err, tournament.ErrInvalid, "draw_option")
	})
}

// 17 and 18 players: nobody is at a five twice before all could have been; eleven are refused with what can be done (KNOWN_PAINS 24).
func TestDrawRound_Fives(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		for people, rounds := range map[int]int{17: 3, 18: 1} {
			tour := c.create(short(rounds))
			c.register(tour.ID, people)
			fives := map[tournament.EntryID]int{}
			for round := 1; round <= rounds; round++ {
				for _, table := range c.draw(tour.ID, round).Tables {
					for _, v := range table.Seats {
						if table.Table.Size == 5 {
							fives[v.Entry]++
						}
					}
				}
			}
			if len(fives) != people%4*5*rounds {
				t.Errorf("%d players, %d rounds: at the fives %v", people, rounds, fives)
			}
		}
		tour := c.create(short(1))
		c.register(tour.ID, 11)
		_, err := c.DrawRound(c.ctx, c.director, desk.DrawRound{Op: c.op(), Tournament: tour.ID, Round: 1})
		var ps tournament.Problems
		if !errors.As(err, &ps) || ps[0].Args["More"] != 12 || ps[0].Args["Fewer"] != 10 {
			t.Errorf("eleven: %v", err)
		}
	})
}

// Who leaves keeps what he has, who comes has no rounds before (KNOWN_PAINS 25).
func TestDrawRound_LeaveAndCome(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, first := c.evening(8, 3)
		c.play(first)
		c.play(c.draw(tour.ID, 2))
		gone := first.Tables[0].Seats[0]
		c.leave(gone.Entry)
		late := c.latecomer(tour.ID, "Spät Kommer")
		third := c.draw(tour.ID, 3)
		if text := seats(third); strings.Contains(text, gone.Name) || !strings.Contains(text, late.Name) {
			t.Errorf("round 3: %s", text)
		}
		c.play(third)
		ranking, err := c.Standings(c.ctx, c.director, tour.ID, 0)
		c.must(err)
		for _, l := range ranking.Lines {
			switch l.Name {
			case gone.Name:
				if l.Rounds[0] == nil || l.Rounds[1] == nil || l.Rounds[2] != nil {
					t.Errorf("who left: %v", l.Rounds)
				}
			case late.Name:
				if l.Rounds[0] != nil || l.Rounds[1] != nil || l.Rounds[2] == nil {
					t.Errorf("who came: %v", l.Rounds)
				}
			}
		}
	})
}

// Contradicting wishes are refused before anything is written, with the players named.
func TestDrawRound_Wishes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		for want, wish := range map[string]func(i int, e *desk.EntryEdit){
			"draw_apart_fixed": func(i int, e *desk.EntryEdit) {
				if e.FixedTable = 1; i == 0 {
					e.Apart = []int{2}
				}
				if i > 1 {
					e.FixedTable = 0
				}
			},
			"draw_table_full": func(i int, e *desk.EntryEdit) { e.FixedTable = 1 },
			"draw_apart_many": func(i int, e *desk.EntryEdit) {
				if i < 3 {
					e.Apart = slices.DeleteFunc([]int{1, 2, 3}, func(n int) bool { return n == i+1 })
				}
			},
		} {
			tour := c.create(short(1))
			for i, e := range c.register(tour.ID, 8) {
				in := desk.EntryEdit{Op: c.op(), Entry: e.ID, Version: e.Version, Name: e.Name, StartNo: e.StartNo, FromRound: 1}
				wish(i, &in)
				_, err := c.EditEntry(c.ctx, c.helper, in)
				c.must(err)
			}
			_, err := c.DrawRound(c.ctx, c.director, desk.DrawRound{Op: c.op(), Tournament: tour.ID, Round: 1})
			c.refused(err, tournament.ErrInvalid, want)
			var ps tournament.Problems
			if !errors.As(err, &ps) || !strings.Contains(fmt.Sprint(ps[0].Args), people[0]+" (1)") {
				t.Errorf("%s does not name who: %v", want, ps[0].Args)
			}
			_, err = c.AnnounceList(c.ctx, c.director, desk.AnnounceList{Op: c.op(), Tournament: tour.ID, Round: 1})
			c.refused(err, tournament.ErrInvalid, want)
			rounds, err := c.Rounds(c.ctx, c.director, tour.ID)
			c.must(err)
			if len(rounds) > 0 {
				t.Errorf("%s: half a round: %+v", want, rounds)
			}
		}
	})
}

const typed = "# Runde 1\n1 2 3 4\n5, 6, 7, 8\n\n1 5 2 6 # Tisch 1\n3 7 4 8\n"

// A plan typed by hand: all rounds at once, refused whole where it cannot be played.
func TestSetSeating(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour := c.mode(tournament.SeatingFixed, 2, 8)
		in := desk.SetSeating{Op: c.op(), Tournament: tour.ID, Round: 1}
		for text, want := range map[string]string{
			"":                           "plan_empty",
			"1 2 drei 4\n5 6 7 8":        "plan_word",
			"1 2 3 4 5\n6 7 8":           "plan_size",
			"1 2 3 4\n4 5 6 7":           "plan_twice",
			"1 2 3 4\n5 6 7 9":           "plan_unknown",
			"1 2 3 4":                    "plan_missing",
			"1 2 3 4\n5 6 7 8\n\n1\n\n2": "plan_rounds",
		} {
			in.Text = text
			_, err := c.SetSeating(c.ctx, c.director, in)
			c.refused(err, tournament.ErrInvalid, want)
		}
		in.Text = typed
		_, err := c.SetSeating(c.ctx, c.director, in)
		var worse *desk.Worse
		if !errors.As(err, &worse) || worse.After.Repeats != 4 {
			t.Fatalf("1 and 2 meet again: %v", err)
		}
		in.Accept = true
		first, err := c.SetSeating(c.ctx, c.director, in)
		c.must(err)
		if first.Proof != nil || first.Round.Seed != "" || first.Tables[1].Seats[3].StartNo != 8 || first.Round.Phase != tournament.RoundDrawn {
			t.Errorf("round 1: %+v", first)
		}
		if now, err := c.Tournament(c.ctx, c.director, tour.ID); err != nil || now.Phase != tournament.Running {
			t.Errorf("the tournament is %s, %v", now.Phase, err)
		}
		in.Op, in.Text = c.op(), "5 6 7 8\n1 2 3 4"
		_, err = c.SetSeating(c.ctx, c.director, in)
		c.refused(err, tournament.ErrInvalid, "reason_missing")
		second, err := c.DrawRound(c.ctx, c.director, desk.DrawRound{Op: c.op(), Tournament: tour.ID, Round: 2})
		c.must(err)
		if second.Tables[0].Seats[1].StartNo != 5 {
			t.Errorf("round 2 is not as typed: %+v", second.Tables)
		}
		c.refused(func() error { _, err := c.CheckLot(c.ctx, c.director, tour.ID, 1); return err }(), tournament.ErrNotFound, "unknown_draw")
	})
}

// A swap says what it makes worse, in figures too.
func TestSwapSeats_Cost(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, first := c.evening(16, 2)
		c.play(first)
		second := c.draw(tour.ID, 2)
		mate := first.Tables[0].Seats[1].Entry
		var other tournament.EntryID // somebody at the table of first.Tables[0].Seats[0]
		for _, table := range second.Tables {
			if i := slices.IndexFunc(table.Seats, func(v desk.SeatView) bool { return v.Entry == first.Tables[0].Seats[0].Entry }); i >= 0 {
				other = table.Seats[(i+1)%4].Entry
			}
		}
		_, err := c.SwapSeats(c.ctx, c.director, desk.SwapSeats{
			Op: c.op(), Tournament: tour.ID, Round: 2, Version: second.Round.Version, A: mate, B: other,
		})
		var worse *desk.Worse
		if !errors.As(err, &worse) || worse.Before.Repeats != 0 || worse.After.Repeats < 1 {
			t.Errorf("worse: %+v, %v", worse, err)
		}
	})
}

// Who has met whom, where and how often at a five.
func TestMeetings(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, first := c.evening(9, 2)
		_, err := c.Meetings(c.ctx, c.foreign, tour.ID)
		c.must(err)
		hidden, err := c.Meetings(c.ctx, c.visitor, tour.ID)
		c.must(err)
		if len(hidden.Players) != 0 {
			t.Errorf("visitors see what is not released: %+v", hidden)
		}
		c.play(first)
		second := c.draw(tour.ID, 2)
		m, err := c.Meetings(c.ctx, c.director, tour.ID)
		c.must(err)
		fives, met := 0, 0
		for i, p := range m.Players {
			fives += p.Fives
			if i > 0 && p.StartNo <= m.Players[i-1].StartNo {
				t.Error("not in the order of start numbers")
			}
			if sum := p.Seats[0] + p.Seats[1] + p.Seats[2] + p.Seats[3] + p.Seats[4]; sum != 2 {
				t.Errorf("%s has %d seats", p.Name, sum)
			}
		}
		for _, times := range m.Met {
			met += times
		}
		repeats := met - len(m.Met)
		if len(m.Players) != 9 || fives != 10 || met != 2*(6+10) || repeats != second.Proof.Cost.Repeats {
			t.Errorf("fives %d, meetings %d, repeats %d of %d", fives, met, repeats, second.Proof.Cost.Repeats)
		}
	})
}
