package desk_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func file(t *testing.T, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile("../exchange/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// check2015 compares a ranking with what the club published in 2015, its wrong sum included.
func check2015(t *testing.T, s desk.Standings) {
	t.Helper()
	var totals, ranks []int
	for _, l := range s.Lines {
		totals, ranks = append(totals, l.Total), append(ranks, l.Rank)
	}
	if want := []int{52, 18, 16, -5, -11, -13, -17, -17, -26}; !slices.Equal(totals, want) {
		t.Errorf("totals %v, want %v", totals, want)
	}
	if want := []int{1, 2, 3, 4, 5, 6, 7, 7, 9}; !slices.Equal(ranks, want) {
		t.Errorf("ranks %v, want %v", ranks, want)
	}
	if !s.Lines[6].Shared || !s.Lines[7].Shared || s.Lines[8].Shared {
		t.Error("only the two seventh share a place")
	}
	if len(s.Warnings) != 1 {
		t.Fatalf("warnings %+v", s.Warnings)
	}
	w := s.Warnings[0]
	if w.Code != "sum_not_zero" || w.Round != 2 || w.Table != 2 || w.Sum == nil || *w.Sum != -3 {
		t.Errorf("warning %+v", w)
	}
	if s.Provisional || s.AfterRound != 2 || s.Sum != -3 {
		t.Errorf("provisional %v, after round %d, sum %d", s.Provisional, s.AfterRound, s.Sum)
	}
}

func TestImport_2015(t *testing.T) {
	content := file(t, "turnier_2015.json")
	straight, err := desk.FileStandings(content, 0)
	if err != nil {
		t.Fatal(err)
	}
	check2015(t, straight)
	want, err := straight.JSON()
	if err != nil {
		t.Fatal(err)
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		in := desk.ImportFile{Organisation: c.org, Content: content}
		tour, err := c.Import(c.ctx, c.director, in)
		c.must(err)
		stored, err := c.Standings(c.ctx, c.director, tour.ID, 0)
		c.must(err)
		check2015(t, stored)
		got, err := stored.JSON()
		c.must(err)
		if string(got) != string(want) {
			t.Errorf("stored and file differ:\n%s\n%s", got, want)
		}
		report, err := c.Verify(c.ctx, tournament.System())
		c.must(err)
		if len(report.Differences) != 0 || report.Sheets != 4 {
			t.Errorf("verify %+v", report)
		}
	})
}

func TestStandingsJSON(t *testing.T) {
	s, err := desk.FileStandings(file(t, "turnier_2015.json"), 0)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := s.JSON()
	if err != nil {
		t.Fatal(err)
	}
	got := string(raw)
	for _, want := range []string{
		`"after_round":2,"provisional":false,"lines":[{"rank":1,"shared":false,"start_no":`,
		`"name":"Béla Œlschläger","club":"","rounds":[9,43],"total":52,"penalty":0,"hands_won":null,"solos_played":`,
		`"decided_by":null},{"rank":2,`, `"decided_by":"total"}`,
		`"warnings":[{"code":"sum_not_zero","round":2,"table":2,"sum":-3,"message":"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
}

// Every file of the exchange's samples survives: import, export, import elsewhere, export: the same bytes and the same ranking.
func TestExport_SameBytes(t *testing.T) {
	for _, name := range []string{"turnier_2015.json", "acht_spiele.json", "klubabende.json"} {
		t.Run(name, func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				first, ranking := roundTrip(t, s, file(t, name))
				second, again := roundTrip(t, storetest.OpenSQLite(t), first)
				if !bytes.Equal(first, second) {
					t.Errorf("exports differ:\n%s\n%s", first, second)
				}
				if ranking != again {
					t.Errorf("rankings differ:\n%s\n%s", ranking, again)
				}
			})
		})
	}
}

func roundTrip(t *testing.T, s *store.Store, content []byte) ([]byte, string) {
	t.Helper()
	d := &desk.Desk{Store: s, Random: randomBytes()}
	tour, err := d.Import(t.Context(), tournament.System(), desk.ImportFile{Content: content})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := d.Export(t.Context(), tournament.System(), tour.ID, &b); err != nil {
		t.Fatal(err)
	}
	ranking, err := d.Standings(t.Context(), tournament.System(), tour.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := ranking.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), string(raw)
}

func TestImport_Twice(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		content := []byte(strings.Replace(string(file(t, "turnier_2015.json")), `"name"`, `"uid":"0123456789abcdef0123456789abcdef","name"`, 1))
		if bytes.Count(content, []byte(`"uid"`)) > 1 {
			content = file(t, "turnier_2015.json") // it has one of its own
		}
		in := desk.ImportFile{Organisation: c.org, Content: content}
		first, err := c.Import(c.ctx, c.director, in)
		c.must(err)
		_, err = c.Import(c.ctx, c.director, in)
		c.refused(err, tournament.ErrConflict, "uid_stored")
		in.Copy = true
		second, err := c.Import(c.ctx, c.director, in)
		c.must(err)
		if first.ID == second.ID || first.UID == second.UID {
			t.Errorf("the copy is %d %s like the first", second.ID, second.UID)
		}
		people, err := c.People(c.ctx, c.director, c.create(short(1)).ID, "")
		c.must(err)
		if len(people) != 9 {
			t.Errorf("%d people in the address book: the copy's are the same nine", len(people))
		}
	})
}

// Restart on the same data after backup and restore into the other kind of database: the same standings.
func TestRestore_SameStandings(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := c.evening(9, 2)
		c.play(seating)
		c.play(c.draw(tour.ID, 2))
		want, err := c.Standings(c.ctx, c.director, tour.ID, 0)
		c.must(err)
		var archive bytes.Buffer
		c.must(s.Backup(c.ctx, &archive))
		other := storetest.OpenSQLite
		if s.Kind() == store.SQLite {
			other = storetest.OpenPostgres
		}
		restored := other(t)
		c.must(restored.Restore(c.ctx, bytes.NewReader(archive.Bytes()), int64(archive.Len())))
		d := &desk.Desk{Store: restored, Random: randomBytes()}
		got, err := d.Standings(c.ctx, c.director, tour.ID, 0)
		c.must(err)
		a, err := want.JSON()
		c.must(err)
		b, err := got.JSON()
		c.must(err)
		if !bytes.Equal(a, b) {
			t.Errorf("standings differ:\n%s\n%s", a, b)
		}
		report, err := d.Verify(c.ctx, tournament.System())
		c.must(err)
		if len(report.Differences) != 0 || report.Hands != 18 {
			t.Errorf("verify %+v", report)
		}
	})
}

// A list of winners alone goes through a file unchanged, also where the deal of a hand before them moved afterwards.
func TestExport_Winners(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := solos(c, 5, tournament.RuleBreaksNote)
		table := seating.Tables[0].Table.ID
		enter := func(number, base int, row string) {
			t.Helper()
			_, _, err := c.EnterHand(c.ctx, c.director, desk.HandEntry{Op: c.op(), Table: table, Number: number, Base: base, Row: []byte(row), Reason: "so gespielt"})
			c.must(err)
		}
		enter(1, 0, `{"winners":[2,3],"value":1}`)
		enter(2, 0, `{"winners":[1,3],"value":2}`)
		enter(3, 0, `{"winners":[1,2,4],"value":1,"solo":5,"solo_kind":"lust"}`)
		same(c, tour)
		enter(1, 1, `{"winners":[2],"value":2,"solo":2,"solo_kind":"pflicht"}`)
		same(c, tour)
	})
}

// A hand that was taken back in the middle leaves a gap, which a file cannot hold: a substitute and a penalty move up with the hands after it.
func TestExport_Gap(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := solos(c, 5, tournament.RuleBreaksNote)
		table := seating.Tables[0].Table.ID
		enter := func(in desk.HandEntry, row string) {
			t.Helper()
			in.Op, in.Table, in.Row, in.Reason = c.op(), table, []byte(row), "so gespielt"
			_, _, err := c.EnterHand(c.ctx, c.director, in)
			c.must(err)
		}
		for _, row := range []string{`{"winners":[2,3],"value":1}`, `{"winners":[1,3],"value":2}`, `{"winners":[1,2],"value":3}`, `{"winners":[1,2],"value":4}`} {
			enter(desk.HandEntry{}, row)
		}
		reserve, err := c.Register(c.ctx, c.helper, desk.Register{Op: c.op(), Tournament: tour.ID, Name: "Ersatz", Present: true})
		c.must(err)
		v, err := c.Table(c.ctx, c.director, table)
		c.must(err)
		_, err = c.Substitute(c.ctx, c.director, desk.Substitution{
			Op: c.op(), Table: table, Version: v.Table.Version, Position: 1, Entry: reserve.ID, FromHand: 4, Reason: "Bus",
		})
		c.must(err)
		_, err = c.AddPenalty(c.ctx, c.director, desk.PenaltyEntry{
			Op: c.op(), Entry: seating.Tables[0].Seats[1].Entry, Round: 1, Hand: 4, Points: -3, Others: 1, Reason: "bedient nicht",
		})
		c.must(err)
		enter(desk.HandEntry{Number: 2, Base: 1, Void: true}, `{}`)
		same(c, tour)
	})
}
