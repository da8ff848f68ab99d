package reports_test

import (
	"fmt"
	"io"
	"testing"
)

func BenchmarkStandings(b *testing.B) {
	de := texts(b, "de")
	for _, n := range []int{16, 200, 2000} {
		s := standings(b, n, 3)
		s.AfterRound = 3
		for kind, p := range map[string]writer{"pdf": s.WritePDF, "csv": s.WriteCSV, "xlsx": s.WriteXLSX} {
			b.Run(fmt.Sprintf("%s/%d", kind, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := p(io.Discard, de); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkSheets(b *testing.B) {
	de := texts(b, "de")
	one := blankSheets(4, 24)
	for _, n := range []int{1, 12, 50} {
		s := one
		for len(s.Sheets) < n {
			s.Sheets = append(s.Sheets[:len(s.Sheets):len(s.Sheets)], one.Sheets...)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if err := s.WritePDF(io.Discard, de); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
