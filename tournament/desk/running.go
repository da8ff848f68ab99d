package desk

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// RunningEntry copies rows of running totals from a paper list.
type RunningEntry struct {
	Op        string
	Table     tournament.TableID
	From      int             // the first open hand as seen
	Start     []int           // the totals before it as seen, by position
	Rows      []sheet.Written // from that hand on
	Reason    string          // why rows that break a rule of the session are kept, for whom that is allowed
	AsWritten bool            // also rows that no hand gives (sheet.RunningFault.AsWritten): they stand in the way of confirming
}

// CheckRunning reads rows of running totals without storing them.
func (d *Desk) CheckRunning(ctx context.Context, by tournament.Actor, in RunningEntry) (sheet.Running, error) {
	var r sheet.Running
	err := d.view(ctx, func(tx *store.Tx) error {
		sh, err := readPaper(tx, by, in.Table)
		if err != nil {
			return err
		}
		r = sheet.CheckRunning(sh.input(), in.Rows)
		return nameRunning(tx, sh, r)
	})
	return r, err
}

// EnterRunning stores the rows of a paper list as rows with points, all of them or none. The error is *Conflict when the sheet is
// no longer as it was seen; else tournament.Problems with fields "rows.0" and so on: the codes of sheet.RunningFault and
// running_empty.
func (d *Desk) EnterRunning(ctx context.Context, by tournament.Actor, in RunningEntry) (TableView, error) {
	in.Reason = tournament.CleanName(in.Reason)
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "running.enter", input: in}, func(tx *store.Tx) (outcome, error) {
		sh, err := lockPaper(tx, by, in.Table)
		if err != nil {
			return outcome{}, err
		}
		return enterRunning(tx, by, sh, in)
	})
	if err != nil {
		return TableView{}, err
	}
	return d.Table(ctx, by, in.Table)
}

func enterRunning(tx *store.Tx, by tournament.Actor, sh paper, in RunningEntry) (outcome, error) {
	if err := takesRows(by, sh); err != nil {
		return outcome{}, err
	}
	read := sheet.CheckRunning(sh.input(), in.Rows)
	if err := nameRunning(tx, sh, read); err != nil {
		return outcome{}, err
	}
	if read.Room.Number != in.From || !slices.Equal(read.Room.Totals, in.Start) {
		c := &Conflict{Problem: tournament.Wrong(tournament.ErrConflict, "running_conflict", map[string]any{"Number": in.From})}
		if last := latest(sh.hands, in.From); last != nil && !last.Void {
			c.Stored = *last
		}
		return outcome{}, c
	}
	noted := in.Reason != "" && mayNote(by, sh.tournament)
	if err := runningProblems(read, in, noted); err != nil {
		return outcome{}, err
	}
	rows := make([]string, len(read.Lines))
	for i, line := range read.Lines {
		entry := HandEntry{Op: in.Op, Table: in.Table, Number: line.Number, Row: line.Row}
		if slices.ContainsFunc(read.Faults, func(f sheet.RunningFault) bool { return f.Break && f.Number == line.Number }) {
			entry.Reason = in.Reason
		}
		if in.Op != "" {
			entry.Op = in.Op + "/" + strconv.Itoa(line.Number)
		}
		if _, err := addRow(tx, by, &sh, entry); err != nil {
			return outcome{}, err
		}
		rows[i] = string(line.Row)
	}
	if err := rewrite(tx, &sh); err != nil {
		return outcome{}, err
	}
	after := fields{"number": in.From, "to": in.From + len(rows) - 1, "rows": rows}
	return sheetOutcome(sh, nil, after, in.Reason, 0), nil
}

// runningProblems are the faults that stand in the way of storing.
func runningProblems(read sheet.Running, in RunningEntry, noted bool) error {
	var ps tournament.Problems
	if len(read.Lines) == 0 {
		ps = append(ps, tournament.Invalid("running_empty", "rows", nil))
	}
	for _, f := range read.Faults {
		field := fmt.Sprintf("rows.%d", f.Number-read.Room.Number)
		switch {
		case f.AsWritten() && in.AsWritten, f.Break && noted:
		case f.Problem != nil:
			ps = append(ps, tournament.Invalid(f.Code, field+"."+f.Problem.Field, f.Problem.Args))
		default:
			ps = append(ps, tournament.Invalid(f.Code, field, map[string]any{"Number": f.Number, "Sum": f.Sum}))
		}
	}
	return ps.OrNil()
}
