package desk_test

import (
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// After a redeal and a hand that was taken back the redeal stands on the sheet again: who has seen that one may enter the hand.
func TestEnterHand_OnARedealThatStands(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		_, seating := solos(c, 4, tournament.RuleBreaksNote)
		table := seating.Tables[0].Table.ID
		enter := func(in desk.HandEntry, row string) error {
			in.Op, in.Table, in.Number, in.Row, in.Reason = c.op(), table, 1, []byte(row), "Karte offen"
			_, _, err := c.EnterHand(c.ctx, c.director, in)
			return err
		}
		c.must(enter(desk.HandEntry{}, `{"redealt":true,"reason":"Karte offen"}`))
		c.must(enter(desk.HandEntry{Base: 1}, `{"winners":[1,2],"value":1}`))
		c.refused(enter(desk.HandEntry{Base: 1}, `{"winners":[1,2],"value":3}`), tournament.ErrConflict, "conflict") // a hand stands there
		c.must(enter(desk.HandEntry{Base: 2, Void: true}, `{}`))
		c.refused(enter(desk.HandEntry{Base: 2}, `{"winners":[1,2],"value":3}`), tournament.ErrConflict, "conflict") // that one is gone
		c.must(enter(desk.HandEntry{Base: 1}, `{"winners":[1,2],"value":3}`))
		v, err := c.Table(c.ctx, c.director, table)
		c.must(err)
		if len(v.Rows) != 2 || v.Rows[1].Current.Revision != 4 || v.Rows[1].Current.Points[0] != 3 {
			t.Errorf("rows %+v", v.Rows)
		}
	})
}
