package desk

import (
	"doko/tournament"
	"doko/tournament/exchange"
	"doko/tournament/sheet"
	"doko/tournament/store"
)

// filedRound is a round of a tournament file in the terms of the desk. Ids of rounds and tables are not given yet.
type filedRound struct {
	round  tournament.Round
	papers []paper
}

// unfold turns the rounds of a file into rounds, tables, seats and revisions. entries finds ids by start number.
func unfold(f exchange.File, entries map[int]tournament.EntryID) []filedRound {
	rounds := make([]filedRound, len(f.Rounds))
	for i, from := range f.Rounds {
		r := tournament.Round{Number: from.Number, Seed: from.Seed, Released: true, Phase: tournament.RoundDrawn}
		for _, table := range from.Tables {
			p := unfoldTable(table, entries)
			p.tournament = f.Tournament
			if table.Mode != exchange.NoSheet {
				r.Phase = tournament.RoundPlaying
			}
			rounds[i].papers = append(rounds[i].papers, p)
		}
		if from.Closed {
			r.Phase = tournament.RoundClosed
		}
		rounds[i].round = r
	}
	return rounds
}

func unfoldTable(from exchange.Table, entries map[int]tournament.EntryID) paper {
	var p paper
	p.table = tournament.Table{Number: from.Number, Size: len(from.Seats), Phase: tournament.TableOpen}
	if from.Confirmed {
		p.table.Phase = tournament.TableConfirmed
	}
	for i, no := range from.Seats {
		p.seats = append(p.seats, tournament.Seat{Position: i + 1, Entry: entries[no], FromHand: 1})
	}
	for _, s := range from.Substitutes {
		p.seats = append(p.seats, tournament.Seat{Position: s.Position, Entry: entries[s.StartNo], FromHand: s.FromHand})
	}
	p.hands = append(p.hands, from.Rows...)
	if from.Totals != nil {
		totals := *from.Totals
		totals.Revision = 1
		p.totals = append(p.totals, totals)
	}
	return p
}

// begun reports whether anything is entered on the sheet.
func (p paper) begun() bool { return len(p.hands)+len(p.totals) > 0 }

// unfoldPenalties turns the penalties of a file into ours.
func unfoldPenalties(f exchange.File, entries map[int]tournament.EntryID) []tournament.Penalty {
	list := make([]tournament.Penalty, len(f.Penalties))
	for i, from := range f.Penalties {
		list[i] = tournament.Penalty{
			Entry: entries[from.StartNo], Round: from.Round, Hand: from.Hand, Points: from.Points, Others: from.Others, Reason: from.Reason,
		}
		for _, c := range from.Credits {
			list[i].Credits = append(list[i].Credits, tournament.Credit{Entry: entries[c.StartNo], Points: c.Points})
		}
	}
	return list
}

// FileStandings ranks a tournament file without storing it.
func FileStandings(content []byte, afterRound int) (Standings, error) {
	f, err := exchange.Read(content)
	if err != nil {
		return Standings{}, err
	}
	entries := map[int]tournament.EntryID{}
	r := &results{
		tournament: f.Tournament, all: afterRound == 0, entries: f.Entries, tables: map[tournament.RoundID][]tournament.Table{},
		seats: map[tournament.TableID][]tournament.Seat{},
	}
	for i := range f.Entries { // in a file the start number is the id
		f.Entries[i].ID = tournament.EntryID(f.Entries[i].StartNo)
		entries[f.Entries[i].StartNo] = f.Entries[i].ID
	}
	r.penalties = unfoldPenalties(f, entries)
	sheets := map[tournament.TableID]sheet.Sheet{}
	for _, from := range unfold(f, entries) {
		if afterRound > 0 && from.round.Number > afterRound {
			continue
		}
		from.round.ID = tournament.RoundID(from.round.Number)
		r.rounds = append(r.rounds, from.round)
		r.after = from.round.Number
		for _, p := range from.papers {
			p.table.ID = tournament.TableID(len(sheets) + 1)
			r.addSheet(from.round, p, sheets)
		}
	}
	if afterRound > r.after || afterRound < 0 {
		return Standings{}, unknownRound()
	}
	r.sheets = func(tournament.Round, []tournament.Table) (map[tournament.TableID]sheet.Sheet, error) {
		return sheets, nil
	}
	return r.standings()
}

// addSheet puts a sheet of a file in its place and counts its points.
func (r *results) addSheet(round tournament.Round, p paper, sheets map[tournament.TableID]sheet.Sheet) {
	if p.begun() {
		p.table.LastHandAt = p.table.LastHandAt.AddDate(1, 0, 0) // any time: something is entered
	}
	r.tables[round.ID] = append(r.tables[round.ID], p.table)
	r.seats[p.table.ID] = p.seats
	worked := sheet.Fold(p.input())
	sheets[p.table.ID] = worked
	for _, points := range worked.Points {
		r.points = append(r.points, store.SheetPointsRow{SheetPoints: points, Round: round.Number, TableNumber: p.table.Number})
	}
}
