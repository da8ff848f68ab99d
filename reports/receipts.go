package reports

import (
	"io"
	"strconv"
)

// Receipts say who has paid what, three on an A4 page to be cut apart.
type Receipts struct {
	Head
	Receipts []Receipt
}

// Receipt is one payment. Amounts are ready texts with their currency ("10,00 €").
type Receipt struct {
	Number int // running number of the cash desk; 0 = none
	Name   string
	For    string // what was paid: "Startgeld"
	Amount string
	Date   string // when it was paid, as text
	By     string // who took the money; "" = to be signed by hand
}

// WritePDF writes the receipts in the given order.
func (r Receipts) WritePDF(w io.Writer, t func(key string, args ...any) string) error {
	return write(w, t, r.Head, r.title, func(d *document) error {
		if len(r.Receipts) == 0 {
			d.blank()
		}
		for i, receipt := range r.Receipts {
			if i%3 == 0 {
				d.add()
				d.dashed(0, d.h/3, d.w, d.h/3)
				d.dashed(0, d.h/3*2, d.w, d.h/3*2)
			}
			receipt.draw(d, float64(i%3)*d.h/3)
		}
		return nil
	})
}

func (r Receipts) title(t Text) string { return t("report.receipts") }

func (r Receipt) draw(d *document, y float64) {
	w := d.w - 2*marginX
	y += marginY
	number := ""
	if r.Number > 0 {
		number = d.t("report.start_no") + " " + strconv.Itoa(r.Number)
	}
	d.cell(marginX-gap, y, w/2, 9, d.t("report.receipt"), heavy(20), left)
	d.cell(marginX+w/2, y, w/2+gap, 9, number, heavy(14), right)
	y += 11
	d.cell(marginX-gap, y, w+2*gap, 6, joined(" · ", d.head.Tournament, d.head.Date, d.head.Venue), plain(11), left)
	y += 8
	d.line(marginX, y, marginX+w, y, 0.3)
	y += 3
	rows := [][2]string{{d.t("report.name"), r.Name}, {d.t("report.receipt_for"), r.For}, {d.t("report.amount"), r.Amount}}
	for i, row := range rows {
		f := plain(13)
		if i == len(rows)-1 {
			f = heavy(16)
		}
		d.cell(marginX-gap, y, 34, 8.5, row[0], plain(11), left)
		d.cell(marginX+34, y, w-34, 8.5, row[1], d.smaller(row[1], f, w-34, 11), left)
		y += 8.5
	}
	y += 16
	d.line(marginX, y, marginX+70, y, 0.3)
	d.line(marginX+w-80, y, marginX+w, y, 0.3)
	d.cell(marginX-gap, y-6.5, 72, 6, r.Date, plain(11), left)
	d.cell(marginX+w-80-gap, y-6.5, 80, 6, r.By, plain(11), left)
	d.cell(marginX-gap, y+0.5, 72, 6, d.t("report.day"), plain(11), left)
	d.cell(marginX+w-80-gap, y+0.5, 80, 6, d.t("report.signature"), plain(11), left)
}
