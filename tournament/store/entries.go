package store

import (
	"errors"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"doko/tournament"
)

type entryRow struct {
	ID           tournament.EntryID
	UID          string `gorm:"column:uid"`
	TournamentID tournament.TournamentID
	PlayerID     tournament.PlayerID
	StartNo      int
	Status       tournament.Status
	Paid         tournament.Cents
	PaidAt       *int64
	FromRound    int
	ToRound      int
	Team         string
	FixedTable   int
	Apart        *string
	Version      int
}

func (entryRow) TableName() string { return "entries" }

func fromEntry(e tournament.Entry) entryRow {
	return entryRow{
		ID: e.ID, UID: e.UID, TournamentID: e.Tournament, PlayerID: e.Player, StartNo: e.StartNo, Status: e.Status,
		Paid: e.Paid, PaidAt: micros(e.PaidAt), FromRound: e.FromRound, ToRound: e.ToRound, Team: e.Team,
		FixedTable: e.FixedTable, Apart: encode(e.Apart), Version: e.Version,
	}
}

// joinedEntry is an entry with its person. GORM maps an embedded struct only under an exported name.
type joinedEntry struct {
	Row                          entryRow `gorm:"embedded"`
	Name, Club, MemberNo, Folded string
}

func (j joinedEntry) entry() (tournament.Entry, error) {
	r := j.Row
	apart, err := decode[int](r.Apart)
	if err != nil {
		return tournament.Entry{}, fmt.Errorf("entry %d: apart: %w", r.ID, err)
	}
	return tournament.Entry{
		ID: r.ID, UID: r.UID, Tournament: r.TournamentID, Player: r.PlayerID, StartNo: r.StartNo, Status: r.Status,
		Paid: r.Paid, PaidAt: fromMicros(r.PaidAt), FromRound: r.FromRound, ToRound: r.ToRound, Team: r.Team,
		FixedTable: r.FixedTable, Apart: apart, Version: r.Version,
		Name: j.Name, Club: j.Club, MemberNo: j.MemberNo, Folded: j.Folded,
	}, nil
}

func (tx *Tx) joinedEntries() *gorm.DB {
	return tx.db.Table("entries").Joins("JOIN players ON players.id = entries.player_id").
		Select("entries.*, players.name, players.club, players.member_no, players.folded")
}

// CreateEntry stores a new entry and sets ID and Version 1. ErrDuplicate: duplicate_entry, the person takes part already;
// duplicate_start_no, the start number is taken. ErrConflict (uid_stored): the UID is there already.
func (tx *Tx) CreateEntry(e *tournament.Entry) error {
	e.Version = 1
	row := fromEntry(*e)
	row.ID = 0
	res := tx.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
	if res.Error != nil {
		return problem(res.Error, "store entry", "")
	}
	if res.RowsAffected == 1 {
		e.ID = row.ID
		return nil
	}
	return tx.entryTaken(*e)
}

// entryTaken says what stood in the way of a new entry.
func (tx *Tx) entryTaken(e tournament.Entry) error {
	_, err := take[entryRow](tx, "entry", "tournament_id = ? AND player_id = ?", e.Tournament, e.Player)
	if err == nil {
		return tournament.Wrong(tournament.ErrDuplicate, "duplicate_entry", nil)
	}
	if !errors.Is(err, tournament.ErrNotFound) {
		return err
	}
	_, err = take[entryRow](tx, "entry", "tournament_id = ? AND start_no = ?", e.Tournament, e.StartNo)
	if err == nil {
		return duplicateStartNo(e.StartNo)
	}
	if !errors.Is(err, tournament.ErrNotFound) {
		return err
	}
	return tournament.Wrong(tournament.ErrConflict, "uid_stored", map[string]any{"UID": e.UID})
}

func duplicateStartNo(n int) error {
	return tournament.Wrong(tournament.ErrDuplicate, "duplicate_start_no", map[string]any{"Number": n})
}

// Entry loads one entry with its person; ErrNotFound (unknown_entry).
func (tx *Tx) Entry(id tournament.EntryID) (tournament.Entry, error) {
	var rows []joinedEntry
	if err := tx.joinedEntries().Where("entries.id = ?", id).Find(&rows).Error; err != nil {
		return tournament.Entry{}, fmt.Errorf("load entry: %w", err)
	}
	if len(rows) == 0 {
		return tournament.Entry{}, unknown("entry")
	}
	return rows[0].entry()
}

// LockEntry loads an entry and keeps others from changing it until the transaction ends; ErrNotFound (unknown_entry).
func (tx *Tx) LockEntry(id tournament.EntryID) (tournament.Entry, error) {
	lock := tx.db.Clauses(clause.Locking{Strength: "NO KEY UPDATE"})
	if _, err := takeFrom[entryRow](lock, "entry", "id = ?", id); err != nil {
		return tournament.Entry{}, err
	}
	return tx.Entry(id)
}

// Entries lists a tournament's entries with their persons, by start number.
func (tx *Tx) Entries(id tournament.TournamentID) ([]tournament.Entry, error) {
	var rows []joinedEntry
	if err := tx.joinedEntries().Where("entries.tournament_id = ?", id).Order("entries.start_no").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list entries: %w", err)
	}
	return each(rows, joinedEntry.entry)
}

// EntriesOfPlayer lists the entries of a person in all tournaments, the oldest first.
func (tx *Tx) EntriesOfPlayer(id tournament.PlayerID) ([]tournament.Entry, error) {
	var rows []joinedEntry
	if err := tx.joinedEntries().Where("entries.player_id = ?", id).Order("entries.id").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list entries: %w", err)
	}
	return each(rows, joinedEntry.entry)
}

// UpdateEntry changes an entry whose Version is the stored one and raises Version. Tournament, player and UID stay.
// ErrNotFound (unknown_entry), ErrConflict (stale), ErrDuplicate (duplicate_start_no).
func (tx *Tx) UpdateEntry(e *tournament.Entry) error {
	r := fromEntry(*e)
	err := guarded(tx, "entries", "entry", "duplicate_start_no", int64(e.ID), e.Version, map[string]any{
		"start_no": r.StartNo, "status": r.Status, "paid": r.Paid, "paid_at": r.PaidAt, "from_round": r.FromRound,
		"to_round": r.ToRound, "team": r.Team, "fixed_table": r.FixedTable, "apart": r.Apart,
	})
	if errors.Is(err, tournament.ErrDuplicate) {
		return duplicateStartNo(e.StartNo)
	}
	if err != nil {
		return err
	}
	e.Version++
	return nil
}

// NextStartNo is the first start number above all given in the tournament. Only true for longer than a moment under
// LockTournament.
func (tx *Tx) NextStartNo(id tournament.TournamentID) (int, error) {
	var highest int
	err := tx.db.Table("entries").Where("tournament_id = ?", id).Select("coalesce(max(start_no), 0)").Scan(&highest).Error
	if err != nil {
		return 0, fmt.Errorf("next start number: %w", err)
	}
	return highest + 1, nil
}
