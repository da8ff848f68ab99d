package reports

import (
	"io"
	"strconv"
)

// NameCards are cards with number and name to wear or to put on the table, eight on an A4 page to be cut apart.
type NameCards struct {
	Head
	Cards []NameCard
}

// NameCard is the card of one player.
type NameCard struct {
	StartNo int // 0 = none yet
	Name    string
	Club    string
	Link    string // the player's own page or check-in, as a QR code; "" = none
}

// WritePDF writes the cards in the given order, row by row.
func (c NameCards) WritePDF(w io.Writer, t func(key string, args ...any) string) error {
	return write(w, t, c.Head, c.title, func(d *document) error {
		if len(c.Cards) == 0 {
			d.blank()
		}
		for i, card := range c.Cards {
			if i%8 == 0 {
				d.add()
				for row := 1; row < 4; row++ {
					d.dashed(0, d.h/4*float64(row), d.w, d.h/4*float64(row))
				}
				d.dashed(d.w/2, 0, d.w/2, d.h)
			}
			if err := card.draw(d, float64(i%2)*d.w/2, float64(i%8/2)*d.h/4); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c NameCards) title(t Text) string { return t("report.name_cards") }

func (c NameCard) draw(d *document, x, y float64) error {
	const edge = 8.0
	w, h := d.w/2-2*edge, d.h/4
	x += edge
	d.cell(x-gap, y+edge, w+2*gap, 6, d.head.Tournament, plain(11), left)
	if c.StartNo > 0 {
		d.cell(x-gap, y+15, w/2, 16, strconv.Itoa(c.StartNo), heavy(40), left)
	}
	if c.Link != "" {
		if err := d.code(x+w-26, y+h-edge-26, 28, c.Link); err != nil {
			return err
		}
		w -= 28
	}
	lines, f := d.fill(w, c.Name, heavy(20), 12, 3)
	height := leading(f) + 0.5
	for i, line := range lines {
		d.cell(x-gap, y+34+float64(i)*height, w+2*gap, height, line, f, left)
	}
	d.cell(x-gap, y+34+float64(len(lines))*height, w+2*gap, 7, c.Club, plain(12), left)
	return nil
}
