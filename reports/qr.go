package reports

import "rsc.io/qr"

// code draws a QR code with its white border inside a square of size mm and makes the square a link.
func (d *document) code(x, y, size float64, address string) error {
	c, err := qr.Encode(address, qr.M)
	if err != nil {
		return err
	}
	const border = 2 // modules; the paper around is white as well
	module := size / float64(c.Size+2*border)
	for row := range c.Size {
		for from := 0; from < c.Size; from++ {
			to := from
			for to < c.Size && c.Black(to, row) {
				to++
			}
			if to > from {
				// A hair wider than the module, so that no white lines show between rows.
				d.block(x+float64(from+border)*module, y+float64(row+border)*module,
					float64(to-from)*module+0.01, module+0.01)
				from = to
			}
		}
	}
	d.link(x, y, size, size, address)
	return nil
}
