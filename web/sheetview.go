package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"doko/scoring/doppelkopf"
	"doko/tournament"
	"doko/tournament/desk"
)

// sheetRow is one row of the sheet as on paper: running totals by player, the winners and the soloist marked.
type sheetRow struct {
	Number  string
	Address string // to correct it, "" = not now
	What    string // what was played, if it was no normal hand
	Note    string // what breaks the order of the session,
	Why     string // and why it is kept
	Cells   []sheetCell
	Void    bool       // taken back and not entered again
	Older   []olderRow // struck through
	// Penalties were given in this hand.
	Penalties []penaltyRow
}

type sheetCell struct {
	Running string
	Points  string // of this hand, "" for who sat out
	Won     bool
	Solo    string // what kind of solo he played
	Dealt   bool
}

// olderRow is a version that no longer counts, and why.
type olderRow struct {
	Points []string
	By, At string
	Reason string
}

// Columns are the heads of the sheet: names short enough for a phone, with who took over.
func (p tablePage) Columns() []columnHead { return columnHeads(p.V.Seats, p.V.Table.Size) }

type columnHead struct {
	Short, Full string
}

func columnHeads(seats []desk.SeatView, size int) []columnHead {
	heads := make([]columnHead, size)
	for pos := 1; pos <= size; pos++ {
		var short, full []string
		for _, seat := range seats {
			if seat.Position != pos {
				continue
			}
			full = append(full, tournament.Isolated(seat.Name))
			short = append(short, tournament.Isolated(clipped(shortName(seats, seat.Name))))
		}
		heads[pos-1] = columnHead{strings.Join(short, " / "), strings.Join(full, " / ")}
	}
	return heads
}

// clipped fits a short name into a column of a phone; the letter that tells it from another stays.
func clipped(name string) string {
	first, letter, shared := strings.Cut(name, " ")
	most := 9
	if shared {
		most = 6
	}
	if letters := []rune(first); len(letters) > most {
		first = string(letters[:most-1]) + "."
	}
	if shared {
		return first + " " + letter
	}
	return first
}

// shortName is tournament.Short among those at the table.
func shortName(seats []desk.SeatView, name string) string {
	others := make([]string, len(seats))
	for i, seat := range seats {
		others[i] = seat.Name
	}
	return tournament.Short(name, others)
}

// Sheet are the rows of the sheet.
func (p tablePage) Sheet() []sheetRow {
	rows := make([]sheetRow, 0, len(p.V.Rows))
	for _, r := range p.V.Rows {
		rows = append(rows, p.sheetRow(r))
	}
	p.penalise(rows)
	return rows
}

func (p tablePage) sheetRow(r desk.RowView) sheetRow {
	kind := r.Current.Row.Kind
	row := sheetRow{Number: strconv.Itoa(r.Number), Void: r.Current.ID == 0, Older: p.replaced(r)}
	row.Note, row.Why = p.note(r)
	switch kind {
	case tournament.RowThrough:
		row.Number = fmt.Sprintf("%d–%d", r.Number, r.Current.Row.Through)
		row.What = p.T("paper.through", "Hand", r.Current.Row.Through)
	case tournament.RowRedealt:
		row.What = p.T("paper.redealt")
	}
	if contract := contractOf(r.Current.Row); contract != "" && contract != doppelkopf.Normal {
		row.What = p.T("contract." + string(contract))
	}
	if p.Open() && !row.Void && kind != tournament.RowRedealt {
		row.Address = fmt.Sprintf("%s/hands/%d", p.Address(), r.Number)
	}
	soloist := soloistOf(r)
	for i := range p.V.Table.Size {
		row.Cells = append(row.Cells, p.sheetCell(r, i, soloist))
	}
	return row
}

func (p tablePage) sheetCell(r desk.RowView, i, soloist int) sheetCell {
	cell := sheetCell{Dealt: r.Turn.Dealer == i+1}
	if i < len(r.Running) {
		cell.Running = p.Int(int64(r.Running[i]))
	}
	if i < len(r.Current.Points) && r.Turn.SitsOut != i+1 && r.Current.Row.Kind != tournament.RowRedealt {
		cell.Points = p.Points(r.Current.Points[i])
		cell.Won = r.Current.Points[i] > 0
	}
	if soloist == i+1 {
		cell.Solo = p.T("hand.solo")
		if r.Kind == doppelkopf.Compulsory || r.Kind == doppelkopf.Forced {
			cell.Solo = p.T("table.compulsory")
		}
	}
	return cell
}

