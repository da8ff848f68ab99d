package store_test

import (
	"encoding/json"
	"testing"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// A draw outlives the round that came of it.
func TestDraws(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		list := tournament.Draw{Tournament: w.t.ID, Round: 2, Input: json.RawMessage(`{"rounds":1}`), Hash: "ab", AnnouncedAt: storetest.Time}
		made := tournament.Draw{
			Tournament: w.t.ID, Round: 2, Input: json.RawMessage(`{"rounds":1}`), Hash: "ab", Seed: "Herz", Plan: json.RawMessage(`{"seed":"Herz"}`),
			Notes: json.RawMessage(`[]`), Reason: "„noch einmal“", By: "account:3",
		}
		round := tournament.Round{Tournament: w.t.ID, Number: 2, Phase: tournament.RoundDrawn, Seed: "Herz"}
		must(t, s, func(tx *store.Tx) error {
			if err := firstError(tx.CreateDraw(&list), tx.CreateDraw(&made)); err != nil {
				return err
			}
			round.Draw = made.ID
			return tx.CreateRound(&round)
		})
		read(t, s, func(tx *store.Tx) error {
			all, err := tx.Draws(w.t.ID)
			wantEqual(t, all, []tournament.Draw{list, made})
			if err != nil {
				return err
			}
			one, err := tx.DrawByID(made.ID)
			wantEqual(t, one, made)
			if err != nil {
				return err
			}
			r, err := tx.Round(w.t.ID, 2)
			wantEqual(t, r, round)
			return err
		})
		must(t, s, func(tx *store.Tx) error { return tx.DeleteRound(round.ID) })
		read(t, s, func(tx *store.Tx) error {
			all, err := tx.Draws(w.t.ID)
			wantEqual(t, len(all), 2)
			return err
		})
		wantProblem(t, try(t.Context(), s, func(tx *store.Tx) error {
			_, err := tx.DrawByID(99)
			return err
		}), tournament.ErrNotFound, "unknown_draw")
		_, err := s.Update(t.Context(), store.Op{}, func(tx *store.Tx) (int64, error) { // a seed without a plan
			return 0, tx.CreateDraw(&tournament.Draw{Tournament: w.t.ID, Round: 1, Input: list.Input, Hash: "ab", Seed: "Herz"})
		})
		if err == nil {
			t.Error("a draw with a seed and no plan was stored")
		}
	})
}

func TestTable_SizeAndDelete(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		more := tournament.Table{Round: w.round.ID, Number: 9, Size: 4, Phase: tournament.TableOpen}
		must(t, s, func(tx *store.Tx) error {
			if err := tx.CreateTable(&more); err != nil {
				return err
			}
			more.Size = 5
			return firstError(tx.UpdateTable(&more), tx.CreateTableKey(tournament.TableKey{Table: more.ID, Hash: "h", Key: "k"}))
		})
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Table(more.ID)
			wantEqual(t, got, more)
			return err
		})
		must(t, s, func(tx *store.Tx) error { return tx.DeleteTable(more.ID) })
		wantProblem(t, try(t.Context(), s, func(tx *store.Tx) error { return tx.DeleteTable(more.ID) }), tournament.ErrNotFound, "unknown_table")
		wantProblem(t, try(t.Context(), s, func(tx *store.Tx) error { return tx.DeleteTable(w.table.ID) }), tournament.ErrConflict, "still_linked") // somebody sits there
	})
}
