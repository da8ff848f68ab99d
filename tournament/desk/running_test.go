package desk_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/sheet"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// written is a row of a paper list.
func written(solo string, totals ...int) sheet.Written {
	row := sheet.Written{Solo: solo}
	for _, n := range totals {
		row.Totals = append(row.Totals, &n)
	}
	return row
}

// long is a tournament of 24 hands with compulsory solos.
func long(c *club, players int) (tournament.Tournament, desk.Seating) {
	c.t.Helper()
	settings := desk.Settings{Name: "Preisdoppelkopf", Format: tournament.DefaultFormat(), Public: true, Standings: tournament.ReleaseLive}
	settings.Format.Rounds = 1
	tour := c.create(settings)
	c.register(tour.ID, players)
	return tour, c.draw(tour.ID, 1)
}

// Three full hands, five with winners and value, ten rows of running totals, and the rest copied as a total: one sheet, with the
// same checks and the same sums. Worked out by hand; the totals after hand 8 are 4, 0, 2, −6.
func TestMixedSheet(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := long(c, 4)
		table := seating.Tables[0].Table
		for _, row := range []string{
			`{"hand":{"contract":"normal","re":[1,3],"re_augen":131}}`,
			`{"hand":{"contract":"solo_kreuz","re":[3],"re_augen":130}}`,
			`{"hand":{"contract":"normal","re":[2,4],"re_augen_between":[121,150]}}`,
			`{"winners":[1,2],"value":2}`, `{"winners":[1],"value":2}`, `{"winners":[3,4],"value":1}`, `{"winners":[2,3],"value":3}`, `{"winners":[1,4],"value":1}`,
		} {
			_, _, err := c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: table.ID, Row: []byte(row)})
			c.must(err)
		}
		v, err := c.EnterRunning(c.ctx, key(c, table.ID), desk.RunningEntry{Op: c.op(), Table: table.ID, From: 9, Start: []int{4, 0, 2, -6}, Rows: tenRows()})
		c.must(err)
		if v.Next == nil || v.Next.Number != 19 || v.Next.Dealer != 4 || !slices.Equal(v.Running, []int{6, 4, 2, -12}) || !slices.Equal(v.SolosOpen, []int{4}) {
			t.Fatalf("next %+v, running %v, open %v", v.Next, v.Running, v.SolosOpen)
		}
		_, _, err = c.EnterHand(c.ctx, c.helper, desk.HandEntry{Op: c.op(), Table: table.ID, Number: 19, Row: []byte(`{"through":24,"points":[4,-3,-5,4],"solos":[0,0,0,1]}`)})
		c.must(err)
		v = c.confirm(c.director, table.ID)
		if v.Next != nil || len(v.Faults) != 0 || len(v.SolosOpen) != 0 || !slices.Equal(v.Running, []int{10, 1, -3, -8}) {
			t.Fatalf("next %+v, faults %+v, open %v, running %v", v.Next, v.Faults, v.SolosOpen, v.Running)
		}
		var dealers, kinds []string
		for _, r := range v.Rows {
			dealers = append(dealers, fmt.Sprint(r.Turn.Dealer))
			if r.Kind != "" {
				kinds = append(kinds, fmt.Sprint(r.Number, " ", r.Kind))
			}
		}
		if got, want := strings.Join(dealers, ""), "122344123"+"4112341230"; got != want[:len(got)] || len(got) != 19 {
			t.Errorf("dealers %s, want %s", got, want)
		}
		if want := []string{"2 pflicht", "5 pflicht", "11 pflicht", "17 lust"}; !slices.Equal(kinds, want) {
			t.Errorf("solos %v, want %v", kinds, want)
		}
		sameElsewhere(t, c, tour)
	})
}

