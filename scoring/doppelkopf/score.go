package doppelkopf

import "doko/scoring/tally"

// maxFactor bounds Bock and doubling, so that no score can overflow.
const maxFactor = 1_000_000

// maxLines is more than any hand can have: 1 won, 1 against the old, 4 stages, 2 announcements, 8 denied steps, 8 beaten
// steps, 12 special points.
const maxLines = 40

// outcome is a result without slices and strings, so that two of them are compared fast and none has to be allocated.
type outcome struct {
	winner  Party
	value   int
	balance int // points of Re's lines less those of Kontra's
	n       int
	nNotes  int
	lines   [maxLines]line
	notes   [12]line
}

// Score works out what a hand is worth at a table of 4 or 5 seats (TSR 7.1, 7.2). A hand without an exact figure is scored
// if every figure it leaves open gives the same. The error is tally.Problems with every fault of the hand.
func Score(r Rules, seats int, h Hand) (tally.Result, error) {
	c := checker{rules: r, seats: seats, hand: h, needDealer: true}
	c.all()
	if len(c.problems) > 0 {
		return tally.Result{}, c.problems
	}
	var o outcome
	if !settle(&r, &h, &c.counts, &o) {
		return tally.Result{}, tally.Problems{{
			Code: "augen_ambiguous", Field: "hand.re_augen_between",
			Args: map[string]any{"From": h.ReAugen.From, "To": h.ReAugen.To},
		}}
	}
	return o.result(&r, seats, &h), nil
}

// settle scores a checked hand into an empty outcome; false if figures that are possible differ in what they are worth.
func settle(r *Rules, h *Hand, n *counts, first *outcome) bool {
	if h.ReAugen.Exact() {
		score(r, h, n, h.ReAugen.From, first)
		return true
	}
	found := false
	for augen := h.ReAugen.From; augen <= h.ReAugen.To; augen++ {
		if figure(r, h, n, 0, augen).n > 0 {
			continue
		}
		if !found {
			score(r, h, n, augen, first)
			found = true
			continue
		}
		var o outcome
		if score(r, h, n, augen, &o); o != *first {
			return false
		}
	}
	return true
}

// score works out one figure of Re's Augen and writes it to an empty outcome. (Returning it would move rules and hand to
// the heap.)
func score(r *Rules, h *Hand, n *counts, augen int, out *outcome) {
	s := side{rules: r, hand: h, counts: n, augen: [2]int{augen, 240 - augen}, out: out}
	s.out.winner = s.winner()
	s.base()
	s.stages()
	s.calls()
	s.beaten()
	s.specials()
	s.out.value = s.out.balance * s.factor()
}

// side carries the hand while its lines are written. Index 0 is Re, 1 is Kontra.
type side struct {
	rules  *Rules
	hand   *Hand
	counts *counts
	augen  [2]int
	out    *outcome
}

func index(p Party) int {
	if p == Re {
		return 0
	}
	return 1
}

func (s *side) call(p Party) *Call {
	if p == Re {
		return &s.hand.ReCall
	}
	return &s.hand.KontraCall
}

// add writes a line if it is worth anything.
func (s *side) add(p Party, k kind, points int) {
	if points == 0 {
		return
	}
	s.out.lines[s.out.n] = line{kind: k, side: uint8(index(p)), points: int32(points)}
	s.out.n++
	if p == Re {
		s.out.balance += points
		return
	}
	s.out.balance -= points
}

// winner follows the table of RULES c (TSR 7.1.2 to 7.1.4).
func (s *side) winner() Party {
	re, kontra := s.hand.ReCall.Highest(), s.hand.KontraCall.Highest()
	switch {
	case re == NoDenial && kontra == NoDenial:
		return s.moreThanHalf()
	case re > NoDenial && s.kept(Re, re):
		return Re
	case kontra > NoDenial && s.kept(Kontra, kontra):
		return Kontra
	case kontra == NoDenial:
		return Kontra
	case re == NoDenial:
		return Re
	default:
		return ""
	}
}

// kept reports whether the other side stayed below what was denied to it.
func (s *side) kept(p Party, d Denial) bool {
	if d == Schwarz {
		return s.hand.NoTrick == p.Other()
	}
	return s.augen[index(p.Other())] < 120-30*int(d)
}

// moreThanHalf decides a hand without denials: who has more, and at 120 the rules about ties.
func (s *side) moreThanHalf() Party {
	switch {
	case s.augen[0] > 120:
		return Re
	case s.augen[0] < 120:
		return Kontra
	}
	onlyRe := s.hand.ReCall.Said() && !s.hand.KontraCall.Said()
	onlyKontra := s.hand.KontraCall.Said() && !s.hand.ReCall.Said()
	if s.rules.Tie120 == TieDraw {
		switch {
		case onlyRe:
			return Kontra
		case onlyKontra:
			return Re
		default:
			return ""
		}
	}
	if onlyKontra && s.rules.KontraOnlyNeeds121 {
		return Re
	}
	return Kontra
}

// base writes the point for winning and the one against the old (TSR 7.2.2 a, 7.2.3).
func (s *side) base() {
	won := s.out.winner
	if won == "" {
		return
	}
	if s.rules.BasePointWhenAnnounced || (!s.hand.ReCall.Said() && !s.hand.KontraCall.Said()) {
		s.add(won, kWon, s.rules.WonPoints)
	}
	if won == Kontra && !s.hand.Solo() {
		s.add(Kontra, kAgainstOld, s.rules.AgainstOldPoints)
	}
}

