package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"

	"doko/tournament"
	"doko/tournament/desk"
)

// newCheck reads a tournament file and prints what is wrong or odd about it.
func (a *app) newCheck() *cobra.Command {
	return &cobra.Command{
		Use:     "check FILE",
		Short:   "Read a tournament file and print every problem and warning; store nothing",
		Example: "  doko check evening.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			content, err := a.readFile(args[0])
			if err != nil {
				return err
			}
			st, err := desk.FileStandings(content, 0)
			if err != nil {
				return err
			}
			return a.printChecked(st)
		},
	}
}

func (a *app) printChecked(st desk.Standings) error {
	if a.json {
		return a.printJSON(struct {
			Problems []struct{} `json:"problems"`
			Warnings []any      `json:"warnings"`
		}{Problems: []struct{}{}, Warnings: a.warningsJSON(st)})
	}
	for _, w := range st.Warnings {
		fmt.Fprintln(a.out, a.warning(w))
	}
	fmt.Fprintln(a.out, a.printer().T("cli.checked", "Count", len(st.Warnings)))
	return nil
}

// newImport stores a tournament file.
func (a *app) newImport() *cobra.Command {
	var asCopy bool
	c := &cobra.Command{
		Use:     "import FILE",
		Short:   "Read a tournament file into the database, whole or not at all",
		Example: "  doko import evening.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			content, err := a.readFile(args[0])
			if err != nil {
				return err
			}
			return a.withDesk(cmd.Context(), func(d *desk.Desk) error {
				t, err := d.Import(cmd.Context(), tournament.System(), desk.ImportFile{Content: content, Copy: asCopy})
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(struct {
						ID tournament.TournamentID `json:"id"`
					}{t.ID})
				}
				fmt.Fprintln(a.out, t.ID)
				return nil
			})
		},
	}
	c.Flags().BoolVar(&asCopy, "copy", false, "store a copy when the tournament is stored already")
	return c
}

// newExport writes a tournament file.
func (a *app) newExport() *cobra.Command {
	return &cobra.Command{
		Use:     "export ID",
		Short:   "Write a tournament file to standard output",
		Example: "  doko export 3 > evening.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := tournamentID(args[0])
			if err != nil {
				return err
			}
			return a.withDesk(cmd.Context(), func(d *desk.Desk) error {
				return d.Export(cmd.Context(), tournament.System(), id, a.out)
			})
		},
	}
}

// newBackup writes the archive of everything.
func (a *app) newBackup() *cobra.Command {
	return &cobra.Command{
		Use:     "backup FILE",
		Short:   "Write an archive of everything that either kind of database can read",
		Example: "  doko backup friday.zip",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.withDesk(cmd.Context(), func(d *desk.Desk) error {
				if err := writeWhole(args[0], func(w io.Writer) error { return d.Store.Backup(cmd.Context(), w) }); err != nil {
					return err
				}
				fmt.Fprintln(a.out, a.printer().T("cli.backed_up", "File", args[0]))
				return nil
			})
		},
	}
}

// newRestore reads an archive into an empty database.
func (a *app) newRestore() *cobra.Command {
	return &cobra.Command{
		Use:     "restore FILE",
		Short:   "Read an archive into an empty database, SQLite or Postgres",
		Example: "  doko restore friday.zip --db new.db",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := os.Open(args[0])
			if err != nil {
				return err
			}
			defer f.Close()
			info, err := f.Stat()
			if err != nil {
				return err
			}
			return a.withDesk(cmd.Context(), func(d *desk.Desk) error {
				if err := d.Store.Restore(cmd.Context(), f, info.Size()); err != nil {
					return err
				}
				fmt.Fprintln(a.out, a.printer().T("cli.restored", "File", args[0]))
				return nil
			})
		},
	}
}

// withDesk opens the database for one command.
func (a *app) withDesk(ctx context.Context, do func(*desk.Desk) error) error {
	d, err := a.openDesk(ctx)
	if err != nil {
		return err
	}
	defer d.Store.Close()
	return do(d)
}

// maxFile bounds what is read into memory; the largest real evening is under 2 MiB.
const maxFile = 64 << 20

// readFile reads a file, or standard input for "-".
func (a *app) readFile(name string) ([]byte, error) {
	in := a.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	content, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if len(content) > maxFile {
		return nil, tournament.Invalid("file_too_large", "", map[string]any{"Limit": maxFile >> 20})
	}
	return content, nil
}

// writeWhole writes a file that is there whole or not at all.
func writeWhole(name string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".doko-*")
	if err != nil {
		return unwritable(name, err)
	}
	defer os.Remove(f.Name()) // after the rename there is nothing left to remove
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	if err := f.Sync(); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Chmod(f.Name(), 0o644); err != nil {
		return err
	}
	return unwritable(name, os.Rename(f.Name(), name))
}

// unwritable names the file that was asked for: nobody knows the one beside it.
func unwritable(name string, err error) error {
	var (
		path *fs.PathError
		link *os.LinkError
	)
	switch {
	case errors.As(err, &path):
		return &fs.PathError{Op: "write", Path: name, Err: path.Err}
	case errors.As(err, &link):
		return &fs.PathError{Op: "write", Path: name, Err: link.Err}
	}
	return err
}

func tournamentID(arg string) (tournament.TournamentID, error) {
	id, err := strconv.ParseInt(arg, 10, 64)
	if err != nil || id < 1 {
		return 0, tournament.Invalid("bad_id", "", map[string]any{"Value": arg})
	}
	return tournament.TournamentID(id), nil
}
