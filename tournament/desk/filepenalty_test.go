package desk_test

import (
	"bytes"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// filed exports a tournament, imports the file into an empty database and says whether everything is as before: the file in every
// byte, the totals of everybody, with and without the database.
func filed(c *club, tour tournament.Tournament) {
	c.t.Helper()
	var first, again bytes.Buffer
	c.must(c.Export(c.ctx, c.director, tour.ID, &first))
	was, err := c.Standings(c.ctx, c.director, tour.ID, 0)
	c.must(err)
	other := newClub(c.t.(*testing.T), storetest.OpenSQLite(c.t.(*testing.T)))
	copied, err := other.Import(other.ctx, other.director, desk.ImportFile{Op: "import", Content: first.Bytes()})
	if err != nil {
		c.t.Fatalf("what we write we cannot read: %v\n%s", err, &first)
	}
	other.must(other.Export(other.ctx, other.director, copied.ID, &again))
	if !bytes.Equal(first.Bytes(), again.Bytes()) {
		c.t.Errorf("the file changes by an import:\n%s\n%s", &first, &again)
	}
	stored, err := other.Standings(other.ctx, other.director, copied.ID, 0)
	c.must(err)
	read, err := desk.FileStandings(first.Bytes(), 0)
	c.must(err)
	for name, now := range map[string]desk.Standings{"imported": stored, "read": read} {
		totals := map[int]int{}
		for _, l := range now.Lines {
			totals[l.StartNo] = l.Total
		}
		for _, l := range was.Lines {
			if totals[l.StartNo] != l.Total {
				c.t.Errorf("%s: player %d has %d, before %d", name, l.StartNo, totals[l.StartNo], l.Total)
			}
		}
	}
}

// A penalty goes through a file whatever happened to its round, its table and its player since.
func TestExport_Penalties(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		penalty := func(entry tournament.EntryID, round, hand, others int) {
			t.Helper()
			_, err := c.AddPenalty(c.ctx, c.referee, desk.PenaltyEntry{
				Op: c.op(), Entry: entry, Round: round, Hand: hand, Points: -3, Others: others, Reason: "bedient nicht",
			})
			c.must(err)
		}
		version := func(id tournament.TableID) int {
			t.Helper()
			v, err := c.Table(c.ctx, c.director, id)
			c.must(err)
			return v.Table.Version
		}
		t.Run("the draw was taken back", func(t *testing.T) {
			c.t = t
			tour, seating := c.evening(8, 2)
			penalty(seating.Tables[0].Seats[1].Entry, 1, 2, 1)
			reset := c.step(tour.ID, 1)
			reset.Reason = "doch anders"
			c.must(c.ResetDraw(c.ctx, c.director, reset))
			filed(c, tour)
		})
		t.Run("somebody else sat there after all", func(t *testing.T) {
			c.t = t
			tour, seating := c.evening(8, 1)
			at := seating.Tables[0]
			penalty(at.Seats[1].Entry, 1, 2, 1)
			reserve, err := c.Register(c.ctx, c.helper, desk.Register{Op: c.op(), Tournament: tour.ID, Name: "Ersatz", Present: true})
			c.must(err)
			_, err = c.Substitute(c.ctx, c.director, desk.Substitution{
				Op: c.op(), Table: at.Table.ID, Version: version(at.Table.ID), Position: 2, Entry: reserve.ID, FromHand: 1, Reason: "verwechselt",
			})
			c.must(err)
			filed(c, tour)
		})
		t.Run("somebody left the table of five", func(t *testing.T) {
			c.t = t
			tour, seating := solos(c, 5, tournament.RuleBreaksNote)
			at := seating.Tables[0]
			for range 2 {
				next(c, at.Table.ID, false)
			}
			_, err := c.LeaveTable(c.ctx, c.director, desk.Departure{
				Op: c.op(), Table: at.Table.ID, Version: version(at.Table.ID), Position: 4, FromHand: 3, Reason: "krank",
			})
			c.must(err)
			penalty(at.Seats[0].Entry, 1, 6, 1) // long before it is played
			next(c, at.Table.ID, false)
			penalty(at.Seats[0].Entry, 1, 3, 2)
			penalty(at.Seats[1].Entry, 1, 4, 1) // the one being played
			c.credited(tour.ID, at, []int{-6 + 1, -3 + 3, 1 + 2 + 1, 0, 1 + 2 + 1})
			filed(c, tour)
		})
	})
}

// credited compares what the sheet and the ranking say of the penalties of a table, by position.
func (c *club) credited(id tournament.TournamentID, at desk.SeatedTable, want []int) {
	c.t.Helper()
	v, err := c.Table(c.ctx, c.helper, at.Table.ID)
	c.must(err)
	st, err := c.Standings(c.ctx, c.helper, id, 0)
	c.must(err)
	shown := v.PenaltyTotals()
	for i, n := range want {
		ranked := lineOf(c.t.(*testing.T), st, at.Seats[i].Entry).Total - v.Running[i]
		if shown[i] != n || ranked != n {
			c.t.Errorf("position %d: the sheet says %+d, the ranking %+d, want %+d", i+1, shown[i], ranked, n)
		}
	}
}

// At a table of five nobody is credited for nothing: without the hand it is not known who played.
func TestPenalty_OthersNeedHandAtFive(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	_, seating := c.evening(9, 1)
	for _, at := range seating.Tables {
		in := desk.PenaltyEntry{Op: c.op(), Entry: at.Seats[0].Entry, Round: 1, Points: -3, Others: 1, Reason: "Handy"}
		_, err := c.AddPenalty(c.ctx, c.referee, in)
		if at.Table.Size == 5 {
			c.refused(err, tournament.ErrInvalid, "penalty_hand_five")
			in.Op, in.Others = c.op(), 0
			_, err = c.AddPenalty(c.ctx, c.referee, in)
		}
		c.must(err)
	}
}
