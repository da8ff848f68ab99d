package reports

import "io"

// TableCards are the cards that stand on the tables: the number to be seen from far away and the way to the sheet on the phone.
type TableCards struct {
	Head
	Cards []TableCard
}

// TableCard is the card of one table for one round.
type TableCard struct {
	Round  int
	Number int
	Names  []string // by position; none for a card made before the draw
	Link   string   // the table's own address, as QR code and as text; "" = none
}

// WritePDF writes the cards, two on an A4 page to be cut apart.
func (c TableCards) WritePDF(w io.Writer, t func(key string, args ...any) string) error {
	return write(w, t, c.Head, t("report.table_cards"), func(d *document) error {
		for range c.Cards {
			d.add()
		}
		return nil
	})
}
