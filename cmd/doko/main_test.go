package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// evenings are the tournament files that the package which reads them tests with.
var evenings = filepath.Join("..", "..", "tournament", "exchange", "testdata")

// asProgram makes the test binary behave as doko, for tests that need a process of their own.
const asProgram = "DOKO_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "1" {
		main()
		return
	}
	if addr := os.Getenv(asHello); addr != "" {
		if err := serveHello(addr); err != nil {
			panic(err)
		}
		return
	}
	testscript.Main(m, map[string]func(){"doko": main})
}

// The commands as people type them: testdata/*.txt.
func TestCommands(t *testing.T) {
	from, err := filepath.Abs(evenings)
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			content, err := os.ReadFile(filepath.Join(from, "turnier_2015.json"))
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(env.WorkDir, "turnier_2015.json"), content, 0o600); err != nil {
				return err
			}
			env.Setenv("LANG", "en_US.UTF-8")
			env.Setenv("HOME", env.WorkDir)
			return nil
		},
	})
}
