package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"doko/scoring"
	"doko/scoring/tally"
	"doko/tournament"
	"doko/tournament/store"
)

// Settings are what a director decides about a tournament.
type Settings struct {
	Name      string // 1 to 120 characters
	Venue     string
	StartsAt  time.Time // zero = open; between 1990 and 2100
	TimeZone  string
	Rules     []byte // RULES JSON: a preset name or an object; empty = "ddv"
	Format    tournament.Format
	Fee       tournament.Cents
	Currency  string // ISO 4217, "EUR"
	Public    bool
	Standings tournament.Release
	Prizes    []tournament.Prize
}

// SettingsOf are a tournament's settings as they are, to change some of them.
func SettingsOf(t tournament.Tournament) (Settings, error) {
	rules, err := json.Marshal(t.Rules)
	if err != nil {
		return Settings{}, fmt.Errorf("rules of tournament %d: %w", t.ID, err)
	}
	return Settings{
		Name: t.Name, Venue: t.Venue, StartsAt: t.StartsAt, TimeZone: t.TimeZone, Rules: rules, Format: t.Format, Fee: t.Fee,
		Currency: t.Currency, Public: t.Public, Standings: t.Standings, Prizes: t.Prizes,
	}, nil
}

// CreateTournament starts a tournament of an organisation; Organisation 0 = the actor's only one.
type CreateTournament struct {
	Op           string
	Organisation tournament.OrganisationID
	Settings     Settings
}

// EditTournament changes the settings. Rules and hands can't change once a round is drawn (ErrPhase).
type EditTournament struct {
	Op         string
	Tournament tournament.TournamentID
	Version    int
	Settings   Settings
}

// TournamentPhase finishes or reopens a tournament.
type TournamentPhase struct {
	Op         string
	Tournament tournament.TournamentID
	Version    int
	To         tournament.Phase
	Reason     string // needed to reopen
}

// apply puts the settings into a tournament and checks them. The error is tournament.Problems.
func (s Settings) apply(t *tournament.Tournament) error {
	t.Name, t.Venue = tournament.CleanName(s.Name), tournament.CleanName(s.Venue)
	t.StartsAt, t.TimeZone = s.StartsAt.UTC(), s.TimeZone
	t.Format, t.Fee, t.Currency = s.Format, s.Fee, s.Currency
	t.Public, t.Standings = s.Public, s.Standings
	t.Prizes = nil
	for _, p := range s.Prizes {
		p.Text = tournament.CleanName(p.Text)
		t.Prizes = append(t.Prizes, p)
	}
	defaults(t)
	ps := t.Check()
	raw := s.Rules
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = []byte(`"ddv"`)
	}
	rules, err := scoring.ParseRules(scoring.Doppelkopf, raw)
	if err == nil {
		err = rules.Check()
	}
	if err != nil {
		wrong, err := invalid(err)
		if err != nil {
			return err
		}
		ps = append(ps, wrong...)
	}
	t.Rules = rules
	return ps.OrNil()
}

// sent is what the operation is recognised by. The time is a number in it: JSON has no words for the year 20226.
func (s Settings) sent(subject any, version int) any {
	at := s.StartsAt.UnixMilli()
	s.StartsAt = time.Time{}
	return struct {
		Subject  any
		Version  int
		StartsAt int64
		Settings Settings
	}{subject, version, at, s}
}

// defaults fills in what a form may leave out (CONTRACTS 5). Numbers are never filled in but the hands at a table of five.
func defaults(t *tournament.Tournament) {
	d, f := tournament.DefaultFormat(), &t.Format
	if f.HandsAtFive == 0 {
		f.HandsAtFive = tournament.FiveHands(f.HandsPerRound)
	}
	f.AfterSolo, f.Voluntary, f.RuleBreaks = or(f.AfterSolo, d.AfterSolo), or(f.Voluntary, d.Voluntary), or(f.RuleBreaks, d.RuleBreaks)
	f.Fives, f.Seating, f.Confirm = or(f.Fives, d.Fives), or(f.Seating, d.Seating), or(f.Confirm, d.Confirm)
	if len(f.Ranking) == 0 {
		f.Ranking = d.Ranking
	}
	t.TimeZone, t.Currency = or(t.TimeZone, "Europe/Berlin"), or(t.Currency, "EUR")
	t.Standings = or(t.Standings, tournament.ReleaseLive)
}

func or[S ~string](s, otherwise S) S {
	if s == "" {
		return otherwise
	}
	return s
}

// invalid turns the problems of scoring into ours; any other error comes back as it is.
func invalid(err error) (tournament.Problems, error) {
	var ts tally.Problems
	if !errors.As(err, &ts) {
		return nil, err
	}
	ps := make(tournament.Problems, len(ts))
	for i, p := range ts {
		ps[i] = &tournament.Problem{Kind: tournament.ErrInvalid, Code: p.Code, Field: p.Field, Args: p.Args}
	}
	return ps, nil
}

