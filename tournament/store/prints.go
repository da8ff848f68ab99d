package store

import (
	"errors"
	"time"

	"doko/tournament"
)

type printRow struct {
	ID           int64
	TournamentID tournament.TournamentID
	Kind         string
	Round        int
	TableNumber  int
	Lang         string
	Actor        tournament.ActorRef
	MadeAt       int64
}

func (printRow) TableName() string { return "prints" }

func (r printRow) print() tournament.Print {
	return tournament.Print{
		ID: r.ID, Tournament: r.TournamentID, Kind: r.Kind, Round: r.Round, Table: r.TableNumber, Lang: r.Lang, By: r.Actor, At: fromMicros(&r.MadeAt),
	}
}

// AppendPrint keeps that a paper was made and sets ID and, if they are empty, At and By.
func (tx *Tx) AppendPrint(p *tournament.Print) error {
	if p.At.IsZero() {
		p.At = tx.Now
	}
	p.By = or(p.By, tx.op.Actor)
	row := printRow{
		TournamentID: p.Tournament, Kind: p.Kind, Round: p.Round, TableNumber: p.Table, Lang: p.Lang, Actor: p.By, MadeAt: p.At.UnixMicro(),
	}
	if err := insert(tx, "print", "", &row); err != nil {
		return err
	}
	p.ID = row.ID
	return nil
}

// Prints lists the papers made of a tournament, the oldest first.
func (tx *Tx) Prints(id tournament.TournamentID) ([]tournament.Print, error) {
	rows, err := list[printRow](tx, "id", "tournament_id = ?", id)
	return plain(rows, printRow.print), err
}

// PrintedAfter reports whether the same paper was made by the same person after a moment.
func (tx *Tx) PrintedAfter(p tournament.Print, at time.Time) (bool, error) {
	_, err := take[printRow](tx, "print",
		"tournament_id = ? AND kind = ? AND round = ? AND table_number = ? AND lang = ? AND actor = ? AND made_at > ?",
		p.Tournament, p.Kind, p.Round, p.Table, p.Lang, p.By, at.UnixMicro())
	if errors.Is(err, tournament.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
