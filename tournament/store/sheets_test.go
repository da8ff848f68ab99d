package store_test

import (
	"encoding/json"
	"testing"

	"doko/scoring"
	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// fullHand is a hand with everything a record can carry, at a table of five.
func fullHand(w world) tournament.HandRevision {
	h := doppelkopf.Hand{
		Contract: doppelkopf.Normal, Re: []int{1, 3}, SittingOut: 5, ReAugen: doppelkopf.Augen{From: 151, To: 180, Between: true},
		ReCall:   doppelkopf.Call{Announced: true, Denials: [5]bool{doppelkopf.K90: true}},
		Specials: []doppelkopf.Special{{Kind: "fuchs", Party: doppelkopf.Re, Count: 1}},
	}
	return tournament.HandRevision{
		Table: w.table.ID, Number: 2, Revision: 1, Row: tournament.Row{Kind: tournament.RowHand, Record: &scoring.Record{Doppelkopf: &h}},
		Winner: "re", Value: ptr(6), Points: []int{6, -6, 6, -6, 0}, Op: "op-full", By: "account:1", At: storetest.Time, Reason: "vertauscht",
		Lines: []tally.Line{{Party: "re", Kind: "won", Points: 1}, {Party: "re", Kind: "fuchs", Points: 1}},
	}
}

func TestHands(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		first, full := w.hand(1, 1, 3, 3, -3, -3), fullHand(w)
		zero := tournament.HandRevision{
			Table: w.table.ID, Number: 1, Revision: 2, Points: []int{0, 0, 0, 0}, Value: ptr(0),
			Row: tournament.Row{Kind: tournament.RowPoints, Points: []int{0, 0, 0, 0}},
		}
		taken := tournament.HandRevision{
			Table: w.table.ID, Number: 2, Revision: 2, Void: true, Reason: "falscher Tisch", // without a row
		}
		must(t, s, func(tx *store.Tx) error {
			return firstError(tx.AppendHand(&first), tx.AppendHand(&full), tx.AppendHand(&zero), tx.AppendHand(&taken))
		})
		if !zero.At.Equal(storetest.Time) {
			t.Fatalf("at %v", zero.At)
		}
		read(t, s, func(tx *store.Tx) error {
			all, err := tx.Hands(w.table.ID)
			want := []tournament.HandRevision{first, zero, full, taken}
			wantEqual(t, all, want)
			round, errRound := tx.HandsOfRound(w.round.ID)
			wantEqual(t, round, map[tournament.TableID][]tournament.HandRevision{w.table.ID: want})
			current, errCurrent := tx.CurrentHands(w.table.ID)
			wantEqual(t, current, []tournament.HandRevision{zero})
			byOp, found, errOp := tx.HandByOp("op-full")
			wantEqual(t, byOp, full)
			_, foundEmpty, errEmpty := tx.HandByOp("")
			if !found || foundEmpty {
				t.Fatalf("found %v, for the empty op %v", found, foundEmpty)
			}
			byID, errID := tx.HandRevisionByID(first.ID)
			wantEqual(t, byID, first)
			_, missing := tx.HandRevisionByID(0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_hand")
			none, errNone := tx.Hands(0)
			wantEqual(t, none, []tournament.HandRevision{})
			return firstError(err, errRound, errCurrent, errOp, errEmpty, errID, errNone)
		})
	})
}

func TestAppendHand_Refused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		first := w.hand(1, 1, 3, 3, -3, -3)
		first.Op = "op-1"
		must(t, s, func(tx *store.Tx) error { return tx.AppendHand(&first) })
		sameOp := w.hand(2, 1, 1, 1, -1, -1)
		sameOp.Op = "op-1"
		elsewhere := w.hand(1, 1, 1, 1, -1, -1)
		elsewhere.Table = 999
		tests := []struct {
			name string
			hand tournament.HandRevision
			code string
		}{
			{"revision taken", w.hand(1, 1, -3, -3, 3, 3), "conflict"},
			{"op wrote another", sameOp, "op_reused"},
			{"no such table", elsewhere, "still_linked"},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				err := try(t.Context(), s, func(tx *store.Tx) error { return tx.AppendHand(&tt.hand) })
				wantProblem(t, err, tournament.ErrConflict, tt.code)
			})
		}
		six := w.hand(3, 1, 1, 1, 1, 1, 1, 1)
		if err := try(t.Context(), s, func(tx *store.Tx) error { return tx.AppendHand(&six) }); err == nil {
			t.Error("points of six positions were stored")
		}
		read(t, s, func(tx *store.Tx) error {
			all, err := tx.Hands(w.table.ID)
			wantEqual(t, all, []tournament.HandRevision{first})
			return err
		})
	})
}

