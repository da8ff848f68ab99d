package exchange

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"doko/tournament"
)

// Limits of a player list.
const (
	MaxListBytes = 8 << 20
	MaxListRows  = 20_000
)

// PlayerLine is one player of a player list.
type PlayerLine struct {
	Line     int // line or row in the file, from 1
	StartNo  int // 0 = not given
	Name     string
	Club     string
	MemberNo string
	Team     string
	Group    string // the group heading above, "Gäste"
	Paid     bool
	Note     string // the rest of a cell of several lines: "(Ersatz: N.N.)"
}

// ReadPlayers reads a player list: CSV in UTF-8 or Windows-1252 with ; , or tab, or XLSX. The header is found by its words. The
// lines that can be used come back even if others have problems; those carry Args Line and Column, Field is the cell ("B7").
func ReadPlayers(name string, content []byte) ([]PlayerLine, tournament.Problems) {
	if len(content) > MaxListBytes {
		return nil, tournament.Problems{tournament.Invalid("file_too_large", "", map[string]any{"Limit": MaxListBytes >> 20})}
	}
	var l list
	switch {
	case bytes.HasPrefix(content, []byte("PK\x03\x04")):
		l.problems = readSheets(content, &l)
	case slices.Contains(content, 0) && !bytes.HasPrefix(content, []byte{0xff, 0xfe}) && !bytes.HasPrefix(content, []byte{0xfe, 0xff}):
		l.problems = tournament.Problems{tournament.Invalid("list_kind", "", map[string]any{"Name": name})}
	default:
		l.readText(decode(content))
	}
	if len(l.problems) > 0 {
		return nil, l.problems
	}
	l.lines()
	return l.players, l.problems
}

// list is a player list while it is read.
type list struct {
	rows     []row
	header   header
	group    string
	seen     map[int]bool // start numbers
	players  []PlayerLine
	problems tournament.Problems
}

// readText splits a text by the separator that makes the most of its header.
func (l *list) readText(text string) {
	given, text := separator(text)
	first := 1
	candidates := []rune{';', '\t', ','}
	if given != 0 {
		first, candidates = 2, []rune{given}
	}
	most, open := -1, 0
	for _, sep := range candidates {
		s := split(text, sep, first)
		h, ok := findHeader(s.rows)
		if ok && len(h.at) > most {
			l.rows, l.header, most, open = s.rows, h, len(h.at), s.open
		}
	}
	if most < 0 && !l.bareNames(split(text, ';', first).rows) {
		l.problems = append(l.problems, tournament.Invalid("list_no_header", "", nil))
	}
	if open > 0 {
		l.problems = append(l.problems, tournament.Invalid("list_quote_open", "", map[string]any{"Line": open}))
	}
	l.tooMany()
}

func (l *list) tooMany() {
	if len(l.rows) > MaxListRows {
		l.problems = append(l.problems, tournament.Invalid("list_too_long", "", map[string]any{"Max": MaxListRows}))
	}
}

// bareNames takes a list that is nothing but a name on each line.
func (l *list) bareNames(rows []row) bool {
	for _, r := range rows {
		if len(r.cells) != 1 {
			return false
		}
	}
	l.rows = rows
	l.header = header{row: -1, at: map[column]int{colName: 0}, names: []string{"Name"}}
	return len(rows) > 0
}

// lines goes through the rows below the header.
func (l *list) lines() {
	l.seen = map[int]bool{}
	for _, r := range l.rows[l.header.row+1:] {
		filled := nonEmpty(r.cells)
		switch {
		case len(filled) == 0 || isTotal(r.cells, filled):
		case l.isHeading(r, filled):
			l.group = tournament.CleanName(r.cells[filled[0]])
		default:
			l.player(r)
		}
	}
}

func nonEmpty(cells []string) []int {
	var out []int
	for i, c := range cells {
		if c != "" {
			out = append(out, i)
		}
	}
	return out
}

// isTotal reports whether a row adds up those above: one of its first two words says so.
func isTotal(cells []string, filled []int) bool {
	for _, i := range filled[:min(2, len(filled))] {
		switch word(cells[i]) {
		case "summe", "gesamt", "gesamtsumme", "total", "insgesamt", "anzahl", "teilnehmergesamt", "summen":
			return true
		}
	}
	return false
}

// isHeading reports whether a row is a heading: a single word, and not where a name would stand.
func (l *list) isHeading(r row, filled []int) bool {
	if len(filled) != 1 {
		return false
	}
	for _, c := range []column{colName, colFullName, colLast} {
		if i, ok := l.header.at[c]; ok && i == filled[0] {
			return false
		}
	}
	_, err := strconv.Atoi(strings.TrimSuffix(r.cells[filled[0]], "."))
	return err != nil
}

func (l *list) player(r row) {
	before := len(l.problems)
	p := PlayerLine{Line: r.line, Group: l.group}
	p.Name, p.Note = l.name(r)
	p.Club = tournament.CleanName(plain(l.header.cell(r, colClub)))
	p.MemberNo = tournament.CleanName(plain(dash(l.header.cell(r, colMemberNo))))
	p.Team = tournament.CleanName(plain(l.header.cell(r, colTeam)))
	if g := tournament.CleanName(plain(l.header.cell(r, colGroup))); g != "" {
		p.Group = g
	}
	p.Paid = paid(l.header.cell(r, colPaid))
	if note := plain(l.header.cell(r, colNote)); note != "" {
		p.Note = strings.TrimSpace(p.Note + "\n" + note)
	}
	p.StartNo = l.startNo(r)
	for _, problem := range (tournament.Entry{Name: p.Name, Club: p.Club, MemberNo: p.MemberNo, Team: p.Team, StartNo: p.StartNo, FromRound: 1}).Check() {
		c := map[string]column{"name": l.header.nameAt(), "club": colClub, "member_no": colMemberNo, "team": colTeam, "start_no": colStartNo}[problem.Field]
		l.fault(problem.Code, r, c, problem.Args)
	}
	if len(l.problems) == before {
		l.players = append(l.players, p)
	}
}

