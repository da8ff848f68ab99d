package store

import (
	"encoding/json"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"doko/scoring"
	"doko/tournament"
)

type tournamentRow struct {
	ID              tournament.TournamentID
	UID             string `gorm:"column:uid"`
	PublicID        string
	OrganisationID  tournament.OrganisationID
	Name            string
	Venue           string
	StartsAt        *int64
	TimeZone        string
	Phase           tournament.Phase
	Game            scoring.Game
	Rules           string
	RulesSchema     int
	Rounds          int
	HandsPerRound   int
	HandsAtFive     int
	CompulsorySolos int
	Fives           tournament.Fives
	Seating         tournament.Seating
	Confirm         tournament.ConfirmMode
	Ranking         *string
	Fee             tournament.Cents
	Currency        string
	Public          bool
	Standings       tournament.Release
	RoundMinutes    int
	AfterSolo       tournament.AfterSolo
	Voluntary       tournament.Voluntary
	RuleBreaks      tournament.RuleBreaks
	Prizes          *string
	Version         int
	CreatedAt       int64 `gorm:"autoCreateTime:false"`
}

func (tournamentRow) TableName() string { return "tournaments" }

// prizeJSON is a prize as it is stored.
type prizeJSON struct {
	Place int              `json:"place"`
	Cents tournament.Cents `json:"cents"`
	Text  string           `json:"text"`
}

func fromTournament(t tournament.Tournament) (tournamentRow, error) {
	rules, err := json.Marshal(t.Rules)
	if err != nil {
		return tournamentRow{}, fmt.Errorf("rules: %w", err)
	}
	return tournamentRow{
		ID: t.ID, UID: t.UID, PublicID: t.PublicID, OrganisationID: t.Organisation, Name: t.Name, Venue: t.Venue,
		StartsAt: micros(t.StartsAt), TimeZone: t.TimeZone, Phase: t.Phase, Game: t.Rules.Game, Rules: string(rules), RulesSchema: scoring.RulesSchema,
		Rounds: t.Format.Rounds, HandsPerRound: t.Format.HandsPerRound, HandsAtFive: t.Format.HandsAtFive,
		CompulsorySolos: t.Format.CompulsorySolos, Fives: t.Format.Fives, Seating: t.Format.Seating,
		Confirm: t.Format.Confirm, Ranking: encode(t.Format.Ranking), Fee: t.Fee, Currency: t.Currency, Public: t.Public,
		Standings: t.Standings, RoundMinutes: t.Format.RoundMinutes, AfterSolo: t.Format.AfterSolo, Voluntary: t.Format.Voluntary,
		RuleBreaks: t.Format.RuleBreaks, Prizes: encode(plain(t.Prizes, func(p tournament.Prize) prizeJSON { return prizeJSON(p) })),
		Version: t.Version, CreatedAt: t.CreatedAt.UnixMicro(),
	}, nil
}

func (r tournamentRow) tournament(changes int64) (tournament.Tournament, error) {
	if r.RulesSchema > scoring.RulesSchema {
		return tournament.Tournament{}, fmt.Errorf("tournament %d: stored rules have schema %d, this program knows %d", r.ID, r.RulesSchema, scoring.RulesSchema)
	}
	rules, err := scoring.ParseRules(r.Game, []byte(r.Rules))
	if err != nil {
		return tournament.Tournament{}, fmt.Errorf("tournament %d: stored rules: %w", r.ID, err)
	}
	ranking, err := decode[string](r.Ranking)
	if err != nil {
		return tournament.Tournament{}, fmt.Errorf("tournament %d: ranking: %w", r.ID, err)
	}
	prizes, err := decode[prizeJSON](r.Prizes)
	if err != nil {
		return tournament.Tournament{}, fmt.Errorf("tournament %d: prizes: %w", r.ID, err)
	}
	t := tournament.Tournament{
		ID: r.ID, UID: r.UID, PublicID: r.PublicID, Organisation: r.OrganisationID, Name: r.Name, Venue: r.Venue,
		StartsAt: fromMicros(r.StartsAt), TimeZone: r.TimeZone, Phase: r.Phase, Rules: rules,
		Format: tournament.Format{
			Rounds: r.Rounds, HandsPerRound: r.HandsPerRound, HandsAtFive: r.HandsAtFive, CompulsorySolos: r.CompulsorySolos,
			Fives: r.Fives, Seating: r.Seating, Confirm: r.Confirm, Ranking: ranking,
			RoundMinutes: r.RoundMinutes, AfterSolo: r.AfterSolo, Voluntary: r.Voluntary, RuleBreaks: r.RuleBreaks,
		},
		Fee: r.Fee, Currency: r.Currency, Public: r.Public, Standings: r.Standings, Version: r.Version, Changes: changes,
		CreatedAt: fromMicros(&r.CreatedAt),
	}
	for _, p := range prizes {
		t.Prizes = append(t.Prizes, tournament.Prize(p))
	}
	return t, nil
}

