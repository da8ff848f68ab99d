package desk

import (
	"fmt"
	"slices"
	"strings"

	"doko/tournament"
	"doko/tournament/draw"
	"doko/tournament/store"
)

// drawing is everything the draw of a round goes by. Players are named by start number, so that whoever has the entry list
// can run the draw again.
type drawing struct {
	round   int
	players []draw.Player // who plays the round
	entries []tournament.Entry
	history []draw.Round // who started where in the rounds before
	options draw.Options
}

// gather loads what the draw of a round goes by, but for the ranks.
func gather(tx *store.Tx, t tournament.Tournament, round int) (drawing, error) {
	f := drawing{round: round, options: draw.Options{Rounds: 1, Fives: draw.Fives(t.Format.Fives), Mode: draw.Mode(t.Format.Seating)}}
	if plans(t) {
		f.options.Rounds = max(1, t.Format.Rounds-round+1)
	}
	if round == 1 && ranked(t) { // nobody has a rank yet
		f.options.Mode = draw.ModeEachRound
	}
	var err error
	if f.entries, err = tx.Entries(t.ID); err != nil {
		return f, err
	}
	for _, e := range f.entries {
		if e.Plays(round) {
			f.players = append(f.players, player(e))
		}
	}
	for i := range f.players { // wishes about who is not there mean nothing today
		f.players[i].Apart = slices.DeleteFunc(f.players[i].Apart, func(id int64) bool {
			return !slices.ContainsFunc(f.players, func(p draw.Player) bool { return p.ID == id })
		})
	}
	rounds, err := tx.Rounds(t.ID)
	if err != nil {
		return f, err
	}
	for _, r := range rounds {
		if r.Number >= round || r.Phase == tournament.RoundPlanned {
			continue
		}
		s, err := seating(tx, t, r)
		if err != nil {
			return f, err
		}
		f.history = append(f.history, drawn(s))
	}
	return f, nil
}

// plans reports whether the first draw seats all rounds.
func plans(t tournament.Tournament) bool {
	return t.Format.Seating == tournament.SeatingPlan || t.Format.Seating == tournament.SeatingFixed
}

// ranked reports whether the draw goes by the ranking so far.
func ranked(t tournament.Tournament) bool {
	return t.Format.Seating == tournament.SeatingByRank || t.Format.Seating == tournament.SeatingMovement
}

func player(e tournament.Entry) draw.Player {
	p := draw.Player{ID: int64(e.StartNo), Club: e.Club, Table: e.FixedTable}
	for _, no := range e.Apart {
		p.Apart = append(p.Apart, int64(no))
	}
	return p
}

// everybody are the players of a seating with their wishes, seated or not: who plays the round, and who sits in it anyway.
func (f drawing) everybody(s Seating) []draw.Player {
	ps := slices.Clone(f.players)
	for _, t := range s.Tables {
		for _, v := range t.Seats {
			there := slices.ContainsFunc(ps, func(p draw.Player) bool { return p.ID == int64(v.StartNo) })
			i := slices.IndexFunc(f.entries, func(e tournament.Entry) bool { return e.ID == v.Entry })
			if v.FromHand <= 1 && !there && i >= 0 {
				ps = append(ps, player(f.entries[i]))
			}
		}
	}
	return ps
}

// draft is a draw decided but not yet written.
type draft struct {
	tournament tournament.Tournament
	old        tournament.Round // the round as it is, ID 0 = none
	planned    bool             // the plan of an earlier draw holds
	list       *tournament.Draw // announced, waits for its seed; nil = none
	drawing
	rounds []tournament.Round
}

// prepare checks that a round can be drawn now and finds out from what.
func prepare(tx *store.Tx, t tournament.Tournament, in DrawRound) (draft, error) {
	f, err := unannounced(tx, t, in)
	if err != nil {
		return f, err
	}
	if err := f.announced(tx, in); err != nil {
		return f, err
	}
	if f.old.ID != 0 && f.old.Phase == tournament.RoundPlanned && in.Seed == "" && f.list == nil && in.Choices == (Choices{}) {
		f.planned, err = f.holds(tx)
	}
	return f, err
}

// unannounced is what the round would be drawn from if no list had been announced.
func unannounced(tx *store.Tx, t tournament.Tournament, in DrawRound) (draft, error) {
	f := draft{tournament: t}
	if in.Round < 1 || in.Round > t.Format.Rounds {
		return f, tournament.Invalid("number_range", "round", map[string]any{"Min": 1, "Max": t.Format.Rounds})
	}
	var err error
	if f.rounds, err = tx.Rounds(t.ID); err != nil {
		return f, err
	}
	if f.old, err = inTurn(f.rounds, t, in.Round); err != nil {
		return f, err
	}
	if f.drawing, err = gather(tx, t, in.Round); err != nil {
		return f, err
	}
	f.options.Prefer, f.options.Clubs, f.options.Effort = in.Prefer, in.Clubs, in.Effort
	if f.old.ID != 0 && f.old.Phase != tournament.RoundPlanned {
		if err := again(tx, f.old, in); err != nil {
			return f, err
		}
	}
	return f, f.rank(tx)
}

