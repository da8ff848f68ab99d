package desk

import (
	"context"
	"time"

	"doko/tournament"
	"doko/tournament/pace"
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
	Time      pace.Clock
	Entered   []time.Time   // when each hand was first written down, while the round is played
	Forecast  pace.Forecast // while the round is played
	Presence  Presence      // the same
}

// RoundState is a round on the director's page.
type RoundState struct {
	Round     tournament.Round
	Tables    []TableTile
	Confirmed int
	Now       time.Time // what the forecasts go by
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
const recent = 20

// Overview loads the director's page. Helpers and more.
func (d *Desk) Overview(ctx context.Context, by tournament.Actor, id tournament.TournamentID) (Overview, error) {
	var o Overview
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := loadFor(tx, by, id, tournament.Helper)
		if err != nil {
			return err
		}
		if o.Entries, err = entryList(tx, t); err != nil {
			return err
		}
		names := map[tournament.EntryID]tournament.Entry{}
		for _, e := range o.Entries.Entries {
			names[e.ID] = e
		}
		rounds, err := tx.Rounds(id)
		if err != nil {
			return err
		}
		for _, r := range rounds {
			if r.Phase == tournament.RoundPlanned {
				continue
			}
			state, err := roundState(tx, &d.sheets, t, r, names)
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

// roundState shows a round's tables, of which only those are worked out that have changed since they were last.
func roundState(tx *store.Tx, m *sheetMemory, t tournament.Tournament, r tournament.Round, names map[tournament.EntryID]tournament.Entry,
) (RoundState, error) {
	state := RoundState{Round: r}
	tables, err := tx.Tables(r.ID)
	if err != nil {
		return state, err
	}
	seats, err := tx.Seats(r.ID)
	if err != nil {
		return state, err
	}
	summaries, err := m.summaries(tables, func(unknown []tournament.Table) (map[tournament.TableID]sheet.Sheet, error) {
		return workOut(tx, t, unknown, seats)
	})
	if err != nil {
		return state, err
	}
	for _, table := range tables {
		state.Tables = append(state.Tables, tile(table, seats[table.ID], summaries[table.ID], names))
		if table.Phase == tournament.TableConfirmed {
			state.Confirmed++
		}
	}
	return state, expect(tx, &state)
}

func tile(t tournament.Table, seats []tournament.Seat, s sheetSummary, names map[tournament.EntryID]tournament.Entry) TableTile {
	at := make([]string, t.Size)
	for _, seat := range seats { // by first hand: the last to take a seat sits there
		at[seat.Position-1] = names[seat.Entry].Name
	}
	tl := TableTile{
		Table: t, Names: at, Keeper: at[t.Keeper(s.gone)-1], Hands: s.hands, Done: s.done, Totals: s.totals, Sum: s.sum,
	}
	for _, position := range s.solosOpen {
		tl.SolosOpen = append(tl.SolosOpen, at[position-1])
	}
	for _, f := range s.faults {
		if !f.Soft() {
			tl.Faults++
		}
	}
	return tl
}
