package sheet

import (
	"cmp"
	"slices"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
	"doko/tournament"
)

// Current picks the rows that count from all revisions of a table: the newest of each number, if it is not void. A redealt row
// takes no number: it is stored under the number of the hand that was dealt again, stays when a later revision of another
// kind brings that hand, and goes only by a void revision right after it.
func Current(all []tournament.HandRevision) []tournament.HandRevision {
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b tournament.HandRevision) int {
		return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Revision, b.Revision))
	})
	var out []tournament.HandRevision
	for i, h := range sorted {
		last := i+1 == len(sorted) || sorted[i+1].Number != h.Number
		redealt := h.Row.Kind == tournament.RowRedealt && (last || !sorted[i+1].Void)
		if !h.Void && (last || redealt) {
			out = append(out, h)
		}
	}
	return out
}

// Fold works a sheet out. It never fails: what is odd becomes a fault.
func Fold(in Input) Sheet {
	f := newFolder(in)
	s := Sheet{Running: make([]int, in.Size), Hands: f.hands, Session: f.session(), Stopped: f.stopped()}
	if in.Totals != nil {
		copy(s.Running, in.Totals.Totals)
		s.Done = f.hands
		s.SolosOpen = f.owed(in.Totals.Solos)
		s.Points = f.totalsPoints()
	} else {
		f.rows(&s)
		if n := f.nextNumber(); n != 0 && n <= f.last {
			turn := f.turn(n)
			s.Next, s.Bock = &turn, f.bock(n)
		}
		s.SolosOpen = f.open()
		s.Points = f.points()
	}
	s.SolosOpen, s.Lapsed = f.lapse(s.SolosOpen)
	s.Faults = f.faults(s)
	return s
}

// Ahead tells how each hand that is still missing begins, as far as the hands before it tell. None where only totals are kept.
func Ahead(in Input) []doppelkopf.Turn {
	if in.Totals != nil {
		return nil
	}
	f := newFolder(in)
	played := make([]doppelkopf.Played, max(f.last, len(f.played)))
	copy(played, f.played)
	turns, _, _, _ := doppelkopf.Turns(f.session(), played, false)
	var ahead []doppelkopf.Turn
	for n := 1; n <= f.last; n++ {
		if !f.covered(n) {
			ahead = append(ahead, turns[n-1])
		}
	}
	return ahead
}

// folder is a sheet while it is worked out.
type folder struct {
	in      Input
	hands   int                             // planned
	last    int                             // the last hand that is played, before hands where the table has stopped
	byHand  map[int]tournament.HandRevision // rows that have a number of their own
	through *tournament.HandRevision
	played  []doppelkopf.Played // by number-1, up to the last hand entered; a gap is a hand without a solo
	turns   []doppelkopf.Turn
	kinds   []doppelkopf.SoloKind
	next    doppelkopf.Turn
}

func newFolder(in Input) *folder {
	f := &folder{in: in, byHand: map[int]tournament.HandRevision{}}
	f.hands, f.last = f.lengths()
	last := 0
	for _, h := range in.Rows {
		switch h.Row.Kind {
		case tournament.RowRedealt:
		case tournament.RowThrough:
			through := h
			f.through = &through
		default:
			f.byHand[h.Number] = h
			last = max(last, h.Number)
		}
	}
	f.played = make([]doppelkopf.Played, last)
	for n := 1; n <= len(f.played); n++ {
		h := f.byHand[n]
		sitsOut := 0
		if in.Size == 5 && len(h.Row.Winners) == 3 { // the single loser is who neither won nor sat out
			if sitsOut = recordedOut(h); sitsOut == 0 {
				sitsOut = f.turn(n).SitsOut
			}
		}
		f.played[n-1].Soloist, f.played[n-1].Kind = solo(h.Row, in.Size, sitsOut)
	}
	f.turns, f.kinds, f.next, _ = doppelkopf.Turns(f.session(), f.played, false)
	return f
}

// bock is how often the Bock multiplier applies to a hand by what the hands before have set off. A heart round is in no list:
// whoever keeps it adds that one.
func (f *folder) bock(number int) int {
	r := f.in.Rules.Doppelkopf
	if r == nil || !r.Bock {
		return 0
	}
	triggers := make([]int, number-1)
	for i := range triggers {
		h := f.byHand[i+1]
		if h.Row.Record == nil || h.Row.Record.Doppelkopf == nil || h.Value == nil {
			continue
		}
		res := tally.Result{Winner: h.Winner, Value: *h.Value}
		triggers[i] = len(doppelkopf.BockTriggers(*r, *h.Row.Record.Doppelkopf, res))
	}
	return doppelkopf.BockMarks(*r, f.in.Size, triggers)[number-1]
}

