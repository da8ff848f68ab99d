package desk_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/standings"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// after are the rankings after each of the first rounds as the director sees them.
func (c *club) after(id tournament.TournamentID, rounds int) []desk.Standings {
	c.t.Helper()
	var list []desk.Standings
	for n := 1; n <= rounds; n++ {
		s, err := c.Standings(c.ctx, c.director, id, n)
		c.must(err)
		list = append(list, s)
	}
	return list
}

// standing is what of a ranking a correction tells.
func standing(s desk.Standings) map[string]desk.Place {
	list := map[string]desk.Place{}
	for _, l := range s.Lines {
		list[l.Name] = desk.Place{Rank: l.Rank, Shared: l.Shared, Total: l.Total, DecidedBy: l.DecidedBy}
	}
	return list
}

// moved is a ranking with the changes told.
func moved(t *testing.T, s desk.Standings, c desk.Consequences) map[string]desk.Place {
	t.Helper()
	list := standing(s)
	for _, r := range c.Rankings {
		if r.After != s.AfterRound {
			continue
		}
		for _, m := range r.Moves {
			if list[m.Name] != m.Before {
				t.Errorf("after round %d %s stands at %+v, told as %+v", r.After, m.Name, list[m.Name], m.Before)
			}
			list[m.Name] = m.After
		}
	}
	return list
}

// won is what each name wins.
func won(s desk.Standings) map[string]standings.Award {
	list := map[string]standings.Award{}
	for i, a := range s.Awards() {
		if !a.None() {
			list[s.Lines[i].Name] = standings.Award{Cents: a.Cents, Goods: a.Goods, Open: a.Open}
		}
	}
	return list
}

// wonThen is what each name wins with the changes told.
func wonThen(s desk.Standings, c desk.Consequences) map[string]standings.Award {
	list := won(s)
	for _, p := range c.Prizes {
		delete(list, p.Name)
		if !p.After.None() {
			list[p.Name] = standings.Award{Cents: p.After.Cents, Goods: p.After.Goods, Open: p.After.Open}
		}
	}
	return list
}

// prizes sets what is to be won.
func (c *club) prizes(id tournament.TournamentID, list ...tournament.Prize) {
	c.t.Helper()
	now, err := c.Tournament(c.ctx, c.director, id)
	c.must(err)
	settings, err := desk.SettingsOf(now)
	c.must(err)
	settings.Prizes = list
	c.must(only(c.EditTournament(c.ctx, c.director, desk.EditTournament{Op: c.op(), Tournament: id, Version: now.Version, Settings: settings})))
}

// unlocked opens a table's sheet for a correction.
func (c *club) unlocked(table tournament.TableID) {
	c.t.Helper()
	v, err := c.Table(c.ctx, c.director, table)
	c.must(err)
	if v.Table.Phase == tournament.TableOpen {
		return
	}
	_, err = c.UnlockSheet(c.ctx, c.director, desk.TableStep{Op: c.op(), Table: table, Version: v.Table.Version, Reason: "Einspruch"})
	c.must(err)
}

// correctHand is the command that gives an old hand other points.
func (c *club) correctHand(table tournament.TableID, number, base int, row []byte) func(context.Context) error {
	in := desk.HandEntry{Op: c.op(), Table: table, Number: number, Base: base, Row: row, Reason: "Vorzeichen"}
	return func(ctx context.Context) error {
		_, _, err := c.EnterHand(ctx, c.director, in)
		return err
	}
}

// evenings plays so many rounds of a mode.
func (c *club) evenings(mode tournament.Seating, rounds, people int) (tournament.Tournament, []desk.Seating) {
	c.t.Helper()
	tour := c.mode(mode, rounds, people)
	var seatings []desk.Seating
	for n := 1; n <= rounds; n++ {
		s := c.draw(tour.ID, n)
		c.play(s)
		seatings = append(seatings, s)
	}
	return tour, seatings
}

