package desk

import (
	"context"
	"strconv"
	"strings"

	"doko/tournament"
	"doko/tournament/store"
)

// JournalLine is a journal entry with its names joined.
type JournalLine struct {
	Entry   tournament.JournalEntry
	Actor   string // sign-in name, "Tisch 7", "" for the system
	Table   int    // number of the table whose key acted, 0 = none
	Subject string // what it is about, in words of the data: a player's name, a table number
}

// Journal lists the newest entries of a tournament, at most limit. Directors and referees.
func (d *Desk) Journal(ctx context.Context, by tournament.Actor, id tournament.TournamentID, limit int) ([]JournalLine, error) {
	var lines []JournalLine
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := loadFor(tx, by, id, tournament.Referee)
		if err != nil {
			return err
		}
		lines, err = journal(tx, t, limit)
		return err
	})
	return lines, err
}

func journal(tx *store.Tx, t tournament.Tournament, limit int) ([]JournalLine, error) {
	entries, err := tx.Journal(t.ID, limit)
	if err != nil {
		return nil, err
	}
	names, err := namesOf(tx, t.ID)
	if err != nil {
		return nil, err
	}
	j := joiner{tx: tx, tournament: t, names: names, tables: map[int64]int{}, accounts: map[int64]string{}}
	lines := make([]JournalLine, len(entries))
	for i, e := range entries {
		if lines[i], err = j.line(e); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// joiner finds the names of what the journal keeps as ids.
type joiner struct {
	tx         *store.Tx
	tournament tournament.Tournament
	names      map[tournament.EntryID]tournament.Entry
	tables     map[int64]int
	accounts   map[int64]string
}

func (j joiner) line(e tournament.JournalEntry) (JournalLine, error) {
	l := JournalLine{Entry: e}
	kind, id := split(e.Actor)
	var err error
	switch kind {
	case "account":
		l.Actor, err = j.account(id)
	case "table":
		l.Table, err = j.table(id)
		l.Actor = "Tisch " + strconv.Itoa(l.Table)
	}
	if err != nil {
		return l, err
	}
	l.Subject, err = j.subject(e)
	return l, err
}

// split takes an actor's reference apart: "account:3", "table:7", "table:7:2".
func split(ref tournament.ActorRef) (string, int64) {
	parts := strings.Split(string(ref), ":")
	if len(parts) < 2 {
		return parts[0], 0
	}
	id, err := strconv.ParseInt(parts[1], 10, 64)
	if err != nil {
		return "", 0
	}
	return parts[0], id
}

func (j joiner) subject(e tournament.JournalEntry) (string, error) {
	switch e.Subject {
	case "tournament":
		return j.tournament.Name, nil
	case "entry":
		return j.names[tournament.EntryID(e.SubjectID)].Name, nil
	case "table":
		n, err := j.table(e.SubjectID)
		if err != nil || n == 0 {
			return "", err
		}
		return strconv.Itoa(n), nil
	case "penalty":
		p, err := j.tx.PenaltyByID(tournament.PenaltyID(e.SubjectID))
		if notFound(err) {
			return "", nil
		}
		return j.names[p.Entry].Name, err
	case "round":
		r, err := j.tx.RoundByID(tournament.RoundID(e.SubjectID))
		if notFound(err) { // taken back
			return "", nil
		}
		return strconv.Itoa(r.Number), err
	case "draw":
		made, err := j.tx.DrawByID(tournament.DrawID(e.SubjectID))
		if notFound(err) {
			return "", nil
		}
		return strconv.Itoa(made.Round), err
	}
	return "", nil
}

func (j joiner) account(id int64) (string, error) {
	name, ok := j.accounts[id]
	if ok {
		return name, nil
	}
	a, err := j.tx.Account(tournament.AccountID(id))
	if err != nil && !notFound(err) {
		return "", err
	}
	j.accounts[id] = a.Name
	return a.Name, nil
}

// table is a table's number, 0 if it was drawn anew.
func (j joiner) table(id int64) (int, error) {
	n, ok := j.tables[id]
	if ok {
		return n, nil
	}
	t, err := j.tx.Table(tournament.TableID(id))
	if err != nil && !notFound(err) {
		return 0, err
	}
	j.tables[id] = t.Number
	return t.Number, nil
}
