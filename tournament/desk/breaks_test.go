package desk_test

import (
	"errors"
	"fmt"
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// solos is an evening of one round with compulsory solos: six hands at a table of four, ten at five.
func solos(c *club, players int, breaks tournament.RuleBreaks) (tournament.Tournament, desk.Seating) {
	c.t.Helper()
	s := short(1)
	s.Format.HandsPerRound, s.Format.HandsAtFive, s.Format.CompulsorySolos, s.Format.RuleBreaks = 6, 10, 1, breaks
	t := c.create(s)
	c.register(t.ID, players)
	return t, c.draw(t.ID, 1)
}

func solo(position int, kind string) []byte {
	if kind != "" {
		kind = fmt.Sprintf(`"solo_kind":%q,`, kind)
	}
	return []byte(fmt.Sprintf(`{"contract":"solo_damen",%s"re":[%d],"re_augen":150}`, kind, position))
}

// What breaks the order of the session is refused to the list keeper, with names, and kept by a referee with a note. Where the
// tournament is set to it the list keeper may note it as well.
func TestEnterHand_Breaks(t *testing.T) {
	for _, setting := range []tournament.RuleBreaks{tournament.RuleBreaksRefuse, tournament.RuleBreaksNote} {
		storetest.Each(t, func(t *testing.T, s *store.Store) {
			c := newClub(t, s)
			tour, seating := solos(c, 4, setting)
			at := seating.Tables[0]
			keeper := key(c, at.Table.ID)
			enter := func(by tournament.Actor, number int, row []byte, reason string) error {
				_, _, err := c.EnterHand(c.ctx, by, desk.HandEntry{Op: c.op(), Table: at.Table.ID, Number: number, Row: row, Reason: reason})
				return err
			}
			c.must(enter(keeper, 1, []byte(normal), ""))
			c.must(enter(keeper, 2, []byte(normal), ""))
			err := enter(keeper, 3, []byte(normal), "")
			c.refused(err, tournament.ErrInvalid, "solo_forced")
			var ps tournament.Problems
			if !errors.As(err, &ps) || ps[0].Field != "hand.contract" || ps[0].Args["Must"] != at.Seats[3].Name || ps[0].Args["Left"] != 4 {
				t.Fatalf("%s: %+v", setting, err)
			}
			hint := map[tournament.RuleBreaks]string{tournament.RuleBreaksRefuse: "break_staff", tournament.RuleBreaksNote: "break_note"}[setting]
			if ps[0].Hint != hint {
				t.Errorf("%s: hint %q", setting, ps[0].Hint)
			}
			c.refused(enter(keeper, 3, solo(2, ""), ""), tournament.ErrInvalid, "solo_forced")
			c.refused(enter(c.referee, 3, []byte(normal), ""), tournament.ErrInvalid, "solo_forced")
			_, err = c.Preview(c.ctx, c.referee, at.Table.ID, 3, []byte(normal))
			c.refused(err, tournament.ErrInvalid, "solo_forced")
			if err := enter(keeper, 3, []byte(normal), "es war schon gegeben"); setting == tournament.RuleBreaksNote {
				c.must(err)
			} else {
				c.refused(err, tournament.ErrInvalid, "solo_forced")
				c.refused(enter(c.helper, 3, []byte(normal), "es war schon gegeben"), tournament.ErrInvalid, "solo_forced")
				c.must(enter(c.referee, 3, []byte(normal), "es war schon gegeben"))
			}
			v, err := c.Table(c.ctx, keeper, at.Table.ID)
			c.must(err)
			if r := v.Rows[2]; len(r.Breaks) != 1 || r.Breaks[0] != "solo_forced" || r.Current.Reason != "es war schon gegeben" || len(v.Rows[1].Breaks) != 0 {
				t.Errorf("%s: row 3 is %+v", setting, r)
			}
			j, err := c.Journal(c.ctx, c.referee, tour.ID, 1)
			c.must(err)
			if len(j) != 1 || j[0].Entry.Reason != "es war schon gegeben" {
				t.Errorf("%s: the journal says %+v", setting, j)
			}
			for n := 4; n <= 6; n++ {
				v, err := c.Table(c.ctx, keeper, at.Table.ID)
				c.must(err)
				c.must(enter(keeper, n, solo(v.Next.Forced, ""), ""))
			}
			c.refused(enter(keeper, 7, solo(3, ""), ""), tournament.ErrInvalid, "number_range")
			report, err := c.Verify(c.ctx, tournament.System())
			c.must(err)
			if len(report.Differences) != 0 {
				t.Errorf("verify %+v", report.Differences)
			}
		})
	}
}

// A hand for a player who sits out says so by name; a second fault is said as well.
func TestEnterHand_SitsOut(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		_, seating := solos(c, 5, tournament.RuleBreaksRefuse)
		at := seating.Tables[0]
		keeper := key(c, at.Table.ID)
		for row, code := range map[string]string{
			`{"contract":"normal","re":[1,2],"re_augen":131}`:                 "unknown_player",
			`{"contract":"solo_pik","re":[1],"re_augen":131}`:                 "unknown_player",
			`{"winners":[1,2],"value":1}`:                                     "bad_winners",
			`{"contract":"normal","re":[2,3],"sitting_out":4,"re_augen":131}`: "sits_out_turn",
		} {
			_, _, err := c.EnterHand(c.ctx, keeper, desk.HandEntry{Op: c.op(), Table: at.Table.ID, Number: 1, Row: []byte(row)})
			c.refused(err, tournament.ErrInvalid, code)
			var ps tournament.Problems
			if !errors.As(err, &ps) || ps[0].Args["Out"] != at.Seats[0].Name || ps[0].Args["Number"] != 1 {
				t.Errorf("%s: %+v", row, err)
			}
		}
		_, _, err := c.EnterHand(c.ctx, c.director, desk.HandEntry{
			Op: c.op(), Table: at.Table.ID, Number: 1, Row: []byte(`{"contract":"normal","re":[1,3],"sitting_out":4,"re_augen":131}`), Reason: "der Falsche hat gegeben",
		})
		c.must(err)
		v, err := c.Table(c.ctx, keeper, at.Table.ID)
		c.must(err)
		if r := v.Rows[0]; r.Turn.SitsOut != 4 || r.Turn.Dealer != 4 || v.Next.Dealer != 2 {
			t.Errorf("row %+v, next %+v", r.Turn, v.Next)
		}
		_, _, err = c.EnterHand(c.ctx, keeper, desk.HandEntry{
			Op: c.op(), Table: at.Table.ID, Number: 1, Base: 1, Row: []byte(`{"contract":"normal","re":[1,2],"re_augen":131}`), Reason: "falsch herum",
		})
		c.must(err) // who sat out still does
	})
}