// CreateTournament stores a new tournament and sets its ID, Version 1 and, if it is zero, CreatedAt. ErrConflict
// (uid_stored): the UID is there already; ErrDuplicate (duplicate_tournament): the public id is taken.
func (tx *Tx) CreateTournament(t *tournament.Tournament) error {
	if t.CreatedAt.IsZero() {
		t.CreatedAt = tx.Now
	}
	t.Version = 1
	row, err := fromTournament(*t)
	if err != nil {
		return err
	}
	row.ID = 0
	res := tx.db.Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "uid"}}, DoNothing: true}).Create(&row)
	if res.Error != nil {
		return problem(res.Error, "store tournament", "duplicate_tournament")
	}
	if res.RowsAffected == 0 {
		return tournament.Wrong(tournament.ErrConflict, "uid_stored", map[string]any{"UID": t.UID})
	}
	t.ID, t.Changes = row.ID, 0
	return problem(tx.db.Create(&changesRow{TournamentID: row.ID}).Error, "store change counter", "")
}

// Tournament loads one tournament; ErrNotFound (unknown_tournament).
func (tx *Tx) Tournament(id tournament.TournamentID) (tournament.Tournament, error) {
	return tx.tournament(tx.db, "id = ?", id)
}

// TournamentByUID finds a tournament by its world-wide id; ErrNotFound (unknown_tournament).
func (tx *Tx) TournamentByUID(uid string) (tournament.Tournament, error) {
	return tx.tournament(tx.db, "uid = ?", uid)
}

// TournamentByPublicID finds a tournament by the word in its address; ErrNotFound (unknown_tournament).
func (tx *Tx) TournamentByPublicID(word string) (tournament.Tournament, error) {
	return tx.tournament(tx.db, "public_id = ?", word)
}

// LockTournament loads a tournament and keeps everybody else from changing anything in it until the transaction ends. For
// commands that concern the whole tournament. Locks are taken in one order: tournament, tables by id, entries by id.
func (tx *Tx) LockTournament(id tournament.TournamentID) (tournament.Tournament, error) {
	return tx.tournament(tx.db.Clauses(clause.Locking{Strength: "UPDATE"}), "id = ?", id)
}

// ShareTournament loads a tournament and keeps LockTournament waiting until the transaction ends. For commands that
// concern one table or entry.
func (tx *Tx) ShareTournament(id tournament.TournamentID) (tournament.Tournament, error) {
	return tx.tournament(tx.db.Clauses(clause.Locking{Strength: "SHARE"}), "id = ?", id)
}

func (tx *Tx) tournament(db *gorm.DB, condition string, arg any) (tournament.Tournament, error) {
	row, err := takeFrom[tournamentRow](db, "tournament", condition, arg)
	if err != nil {
		return tournament.Tournament{}, err
	}
	changes, err := tx.Changes(row.ID)
	if err != nil {
		return tournament.Tournament{}, err
	}
	return row.tournament(changes)
}

