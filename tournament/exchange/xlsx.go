package exchange

import (
	"bytes"
	"strings"

	"github.com/xuri/excelize/v2"

	"doko/tournament"
)

// Limits of an XLSX file: what it may unpack to, so that a small file can't fill the memory.
const (
	maxUnpacked = 64 << 20
	maxXML      = 16 << 20
)

// readSheets takes the first sheet of a workbook that has a header.
func readSheets(content []byte, l *list) tournament.Problems {
	unreadable := tournament.Problems{tournament.Invalid("list_unreadable", "", nil)}
	book, err := open(content)
	if err != nil {
		return unreadable
	}
	defer func() { _ = book.Close() }() // nothing was written
	for _, name := range book.GetSheetList() {
		rows, err := sheetRows(book, name)
		if err != nil {
			return unreadable
		}
		if h, ok := findHeader(rows); ok {
			l.rows, l.header = rows, h
			l.tooMany()
			return l.problems
		}
	}
	return tournament.Problems{tournament.Invalid("list_no_header", "", nil)}
}

// open guards against files made to break their reader: a panic of the library is a file that can't be read.
func open(content []byte) (*excelize.File, error) {
	var book *excelize.File
	var err error
	guard := func() {
		defer func() {
			if r := recover(); r != nil {
				err = excelize.ErrWorkbookFileFormat
			}
		}()
		book, err = excelize.OpenReader(bytes.NewReader(content),
			excelize.Options{UnzipSizeLimit: maxUnpacked, UnzipXMLSizeLimit: maxXML})
	}
	guard()
	return book, err
}

// sheetRows reads the cells of a sheet as they are shown. A formula counts with its last result.
func sheetRows(book *excelize.File, name string) ([]row, error) {
	it, err := book.Rows(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = it.Close() }() // nothing was written
	var rows []row
	for n := 1; it.Next() && n <= MaxListRows+1; n++ {
		cells, err := it.Columns()
		if err != nil {
			return nil, err
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(strings.ReplaceAll(cells[i], "\r\n", "\n"))
		}
		rows = append(rows, row{n, cells})
	}
	return rows, it.Error()
}
