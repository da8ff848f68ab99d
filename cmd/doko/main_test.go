package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// asProgram makes the test binary behave as doko, for tests that need a process of their own.
const asProgram = "DOKO_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "1" {
		main()
		return
	}
	testscript.Main(m, map[string]func(){"doko": main})
}

// The commands as people type them: testdata/*.txt.
func TestCommands(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			env.Setenv("LANG", "en_US.UTF-8")
			env.Setenv("HOME", env.WorkDir)
			return nil
		},
	})
}
