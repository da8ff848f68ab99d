package store_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

// full fills a database with at least one row in every table.
func full(t testing.TB, s *store.Store) world {
	t.Helper()
	w := seed(t, s)
	_, err := s.Update(t.Context(), store.Op{Key: "op-1", Action: "hand.enter", Actor: "table:1", Content: []byte("x")}, func(tx *store.Tx) (int64, error) {
		first, zero, rich := w.hand(1, 1, 3, 3, -3, -3), w.hand(1, 2, 0, 0, 0, 0), fullHand(w)
		zero.Void, zero.Reason = true, "„Größe“ <&>\n\u2028"
		gone := tournament.Table{Round: w.round.ID, Number: 2, Size: 4, Phase: tournament.TableOpen}
		won := 3
		return 7, firstError(
			tx.AppendHand(&first), tx.AppendHand(&zero), tx.AppendHand(&rich),
			tx.AppendTotals(&tournament.TotalsRevision{Table: w.table.ID, Revision: 1, Totals: []int{10, 8, -2, -16}, Solos: []int{1, 0, 0, 1}}),
			tx.PutSheetPoints(w.table.ID, []tournament.SheetPoints{{Entry: w.entries[0].ID, Position: 1, Points: 3, HandsWon: &won}}),
			tx.AppendPenalty(&tournament.Penalty{
				Tournament: w.t.ID, Entry: w.entries[0].ID, Points: -3, Credits: []tournament.Credit{{Entry: w.entries[1].ID, Points: 1}},
			}),
			tx.Publish(&tournament.Published{Tournament: w.t.ID, Kind: "standings", Content: json.RawMessage(`{"a": 1}`)}),
			tx.AppendJournal(&tournament.JournalEntry{Tournament: w.t.ID, Subject: "table", SubjectID: int64(w.table.ID), After: json.RawMessage(`{}`)}),
			tx.AddMembership(tournament.Membership{Account: w.account.ID, Organisation: w.org.ID, Role: tournament.Director}),
			tx.AddMembership(tournament.Membership{Account: w.account.ID, Organisation: w.org.ID, Tournament: w.t.ID, Role: tournament.Helper}),
			tx.CreateToken("token", w.account.ID, storetest.Time.Add(time.Hour)),
			tx.CreateTableKey(tournament.TableKey{Table: w.table.ID, Hash: "hash", Key: "key", Second: true, ExpiresAt: storetest.Time}),
			tx.SetSetupToken("secret"),
			tx.CreateDraw(&tournament.Draw{Tournament: w.t.ID, Round: 1, Input: json.RawMessage(`{"rounds": 1}`), Hash: "5ha", AnnouncedAt: storetest.Time}),
			tx.CreateVacancy(&tournament.Vacancy{Table: w.table.ID, Position: 2, FromHand: 9, Reason: "krank"}),
			tx.AppendPrint(&tournament.Print{Tournament: w.t.ID, Kind: "standings", Round: 1, Lang: "de"}),
			tx.CreateTable(&gone), tx.Exec("DELETE FROM play_tables WHERE id = ?", gone.ID),
		)
	})
	if err != nil {
		t.Fatal(err)
	}
	sessions := s.Sessions(func([]byte) tournament.AccountID { return w.account.ID })
	if err := sessions.Commit("session", []byte("data"), storetest.Time.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	return w
}

func backup(t testing.TB, s *store.Store) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := s.Backup(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func restore(t testing.TB, s *store.Store, archive []byte) error {
	t.Helper()
	return s.Restore(t.Context(), bytes.NewReader(archive), int64(len(archive)))
}

// files are the contents of an archive by name.
func files(t testing.TB, archive []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	contents := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		contents[f.Name] = string(text)
	}
	return contents
}

// pack is the reverse of files.
func pack(t testing.TB, contents map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, text := range contents {
		f, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A backup of either kind, restored into either kind, gives the same backup again.
func TestBackup_RoundTrips(t *testing.T) {
	storetest.Each(t, func(t *testing.T, from *store.Store) {
		w := full(t, from)
		archive := backup(t, from)
		contents := files(t, archive)
		names, err := store.ArchivedTables()
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range names {
			if contents[table+".ndjson"] == "" {
				t.Errorf("nothing of table %s is in the test's backup", table)
			}
		}
		storetest.Each(t, func(t *testing.T, into *store.Store) {
			must(t, into, func(tx *store.Tx) error { // as a fresh installation is
				_, err := tx.EnsureOrganisation(tournament.Organisation{UID: "fresh", Name: "Mein Verein", Slug: "verein"})
				return firstError(err, tx.SetSetupToken("fresh"))
			})
			if err := restore(t, into, archive); err != nil {
				t.Fatal(err)
			}
			wantEqual(t, files(t, backup(t, into)), contents)
			goesOn(t, into, w)
		})
	})
}

// goesOn checks that a restored database works on: ids are not given twice, ops are known, the last line stands.
func goesOn(t *testing.T, s *store.Store, w world) {
	t.Helper()
	next := tournament.Table{Round: w.round.ID, Number: 2, Size: 4, Phase: tournament.TableOpen}
	h := w.hand(3, 1, 1, 1, -1, -1)
	must(t, s, func(tx *store.Tx) error { return firstError(tx.CreateTable(&next), tx.AppendHand(&h)) })
	if next.ID != w.table.ID+2 {
		t.Errorf("the next table has id %d, want %d: one had been deleted before", next.ID, w.table.ID+2)
	}
	done, err := s.Update(t.Context(), store.Op{Key: "op-1", Action: "hand.enter", Content: []byte("x")}, func(*store.Tx) (int64, error) {
		t.Error("a command ran twice")
		return 0, nil
	})
	wantEqual(t, done, store.Done{Subject: 7, Repeated: true})
	if err != nil {
		t.Error(err)
	}
	if err := try(t.Context(), s, func(tx *store.Tx) error { return tx.Exec("DELETE FROM journal") }); err == nil {
		t.Error("the journal can be deleted")
	}
	read(t, s, func(tx *store.Tx) error {
		got, err := tx.Tournament(w.t.ID)
		wantEqual(t, got, w.t)
		setup, errSetup := tx.SetupToken()
		wantEqual(t, setup, "")
		return firstError(err, errSetup)
	})
}

// Every table is either in the backup or left out on purpose.
func TestBackup_Complete(t *testing.T) {
	names, err := store.ArchivedTables()
	if err != nil {
		t.Fatal(err)
	}
	names = append(names, "sessions", "setup_token", "table_devices")
	slices.Sort(names)
	wantEqual(t, names, tablesOf(t, storetest.OpenSQLite(t)))
}

func TestBackup_Manifest(t *testing.T) {
	s := storetest.OpenSQLite(t)
	full(t, s)
	contents := files(t, backup(t, s))
	var m struct {
		Format, Program string
		Schema          int64
		MadeAt          string `json:"made_at"`
	}
	if err := json.Unmarshal([]byte(contents["manifest.json"]), &m); err != nil {
		t.Fatal(err)
	}
	if m.Format != "doko-backup/1" || m.Program != "test" || m.Schema != schemaOf(t, s) || m.MadeAt != "2026-03-13T18:00:00Z" {
		t.Errorf("manifest %+v", m)
	}
	if strings.Contains(contents["journal.ndjson"], "secret") || len(contents) != 24 {
		t.Errorf("%d files", len(contents))
	}
	want := `{"id":1,"account_id":1,"organisation_id":1,"tournament_id":null,"role":"director"}` + "\n"
	if got := contents["memberships.ndjson"]; !strings.HasPrefix(got, want) {
		t.Errorf("memberships %s", got)
	}
}

func schemaOf(t *testing.T, s *store.Store) int64 {
	t.Helper()
	current, _, err := s.SchemaState(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return current
}

func TestRestore_Refused(t *testing.T) {
	source := storetest.OpenSQLite(t)
	full(t, source)
	archive := backup(t, source)
	known := schemaOf(t, source)
	edit := func(name, old, replacement string) []byte {
		contents := files(t, archive)
		if !strings.Contains(contents[name], old) {
			t.Fatalf("no %q in %s: %s", old, name, contents[name])
		}
		contents[name] = strings.Replace(contents[name], old, replacement, 1)
		return pack(t, contents)
	}
	without := func(name string) []byte {
		contents := files(t, archive)
		delete(contents, name)
		return pack(t, contents)
	}
	tests := []struct {
		name    string
		archive []byte
		kind    error
		code    string
		args    map[string]any
	}{
		{"not a zip", []byte("hello"), tournament.ErrInvalid, "backup_broken", map[string]any{"Part": "zip"}},
		{"cut off", archive[:len(archive)-100], tournament.ErrInvalid, "backup_broken", map[string]any{"Part": "zip"}},
		{"no manifest", without("manifest.json"), tournament.ErrInvalid, "backup_broken", map[string]any{"Part": "manifest.json"}},
		{"manifest is no JSON", edit("manifest.json", "{", "["), tournament.ErrInvalid, "backup_broken", map[string]any{"Part": "manifest.json"}},
		{"another format", edit("manifest.json", "doko-backup/1", "doko-backup/0"), tournament.ErrInvalid, "backup_broken", map[string]any{"Part": "manifest.json"}},
		{"newer schema", edit("manifest.json", `"schema": `, `"schema": 9`), tournament.ErrPhase, "backup_newer", map[string]any{"Found": 90 + known, "Known": known}},
		{"table not listed", edit("manifest.json", `"seats"`, `"chairs"`), tournament.ErrInvalid, "backup_broken", map[string]any{"Part": "manifest.json"}},
		{"table missing", without("seats.ndjson"), tournament.ErrInvalid, "backup_broken", map[string]any{"Part": "seats.ndjson"}},
		{"row missing", edit("operations.ndjson", "{", " "), tournament.ErrInvalid, "backup_broken", map[string]any{"Part": "operations.ndjson"}},
		{"last rows missing", edit("manifest.json", `"rows": 5`, `"rows": 6`), tournament.ErrInvalid, "backup_broken", map[string]any{"Part": "players.ndjson"}},
		{"columns of a later schema", edit("manifest.json", fmt.Sprintf(`"schema": %d`, known), `"schema": 1`), tournament.ErrInvalid, "backup_broken", map[string]any{"Part": "tournaments.ndjson"}},
		{"a later table not listed", edit("manifest.json", `"vacancies"`, `"holes"`), tournament.ErrInvalid, "backup_broken", map[string]any{"Part": "manifest.json"}},
		{"unknown column", edit("players.ndjson", `"club"`, `"klub"`), tournament.ErrInvalid, "backup_broken", map[string]any{"Part": "players.ndjson"}},
		{"column of another kind", edit("hand_revisions.ndjson", `"p1":3`, `"p1":"drei"`), tournament.ErrInvalid, "backup_broken", map[string]any{"Part": "hand_revisions.ndjson"}},
		{"child without parent", edit("entries.ndjson", `"player_id":1,`, `"player_id":99,`), tournament.ErrInvalid, "backup_broken", map[string]any{"Part": "entries.ndjson"}},
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				err := restore(t, s, tt.archive)
				wantProblem(t, err, tt.kind, tt.code)
				var p *tournament.Problem
				errors.As(err, &p)
				wantEqual(t, p.Args, tt.args)
				read(t, s, func(tx *store.Tx) error {
					n, err := tx.CountAccounts()
					wantEqual(t, n, 0)
					return err
				})
			})
		}
		// Nothing of the failed attempts is left in the way.
		if err := restore(t, s, archive); err != nil {
			t.Fatal(err)
		}
		err := restore(t, s, archive)
		wantProblem(t, err, tournament.ErrPhase, "database_not_empty")
	})
}

func TestRestore_WithoutSchema(t *testing.T) {
	source := storetest.OpenSQLite(t)
	archive := backup(t, source)
	empty(t, func(t *testing.T, address string) {
		s := storetest.Open(t, address)
		wantProblem(t, restore(t, s, archive), tournament.ErrPhase, "schema_older")
		wantProblem(t, s.Backup(t.Context(), io.Discard), tournament.ErrPhase, "schema_older")
	})
}

// A backup of many rows goes out and comes in by parts.
func TestBackup_ManyRows(t *testing.T) {
	from := storetest.OpenSQLite(t)
	w := seed(t, from)
	must(t, from, func(tx *store.Tx) error {
		for n := range 1201 {
			h := w.hand(n+1, 1, 1, 1, -1, -1)
			if err := tx.AppendHand(&h); err != nil {
				return err
			}
		}
		return nil
	})
	archive := backup(t, from)
	storetest.Each(t, func(t *testing.T, into *store.Store) {
		if err := restore(t, into, archive); err != nil {
			t.Fatal(err)
		}
		wantEqual(t, files(t, backup(t, into)), files(t, archive))
	})
}
