package store_test

import (
	"fmt"
	"testing"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func BenchmarkEnterHand(b *testing.B) {
	s := storetest.OpenSQLite(b)
	w := seed(b, s)
	n := 0
	for b.Loop() {
		n++
		h := w.hand(n, 1, 1, 1, -1, -1)
		h.Op = fmt.Sprint("op", n)
		_, err := s.Update(b.Context(), store.Op{Key: h.Op, Action: "hand.enter"}, func(tx *store.Tx) (int64, error) {
			err := tx.AppendHand(&h)
			if err == nil {
				err = tx.AppendJournal(&tournament.JournalEntry{Tournament: w.t.ID, Subject: "table", SubjectID: int64(w.table.ID)})
			}
			if err == nil {
				_, err = tx.Raise(w.t.ID)
			}
			return int64(h.ID), err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

// The points of 400 entries in three rounds, as the standings load them.
func BenchmarkSheetPointsOf(b *testing.B) {
	s := storetest.OpenSQLite(b)
	w := seed(b, s)
	must(b, s, func(tx *store.Tx) error { return manySheets(tx, w, 400, 3) })
	for b.Loop() {
		err := s.View(b.Context(), func(tx *store.Tx) error {
			rows, err := tx.SheetPointsOf(w.t.ID)
			if len(rows) != 1200 {
				b.Fatalf("%d rows", len(rows))
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}

func manySheets(tx *store.Tx, w world, entries, rounds int) error {
	var ids []tournament.EntryID
	for i := range entries {
		p := tournament.Player{UID: fmt.Sprint("many", i), Organisation: w.org.ID}
		if err := tx.CreatePlayer(&p); err != nil {
			return err
		}
		e := tournament.Entry{UID: p.UID, Tournament: w.t.ID, Player: p.ID, StartNo: 100 + i, Status: tournament.Present, FromRound: 1}
		if err := tx.CreateEntry(&e); err != nil {
			return err
		}
		ids = append(ids, e.ID)
	}
	for r := range rounds {
		round := tournament.Round{Tournament: w.t.ID, Number: 10 + r, Phase: tournament.RoundClosed}
		if err := tx.CreateRound(&round); err != nil {
			return err
		}
		for i := 0; i < len(ids); i += 4 {
			table := tournament.Table{Round: round.ID, Number: i/4 + 1, Size: 4, Phase: tournament.TableConfirmed}
			if err := tx.CreateTable(&table); err != nil {
				return err
			}
			var points []tournament.SheetPoints
			for n, id := range ids[i : i+4] {
				points = append(points, tournament.SheetPoints{Entry: id, Position: n + 1, Points: i - n, HandsPlayed: 24})
			}
			if err := tx.PutSheetPoints(table.ID, points); err != nil {
				return err
			}
		}
	}
	return nil
}
