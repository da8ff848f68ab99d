package desk_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// rowsOf are rows; what stands behind a ! is the note of one, and an empty one cannot be read.
func rowsOf(list ...string) []desk.LineRow {
	rows := make([]desk.LineRow, len(list))
	for i, r := range list {
		row, note, _ := strings.Cut(r, "!")
		if row != "" {
			rows[i] = desk.LineRow{Row: []byte(row), Note: note}
		}
	}
	return rows
}

const (
	pair    = `{"hand":{"contract":"normal","re":[1,3],"re_augen_between":[121,150]}}` // +1 −1 +1 −1
	queens  = `{"hand":{"contract":"solo_damen","re":[2],"re_augen_between":[121,150]}}`
	too     = `{"hand":{"contract":"solo_damen","re":[2],"re_augen_between":[121,150],"solo_kind":"pflicht"}}`
	figures = `{"hand":{"contract":"normal","re":[1,1],"re_augen":241}}`
)

// Several hands go in together or not at all, in their order, and count once.
func TestEnterLines(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		tour, seating := long(c, 4)
		table := seating.Tables[0].Table
		by := key(c, table.ID)
		good := desk.LinesEntry{Op: c.op(), Table: table.ID, From: 1, Rows: rowsOf(pair, `{"redealt":true,"reason":"fünf Neunen"}`, queens, `{"winners":[1,2],"value":2}`)}
		v, err := c.EnterLines(c.ctx, by, good)
		c.must(err)
		var numbers []int
		for _, r := range v.Rows {
			numbers = append(numbers, r.Number)
		}
		if !slices.Equal(numbers, []int{1, 2, 2, 3}) || !slices.Equal(v.Running, []int{2, 4, -2, -4}) || v.Next.Number != 4 || slices.Contains(v.SolosOpen, 2) {
			t.Errorf("hands %v, running %v, next %+v, open %v", numbers, v.Running, v.Next, v.SolosOpen)
		}
		if got := v.Rows[3].Current.Op; got != good.Op+"/4" {
			t.Errorf("the last line has the key %s", got)
		}
		again, err := c.EnterLines(c.ctx, by, good)
		c.must(err)
		if len(again.Rows) != 4 || again.Table.Version != v.Table.Version {
			t.Errorf("sent twice: %d rows, version %d after %d", len(again.Rows), again.Table.Version, v.Table.Version)
		}
		journal, err := c.Journal(c.ctx, c.director, tour.ID, 1)
		c.must(err)
		if e := journal[0].Entry; e.Action != "lines.enter" || !strings.Contains(string(e.After), `"to":3`) {
			t.Errorf("the journal says %s %s", e.Action, e.After)
		}

		refused := func(name string, rows []desk.LineRow, from int, want ...string) {
			t.Helper()
			_, err := c.EnterLines(c.ctx, by, desk.LinesEntry{Op: c.op(), Table: table.ID, From: from, Rows: rows})
			var got []string
			var wrong tally.Problems
			var conflict *desk.Conflict
			switch {
			case errors.As(err, &wrong):
				for _, p := range wrong {
					got = append(got, p.Code+" "+p.Field)
				}
			case errors.As(err, &conflict):
				got = append(got, conflict.Problem.Code)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %v (%v), want %v", name, got, err, want)
			}
		}
		refused("every fault of every line", rowsOf(pair, figures, "", pair, `{"winners":[],"value":2}`), 4,
			"duplicate_player lines.1.hand.re.1", "augen_range lines.1.hand.re_augen", "bad_row lines.2", "bad_winners lines.4.winners")
		refused("a second compulsory solo", rowsOf(pair, too), 4, "solo_not_owed lines.1.hand.solo_kind")
		refused("a note by somebody who may not", rowsOf(pair, too+"!war so"), 4, "solo_not_owed lines.1.hand.solo_kind")
		refused("what may follow from a line that cannot be read", rowsOf("", too), 4, "bad_row lines.0")
		refused("more than the sheet has", rowsOf(slices.Repeat([]string{pair}, 22)...), 4,
			"solo_forced lines.18.hand.contract", "lines_too_many lines.21.number")
		refused("nothing", nil, 4, "lines_empty lines")
		refused("somebody was faster", rowsOf(pair), 3, "conflict")
		now, err := c.Table(c.ctx, by, table.ID)
		c.must(err)
		if len(now.Rows) != 4 || now.Table.Version != v.Table.Version {
			t.Errorf("something was stored: %d rows", len(now.Rows))
		}
		checked, err := c.CheckLines(c.ctx, by, table.ID, rowsOf(pair, "", too))
		c.must(err)
		if checked[0].Number != 4 || !checked[1].Unread || checked[2].Number != 6 || len(checked[2].Problems) != 0 {
			t.Errorf("checked %+v", checked)
		}

		// A whole sheet, each hand as if it had been entered by itself.
		rest := slices.Repeat([]string{pair}, 18)
		for _, pos := range "341" { // first is who is left of the dealer
			rest = append(rest, strings.Replace(queens, "[2]", "["+string(pos)+"]", 1))
		}
		v, err = c.EnterLines(c.ctx, by, desk.LinesEntry{Op: c.op(), Table: table.ID, From: 4, Rows: rowsOf(rest...)})
		c.must(err)
		if v.Next != nil || len(v.Faults) != 0 {
			t.Fatalf("next %+v, faults %+v", v.Next, v.Faults)
		}
		c.confirm(c.director, table.ID)
		sameElsewhere(t, c, tour)
	})
}

// What was played against the order of the session is kept by the desk, with a note at its hand; the lines after it go by it.
func TestEnterLines_Note(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		_, seating := long(c, 4)
		table := seating.Tables[0].Table
		rows := rowsOf(queens, too+"! zweimal gespielt ", pair)
		_, err := c.EnterLines(c.ctx, c.helper, desk.LinesEntry{Op: c.op(), Table: table.ID, From: 1, Rows: rows})
		var wrong tally.Problems
		if !errors.As(err, &wrong) || len(wrong) != 1 || wrong[0].Code != "solo_not_owed" || wrong[0].Args["Name"] == "" {
			t.Errorf("a helper keeps it: %v", err)
		}
		v, err := c.EnterLines(c.ctx, c.referee, desk.LinesEntry{Op: c.op(), Table: table.ID, From: 1, Rows: rows})
		c.must(err)
		if len(v.Rows) != 3 || v.Rows[1].Current.Reason != "zweimal gespielt" || v.Rows[2].Current.Reason != "" {
			t.Errorf("rows %+v", v.Rows)
		}
	})
}

func TestEnterLines_Closed(t *testing.T) {
	c := newClub(t, storetest.OpenSQLite(t))
	_, seating := long(c, 4)
	table := seating.Tables[0].Table
	_, err := c.EnterTotals(c.ctx, c.helper, desk.TotalsEntry{Op: c.op(), Table: table.ID, Totals: []int{1, -1, 1, -1}})
	c.must(err)
	_, err = c.EnterLines(c.ctx, c.helper, desk.LinesEntry{Op: c.op(), Table: table.ID, From: 1, Rows: rowsOf(pair)})
	c.refused(err, tournament.ErrPhase, "sheet_has_totals")
}