// inTurn checks that a round is the next to be drawn, or the last drawn, and finds it.
func inTurn(rounds []tournament.Round, t tournament.Tournament, number int) (tournament.Round, error) {
	var old tournament.Round
	before := number == 1
	for _, r := range rounds {
		planned := r.Phase == tournament.RoundPlanned
		if r.Number > number && !planned {
			return old, tournament.Wrong(tournament.ErrPhase, "later_round_drawn", map[string]any{"Round": r.Number})
		}
		if r.Number == number-1 && !planned {
			before = true
			if ranked(t) && r.Phase != tournament.RoundClosed { // a draft of a sheet never decides a seat
				return old, tournament.Wrong(tournament.ErrPhase, "round_open", map[string]any{"Round": r.Number})
			}
		}
		if r.Number == number {
			old = r
		}
	}
	if !before {
		return old, tournament.Wrong(tournament.ErrPhase, "round_not_drawn", map[string]any{"Round": number - 1})
	}
	return old, nil
}

// again checks that a round that is drawn may be drawn once more.
func again(tx *store.Tx, old tournament.Round, in DrawRound) error {
	if err := unplayed(tx, old); err != nil {
		return err
	}
	if in.Seed != "" && in.Seed == old.Seed {
		return tournament.Invalid("seed_same", "seed", nil)
	}
	return reasoned(in.Reason)
}

// unplayed refuses a round in which anything was entered.
func unplayed(tx *store.Tx, r tournament.Round) error {
	hands, err := tx.HandsOfRound(r.ID)
	if err != nil {
		return err
	}
	totals, err := tx.TotalsOfRound(r.ID)
	if err != nil {
		return err
	}
	if len(hands)+len(totals) == 0 {
		return nil
	}
	return tournament.Wrong(tournament.ErrPhase, "round_has_hands", map[string]any{"Round": r.Number})
}

// holds reports whether the seating planned for the round fits who is there now and what they wish.
func (f draft) holds(tx *store.Tx) (bool, error) {
	s, err := seating(tx, f.tournament, f.old)
	if err != nil {
		return false, err
	}
	for _, fault := range draw.Check(f.players, f.history, drawn(s)) {
		if fault.Illegal || fault.Code == "apart" || fault.Code == "fixed" {
			return false, nil
		}
	}
	return true, nil
}

// args are the values of a draw's problem for our texts: capital keys, players with their names.
func (f drawing) args(from map[string]any) map[string]any {
	names := map[int64]string{}
	for _, e := range f.entries {
		names[int64(e.StartNo)] = fmt.Sprintf("%s (%d)", e.Name, e.StartNo)
	}
	to := make(map[string]any, len(from))
	for k, v := range from {
		key := strings.ToUpper(k[:1]) + k[1:]
		to[key] = v
		switch v := v.(type) {
		case draw.IDs:
			words := make([]string, len(v))
			for i, id := range v {
				words[i] = names[id]
			}
			to[key] = strings.Join(words, ", ")
		case int64:
			to[key] = names[v]
		}
	}
	return to
}

// rank gives the players their places where the draw goes by them: after the round before, in mode movement in it alone.
func (f *draft) rank(tx *store.Tx) error {
	if !ranked(f.tournament) || f.round == 1 {
		return nil
	}
	s, err := compute(tx, f.tournament, f.round-1, nil)
	if err != nil {
		return err
	}
	ranks := ranksFor(s.Lines, f.options.Mode, f.round)
	for i, p := range f.players {
		f.players[i].Rank = ranks[p.ID]
	}
	return nil
}

// ranksFor are what the draw of a round goes by, by start number: the ranks, in mode movement the places in the round before alone.
func ranksFor(lines []StandingLine, mode draw.Mode, round int) map[int64]int {
	ranks := map[int64]int{}
	for _, l := range lines {
		ranks[int64(l.StartNo)] = l.Rank
		if mode == draw.ModeMovement {
			ranks[int64(l.StartNo)] = placeInRound(lines, l, round-1)
		}
	}
	return ranks
}

// placeInRound is a line's place in one round, 0 if it was not seated then.
func placeInRound(lines []StandingLine, l StandingLine, round int) int {
	if len(l.Rounds) < round || l.Rounds[round-1] == nil {
		return 0
	}
	better := 1
	for _, o := range lines {
		if len(o.Rounds) >= round && o.Rounds[round-1] != nil && *o.Rounds[round-1] > *l.Rounds[round-1] {
			better++
		}
	}
	return better
}
