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
	faults  faultsByTable
}

// faultsByTable remembers what is odd about confirmed sheets, which stay as they are until the table's version changes.
type faultsByTable map[tournament.TableID]knownFaults

type knownFaults struct {
	version int
	faults  []sheet.Fault
}

func (r *rankings) tournament(id tournament.TournamentID) *rankedTournament {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil {
		r.of = map[tournament.TournamentID]*rankedTournament{}
	}
	if r.of[id] == nil {
		r.of[id] = &rankedTournament{faults: faultsByTable{}}
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
		s, err = compute(tx, t, afterRound, r.faults)
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

// compute ranks a tournament after a round (0 = the last drawn) from the points of its sheets. remembered may be nil.
func compute(tx *store.Tx, t tournament.Tournament, afterRound int, remembered faultsByTable) (Standings, error) {
	r, err := loadResults(tx, t, afterRound)
	if err != nil {
		return Standings{}, err
	}
	r.remembered = remembered
	return r.standings()
}