func TestTotals(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		first := tournament.TotalsRevision{
			Table: w.table.ID, Revision: 1, Totals: []int{10, 8, -2, -16}, Solos: []int{1, 1, 0, 1}, Op: "op-t", By: "account:1", Reason: "x",
		}
		zero := tournament.TotalsRevision{Table: w.table.ID, Revision: 2, Void: true, Totals: []int{0, 0, 0, 0}}
		must(t, s, func(tx *store.Tx) error { return firstError(tx.AppendTotals(&first), tx.AppendTotals(&zero)) })
		read(t, s, func(tx *store.Tx) error {
			want := []tournament.TotalsRevision{first, zero}
			all, err := tx.Totals(w.table.ID)
			wantEqual(t, all, want)
			round, errRound := tx.TotalsOfRound(w.round.ID)
			wantEqual(t, round, map[tournament.TableID][]tournament.TotalsRevision{w.table.ID: want})
			byOp, found, errOp := tx.TotalsByOp("op-t")
			wantEqual(t, byOp, first)
			_, foundEmpty, errEmpty := tx.TotalsByOp("")
			if !found || foundEmpty {
				t.Fatalf("found %v, for the empty op %v", found, foundEmpty)
			}
			return firstError(err, errRound, errOp, errEmpty)
		})
		again := zero
		err := try(t.Context(), s, func(tx *store.Tx) error { return tx.AppendTotals(&again) })
		wantProblem(t, err, tournament.ErrConflict, "conflict")
		again.Revision, again.Op = 3, "op-t"
		err = try(t.Context(), s, func(tx *store.Tx) error { return tx.AppendTotals(&again) })
		wantProblem(t, err, tournament.ErrConflict, "op_reused")
	})
}

func TestSheetPoints(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		full := tournament.SheetPoints{
			Table: w.table.ID, Entry: w.entries[0].ID, Position: 1, Points: 17, HandsPlayed: 24, HandsWon: ptr(0), SolosPlayed: 1, SolosWon: ptr(1),
		}
		unknown := tournament.SheetPoints{Table: w.table.ID, Entry: w.entries[1].ID, Position: 2}
		row := func(p tournament.SheetPoints) store.SheetPointsRow {
			return store.SheetPointsRow{SheetPoints: p, Round: 1, TableNumber: 1}
		}
		check := func(want ...store.SheetPointsRow) {
			t.Helper()
			read(t, s, func(tx *store.Tx) error {
				got, err := tx.SheetPointsOf(w.t.ID)
				wantEqual(t, got, want)
				return err
			})
		}
		must(t, s, func(tx *store.Tx) error {
			return tx.PutSheetPoints(w.table.ID, []tournament.SheetPoints{unknown, full})
		})
		check(row(full), row(unknown))
		full.Points, full.HandsWon = 0, nil
		must(t, s, func(tx *store.Tx) error { return tx.PutSheetPoints(w.table.ID, []tournament.SheetPoints{full}) })
		check(row(full))
		must(t, s, func(tx *store.Tx) error { return tx.PutSheetPoints(0, nil) })
		check(row(full))
		must(t, s, func(tx *store.Tx) error { return tx.PutSheetPoints(w.table.ID, nil) })
		check([]store.SheetPointsRow{}...)
	})
}

