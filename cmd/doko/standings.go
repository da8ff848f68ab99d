package main

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"doko/tournament"
	"doko/tournament/desk"
)

// newList prints the stored tournaments.
func (a *app) newList() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List the stored tournaments: id, name, date, state",
		Example: "  doko list",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.withDesk(cmd.Context(), func(d *desk.Desk) error {
				all, err := d.Tournaments(cmd.Context(), tournament.System())
				if err != nil {
					return err
				}
				return a.printList(all)
			})
		},
	}
}

func (a *app) printList(all []desk.TournamentLine) error {
	type line struct {
		ID    tournament.TournamentID `json:"id"`
		Name  string                  `json:"name"`
		Date  *string                 `json:"date"`
		State string                  `json:"state"`
	}
	lines := make([]line, len(all))
	for i, l := range all {
		lines[i] = line{ID: l.Tournament.ID, Name: l.Tournament.Name, State: string(l.Tournament.Phase)}
		if !l.Tournament.StartsAt.IsZero() {
			date := l.Tournament.StartsAt.In(l.Tournament.Location()).Format("2006-01-02")
			lines[i].Date = &date
		}
	}
	if a.json {
		return a.printJSON(lines)
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for _, l := range lines {
		date := "-"
		if l.Date != nil {
			date = *l.Date
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\n", l.ID, date, l.State, l.Name)
	}
	return w.Flush()
}

// newStandings prints a ranking, of a stored tournament or straight of a file.
func (a *app) newStandings() *cobra.Command {
	var after int
	var format string
	c := &cobra.Command{
		Use:     "standings ID|FILE",
		Short:   "Print the ranking of a stored tournament or of a tournament file",
		Example: "  doko standings 3 --after-round 2 --format csv",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if after < 0 {
				return usageError{errors.New("--after-round takes a round number from 1, or 0 for the last round")}
			}
			if a.json && !cmd.Flags().Changed("format") {
				format = "json"
			}
			st, err := a.standingsOf(cmd, args[0], after)
			if err != nil {
				return err
			}
			return a.printStandings(st, format)
		},
	}
	c.Flags().IntVar(&after, "after-round", 0, "count the rounds up to this one (default all)")
	c.Flags().StringVar(&format, "format", "text", "json, csv or text")
	return c
}

func (a *app) standingsOf(cmd *cobra.Command, arg string, after int) (desk.Standings, error) {
	if _, err := strconv.ParseInt(arg, 10, 64); err != nil {
		content, err := a.readFile(arg)
		if err != nil {
			return desk.Standings{}, err
		}
		return desk.FileStandings(content, after)
	}
	id, err := tournamentID(arg)
	if err != nil {
		return desk.Standings{}, err
	}
	var st desk.Standings
	err = a.withDesk(cmd.Context(), func(d *desk.Desk) error {
		st, err = d.Standings(cmd.Context(), tournament.System(), id, after)
		return err
	})
	return st, err
}

func (a *app) printStandings(st desk.Standings, format string) error {
	switch format {
	case "json":
		raw, err := st.JSON()
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(a.out, "%s\n", raw)
		return err
	case "csv":
		return standingsCSV(a.out, st)
	case "text":
		a.standingsText(st)
		return nil
	}
	return usageError{fmt.Errorf("--format %q is unknown; it is json, csv or text", format)}
}

// standingsCSV is plain CSV for scripts: commas, no BOM, the fields of the JSON form. `doko report` writes it for German Excel.
func standingsCSV(out io.Writer, st desk.Standings) error {
	w := csv.NewWriter(out)
	head := []string{"rank", "shared", "start_no", "name", "club"}
	for i := range roundCount(st) {
		head = append(head, fmt.Sprintf("round_%d", i+1))
	}
	_ = w.Write(append(head, "total", "penalty", "hands_won", "solos_played", "solos_won", "decided_by"))
	for _, l := range st.Lines {
		rec := []string{strconv.Itoa(l.Rank), strconv.FormatBool(l.Shared), strconv.Itoa(l.StartNo), spreadsheetSafe(l.Name), spreadsheetSafe(l.Club)}
		for _, p := range l.Rounds {
			rec = append(rec, optional(p))
		}
		rec = append(rec, strconv.Itoa(l.Total), strconv.Itoa(l.Penalty), optional(l.HandsWon), optional(l.SolosPlayed), optional(l.SolosWon), string(l.DecidedBy))
		_ = w.Write(rec)
	}
	w.Flush()
	return w.Error()
}

// spreadsheetSafe keeps a spreadsheet from running a name as a formula.
func spreadsheetSafe(s string) string {
	if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
		return "'" + s
	}
	return s
}

func roundCount(st desk.Standings) int {
	if len(st.Lines) == 0 {
		return 0
	}
	return len(st.Lines[0].Rounds)
}

func optional(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func (a *app) standingsText(st desk.Standings) {
	p := a.printer()
	state := ""
	if st.Provisional {
		state = " (" + p.T("standings.provisional") + ")"
	}
	fmt.Fprintf(a.out, "%s%s\n", st.Tournament.Name, state)
	name := 4
	for _, l := range st.Lines {
		name = max(name, utf8.RuneCountInString(l.Name))
	}
	for _, l := range st.Lines {
		var b strings.Builder
		fmt.Fprintf(&b, "%4d  %-*s", l.Rank, name, l.Name)
		for _, r := range l.Rounds {
			if r == nil {
				fmt.Fprintf(&b, "  %5s", "–")
				continue
			}
			fmt.Fprintf(&b, "  %5s", p.Points(*r))
		}
		fmt.Fprintf(&b, "  %6s", p.Points(l.Total))
		fmt.Fprintln(a.out, strings.TrimRight(b.String(), " "))
	}
	for _, w := range st.Warnings {
		fmt.Fprintln(a.out, a.warning(w))
	}
}

// warning is a warning of the ranking in words.
func (a *app) warning(w desk.Warning) string {
	args := map[string]any{"Round": w.Round, "Table": w.Table, "StartNo": w.StartNo}
	if w.Criterion != "" {
		args["Criterion"] = a.printer().T("criterion." + string(w.Criterion))
	}
	if w.Sum != nil {
		args["Sum"] = a.printer().Points(*w.Sum)
	}
	return a.printer().T("warning."+w.Code, args)
}

func (a *app) warningsJSON(st desk.Standings) []any {
	list := make([]any, len(st.Warnings))
	for i, w := range st.Warnings {
		list[i] = struct {
			Code    string `json:"code"`
			Round   int    `json:"round,omitempty"`
			Table   int    `json:"table,omitempty"`
			StartNo int    `json:"start_no,omitempty"`
			Sum     *int   `json:"sum,omitempty"`
			Message string `json:"message"`
		}{w.Code, w.Round, w.Table, w.StartNo, w.Sum, a.warning(w)}
	}
	return list
}
