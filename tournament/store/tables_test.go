package store_test

import (
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func TestRounds(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		two := tournament.Round{Tournament: w.t.ID, Number: 2, Phase: tournament.RoundPlanned}
		must(t, s, func(tx *store.Tx) error { return tx.CreateRound(&two) })
		read(t, s, func(tx *store.Tx) error {
			all, err := tx.Rounds(w.t.ID)
			wantEqual(t, all, []tournament.Round{w.round, two})
			got, errGot := tx.Round(w.t.ID, 2)
			wantEqual(t, got, two)
			byID, errID := tx.RoundByID(w.round.ID)
			wantEqual(t, byID, w.round)
			_, missing := tx.Round(w.t.ID, 0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_round")
			_, missing = tx.RoundByID(0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_round")
			list, errList := tx.Tournaments()
			wantEqual(t, list[0].Round, 1) // planned rounds do not count
			return firstError(err, errGot, errID, errList)
		})
		stored := w.round
		zero := tournament.Round{ID: w.round.ID, Tournament: w.t.ID, Number: 1, Phase: tournament.RoundDrawn, Version: 1}
		must(t, s, func(tx *store.Tx) error { return tx.UpdateRound(&zero) })
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.RoundByID(zero.ID)
			wantEqual(t, got, tournament.Round{ID: zero.ID, Tournament: w.t.ID, Number: 1, Phase: tournament.RoundDrawn, Version: 2})
			return err
		})
		err := try(t.Context(), s, func(tx *store.Tx) error { return tx.UpdateRound(&stored) })
		wantProblem(t, err, tournament.ErrConflict, "stale")
		err = try(t.Context(), s, func(tx *store.Tx) error {
			return tx.UpdateRound(&tournament.Round{Version: 1, Phase: tournament.RoundDrawn})
		})
		wantProblem(t, err, tournament.ErrNotFound, "unknown_round")
		err = try(t.Context(), s, func(tx *store.Tx) error {
			return tx.CreateRound(&tournament.Round{Tournament: w.t.ID, Number: 2, Phase: tournament.RoundPlanned})
		})
		wantProblem(t, err, tournament.ErrDuplicate, "duplicate_round")
	})
}

func TestDeleteRound(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		must(t, s, func(tx *store.Tx) error {
			return firstError(
				tx.CreateTableKey(tournament.TableKey{Table: w.table.ID, Hash: "h", Key: "k"}),
				tx.PutSheetPoints(w.table.ID, []tournament.SheetPoints{{Entry: w.entries[0].ID, Position: 1}}),
			)
		})
		err := try(t.Context(), s, func(tx *store.Tx) error { return tx.DeleteRound(0) })
		wantProblem(t, err, tournament.ErrNotFound, "unknown_round")

		played := world{t: w.t, entries: w.entries}
		must(t, s, func(tx *store.Tx) error {
			w.round.Number = 9
			return firstError(tx.DeleteRound(w.round.ID), played.seat(tx))
		})
		if played.table.ID == w.table.ID {
			t.Fatal("a table's id was given twice")
		}
		must(t, s, func(tx *store.Tx) error {
			h := played.hand(1, 1, 1, 1, -1, -1)
			return tx.AppendHand(&h)
		})
		err = try(t.Context(), s, func(tx *store.Tx) error { return tx.DeleteRound(played.round.ID) })
		wantProblem(t, err, tournament.ErrConflict, "still_linked")
		read(t, s, func(tx *store.Tx) error {
			seats, err := tx.SeatsOf(played.table.ID)
			wantEqual(t, seats, played.seats)
			return err
		})
	})
}

func TestTables(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		five := tournament.Table{Round: w.round.ID, Number: 2, Size: 5, Phase: tournament.TableSubmitted}
		must(t, s, func(tx *store.Tx) error { return tx.CreateTable(&five) })
		read(t, s, func(tx *store.Tx) error {
			all, err := tx.Tables(w.round.ID)
			wantEqual(t, all, []tournament.Table{w.table, five})
			got, errGot := tx.Table(w.table.ID)
			wantEqual(t, got, w.table)
			of, errOf := tx.TournamentOfTable(w.table.ID)
			wantEqual(t, of, w.t.ID)
			_, missing := tx.Table(0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_table")
			_, missing = tx.TournamentOfTable(0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_table")
			return firstError(err, errGot, errOf)
		})
		must(t, s, func(tx *store.Tx) error {
			of, err := tx.ShareTournament(w.t.ID)
			wantEqual(t, of, w.t)
			got, round, errLock := tx.LockTable(w.table.ID)
			wantEqual(t, got, w.table)
			wantEqual(t, round, w.round)
			_, _, missing := tx.LockTable(0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_table")
			return firstError(err, errLock)
		})
		stored := w.table
		zero := tournament.Table{ID: w.table.ID, Round: w.round.ID, Number: 1, Size: 4, Phase: tournament.TableConfirmed, Version: 1}
		must(t, s, func(tx *store.Tx) error { return tx.UpdateTable(&zero) })
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Table(zero.ID)
			zero.Version = 2
			wantEqual(t, got, zero)
			return err
		})
		err := try(t.Context(), s, func(tx *store.Tx) error { return tx.UpdateTable(&stored) })
		wantProblem(t, err, tournament.ErrConflict, "stale")
		err = try(t.Context(), s, func(tx *store.Tx) error {
			return tx.UpdateTable(&tournament.Table{Version: 1, Phase: tournament.TableOpen})
		})
		wantProblem(t, err, tournament.ErrNotFound, "unknown_table")
		err = try(t.Context(), s, func(tx *store.Tx) error {
			return tx.CreateTable(&tournament.Table{Round: w.round.ID, Number: 2, Size: 4, Phase: tournament.TableOpen})
		})
		wantProblem(t, err, tournament.ErrDuplicate, "duplicate_table")
	})
}

