package desk_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func TestRegister_Problems(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour := c.create(short(1))
	first := c.register(tour.ID, 1)[0]
	tests := []struct {
		name string
		in   desk.Register
		want string
	}{
		{"no name", desk.Register{Name: "  "}, "name_missing"},
		{"a name of 300 characters", desk.Register{Name: strings.Repeat("ä", 300)}, "name_too_long"},
		{"the same name", desk.Register{Name: "  BELA   OELSCHLÄGER"}, "duplicate_name"},
		{"the same person", desk.Register{Player: first.Player, SameName: true}, "duplicate_entry"},
		{"an unknown person", desk.Register{Player: 4711}, "unknown_person"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.in.Tournament = tour.ID
			_, err := c.Register(c.ctx, c.helper, tt.in)
			if got := code(err); got != tt.want {
				t.Errorf("%q (%v), want %q", got, err, tt.want)
			}
		})
	}
	for _, name := range []string{"Béla Œlschläger", "דוד לוי", "😀 Emoji", "Ødegård"} {
		e, err := c.Register(c.ctx, c.helper, desk.Register{Tournament: tour.ID, Name: name, SameName: true})
		c.must(err)
		if e.Name != name {
			t.Errorf("%q became %q", name, e.Name)
		}
	}
}

func TestRegister_SameFormFiveTimes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour := c.create(short(1))
		in := desk.Register{Op: "form", Tournament: tour.ID, Name: "Zoë Kern", Present: true, Paid: true}
		ids := map[tournament.EntryID]bool{}
		for range 5 {
			e, err := c.Register(c.ctx, c.helper, in)
			c.must(err)
			ids[e.ID] = true
			if e.Paid != 500 || e.PaidAt.IsZero() || e.StartNo != 1 {
				t.Fatalf("entry %+v", e)
			}
		}
		list, err := c.Entries(c.ctx, c.helper, tour.ID)
		c.must(err)
		if len(ids) != 1 || len(list.Entries) != 1 || list.Paid != 500 || list.Due != 500 {
			t.Fatalf("%d answers, list %+v", len(ids), list)
		}
		in.Name = "Jemand anders"
		_, err = c.Register(c.ctx, c.helper, in)
		c.refused(err, tournament.ErrConflict, "op_reused")
	})
}

// Every changeable value of an entry goes back to nothing and is nothing when it is read again.
func TestEditEntry_Zero(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour := c.create(short(2))
		others := c.register(tour.ID, 2)
		e, err := c.Register(c.ctx, c.helper, desk.Register{
			Tournament: tour.ID, Name: "Änne", Club: "Herz 10", MemberNo: "007", Team: "A", FixedTable: 1, Apart: []int{1}, Paid: true,
		})
		c.must(err)
		e, err = c.EditEntry(c.ctx, c.helper, desk.EntryEdit{
			Op: c.op(), Entry: e.ID, Version: e.Version, Name: "Anne", StartNo: e.StartNo, FromRound: 1,
		})
		c.must(err)
		e, err = c.TakeFee(c.ctx, c.helper, desk.FeePayment{Op: c.op(), Entry: e.ID, Version: e.Version})
		c.must(err)
		if e.Club != "" || e.MemberNo != "" || e.Team != "" || e.FixedTable != 0 || len(e.Apart) != 0 || e.Paid != 0 || !e.PaidAt.IsZero() {
			t.Fatalf("entry %+v", e)
		}
		_, err = c.EditEntry(c.ctx, c.helper, desk.EntryEdit{Entry: e.ID, Version: e.Version, Name: "Anne", StartNo: 2, FromRound: 1})
		c.refused(err, tournament.ErrDuplicate, "duplicate_start_no")
		_, err = c.EditEntry(c.ctx, c.helper, desk.EntryEdit{Entry: e.ID, Version: 1, Name: "Anne", StartNo: 3, FromRound: 1})
		c.refused(err, tournament.ErrConflict, "stale")
		_, err = c.EditEntry(c.ctx, c.helper, desk.EntryEdit{
			Op: c.op(), Entry: others[0].ID, Version: others[0].Version, Name: others[0].Name, StartNo: others[0].StartNo, FromRound: 1, Apart: []int{3},
		})
		c.must(err)
		e, err = c.EditEntry(c.ctx, c.helper, desk.EntryEdit{Op: c.op(), Entry: e.ID, Version: e.Version, Name: "Anne", StartNo: 33, FromRound: 1})
		c.must(err)
		friend, _, err := c.Entry(c.ctx, c.helper, others[0].ID)
		c.must(err)
		if !slices.Equal(friend.Apart, []int{33}) {
			t.Fatalf("the wish follows the number: %v", friend.Apart)
		}
	})
}

func TestPeople(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	old, next := c.create(short(1)), c.create(short(1))
	for _, name := range []string{"Zander, Ole", "Özdemir, Ayşe", "Oster, Jan", "Öztürk, Cem", "Müller, Änne"} {
		_, err := c.Register(c.ctx, c.helper, desk.Register{Tournament: old.ID, Name: name})
		c.must(err)
	}
	find := func(query string) []string {
		t.Helper()
		found, err := c.People(c.ctx, c.helper, next.ID, query)
		c.must(err)
		names := []string{}
		for _, p := range found {
			names = append(names, p.Name)
		}
		return names
	}
	for _, query := range []string{"müller", "mueller", "MULL", "anne m", "Änne"} {
		if got := find(query); !slices.Equal(got, []string{"Müller, Änne"}) {
			t.Errorf("%q finds %q", query, got)
		}
	}
	if got, want := find(""), []string{"Müller, Änne", "Oster, Jan", "Özdemir, Ayşe", "Öztürk, Cem", "Zander, Ole"}; !slices.Equal(got, want) {
		t.Errorf("all people are %q, want %q", got, want)
	}
	found, err := c.People(c.ctx, c.helper, next.ID, "oster")
	c.must(err)
	e, err := c.Register(c.ctx, c.helper, desk.Register{Tournament: next.ID, Player: found[0].ID})
	c.must(err)
	if e.Name != "Oster, Jan" || len(find("oster")) != 0 {
		t.Errorf("entered as %q, still found: %q", e.Name, find("oster"))
	}
}

