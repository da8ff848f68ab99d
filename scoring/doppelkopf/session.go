package doppelkopf

// SessionRules say how a round at one table runs (TSR 4.2, 4.3, 8.6, 10).
type SessionRules struct {
	Seats                    int  // 4 or 5
	Hands                    int  // hands of the round, compulsory solos included
	CompulsorySolos          int  // owed by each player: 0 or 1
	RedealAfterCompulsory    bool // DDV true: after a chosen compulsory solo the same dealer deals again
	CompulsoryLeads          bool // DDV true: the soloist of a compulsory solo leads
	VoluntaryAfterCompulsory bool // DDV true: a voluntary solo only after one's own compulsory one
	// GoneFrom has by position the first hand that a player who left without a substitute misses; 0 = he stays; index 0 is unused.
	// Who deals passes over him, and the compulsory solo he still owes lapses.
	GoneFrom [6]int
}

// DDVSession are the rules of a DDV round: one compulsory solo each, inside the number of hands.
func DDVSession(seats, hands int) SessionRules {
	return SessionRules{
		Seats: seats, Hands: hands, CompulsorySolos: 1,
		RedealAfterCompulsory: true, CompulsoryLeads: true, VoluntaryAfterCompulsory: true,
	}
}

// Length is how many hands this table plays: Hands, or fewer where somebody has left without a substitute. At a table of five the
// four others go on with four fifths of the hands that were left, rounded up, which is what each of them would have played anyway;
// where fewer than four remain the round ends with the last hand before.
func (r SessionRules) Length() int { return r.lengthAt(r.Hands + 1) }

// lengthAt is Length as it is known when a hand begins: who leaves later changes nothing of the hands before.
func (r SessionRules) lengthAt(number int) int {
	first, second := 0, 0 // the first hands without one, without two players
	for _, from := range r.GoneFrom {
		switch {
		case from == 0 || from > number:
		case first == 0 || from < first:
			first, second = from, first
		case second == 0 || from < second:
			second = from
		}
	}
	switch left := r.Hands - first + 1; {
	case first == 0 || left <= 0:
		return r.Hands
	case r.Seats == 4:
		return first - 1
	case second != 0:
		return min(first-1+(4*left+4)/5, second-1)
	default:
		return first - 1 + (4*left+4)/5
	}
}

// TooEarly reports whether a solo of that kind may not be played yet: a voluntary one before one's own compulsory one, which
// the player still owes (TSR 4.3).
func (r SessionRules) TooEarly(kind SoloKind, owes bool) bool {
	return r.VoluntaryAfterCompulsory && kind == Voluntary && owes
}

// Played is what the session needs to know of one hand that was played. Soloist 0 = no solo.
type Played struct {
	Soloist int
	Kind    SoloKind // "" = follows from the session: the first solo of a player who owes one is his compulsory solo
}

// Turn says how one hand begins. All positions 1 to 5, 0 = nobody.
type Turn struct {
	Number   int
	Dealer   int
	SitsOut  int   // at a table of five the dealer, or for good whoever left
	Lead     int   // who leads to the first trick, if no solo of another player changes it
	Forced   int   // who must play his compulsory solo now (Vorführung)
	SoloOpen []int // positions that still owe a compulsory solo before this hand
}

// Turns replays the hands played and returns one Turn for each, in order, and then the Turn of the next hand; ok is false
// when the round is over. Kinds are resolved: the returned slice kinds has the solo kind of each hand played. timeUp says
// that no further normal hand is begun: the next hand is a forced one or there is none. A hand forced because time was up
// keeps its dealing only if it is recorded with the kind Forced, since the hands alone do not tell when time was up.
// A stille Hochzeit and an unresolved Hochzeit are no solos here (TSR 4.4).
func Turns(r SessionRules, played []Played, timeUp bool) ([]Turn, []SoloKind, Turn, bool) {
	s := newSession(r)
	turns := make([]Turn, 0, len(played))
	kinds := make([]SoloKind, 0, len(played))
	for _, p := range played {
		turn := s.turn(p.Kind == Forced)
		kind := s.kind(p, turn)
		if s.leads(p.Soloist, kind) {
			turn.Lead = p.Soloist
		}
		turns = append(turns, turn)
		kinds = append(kinds, kind)
		s.play(p.Soloist, kind, turn)
	}
	if s.over(timeUp) {
		return turns, kinds, Turn{}, false
	}
	return turns, kinds, s.turn(timeUp), true
}

// session is the state between two hands.
type session struct {
	rules  SessionRules
	number int    // of the hand to come
	dealer int    // who deals it, unless a forced solo moves the deal on
	owed   [6]int // compulsory solos each position still owes; index 0 is unused
}

