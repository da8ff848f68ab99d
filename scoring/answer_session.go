package scoring

import (
	"strconv"

	"doko/scoring/doppelkopf"
	"doko/scoring/fields"
	"doko/scoring/tally"
)

// maxHands bounds a session, so that one line of input cannot ask for endless output.
const maxHands = 1000

// sessionInput is a session hand of VECTORS.
type sessionInput struct {
	names  []string
	hands  int
	solos  map[int]int // hand → position
	timeUp int         // after this hand no normal one is begun; -1 = never
}

func (a *Answer) session(hand fields.Node) error {
	in, ps := parseSession(hand)
	if len(ps) > 0 {
		return ps
	}
	rules := doppelkopf.DDVSession(len(in.names), in.hands)
	var played []doppelkopf.Played
	for {
		late := in.timeUp >= 0 && len(played) >= in.timeUp
		_, _, turn, more := doppelkopf.Turns(rules, played, late)
		if !more {
			break
		}
		p, ok := in.next(turn)
		if !ok {
			ps = append(ps, stranger(turn.Number, in.names[in.solos[turn.Number]-1]))
		}
		played = append(played, p)
		a.Rows = append(a.Rows, in.row(rules, played, turn, late))
	}
	a.Session = true
	return ps.OrNil()
}

func stranger(number int, name string) tally.Problem {
	return tally.Problem{Code: "unknown_player", Field: "hand.solos." + strconv.Itoa(number), Args: map[string]any{"Value": fields.Quote(name)}}
}

// next is what is played in a turn; false if the soloist named for it sits out, has had his solo or is not the one forced.
func (in sessionInput) next(turn doppelkopf.Turn) (doppelkopf.Played, bool) {
	chosen := in.solos[turn.Number]
	if turn.Forced != 0 {
		return doppelkopf.Played{Soloist: turn.Forced, Kind: doppelkopf.Forced}, chosen == 0 || chosen == turn.Forced
	}
	if chosen == 0 {
		return doppelkopf.Played{}, true
	}
	owes := false
	for _, pos := range turn.SoloOpen {
		owes = owes || pos == chosen
	}
	return doppelkopf.Played{Soloist: chosen, Kind: doppelkopf.Compulsory}, owes && chosen != turn.SitsOut
}

// row writes the last hand played: who led is known once its solo is.
func (in sessionInput) row(rules doppelkopf.SessionRules, played []doppelkopf.Played, turn doppelkopf.Turn, late bool) SessionRow {
	turns, _, _, _ := doppelkopf.Turns(rules, played, late)
	last := turns[len(turns)-1]
	return SessionRow{
		Hand: turn.Number, Dealer: in.name(turn.Dealer), SitsOut: in.name(turn.SitsOut),
		Lead: in.name(last.Lead), Forced: turn.Forced != 0, Solo: in.name(played[len(played)-1].Soloist),
	}
}

func (in sessionInput) name(pos int) string {
	if pos == 0 {
		return ""
	}
	return in.names[pos-1]
}

func parseSession(hand fields.Node) (sessionInput, tally.Problems) {
	ps := hand.Unknown("hand", []string{"game", "seats", "hands", "solos", "time_up_after"})
	in := sessionInput{timeUp: -1, solos: map[int]int{}}
	if seats, ok := hand.Get("seats"); ok {
		names, bad := doppelkopf.ParsePlayers(seats, "hand.seats", 4, 5)
		in.names = names
		ps = append(ps, bad...)
	} else {
		ps = append(ps, fields.Missing("hand", "seats"))
	}
	hands, ok := hand.Get("hands")
	if v, isInt := hands.Int(); !ok {
		ps = append(ps, fields.Missing("hand", "hands"))
	} else if !isInt || v < 1 || v > maxHands {
		ps = append(ps, badSession("hand.hands", hands.Shown(), "1 … "+strconv.Itoa(maxHands)))
	} else {
		in.hands = v
	}
	if late, _ := hand.Get("time_up_after"); late.Kind != fields.Null {
		v, isInt := late.Int()
		if !isInt || v < 0 {
			ps = append(ps, badSession("hand.time_up_after", late.Shown(), "null, 0, 1, …"))
		}
		in.timeUp = v
	}
	return in, append(ps, in.parseSolos(hand)...)
}

func (in sessionInput) parseSolos(hand fields.Node) tally.Problems {
	n, _ := hand.Get("solos")
	if n.Kind == fields.Null {
		return nil
	}
	if n.Kind != fields.Object {
		return tally.Problems{badSession("hand.solos", n.Shown(), `{"7": "…"}`)}
	}
	ps := n.Twice("hand.solos")
	for i, key := range n.Keys {
		path := fields.Join("hand.solos", key)
		number, err := strconv.Atoi(key)
		if err != nil || number < 1 || (in.hands > 0 && number > in.hands) || strconv.Itoa(number) != key {
			ps = append(ps, badSession(path, fields.Quote(key), "1 … "+strconv.Itoa(max(in.hands, 1))))
			continue
		}
		name, isWord := n.Items[i].Word()
		for pos, known := range in.names {
			if isWord && known == name {
				in.solos[number] = pos + 1
			}
		}
		if in.solos[number] == 0 {
			ps = append(ps, tally.Problem{Code: "unknown_player", Field: path, Args: map[string]any{"Value": n.Items[i].Shown()}})
		}
	}
	return ps
}

func badSession(field, value, allowed string) tally.Problem {
	return tally.Problem{Code: "bad_session", Field: field, Args: map[string]any{"Value": value, "Allowed": allowed}}
}
