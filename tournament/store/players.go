package store

import (
	"doko/tournament"
)

type playerRow struct {
	ID             tournament.PlayerID
	UID            string `gorm:"column:uid"`
	OrganisationID tournament.OrganisationID
	Name           string
	Club           string
	MemberNo       string
	Folded         string
	ErasedAt       *int64
	Version        int
}

func (playerRow) TableName() string { return "players" }

func (r playerRow) player() tournament.Player {
	return tournament.Player{
		ID: r.ID, UID: r.UID, Organisation: r.OrganisationID, Name: r.Name, Club: r.Club, MemberNo: r.MemberNo,
		Folded: r.Folded, ErasedAt: fromMicros(r.ErasedAt), Version: r.Version,
	}
}

// CreatePlayer stores a new person and sets ID and Version 1. ErrDuplicate (duplicate_person): the UID is taken.
func (tx *Tx) CreatePlayer(p *tournament.Player) error {
	row := playerRow{
		UID: p.UID, OrganisationID: p.Organisation, Name: p.Name, Club: p.Club, MemberNo: p.MemberNo, Folded: p.Folded,
		ErasedAt: micros(p.ErasedAt), Version: 1,
	}
	if err := insert(tx, "person", "duplicate_person", &row); err != nil {
		return err
	}
	p.ID, p.Version = row.ID, 1
	return nil
}

// Player loads one person; ErrNotFound (unknown_person).
func (tx *Tx) Player(id tournament.PlayerID) (tournament.Player, error) {
	row, err := take[playerRow](tx, "person", "id = ?", id)
	return row.player(), err
}

// PlayerByUID finds a person of an organisation by its world-wide id; ErrNotFound (unknown_person).
func (tx *Tx) PlayerByUID(uid string) (tournament.Player, error) {
	row, err := take[playerRow](tx, "person", "uid = ?", uid)
	return row.player(), err
}

// PlayersByFolded lists the persons of an organisation whose search key is this one.
func (tx *Tx) PlayersByFolded(org tournament.OrganisationID, folded string) ([]tournament.Player, error) {
	rows, err := list[playerRow](tx, "id", "organisation_id = ? AND folded = ?", org, folded)
	return plain(rows, playerRow.player), err
}

// PlayersOf lists an organisation's address book in the order of entry; sorting by name is the caller's, in the reader's
// language.
func (tx *Tx) PlayersOf(org tournament.OrganisationID) ([]tournament.Player, error) {
	rows, err := list[playerRow](tx, "id", "organisation_id = ?", org)
	return plain(rows, playerRow.player), err
}

// UpdatePlayer changes a person whose Version is the stored one and raises Version. ErrNotFound (unknown_person),
// ErrConflict (stale).
func (tx *Tx) UpdatePlayer(p *tournament.Player) error {
	err := guarded(tx, "players", "person", "", int64(p.ID), p.Version, map[string]any{
		"name": p.Name, "club": p.Club, "member_no": p.MemberNo, "folded": p.Folded, "erased_at": micros(p.ErasedAt),
	})
	if err != nil {
		return err
	}
	p.Version++
	return nil
}
