package desk

import (
	"context"
	"slices"
	"strings"

	"doko/tournament"
	"doko/tournament/store"
)

// People searches the organisation's address book for players who are not in the tournament yet: every word of the query
// begins a word of the name, umlauts in any spelling. An empty query finds all. Helpers and more.
func (d *Desk) People(ctx context.Context, by tournament.Actor, id tournament.TournamentID, query string) ([]tournament.Player, error) {
	var found []tournament.Player
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := loadFor(tx, by, id, tournament.Helper)
		if err != nil {
			return err
		}
		entries, err := tx.Entries(id)
		if err != nil {
			return err
		}
		in := map[tournament.PlayerID]bool{}
		for _, e := range entries {
			in[e.Player] = true
		}
		all, err := tx.PlayersOf(t.Organisation)
		if err != nil {
			return err
		}
		for _, p := range all {
			if !in[p.ID] && p.ErasedAt.IsZero() && fits(p.Name, query) {
				found = append(found, p)
			}
		}
		return nil
	})
	tournament.SortByName(found, func(p tournament.Player) string { return p.Name })
	return found, err
}

// fits reports whether every word of the query begins a word of the name.
func fits(name, query string) bool {
	words := strings.Fields(tournament.FoldLoose(name))
	for _, q := range strings.Fields(tournament.FoldLoose(query)) {
		if !slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, q) }) {
			return false
		}
	}
	return true
}