func TestSeats(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		other := tournament.Table{Round: w.round.ID, Number: 2, Size: 4, Phase: tournament.TableOpen}
		substitute := tournament.Seat{Table: w.table.ID, Position: 2, Entry: w.entries[4].ID, FromHand: 9}
		must(t, s, func(tx *store.Tx) error {
			return firstError(tx.CreateTable(&other), tx.CreateSeats(nil), tx.CreateSeats([]tournament.Seat{substitute}))
		})
		want := []tournament.Seat{w.seats[0], w.seats[1], substitute, w.seats[2], w.seats[3]}
		read(t, s, func(tx *store.Tx) error {
			of, err := tx.SeatsOf(w.table.ID)
			wantEqual(t, of, want)
			all, errAll := tx.Seats(w.round.ID)
			wantEqual(t, all, map[tournament.TableID][]tournament.Seat{w.table.ID: want})
			none, errNone := tx.Seats(0)
			wantEqual(t, none, map[tournament.TableID][]tournament.Seat{})
			return firstError(err, errAll, errNone)
		})
		refused := []struct {
			name string
			seat tournament.Seat
			kind error
			code string
		}{
			{"starts at two tables", tournament.Seat{Table: other.ID, Position: 1, Entry: w.entries[0].ID, FromHand: 1}, tournament.ErrDuplicate, "duplicate_seat"},
			{"seat taken", tournament.Seat{Table: w.table.ID, Position: 1, Entry: w.entries[4].ID, FromHand: 1}, tournament.ErrDuplicate, "duplicate_seat"},
			{"no such table", tournament.Seat{Table: 0, Position: 1, Entry: w.entries[4].ID, FromHand: 1}, tournament.ErrNotFound, "unknown_table"},
			{"no such entry", tournament.Seat{Table: other.ID, Position: 1, Entry: 999, FromHand: 1}, tournament.ErrConflict, "still_linked"},
		}
		for _, tt := range refused {
			t.Run(tt.name, func(t *testing.T) {
				err := try(t.Context(), s, func(tx *store.Tx) error { return tx.CreateSeats([]tournament.Seat{tt.seat}) })
				wantProblem(t, err, tt.kind, tt.code)
			})
		}
		swapped := []tournament.Seat{{Table: other.ID, Position: 1, Entry: w.entries[0].ID, FromHand: 1}}
		must(t, s, func(tx *store.Tx) error { return tx.ReplaceSeats(0, nil) })
		must(t, s, func(tx *store.Tx) error { return tx.ReplaceSeats(w.round.ID, swapped) })
		read(t, s, func(tx *store.Tx) error {
			all, err := tx.Seats(w.round.ID)
			wantEqual(t, all, map[tournament.TableID][]tournament.Seat{other.ID: swapped})
			return err
		})
	})
}

func TestTableKeys(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		key := func(hash string, expires time.Time) tournament.TableKey {
			return tournament.TableKey{Table: w.table.ID, Hash: hash, Key: "key " + hash, ExpiresAt: expires}
		}
		first, second, over := key("a", storetest.Time.Add(time.Hour)), key("b", time.Time{}), key("c", storetest.Time)
		second.Second = true
		must(t, s, func(tx *store.Tx) error {
			return firstError(tx.CreateTableKey(first), tx.CreateTableKey(second), tx.CreateTableKey(over))
		})
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.TableKeyOf(w.table.ID)
			wantEqual(t, got, first)
			two, errTwo := tx.SecondKeyOf(w.table.ID)
			wantEqual(t, two, second)
			byHash, errHash := tx.TableKeyByHash("c")
			wantEqual(t, byHash, over)
			_, missing := tx.TableKeyByHash("")
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_table_key")
			_, missing = tx.TableKeyOf(0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_table_key")
			return firstError(err, errTwo, errHash)
		})
		must(t, s, func(tx *store.Tx) error { return tx.RevokeTableKeys(0) })
		must(t, s, func(tx *store.Tx) error {
			_, err := tx.TableKeyOf(w.table.ID)
			return firstError(err, tx.RevokeTableKeys(w.table.ID))
		})
		read(t, s, func(tx *store.Tx) error {
			for _, find := range []func(tournament.TableID) (tournament.TableKey, error){tx.TableKeyOf, tx.SecondKeyOf} {
				_, err := find(w.table.ID)
				wantProblem(t, err, tournament.ErrNotFound, "unknown_table_key")
			}
			revoked, err := tx.TableKeyByHash("a")
			wantEqual(t, revoked.RevokedAt, storetest.Time)
			return err
		})
	})
}
