package store_test

import (
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func TestTournaments(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		if w.t.ID == 0 || w.t.Version != 1 || !w.t.CreatedAt.Equal(storetest.Time) {
			t.Fatalf("created %+v", w.t)
		}
		second := evening(w.org.ID, "t2")
		second.StartsAt, second.CreatedAt = time.Time{}, storetest.Time.Add(time.Hour)
		must(t, s, func(tx *store.Tx) error { return tx.CreateTournament(&second) })
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Tournament(w.t.ID)
			wantEqual(t, got, w.t)
			byUID, errUID := tx.TournamentByUID("t2")
			wantEqual(t, byUID, second)
			byWord, errWord := tx.TournamentByPublicID("pt1")
			wantEqual(t, byWord, w.t)
			all, errAll := tx.Tournaments()
			wantEqual(t, all, []store.TournamentRow{{Tournament: second}, {Tournament: w.t, Entries: 5, Round: 1}})
			_, missing := tx.Tournament(0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_tournament")
			_, missing = tx.TournamentByPublicID("")
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_tournament")
			return firstError(err, errUID, errWord, errAll)
		})
		same := evening(w.org.ID, "t1")
		err := try(t.Context(), s, func(tx *store.Tx) error { return tx.CreateTournament(&same) })
		wantProblem(t, err, tournament.ErrConflict, "uid_stored")
		same = evening(w.org.ID, "t3")
		same.PublicID = "pt1"
		err = try(t.Context(), s, func(tx *store.Tx) error { return tx.CreateTournament(&same) })
		wantProblem(t, err, tournament.ErrDuplicate, "duplicate_tournament")
		nobody := evening(999, "t4")
		err = try(t.Context(), s, func(tx *store.Tx) error { return tx.CreateTournament(&nobody) })
		wantProblem(t, err, tournament.ErrConflict, "still_linked")
	})
}

func TestUpdateTournament(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		stored := w.t
		must(t, s, func(tx *store.Tx) error { return tx.UpdateTournament(&w.t) })
		wantEqual(t, w.t.Version, 2)

		err := try(t.Context(), s, func(tx *store.Tx) error { return tx.UpdateTournament(&stored) })
		wantProblem(t, err, tournament.ErrConflict, "stale")
		wantEqual(t, stored.Version, 1)
		err = try(t.Context(), s, func(tx *store.Tx) error {
			return tx.UpdateTournament(&tournament.Tournament{Version: 2, Rules: w.t.Rules})
		})
		wantProblem(t, err, tournament.ErrNotFound, "unknown_tournament")

		// Every setting back to its zero value.
		zero := tournament.Tournament{
			ID: w.t.ID, UID: w.t.UID, PublicID: w.t.PublicID, Organisation: w.org.ID, CreatedAt: w.t.CreatedAt,
			Rules: w.t.Rules, Version: 2, Phase: tournament.Open, Standings: tournament.ReleaseHidden,
			Format: tournament.Format{Fives: tournament.FivesForbid, Seating: tournament.SeatingFixed, Confirm: tournament.ConfirmTwo,
				AfterSolo: tournament.AfterSoloNext, Voluntary: tournament.VoluntaryAny, RuleBreaks: tournament.RuleBreaksNote},
		}
		must(t, s, func(tx *store.Tx) error { return tx.UpdateTournament(&zero) })
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Tournament(w.t.ID)
			zero.Version = 3
			wantEqual(t, got, zero)
			return err
		})
	})
}

func TestChanges(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		for want := int64(1); want <= 3; want++ {
			must(t, s, func(tx *store.Tx) error {
				got, err := tx.Raise(w.t.ID)
				wantEqual(t, got, want)
				return err
			})
		}
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Tournament(w.t.ID)
			wantEqual(t, got.Changes, int64(3))
			n, errChanges := tx.Changes(w.t.ID)
			wantEqual(t, n, int64(3))
			return firstError(err, errChanges)
		})
		err := try(t.Context(), s, func(tx *store.Tx) error { _, err := tx.Raise(0); return err })
		wantProblem(t, err, tournament.ErrNotFound, "unknown_tournament")
	})
}