// session are the rules of the round at this table (OPEN 30: switches of the tournament, by default as the DDV plays it).
func (f *folder) session() doppelkopf.SessionRules {
	return doppelkopf.SessionRules{
		Seats: f.in.Size, Hands: f.in.Format.Hands(f.in.Size), CompulsorySolos: f.in.Format.CompulsorySolos,
		RedealAfterCompulsory: f.in.Format.AfterSolo != tournament.AfterSoloNext, CompulsoryLeads: true,
		VoluntaryAfterCompulsory: f.in.Format.Voluntary != tournament.VoluntaryAny, GoneFrom: f.in.GoneFrom,
	}
}

// turn is how a hand begins, given the hands before it. Tables play more hands than planned; what they owe then is still forced.
func (f *folder) turn(number int) doppelkopf.Turn {
	if number <= len(f.turns) && f.played[number-1].Soloist == 0 { // else the soloist may lead instead
		return f.turns[number-1]
	}
	with := make([]doppelkopf.Played, number)
	copy(with, f.played[:min(number-1, len(f.played))])
	turns, _, _, _ := doppelkopf.Turns(f.session(), with, false)
	return turns[number-1]
}

// kindAt is the resolved kind of a hand put at a number.
func (f *folder) kindAt(number int, p doppelkopf.Played) doppelkopf.SoloKind {
	if p.Soloist == 0 {
		return ""
	}
	with := make([]doppelkopf.Played, number)
	copy(with, f.played)
	with[number-1] = p
	_, kinds, _, _ := doppelkopf.Turns(f.session(), with, false)
	return kinds[number-1]
}

// nextNumber is the first hand that is missing, 0 if none is.
func (f *folder) nextNumber() int {
	for n := 1; n <= f.hands; n++ {
		if !f.covered(n) {
			return n
		}
	}
	return 0
}

func (f *folder) covered(number int) bool {
	if t := f.through; t != nil && number >= t.Number && number <= t.Row.Through {
		return true
	}
	_, ok := f.byHand[number]
	return ok
}

// solo is who played a solo that has a kind, and the kind as noted.
func solo(row tournament.Row, seats, sitsOut int) (int, doppelkopf.SoloKind) {
	switch row.Kind {
	case tournament.RowHand:
		if row.Record == nil {
			return 0, ""
		}
		if h := row.Record.Doppelkopf; h != nil && h.Contract.Chosen() && len(h.Re) == 1 {
			return h.Re[0], h.SoloKind
		}
	case tournament.RowPoints:
		if row.Solo > 0 {
			return row.Solo, doppelkopf.SoloKind(row.SoloKind)
		}
	case tournament.RowWinners:
		if row.Solo > 0 {
			return row.Solo, doppelkopf.SoloKind(row.SoloKind)
		}
		if row.Solo == 0 {
			return alone(row.Winners, seats, sitsOut), doppelkopf.SoloKind(row.SoloKind)
		}
	}
	return 0, ""
}

// alone is the single winner, or the single loser of three winners; 0 in a normal hand.
func alone(winners []int, seats, sitsOut int) int {
	if len(winners) == 1 {
		return winners[0]
	}
	if len(winners) != 3 {
		return 0
	}
	for p := 1; p <= seats; p++ {
		if p != sitsOut && !slices.Contains(winners, p) {
			return p
		}
	}
	return 0
}

// rows puts each row in its place.
func (f *folder) rows(s *Sheet) {
	for _, h := range f.in.Rows {
		for i := range s.Running {
			if i < len(h.Points) {
				s.Running[i] += h.Points[i]
			}
		}
		row := Row{Revision: h, Running: slices.Clone(s.Running)}
		if h.Row.Kind != tournament.RowRedealt && h.Row.Kind != tournament.RowThrough && h.Number <= len(f.turns) {
			row.Turn = f.turns[h.Number-1]
			row.Soloist = f.played[h.Number-1].Soloist
			row.Kind = f.kinds[h.Number-1]
			row.Breaks = f.broken(h, row)
			f.asPlayed(&row.Turn)
		}
		s.Rows = append(s.Rows, row)
	}
	for n := 1; n <= f.hands; n++ {
		if f.covered(n) {
			s.Done++
		}
	}
}

// open lists the positions that still owe a compulsory solo; nobody where a copied rest does not tell.
func (f *folder) open() []int {
	done := make([]int, f.in.Size)
	if t := f.through; t != nil {
		if t.Row.Solos == nil {
			return nil
		}
		copy(done, t.Row.Solos)
	}
	for i, k := range f.kinds {
		if p := f.played[i].Soloist; p > 0 && p <= len(done) && (k == doppelkopf.Compulsory || k == doppelkopf.Forced) {
			done[p-1]++
		}
	}
	return f.owed(done)
}

// owed lists the positions with fewer compulsory solos than they owe; nil counts = unknown.
func (f *folder) owed(done []int) []int {
	var open []int
	for i, n := range done {
		if n < f.in.Format.CompulsorySolos {
			open = append(open, i+1)
		}
	}
	return open
}