// tenRows are hands 9 to 18. Hand 11 is the compulsory solo of the second, after which the first deals again; hand 14 gave nothing;
// hand 15 was a silent solo, hand 17 a voluntary one.
func tenRows() []sheet.Written {
	return []sheet.Written{
		written("", 5, 1, 1, -7), written("", 3, 3, 3, -9), written("", 1, 9, 1, -11), written("", 2, 8, 0, -10), written("", 5, 5, 3, -13),
		written("", 5, 5, 3, -13), written(sheet.WrittenNoSolo, 6, 6, 0, -12), written("", 8, 4, -2, -10), written("lust", 7, 3, 1, -11),
		written("", 6, 4, 2, -12),
	}
}

// sameElsewhere exports the tournament, reads it into another database and exports it there: the same bytes.
func sameElsewhere(t *testing.T, c *club, tour tournament.Tournament) {
	t.Helper()
	var first, second bytes.Buffer
	c.must(c.Export(c.ctx, c.director, tour.ID, &first))
	other := newClub(t, storetest.OpenSQLite(t))
	copied, err := other.Import(other.ctx, other.director, desk.ImportFile{Organisation: other.org, Content: first.Bytes()})
	other.must(err)
	other.must(other.Export(other.ctx, other.director, copied.ID, &second))
	if first.String() != second.String() {
		t.Errorf("the file changed on its way:\n%s\n%s", first.String(), second.String())
	}
	report, err := c.Verify(c.ctx, tournament.System())
	c.must(err)
	if len(report.Differences) != 0 {
		t.Errorf("verify finds %+v", report.Differences)
	}
}

func TestEnterRunning_OnceOrNot(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := long(c, 4)
		table := seating.Tables[0].Table
		by := key(c, table.ID)
		good := desk.RunningEntry{Op: c.op(), Table: table.ID, From: 1, Start: []int{0, 0, 0, 0}, Rows: []sheet.Written{written("", 3, 3, -3, -3), written("", 2, 4, -4, -2)}}
		first, err := c.EnterRunning(c.ctx, by, good)
		c.must(err)
		again, err := c.EnterRunning(c.ctx, by, good)
		c.must(err)
		if len(again.Rows) != 2 || again.Table.Version != first.Table.Version || again.Rows[1].Current.Revision != 1 {
			t.Errorf("sent twice: %d rows, version %d after %d", len(again.Rows), again.Table.Version, first.Table.Version)
		}
		lines, err := c.Journal(c.ctx, c.director, tour.ID, 1)
		c.must(err)
		if e := lines[0].Entry; e.Action != "running.enter" || !strings.Contains(string(e.After), `"to":2`) {
			t.Errorf("the journal says %s %s", e.Action, e.After)
		}
		refused := func(name, code string, change func(*desk.RunningEntry)) {
			t.Helper()
			in := desk.RunningEntry{Op: c.op(), Table: table.ID, From: 3, Start: []int{2, 4, -4, -2}, Rows: []sheet.Written{written("", 3, 5, -5, -3)}}
			change(&in)
			_, err := c.EnterRunning(c.ctx, by, in)
			if got := runningCode(err); got != code {
				t.Errorf("%s: %q (%v), want %q", name, got, err, code)
			}
		}
		refused("the third row of three is wrong", "running_sum rows.2", func(in *desk.RunningEntry) {
			in.Rows = append(in.Rows, written("", 4, 6, -6, -4), written("", 5, 7, -7, -4))
		})
		refused("a solo too early", "solo_order rows.0.solo_kind", func(in *desk.RunningEntry) { in.Rows = []sheet.Written{written("lust", 5, 3, -5, -3)} })
		refused("nothing", "running_empty rows", func(in *desk.RunningEntry) { in.Rows = nil })
		refused("somebody entered hand 1 meanwhile", "running_conflict ", func(in *desk.RunningEntry) { in.From = 1 })
		refused("hand 2 was corrected meanwhile", "running_conflict ", func(in *desk.RunningEntry) { in.Start = []int{2, 4, -2, -4} })
		refused("the key was used for something else", "op_reused ", func(in *desk.RunningEntry) { in.Op = good.Op })
		v, err := c.Table(c.ctx, by, table.ID)
		c.must(err)
		if len(v.Rows) != 2 || v.Table.Version != first.Table.Version {
			t.Errorf("something was stored: %d rows", len(v.Rows))
		}
		as := desk.RunningEntry{Op: c.op(), Table: table.ID, From: 3, Start: []int{2, 4, -4, -2}, Rows: []sheet.Written{written("", 3, 5, -5, -1)}, AsWritten: true}
		v, err = c.EnterRunning(c.ctx, by, as)
		c.must(err)
		if v.Faults[0].Code != sheet.SumNotZero || v.Faults[0].Hand != 3 || v.Faults[0].Sum != 2 {
			t.Errorf("as on paper: %+v", v.Faults)
		}
	})
}

