package desk

import (
	"errors"

	"doko/tournament"
	"doko/tournament/store"
)

// placement is a table where it belongs.
type placement struct {
	table      tournament.Table
	round      tournament.Round
	tournament tournament.Tournament
}

// place loads a table with its round and tournament. A table of a round that is only planned is unknown to everybody.
func place(tx *store.Tx, id tournament.TableID) (placement, error) {
	table, err := tx.Table(id)
	if err != nil {
		return placement{}, err
	}
	round, err := tx.RoundByID(table.Round)
	if err != nil {
		return placement{}, err
	}
	t, err := tx.Tournament(round.Tournament)
	if err != nil {
		return placement{}, err
	}
	return placement{table, round, t}, shown(round)
}

// lockPlace is place for a command at one table: it shares the tournament with other tables and locks the table.
func lockPlace(tx *store.Tx, id tournament.TableID) (placement, error) {
	of, err := tx.TournamentOfTable(id)
	if err != nil {
		return placement{}, err
	}
	t, err := tx.ShareTournament(of)
	if err != nil {
		return placement{}, err
	}
	table, round, err := tx.LockTable(id)
	if err != nil {
		return placement{}, err
	}
	return placement{table, round, t}, shown(round)
}

// lockWhole is lockPlace for a command that changes more of the round than the table.
func lockWhole(tx *store.Tx, id tournament.TableID) (placement, error) {
	of, err := tx.TournamentOfTable(id)
	if err != nil {
		return placement{}, err
	}
	if _, err := tx.LockTournament(of); err != nil {
		return placement{}, err
	}
	return lockPlace(tx, id)
}

func shown(r tournament.Round) error {
	if r.Phase == tournament.RoundPlanned {
		return tournament.Wrong(tournament.ErrNotFound, "unknown_table", nil)
	}
	return nil
}

// atTable returns nil when the actor may keep the list of the table.
func atTable(by tournament.Actor, p placement) error {
	if by.AtTable(p.table.ID, p.tournament.Organisation, p.tournament.ID) {
		return nil
	}
	return need(by, p.tournament, tournament.Helper)
}

// writable returns nil when the sheet takes entries from the actor: the tournament is not finished, and the round not closed
// but for a director.
func writable(by tournament.Actor, p placement) error {
	if err := unfinished(p.tournament); err != nil {
		return err
	}
	director := by.May(tournament.Director, p.tournament.Organisation, p.tournament.ID)
	if p.round.Phase == tournament.RoundClosed && !director {
		return wrongPhase("round_closed", p.round)
	}
	return nil
}

// touch raises the table's version with what the command has changed of it, and lets the first entry of a round begin it.
func touch(tx *store.Tx, p *placement) error {
	if err := tx.UpdateTable(&p.table); err != nil {
		return err
	}
	if p.round.Phase != tournament.RoundDrawn {
		return nil
	}
	p.round.Phase, p.round.StartsAt = tournament.RoundPlaying, tx.Now
	err := tx.UpdateRound(&p.round)
	if !errors.Is(err, tournament.ErrConflict) {
		return err
	}
	now, err := tx.RoundByID(p.round.ID) // another table of the round was first
	if err != nil {
		return err
	}
	if now.Phase == tournament.RoundDrawn {
		return tournament.Wrong(tournament.ErrConflict, "stale", nil)
	}
	p.round = now
	return nil
}
