package desk

import (
	"slices"

	"doko/scoring/doppelkopf"
	"doko/tournament"
	"doko/tournament/sheet"
	"doko/tournament/standings"
	"doko/tournament/store"
)

// results is what a ranking is made from.
type results struct {
	tournament tournament.Tournament
	after      int
	all        bool               // no drawn round is left out: penalties of one that was taken back count too
	rounds     []tournament.Round // those counted
	tables     map[tournament.RoundID][]tournament.Table
	seats      map[tournament.TableID][]tournament.Seat
	points     []store.SheetPointsRow
	entries    []tournament.Entry
	penalties  []tournament.Penalty
	sheets     func(tournament.Round, []tournament.Table) (map[tournament.TableID]sheet.Sheet, error) // works some sheets out
	memory     *sheetMemory

	of          map[tournament.EntryID]*standings.Result
	warnings    []Warning
	provisional bool
	credited    int // penalty points and credits in all
}

func loadResults(tx *store.Tx, t tournament.Tournament, afterRound int) (*results, error) {
	r := &results{tournament: t, all: true}
	r.sheets = func(_ tournament.Round, tables []tournament.Table) (map[tournament.TableID]sheet.Sheet, error) {
		return workOut(tx, t, tables, r.seats)
	}
	all, err := tx.Rounds(t.ID)
	if err != nil {
		return nil, err
	}
	for _, round := range all {
		if round.Phase == tournament.RoundPlanned {
			continue
		}
		if afterRound > 0 && round.Number > afterRound {
			r.all = false
			continue
		}
		r.rounds = append(r.rounds, round)
		r.after = round.Number
	}
	if afterRound > r.after || afterRound < 0 {
		return nil, unknownRound()
	}
	if r.tables, err = tx.TablesOf(t.ID); err != nil {
		return nil, err
	}
	if r.seats, err = tx.SeatsInAll(t.ID); err != nil {
		return nil, err
	}
	if r.entries, err = tx.Entries(t.ID); err != nil {
		return nil, err
	}
	if r.points, err = tx.SheetPointsOf(t.ID); err != nil {
		return nil, err
	}
	r.penalties, err = tx.Penalties(t.ID)
	return r, err
}

// count adds the points of the sheets up. Whoever has a seat is ranked, and whoever is present.
func (r *results) count() {
	for _, e := range r.entries {
		if e.Status == tournament.Present {
			r.result(e.ID)
		}
	}
	for _, round := range r.rounds {
		for _, table := range r.tables[round.ID] {
			for _, s := range r.seats[table.ID] {
				r.round(s.Entry, round.Number)
			}
		}
	}
	for _, p := range r.points {
		if p.Round > r.after {
			continue
		}
		res := r.result(p.Entry)
		*r.round(p.Entry, p.Round) += p.Points
		res.HandsWon, res.SolosWon = plus(res.HandsWon, p.HandsWon), plus(res.SolosWon, p.SolosWon)
		res.SolosPlayed = plus(res.SolosPlayed, &p.SolosPlayed)
	}
}

// plus adds what may be unknown: one unknown makes the sum unknown.
func plus(a, b *int) *int {
	if a == nil || b == nil {
		return nil
	}
	sum := *a + *b
	return &sum
}

func (r *results) result(id tournament.EntryID) *standings.Result {
	if r.of[id] == nil {
		r.of[id] = &standings.Result{
			Entry: int64(id), Rounds: make([]*int, r.after), HandsWon: new(int), SolosPlayed: new(int), SolosWon: new(int),
		}
	}
	return r.of[id]
}

// round is an entry's points in a round, there from now on.
func (r *results) round(id tournament.EntryID, number int) *int {
	res := r.result(id)
	if res.Rounds[number-1] == nil {
		res.Rounds[number-1] = new(int)
	}
	return res.Rounds[number-1]
}

// penalise adds penalty points and credits, to the round they belong to or, where the entry was not seated, to none. A penalty stands
// also while the draw of its round is taken back.
func (r *results) penalise() error {
	for _, p := range r.penalties {
		if p.Void || p.Round > r.after && !r.all {
			continue
		}
		res := r.result(p.Entry)
		res.Penalty += p.Points
		r.add(p.Entry, p.Round, p.Points)
		credits, err := r.credits(p)
		if err != nil {
			return err
		}
		for _, c := range credits {
			r.add(c.Entry, p.Round, c.Points)
		}
	}
	return nil
}

func (r *results) add(id tournament.EntryID, round, points int) {
	r.credited += points
	res := r.result(id)
	if round == 0 || round > len(res.Rounds) || res.Rounds[round-1] == nil {
		res.Other += points
		return
	}
	sum := *res.Rounds[round-1] + points
	res.Rounds[round-1] = &sum
}

