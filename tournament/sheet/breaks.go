package sheet

import (
	"slices"

	"doko/scoring/doppelkopf"
	"doko/scoring/tally"
	"doko/tournament"
)

// The codes of what breaks a rule of the session. What is not refused is kept with a note.
const (
	SoloForced    = "solo_forced"     // somebody else has to play his compulsory solo now, or another kind of hand was played (TSR 4.2)
	SoloNotOwed   = "solo_not_owed"   // a second compulsory solo
	SoloNotForced = "solo_not_forced" // nobody has to play a solo yet
	SitsOutTurn   = "sits_out_turn"   // at a table of five somebody else sits out by the order of dealing
	NumberRange   = "number_range"    // all hands are played
)

// breaks are the rules that a row in its place goes against. Args: Position is the soloist, Must who has to play a solo now, Out who
// sits out by the order of dealing, 0 = nobody; Left the hands left.
func (f *folder) breaks(number int, row tournament.Row, t doppelkopf.Turn) tally.Problems {
	var ps tally.Problems
	if f.in.Size == 5 && row.Kind == tournament.RowHand && row.Record.Doppelkopf != nil && row.Record.Doppelkopf.SittingOut != t.SitsOut {
		ps = append(ps, tally.Problem{Code: SitsOutTurn, Field: "hand.sitting_out", Args: map[string]any{
			"Position": row.Record.Doppelkopf.SittingOut, "Out": t.SitsOut, "Must": 0, "Left": f.last - number + 1,
		}})
	}
	if f.in.Format.CompulsorySolos == 0 || row.Kind == tournament.RowRedealt || row.Kind == tournament.RowThrough {
		return ps
	}
	if code, field := f.soloBreak(row, t); code != "" {
		soloist, _ := solo(row, f.in.Size, t.SitsOut)
		ps = append(ps, tally.Problem{Code: code, Field: field, Args: map[string]any{
			"Position": soloist, "Must": t.Forced, "Out": t.SitsOut, "Left": f.last - number + 1,
		}})
	}
	return ps
}

// soloBreak is the order of the session for solos: the code and the field of what is against it.
func (f *folder) soloBreak(row tournament.Row, t doppelkopf.Turn) (string, string) {
	soloist, kind := solo(row, f.in.Size, t.SitsOut)
	fieldKind, fieldWho := "solo_kind", "solo"
	switch row.Kind {
	case tournament.RowHand:
		fieldKind, fieldWho = "hand.solo_kind", "hand.re"
		if soloist == 0 {
			fieldWho = "hand.contract"
		}
	case tournament.RowWinners:
		fieldWho = "winners"
	}
	code := Solo{Must: t.Forced, Soloist: soloist, Kind: kind, Owes: slices.Contains(t.SoloOpen, soloist)}.Breaks(f.session())
	if code == SoloForced && soloist != t.Forced {
		return code, fieldWho
	}
	return code, fieldKind
}

// Solo is a hand as the order for solos sees it. Positions, 0 = nobody.
type Solo struct {
	Must    int                 // who has to play his compulsory solo now
	Soloist int                 // who plays a solo that has a kind
	Kind    doppelkopf.SoloKind // as noted, "" = it follows from the session
	Owes    bool                // the soloist still owes his compulsory solo
}

// Breaks is the code of what the hand goes against in a session with compulsory solos (TSR 4.2, 4.3); "" if nothing.
func (s Solo) Breaks(r doppelkopf.SessionRules) string {
	switch {
	case s.Must != 0 && (s.Soloist != s.Must || s.Kind == doppelkopf.Voluntary):
		return SoloForced
	case s.Soloist == 0 || r.CompulsorySolos == 0:
		return ""
	case r.TooEarly(s.Kind, s.Owes):
		return SoloOrder
	case (s.Kind == doppelkopf.Compulsory || s.Kind == doppelkopf.Forced) && !s.Owes:
		return SoloNotOwed
	case s.Kind == doppelkopf.Forced && s.Must != s.Soloist:
		return SoloNotForced
	}
	return ""
}

// broken are the codes of what a row that is entered goes against. A forced solo is taken at its word: the time may have been up.
func (f *folder) broken(h tournament.HandRevision, r Row) []string {
	var codes []string
	for _, p := range f.breaks(h.Number, h.Row, r.Turn) {
		codes = append(codes, p.Code)
	}
	if h.Number > f.last {
		codes = append(codes, NumberRange)
	}
	return codes
}