// UpdateTournament changes a tournament whose Version is the stored one and raises Version. UID, PublicID, Organisation
// and CreatedAt stay as they are. ErrNotFound (unknown_tournament), ErrConflict (stale).
func (tx *Tx) UpdateTournament(t *tournament.Tournament) error {
	r, err := fromTournament(*t)
	if err != nil {
		return err
	}
	err = guarded(tx, "tournaments", "tournament", "", int64(t.ID), t.Version, map[string]any{
		"name": r.Name, "venue": r.Venue, "starts_at": r.StartsAt, "time_zone": r.TimeZone, "phase": r.Phase, "game": r.Game,
		"rules": r.Rules, "rules_schema": r.RulesSchema, "rounds": r.Rounds, "hands_per_round": r.HandsPerRound, "hands_at_five": r.HandsAtFive,
		"compulsory_solos": r.CompulsorySolos, "fives": r.Fives, "seating": r.Seating, "confirm": r.Confirm,
		"ranking": r.Ranking, "fee": r.Fee, "currency": r.Currency, "public": r.Public, "standings": r.Standings,
		"round_minutes": r.RoundMinutes, "after_solo": r.AfterSolo, "voluntary": r.Voluntary, "rule_breaks": r.RuleBreaks, "prizes": r.Prizes,
	})
	if err != nil {
		return err
	}
	t.Version++
	return nil
}

// TournamentRow is a tournament in a list.
type TournamentRow struct {
	Tournament tournament.Tournament
	Entries    int // not withdrawn
	Round      int // the last round drawn, 0 = none
}

// Tournaments lists all tournaments, the newest first.
func (tx *Tx) Tournaments() ([]TournamentRow, error) {
	rows, err := list[tournamentRow](tx, "id DESC", "id > 0")
	if err != nil {
		return nil, err
	}
	type number struct {
		TournamentID tournament.TournamentID
		N            int64
	}
	count := func(query string) (map[tournament.TournamentID]int64, error) {
		var ns []number
		if err := tx.db.Raw(query).Scan(&ns).Error; err != nil {
			return nil, fmt.Errorf("list tournaments: %w", err)
		}
		m := make(map[tournament.TournamentID]int64, len(ns))
		for _, n := range ns {
			m[n.TournamentID] = n.N
		}
		return m, nil
	}
	changes, err := count("SELECT tournament_id, changes AS n FROM tournament_changes")
	if err != nil {
		return nil, err
	}
	entries, err := count("SELECT tournament_id, count(*) AS n FROM entries WHERE status <> 'withdrawn' GROUP BY tournament_id")
	if err != nil {
		return nil, err
	}
	drawn, err := count("SELECT tournament_id, max(number) AS n FROM rounds WHERE phase <> 'planned' GROUP BY tournament_id")
	if err != nil {
		return nil, err
	}
	return each(rows, func(r tournamentRow) (TournamentRow, error) {
		t, err := r.tournament(changes[r.ID])
		return TournamentRow{Tournament: t, Entries: int(entries[r.ID]), Round: int(drawn[r.ID])}, err
	})
}

// changesRow is the change counter of a tournament. It stands beside the tournament and is raised last, so that tables of
// one tournament wait for each other only for a moment.
type changesRow struct {
	TournamentID tournament.TournamentID `gorm:"primaryKey;autoIncrement:false"`
	Changes      int64
}

func (changesRow) TableName() string { return "tournament_changes" }

// Changes is the tournament's change counter; ErrNotFound (unknown_tournament).
func (tx *Tx) Changes(id tournament.TournamentID) (int64, error) {
	row, err := take[changesRow](tx, "tournament", "tournament_id = ?", id)
	return row.Changes, err
}

// Raise raises the tournament's change counter and returns it: the last statement of every command. ErrNotFound
// (unknown_tournament).
func (tx *Tx) Raise(id tournament.TournamentID) (int64, error) {
	res := tx.db.Table("tournament_changes").Where("tournament_id = ?", id).
		Updates(map[string]any{"changes": gorm.Expr("changes + 1")})
	if res.Error != nil {
		return 0, fmt.Errorf("raise change counter: %w", res.Error)
	}
	if res.RowsAffected == 0 {
		return 0, unknown("tournament")
	}
	return tx.Changes(id)
}
