package reports

import "strings"

// heading draws the full head of a paper's first page: tournament, day and place, what this is, and how far it can be trusted.
func (d *document) heading() {
	w := d.w - 2*marginX
	d.nameAndPlace(marginX, w)
	d.y += 8
	badge := d.badge(marginX+w, d.y, 9)
	d.cell(marginX-1.2, d.y, w-badge-2, 9, d.title, heavy(20), left)
	d.y += 11
	if state := d.state(); state != "" {
		d.cell(marginX-1.2, d.y, w+2.4, 5.5, state, plain(11), left)
		d.y += 6.5
	}
	d.line(marginX, d.y, marginX+w, d.y, 0.5)
	d.y += 2.5
}

// nameAndPlace draws the tournament on the left, day and place on the right; the place gives way first.
func (d *document) nameAndPlace(x, w float64) {
	place := joined(" · ", d.head.Date, d.head.Venue)
	room := min(d.width(place, plain(11))+2.5, max(w/2, w-d.width(d.head.Tournament, heavy(12))-2.5))
	d.cell(x-1.2, d.y, w-room, 6, d.head.Tournament, d.smaller(d.head.Tournament, heavy(12), w-room, 11), left)
	d.cell(x+w-room, d.y, room+1.2, 6, place, plain(11), right)
}

// running draws the short head of the pages after the first.
func (d *document) running() {
	w := d.w - 2*marginX
	badge := d.badge(marginX+w, d.y, 7)
	text := joined(" · ", d.title, d.state(), d.head.Tournament)
	d.cell(marginX-1.2, d.y, w-badge-2, 7, text, heavy(11), left)
	d.y += 8
	d.line(marginX, d.y, marginX+w, d.y, 0.5)
	d.y += 2.5
}

// state is the revision and the time of the content.
func (d *document) state() string {
	var revision, printed string
	if d.head.Revision > 0 {
		revision = d.t("report.revision", "Number", d.head.Revision)
	}
	if d.head.Printed != "" {
		printed = d.t("report.printed", "Time", d.head.Printed)
	}
	return joined(" · ", revision, printed)
}

// badge draws "vorläufig" in white on black, ending at x, and returns its width in mm, 0 if the paper is final.
func (d *document) badge(x, y, h float64) float64 {
	if !d.head.Provisional {
		return 0
	}
	text := strings.ToUpper(d.t("report.provisional"))
	f := heavy(h * 1.6)
	w := d.width(text, f) + 6
	d.block(x-w, y, w, h)
	d.inverted(func() { d.cell(x-w, y, w, h, text, f, center) })
	return w
}

// footing draws the feet of all pages, now that their number is known: the QR code to the living page and "Seite 2 von 3".
func (d *document) footing() error {
	var first error
	d.each(func(page, pages int) {
		if err := d.footOf(page, pages); err != nil && first == nil {
			first = err
		}
	})
	return first
}

func (d *document) footOf(page, pages int) error {
	w := d.w - 2*marginX
	top := d.h - marginY - d.foot + 2
	d.line(marginX, top, marginX+w, top, 0.3)
	number := d.t("report.page", "Page", page, "Pages", pages)
	d.cell(marginX, d.h-marginY-6, w+1.2, 6, number, plain(11), right)
	if d.head.Link == "" {
		return nil
	}
	size := d.foot - 3
	if err := d.code(marginX-1, top+1, size, d.head.Link); err != nil {
		return err
	}
	room := w - size - 2 - d.width(number, plain(11)) - 4
	d.cell(marginX+size+1, top+3, room, 5.5, d.t("report.living_page"), plain(11), left)
	d.cell(marginX+size+1, top+9, room, 5.5, d.head.Link, plain(11), left)
	return nil
}

// reserve keeps room for the foot: with a QR code it is higher.
func (d *document) reserve() {
	d.foot = 9
	if d.head.Link != "" {
		d.foot = 24
	}
}

// joined puts the texts that are not empty side by side.
func joined(between string, texts ...string) string {
	var out []string
	for _, s := range texts {
		if s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, between)
}

// blank is the page of a paper that has nothing to show: a PDF needs one page.
func (d *document) blank() {
	d.reserve()
	d.add()
	d.heading()
	d.cell(marginX-1.2, d.y, d.w-2*marginX, rowHeight, d.t("report.nobody"), plain(11), left)
}

// paragraphs prints a text over the width of the page, on a new page if it does not fit under what is there.
func (d *document) paragraphs(text string) {
	w := d.w - 2*marginX
	if d.y+float64(len(d.lines(w, text, plain(11))))*leading(plain(11)) > d.bottom() {
		d.add()
		d.running()
	}
	d.y = d.paragraph(marginX, d.y, w, text, plain(11))
}
