package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const std = "" // nothing outside the standard library

// allowed is the import table: which of our packages, and which modules of others, a package may import. A new package is
// a new line. The graph has one direction: pure core, desk, edges.
var allowed = map[string]struct{ ours, others string }{
	"scoring/tally":              {"", std},
	"scoring/fields":             {"scoring/tally", std},
	"scoring/doppelkopf":         {"scoring/tally scoring/fields", std},
	"scoring/doppelkopf/play":    {"scoring/doppelkopf scoring/tally scoring/fields", std},
	"scoring/doppelkopf/words":   {"scoring/doppelkopf scoring/tally", std},
	"scoring/doppelkopf/values":  {"scoring/doppelkopf scoring/tally", std},
	"scoring/schnapsen":          {"scoring/tally scoring/fields", std},
	"scoring":                    {"scoring/tally scoring/fields scoring/doppelkopf scoring/schnapsen", std},
	"tournament/draw":            {"", std},
	"tournament/standings":       {"", std},
	"tournament/pace":            {"", std},
	"tournament":                 {"scoring scoring/doppelkopf scoring/fields scoring/tally", "golang.org/x/text"},
	"tournament/sheet":           {"tournament scoring scoring/doppelkopf scoring/tally", std},
	"tournament/rehearsal":       {"tournament scoring scoring/doppelkopf scoring/tally tournament/draw tournament/sheet tournament/exchange", std},
	"tournament/exchange":        {"tournament tournament/draw tournament/sheet scoring scoring/doppelkopf scoring/fields scoring/tally", "github.com/xuri/excelize/v2 golang.org/x/text"},
	"migrations":                 {"", "github.com/pressly/goose/v3"},
	"tournament/store":           {"tournament scoring scoring/tally migrations", "gorm.io github.com/libtnb/sqlite modernc.org/sqlite github.com/jackc/pgx/v5"},
	"tournament/store/storetest": {"tournament tournament/store migrations", "github.com/jackc/pgx/v5"},
	"tournament/tournamenttest":  {"tournament scoring scoring/doppelkopf scoring/schnapsen", std},
	"tournament/desk": {
		"tournament tournament/draw tournament/pace tournament/sheet tournament/standings tournament/exchange tournament/store scoring scoring/doppelkopf scoring/tally",
		"golang.org/x/crypto golang.org/x/sync",
	},
	"scoring/doppelkopf/notation": {
		"scoring/doppelkopf scoring/tally", std,
	},
	"reports":        {"tournament tournament/standings scoring scoring/doppelkopf scoring/schnapsen scoring/tally", "github.com/jung-kurt/gofpdf github.com/xuri/excelize/v2 rsc.io/qr golang.org/x/text"},
	"reports/papers": {"reports tournament tournament/desk tournament/standings scoring scoring/doppelkopf scoring/doppelkopf/words web/i18n", std},
	"web/i18n":       {"", "github.com/nicksnyder/go-i18n/v2 golang.org/x/text"},
	"web/live":       {"", std},
	"web/webtest":    {"", "github.com/chromedp/chromedp github.com/chromedp/cdproto"},
	"web": {
		"tournament tournament/desk tournament/pace tournament/sheet tournament/standings tournament/draw scoring scoring/doppelkopf scoring/doppelkopf/play scoring/doppelkopf/words scoring/doppelkopf/notation scoring/doppelkopf/values scoring/fields scoring/tally tournament/exchange reports reports/papers web/i18n web/live",
		"github.com/labstack/echo/v4 github.com/alexedwards/scs/v2 rsc.io/qr github.com/prometheus/client_golang golang.org/x/sync golang.org/x/text golang.org/x/time",
	},
	"cmd/doko": {"*", "github.com/spf13/cobra github.com/jackc/pgx/v5 github.com/prometheus/client_golang rsc.io/qr"},
}

// forbidden are standard packages that would let the clock, chance or the outside world into the pure core.
var forbidden = map[string][]string{
	"scoring":              {"time", "os", "math/rand", "math/rand/v2", "database/sql", "net/http"},
	"tournament/standings": {"time", "os", "math/rand", "math/rand/v2", "database/sql", "net/http"},
	"tournament/sheet":     {"os", "math/rand", "math/rand/v2", "database/sql", "net/http"},
	"tournament/pace":      {"os", "math/rand", "math/rand/v2", "database/sql", "net/http"},
	"tournament/draw":      {"time", "os", "math/rand", "database/sql", "net/http"},
}

type source struct {
	pkg, file string
	syntax    *ast.File
	fset      *token.FileSet
}