// randomCommand is one of the commands that change points, about a random round and table.
func (c *club) randomCommand(r *rand.Rand, tour tournament.Tournament, seatings []desk.Seating) func(context.Context) error {
	c.t.Helper()
	s := seatings[r.IntN(len(seatings))]
	at := s.Tables[r.IntN(len(s.Tables))]
	c.unlocked(at.Table.ID)
	v, err := c.Table(c.ctx, c.director, at.Table.ID)
	c.must(err)
	v.Rows = slices.DeleteFunc(v.Rows, func(row desk.RowView) bool { return row.Current.ID == 0 }) // taken back
	switch kind := r.IntN(4); {
	case kind == 0:
		in := desk.PenaltyEntry{Op: c.op(), Entry: at.Seats[r.IntN(4)].Entry, Round: s.Round.Number, Hand: 1, Again: true, Points: -r.IntN(9), Others: 1 + r.IntN(2), Reason: "Bedienfehler"}
		return func(ctx context.Context) error { return only(c.AddPenalty(ctx, c.director, in)) }
	case kind == 1 && len(v.Rows) > 0:
		last := v.Rows[len(v.Rows)-1]
		in := desk.HandEntry{Op: c.op(), Table: at.Table.ID, Number: last.Number, Base: last.Current.Revision, Void: true, Reason: "nie gespielt"}
		return func(ctx context.Context) error {
			_, _, err := c.EnterHand(ctx, c.director, in)
			return err
		}
	case len(v.Rows) == 0:
		return c.correctHand(at.Table.ID, 1, 0, points(1, 1, -1, -1))
	}
	row := v.Rows[r.IntN(len(v.Rows))]
	p := r.Perm(4)
	values := []int{7 - r.IntN(10), r.IntN(5), 0, 0}
	values[2] = -values[0]
	values[3] = -values[1]
	return c.correctHand(at.Table.ID, row.Number, row.Current.Revision, points(values[p[0]], values[p[1]], values[p[2]], values[p[3]]))
}

// What is shown before a correction is saved is what is stored after it, for every ranking; and showing it stores nothing.
func TestCorrect_ShownIsStored(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seatings := c.evenings(tournament.SeatingByRank, 3, 8)
		c.prizes(tour.ID, tournament.Prize{Place: 1, Cents: 10000}, tournament.Prize{Place: 2, Cents: 5000}, tournament.Prize{Place: 3, Text: "Schinken"})
		r := rand.New(rand.NewPCG(3, 14))
		changed := 0
		for n := range 24 {
			command := c.randomCommand(r, tour, seatings)
			before := c.after(tour.ID, 3)
			what := desk.Correction{Tournament: tour.ID, Show: desk.ShowAlways}
			shown, done, err := c.Correct(c.ctx, c.director, what, command)
			c.must(err)
			if done {
				t.Fatalf("%d: carried out without being shown", n)
			}
			if d := cmp.Diff(standing(before[2]), standing(c.after(tour.ID, 3)[2])); d != "" {
				t.Fatalf("%d: showing stored something:\n%s", n, d)
			}
			what.Seen = shown.Digest
			saved, done, err := c.Correct(c.ctx, c.director, what, command)
			c.must(err)
			if !done {
				t.Fatalf("%d: shown once more, %+v then %+v", n, shown, saved)
			}
			for i, now := range c.after(tour.ID, 3) {
				if d := cmp.Diff(standing(now), moved(t, before[i], shown)); d != "" {
					t.Fatalf("%d: after round %d (-stored +shown):\n%s", n, i+1, d)
				}
			}
			if d := cmp.Diff(won(c.after(tour.ID, 3)[2]), wonThen(before[2], shown)); d != "" {
				t.Fatalf("%d: prizes (-stored +shown):\n%s", n, d)
			}
			if !shown.Nothing() {
				changed++
			}
		}
		if changed < 12 {
			t.Errorf("only %d of 24 corrections changed anything", changed)
		}
	})
}

