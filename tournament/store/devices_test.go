package store_test

import (
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func TestDevices(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		first := tournament.TableDevice{Table: w.table.ID, Device: "a", Actor: "table:1", SeenAt: storetest.Time}
		second := tournament.TableDevice{Table: w.table.ID, Device: "b", Actor: "account:1", SeenAt: storetest.Time.Add(time.Minute)}
		gone := first
		gone.SeenAt, gone.LeftAt = storetest.Time.Add(2*time.Minute), storetest.Time.Add(2*time.Minute)
		must(t, s, func(tx *store.Tx) error {
			return firstError(tx.PutDevice(first), tx.PutDevice(second), tx.PutDevice(gone), tx.SetPen(w.table.ID, "b"))
		})
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.DevicesAt(w.table.ID)
			wantEqual(t, got, []tournament.TableDevice{gone, second})
			round, errRound := tx.Devices(w.round.ID)
			wantEqual(t, round, map[tournament.TableID][]tournament.TableDevice{w.table.ID: {gone, second}})
			table, errTable := tx.Table(w.table.ID)
			wantEqual(t, []any{table.Pen, table.PenAt, table.Version}, []any{"b", storetest.Time, w.table.Version})
			return firstError(err, errRound, errTable)
		})
		err := try(t.Context(), s, func(tx *store.Tx) error { return tx.SetPen(0, "b") })
		wantProblem(t, err, tournament.ErrNotFound, "unknown_table")
	})
}

func TestVacancies(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		v := tournament.Vacancy{Table: w.table.ID, Position: 2, FromHand: 9, Reason: "krank"}
		must(t, s, func(tx *store.Tx) error { return tx.CreateVacancy(&v) })
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.VacanciesOf(w.table.ID)
			wantEqual(t, got, []tournament.Vacancy{v})
			round, errRound := tx.Vacancies(w.round.ID)
			wantEqual(t, round, map[tournament.TableID][]tournament.Vacancy{w.table.ID: {v}})
			return firstError(err, errRound)
		})
		err := try(t.Context(), s, func(tx *store.Tx) error { again := v; return tx.CreateVacancy(&again) })
		wantProblem(t, err, tournament.ErrDuplicate, "duplicate_vacancy")
		must(t, s, func(tx *store.Tx) error { return tx.DeleteVacancy(w.table.ID, 2) })
		err = try(t.Context(), s, func(tx *store.Tx) error { return tx.DeleteVacancy(w.table.ID, 2) })
		wantProblem(t, err, tournament.ErrNotFound, "unknown_vacancy")
	})
}

func TestPrints(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		first := tournament.Print{Tournament: w.t.ID, Kind: "standings", Round: 1, Lang: "de"}
		second := tournament.Print{Tournament: w.t.ID, Kind: "sheets", Round: 2, Table: 3, Lang: "en", By: "account:1", At: storetest.Time.Add(time.Hour)}
		must(t, s, func(tx *store.Tx) error { return firstError(tx.AppendPrint(&first), tx.AppendPrint(&second)) })
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Prints(w.t.ID)
			wantEqual(t, got, []tournament.Print{first, second})
			return err
		})
		for _, tt := range []struct {
			name  string
			other func(*tournament.Print)
			since time.Duration // before the print
			want  bool
		}{
			{"the same", func(*tournament.Print) {}, time.Second, true},
			{"the same at that moment", func(*tournament.Print) {}, 0, false},
			{"of another round", func(p *tournament.Print) { p.Round = 1 }, time.Second, false},
			{"of another table", func(p *tournament.Print) { p.Table = 0 }, time.Second, false},
			{"another paper", func(p *tournament.Print) { p.Kind = "blank-sheets" }, time.Second, false},
			{"in another language", func(p *tournament.Print) { p.Lang = "de" }, time.Second, false},
			{"by somebody else", func(p *tournament.Print) { p.By = "account:2" }, time.Second, false},
			{"of another tournament", func(p *tournament.Print) { p.Tournament++ }, time.Second, false},
		} {
			again := second
			tt.other(&again)
			read(t, s, func(tx *store.Tx) error {
				got, err := tx.PrintedAfter(again, second.At.Add(-tt.since))
				if got != tt.want {
					t.Errorf("%s: %v", tt.name, got)
				}
				return err
			})
		}
	})
}

// What came with this schema is stored and comes back.
func TestTournament_Prizes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		w.t.Prizes = []tournament.Prize{{Place: 1, Cents: 5000}, {Place: 3, Text: "Schinken"}}
		w.t.Format.RoundMinutes = 100
		w.round.ClockAt, w.round.Minutes, w.table.Extra = storetest.Time, 105, 5
		must(t, s, func(tx *store.Tx) error {
			return firstError(tx.UpdateTournament(&w.t), tx.UpdateRound(&w.round), tx.UpdateTable(&w.table))
		})
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Tournament(w.t.ID)
			wantEqual(t, got, w.t)
			round, errRound := tx.RoundByID(w.round.ID)
			wantEqual(t, round, w.round)
			table, errTable := tx.Table(w.table.ID)
			wantEqual(t, table, w.table)
			return firstError(err, errRound, errTable)
		})
	})
}
