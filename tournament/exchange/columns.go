package exchange

import (
	"strings"
	"unicode"

	"doko/tournament"
)

// column is what a column of a player list holds.
type column int

const (
	colStartNo  column = iota
	colRunning         // "Nr": taken for the start number where there is no column of that name
	colName            // a full name; with a comma the family name comes first
	colFullName        // a full name as it is spoken
	colLast
	colFirst
	colClub
	colMemberNo
	colTeam
	colGroup
	colPaid
	colNote
	colOther // known, and of no interest: less personal data is better
)

// columnWords are the words of a header, folded and without anything but letters.
var columnWords = map[string]column{
	"startnr": colStartNo, "startnummer": colStartNo, "startno": colStartNo, "stnr": colStartNo,
	"nr": colRunning, "lfdnr": colRunning, "lfdnummer": colRunning, "nummer": colRunning, "no": colRunning,
	"name": colName, "namevorname": colName, "nachnamevorname": colName, "spieler": colName, "spielername": colName,
	"teilnehmer": colName, "player": colName, "teilnehmerin": colName, "spielerin": colName,
	"vorundnachname": colFullName, "vornamename": colFullName, "vornamenachname": colFullName, "vollername": colFullName, "fullname": colFullName,
	"nachname": colLast, "familienname": colLast, "zuname": colLast, "lastname": colLast, "surname": colLast,
	"vorname": colFirst, "rufname": colFirst, "firstname": colFirst,
	"verein": colClub, "club": colClub, "klub": colClub, "vereinsname": colClub,
	"passnr": colMemberNo, "passnummer": colMemberNo, "spielerpass": colMemberNo, "mitglnr": colMemberNo, "mitgliedsnr": colMemberNo,
	"mitgliedsnummer": colMemberNo, "mitgliednr": colMemberNo, "ddvnr": colMemberNo, "ddvnummer": colMemberNo, "memberno": colMemberNo,
	"team": colTeam, "mannschaft": colTeam,
	"gruppe": colGroup, "group": colGroup,
	"bezahlt": colPaid, "gezahlt": colPaid, "startgeld": colPaid, "paid": colPaid, "startgeldbezahlt": colPaid,
	"bemerkung": colNote, "bemerkungen": colNote, "notiz": colNote, "anmerkung": colNote, "note": colNote,
	"email": colOther, "mail": colOther, "telefon": colOther, "tel": colOther, "handy": colOther, "ort": colOther, "wohnort": colOther,
	"geb": colOther, "geburtsdatum": colOther, "anmeldung": colOther, "gemeldet": colOther, "plz": colOther, "strasse": colOther,
}

// header is where the columns of a list are.
type header struct {
	row   int // index in the rows
	at    map[column]int
	names []string // as written, for messages
}

// headerRows is how far down a header is looked for: below titles, dates and blank lines.
const headerRows = 30

// findHeader looks for the row with the most known words, a name among them. False when there is none.
func findHeader(rows []row) (header, bool) {
	best, found, most := header{}, false, 0
	for i, r := range rows {
		if i >= headerRows {
			break
		}
		h := header{row: i, at: map[column]int{}, names: r.cells}
		known := 0
		for j, cell := range r.cells {
			c, ok := columnWords[word(cell)]
			if !ok {
				continue
			}
			known++
			if _, twice := h.at[c]; !twice {
				h.at[c] = j
			}
		}
		if h.hasName() && known > most {
			best, found, most = h, true, known
		}
	}
	return best, found
}

func (h header) hasName() bool {
	for _, c := range []column{colName, colFullName, colLast} {
		if _, ok := h.at[c]; ok {
			return true
		}
	}
	return false
}

// word is a header cell without dots, dashes, question marks and case.
func word(cell string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, tournament.Fold(cell))
}

// cell is the content of a column in a row, "" if the row is too short or the column missing.
func (h header) cell(r row, c column) string {
	i, ok := h.at[c]
	if !ok || i >= len(r.cells) {
		return ""
	}
	return r.cells[i]
}

// nameAt is the column a problem with a name is shown at.
func (h header) nameAt() column {
	for _, c := range []column{colName, colFullName, colLast} {
		if _, ok := h.at[c]; ok {
			return c
		}
	}
	return colName
}

// letter is a column as spreadsheets name it: A, B, …, Z, AA.
func letter(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return letter(i/26-1) + letter(i%26)
}
