package desk

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// Difference is a stored result that is not what the program works out today.
type Difference struct {
	Tournament tournament.TournamentID
	Subject    string // "hand", "sheet_points", "published"
	Round      int
	Table      int
	Hand       int
	Field      string
	Stored     string
	Computed   string
}

// VerifyReport is what Verify found, with the numbers of things looked at.
type VerifyReport struct {
	Tournaments int
	Hands       int // revisions
	Sheets      int
	Published   int
	Differences []Difference
}

// Verify recomputes every stored hand, the points of every sheet and every published ranking that nothing was changed after.
// System only.
func (d *Desk) Verify(ctx context.Context, by tournament.Actor) (VerifyReport, error) {
	if err := onlySystem(by); err != nil {
		return VerifyReport{}, err
	}
	var report VerifyReport
	err := d.view(ctx, func(tx *store.Tx) error {
		rows, err := tx.Tournaments()
		if err != nil {
			return err
		}
		for _, row := range rows {
			v := verifier{tx: tx, tournament: row.Tournament, report: &report}
			if err := v.verify(); err != nil {
				return fmt.Errorf("verify tournament %d: %w", row.Tournament.ID, err)
			}
			report.Tournaments++
		}
		return nil
	})
	return report, err
}

// verifier looks at one tournament.
type verifier struct {
	tx         *store.Tx
	tournament tournament.Tournament
	report     *VerifyReport
}

func (v verifier) verify() error {
	rounds, err := v.tx.Rounds(v.tournament.ID)
	if err != nil {
		return err
	}
	stored, err := v.tx.SheetPointsOf(v.tournament.ID)
	if err != nil {
		return err
	}
	for _, r := range rounds {
		if r.Phase == tournament.RoundPlanned {
			continue
		}
		list, _, err := papers(v.tx, v.tournament, r.Number)
		if err != nil {
			return err
		}
		for _, p := range list {
			for _, h := range p.hands {
				v.hand(p, h)
			}
			v.points(p, stored)
			v.report.Sheets++
		}
	}
	return v.published()
}

func (v verifier) differ(d Difference, stored, computed any) {
	if reflect.DeepEqual(stored, computed) {
		return
	}
	d.Tournament, d.Stored, d.Computed = v.tournament.ID, words(stored), words(computed)
	v.report.Differences = append(v.report.Differences, d)
}

func words(value any) string {
	raw, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return string(raw)
}

// hand scores a revision again, earlier ones too: they were right when they were written.
func (v verifier) hand(p paper, h tournament.HandRevision) {
	v.report.Hands++
	d := Difference{Subject: "hand", Round: p.round.Number, Table: p.table.Number, Hand: h.Number, Field: "row"}
	res, err := sheet.Score(v.tournament.Rules, p.table.Size, turnOf(p, h), h.Row)
	if err != nil {
		v.differ(d, "scored", err.Error())
		return
	}
	d.Field = "points"
	v.differ(d, h.Points, res.Points)
	if h.Value != nil {
		d.Field = "value"
		v.differ(d, *h.Value, res.Value)
	}
	if h.Row.Kind != tournament.RowHand {
		return
	}
	d.Field = "winner"
	v.differ(d, h.Winner, res.Winner)
	d.Field = "items"
	if len(h.Lines)+len(res.Lines) > 0 {
		v.differ(d, h.Lines, res.Lines)
	}
}

// turnOf is who sits out in a hand by the order of dealing, 0 at a table of four. Who left afterwards was still there.
func turnOf(p paper, h tournament.HandRevision) int {
	if p.table.Size != 5 {
		return 0
	}
	p.vacant = slices.DeleteFunc(slices.Clone(p.vacant), func(v tournament.Vacancy) bool { return v.At.After(h.At) })
	in := p.input()
	rows := in.Rows[:0:0]
	for _, row := range in.Rows {
		if row.Number != h.Number {
			rows = append(rows, row)
		}
	}
	in.Rows = append(rows, h)
	for _, row := range sheet.Fold(in).Rows {
		if row.Revision.ID == h.ID {
			return row.Turn.SitsOut
		}
	}
	return 0
}

// points adds a sheet up again and compares what each player has from it.
func (v verifier) points(p paper, all []store.SheetPointsRow) {
	stored := map[tournament.EntryID]tournament.SheetPoints{}
	for _, row := range all {
		if row.Table == p.table.ID {
			stored[row.Entry] = row.SheetPoints
		}
	}
	if len(stored) == 0 && !p.begun() {
		return
	}
	d := Difference{Subject: "sheet_points", Round: p.round.Number, Table: p.table.Number}
	for _, computed := range sheet.Fold(p.input()).Points {
		d.Field = fmt.Sprintf("position %d", computed.Position)
		v.differ(d, stored[computed.Entry], computed)
		delete(stored, computed.Entry)
	}
	for _, left := range stored {
		d.Field = fmt.Sprintf("position %d", left.Position)
		v.differ(d, left, nil)
	}
}

// published ranks again what was published last, if nothing was changed since.
func (v verifier) published() error {
	last, err := v.tx.Journal(v.tournament.ID, 1)
	if err != nil || len(last) == 0 || last[0].Subject != "published" {
		return err
	}
	p, err := v.tx.PublishedByID(tournament.PublishedID(last[0].SubjectID))
	if err != nil {
		return err
	}
	v.report.Published++
	s, err := compute(v.tx, v.tournament, p.AfterRound, nil)
	if err != nil {
		return err
	}
	content, err := s.JSON()
	if err != nil {
		return err
	}
	v.differ(Difference{Subject: "published", Round: p.AfterRound, Field: "content"}, string(p.Content), string(content))
	return nil
}
