package migrations_test

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"doko/migrations"
)

func names(t *testing.T, d migrations.Dialect) []string {
	t.Helper()
	files, err := migrations.Files(d)
	if err != nil {
		t.Fatal(err)
	}
	names, err := fs.Glob(files, "*")
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestPaired(t *testing.T) {
	lite, server := names(t, migrations.SQLite), names(t, migrations.Postgres)
	if len(lite) == 0 || !slices.Equal(lite, server) {
		t.Errorf("SQLite has %v, Postgres has %v", lite, server)
	}
	for i, name := range lite {
		if !strings.HasPrefix(name, fmt.Sprintf("%05d_", i+1)) {
			t.Errorf("%s is not step %d", name, i+1)
		}
	}
}

func TestForwardOnly(t *testing.T) {
	for _, d := range []migrations.Dialect{migrations.SQLite, migrations.Postgres} {
		files, err := migrations.Files(d)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names(t, d) {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(string(text), "+goose Down") {
				t.Errorf("%s/%s goes back: the way back is the backup", d, name)
			}
		}
	}
}
