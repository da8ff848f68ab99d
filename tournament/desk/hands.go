package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// paper is a table with everything its sheet is worked out from.
type paper struct {
	placement
	seats  []tournament.Seat
	vacant []tournament.Vacancy
	hands  []tournament.HandRevision // all revisions
	totals []tournament.TotalsRevision
	moved  fields // what a command changed of the seats, for the journal
	now    time.Time
}

func loadPaper(tx *store.Tx, p placement) (paper, error) {
	sh := paper{placement: p, now: tx.Now}
	var err error
	if sh.seats, err = tx.SeatsOf(p.table.ID); err != nil {
		return sh, err
	}
	if sh.vacant, err = tx.VacanciesOf(p.table.ID); err != nil {
		return sh, err
	}
	if sh.hands, err = tx.Hands(p.table.ID); err != nil {
		return sh, err
	}
	sh.totals, err = tx.Totals(p.table.ID)
	return sh, err
}

// readPaper is the paper of a table for an actor who may read it there.
func readPaper(tx *store.Tx, by tournament.Actor, id tournament.TableID) (paper, error) {
	p, err := place(tx, id)
	if err != nil {
		return paper{}, err
	}
	if err := atTable(by, p); err != nil {
		return paper{}, err
	}
	return loadPaper(tx, p)
}

// lockPaper is readPaper for a command, which locks the table.
func lockPaper(tx *store.Tx, by tournament.Actor, id tournament.TableID) (paper, error) {
	p, err := lockPlace(tx, id)
	if err != nil {
		return paper{}, err
	}
	if err := atTable(by, p); err != nil {
		return paper{}, err
	}
	return loadPaper(tx, p)
}

func (p paper) input() sheet.Input {
	in := input(p.tournament, p.table, p.seats, p.vacant, p.hands, p.totals)
	in.TimeUp = ClockOf(p.round, p.table).Up(p.now)
	return in
}

// EnterHand stores a revision of a hand; false when the Op had been stored before. Content is checked first, then the number,
// then the state (*Conflict with the stored hand, sheet_confirmed, round_closed); before all that seats_moved.
func (d *Desk) EnterHand(ctx context.Context, by tournament.Actor, in HandEntry) (tournament.HandRevision, bool, error) {
	in.Reason = tournament.CleanName(in.Reason)
	var b bytes.Buffer
	if json.Compact(&b, in.Row) == nil { // the same hand is the same however it is spaced
		in.Row = b.Bytes()
	}
	done, err := d.run(ctx, command{by: by, op: in.Op, action: action(in), input: in}, func(tx *store.Tx) (outcome, error) {
		sh, err := lockPaper(tx, by, in.Table)
		if err != nil {
			return outcome{}, err
		}
		if sh.reseated(in.Seats) {
			return outcome{}, tournament.Wrong(tournament.ErrConflict, "seats_moved", map[string]any{"Table": sh.table.Number})
		}
		return enter(tx, by, sh, in)
	})
	if err != nil {
		return tournament.HandRevision{}, false, d.contentFirst(ctx, by, in, err)
	}
	var stored tournament.HandRevision
	err = d.view(ctx, func(tx *store.Tx) error {
		p, err := place(tx, in.Table)
		if err != nil {
			return err
		}
		if err := atTable(by, p); err != nil { // a known Op opens nothing
			return err
		}
		stored, err = tx.HandRevisionByID(tournament.RevisionID(done.Subject))
		return err
	})
	return stored, !done.Repeated, err
}

// reseated reports whether the positions are no longer those of the seats seen: a fifth has sat down, or somebody has another place.
// Who was replaced has left his position to another, which changes no other.
func (p paper) reseated(seen []tournament.EntryID) bool {
	if len(seen) == 0 {
		return false
	}
	return len(seen) != p.table.Size || slices.ContainsFunc(p.seats, func(s tournament.Seat) bool {
		i := slices.Index(seen, s.Entry)
		return i >= 0 && i+1 != s.Position
	})
}

func action(in HandEntry) string {
	switch {
	case in.Void:
		return "hand.void"
	case in.Base > 0:
		return "hand.correct"
	}
	return "hand.enter"
}

// contentFirst gives what is wrong with the content before the complaint that its Op was used for another.
func (d *Desk) contentFirst(ctx context.Context, by tournament.Actor, in HandEntry, err error) error {
	var p *tournament.Problem
	if !errors.As(err, &p) || p.Code != "op_reused" || in.Void {
		return err
	}
	_, wrong := d.Preview(ctx, by, in.Table, in.Number, in.Row)
	if wrong != nil {
		return wrong
	}
	return err
}

