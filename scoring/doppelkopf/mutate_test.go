package doppelkopf

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The tests of this file's two packages are run once for each small change of the package's code: a test that can fail
// finds it. All changes are compiled in at once, behind a switch, so that trying one takes a moment. It runs for minutes:
//
//	DOKO_MUTATE=1 nice go test ./scoring/doppelkopf -run TestMutants -v -timeout 60m
//
// Changes that no test finds must stand in testdata/mutants.md, with the reason.
func TestMutants(t *testing.T) {
	if os.Getenv("DOKO_MUTATE") == "" {
		return // not a test of the program but of its tests
	}
	dir := t.TempDir()
	m := mutator{fset: token.NewFileSet()}
	overlay := m.instrument(t, dir)
	var bins []string
	for _, pkg := range []string{"doko/scoring/doppelkopf", "doko/scoring"} {
		bin := filepath.Join(dir, filepath.Base(pkg)+".test")
		if out, err := exec.Command("go", "test", "-overlay", overlay, "-vet=off", "-c", "-o", bin, pkg).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		bins = append(bins, bin)
	}
	if !passes(bins, 0) {
		t.Fatal("the tests fail without a change")
	}
	known, err := os.ReadFile("testdata/mutants.md")
	if err != nil {
		t.Fatal(err)
	}
	alive := 0
	for i, text := range m.mutants {
		if !passes(bins, i+1) {
			continue
		}
		alive++
		if !bytes.Contains(known, []byte("`"+text+"`")) {
			t.Errorf("`%s`", text)
		}
	}
	t.Logf("%d changes, %d found by no test", len(m.mutants), alive)
}

// passes runs the tests with one change switched on; 0 is none. Tests that search long for nothing new are left out.
func passes(bins []string, mutant int) bool {
	for i, bin := range bins {
		cmd := exec.Command(bin, "-test.failfast", "-test.timeout", "60s", "-test.skip", "TestMutants|Fuzz|Allocations|Property")
		cmd.Dir = [...]string{".", ".."}[i]
		cmd.Env = append(os.Environ(), "DOKO_MUTATE=", "MUTANT="+strconv.Itoa(mutant))
		if cmd.Run() != nil {
			return false
		}
	}
	return true
}

// mutator puts switches around expressions.
type mutator struct {
	fset    *token.FileSet
	info    types.Info
	mutants []string // what each switch does: file, function, change
	edits   []edit
	where   string
	begin   token.Pos // of the function looked at
}

// edit replaces the bytes of a file from one place to another. Edits may hold others.
type edit struct {
	from, to   token.Pos
	head, tail string
}

const switchFile = `package doppelkopf

import (
	"os"
	"strconv"
)

var mutant, _ = strconv.Atoi(os.Getenv("MUTANT"))

func mutate[T any](id int, was, other func() T) T {
	if id == mutant {
		return other()
	}
	return was()
}
`

// instrument writes changed copies of the package's files and the overlay that puts them in their place.
func (m *mutator) instrument(t *testing.T, dir string) string {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(m.fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	m.info = types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	conf := types.Config{Error: func(error) {}} // imports are not looked at: what depends on them stays unchanged
	_, _ = conf.Check("doppelkopf", m.fset, files, &m.info)
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{filepath.Join(here, "zz_switch.go"): write(t, dir, "zz_switch.go", []byte(switchFile))}
	for i, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(here, name)] = write(t, dir, name, m.file(t, name, files[i], src))
	}
	raw, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	return write(t, dir, "overlay.json", raw)
}

func write(t *testing.T, dir, name string, raw []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func (m *mutator) file(t *testing.T, name string, f *ast.File, src []byte) []byte {
	t.Helper()
	m.edits = nil
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		m.where, m.begin = name+" "+fn.Name.Name, fn.Pos()
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				m.binary(n, src)
			case *ast.IfStmt:
				m.condition(n.Cond, src)
			case *ast.BasicLit:
				m.number(n)
			case *ast.ArrayType, *ast.GenDecl:
				return false
			}
			e, ok := n.(ast.Expr)
			return !ok || m.info.Types[e].Value == nil
		})
	}
	out := m.apply(src, f.FileStart)
	if formatted, err := format.Source(out); err == nil {
		return formatted
	}
	t.Fatalf("%s cannot be changed:\n%s", name, out)
	return nil
}

