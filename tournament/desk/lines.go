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
	From  int // the first open hand as seen
	Rows  []LineRow
}

// LineRow is one of several hands.
type LineRow struct {
	Row  []byte // JSON as in HandEntry; nil = it could not be read
	Note string // why it is kept where it breaks a rule of the session
	// BockFollows says that a hand's Bock is what the hands before have set off, whatever Row says.
	BockFollows bool `json:",omitempty"`
}

// CheckLines reads rows for the next hands without storing them. Breaks are among the problems where they are not kept with a note.
func (d *Desk) CheckLines(ctx context.Context, by tournament.Actor, table tournament.TableID, rows []LineRow) ([]sheet.Checked, error) {
	var list []sheet.Checked
	err := d.view(ctx, func(tx *store.Tx) error {
		sh, err := readPaper(tx, by, table)
		if err != nil {
			return err
		}
		list, err = checkLines(tx, by, sh, rows)
		return err
	})
	return list, err
}

// checkLines checks each row, and names who it is about.
func checkLines(tx *store.Tx, by tournament.Actor, sh paper, rows []LineRow) ([]sheet.Checked, error) {
	unchecked := make([]sheet.Unchecked, len(rows))
	for i, r := range rows {
		unchecked[i] = sheet.Unchecked{Raw: r.Row, BockFollows: r.BockFollows}
	}
	list := sheet.CheckRows(sh.input(), unchecked)
	certain := true // what follows from a row that is refused for its place is no fault of the next
	for i := range list {
		row := &list[i]
		if certain && len(row.Breaks) > 0 && (rows[i].Note == "" || !mayNote(by, sh.tournament)) {
			row.Problems = append(row.Problems, row.Breaks...)
			certain = false
		}
		if err := sh.nameAll(tx, row.Problems, row.Number); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// EnterLines stores each row as EnterHand would, all of them or none; the key of each is Op and the number of its line. The error is
// *Conflict when the first open hand is no longer the one that was seen; tally.Problems with fields "lines.0.hand.re_augen" and so
// on, every fault of every row, and lines_empty; else that of EnterHand.
func (d *Desk) EnterLines(ctx context.Context, by tournament.Actor, in LinesEntry) (TableView, error) {
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "lines.enter", input: in}, func(tx *store.Tx) (outcome, error) {
		sh, err := lockPaper(tx, by, in.Table)
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
	checked, err := checkLines(tx, by, sh, in.Rows)
	if err != nil {
		return outcome{}, err
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
		entry := HandEntry{Op: in.Op, Table: in.Table, Number: row.Number, Row: row.Raw, Reason: tournament.CleanName(in.Rows[i].Note)}
		if in.Op != "" {
			entry.Op = in.Op + "/" + strconv.Itoa(i+1)
		}
		if _, err := addRow(tx, by, &sh, entry); err != nil {
			return outcome{}, err
		}
		rows[i] = string(row.Raw)
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