func TestPenalties(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		late := tournament.Penalty{
			Tournament: w.t.ID, Entry: w.entries[0].ID, Round: 1, Hand: 7, Points: -3, Others: 1, Reason: "falsch bedient", By: "account:1",
			Credits: []tournament.Credit{{Entry: w.entries[1].ID, Points: 12}},
		}
		other := tournament.Penalty{Tournament: w.t.ID, Entry: w.entries[1].ID, Points: -1, Reason: "verspätet"}
		must(t, s, func(tx *store.Tx) error { return firstError(tx.AppendPenalty(&late), tx.AppendPenalty(&other)) })
		wantEqual(t, []int{late.Revision, other.Revision}, []int{1, 1})

		changed := late
		changed.Revision, changed.Round, changed.Hand, changed.Points, changed.Others, changed.Credits = 2, 0, 0, 0, 0, nil
		changed.Void, changed.Reason = true, "zurückgenommen"
		must(t, s, func(tx *store.Tx) error { return tx.AppendPenalty(&changed) })
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Penalties(w.t.ID)
			wantEqual(t, got, []tournament.Penalty{changed, other})
			one, errOne := tx.PenaltyByID(late.ID)
			wantEqual(t, one, changed)
			_, missing := tx.PenaltyByID(0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_penalty")
			return firstError(err, errOne)
		})
		first := late // what was replaced is still there
		err := try(t.Context(), s, func(tx *store.Tx) error { return tx.AppendPenalty(&first) })
		wantProblem(t, err, tournament.ErrConflict, "conflict")
		again := changed
		err = try(t.Context(), s, func(tx *store.Tx) error { return tx.AppendPenalty(&again) })
		wantProblem(t, err, tournament.ErrConflict, "conflict")
		again.ID = 999
		err = try(t.Context(), s, func(tx *store.Tx) error { return tx.AppendPenalty(&again) })
		wantProblem(t, err, tournament.ErrNotFound, "unknown_penalty")
	})
}

func TestJournal(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		full := tournament.JournalEntry{
			At: storetest.Time, Actor: "account:1", Op: "op", Action: "hand.correct", Tournament: w.t.ID, Subject: "table", SubjectID: 7,
			Before: json.RawMessage(`{"points":[1]}`), After: json.RawMessage(`{"points":[0]}`), Reason: "verschrieben", RequestID: "r1",
		}
		var inherited tournament.JournalEntry
		op := store.Op{Key: "op-2", Action: "account.add", Actor: "system", RequestID: "r2"}
		_, err := s.Update(t.Context(), op, func(tx *store.Tx) (int64, error) {
			inherited = tournament.JournalEntry{Subject: "account", SubjectID: 1}
			return 0, firstError(tx.AppendJournal(&full), tx.AppendJournal(&inherited))
		})
		if err != nil {
			t.Fatal(err)
		}
		want := tournament.JournalEntry{
			ID: inherited.ID, At: storetest.Time, Actor: "system", Op: "op-2", Action: "account.add", Subject: "account", SubjectID: 1, RequestID: "r2",
		}
		read(t, s, func(tx *store.Tx) error {
			own, err := tx.Journal(w.t.ID, 10)
			wantEqual(t, own, []tournament.JournalEntry{full})
			none, errNone := tx.Journal(0, 10)
			wantEqual(t, none, []tournament.JournalEntry{want})
			of, errOf := tx.JournalOf("table", 7)
			wantEqual(t, of, []tournament.JournalEntry{full})
			limited, errLimited := tx.Journal(w.t.ID, 0)
			wantEqual(t, limited, []tournament.JournalEntry{})
			return firstError(err, errNone, errOf, errLimited)
		})
		broken := tournament.JournalEntry{Action: "x.y", After: json.RawMessage(`{`)}
		if err := try(t.Context(), s, func(tx *store.Tx) error { return tx.AppendJournal(&broken) }); err == nil {
			t.Error("broken JSON was stored")
		}
	})
}

func TestPublished(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		publish := func(round int, content string) tournament.Published {
			t.Helper()
			p := tournament.Published{Tournament: w.t.ID, AfterRound: round, Kind: "standings", Content: json.RawMessage(content), By: "account:1"}
			must(t, s, func(tx *store.Tx) error { return tx.Publish(&p) })
			return p
		}
		a, b, c := publish(1, `{"n":1}`), publish(2, `{"n":2}`), publish(1, `{"n":3}`)
		wantEqual(t, []int{a.Revision, b.Revision, c.Revision}, []int{1, 1, 2})
		read(t, s, func(tx *store.Tx) error {
			latest, err := tx.PublishedLatest(w.t.ID, "standings", 0)
			wantEqual(t, latest, b)
			first, errFirst := tx.PublishedLatest(w.t.ID, "standings", 1)
			wantEqual(t, first, c)
			all, errAll := tx.PublishedAll(w.t.ID)
			wantEqual(t, all, []tournament.Published{a, b, c})
			byID, errID := tx.PublishedByID(a.ID)
			wantEqual(t, byID, a)
			_, missing := tx.PublishedLatest(w.t.ID, "standings", 3)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_published")
			_, missing = tx.PublishedByID(0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_published")
			return firstError(err, errFirst, errAll, errID)
		})
	})
}
