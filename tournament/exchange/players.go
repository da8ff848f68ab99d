package exchange

import "doko/tournament"

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
// lines that can be used come back even if others have problems; those carry Args line and column, Field is the cell ("B7").
func ReadPlayers(name string, content []byte) ([]PlayerLine, tournament.Problems) {
	panic("exchange: being written")
}

// WritePlayers writes a player list as German Excel opens it: UTF-8 with a mark, semicolons, names that look like formulas
// made harmless. ReadPlayers reads it back.
func WritePlayers(lines []PlayerLine) []byte { panic("exchange: being written") }