// CreateTournament stores a new tournament. Directors only.
func (d *Desk) CreateTournament(ctx context.Context, by tournament.Actor, in CreateTournament) (tournament.Tournament, error) {
	t := tournament.Tournament{UID: d.uid(), PublicID: d.word(), Phase: tournament.Open}
	if !by.System && len(by.Memberships) == 0 {
		return t, forbidden(tournament.Director)
	}
	wrong := in.Settings.apply(&t)
	done, err := d.run(ctx, command{by: by, op: in.Op, action: "tournament.create", input: in.Settings.sent(in.Organisation, 0)}, func(tx *store.Tx) (outcome, error) {
		org, err := d.organisation(tx, by, in.Organisation)
		if err != nil {
			return outcome{}, err
		}
		if err := directs(by, org, 0); err != nil {
			return outcome{}, err
		}
		if wrong != nil {
			return outcome{}, wrong
		}
		t.ID, t.Organisation, t.CreatedAt = 0, org, tx.Now
		if err := tx.CreateTournament(&t); err != nil {
			return outcome{}, err
		}
		return outcome{
			tournament: t.ID, subject: "tournament", id: int64(t.ID), after: tournamentFields(t), topics: []string{"tournaments"},
		}, nil
	})
	if err != nil {
		return t, err
	}
	return d.Tournament(ctx, by, tournament.TournamentID(done.Subject))
}

func tournamentFields(t tournament.Tournament) fields {
	rules, err := json.Marshal(t.Rules)
	if err != nil {
		rules = nil
	}
	return fields{
		"name": t.Name, "venue": t.Venue, "starts_at": t.StartsAt.Format(time.RFC3339), "time_zone": t.TimeZone, "phase": t.Phase,
		"rules": json.RawMessage(rules), "rounds": t.Format.Rounds, "hands_per_round": t.Format.HandsPerRound,
		"hands_at_five": t.Format.HandsAtFive, "compulsory_solos": t.Format.CompulsorySolos,
		"after_solo": t.Format.AfterSolo, "voluntary": t.Format.Voluntary, "rule_breaks": t.Format.RuleBreaks, "fives": t.Format.Fives,
		"round_minutes": t.Format.RoundMinutes,
		"seating":       t.Format.Seating, "confirm": t.Format.Confirm, "ranking": t.Format.Ranking, "fee": t.Fee, "currency": t.Currency,
		"public": t.Public, "standings": t.Standings, "prizes": t.Prizes,
	}
}

// EditTournament changes settings. Directors only; ErrConflict when the version is old.
func (d *Desk) EditTournament(ctx context.Context, by tournament.Actor, in EditTournament) (tournament.Tournament, error) {
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "tournament.edit", input: in.Settings.sent(in.Tournament, in.Version)}, func(tx *store.Tx) (outcome, error) {
		old, err := changeable(tx, by, in.Tournament, tournament.Director)
		if err != nil {
			return outcome{}, err
		}
		t := old
		if err := in.Settings.apply(&t); err != nil {
			return outcome{}, err
		}
		if err := current(in.Version, old.Version); err != nil {
			return outcome{}, err
		}
		if err := refit(tx, old, t); err != nil {
			return outcome{}, err
		}
		if err := tx.UpdateTournament(&t); err != nil {
			return outcome{}, err
		}
		return outcome{
			tournament: t.ID, subject: "tournament", id: int64(t.ID), before: tournamentFields(old), after: tournamentFields(t),
			topics: []string{"tournaments", "entries", "standings"},
		}, nil
	})
	if err != nil {
		return tournament.Tournament{}, err
	}
	return d.Tournament(ctx, by, in.Tournament)
}

// refit checks new settings against the rounds drawn, and drops planned rounds that no longer fit.
func refit(tx *store.Tx, old, now tournament.Tournament) error {
	rounds, err := tx.Rounds(old.ID)
	if err != nil {
		return err
	}
	drawn := 0
	for _, r := range rounds {
		if r.Phase != tournament.RoundPlanned {
			drawn = max(drawn, r.Number)
		}
	}
	if drawn > 0 && !sameHands(old, now) {
		return tournament.Wrong(tournament.ErrPhase, "rules_fixed", nil)
	}
	if now.Format.Rounds < drawn {
		return tournament.Invalid("rounds_drawn", "rounds", map[string]any{"Min": drawn})
	}
	if old.Format.Rounds != now.Format.Rounds || old.Format.Seating != now.Format.Seating || old.Format.Fives != now.Format.Fives {
		return dropRounds(tx, rounds, drawn+1)
	}
	return nil
}

// sameHands reports whether hands count the same under both settings.
func sameHands(a, b tournament.Tournament) bool {
	ra, errA := json.Marshal(a.Rules)
	rb, errB := json.Marshal(b.Rules)
	return errA == nil && errB == nil && bytes.Equal(ra, rb) && a.Format.HandsPerRound == b.Format.HandsPerRound &&
		a.Format.HandsAtFive == b.Format.HandsAtFive && a.Format.CompulsorySolos == b.Format.CompulsorySolos &&
		a.Format.AfterSolo == b.Format.AfterSolo && a.Format.Voluntary == b.Format.Voluntary
}

