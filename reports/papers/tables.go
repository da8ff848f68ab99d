package papers

import (
	"fmt"
	"strings"

	"doko/reports"
	"doko/scoring/doppelkopf/words"
	"doko/tournament"
	"doko/tournament/desk"
)

// mostNotes is how many sentences about the draw a notice has room for; the page has all.
const mostNotes = 12

func (pr *press) seating() (reports.SeatingList, error) {
	s, err := pr.desk.Seating(pr.ctx, pr.by, pr.t.ID, pr.req.Round)
	if err != nil {
		return reports.SeatingList{}, err
	}
	out := reports.SeatingList{
		Head:  pr.head(pr.lastChange(), fmt.Sprintf("/rounds/%d", s.Round.Number)),
		Round: s.Round.Number, Seed: s.Round.Seed,
	}
	if s.Proof != nil && pr.req.Table == 0 && pr.req.Tables == nil {
		for i, n := range s.Proof.Notes {
			if i == mostNotes {
				out.Notes = append(out.Notes, "…")
				break
			}
			out.Notes = append(out.Notes, pr.p.T("note."+n.Code, n.Args))
		}
	}
	for _, table := range s.Tables {
		if !pr.req.wants(table.Table.Number) {
			continue
		}
		t := reports.SeatingTable{Number: table.Table.Number}
		for _, seat := range table.Seats {
			t.Seats = append(t.Seats, reports.SeatingSeat{
				Position: seat.Position, StartNo: seat.StartNo, Name: seat.Name, Club: seat.Club,
				Keeper: seat.Position == table.Table.ListKeeper(),
			})
		}
		out.Tables = append(out.Tables, t)
	}
	if len(out.Tables) == 0 {
		return out, pr.noTable()
	}
	return out, nil
}

func (pr *press) noTable() error {
	return tournament.Wrong(tournament.ErrNotFound, "unknown_table_number", map[string]any{"Number": pr.req.named(), "Round": pr.req.Round})
}

