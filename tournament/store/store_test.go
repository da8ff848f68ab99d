package store_test

import (
	"testing"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func TestSmoke(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		_, err := s.Update(t.Context(), store.Op{Key: "k", Action: "a.b"}, func(tx *store.Tx) (int64, error) {
			o, err := tx.EnsureOrganisation(tournament.Organisation{UID: "u", Name: "n", Slug: "s"})
			return int64(o.ID), err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
