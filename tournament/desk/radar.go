package desk

import (
	"cmp"
	"context"
	"slices"

	"doko/tournament"
	"doko/tournament/pace"
	"doko/tournament/store"
)

// Radar is every round that is being played, its tables the most urgent first.
type Radar struct {
	Tournament tournament.Tournament
	Rounds     []RoundState
}

// Radar tells how far the tables are and which will be late. Helpers and more.
func (d *Desk) Radar(ctx context.Context, by tournament.Actor, id tournament.TournamentID) (Radar, error) {
	var radar Radar
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := loadFor(tx, by, id, tournament.Helper)
		if err != nil {
			return err
		}
		radar = Radar{Tournament: t}
		names, err := namesOf(tx, id)
		if err != nil {
			return err
		}
		rounds, err := tx.Rounds(id)
		if err != nil {
			return err
		}
		for _, r := range rounds {
			if r.Phase != tournament.RoundPlaying {
				continue
			}
			state, err := roundState(tx, &d.sheets, t, r, names)
			if err != nil {
				return err
			}
			slices.SortStableFunc(state.Tables, byUrgency)
			radar.Rounds = append(radar.Rounds, state)
		}
		return nil
	})
	return radar, err
}

// byUrgency orders tables by how they stand, then by when they are done; those that are done by number.
func byUrgency(a, b TableTile) int {
	if c := cmp.Compare(a.Forecast.State.Urgency(), b.Forecast.State.Urgency()); c != 0 || a.Forecast.State == pace.Done {
		return c
	}
	return b.Forecast.End.Compare(a.Forecast.End)
}

// expect fills in the forecasts of a round that is being played and which phones are there, with one look at the times of its hands and
// one at the devices.
func expect(tx *store.Tx, state *RoundState) error {
	state.Now = tx.Now
	if state.Round.Phase != tournament.RoundPlaying {
		return nil
	}
	times, err := tx.HandTimes(state.Round.ID)
	if err != nil {
		return err
	}
	devices, err := tx.Devices(state.Round.ID)
	if err != nil {
		return err
	}
	round := pace.Round{Start: state.Round.ClockAt, Now: tx.Now}
	if round.Start.IsZero() {
		round.Start = state.Round.StartsAt
	}
	for i := range state.Tables {
		t := &state.Tables[i]
		t.Presence = presenceOf(t.Table, devices[t.Table.ID], tx.Now)
		t.Time, t.Entered = ClockOf(state.Round, t.Table), times[t.Table.ID]
		round.Tables = append(round.Tables, pace.Table{
			Hands: t.Hands, Done: t.Done, Solos: len(t.SolosOpen), Closed: t.Totals || t.Table.Phase != tournament.TableOpen,
			Entered: t.Entered, Deadline: t.Time.Deadline(),
		})
	}
	for i, f := range pace.Forecasts(round) {
		state.Tables[i].Forecast = f
	}
	return nil
}
