package reports

import "sort"

// coverage is the list of rune ranges a font has glyphs for, sorted, without those above U+FFFF, which gofpdf cannot write.
type coverage [][2]rune

func (c coverage) has(r rune) bool {
	i := sort.Search(len(c), func(i int) bool { return c[i][1] >= r })
	return i < len(c) && c[i][0] <= r
}

// trueType is a font file; the zero value of what lies behind its end is 0.
type trueType string

func (f trueType) u16(pos int) int {
	if pos < 0 || pos+2 > len(f) {
		return 0
	}
	return int(f[pos])<<8 | int(f[pos+1])
}

func (f trueType) u32(pos int) int { return f.u16(pos)<<16 | f.u16(pos+2) }

// table is where a table of the font begins, 0 if it has none of that name.
func (f trueType) table(name string) int {
	for i := range f.u16(4) {
		record := 12 + 16*i
		if record+16 > len(f) {
			return 0
		}
		if string(f[record:record+4]) == name {
			return f.u32(record + 8)
		}
	}
	return 0
}

// covered reads the character map of a font (table cmap, format 4). A font without one covers nothing.
func covered(font string) coverage {
	f := trueType(font)
	at := f.table("cmap")
	if at == 0 {
		return nil
	}
	for i := range f.u16(at + 2) {
		record := at + 4 + 8*i
		sub := at + f.u32(record+4)
		if f.u16(record) == 3 && f.u16(record+2) == 1 && f.u16(sub) == 4 {
			return f.segments(sub)
		}
	}
	return nil
}

// segments walks the segments of a format 4 table and keeps the runs of runes that lead to a glyph other than 0.
func (f trueType) segments(sub int) coverage {
	double := f.u16(sub + 6) // twice the number of segments
	ends, starts := sub+14, sub+16+double
	deltas, offsets := starts+double, starts+2*double
	var out coverage
	for i := 0; i < double; i += 2 {
		start, end, delta, offset := f.u16(starts+i), f.u16(ends+i), f.u16(deltas+i), f.u16(offsets+i)
		for r := start; r <= end && r < 0xFFFF; r++ {
			glyph := r + delta
			if offset != 0 {
				if glyph = f.u16(offsets + i + offset + 2*(r-start)); glyph != 0 {
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