// credits are what a penalty gives to others: as noted, or the same for each active player of the table.
func (r *results) credits(p tournament.Penalty) ([]tournament.Credit, error) {
	if p.Others == 0 || len(p.Credits) > 0 {
		return p.Credits, nil
	}
	for _, round := range r.rounds {
		if round.Number != p.Round {
			continue
		}
		for _, table := range r.tables[round.ID] {
			seats := r.seats[table.ID]
			if !slices.ContainsFunc(seats, func(s tournament.Seat) bool { return s.Entry == p.Entry }) {
				continue
			}
			out, err := r.sitsOut(round, table, p.Hand)
			return shares(p, seats, out), err
		}
	}
	return nil, nil
}

// shares credits everybody at the table in the hand but the offender and who sat out.
func shares(p tournament.Penalty, seats []tournament.Seat, out int) []tournament.Credit {
	var credits []tournament.Credit
	for position := 1; position <= 5; position++ {
		var id tournament.EntryID
		for _, s := range seats { // ordered by first hand: the last that fits plays
			if s.Position == position && (s.FromHand <= max(p.Hand, 1)) {
				id = s.Entry
			}
		}
		if id != 0 && id != p.Entry && position != out {
			credits = append(credits, tournament.Credit{Entry: id, Points: p.Others})
		}
	}
	return credits
}

// sitsOut is the position without cards in a hand at a table of five.
func (r *results) sitsOut(round tournament.Round, table tournament.Table, hand int) (int, error) {
	if table.Size != 5 || hand == 0 {
		return 0, nil
	}
	sheets, err := r.sheets(round, []tournament.Table{table})
	if err != nil {
		return 0, err
	}
	worked := sheets[table.ID]
	turns := make([]doppelkopf.Turn, 0, len(worked.Rows)+1)
	for _, row := range worked.Rows {
		turns = append(turns, row.Turn)
	}
	return withoutCards(turns, worked.Next, worked.Session, hand), nil
}

// withoutCards is who sits out in a hand at a table of five, for the credits of a penalty: as the turns of the sheet tell or that of
// its next hand, else who has left, else by rotation of the deal.
func withoutCards(turns []doppelkopf.Turn, next *doppelkopf.Turn, rules doppelkopf.SessionRules, hand int) int {
	if next != nil {
		turns = append(slices.Clip(turns), *next)
	}
	for _, turn := range turns {
		if turn.Number == hand && turn.SitsOut > 0 {
			return turn.SitsOut
		}
	}
	for position, from := range rules.GoneFrom {
		if from > 0 && from <= hand {
			return position
		}
	}
	return (hand-1)%5 + 1
}

// standings counts, warns and ranks.
func (r *results) standings() (Standings, error) {
	r.of = map[tournament.EntryID]*standings.Result{}
	r.count()
	if err := r.warn(); err != nil {
		return Standings{}, err
	}
	if err := r.penalise(); err != nil {
		return Standings{}, err
	}
	return r.rank(), nil
}

func (r *results) rank() Standings {
	list := make([]standings.Result, 0, len(r.of))
	entries := map[int64]tournament.Entry{}
	for _, e := range r.entries {
		if res := r.of[e.ID]; res != nil {
			res.StartNo = e.StartNo
			list = append(list, *res)
			entries[int64(e.ID)] = e
		}
	}
	criteria := make([]standings.Criterion, len(r.tournament.Format.Ranking))
	for i, c := range r.tournament.Format.Ranking {
		criteria[i] = standings.Criterion(c)
	}
	ranking := standings.Rank(list, criteria, standings.Options{})
	s := Standings{
		Tournament: r.tournament, AfterRound: r.after, Provisional: r.provisional, Warnings: r.warnings, Penalties: r.credited,
		Changes: r.tournament.Changes, Lines: make([]StandingLine, 0, len(ranking.Lines)),
		known: slices.ContainsFunc(r.rounds, underWay),
	}
	for _, l := range ranking.Lines {
		s.Sum += l.Total
		s.Lines = append(s.Lines, standingLine(l, entries[l.Entry]))
	}
	for _, c := range ranking.Unknown {
		s.Warnings = append(s.Warnings, Warning{Code: "criterion_unknown", Criterion: c})
	}
	return s
}

func standingLine(l standings.Line, e tournament.Entry) StandingLine {
	return StandingLine{
		Rank: l.Rank, Shared: l.Shared, Entry: e.ID, StartNo: e.StartNo, Name: e.Name, Club: e.Club, Rounds: l.Rounds,
		Total: l.Total, Penalty: l.Penalty, HandsWon: l.HandsWon, SolosPlayed: l.SolosPlayed, SolosWon: l.SolosWon,
		DecidedBy: l.DecidedBy, Withdrawn: e.Status == tournament.Withdrawn,
	}
}

// drawn reports whether a round is one of those counted; none is 0.
func (r *results) drawn(number int) bool {
	return slices.ContainsFunc(r.rounds, func(round tournament.Round) bool { return round.Number == number })
}
