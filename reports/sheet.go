package reports

import (
	"io"

	"doko/scoring/doppelkopf"
)

// Sheets are score sheets (Spiellisten), one A4 page a table: blank ones to write on, filled ones as a copy of what is stored.
type Sheets struct {
	Head
	Sheets []Sheet
}

// Sheet is the score sheet of one table in one round.
type Sheet struct {
	Round   int           // 0 = to be written in by hand
	Table   int           // 0 = to be written in by hand
	Rules   string        // one line about the rules, "" = none
	Players []SheetPlayer // by position; an empty name leaves room for writing
	Rows    []SheetRow    // in the order of the sheet; see BlankRows
	Filled  bool          // false: only the form, names and dealers are printed
	Open    bool          // of a filled one: hands are still to be written, so the sums at the foot stay empty
	State   string        // ready text on a filled sheet: "bestätigt 21:50"; "" = none
	Notes   []string      // ready sentences under the table: reasons of corrections, penalties, what is missing
}

// SheetPlayer is one position at the table.
type SheetPlayer struct {
	Name    string
	Short   string // stands where Name has no room, which is then given in full below the sheet; "" = Name is cut
	StartNo int    // 0 = none
	Keeper  bool   // keeps the sheet (Listenführer)
	Solo    int    // number of the hand that was the player's compulsory solo; 0 = still open
	NoSolo  bool   // no compulsory solo is owed, so there is no box for it
	Penalty int    // penalty points and credits of this round at this table
	Total   int    // list points of the sheet without Penalty
}

// SheetRow is one line of the sheet: a hand, an earlier version of it (struck through), or a free text.
type SheetRow struct {
	Number  int    // of the hand; 0 = none
	Dealer  int    // position 1 to 5; 0 = not known
	SitsOut int    // position without cards at a table of five; 0 = nobody
	Value   *int   // list points as noted; nil = unknown or not played yet
	Points  []int  // by position; nil = not played yet
	Winners []int  // positions
	Soloist int    // position; 0 = no solo
	Mark    string // what was played, short: "Damen", "Hochzeit"
	Struck  bool   // replaced by a correction: shown struck through, not counted in the running totals
	Text    string // instead of points: "neu gegeben"
	Aside   bool   // points of a penalty: beside the running totals, not in them
}

// BlankRows are the rows of a sheet nobody has written on, as the session deals while nobody plays a solo.
func BlankRows(seats, hands int) []SheetRow {
	turns, _, _, _ := doppelkopf.Turns(doppelkopf.SessionRules{Seats: seats, Hands: hands}, make([]doppelkopf.Played, hands), false)
	return RowsToPlay(turns)
}

// RowsToPlay are empty rows for hands that begin so.
func RowsToPlay(turns []doppelkopf.Turn) []SheetRow {
	rows := make([]SheetRow, len(turns))
	for i, turn := range turns {
		rows[i] = SheetRow{Number: turn.Number, Dealer: turn.Dealer, SitsOut: turn.SitsOut}
	}
	return rows
}

// WritePDF writes the sheets, one page each; a filled sheet with many corrections may take more.
func (s Sheets) WritePDF(w io.Writer, t func(key string, args ...any) string) error {
	return write(w, t, s.Head, s.title, func(d *document) error {
		if len(s.Sheets) == 0 {
			d.blank()
			return nil
		}
		for _, sheet := range s.Sheets {
			if err := (&sheetPage{document: d, Sheet: sheet}).draw(); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s Sheets) title(t Text) string {
	if len(s.Sheets) == 1 {
		return t("report.sheet_title", "Round", s.Sheets[0].Round, "Table", s.Sheets[0].Table)
	}
	return t("report.sheets")
}