// Who leaves keeps his results, is not drawn any more and can come back; who comes late plays from the next round on.
func TestSetStatus_Dated(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour := c.create(short(3))
		entries := c.register(tour.ID, 9)
		c.play(c.draw(tour.ID, 1))
		leaver := entries[4]
		_, err := c.SetStatus(c.ctx, c.helper, desk.EntryStatus{Entry: leaver.ID, Version: leaver.Version, Status: tournament.Registered})
		c.refused(err, tournament.ErrPhase, "entry_seated")
		gone, err := c.SetStatus(c.ctx, c.helper, desk.EntryStatus{
			Op: c.op(), Entry: leaver.ID, Version: leaver.Version, Status: tournament.Withdrawn, Reason: "krank",
		})
		c.must(err)
		if gone.ToRound != 1 {
			t.Errorf("left after round %d", gone.ToRound)
		}
		second, err := c.DrawRound(c.ctx, c.director, desk.DrawRound{Op: c.op(), Tournament: tour.ID, Round: 2})
		c.must(err)
		if len(second.Tables) != 2 || len(second.Tables[0].Seats)+len(second.Tables[1].Seats) != 8 {
			t.Fatalf("seated %+v", second.Tables)
		}
		c.play(second)
		late, err := c.Register(c.ctx, c.helper, desk.Register{Tournament: tour.ID, Name: "Spät Gekommen", Present: true})
		c.must(err)
		if late.FromRound != 3 {
			t.Errorf("plays from round %d", late.FromRound)
		}
		c.play(c.draw(tour.ID, 3))
		st, err := c.Standings(c.ctx, c.helper, tour.ID, 0)
		c.must(err)
		for _, l := range st.Lines {
			switch l.Entry {
			case leaver.ID:
				if l.Rounds[0] == nil || l.Rounds[1] != nil || l.Rounds[2] != nil || !l.Withdrawn {
					t.Errorf("who left: %+v", l)
				}
			case late.ID:
				if l.Rounds[0] != nil || l.Rounds[1] != nil || l.Rounds[2] == nil {
					t.Errorf("who came late: %+v", l)
				}
			}
		}
		if len(st.Lines) != 10 {
			t.Errorf("%d lines", len(st.Lines))
		}
	})
}

func TestCreateTournament_Problems(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tests := []struct {
		name string
		edit func(*desk.Settings)
	}{
		{"no name", func(s *desk.Settings) { s.Name = "" }},
		{"the year 20226", func(s *desk.Settings) { s.StartsAt = time.Date(20226, 3, 13, 19, 0, 0, 0, time.UTC) }},
		{"no hands", func(s *desk.Settings) { s.Format.HandsPerRound = 0 }},
		{"no rounds", func(s *desk.Settings) { s.Format.Rounds = 0 }},
		{"a zone nobody knows", func(s *desk.Settings) { s.TimeZone = "Europe/Entenhausen" }},
		{"a negative fee", func(s *desk.Settings) { s.Fee = -1 }},
		{"unknown rules", func(s *desk.Settings) { s.Rules = []byte(`"skat"`) }},
		{"half a hand at five", func(s *desk.Settings) { s.Format.HandsAtFive = 13 }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := short(2)
			tt.edit(&s)
			_, err := c.CreateTournament(c.ctx, c.director, desk.CreateTournament{Settings: s})
			c.refused(err, tournament.ErrInvalid, code(err))
		})
	}
	_, err := c.CreateTournament(c.ctx, c.helper, desk.CreateTournament{Organisation: c.org, Settings: short(1)})
	c.refused(err, tournament.ErrForbidden, "forbidden")
	_, err = c.CreateTournament(c.ctx, c.foreign, desk.CreateTournament{Organisation: c.org, Settings: short(1)})
	c.refused(err, tournament.ErrForbidden, "forbidden")
	_, err = c.CreateTournament(c.ctx, c.visitor, desk.CreateTournament{Settings: short(1)})
	c.refused(err, tournament.ErrForbidden, "forbidden")
	lines, err := c.Tournaments(c.ctx, c.director)
	c.must(err)
	if len(lines) != 0 {
		t.Errorf("stored %+v", lines)
	}
}

// The list shows each what he may see: visitors what is public, a club what is its own.
func TestTournaments_Seen(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	private := short(1)
	private.Public = false
	hidden := c.create(private)
	c.create(short(1))
	for _, tt := range []struct {
		name string
		by   tournament.Actor
		want int
	}{{"visitor", c.visitor, 1}, {"helper", c.helper, 2}, {"another club", c.foreign, 1}, {"system", tournament.System(), 2}} {
		lines, err := c.Tournaments(c.ctx, tt.by)
		c.must(err)
		if len(lines) != tt.want {
			t.Errorf("%s sees %d tournaments, want %d", tt.name, len(lines), tt.want)
		}
	}
	_, err := c.Tournament(c.ctx, c.foreign, hidden.ID)
	c.refused(err, tournament.ErrNotFound, "unknown_tournament")
	_, err = c.Tournament(c.ctx, c.director, 0)
	c.refused(err, tournament.ErrNotFound, "unknown_tournament")
}