// enter decides about one row and writes it with what follows from it.
func enter(tx *store.Tx, by tournament.Actor, sh paper, in HandEntry) (outcome, error) {
	seen := sh.hands
	rev, err := addRow(tx, by, &sh, in)
	if err != nil {
		return outcome{}, err
	}
	if err := rewrite(tx, &sh); err != nil {
		return outcome{}, err
	}
	before := handFields(latest(seen, rev.Number))
	delete(before, "number") // it never changes, and the journal says of which hand it tells
	return sheetOutcome(sh, before, handFields(&rev), in.Reason, int64(rev.ID)), nil
}

// addRow decides about one row and adds it to the sheet.
func addRow(tx *store.Tx, by tournament.Actor, sh *paper, in HandEntry) (tournament.HandRevision, error) {
	rev, err := revision(tx, by, *sh, in)
	if err != nil {
		return rev, err
	}
	if err := holdPen(tx, by, &sh.placement); err != nil {
		return rev, err
	}
	last := latest(sh.hands, rev.Number)
	if err := based(*sh, last, in); err != nil {
		return rev, err
	}
	if err := takesRows(by, *sh); err != nil {
		return rev, err
	}
	rev.Revision, rev.By, rev.At = 1, by.Ref(), tx.Now
	if last != nil {
		rev.Revision = last.Revision + 1
	}
	if err := tx.AppendHand(&rev); err != nil {
		return rev, err
	}
	sh.hands = append(sh.hands, rev)
	return rev, nil
}

// takesRows returns nil when hands may be entered one by one now.
func takesRows(by tournament.Actor, sh paper) error {
	if sh.table.Phase == tournament.TableConfirmed {
		return tournament.Wrong(tournament.ErrConflict, "sheet_confirmed", map[string]any{"Table": sh.table.Number})
	}
	if err := writable(by, sh.placement); err != nil {
		return err
	}
	if newest(sh.totals) != nil {
		return tournament.Wrong(tournament.ErrPhase, "sheet_has_totals", map[string]any{"Table": sh.table.Number})
	}
	return nil
}

// revision checks content and number and scores the row. What a void revision takes back stands in it for the reader.
func revision(tx *store.Tx, by tournament.Actor, sh paper, in HandEntry) (tournament.HandRevision, error) {
	rev := tournament.HandRevision{Table: sh.table.ID, Number: in.Number, Void: in.Void, Op: in.Op, Reason: in.Reason}
	var wrong tally.Problems
	if (in.Base > 0 || in.Void) && in.Reason == "" {
		wrong = append(wrong, tally.Problem{Code: "reason_missing", Field: "reason"})
	}
	if in.Void {
		last, hands := latest(sh.hands, in.Number), sh.tournament.Format.Hands(sh.table.Size)
		if last == nil && (in.Number < 1 || in.Number > hands) {
			wrong = append(wrong, tally.Problem{Code: "number_range", Field: "number", Args: map[string]any{"Min": 1, "Max": hands}})
		}
		if last != nil {
			rev.Row, rev.Winner, rev.Value, rev.Points, rev.Lines = last.Row, last.Winner, last.Value, last.Points, last.Lines
		}
		return rev, wrong.OrNil()
	}
	e, err := sheet.Enter(sh.input(), in.Number, in.Row)
	if err == nil {
		err = judge(tx, by, sh, e, in.Reason)
	} else {
		err = sh.unseated(tx, err, e)
	}
	if err = bothOf(err, wrong); err != nil {
		return rev, err
	}
	if next := following(sh.hands); e.Number > next {
		return rev, tally.Problems{{Code: "number_gap", Field: "number", Args: map[string]any{"Next": next}}}
	}
	if p := covered(sh.hands, e); p != nil {
		return rev, tally.Problems{*p}
	}
	rev.Number, rev.Row, rev.Winner, rev.Value = e.Number, e.Row, e.Result.Winner, e.Value
	rev.Points, rev.Lines = e.Result.Points, e.Result.Lines
	return rev, nil
}