// runningCode is the code and field of the first problem.
func runningCode(err error) string {
	var one *tournament.Problem
	var several tournament.Problems
	switch {
	case errors.As(err, &several):
		return several[0].Code + " " + several[0].Field
	case errors.As(err, &one):
		return one.Code + " " + one.Field
	}
	return ""
}

// At five the one who sits out follows from the rows themselves: after a chosen compulsory solo the same one sits out again.
func TestEnterRunning_Five(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := long(c, 5)
		table := seating.Tables[0].Table
		v, err := c.EnterRunning(c.ctx, c.helper, desk.RunningEntry{Op: c.op(), Table: table.ID, From: 1, Start: make([]int, 5), Rows: []sheet.Written{
			written("", 0, 2, 2, -2, -2), written("", -1, 2, 5, -3, -3), written("", 0, 2, 6, -4, -4),
		}})
		c.must(err)
		// Hand 2 was the solo of the third, whom the second dealt it; the second deals and sits out in hand 3 too.
		if v.Next.Dealer != 3 || v.Rows[2].Turn.SitsOut != 2 || !slices.Equal(v.SolosOpen, []int{1, 2, 4, 5}) {
			t.Errorf("next %+v, row 3 %+v, open %v", v.Next, v.Rows[2].Turn, v.SolosOpen)
		}
		standings, err := c.Standings(c.ctx, c.helper, tour.ID, 0)
		c.must(err)
		if standings.Lines[0].Total != 6 {
			t.Errorf("first has %d", standings.Lines[0].Total)
		}
	})
}

// A voluntary solo before the compulsory one is on paper: refused, or kept with a reason where the director lets tables note it.
func TestEnterRunning_Break(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	tour, seating := long(c, 4)
	table := seating.Tables[0].Table
	in := desk.RunningEntry{Op: c.op(), Table: table.ID, From: 1, Start: make([]int, 4), Reason: "so gespielt", Rows: []sheet.Written{
		written("", 1, 1, -1, -1), written("lust", 4, 0, -2, -2), written("", 5, -1, -1, -3),
	}}
	_, err := c.EnterRunning(c.ctx, key(c, table.ID), in)
	if got := runningCode(err); got != "solo_order rows.1.solo_kind" {
		t.Errorf("the table: %q", got)
	}
	quiet := in
	quiet.Reason = ""
	_, err = c.EnterRunning(c.ctx, c.director, quiet)
	if got := runningCode(err); got != "solo_order rows.1.solo_kind" {
		t.Errorf("a director without a reason: %q", got)
	}
	v, err := c.EnterRunning(c.ctx, c.director, in)
	c.must(err)
	if len(v.Rows) != 3 || v.Rows[1].Current.Reason != "so gespielt" || v.Rows[0].Current.Reason != "" || v.Rows[1].Kind != "lust" {
		t.Errorf("rows %+v", v.Rows)
	}
	lines, err := c.Journal(c.ctx, c.director, tour.ID, 1)
	c.must(err)
	if lines[0].Entry.Reason != "so gespielt" {
		t.Errorf("the journal gives the reason %q", lines[0].Entry.Reason)
	}
}
