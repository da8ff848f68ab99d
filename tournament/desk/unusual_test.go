package desk_test

import (
	"testing"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// KNOWN_PAINS 40: who is asked about an unusual total confirms the sheet only after saying that it is right, whatever door the
// question came through. A script is not asked: it confirms the version it read.
func TestConfirmSheet_Unusual(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		c := newClub(t, s)
		for _, tt := range []struct {
			name   string
			totals []int
			looked []int
			code   string
		}{
			{"looked at nothing", []int{180, -60, -60, -60}, []int{}, "unusual_unseen"},
			{"looked at another", []int{180, -60, -60, -60}, []int{2, 3, 4}, "unusual_unseen"},
			{"looked at one of two", []int{180, -180, 30, -30}, []int{1}, "unusual_unseen"},
			{"looked at both", []int{180, -180, 30, -30}, []int{2, 1}, ""},
			{"nothing is unusual", []int{60, -20, -20, -20}, []int{}, ""},
			{"not asked", []int{180, -60, -60, -60}, nil, ""},
		} {
			t.Run(tt.name, func(t *testing.T) {
				c.t = t
				_, table := four(c)
				v, err := c.EnterTotals(c.ctx, c.helper, desk.TotalsEntry{Op: c.op(), Table: table.ID, Totals: tt.totals})
				c.must(err)
				step := desk.TableStep{Op: c.op(), Table: table.ID, Version: v.Table.Version, Unusual: tt.looked}
				v, err = c.ConfirmSheet(c.ctx, c.helper, step)
				if tt.code != "" {
					c.refused(err, tournament.ErrInvalid, tt.code)
					v, err = c.Table(c.ctx, c.helper, table.ID)
					c.must(err)
				}
				c.must(err)
				if confirmed := v.Table.Phase == tournament.TableConfirmed; confirmed != (tt.code == "") {
					t.Errorf("the sheet is %s", v.Table.Phase)
				}
			})
		}
	})
}
