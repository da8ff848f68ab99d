package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"
)

// streams are the program's standard streams.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// app is what the commands share: where the database is, how to print, and the environment.
type app struct {
	db     string
	json   bool
	getenv func(string) string
	streams
}

// run executes one command line and returns its exit code (CONTRACTS 1).
func run(ctx context.Context, args []string, getenv func(string) string, std streams) int {
	a := &app{getenv: getenv, streams: std}
	root := a.newRoot()
	root.SetArgs(args)
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	if err := root.ExecuteContext(ctx); err != nil {
		return a.report(err)
	}
	return 0
}

// newRoot builds the command tree. Without a command the program serves and opens the browser, since that is what a
// double-click on Windows means.
func (a *app) newRoot() *cobra.Command {
	cobra.MousetrapHelpText = ""
	root := &cobra.Command{
		Use:           "doko",
		Short:         "Runs club tournaments of Doppelkopf",
		Example:       "  doko serve",
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.serve(cmd.Context(), serveFlags{addr: ":8080", url: a.getenv("DOKO_URL"), open: true})
		},
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usageError{err} })
	root.PersistentFlags().StringVar(&a.db, "db", "", "database: a SQLite file or a postgres:// address (environment DOKO_DB; default doko.db)")
	root.PersistentFlags().BoolVar(&a.json, "json", false, "print results and errors as JSON")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		a.newServe(), a.newDemo(), newScoreCommand(), newRefereeCommand(), newDrawCommand(),
		a.newCheck(), a.newImport(), a.newExport(), a.newList(), a.newStandings(), a.newReport(),
		a.newBackup(), a.newRestore(), a.newVerify(), a.newUser(), a.newMigrate(), a.newVersion(), a.newConfig(), a.newHealth(),
	)
	for _, c := range root.Commands() {
		wrapArgs(c)
	}
	return root
}

// wrapArgs makes a wrong number of arguments a usage error, exit code 2, for a command and those below it.
func wrapArgs(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return usageError{err}
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		wrapArgs(sub)
	}
}

// database is the address of the database: flag, environment, default.
func (a *app) database() string {
	if a.db != "" {
		return a.db
	}
	if env := a.getenv("DOKO_DB"); env != "" {
		return env
	}
	return "doko.db"
}
