package desk

import (
	"context"

	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// TableTile is a table on the director's page.
type TableTile struct {
	Table     tournament.Table
	Names     []string // by position
	Keeper    string   // name of the list keeper
	Hands     int      // hands planned
	Done      int      // hands entered
	SolosOpen []string // names that still owe a compulsory solo
	Totals    bool     // kept as totals only
	Sum       int
	Faults    int // what stands in the way of confirming
}

// RoundState is a round on the director's page.
type RoundState struct {
	Round     tournament.Round
	Tables    []TableTile
	Confirmed int
}

// Overview is the director's page: what is next, and what is in the way.
type Overview struct {
	Entries EntryList
	Rounds  []RoundState
	Journal []JournalLine // the last few; for referees and directors
	Next    string        // code of the next step: check_in, draw, release, start, play, close, draw_next, finish, done
	Round   int           // round the next step is about
}

// recent is how many journal lines the overview shows.
const recent = 12

// Overview loads the director's page. Helpers and more.
func (d *Desk) Overview(ctx context.Context, by tournament.Actor, id tournament.TournamentID) (Overview, error) {
	var o Overview
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := tx.Tournament(id)
		if err != nil {
			return err
		}
		if err := need(by, t, tournament.Helper); err != nil {
			return err
		}
		if o.Entries, err = entryList(tx, t); err != nil {
			return err
		}
		rounds, err := tx.Rounds(id)
		if err != nil {
			return err
		}
		for _, r := range rounds {
			if r.Phase == tournament.RoundPlanned {
				continue
			}
			state, err := roundState(tx, t, r)
			if err != nil {
				return err
			}
			o.Rounds = append(o.Rounds, state)
		}
		o.Next, o.Round = next(t, o)
		if by.May(tournament.Referee, t.Organisation, t.ID) {
			o.Journal, err = journal(tx, t, recent)
		}
		return err
	})
	return o, err
}

// next is what a director does next, and in which round.
func next(t tournament.Tournament, o Overview) (string, int) {
	if t.Phase == tournament.Finished {
		return "done", 0
	}
	if len(o.Rounds) == 0 {
		if o.Entries.Missing > 0 || !o.Entries.Splits {
			return "check_in", 1
		}
		return "draw", 1
	}
	last := o.Rounds[len(o.Rounds)-1]
	n := last.Round.Number
	switch {
	case last.Round.Phase == tournament.RoundDrawn && !last.Round.Released:
		return "release", n
	case last.Round.Phase == tournament.RoundDrawn:
		return "start", n
	case last.Round.Phase == tournament.RoundPlaying && last.Confirmed < len(last.Tables):
		return "play", n
	case last.Round.Phase == tournament.RoundPlaying:
		return "close", n
	}
	for _, r := range o.Rounds { // the next round may be drawn while one is still played
		if r.Round.Phase != tournament.RoundClosed {
			return "close", r.Round.Number
		}
	}
	if n < t.Format.Rounds {
		return "draw_next", n + 1
	}
	return "finish", 0
}

func roundState(tx *store.Tx, t tournament.Tournament, r tournament.Round) (RoundState, error) {
	state := RoundState{Round: r}
	list, names, err := papers(tx, t, r.Number)
	if err != nil {
		return state, err
	}
	for _, p := range list {
		state.Tables = append(state.Tables, tile(p, names))
		if p.table.Phase == tournament.TableConfirmed {
			state.Confirmed++
		}
	}
	return state, nil
}

func tile(p paper, names map[tournament.EntryID]tournament.Entry) TableTile {
	worked := sheet.Fold(p.input())
	at := make([]string, p.table.Size)
	for _, s := range p.seats { // by first hand: the last to take a seat sits there
		at[s.Position-1] = names[s.Entry].Name
	}
	tl := TableTile{
		Table: p.table, Names: at, Keeper: at[p.table.ListKeeper()-1], Hands: worked.Hands, Done: worked.Done,
		Totals: newest(p.totals) != nil,
	}
	for _, position := range worked.SolosOpen {
		tl.SolosOpen = append(tl.SolosOpen, at[position-1])
	}
	for _, points := range worked.Running {
		tl.Sum += points
	}
	for _, f := range worked.Faults {
		if !f.Soft() {
			tl.Faults++
		}
	}
	return tl
}
