package store_test

import (
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

func TestOrganisations(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		first := tournament.Organisation{UID: "a", Name: "Doko-Freunde", Slug: "doko"}
		second := tournament.Organisation{UID: "b", Name: "Skatverein", Slug: "skat"}
		must(t, s, func(tx *store.Tx) error {
			made, err := tx.EnsureOrganisation(first)
			if err != nil {
				return err
			}
			first.ID = made.ID
			wantEqual(t, made, first)
			again, err := tx.EnsureOrganisation(second)
			wantEqual(t, again, first)
			if err != nil {
				return err
			}
			return tx.CreateOrganisation(&second)
		})
		must(t, s, func(tx *store.Tx) error { return tx.RenameOrganisation(first.ID, "") })
		first.Name = ""
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Organisation(first.ID)
			wantEqual(t, got, first)
			all, errAll := tx.Organisations()
			wantEqual(t, all, []tournament.Organisation{first, second})
			_, missing := tx.Organisation(0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_organisation")
			return firstError(err, errAll)
		})
		taken := tournament.Organisation{UID: "c", Name: "Noch einer", Slug: "skat"}
		err := try(t.Context(), s, func(tx *store.Tx) error { return tx.CreateOrganisation(&taken) })
		wantProblem(t, err, tournament.ErrDuplicate, "duplicate_organisation")
		err = try(t.Context(), s, func(tx *store.Tx) error { return tx.RenameOrganisation(0, "x") })
		wantProblem(t, err, tournament.ErrNotFound, "unknown_organisation")
	})
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func TestAccounts(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		a := tournament.Account{Name: "Jörg", Folded: "joerg", PasswordHash: "hash", DisabledAt: storetest.Time}
		b := tournament.Account{Name: "Eva", Folded: "eva", PasswordHash: "hash"}
		must(t, s, func(tx *store.Tx) error { return firstError(tx.CreateAccount(&a), tx.CreateAccount(&b)) })
		if a.ID == 0 || !a.CreatedAt.Equal(storetest.Time) {
			t.Fatalf("id %d, created at %v", a.ID, a.CreatedAt)
		}
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Account(a.ID)
			wantEqual(t, got, a)
			byName, errName := tx.AccountByName("joerg")
			wantEqual(t, byName, a)
			all, errAll := tx.Accounts()
			wantEqual(t, all, []tournament.Account{a, b})
			n, errCount := tx.CountAccounts()
			wantEqual(t, n, 2)
			_, missing := tx.Account(0)
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_account")
			_, missing = tx.AccountByName("")
			wantProblem(t, missing, tournament.ErrNotFound, "unknown_account")
			return firstError(err, errName, errAll, errCount)
		})
		a.PasswordHash, a.DisabledAt = "", time.Time{}
		must(t, s, func(tx *store.Tx) error { return tx.UpdateAccount(a) })
		read(t, s, func(tx *store.Tx) error {
			got, err := tx.Account(a.ID)
			wantEqual(t, got, a)
			return err
		})
		b.Folded = "joerg"
		err := try(t.Context(), s, func(tx *store.Tx) error { return tx.UpdateAccount(b) })
		wantProblem(t, err, tournament.ErrDuplicate, "duplicate_account")
		err = try(t.Context(), s, func(tx *store.Tx) error {
			return tx.CreateAccount(&tournament.Account{Name: "eva", Folded: "eva"})
		})
		wantProblem(t, err, tournament.ErrDuplicate, "duplicate_account")
		err = try(t.Context(), s, func(tx *store.Tx) error { return tx.UpdateAccount(tournament.Account{Name: "x", Folded: "x"}) })
		wantProblem(t, err, tournament.ErrNotFound, "unknown_account")
	})
}

func TestMemberships(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		whole := tournament.Membership{Account: w.account.ID, Organisation: w.org.ID, Role: tournament.Helper}
		one := tournament.Membership{Account: w.account.ID, Organisation: w.org.ID, Tournament: w.t.ID, Role: tournament.Referee}
		must(t, s, func(tx *store.Tx) error { return firstError(tx.AddMembership(whole), tx.AddMembership(one)) })
		whole.Role = tournament.Director
		must(t, s, func(tx *store.Tx) error { return tx.AddMembership(whole) })
		check := func(want ...tournament.Membership) {
			t.Helper()
			read(t, s, func(tx *store.Tx) error {
				got, err := tx.Memberships(w.account.ID)
				wantEqual(t, got, want)
				of, errOf := tx.MembershipsOf(w.org.ID)
				wantEqual(t, of, want)
				none, errNone := tx.Memberships(0)
				wantEqual(t, none, []tournament.Membership{})
				return firstError(err, errOf, errNone)
			})
		}
		check(one, whole)
		must(t, s, func(tx *store.Tx) error { return tx.RemoveMembership(one) })
		check(whole)
		must(t, s, func(tx *store.Tx) error { return tx.RemoveMembership(tournament.Membership{}) })
		check(whole)

		other := tournament.Organisation{UID: "b", Name: "b", Slug: "b"}
		must(t, s, func(tx *store.Tx) error { return tx.CreateOrganisation(&other) })
		err := try(t.Context(), s, func(tx *store.Tx) error {
			foreign := one
			foreign.Organisation = other.ID
			return tx.AddMembership(foreign)
		})
		wantProblem(t, err, tournament.ErrConflict, "still_linked")
	})
}