// sources parses every Go file of the program, test files left out.
func sources(t *testing.T) []source {
	t.Helper()
	var found []source
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (strings.HasPrefix(d.Name(), ".") && d.Name() != ".." || d.Name() == "testdata") {
			return fs.SkipDir
		}
		if !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		syntax, err := parser.ParseFile(fset, p, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		found = append(found, source{path.Dir(filepath.ToSlash(rel)), filepath.ToSlash(rel), syntax, fset})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 30 {
		t.Fatalf("found only %d Go files: the scan looks in the wrong place", len(found))
	}
	return found
}

func TestImports(t *testing.T) {
	for _, s := range sources(t) {
		rule, known := allowed[s.pkg]
		if !known {
			t.Errorf("%s: package %s is not in the import table", s.file, s.pkg)
			continue
		}
		for _, spec := range s.syntax.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			if ours, ok := strings.CutPrefix(name, "doko/"); ok {
				if rule.ours != "*" && !slices.Contains(strings.Fields(rule.ours), ours) {
					t.Errorf("%s: %s may not import %s", s.file, s.pkg, ours)
				}
				continue
			}
			if first, _, _ := strings.Cut(name, "/"); strings.Contains(first, ".") {
				fits := func(module string) bool { return name == module || strings.HasPrefix(name, module+"/") }
				if !slices.ContainsFunc(strings.Fields(rule.others), fits) {
					t.Errorf("%s: %s may not import %s", s.file, s.pkg, name)
				}
				continue
			}
			for area, names := range forbidden {
				if (s.pkg == area || strings.HasPrefix(s.pkg, area+"/")) && slices.Contains(names, name) {
					t.Errorf("%s: %s is pure and may not import %s", s.file, s.pkg, name)
				}
			}
		}
	}
}

// The draw may make its own generators from a seed, never use the global one.
func TestDrawUsesNoGlobalRandomness(t *testing.T) {
	for _, s := range sources(t) {
		if s.pkg != "tournament/draw" {
			continue
		}
		ast.Inspect(s.syntax, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == "rand" && !slices.Contains([]string{"New", "Rand", "NewPCG", "NewChaCha8", "PCG", "Source"}, sel.Sel.Name) {
				t.Errorf("%s uses rand.%s", s.fset.Position(sel.Pos()), sel.Sel.Name)
			}
			return true
		})
	}
}

// A newcomer finds the place in a minute: files under 400 lines, functions under 60, no init, no packages named for nothing.
func TestSizes(t *testing.T) {
	for _, s := range sources(t) {
		if n := s.fset.File(s.syntax.Pos()).LineCount(); n > 400 && !strings.HasSuffix(s.file, "_table.go") {
			t.Errorf("%s has %d lines; split it", s.file, n)
		}
		if slices.Contains([]string{"util", "utils", "common", "helpers", "misc", "base"}, path.Base(s.pkg)) {
			t.Errorf("%s: the name of package %s says nothing", s.file, s.pkg)
		}
		for _, d := range s.syntax.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s: no init functions", s.fset.Position(fn.Pos()))
			}
			lines := s.fset.Position(fn.End()).Line - s.fset.Position(fn.Pos()).Line + 1
			if lines > 60 {
				t.Errorf("%s: %s has %d lines; split it", s.fset.Position(fn.Pos()), fn.Name.Name, lines)
			}
		}
	}
}

// Every exported name says what it is, and every package has its sentence.
func TestComments(t *testing.T) {
	documented := map[string]bool{}
	packages := map[string]bool{}
	for _, s := range sources(t) {
		packages[s.pkg] = true
		if s.syntax.Doc != nil {
			documented[s.pkg] = true
		}
		if s.pkg == "cmd/doko" {
			continue
		}
		for _, d := range s.syntax.Decls {
			checkComment(t, s, d)
		}
	}
	for p := range packages {
		if !documented[p] {
			t.Errorf("package %s has no sentence", p)
		}
	}
}

func checkComment(t *testing.T, s source, d ast.Decl) {
	t.Helper()
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) && d.Name.Name != "Error" && d.Name.Name != "Unwrap" {
			t.Errorf("%s: %s has no comment", s.fset.Position(d.Pos()), d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				if spec.Name.IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil && !d.Lparen.IsValid() {
					t.Errorf("%s: %s has no comment", s.fset.Position(spec.Pos()), spec.Name.Name)
				}
			case *ast.ValueSpec:
				for _, n := range spec.Names {
					if n.IsExported() && d.Doc == nil && spec.Doc == nil && spec.Comment == nil {
						t.Errorf("%s: %s has no comment", s.fset.Position(n.Pos()), n.Name)
					}
				}
			}
		}
	}
}

func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	x := d.Recv.List[0].Type
	if star, ok := x.(*ast.StarExpr); ok {
		x = star.X
	}
	id, ok := x.(*ast.Ident)
	return ok && id.IsExported()
}

// The repository holds only what the fixed top level allows.
func TestTopLevel(t *testing.T) {
	want := strings.Fields(`.ci .dockerignore .git .gitignore BENCHMARKS.md CHANGELOG.md CONTRIBUTING.md DECISIONS.md Dockerfile GLOSSARY.md
		LICENSE Makefile README.md THIRD_PARTY.md cmd docker-compose.yml go.mod go.sum migrations reports scoring tools.mod tools.sum tournament web
		bin dist`)
	entries, err := os.ReadDir(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(want, e.Name()) && !strings.HasPrefix(e.Name(), "doko.db") {
			t.Errorf("%s does not belong at the top level", e.Name())
		}
	}
}
