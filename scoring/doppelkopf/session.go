package doppelkopf

// SessionRules say how a round at one table runs (TSR 4.2, 4.3, 8.6, 10).
type SessionRules struct {
	Seats                    int  // 4 or 5
	Hands                    int  // hands of the round, compulsory solos included
	CompulsorySolos          int  // owed by each player: 0 or 1
	RedealAfterCompulsory    bool // DDV true: after a chosen compulsory solo the same dealer deals again
	CompulsoryLeads          bool // DDV true: the soloist of a compulsory solo leads
	VoluntaryAfterCompulsory bool // DDV true: a voluntary solo only after one's own compulsory one
}

// DDVSession are the rules of a DDV round: one compulsory solo each, inside the number of hands.
func DDVSession(seats, hands int) SessionRules {
	return SessionRules{
		Seats: seats, Hands: hands, CompulsorySolos: 1,
		RedealAfterCompulsory: true, CompulsoryLeads: true, VoluntaryAfterCompulsory: true,
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
	SitsOut  int   // the dealer at a table of five
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
	return s
}

func (s *session) open() int {
	n := 0
	for _, owed := range s.owed {
		n += owed
	}
	return n
}

func (s *session) over(timeUp bool) bool {
	if timeUp {
		return s.open() == 0
	}
	return s.number > s.rules.Hands
}

func (s *session) next(pos int) int { return pos%s.rules.Seats + 1 }

// mustForce: as soon as the solos still owed are as many as the hands left, every hand is forced (TSR 4.2).
func (s *session) mustForce() bool {
	open := s.open()
	return open > 0 && open >= s.rules.Hands-s.number+1
}

// turn says how the next hand begins. forced: it is a forced solo whatever the number of hands left.
func (s *session) turn(forced bool) Turn {
	t := Turn{Number: s.number, Dealer: s.dealer}
	for pos := 1; pos <= s.rules.Seats; pos++ {
		if s.owed[pos] > 0 {
			t.SoloOpen = append(t.SoloOpen, pos)
		}
	}
	if (forced || s.mustForce()) && len(t.SoloOpen) > 0 {
		t.Dealer, t.Forced = s.vorfuehrung()
	}
	if s.rules.Seats == 5 {
		t.SitsOut = t.Dealer
	}
	t.Lead = s.next(t.Dealer)
	if t.Forced != 0 && s.rules.CompulsoryLeads {
		t.Lead = t.Forced
	}
	return t
}

// vorfuehrung finds the dealer and who is forced: the first player left of the dealer who owes a solo. At four the dealer
// himself may be the one; at five he holds no cards, so if only he owes one the deal passes on first (OPEN 3).
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
	if !again {
		s.dealer = s.next(t.Dealer)
	}
}