// fault is a problem at a cell.
func (l *list) fault(code string, r row, c column, args map[string]any) {
	i, ok := l.header.at[c]
	if !ok {
		i = l.header.at[colRunning]
	}
	all := map[string]any{"Line": r.line, "Column": letter(i)}
	if i < len(l.header.names) && l.header.names[i] != "" {
		all["Column"] = l.header.names[i]
	}
	for k, v := range args {
		all[k] = v
	}
	l.problems = append(l.problems, tournament.Invalid(code, letter(i)+strconv.Itoa(r.line), all))
}

var link = regexp.MustCompile(`(?i)^=HYPERLINK\(.*[;,]\s*"([^"]*)"\s*\)$`)

// name puts a full name together. What stands below the name in its cell is a note.
func (l *list) name(r row) (string, string) {
	h := l.header
	text := h.cell(r, h.nameAt())
	if m := link.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	if strings.HasPrefix(text, "=") {
		l.fault("list_formula", r, h.nameAt(), nil)
		return "–", ""
	}
	text, note, _ := strings.Cut(plain(text), "\n")
	first := tournament.CleanName(plain(h.cell(r, colFirst)))
	_, split := h.at[colFirst]
	switch {
	case split:
		text = first + " " + text
	case h.nameAt() == colName:
		text = turn(text)
	}
	return tournament.CleanName(text), strings.TrimSpace(note)
}

// turn makes "Heide, Jörg von der" and "von der Heide, Jörg" spoken names. A title behind the comma stays there.
func turn(name string) string {
	last, first, ok := strings.Cut(name, ",")
	if !ok || strings.Contains(first, ",") || strings.TrimSpace(last) == "" || strings.TrimSpace(first) == "" {
		return name
	}
	switch word(first) {
	case "dr", "jun", "sen", "jr", "sr", "junior", "senior", "med":
		return name
	}
	return first + " " + last
}

// plain takes back the mark that keeps spreadsheets from calculating with a text.
func plain(cell string) string {
	if guarded.MatchString(cell) {
		return cell[1:]
	}
	return cell
}

// guarded texts would be formulas without the mark in front; dangerous ones are.
var (
	guarded   = regexp.MustCompile(`^'+[=+\-@\t\r]`)
	dangerous = regexp.MustCompile(`^'*[=+\-@\t\r]`)
)

// dash is nothing where people write "-" for nothing.
func dash(s string) string {
	switch s {
	case "-", "–", "—", "/":
		return ""
	}
	return s
}

// paid reads what people write into such a column: a cross, a yes, an amount.
func paid(cell string) bool {
	switch word(cell) {
	case "x", "ja", "j", "yes", "y", "true", "wahr", "bezahlt", "ok", "bar", "eur", "euro", "ueberwiesen":
		return true
	case "":
		digits := strings.Trim(cell, "0 ,.€")
		return digits != "" && strings.ContainsAny(digits, "123456789✓✔☑")
	}
	return false
}

func (l *list) startNo(r row) int {
	c := colStartNo
	if _, ok := l.header.at[c]; !ok {
		c = colRunning
	}
	text := dash(strings.TrimSuffix(strings.TrimSpace(l.header.cell(r, c)), "."))
	if text == "" {
		return 0
	}
	n, err := strconv.Atoi(text)
	switch {
	case err != nil || n < 1:
		l.fault("list_start_no", r, c, map[string]any{"Value": text})
		return 0
	case l.seen[n]:
		l.fault("duplicate_start_no", r, c, map[string]any{"Number": n})
		return 0
	}
	l.seen[n] = true
	return n
}

// WritePlayers writes a player list as German Excel opens it: UTF-8 with a mark, semicolons, names that look like formulas
// made harmless. ReadPlayers reads it back.
func WritePlayers(lines []PlayerLine) []byte {
	var b bytes.Buffer
	b.WriteString("\ufeff")
	writeCells(&b, "Startnr", "Vor- und Nachname", "Verein", "Mitgliedsnr", "Mannschaft", "Gruppe", "Bezahlt", "Bemerkung")
	for _, p := range lines {
		no, paid := "", ""
		if p.StartNo != 0 {
			no = strconv.Itoa(p.StartNo)
		}
		if p.Paid {
			paid = "ja"
		}
		writeCells(&b, no, safe(p.Name), safe(p.Club), safe(p.MemberNo), safe(p.Team), safe(p.Group), paid, safe(p.Note))
	}
	return b.Bytes()
}

// safe puts a mark in front of what a spreadsheet would calculate.
func safe(s string) string {
	if dangerous.MatchString(s) {
		return "'" + s
	}
	return s
}

func writeCells(b *bytes.Buffer, cells ...string) {
	for i, c := range cells {
		if i > 0 {
			b.WriteByte(';')
		}
		if strings.ContainsAny(c, ";\"\r\n,\t") || strings.TrimSpace(c) != c {
			c = `"` + strings.ReplaceAll(c, `"`, `""`) + `"`
		}
		b.WriteString(c)
	}
	b.WriteString("\r\n")
}
