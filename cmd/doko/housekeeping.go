package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"doko/tournament"
	"doko/tournament/desk"
	"doko/tournament/store"
)

// version is set by the release build.
var version = "dev"

func buildVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && version == "dev" {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) > 12 {
				return "dev-" + s.Value[:12]
			}
		}
	}
	return version
}

func (a *app) newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  doko version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if a.json {
				return a.printJSON(struct {
					Version string `json:"version"`
					Go      string `json:"go"`
				}{buildVersion(), runtime.Version()})
			}
			fmt.Fprintf(a.out, "doko %s (%s, %s/%s)\n", buildVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return nil
		},
	}
}

func (a *app) newMigrate() *cobra.Command {
	return &cobra.Command{
		Use:     "migrate",
		Short:   "Bring the database to this program's schema; a SQLite file is copied first",
		Example: "  doko migrate --db postgres://doko@localhost/doko",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			s, err := store.Open(ctx, a.database(), store.Options{Log: a.logger()})
			if err != nil {
				return databaseError{err}
			}
			defer s.Close()
			current, wanted, err := s.SchemaState(ctx)
			if err != nil {
				return err
			}
			if s.Kind() == "sqlite" && current != 0 && current != wanted {
				name := fmt.Sprintf("%s.before-%d", a.database(), wanted)
				if err := s.SnapshotSQLite(ctx, name); err != nil {
					return err
				}
				fmt.Fprintln(a.out, a.printer().T("cli.snapshot", "File", name))
			}
			from, to, err := s.Migrate(ctx)
			if err != nil {
				return err
			}
			fmt.Fprintln(a.out, a.printer().T("cli.migrated", "From", from, "To", to))
			return nil
		},
	}
}

// newVerify recomputes every stored result.
func (a *app) newVerify() *cobra.Command {
	return &cobra.Command{
		Use:     "verify",
		Short:   "Recompute every stored result and report differences",
		Example: "  doko verify",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.withDesk(cmd.Context(), func(d *desk.Desk) error {
				found, err := d.Verify(cmd.Context(), tournament.System())
				if err != nil {
					return err
				}
				for _, diff := range found.Differences {
					fmt.Fprintln(a.out, a.printer().T("cli.difference", "Tournament", diff.Tournament, "Round", diff.Round, "Table", diff.Table,
						"Hand", diff.Hand, "Subject", diff.Subject, "Field", diff.Field, "Stored", diff.Stored, "Computed", diff.Computed))
				}
				fmt.Fprintln(a.out, a.printer().T("cli.verified", "Hands", found.Hands, "Sheets", found.Sheets, "Count", len(found.Differences)))
				if len(found.Differences) > 0 {
					return exitError(exitConflict)
				}
				return nil
			})
		},
	}
}

// newConfig prints the settings in force, secrets masked.
func (a *app) newConfig() *cobra.Command {
	return &cobra.Command{
		Use:     "config",
		Short:   "Print the settings in force, without secrets",
		Example: "  doko config",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			db := a.database()
			if u, err := url.Parse(db); err == nil && u.User != nil {
				db = u.Redacted()
			}
			return a.printJSON(struct {
				DB       string `json:"db"`
				URL      string `json:"url"`
				Admin    string `json:"admin"`
				Log      string `json:"log"`
				Language string `json:"language"`
			}{db, a.getenv("DOKO_URL"), a.getenv("DOKO_ADMIN"), a.getenv("DOKO_LOG"), string(a.lang())})
		},
	}
}

// newHealth asks a running server whether it is well; containers without a shell use it as their health check.
func (a *app) newHealth() *cobra.Command {
	var at string
	c := &cobra.Command{
		Use:     "health",
		Short:   "Ask a running server whether it is well",
		Example: "  doko health --at http://127.0.0.1:8080",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return healthy(cmd.Context(), at)
		},
	}
	c.Flags().StringVar(&at, "at", "http://127.0.0.1:8080", "address of the server")
	return c
}

// healthy asks a running program's health page.
func healthy(ctx context.Context, at string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at+"/healthz", nil)
	if err != nil {
		return usageError{err}
	}
	client := &http.Client{Timeout: 2 * time.Second}
	resp, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("no answer from %s: %w", at, err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", at, resp.Status)
	}
	return nil
}

func (a *app) printJSON(v any) error {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
