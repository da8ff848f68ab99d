package reports

import (
	"encoding/binary"
	"sort"
)

// coverage is the list of rune ranges a font has glyphs for, sorted, without those above U+FFFF, which gofpdf cannot write.
type coverage [][2]rune

func (c coverage) has(r rune) bool {
	i := sort.Search(len(c), func(i int) bool { return c[i][1] >= r })
	return i < len(c) && c[i][0] <= r
}

// covered reads the character map of a TrueType font (table cmap, format 4). A font without one covers nothing.
func covered(font string) coverage {
	data := []byte(font)
	at := tableAt(data, "cmap")
	if at == 0 {
		return nil
	}
	u16 := func(pos int) int { return int(binary.BigEndian.Uint16(data[pos:])) }
	for i := range u16(at + 2) {
		record := at + 4 + 8*i
		sub := at + int(binary.BigEndian.Uint32(data[record+4:]))
		if u16(record) == 3 && u16(record+2) == 1 && u16(sub) == 4 {
			return segments(u16, sub)
		}
	}
	return nil
}

func tableAt(data []byte, name string) int {
	if len(data) < 12 {
		return 0
	}
	for i := range int(binary.BigEndian.Uint16(data[4:])) {
		if len(data) < 28+16*i {
			return 0
		}
		record := data[12+16*i:]
		if string(record[:4]) == name {
			return int(binary.BigEndian.Uint32(record[8:]))
		}
	}
	return 0
}

// segments walks the segments of a format 4 table and keeps the runs of runes that lead to a glyph other than 0.
func segments(u16 func(pos int) int, sub int) coverage {
	double := u16(sub + 6) // twice the number of segments
	ends, starts := sub+14, sub+16+double
	deltas, offsets := starts+double, starts+2*double
	var out coverage
	for i := 0; i < double; i += 2 {
		start, end, delta, offset := u16(starts+i), u16(ends+i), u16(deltas+i), u16(offsets+i)
		for r := start; r <= end && r < 0xFFFF; r++ {
			glyph := r + delta
			if offset != 0 {
				if glyph = u16(offsets + i + offset + 2*(r-start)); glyph != 0 {
					glyph += delta
				}
			}
			if glyph&0xFFFF == 0 {
				continue
			}
			if n := len(out); n > 0 && out[n-1][1] == rune(r)-1 {
				out[n-1][1] = rune(r)
			} else {
				out = append(out, [2]rune{rune(r), rune(r)})
			}
		}
	}
	return out
}
