package desk

import (
	"context"
	"encoding/json"

	"doko/tournament"
	"doko/tournament/store"
)

// CardsPrinted notes the address that table cards were printed with, so that the desk can say when they no longer lead
// anywhere. The same address again changes nothing. Directors.
func (d *Desk) CardsPrinted(ctx context.Context, by tournament.Actor, id tournament.TournamentID, base string) error {
	input := struct {
		Tournament tournament.TournamentID
		Base       string
	}{id, base}
	_, err := d.run(ctx, command{by: by, action: "cards.print", input: input}, func(tx *store.Tx) (outcome, error) {
		t, err := tx.LockTournament(id)
		if err != nil {
			return outcome{}, err
		}
		if err := need(by, t, tournament.Director); err != nil {
			return outcome{}, err
		}
		last, err := cardsBase(tx, id)
		if err != nil || last == base || t.Phase == tournament.Finished {
			return outcome{silent: true}, err
		}
		return outcome{
			tournament: id, subject: "cards", id: int64(id), before: fields{"base": last}, after: fields{"base": base},
			topics: []string{"cards"},
		}, nil
	})
	return err
}

// CardsBase is the address that the newest table cards were printed with, "" = none were. Helpers and more.
func (d *Desk) CardsBase(ctx context.Context, by tournament.Actor, id tournament.TournamentID) (string, error) {
	base := ""
	err := d.view(ctx, func(tx *store.Tx) error {
		_, err := loadFor(tx, by, id, tournament.Helper)
		if err != nil {
			return err
		}
		base, err = cardsBase(tx, id)
		return err
	})
	return base, err
}

func cardsBase(tx *store.Tx, id tournament.TournamentID) (string, error) {
	entries, err := tx.JournalOf("cards", int64(id))
	if err != nil || len(entries) == 0 {
		return "", err
	}
	var after struct{ Base string }
	if err := json.Unmarshal(entries[len(entries)-1].After, &after); err != nil {
		return "", err
	}
	return after.Base, nil
}
