package exchange

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// row is one row of a player list. Lines count from 1; a row of several lines has that of its first.
type row struct {
	line  int
	cells []string
}

// decode makes text of a file as spreadsheets write them: UTF-8 with or without a mark, UTF-16 with one, else Windows-1252. A
// Ctrl-Z at the end is what old programs wrote to mark it.
func decode(content []byte) string {
	var text string
	switch {
	case bytes.HasPrefix(content, []byte{0xff, 0xfe}), bytes.HasPrefix(content, []byte{0xfe, 0xff}):
		text = decodeUTF16(content)
	case utf8.Valid(content):
		text = string(content)
	default:
		latin, err := charmap.Windows1252.NewDecoder().Bytes(content)
		if err != nil { // not possible: every byte has a meaning, five of them that of a control character
			latin = content
		}
		text = string(latin)
	}
	return strings.TrimRight(strings.TrimPrefix(text, "\ufeff"), "\x1a\r\n\t ")
}

func decodeUTF16(content []byte) string {
	little := content[0] == 0xff
	units := make([]uint16, 0, len(content)/2)
	for i := 2; i+1 < len(content); i += 2 {
		if little {
			units = append(units, uint16(content[i])|uint16(content[i+1])<<8)
		} else {
			units = append(units, uint16(content[i])<<8|uint16(content[i+1]))
		}
	}
	return string(utf16.Decode(units))
}

// separator takes a "sep=;" line off a text; 0 if there is none.
func separator(text string) (rune, string) {
	line, rest, _ := strings.Cut(text, "\n")
	line = strings.TrimRight(line, "\r")
	if sep, ok := strings.CutPrefix(strings.ToLower(line), "sep="); ok && utf8.RuneCountInString(sep) == 1 {
		r, _ := utf8.DecodeRuneInString(sep)
		return r, rest
	}
	return 0, text
}

// splitter cuts a text into rows and cells. It is more forgiving than encoding/csv: quotes inside a cell are kept, and a formula
// that was written without quotes is one cell, whatever is in its parentheses.
type splitter struct {
	sep     rune
	text    string
	pos     int
	line    int
	rows    []row
	cells   []string
	started int // line of the row that is being read
	open    int // line of a quotation mark that is never closed, 0 = none
}

func split(text string, sep rune, firstLine int) splitter {
	s := splitter{sep: sep, text: text, line: firstLine, started: firstLine}
	for s.pos < len(s.text) {
		s.cells = append(s.cells, s.cell())
		if s.pos >= len(s.text) || s.text[s.pos] == '\n' {
			s.endRow()
			continue
		}
		s.pos += utf8.RuneLen(s.sep)
		if s.pos >= len(s.text) || s.text[s.pos] == '\n' || strings.HasPrefix(s.text[s.pos:], "\r\n") {
			s.cells = append(s.cells, "")
			s.pos += len(s.text[s.pos:]) - len(strings.TrimPrefix(s.text[s.pos:], "\r"))
			s.endRow()
		}
	}
	return s
}

func (s *splitter) endRow() {
	s.rows = append(s.rows, row{s.started, s.cells})
	s.cells = nil
	s.pos++
	s.line++
	s.started = s.line
}

// cell reads one cell and stops at the separator, the end of the line or of the text.
func (s *splitter) cell() string {
	rest := s.text[s.pos:]
	if strings.HasPrefix(rest, `"`) {
		if cell, ok := s.quoted(); ok {
			return cell
		}
	}
	formula := strings.HasPrefix(rest, "=")
	depth, inText := 0, false
	end := len(rest)
	for i, r := range rest {
		if r == '\n' || r == s.sep && (!formula || depth == 0 && !inText) {
			end = i
			break
		}
		switch {
		case r == '"':
			inText = !inText
		case r == '(' && !inText:
			depth++
		case r == ')' && !inText:
			depth--
		}
	}
	s.pos += end
	return strings.TrimSpace(rest[:end])
}

// quoted reads a cell in quotation marks, which may hold line breaks. False when it does not end like one.
func (s *splitter) quoted() (string, bool) {
	var b strings.Builder
	i, lines := s.pos+1, 0
	for {
		at := strings.IndexByte(s.text[i:], '"')
		if at < 0 {
			if s.open == 0 {
				s.open = s.line
			}
			return "", false
		}
		b.WriteString(s.text[i : i+at])
		lines += strings.Count(s.text[i:i+at], "\n")
		i += at + 1
		if !strings.HasPrefix(s.text[i:], `"`) {
			break
		}
		b.WriteByte('"')
		i++
	}
	after := strings.TrimLeft(s.text[i:], " \r")
	if after != "" && after[0] != '\n' && !strings.HasPrefix(after, string(s.sep)) {
		return "", false
	}
	s.pos = len(s.text) - len(after)
	s.line += lines
	return strings.TrimSpace(strings.ReplaceAll(b.String(), "\r\n", "\n")), true
}