// replaced are the versions that no longer count, newest first, each with who replaced it, when and why.
func (p tablePage) replaced(r desk.RowView) []olderRow {
	var list []olderRow
	newer := r.Current
	for _, old := range r.Older {
		if !old.Void {
			line := olderRow{By: who(p.Base, p.V, newer.By), At: p.Time(newer.At), Reason: newer.Reason}
			for _, points := range old.Points {
				line.Points = append(line.Points, p.Points(points))
			}
			list = append(list, line)
		}
		newer = old
	}
	return list
}

func contractOf(r tournament.Row) doppelkopf.Contract {
	if r.Record == nil || r.Record.Doppelkopf == nil {
		return ""
	}
	return r.Record.Doppelkopf.Contract
}

// soloistOf is who played alone, 0 for nobody.
func soloistOf(r desk.RowView) int {
	row := r.Current.Row
	switch {
	case row.Record != nil && row.Record.Doppelkopf != nil && row.Record.Doppelkopf.Solo():
		return row.Record.Doppelkopf.Re[0]
	case row.Kind == tournament.RowPoints && row.Solo > 0:
		return row.Solo
	case row.Kind == tournament.RowWinners && len(row.Winners) == 1:
		return row.Winners[0]
	case row.Kind == tournament.RowWinners && len(row.Winners) == 3:
		for i, points := range r.Current.Points {
			if points != 0 && !slices.Contains(row.Winners, i+1) {
				return i + 1
			}
		}
	}
	return 0
}

// Last is the hand entered last, to be taken back; nil when there is none.
func (p tablePage) Last() *sheetRow {
	for i := len(p.V.Rows) - 1; i >= 0; i-- {
		if row := p.sheetRow(p.V.Rows[i]); row.Address != "" {
			return &row
		}
	}
	return nil
}

// LastRevision is the version of the last hand that its taking back is about.
func (p tablePage) LastRevision() int {
	for i := len(p.V.Rows) - 1; i >= 0; i-- {
		if row := p.sheetRow(p.V.Rows[i]); row.Address != "" {
			return p.V.Rows[i].Current.Revision
		}
	}
	return 0
}

// Totals are the running totals now, or the totals copied from paper.
func (p tablePage) Totals() []string {
	var list []string
	for _, n := range p.V.Running {
		list = append(list, p.Points(n))
	}
	return list
}

// OldTotals are the totals that no longer count, newest first, each with who replaced them, when and why.
func (p tablePage) OldTotals() []olderRow {
	if p.V.Totals == nil {
		return nil
	}
	var list []olderRow
	newer := *p.V.Totals
	for i := len(p.V.OldTotals) - 1; i >= 0; i-- {
		old := p.V.OldTotals[i]
		if !old.Void {
			line := olderRow{By: who(p.Base, p.V, newer.By), At: p.Time(newer.At), Reason: newer.Reason}
			for _, n := range old.Totals {
				line.Points = append(line.Points, p.Points(n))
			}
			list = append(list, line)
		}
		newer = old
	}
	return list
}

// Complete says what was looked at in a list with nothing in the way: hands, sum, compulsory solos.
func (p tablePage) Complete() string {
	looked := []string{}
	if p.V.Totals == nil {
		looked = append(looked, p.T("table.complete_hands", "Count", p.V.Hands))
	}
	looked = append(looked, p.T("table.complete_sum", "Sum", p.Sum()))
	if p.V.Tournament.Format.CompulsorySolos > 0 && (p.V.Totals == nil || p.V.Totals.Solos != nil) {
		looked = append(looked, p.T("table.complete_solos"))
	}
	return p.T("table.complete", "What", strings.Join(looked, ", "))
}

// Sum is the sum of all totals, with its sign.
func (p tablePage) Sum() string {
	sum := 0
	for _, n := range p.V.Running {
		sum += n
	}
	return p.Points(sum)
}