func (pr *press) tableCards() (reports.TableCards, error) {
	s, err := pr.desk.Seating(pr.ctx, pr.by, pr.t.ID, pr.req.Round)
	if err != nil {
		return reports.TableCards{}, err
	}
	out := reports.TableCards{Head: pr.head(pr.lastChange(), "")}
	for _, table := range s.Tables {
		if !pr.req.wants(table.Table.Number) {
			continue
		}
		card := reports.TableCard{Round: s.Round.Number, Number: table.Table.Number}
		for _, seat := range table.Seats {
			card.Names = append(card.Names, seat.Name)
		}
		if pr.req.Base != "" {
			key, err := pr.desk.KeyOf(pr.ctx, pr.by, table.Table.ID)
			if err != nil {
				return out, err
			}
			card.Link = strings.TrimSuffix(pr.req.Base, "/") + "/k/" + key.Key
		}
		out.Cards = append(out.Cards, card)
	}
	if len(out.Cards) == 0 {
		return out, pr.noTable()
	}
	if pr.req.Base != "" {
		if err := pr.desk.CardsPrinted(pr.ctx, pr.by, pr.t.ID, strings.TrimSuffix(pr.req.Base, "/")); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (pr *press) sheets() (reports.Sheets, error) {
	views, err := pr.desk.Sheets(pr.ctx, pr.by, pr.t.ID, pr.req.Round, pr.req.Table)
	if err != nil {
		return reports.Sheets{}, err
	}
	out := reports.Sheets{Head: pr.head(pr.lastChange(), "")}
	for _, v := range views {
		if !pr.req.wants(v.Table.Number) {
			continue
		}
		out.Sheets = append(out.Sheets, pr.sheet(v))
	}
	if len(out.Sheets) == 0 {
		return out, pr.noTable()
	}
	return out, nil
}

func (pr *press) sheet(v desk.TableView) reports.Sheet {
	out := reports.Sheet{Round: v.Round.Number, Table: v.Table.Number, Rules: pr.rulesLine(v), Filled: !pr.req.Blank}
	out.Players = pr.players(v)
	if pr.req.Blank {
		for i := range out.Players {
			out.Players[i].Solo = 0
		}
		out.Rows = reports.BlankRows(v.Table.Size, v.Hands)
		return out
	}
	out.Rows = pr.rows(v)
	out.Open = v.Next != nil && v.Totals == nil
	out.Notes = pr.notes(v)
	out.State = pr.p.T("tile." + stateWord(v.Table.Phase))
	for _, p := range v.Penalties {
		if !p.Void {
			out.Notes = append(out.Notes, pr.p.T("paper.penalty", "Name", pr.nameOf(v, p.Entry), "Points", pr.p.Points(p.Points), "Reason", p.Reason))
		}
	}
	if v.Table.Extra != 0 { // the referee's rules want it on the list
		out.Notes = append(out.Notes, pr.p.T("paper.extra_time", "Minutes", pr.p.Points(v.Table.Extra)))
	}
	if v.Table.ConfirmNote != "" {
		out.Notes = append(out.Notes, pr.p.T("paper.confirm_note", "Reason", v.Table.ConfirmNote))
	}
	return out
}

func (pr *press) rulesLine(v desk.TableView) string {
	preset := ""
	if d := v.Tournament.Rules.Doppelkopf; d != nil {
		preset = d.Preset
	}
	return pr.p.T("paper.rules", "Rules", pr.p.T("rules.preset_"+preset), "Count", v.Hands)
}

// players are the positions as they are at the end of the sheet: a substitute stands behind the player he took over from.
func (pr *press) players(v desk.TableView) []reports.SheetPlayer {
	players, keeper := make([]reports.SheetPlayer, v.Table.Size), v.Table.Keeper(v.Session.GoneFrom)
	var all []string
	for _, s := range v.Seats {
		all = append(all, s.Name)
	}
	for i := range players {
		players[i] = reports.SheetPlayer{Keeper: i+1 == keeper, NoSolo: v.Tournament.Format.CompulsorySolos == 0}
		if len(v.Running) > i {
			players[i].Total = v.Running[i]
		}
	}
	for _, s := range v.Seats {
		p := &players[s.Position-1]
		short := tournament.Short(s.Name, all)
		if p.Name == "" {
			p.Name, p.Short, p.StartNo = s.Name, short, s.StartNo
			continue
		}
		p.Name, p.Short = p.Name+" / "+s.Name, p.Short+" / "+short
	}
	for _, row := range v.Rows {
		if row.Kind == "pflicht" || row.Kind == "vorgefuehrt" {
			if at := soloist(row, row.Current.Row); at > 0 && !row.Current.Void {
				players[at-1].Solo = row.Number
			}
		}
	}
	for i, n := range v.PenaltyTotals() {
		players[i].Penalty = n
	}
	return players
}

// stateWord is the end of the text key that says where a sheet stands.
func stateWord(phase tournament.TablePhase) string {
	if phase == tournament.TableSubmitted || phase == tournament.TableConfirmed {
		return string(phase)
	}
	return "open"
}

func (pr *press) nameOf(v desk.TableView, id tournament.EntryID) string {
	for _, s := range v.Seats {
		if s.Entry == id {
			return s.Name
		}
	}
	return ""
}

func (pr *press) rows(v desk.TableView) []reports.SheetRow {
	if v.Totals != nil {
		return []reports.SheetRow{{Text: pr.p.T("paper.totals_only"), Points: v.Totals.Totals}}
	}
	var rows []reports.SheetRow
	noted := map[tournament.PenaltyID]bool{}
	for n, r := range v.Rows {
		for _, old := range r.Older {
			row := pr.row(r, old)
			row.Struck = true
			rows = append(rows, row)
		}
		if r.Current.ID != 0 { // else it was taken back and is missing: its empty row is below
			rows = append(rows, pr.row(r, r.Current))
		}
		if n+1 == len(v.Rows) || v.Rows[n+1].Number != r.Number {
			rows = append(rows, pr.penaltyRows(v, noted, func(p tournament.Penalty) bool { return p.Hand == r.Number })...)
		}
	}
	rows = append(rows, pr.penaltyRows(v, noted, func(tournament.Penalty) bool { return true })...)
	if v.Next == nil {
		return rows
	}
	return append(rows, reports.RowsToPlay(v.Ahead)...) // so that the paper can take over from the phone at any moment
}

// notes are the hands that break the order of the session with the reason why they stand there, and who has left.
func (pr *press) notes(v desk.TableView) []string {
	var notes []string
	for _, r := range v.Rows {
		var parts []string
		for _, code := range r.Breaks {
			parts = append(parts, pr.p.T("break."+code))
		}
		if r.Current.Reason != "" && (r.Current.Revision == 1 || len(parts) > 0) {
			parts = append(parts, r.Current.Reason)
		}
		if len(parts) > 0 {
			notes = append(notes, pr.p.T("paper.note", "Hand", r.Number, "Text", strings.Join(parts, " · ")))
		}
	}
	for _, left := range v.Left() {
		notes = append(notes, pr.p.T("paper.left", "Name", left.Name, "Hand", left.FromHand, "Reason", left.Reason))
	}
	return notes
}

func (pr *press) row(r desk.RowView, h tournament.HandRevision) reports.SheetRow {
	row := reports.SheetRow{Number: r.Number, Dealer: r.Turn.Dealer, SitsOut: r.Turn.SitsOut, Value: h.Value, Points: h.Points, Soloist: soloist(r, h.Row)}
	if h.Void {
		row.Text = pr.p.T("paper.void")
		row.Points = nil
		return row
	}
	for i, pts := range h.Points {
		if pts > 0 {
			row.Winners = append(row.Winners, i+1)
		}
	}
	switch h.Row.Kind {
	case tournament.RowRedealt:
		row.Text = pr.p.T("paper.redealt")
	case tournament.RowThrough:
		row.Mark = pr.p.T("paper.through_short", "Hand", h.Row.Through)
	case tournament.RowPoints, tournament.RowWinners:
		row.Mark = pr.kindMark(r.Kind)
	case tournament.RowHand:
		if d := h.Row.Record.Doppelkopf; d != nil {
			row.Mark = words.Short(*d).In(pr.p.T)
		}
	}
	return row
}

// penaltyRows are the lines of penalties that fit and are not on the sheet yet; it notes them.
func (pr *press) penaltyRows(v desk.TableView, noted map[tournament.PenaltyID]bool, fits func(tournament.Penalty) bool) []reports.SheetRow {
	var rows []reports.SheetRow
	for _, p := range v.Penalties {
		if p.Void || noted[p.ID] || !fits(p) {
			continue
		}
		noted[p.ID] = true
		rows = append(rows, reports.SheetRow{Number: p.Hand, Mark: pr.p.T("penalty.label"), Points: v.PenaltyShares(p), Aside: true})
	}
	return rows
}
