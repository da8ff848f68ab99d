package desk

import (
	"context"

	"doko/tournament"
	"doko/tournament/draw"
	"doko/tournament/store"
)

// EntryList is a tournament's entries in order of name, with the counters of the check-in.
type EntryList struct {
	Tournament tournament.Tournament
	Entries    []tournament.Entry
	Present    int
	Missing    int // registered, not yet present
	Withdrawn  int
	Paid       tournament.Cents
	Due        tournament.Cents // fees of all not withdrawn
	Fours      int              // tables of four for those present
	Fives      int
	Splits     bool // the present can be seated
}

// Split says how the players of a round fill the tables, and which numbers near theirs would where they do not.
type Split struct {
	Players     int
	Fours       int
	Fives       int
	OK          bool
	Fewer, More int // the nearest numbers of players that can be seated, 0 = none; for OK false
}

// Split counts the tables of a round for those who play it.
func (l EntryList) Split(round int) Split {
	var s Split
	for _, e := range l.Entries {
		if e.Plays(round) {
			s.Players++
		}
	}
	fits := func(players int) bool {
		_, fives, ok := draw.Splits(players)
		return ok && (fives == 0 || l.Tournament.Format.Fives != tournament.FivesForbid)
	}
	s.Fours, s.Fives, _ = draw.Splits(s.Players)
	if s.OK = fits(s.Players); s.OK {
		return s
	}
	for s.More = s.Players + 1; !fits(s.More); s.More++ {
	}
	for s.Fewer = s.Players - 1; s.Fewer > 0 && !fits(s.Fewer); s.Fewer-- {
	}
	s.Fewer = max(s.Fewer, 0)
	return s
}

// Entries lists a tournament's entries for helpers and more.
func (d *Desk) Entries(ctx context.Context, by tournament.Actor, id tournament.TournamentID) (EntryList, error) {
	var list EntryList
	err := d.view(ctx, func(tx *store.Tx) error {
		t, err := loadFor(tx, by, id, tournament.Helper)
		if err != nil {
			return err
		}
		list, err = entryList(tx, t)
		return err
	})
	return list, err
}

func entryList(tx *store.Tx, t tournament.Tournament) (EntryList, error) {
	entries, err := tx.Entries(t.ID)
	if err != nil {
		return EntryList{}, err
	}
	list := EntryList{Tournament: t, Entries: entries}
	for _, e := range entries {
		list.Paid += e.Paid
		switch e.Status {
		case tournament.Present:
			list.Present++
		case tournament.Withdrawn:
			list.Withdrawn++
			continue
		default:
			list.Missing++
		}
		list.Due += t.Fee
	}
	list.Fours, list.Fives, list.Splits = draw.Splits(list.Present)
	if list.Fives > 0 && t.Format.Fives == tournament.FivesForbid {
		list.Splits = false
	}
	tournament.SortByName(list.Entries, func(e tournament.Entry) string { return e.Name })
	return list, nil
}

// Entry loads one entry with its tournament for helpers and more.
func (d *Desk) Entry(ctx context.Context, by tournament.Actor, id tournament.EntryID) (tournament.Entry, tournament.Tournament, error) {
	var e tournament.Entry
	var t tournament.Tournament
	err := d.view(ctx, func(tx *store.Tx) error {
		found, err := tx.Entry(id)
		if err != nil {
			return err
		}
		of, err := tx.Tournament(found.Tournament)
		if err != nil {
			return err
		}
		if err := need(by, of, tournament.Helper); err != nil {
			return err
		}
		e, t = found, of
		return nil
	})
	return e, t, err
}

// entryAs loads the entry a command was about.
func (d *Desk) entryAs(ctx context.Context, by tournament.Actor, id tournament.EntryID) (tournament.Entry, error) {
	e, _, err := d.Entry(ctx, by, id)
	return e, err
}
