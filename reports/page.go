// Package reports writes the printed forms: standings, seating lists, score sheets, table cards.
package reports

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"time"

	"github.com/jung-kurt/gofpdf"
)

// Text translates: a key of the language files and pairs of placeholder name and value, as in t("report.page", "Page", 1).
type Text = func(key string, args ...any) string

// Head is what every paper says about itself. Texts are ready to print; times are given twice, as text in the tournament's
// time zone and as the moment that goes into the file's properties.
type Head struct {
	Tournament  string    // name of the tournament
	Venue       string    // "" if none
	Date        string    // day of the tournament as text, "6. Juni 2026"
	Provisional bool      // results may still change
	Revision    int       // 2 = "Fassung 2"; 0 is not printed
	Printed     string    // "Stand" of the content as text, "06.06.2026, 22:45"
	At          time.Time // the same moment for the file properties; zero leaves a fixed date, so that bytes stay the same
	Link        string    // address of the living page, for the QR code in the foot; "" = none
}

// Fonts are strings: every document works on its own copy, since gofpdf writes into the bytes it is given.
var (
	//go:embed fonts/DejaVuSans.ttf
	regularFont string
	//go:embed fonts/DejaVuSans-Bold.ttf
	boldFont string
	//go:embed fonts/wqy-microhei.ttf
	hanFont string
)

const (
	regular = "r"
	bold    = "b"
	han     = "h"

	marginX = 14.0 // mm
	marginY = 11.0
	ink     = 0   // grey value of all text and lines
	shade   = 236 // grey value behind every second row: light enough to read and to copy
)

// font is a style and a size in points.
type font struct {
	bold bool
	size float64
}

func plain(size float64) font { return font{size: size} }
func heavy(size float64) font { return font{bold: true, size: size} }

// document is one PDF being made: the only place that knows gofpdf.
type document struct {
	pdf    *gofpdf.Fpdf
	cover  map[string]coverage
	t      Text
	head   Head
	title  string
	w, h   float64 // page size in mm
	foot   float64 // height kept free at the bottom in mm
	y      float64 // next free position in mm
	hasHan bool

	orientation string // "P" or "L"
}

// write makes a document, lets draw fill it and sends the finished bytes to w. It never panics and writes nothing if anything failed.
func write(w io.Writer, t Text, head Head, title func(Text) string, draw func(*document) error) error {
	var buf bytes.Buffer
	err := guard(func() error {
		d := open(t, head, title(t))
		if err := draw(d); err != nil {
			return err
		}
		if err := d.pdf.Error(); err != nil {
			return err
		}
		return d.pdf.Output(&buf)
	})
	if err != nil {
		return fmt.Errorf("reports: %w", err)
	}
	_, err = w.Write(buf.Bytes())
	return err
}

// guard turns a panic into an error: gofpdf panics on input it does not expect.
func guard(f func() error) error {
	var err error
	func() {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("writing failed: %v", r)
			}
		}()
		err = f()
	}()
	return err
}

func open(t Text, head Head, title string) *document {
	pdf := gofpdf.New("P", "mm", "A4", "")
	at := head.At.UTC()
	if head.At.IsZero() {
		at = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	pdf.SetCatalogSort(true)
	pdf.SetCreationDate(at)
	pdf.SetModificationDate(at)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetMargins(0, 0, 0)
	pdf.SetCellMargin(0)
	pdf.SetCreator("doko", true)
	pdf.AddUTF8FontFromBytes(regular, "", []byte(regularFont))
	pdf.AddUTF8FontFromBytes(bold, "", []byte(boldFont))
	d := &document{
		pdf: pdf, t: t, head: head, title: title, orientation: "P",
		cover: map[string]coverage{regular: covered(regularFont), bold: covered(boldFont)},
	}
	pdf.SetTitle(d.drawable(composed(title)), true)
	pdf.SetSubject(d.drawable(composed(head.Tournament)), true)
	return d
}

// add begins a page.
func (d *document) add() {
	d.pdf.AddPageFormat(d.orientation, d.pdf.GetPageSizeStr("A4"))
	d.w, d.h = d.pdf.GetPageSize()
	d.y = marginY
	d.colours()
}

// colours sets what gofpdf does not know of a page it comes to.
func (d *document) colours() {
	d.pdf.SetDrawColor(ink, ink, ink)
	d.pdf.SetTextColor(ink, ink, ink)
	d.pdf.SetFillColor(ink, ink, ink)
}

// bottom is how far down content may reach in mm.
func (d *document) bottom() float64 { return d.h - marginY - d.foot }

// line draws a line of the given width in mm.
func (d *document) line(x1, y1, x2, y2, width float64) {
	d.pdf.SetLineWidth(width)
	d.pdf.Line(x1, y1, x2, y2)
}

// box draws a frame.
func (d *document) box(x, y, w, h, width float64) {
	d.pdf.SetLineWidth(width)
	d.pdf.Rect(x, y, w, h, "D")
}

// dashed draws a line to cut along.
func (d *document) dashed(x1, y1, x2, y2 float64) {
	d.pdf.SetDashPattern([]float64{2, 2}, 0)
	d.line(x1, y1, x2, y2, 0.2)
	d.pdf.SetDashPattern(nil, 0)
}

// block fills an area with black.
func (d *document) block(x, y, w, h float64) {
	d.pdf.SetFillColor(ink, ink, ink)
	d.pdf.Rect(x, y, w, h, "F")
}

// inverted lets draw write in white.
func (d *document) inverted(draw func()) {
	d.pdf.SetTextColor(255, 255, 255)
	draw()
	d.pdf.SetTextColor(ink, ink, ink)
}

// tint shades an area lightly.
func (d *document) tint(x, y, w, h float64) {
	d.pdf.SetFillColor(shade, shade, shade)
	d.pdf.Rect(x, y, w, h, "F")
}

// grey fills an area so that it is seen beside white and black, on a copy too.
func (d *document) grey(x, y, w, h float64) {
	d.pdf.SetFillColor(170, 170, 170)
	d.pdf.Rect(x, y, w, h, "F")
}

// link makes an area of the page lead to an address.
func (d *document) link(x, y, w, h float64, address string) {
	d.pdf.LinkString(x, y, w, h, address)
}

// each runs draw once per page already made, when the number of pages is known.
func (d *document) each(draw func(page, pages int)) {
	pages := d.pdf.PageCount()
	for n := 1; n <= pages; n++ {
		d.pdf.SetPage(n)
		wd, ht, _ := d.pdf.PageSize(n)
		d.w, d.h = wd, ht
		d.colours()
		draw(n, pages)
	}
}