// stages writes the points for keeping the other side under 90, 60, 30, without a trick (TSR 7.2.2 a). If nobody has won,
// whoever stayed below still pays for it (OPEN 13).
func (s *side) stages() {
	if !s.rules.StagePoints || (s.out.winner == "" && !s.rules.NoWinnerStages) {
		return
	}
	for _, loser := range [...]Party{Re, Kontra} {
		if loser == s.out.winner {
			continue
		}
		for d := K90; d <= K30; d++ {
			if s.augen[index(loser)] < 120-30*int(d) {
				s.add(loser.Other(), step(kUnder90, d), 1)
			}
		}
		if s.hand.NoTrick == loser {
			s.add(loser.Other(), kSchwarz, 1)
		}
	}
}

// calls writes what was announced and denied, to the winner, whoever said it (TSR 7.2.2 b, c, d).
func (s *side) calls() {
	won := s.out.winner
	if won == "" {
		return
	}
	if s.rules.AnsageMode == Add {
		if s.hand.ReCall.Said() {
			s.add(won, kCallRe, s.rules.AnsagePoints)
		}
		if s.hand.KontraCall.Said() {
			s.add(won, kCallKontra, s.rules.AnsagePoints)
		}
	}
	for d := K90; d <= s.hand.ReCall.Highest(); d++ {
		s.add(won, step(kReK90, d), s.rules.AbsagePoints)
	}
	for d := K90; d <= s.hand.KontraCall.Highest(); d++ {
		s.add(won, step(kKontraK90, d), s.rules.AbsagePoints)
	}
}

// beaten writes the points against a denied step: 120 against keine 90 and so on, each step by itself (TSR 7.2.2 e, f; OPEN 12).
func (s *side) beaten() {
	if !s.rules.BeatPoints {
		return
	}
	for _, p := range [...]Party{Re, Kontra} {
		for d := K90; d <= s.call(p.Other()).Highest(); d++ {
			if s.reached(p, d) {
				s.add(p, step(kBeatK90, d), 1)
			}
		}
	}
}

// reached reports whether p has what counts against the denial of the other side: 30 Augen more than was left to it.
func (s *side) reached(p Party, d Denial) bool {
	if d == Schwarz && s.rules.SchwarzBeatenBy == LimitTrick {
		return s.hand.NoTrick != p
	}
	return s.augen[index(p)] >= 150-30*int(d)
}

// specials adds the special points up by kind and side; those that do not count in a solo become notes.
func (s *side) specials() {
	if len(s.hand.Specials) == 0 {
		return
	}
	for k := kFuchs; k <= kDulleCaught; k++ {
		if s.counts.both(k) == 0 {
			continue
		}
		for _, p := range [...]Party{Re, Kontra} {
			points := s.counts.at(k, p) * s.rules.specialPoints(k)
			if s.rules.countsIn(s.hand, k) {
				s.add(p, k, points)
				continue
			}
			if points > 0 {
				s.out.notes[s.out.nNotes] = line{kind: k, side: uint8(index(p)), points: int32(points)}
				s.out.nNotes++
			}
		}
	}
}

// specialPoints is what one special of that kind is worth.
func (r *Rules) specialPoints(k kind) int {
	switch k {
	case kFuchs:
		return r.FuchsPoints
	case kFuchsLast:
		return r.FuchsLastTrickPoints
	case kDoppelkopf:
		return r.DoppelkopfPoints
	case kKarlchen:
		return r.KarlchenPoints
	case kKarlchenCaught:
		return r.KarlchenCaughtPoints
	default:
		return r.DulleCaughtPoints
	}
}

// countsIn reports whether specials of that kind count in this hand.
func (r *Rules) countsIn(h *Hand, k kind) bool {
	if !h.Solo() || r.SpecialsInSolo == AllSpecials {
		return true
	}
	return r.SpecialsInSolo == DoppelkopfsOnly && k == kDoppelkopf
}

// Counts reports whether special points of that kind count in a hand of this contract: in a solo only what the rules say.
func (r Rules) Counts(h Hand, kind string) bool {
	k, ok := specialKind(kind)
	return ok && r.countsIn(&h, k)
}

// factor is what Bock and the doubling announcements multiply with (OPEN 16, 17).
func (s *side) factor() int {
	f, _ := s.rules.bockFactor(s.hand.Bock)
	if s.rules.AnsageMode == Double && s.out.winner != "" {
		if s.hand.ReCall.Said() {
			f *= 2
		}
		if s.hand.KontraCall.Said() {
			f *= 2
		}
	}
	return f
}

// bockFactor is the multiplier for a number of Bock marks; false if it grows out of all measure.
func (r *Rules) bockFactor(marks int) (int, bool) {
	f := 1
	for range marks {
		f *= r.BockMultiplier
		if f > maxFactor {
			return 0, false
		}
		if r.BockMultiplier <= 1 {
			break
		}
	}
	return f, true
}

// result hands out the points by position: one against three, the soloist's value counts more (TSR 7.2.4).
func (o *outcome) result(r *Rules, seats int, h *Hand) tally.Result {
	res := tally.Result{
		Points: make([]int, seats), Winner: string(o.winner), Value: o.value, Factor: 1,
		Lines: spell(o.lines[:o.n]), Notes: spell(o.notes[:o.nNotes]),
	}
	if h.Solo() {
		res.Factor = r.SoloMultiplier
	}
	for i := range res.Points {
		if i+1 != h.SittingOut {
			res.Points[i] = r.written(-o.value)
		}
	}
	for _, pos := range h.Re {
		res.Points[pos-1] = r.written(o.value * res.Factor)
	}
	return res
}

// written is the figure on the list (RULES c, the list).
func (r *Rules) written(points int) int {
	if (r.Counting == PlusOnly && points < 0) || (r.Counting == MinusOnly && points > 0) {
		return 0
	}
	return points
}