// KNOWN_PAINS 12: one hand of round 1 is corrected after round 3.
func TestCorrect_ThreeRoundsBack(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seatings := c.evenings(tournament.SeatingByRank, 3, 8)
		for n := 1; n <= 3; n++ {
			c.must(only(c.Publish(c.ctx, c.director, desk.PublishStandings{Op: c.op(), Tournament: tour.ID, AfterRound: n})))
		}
		table := seatings[0].Tables[0]
		c.unlocked(table.Table.ID)
		entries := len(c.journal(tour.ID))
		command := c.correctHand(table.Table.ID, 2, 1, points(-11, 1, -1, 11)) // was +3 +1 −1 −3
		shown, done, err := c.Correct(c.ctx, c.director, desk.Correction{Tournament: tour.ID}, command)
		c.must(err)
		if done || len(c.journal(tour.ID)) != entries {
			t.Fatal("stored without being shown")
		}
		if !shown.Lasting() || shown.Playing {
			t.Errorf("lasting %v, playing %v", shown.Lasting(), shown.Playing)
		}
		var told []string
		for _, p := range shown.Points {
			told = append(told, fmt.Sprintf("%d %s %+d→%+d", p.Round, p.Name, *p.Before, *p.After))
		}
		want := []string{ // four hands of +3 +1 −1 −3 before
			fmt.Sprintf("1 %s +12→-2", table.Seats[0].Name), fmt.Sprintf("1 %s -12→+2", table.Seats[3].Name),
		}
		slices.Sort(told)
		slices.Sort(want)
		if !slices.Equal(told, want) {
			t.Errorf("points %q, want %q", told, want)
		}
		var rounds, papers []int
		for _, k := range shown.Rankings {
			rounds = append(rounds, k.After)
		}
		for _, p := range shown.Papers {
			papers = append(papers, p.Round*10+p.Revision)
			if !p.Published || p.Stale || p.At.IsZero() {
				t.Errorf("paper %+v", p)
			}
		}
		if !slices.Equal(rounds, []int{1, 2, 3}) || !slices.Equal(papers, []int{11, 21, 31}) {
			t.Errorf("rankings after %v, papers %v", rounds, papers)
		}
		if len(shown.Seats) == 0 || shown.Seats[0].Round != 2 || !slices.Equal(shown.Seats[0].Tables, []int{1, 2}) {
			t.Errorf("seats %+v", shown.Seats)
		}
		_, done, err = c.Correct(c.ctx, c.director, desk.Correction{Tournament: tour.ID, Seen: shown.Digest}, command)
		c.must(err)
		again, repeated, err := c.Correct(c.ctx, c.director, desk.Correction{Tournament: tour.ID, Seen: shown.Digest}, command)
		c.must(err)
		if !done || !repeated || !again.Nothing() || len(c.journal(tour.ID)) != entries+1 {
			t.Errorf("done %v, the same form again %v %+v", done, repeated, again)
		}
		if next, err := c.Seating(c.ctx, c.director, tour.ID, 2); err != nil || seats(next) != seats(seatings[1]) {
			t.Error("the seats of round 2 were changed")
		}
	})
}

// The same points once more change nothing and move nobody (KNOWN_PAINS 7), and it is said.
func TestCorrect_Nothing(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour, seatings := c.evenings(tournament.SeatingRandom, 1, 8)
	table := seatings[0].Tables[1].Table
	c.unlocked(table.ID)
	shown, done, err := c.Correct(c.ctx, c.director, desk.Correction{Tournament: tour.ID, Show: desk.ShowAlways}, c.correctHand(table.ID, 3, 1, points(3, 1, -1, -3)))
	c.must(err)
	if done || !shown.Nothing() || shown.Lasting() || len(shown.Papers) != 0 {
		t.Errorf("done %v, told %+v", done, shown)
	}
}

// What somebody else has changed in between is shown before the correction is saved.
func TestCorrect_ShownAgain(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seatings := c.evenings(tournament.SeatingRandom, 2, 8)
		one, other := seatings[0].Tables[0].Table, seatings[1].Tables[0].Table
		c.unlocked(one.ID)
		c.unlocked(other.ID)
		command := c.correctHand(one.ID, 1, 1, points(5, 1, -1, -5))
		first, _, err := c.Correct(c.ctx, c.director, desk.Correction{Tournament: tour.ID}, command)
		c.must(err)
		c.must(c.correctHand(other.ID, 1, 1, points(9, 1, -1, -9))(c.ctx))
		second, done, err := c.Correct(c.ctx, c.director, desk.Correction{Tournament: tour.ID, Seen: first.Digest}, command)
		c.must(err)
		if done || second.Digest == first.Digest {
			t.Fatalf("done %v with a ranking nobody has seen", done)
		}
		_, done, err = c.Correct(c.ctx, c.director, desk.Correction{Tournament: tour.ID, Seen: second.Digest}, command)
		c.must(err)
		if !done {
			t.Error("not carried out though seen")
		}
	})
}

// In a round that is still played nothing is settled: the hand is corrected at once unless it is to be shown, and what goes
// on at other tables does not send the page back.
func TestCorrect_Playing(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour, seating := c.evening(8, 1)
	table, other := seating.Tables[0].Table, seating.Tables[1].Table
	c.fill(c.helper, table)
	if _, done, err := c.Correct(c.ctx, c.helper, desk.Correction{Tournament: tour.ID}, c.correctHand(table.ID, 4, 1, points(1, 1, -1, -1))); err != nil || !done {
		t.Fatalf("the hand just entered: %v %v", done, err)
	}
	command := c.correctHand(table.ID, 1, 1, points(1, 1, -1, -1))
	shown, done, err := c.Correct(c.ctx, c.helper, desk.Correction{Tournament: tour.ID, Show: desk.ShowAlways}, command)
	c.must(err)
	if done || !shown.Playing || len(shown.Points) != 2 || len(shown.Rankings) != 1 || !shown.Rankings[0].Playing || shown.Lasting() {
		t.Fatalf("an old hand: %v %+v", done, shown)
	}
	c.fill(c.helper, other)
	_, done, err = c.Correct(c.ctx, c.helper, desk.Correction{Tournament: tour.ID, Show: desk.ShowAlways, Seen: shown.Digest}, command)
	c.must(err)
	if !done {
		t.Error("hands of another table sent the page back")
	}
}

