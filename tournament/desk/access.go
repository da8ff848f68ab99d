package desk

import (
	"errors"

	"doko/tournament"
	"doko/tournament/store"
)

// need returns nil when the actor has the role in the tournament. Who may not even know the tournament gets "not found".
func need(by tournament.Actor, t tournament.Tournament, role tournament.Role) error {
	if by.May(role, t.Organisation, t.ID) {
		return nil
	}
	if t.Public || belongs(by, t.Organisation) || by.Table != 0 {
		return forbidden(role)
	}
	return hidden()
}

// see returns nil when the actor may see the tournament's public side.
func see(by tournament.Actor, t tournament.Tournament) error {
	switch {
	case t.Public, by.May(tournament.Helper, t.Organisation, t.ID):
		return nil
	case belongs(by, t.Organisation): // a right for another tournament of the club
		return forbidden(tournament.Helper)
	}
	return hidden()
}

// belongs reports whether the actor has any role in the organisation, be it in one tournament only.
func belongs(by tournament.Actor, org tournament.OrganisationID) bool {
	for _, m := range by.Memberships {
		if m.Organisation == org {
			return true
		}
	}
	return by.System
}

func forbidden(role tournament.Role) error {
	return tournament.Wrong(tournament.ErrForbidden, "forbidden", map[string]any{"Role": string(role)})
}

func hidden() error { return tournament.Wrong(tournament.ErrNotFound, "unknown_tournament", nil) }

// onlySystem lets nobody but the operator at the command line pass.
func onlySystem(by tournament.Actor) error {
	if by.System {
		return nil
	}
	return forbidden(tournament.Director)
}

// directs returns nil when the actor directs the organisation, or the one tournament of it.
func directs(by tournament.Actor, org tournament.OrganisationID, t tournament.TournamentID) error {
	if by.May(tournament.Director, org, t) {
		return nil
	}
	return forbidden(tournament.Director)
}

// organisation is the one asked for; 0 means the only one the actor directs. A fresh installation gets its one organisation.
func (d *Desk) organisation(tx *store.Tx, by tournament.Actor, id tournament.OrganisationID) (tournament.OrganisationID, error) {
	if id != 0 {
		o, err := tx.Organisation(id)
		return o.ID, err
	}
	found := map[tournament.OrganisationID]bool{}
	if by.System {
		all, err := tx.Organisations()
		if err != nil {
			return 0, err
		}
		if len(all) == 0 {
			o, err := tx.EnsureOrganisation(tournament.Organisation{UID: d.uid(), Name: "Doppelkopf", Slug: d.word()})
			return o.ID, err
		}
		for _, o := range all {
			found[o.ID] = true
		}
	}
	for _, m := range by.Memberships {
		if m.Role == tournament.Director && m.Tournament == 0 {
			found[m.Organisation] = true
		}
	}
	if len(found) == 0 {
		return 0, forbidden(tournament.Director)
	}
	if len(found) > 1 {
		return 0, tournament.Invalid("organisation_missing", "organisation", nil)
	}
	for id = range found {
	}
	return id, nil
}

// loadFor loads a tournament for those who have the role in it.
func loadFor(tx *store.Tx, by tournament.Actor, id tournament.TournamentID, role tournament.Role) (tournament.Tournament, error) {
	t, err := tx.Tournament(id)
	if err != nil {
		return t, err
	}
	return t, need(by, t, role)
}

// changeable locks a tournament for a command of the role. A finished tournament takes no commands.
func changeable(tx *store.Tx, by tournament.Actor, id tournament.TournamentID, role tournament.Role) (tournament.Tournament, error) {
	t, err := tx.LockTournament(id)
	if err != nil {
		return t, err
	}
	if err := need(by, t, role); err != nil {
		return t, err
	}
	return t, unfinished(t)
}

func unfinished(t tournament.Tournament) error {
	if t.Phase == tournament.Finished {
		return tournament.Wrong(tournament.ErrPhase, "tournament_finished", nil)
	}
	return nil
}

// current returns nil when the version seen is the version stored.
func current(seen, stored int) error {
	if seen == stored {
		return nil
	}
	return tournament.Wrong(tournament.ErrConflict, "stale", nil)
}

// reasoned returns nil when a reason is given.
func reasoned(reason string) error {
	if reason != "" {
		return nil
	}
	return tournament.Invalid("reason_missing", "reason", nil)
}

func notFound(err error) bool { return errors.Is(err, tournament.ErrNotFound) }
