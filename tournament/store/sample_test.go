package store_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"doko/tournament"
	"doko/tournament/store"
	"doko/tournament/store/storetest"
)

var update = flag.Bool("update", false, "write the sample backup of this schema anew")

// Backups of every schema there has been can still be restored and read. Never write an old sample anew: somebody has such
// a file in a drawer.
func TestRestore_Samples(t *testing.T) {
	source := storetest.OpenSQLite(t)
	current := filepath.Join("testdata", fmt.Sprintf("schema-%05d.zip", schemaOf(t, source)))
	if *update {
		full(t, source)
		if err := os.WriteFile(current, backup(t, source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	samples, err := filepath.Glob(filepath.Join("testdata", "schema-*.zip"))
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(samples)) != schemaOf(t, source) {
		t.Fatalf("samples %v, want one of each schema: run with -update", samples)
	}
	for _, sample := range samples {
		archive, err := os.ReadFile(sample)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(sample), func(t *testing.T) {
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				if err := restore(t, s, archive); err != nil {
					t.Fatal(err)
				}
				readAll(t, s, archive)
			})
		})
	}
}

// readAll loads what is stored as JSON, and counts the rows the archive lists.
func readAll(t *testing.T, s *store.Store, archive []byte) {
	t.Helper()
	var m struct {
		Tables []struct {
			Name string
			Rows int
		}
	}
	if err := json.Unmarshal([]byte(files(t, archive)["manifest.json"]), &m); err != nil {
		t.Fatal(err)
	}
	read(t, s, func(tx *store.Tx) error {
		for _, table := range m.Tables {
			var n int
			if err := tx.Query(&n, "SELECT count(*) FROM "+table.Name); err != nil {
				return err
			}
			if n != table.Rows || n == 0 {
				t.Errorf("%s: %d rows, the archive lists %d", table.Name, n, table.Rows)
			}
		}
		got, err := tx.Tournament(1)
		if err != nil {
			return err
		}
		entries, err := tx.Entries(got.ID)
		wantEqual(t, entries[0].Apart, []int{9, 8})
		hands, errHands := tx.Hands(1)
		wantEqual(t, hands[len(hands)-1].Row.Record.Doppelkopf.Re, []int{1, 3})
		penalties, errPenalties := tx.Penalties(got.ID)
		wantEqual(t, penalties[0].Credits, []tournament.Credit{{Entry: 2, Points: 1}})
		return firstError(err, errHands, errPenalties)
	})
}
