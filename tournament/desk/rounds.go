package desk

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"doko/tournament"
	"doko/tournament/draw"
	"doko/tournament/store"
)

// DrawRound seats the players present. Drawing again needs a reason; it is refused once a hand of the round is entered.
type DrawRound struct {
	Op         string
	Tournament tournament.TournamentID
	Round      int
	Seed       string // "" = made by the program; needed where the list was announced
	Reason     string // needed when the round is drawn already
	Choices
}

// Choices are how a draw is made. Empty ones mean: fair fives before few repeats, clubs soft, a normal search. Where the list was
// announced, the choices announced with it hold.
type Choices struct {
	Prefer draw.Prefer // in mode by_rank, repeats = neighbours in rank change tables to avoid repeats
	Clubs  draw.Clubs
	Effort draw.Effort
}

// RoundStep releases the seating, starts, closes or reopens a round.
type RoundStep struct {
	Op         string
	Tournament tournament.TournamentID
	Round      int
	Version    int
	Reason     string // needed to reopen
}

// SwapSeats exchanges two players of a drawn round by hand. Accept = the director has seen what gets worse.
type SwapSeats struct {
	Op         string
	Tournament tournament.TournamentID
	Round      int
	Version    int
	A, B       tournament.EntryID
	Accept     bool
	Reason     string // needed where something is entered at the table
}

// SeatView is a player at a table.
type SeatView struct {
	Position int
	Entry    tournament.EntryID
	StartNo  int
	Name     string
	Club     string
	FromHand int
}

// SeatedTable is a table with its players.
type SeatedTable struct {
	Table tournament.Table
	Seats []SeatView
}

// Seating is who sits where in a round.
type Seating struct {
	Tournament tournament.Tournament
	Round      tournament.Round
	Tables     []SeatedTable
	Faults     []draw.Fault // club mates, repeats, apart pairs: for helpers and more only
	Proof      *Certificate // of the draw; nil = seated by hand or imported
}

// roundCommand changes one round that is drawn: it locks the tournament, checks right, phase and version, lets change work
// and writes the round.
func (d *Desk) roundCommand(ctx context.Context, c command, in RoundStep,
	change func(*store.Tx, tournament.Tournament, *tournament.Round) error,
) (tournament.Round, error) {
	var r tournament.Round
	_, err := d.run(ctx, c, func(tx *store.Tx) (outcome, error) {
		t, old, err := lockRound(tx, c.by, in.Tournament, in.Round, in.Version)
		if err != nil {
			return outcome{}, err
		}
		r = old
		if err := change(tx, t, &r); err != nil {
			return outcome{}, err
		}
		if err := tx.UpdateRound(&r); err != nil {
			return outcome{}, err
		}
		return outcome{
			tournament: t.ID, subject: "round", id: int64(r.ID), before: roundFields(old), after: roundFields(r), reason: in.Reason,
			topics: []string{roundTopic(r.Number), "standings", "tournaments"},
		}, nil
	})
	if err != nil {
		return tournament.Round{}, err
	}
	err = d.view(ctx, func(tx *store.Tx) error {
		r, err = tx.Round(in.Tournament, in.Round)
		return err
	})
	return r, err
}

// lockRound locks a tournament and loads a drawn round of it for a director's command that saw this version.
func lockRound(tx *store.Tx, by tournament.Actor, id tournament.TournamentID, number, version int) (tournament.Tournament, tournament.Round, error) {
	t, err := changeable(tx, by, id, tournament.Director)
	if err != nil {
		return tournament.Tournament{}, tournament.Round{}, err
	}
	r, err := drawnRound(tx, t.ID, number)
	if err != nil {
		return tournament.Tournament{}, tournament.Round{}, err
	}
	return t, r, current(version, r.Version)
}

// drawnRound loads a round that is more than planned.
func drawnRound(tx *store.Tx, id tournament.TournamentID, number int) (tournament.Round, error) {
	r, err := tx.Round(id, number)
	if err != nil {
		return tournament.Round{}, err
	}
	if r.Phase == tournament.RoundPlanned {
		return tournament.Round{}, unknownRound()
	}
	return r, nil
}

func unknownRound() error { return tournament.Wrong(tournament.ErrNotFound, "unknown_round", nil) }

func roundTopic(number int) string { return fmt.Sprintf("round:%d", number) }

func tableTopic(id tournament.TableID) string { return fmt.Sprintf("table:%d", id) }

func roundFields(r tournament.Round) fields {
	return fields{"number": r.Number, "phase": r.Phase, "released": r.Released, "seed": r.Seed}
}

// ReleaseSeating shows the seating to visitors.
func (d *Desk) ReleaseSeating(ctx context.Context, by tournament.Actor, in RoundStep) (tournament.Round, error) {
	c := command{by: by, op: in.Op, action: "round.release", input: in}
	return d.roundCommand(ctx, c, in, func(_ *store.Tx, _ tournament.Tournament, r *tournament.Round) error {
		r.Released = true
		return nil
	})
}

