package i18n

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// sources is what the scan of the whole module found.
type sources struct {
	asked    map[string]string // key of a T call → where
	codes    map[string]string // problem code → where
	literals map[string]bool   // every string literal in Go and templates
}

var (
	codeForm     = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	templateT    = regexp.MustCompile(`\.T "([^"]+)"`)
	templateText = regexp.MustCompile(`"([a-z0-9_.]+)"`)
)

// scan reads all Go files but tests, and all templates.
func scan(t *testing.T) *sources {
	t.Helper()
	s := &sources{asked: map[string]string{}, codes: map[string]string{}, literals: map[string]bool{}}
	fset := token.NewFileSet()
	var parsed []*ast.File
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata"):
			return fs.SkipDir
		case strings.HasSuffix(path, ".html"):
			return s.template(path)
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			parsed = append(parsed, f)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(parsed) < 5 {
		t.Fatalf("the scan found only %d Go files", len(parsed))
	}
	makers := map[string]int{}
	for before := -1; before != len(makers); { // a maker may call a maker
		before = len(makers)
		for _, f := range parsed {
			findMakers(f, makers)
		}
	}
	for _, f := range parsed {
		s.file(fset, f, makers)
	}
	return s
}

func (s *sources) template(path string) error {
	raw, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	for _, m := range templateT.FindAllSubmatch(raw, -1) {
		if !strings.HasSuffix(string(m[1]), ".") { // "phase." | printf: only the start is known
			s.asked[string(m[1])] = path
		}
	}
	for _, m := range templateText.FindAllSubmatch(raw, -1) {
		s.literals[string(m[1])] = true
	}
	return nil
}

// file collects what one Go file asks for and which problems it makes.
func (s *sources) file(fset *token.FileSet, f *ast.File, makers map[string]int) {
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if v, ok := text(n); ok {
				s.literals[v] = true
			}
		case *ast.CallExpr:
			name := calledName(n)
			if v, ok := argument(n, 0); ok && name == "T" {
				s.asked[v] = fset.Position(n.Pos()).String()
			}
			if i, ok := makers[name]; ok {
				s.code(fset, n, i)
			}
		case *ast.CompositeLit:
			if e := codeField(n); e != nil {
				if v, ok := text(e); ok && codeForm.MatchString(v) {
					s.codes[v] = fset.Position(n.Pos()).String()
				}
			}
		}
		return true
	})
}

func (s *sources) code(fset *token.FileSet, call *ast.CallExpr, i int) {
	if v, ok := argument(call, i); ok && codeForm.MatchString(v) {
		s.codes[v] = fset.Position(call.Pos()).String()
	}
}

// findMakers adds the functions that pass one of their parameters on as the code of a problem.
func findMakers(f *ast.File, makers map[string]int) {
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		params := map[string]int{}
		for _, field := range fn.Type.Params.List {
			for _, name := range field.Names {
				params[name.Name] = len(params)
			}
		}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			var e ast.Expr
			switch n := n.(type) {
			case *ast.CompositeLit:
				e = codeField(n)
			case *ast.CallExpr:
				if i, ok := makers[calledName(n)]; ok && i < len(n.Args) {
					e = n.Args[i]
				}
			}
			if id, ok := e.(*ast.Ident); ok {
				if i, ok := params[id.Name]; ok {
					makers[fn.Name.Name] = i
				}
			}
			return true
		})
	}
}

// codeField is the value of the field Code in a Problem literal, else nil. Inside a slice of problems the type is left out.
func codeField(lit *ast.CompositeLit) ast.Expr {
	name := ""
	switch t := lit.Type.(type) {
	case *ast.Ident:
		name = t.Name
	case *ast.SelectorExpr:
		name = t.Sel.Name
	case nil:
		name = "Problem"
	}
	if name != "Problem" {
		return nil
	}
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if id, ok := kv.Key.(*ast.Ident); ok && id.Name == "Code" {
			return kv.Value
		}
	}
	return nil
}

func calledName(call *ast.CallExpr) string {
	switch fn := call.Fun.(type) {
	case *ast.Ident:
		return fn.Name
	case *ast.SelectorExpr:
		return fn.Sel.Name
	}
	return ""
}

func argument(call *ast.CallExpr, i int) (string, bool) {
	if i >= len(call.Args) {
		return "", false
	}
	return text(call.Args[i])
}

func text(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	v, err := strconv.Unquote(lit.Value)
	return v, err == nil
}
