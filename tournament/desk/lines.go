package desk

import (
	"context"
	"fmt"
	"strconv"

	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// LinesEntry enters several hands in their order, all of them or none.
type LinesEntry struct {
	Op    string
	Table tournament.TableID
	From  int      // the first open hand as seen
	Rows  [][]byte // JSON of one row each, as in HandEntry
}

// CheckLines reads rows for the next hands without storing them; a nil row is one that could not be read.
func (d *Desk) CheckLines(ctx context.Context, by tournament.Actor, table tournament.TableID, rows [][]byte) ([]sheet.Checked, error) {
	var list []sheet.Checked
	err := d.view(ctx, func(tx *store.Tx) error {
		p, err := place(tx, table)
		if err != nil {
			return err
		}
		if err := atTable(by, p); err != nil {
			return err
		}
		sh, err := loadPaper(tx, p)
		if err != nil {
			return err
		}
		list = sheet.CheckRows(sh.input(), rows)
		for _, row := range list {
			if err := sh.nameAll(tx, row.Problems, row.Number); err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

// EnterLines stores each row as EnterHand would, all of them or none; the key of each is Op and the number of its line. The error is
// *Conflict when the first open hand is no longer the one that was seen; tally.Problems with fields "lines.0.hand.re_augen" and so
// on, every fault of every row, and lines_empty; else that of EnterHand.
func (d *Desk) EnterLines(ctx context.Context, by tournament.Actor, in LinesEntry) (TableView, error) {
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "lines.enter", input: in}, func(tx *store.Tx) (outcome, error) {
		p, err := lockPlace(tx, in.Table)
		if err != nil {
			return outcome{}, err
		}
		if err := atTable(by, p); err != nil {
			return outcome{}, err
		}
		sh, err := loadPaper(tx, p)
		if err != nil {
			return outcome{}, err
		}
		return enterLines(tx, by, sh, in)
	})
	if err != nil {
		return TableView{}, err
	}
	return d.Table(ctx, by, in.Table)
}

func enterLines(tx *store.Tx, by tournament.Actor, sh paper, in LinesEntry) (outcome, error) {
	checked := sheet.CheckRows(sh.input(), in.Rows)
	for _, row := range checked {
		if err := sh.nameAll(tx, row.Problems, row.Number); err != nil {
			return outcome{}, err
		}
	}
	if err := lineProblems(checked); err != nil {
		return outcome{}, err
	}
	if err := takesRows(by, sh); err != nil {
		return outcome{}, err
	}
	if checked[0].Number != in.From {
		c := &Conflict{Problem: tournament.Wrong(tournament.ErrConflict, "conflict", map[string]any{"Number": in.From})}
		if last := latest(sh.hands, in.From); last != nil && !last.Void {
			c.Stored = *last
		}
		return outcome{}, c
	}
	rows := make([]string, len(checked))
	for i, row := range checked {
		entry := HandEntry{Op: in.Op, Table: in.Table, Number: row.Number, Row: in.Rows[i]}
		if in.Op != "" {
			entry.Op = in.Op + "/" + strconv.Itoa(i+1)
		}
		if _, err := addRow(tx, by, &sh, entry); err != nil {
			return outcome{}, err
		}
		rows[i] = string(in.Rows[i])
	}
	if err := rewrite(tx, &sh); err != nil {
		return outcome{}, err
	}
	after := fields{"number": in.From, "to": checked[len(checked)-1].Number, "rows": rows}
	return sheetOutcome(sh, nil, after, "", 0), nil
}

// lineProblems are all problems of all rows.
func lineProblems(checked []sheet.Checked) error {
	var all tally.Problems
	if len(checked) == 0 {
		all = append(all, tally.Problem{Code: "lines_empty", Field: "lines"})
	}
	for i, row := range checked {
		if row.Unread {
			all = append(all, tally.Problem{Code: "bad_row", Field: fmt.Sprintf("lines.%d", i)})
		}
		for _, p := range row.Problems {
			p.Field = fmt.Sprintf("lines.%d.%s", i, p.Field)
			all = append(all, p)
		}
	}
	return all.OrNil()
}
