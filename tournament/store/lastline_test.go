package store_test

import (
	"errors"
	"testing"

	"gorm.io/gorm"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func TestAppendOnly(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		h := w.hand(1, 1, 3, 3, -3, -3)
		must(t, s, func(tx *store.Tx) error {
			return firstError(
				tx.AppendHand(&h),
				tx.AppendTotals(&tournament.TotalsRevision{Table: w.table.ID, Revision: 1, Totals: []int{1, 1, -1, -1}}),
				tx.AppendPenalty(&tournament.Penalty{Tournament: w.t.ID, Entry: w.entries[0].ID, Points: -1}),
				tx.Publish(&tournament.Published{Tournament: w.t.ID, Kind: "standings", Content: []byte("{}")}),
				tx.AppendJournal(&tournament.JournalEntry{Action: "a.b"}),
			)
		})
		statements := []string{
			"UPDATE hand_revisions SET p1 = 99", "DELETE FROM hand_revisions",
			"UPDATE total_revisions SET p1 = 99", "DELETE FROM total_revisions",
			"UPDATE penalty_revisions SET points = 99", "DELETE FROM penalty_revisions",
			"UPDATE published SET content = 'x'", "DELETE FROM published",
			"UPDATE journal SET reason = 'x'", "DELETE FROM journal",
		}
		for _, statement := range statements {
			t.Run(statement, func(t *testing.T) {
				if err := try(t.Context(), s, func(tx *store.Tx) error { return tx.Exec(statement) }); err == nil {
					t.Error("was not refused")
				}
			})
		}
		read(t, s, func(tx *store.Tx) error {
			hands, err := tx.Hands(w.table.ID)
			wantEqual(t, hands, []tournament.HandRevision{h})
			return err
		})
	})
}

func TestChecks(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		tests := []struct {
			name string
			do   func(*store.Tx) error
		}{
			{"table of six", func(tx *store.Tx) error {
				return tx.CreateTable(&tournament.Table{Round: w.round.ID, Number: 2, Size: 6, Phase: tournament.TableOpen})
			}},
			{"unknown phase", func(tx *store.Tx) error {
				return tx.CreateRound(&tournament.Round{Tournament: w.t.ID, Number: 2, Phase: "paused"})
			}},
			{"round zero", func(tx *store.Tx) error {
				return tx.CreateRound(&tournament.Round{Tournament: w.t.ID, Phase: tournament.RoundDrawn})
			}},
			{"revision zero", func(tx *store.Tx) error { h := w.hand(1, 0, 1, 1, -1, -1); return tx.AppendHand(&h) }},
			{"hand zero", func(tx *store.Tx) error { h := w.hand(0, 1, 1, 1, -1, -1); return tx.AppendHand(&h) }},
			{"unknown role", func(tx *store.Tx) error {
				return tx.AddMembership(tournament.Membership{Account: w.account.ID, Organisation: w.org.ID, Role: tournament.ListKeeper})
			}},
			{"text in a number", func(tx *store.Tx) error { return tx.Exec("UPDATE play_tables SET number = 'zwei'") }},
			{"negative fee", func(tx *store.Tx) error { e := w.entries[0]; e.Paid = -1; return tx.UpdateEntry(&e) }},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				err := try(t.Context(), s, tt.do)
				if err == nil {
					t.Fatal("was not refused")
				}
				var p *tournament.Problem
				if errors.As(err, &p) {
					t.Errorf("a fault of the program is shown to the user as %s", p.Code)
				}
			})
		}
	})
}

// A zero id must neither mean everything nor anything (STYLE 7, 2 to 6): GORM refuses a change without a condition.
func TestGlobalChangesForbidden(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		seed(t, s)
		db := s.Writer().WithContext(t.Context())
		if err := db.Table("entries").Updates(map[string]any{"paid": 0}).Error; !errors.Is(err, gorm.ErrMissingWhereClause) {
			t.Errorf("update: %v", err)
		}
		if err := db.Table("entries").Delete(map[string]any{}).Error; err == nil {
			t.Error("delete was not refused")
		}
	})
}

// The number of statements must not grow with the number of rows (STYLE 7, 8).
func TestStatementCounts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		must(t, s, func(tx *store.Tx) error {
			return tx.PutSheetPoints(w.table.ID, []tournament.SheetPoints{{Entry: w.entries[0].ID, Position: 1}})
		})
		questions := []struct {
			name string
			want int
			ask  func(tx *store.Tx) error
		}{
			{"entries", 1, func(tx *store.Tx) error { _, err := tx.Entries(w.t.ID); return err }},
			{"sheet points", 1, func(tx *store.Tx) error { _, err := tx.SheetPointsOf(w.t.ID); return err }},
			{"penalties", 1, func(tx *store.Tx) error { _, err := tx.Penalties(w.t.ID); return err }},
			{"seats", 1, func(tx *store.Tx) error { _, err := tx.Seats(w.round.ID); return err }},
			{"hands of a round", 1, func(tx *store.Tx) error { _, err := tx.HandsOfRound(w.round.ID); return err }},
			{"totals of a round", 1, func(tx *store.Tx) error { _, err := tx.TotalsOfRound(w.round.ID); return err }},
			{"tournaments", 4, func(tx *store.Tx) error { _, err := tx.Tournaments(); return err }},
		}
		count := func(when string) {
			for _, q := range questions {
				got := storetest.Count(t, s, func() { read(t, s, q.ask) })
				if got != q.want {
					t.Errorf("%s %s: %d statements, want %d", q.name, when, got, q.want)
				}
			}
		}
		count("of a few")
		must(t, s, func(tx *store.Tx) error { return crowd(tx, w) })
		count("of many")
	})
}

// crowd adds 40 players with points and a penalty each.
func crowd(tx *store.Tx, w world) error {
	for i := range 40 {
		p := tournament.Player{UID: "crowd" + string(rune('a'+i)), Organisation: w.org.ID}
		e := tournament.Entry{
			UID: p.UID, Tournament: w.t.ID, StartNo: 10 + i, Status: tournament.Present, FromRound: 1,
		}
		if err := tx.CreatePlayer(&p); err != nil {
			return err
		}
		e.Player = p.ID
		if err := tx.CreateEntry(&e); err != nil {
			return err
		}
		table := tournament.Table{Round: w.round.ID, Number: 10 + i, Size: 4, Phase: tournament.TableOpen}
		if err := tx.CreateTable(&table); err != nil {
			return err
		}
		h := w.hand(1, 1, 1, 1, -1, -1)
		h.Table = table.ID
		err := firstError(
			tx.CreateSeats([]tournament.Seat{{Table: table.ID, Position: 1, Entry: e.ID, FromHand: 1}}),
			tx.AppendHand(&h), tx.AppendTotals(&tournament.TotalsRevision{Table: table.ID, Revision: 1}),
			tx.PutSheetPoints(table.ID, []tournament.SheetPoints{{Entry: e.ID, Position: 1, Points: i}}),
			tx.AppendPenalty(&tournament.Penalty{Tournament: w.t.ID, Entry: e.ID, Points: -1}),
		)
		if err != nil {
			return err
		}
	}
	more := evening(w.org.ID, "crowd")
	return tx.CreateTournament(&more)
}
