package store

import (
	"fmt"

	"gorm.io/gorm/clause"

	"doko/tournament"
)

// penaltyRow is what the revisions of one penalty have in common: its id.
type penaltyRow struct {
	ID           tournament.PenaltyID
	TournamentID tournament.TournamentID
}

func (penaltyRow) TableName() string { return "penalties" }

type penaltyRevisionRow struct {
	ID          int64
	PenaltyID   tournament.PenaltyID
	Revision    int
	Void        bool
	EntryID     tournament.EntryID
	RoundNumber int
	HandNumber  int
	Points      int
	Others      int
	Credits     *string
	Offence     string
	Redealt     bool
	Reason      string
	Actor       tournament.ActorRef
	MadeAt      int64
}

func (penaltyRevisionRow) TableName() string { return "penalty_revisions" }

// creditJSON is a credit as it is stored.
type creditJSON struct {
	Entry  tournament.EntryID `json:"entry"`
	Points int                `json:"points"`
}

type joinedPenalty struct {
	Row          penaltyRevisionRow `gorm:"embedded"`
	TournamentID tournament.TournamentID
}

func (j joinedPenalty) penalty() (tournament.Penalty, error) {
	r := j.Row
	stored, err := decode[creditJSON](r.Credits)
	if err != nil {
		return tournament.Penalty{}, fmt.Errorf("penalty %d: credits: %w", r.PenaltyID, err)
	}
	var credits []tournament.Credit
	for _, c := range stored {
		credits = append(credits, tournament.Credit(c))
	}
	return tournament.Penalty{
		ID: r.PenaltyID, Tournament: j.TournamentID, Entry: r.EntryID, Round: r.RoundNumber, Hand: r.HandNumber,
		Points: r.Points, Others: r.Others, Credits: credits, Offence: r.Offence, Redealt: r.Redealt, Reason: r.Reason, Revision: r.Revision, Void: r.Void,
		By: r.Actor, At: fromMicros(&r.MadeAt),
	}, nil
}

// AppendPenalty stores a new penalty (ID 0: sets ID and Revision 1) or the next revision of one (Revision as given), and
// sets At if it is zero. ErrConflict (conflict): this revision exists. ErrNotFound (unknown_penalty).
func (tx *Tx) AppendPenalty(p *tournament.Penalty) error {
	if p.At.IsZero() {
		p.At = tx.Now
	}
	if p.ID == 0 {
		parent := penaltyRow{TournamentID: p.Tournament}
		if err := insert(tx, "penalty", "", &parent); err != nil {
			return err
		}
		p.ID, p.Revision = parent.ID, 1
	} else if _, err := take[penaltyRow](tx, "penalty", "id = ? AND tournament_id = ?", p.ID, p.Tournament); err != nil {
		return err
	}
	var credits []creditJSON
	for _, c := range p.Credits {
		credits = append(credits, creditJSON(c))
	}
	row := penaltyRevisionRow{
		PenaltyID: p.ID, Revision: p.Revision, Void: p.Void, EntryID: p.Entry, RoundNumber: p.Round, HandNumber: p.Hand,
		Points: p.Points, Others: p.Others, Credits: encode(credits), Offence: p.Offence, Redealt: p.Redealt, Reason: p.Reason, Actor: p.By, MadeAt: p.At.UnixMicro(),
	}
	res := tx.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
	if res.Error != nil {
		return problem(res.Error, "store penalty", "")
	}
	if res.RowsAffected == 0 {
		return conflict(nil)
	}
	return nil
}

const newestPenalty = "penalty_revisions.revision = " +
	"(SELECT max(revision) FROM penalty_revisions AS newer WHERE newer.penalty_id = penalty_revisions.penalty_id)"

func (tx *Tx) penalties(condition string, args ...any) ([]tournament.Penalty, error) {
	var rows []joinedPenalty
	err := tx.db.Table("penalty_revisions").Joins("JOIN penalties ON penalties.id = penalty_revisions.penalty_id").
		Select("penalty_revisions.*, penalties.tournament_id").Where(condition, args...).
		Order("penalty_revisions.penalty_id, penalty_revisions.revision").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list penalties: %w", err)
	}
	return each(rows, joinedPenalty.penalty)
}

// Penalties lists the newest revision of each penalty of a tournament, void ones included, in the order they were given.
func (tx *Tx) Penalties(id tournament.TournamentID) ([]tournament.Penalty, error) {
	return tx.penalties("penalties.tournament_id = ? AND "+newestPenalty, id)
}

// PenaltyByID loads the newest revision of a penalty; ErrNotFound (unknown_penalty).
func (tx *Tx) PenaltyByID(id tournament.PenaltyID) (tournament.Penalty, error) {
	ps, err := tx.penalties("penalty_revisions.penalty_id = ? AND "+newestPenalty, id)
	if err != nil {
		return tournament.Penalty{}, err
	}
	if len(ps) == 0 {
		return tournament.Penalty{}, unknown("penalty")
	}
	return ps[0], nil
}

// HandsOfPenalties are the rows that the judging of an offence wrote on a sheet, by penalty: of its hand, at the moment it was given, as
// long as no newer revision stands there. Void ones too.
func (tx *Tx) HandsOfPenalties(id tournament.TournamentID) (map[tournament.PenaltyID]tournament.HandRevision, error) {
	var rows []struct {
		Row     handRow `gorm:"embedded"`
		Penalty tournament.PenaltyID
	}
	err := tx.db.Raw(`SELECT DISTINCT h.*, g.penalty_id AS penalty FROM penalty_revisions AS g
		JOIN penalties AS p ON p.id = g.penalty_id
		JOIN rounds AS r ON r.tournament_id = p.tournament_id AND r.number = g.round_number
		JOIN seats AS s ON s.round_id = r.id AND s.entry_id = g.entry_id
		JOIN hand_revisions AS h ON h.table_id = s.table_id AND h.number = g.hand_number AND h.made_at = g.made_at
		WHERE p.tournament_id = ? AND g.revision = 1 AND g.offence <> '' AND h.revision =
			(SELECT max(revision) FROM hand_revisions AS n WHERE n.table_id = h.table_id AND n.number = h.number)
		ORDER BY g.penalty_id, h.id`, id).Scan(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list hands of penalties: %w", err)
	}
	hands := map[tournament.PenaltyID]tournament.HandRevision{}
	for _, r := range rows {
		if hands[r.Penalty], err = r.Row.hand(); err != nil {
			return nil, err
		}
	}
	return hands, nil
}