func TestTokens(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		must(t, s, func(tx *store.Tx) error {
			return firstError(
				tx.CreateToken("for good", w.account.ID, time.Time{}),
				tx.CreateToken("an hour", w.account.ID, storetest.Time.Add(time.Hour)),
				tx.CreateToken("over", w.account.ID, storetest.Time),
			)
		})
		check := func(hash string, want bool) {
			t.Helper()
			read(t, s, func(tx *store.Tx) error {
				id, ok, err := tx.AccountByToken(hash)
				if ok != want || ok && id != w.account.ID {
					t.Fatalf("%s: account %d, %v", hash, id, ok)
				}
				return err
			})
		}
		check("for good", true)
		check("an hour", true)
		check("over", false)
		check("unknown", false)
		check("", false)
		must(t, s, func(tx *store.Tx) error { return tx.RevokeTokens(0) })
		check("for good", true)
		must(t, s, func(tx *store.Tx) error { return tx.RevokeTokens(w.account.ID) })
		check("for good", false)
	})
}

func TestPasswordLinks(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		later := storetest.Time.Add(time.Hour)
		must(t, s, func(tx *store.Tx) error {
			return firstError(
				tx.CreateToken("token", w.account.ID, later),
				tx.CreatePasswordLink("old", w.account.ID, later),
				tx.CreatePasswordLink("token", w.account.ID, later), // the hash of a bearer token: still another thing
			)
		})
		check := func(hash string, link, token bool) {
			t.Helper()
			read(t, s, func(tx *store.Tx) error {
				id, isLink, err := tx.AccountByPasswordLink(hash)
				_, isToken, errToken := tx.AccountByToken(hash)
				if isLink != link || isToken != token || isLink && id != w.account.ID {
					t.Fatalf("%s: account %d, link %v, token %v; want %v, %v", hash, id, isLink, isToken, link, token)
				}
				return firstError(err, errToken)
			})
		}
		check("old", false, false)
		check("token", true, true)
		must(t, s, func(tx *store.Tx) error { return tx.RevokePasswordLinks(0) })
		check("token", true, true)
		must(t, s, func(tx *store.Tx) error { return tx.RevokePasswordLinks(w.account.ID) })
		check("token", false, true)
		must(t, s, func(tx *store.Tx) error {
			return firstError(tx.CreatePasswordLink("over", w.account.ID, storetest.Time), tx.RevokeTokens(0))
		})
		check("over", false, false)
		must(t, s, func(tx *store.Tx) error {
			return firstError(tx.CreatePasswordLink("new", w.account.ID, later), tx.RevokeTokens(w.account.ID))
		})
		check("new", false, false)
		check("token", false, false)
	})
}

func TestSetupToken(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		check := func(want string) {
			t.Helper()
			read(t, s, func(tx *store.Tx) error {
				got, err := tx.SetupToken()
				wantEqual(t, got, want)
				return err
			})
		}
		check("")
		must(t, s, func(tx *store.Tx) error { return tx.SetSetupToken("one") })
		check("one")
		must(t, s, func(tx *store.Tx) error { return tx.SetSetupToken("two") })
		check("two")
		must(t, s, func(tx *store.Tx) error { return tx.ClearSetupToken() })
		check("")
	})
}

func TestSessions(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		w := seed(t, s)
		owner := map[string]tournament.AccountID{"mine": w.account.ID, "mine again": w.account.ID}
		sessions := s.Sessions(func(data []byte) tournament.AccountID { return owner[string(data)] })
		later := storetest.Time.Add(time.Hour)
		put := func(token, data string, until time.Time) {
			t.Helper()
			if err := sessions.Commit(token, []byte(data), until); err != nil {
				t.Fatal(err)
			}
		}
		check := func(token, want string) {
			t.Helper()
			data, found, err := sessions.Find(token)
			if err != nil || found != (want != "") || string(data) != want {
				t.Fatalf("session %s: %q %v %v, want %q", token, data, found, err, want)
			}
		}
		put("a", "mine", later)
		put("b", "guest", later)
		put("over", "mine", storetest.Time)
		check("a", "mine")
		check("b", "guest")
		check("over", "")
		check("", "")
		put("a", "mine again", later)
		check("a", "mine again")

		must(t, s, func(tx *store.Tx) error { return tx.RevokeSessions(0) })
		check("b", "guest")
		must(t, s, func(tx *store.Tx) error { return tx.RevokeSessions(w.account.ID) })
		check("a", "")
		put("a", "mine", later) // a request that was under way
		check("a", "")
		check("b", "guest")
		if err := sessions.Delete("b"); err != nil {
			t.Fatal(err)
		}
		check("b", "")
		var left int
		read(t, s, func(tx *store.Tx) error { return tx.Query(&left, "SELECT count(*) FROM sessions") })
		wantEqual(t, left, 1) // the revoked one; the one that was over went with the next commit
	})
}
