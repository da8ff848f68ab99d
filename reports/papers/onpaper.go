package papers

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"doko/reports"
	"doko/scoring/doppelkopf"
	"doko/tournament"
	"doko/tournament/desk"
	"doko/web/i18n"
)

// WriteTable writes the sheet of one table as a PDF on which the table can go on: all hands so far, then empty rows with who
// deals. Whoever keeps the table's list may have it; base is the program's address for links, "" = no links.
func WriteTable(ctx context.Context, d *desk.Desk, by tournament.Actor, table tournament.TableID, base string, p *i18n.Printer, w io.Writer) error {
	v, err := d.Table(ctx, by, table)
	if err != nil {
		return err
	}
	req := Request{Kind: Sheets, Tournament: v.Tournament.ID, Round: v.Round.Number, Table: v.Table.Number, Base: base}
	pr := &press{ctx: ctx, desk: d, by: by, req: req, t: v.Tournament, p: p.In(v.Tournament.Location())}
	sheet := pr.sheet(v)
	sheet.Notes = append(pr.goesOn(v), sheet.Notes...)
	var out bytes.Buffer // a paper is written whole or not at all
	at := v.Table.LastHandAt
	if len(v.Rows) == 0 {
		at = pr.lastChange()
	}
	if err := (reports.Sheets{Head: pr.head(at, ""), Sheets: []reports.Sheet{sheet}}).WritePDF(&out, pr.p.T); err != nil {
		return err
	}
	_, err = w.Write(out.Bytes())
	return err
}

// TableName is a file name for the paper of WriteTable: "spielliste-runde-1-tisch-7.pdf".
func TableName(v desk.TableView, p *i18n.Printer) string {
	return p.T("paper.file_sheet", "Round", v.Round.Number, "Table", v.Table.Number) + ".pdf"
}

// goesOn says with which hand the paper goes on and who still owes a solo, in one line where names allow.
func (pr *press) goesOn(v desk.TableView) []string {
	if v.Next == nil || v.Totals != nil {
		return nil
	}
	next := *v.Next
	says := []string{pr.p.T("paper.goes_on", "Hand", next.Number, "Name", pr.called(v, next.Dealer, next.Number))}
	if next.Forced > 0 {
		says = append(says, pr.p.T("paper.forced", "Hand", next.Number, "Name", pr.called(v, next.Forced, next.Number)))
	}
	var names []string
	for _, at := range v.SolosOpen {
		names = append(names, pr.called(v, at, next.Number))
	}
	if len(names) > 0 {
		says = append(says, pr.p.T("paper.solos_open", "Names", strings.Join(names, ", ")))
	}
	return []string{strings.Join(says, " ")}
}

// called is a player as the rows of the sheet call him: his position and the first word of his name that is no title.
func (pr *press) called(v desk.TableView, position, hand int) string {
	name := ""
	for _, s := range v.Seats { // a substitute stands after whom he follows
		if s.Position == position && s.FromHand <= max(hand, 1) {
			name = s.Name
		}
	}
	words := strings.Fields(name)
	for len(words) > 1 && strings.HasSuffix(words[0], ".") {
		words = words[1:]
	}
	return fmt.Sprint(position, " ", tournament.Isolated(strings.Join(words[:min(1, len(words))], "")))
}

// kindMark says of a row without cards what kind of solo it was.
func (pr *press) kindMark(kind doppelkopf.SoloKind) string {
	if kind == "" {
		return ""
	}
	return pr.p.T("paper.solo_" + string(kind))
}

// soloist is the position of who played alone, 0 = nobody.
func soloist(r desk.RowView, row tournament.Row) int {
	switch {
	case row.Record != nil && row.Record.Doppelkopf != nil && row.Record.Doppelkopf.Solo():
		return row.Record.Doppelkopf.Re[0]
	case row.Solo > 0:
		return row.Solo
	case row.Kind != tournament.RowWinners || row.Solo == tournament.NoSolo:
		return 0
	case len(row.Winners) == 1:
		return row.Winners[0]
	case len(row.Winners) == 3:
		return single(r, row.Winners)
	}
	return 0
}

// single is the one who neither won nor sat out.
func single(r desk.RowView, winners []int) int {
	out := 10 - winners[0] - winners[1] - winners[2] // of four
	if r.Turn.SitsOut > 0 {
		out = 15 - winners[0] - winners[1] - winners[2] - r.Turn.SitsOut // of five
	}
	return out
}
