package reports

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// writeCSV writes a table the way German spreadsheets open it: byte order mark, semicolons, CRLF.
func writeCSV(w io.Writer, heads []string, rows [][]string) error {
	if _, err := io.WriteString(w, "\uFEFF"); err != nil {
		return fmt.Errorf("reports: %w", err)
	}
	c := csv.NewWriter(w)
	c.Comma = ';'
	c.UseCRLF = true
	for _, row := range append([][]string{heads}, rows...) {
		safe := make([]string, len(row))
		for i, cell := range row {
			safe[i] = harmless(cell)
		}
		if err := c.Write(safe); err != nil {
			return fmt.Errorf("reports: %w", err)
		}
	}
	c.Flush()
	if err := c.Error(); err != nil {
		return fmt.Errorf("reports: %w", err)
	}
	return nil
}

// harmless keeps a spreadsheet from running a text as a formula; whole numbers stay numbers.
func harmless(cell string) string {
	if cell == "" || !strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return cell
	}
	if _, err := strconv.Atoi(cell); err == nil {
		return cell
	}
	return "'" + cell
}

// writeXLSX writes a table as a spreadsheet with one sheet: heads in bold and fixed, whole numbers as numbers, all else as text.
func writeXLSX(w io.Writer, name string, heads []string, rows [][]string) error {
	return guard(func() error {
		f := excelize.NewFile()
		defer f.Close()
		if err := fill(f, sheetName(name), heads, rows); err != nil {
			return fmt.Errorf("reports: %w", err)
		}
		return f.Write(w)
	})
}

func fill(f *excelize.File, sheet string, heads []string, rows [][]string) error {
	if err := f.SetSheetName(f.GetSheetName(0), sheet); err != nil {
		return err
	}
	style, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	s, err := f.NewStreamWriter(sheet)
	if err != nil {
		return err
	}
	if err := s.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	first := make([]any, len(heads))
	for i, h := range heads {
		first[i] = excelize.Cell{StyleID: style, Value: h}
		if err := s.SetColWidth(i+1, i+1, columnWidth(i, h, rows)); err != nil {
			return err
		}
	}
	if err := s.SetRow("A1", first); err != nil {
		return err
	}
	for i, row := range rows {
		cells := make([]any, len(row))
		for j, cell := range row {
			cells[j] = cell
			if n, err := strconv.Atoi(cell); err == nil {
				cells[j] = n
			}
		}
		if err := s.SetRow("A"+strconv.Itoa(i+2), cells); err != nil {
			return err
		}
	}
	return s.Flush()
}

// columnWidth is the width of a spreadsheet column in characters, so that the usual content shows whole.
func columnWidth(col int, head string, rows [][]string) float64 {
	n := len([]rune(head))
	for _, row := range rows {
		n = max(n, len([]rune(row[col])))
	}
	return float64(min(n, 48) + 2)
}

// sheetName makes a name that spreadsheets accept: 31 characters, none of []:*?/\.
func sheetName(name string) string {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]:*?/\'`, r) {
			return '-'
		}
		return r
	}, composed(name))
	if letters := []rune(name); len(letters) > 31 {
		name = string(letters[:31])
	}
	if name == "" {
		return "1"
	}
	return name
}