func TestPlayers(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		p := w.players[0]
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Player(p.ID)
			wantEqual(t, got, p)
			byUID, errUID := tx.PlayerByUID("player1")
			wantEqual(t, byUID, p)
			of, errOf := tx.PlayersOf(w.org.ID)
			wantEqual(t, of, w.players)
			named, errNamed := tx.PlayersByFolded(w.org.ID, "anna aermel")
			wantEqual(t, named, w.players[:1])
			_, missing := tx.Player(0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_person")
			return firstError(err, errUID, errOf, errNamed)
		})
		p.ErasedAt = storetest.Time
		must(t, s, func(tx *store.Tx) error { return tx.UpdatePlayer(&p) })
		zero := tournament.Player{ID: p.ID, UID: p.UID, Organisation: p.Organisation, Version: 2}
		must(t, s, func(tx *store.Tx) error { return tx.UpdatePlayer(&zero) })
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Player(p.ID)
			wantEqual(t, got, tournament.Player{ID: p.ID, UID: p.UID, Organisation: p.Organisation, Version: 3})
			return err
		})
		err := try(t.Context(), s, func(tx *store.Tx) error { return tx.UpdatePlayer(&p) })
		wantProblem(t, err, tournament.ErrConflict, "stale")
		err = try(t.Context(), s, func(tx *store.Tx) error { return tx.UpdatePlayer(&tournament.Player{Version: 1}) })
		wantProblem(t, err, tournament.ErrNotFound, "unknown_person")
		err = try(t.Context(), s, func(tx *store.Tx) error {
			return tx.CreatePlayer(&tournament.Player{UID: "player2", Organisation: w.org.ID})
		})
		wantProblem(t, err, tournament.ErrDuplicate, "duplicate_person")
	})
}

func TestEntries(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Entry(w.entries[0].ID)
			wantEqual(t, got, w.entries[0])
			all, errAll := tx.Entries(w.t.ID)
			wantEqual(t, all, w.entries)
			of, errOf := tx.EntriesOfPlayer(w.players[1].ID)
			wantEqual(t, of, w.entries[1:2])
			next, errNext := tx.NextStartNo(w.t.ID)
			wantEqual(t, next, 6)
			first, errFirst := tx.NextStartNo(0)
			wantEqual(t, first, 1)
			_, missing := tx.Entry(0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_entry")
			return firstError(err, errAll, errOf, errNext, errFirst)
		})
		must(t, s, func(tx *store.Tx) error {
			got, err := tx.LockEntry(w.entries[0].ID)
			wantEqual(t, got, w.entries[0])
			_, missing := tx.LockEntry(0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_entry")
			return err
		})
		e := w.entries[0]
		zero := tournament.Entry{
			ID: e.ID, UID: e.UID, Tournament: e.Tournament, Player: e.Player, StartNo: 7, Status: tournament.Withdrawn,
			FromRound: 2, Version: 1, Name: e.Name, Club: e.Club, MemberNo: e.MemberNo, Folded: e.Folded,
		}
		must(t, s, func(tx *store.Tx) error { return tx.UpdateEntry(&zero) })
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Entry(e.ID)
			wantEqual(t, got, zero)
			rows, errRows := tx.Tournaments()
			wantEqual(t, rows[0].Entries, 4)
			return firstError(err, errRows)
		})
		err := try(t.Context(), s, func(tx *store.Tx) error { return tx.UpdateEntry(&e) })
		wantProblem(t, err, tournament.ErrConflict, "stale")
		zero.StartNo = 2
		err = try(t.Context(), s, func(tx *store.Tx) error { return tx.UpdateEntry(&zero) })
		wantProblem(t, err, tournament.ErrDuplicate, "duplicate_start_no")
		err = try(t.Context(), s, func(tx *store.Tx) error {
			return tx.UpdateEntry(&tournament.Entry{Version: 1, StartNo: 9, FromRound: 1, Status: tournament.Present})
		})
		wantProblem(t, err, tournament.ErrNotFound, "unknown_entry")
	})
}

func TestCreateEntry_Taken(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		fresh := tournament.Player{UID: "player6", Organisation: w.org.ID, Name: "Finn"}
		must(t, s, func(tx *store.Tx) error { return tx.CreatePlayer(&fresh) })
		entry := func(uid string, player tournament.PlayerID, startNo int) *tournament.Entry {
			return &tournament.Entry{
				UID: uid, Tournament: w.t.ID, Player: player, StartNo: startNo, Status: tournament.Registered, FromRound: 1,
			}
		}
		tests := []struct {
			name  string
			entry *tournament.Entry
			kind  error
			code  string
		}{
			{"same person", entry("new", w.players[0].ID, 6), tournament.ErrDuplicate, "duplicate_entry"},
			{"same start number", entry("new", fresh.ID, 5), tournament.ErrDuplicate, "duplicate_start_no"},
			{"same uid", entry("entry1", fresh.ID, 6), tournament.ErrConflict, "uid_stored"},
			{"unknown person", entry("new", 999, 6), tournament.ErrConflict, "still_linked"},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				err := try(t.Context(), s, func(tx *store.Tx) error { return tx.CreateEntry(tt.entry) })
				wantProblem(t, err, tt.kind, tt.code)
			})
		}
		must(t, s, func(tx *store.Tx) error { return tx.CreateEntry(entry("new", fresh.ID, 6)) })
	})
}