// binary puts another operator behind a switch. What is constant, or of a type that is not known, stays.
func (m *mutator) binary(e *ast.BinaryExpr, src []byte) {
	others := map[token.Token]token.Token{
		token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR, token.EQL: token.NEQ, token.NEQ: token.EQL,
		token.LAND: token.LOR, token.LOR: token.LAND, token.ADD: token.SUB, token.SUB: token.ADD, token.MUL: token.ADD,
	}
	other, ok := others[e.Op]
	tv := m.info.Types[e]
	if !ok || tv.Value != nil {
		return
	}
	kind := "bool"
	if e.Op == token.ADD || e.Op == token.SUB || e.Op == token.MUL {
		basic, isBasic := tv.Type.(*types.Basic)
		if !isBasic || basic.Kind() != types.Int {
			return
		}
		kind = "int"
	}
	at := func(p token.Pos) int { return m.fset.Position(p).Offset }
	x, y := string(src[at(e.X.Pos()):at(e.X.End())]), string(src[at(e.Y.Pos()):at(e.Y.End())])
	m.mutants = append(m.mutants, strings.Join(strings.Fields(fmt.Sprintf("%s: %s %s→%s %s", m.where, x, e.Op, other, y)), " "))
	m.edits = append(m.edits, edit{
		from: e.Pos(), to: e.End(),
		head: fmt.Sprintf("mutate(%d, func() %s { return ", len(m.mutants), kind),
		tail: fmt.Sprintf(" }, func() %s { return (%s) %s (%s) })", kind, x, other, y),
	})
}

// condition turns around what is no comparison.
func (m *mutator) condition(e ast.Expr, src []byte) {
	if _, ok := e.(*ast.BinaryExpr); ok {
		return
	}
	text := string(src[m.fset.Position(e.Pos()).Offset:m.fset.Position(e.End()).Offset])
	m.mutants = append(m.mutants, fmt.Sprintf("%s: if %s→!", m.where, strings.Join(strings.Fields(text), " ")))
	m.edits = append(m.edits, edit{
		from: e.Pos(), to: e.End(),
		head: fmt.Sprintf("mutate(%d, func() bool { return ", len(m.mutants)),
		tail: fmt.Sprintf(" }, func() bool { return !(%s) })", text),
	})
}

// number makes a number one greater.
func (m *mutator) number(e *ast.BasicLit) {
	basic, ok := m.info.Types[e].Type.(*types.Basic)
	if e.Kind != token.INT || !ok || basic.Kind() != types.Int {
		return
	}
	m.mutants = append(m.mutants, fmt.Sprintf("%s line %d: %s→+1", m.where, m.fset.Position(e.Pos()).Line-m.fset.Position(m.begin).Line, e.Value))
	m.edits = append(m.edits, edit{
		from: e.Pos(), to: e.End(),
		head: fmt.Sprintf("mutate(%d, func() int { return ", len(m.mutants)),
		tail: fmt.Sprintf(" }, func() int { return %s + 1 })", e.Value),
	})
}

// apply writes the edits into the source: heads before what they hold, tails behind.
func (m *mutator) apply(src []byte, start token.Pos) []byte {
	type mark struct {
		at, order int
		text      string
	}
	var marks []mark
	for i, e := range m.edits {
		length := int(e.to - e.from)
		marks = append(marks, mark{int(e.from - start), 1_000_000 - length + i, e.head}, mark{int(e.to - start), length - 1_000_000, e.tail})
	}
	slices.SortStableFunc(marks, func(a, b mark) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.order, b.order)) })
	var out bytes.Buffer
	pos := 0
	for _, k := range marks {
		out.Write(src[pos:k.at])
		out.WriteString(k.text)
		pos = k.at
	}
	out.Write(src[pos:])
	return out.Bytes()
}