// MovePhase finishes or reopens. Problem sheets_missing lists what is open when finishing.
func (d *Desk) MovePhase(ctx context.Context, by tournament.Actor, in TournamentPhase) (tournament.Tournament, error) {
	in.Reason = tournament.CleanName(in.Reason)
	_, err := d.run(ctx, command{by: by, op: in.Op, action: "tournament.phase", input: in}, func(tx *store.Tx) (outcome, error) {
		old, err := tx.LockTournament(in.Tournament)
		if err != nil {
			return outcome{}, err
		}
		if err := need(by, old, tournament.Director); err != nil {
			return outcome{}, err
		}
		if err := current(in.Version, old.Version); err != nil {
			return outcome{}, err
		}
		if err := mayMove(tx, old, in); err != nil {
			return outcome{}, err
		}
		t := old
		t.Phase = in.To
		if err := tx.UpdateTournament(&t); err != nil {
			return outcome{}, err
		}
		return outcome{
			tournament: t.ID, subject: "tournament", id: int64(t.ID), before: fields{"phase": old.Phase}, after: fields{"phase": t.Phase},
			reason: in.Reason, topics: []string{"tournaments", "entries", "standings"},
		}, nil
	})
	if err != nil {
		return tournament.Tournament{}, err
	}
	return d.Tournament(ctx, by, in.Tournament)
}

func mayMove(tx *store.Tx, t tournament.Tournament, in TournamentPhase) error {
	if !tournament.CanMove(t.Phase, in.To) || in.To == tournament.Open {
		return tournament.Wrong(tournament.ErrPhase, "phase_move", map[string]any{"From": string(t.Phase), "To": string(in.To)})
	}
	if t.Phase == tournament.Finished {
		return reasoned(in.Reason)
	}
	if in.To != tournament.Finished {
		return nil
	}
	rounds, err := tx.Rounds(t.ID)
	if err != nil {
		return err
	}
	for _, r := range rounds {
		if r.Phase == tournament.RoundPlanned || r.Phase == tournament.RoundClosed {
			continue
		}
		if err := sheetsThere(tx, r); err != nil {
			return err
		}
		return tournament.Wrong(tournament.ErrPhase, "round_open", map[string]any{"Round": r.Number})
	}
	return nil
}

// TournamentLine is a tournament in a list.
type TournamentLine struct {
	Tournament tournament.Tournament
	Entries    int
	Round      int // the last round drawn, 0 = none
	MayEdit    bool
}

// Tournaments lists what the actor may see, newest first.
func (d *Desk) Tournaments(ctx context.Context, by tournament.Actor) ([]TournamentLine, error) {
	var lines []TournamentLine
	err := d.view(ctx, func(tx *store.Tx) error {
		rows, err := tx.Tournaments()
		if err != nil {
			return err
		}
		for _, r := range rows {
			if see(by, r.Tournament) != nil {
				continue
			}
			lines = append(lines, TournamentLine{
				Tournament: r.Tournament, Entries: r.Entries, Round: r.Round,
				MayEdit: by.May(tournament.Director, r.Tournament.Organisation, r.Tournament.ID),
			})
		}
		return nil
	})
	return lines, err
}

// Tournament loads one tournament. A visitor gets ErrNotFound unless it is public.
func (d *Desk) Tournament(ctx context.Context, by tournament.Actor, id tournament.TournamentID) (tournament.Tournament, error) {
	var t tournament.Tournament
	err := d.view(ctx, func(tx *store.Tx) error {
		var err error
		t, err = seen(tx, by, id)
		return err
	})
	return t, err
}

// seen loads a tournament the actor may see.
func seen(tx *store.Tx, by tournament.Actor, id tournament.TournamentID) (tournament.Tournament, error) {
	t, err := tx.Tournament(id)
	if err != nil {
		return tournament.Tournament{}, err
	}
	if err := see(by, t); err != nil {
		return tournament.Tournament{}, err
	}
	return t, nil
}

// TournamentByPublicID finds a tournament by the word in its public address.
func (d *Desk) TournamentByPublicID(ctx context.Context, by tournament.Actor, publicID string) (tournament.Tournament, error) {
	if tournament.CheckWords("", publicID, tournament.MaxName) != nil { // Postgres would take offence
		return tournament.Tournament{}, tournament.Wrong(tournament.ErrNotFound, "unknown_tournament", nil)
	}
	var t tournament.Tournament
	err := d.view(ctx, func(tx *store.Tx) error {
		found, err := tx.TournamentByPublicID(publicID)
		if err != nil {
			return err
		}
		if err := see(by, found); err != nil {
			return err
		}
		t = found
		return nil
	})
	return t, err
}