// StartRound says that play has begun; the first hand does the same by itself.
func (d *Desk) StartRound(ctx context.Context, by tournament.Actor, in RoundStep) (tournament.Round, error) {
	c := command{by: by, op: in.Op, action: "round.start", input: in}
	return d.roundCommand(ctx, c, in, func(tx *store.Tx, _ tournament.Tournament, r *tournament.Round) error {
		if r.Phase != tournament.RoundDrawn {
			return wrongPhase("round_begun", *r)
		}
		r.Phase, r.StartsAt = tournament.RoundPlaying, tx.Now
		return nil
	})
}

// wrongPhase says that a step does not fit where a round stands.
func wrongPhase(code string, r tournament.Round) error {
	return tournament.Wrong(tournament.ErrPhase, code, map[string]any{"Round": r.Number})
}

// CloseRound closes a round of which every sheet is confirmed. Problem sheets_missing names the tables and list keepers.
func (d *Desk) CloseRound(ctx context.Context, by tournament.Actor, in RoundStep) (tournament.Round, error) {
	c := command{by: by, op: in.Op, action: "round.close", input: in}
	return d.roundCommand(ctx, c, in, func(tx *store.Tx, _ tournament.Tournament, r *tournament.Round) error {
		if r.Phase == tournament.RoundClosed {
			return wrongPhase("round_closed", *r)
		}
		if err := sheetsThere(tx, *r); err != nil {
			return err
		}
		r.Phase, r.ClosedAt = tournament.RoundClosed, tx.Now
		return nil
	})
}

// ReopenRound opens a closed round again, with a reason.
func (d *Desk) ReopenRound(ctx context.Context, by tournament.Actor, in RoundStep) (tournament.Round, error) {
	in.Reason = tournament.CleanName(in.Reason)
	c := command{by: by, op: in.Op, action: "round.reopen", input: in}
	return d.roundCommand(ctx, c, in, func(_ *store.Tx, _ tournament.Tournament, r *tournament.Round) error {
		if err := reasoned(in.Reason); err != nil {
			return err
		}
		if r.Phase != tournament.RoundClosed {
			return wrongPhase("round_not_closed", *r)
		}
		r.Phase, r.ClosedAt = tournament.RoundPlaying, tournament.Round{}.ClosedAt
		return nil
	})
}

// sheetsThere returns nil when every sheet of the round is confirmed, else who still has one.
func sheetsThere(tx *store.Tx, r tournament.Round) error {
	tables, err := tx.Tables(r.ID)
	if err != nil {
		return err
	}
	seats, err := tx.Seats(r.ID)
	if err != nil {
		return err
	}
	names, err := namesOf(tx, r.Tournament)
	if err != nil {
		return err
	}
	vacant, err := tx.Vacancies(r.ID)
	if err != nil {
		return err
	}
	var numbers, keepers []string
	for _, t := range tables {
		if t.Phase == tournament.TableConfirmed {
			continue
		}
		numbers = append(numbers, strconv.Itoa(t.Number))
		keepers = append(keepers, names[keeper(t, seats[t.ID], vacant[t.ID])].Name)
	}
	if len(numbers) == 0 {
		return nil
	}
	return tournament.Wrong(tournament.ErrPhase, "sheets_missing", map[string]any{
		"Round": r.Number, "Count": len(numbers), "Tables": strings.Join(numbers, ", "), "Names": strings.Join(keepers, ", "),
	})
}

// keeper is who keeps the list of a table, the last to take that seat.
func keeper(t tournament.Table, seats []tournament.Seat, vacant []tournament.Vacancy) tournament.EntryID {
	var id tournament.EntryID
	at := t.Keeper(goneFrom(vacant))
	for _, s := range seats {
		if s.Position == at {
			id = s.Entry
		}
	}
	return id
}

// namesOf are a tournament's entries by id.
func namesOf(tx *store.Tx, id tournament.TournamentID) (map[tournament.EntryID]tournament.Entry, error) {
	entries, err := tx.Entries(id)
	if err != nil {
		return nil, err
	}
	m := make(map[tournament.EntryID]tournament.Entry, len(entries))
	for _, e := range entries {
		m[e.ID] = e
	}
	return m, nil
}

// Rounds lists the rounds drawn (visitors: released).
func (d *Desk) Rounds(ctx context.Context, by tournament.Actor, id tournament.TournamentID) ([]tournament.Round, error) {
	var found []tournament.Round
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := seen(tx, by, id)
		if err != nil {
			return err
		}
		all, err := tx.Rounds(id)
		if err != nil {
			return err
		}
		for _, r := range all {
			if mayKnow(by, t, r) {
				found = append(found, r)
			}
		}
		return nil
	})
	return found, err
}

// mayKnow reports whether the actor may know of a round: helpers of those drawn, visitors of those released.
func mayKnow(by tournament.Actor, t tournament.Tournament, r tournament.Round) bool {
	if r.Phase == tournament.RoundPlanned {
		return false
	}
	return r.Released || by.May(tournament.Helper, t.Organisation, t.ID)
}
