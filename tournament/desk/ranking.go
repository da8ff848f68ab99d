package desk

import (
	"context"
	"sync"

	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// rankings keeps one computed ranking a tournament and round, because hundreds of phones ask after each hint. The change
// counter says whether it still holds.
type rankings struct {
	mu sync.Mutex
	of map[tournament.TournamentID]*rankedTournament
}

type rankedTournament struct {
	mu      sync.Mutex // held while one goroutine computes; the others wait and take what it found
	changes int64
	after   map[int]Standings
}

// sheetMemory remembers what was worked out of sheets. A table's version is raised by every change of it, so that what is
// remembered of the version holds for good.
type sheetMemory struct {
	mu sync.Mutex
	of map[tournament.TableID]sheetSummary
}

// sheetSummary is what rankings and the director's page need of a sheet.
type sheetSummary struct {
	version   int
	hands     int // planned
	done      int
	sum       int
	solosOpen []int // positions
	totals    bool
	faults    []sheet.Fault
	gone      [6]int // by position the first hand without it, 0 = it stays
}

// recall gives the summaries that are known, and the tables of which none is. A nil memory knows nothing.
func (m *sheetMemory) recall(tables []tournament.Table) (map[tournament.TableID]sheetSummary, []tournament.Table) {
	known := map[tournament.TableID]sheetSummary{}
	if m == nil {
		return known, tables
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var unknown []tournament.Table
	for _, t := range tables {
		if s, ok := m.of[t.ID]; ok && s.version == t.Version {
			known[t.ID] = s
			continue
		}
		unknown = append(unknown, t)
	}
	return known, unknown
}

func (m *sheetMemory) keep(found map[tournament.TableID]sheetSummary) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.of == nil {
		m.of = map[tournament.TableID]sheetSummary{}
	}
	for id, s := range found {
		m.of[id] = s
	}
}

// summaries are those of some tables of a round, from memory or worked out by sheets.
func (m *sheetMemory) summaries(tables []tournament.Table, sheets func([]tournament.Table) (map[tournament.TableID]sheet.Sheet, error),
) (map[tournament.TableID]sheetSummary, error) {
	known, unknown := m.recall(tables)
	if len(unknown) == 0 {
		return known, nil
	}
	worked, err := sheets(unknown)
	if err != nil {
		return nil, err
	}
	for _, t := range unknown {
		known[t.ID] = summarise(t, worked[t.ID])
	}
	m.keep(known)
	return known, nil
}

func summarise(t tournament.Table, w sheet.Sheet) sheetSummary {
	s := sheetSummary{version: t.Version, hands: w.Hands, done: w.Done, solosOpen: w.SolosOpen, faults: w.Faults, gone: w.Session.GoneFrom}
	s.totals = len(w.Rows) == 0 && w.Done > 0
	for _, points := range w.Running {
		s.sum += points
	}
	return s
}

func (r *rankings) tournament(id tournament.TournamentID) *rankedTournament {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil {
		r.of = map[tournament.TournamentID]*rankedTournament{}
	}
	if r.of[id] == nil {
		r.of[id] = &rankedTournament{}
	}
	return r.of[id]
}

// live is the ranking as it stands, at least as new as the change counter seen. Its slices are shared: nobody changes them.
func (d *Desk) live(ctx context.Context, id tournament.TournamentID, changes int64, afterRound int) (Standings, error) {
	r := d.ranked.tournament(id)
	r.mu.Lock()
	defer r.mu.Unlock()
	if s, ok := r.after[afterRound]; ok && r.changes >= changes {
		return s, nil
	}
	var s Standings
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := tx.Tournament(id)
		if err != nil {
			return err
		}
		if s, err = compute(tx, t, afterRound, &d.sheets); err != nil {
			return err
		}
		s.Revision, err = revisionOf(tx, s)
		return err
	})
	if err != nil {
		return Standings{}, err
	}
	if r.after == nil || s.Changes != r.changes {
		r.changes, r.after = s.Changes, map[int]Standings{}
	}
	r.after[afterRound] = s
	return s, nil
}

// compute ranks a tournament after a round (0 = the last drawn) from the points of its sheets. memory may be nil.
func compute(tx *store.Tx, t tournament.Tournament, afterRound int, memory *sheetMemory) (Standings, error) {
	r, err := loadResults(tx, t, afterRound)
	if err != nil {
		return Standings{}, err
	}
	r.memory = memory
	return r.standings()
}
