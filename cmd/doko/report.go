package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"doko/reports/papers"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/web/i18n"
)

// newReport writes a paper into a file.
func (a *app) newReport() *cobra.Command {
	var out, lang string
	var round, table int
	var blank bool
	c := &cobra.Command{
		Use:     "report KIND ID -o FILE",
		Short:   "Write a paper: standings, seating, sheets, table-cards, rules, meetings",
		Example: "  doko report standings 3 --round 2 -o standings.pdf",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return usageError{errors.New("doko report needs -o FILE, for example -o standings.pdf")}
			}
			if lang != "" && lang != "de" && lang != "en" {
				return usageError{fmt.Errorf("--lang %q is unknown; it is de or en", lang)}
			}
			id, err := tournamentID(args[1])
			if err != nil {
				return err
			}
			req := papers.Request{
				Kind: papers.Kind(args[0]), Tournament: id, Round: round, Table: table, Blank: blank, Base: a.getenv("DOKO_URL"),
				Format: papers.Format(strings.TrimPrefix(strings.ToLower(filepath.Ext(out)), ".")),
			}
			return a.withDesk(cmd.Context(), func(d *desk.Desk) error {
				return writeWhole(out, func(w io.Writer) error {
					return papers.Write(cmd.Context(), d, tournament.System(), req, a.printerFor(lang), w)
				})
			})
		},
	}
	c.Flags().StringVarP(&out, "output", "o", "", "file to write: .pdf, or .csv or .xlsx where it is a table")
	c.Flags().IntVar(&round, "round", 0, "round (default: the last one)")
	c.Flags().IntVar(&table, "table", 0, "table number (default: all)")
	c.Flags().BoolVar(&blank, "blank", false, "score sheets without what is stored")
	c.Flags().StringVar(&lang, "lang", "", "de or en (default: the language of the environment)")
	return c
}

func (a *app) printerFor(lang string) *i18n.Printer {
	if lang == "" {
		return a.printer()
	}
	texts, err := i18n.Load()
	if err != nil {
		panic(err)
	}
	return texts.Printer(i18n.Lang(lang))
}