// The list keeper learns what the correction does at the table, and nothing of the ranking.
func TestCorrect_ListKeeper(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour, seating := c.evening(8, 1)
	table := seating.Tables[0].Table
	c.fill(c.helper, table)
	phone := key(c, table.ID)
	in := desk.HandEntry{Op: c.op(), Table: table.ID, Number: 1, Base: 1, Row: points(-3, -1, 1, 3), Reason: "Vorzeichen"}
	enter := func(ctx context.Context) error {
		_, _, err := c.EnterHand(ctx, phone, in)
		return err
	}
	shown, done, err := c.Correct(c.ctx, phone, desk.Correction{Tournament: tour.ID, Show: desk.ShowAlways}, enter)
	c.must(err)
	if done || len(shown.Points) != 4 || shown.Points[0].Total != [2]int{} || len(shown.Rankings)+len(shown.Papers)+len(shown.Prizes) != 0 {
		t.Errorf("done %v, told %+v", done, shown)
	}
	_, done, err = c.Correct(c.ctx, phone, desk.Correction{Tournament: tour.ID, Show: desk.ShowAlways, Seen: shown.Digest}, enter)
	if err != nil || !done {
		t.Errorf("seen, but %v %v", done, err)
	}
}

// Nobody learns by a correction what he may not change, and what is wrong with it is said as ever.
func TestCorrect_Refused(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour, seatings := c.evenings(tournament.SeatingRandom, 1, 8)
	table := seatings[0].Tables[0].Table
	what := desk.Correction{Tournament: tour.ID, Show: desk.ShowAlways}
	shown, _, err := c.Correct(c.ctx, c.director, what, c.correctHand(table.ID, 1, 1, points(1, 1, -1, -1)))
	c.refused(err, tournament.ErrConflict, "sheet_confirmed")
	if !shown.Nothing() {
		t.Errorf("told %+v", shown)
	}
	c.unlocked(table.ID)
	_, _, err = c.Correct(c.ctx, c.director, what, c.correctHand(table.ID, 1, 1, []byte(`{"points":[1,1]}`)))
	if err == nil {
		t.Error("two points for four players were taken")
	}
	in := desk.HandEntry{Op: c.op(), Table: table.ID, Number: 1, Base: 1, Row: points(1, 1, -1, -1), Reason: "Vorzeichen"}
	_, _, err = c.Correct(c.ctx, c.helper, what, func(ctx context.Context) error {
		_, _, err := c.EnterHand(ctx, c.helper, in)
		return err
	})
	c.refused(err, tournament.ErrPhase, "round_closed")
	in.Reason = ""
	_, _, err = c.Correct(c.ctx, c.director, what, func(ctx context.Context) error {
		_, _, err := c.EnterHand(ctx, c.director, in)
		return err
	})
	c.refused(err, nil, "reason_missing")
	_, _, err = c.Correct(c.ctx, c.director, desk.Correction{Tournament: 4711}, c.correctHand(table.ID, 1, 1, points(1, 1, -1, -1)))
	c.refused(err, tournament.ErrNotFound, "unknown_tournament")
}

// However many players and hands there are, the database is asked the same few times.
func TestCorrect_Queries(t *testing.T) {
	s := storetest.OpenSQLite(t)
	c := newClub(t, s)
	count := func(players int) int {
		t.Helper()
		tour, seatings := c.evenings(tournament.SeatingRandom, 2, players)
		table := seatings[0].Tables[0].Table
		c.unlocked(table.ID)
		command := c.correctHand(table.ID, 1, 1, points(5, 1, -1, -5))
		return storetest.Count(t, s, func() {
			_, _, err := c.Correct(c.ctx, c.director, desk.Correction{Tournament: tour.ID}, command)
			c.must(err)
		})
	}
	few, many := count(8), count(32)
	if few != many || few > 60 {
		t.Errorf("%d statements for 8 players, %d for 32", few, many)
	}
}

// journal is everything the journal tells of a tournament.
func (c *club) journal(id tournament.TournamentID) []desk.JournalLine {
	c.t.Helper()
	lines, err := c.Journal(c.ctx, c.director, id, 1000)
	c.must(err)
	return lines
}