func newSession(r SessionRules) session {
	s := session{rules: r, number: 1, dealer: 1}
	for pos := 1; pos <= r.Seats; pos++ {
		s.owed[pos] = r.CompulsorySolos
	}
	if s.gone(s.dealer) {
		s.dealer = s.next(s.dealer)
	}
	return s
}

func (s *session) open() int {
	n := 0
	for pos, owed := range s.owed {
		if !s.gone(pos) {
			n += owed
		}
	}
	return n
}

// gone reports whether the player at a position has left before the hand to come.
func (s *session) gone(pos int) bool {
	from := s.rules.GoneFrom[pos]
	return from > 0 && from <= s.number
}

// empty is a position without a player, 0 if there is none, and how many players are there.
func (s *session) empty() (int, int) {
	at, players := 0, 0
	for pos := 1; pos <= s.rules.Seats; pos++ {
		if s.gone(pos) {
			at = pos
		} else {
			players++
		}
	}
	return at, players
}

func (s *session) over(timeUp bool) bool {
	if _, players := s.empty(); players < 4 {
		return true
	}
	if timeUp {
		return s.open() == 0
	}
	return s.number > s.rules.lengthAt(s.number)
}

// next is the next player to the left who is still there.
func (s *session) next(pos int) int {
	for range s.rules.Seats {
		pos = pos%s.rules.Seats + 1
		if !s.gone(pos) {
			break
		}
	}
	return pos
}

// mustForce: as soon as the solos still owed are as many as the hands left, every hand is forced (TSR 4.2).
func (s *session) mustForce() bool {
	open := s.open()
	return open > 0 && open >= s.rules.lengthAt(s.number)-s.number+1
}

// turn says how the next hand begins. forced: it is a forced solo whatever the number of hands left.
func (s *session) turn(forced bool) Turn {
	t := Turn{Number: s.number, Dealer: s.dealer}
	for pos := 1; pos <= s.rules.Seats; pos++ {
		if s.owed[pos] > 0 && !s.gone(pos) {
			t.SoloOpen = append(t.SoloOpen, pos)
		}
	}
	if (forced || s.mustForce()) && len(t.SoloOpen) > 0 {
		t.Dealer, t.Forced = s.vorfuehrung()
	}
	if s.rules.Seats == 5 {
		t.SitsOut = t.Dealer
		if left, _ := s.empty(); left != 0 {
			t.SitsOut = left
		}
	}
	t.Lead = s.next(t.Dealer)
	if t.Forced != 0 && s.rules.CompulsoryLeads {
		t.Lead = t.Forced
	}
	return t
}

// vorfuehrung finds the dealer and who is forced: the first player left of the dealer who owes a solo. At four the dealer
// himself may be the one; at five he holds no cards, so if only he owes one the deal passes on first (OPEN 3). A table of five
// that has become one of four comes round to the dealer himself.
func (s *session) vorfuehrung() (int, int) {
	pos := s.dealer
	for range s.rules.Seats - 1 {
		pos = s.next(pos)
		if s.owed[pos] > 0 {
			return s.dealer, pos
		}
	}
	if s.rules.Seats == 5 {
		return s.next(s.dealer), s.dealer
	}
	return s.dealer, s.dealer
}

// kind resolves why a solo was played. What the list says is taken as it is; a gap follows from the state.
func (s *session) kind(p Played, t Turn) SoloKind {
	switch {
	case p.Soloist < 1 || p.Soloist > s.rules.Seats:
		return ""
	case p.Kind != "":
		return p.Kind
	case s.owed[p.Soloist] > 0 && t.Forced != 0:
		return Forced // from then on every solo is forced, even where the table let the wrong player begin
	case s.owed[p.Soloist] > 0:
		return Compulsory
	default:
		return Voluntary
	}
}

// leads reports whether the soloist leads to the first trick.
func (s *session) leads(soloist int, kind SoloKind) bool {
	return s.rules.CompulsoryLeads && soloist > 0 && (kind == Compulsory || kind == Forced)
}

// play moves on by one hand. After a chosen compulsory solo the same dealer deals again, after a forced one the next.
func (s *session) play(soloist int, kind SoloKind, t Turn) {
	again := false
	if (kind == Compulsory || kind == Forced) && s.owed[soloist] > 0 {
		s.owed[soloist]--
		again = kind == Compulsory && s.rules.RedealAfterCompulsory
	}
	s.number++
	s.dealer = t.Dealer
	if !again || s.gone(s.dealer) {
		s.dealer = s.next(t.Dealer)
	}
}
