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
// when the round is over. Kinds are resolved: the returned slice kinds has the solo kind of each hand played.
func Turns(r SessionRules, played []Played, timeUp bool) (turns []Turn, kinds []SoloKind, next Turn, ok bool) {
	panic("doppelkopf: being written")
}