// covered refuses a hand that a copied rest of the sheet holds already, and a rest over hands that are entered one by one.
func covered(hands []tournament.HandRevision, e sheet.Entered) *tally.Problem {
	for _, h := range sheet.Current(hands) {
		from, to := h.Number, h.Number
		if h.Row.Kind == tournament.RowThrough {
			to = h.Row.Through
		}
		inside := e.Number > from && e.Number <= to
		over := e.Row.Kind == tournament.RowThrough && from > e.Number
		if inside || over {
			return &tally.Problem{Code: "number_covered", Field: "number", Args: map[string]any{"From": from, "To": to}}
		}
	}
	return nil
}

// following is the highest number a new row may have: one above the last hand of the sheet.
func following(hands []tournament.HandRevision) int {
	last := 0
	for _, h := range sheet.Current(hands) {
		switch h.Row.Kind {
		case tournament.RowRedealt:
		case tournament.RowThrough:
			last = max(last, h.Row.Through)
		default:
			last = max(last, h.Number)
		}
	}
	return last + 1
}

// latest is the newest revision of a hand, void or not; nil if there is none.
func latest(hands []tournament.HandRevision, number int) *tournament.HandRevision {
	var found *tournament.HandRevision
	for i := range hands {
		if hands[i].Number == number && (found == nil || hands[i].Revision > found.Revision) {
			found = &hands[i]
		}
	}
	return found
}

// based returns nil when the revision seen is the newest: none, or one that holds no hand, counts as 0 too.
func based(sh paper, last *tournament.HandRevision, in HandEntry) error {
	empty := last == nil || last.Void || last.Row.Kind == tournament.RowRedealt
	if in.Void && (last == nil || last.Void) {
		return conflict(tournament.HandRevision{}, in.Number)
	}
	if last != nil && in.Base == last.Revision || empty && !in.Void && (in.Base == 0 || standsRedealt(sh, in)) {
		return nil
	}
	if empty {
		return conflict(tournament.HandRevision{}, in.Number)
	}
	return conflict(*last, in.Number)
}

// standsRedealt reports whether the revision seen is a redeal that still stands on the sheet: the hand after it was taken back.
func standsRedealt(sh paper, in HandEntry) bool {
	return slices.ContainsFunc(sheet.Current(sh.hands), func(h tournament.HandRevision) bool {
		return h.Number == in.Number && h.Revision == in.Base && h.Row.Kind == tournament.RowRedealt
	})
}

func conflict(stored tournament.HandRevision, number int) error {
	return &Conflict{Problem: tournament.Wrong(tournament.ErrConflict, "conflict", map[string]any{"Number": number}), Stored: stored}
}

// rewrite works the sheet out again after a change and writes what follows from it: the points of each player, the table's
// state and the first hand of the round.
func rewrite(tx *store.Tx, sh *paper) error {
	worked := sheet.Fold(sh.input())
	if err := tx.PutSheetPoints(sh.table.ID, worked.Points); err != nil {
		return err
	}
	sh.table.Phase, sh.table.SubmittedBy = tournament.TableOpen, ""
	sh.table.LastHandAt = tx.Now
	if len(worked.Rows) == 0 && newest(sh.totals) == nil {
		sh.table.LastHandAt = tournament.Table{}.LastHandAt
	}
	return touch(tx, &sh.placement)
}

func sheetOutcome(sh paper, before, after fields, reason string, done int64) outcome {
	return outcome{
		tournament: sh.tournament.ID, subject: "table", id: int64(sh.table.ID), done: done, before: before, after: after, reason: reason,
		topics: []string{tableTopic(sh.table.ID), roundTopic(sh.round.Number), "standings"},
	}
}

// handFields are a hand's values for the journal; nil has none.
func handFields(h *tournament.HandRevision) fields {
	if h == nil {
		return nil
	}
	row, err := json.Marshal(h.Row)
	if err != nil {
		row = nil
	}
	return fields{"number": h.Number, "revision": h.Revision, "void": h.Void, "row": string(row), "points": h.Points}
}

// Preview scores a hand without storing it. Number 0 = the next.
func (d *Desk) Preview(ctx context.Context, by tournament.Actor, table tournament.TableID, number int, row []byte) (tally.Result, error) {
	var res tally.Result
	err := d.view(ctx, func(tx *store.Tx) error {
		sh, err := readPaper(tx, by, table)
		if err != nil {
			return err
		}
		e, err := sheet.Enter(sh.input(), number, row)
		if err != nil {
			return sh.unseated(tx, err, e)
		}
		res = e.Result
		return judge(tx, by, sh, e, "")
	})
	return res, err
}
