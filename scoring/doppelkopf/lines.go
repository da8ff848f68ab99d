package doppelkopf

import "doko/scoring/tally"

// kind is the kind of a line, as a number while a hand is scored.
type kind uint8

// The kinds in the order in which they are written. Those of denials stand in the order of the steps.
const (
	kWon kind = iota
	kAgainstOld
	kUnder90
	kUnder60
	kUnder30
	kSchwarz
	kCallRe
	kCallKontra
	kReK90
	kReK60
	kReK30
	kReSchwarz
	kKontraK90
	kKontraK60
	kKontraK30
	kKontraSchwarz
	kBeatK90
	kBeatK60
	kBeatK30
	kBeatSchwarz
	kFuchs
	kFuchsLast
	kDoppelkopf
	kKarlchen
	kKarlchenCaught
	kDulleCaught
)

// step is the kind that belongs to a step, of those that begin with keine 90.
func step(first kind, d Denial) kind { return first + kind(d-K90) }

// String is the item kind of VECTORS.
func (k kind) String() string {
	return [...]string{
		"won", "against_old", "under_90", "under_60", "under_30", "schwarz", "call_re", "call_kontra",
		"re_k90", "re_k60", "re_k30", "re_schwarz", "kontra_k90", "kontra_k60", "kontra_k30", "kontra_schwarz",
		"beat_k90", "beat_k60", "beat_k30", "beat_schwarz",
		Fuchs, FuchsLast, Doppelkopf, Karlchen, KarlchenCaught, DulleCaught,
	}[k]
}

// line is a tally.Line in eight bytes. side is that of index.
type line struct {
	kind   kind
	side   uint8
	points int32
}

// spell writes the lines out.
func spell(lines []line) []tally.Line {
	if len(lines) == 0 {
		return nil
	}
	out := make([]tally.Line, len(lines))
	for i, l := range lines {
		out[i] = tally.Line{Party: string([...]Party{Re, Kontra}[l.side]), Kind: l.kind.String(), Points: int(l.points)}
	}
	return out
}
