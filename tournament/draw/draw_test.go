package draw

import "testing"

func field12(n int) []Player {
	ps := make([]Player, n)
	for i := range ps {
		ps[i].ID = int64(i + 1)
	}
	return ps
}

func TestDraw(t *testing.T) {
	for _, n := range []int{16, 24, 33, 100} {
		p, err := Draw(field12(n), nil, Options{Rounds: 5, Seed: "a"})
		t.Log(n, p.Cost.Repeats, p.Cost.FiveOver, err)
	}
}
func BenchmarkAnneal(b *testing.B) {
	q, _ := newRequest(field12(36), nil, Options{Rounds: 10})
	f := newField(q, 10)
	l := newLots("", "")
	base := f.counters()
	s := newState(f, newPrices(priceRepeat, priceMore, priceSoft), base, randomSeats(f, l))
	c := newCooling(2*degree, degree/4)
	b.ResetTimer()
	for b.Loop() {
		s.anneal(1_000_000, c, l)
	}
}
