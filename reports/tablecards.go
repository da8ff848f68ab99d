package reports

import (
	"io"
	"strconv"
)

// TableCards are the cards that stand on the tables: the number to be seen from far away and the way to the sheet on the phone.
type TableCards struct {
	Head
	Cards []TableCard
}

// TableCard is the card of one table for one round.
type TableCard struct {
	Round  int // 0 = for every round
	Number int
	Names  []string // by position; none for a card made before the draw
	Link   string   // the table's own address, as QR code and as text; "" = none
}

// WritePDF writes the cards, two on an A4 page to be cut apart.
func (c TableCards) WritePDF(w io.Writer, t func(key string, args ...any) string) error {
	return write(w, t, c.Head, c.title, func(d *document) error {
		if len(c.Cards) == 0 {
			d.blank()
		}
		for i, card := range c.Cards {
			if i%2 == 0 {
				d.add()
				d.dashed(0, d.h/2, d.w, d.h/2)
			}
			if err := card.draw(d, float64(i%2)*d.h/2); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c TableCards) title(t Text) string { return t("report.table_cards") }

func (c TableCard) draw(d *document, top float64) error {
	w := d.w - 2*marginX
	y := top + marginY
	round := ""
	if c.Round > 0 {
		round = d.t("report.card_round", "Round", c.Round)
	}
	wide := d.width(round, heavy(20)) + 4
	d.cell(marginX-1.2, y, w-wide, 9, d.head.Tournament, heavy(14), left)
	d.cell(marginX+w-wide, y, wide+1.2, 9, round, heavy(20), right)
	y += 11
	d.line(marginX, y, marginX+w, y, 0.5)
	half := w
	if c.Link != "" {
		half = w - 62
		if err := d.code(marginX+w-58, y+3, 58, c.Link); err != nil {
			return err
		}
	}
	d.cell(marginX-1.2, y+3, half, 10, d.t("report.table"), heavy(24), left)
	number := strconv.Itoa(c.Number)
	size := 165.0
	for size > 60 && d.width(number, heavy(size)) > half {
		size -= 5
	}
	d.put(marginX+half/2, y+61, number, heavy(size), center)
	y += 66
	c.names(d, y, w)
	if c.Link != "" {
		d.cell(marginX-1.2, top+d.h/2-marginY-13, w+2.4, 6, d.t("report.card_help"), plain(12), left)
		d.cell(marginX-1.2, top+d.h/2-marginY-7, w+2.4, 6, c.Link, plain(12), left)
	}
	return nil
}

// names prints who sits where, two names a line.
func (c TableCard) names(d *document, y, w float64) {
	for i, name := range c.Names {
		x := marginX + float64(i%2)*w/2
		d.cell(x-1.2, y, 9, 9, strconv.Itoa(i+1), heavy(18), left)
		d.cell(x+7, y, w/2-8, 9, name, d.smaller(name, plain(18), w/2-8, 12), left)
		if i%2 == 1 || i == len(c.Names)-1 {
			y += 10
		}
	}
}
