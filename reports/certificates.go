package reports

import "io"

// Certificates are the papers handed over at the ceremony, one A4 page each.
type Certificates struct {
	Head
	Certificates []Certificate // in the order in which they are handed over
}

// Certificate is what one player has reached.
type Certificate struct {
	Name   string
	Club   string // "" = none
	Rank   int    // 0 = taken part
	Shared bool   // the rank is shared
	Field  int    // players in the ranking; 0 = not printed
	Points *int   // tournament points; nil = not printed
	Prize  string // "" = none
}

// WritePDF writes the certificates.
func (c Certificates) WritePDF(w io.Writer, t func(key string, args ...any) string) error {
	return write(w, t, c.Head, c.title, func(d *document) error {
		if len(c.Certificates) == 0 {
			d.blank()
		}
		for _, certificate := range c.Certificates {
			d.add()
			certificate.draw(d)
		}
		return nil
	})
}

func (c Certificates) title(t Text) string { return t("report.certificates") }

func (c Certificate) draw(d *document) {
	const edge = 12.0
	d.box(edge, edge, d.w-2*edge, d.h-2*edge, 1.2)
	d.box(edge+3, edge+3, d.w-2*edge-6, d.h-2*edge-6, 0.3)
	room := d.w - 2*edge - 30
	middle := func(y float64, text string, f font, least float64) {
		f = d.smaller(text, f, room, least)
		d.put(d.w/2, y, d.fit(text, f, room), f, center)
	}
	middle(62, d.t("report.certificate"), heavy(52), 30)
	middle(84, d.head.Tournament, plain(20), 12)
	middle(95, joined(" · ", d.head.Date, d.head.Venue), plain(14), 11)
	lines, f := d.fill(room, c.Name, heavy(34), 18, 3)
	for i, line := range lines {
		middle(134-float64(len(lines)-1-i)*leading(f), line, f, 18)
	}
	middle(146, c.Club, plain(16), 11)
	middle(174, c.place(d.t), heavy(28), 18)
	y := 186.0
	for _, text := range c.details(d.t) {
		middle(y, text, plain(16), 11)
		y += 9
	}
	d.line(d.w/2-45, 252, d.w/2+45, 252, 0.3)
	middle(259, d.t("report.director"), plain(12), 11)
}

// place is what was reached: "1. Platz".
func (c Certificate) place(t Text) string {
	switch {
	case c.Rank == 0:
		return t("report.certificate_part")
	case c.Shared:
		return t("report.certificate_shared", "Rank", c.Rank)
	}
	return t("report.certificate_rank", "Rank", c.Rank)
}

func (c Certificate) details(t Text) []string {
	var out []string
	if c.Field > 0 && c.Rank > 0 {
		out = append(out, t("report.certificate_field", "Players", c.Field))
	}
	if c.Points != nil {
		out = append(out, t("report.certificate_points", "Points", signed(*c.Points)))
	}
	if c.Prize != "" {
		out = append(out, t("report.certificate_prize", "Prize", c.Prize))
	}
	return out
}
