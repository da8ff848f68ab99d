package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"doko/scoring"
	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// world is a small club evening: five players, four of them at a table in round one.
type world struct {
	org     tournament.Organisation
	account tournament.Account
	t       tournament.Tournament
	players []tournament.Player
	entries []tournament.Entry
	round   tournament.Round
	table   tournament.Table
	seats   []tournament.Seat
}

// must runs a command that has to succeed.
func must(t testing.TB, s *store.Store, f func(tx *store.Tx) error) {
	t.Helper()
	if err := try(t.Context(), s, f); err != nil {
		t.Fatal(err)
	}
}

func try(ctx context.Context, s *store.Store, f func(tx *store.Tx) error) error {
	_, err := s.Update(ctx, store.Op{}, func(tx *store.Tx) (int64, error) { return 0, f(tx) })
	return err
}

// read runs questions that have to succeed.
func read(t testing.TB, s *store.Store, f func(tx *store.Tx) error) {
	t.Helper()
	if err := s.View(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

// wantProblem checks kind and code of a problem.
func wantProblem(t testing.TB, err, kind error, code string) {
	t.Helper()
	var p *tournament.Problem
	if !errors.As(err, &p) {
		t.Fatalf("got %v, want problem %s", err, code)
	}
	if !errors.Is(err, kind) || p.Code != code {
		t.Fatalf("got %v (%s), want %v (%s)", p.Kind, p.Code, kind, code)
	}
}

func wantEqual(t testing.TB, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Fatalf("(-want +got)\n%s", d)
	}
}

func evening(org tournament.OrganisationID, uid string) tournament.Tournament {
	return tournament.Tournament{
		UID: uid, PublicID: "p" + uid, Organisation: org, Name: "Vereinsabend", Venue: "Gasthof Krone",
		StartsAt: storetest.Time, TimeZone: "Europe/Berlin", Phase: tournament.Running, Rules: scoring.DDV(),
		Format: tournament.DefaultFormat(), Fee: 1000, Currency: "EUR", Public: true, Standings: tournament.ReleaseLive,
	}
}

// seed fills an empty database.
func seed(t testing.TB, s *store.Store) world {
	t.Helper()
	var w world
	must(t, s, func(tx *store.Tx) error {
		w = world{}
		var err error
		if w.org, err = tx.EnsureOrganisation(tournament.Organisation{UID: "org", Name: "Doko-Freunde", Slug: "doko-freunde"}); err != nil {
			return err
		}
		w.account = tournament.Account{Name: "Jörg", Folded: "joerg", PasswordHash: "$argon2id$…"}
		if err := tx.CreateAccount(&w.account); err != nil {
			return err
		}
		w.t = evening(w.org.ID, "t1")
		if err := tx.CreateTournament(&w.t); err != nil {
			return err
		}
		for i, name := range []string{"Anna Ärmel", "Björn", "Cem", "Dörte", "Émile"} {
			p := tournament.Player{
				UID: fmt.Sprintf("player%d", i+1), Organisation: w.org.ID, Name: name, Club: "SC Herz", MemberNo: fmt.Sprint(i + 1),
				Folded: tournament.Fold(name),
			}
			if err := tx.CreatePlayer(&p); err != nil {
				return err
			}
			w.players = append(w.players, p)
			e := tournament.Entry{
				UID: fmt.Sprintf("entry%d", i+1), Tournament: w.t.ID, Player: p.ID, StartNo: i + 1, Status: tournament.Present,
				Paid: 1000, PaidAt: storetest.Time, FromRound: 1, ToRound: 3, Team: "A", FixedTable: 2, Apart: []int{9, 8},
				Name: p.Name, Club: p.Club, MemberNo: p.MemberNo, Folded: p.Folded,
			}
			if err := tx.CreateEntry(&e); err != nil {
				return err
			}
			w.entries = append(w.entries, e)
		}
		return w.seat(tx)
	})
	return w
}

func (w *world) seat(tx *store.Tx) error {
	w.round = tournament.Round{
		Tournament: w.t.ID, Number: 1, Phase: tournament.RoundPlaying, Seed: "pik sieben", Released: true,
		StartsAt: storetest.Time, ClosedAt: storetest.Time.Add(time.Hour),
	}
	if err := tx.CreateRound(&w.round); err != nil {
		return err
	}
	w.table = tournament.Table{
		Round: w.round.ID, Number: 1, Size: 4, Phase: tournament.TableOpen, SubmittedBy: "table:1", ConfirmedBy: "account:1",
		ConfirmNote: "fehlt ein Spiel", LastHandAt: storetest.Time,
	}
	if err := tx.CreateTable(&w.table); err != nil {
		return err
	}
	for i := range 4 {
		w.seats = append(w.seats, tournament.Seat{Table: w.table.ID, Position: i + 1, Entry: w.entries[i].ID, FromHand: 1})
	}
	return tx.CreateSeats(w.seats)
}

func ptr(n int) *int { return &n }

// hand is a revision of a hand of the table, copied from paper.
func (w world) hand(number, revision int, points ...int) tournament.HandRevision {
	return tournament.HandRevision{
		Table: w.table.ID, Number: number, Revision: revision, Winner: "re", Value: ptr(3), Points: points,
		Row:   tournament.Row{Kind: tournament.RowPoints, Points: points},
		Lines: []tally.Line{{Party: "re", Kind: "won", Points: 1}}, By: "table:1", At: storetest.Time,
	}
}
